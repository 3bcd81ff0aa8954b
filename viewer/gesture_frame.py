"""How the pictures of a sheet are framed: by what moves in them, with an enlargement of the man where he is small beside what he holds.

Whoever acts, and all that the gesture is about, lies wholly within every picture; only what is larger than a man by far (target,
wall, platform) runs over its edge.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from geometry.motion.rehearsal import LEAD, role_of
from geometry.motion.show import gesture_scene, moments
from geometry.sampler import Sampler
from geometry.scene import Scene
from layout.evidence.model import Ground
from rite.gestures import gesture
from viewer.camera import Camera
from viewer.gesture_inset import Box, enlarged
from viewer.gesture_seen import TALL, Floats, seen
from viewer.gesture_views import Views, views_of
from viewer.presets import close

TILE = (280, 366)
WIDEST, LOWEST = 400, 240
"""Pictures of what is wide are up to so wide, and no less high."""
LIT = -40.0
"""Compass bearing of the line of sight of all pictures: what is to be seen from elsewhere is turned, so that the light always falls
over the same shoulder of him who looks."""
BANNER, HIGHER = 4.9, 1.5
"""So much of the target is seen behind a banner, and pictures with a banner are so much higher."""
LONG, MOMENTS = 9, 7
"""So many movements do not show in five pictures: they get seven."""


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
    shown = [turned_by(np.vstack(about) if n else whole, turn) for n, turn in zip(near, turns, strict=True)]
    inset = [views.inset in ("both", row) for row in ("first", "second")]
    wide, highs = _sizes(shown, views.down, HIGHER if banner else 1.0, any(inset))
    rows = []
    for turn, points, down, high, n, wanted in zip(turns, shown, views.down, highs, near, inset, strict=True):
        row = Row(turn, close(points, wide / high, LIT, -down), high, near=n)
        if wanted:
            turned = [replace(s, points=turned_by(s.points, turn)) for s in found]
            at = partial(close, bearing=LIT, pitch=-down)
            camera, boxes = enlarged(row.camera, at, points, turned, (wide, high), len(times))
            nearer = tuple(at(turned_by(p, turn), boxes[0].wide / boxes[0].high) for p in _alike(about))
            row = replace(row, camera=camera, boxes=boxes, nearer=nearer)
        rows.append(row)
    return wide, tuple(rows)


def turned_by(points: Floats, turn: Floats) -> Floats:
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
