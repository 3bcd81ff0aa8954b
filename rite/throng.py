"""What the ways of many who walk forbid to one, asked of all at once.

In a procession nearly every stretch of everybody's way crosses every stretch of one's own: tens of thousands of pairs for one
question. Here they are rows of arrays. Each row is reckoned as `rite.meeting` reckons one pair, in the same order of the same
exact operations (+ − × ÷ and the square root), so that the result is the same to the last bit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from rite.meeting import HAIR, HORIZON, NEVER, Departures, Stretch, beside, joined

Floats = NDArray[np.float64]
MANY = 6
"""From so many ways on it is quicker to ask of all at once than of one after the other."""


def rows_of(way: Sequence[Stretch]) -> Floats:
    """Stretches as an array, one column each."""
    flat = np.fromiter(itertools.chain.from_iterable(way), dtype=np.float64, count=10 * len(way))
    return np.ascontiguousarray(flat.reshape(-1, 10).T)


class Throng:
    """What is left at a moment of the ways of several who walk, all in one array; `rite.meeting.ahead` tells the same of one."""

    def __init__(self, ways: Sequence[Floats], now: int) -> None:
        firsts = [min(int(w[3].searchsorted(now, "right")), w.shape[1] - 1) for w in ways]
        self.sizes = [w.shape[1] - n for w, n in zip(ways, firsts, strict=True)]
        self.starts = [0, *itertools.accumulate(self.sizes)]
        self.rows = rows = np.concatenate([w[:, n:] for w, n in zip(ways, firsts, strict=True)], axis=1)
        begun = np.array(self.starts[:-1])
        t, x, y, u, v, w = rows[:6, begun]
        walks = (t < now) & (u > t)
        if walks.any():
            at, t, x, y, u, v, w = begun[walks], t[walks], x[walks], y[walks], u[walks], v[walks], w[walks]
            part = (now - t) / (u - t)
            x, y = x + (v - x) * part, y + (w - y) * part
            left = np.array((np.full(len(at), float(now)), x, y))
            rows[:3, at] = left
            rows[6:, at] = np.minimum(x, v), np.minimum(y, w), np.maximum(x, v), np.maximum(y, w)

    def here(self) -> list[tuple[float, float]]:
        """Where each is."""
        x, y = self.rows[1:3, self.starts[:-1]].tolist()
        return list(zip(x, y, strict=True))

    def passes(self, x: float, y: float) -> list[float]:
        """How near each comes to a point."""
        _, ax, ay, _, bx, by = self.rows[:6]
        dx, dy, px, py = bx - ax, by - ay, x - ax, y - ay
        size = dx * dx + dy * dy
        part = np.clip((px * dx + py * dy) / np.where(size < 1e-12, np.inf, size), 0.0, 1.0)
        far = np.hypot(px - dx * part, py - dy * part)
        least: list[float] = np.minimum.reduceat(far, self.starts[:-1]).tolist()
        return least

    def forbid(self, mine: Sequence[Stretch], leasts: Sequence[float]) -> list[list[Departures]]:
        """For each of the ways what `rite.meeting.forbidden` gives for it, with the distance (尺) to be kept from who walks it."""
        theirs, starts = self.rows, self.starts
        last = [at - 1 for at in starts[1:]]
        room = np.array(leasts)
        ex, ey = theirs[4, last], theirs[5, last]
        dx, dy = mine[-1][4] - ex, mine[-1][5] - ey
        never = dx * dx + dy * dy < room * room
        answers: list[list[Departures]] = [[NEVER] if no else [] for no in never.tolist()]
        own = rows_of(mine)
        least = np.repeat(room, self.sizes)
        now = np.repeat(theirs[0, starts[:-1]], self.sizes)
        open_to = np.repeat(~never, self.sizes)
        box = (theirs[6] - least, theirs[7] - least, theirs[8] + least, theirs[9] + least)
        pairs = (
            (own[8][:, None] > box[0])
            & (own[6][:, None] < box[2])
            & (own[9][:, None] > box[1])
            & (own[7][:, None] < box[3])
            & (theirs[0] - own[3][:, None] <= now + HORIZON)
            & (theirs[3] - own[0][:, None] >= now)
            & open_to
        )
        # Column by column: all that one way forbids lies together.
        of, by = np.nonzero(pairs.T)
        low, high = _crossings(own[:6, by], theirs[:6, of], least[of])
        met = low <= high
        met_by = np.searchsorted(starts, of[met], "right") - 1
        near = np.zeros(len(least), dtype=bool)
        for x, y in (mine[0][1:3], mine[-1][4:6]):
            near |= (box[0] < x) & (x < box[2]) & (box[1] < y) & (y < box[3])
        coming = (
            (own[6][:, None] - room < ex)
            & (ex < own[8][:, None] + room)
            & (own[7][:, None] - room < ey)
            & (ey < own[9][:, None] + room)
        )
        near_at = np.flatnonzero(near & open_to)
        ups, coming_to = np.nonzero(coming & ~never)
        passing: dict[int, list[Stretch]] = {}
        for k, at in zip((np.searchsorted(starts, near_at, "right") - 1).tolist(), near_at.tolist(), strict=True):
            passing.setdefault(k, []).append(self._stretch(at))
        coming_by: dict[int, list[Stretch]] = {}
        for n, k in zip(ups.tolist(), coming_to.tolist(), strict=True):
            coming_by.setdefault(k, []).append(mine[n])
        near_by = sorted({*passing, *coming_by})
        for k in near_by:
            way = [self._stretch(starts[k + 1] - 1)]
            answers[k] = beside(mine, way, passing.get(k, ()), coming_by.get(k, ()), leasts[k])
        for k, found in _runs(met_by, low[met], high[met], near_by):
            answers[k] += found
        for k in near_by:
            answers[k] = joined(answers[k])
        return answers

    def _stretch(self, at: int) -> Stretch:
        t, x, y, u, v, w, x0, y0, x1, y1 = self.rows[:, at].tolist()
        return (t, x, y, u, v, w, x0, y0, x1, y1)


def _runs(
    by: NDArray[np.int64], low: Floats, high: Floats, apart: Sequence[int]
) -> Iterator[tuple[int, list[Departures]]]:
    """Departures by whose way they are (rising), those that touch made one; for those in `apart` as they are."""
    if not len(by):
        return
    order = np.lexsort((high, low, by))
    by, low, high = by[order], low[order], high[order]
    cuts = [0, *(np.flatnonzero(np.diff(by)) + 1).tolist(), len(by)]
    alone = set(apart)
    for first, end in itertools.pairwise(cuts):
        k = int(by[first])
        lows, highs = low[first:end], high[first:end]
        if k not in alone and end - first > 1:
            begins = np.flatnonzero(lows[1:] > np.maximum.accumulate(highs)[:-1] + HAIR) + 1
            begins = np.concatenate(([0], begins))
            lows, highs = lows[begins], np.maximum.reduceat(highs, begins)
        yield k, list(zip(lows.tolist(), highs.tolist(), itertools.repeat(math.inf), strict=False))


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
