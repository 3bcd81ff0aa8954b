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
    (ux, uy, uz), (vx, vy, vz) = ((points[faces[:, k]] - points[faces[:, 0]]).T for k in (1, 2))
    cross = np.column_stack([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx])
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


def bounds(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest corner of a mesh."""
    points = np.vstack([p.positions for p in mesh.primitives]).astype(np.float64)
    return points.min(axis=0), points.max(axis=0)


def pieces(mesh: Mesh) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The least and greatest corner of each connected piece of a mesh."""
    found = []
    for part in mesh.primitives:
        points = part.positions.astype(np.float64)
        _, where = np.unique(np.round(points * 1e5).astype(np.int64), axis=0, return_inverse=True)
        where = where.reshape(-1)
        corner = where[part.faces.astype(np.int64)]
        # Every corner takes the least number among its neighbours until nothing changes: a piece has one number.
        label = np.arange(int(where.max()) + 1)
        while True:
            least = label[corner].min(axis=1)
            fresh = label.copy()
            np.minimum.at(fresh, corner.ravel(), np.repeat(least, 3))
            fresh = fresh[fresh]
            if (fresh == label).all():
                break
            label = fresh
        piece = label[where]
        for number in np.unique(piece):
            own = points[piece == number]
            found.append((own.min(axis=0), own.max(axis=0)))
    return found


def open_edges(mesh: Mesh) -> int:
    """How many edges of a mesh are not closed by a face that runs the other way: 0 where every solid in it is watertight.

    Corners count as one where they lie within a hundredth of a millimetre, since hard edges have been split.
    """
    points = np.vstack([p.positions for p in mesh.primitives])
    start = np.cumsum([0] + [len(p.positions) for p in mesh.primitives[:-1]])
    faces = np.vstack([p.faces.astype(np.int64) + n for p, n in zip(mesh.primitives, start, strict=True)])
    _, where = np.unique(np.round(points.astype(np.float64) * 1e5).astype(np.int64), axis=0, return_inverse=True)
    corner = where.reshape(-1)[faces]
    edges = np.vstack([corner[:, [0, 1]], corner[:, [1, 2]], corner[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    count = len(points)
    sign = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    key = np.minimum(edges[:, 0], edges[:, 1]) * count + np.maximum(edges[:, 0], edges[:, 1])
    _, index = np.unique(key, return_inverse=True)
    return int(np.count_nonzero(np.bincount(index.reshape(-1), sign)))
