"""Where things show themselves: their tops, and the point of their surface that is nearest to another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.anchors import nearest_on
from viewer.pack import Packed

MANY = 400
"""Triangles that are all looked at; of more only the nearest."""


def tops(packed: Packed, world: NDArray[np.floating]) -> dict[int, tuple[NDArray[np.float64], float]]:
    """For each node that is shown: middle of its top, and its height or width, gathered from all below it."""
    nodes, index = packed.scene.nodes, packed.index
    low: dict[int, NDArray[np.float64]] = {}
    high: dict[int, NDArray[np.float64]] = {}
    matrices = np.asarray(world, float)[packed.node]
    halves = np.einsum("nij,nj->ni", np.abs(matrices[:, :3, :3]), packed.half)
    middles = np.einsum("nij,nj->ni", matrices[:, :3, :3], packed.centre) + matrices[:, :3, 3]
    for k in np.flatnonzero(halves.max(axis=1, initial=0.0) >= 1e-4).tolist():
        least, most = middles[k] - halves[k], middles[k] + halves[k]
        at: int | None = int(packed.node[k])
        while at is not None:
            low[at] = np.minimum(low[at], least) if at in low else least
            high[at] = np.maximum(high[at], most) if at in high else most
            parent = nodes[at].parent
            at = index[parent] if parent is not None else None
    out = {}
    for i, top in high.items():
        middle = (low[i] + top) / 2
        out[i] = (np.array([middle[0], top[1], middle[2]]), float((top - low[i]).max()))
    return out


class Surfaces:
    """What things show, in the world, to find where on them a name belongs."""

    def __init__(self, packed: Packed, world: NDArray[np.floating]) -> None:
        self._packed, self._world = packed, world
        self._below: dict[int, list[int]] = {}
        nodes, index = packed.scene.nodes, packed.index
        for k, number in enumerate(packed.node):
            if np.abs(np.asarray(world[number])[:3, :3]).max() < 1e-4:
                continue
            at: int | None = int(number)
            while at is not None:
                self._below.setdefault(at, []).append(k)
                parent = nodes[at].parent
                at = index[parent] if parent is not None else None

    def near(self, node: int, point: NDArray[np.floating]) -> NDArray[np.float64]:
        """The point (3,) on a node, or on what is below it, that is nearest to a point; that point where it shows nothing."""
        found: list[tuple[float, int, NDArray[np.float64]]] = []
        for k in self._nearest(node, point):
            shape = self._packed.shapes[self._packed.first_shape[k]]
            matrix = np.asarray(self._world[self._packed.node[k]], float)
            spots = shape.vertices["position"].astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
            faces = np.concatenate([shape.faces, shape.faces_double])
            if len(faces) > MANY:
                # Those with a corner near the point: among so many they are small.
                gaps = np.linalg.norm(spots - point, axis=1)
                faces = faces[(gaps <= np.partition(gaps, MANY // 2)[MANY // 2])[faces].any(axis=1)]
            spot = nearest_on(spots[faces], point)
            found.append((float(np.linalg.norm(spot - point)), len(found), spot))
        return min(found)[2] if found else np.asarray(point, float)

    def _nearest(self, node: int, point: NDArray[np.floating]) -> list[int]:
        """Of what is below a node the few whose boxes are nearest to a point."""
        gaps = []
        for k in self._below.get(node, ()):
            shape = self._packed.shapes[self._packed.first_shape[k]]
            matrix = np.asarray(self._world[self._packed.node[k]], float)
            half = np.abs(matrix[:3, :3]) @ ((shape.high - shape.low) * 0.5)
            middle = matrix[:3, :3] @ shape.centre + matrix[:3, 3]
            gaps.append((float(np.linalg.norm(np.maximum(np.abs(point - middle) - half, 0.0))), k))
        return [k for _, k in sorted(gaps)[:3]]
