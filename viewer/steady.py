"""A camera that goes with somebody without swinging round at each of his turns: its way is evened out over a while."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from viewer.camera import Camera, vec

STEP = 250
"""Milliseconds between the moments at which the way is looked up."""
REACH = 1500
"""Milliseconds before and after a moment over which the way is evened out."""


class Steady:
    """Cameras of one clip by time: `at(t)` is the weighted mean of where the camera would be about that time."""

    def __init__(self, camera_at: Callable[[int], Camera], duration: int) -> None:
        self._camera_at = camera_at
        self._duration = duration
        self._known: dict[int, Camera] = {}

    def at(self, t: int) -> Camera:
        """The camera at `t` ms; near the ends of the clip its first and last place count for what lies beyond."""
        numbers = range(math.ceil((t - REACH) / STEP), math.floor((t + REACH) / STEP) + 1)
        cameras = [self._at(n * STEP) for n in numbers]
        # Raised cosine: nothing jumps when a moment comes in or goes out.
        weights = np.array([1 + math.cos(math.pi * (n * STEP - t) / REACH) for n in numbers])
        weights /= weights.sum()
        eye = sum(w * np.asarray(c.eye) for w, c in zip(weights, cameras, strict=True))
        target = sum(w * np.asarray(c.target) for w, c in zip(weights, cameras, strict=True))
        return replace(cameras[len(cameras) // 2], eye=vec(np.asarray(eye)), target=vec(np.asarray(target)))

    def _at(self, t: int) -> Camera:
        t = min(max(t, 0), self._duration)
        if t not in self._known:
            self._known[t] = self._camera_at(t)
        return self._known[t]
