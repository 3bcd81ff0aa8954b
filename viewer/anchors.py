"""Where a name touches its thing, and what the stroke to it may not cross."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]
Point = tuple[float, float]


def nearest_on(triangles: NDArray[np.floating], point: NDArray[np.floating]) -> NDArray[np.float64]:
    """The point (3,) of some triangles (n, 3, 3) that is nearest to a point (3,), in the unit of both.

    >>> flat = np.array([[[0, 0, 0], [4, 0, 0], [0, 0, 4]]], float)
    >>> [round(float(v), 3) for v in nearest_on(flat, np.array([1.0, 5.0, 1.0]))]
    [1.0, 0.0, 1.0]
    """
    a, b, c = (np.asarray(triangles[:, k], float) for k in range(3))
    normal = _cross(b - a, c - a)
    size = np.einsum("ni,ni->n", normal, normal)
    kept = size > 1e-18
    if not kept.any():
        return np.asarray(point, float)
    a, b, c, normal, size = a[kept], b[kept], c[kept], normal[kept], size[kept]
    foot = point - normal * (np.einsum("ni,ni->n", point - a, normal) / size)[:, None]
    inside = np.ones(len(a), bool)
    spots, gaps = [], []
    for p, q in ((a, b), (b, c), (c, a)):
        edge = q - p
        inside &= np.einsum("ni,ni->n", _cross(edge, foot - p), normal) >= 0
        along = np.clip(
            np.einsum("ni,ni->n", point - p, edge) / np.maximum(np.einsum("ni,ni->n", edge, edge), 1e-18), 0, 1
        )
        spots.append(p + edge * along[:, None])
        gaps.append(np.linalg.norm(spots[-1] - point, axis=1))
    spots.append(foot)
    gaps.append(np.where(inside, np.linalg.norm(foot - point, axis=1), np.inf))
    flat = int(np.argmin(np.concatenate(gaps)))
    return np.asarray(np.concatenate(spots)[flat])


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    # numpy's own takes twenty times as long for a few vectors.
    x, y, z = a.T
    u, v, w = b.T
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=1)


def cuts(a: Point, b: Point, box: Box) -> bool:
    """Whether the stroke from a to b touches a box (left, top, right, bottom).

    >>> cuts((0, 0), (4, 4), (1, 1, 2, 2)), cuts((0, 0), (0, 4), (1, 1, 2, 2))
    (True, False)
    """
    first, last = 0.0, 1.0
    for start, way, low, high in ((a[0], b[0] - a[0], box[0], box[2]), (a[1], b[1] - a[1], box[1], box[3])):
        if abs(way) < 1e-9:
            if not low < start < high:
                return False
            continue
        one, two = (low - start) / way, (high - start) / way
        first, last = max(first, min(one, two)), min(last, max(one, two))
    return first < last


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the strokes from a to b and from c to d cross."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def free(
    plate: Box, stroke: tuple[Point, Point], plates: Sequence[Box], strokes: Sequence[tuple[Point, Point]]
) -> bool:
    """Whether a plate and the stroke from it lie on none of those that are there, and none of their strokes under it."""
    left, top, right, low = plate
    (ax, ay), (bx, by) = stroke
    west, east = (ax, bx) if ax < bx else (bx, ax)
    north, south = (ay, by) if ay < by else (by, ay)
    # While the camera moves this is asked some hundred times a picture: what lies apart is left out by its box.
    for box in plates:
        if left < box[2] and box[0] < right and top < box[3] and box[1] < low:
            return False
        if west <= box[2] and box[0] <= east and north <= box[3] and box[1] <= south and cuts(*stroke, box):
            return False
    for other in strokes:
        (cx, cy), (dx, dy) = other
        first, last = (cx, dx) if cx < dx else (dx, cx)
        upper, lower = (cy, dy) if cy < dy else (dy, cy)
        if first <= right and left <= last and upper <= low and top <= lower and cuts(*other, plate):
            return False
        if first <= east and west <= last and upper <= south and north <= lower and crosses(*stroke, *other):
            return False
    return True
