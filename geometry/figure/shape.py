"""Small surfaces from rings, in metres: the stuff of which figures are made. +Y up, +Z forward, +X to his left.

Unlike the closed solids of the buildings, garments are open shells (a hem has no floor, a sleeve a mouth), so that every
winding is explicit here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.finish import surface
from geometry.scene import Mesh, Primitive

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Shell:
    """Triangles of one colour: `points` (n, 3), `faces` (m, 3) seen from outside counter-clockwise; `crease` in degrees."""

    points: Floats
    faces: Ints
    colour: str
    crease: float = 32.0

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Shell:
        """The same shell elsewhere."""
        return Shell(self.points + np.array([x, y, z]), self.faces, self.colour, self.crease)

    def mirrored(self) -> Shell:
        """The shell of the other side (x → −x), its faces turned so that they still look outward."""
        return Shell(self.points * np.array([-1.0, 1.0, 1.0]), self.faces[:, ::-1], self.colour, self.crease)


def ring(
    n: int, y: float, rx: float, front: float, back: float | None = None, z: float = 0.0, pleat: float = 0.0,
    square: float = 1.0,
) -> Floats:  # fmt: skip
    """A level ring (n, 3) about the Y axis from the front to the left: half-width `rx`, depth `front` and `back`.

    `pleat` moves every other point in and out by that share; `square` below 1 flattens the sides (superellipse).
    """
    angle = np.arange(n) * (2 * np.pi / n)
    s, c = np.sin(angle), np.cos(angle)
    s, c = np.sign(s) * np.abs(s) ** square, np.sign(c) * np.abs(c) ** square
    wave = 1.0 + pleat * np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    depth = np.where(c > 0, front, front if back is None else back)
    return np.column_stack([rx * s * wave, np.full(n, y), z + depth * c * wave])


def section(n: int, z: float, half: float, top: float, below: float, shift: float = 0.0) -> Floats:
    """A ring (n, 3) across a bone that runs along +Z: `half` wide, `top` above it, `below` under it (a teardrop)."""
    angle = np.arange(n) * (2 * np.pi / n)
    s, c = np.sin(angle), np.cos(angle)
    y = np.where(c > 0, top * c, below * c)
    narrow = np.where(c < 0, 1.0 - 0.45 * np.abs(c) ** 2 * (below > 1.8 * top), 1.0)
    return np.column_stack([-half * s * narrow, y + shift, np.full(n, z)])


def loft(
    rings: Sequence[Floats], colour: str, first: bool = False, last: bool = False, crease: float = 32.0
) -> Shell:  # fmt: skip
    """A skin over rings; `first`, `last` close the ends with a fan."""
    n = len(rings[0])
    points = [*rings]
    at, nxt = np.arange(n), np.roll(np.arange(n), -1)
    faces = []
    for k in range(len(rings) - 1):
        a, b = k * n, (k + 1) * n
        faces.append(np.column_stack([a + at, a + nxt, b + nxt]))
        faces.append(np.column_stack([a + at, b + nxt, b + at]))
    count = n * len(rings)
    if first:
        points.append(rings[0].mean(axis=0, keepdims=True))
        faces.append(np.column_stack([nxt, at, np.full(n, count)]))
        count += 1
    if last:
        end = (len(rings) - 1) * n
        points.append(rings[-1].mean(axis=0, keepdims=True))
        faces.append(np.column_stack([end + at, end + nxt, np.full(n, count)]))
    return Shell(np.vstack(points), np.vstack(faces), colour, crease)


def lofts(rings: Sequence[Floats], colour_of: Callable[[int, int], str], crease: float = 38.0) -> list[Shell]:
    """As `loft`, each quad (ring, place) in a colour of its own; one shell a colour."""
    n = len(rings[0])
    points = np.vstack(rings)
    groups: dict[str, list[list[int]]] = {}
    for k in range(len(rings) - 1):
        for i in range(n):
            j = (i + 1) % n
            a, b, c, d = k * n + i, k * n + j, (k + 1) * n + j, (k + 1) * n + i
            groups.setdefault(colour_of(k, i), []).extend([[a, b, c], [a, c, d]])
    return [Shell(points, np.array(faces), colour, crease) for colour, faces in groups.items()]


def strip(left: Floats, right: Floats, colour: str, crease: float = 32.0) -> Shell:
    """A ribbon between two lines of equally many points; it is seen from the side where `left` runs up on the left hand."""
    n = len(left)
    at = np.arange(n - 1)
    faces = np.vstack([np.column_stack([at, at + n, at + n + 1]), np.column_stack([at, at + n + 1, at + 1])])
    return Shell(np.vstack([left, right]), faces, colour, crease)


def both_sides(shell: Shell) -> list[Shell]:
    """A ribbon seen from both sides."""
    return [shell, Shell(shell.points, shell.faces[:, ::-1], shell.colour, shell.crease)]


def cut(shell: Shell, plane: Floats, above: str) -> tuple[Shell, Shell, Floats]:
    """A shell cut by the plane a·x + b·y + c·z + d = 0: what lies below it in its own colour, what lies above in the colour `above`,
    and the line of the cut (n, 3), in order round the Y axis."""
    side = shell.points @ plane[:3] + plane[3]
    points: list[Floats] = [*shell.points]
    parts: tuple[list[list[int]], list[list[int]]] = ([], [])
    edges: dict[tuple[int, int], int] = {}

    def crossing(i: int, j: int) -> int:
        key = (min(i, j), max(i, j))
        if key not in edges:
            share = side[i] / (side[i] - side[j])
            edges[key] = len(points)
            points.append(shell.points[i] + (shell.points[j] - shell.points[i]) * share)
        return edges[key]

    for face in shell.faces.tolist():
        over = [side[k] > 0 for k in face]
        if all(over) or not any(over):
            parts[int(over[0])].append(face)
            continue
        lone = over.index(True) if sum(over) == 1 else over.index(False)
        a, b, c = (face[(lone + k) % 3] for k in range(3))
        ab, ac = crossing(a, b), crossing(a, c)
        parts[int(over[lone])].append([a, ab, ac])
        parts[1 - int(over[lone])].extend([[ab, b, c], [ab, c, ac]])
    table = np.array(points)
    line = table[list(edges.values())]
    order = np.argsort(np.arctan2(line[:, 0] - line[:, 0].mean(), line[:, 2]))
    low, high = (np.array(p, dtype=np.int64).reshape(-1, 3) for p in parts)
    return Shell(table, low, shell.colour, shell.crease), Shell(table, high, above, shell.crease), line[order]


def outward(shell: Shell, centre: Sequence[float] = (0.0, 0.0, 0.0)) -> Shell:
    """The same triangles, each turned so that it looks away from the upright axis through `centre`."""
    a, b, c = (shell.points[shell.faces[:, k]] for k in range(3))
    away = (a + b + c) / 3 - np.asarray(centre, dtype=np.float64)
    away[:, 1] *= 0.15
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), away) < 0
    faces = np.where(inward[:, None], shell.faces[:, ::-1], shell.faces)
    return Shell(shell.points, faces, shell.colour, shell.crease)


def patch(points: Iterable[ArrayLike], faces: Iterable[Sequence[int]], colour: str, crease: float = 20.0) -> Shell:
    """A few triangles given outright."""
    return Shell(
        np.array([np.asarray(p, dtype=np.float64) for p in points]),
        np.array(list(faces), dtype=np.int64),
        colour,
        crease,
    )


def ball_rings(n: int, radius: float, steps: int, start: float, end: float, squash: float = 1.0) -> list[Floats]:
    """Rings of a cap about the origin along +Z from angle `start` to `end` (degrees from −Z)."""
    rings = []
    for angle in np.radians(np.linspace(start, end, steps)):
        r = radius * np.sin(angle)
        rings.append(section(n, -radius * float(np.cos(angle)) * squash, float(r), float(r), float(r)))
    return rings


def shells_mesh(shells: Sequence[Shell], id: str, lod: tuple[Mesh, ...] = ()) -> Mesh:
    """One mesh of shells, one primitive a colour, its material named after the colour."""
    return coloured(drawn(shells), {}, id, lod)


def drawn(shells: Sequence[Shell]) -> tuple[tuple[str, Primitive], ...]:
    """Shells with their normals: colour and triangles of each."""
    return tuple((s.colour, surface(s.points, s.faces, f"dress-{s.colour}", s.crease)) for s in shells)


def coloured(
    parts: Iterable[tuple[str, Primitive]], colours: Mapping[str, str], id: str, lod: tuple[Mesh, ...] = ()
) -> Mesh:  # fmt: skip
    """One mesh of drawn shells, their colours exchanged as `colours` says; one primitive a colour."""
    groups: dict[str, list[Primitive]] = {}
    for colour, part in parts:
        groups.setdefault(f"dress-{colours.get(colour, colour)}", []).append(part)
    return Mesh(id, tuple(_merge(group, material) for material, group in groups.items()), lod)


def _merge(parts: list[Primitive], material: str) -> Primitive:
    if len(parts) == 1:
        return Primitive(parts[0].positions, parts[0].normals, parts[0].faces, material)
    shift = np.cumsum([0] + [len(p.positions) for p in parts])
    return Primitive(
        np.vstack([p.positions for p in parts]),
        np.vstack([p.normals for p in parts]),
        np.vstack([p.faces + np.uint32(s) for p, s in zip(parts, shift, strict=False)]),
        material,
    )


def triangles(mesh: Mesh) -> int:
    """How many triangles a mesh has."""
    return sum(len(p.faces) for p in mesh.primitives)
