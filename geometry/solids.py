"""Closed shapes in metres: prisms, turned bodies, tubes, beams, cloths; each watertight, its normals outward.

Local frame of every thing: +Y up, +Z the way it faces, +X to its left hand when it faces +Z; origin on the ground below
its middle. All functions return a `Body` with shared vertices (edges are split later, in `geometry.finish`). An
outline that crosses itself, or a body without volume, is refused with the name of the thing and of the dimension.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import mapbox_earcut
import numpy as np
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.validation import explain_validity

from layout.errors import GroundError

Floats = NDArray[np.float64]
Point = tuple[float, float, float]


class Body:
    """Points (n, 3) and triangles (m, 3). Whatever else is asked of it (volume, is_watertight, split …) a `trimesh.Trimesh` of the
    same shape answers, made at the first question: drawing asks nothing, and trimesh takes a second to load."""

    def __init__(self, vertices: Floats, faces: NDArray[np.int64]) -> None:
        self.vertices = vertices
        self.faces = faces
        self._trimesh: Any = None
        self._of: Floats | None = None

    @property
    def bounds(self) -> Floats:
        """The least and greatest corner, (2, 3)."""
        return np.array([np.min(self.vertices, axis=0), np.max(self.vertices, axis=0)])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._trimesh is None or self._of is not self.vertices:
            import trimesh

            self._of = self.vertices
            self._trimesh = trimesh.Trimesh(self.vertices, self.faces, process=False, validate=False)
        return getattr(self._trimesh, name)


@dataclass(frozen=True, eq=False)
class Solid:
    """One part of a thing: a closed mesh in metres, its material, and the ids of the dimensions it is true to.

    `colors` (one per vertex, sRGB 0–1) multiply the material. `points` names places for hands (`grip`, `nock` …), in the
    frame of the thing. `crease` is the angle in degrees above which an edge stays hard; 0 gives flat facets. `bulge` turns
    all normals away from a point: leaves of a crown, lit as one round mass.
    """

    id: str
    mesh: Body
    material: str
    dimensions: tuple[str, ...] = ()
    layer: str = "things"
    colors: Floats | None = None
    points: Mapping[str, Point] = field(default_factory=dict)
    crease: float = 40.0
    bulge: Point | None = None


def body(vertices: ArrayLike, faces: ArrayLike, name: str = "solid", dimension: str = "") -> Body:
    """A mesh whose normals point outward; refuses one that has no volume or holds no finite numbers."""
    points = np.asarray(vertices, dtype=np.float64)
    corners = np.asarray(faces, dtype=np.int64)
    about = f"{name} ({dimension})" if dimension else name
    if not np.isfinite(points).all():
        raise GroundError(f"{about}: a corner is not a finite number")
    a, b, c = points[corners[:, 0]], points[corners[:, 1]], points[corners[:, 2]]
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = a.T, b.T, c.T
    volume = float((ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)).sum())
    if abs(volume) < 1e-13:
        raise GroundError(f"{about}: encloses no volume; expected lengths greater than nothing")
    if volume < 0:
        corners = corners[:, ::-1]
    return Body(points, corners)


def join(meshes: Iterable[Body]) -> Body:
    """Several closed meshes as one (they may touch or run into each other, as timbers do)."""
    points, corners, start = [], [], 0
    for mesh in meshes:
        points.append(np.asarray(mesh.vertices))
        corners.append(np.asarray(mesh.faces) + start)
        start += len(mesh.vertices)
    return Body(np.vstack(points), np.vstack(corners))


def copies(mesh: Body, matrices: Floats) -> Body:
    """One mesh repeated under each of (k, 4, 4) matrices, as one mesh; vectorised, for straws, stones and tallies."""
    matrices = np.asarray(matrices, dtype=np.float64)
    count, size = len(matrices), len(mesh.vertices)
    points = np.einsum("kij,nj->kni", matrices[:, :3, :3], mesh.vertices) + matrices[:, None, :3, 3]
    corners = (mesh.faces[None] + (np.arange(count) * size)[:, None, None]).reshape(-1, 3)
    return Body(points.reshape(-1, 3), corners)


def frame(
    at: ArrayLike = (0, 0, 0), yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0, scale: ArrayLike = 1.0
) -> Floats:
    """A 4×4 placing: scale, then roll about Z, pitch about X, yaw about Y (degrees), then move to `at`."""
    cy, sy = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    cp, sp = math.cos(math.radians(pitch)), math.sin(math.radians(pitch))
    cr, sr = math.cos(math.radians(roll)), math.sin(math.radians(roll))
    turn = (
        np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
        @ np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
        @ np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    )
    matrix = np.eye(4)
    matrix[:3, :3] = turn * np.broadcast_to(np.asarray(scale, dtype=np.float64), (3,))
    matrix[:3, 3] = at
    return matrix


def placed(mesh: Body, matrix: Floats) -> Body:
    """A moved copy; a mirroring matrix turns the faces over, so that normals stay outward."""
    points = np.asarray(mesh.vertices) @ matrix[:3, :3].T + matrix[:3, 3]
    corners = np.asarray(mesh.faces)
    if np.linalg.det(matrix[:3, :3]) < 0:
        corners = corners[:, ::-1]
    return Body(points, corners)


def moved(mesh: Body, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Body:
    """A copy shifted by (x, y, z)."""
    return placed(mesh, frame((x, y, z)))


def mirrored(mesh: Body) -> Body:
    """The copy on the other side of the plane x = 0."""
    return placed(mesh, np.diag([-1.0, 1.0, 1.0, 1.0]))


def outline(ring: ArrayLike, name: str, dimension: str = "", holes: Sequence[ArrayLike] = ()) -> Polygon:
    """A checked polygon; a bow-tie, an empty or a many-part outline is refused with the reason shapely gives."""
    shape = Polygon(np.asarray(ring, dtype=np.float64), [np.asarray(h, dtype=np.float64) for h in holes])
    about = f"{name} ({dimension})" if dimension else name
    if not shape.is_valid:
        raise GroundError(f"{about}: its outline is no simple polygon: {explain_validity(shape)}")
    if shape.is_empty or shape.area < 1e-12:
        raise GroundError(f"{about}: its outline encloses no area")
    if any(shape.exterior.intersects(hole) for hole in shape.interiors):
        # Valid as a polygon where it is one point, but the body raised from it is not closed there.
        raise GroundError(f"{about}: a hole touches the outline")
    return shape


def prism(
    shape: Polygon | ArrayLike, low: float, high: float, axis: str = "y", name: str = "prism", dimension: str = ""
) -> Body:
    """An outline raised from `low` to `high`.

    `axis` y: the outline lies in (x, z); z: in (x, y); x: in (z, y). Holes must not touch the shell.
    """
    if isinstance(shape, MultiPolygon):
        raise GroundError(f"{name} ({dimension}): falls into {len(shape.geoms)} pieces; expected one outline")
    polygon = shape if isinstance(shape, Polygon) else outline(shape, name, dimension)
    if not polygon.is_valid:
        raise GroundError(f"{name} ({dimension}): its outline is no simple polygon: {explain_validity(polygon)}")
    if not high > low:
        raise GroundError(f"{name} ({dimension}): top {high:.4f} m is not above bottom {low:.4f} m")
    rings = [np.array(ring.coords, dtype=np.float64) for ring in (polygon.exterior, *polygon.interiors)]
    flat = np.vstack(rings)
    ends = np.cumsum([len(ring) for ring in rings])
    faces = mapbox_earcut.triangulate_float64(flat, ends).reshape(-1, 3).astype(np.int64)
    count = len(flat)
    edges = np.sort(np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    directed = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    _, index, times = np.unique(edges[:, 0] * count + edges[:, 1], return_index=True, return_counts=True)
    rim = directed[np.sort(index[times == 1])]
    sides = np.vstack(
        [np.column_stack([rim[:, 0], rim[:, 0] + count, rim[:, 1]]),
         np.column_stack([rim[:, 1], rim[:, 0] + count, rim[:, 1] + count])]
    )  # fmt: skip
    low_part, high_part = np.full(count, low), np.full(count, high)
    u, v = flat[:, 0], flat[:, 1]
    if axis == "y":
        lower, upper = np.column_stack([u, low_part, v]), np.column_stack([u, high_part, v])
    elif axis == "z":
        lower, upper = np.column_stack([u, v, low_part]), np.column_stack([u, v, high_part])
    else:
        lower, upper = np.column_stack([low_part, v, u]), np.column_stack([high_part, v, u])
    corners = np.vstack([faces, faces[:, ::-1] + count, sides])
    return body(np.vstack([lower, upper]), corners, name, dimension)


def box(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], name: str = "box", dimension: str = ""
) -> Body:
    """A block between two corners, each side in its own right."""
    for axis, (low, high) in zip("xyz", (x, y, z), strict=True):
        if not high > low:
            raise GroundError(
                f"{name} ({dimension}): {axis} from {low:.4f} to {high:.4f} m; expected a positive length"
            )
    points = np.array([(a, b, c) for a in x for b in y for c in z])
    corners = [
        (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
        (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3),
    ]  # fmt: skip
    return body(points, corners, name, dimension)


def bevelled(
    x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], edge: float, name: str = "block"
) -> Body:
    """A block whose upper edges are bevelled: planed boards, dressed stones."""
    edge = min(edge, (x[1] - x[0]) / 3, (z[1] - z[0]) / 3, (y[1] - y[0]) / 2)
    rings = []
    for inset, level in ((0.0, y[0]), (0.0, y[1] - edge), (edge, y[1])):
        x0, x1, z0, z1 = x[0] + inset, x[1] - inset, z[0] + inset, z[1] - inset
        rings.append([(x0, level, z0), (x1, level, z0), (x1, level, z1), (x0, level, z1)])
    return loft(rings, name)


def loft(rings: ArrayLike, name: str = "loft", dimension: str = "", closed: bool = False) -> Body:
    """A skin over rings of equally many points, (k, n, 3), capped at both ends; `closed` joins last to first."""
    points = np.asarray(rings, dtype=np.float64)
    count, size, _ = points.shape
    at = np.arange(size)
    nxt = (at + 1) % size
    corners = []
    for k in range(count if closed else count - 1):
        a, b = k * size, ((k + 1) % count) * size
        corners.append(np.column_stack([a + at, a + nxt, b + at]))
        corners.append(np.column_stack([a + nxt, b + nxt, b + at]))
    flat = points.reshape(-1, 3)
    if not closed:
        last = (count - 1) * size
        if size == 4:
            corners.append(np.array([[0, 2, 1], [0, 3, 2], [last, last + 1, last + 2], [last, last + 2, last + 3]]))
        else:
            flat = np.vstack([flat, points[0].mean(axis=0), points[-1].mean(axis=0)])
            first_mid, last_mid = count * size, count * size + 1
            corners.append(np.column_stack([nxt, at, np.full(size, first_mid)]))
            corners.append(np.column_stack([last + at, last + nxt, np.full(size, last_mid)]))
    return body(flat, np.vstack(corners), name, dimension)


def lathe(
    profile: Sequence[tuple[float, float]], sides: int = 24, name: str = "turned body", dimension: str = ""
) -> Body:
    """A profile of (radius, height) turned about the Y axis.

    It begins and ends on the axis (radius 0), or else is a ring closed upon itself (a torus-like body). `sides` should be
    a multiple of four: then the widths along X and Z are exactly twice the radius.
    """
    points = np.asarray(profile, dtype=np.float64)
    if not (points[:, 0] >= 0).all():
        raise GroundError(f"{name} ({dimension}): a radius is negative or no number")
    angle = np.arange(sides) * (2 * math.pi / sides)
    cos, sin = np.cos(angle), np.sin(angle)
    vertices: list[Floats] = []
    where: list[NDArray[np.int64]] = []
    start = 0
    for radius, height in points:
        if radius == 0:
            vertices.append(np.array([[0.0, height, 0.0]]))
            where.append(np.full(sides, start))
            start += 1
        else:
            vertices.append(np.column_stack([radius * sin, np.full(sides, height), radius * cos]))
            where.append(np.arange(start, start + sides))
            start += sides
    onto_axis = points[0, 0] == 0 and points[-1, 0] == 0
    corners = []
    for k in range(len(points) - (1 if onto_axis else 0)):
        a, b = where[k], where[(k + 1) % len(points)]
        ring_a, ring_b = points[k, 0] > 0, points[(k + 1) % len(points), 0] > 0
        if ring_a:
            corners.append(np.column_stack([a, np.roll(a, -1), b]))
        if ring_b:
            corners.append(np.column_stack([np.roll(a, -1), np.roll(b, -1), b]))
    return body(np.vstack(vertices), np.vstack(corners), name, dimension)


def tube(
    path: ArrayLike, radius: ArrayLike, sides: int = 6, flat: float = 1.0, up: ArrayLike = (0, 1, 0),
    name: str = "tube", dimension: str = "", closed: bool = False,
) -> Body:  # fmt: skip
    """A round (or flattened: `flat` = thickness ÷ width) rod along a path, carried without twist; its ends are capped.

    `radius` is one number or one for each point of the path. `up` fixes how the flat side lies at the start.
    """
    points = np.asarray(path, dtype=np.float64)
    radii = np.broadcast_to(np.asarray(radius, dtype=np.float64), (len(points),))
    round_ = closed and np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    along = round_ if closed else np.gradient(points, axis=0)
    lengths = np.linalg.norm(along, axis=1)
    if (lengths < 1e-12).any():
        raise GroundError(f"{name} ({dimension}): two points of its path coincide")
    along = along / lengths[:, None]
    side = np.cross(np.asarray(up, dtype=np.float64), along[0])
    if np.linalg.norm(side) < 1e-6:
        side = np.cross((1.0, 0.0, 0.0) if abs(along[0][0]) < 0.9 else (0.0, 0.0, 1.0), along[0])
    angle = np.arange(sides) * (2 * math.pi / sides)
    sides_, highs = _carried(along, side)
    cos, sin = np.cos(angle)[None, :, None], flat * np.sin(angle)[None, :, None]
    rings = points[:, None] + radii[:, None, None] * (cos * sides_[:, None] + sin * highs[:, None])
    return loft(rings, name, dimension, closed=closed)


def _carried(along: Floats, side: Floats) -> tuple[Floats, Floats]:
    """For each direction (k, 3) of a path two directions across it, carried along without twist from the first `side`.

    Plain numbers, since a path has a dozen points and numpy takes longer to be asked than to answer.
    """
    sides, highs = [], []
    u, v, w = (float(part) for part in side)
    for x, y, z in along.tolist():
        dot = u * x + v * y + w * z
        u, v, w = u - x * dot, v - y * dot, w - z * dot
        length = math.sqrt(u * u + v * v + w * w)
        if length < 1e-6:
            # Straight back upon itself: any direction across will do.
            a, b, c = z + 1e-3, x + 1e-3, y + 1e-3
            u, v, w = y * c - z * b, z * a - x * c, x * b - y * a
            length = math.sqrt(u * u + v * v + w * w)
        u, v, w = u / length, v / length, w / length
        sides.append((u, v, w))
        highs.append((y * w - z * v, z * u - x * w, x * v - y * u))
    return np.array(sides), np.array(highs)


def beam(
    start: ArrayLike, end: ArrayLike, width: float, height: float, up: ArrayLike = (0, 1, 0),
    name: str = "beam", dimension: str = "",
) -> Body:  # fmt: skip
    """A squared timber between the middles of its two ends; `height` is measured toward `up`."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    along = b - a
    length = float(np.linalg.norm(along))
    if length < 1e-9 or width <= 0 or height <= 0:
        raise GroundError(f"{name} ({dimension}): length, width and height must be greater than nothing")
    along = along / length
    side = np.cross(np.asarray(up, dtype=np.float64), along)
    if np.linalg.norm(side) < 1e-6:
        side = np.cross((0.0, 0.0, 1.0), along)
    side = side / np.linalg.norm(side)
    top = np.cross(along, side)
    ring = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    rings = [[end_ + side * (u * width) + top * (v * height) for u, v in ring] for end_ in (a, b)]
    return loft(rings, name, dimension)


def log(start: ArrayLike, end: ArrayLike, radius: float, tip: float | None = None, sides: int = 10,
        name: str = "log", dimension: str = "") -> Body:  # fmt: skip
    """A round timber; `tip` is the radius at its end where it tapers."""
    return tube(
        np.array([start, end], dtype=np.float64),
        [radius, radius if tip is None else tip],
        sides=sides,
        name=name,
        dimension=dimension,
    )


def sheet(top: ArrayLike, thickness: float | ArrayLike, toward: ArrayLike = (0, -1, 0), name: str = "sheet",
          dimension: str = "") -> Body:  # fmt: skip
    """A curved layer: a grid of points (m, n, 3) and its copy moved by `thickness` (one, or one a point) along `toward`."""
    upper = np.asarray(top, dtype=np.float64)
    rows, columns, _ = upper.shape
    depth = np.broadcast_to(np.asarray(thickness, dtype=np.float64), (rows, columns))
    lower = upper + depth[..., None] * np.asarray(toward, dtype=np.float64)
    count = rows * columns
    index = np.arange(count).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    face = np.vstack([np.column_stack([a.ravel(), b.ravel(), c.ravel()]),
                      np.column_stack([a.ravel(), c.ravel(), d.ravel()])])  # fmt: skip
    rim = np.concatenate([index[0, :], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    nxt = np.roll(rim, -1)
    sides = np.vstack([np.column_stack([rim, rim + count, nxt]), np.column_stack([nxt, rim + count, nxt + count])])
    corners = np.vstack([face, face[:, ::-1] + count, sides])
    return body(np.vstack([upper.reshape(-1, 3), lower.reshape(-1, 3)]), corners, name, dimension)


def slab(top: Floats, floor: float, name: str = "slab", dimension: str = "") -> Body:
    """A grid of points (m, n, 3) closed by skirts down to the height `floor` and a fan below: the cheapest closed body with a detailed top."""
    rows, columns, _ = top.shape
    count = rows * columns
    index = np.arange(count).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    face = np.vstack(
        [np.column_stack([a.ravel(), b.ravel(), c.ravel()]), np.column_stack([a.ravel(), c.ravel(), d.ravel()])]
    )
    rim = np.concatenate([index[0, :], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    flat = top.reshape(-1, 3)
    low = flat[rim].copy()
    low[:, 1] = floor
    middle = np.array([[flat[:, 0].mean(), floor, flat[:, 2].mean()]])
    at = np.arange(len(rim)) + count
    nxt, rim_next = np.roll(at, -1), np.roll(rim, -1)
    sides = np.vstack([np.column_stack([rim, at, rim_next]), np.column_stack([rim_next, at, nxt])])
    fan = np.column_stack([at, np.full(len(at), count + len(rim)), nxt])
    return body(np.vstack([flat, low, middle]), np.vstack([face, sides, fan]), name, dimension)


def ellipsoid(middle: Sequence[float], radii: Sequence[float], sides: int = 12, rings: int = 7) -> Body:
    """A ball pulled to three half-axes; for bellies, knobs and clumps of leaves, never for a whole animal."""
    angle = np.linspace(-math.pi / 2, math.pi / 2, rings)
    profile = [(0.0 if k in (0, rings - 1) else math.cos(t), math.sin(t)) for k, t in enumerate(angle)]
    ball = lathe(profile, sides)
    matrix = np.diag([*radii, 1.0])
    matrix[:3, 3] = middle
    return placed(ball, matrix)


def curve(points: ArrayLike, count: int) -> Floats:
    """A smooth path of `count` points through the given ones (Catmull-Rom), ends kept."""
    given = np.asarray(points, dtype=np.float64)
    padded = np.vstack([2 * given[0] - given[1], given, 2 * given[-1] - given[-2]])
    at = np.linspace(0, len(given) - 1, count)
    k = np.minimum(at.astype(int), len(given) - 2)
    t = (at - k)[:, None]
    a, b, c, d = padded[k], padded[k + 1], padded[k + 2], padded[k + 3]
    result: Floats = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - 3 * c + d - a) * t**3)
    return result
