"""A mesh as a graphics card takes it: one vertex buffer for all its materials, triangles of one-sided and of two-sided ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Material, Mesh

Floats32 = NDArray[np.float32]

VERTEX = np.dtype(
    [("position", "<f4", 3), ("normal", "<i2", 4), ("colour", "u1", 4), ("surface", "u1", 4)],
)
_SPREAD = np.array([0x9E3779B97F4A7C15 * (2 * k + 1) ** 5 % 2**64 | 1 for k in range(VERTEX.itemsize // 4)], np.uint64)
"""Odd factors that hardly ever give two different vertices the same sum."""
GLOSSY = 64
CLOTH_WORDS = ("target", "cloth", "banner", "feather", "leaf", "grass")
PAINTED = ("red", "green")


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


_made: WeakKeyDictionary[Mesh, tuple[tuple[Material, ...], Shape]] = WeakKeyDictionary()


def make_shape(mesh: Mesh, materials: Mapping[str, Material]) -> Shape:
    """Merge the primitives of a mesh; an unknown material is drawn grey. A mesh that another scene has shown is not merged again."""
    used = tuple(materials.get(p.material) or Material(p.material, (0.7, 0.7, 0.7)) for p in mesh.primitives)
    known = _made.get(mesh)
    if known is not None and known[0] == used:
        return known[1]
    shape = _merged(mesh, used)
    _made[mesh] = (used, shape)
    return shape


def _merged(mesh: Mesh, materials: tuple[Material, ...]) -> Shape:
    vertices: list[NDArray[np.void]] = []
    single: list[NDArray[np.uint32]] = []
    double: list[NDArray[np.uint32]] = []
    start = 0
    for part, material in zip(mesh.primitives, materials, strict=True):
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
    # Numbers are found alike much sooner than runs of bytes.
    words = np.ascontiguousarray(vertices).view(np.uint32).reshape(len(vertices), -1)
    _, first, back = np.unique(words.astype(np.uint64) @ _SPREAD, return_index=True, return_inverse=True)
    if not (words[first][back.ravel()] == words).all():
        plain = np.ascontiguousarray(vertices).view(np.dtype((np.void, VERTEX.itemsize)))
        _, first, back = np.unique(plain, return_index=True, return_inverse=True)
    # In the order in which they came: neighbours in the buffer are neighbours in space.
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order), dtype=np.uint32)
    new = rank[back.ravel()]
    return vertices[first[order]], [new[f] for f in single], [new[f] for f in double]
