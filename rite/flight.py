"""The flight of an arrow from the bow to where it lands: drag, aim, the archer's spread.

Lengths in 尺 (23.1 cm by default), times in ms. The mean trajectory is integrated once for each strength of bow with the drag of
a shaft 9 mm thick (Cd 2.3, 32 g; gestures, archery numbers); a shot is the mean trajectory turned a little.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass
from functools import cache
from typing import Literal

Landed = Literal["target-center", "target-cloth", "cord", "post", "ground", "screen"]

DRAG = 2.3
SHAFT = 0.009
MASS = 0.032
AIR = 1.2
GRAVITY = 9.81


@dataclass(frozen=True)
class Butt:
    """The target as an arrow meets it: its plane y, and half widths by height, all 尺."""

    y: float
    bottom: float
    center: float
    strip: float
    half_body: float
    half_upper: float
    half_lower: float
    post_bottom: float
    post_top: float
    middle_height: float | None = None
    """Height of 侯中 where it is not square (劉敞's five strips)."""
    wall: tuple[float, float, float] | None = None
    """Front of the lodges behind the target: y, half width, height; an arrow that meets it falls down there."""

    @property
    def tall(self) -> float:
        """Height of 侯中: as high as wide where nothing else is said."""
        return self.center if self.middle_height is None else self.middle_height

    @property
    def middle(self) -> float:
        """Height of the middle of 侯中."""
        return self.bottom + 2 * self.strip + self.tall / 2

    @property
    def top(self) -> float:
        """Height of the upper edge of the cloth."""
        return self.bottom + 4 * self.strip + self.tall

    def struck(self, x: float, z: float) -> Landed | None:
        """What an arrow meets at (x, z) in the plane of the target; None when it passes by."""
        low = self.bottom + 2 * self.strip
        high = low + self.tall
        if abs(x) <= self.center / 2 and low <= z <= high:
            return "target-center"
        part = (z - self.bottom) / max(self.top - self.bottom, 1e-9)
        post = self.post_bottom + (self.post_top - self.post_bottom) * part
        if 0 <= z <= self.top + 2 and abs(abs(x) - post) <= 0.25:
            return "post"
        if self.bottom <= z < self.bottom + self.strip and abs(x) <= self.half_lower:
            return "target-cloth"
        if self.bottom + self.strip <= z < low and abs(x) <= self.half_body:
            return "target-cloth"
        if high < z <= high + self.strip and abs(x) <= self.half_body:
            return "target-cloth"
        if high + self.strip < z <= self.top and abs(x) <= self.half_upper:
            return "target-cloth"
        if (abs(z - self.bottom) < 0.12 or abs(z - self.top) < 0.12) and abs(x) < post:
            return "cord"
        return None


@dataclass(frozen=True)
class Skill:
    """How well somebody shoots: spread across (σ, 尺), up and down 1.2 times as much, a bias in height; speed of the arrow m/s."""

    name: str
    spread: float
    bias: float
    speed: float


SKILLS = (
    Skill("master", 0.4 / 0.231, 0.0, 53.0),
    Skill("good", 0.6 / 0.231, 0.0, 50.0),
    Skill("common", 0.9 / 0.231, 0.0, 47.0),
    Skill("poor", 1.4 / 0.231, -0.3 / 0.231, 43.0),
)


def skill_of(person: str, seed: int) -> Skill:
    """The skill that the seed gives to somebody; pupils chosen for the three pairs shoot well (中德行道藝之高者)."""
    if person == "archery-master":
        return SKILLS[0]
    draw = random.Random(f"skill {seed} {person}").random()
    bounds = (0.2, 0.7, 1.0) if person.startswith("archer-") else (0.1, 0.45, 0.85)
    for n, bound in enumerate(bounds):
        if draw < bound:
            return SKILLS[n]
    return SKILLS[-1]


@cache
def trajectory(speed: float, angle: float, metre: float) -> tuple[tuple[float, float, float, float], ...]:
    """(t s, distance 尺, height above the bow 尺, pitch degrees) of the mean flight, one row each 10 ms, until 12 m below."""
    area = math.pi * SHAFT * SHAFT / 4
    k = 0.5 * AIR * DRAG * area / MASS
    vx, vz = speed * math.cos(angle), speed * math.sin(angle)
    x = z = t = 0.0
    rows = [(0.0, 0.0, 0.0, math.degrees(angle))]
    dt = 0.01
    while z > -12 and t < 8:
        v = math.hypot(vx, vz)
        ax, az = -k * v * vx, -GRAVITY - k * v * vz
        mx, mz = vx + ax * dt / 2, vz + az * dt / 2
        v = math.hypot(mx, mz)
        ax, az = -k * v * mx, -GRAVITY - k * v * mz
        x, z, t = x + mx * dt, z + mz * dt, t + dt
        vx, vz = vx + ax * dt, vz + az * dt
        rows.append((t, x / metre, z / metre, math.degrees(math.atan2(vz, vx))))
    return tuple(rows)


def height_at(rows: tuple[tuple[float, float, float, float], ...], far: float) -> float:
    """Height above the bow at a distance."""
    for (_, d0, h0, _), (_, d1, h1, _) in itertools.pairwise(rows):
        if d1 >= far:
            return h0 + (h1 - h0) * (far - d0) / (d1 - d0)
    return rows[-1][2]


@cache
def aim(speed: float, far: float, rise: float, metre: float) -> float:
    """The elevation (radians) whose mean flight meets a point `far` away and `rise` higher."""
    low, high = -0.05, 0.6
    for _ in range(28):
        middle = (low + high) / 2
        if height_at(trajectory(speed, middle, metre), far) < rise:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, 6)


@dataclass(frozen=True)
class Shot:
    """A computed flight: points (ms from the loosing, x, y, z, pitch), what was struck, the direction flown."""

    points: tuple[tuple[int, float, float, float, float], ...]
    landed: Landed
    facing: float


def shoot(start: tuple[float, float, float], butt: Butt, skill: Skill, rng: random.Random, metre: float) -> Shot:
    """One arrow from `start` toward the middle of the target, off by the archer's spread."""
    far = start[1] - butt.y
    dx = rng.gauss(0.0, skill.spread)
    dz = rng.gauss(skill.bias, skill.spread * 1.2)
    rows = trajectory(skill.speed, aim(skill.speed, round(far, 3), round(butt.middle - start[2], 3), metre), metre)
    side = (0.0 - start[0] + dx) / far
    lift = dz / far

    def at(row: tuple[float, float, float, float]) -> tuple[float, float, float]:
        return (start[0] + side * row[1], start[1] - row[1], start[2] + row[2] + lift * row[1])

    points: list[tuple[int, float, float, float, float]] = []
    landed: Landed = "ground"
    previous = rows[0]
    passed = False
    for n, row in enumerate(rows):
        x, y, z = at(row)
        pitch = row[3] + math.degrees(math.atan(lift))
        if not passed and row[1] >= far:
            part = (far - previous[1]) / (row[1] - previous[1])
            t = previous[0] + (row[0] - previous[0]) * part
            bx, _, bz = at(previous)
            hx, hz = bx + (x - bx) * part, bz + (z - bz) * part
            struck = butt.struck(hx, hz)
            passed = True
            if struck is not None:
                landed = struck
                points.append((round(t * 1000), hx, butt.y + 0.1, hz, pitch))
                break
        if butt.wall is not None and passed and y < butt.wall[0] and abs(x) < butt.wall[1] and z < butt.wall[2]:
            points.append((round(row[0] * 1000), x, butt.wall[0] + 0.3, 0.05, -60.0))
            break
        if z <= 0.05:
            points.append((round(row[0] * 1000), x, y, 0.05, pitch))
            break
        if n % 16 == 0:
            points.append((round(row[0] * 1000), x, y, z, pitch))
        previous = row
    facing = math.degrees(math.atan2(side, -1.0)) % 360.0
    clean = [points[0]]
    for p in points[1:]:
        if p[0] > clean[-1][0]:
            clean.append(p)
    return Shot(tuple((t, _r(x), _r(y), _r(z), _r(p)) for t, x, y, z, p in clean), landed, _r(facing))


def _r(value: float) -> float:
    return round(value, 4) + 0.0
