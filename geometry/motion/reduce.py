"""From samples to sparse keys: what lies on the way between its neighbours is left out.

All channels are thinned together. In each pass every second key of a channel is tried; it goes if everything sampled between its
neighbours lies within the tolerance of what is drawn without it. Passes alternate until nothing more can go.
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
_PASSES = 40


@dataclass(frozen=True, eq=False)
class Channel:
    """Samples of one channel: `times` (n,) ms strictly increasing, `values` (n, 3), or (n, 4) unit quaternions; `loose` by how much
    of the usual tolerance it may be off."""

    times: Times
    values: Floats
    loose: float = 1.0


def thin(channels: Sequence[Channel], place: float = PLACE, turn: float = TURN) -> list[Ints]:
    """For each channel the indices of the samples that stay, the first among them; tolerances in m and degrees."""
    found: list[Ints] = [np.zeros(0, dtype=np.int64)] * len(channels)
    for width in (3, 4):
        which = [k for k, c in enumerate(channels) if c.values.shape[1] == width]
        if not which:
            continue
        for k, index in zip(
            which, _thin([channels[k] for k in which], width == 4, turn if width == 4 else place), strict=True
        ):
            found[k] = index
    return found


def _thin(channels: Sequence[Channel], rotation: bool, tolerance: float) -> list[Ints]:
    """All channels of one width in one array, by columns; what stands still is left out at once: most people do, most of the time."""
    sizes = np.array([len(c.times) for c in channels])
    begin = np.concatenate([[0], np.cumsum(sizes)])
    t = np.concatenate([c.times for c in channels]).astype(np.float64)
    v = np.ascontiguousarray(np.vstack([c.values for c in channels]).T)
    owner = np.repeat(np.arange(len(channels)), sizes)
    moving = np.flatnonzero(~_still(v, owner))
    loose = np.array([c.loose for c in channels])
    limit: Floats = np.cos(np.radians(tolerance) / 2 * loose) if rotation else tolerance * loose
    kept = moving[_needed(t[moving], np.ascontiguousarray(v[:, moving]), owner[moving], rotation, limit)]
    kept = kept[~_repeated(v[:, kept], owner[kept])]
    cuts = np.searchsorted(kept, begin)
    return [kept[a:b] - first for (a, b), first in zip(itertools.pairwise(cuts), begin, strict=False)]


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
    kept = np.ones(len(t), dtype=bool)
    # The neighbours between which a sample was found to be needed: as long as they stay it need not be tried again.
    between = np.full((2, len(t)), -1)
    idle = 0
    for turn in range(_PASSES):
        index = np.flatnonzero(kept)
        own = owner[index]
        start = np.concatenate([[True], own[1:] != own[:-1]])
        place = np.arange(len(index))
        first = np.maximum.accumulate(np.where(start, place, 0))
        inner = ~start
        inner[:-1] &= ~start[1:]
        inner[-1:] = False
        at = np.flatnonzero(inner & ((place - first) % 2 == 1 - turn % 2))
        middle, before, after = index[at], index[at - 1], index[np.minimum(at + 1, len(index) - 1)]
        fresh = (between[0, middle] != before) | (between[1, middle] != after)
        middle, before, after = middle[fresh], before[fresh], after[fresh]
        gone = 0
        if len(middle):
            goes = _needless(t, v, before, after, rotation, limit[owner[middle]])
            kept[middle[goes]] = False
            between[0, middle[~goes]], between[1, middle[~goes]] = before[~goes], after[~goes]
            gone = int(goes.sum())
        idle = 0 if gone else idle + 1
        if idle == 2:
            break
    return kept


def _needless(t: Floats, v: Floats, before: Ints, after: Ints, rotation: bool, limit: Floats) -> NDArray[np.bool_]:
    """Whether all samples strictly between `before` and `after` are drawn well enough from these two alone."""
    count = after - before - 1
    stretch = np.repeat(np.arange(len(before)), count)
    offset = np.arange(len(stretch)) - np.repeat(np.cumsum(count) - count, count)
    sample = before[stretch] + 1 + offset
    span = t[after] - t[before]
    part = (t[sample] - t[before][stretch]) / span[stretch]
    if rotation:
        dot = _dot(v[:, before], v[:, after])
        angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
        sine = np.sin(angle)
        near = sine < 1e-6
        turn = angle[stretch]
        one = np.where(near, 1.0, 1.0 / np.where(near, 1.0, sine))[stretch]
        low = np.where(near[stretch], 1.0 - part, np.sin((1.0 - part) * turn) * one)
        high = np.where(near[stretch], part, np.sin(part * turn) * one) * np.where(dot < 0, -1.0, 1.0)[stretch]
        here = v[:, sample]
        drawn = low * _dot(v[:, before][:, stretch], here) + high * _dot(v[:, after][:, stretch], here)
        wrong = np.abs(drawn) < limit[stretch]
    else:
        a, b = v[:, before], v[:, after]
        wrong = _apart(a[:, stretch] + (b - a)[:, stretch] * part, v[:, sample]) > limit[stretch]
    fine: NDArray[np.bool_] = np.bincount(stretch, wrong, minlength=len(before)) == 0
    if rotation:
        fine &= dot > 0.35
    return fine


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


def on_grid(values: Floats, rotation: bool, grid: int = GRID) -> Floats:
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
