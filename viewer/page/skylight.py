"""How much sky is open in and about the hall, for the light of the page: the grid of the window, baked without a graphics card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.sampler import Sampler
from geometry.scene import Scene, in_layers
from viewer.skygrid import SkyGrid, bake

SHUTTING = frozenset({"platform", "hall", "walls", "roof"})
"""Layers that keep the sky out."""
SPACING = 0.11
"""Distance of the points that stand for a surface, in metres."""
PIXELS = 160
"""Side of a depth map: so coarse that the points leave no holes."""
_SIDE = 1.6
"""How far beyond the hall the grid goes, in metres."""


def sky_grid(scene: Scene) -> SkyGrid | None:
    """The grid over the hall of a scene at rest; None where nothing keeps the sky out."""
    points = _points(scene)
    if not len(points):
        return None

    # Axis by axis: a product with so small a matrix costs many times as much.
    x, y, z = np.ascontiguousarray(points.T, dtype=np.float32)

    def depth_of(matrix: NDArray[np.float64]) -> NDArray[np.float32]:
        u, v, w = (
            np.float32(m[0]) * x + np.float32(m[1]) * y + np.float32(m[2]) * z + np.float32(m[3] + 1)
            for m in matrix[:3]
        )
        column, row = ((k * np.float32(0.5 * PIXELS)).astype(np.int32) for k in (u, v))
        depth = np.ones(PIXELS * PIXELS, dtype=np.float32)
        # The view holds the box of all points.
        np.minimum.at(depth, row * PIXELS + column, w * np.float32(0.5))
        return depth.reshape(PIXELS, PIXELS)

    return bake(points.min(axis=0) - _SIDE, points.max(axis=0) + _SIDE, depth_of)


def _points(scene: Scene) -> NDArray[np.float64]:
    """Points (n, 3) spread over all standing surfaces that keep the sky out, in the same order every time."""
    world = Sampler(scene).world(None, 0).astype(np.float64)
    clouds = []
    for number, node in enumerate(scene.nodes):
        if node.mesh is None or not in_layers(node.layer, SHUTTING) or not max(node.scale):
            continue
        for part in scene.meshes[node.mesh].primitives:
            corners = part.positions.astype(np.float64) @ world[number][:3, :3].T + world[number][:3, 3]
            clouds.append(_spread(corners[part.faces.astype(np.int64)]))
    return np.concatenate(clouds) if clouds else np.zeros((0, 3))


def _spread(faces: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (n, 3) on triangles (m, 3, 3): as many as fit their areas, spread evenly; one in each cell is kept."""
    a, b, c = faces[:, 0], faces[:, 1], faces[:, 2]
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    counts = np.ceil(area / SPACING**2 * 1.5).astype(np.int64) + 1
    which = np.repeat(np.arange(len(faces)), counts)
    step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    # A sequence that fills the square evenly; what falls beyond the diagonal is folded back.
    u, v = (0.5 + step * 0.7548776662466927) % 1.0, (0.5 + step * 0.5698402909980532) % 1.0
    beyond = u + v > 1
    u, v = np.where(beyond, 1 - u, u)[:, None], np.where(beyond, 1 - v, v)[:, None]
    points: NDArray[np.float64] = a[which] * (1 - u - v) + b[which] * u + c[which] * v
    cells = np.floor(points / SPACING).astype(np.int64)
    cells -= cells.min(axis=0)
    x, y, z = cells.T
    wide, deep = cells[:, 1].max() + 1, cells[:, 2].max() + 1
    _, first = np.unique((x * wide + y) * deep + z, return_index=True)
    return points[np.sort(first)]
