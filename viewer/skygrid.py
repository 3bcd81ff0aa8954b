"""How much sky each place sees: a coarse grid over the ground, from depth maps in many directions.

Ambient light in a hall must fall off from the open front to the back wall; this gives it to floor, things and people alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_CELLS = 170_000
DIRECTIONS = 20
AWAY = ("landscape", "backdrop")


@dataclass(frozen=True, eq=False)
class SkyGrid:
    """`values` (depth, height, width, 4) bytes over a box from `origin` of `size` metres; the axes of the array are z, y, x.

    The four bytes are the mean direction of open sky (x, y, z, each −1 to 1 as 0–255) and the share of sky that is open.
    """

    origin: NDArray[np.float64]
    size: NDArray[np.float64]
    values: NDArray[np.uint8]

    def at(self, point: NDArray[np.floating] | tuple[float, float, float]) -> float:
        """Share of the sky seen from a point, 0–1; 1 outside of the box."""
        place = (np.asarray(point, float) - self.origin) / self.size
        if (place < 0).any() or (place >= 1).any():
            return 1.0
        shape = self.values.shape[:3]
        x, y, z = (int(p * n) for p, n in zip(place, shape[::-1], strict=True))
        return float(self.values[z, y, x, 3]) / 255.0


def ambient(
    grid: SkyGrid,
    points: NDArray[np.floating],
    normals: NDArray[np.floating],
    reach: float,
    low: Sequence[float],
    high: Sequence[float],
    strength: float,
) -> NDArray[np.float32]:
    """Light from everywhere (n, 3) at points with unit normals (n, 3): the same as `ambient_light` of the shaders."""
    shape = np.array(grid.values.shape[2::-1])
    at = (points + normals * reach - grid.origin) / grid.size * shape - 0.5
    at = np.clip(at, 0.0, shape - 1.0)
    cell = np.minimum(at.astype(np.int64), np.maximum(shape - 2, 0))
    part = (at - cell).astype(np.float32)
    values = np.zeros((len(points), 4), np.float32)
    for corner in range(8):
        step = np.array([corner & 1, corner >> 1 & 1, corner >> 2 & 1])
        share = np.prod(np.where(step, part, 1.0 - part), axis=1)
        x, y, z = np.minimum(cell + step, shape - 1).T
        values += share[:, None] * grid.values[z, y, x]
    values /= 255.0
    toward = values[:, :3] * 2.0 - 1.0
    sky = values[:, 3:]
    shut = 1.0 - sky
    facing = np.einsum("ni,ni->n", normals, toward) / np.maximum(np.linalg.norm(toward, axis=1), 0.2)
    faced = (0.5 + 0.5 * facing)[:, None]
    up = (0.5 + 0.5 * normals[:, 1])[:, None]
    around = np.asarray(low) * (1 - up) + np.asarray(high) * up
    light = (strength + (0.8 - strength) * shut) * around * (0.14 + 0.86 * sky) * (1 + (0.30 + 1.25 * faced - 1) * shut)
    down = np.maximum(-normals[:, 1:2], 0.0)
    warm = np.array([0.24, 0.187, 0.128]) * shut * (1.0 - sky * 0.5) * (0.34 + 0.8 * faced + 0.6 * down)
    return np.asarray(light + warm, np.float32)


def open_sky() -> SkyGrid:
    """A grid of nothing but sky."""
    return SkyGrid(
        np.array([-1e4, -1e4, -1e4]), np.array([2e4, 2e4, 2e4]), np.array([[[[128, 255, 128, 255]]]], np.uint8)
    )


def directions(count: int = DIRECTIONS) -> NDArray[np.float64]:
    """Unit vectors (count, 3) spread over the upper half, more of them high up."""
    out = np.empty((count, 3))
    for i in range(count):
        up = math.sqrt((i + 0.5) / count) * 0.97
        angle = i * 2.399963
        flat = math.sqrt(1 - up * up)
        out[i] = (flat * math.cos(angle), up, flat * math.sin(angle))
    return out


def box(
    low: NDArray[np.floating], high: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, int, int]]:
    """Origin, size and cells (x, y, z) of a grid over bounds, with a margin."""
    extent = np.asarray(high, float) - low
    margin = np.clip(extent * 0.08, 0.05, 2.0)
    origin = np.asarray(low, float) - margin
    size = extent + 2 * margin
    size[1] += margin[1]
    cell = np.array([1.0, 0.62, 1.0]) * (np.prod(size) / 0.62 / MOST_CELLS) ** (1 / 3)
    cell = np.maximum(cell, size.max() / 90.0 * 0.4)
    cells = np.clip(np.ceil(size / cell), 2, 256).astype(int)
    return origin, size, (int(cells[0]), int(cells[1]), int(cells[2]))


def light_matrix(
    way: NDArray[np.floating], low: NDArray[np.floating], high: NDArray[np.floating]
) -> NDArray[np.float64]:
    """Clip matrix (4, 4) of a flat view along −`way` that holds the box."""
    up = np.array([0.0, 1.0, 0.0]) if abs(way[1]) < 0.95 else np.array([0.0, 0.0, -1.0])
    right = np.cross(up, way)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(way, right), np.asarray(way, float)])
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    local = corners @ axes.T
    least, most = local.min(axis=0), local.max(axis=0)
    out = np.eye(4)
    for i in range(3):
        scale = 2.0 / max(most[i] - least[i], 1e-6) * (1 if i < 2 else -1)
        out[i, :3] = axes[i] * scale
        out[i, 3] = -(most[i] + least[i]) / 2.0 * scale
    return out


def baking(
    low: NDArray[np.floating],
    high: NDArray[np.floating],
    depth_of: Callable[[NDArray[np.float64]], NDArray[np.float32]],
    count: int = DIRECTIONS,
) -> Generator[None, None, SkyGrid]:
    """The grid over bounds, in slices, one for each direction; `depth_of(clip matrix)` draws what stands there and returns its depth (height, width)."""
    origin, size, (nx, ny, nz) = box(low, high)
    xs, ys, zs = (origin[i] + (np.arange(n) + 0.5) / n * size[i] for i, n in enumerate((nx, ny, nz)))
    ways = directions(count)
    open_to = np.empty((count, nz, ny, nx), np.float32)
    slack = float(max(size[0] / nx, size[2] / nz)) * 0.35

    def over(row: NDArray[np.floating], scale: float, shift: float) -> NDArray[np.float32]:
        """A row of the matrix at all cells, scaled and shifted: a flat view is linear, each axis of the grid adds its share."""
        x, yz = row[0] * xs, (row[2] * zs)[:, None] + (row[1] * ys)[None, :] + row[3]
        return np.asarray(((yz * scale + shift).astype(np.float32))[:, :, None] + (x * scale).astype(np.float32))

    for k, way in enumerate(ways):
        matrix = light_matrix(way, origin, origin + size)
        depth = depth_of(matrix)
        rows, columns = depth.shape
        # All cells lie inside of the view; one that would be on its rim by a rounding is kept inside.
        i = np.minimum(over(matrix[1], 0.5 * rows, 0.5 * rows).astype(np.int32), rows - 1)
        j = np.minimum(over(matrix[0], 0.5 * columns, 0.5 * columns).astype(np.int32), columns - 1)
        i *= columns
        i += j
        per_metre = float(np.linalg.norm(matrix[2, :3]))
        away = over(matrix[2], 0.5, 0.5 - 0.5 * slack * per_metre)
        np.less_equal(away, depth.ravel()[i], out=open_to[k], casting="unsafe")
        yield
    seen = open_to.sum(axis=0)
    toward = ways.astype(np.float32).T @ open_to.reshape(count, -1)
    length = np.sqrt((toward * toward).sum(axis=0))
    up = np.array([[0.0], [1.0], [0.0]], np.float32)
    toward = np.where(length > 1e-3, toward / np.maximum(length, 1e-3), up).reshape(3, nz, ny, nx)
    values = np.stack([*(toward * 127.0 + 128.0), seen / count * 255.0], axis=3)
    values = np.clip(np.rint(values), 0, 255).astype(np.uint8)
    return SkyGrid(origin, size, values)


def bake(
    low: NDArray[np.floating],
    high: NDArray[np.floating],
    depth_of: Callable[[NDArray[np.float64]], NDArray[np.float32]],
    count: int = DIRECTIONS,
) -> SkyGrid:
    """The grid over bounds, at once; as `baking`."""
    work = baking(low, high, depth_of, count)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: SkyGrid = done.value
            return found
