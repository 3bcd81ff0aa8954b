"""Going with somebody, or seeing through his eyes: the camera that follows from where a person is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer import presets
from viewer.camera import Camera, blend, vec
from viewer.companion import REACHES, Blocked, Companion, Stance, best_stance, facing_of
from viewer.model import GHOST
from viewer.movement import COVERS
from viewer.showing import Showing
from viewer.state import TOP

JUMP = 2.0
"""Metres that nobody walks between two frames: time was moved."""
CALM = 0.18
"""Seconds in which the eye follows the turns of a head."""
FOOT = 126.0
"""Pixels that time and a clause of two lines take at the foot; a longer or shorter one moves nobody."""
CARD, BESIDE = 342.0, 110.0
"""Pixels that a card takes at the left, and that stay free between it and the middle of who is followed."""
GAZE = (120.0, 70.0)
"""Degrees to the side and up by which one may look past where a person does."""
HELD = 0.9
"""Metres round a person within which things are held, worn or stood before, and hide nobody."""


class Accompanying(Showing):
    """Keeps the camera with the person followed."""

    def free_middle(self, fov: float) -> tuple[float, float]:
        """Where in the picture he stands that is followed: right and up of its middle, as shares of the distance (see `Stance`)."""
        width, height = self.size
        half = Camera((0.0, 0.0, 0.0), (0.0, 0.0, -1.0), fov).half_height
        top, foot = (TOP, FOOT if self.timeline.clips else 0.0) if self.interface else (0.0, 0.0)
        left = CARD if self.interface and self.selected is not None else 0.0
        x = min(max(width / 2, left + BESIDE), max(width / 2, (left + width) / 2))
        y = (top + height - foot) / 2
        return (2 * x / width - 1) * half * width / height, (1 - 2 * y / height) * half

    def blocked(self, role: str) -> Blocked:
        """A function that tells whether anything stands between an eye and a point of a person: 0 or 1, or 0.3 where it is a roof
        or wall that is taken away by itself."""
        packed, number = self.model.packed, self.model.people[role]
        feet = np.asarray(self.world[number][:3, 3], float)
        gone = packed.hidden(self.hidden() - set(self._auto) | {GHOST, "ground"})
        gone[self._family(number)] = True
        away = np.asarray(self.world, float)[packed.node][:, :3, 3] - feet
        gone |= (np.hypot(away[:, 0], away[:, 2]) < HELD) & packed.hidden(["things"])
        # What is farther away than the eye will be stands before nobody.
        gone |= np.linalg.norm(away, axis=1) - packed.radius * 2 > REACHES[0] + 2.0
        covers = packed.hidden(COVERS)

        def look(eye: NDArray[np.floating], point: NDArray[np.floating]) -> float:
            way = np.asarray(point, float) - eye
            reach = max(float(np.linalg.norm(way)), 1e-6)
            hit = self.model.picker.pick(self.world, eye, way / reach, gone, 0.02, reach - 0.1)
            if hit is None:
                return 0.0
            if self.roof != "roof-auto" or not covers[packed.node == hit.node].any():
                return 1.0
            more = self.model.picker.pick(self.world, eye, way / reach, gone | covers, 0.02, reach - 0.1)
            return 0.3 if more is None else 1.0

        return look

    def beside(self, role: str) -> Companion:
        """A camera for a person: from a side on which he is seen, in the middle of what the interface leaves free."""
        matrix = self.world[self.model.people[role]]
        found = best_stance(np.asarray(matrix[:3, 3], float), facing_of(matrix), self.blocked(role))
        right, up = self.free_middle(found.fov)
        return Companion(role, replace(found, right=right, up=up))

    def _follow(self, seconds: float) -> None:
        number = self.model.people.get(self.following)
        if number is None:
            self.following, self.through_eyes, self.companion = "", False, None
            return
        matrix = self.world[number]
        if np.abs(matrix[:3, :3]).max() < 1e-4:
            # He is away: the camera waits where he was seen last.
            return
        if self.through_eyes:
            self.camera = self._eyes(matrix, seconds)
            return
        feet = np.asarray(matrix[:3, 3], float)
        if self.companion is None:
            self.companion = Companion(self.following, Stance.of(self.camera, feet), chosen=True)
        companion = self.companion
        if not self._flight and companion.given is not None and self.camera != companion.given:
            # A drag, the wheel or a key moved it meanwhile.
            companion.take(self.camera, feet)
        companion.centre(*self.free_middle(companion.goal.fov))
        companion.look(seconds, feet, facing_of(matrix), lambda: self.blocked(self.following))
        companion.advance(seconds)
        camera = companion.camera(feet)
        if self._flight:
            start, _, done = self._flight
            self._flight = (start, camera, done)
            camera = blend(start, camera, done)
        self.camera = camera

    def _eyes(self, matrix: NDArray[np.floating], seconds: float) -> Camera:
        """Through the eyes of the one followed: they go along calmly where his head turns; `gaze` looks past where he does."""
        head = self.model.head(self.following)
        there = presets.eyes(matrix, None if head is None else self.world[head])
        before, fov = self._seen or there, self.camera.fov if self._seen else there.fov
        calm = there
        if math.dist(before.eye, there.eye) < JUMP:
            share = 1.0 - math.exp(-max(self.timeline.speed, 1.0) * seconds / CALM)
            way = before.forward() * (1.0 - share) + there.forward() * share
            long = float(np.linalg.norm(way))
            if long > 1e-3:
                calm = replace(there, target=vec(np.asarray(there.eye) + 20.0 * way / long))
        self._seen = calm
        return replace(calm.look(*self.gaze) if any(self.gaze) else calm, fov=fov)

    def look_aside(self, dx: float, dy: float) -> None:
        """Look past where the person does through whose eyes one sees, after a drag of some pixels."""
        turn, tilt = self.gaze[0] - dx / self.size[0] * 120.0, self.gaze[1] + dy / self.size[1] * 75.0
        self.gaze = (min(max(turn, -GAZE[0]), GAZE[0]), min(max(tilt, -GAZE[1]), GAZE[1]))
