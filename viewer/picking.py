"""What lies under a ray: boxes first, then the triangles of what was hit. Pure numpy, so that it can be tested and needs no card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node, Vec3
from viewer.camera import vec
from viewer.pack import Bools, Packed


@dataclass(frozen=True)
class Hit:
    """The nearest thing on a ray: its node, the point in the world, the distance, and the unit normal there."""

    node: int
    point: Vec3
    distance: float
    normal: Vec3
    corners: tuple[Vec3, Vec3, Vec3]


class Picker:
    """Finds what a ray meets first in a packed scene."""

    def __init__(self, packed: Packed) -> None:
        self.packed = packed
        low = np.array([packed.shapes[f].low for f in packed.first_shape], float).reshape(-1, 3)
        high = np.array([packed.shapes[f].high for f in packed.first_shape], float).reshape(-1, 3)
        self.low, self.high = low - 1e-4, high + 1e-4

    def pick(
        self,
        world: NDArray[np.floating],
        origin: NDArray[np.floating],
        way: NDArray[np.floating],
        hidden: Bools | None = None,
        nearest: float = 0.0,
        farthest: float = 1e9,
    ) -> Hit | None:
        """The first hit between two distances along a unit `way`, or None; hidden instances and those scaled away let it pass."""
        return self.at(world, hidden).pick(origin, way, nearest, farthest)

    def at(self, world: NDArray[np.floating], hidden: Bools | None = None) -> Moment:
        """The scene at one moment, for several rays."""
        return Moment(self, world, hidden)


class Moment:
    """What a `Picker` knows of one moment: where everything is that is not hidden."""

    def __init__(self, picker: Picker, world: NDArray[np.floating], hidden: Bools | None) -> None:
        self._picker, packed = picker, picker.packed
        self._among = np.arange(len(packed.node)) if hidden is None else np.flatnonzero(~hidden)
        self._matrices = np.asarray(world)[packed.node[self._among], :3].astype(float)
        turn, shift = self._matrices[:, :, :3], self._matrices[:, :, 3]
        self._centre = np.einsum("nij,nj->ni", turn, packed.centre[self._among]) + shift
        size = np.sqrt(np.einsum("nij,nij->nj", turn, turn).max(axis=1)) if len(self._among) else np.zeros(0)
        self._reach = packed.radius[self._among] * size + 1e-3

    def pick(
        self, origin: NDArray[np.floating], way: NDArray[np.floating], nearest: float = 0.0, farthest: float = 1e9
    ) -> Hit | None:
        """As `Picker.pick`."""
        # First against the balls, which is cheap; then against the boxes, each in its own frame.
        away = self._centre - origin
        along = away @ way
        off = np.einsum("ni,ni->n", away, away) - along * along
        near = np.flatnonzero(
            (off <= self._reach * self._reach) & (along > -self._reach) & (along < farthest + self._reach)
        )
        near = near[np.abs(np.linalg.det(self._matrices[near, :, :3])) > 1e-15]
        if not len(near):
            return None
        some, matrices = self._among[near], self._matrices[near]
        inverse = np.linalg.inv(matrices[:, :, :3])
        start = np.einsum("nij,nj->ni", inverse, origin - matrices[:, :, 3])
        heading = inverse @ np.asarray(way, float)
        with np.errstate(divide="ignore", invalid="ignore"):
            one = (self._picker.low[some] - start) / heading
            two = (self._picker.high[some] - start) / heading
        enter = np.nanmax(np.minimum(one, two), axis=1)
        leave = np.nanmin(np.maximum(one, two), axis=1)
        good = (leave >= np.maximum(enter, nearest)) & (enter <= farthest)
        best: Hit | None = None
        limit = farthest
        for k in np.flatnonzero(good)[np.argsort(enter[good], kind="stable")]:
            if enter[k] > limit:
                break
            number = int(some[k])
            found = _triangles(self._picker.packed, number, start[k], heading[k], nearest, limit)
            if found is None:
                continue
            limit, corners = found
            m = matrices[k]
            a, b, c = (m[:, :3] @ p + m[:, 3] for p in corners)
            normal = np.cross(b - a, c - a)
            normal /= max(float(np.linalg.norm(normal)), 1e-12)
            point = np.asarray(origin, float) + np.asarray(way) * limit
            node = int(self._picker.packed.node[number])
            best = Hit(node, vec(point), float(limit), vec(normal), (vec(a), vec(b), vec(c)))
        return best


def _triangles(
    packed: Packed,
    number: int,
    start: NDArray[np.floating],
    way: NDArray[np.floating],
    nearest: float,
    farthest: float,
) -> tuple[float, NDArray[np.floating]] | None:
    shape = packed.shapes[packed.first_shape[number]]
    faces = np.concatenate([shape.faces, shape.faces_double])
    points = shape.vertices["position"][faces].astype(float)
    a = points[:, 0]
    ab, ac = points[:, 1] - a, points[:, 2] - a
    side = np.cross(way, ac)
    size = np.einsum("ni,ni->n", ab, side)
    size = np.where(np.abs(size) < 1e-14, np.nan, size)
    to = start - a
    u = np.einsum("ni,ni->n", to, side) / size
    turned = np.cross(to, ab)
    v = turned @ way / size
    t = np.einsum("ni,ni->n", ac, turned) / size
    with np.errstate(invalid="ignore"):
        hit = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (t > nearest) & (t < farthest)
    if not hit.any():
        return None
    k = int(np.flatnonzero(hit)[np.argmin(t[hit])])
    return float(t[k]), points[k]


def owner(nodes: tuple[Node, ...], index: Callable[[str], int], number: int) -> int:
    """The node that a person means by pointing: the person, or the nearest named thing above."""
    named: int | None = None
    at = number
    while True:
        node = nodes[at]
        if node.extras.get("kind") == "person":
            return at
        if named is None and (node.extras.get("label") or node.extras.get("id")):
            named = at
        if node.parent is None:
            return named if named is not None else number
        at = index(node.parent)


def snap(hit: Hit, within: float) -> tuple[Vec3, bool]:
    """The corner of the hit triangle nearest to the point, when it is within so many metres; else the point itself."""
    point = np.asarray(hit.point)
    gaps = [float(np.linalg.norm(point - np.asarray(c))) for c in hit.corners]
    best = int(np.argmin(gaps))
    return (hit.corners[best], True) if gaps[best] <= within else (hit.point, False)
