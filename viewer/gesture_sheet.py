"""Sheets of gestures: each at five moments from the front and from the side, with its 漢字, English and source.

Every sheet is framed by what moves in it. Where the body leaves its place or turns, the prints of its feet before it moved stay on
the floor, with an arrow to where it came to stand.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.figure.measure import FOOT_LONG
from geometry.motion.rehearsal import role_of
from geometry.motion.show import gesture_scene, moments
from geometry.sampler import Sampler
from geometry.scene import Material, Mesh, Node, Primitive, Scene
from layout.evidence.model import Ground
from layout.files import atomic
from rite.gestures import gesture, load_gestures
from viewer import text as letters
from viewer.canvas import GLOSS, INK, Canvas, paint
from viewer.gesture_views import views_of
from viewer.presets import close

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = (280, 366)
WIDEST, LOWEST = 400, 240
"""Pictures of what is wide are up to so wide, and no less high."""
HEAD = 54
LIT = -40.0
"""Compass bearing of the line of sight of all pictures: what is to be seen from elsewhere is turned, so that the light always falls
over the same shoulder of him who looks."""
REACH = 1.5
"""How far from the people, in metres, things are still framed: an arrow that flies off is not followed."""
TALL, BANNER = 2.2, 4.9
"""Up to this height, in metres, things are framed; and a banner, whose feathers are at its top, in higher pictures."""
HIGHER = 1.35
"""How much higher these are."""
LONG, MOMENTS = 9, 7
"""So many movements do not show in five pictures: they get seven."""
BACKDROP = (0.98, 0.96, 0.93)
"""What is seen beyond the floor: of its own colour in this light, sRGB."""
FLOOR = "sheet-floor"
MARKS = "sheet-marks"

Floats = NDArray[np.float64]


def gesture_sheet(name: str, ground: Ground, count: int = 0) -> Image:
    """One gesture: a row from the front, a row from the side, of `count` moments (0: five, or seven of a long one). Raises
    UnknownNameError for a gesture not in the table."""
    from PIL import Image as Images

    from viewer.offscreen import Studio
    from viewer.quality import FILM

    entry = gesture(name)
    count = count or (MOMENTS if len(entry.phases) > LONG else 5)
    acted = gesture_scene(name, ground)
    banner = "banner" in acted.meshes
    times = moments(name, count)
    scene = _on_floor(acted, times)
    views = views_of(entry.id, _facing(acted), "stand" not in entry.before)
    whole = _points(acted, times, BANNER if banner else TALL)
    near = _near(acted, role_of(entry.id), times, views.about) if views.near != "none" else whole
    framed = [near if views.near == row else whole for row in ("first", "second")]
    middle = (whole.min(axis=0) + whole.max(axis=0)) / 2
    turns = [turntable(middle, bearing - LIT) for bearing in views.bearings]
    seen = [points @ turn[:3, :3].T + turn[:3, 3] for points, turn in zip(framed, turns, strict=True)]
    wide, highs = _sizes(seen, views.down, HIGHER if banner else 1.0)
    page = np.full((HEAD + sum(highs), wide * count, 3), 255, np.uint8)
    top = HEAD
    with Studio(scene, replace(FILM, grain=2, fine=True), bake=False) as studio:
        for points, turn, down, high in zip(seen, turns, views.down, highs, strict=True):
            camera = close(points, wide / high, LIT, -down)
            for column, t in enumerate(times):
                world = (turn @ studio.world(0, t).astype(np.float64)).astype(np.float32)
                image = studio.shoot(camera, 0, t, size=(wide, high), light="studio", backdrop=BACKDROP, world=world)
                # The lowest row of a picture bears ink of what lies outside it.
                image[-1] = image[-2]
                page[top : top + high, column * wide : (column + 1) * wide] = image
            top += high
    canvas = Canvas(page.shape[1], page.shape[0])
    words = " ".join(entry.hanzi[:4])
    end = canvas.text(10, 4, letters.drawable(words, entry.english), 22, INK)
    canvas.text(10 + end + 12, 12, f"{entry.english} · {entry.seconds:g} s · {entry.certainty}", 14, GLOSS)
    canvas.text(10, 34, letters.shorten(f"{entry.id} · {entry.source}", 12, page.shape[1] - 20), 12, GLOSS)
    return Images.fromarray(paint(canvas, page))


def write_gestures(folder: Path, ground: Ground, names: Iterable[str] = ()) -> Iterator[Path]:
    """A PNG for each gesture (all of the table by default) in a folder, told as they are written."""
    chosen: Sequence[str] = list(names) or list(load_gestures())
    for name in chosen:
        path = folder / f"{gesture(name).id}.png"
        image = gesture_sheet(name, ground)
        with atomic(path) as temporary:
            image.save(temporary, format="PNG")
        yield path


def _facing(scene: Scene) -> bool:
    """Whether two people stand face to face."""
    people = [n for n in scene.nodes if n.extras.get("kind") == "person"]
    if len(people) < 2:
        return False
    world = Sampler(scene).world(0, 0)
    a, b = (world[scene.nodes.index(n)][:3, 2] for n in people[:2])
    return float(a @ b) < 0.0


def turntable(middle: Floats, degrees: float) -> Floats:
    """The scene turned about the upright through `middle` (3,), so that it is seen from `degrees` farther round: (4, 4)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[c, 0.0, s, 0.0], [0.0, 1.0, 0.0, 0.0], [-s, 0.0, c, 0.0], [0.0, 0.0, 0.0, 1.0]])
    turn[:3, 3] = middle - turn[:3, :3] @ middle
    return turn


def _sizes(seen: Sequence[Floats], down: Sequence[float], higher: float) -> tuple[int, tuple[int, ...]]:
    """Width of all pictures and height of each row, by what is in them: `seen` points (n, 3) by row."""
    shapes = []
    for points, pitch in zip(seen, down, strict=True):
        right, up, _ = close(points, 1.0, LIT, -pitch).axes()
        wide, high = (float(np.ptp(points @ axis)) for axis in (right, up))
        shapes.append(wide / max(high, 1e-6))
    tall = TILE[1] * higher
    wide = round(float(np.clip(max(shapes) * tall * 0.85, TILE[0], WIDEST)) / 4) * 4
    # What is no wider than a man standing keeps the shape of his picture.
    highs = tuple(round(float(np.clip(wide / shape * 1.02, LOWEST, tall)) / 2) * 2 for shape in shapes)
    return wide, highs


def _near(scene: Scene, who: str, times: Sequence[int], about: float) -> Floats:
    """Points (n, 3) that lie `about` m around head and hands of a person of a scene."""
    sampler = Sampler(scene)
    rows = [sampler.index[f"{who}-{part}"] for part in ("hand-left", "hand-right", "head")]
    found = np.vstack([sampler.world(0, t)[rows, :3, 3].astype(np.float64) for t in times])
    corners = np.array(list(itertools.product((-about, about), repeat=3)))
    around: Floats = (found[:, None] + corners).reshape(-1, 3)
    around[:, 1] = np.maximum(around[:, 1], 0.0)
    return around


def _points(scene: Scene, times: Sequence[int], tall: float) -> Floats:
    """Points (n, 3) of everything that is seen at these moments, near the people."""
    sampler = Sampler(scene)
    people = {n for n, node in enumerate(scene.nodes) if node.layer == "people"}
    corners: Mapping[str, Floats] = {name: _corners(mesh) for name, mesh in scene.meshes.items()}
    found: list[Floats] = []
    edge = (np.zeros(3), np.zeros(3))
    for of_people in (True, False):
        for t in times:
            world = sampler.world(0, t).astype(np.float64)
            for n, node in enumerate(scene.nodes):
                if node.mesh is None or (n in people) != of_people or np.abs(world[n, :3, :3]).max() < 1e-4:
                    continue
                points = corners[node.mesh] @ world[n, :3, :3].T + world[n, :3, 3]
                if not of_people:
                    middle = points.mean(axis=0)
                    if (middle < edge[0])[[0, 2]].any() or (middle > edge[1])[[0, 2]].any():
                        continue
                    points = np.clip(points, edge[0], edge[1])
                found.append(points)
        if of_people:
            body = np.vstack(found)
            edge = (body.min(axis=0) - REACH, body.max(axis=0) + REACH)
            edge[1][1] = max(edge[1][1], tall)
    every = np.vstack(found)
    every[:, 1] = np.minimum(every[:, 1], tall)
    return every


def _corners(mesh: Mesh) -> Floats:
    points = np.vstack([p.positions for p in mesh.primitives]).astype(np.float64)
    # A few points on the skin frame a part more closely than the corners of its box.
    return points[:: max(len(points) // 60, 1)]


def _on_floor(scene: Scene, times: Sequence[int]) -> Scene:
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
    of it is lit as if it lay flat."""
    angle = np.linspace(0.0, 2 * math.pi, 49)[:-1]
    rings = [(0.01, 0.0), *((r, 11.0 * ((r - 14.0) / 36.0) ** 2) for r in np.linspace(14.0, 50.0, 40).tolist())]
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
