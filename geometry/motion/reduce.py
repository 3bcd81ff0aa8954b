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

from geometry.motion import quat
from geometry.motion.quat import Floats

Times = NDArray[np.int64]
Ints = NDArray[np.int64]
PLACE = 0.002
"""Tolerance of positions and scales, in m."""
TURN = 0.5
"""Tolerance of rotations, in degrees."""
_PASSES = 40


@dataclass(frozen=True, eq=False)
class Channel:
    """Samples of one channel: `times` (n,) ms strictly increasing, `values` (n, 3), or (n, 4) unit quaternions."""

    times: Times
    values: Floats


def thin(channels: Sequence[Channel]) -> list[Ints]:
    """For each channel the indices of the samples that stay, the first among them."""
    found: list[Ints] = [np.zeros(0, dtype=np.int64)] * len(channels)
    for width in (3, 4):
        which = [k for k, c in enumerate(channels) if c.values.shape[1] == width]
        if not which:
            continue
        # What stands still is left out at once: most people do, most of the time.
        moving = [_moving(channels[k].values) for k in which]
        short = [Channel(channels[k].times[m], channels[k].values[m]) for k, m in zip(which, moving, strict=True)]
        for k, m, index in zip(which, moving, _thin(short, width == 4), strict=True):
            found[k] = _without_repeat(channels[k].values, m[index])
    return found


def _moving(values: Floats) -> Ints:
    """Indices of the samples that differ from the one before or after, and of the first and last."""
    same = np.abs(values[1:] - values[:-1]).max(axis=1) < 1e-9
    still = np.zeros(len(values), dtype=bool)
    still[1:-1] = same[:-1] & same[1:]
    return np.flatnonzero(~still)


def _thin(channels: Sequence[Channel], rotation: bool) -> list[Ints]:
    sizes = np.array([len(c.times) for c in channels])
    begin = np.concatenate([[0], np.cumsum(sizes)])
    t = np.concatenate([c.times for c in channels]).astype(np.float64)
    v = np.vstack([c.values for c in channels])
    owner = np.repeat(np.arange(len(channels)), sizes)
    kept = np.ones(len(t), dtype=bool)
    idle = 0
    for turn in range(_PASSES):
        index = np.flatnonzero(kept)
        own = owner[index]
        inner = np.zeros(len(index), dtype=bool)
        inner[1:-1] = (own[1:-1] == own[:-2]) & (own[1:-1] == own[2:])
        first = np.searchsorted(own, own)
        at = np.flatnonzero(inner & ((np.arange(len(index)) - first) % 2 == 1 - turn % 2))
        if len(at):
            goes = _needless(t, v, index[at - 1], index[at + 1], rotation)
            kept[index[at[goes]]] = False
        idle = 0 if len(at) and goes.any() else idle + 1
        if idle == 2:
            break
    return [np.flatnonzero(kept[a:b]) for a, b in itertools.pairwise(begin)]


def _needless(t: Floats, v: Floats, before: Ints, after: Ints, rotation: bool) -> NDArray[np.bool_]:
    """Whether all samples strictly between `before` and `after` are drawn well enough from these two alone."""
    count = after - before - 1
    stretch = np.repeat(np.arange(len(before)), count)
    offset = np.arange(len(stretch)) - np.repeat(np.cumsum(count) - count, count)
    sample = before[stretch] + 1 + offset
    a, b = before[stretch], after[stretch]
    part = (t[sample] - t[a]) / (t[b] - t[a])
    if rotation:
        drawn = quat.slerp(v[a], v[b], part)
        dot = np.abs(np.einsum("ij,ij->i", drawn, v[sample]))
        wrong = dot < np.cos(np.radians(TURN) / 2)
    else:
        drawn = v[a] + (v[b] - v[a]) * part[:, None]
        wrong = np.abs(drawn - v[sample]).max(axis=1) > PLACE
    fine: NDArray[np.bool_] = np.bincount(stretch, wrong, minlength=len(before)) == 0
    if rotation:
        fine &= np.einsum("ij,ij->i", v[before], v[after]) > 0.35
    return fine


def _without_repeat(values: Floats, index: Ints) -> Ints:
    if np.all(np.abs(values[index] - values[index[0]]) < 1e-7):
        return index[:1]
    last = len(index)
    while last > 1 and np.all(np.abs(values[index[last - 1]] - values[index[last - 2]]) < 1e-7):
        last -= 1
    return index[:last]


def changes(values: NDArray[np.generic]) -> Ints:
    """Indices at which a stepped value becomes another; the first always."""
    return np.concatenate([[0], np.flatnonzero(values[1:] != values[:-1]) + 1]).astype(np.int64)
