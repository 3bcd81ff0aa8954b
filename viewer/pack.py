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

from geometry.scene import Material, Mesh, Node, Scene
from viewer.light import GRADES

Floats32 = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

VERTEX = np.dtype(
    [("position", "<f4", 3), ("normal", "<i2", 4), ("colour", "u1", 4), ("surface", "u1", 4)],
)
GLOSSY = 64
LAND = ("ground", "landscape", "backdrop")
NEUTRAL = len(GRADES)
CLOTH_WORDS = ("target", "cloth", "banner", "feather", "leaf", "grass")
PAINTED = ("red", "green")
LEVEL_PIXELS = (70.0, 26.0, 12.0)


@dataclass(frozen=True, eq=False)
class Shape:
    """A mesh ready to draw: `vertices` of dtype VERTEX, triangles of one-sided and of two-sided materials, its bounds."""

    id: str
    vertices: NDArray[np.void]
    faces: NDArray[np.uint32]
    faces_double: NDArray[np.uint32]
    low: Floats32
    high: Floats32
    glossy: bool = False

    @property
    def centre(self) -> Floats32:
        """Middle of the box around it, in its own frame."""
        return np.asarray((self.low + self.high) * 0.5, np.float32)

    @property
    def radius(self) -> float:
        """Radius of the ball around `centre` that holds it."""
        return float(np.linalg.norm(self.high - self.low) * 0.5)


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
    index: Mapping[str, int] = field(default_factory=dict)

    def hidden(self, layers: Iterable[str]) -> Bools:
        """Which instances lie in any of `layers`."""
        chosen = [self.layers.index(name) for name in layers if name in self.layers]
        return np.isin(self.layer, chosen)


def make_shape(mesh: Mesh, materials: Mapping[str, Material]) -> Shape:
    """Merge the primitives of a mesh; an unknown material is drawn grey."""
    vertices: list[NDArray[np.void]] = []
    single: list[NDArray[np.uint32]] = []
    double: list[NDArray[np.uint32]] = []
    start = 0
    for part in mesh.primitives:
        material = materials.get(part.material) or Material(part.material, (0.7, 0.7, 0.7))
        block = np.zeros(len(part.positions), VERTEX)
        block["position"] = part.positions
        block["normal"][:, :3] = np.clip(np.rint(np.asarray(part.normals) * 32767.0), -32767, 32767)
        rgb = np.broadcast_to(np.asarray(material.rgb, np.float32), (len(block), 3))
        if part.colors is not None:
            rgb = rgb * np.asarray(part.colors)[:, :3]
        block["colour"][:, :3] = np.clip(np.rint(rgb * 255.0), 0, 255)
        block["colour"][:, 3] = round(255 * max(0.0, min(1.0, 1.0 - material.roughness)))
        block["surface"][:, 0] = round(255 * material.metallic)
        cloth = material.double_sided and any(word in material.id for word in CLOTH_WORDS)
        # The field painted on the target lets the sun through as its cloth does.
        cloth = cloth or (mesh.id.startswith("target") and material.id in PAINTED)
        block["surface"][:, 1] = 255 * cloth
        vertices.append(block)
        (double if material.double_sided else single).append(np.asarray(part.faces, np.uint32).reshape(-1, 3) + start)
        start += len(block)
    merged = np.concatenate(vertices) if vertices else np.zeros(0, VERTEX)
    merged, single, double = _weld(merged, single, double)
    points = merged["position"] if len(merged) else np.zeros((1, 3), np.float32)
    empty = np.zeros((0, 3), np.uint32)
    return Shape(
        mesh.id,
        merged,
        np.concatenate(single).astype(np.uint32) if single else empty,
        np.concatenate(double).astype(np.uint32) if double else empty,
        points.min(axis=0),
        points.max(axis=0),
        bool((merged["colour"][:, 3] > GLOSSY).any() or merged["surface"][:, 0].any()),
    )


def _weld(
    vertices: NDArray[np.void], single: list[NDArray[np.uint32]], double: list[NDArray[np.uint32]]
) -> tuple[NDArray[np.void], list[NDArray[np.uint32]], list[NDArray[np.uint32]]]:
    """Vertices that are the same in everything made one: the corners of a flat quadrangle are computed once, not twice."""
    if len(vertices) < 3:
        return vertices, single, double
    plain = np.ascontiguousarray(vertices).view(np.dtype((np.void, VERTEX.itemsize)))
    _, first, back = np.unique(plain, return_index=True, return_inverse=True)
    # In the order in which they came: neighbours in the buffer are neighbours in space.
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    new = rank[back.ravel()]
    return vertices[first[order]], [new[f] for f in single], [new[f] for f in double]


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
    capacity = np.zeros(len(shapes), np.int64)
    for shape, levels, _ in rows:
        capacity[shape : shape + levels] += 1
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
        index=index,
    )


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
    for i, node in enumerate(nodes):
        local = local_matrix(node)
        world[i] = local if node.parent is None else world[index[node.parent]] @ local
        index[node.name] = i
    return world


def local_matrix(node: Node) -> Floats32:
    """Matrix (4, 4) of a node against its parent."""
    x, y, z, w = node.rotation
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.asarray(node.scale)
    matrix[:3, 3] = node.translation
    return matrix.astype(np.float32)
