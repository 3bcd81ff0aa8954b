"""Reading a text as it comes: damage taken out, forms of characters made one, and the way back kept.

`normalise` never corrects: what it takes out or cannot read is listed as damage, and every character of the normal
text knows where it stood.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from layout.text.variants import GAP, KEEP, MISSING, PAUSE, POINTS, SOFT, STOP, Tables, tables

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
_KIND = {kind: n for n, kind in enumerate(KINDS)}


class Damage(NamedTuple):
    """One place where the source differs from a clean text: kind (see `KINDS`), start and end in the source."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Normal:
    """A normalised text and the way back to its source.

    `text`: traditional characters without punctuation, marks or spaces; 〓 for a missing one.
    `offsets[i]`, `ends[i]`: where the i-th character stands in the source (code points, int32, end exclusive).
    `breaks[i]`: what stood in the source between character i-1 and i: 0 nothing, 1 a line break, space or mark that a
    measure may run across, 2 a pause (，、；：), 3 a full stop, quotation mark or bracket. `breaks[0]` is 3.
    `simplified`: whether the text as a whole was taken as simplified.
    """

    text: str
    offsets: NDArray[np.int32]
    ends: NDArray[np.int32]
    breaks: NDArray[np.uint8]
    length: int
    simplified: bool
    _kinds: NDArray[np.uint8] = field(repr=False)
    _starts: NDArray[np.int32] = field(repr=False)
    _stops: NDArray[np.int32] = field(repr=False)

    @cached_property
    def damage(self) -> list[Damage]:
        """All damage in order of start."""
        return self.damage_between(0, self.length)

    def damage_between(self, start: int, end: int) -> list[Damage]:
        """Damage that begins inside `start`–`end` of the source, in order."""
        a, b = np.searchsorted(self._starts, [start, end])
        rows = zip(self._kinds[a:b].tolist(), self._starts[a:b].tolist(), self._stops[a:b].tolist(), strict=True)
        return [Damage(KINDS[kind], first, last) for kind, first, last in rows]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that `text[start:end]` was read from; an empty span stays empty.

        Raises IndexError outside of the text.
        """
        if not 0 <= start <= end <= len(self.text):
            raise IndexError(f"span {start}–{end} outside of a text of {len(self.text)} characters")
        if start == end:
            at = int(self.offsets[start]) if start < len(self.text) else self.length
            return at, at
        return int(self.offsets[start]), int(self.ends[end - 1])

    def position(self, offset: int) -> int:
        """Index in `text` of the first character that stands at or after `offset` of the source."""
        return int(np.searchsorted(self.offsets, offset))


_LETTER = r"A-Za-z\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff"
_WORD = re.compile(f"[{_LETTER}]+")
_MARKS: dict[str, list[tuple[re.Pattern[str], str]]] = {
    "<": [(re.compile(r"<pb:[^<>\n]{0,120}>|</?[A-Za-z][^<>\n]{0,200}>"), "page-mark")],
    "&": [(re.compile(r"&[A-Za-z][A-Za-z0-9+_-]{0,20};?"), "gap"), (re.compile(r"&#x?[0-9A-Fa-f]{1,7};?"), "gap")],
    "（": [(re.compile(r"（\s{0,3}[0-9０-９]{1,4}\s{0,3}）"), "note-number")],
    "(": [(re.compile(r"\(\s{0,3}[0-9０-９]{1,4}\s{0,3}\)"), "note-number")],
    "[": [
        (re.compile(r"\[\s{0,3}[0-9０-９]{1,4}\s{0,3}\]"), "note-number"),
        (re.compile(r"\[(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)\]"), "label"),
    ],
    "〔": [
        (re.compile(r"〔\s{0,3}[0-9０-９]{1,4}\s{0,3}〕"), "note-number"),
        (re.compile(r"〔(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)〕"), "label"),
        (re.compile(r"〔(?:注|疏|記|记|按|案|譯|译)[ \u3000：:]"), "label"),
    ],
    "【": [
        (re.compile(r"【\s{0,3}[0-9０-９]{1,4}\s{0,3}】"), "note-number"),
        (re.compile(r"【(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)】"), "label"),
        (re.compile(r"【(?:注|疏|記|记|按|案|譯|译)[ \u3000：:]"), "label"),
    ],
    "［": [
        (re.compile(r"［\s{0,3}[0-9０-９]{1,4}\s{0,3}］"), "note-number"),
        (re.compile(r"［(?:疏|注|經|经|記|记|傳|传|箋|笺|正義|正义)］"), "label"),
    ],
}
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_NUMERALS = frozenset("〇零一二三四五六七八九十百千萬万廿卅０１２３４５６７８９0123456789")


# One lookup per character: 21 bits each for the traditional and the simplified fold, then class, script and flags.
_CLASS, _SCRIPT, _LETTER_BIT, _DIGIT_BIT, _OPENING_BIT, _PHRASE_BIT = 42, 45, 47, 48, 49, 50


@cache
def _packed() -> NDArray[np.uint64]:
    known = tables()
    packed = known.traditional.astype(np.uint64) | known.simplified.astype(np.uint64) << np.uint64(21)
    packed |= known.classes.astype(np.uint64) << np.uint64(_CLASS)
    packed |= known.script.astype(np.uint64) << np.uint64(_SCRIPT)
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
        packed[known.simplified == ord(sign)] |= np.uint64(1 << _PHRASE_BIT)
    packed[0x2FF0:0x3000] |= opening  # ideographic description: ⿰扌兌
    packed[0x3041:0x3100] |= opening  # kana, which stand for misread characters
    return packed


def normalise(text: str) -> Normal:
    """Read `text` into a `Normal`. Any string is accepted, lone surrogates too; about 50 million characters a second."""
    known = tables()
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    above = codes >= POINTS
    beyond = bool(above.any())
    packed = _packed().take(np.where(above, ord("〇"), codes) if beyond else codes)
    script = (packed >> np.uint64(_SCRIPT)).astype(np.uint8) & np.uint8(3)
    # A text is simplified when forms that only simplified texts have outnumber those that only traditional texts have.
    simplified = bool(np.count_nonzero(script == 1) > np.count_nonzero(script == 2))
    mapped = (packed >> np.uint64(21 if simplified else 0)).astype(np.uint32) & np.uint32(0x1FFFFF)
    classes = (packed >> np.uint64(_CLASS)).astype(np.uint8) & np.uint8(7)
    if beyond:
        selectors = (codes >= 0xE0100) & (codes < 0xE01F0)
        mapped[above] = np.where(selectors, 0, codes)[above]
        classes[selectors] = SOFT
    ends = np.arange(1, len(codes) + 1, dtype=np.int32)
    marks = _read_marks(text, packed, mapped, classes, ends, known)
    kept = np.flatnonzero(mapped)
    if simplified:
        _decide_phrases(packed, mapped, kept, known.phrases)
    normal = mapped[kept].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    kinds, starts, stops = _damage(codes, classes, marks)
    return Normal(
        normal,
        kept.astype(np.int32),
        ends[kept],
        _breaks(mapped, classes, len(kept)),
        len(text),
        simplified,
        kinds,
        starts,
        stops,
    )


def _decide_phrases(
    packed: NDArray[np.uint64], mapped: NDArray[np.uint32], kept: NDArray[np.intp], phrases: dict[str, str]
) -> None:
    """Turn characters whose neighbour decides what they stand for (有余 → 有餘), in a simplified text."""
    for at in np.flatnonzero(packed[kept] & np.uint64(1 << _PHRASE_BIT)).tolist():
        for first in (at - 1, at):
            pair = "".join(map(chr, mapped[kept[first : first + 2]].tolist())) if first >= 0 else ""
            if pair in phrases:
                mapped[kept[first : first + 2]] = [ord(c) for c in phrases[pair]]
                break


def _breaks(mapped: NDArray[np.uint32], classes: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
    breaks = np.zeros(count + 1, np.uint8)
    breaks[0] = STOP
    dropped = np.flatnonzero(mapped == 0)
    follows = dropped - np.arange(len(dropped))
    # The strength of a gap is that of its strongest sign: written weakest first.
    for strength in (SOFT, PAUSE, STOP):
        breaks[follows[classes[dropped] == strength]] = strength
    breaks[0] = STOP
    return breaks[:count]


_SOFT_KIND = np.full(0x10000, _KIND["space"], np.uint8)
for _sign, _name in (("\n\r\v\f\u0085\u2028\u2029", "line-break"), ("\u3000", "wide-space"), ("¶", "line-mark")):
    _SOFT_KIND[[ord(c) for c in _sign]] = _KIND[_name]
_SOFT_KIND[[*range(9), *range(14, 32), *range(0x7F, 0x85), *range(0x86, 0xA0)]] = _KIND["control"]
_SOFT_KIND[0xFE00:0xFE10] = _KIND["control"]

Marks = list[tuple[int, int, int]]
Take = Callable[..., None]


def _damage(
    codes: NDArray[np.uint32], classes: NDArray[np.uint8], marks: Marks
) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]:
    """Kinds, starts and ends of the damage: single soft signs and gaps found by class, and the marks read one by one."""
    own = np.array(marks, np.int32).reshape(-1, 3)
    single = np.flatnonzero((classes == SOFT) | (classes == MISSING))
    if len(own) and len(single):
        last = np.searchsorted(own[:, 1], single, side="right") - 1
        single = single[(last < 0) | (single >= own[last, 2])]
    kinds = np.where(
        classes[single] == MISSING, np.uint8(_KIND["gap"]), _SOFT_KIND[np.minimum(codes[single], 0xFFFF)]
    ).astype(np.uint8)
    starts = single.astype(np.int32)
    if not marks:
        return kinds, starts, starts + np.int32(1)
    kinds = np.concatenate([kinds, own[:, 0].astype(np.uint8)])
    stops = np.concatenate([starts + np.int32(1), own[:, 2]])
    starts = np.concatenate([starts, own[:, 1]])
    order = np.argsort(starts, kind="stable")
    return kinds[order], starts[order], stops[order]


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


def _read_marks(
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
        marks.append((_KIND[kind], start, end))
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


_NUMBER = re.compile(r"[0-9]+")


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


def fold(text: str) -> str:
    """The normal text with forms that editions exchange made one (於 于, 裏 里, 个 個): for comparing only, same length."""
    return refold(normalise(text).text)


def refold(normal: str) -> str:
    """What `fold` does, for a text that is normal already."""
    codes = np.frombuffer(normal.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    folded = tables().search.take(codes, mode="clip")
    return str(np.where(codes < POINTS, folded, codes).astype("<u4").tobytes().decode("utf-32-le", "surrogatepass"))
