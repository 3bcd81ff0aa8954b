"""Marks in a text that take more than one sign or need their neighbours: page marks, note numbers, labels, stand-ins.

`read_marks` goes through the few places where a mark may begin and says what to put in the place of each.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from layout.kept_patterns import kept_pattern
from layout.text.variants import GAP, Tables, tables

KINDS = (
    "line-break",
    "space",
    "wide-space",
    "line-mark",
    "page-mark",
    "half-line",
    "note-number",
    "pinyin",
    "parts",
    "gap",
    "label",
    "control",
)
"""What damage there is: broken lines, spaces inside, ¶, <pb:…>, the / of half lines, note numbers, a syllable or two components
in the place of a character, a missing character (〓 in the normal text), an editor's label (注, [疏]), control characters."""


class Mark(NamedTuple):
    """A run of the source that is read as a whole: its kind (None: no damage), span, and the character that it stands for."""

    kind: str | None
    start: int
    end: int
    becomes: str


Take = Callable[..., None]


_LETTER = r"A-Za-z\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff"
_WORD = kept_pattern(f"[{_LETTER}]+")
_MARKS: dict[str, list[tuple[re.Pattern[str], str]]] = {
    "<": [(kept_pattern(r"<pb:[^<>\n]{0,120}>|</?[A-Za-z][^<>\n]{0,200}>"), "page-mark")],
    "&": [(kept_pattern(r"&[A-Za-z][A-Za-z0-9+_-]{0,20};?"), "gap"), (kept_pattern(r"&#x?[0-9A-Fa-f]{1,7};?"), "gap")],
    "（": [(kept_pattern(r"（\s{0,3}[0-9０-９]{1,4}\s{0,3}）"), "note-number")],
    "(": [(kept_pattern(r"\(\s{0,3}[0-9０-９]{1,4}\s{0,3}\)"), "note-number")],
    "[": [
        (kept_pattern(r"\[\s{0,3}[0-9０-９]{1,4}\s{0,3}\]"), "note-number"),
        (kept_pattern(r"\[(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)\]"), "label"),
    ],
    "〔": [
        (kept_pattern(r"〔\s{0,3}[0-9０-９]{1,4}\s{0,3}〕"), "note-number"),
        (kept_pattern(r"〔(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)〕"), "label"),
        (kept_pattern(r"〔(?:注|疏|記|记|按|案|譯|译)[ \u3000：:]"), "label"),
    ],
    "【": [
        (kept_pattern(r"【\s{0,3}[0-9０-９]{1,4}\s{0,3}】"), "note-number"),
        (kept_pattern(r"【(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)】"), "label"),
        (kept_pattern(r"【(?:注|疏|記|记|按|案|譯|译)[ \u3000：:]"), "label"),
    ],
    "［": [
        (kept_pattern(r"［\s{0,3}[0-9０-９]{1,4}\s{0,3}］"), "note-number"),
        (kept_pattern(r"［(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)］"), "label"),
    ],
}
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_NUMERALS = frozenset("〇零一二三四五六七八九十百千萬万廿卅０１２３４５６７８９0123456789")


_LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0300-\u036f\u1e00-\u1eff"
_RUN = kept_pattern(f"[{_LETTERS}]+|[0-9]+")


@cache
def _candidate() -> re.Pattern[str]:
    """Where a mark may begin: at its opening sign, a Latin letter, a digit."""
    opening = {*_MARKS, "○", "/", *_SUPERSCRIPT, *(pair[0] for pair in tables().parts)}
    signs = re.escape("".join(sorted(opening)))
    # Ideographic descriptions (⿰扌兌), and kana, which stand for misread characters.
    return kept_pattern(f"[{signs}\u2ff0-\u2fff\u3041-\u30ff{_LETTERS}0-9]")


def read_marks(text: str, signs: str, known: Tables) -> list[Mark]:
    """The marks of `text` that take more than one sign or need their neighbours; `signs` is its translation."""
    marks: list[Mark] = []
    done = 0  # up to here marks are read
    run = 0  # and here a run of letters or digits
    numbered: set[str] = set()

    def take(kind: str, start: int, end: int, becomes: str = "") -> None:
        nonlocal done
        marks.append(Mark(kind, start, end, becomes))
        done = end

    for candidate in _candidate().finditer(text):
        at = candidate.start()
        if at < run:
            continue  # inside a run of letters or digits
        sign = text[at]
        longer = _RUN.match(text, at)
        if longer:
            run = longer.end()
            if not _touches(signs, at, run):
                continue  # digits and letters among their like
        if at < done:
            continue
        if sign in _MARKS:
            for pattern, kind in _MARKS[sign]:
                found = pattern.match(text, at)
                if found:
                    if kind == "note-number":
                        numbered.add(found[0][1:-1].strip())
                    take(kind, at, found.end(), GAP if kind == "gap" else "")
                    break
        elif sign == "/":
            if not (_is_digit(text, at - 1) and _is_digit(text, at + 1)):
                take("half-line", at, at + 1)
            else:
                marks.append(Mark(None, at, at + 1, "/"))
        elif sign == "○":
            if text[at - 1 : at] in _NUMERALS and at and text[at + 1 : at + 2] in _NUMERALS:
                marks.append(Mark(None, at, at + 1, "〇"))
        elif sign in _SUPERSCRIPT:
            take("note-number", at, at + 1)
        elif sign in _DIGITS:
            _read_number(text, at, take, numbered)
        elif text[at : at + 2] in known.parts:
            take("parts", at, at + 2, known.parts[text[at : at + 2]])
        elif "\u2ff0" <= sign <= "\u2fff":
            take("gap", at, _description_end(text, at), GAP)
        elif "\u3040" < sign < "\u3100":
            if not ("\u3040" < text[at - 1 : at] < "\u3100" or "\u3040" < text[at + 1 : at + 2] < "\u3100"):
                take("gap", at, at + 1, GAP)
        else:
            _read_word(text, at, take, known)
    return marks


_DIGITS = frozenset("0123456789")


def _touches(signs: str, start: int, end: int) -> bool:
    """Whether a 漢字 stands right before or after a run."""
    return signs[end : end + 1] >= "\u3000" or (start > 0 and signs[start - 1] >= "\u3000")


def _is_digit(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at] in "0123456789０１２３４５６７８９"


def _is_han(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff" or "\U00020000" <= sign <= "\U0003ffff" or sign in "〓▯〇"


_NUMBER = kept_pattern(r"[0-9]+")


def _read_number(text: str, at: int, take: Take, numbered: set[str]) -> None:
    """A bare number that repeats a note number standing close by (89北面 … 執弣（89）) is that note's number."""
    found = _NUMBER.match(text, at)
    digits = found[0] if found else ""
    end = at + len(digits)
    if len(digits) > 4 or not _is_han(text[end : end + 1]):
        return
    if digits in numbered or any(
        f"{a}{digits}{b}" in text[max(0, at - 120) : end + 120] for a, b in ("（）", "()", "[]", "〔〕")
    ):
        take("note-number", at, end)


def _read_word(text: str, at: int, take: Take, known: Tables) -> None:
    """A single syllable among 漢字 stands for a character: the table's, or a gap when it has a tone mark."""
    found = _WORD.match(text, at)
    if found is None:
        return
    end = found.end()
    before, after = text[at - 1 : at], text[end : end + 1]
    if not (_is_han(before) or _is_han(after)) or before.isascii() & before.isalnum() or end - at > 8:
        return
    syllable = unicodedata.normalize("NFC", found[0]).lower()
    if syllable in known.pinyin:
        take("pinyin", at, end, known.pinyin[syllable])
    elif not syllable.isascii():
        take("gap", at, end, GAP)


def _description_end(text: str, at: int) -> int:
    """End of an ideographic description sequence that begins at `at` (or of the text)."""
    need, here = 1, at
    while need and here < len(text) and here - at < 24:
        sign = text[here]
        if sign.isspace():
            break
        need += {"⿲": 2, "⿳": 2, "⿾": 0, "⿿": 0}.get(sign, 1 if "\u2ff0" <= sign <= "\u2fff" else -1)
        here += 1
    return max(here, at + 1)
