"""When two who walk would run into each other: the waits, before one of them sets out, at which they come too near.

Both ways are chains of straight stretches in time. For one stretch of each, the pairs of moments at which the two are too near
form a convex region (a disc seen through a linear map), so that the waits which lead to a meeting are one interval; all
stretches together give a union of intervals, and the first wait outside it is found without trying any.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Track = tuple[int, float, float]
"""When (ms) somebody is where."""
Waits = tuple[float, float, float]
"""From – to: waits, in ms, that lead to a meeting; and until when this holds (he who walks by has gone by then)."""


def forbidden(mine: Sequence[Track], theirs: Sequence[Track], least: float) -> list[Waits]:
    """The waits at which one who sets out on `mine` that much later comes nearer than `least` to one on his way along `theirs`.

    Both tracks begin at the same moment; the first stands at his beginning until he sets out, and each stands at his end
    until the other has arrived.
    """
    found: list[Waits] = []
    first, last, theirs_end = mine[0], mine[-1], theirs[-1]
    square = least * least
    if _square(last, theirs_end) < square:
        return [(-math.inf, math.inf, math.inf)]
    # While one waits at his beginning or has come to his end, and the other walks.
    for n in range(1, len(theirs)):
        a, b = theirs[n - 1], theirs[n]
        x0, x1 = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        y0, y1 = (a[2], b[2]) if a[2] < b[2] else (b[2], a[2])
        x0, x1, y0, y1 = x0 - least, x1 + least, y0 - least, y1 + least
        if x0 < first[1] < x1 and y0 < first[2] < y1:
            part = _within(a[1], a[2], b[1] - a[1], b[2] - a[2], first[1], first[2], square)
            if part is not None:
                span = b[0] - a[0]
                found.append((a[0] + span * part[0], math.inf, a[0] + span * part[1]))
        if x0 < last[1] < x1 and y0 < last[2] < y1:
            part = _within(a[1], a[2], b[1] - a[1], b[2] - a[2], last[1], last[2], square)
            if part is not None:
                found.append((-math.inf, a[0] + (b[0] - a[0]) * part[1] - last[0], math.inf))
        for m in range(1, len(mine)):
            c, d = mine[m - 1], mine[m]
            if (c[1] <= x0 and d[1] <= x0) or (c[1] >= x1 and d[1] >= x1):
                continue
            if (c[2] <= y0 and d[2] <= y0) or (c[2] >= y1 and d[2] >= y1):
                continue
            both = _crossing(c, d, a, b, least)
            if both is not None:
                found.append(both)
    for m in range(1, len(mine)):
        c, d = mine[m - 1], mine[m]
        part = _within(c[1], c[2], d[1] - c[1], d[2] - c[2], theirs_end[1], theirs_end[2], square)
        if part is not None:
            found.append((theirs_end[0] - c[0] - (d[0] - c[0]) * part[1], math.inf, math.inf))
    return found


def first_free(waits: Sequence[int], taken: list[Waits]) -> int | None:
    """The first of the waits (rising) that lies in none of the intervals; None when all do."""
    taken.sort()
    n = 0
    for low, high, _ in taken:
        while n < len(waits) and waits[n] < low - _HAIR:
            return waits[n]
        while n < len(waits) and waits[n] <= high + _HAIR:
            n += 1
        if n == len(waits):
            return None
    return waits[n]


def passes(track: Sequence[Track], x: float, y: float) -> float:
    """How near a track comes to a point."""
    least = math.hypot(track[-1][1] - x, track[-1][2] - y)
    for n in range(1, len(track)):
        a, b = track[n - 1], track[n]
        dx, dy = b[1] - a[1], b[2] - a[2]
        px, py = x - a[1], y - a[2]
        size = dx * dx + dy * dy
        part = 0.0 if size < 1e-12 else (px * dx + py * dy) / size
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
        least = min(least, math.hypot(px - dx * part, py - dy * part))
    return least


_HAIR = 1e-6


def _square(a: Track, b: Track) -> float:
    dx, dy = a[1] - b[1], a[2] - b[2]
    return dx * dx + dy * dy


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


def _crossing(c: Track, d: Track, a: Track, b: Track, least: float) -> Waits | None:
    """The waits at which somebody on the stretch c–d meets somebody on the stretch a–b."""
    square = least * least
    ux, uy, ut = d[1] - c[1], d[2] - c[2], d[0] - c[0]
    vx, vy, vt = b[1] - a[1], b[2] - a[2], b[0] - a[0]
    offset = a[0] - c[0]
    low, high = math.inf, -math.inf
    # At either end of either stretch …
    for u, (x, y) in ((0.0, c[1:]), (1.0, d[1:])):
        part = _within(a[1], a[2], vx, vy, x, y, square)
        if part is not None:
            base = offset - u * ut
            low, high = min(low, base + part[0] * vt), max(high, base + part[1] * vt)
    for v, (x, y) in ((0.0, a[1:]), (1.0, b[1:])):
        part = _within(c[1], c[2], ux, uy, x, y, square)
        if part is not None:
            base = offset + v * vt
            low, high = min(low, base - part[1] * ut), max(high, base - part[0] * ut)
    # … or within both: where the wait, a linear function of the distance between the two, is greatest and least on the disc.
    turned = ux * vy - uy * vx
    if abs(turned) > 1e-12:
        kx, ky = (uy * vt - ut * vy) / turned, (ut * vx - ux * vt) / turned
        size = math.hypot(kx, ky)
        if size > 1e-12:
            px, py = c[1] - a[1], c[2] - a[2]
            for sign in (-1.0, 1.0):
                x, y = sign * least * kx / size - px, sign * least * ky / size - py
                u, v = (x * vy - y * vx) / turned, (x * uy - y * ux) / turned
                if 0.0 < u < 1.0 and 0.0 < v < 1.0:
                    wait = offset + v * vt - u * ut
                    low, high = min(low, wait), max(high, wait)
    return None if low > high else (low, high, math.inf)
