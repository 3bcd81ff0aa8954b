"""How deep sleeves sink into what they should lie on: trunk, head, skirt and jacket of their wearer.

Trunk, head, skirt and jacket are rings about an upright axis, so that the depth of a point in them is a matter of arithmetic: no
solid is built and no ray is cast. Sleeves are the very meshes that are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from geometry.figure.figure import FigureMeshes
from geometry.figure.garments import JACKETS, SKIRTS, sunk
from geometry.figure.head import HEAD_ROWS
from geometry.figure.measure import NECK_FORWARD, NECK_UP, SHOULDER_HALF, SHOULDER_UP, UPPER
from geometry.figure.trunk import TRUNK_ROWS
from geometry.motion import quat
from geometry.motion.body import Body
from geometry.motion.feet import untwisted
from geometry.motion.quat import Floats
from geometry.motion.rig import Words

SLEEVE = 0.13
"""A sleeve's own thickness in m: from the skin of its one side, over the arm, to that of the other."""
CAP = 0.14
"""Within so many metres of the shoulder a sleeve is the cap over the joint and belongs in the trunk."""
SLEEVES = ("upper-left", "fore-left", "upper-right", "fore-right")


@dataclass(frozen=True, eq=False)
class Turned:
    """A body turned on a lathe: `rows` (k, 5 or 6) of height, half-width, depth before and behind the axis, shift of the axis (m),
    how much they sink before it (m a m), highest first; `square` the exponent of its superellipse."""

    rows: Floats
    square: float

    def depth(self, points: Floats) -> Floats:
        """How deep (n,) in m points (n, 3) lie inside, 0 outside: along the level, or straight up where that is nearer."""
        rows = self.rows[::-1]
        if rows.shape[1] > 5 and rows[:, 5].any():
            # As if nothing sank before the axis.
            dip, middle = (np.interp(points[:, 1], rows[:, 0], rows[:, k]) for k in (5, 4))
            dip, middle = (np.interp(points[:, 1] + sunk(points, middle, dip), rows[:, 0], rows[:, k]) for k in (5, 4))
            points = points.copy()
            points[:, 1] += sunk(points, middle, dip)
        inside = (points[:, 1] > rows[0, 0]) & (points[:, 1] < rows[-1, 0])
        found = np.zeros(len(points))
        if inside.any():
            p = points[inside]
            level = self._level(p, p[:, 1])
            within = level > 0.0
            if within.any():
                level[within] = np.minimum(level[within], self._above(p[within]))
            found[inside] = level
        return found

    def _level(self, p: Floats, y: Floats) -> Floats:
        rows = self.rows[::-1]
        rx, front, back, shift = (np.interp(y, rows[:, 0], rows[:, k]) for k in (1, 2, 3, 4))
        x, z = p[:, 0], p[:, 2] - shift
        deep = np.where(z > 0, front, back)
        power = 2.0 / self.square
        share = ((np.abs(x) / rx) ** power + (np.abs(z) / deep) ** power) ** (1.0 / power)
        way = np.hypot(x, z)
        edge = np.where(share > 1e-3, way / np.maximum(share, 1e-3), np.minimum(rx, deep))
        level: Floats = np.maximum(edge - way, 0.0) * (share < 1.0)
        return level

    def _above(self, p: Floats) -> Floats:
        """How far it is to the surface straight up."""
        top = float(self.rows[0, 0])
        found = top - p[:, 1]
        for part in np.linspace(1.0, 0.05, 12):
            y = p[:, 1] + (top - p[:, 1]) * part
            found = np.where(self._level(p, y) > 0.0, found, np.minimum(found, y - p[:, 1]))
        return found


@cache
def lathe(name: str, kind: str) -> Turned:
    """The rings of a part (torso, head, skirt, hips) in one of its forms."""
    if name in ("skirt", "hips"):
        rings = (SKIRTS if name == "skirt" else JACKETS)[kind]
        rows = np.array([[r.y, r.rx, r.front, r.back, r.z, r.dip] for r in rings])
        return Turned(rows[rows[:, 0].argsort()[::-1]], 0.92)
    rows = np.array(TRUNK_ROWS if name == "torso" else HEAD_ROWS)
    return Turned(rows[rows[:, 0].argsort()[::-1]], 0.93 if name == "torso" else 0.86)


@dataclass(frozen=True, eq=False)
class Frames:
    """Where the parts of a body are at samples, in the frame of its root (metres of a 1.68 m body): joint → place (n, 3), rotation
    (n, 4)."""

    place: Mapping[str, Floats]
    turn: Mapping[str, Floats]


def frames(body: Body) -> Frames:
    """The frames of hips, torso, head, arms and skirt."""
    turn = {"hips": body.rotation["hips"]}
    waist = body.translation["hips"]
    turn["torso"] = quat.multiply(turn["hips"], body.rotation["torso"])
    turn["head"] = quat.multiply(turn["torso"], body.rotation["head"])
    turn["skirt"] = body.rotation["skirt"]

    def on(joint: str, at: tuple[float, float, float]) -> Floats:
        return quat.rotate(turn[joint], np.broadcast_to(np.array(at), waist.shape))

    place = {"hips": waist, "torso": waist, "skirt": body.translation["skirt"]}
    place["head"] = waist + on("torso", (0.0, NECK_UP, NECK_FORWARD))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        upper, fore = f"upper-{side}", f"fore-{side}"
        place[upper] = waist + on("torso", (sign * SHOULDER_HALF, SHOULDER_UP, 0.0))
        turn[upper] = quat.multiply(turn["torso"], body.rotation[upper])
        place[fore] = place[upper] + on(upper, (0.0, 0.0, UPPER))
        turn[fore] = quat.multiply(turn[upper], body.rotation[fore])
    return Frames(place, turn)


def skin(figure: FigureMeshes, slot: str, variant: str) -> Floats:
    """The points (n, 3) of a part, each once."""
    mesh = figure.meshes[figure.slots[slot][variant]]
    points = np.vstack([p.positions for p in mesh.primitives]).astype(np.float64)
    return np.unique(points.round(5), axis=0)


@dataclass(frozen=True)
class Pierced:
    """The deepest point of a sleeve in a part: `depth` in m, at sample `k`."""

    sleeve: str
    part: str
    depth: float
    k: int


def pierced(body: Body, figure: FigureMeshes, samples: Sequence[int]) -> list[Pierced]:
    """For every sleeve and every part of its wearer the deepest point over samples of his movement."""
    at = frames(body)
    found = []
    for sleeve in SLEEVES:
        worst: dict[str, tuple[float, int]] = {}
        for variant, which in _by_variant(body.shown[sleeve], samples):
            points = skin(figure, sleeve, variant)
            world = _out(at, sleeve, which, points)
            near = np.linalg.norm(world - at.place[sleeve.replace("fore", "upper")][which][:, None], axis=2) < CAP
            for part in ("torso", "head", "hips", "skirt"):
                deep = np.where(near & (part in ("torso", "hips")), 0.0, _sunk(body, at, part, which, world))
                k = int(deep.max(axis=1).argmax())
                if deep[k].max() > worst.get(part, (0.0, 0))[0]:
                    worst[part] = (float(deep[k].max()), int(which[k]))
        found += [Pierced(sleeve, part, depth, k) for part, (depth, k) in worst.items()]
    return found


def shown_through(body: Body, figure: FigureMeshes, samples: Sequence[int]) -> Pierced:
    """How far the skirt comes through the jacket that hangs over it, at the jacket's hem."""
    at = frames(body)
    worst = Pierced("hips", "skirt", 0.0, 0)
    for variant, which in _by_variant(body.shown["hips"], samples):
        points = skin(figure, "hips", variant)
        points = points[points[:, 1] < -0.10]
        deep = _sunk(body, at, "skirt", which, _out(at, "hips", which, points))
        k = int(deep.max(axis=1).argmax())
        if deep[k].max() > worst.depth:
            worst = Pierced("hips", "skirt", float(deep[k].max()), int(which[k]))
    return worst


def run_through(
    body: Body, world: Floats, samples: Sequence[int], parts: Sequence[str] = ("torso", "head", "hips")
) -> float:
    """How deep (m) a thing lies in parts of a body: `world` (n, m, 3) its points in the world at n of its samples."""
    which = np.array(samples, dtype=np.int64)
    away = world - body.place[which][:, None]
    facing = np.repeat(body.facing[which], world.shape[1])
    local = untwisted(facing, away.reshape(-1, 3)).reshape(world.shape) / body.person.scale
    at = frames(body)
    return max(float(_sunk(body, at, part, which, local).max()) for part in parts)


def _by_variant(shown: Words, samples: Sequence[int]) -> list[tuple[str, np.ndarray]]:
    index = np.array(sorted(set(samples)), dtype=np.int64)
    words = shown[index]
    return [(str(v), index[words == v]) for v in np.unique(words) if v]


def _out(at: Frames, joint: str, which: np.ndarray, points: Floats) -> Floats:
    """Points (m, 3) of a joint in the frame of the root at samples: (n, m, 3)."""
    turn = np.broadcast_to(at.turn[joint][which][:, None], (len(which), len(points), 4))
    world: Floats = quat.rotate(turn, points[None]) + at.place[joint][which][:, None]
    return world


def _sunk(body: Body, at: Frames, part: str, which: np.ndarray, world: Floats) -> Floats:
    """How deep (n, m) points of the root frame lie in a part at samples."""
    turn = quat.conjugate(at.turn[part][which])[:, None]
    local = quat.rotate(np.broadcast_to(turn, (*world.shape[:2], 4)), world - at.place[part][which][:, None])
    deep = np.zeros(world.shape[:2])
    kinds = body.shown[part][which] if part in ("skirt", "hips") else np.full(len(which), part)
    for kind in np.unique(kinds):
        rows = np.flatnonzero(kinds == kind)
        stretch = body.scale["skirt"][which[rows]][:, None] if part == "skirt" else np.ones((len(rows), 1, 3))
        points = local[rows] / stretch
        flat = lathe(part, str(kind).split("-")[0]).depth(points.reshape(-1, 3))
        # A depth in a stretched skirt is measured the way it is stretched least.
        deep[rows] = flat.reshape(points.shape[:2]) * np.minimum(stretch.min(axis=2), 1.0)
    return deep
