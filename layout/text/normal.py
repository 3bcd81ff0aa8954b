"""Reading a text as it comes: damage taken out, forms of characters made one, and the way back kept.

`normalise` never corrects: what it takes out or cannot read is listed as damage, and every character of the normal
text knows where it stood.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from layout.text.marks import CLASS, KIND, KINDS, PHRASE_BIT, SCRIPT, Marks, packed_table, read_marks
from layout.text.variants import MISSING, PAUSE, POINTS, SOFT, STOP, tables


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


def normalise(text: str) -> Normal:
    """Read `text` into a `Normal`. Any string is accepted, lone surrogates too; about 50 million characters a second."""
    known = tables()
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    above = codes >= POINTS
    beyond = bool(above.any())
    packed = packed_table().take(np.where(above, ord("〇"), codes) if beyond else codes)
    script = (packed >> np.uint64(SCRIPT)).astype(np.uint8) & np.uint8(3)
    # A text is simplified when forms that only simplified texts have outnumber those that only traditional texts have.
    simplified = bool(np.count_nonzero(script == 1) > np.count_nonzero(script == 2))
    mapped = (packed >> np.uint64(21 if simplified else 0)).astype(np.uint32) & np.uint32(0x1FFFFF)
    classes = (packed >> np.uint64(CLASS)).astype(np.uint8) & np.uint8(7)
    if beyond:
        selectors = (codes >= 0xE0100) & (codes < 0xE01F0)
        mapped[above] = np.where(selectors, 0, codes)[above]
        classes[selectors] = SOFT
    ends = np.arange(1, len(codes) + 1, dtype=np.int32)
    marks = read_marks(text, packed, mapped, classes, ends, known)
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
    for at in np.flatnonzero(packed[kept] & np.uint64(1 << PHRASE_BIT)).tolist():
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


_SOFT_KIND = np.full(0x10000, KIND["space"], np.uint8)
for _sign, _name in (("\n\r\v\f\u0085\u2028\u2029", "line-break"), ("\u3000", "wide-space"), ("¶", "line-mark")):
    _SOFT_KIND[[ord(c) for c in _sign]] = KIND[_name]
_SOFT_KIND[[*range(9), *range(14, 32), *range(0x7F, 0x85), *range(0x86, 0xA0)]] = KIND["control"]
_SOFT_KIND[0xFE00:0xFE10] = KIND["control"]


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
        classes[single] == MISSING, np.uint8(KIND["gap"]), _SOFT_KIND[np.minimum(codes[single], 0xFFFF)]
    ).astype(np.uint8)
    starts = single.astype(np.int32)
    if not marks:
        return kinds, starts, starts + np.int32(1)
    kinds = np.concatenate([kinds, own[:, 0].astype(np.uint8)])
    stops = np.concatenate([starts + np.int32(1), own[:, 2]])
    starts = np.concatenate([starts, own[:, 1]])
    order = np.argsort(starts, kind="stable")
    return kinds[order], starts[order], stops[order]


def fold(text: str) -> str:
    """The normal text with forms that editions exchange made one (於 于, 裏 里, 个 個): for comparing only, same length."""
    return refold(normalise(text).text)


def refold(normal: str) -> str:
    """What `fold` does, for a text that is normal already."""
    codes = np.frombuffer(normal.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    folded = tables().search.take(codes, mode="clip")
    return str(np.where(codes < POINTS, folded, codes).astype("<u4").tobytes().decode("utf-32-le", "surrogatepass"))
