"""What the ways of many who walk forbid to one, asked of all at once.

In a procession nearly every stretch of everybody's way crosses every stretch of one's own: tens of thousands of pairs for one
question. Here they are rows of arrays. Each row is reckoned as `rite.meeting` reckons one pair, in the same order of the same
exact operations (+ − × ÷ and the square root), so that the result is the same to the last bit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rite.meeting import HORIZON, NEVER, Departures, Stretch, beside, joined, too_near

Floats = NDArray[np.float64]
MANY = 6
"""From so many ways on it is quicker to ask of all at once than of one after the other."""


def forbidden_by_all(
    mine: Sequence[Stretch], ways: Sequence[Sequence[Stretch]], leasts: Sequence[float]
) -> list[list[Departures]]:
    """For each of several ways what `rite.meeting.forbidden` gives for it, with the distance (尺) to be kept from who walks it."""
    asked = [n for n, way in enumerate(ways) if not too_near(mine, way, leasts[n])]
    answers: list[list[Departures]] = [[NEVER] for _ in ways]
    if not asked:
        return answers
    sizes = [len(ways[n]) for n in asked]
    starts = [0, *itertools.accumulate(sizes)]
    theirs = _rows([a for n in asked for a in ways[n]])
    own = _rows(mine)
    least = np.repeat(np.array([leasts[n] for n in asked]), sizes)
    now = np.repeat(np.array([float(ways[n][0][0]) for n in asked]), sizes)
    box = (theirs[6] - least, theirs[7] - least, theirs[8] + least, theirs[9] + least)
    pairs = (
        (own[8][:, None] > box[0])
        & (own[6][:, None] < box[2])
        & (own[9][:, None] > box[1])
        & (own[7][:, None] < box[3])
        & (theirs[0] - own[3][:, None] <= now + HORIZON)
        & (theirs[3] - own[0][:, None] >= now)
    )
    # Column by column: all that one way forbids lies together.
    of, by = np.nonzero(pairs.T)
    low, high = _crossings(own[:6, by], theirs[:6, of], least[of])
    met = low <= high
    ends = np.searchsorted(of[met], starts).tolist()
    lows, highs = low[met].tolist(), high[met].tolist()
    near = np.zeros(len(least), dtype=bool)
    for x, y in (mine[0][1:3], mine[-1][4:6]):
        near |= (box[0] < x) & (x < box[2]) & (box[1] < y) & (y < box[3])
    last = [at - 1 for at in starts[1:]]
    room, ex, ey = least[last], theirs[4][last], theirs[5][last]
    coming = (
        (own[6][:, None] - room < ex)
        & (ex < own[8][:, None] + room)
        & (own[7][:, None] - room < ey)
        & (ey < own[9][:, None] + room)
    )
    for k, n in enumerate(asked):
        way = ways[n]
        passing = [way[i] for i in np.flatnonzero(near[starts[k] : starts[k + 1]]).tolist()]
        up = [mine[i] for i in np.flatnonzero(coming[:, k]).tolist()]
        found = beside(mine, way, passing, up, leasts[n])
        begin, end = ends[k], ends[k + 1]
        found += zip(lows[begin:end], highs[begin:end], itertools.repeat(math.inf), strict=False)
        answers[n] = joined(found) if len(found) > 1 else found
    return answers


def _rows(way: Sequence[Stretch]) -> Floats:
    """Stretches as an array, one column each."""
    flat = np.fromiter(itertools.chain.from_iterable(way), dtype=np.float64, count=10 * len(way))
    return np.ascontiguousarray(flat.reshape(-1, 10).T)


def _crossings(c: Floats, a: Floats, least: Floats) -> tuple[Floats, Floats]:
    """First and last departure by which one on the stretch c[:, n] meets one on a[:, n]; the first is later than the last when none does."""
    ct, cx, cy, dt, dx, dy = c
    at, ax, ay, bt, bx, by = a
    square = least * least
    ux, uy, ut = dx - cx, dy - cy, dt - ct
    vx, vy, vt = bx - ax, by - ay, bt - at
    uu, vv = ux * ux + uy * uy, vx * vx + vy * vy
    px, py = cx - ax, cy - ay
    low, high = np.full(len(ct), np.inf), np.full(len(ct), -np.inf)

    def take(first: Floats, last: Floats, met: NDArray[np.bool_]) -> None:
        np.copyto(low, first, where=met & (first < low))
        np.copyto(high, last, where=met & (last > high))

    with np.errstate(all="ignore"):
        for sx, sy, base in ((px, py, at - ct), (dx - ax, dy - ay, at - dt)):
            first, last, met = _inside(-(sx * vx + sy * vy), vv, sx * sx + sy * sy - square)
            take(base + first * vt, base + last * vt, met)
        for sx, sy, base in ((px, py, at - ct), (cx - bx, cy - by, bt - ct)):
            first, last, met = _inside(ux * sx + uy * sy, uu, sx * sx + sy * sy - square)
            take(base - last * ut, base - first * ut, met)
        turned = ux * vy - uy * vx
        kx, ky = (uy * vt - ut * vy) / turned, (ut * vx - ux * vt) / turned
        size = np.sqrt(kx * kx + ky * ky)
        turns = ((turned > 1e-12) | (turned < -1e-12)) & (size > 1e-12)
        for reach in (-least / size, least / size):
            x, y = reach * kx - px, reach * ky - py
            u, v = (x * vy - y * vx) / turned, (x * uy - y * ux) / turned
            wait = at - ct + v * vt - u * ut
            take(wait, wait, turns & (u > 0.0) & (u < 1.0) & (v > 0.0) & (v < 1.0))
    return low, high


def _inside(b: Floats, size: Floats, rest: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Which part (0 to 1) of a stretch lies within a circle, and where any does."""
    point = size < 1e-12
    square = b * b - size * rest
    root = np.sqrt(square)
    first, last = (-b - root) / size, (-b + root) / size
    met = np.where(point, rest < 0.0, (square > 0.0) & (first < 1.0) & (last > 0.0))
    first = np.where(point | (first < 0.0), 0.0, first)
    last = np.where(point | (last > 1.0), 1.0, last)
    return first, last, met
