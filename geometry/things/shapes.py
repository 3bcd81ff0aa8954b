"""Small shapes that several things share: feathers, cords, vessels turned from a drawn profile, rows of copies."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from geometry.solids import Body, Floats, curve, frame, lathe, loft, placed, tube


def feather(length: float, width: float, droop: float = 0.0, parts: int = 4, thickness: float = 0.0012) -> Body:
    """A vane from the origin along +X, its flat side up; `droop` bends the tip down by that part of its length."""
    at = np.linspace(0, 1, parts + 1)
    half = width / 2 * np.clip(np.sin(math.pi * (0.12 + 0.80 * at) ** 0.85), 0.12, 1)
    rings = []
    for t, w in zip(at, half, strict=True):
        x = length * t
        y = -droop * length * t * t
        rings.append([(x, y - thickness, 0.0), (x, y, w), (x, y + thickness, 0.0), (x, y, -w)])
    return loft(rings, "feather")


def ring(radius: float, thickness: float, sides: int = 8, around: int = 4) -> Body:
    """A small loop about the Y axis."""
    turn = np.arange(around) * 2 * math.pi / around
    profile = [(radius + thickness * math.cos(t), thickness * math.sin(t)) for t in turn]
    return lathe(profile, sides)


def vessel(
    outside: Sequence[tuple[float, float]], wall: float, sides: int = 24, samples: int = 14, floor: float | None = None,
    name: str = "vessel", dimension: str = "",
) -> Body:  # fmt: skip
    """A hollow turned vessel: `outside` (radius, height) from foot to rim, smoothed; the inside follows it at `wall`.

    `floor` is the height of the bottom inside (default: one wall above the foot). The rim and foot keep exactly the given
    radius and height, and no smoothing bulges past the widest given radius.
    """
    given = np.asarray(outside, dtype=np.float64)
    # As many steps in each span, so that every given point, and with it the widest, is kept.
    steps = max(1, round(samples / (len(given) - 1)))
    line = curve(np.column_stack([given, np.zeros(len(given))]), steps * (len(given) - 1) + 1)[:, :2]
    line[:, 0] = np.clip(line[:, 0], 0.0, given[:, 0].max())
    line[:, 1] = np.clip(np.maximum.accumulate(line[:, 1]), given[0, 1], given[-1, 1])
    bottom = line[0, 1] + wall if floor is None else floor
    inner = [(max(r - wall, wall * 0.4), h) for r, h in line if h > bottom + wall * 0.6]
    rim_r, rim_h = line[-1]
    inner = [p for p in inner if p[1] < rim_h - wall * 0.5]
    profile = [(0.0, line[0, 1]), *map(tuple, line.tolist()), (rim_r - wall * 0.75, rim_h), *inner[::-1], (0.0, bottom)]
    return lathe(profile, sides, name, dimension)


def solid_profile(
    outside: Sequence[tuple[float, float]], sides: int = 24, samples: int = 0, name: str = "turned"
) -> Body:
    """A full turned body from a profile that need not touch the axis."""
    points = np.asarray(outside, dtype=np.float64)
    if samples:
        widest = points[:, 0].max()
        points = curve(np.column_stack([points, np.zeros(len(points))]), samples)[:, :2]
        points[:, 0] = np.clip(points[:, 0], 1e-4, widest)
    return lathe(
        [(0.0, float(points[0, 1])), *[(float(r), float(h)) for r, h in points], (0.0, float(points[-1, 1]))],
        sides,
        name,
    )


def helix(start: ArrayLike, end: ArrayLike, radius: float, turns: float, thickness: float, sides: int = 4) -> Body:
    """A cord wound about a straight rod between two points."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    along = (b - a) / np.linalg.norm(b - a)
    side = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    side = side / np.linalg.norm(side)
    other = np.cross(along, side)
    t = np.linspace(0, 1, max(6, int(turns * 6)))
    angle = t * turns * 2 * math.pi
    path = a + (b - a) * t[:, None] + radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other)
    return tube(path, thickness, sides)


def sagging(start: ArrayLike, end: ArrayLike, sag: float, count: int = 7) -> Floats:
    """Points of a slack cord between two points."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    t = np.linspace(0, 1, count)[:, None]
    path: Floats = a + (b - a) * t
    path[:, 1] -= sag * 4 * (t[:, 0] * (1 - t[:, 0]))
    return path


def aligned(mesh: Body, start: ArrayLike, end: ArrayLike) -> Body:
    """A body drawn along +Y from the origin, turned and moved so that it runs from `start` toward `end` (not stretched)."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    up = (b - a) / np.linalg.norm(b - a)
    side = np.cross(up, (0.0, 0.0, 1.0) if abs(up[2]) < 0.9 else (1.0, 0.0, 0.0))
    side = side / np.linalg.norm(side)
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2], matrix[:3, 3] = side, up, np.cross(side, up), a
    return placed(mesh, matrix)


def row(mesh: Body, spots: ArrayLike, yaw: float = 0.0) -> list[Body]:
    """Copies at several points."""
    return [placed(mesh, frame(tuple(map(float, p)), yaw)) for p in np.asarray(spots, dtype=np.float64)]


def sides_of(lod: int, fine: int = 20, coarse: int = 8) -> int:
    """How many sides a turned body gets; multiples of four keep its widths exact."""
    return fine if lod == 0 else coarse


def rib(radius: float, height: float, thick: float, sides: int) -> Body:
    """A raised line round a vessel."""
    return placed(ring(radius, thick, sides, 3), frame((0.0, height, 0.0)))


def surface(radius: float, height: float, sides: int) -> Body:
    """The level of what is in a vessel."""
    return lathe([(0, height - 0.004), (radius, height - 0.004), (radius, height), (0, height)], sides)
