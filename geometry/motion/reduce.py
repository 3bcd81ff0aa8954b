"""From samples to sparse keys: what lies on the way between its neighbours is left out.

All channels are thinned together. In each pass every second key of a channel is tried; it goes if everything sampled between its
neighbours lies within the tolerance of what is drawn without it. Passes go on until nothing more can go.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.motion.quat import Floats

Times = NDArray[np.int64]
Ints = NDArray[np.int64]
PLACE = 0.002
"""Tolerance of positions and scales where a channel names none, in m."""
TURN = 0.5
"""Tolerance of rotations where a channel names none, in degrees."""
GRID = 1024
"""Places and scales are rounded to 1/GRID m: half a millimetre at most."""
TURN_GRID = 32767 / 8
"""Numbers of a quaternion are rounded to 1/TURN_GRID, at most 0.03°: eight steps of the 16 bits with which they are written."""


@dataclass(frozen=True, eq=False)
class Channel:
    """Samples of one channel: `times` (n,) ms strictly increasing, `values` (n, 3), or (n, 4) unit quaternions; `loose` by how much
    of the usual tolerance it may be off; `grid` that to which its places may be rounded."""

    times: Times
    values: Floats
    loose: float = 1.0
    grid: int = GRID


def thin(channels: Sequence[Channel], place: float = PLACE, turn: float = TURN) -> list[Ints]:
    """For each channel the indices of the samples that stay, the first among them; tolerances in m and degrees."""
    return [index for index, _ in _by_width(channels, place, turn, rounded=False)]


def thin_rounded(channels: Sequence[Channel], place: float = PLACE, turn: float = TURN) -> list[tuple[Ints, Floats]]:
    """The same, with the values of the samples that stay rounded as `on_grid` does."""
    return _by_width(channels, place, turn, rounded=True)


def _by_width(channels: Sequence[Channel], place: float, turn: float, rounded: bool) -> list[tuple[Ints, Floats]]:
    found: list[tuple[Ints, Floats]] = [(np.zeros(0, dtype=np.int64), np.zeros((0, 3)))] * len(channels)
    for width, tolerance in ((3, place), (4, turn)):
        which = [k for k, c in enumerate(channels) if c.values.shape[1] == width]
        if which:
            done = _thin([channels[k] for k in which], width == 4, tolerance, rounded)
            for k, kept in zip(which, done, strict=True):
                found[k] = kept
    return found


def _thin(channels: Sequence[Channel], rotation: bool, tolerance: float, rounded: bool) -> list[tuple[Ints, Floats]]:
    """All channels of one width in one array, by columns; what stands still is left out at once: most people do, most of the time."""
    sizes = np.array([len(c.times) for c in channels])
    begin = np.concatenate([[0], np.cumsum(sizes)])
    t = np.concatenate([c.times for c in channels]).astype(np.float64)
    rows = np.concatenate([c.values for c in channels])
    v = np.ascontiguousarray(rows.T)
    owner = np.repeat(np.arange(len(channels)), sizes)
    moving = np.flatnonzero(~_still(v, owner))
    loose = np.array([c.loose for c in channels])
    limit: Floats = np.cos(np.radians(tolerance) / 2 * loose) if rotation else tolerance * loose
    kept = moving[_needed(t[moving], np.ascontiguousarray(v[:, moving]), owner[moving], rotation, limit)]
    kept = kept[~_repeated(v[:, kept], owner[kept])]
    values = rows[kept]
    if rounded:
        values = on_grid(values, rotation, np.array([c.grid for c in channels])[owner[kept], None])
    cuts = np.searchsorted(kept, begin)
    return [(kept[a:b] - first, values[a:b]) for (a, b), first in zip(itertools.pairwise(cuts), begin, strict=False)]


def _still(v: Floats, owner: Ints) -> NDArray[np.bool_]:
    """Samples that differ from neither neighbour; the first and last of a channel never."""
    same = _apart(v[:, 1:], v[:, :-1]) < 1e-9
    same &= owner[1:] == owner[:-1]
    still = np.zeros(v.shape[1], dtype=bool)
    still[1:-1] = same[:-1] & same[1:]
    return still


def _apart(a: Floats, b: Floats) -> Floats:
    """The greatest difference of any column: numpy's own reduction along so short an axis is many times slower."""
    most: Floats = np.abs(a[0] - b[0])
    for x, y in zip(a[1:], b[1:], strict=True):
        np.maximum(most, np.abs(x - y), out=most)
    return most


def _needed(t: Floats, v: Floats, owner: Ints, rotation: bool, limit: Floats) -> NDArray[np.bool_]:
    """Which samples stay. Those to be tried are kept on a list: of neighbours on it every second is tried at once, and whoever
    loses a neighbour comes on it again. Counting begins anew after a rest, so that the same gesture is thinned alike each time."""
    kept = np.ones(len(t), dtype=bool)
    border = np.concatenate([[True], owner[1:] != owner[:-1], [True]])
    inner = ~(border[:-1] | border[1:])
    rests = np.concatenate([[True], _apart(v[:, 1:], v[:, :-1]) < 1e-9])
    before, after = np.arange(-1, len(t) - 1), np.arange(1, len(t) + 1)
    listed = inner.copy()
    while True:
        wanted = np.flatnonzero(listed)
        if not len(wanted):
            return kept
        fresh = rests[wanted]
        fresh[1:] |= before[wanted[1:]] != wanted[:-1]
        fresh[0] = True
        place = np.arange(len(wanted))
        middle = wanted[(place - np.maximum.accumulate(np.where(fresh, place, 0))) % 2 == 0]
        first, last = before[middle], after[middle]
        goes = _needless(t, v, (first, middle, last), rotation, limit[owner[middle]])
        listed[middle] = False
        gone, first, last = middle[goes], first[goes], last[goes]
        kept[gone] = False
        after[first], before[last] = last, first
        for beside in (first, last):
            listed[beside] = inner[beside]


def _needless(t: Floats, v: Floats, tried: tuple[Ints, Ints, Ints], rotation: bool, limit: Floats) -> NDArray[np.bool_]:
    """Whether all samples strictly between `before` and `after` are drawn well enough from these two alone; the one that is tried,
    `middle`, is looked at first, since it decides most often."""
    before, middle, after = tried
    turned = _Turn(v, before, after) if rotation else None
    fine = _drawn(t, v, (before, middle, after), turned, limit)
    if turned is not None:
        fine &= turned.dot > 0.35
    left = np.flatnonzero(fine & (after - before > 2))
    before, after = before[left], after[left]
    count = after - before - 1
    stretch = np.repeat(np.arange(len(before)), count)
    offset = np.arange(len(stretch)) - np.repeat(np.cumsum(count) - count, count)
    sample = before[stretch] + 1 + offset
    of = left[stretch]
    good = _drawn(t, v, (before[stretch], sample, after[stretch]), turned.of(of) if turned else None, limit[of])
    fine[left[np.bincount(stretch, ~good, minlength=len(left)) > 0]] = False
    return fine


class _Turn:
    """The turns between pairs of quaternions: their products, and what slerp needs of the angle."""

    def __init__(self, v: Floats, before: Ints, after: Ints) -> None:
        self.dot = _dot(v[:, before], v[:, after])
        self.angle = np.arccos(np.minimum(np.abs(self.dot), 1.0))
        sine = np.sin(self.angle)
        # Where they nearly agree the way between them is straight.
        self.angle[sine < 1e-6] = 0.0
        self.one = 1.0 / np.maximum(sine, 1e-6)

    def of(self, index: Ints) -> _Turn:
        """The same of some of the pairs."""
        part = object.__new__(_Turn)
        part.dot, part.angle, part.one = self.dot[index], self.angle[index], self.one[index]
        return part


def _drawn(
    t: Floats, v: Floats, tried: tuple[Ints, Ints, Ints], turned: _Turn | None, limit: Floats
) -> NDArray[np.bool_]:
    """Whether each sample between two others is drawn well enough from these."""
    before, sample, after = tried
    part = (t[sample] - t[before]) / (t[after] - t[before])
    if turned is None:
        off = np.zeros(len(part))
        for column in v:
            a = column[before]
            np.maximum(off, np.abs(a + (column[after] - a) * part - column[sample]), out=off)
        return off <= limit
    near = turned.angle == 0.0
    low = np.where(near, 1.0 - part, np.sin((1.0 - part) * turned.angle) * turned.one)
    high = np.where(near, part, np.sin(part * turned.angle) * turned.one) * np.where(turned.dot < 0, -1.0, 1.0)
    first, second = np.zeros(len(part)), np.zeros(len(part))
    for column in v:
        here = column[sample]
        first += column[before] * here
        second += column[after] * here
    return np.abs(low * first + high * second) >= limit


def _dot(a: Floats, b: Floats) -> Floats:
    total: Floats = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    return total


def _repeated(v: Floats, owner: Ints) -> NDArray[np.bool_]:
    """Keys at the end of a channel that say nothing new: all after the first where the channel never leaves its value."""
    place = np.arange(len(owner))
    start = np.concatenate([[True], owner[1:] != owner[:-1]])
    first = np.maximum.accumulate(np.where(start, place, 0))
    group = np.cumsum(start) - 1
    heads = np.flatnonzero(start)
    differs = np.concatenate([[False], ~(_apart(v[:, 1:], v[:, :-1]) < 1e-7)]) | start
    last = np.maximum.reduceat(np.where(differs, place, 0), heads)
    never = np.maximum.reduceat(_apart(v, v[:, first]), heads) < 1e-7
    idle: NDArray[np.bool_] = (place > last[group]) | (never[group] & ~start)
    return idle


def on_grid(values: Floats, rotation: bool, grid: int | Ints = GRID) -> Floats:
    """Values (n, 3) rounded to 1/`grid` m, or unit quaternions (n, 4) whose three lesser numbers are rounded to 1/`TURN_GRID` and
    whose greatest makes them of unit length again: numbers with few digits pack to half the size.

    The same values give the same rounded ones, so that what stands still goes on standing still.
    """
    if not rotation:
        rounded: Floats = np.round(values * grid) / grid + 0.0
        return rounded
    rounded = np.round(values * TURN_GRID) / TURN_GRID
    row = np.arange(len(values))
    greatest = np.abs(values).argmax(axis=1)
    rounded[row, greatest] = 0.0
    left = np.sqrt(np.maximum(1.0 - np.einsum("ij,ij->i", rounded, rounded), 0.0))
    rounded[row, greatest] = np.copysign(left, values[row, greatest])
    return rounded + 0.0


def changes(values: NDArray[np.generic]) -> Ints:
    """Indices at which a stepped value becomes another; the first always."""
    return np.concatenate([[0], np.flatnonzero(values[1:] != values[:-1]) + 1]).astype(np.int64)
