"""Plates of names that go along with a moving camera: placed from time to time, and shifted with their points in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera
from viewer.canvas import Canvas
from viewer.placing import Placed, draw_names

GONE = 1e5
"""Pixels by which a name is shifted whose point has come behind the eye."""


@dataclass(eq=False)
class NamePlates:
    """Names on a canvas of their own. `owners` tells of each thing on it to which of them it belongs; `points` (n, 3) are theirs
    in the world and `spots` (n, 2) where those were on the picture."""

    canvas: Canvas
    owners: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    points: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 3)))
    spots: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 2)))
    ways: dict[int, int] = field(default_factory=dict)
    """Where the name of each node lies against its point: an index of OFFSETS."""

    @classmethod
    def of(cls, placed: Sequence[Placed], width: float, height: float) -> NamePlates:
        """Names as they were placed on so many logical pixels."""
        canvas = Canvas(width, height)
        owners = draw_names(canvas, placed)
        return cls(
            canvas,
            np.array(owners, np.int64),
            np.array([p.name.point for p in placed], float).reshape(-1, 3),
            np.array([p.anchor for p in placed], float).reshape(-1, 2),
            {p.name.node: p.way for p in placed},
        )

    def shift(self, camera: Camera) -> NDArray[np.float64]:
        """By how many logical pixels (n, 2) each name is to be moved for another camera."""
        wide, tall = self.canvas.width, self.canvas.height
        u, v, depth = camera.project(self.points, wide / tall).T
        moved = np.column_stack([u * wide, (1 - v) * tall]) - self.spots
        moved[depth <= 0.2] = GONE
        return np.asarray(np.clip(moved, -GONE, GONE))
