"""From a `Scene` to arrays that a graphics card takes: shapes (one per mesh and level of detail) and instances of them.

Nothing here needs OpenGL. A *shape* merges all primitives of a mesh into one vertex buffer (the material goes into the
vertices), so that each mesh is one draw however many materials it has. An *instance* is a node that shows a mesh.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node, Scene, in_layers
from viewer.coarse import coarser
from viewer.light import GRADES
from viewer.shape import Shape, make_shape

Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LAND = ("ground", "landscape", "backdrop")
NEUTRAL = len(GRADES)
LEVEL_PIXELS = (70.0, 26.0, 12.0)
"""Radius in pixels below which each of the levels of detail that a mesh brings along is drawn."""


@dataclass(frozen=True, eq=False)
class Packed:
    """A scene as arrays. Instances are sorted by shape; all per-instance arrays have length n.

    `first_shape` indexes `shapes` (level 0), `levels` counts the levels of detail that follow it; `node` indexes
    `scene.nodes`; `moving` tells whether any track moves it; `grade` 0–3 is its certainty (NEUTRAL: none).
    """

    scene: Scene
    shapes: tuple[Shape, ...]
    capacity: Ints
    first_shape: Ints
    levels: Ints
    node: Ints
    layer: Ints
    layers: tuple[str, ...]
    moving: Bools
    grade: Ints
    centre: Floats32
    radius: Floats32
    half: Floats32
    index: Mapping[str, int] = field(default_factory=dict)
    draft: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """For each instance how far after its first shape a coarser one lies for pictures of a moving camera; −1 where there is none."""

    def hidden(self, layers: Iterable[str]) -> Bools:
        """Which instances lie in any of `layers`, or in a part of one."""
        away = frozenset(layers)
        chosen = [n for n, name in enumerate(self.layers) if in_layers(name, away)]
        return np.isin(self.layer, chosen)


def pack(scene: Scene) -> Packed:
    """Arrays of a scene. Nodes whose mesh is missing are skipped."""
    index = {node.name: i for i, node in enumerate(scene.nodes)}
    moved = moving_nodes(scene)
    grades = node_grades(scene.nodes)
    shapes: list[Shape] = []
    place: dict[str, tuple[int, int]] = {}
    rows: list[tuple[int, int, int]] = []
    for number, node in enumerate(scene.nodes):
        if node.mesh is None or node.mesh not in scene.meshes:
            continue
        if node.mesh not in place:
            mesh = scene.meshes[node.mesh]
            place[node.mesh] = (len(shapes), 1 + len(mesh.lod))
            shapes += [make_shape(m, scene.materials) for m in (mesh, *mesh.lod)]
        rows.append((*place[node.mesh], number))
    rows.sort()
    first = np.array([r[0] for r in rows], np.int64)
    node_of = np.array([r[2] for r in rows], np.int64)
    layers = tuple(dict.fromkeys(n.layer for n in scene.nodes))
    draft = _drafts(shapes, rows)
    capacity = np.zeros(len(shapes), np.int64)
    for shape, levels, _ in rows:
        capacity[shape : shape + levels] += 1
    np.add.at(capacity, (first + draft)[draft > 0], 1)
    return Packed(
        scene=scene,
        shapes=tuple(shapes),
        capacity=capacity,
        first_shape=first,
        levels=np.array([r[1] for r in rows], np.int64),
        node=node_of,
        layer=np.array([layers.index(scene.nodes[i].layer) for i in node_of], np.int64),
        layers=layers,
        moving=np.array([moved[i] for i in node_of], bool),
        grade=np.array([grades[i] for i in node_of], np.int64),
        centre=np.array([shapes[f].centre for f in first], np.float32).reshape(-1, 3),
        radius=np.array([shapes[f].radius for f in first], np.float32),
        half=np.array([(shapes[f].high - shapes[f].low) * 0.5 for f in first], np.float32).reshape(-1, 3),
        index=index,
        draft=draft,
    )


def merge(scene: Scene) -> None:
    """Make all shapes of a scene ready, so that packing it, or another with the same meshes, takes less time."""
    for mesh in scene.meshes.values():
        forms = [make_shape(m, scene.materials) for m in (mesh, *mesh.lod)]
        if forms[-1].radius < SMALL:
            coarser(forms[-1])


SMALL = 2.5
"""Metres of radius up to which a thing has a coarser form for a moving camera."""


def _drafts(shapes: list[Shape], rows: list[tuple[int, int, int]]) -> Ints:
    """Add coarser forms of the coarsest shapes of small things to `shapes`; for each row where its own lies after its first."""
    found: dict[int, int] = {}
    for first, levels, _ in rows:
        last = first + levels - 1
        if first not in found:
            form = coarser(shapes[last]) if shapes[last].radius < SMALL else None
            found[first] = -1 if form is None else len(shapes) - first
            shapes += [form] if form else []
    return np.array([found[first] for first, _, _ in rows], np.int64)


def moving_nodes(scene: Scene) -> list[bool]:
    """For each node, whether a track moves it or anything above it."""
    tracked = {track.node for clip in scene.clips for track in clip.tracks}
    moved: dict[str, bool] = {}
    for node in scene.nodes:
        moved[node.name] = node.name in tracked or (node.parent is not None and moved.get(node.parent, False))
    return [moved[n.name] for n in scene.nodes]


def grade_of(extras: Mapping[str, object]) -> int | None:
    """Certainty 0 (stated) – 3 (conjectured) that the extras of a node carry.

    `certainty` says it outright. Otherwise it is the weakest premise of the principal measure: that of the first
    `dimension` among the evidence; or of all of it, where it concerns no dimension.
    """
    own = extras.get("certainty")
    if isinstance(own, str) and own in GRADES:
        return GRADES.index(own)
    found = [GRADES.index(e["certainty"]) for e in principal(extras) if e.get("certainty") in GRADES]
    return max(found) if found else None


def principal(extras: Mapping[str, object]) -> list[Mapping[str, Any]]:
    """The steps of evidence that give a thing its principal measure, the result last."""
    evidence = extras.get("evidence")
    if not isinstance(evidence, Sequence) or isinstance(evidence, str):
        return []
    entries = [e for e in evidence if isinstance(e, Mapping)]
    first = next((e["dimension"] for e in entries if e.get("dimension")), None)
    return [e for e in entries if first is None or e.get("dimension") == first]


def node_grades(nodes: Sequence[Node]) -> list[int]:
    """Certainty of each node: its own, else that of the nearest node above it, else NEUTRAL; the land is never judged."""
    known: dict[str, int] = {}
    for node in nodes:
        own = None if node.layer in LAND else grade_of(node.extras)
        known[node.name] = own if own is not None else known.get(node.parent or "", NEUTRAL)
    return [known[n.name] for n in nodes]


def rest_matrices(nodes: Sequence[Node]) -> Floats32:
    """World matrices (n, 4, 4) of nodes at rest; column vectors, so that `matrix @ (x, y, z, 1)` is the world point."""
    index: dict[str, int] = {}
    world = np.empty((len(nodes), 4, 4), np.float32)
    for i, (node, local) in enumerate(zip(nodes, _local_matrices(nodes), strict=True)):
        world[i] = local if node.parent is None else world[index[node.parent]] @ local
        index[node.name] = i
    return world


def _local_matrices(nodes: Sequence[Node]) -> Floats32:
    """Matrices (n, 4, 4) of nodes against their parents."""
    x, y, z, w = np.array([n.rotation for n in nodes], float).reshape(-1, 4).T
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    out = np.zeros((len(nodes), 4, 4))
    scale = np.array([np.broadcast_to(n.scale, 3) for n in nodes], float).reshape(-1, 1, 3)
    out[:, :3, :3] = turn.transpose(2, 0, 1) * scale
    out[:, :3, 3] = np.array([n.translation for n in nodes], float).reshape(-1, 3)
    out[:, 3, 3] = 1.0
    return out.astype(np.float32)
