"""From closed solids to what is drawn: grouped by material, hard edges split by crease angle, colours attached."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.scene import Mesh, Primitive
from geometry.solids import Solid
from layout.errors import GroundError


def to_mesh(solids: Iterable[Solid], id: str, lod: tuple[Mesh, ...] = ()) -> Mesh:
    """The mesh of a thing: one primitive a material, in the order in which the materials first appear."""
    groups: dict[str, list[Primitive]] = {}
    for solid in solids:
        groups.setdefault(solid.material, []).append(primitive(solid))
    if not groups:
        raise GroundError(f"{id}: has no parts")
    return Mesh(id, tuple(_joined(parts) for parts in groups.values()), lod)


def primitive(solid: Solid) -> Primitive:
    """Triangles of one solid with normals: smooth within the crease angle, split beyond it."""
    return surface(
        np.asarray(solid.mesh.vertices, dtype=np.float64), np.asarray(solid.mesh.faces, dtype=np.int64), solid.material,
        solid.crease, solid.bulge, solid.colors,
    )  # fmt: skip


def surface(
    points: NDArray[np.float64], faces: NDArray[np.int64], material: str, crease: float, bulge: ArrayLike | None = None,
    tints: ArrayLike | None = None,
) -> Primitive:  # fmt: skip
    """Triangles of one material with normals: smooth within the crease angle (degrees), split beyond it; away from `bulge` where
    that is given."""
    cross = np.cross(points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]])
    area = np.linalg.norm(cross, axis=1)
    keep = area > 1e-12
    faces, cross, area = faces[keep], cross[keep], area[keep]
    normal = cross / area[:, None]
    corner = faces.ravel()
    if bulge is not None:
        normals = points - np.asarray(bulge)
        normals = normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-9)[:, None]
        source, index = np.arange(len(points)), faces
    elif crease <= 0:
        normals = np.repeat(normal, 3, axis=0)
        index = np.arange(len(corner)).reshape(-1, 3)
        source = corner
    else:
        normals = _creased(points, faces, normal, area, math.cos(math.radians(crease)))
        source, normals, index = _merged(corner, normals)
    colors = None if tints is None else np.asarray(tints, dtype=np.float32)[source]
    return Primitive(
        points[source].astype(np.float32), normals.astype(np.float32), index.astype(np.uint32), material, colors
    )


def _creased(
    points: NDArray[np.float64], faces: NDArray[np.int64], normal: NDArray[np.float64], area: NDArray[np.float64],
    least: float,
) -> NDArray[np.float64]:  # fmt: skip
    """A normal for each corner: the mean of the faces round its vertex that bend away less than the crease angle."""
    count = len(faces)
    corner = faces.ravel()
    owner = np.repeat(np.arange(count), 3)
    # Weight by the angle at the corner, so that how a cap is cut into triangles does not tilt the normal.
    weight = np.empty((count, 3))
    for k in range(3):
        u = points[faces[:, (k + 1) % 3]] - points[faces[:, k]]
        v = points[faces[:, (k + 2) % 3]] - points[faces[:, k]]
        cosine = np.einsum("ij,ij->i", u, v) / np.maximum(np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1), 1e-30)
        weight[:, k] = np.arccos(np.clip(cosine, -1, 1))
    weights = weight.ravel()
    order = np.argsort(corner, kind="stable")
    start = np.searchsorted(corner[order], np.arange(len(points) + 1))
    valence = np.diff(start)
    mine = valence[corner]
    # All pairs (corner, neighbour at the same vertex), without a Python loop.
    pair_corner = np.repeat(np.arange(len(corner)), mine)
    offset = np.arange(len(pair_corner)) - np.repeat(np.cumsum(mine) - mine, mine)
    pair_other = order[start[corner[pair_corner]] + offset]
    a, b = normal[owner[pair_corner]], normal[owner[pair_other]]
    near = np.einsum("ij,ij->i", a, b) >= least
    share = b * (weights[pair_other] * near)[:, None]
    result = np.empty((len(corner), 3))
    for axis in range(3):
        result[:, axis] = np.bincount(pair_corner, share[:, axis], len(corner))
    length = np.linalg.norm(result, axis=1)
    flat = length < 1e-9
    result[flat] = normal[owner[flat]]
    length[flat] = 1.0
    unit: NDArray[np.float64] = result / length[:, None]
    return unit


def _merged(
    corner: NDArray[np.int64], normals: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Corners of the same vertex and normal become one: (source vertex, normals, faces)."""
    step = np.round((normals + 1.0) * 500.0).astype(np.int64)
    key = ((corner * 1024 + step[:, 0]) * 1024 + step[:, 1]) * 1024 + step[:, 2]
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return corner[first], normals[first], inverse.reshape(-1, 3)


def _joined(parts: Sequence[Primitive]) -> Primitive:
    if len(parts) == 1:
        return parts[0]
    shift = np.cumsum([0] + [len(p.positions) for p in parts])
    colored = any(p.colors is not None for p in parts)
    white = [np.ones((len(p.positions), 3), np.float32) if p.colors is None else p.colors for p in parts]
    return Primitive(
        np.vstack([p.positions for p in parts]),
        np.vstack([p.normals for p in parts]),
        np.vstack([p.faces + np.uint32(n) for p, n in zip(parts, shift, strict=False)]),
        parts[0].material,
        np.vstack(white) if colored else None,
    )


def triangles(mesh: Mesh) -> int:
    """How many triangles a mesh draws (its finest level)."""
    return sum(len(p.faces) for p in mesh.primitives)
