"""From samples to sparse keys: what lies on the way between its neighbours is left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.motion import quat
from geometry.motion.quat import Floats

Times = NDArray[np.int64]
PLACE = 0.0015
"""Tolerance of positions and scales, in m."""
TURN = 0.35
"""Tolerance of rotations, in degrees."""


def keep(times: Times, values: Floats, rotation: bool, tolerance: float | None = None) -> NDArray[np.int64]:
    """Indices of the samples that must stay so that the rest lie within the tolerance of what is drawn between them.

    Greedy from the left with doubling steps: every stretch left out is checked at all of its samples.
    """
    count = len(times)
    if count < 3:
        return _without_repeat(values, count)
    limit = tolerance if tolerance is not None else (TURN if rotation else PLACE)
    t = times.astype(np.float64)
    kept = [0]
    at = 0
    while at < count - 1:
        reach = at + 1
        step = 1
        while reach < count - 1:
            further = min(reach + step, count - 1)
            if _fits(t, values, at, further, rotation, limit):
                reach = further
                step *= 2
            elif step > 1:
                step = 1
                if not _fits(t, values, at, reach + 1, rotation, limit):
                    break
            else:
                break
        kept.append(reach)
        at = reach
    index = np.array(kept, dtype=np.int64)
    return index[_without_repeat(values[index], len(index))]


def _without_repeat(values: Floats, count: int) -> NDArray[np.int64]:
    if count > 1 and np.all(np.abs(values - values[0]) < 1e-7):
        return np.zeros(1, dtype=np.int64)
    last = count
    while last > 1 and np.all(np.abs(values[last - 1] - values[last - 2]) < 1e-7):
        last -= 1
    return np.arange(last, dtype=np.int64)


def _fits(t: Floats, values: Floats, a: int, b: int, rotation: bool, limit: float) -> bool:
    if b - a < 2:
        return True
    part = (t[a + 1 : b] - t[a]) / (t[b] - t[a])
    inner = values[a + 1 : b]
    if rotation:
        if float(np.dot(values[a], values[b])) < 0.35:
            return False
        drawn = quat.slerp(np.broadcast_to(values[a], inner.shape), np.broadcast_to(values[b], inner.shape), part)
        dot = np.clip(np.abs(np.sum(drawn * inner, axis=1)), 0, 1)
        return bool(np.degrees(2 * np.arccos(dot.min())) <= limit)
    drawn = values[a] + (values[b] - values[a]) * part[:, None]
    return bool(np.abs(drawn - inner).max() <= limit)


def changes(values: NDArray[np.generic]) -> NDArray[np.int64]:
    """Indices at which a stepped value becomes another; the first always."""
    return np.concatenate([[0], np.flatnonzero(values[1:] != values[:-1]) + 1]).astype(np.int64)
