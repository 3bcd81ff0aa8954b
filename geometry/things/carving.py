"""Carved work: rounded limbs along a path, parts mirrored, a body fitted to its measures, the pierced block of a tally-holder."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from shapely.geometry import Polygon

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Point,
    Solid,
    box,
    curve,
    frame,
    mirrored,
    placed,
    prism,
    tube,
)


def limb(points: ArrayLike, radii: ArrayLike, count: int, sides: int, flat: float = 1.0) -> Body:
    """A rounded limb or body along a smooth path, its thickness varying along it; ends drawn in."""
    path = curve(points, count)
    given = np.asarray(radii, dtype=np.float64)
    width = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(given)), given)
    return tube(path, width, sides, flat=flat, name="limb")


def both(mesh: Body) -> list[Body]:
    """A part and its mirror image on the other side."""
    return [mesh, mirrored(mesh)]


def fitted(parts: list[Body], wide: float, long: float) -> list[Body]:
    """The carved body drawn to exactly its width (X) and length (Z), its feet on the ground."""
    points = np.vstack([np.asarray(p.vertices) for p in parts])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = np.array([wide / (high[0] - low[0]), 1.0, long / (high[2] - low[2]), 1.0])
    matrix = np.diag(scale)
    matrix[:3, 3] = -scale[0] * (low[0] + high[0]) / 2, -low[1], -scale[2] * (low[2] + high[2]) / 2
    return [placed(p, matrix) for p in parts]


def _holes(
    count: int, long: float, wide: float, hole: float
) -> tuple[list[list[tuple[float, float]]], list[tuple[float, float]]]:
    """Outlines (x, z) and middles of eight holes in two rows of four."""
    rings, middles = [], []
    for row in (-1, 1):
        for k in range(count // 2):
            x, z = row * wide * 0.24, (k - (count / 2 - 1) / 2) * long / (count / 2)
            half = hole / 2
            rings.append([(x + half * math.cos(t), z + half * math.sin(t)) for t in np.arange(8) * math.pi / 4])
            middles.append((x, z))
    return rings, middles


def pierced_block(size: Sizes, high: float, z0: float) -> tuple[list[Solid], dict[str, Point]]:
    """The pierced block let into the back: a plate with eight holes over a dark bottom; its length is the dimension of the holes."""
    long, sunk = size("tally-holder.hole"), size("tally-holder.sunk")
    wide = size("tally-holder.width") * 0.42
    rings, middles = _holes(8, long * 0.92, wide, size("tally-holder.hole-width"))
    shape = Polygon([(-wide / 2, -long / 2), (wide / 2, -long / 2), (wide / 2, long / 2), (-wide / 2, long / 2)], rings)
    plate = placed(
        prism(shape, high - sunk, high, name="tally-holder", dimension="tally-holder.hole"), frame((0.0, 0.0, z0))
    )
    floor = box(
        (-wide / 2 + 0.001, wide / 2 - 0.001),
        (high - sunk - 0.004, high - sunk),
        (z0 - long / 2 + 0.001, z0 + long / 2 - 0.001),
    )
    points: dict[str, Point] = {f"hole-{k + 1}": (x, high - sunk, z0 + z) for k, (x, z) in enumerate(middles)}
    return [
        Solid("holes", plate, "lacquer-dark", ("tally-holder.hole",), "things", None, points),
        Solid("holes-floor", floor, "ink", (), "things"),
    ], points
