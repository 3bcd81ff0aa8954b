"""Marks in a text that take more than one sign or need their neighbours: page marks, note numbers, labels, stand-ins.

`packed` is the one lookup per character on which normalising rests; `read_marks` goes through the few places where a
mark may begin.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from layout.kept_patterns import kept_pattern
from layout.text.variants import GAP, KEEP, SOFT, Tables, tables

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
KIND = {kind: n for n, kind in enumerate(KINDS)}

Marks = list[tuple[int, int, int]]
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


# One lookup per character: 21 bits each for the traditional and the simplified fold, then class, script and flags.
CLASS, SCRIPT, _LETTER_BIT, _DIGIT_BIT, _OPENING_BIT, PHRASE_BIT = 42, 45, 47, 48, 49, 50


@cache
def packed_table() -> NDArray[np.uint64]:
    known = tables()
    packed = known.traditional.astype(np.uint64) | known.simplified.astype(np.uint64) << np.uint64(21)
    packed |= known.classes.astype(np.uint64) << np.uint64(CLASS)
    packed |= known.script.astype(np.uint64) << np.uint64(SCRIPT)
    for first, end in (
        (0x41, 0x5B),
        (0x61, 0x7B),
        (0xC0, 0xD7),
        (0xD8, 0xF7),
        (0xF8, 0x250),
        (0x300, 0x370),
        (0x1E00, 0x1F00),
    ):
        packed[first:end] |= np.uint64(1 << _LETTER_BIT)
    packed[0x30:0x3A] |= np.uint64(1 << _DIGIT_BIT)
    opening = np.uint64(1 << _OPENING_BIT)
    packed[[ord(c) for c in {*_MARKS, "○", "/", *_SUPERSCRIPT, *(pair[0] for pair in known.parts)}]] |= opening
    undecided = {a for old, new in known.phrases.items() for a, b in zip(old, new, strict=True) if a != b}
    for sign in sorted(undecided):
        packed[known.simplified == ord(sign)] |= np.uint64(1 << PHRASE_BIT)
    packed[0x2FF0:0x3000] |= opening  # ideographic description: ⿰扌兌
    packed[0x3041:0x3100] |= opening  # kana, which stand for misread characters
    return packed


def _candidates(packed: NDArray[np.uint64], mapped: NDArray[np.uint32]) -> NDArray[np.intp]:
    """Where a mark may begin: its opening sign, or the first of a run of Latin letters or digits that touches a 漢字."""
    flags = (packed >> np.uint64(_LETTER_BIT)).astype(np.uint8)
    found = (flags & 4) != 0
    for bit in (1, 2):
        run = (flags & bit) != 0
        if run.any():
            edges = np.flatnonzero(np.diff(run, prepend=False, append=False))
            first, last = edges[::2], edges[1::2]
            han = np.concatenate([mapped >= 0x3000, [False]])
            touching = first[han[last] | (han[first - 1] & (first > 0))]
            found[touching] = True
    return np.flatnonzero(found)


def read_marks(
    text: str,
    packed: NDArray[np.uint64],
    mapped: NDArray[np.uint32],
    classes: NDArray[np.uint8],
    ends: NDArray[np.int32],
    known: Tables,
) -> Marks:
    """Find the marks that take more than one sign or need their neighbours; drop or replace them in the arrays."""
    marks: Marks = []
    done = 0
    numbered: set[str] = set()

    def take(kind: str, start: int, end: int, becomes: str = "") -> None:
        nonlocal done
        mapped[start:end] = 0
        classes[start:end] = SOFT
        if becomes:
            mapped[start] = ord(becomes)
            classes[start] = KEEP
            ends[start] = end
        marks.append((KIND[kind], start, end))
        done = end

    for at in _candidates(packed, mapped).tolist():
        if at < done:
            continue
        sign = text[at]
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
                mapped[at], classes[at] = ord("/"), KEEP
        elif sign == "○":
            if text[at - 1 : at] in _NUMERALS and at and text[at + 1 : at + 2] in _NUMERALS:
                mapped[at], classes[at] = ord("〇"), KEEP
        elif sign in _SUPERSCRIPT:
            take("note-number", at, at + 1)
        elif sign in "0123456789":
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
