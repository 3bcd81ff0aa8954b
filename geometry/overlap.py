"""What of the built ground stands in the way of something else: upright boxes round what is placed, compared pair by pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from geometry.finish import bounds, pieces
from geometry.sampler import compose
from geometry.scene import Floats, Mesh, Node

SLACK = 0.002
"""Things that touch may share so much, in m."""
LYING = ("court", "path-", "mark-", "tufts")
"""Earth and what is painted or strewn on it: everything stands on them."""
SPREADING = ("tree-at-", "shrub-at-")
"""Crowns may hang over a wall; only the stem takes room."""
FRAMES = ("frames", "rafters")
"""Nodes that hold many timbers with room between them."""
GATEHOUSE = ("gate", "lodge-east", "lodge-west", "gate-roof")
"""Nodes that are one building."""


@dataclass(frozen=True)
class Box:
    """A box standing upright: its corners on plan (4, 2) in order, and its heights."""

    name: str
    group: str
    corners: Floats
    low: float
    high: float
    node: Node
    world: Floats


def overlaps(nodes: Iterable[Node], meshes: Mapping[str, Mesh]) -> list[tuple[str, str]]:
    """Pairs of node names of different groups (a group is a root node and all below it) whose boxes run into each other."""
    boxes = _boxes(list(nodes), meshes)
    flat = np.array([[*b.corners.min(axis=0), b.low, *b.corners.max(axis=0), b.high] for b in boxes])
    found = []
    for i, one in enumerate(boxes):
        near = (flat[i, :3] < flat[i + 1 :, 3:] - SLACK).all(axis=1) & (flat[i, 3:] > flat[i + 1 :, :3] + SLACK).all(
            axis=1
        )
        for j in np.flatnonzero(near) + i + 1:
            other = boxes[j]
            if one.group == other.group or (one.name, other.name) in found or _apart(one.corners, other.corners):
                continue
            if _meet(_faces(one, meshes), _faces(other, meshes)):
                found.append((one.name, other.name))
    return found


def _faces(box: Box, meshes: Mapping[str, Mesh]) -> Floats:
    """The least and greatest corner of every triangle, (n, 6), in the frame of the scene; of a crown its box alone."""
    if box.name.startswith(SPREADING):
        low, high = box.corners.min(axis=0), box.corners.max(axis=0)
        return np.array([[low[0], box.low, low[1], high[0], box.high, high[1]]])
    found = []
    for part in meshes[box.node.mesh or ""].primitives:
        points = part.positions.astype(np.float64) @ box.world[:3, :3].T + box.world[:3, 3]
        corners = _cut(points[part.faces.astype(np.int64)])
        found.append(np.hstack([corners.min(axis=1), corners.max(axis=1)]))
    return np.vstack(found)


def _cut(corners: Floats) -> Floats:
    """Triangles (n, 3, 3) with those longer than half a metre cut in four, twice over: a slanting rope fills no box."""
    for _ in range(2):
        large = np.ptp(corners, axis=1).max(axis=1) > 0.5
        a, b, c = corners[large].transpose(1, 0, 2)
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        quarters = [np.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]
        corners = np.concatenate([corners[~large], *quarters])
    return corners


def _meet(one: Floats, other: Floats) -> bool:
    """Whether the box of any triangle of one shape runs into that of any triangle of the other."""

    def near(rows: Floats, to: Floats) -> Floats:
        low, high = to[:, :3].min(axis=0), to[:, 3:].max(axis=0)
        inside: Floats = rows[((rows[:, :3] < high - SLACK) & (rows[:, 3:] > low + SLACK)).all(axis=1)]
        return inside

    one, other = near(one, other), near(other, one)
    return any(
        bool(((row[:3] < other[:, 3:] - SLACK) & (row[3:] > other[:, :3] + SLACK)).all(axis=1).any()) for row in one
    )


def _boxes(nodes: list[Node], meshes: Mapping[str, Mesh]) -> list[Box]:
    local = compose(
        np.array([n.translation for n in nodes]),
        np.array([n.rotation for n in nodes]),
        np.array([n.scale for n in nodes]),
    )
    at: dict[str, Floats] = {}
    group: dict[str, str] = {}
    boxes = []
    for node, matrix in zip(nodes, local, strict=True):
        at[node.name] = matrix if node.parent is None else at[node.parent] @ matrix
        root = "gate" if node.name in GATEHOUSE else node.name
        group[node.name] = root if node.parent is None else group[node.parent]
        if node.mesh is None or node.name.startswith(LYING) or max(node.scale) == 0.0:
            continue
        for low, high in _extents(node, meshes[node.mesh]):
            ring = np.array([(low[0], low[2]), (high[0], low[2]), (high[0], high[2]), (low[0], high[2])])
            world = at[node.name]
            corners = ring @ world[np.ix_([0, 2], [0, 2])].T + world[[0, 2], 3]
            heights = sorted((world[1, 1] * low[1] + world[1, 3], world[1, 1] * high[1] + world[1, 3]))
            boxes.append(Box(node.name, group[node.name], corners, heights[0], heights[1], node, world))
    return boxes


def _extents(node: Node, mesh: Mesh) -> list[tuple[Floats, Floats]]:
    """The least and greatest corner of a node's shape; of a frame each timber by itself."""
    low, high = bounds(mesh)
    if node.name.startswith(SPREADING):
        return [(np.array([-0.25, low[1], -0.25]), np.array([0.25, high[1], 0.25]))]
    if node.name in FRAMES:
        return pieces(mesh)
    return [(low, high)]


def _apart(one: Floats, other: Floats) -> bool:
    """Whether a line separates two rectangles."""
    for ring in (one, other):
        for side in (ring[1] - ring[0], ring[2] - ring[1]):
            length = float(np.hypot(*side))
            if length < 1e-9:
                continue
            axis = side / length
            a, b = one @ axis, other @ axis
            if a.max() <= b.min() + SLACK or b.max() <= a.min() + SLACK:
                return True
    return False
