"""Reading a text as it comes: damage taken out, forms of characters made one, and the way back kept.

`normalise` never corrects: what it takes out or cannot read is listed as damage, and every character of the normal
text knows where it stood. It goes by `str.translate` and `str.replace`, which read a chapter in less time than a library
of arrays takes to load.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import compress
from typing import NamedTuple

from layout.kept_patterns import kept_pattern
from layout.text.marks import KINDS, Mark, read_marks
from layout.text.variants import MISSING, PAUSE, SOFT, STOP, tables

__all__ = ["KINDS", "Damage", "Normal", "fold", "normalise", "refold", "without_signs"]

DROPPED = "".join(map(chr, (SOFT, PAUSE, STOP)))
"""In `Normal.signs`: what stands for a sign that is dropped, by its strength."""
_LAST = chr(STOP)


class Damage(NamedTuple):
    """One place where the source differs from a clean text: kind (see `KINDS`), start and end in the source."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Normal:
    """A normalised text and the way back to its source.

    `text`: traditional characters without punctuation, marks or spaces; 〓 for a missing one.
    `signs`: the same for each sign of the source, as long as the source; what is dropped is one of `DROPPED`.
    `simplified`: whether the text as a whole was taken as simplified.
    """

    signs: str
    simplified: bool
    _source: str = field(repr=False)
    _marks: list[Mark] = field(repr=False)

    @cached_property
    def text(self) -> str:
        """The normal text."""
        return without_signs(self.signs)

    @property
    def length(self) -> int:
        """Code points of the source."""
        return len(self.signs)

    @cached_property
    def offsets(self) -> list[int]:
        """Where each character of `text` stands in the source (code points)."""
        bare = self.signs
        for sign in DROPPED:
            bare = bare.replace(sign, "\0")
        # A sign is kept where any of its four bytes is not zero: found for all of them at once, as one large number.
        code = bare.encode("utf-32-le", "surrogatepass")
        any_byte = 0
        for byte in range(4):
            any_byte |= int.from_bytes(code[byte::4], "little")
        return list(compress(range(len(bare)), any_byte.to_bytes(len(bare), "little")))

    @cached_property
    def _long(self) -> dict[int, int]:
        """Ends of the characters that were read from more than one sign."""
        return {mark.start: mark.end for mark in self._marks if mark.becomes}

    def end(self, offset: int) -> int:
        """Where the character that stands at `offset` of the source ends in it."""
        return self._long.get(offset, offset + 1)

    @cached_property
    def ends(self) -> list[int]:
        """Where each character of `text` ends in the source (exclusive)."""
        return list(map(self.end, self.offsets))

    @cached_property
    def breaks(self) -> bytes:
        """What stood in the source between character i-1 and i: 0 nothing, 1 a line break, space or mark that a measure may
        run across, 2 a pause (，、；：), 3 a full stop, quotation mark or bracket. `breaks[0]` is 3."""
        made = bytearray()
        strength = STOP
        for sign in self.signs:
            if sign > _LAST:
                made.append(strength)
                strength = 0
            else:
                strength = max(strength, ord(sign))
        return bytes(made)

    @cached_property
    def damage(self) -> list[Damage]:
        """All damage in order of start."""
        return self.damage_between(0, self.length)

    @cached_property
    def _starts(self) -> list[int]:
        return [mark.start for mark in self._marks]

    def damage_between(self, start: int, end: int) -> list[Damage]:
        """Damage that begins inside `start`–`end` of the source, in order."""
        first = bisect_left(self._starts, start)
        done = self._marks[first - 1].end if first else 0  # a mark that began earlier may reach in
        last = bisect_left(self._starts, end, first)
        made: list[Damage] = []
        for mark in (*self._marks[first:last], None):
            until = mark.start if mark else end
            for found in _single().finditer(self._source, max(start, done), max(start, done, until)):
                made.append(Damage(_soft_kind(found[0]), found.start(), found.end()))
            if mark:
                if mark.kind:
                    made.append(Damage(mark.kind, mark.start, mark.end))
                done = mark.end
        return made

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the source that `text[start:end]` was read from; an empty span stays empty.

        Raises IndexError outside of the text.
        """
        if not 0 <= start <= end <= len(self.text):
            raise IndexError(f"span {start}–{end} outside of a text of {len(self.text)} characters")
        if start == end:
            at = self.offsets[start] if start < len(self.text) else self.length
            return at, at
        return self.offsets[start], self.end(self.offsets[end - 1])

    def position(self, offset: int) -> int:
        """Index in `text` of the first character that stands at or after `offset` of the source."""
        return bisect_left(self.offsets, offset)


def normalise(text: str) -> Normal:
    """Read `text` into a `Normal`. Any string is accepted, lone surrogates too; some ten million characters a second."""
    known = tables()
    simplified = _is_simplified(text)
    signs = text.translate(known.simplified if simplified else known.traditional)
    marks = read_marks(text, signs, known)
    if marks:
        signs = _marked(signs, marks)
    if simplified:
        signs = _decided(signs, known.phrases)
    return Normal(signs, simplified, text, marks)


def without_signs(signs: str) -> str:
    """`Normal.signs`, or a part of them, without what is dropped."""
    for sign in DROPPED:
        signs = signs.replace(sign, "")
    return signs


_SAMPLE = 40_000
"""Signs by which a text is told to be simplified; of a longer one every so many."""


def _is_simplified(text: str) -> bool:
    """Whether forms that only simplified texts have outnumber those that only traditional texts have."""
    theirs, ours = _scripts()
    if not theirs.search(text):
        return False
    text = text[:: max(1, len(text) // _SAMPLE)]
    return len(theirs.findall(text)) > len(ours.findall(text))


@cache
def _scripts() -> tuple[re.Pattern[str], re.Pattern[str]]:
    known = tables()
    return kept_pattern(f"[{known.only_simplified}]"), kept_pattern(f"[{known.only_traditional}]")


def _marked(signs: str, marks: list[Mark]) -> str:
    """The signs with every mark dropped, or with the character that it stands for at its first place."""
    parts: list[str] = []
    done = 0
    soft = chr(SOFT)
    for mark in marks:
        parts.append(signs[done : mark.start])
        parts.append((mark.becomes or soft) + soft * (mark.end - mark.start - 1))
        done = mark.end
    parts.append(signs[done:])
    return "".join(parts)


@cache
def _undecided() -> re.Pattern[str]:
    """Characters whose neighbour decides what they stand for, in a simplified text."""
    pairs = tables().phrases
    signs = sorted({a for old, new in pairs.items() for a, b in zip(old, new, strict=True) if a != b})
    return kept_pattern(f"[{''.join(signs)}]")


def _decided(signs: str, phrases: dict[str, str]) -> str:
    """The signs with those turned that stand beside what decides them (有余 → 有餘)."""
    made: dict[int, str] = {}
    size = len(signs)
    for found in _undecided().finditer(signs):
        at = found.start()
        before, after = at - 1, at + 1
        while before >= 0 and signs[before] <= _LAST:
            before -= 1
        while after < size and signs[after] <= _LAST:
            after += 1
        for first, second in ((before, at), (at, after)):
            if first < 0 or second == size:
                continue
            pair = made.get(first, signs[first]) + made.get(second, signs[second])
            if pair in phrases:
                made |= zip((first, second), phrases[pair], strict=True)
                break
    parts: list[str] = []
    done = 0
    for at, sign in sorted(made.items()):
        parts += signs[done:at], sign
        done = at + 1
    return "".join(parts) + signs[done:]


@cache
def _single() -> re.Pattern[str]:
    """Signs that are damage by themselves: soft ones and those for a missing character."""
    signs = "".join(chr(point) for point, sort in sorted(tables().classes.items()) if sort in (SOFT, MISSING))
    return kept_pattern(f"[{re.escape(signs)}]")


def _soft_kind(sign: str) -> str:
    """The kind of damage that a single sign is."""
    if tables().classes[ord(sign)] == MISSING:
        return "gap"
    if sign in "\n\r\v\f\u0085\u2028\u2029":
        return "line-break"
    if sign == "\u3000":
        return "wide-space"
    if sign == "¶":
        return "line-mark"
    if sign < "\t" or "\x0e" <= sign < " " or "\x7f" <= sign < "\xa0" or "\ufe00" <= sign < "\ufe10":
        return "control"
    return "space"


def fold(text: str) -> str:
    """The normal text with forms that editions exchange made one (於 于, 裏 里, 個 个): for comparing only, same length."""
    return refold(normalise(text).text)


def refold(normal: str) -> str:
    """What `fold` does, for a text that is normal already."""
    return normal.translate(tables().search)
