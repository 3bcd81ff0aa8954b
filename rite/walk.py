"""From a path to the keys of a walk: where the body is, when each foot comes down, how corners are turned.

Straight stretches are walked in whole steps; a corner of more than 40 degrees is turned on the spot (折還中矩), a smaller one
in stride. All functions are pure; times are ms from the moment the walk begins, lengths 尺, facings degrees, unwrapped.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from rite.gestures import load_gait
from rite.model import Foot, Footfall, RootKey

HALF_STANCE = 0.3
"""From the line between the feet to the middle of each foot, 尺: feet two 寸 apart (新書容經), each four 寸 wide."""
STRIDE_TURN = 40.0
"""Up to this change of direction, in degrees, one walks on without stopping to turn."""
TIGHT, TIGHT_TURN = 1.5, 25.0
"""Between corners nearer to each other than this, 尺, no more than so many degrees are turned in stride."""

TURNING = 182.0
"""Faster than this, in degrees a second, nobody turns while he walks."""

Point = tuple[float, float]
Mark = tuple[float, Point, float]
"""A point of a walk: how far along it lies, where, and which way the body faces there."""


@dataclass(frozen=True)
class Motion:
    """Keys of one stretch of movement, from 0 to `end` ms."""

    keys: tuple[RootKey, ...]
    feet: tuple[Footfall, ...]
    end: int

    def later(self, by: int) -> Motion:
        """The same, `by` ms later; until then he stands."""
        if by == 0:
            return self
        first = self.keys[0]
        keys = (first, *(RootKey(k.t + by, k.x, k.y, k.z, k.facing) for k in self.keys))
        feet = tuple(Footfall(f.foot, f.lift + by, f.land + by, f.x, f.y, f.z, f.facing) for f in self.feet)
        return Motion(keys, feet, self.end + by)


def heading(a: Point, b: Point) -> float:
    """The way one faces who walks from a to b, degrees clockwise from north."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360.0


def turn_to(facing: float, want: float, way: str = "") -> float:
    """`facing` turned to face `want`: the shorter way, or to the "right" (clockwise from above) or the "left"."""
    delta = (want - facing) % 360.0
    if way == "right":
        return facing + delta if delta > 1e-6 else facing
    if way == "left":
        return facing - ((360.0 - delta) % 360.0)
    # Half a turn goes clockwise: 左還, with the left hand outside, is the rite's usual way.
    return facing + (delta if delta <= 180.0 + 1e-6 else delta - 360.0)


def foot_at(x: float, y: float, facing: float, foot: Foot) -> Point:
    """Where a foot stands when the body is at (x, y)."""
    side = -HALF_STANCE if foot == "left" else HALF_STANCE
    angle = math.radians(facing)
    return (x + side * math.cos(angle), y - side * math.sin(angle))


def turn_ms(angle: float) -> int:
    """How long a turn on the spot takes: a right angle one second, a half turn two."""
    size = abs(angle)
    if size < 1.0:
        return 0
    return round(1000 * max(0.4, size / 90.0))


class Path:
    """Builds the keys of a movement step by step; starts where the body stands."""

    def __init__(self, x: float, y: float, z: float, facing: float) -> None:
        self.x, self.y, self.z, self.facing, self.t = x, y, z, facing, 0
        self.keys: list[RootKey] = [RootKey(0, x, y, z, facing)]
        self.feet: list[Footfall] = []

    def key(self) -> None:
        self.keys.append(RootKey(self.t, rounded(self.x), rounded(self.y), rounded(self.z), rounded(self.facing)))

    def foot(self, foot: Foot, lift: int, land: int, at: Point, facing: float, z: float | None = None) -> None:
        height = self.z if z is None else z
        self.feet.append(
            Footfall(foot, lift, max(land, lift + 1), rounded(at[0]), rounded(at[1]), rounded(height), rounded(facing))
        )

    def turn(self, want: float, way: str = "", ms: int | None = None) -> None:
        """Turn on the spot, a step with each foot for every quarter."""
        goal = turn_to(self.facing, want, way)
        angle = goal - self.facing
        length = turn_ms(angle) if ms is None else ms
        if length == 0:
            self.facing = goal
            return
        quarters = max(1, math.ceil(abs(angle) / 120.0))
        lead: Foot = "right" if angle > 0 else "left"
        for n in range(quarters):
            begin = self.t + n * length // quarters
            end = self.t + (n + 1) * length // quarters
            facing = self.facing + angle * (n + 1) / quarters
            middle = (begin + end) // 2
            for foot, lift, land in ((lead, begin, middle), (_other(lead), middle, end)):
                self.foot(foot, lift, land, foot_at(self.x, self.y, facing, foot), facing)
        self.t += length
        self.facing = goal
        self.key()

    def wait(self, ms: int) -> None:
        """Stand."""
        if ms > 0:
            self.t += ms
            self.key()

    def straight(
        self,
        points: Sequence[Point],
        step: float,
        rate: float,
        lead: Foot = "left",
        ms: int | None = None,
        face: float | None = None,
    ) -> None:
        """Walk a chain of stretches without stopping. `ms` forces its length in time, `face` a facing kept (walking backwards)."""
        chain = [(self.x, self.y), *points]
        lengths = [math.dist(a, b) for a, b in itertools.pairwise(chain)]
        total = sum(lengths)
        if total < 1e-6:
            return
        count = max(1, round(total / step))
        dt = 60000.0 / rate
        span = round((count + 1) * dt) if ms is None else ms
        dt = span / (count + 1)
        facings = [turn_to(self.facing, heading(a, b)) if face is None else face for a, b in itertools.pairwise(chain)]
        for n in range(1, len(facings)):
            facings[n] = turn_to(facings[n - 1], facings[n])
        start, t0 = 0.0, self.t
        marks: list[Mark] = [(0.0, chain[0], facings[0])]
        for n, length in enumerate(lengths):
            end = start + length
            if n + 1 < len(lengths):
                ease = min(step / 2, length / 3, lengths[n + 1] / 3)
                a, b, c = chain[n], chain[n + 1], chain[n + 2]
                marks.append((end - ease, _between(b, a, ease), facings[n]))
                marks.append((end, b, (facings[n] + facings[n + 1]) / 2))
                marks.append((end + ease, _between(b, c, ease), facings[n + 1]))
            else:
                marks.append((end, chain[n + 1], facings[n]))
            start = end
        self._feet_along(marks, lead, count, dt)
        if abs(facings[0] - self.facing) > 1e-9:
            self.facing = facings[0]
        for along, at, facing in marks[1:]:
            self.t = t0 + round(span * along / total)
            (self.x, self.y), self.facing = at, facing
            self.key()

    def _feet_along(self, marks: list[Mark], lead: Foot, count: int, dt: float) -> None:
        """Set the feet of a straight walk: whole steps, and one more that closes."""
        total, t0, z = marks[-1][0], self.t, rounded(self.z)
        n, turned = 0, math.inf
        side_x = side_y = 0.0
        (d0, (ax, ay), f0), (d1, (bx, by), f1) = marks[0], marks[1]
        foot = lead
        for k in range(1, count + 2):
            along = min(k * total / count, total)
            while along > d1 and n + 2 < len(marks) and d1 != total:
                n += 1
                (d0, (ax, ay), f0), (d1, (bx, by), f1) = marks[n], marks[n + 1]
            part = 0.0 if d1 <= d0 else min(1.0, max(0.0, (along - d0) / (d1 - d0)))
            facing = f0 + (f1 - f0) * part
            if facing != turned:
                turned, angle, toes = facing, math.radians(facing), rounded(facing)
                side_x, side_y = HALF_STANCE * math.cos(angle), HALF_STANCE * math.sin(angle)
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            x, y = (x - side_x, y + side_y) if foot == "left" else (x + side_x, y - side_y)
            lift, land = t0 + round((k - 1) * dt + 0.12 * dt), t0 + round(k * dt)
            if land <= lift:
                land = lift + 1
            self.feet.append(Footfall(foot, lift, land, rounded(x), rounded(y), z, toes))
            foot = "right" if foot == "left" else "left"

    def walk(self, points: Sequence[Point], step: float, rate: float, lead: Foot = "left") -> None:
        """Walk along points, turning square at sharp corners."""
        run: list[Point] = []
        here: Point = (self.x, self.y)
        way: float | None = None
        leg = math.inf
        for n, point in enumerate(points):
            # Stretches shorter than a foot are no corners of a way.
            if math.dist(here, point) < (0.02 if n + 1 == len(points) else 0.4):
                continue
            ahead = heading(here, point)
            least, leg = min(leg, math.dist(here, point)), math.dist(here, point)
            if way is None:
                if abs(_wrap(ahead - self.facing)) > 1.0:
                    self.turn(ahead)
            elif abs(_wrap(ahead - way)) > (STRIDE_TURN if least >= TIGHT else TIGHT_TURN):
                self._stride(run, step, rate, lead)
                run = []
                self.turn(ahead)
            run.append(point)
            here, way = point, ahead
        if run:
            self._stride(run, step, rate, lead)

    def _stride(self, run: Sequence[Point], step: float, rate: float, lead: Foot) -> None:
        """Walk a chain of stretches in stride, but turn on the spot where one would have to whirl round."""
        chain = [(self.x, self.y), *run]
        lengths = [math.dist(a, b) for a, b in itertools.pairwise(chain)]
        total = sum(lengths)
        pace = total / ((max(1, round(total / step)) + 1) * 60 / rate)
        for n in range(1, len(run)):
            ease = min(step / 2, lengths[n - 1] / 3, lengths[n] / 3)
            ahead = heading(chain[n], chain[n + 1])
            if abs(_wrap(ahead - heading(chain[n - 1], chain[n]))) * pace > 2 * ease * TURNING:
                self.straight(run[:n], step, rate, lead)
                self.turn(ahead)
                self._stride(run[n:], step, rate, lead)
                return
        self.straight(run, step, rate, lead)

    def stairs(self, treads: Sequence[tuple[float, float, float]], lead: Foot, gait: str, face: float) -> None:
        """Foot beside foot over `treads` (x, y, z), each in the same time."""
        manner = load_gait()[gait]
        each = 2 * 60000.0 / manner.rate
        start = self.t
        for n, (x, y, z) in enumerate(treads):
            begin = start + round(n * each)
            end = start + round((n + 1) * each)
            middle = (begin + end) // 2
            self.foot(lead, begin + 60, middle, foot_at(x, y, face, lead), face, z)
            self.foot(_other(lead), middle + 60, end, foot_at(x, y, face, _other(lead)), face, z)
            self.x, self.y, self.z, self.t = x, y, z, end
            self.key()

    def done(self) -> Motion:
        """The finished movement."""
        return Motion(tuple(self.keys), tuple(self.feet), self.t)


def _other(foot: Foot) -> Foot:
    return "right" if foot == "left" else "left"


def _wrap(angle: float) -> float:
    return (angle + 180.0) % 360.0 - 180.0


def _between(a: Point, b: Point, far: float) -> Point:
    length = math.dist(a, b)
    return a if length < 1e-9 else (a[0] + (b[0] - a[0]) * far / length, a[1] + (b[1] - a[1]) * far / length)


def rounded(value: float) -> float:
    """A length or an angle to four places: what round() gives, in a third of its time."""
    tens = value * 10000.0 + 0.5
    whole = tens // 1.0
    if 1e-6 < tens - whole < 0.999999:
        return whole / 10000.0 + 0.0
    return round(value, 4) + 0.0
