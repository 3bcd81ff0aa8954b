"""When two who walk would run into each other: the waits, before one of them sets out, at which they come too near.

Both ways are chains of straight stretches in time. For one stretch of each, the pairs of moments at which the two are too near
form a convex region (a disc seen through a linear map), so that the waits which lead to a meeting are one interval; all
stretches together give a union of intervals, and the first wait outside it is found without trying any.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

Track = tuple[int, float, float]
"""When (ms) somebody is where."""
Stretch = tuple[int, float, float, int, float, float, float, float, float, float]
"""A straight stretch: begins when, where (x, y); ends when, where; and its box (x0, y0, x1, y1)."""
Departures = tuple[float, float, float]
"""From – to: the moments at which one may not set out; and until when this holds (he who walks by has gone by then)."""
NEVER: Departures = (-math.inf, math.inf, math.inf)
"""At no time."""
HAIR = 1e-6
"""Closer than this two moments are one, ms."""
HORIZON = 120_000.0
"""Meetings that would need a departure later than this after the other's moment, in ms, are of no interest."""


def stretches(track: Sequence[Track]) -> list[Stretch]:
    """The stretches of a chain of moments; one who stands (or turns on the spot) has one for as long as he does."""
    found: list[Stretch] = []
    for (t, x, y), (u, v, w) in itertools.pairwise(track):
        if found and x == v and y == w and found[-1][1:6] == (x, y, t, x, y):
            t = found.pop()[0]
        found.append((t, x, y, u, v, w, x if x < v else v, y if y < w else w, v if x < v else x, w if y < w else y))
    return found


def ahead(way: Sequence[Stretch], now: int) -> list[Stretch]:
    """What is left of a way at a moment."""
    n = 0
    while n < len(way) - 1 and way[n][3] <= now:
        n += 1
    first = way[n]
    if first[0] >= now or first[3] <= first[0]:
        return list(way[n:])
    t, x, y, u, v, w = first[:6]
    part = (now - t) / (u - t)
    here = (now, x + (v - x) * part, y + (w - y) * part)
    return [*stretches([here, (u, v, w)]), *way[n + 1 :]]


def forbidden(
    mine: Sequence[Stretch], theirs: Sequence[Stretch], least: float, horizon: float = HORIZON
) -> list[Departures]:
    """The moments at which one who sets out then on `mine` (times from his departure) comes nearer than `least` to one on
    his way along `theirs` (clock times, from now on).

    The first stands at his beginning from now until he sets out, and each stands at his end until the other has arrived.
    Departures later than `horizon` ms from now are not asked for.
    """
    if too_near(mine, theirs, least):
        return [NEVER]
    square = least * least
    now = theirs[0][0]
    latest = now + horizon
    found = beside(mine, theirs, theirs, mine, least)
    for a in theirs:
        begin, end = a[0], a[3]
        x0, y0, x1, y1 = a[6] - least, a[7] - least, a[8] + least, a[9] + least
        for c in mine:
            # Too far away; or meetings that would need a departure long after this moment, or before it.
            if c[8] <= x0 or c[6] >= x1 or c[9] <= y0 or c[7] >= y1 or begin - c[3] > latest or end - c[0] < now:
                continue
            both = _crossing(c, a, least, square)
            if both is not None:
                found.append(both)
    return joined(found) if len(found) > 1 else found


def too_near(mine: Sequence[Stretch], theirs: Sequence[Stretch], least: float) -> bool:
    """Whether the ends of two ways lie so near that both can never have come to theirs."""
    dx, dy = mine[-1][4] - theirs[-1][4], mine[-1][5] - theirs[-1][5]
    return dx * dx + dy * dy < least * least


def beside(
    mine: Sequence[Stretch],
    theirs: Sequence[Stretch],
    passing: Sequence[Stretch],
    coming: Sequence[Stretch],
    least: float,
) -> list[Departures]:
    """The departures forbidden because the one stands still: while he waits at his beginning or has come to his end, and the
    other walks by (on one of the stretches `passing`), or when he walks (`coming`) by the other at his end."""
    found: list[Departures] = []
    fx, fy = mine[0][1], mine[0][2]
    lt, lx, ly = mine[-1][3:6]
    et, ex, ey = theirs[-1][3:6]
    square = least * least
    for a in passing:
        x0, y0, x1, y1 = a[6] - least, a[7] - least, a[8] + least, a[9] + least
        if x0 < fx < x1 and y0 < fy < y1:
            part = _within(a[1], a[2], a[4] - a[1], a[5] - a[2], fx, fy, square)
            if part is not None:
                span = a[3] - a[0]
                found.append((a[0] + span * part[0], math.inf, a[0] + span * part[1]))
        if x0 < lx < x1 and y0 < ly < y1:
            part = _within(a[1], a[2], a[4] - a[1], a[5] - a[2], lx, ly, square)
            if part is not None:
                found.append((-math.inf, a[0] + (a[3] - a[0]) * part[1] - lt, math.inf))
    for c in coming:
        if c[6] - least < ex < c[8] + least and c[7] - least < ey < c[9] + least:
            part = _within(c[1], c[2], c[4] - c[1], c[5] - c[2], ex, ey, square)
            if part is not None:
                found.append((et - c[0] - (c[3] - c[0]) * part[1], math.inf, math.inf))
    return found


def joined(found: list[Departures]) -> list[Departures]:
    """The same intervals with those made one that touch (and hold as long)."""
    found.sort()
    kept: list[Departures] = []
    for low, high, until in found:
        if kept and kept[-1][2] == until and low <= kept[-1][1] + HAIR:
            if high > kept[-1][1]:
                kept[-1] = (kept[-1][0], high, until)
        else:
            kept.append((low, high, until))
    return kept


def first_free(waits: Sequence[int], taken: list[Departures], now: int = 0) -> int | None:
    """The first of the waits (rising) after which one may set out, what is taken being in order; None when there is none."""
    n = 0
    for low, high, until in taken:
        if until <= now:
            continue
        while n < len(waits) and waits[n] + now < low - HAIR:
            return waits[n]
        while n < len(waits) and waits[n] + now <= high + HAIR:
            n += 1
        if n == len(waits):
            return None
    return waits[n]


def passes(way: Sequence[Stretch], x: float, y: float) -> float:
    """How near a way comes to a point."""
    least = math.inf
    for a in way:
        dx, dy = a[4] - a[1], a[5] - a[2]
        px, py = x - a[1], y - a[2]
        size = dx * dx + dy * dy
        part = 0.0 if size < 1e-12 else (px * dx + py * dy) / size
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
        least = min(least, math.hypot(px - dx * part, py - dy * part))
    return least


def _within(
    ax: float, ay: float, dx: float, dy: float, x: float, y: float, square: float
) -> tuple[float, float] | None:
    """Which part (0 to 1) of the stretch from (ax, ay) by (dx, dy) is nearer to a point than the root of `square`."""
    px, py = ax - x, ay - y
    c = px * px + py * py - square
    a = dx * dx + dy * dy
    if a < 1e-12:
        return (0.0, 1.0) if c < 0.0 else None
    b = px * dx + py * dy
    root = b * b - a * c
    if root <= 0.0:
        return None
    root = math.sqrt(root)
    low, high = (-b - root) / a, (-b + root) / a
    if low >= 1.0 or high <= 0.0:
        return None
    return (low if low > 0.0 else 0.0, high if high < 1.0 else 1.0)


def _crossing(c: Stretch, a: Stretch, least: float, square: float) -> Departures | None:
    """The departures by which somebody on the stretch c meets somebody on the stretch a."""
    ct, cx, cy, dt, dx, dy, _, _, _, _ = c
    at, ax, ay, bt, bx, by, _, _, _, _ = a
    ux, uy, ut = dx - cx, dy - cy, dt - ct
    vx, vy, vt = bx - ax, by - ay, bt - at
    uu, vv = ux * ux + uy * uy, vx * vx + vy * vy
    px, py = cx - ax, cy - ay
    low, high = math.inf, -math.inf
    # At either end of either stretch (what `_within` tells of one point, written out: this is the innermost of all) …
    for sx, sy, base in ((px, py, at - ct), (dx - ax, dy - ay, at - dt)):
        rest = sx * sx + sy * sy - square
        if vv < 1e-12:
            if rest >= 0.0:
                continue
            first, last = 0.0, 1.0
        else:
            b = -(sx * vx + sy * vy)
            root = b * b - vv * rest
            if root <= 0.0:
                continue
            root = math.sqrt(root)
            first, last = (-b - root) / vv, (-b + root) / vv
            if first >= 1.0 or last <= 0.0:
                continue
            if first < 0.0:
                first = 0.0
            if last > 1.0:
                last = 1.0
        first, last = base + first * vt, base + last * vt
        if first < low:
            low = first
        if last > high:
            high = last
    for sx, sy, base in ((px, py, at - ct), (cx - bx, cy - by, bt - ct)):
        rest = sx * sx + sy * sy - square
        if uu < 1e-12:
            if rest >= 0.0:
                continue
            first, last = 0.0, 1.0
        else:
            b = ux * sx + uy * sy
            root = b * b - uu * rest
            if root <= 0.0:
                continue
            root = math.sqrt(root)
            first, last = (-b - root) / uu, (-b + root) / uu
            if first >= 1.0 or last <= 0.0:
                continue
            if first < 0.0:
                first = 0.0
            if last > 1.0:
                last = 1.0
        first, last = base - last * ut, base - first * ut
        if first < low:
            low = first
        if last > high:
            high = last
    # … or within both: where the wait, a linear function of the distance between the two, is greatest and least on the disc.
    turned = ux * vy - uy * vx
    if turned > 1e-12 or turned < -1e-12:
        kx, ky = (uy * vt - ut * vy) / turned, (ut * vx - ux * vt) / turned
        size = math.sqrt(kx * kx + ky * ky)
        if size > 1e-12:
            for reach in (-least / size, least / size):
                x, y = reach * kx - px, reach * ky - py
                u, v = (x * vy - y * vx) / turned, (x * uy - y * ux) / turned
                if 0.0 < u < 1.0 and 0.0 < v < 1.0:
                    wait = at - ct + v * vt - u * ut
                    if wait < low:
                        low = wait
                    if wait > high:
                        high = wait
    return None if low > high else (low, high, math.inf)
