"""Where the feet are: footfalls of a walk, feet drawn back under a kneeling body, all in the frame of the root."""

from __future__ import annotations

import bisect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry.motion import quat
from geometry.motion.quat import Floats
from rite.gestures import load_gait
from rite.model import Footfall, PersonActs

Times = NDArray[np.int64]
STANCE = 0.3
"""From the middle line to each foot when nothing else is said, in 尺 (feet 二寸 apart, each 四寸 wide)."""
BACK = np.array([0.02, 0.10, -0.30])
"""Where a foot lies under a kneeling body, in m of a 1.68 m body: beyond its standing place sideways, above the floor, behind."""
STRIDE = 0.22
"""Length of a step, in m, from which the skirt of a walking man is worn."""
CUT = 1.0
"""Distance in m from which a step of the root of over 6 m/s is no step but a change of place."""
TOES = 168.0
"""How far it is turned about its own ankle there, in degrees."""


@dataclass(frozen=True, eq=False)
class Root:
    """The way of a person's root over time, in metres of the world, facing in degrees (unwrapped)."""

    times: Times
    place: Floats
    facing: Floats

    def at(self, t: Times) -> tuple[Floats, Floats]:
        """Positions (n, 3) and facings (n,) at times (n,)."""
        if len(t) == 1:
            row = np.array([self._one(int(t[0]))])
            return row[:, :3], row[:, 3]
        place = np.column_stack([np.interp(t, self.times, self.place[:, k]) for k in range(3)])
        return place, np.interp(t, self.times, self.facing)

    def _one(self, t: int) -> list[float]:
        """Position and facing at one time: for a single moment four interpolations of arrays take ten times as long."""
        times, rows = self._rows
        n = bisect.bisect_right(times, t)
        if n == 0 or n == len(times):
            return rows[0] if n == 0 else rows[-1]
        part, span = t - times[n - 1], times[n] - times[n - 1]
        return [(b - a) / span * part + a for a, b in zip(rows[n - 1], rows[n], strict=True)]

    @cached_property
    def _rows(self) -> tuple[list[int], list[list[float]]]:
        return self.times.tolist(), np.column_stack([self.place, self.facing]).tolist()


def root_of(acts: PersonActs, unit: float) -> Root:
    """The root of a person's acts in metres (x east, y up, z south)."""
    rows: dict[int, tuple[float, float, float, float]] = {}
    for k in acts.root:
        rows[k.t] = (k.x * unit, k.z * unit, -k.y * unit, k.facing)
    table = np.array([rows[t] for t in sorted(rows)], dtype=np.float64)
    return Root(np.array(sorted(rows), dtype=np.int64), table[:, :3], table[:, 3])


def turned(facing: Floats, v: Floats) -> Floats:
    """Vectors of the root frame in the world: facing in degrees clockwise from north."""
    angle = np.radians(180.0 - facing)
    c, s = np.cos(angle), np.sin(angle)
    return np.column_stack([v[:, 0] * c + v[:, 2] * s, v[:, 1], -v[:, 0] * s + v[:, 2] * c])


def untwisted(facing: Floats, v: Floats) -> Floats:
    """Vectors of the world in the root frame."""
    angle = np.radians(180.0 - facing)
    c, s = np.cos(angle), np.sin(angle)
    return np.column_stack([v[:, 0] * c - v[:, 2] * s, v[:, 1], v[:, 0] * s + v[:, 2] * c])


def moments(feet: Sequence[Footfall]) -> list[int]:
    """The times at which feet must be sampled."""
    found: list[int] = []
    for f in feet:
        span = f.land - f.lift
        found += [f.lift, f.lift + span // 4, f.lift + span // 2, f.lift + 3 * span // 4, f.land]
    return found


def feet(
    acts: PersonActs,
    root: Root,
    t: Times,
    unit: float,
    scale: float,
    kneel: Sequence[tuple[int, int, bool]],
    down_at_first: bool = False,
) -> tuple[dict[str, Floats], dict[str, Floats], NDArray[np.bool_], Floats, NDArray[np.str_]]:
    """Positions (n, 3, root frame, metres of a 1.68 m body) and rotations (n, 4) of both feet at times `t`, whether he walks at
    each time, how far apart the feet are, and whether he is on stairs ("up", "down", "")."""
    place, facing = root.at(t)
    where: dict[str, Floats] = {}
    turn: dict[str, Floats] = {}
    walking = np.zeros(len(t), dtype=bool)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        high = acts.root[0].z if acts.root else 0.0
        own = _on_treads([f for f in acts.footfalls if f.foot == side], high, unit)
        steps = sorted(own + _cuts(root, unit, side), key=lambda f: f.lift)
        p, yaw = _course(steps, root, t, unit, sign * STANCE * unit)
        long = [f for f, far in zip(steps, _strides(steps, root, unit, sign), strict=True) if far > STRIDE]
        walking |= _within(t, [(f.lift - 80, f.land + 80) for f in long])
        local = untwisted(facing, p - place) / scale
        q = quat.about(1, facing - yaw)
        down = _knee_weight(t, side, kneel, down_at_first)
        rest = np.array([sign * STANCE * unit / scale, 0.0, 0.0])
        away = local + (rest + np.array([sign, 1.0, 1.0]) * BACK - local) * _ease(down)[:, None]
        # While a foot moves to its place it is lifted a little, and never dragged.
        away[:, 1] += 0.05 * np.sin(math.pi * down) ** 2
        where[side] = away
        turn[side] = quat.multiply(q, quat.about(0, TOES * _ease(down)))
    apart = np.linalg.norm((where["left"] - where["right"])[:, [0, 2]], axis=1)
    rising, falling = stair_spans(acts.footfalls, acts.root[0].z if acts.root else 0.0)
    on_way_up = _within(t, [(a - 150, b + 120) for a, b in rising])
    on_way_down = _within(t, [(a - 150, b + 120) for a, b in falling])
    return where, turn, walking, apart, np.where(on_way_up, "up", np.where(on_way_down, "down", ""))


RISE = 0.3
"""From this difference of height in 尺 on a step leads up or down stairs."""
HANGS = 0.125
"""How far the heels of one who goes up hang over the edge of the tread, in m: a tread is 1 尺 deep and a foot 1.2 尺 long."""


def stair_spans(footfalls: Sequence[Footfall], high: float) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """When he is on stairs going up, and going down: (start, end) in ms from the lifting of the first foot to the last landing,
    pauses on a tread included. `high`: where his feet are at first, in 尺."""
    level = {"left": high, "right": high}
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    way: bool | None = None
    for f in sorted(footfalls, key=lambda f: (f.lift, f.land)):
        rise = f.z - level[f.foot]
        level[f.foot] = f.z
        if abs(rise) < RISE:
            way = None
            continue
        up = rise > 0
        if way is up:
            found[up][-1] = (found[up][-1][0], f.land)
        else:
            found[up].append((f.lift, f.land))
        way = up
    return found[True], found[False]


def _within(t: Times, spans: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """Whether each of the times (ascending) lies in any of the spans, their ends included."""
    level = np.zeros(len(t) + 1, dtype=np.int64)
    if spans:
        table = np.array(spans)
        np.add.at(level, np.searchsorted(t, table[:, 0], side="left"), 1)
        np.add.at(level, np.searchsorted(t, table[:, 1], side="right"), -1)
    return np.cumsum(level)[:-1] > 0


def _on_treads(steps: Sequence[Footfall], high: float, unit: float) -> list[Footfall]:
    """The steps of one foot, those on a tread before a further riser set back so that the toes stay clear of it."""
    steps = sorted(steps, key=lambda f: f.lift)
    found = []
    for n, f in enumerate(steps):
        after = steps[n + 1] if n + 1 < len(steps) else None
        before = steps[n - 1].z if n else high
        if after is not None and after.z - f.z > RISE and f.z - before > RISE:
            way = math.radians(f.facing)
            back = HANGS / unit
            f = Footfall(f.foot, f.lift, f.land, f.x - back * math.sin(way), f.y - back * math.cos(way), f.z, f.facing)
        found.append(f)
    return found


def _cuts(root: Root, unit: float, side: str) -> list[Footfall]:
    """Where the root is somewhere else at once (a change of place) the feet are so too."""
    found = []
    gap = np.linalg.norm(np.diff(root.place, axis=0), axis=1)
    span = np.maximum(np.diff(root.times), 1) / 1000.0
    for k in np.flatnonzero((gap > CUT) & (gap / span > 6.0)):
        x, y, z = (float(v) for v in root.place[k + 1])
        facing = float(root.facing[k + 1])
        out = STANCE * (-1.0 if side == "left" else 1.0)
        angle = math.radians(facing)
        before, after = int(root.times[k]), int(root.times[k + 1])
        at = (x / unit + out * math.cos(angle), -z / unit - out * math.sin(angle), y / unit)
        found.append(Footfall("left" if side == "left" else "right", before, max(after, before + 1), *at, facing))
    return found


def _strides(steps: Sequence[Footfall], root: Root, unit: float, sign: float) -> list[float]:
    """How far each step of a foot goes, in m."""
    start = turned(root.facing[:1], np.array([[sign * STANCE * unit, 0.0, 0.0]]))[0] + root.place[0]
    x, z = float(start[0]), float(start[2])
    far = []
    for f in steps:
        far.append(math.hypot(f.x * unit - x, -f.y * unit - z))
        x, z = f.x * unit, -f.y * unit
    return far


def _course(steps: Sequence[Footfall], root: Root, t: Times, unit: float, side: float) -> tuple[Floats, Floats]:
    """World positions and facings of one foot at times `t`: still between its steps, in an arc during them."""
    start = turned(root.facing[:1], np.array([[side, 0.0, 0.0]])) + root.place[:1]
    points = np.array([start[0].tolist(), *((f.x * unit, f.z * unit, -f.y * unit) for f in steps)])
    yaws = [float(root.facing[0])]
    for f in steps:
        yaws.append(yaws[-1] + (f.facing - yaws[-1] + 180.0) % 360.0 - 180.0)
    if not steps:
        return np.repeat(points, len(t), axis=0), np.full(len(t), yaws[0])
    lifts = np.array([f.lift for f in steps])
    lands = np.array([f.land for f in steps])
    n = np.searchsorted(lifts, t, side="right")
    k = np.maximum(n - 1, 0)
    part = np.where(n > 0, np.clip((t - lifts[k]) / np.maximum(lands[k] - lifts[k], 1), 0.0, 1.0), 0.0)
    a, b = points[k], points[n]
    # The foot leaves late and lands flat.
    smooth = part * part * (3 - 2 * part)
    p = a + (b - a) * smooth[:, None]
    far = np.linalg.norm((b - a)[:, [0, 2]], axis=1)
    rise = b[:, 1] - a[:, 1]
    lift = np.minimum(0.012 + 0.075 * far, float(load_gait()["w6"].lift)) + 0.35 * np.abs(rise)
    p[:, 1] += lift * np.sin(np.pi * part)
    # On stairs the foot is up before it goes over the edge, and over before it goes down.
    up = np.where(
        rise > 0.02, np.clip(part * 2.0, 0, 1), np.where(rise < -0.02, np.clip(part * 2.5 - 1.5, 0, 1), smooth)
    )
    p[:, 1] += rise * (up * up * (3 - 2 * up) - smooth) * (np.abs(rise) > 0.02)
    table = np.array(yaws)
    yaw = table[k] + (table[n] - table[k]) * smooth
    return p, yaw


KNEEL_SPANS: Mapping[tuple[bool, str], tuple[float, float]] = {
    (True, "right"): (0.05, 0.45),
    (True, "left"): (0.50, 0.92),
    (False, "left"): (0.22, 0.50),
    (False, "right"): (0.52, 0.84),
}
"""Kneeling down the right leg goes back first (揄右而下); rising the left foot comes forward first (進左而起)."""


def _knee_weight(t: Times, side: str, kneel: Sequence[tuple[int, int, bool]], first: bool) -> Floats:
    weight = np.full(len(t), 1.0 if first else 0.0)
    begins = np.searchsorted(t, [start for start, _, _ in kneel]) if kneel else ()
    for n, (start, end, down) in enumerate(kneel):
        # The next may begin before this has ended: it rules from its own beginning.
        of = slice(begins[n], None if n + 1 == len(kneel) else max(begins[n], begins[n + 1]))
        a, b = KNEEL_SPANS[down, side]
        part = np.clip((t[of] - (start + a * (end - start))) / ((b - a) * (end - start)), 0.0, 1.0)
        weight[of] = part if down else 1.0 - part
    return weight


def knee_moments(kneel: Sequence[tuple[int, int, bool]]) -> list[int]:
    """The times at which feet must be sampled while he kneels down or rises."""
    found: list[int] = []
    for start, end, down in kneel:
        for side in ("left", "right"):
            a, b = KNEEL_SPANS[down, side]
            found += [round(start + (a + (b - a) * part) * (end - start)) for part in (0, 0.25, 0.5, 0.75, 1)]
    return found


def _ease(x: Floats) -> Floats:
    return x * x * (3 - 2 * x)
