"""The floor on which gestures are drawn, and what lies on it: prints of the feet of those who move away or turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.figure.measure import FOOT_LONG
from geometry.sampler import Sampler
from geometry.scene import Material, Mesh, Node, Primitive, Scene

FLOOR = "sheet-floor"
MARKS = "sheet-marks"

Floats = NDArray[np.float64]


def on_sheet_floor(scene: Scene, times: Sequence[int]) -> Scene:
    """The scene on a pale floor, with the prints of feet that leave their place."""
    plane = _ground()
    meshes = {**scene.meshes, FLOOR: Mesh(FLOOR, (plane,))}
    nodes = [Node(FLOOR, None, FLOOR), *scene.nodes]
    marks = _marks(scene, times)
    if marks:
        meshes[MARKS] = Mesh(MARKS, tuple(marks))
        nodes.append(Node(MARKS, None, MARKS))
    paint_ = {FLOOR: Material(FLOOR, (0.93, 0.91, 0.87)), MARKS: Material(MARKS, (0.55, 0.20, 0.13))}
    return Scene({**scene.materials, **paint_}, meshes, tuple(nodes), scene.clips, scene.extras, scene.metres_per_chi)


def _ground() -> Primitive:
    """A floor that rises far off on all sides without an edge, as in a painter's studio: nothing stands behind him who is drawn. All
    of it is lit as if it lay flat. It bends so little that its own hollow does not darken it."""
    angle = np.linspace(0.0, 2 * math.pi, 49)[:-1]
    rings = [(0.01, 0.0), *((r, 44.0 * ((r - 14.0) / 186.0) ** 2) for r in np.geomspace(14.0, 200.0, 40).tolist())]
    points = np.array([(r * math.sin(a), y, r * math.cos(a)) for r, y in rings for a in angle], dtype=np.float32)
    faces = []
    for ring in range(len(rings) - 1):
        for k in range(48):
            a, b = ring * 48 + k, ring * 48 + (k + 1) % 48
            faces += [[a, a + 48, b], [b, a + 48, b + 48]]
    up = np.tile(np.array([0, 1, 0], dtype=np.float32), (len(points), 1))
    return Primitive(points, up, np.array(faces, dtype=np.uint32), FLOOR)


def _marks(scene: Scene, times: Sequence[int]) -> list[Primitive]:
    """Prints of the feet at the first moment and an arrow to the last, of everyone who moves away or turns in between."""
    sampler = Sampler(scene)
    first, last = (sampler.world(0, t).astype(np.float64) for t in (times[0], times[-1]))
    found: list[Primitive] = []
    for n, node in enumerate(scene.nodes):
        if node.extras.get("kind") != "person":
            continue
        a, b = first[n], last[n]
        gone = float(np.hypot(*(b[:3, 3] - a[:3, 3])[[0, 2]]))
        ahead = a[:3, 2] @ b[:3, 2] / max(float(np.linalg.norm(a[:3, 2]) * np.linalg.norm(b[:3, 2])), 1e-9)
        if gone < 0.1 and ahead > 0.9:
            continue
        for side in ("left", "right"):
            found.append(_print(first[sampler.index[f"{node.name}-foot-{side}"]]))
        found.append(_arrow(a[:3, 3], b[:3, 3]) if gone >= 0.1 else _arc(a, b))
    return found


def _print(foot: Floats) -> Primitive:
    """The outline of a sole."""
    angle = np.linspace(0, 2 * math.pi, 17)[:-1]
    shape = np.column_stack([0.052 * np.sin(angle), np.full(16, 0.004), 0.055 + FOOT_LONG * 0.52 * np.cos(angle)])
    inner = (shape - np.array([0, 0, 0.055])) * np.array([0.72, 1.0, 0.90]) + np.array([0, 0, 0.055])
    points = np.vstack([shape, inner])
    world = points @ foot[:3, :3].T / max(float(np.linalg.norm(foot[:3, 0])), 1e-9) + foot[:3, 3]
    world[:, 1] = 0.004
    return _band(world[:16], world[16:], True)


def _arrow(start: Floats, end: Floats) -> Primitive:
    """A flat arrow beside the way from start to end."""
    way = (end - start) * np.array([1.0, 0.0, 1.0])
    length = float(np.linalg.norm(way))
    way /= max(length, 1e-9)
    side = np.array([way[2], 0.0, -way[0]])
    base = start + side * 0.42 + np.array([0, 0.004, 0])
    base[1] = 0.004
    tip = max(length, 0.25)
    head = min(0.13, tip / 2)
    at = [(0.0, 0.018), (tip - head, 0.018), (tip - head, 0.06), (tip, 0.0), (tip - head, -0.06), (tip - head, -0.018), (0.0, -0.018)]  # fmt: skip
    points = [base + way * a + side * b for a, b in at]
    return _flat(points, [[0, 1, 5], [0, 5, 6], [2, 3, 4]], MARKS)


def _arc(a: Floats, b: Floats) -> Primitive:
    """A ring of arc about the feet from the one facing to the other, thinning to its end."""
    start, end = (math.atan2(m[0, 2], m[2, 2]) for m in (a, b))
    sweep = (end - start + math.pi) % (2 * math.pi) - math.pi
    angle = start + np.linspace(0.15, 0.95, 24) * sweep
    out = np.column_stack([np.sin(angle), np.zeros(24), np.cos(angle)])
    wide = np.concatenate([np.full(18, 0.022), np.linspace(0.075, 0.0, 6)])[:, None]
    middle = a[:3, 3] + np.array([0.0, 0.004, 0.0])
    return _band(middle + out * (0.50 + wide), middle + out * (0.50 - wide), False)


def _band(outer: Floats, inner: Floats, closed: bool) -> Primitive:
    n = len(outer)
    faces = []
    for k in range(n if closed else n - 1):
        j = (k + 1) % n
        faces += [[k, j, n + j], [k, n + j, n + k]]
    return _flat(np.vstack([outer, inner]), faces, MARKS)


def _flat(points: Sequence[Sequence[float]] | Floats, faces: Sequence[Sequence[int]], material: str) -> Primitive:
    """Triangles on the floor, seen from above whichever way they were wound."""
    table = np.array(points, dtype=np.float32)
    index = np.array(faces, dtype=np.int64)
    a, b, c = (table[index[:, k]] for k in range(3))
    down = np.cross(b - a, c - a)[:, 1] < 0
    index[down] = index[down][:, ::-1]
    up = np.tile(np.array([0, 1, 0], dtype=np.float32), (len(table), 1))
    return Primitive(table, up, index.astype(np.uint32), material)
