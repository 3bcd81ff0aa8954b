"""How the pictures of a sheet are framed: by what moves in them, with an enlargement of the man where he is small beside what he holds.

Whoever acts, and all that the gesture is about, lies wholly within every picture; only what is larger than a man by far (target,
wall, platform) runs over its edge.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from geometry.motion.rehearsal import LEAD, role_of
from geometry.motion.show import gesture_scene, moments
from geometry.sampler import Sampler
from geometry.scene import Mesh, Scene
from layout.evidence.model import Ground
from rite.gestures import gesture
from viewer.camera import Camera
from viewer.gesture_views import Views, views_of
from viewer.presets import close

TILE = (280, 366)
WIDEST, LOWEST = 400, 240
"""Pictures of what is wide are up to so wide, and no less high."""
LIT = -40.0
"""Compass bearing of the line of sight of all pictures: what is to be seen from elsewhere is turned, so that the light always falls
over the same shoulder of him who looks."""
LARGE = ("target", "wall", "plinth")
"""What may run over the edge of a picture: it is framed no farther than REACH from the people, in m, and no higher than TALL."""
REACH, TALL = 1.5, 2.2
GONE = 4.5
"""What is farther than this from all people, in m, is not followed: an arrow that flies off."""
BANNER, HIGHER = 4.9, 1.5
"""So much of the target is seen behind a banner, and pictures with a banner are so much higher."""
LONG, MOMENTS = 9, 7
"""So many movements do not show in five pictures: they get seven."""
EDGE = 6
"""From an enlargement to the edge of its picture, in pixels."""
ROOMS = (0.0, 0.12, 0.24, 0.36, 0.48, 0.60)
"""By how much of its height a picture is widened to make room for an enlargement, least first."""
_WAYS = np.array([v for v in itertools.product((-1, 0, 1), repeat=3) if v > (0, 0, 0)], dtype=np.float64)

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Box:
    """A rectangle of a picture, in pixels from its upper left corner."""

    left: int
    top: int
    wide: int
    high: int


@dataclass(frozen=True, eq=False)
class Row:
    """One row of pictures: the scene turned by `turn` (4, 4) and seen by `camera`, so high; and at each moment the place and the camera
    of an enlargement, or none."""

    turn: Floats
    camera: Camera
    high: int
    boxes: tuple[Box, ...] = ()
    nearer: tuple[Camera, ...] = ()
    near: bool = False
    """Whether the row itself shows head and hands alone."""


@dataclass(frozen=True, eq=False)
class Layout:
    """A sheet before it is drawn: its scene (without floor), its moments in ms, the width of its pictures and its rows."""

    scene: Scene
    times: tuple[int, ...]
    wide: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, eq=False)
class Seen:
    """Points (n, 3) of one part of what is seen at one moment, the `t`-th; `large` of what may run over the edge."""

    t: int
    points: Floats
    large: bool


def layout(name: str, ground: Ground, count: int = 0) -> Layout:
    """The sheet of a gesture, of `count` moments (0: five, or as many as it needs). Raises UnknownNameError for one not in the table."""
    entry = gesture(name)
    scene = gesture_scene(name, ground)
    views = views_of(entry.id, _facing(scene), "stand" not in entry.before)
    if count == 0 and views.moments:
        times = [LEAD + round(1000 * t) for t in views.moments]
    else:
        times = moments(name, count or (MOMENTS if len(entry.phases) > LONG else 5))
    return Layout(scene, tuple(times), *_framed(scene, role_of(entry.id), times, views))


def _framed(scene: Scene, who: str, times: Sequence[int], views: Views) -> tuple[int, tuple[Row, ...]]:
    banner = "banner" in scene.meshes
    found = list(seen(scene, times, BANNER if banner else TALL))
    whole = np.vstack([s.points for s in found])
    middle = (whole.min(axis=0) + whole.max(axis=0)) / 2
    about = [_near(scene, who, t, views) for t in times]
    turns = [turntable(middle, bearing - LIT) for bearing in views.bearings]
    near = [views.near == row for row in ("first", "second")]
    shown = [_turned(np.vstack(about) if n else whole, turn) for n, turn in zip(near, turns, strict=True)]
    inset = [views.inset in ("both", row) for row in ("first", "second")]
    wide, highs = _sizes(shown, views.down, HIGHER if banner else 1.0, any(inset))
    rows = []
    for turn, points, down, high, n, wanted in zip(turns, shown, views.down, highs, near, inset, strict=True):
        row = Row(turn, close(points, wide / high, LIT, -down), high, near=n)
        if wanted:
            turned = [replace(s, points=_turned(s.points, turn)) for s in found]
            row = _enlarged(row, points, turned, wide, down, len(times))
            shape = row.boxes[0].wide / row.boxes[0].high
            row = replace(row, nearer=tuple(close(_turned(p, turn), shape, LIT, -down) for p in _alike(about)))
        rows.append(row)
    return wide, tuple(rows)


def _turned(points: Floats, turn: Floats) -> Floats:
    return points @ turn[:3, :3].T + turn[:3, 3]


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


def _sizes(
    shown: Sequence[Floats], down: Sequence[float], higher: float, inset: bool
) -> tuple[int, tuple[int, ...]]:  # fmt: skip
    """Width of all pictures and height of each row, by what is in them: `shown` points (n, 3) by row."""
    shapes = []
    for points, pitch in zip(shown, down, strict=True):
        right, up, _ = close(points, 1.0, LIT, -pitch).axes()
        wide, high = (float(np.ptp(points @ axis)) for axis in (right, up))
        shapes.append(wide / max(high, 1e-6))
    tall = TILE[1] * higher
    if inset:
        # Room for what is enlarged.
        high = round(tall / 2) * 2
        return WIDEST, tuple(round(max(high * 0.82, min(high, WIDEST / s * 1.02)) / 2) * 2 for s in shapes)
    wide = round(float(np.clip(max(shapes) * tall * 0.85, TILE[0], WIDEST)) / 4) * 4
    # What is no wider than a man standing keeps the shape of his picture.
    highs = tuple(round(float(np.clip(wide / shape * 1.02, LOWEST, tall)) / 2) * 2 for shape in shapes)
    return wide, highs


def _near(scene: Scene, who: str, t: int, views: Views) -> Floats:
    """Points (n, 3) that lie `about` m around hands and head (or hands alone) of a person of a scene, or of all, at a moment."""
    sampler = Sampler(scene)
    parts = ("hand-left", "hand-right", "head")[: 2 if views.upon == "hands" else 3]
    people = [n.name for n in scene.nodes if n.extras.get("kind") == "person"] if views.upon == "people" else [who]
    rows = [sampler.index[f"{person}-{part}"] for person in people for part in parts]
    found = sampler.world(0, t)[rows, :3, 3].astype(np.float64)
    corners = np.array(list(itertools.product((-views.about, views.about), repeat=3)))
    around: Floats = (found[:, None] + corners).reshape(-1, 3)
    around[:, 1] = np.maximum(around[:, 1], 0.0)
    return around


def _alike(about: Sequence[Floats]) -> list[Floats]:
    """Boxes of one size about the middles of point sets: corners (8, 3) of each, so that all are enlarged alike."""
    half = np.max([np.ptp(p, axis=0) for p in about], axis=0) / 2
    half[[0, 2]] = half[[0, 2]].max()
    corners = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    return [(p.min(axis=0) + p.max(axis=0)) / 2 + corners * half for p in about]


def on_picture(camera: Camera, points: Floats, wide: int, high: int) -> Floats:
    """Where points (n, 3) come to lie on a picture of so many pixels: (n, 2) from its upper left corner."""
    right, up, ahead = camera.axes()
    local = (points - np.array(camera.eye)) @ np.stack([right, up, ahead]).T
    half = camera.half_height
    x = local[:, 0] / (local[:, 2] * half * wide / high)
    y = local[:, 1] / (local[:, 2] * half)
    return np.column_stack([(1 + x) * wide / 2, (1 - y) * high / 2])


def _enlarged(row: Row, points: Floats, found: Sequence[Seen], wide: int, down: float, count: int) -> Row:
    """The row with room for an enlargement where it hides least of what is seen, its picture made no smaller than needed."""
    from shapely import STRtree
    from shapely.geometry import MultiPoint, box

    high = row.high
    w, h = round(0.54 * wide), round(min(0.60 * high, 0.72 * wide))
    lefts, tops = ((EDGE, (whole - part) // 2, whole - part - EDGE) for whole, part in ((wide, w), (high, h)))
    boxes = [Box(left, top, w, h) for top in tops for left in lefts]
    right, up, _ = row.camera.axes()
    tall = float(np.ptp(points @ up))
    best: tuple[float, Camera, tuple[Box, ...]] | None = None
    for room, way in itertools.product(ROOMS, (right, -right, up)):
        if room == 0.0 and way is not right:
            continue
        more = points[np.argmax(points @ way)] + way * room * tall
        camera = close(np.vstack([points, more]), wide / high, LIT, -down) if room else row.camera
        cost = np.zeros((count, len(boxes)))
        for k in range(count):
            flat = [on_picture(camera, s.points, wide, high) for s in found if s.t == k and not s.large]
            hulls = [MultiPoint(p).convex_hull.buffer(4.0) for p in flat]
            tree = STRtree(hulls)
            for n, b in enumerate(boxes):
                over = box(b.left, b.top, b.left + w, b.top + h)
                cost[k, n] = sum(over.intersection(hulls[i]).area for i in tree.query(over)) / (w * h)
        # The same place in all pictures is quieter; in the middle of a side is not.
        cost += np.array([0.004 * (b.left == lefts[1]) + 0.002 * (b.top != EDGE) for b in boxes])
        common = int(cost.max(axis=0).argmin())
        chosen = np.where(cost[:, common] > cost.min(axis=1) + 0.012, cost.argmin(axis=1), common)
        # To see all a little smaller costs less than to hide some of it.
        smaller = math.dist(camera.eye, camera.target) / math.dist(row.camera.eye, row.camera.target) - 1.0
        total = float(cost[np.arange(count), chosen].sum()) + 0.02 * int((chosen != common).sum()) + 0.5 * smaller
        if best is None or total < best[0] - 1e-9:
            best = (total, camera, tuple(boxes[n] for n in chosen))
    assert best is not None
    return replace(row, camera=best[1], boxes=best[2])


def seen(scene: Scene, times: Sequence[int], tall: float = TALL) -> Iterator[Seen]:
    """Everything that is seen at these moments, near the people, part by part."""
    sampler = Sampler(scene)
    people = {n for n, node in enumerate(scene.nodes) if node.layer == "people"}
    corners: Mapping[str, Floats] = {name: _corners(mesh) for name, mesh in scene.meshes.items()}
    worlds = [sampler.world(0, t).astype(np.float64) for t in times]
    bodies = []
    for k, world in enumerate(worlds):
        bodies += [Seen(k, _placed(corners, scene, world, n), False) for n in sorted(people) if _shown(scene, world, n)]
    yield from bodies
    body = np.vstack([s.points for s in bodies])
    low, top = body.min(axis=0) - REACH, body.max(axis=0) + REACH
    top[1] = tall
    for k, world in enumerate(worlds):
        for n, node in enumerate(scene.nodes):
            if n in people or not _shown(scene, world, n):
                continue
            points = _placed(corners, scene, world, n)
            large = node.mesh in LARGE
            if large:
                points = np.clip(points, low, top)
            elif np.abs(np.clip(points.mean(axis=0), low, top) - points.mean(axis=0))[[0, 2]].max() > GONE - REACH:
                continue
            yield Seen(k, points, large)


def _shown(scene: Scene, world: Floats, n: int) -> bool:
    return scene.nodes[n].mesh is not None and bool(np.abs(world[n, :3, :3]).max() >= 1e-4)


def _placed(corners: Mapping[str, Floats], scene: Scene, world: Floats, n: int) -> Floats:
    points: Floats = corners[scene.nodes[n].mesh or ""] @ world[n, :3, :3].T + world[n, :3, 3]
    return points


def _corners(mesh: Mesh) -> Floats:
    points = np.vstack([p.positions for p in mesh.primitives]).astype(np.float64)
    # A few points on the skin frame a part more closely than the corners of its box; the farthest on thirteen ways are among them.
    along = points @ _WAYS.T
    far = np.unique(np.concatenate([along.argmax(axis=0), along.argmin(axis=0)]))
    return np.vstack([points[:: max(len(points) // 60, 1)], points[far]])
