"""A camera that goes with somebody: from a side on which nothing hides him, near the middle of what the interface leaves free."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Vec3
from viewer.camera import Camera, vec

MIDDLE = 0.92
"""Metres from the feet to what is kept in the middle."""
FOV = 52.0
REACHES = (5.6, 4.0, 2.9)
PITCHES = (-12.0, -24.0, -40.0)
SIDES = (35.0, -35.0, 65.0, -65.0, 100.0, -100.0, 140.0, -140.0, 0.0, 180.0)
"""Degrees from where he faces to where the eye stands, the best first: three quarters from the front."""
EASE = 0.28
"""Seconds in which two thirds of the way to another side are gone."""
LOW = 0.3
"""Metres above the ground below which no eye goes."""
LOOKED, PATIENCE = 0.4, 3
"""Seconds between looking whether he is hidden, and how often in a row he is before the camera goes to another side."""
POINTS = np.array([[0.0, 1.45, 0.0], [0.0, 0.95, 0.0], [0.0, 0.45, 0.0]])
"""Places of a body that should be seen, metres from the feet."""

Blocked = Callable[[NDArray[np.floating], NDArray[np.floating]], float]


@dataclass(frozen=True)
class Stance:
    """Where the eye is with regard to somebody: line of sight (compass bearing, pitch), how far before the eye he is, and how far
    his middle lies from the middle of the picture (right, up), as a share of that distance; `fov` as a camera's."""

    bearing: float
    pitch: float
    reach: float
    right: float = 0.0
    up: float = 0.0
    fov: float = FOV
    cut: float = 0.0

    def camera(self, feet: NDArray[np.floating]) -> Camera:
        """The camera for one who stands at `feet` (3,)."""
        a, p = math.radians(self.bearing), math.radians(self.pitch)
        ahead = np.array([math.cos(p) * math.sin(a), math.sin(p), -math.cos(p) * math.cos(a)])
        middle = np.asarray(feet, float) + np.array([0.0, MIDDLE, 0.0])
        x, y, _ = Camera(vec(middle - ahead), vec(middle), self.fov).axes()
        eye = middle - self.reach * (ahead + x * self.right + y * self.up)
        eye[1] = max(eye[1], LOW)
        return Camera(vec(eye), vec(eye + ahead * self.reach), self.fov, cut=self.cut)

    @classmethod
    def of(cls, camera: Camera, feet: NDArray[np.floating]) -> Stance:
        """The stance of a camera as it is, so that it goes along from there."""
        x, y, ahead = camera.axes()
        away = np.asarray(feet, float) + np.array([0.0, MIDDLE, 0.0]) - np.asarray(camera.eye, float)
        reach = float(away @ ahead)
        if reach < 0.2:
            # He is behind the eye: nothing to turn round; the camera only goes along.
            reach = 0.2
        return cls(
            camera.azimuth,
            camera.pitch,
            reach,
            float(away @ x) / reach,
            float(away @ y) / reach,
            camera.fov,
            camera.cut,
        )


class Companion:
    """Goes with one person: `advance` for real time, `camera` for each moment."""

    def __init__(self, role: str, stance: Stance, chosen: bool = False) -> None:
        self.role = role
        self.stance = self.goal = stance
        self.chosen = chosen
        """Whether the side was chosen by hand, or with a view that is restored: then it is kept, whatever stands before him."""
        self.given: Camera | None = None
        self._due = 0.0
        self._hidden = 0

    def take(self, camera: Camera, feet: NDArray[np.floating]) -> None:
        """Somebody moved the camera: it stays so with regard to the person."""
        self.stance = self.goal = Stance.of(camera, feet)
        self.chosen = True

    def centre(self, right: float, up: float) -> None:
        """Keep him at a place of the picture (see `Stance`), unless another was chosen by hand."""
        if not self.chosen:
            self.goal = replace(self.goal, right=right, up=up)

    def advance(self, seconds: float) -> None:
        """Go on toward the side that is wanted."""
        share = 1.0 - math.exp(-seconds / EASE)
        now, goal = self.stance, self.goal
        if now == goal:
            return
        turn = (goal.bearing - now.bearing + 180.0) % 360.0 - 180.0
        pitch, reach, right, up, fov = (a + (b - a) * share for a, b in zip(_rest(now), _rest(goal), strict=True))
        new = Stance((now.bearing + turn * share) % 360.0, pitch, reach, right, up, fov, goal.cut)
        near = abs(turn) < 0.05 and all(abs(a - b) < 1e-3 for a, b in zip(_rest(new), _rest(goal), strict=True))
        self.stance = goal if near else new

    def camera(self, feet: NDArray[np.floating]) -> Camera:
        """Where the camera is for one who stands at `feet`."""
        self.given = self.stance.camera(feet)
        return self.given

    def look(self, seconds: float, feet: NDArray[np.floating], facing: float, blocked: Callable[[], Blocked]) -> bool:
        """From time to time, find out whether he is hidden; when he stays so, choose another side. Returns whether it did."""
        self._due -= seconds
        if self.chosen or self._due > 0 or self.stance != self.goal:
            return False
        self._due = LOOKED
        self._hidden = self._hidden + 1 if hidden(self.goal.camera(feet), feet, blocked()) > 0.5 else 0
        if self._hidden < PATIENCE:
            return False
        self._hidden = 0
        found = best_stance(feet, facing, blocked(), self.goal)
        changed = found != self.goal
        self.goal = found
        return changed


def _rest(stance: Stance) -> tuple[float, float, float, float, float]:
    return (stance.pitch, stance.reach, stance.right, stance.up, stance.fov)


def hidden(camera: Camera, feet: NDArray[np.floating], blocked: Blocked) -> float:
    """How much of a person's height is hidden (0–1). `blocked(eye, point)` tells it of one point."""
    eye = np.asarray(camera.eye, float)
    return float(np.mean([blocked(eye, np.asarray(feet, float) + point) for point in POINTS]))


def stances(facing: float, near: Stance | None = None) -> Iterator[Stance]:
    """Sides from which somebody may be shown, the most welcome first; with `near`, those nearest to it."""
    right, up = (near.right, near.up) if near else (0.0, 0.0)
    found = [
        Stance((facing + side + 180.0) % 360.0, pitch, reach, right, up)
        for reach in REACHES
        for pitch in PITCHES
        for side in SIDES
    ]
    if near:
        turn = near.bearing

        def away(s: Stance) -> float:
            return (
                abs((s.bearing - turn + 180.0) % 360.0 - 180.0)
                + 2.0 * abs(s.pitch - PITCHES[0])
                + 15.0 * (REACHES[0] - s.reach)
            )

        found.sort(key=away)
    yield from found


def best_stance(feet: NDArray[np.floating], facing: float, blocked: Blocked, near: Stance | None = None) -> Stance:
    """The first side from which all of a person is seen; the one that hides least of him where there is none."""
    best, least = None, math.inf
    for stance in stances(facing, near):
        much = hidden(stance.camera(feet), feet, blocked)
        if much < least:
            best, least = stance, much
        if least <= 0.0:
            break
    assert best
    return best


def facing_of(matrix: NDArray[np.floating]) -> float:
    """Compass bearing in which a person looks."""
    return math.degrees(math.atan2(float(matrix[0, 2]), -float(matrix[2, 2]))) % 360.0


def middle_of(feet: NDArray[np.floating]) -> Vec3:
    """The point about which the camera turns."""
    return vec(np.asarray(feet, float) + np.array([0.0, MIDDLE, 0.0]))
