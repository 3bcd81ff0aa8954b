"""What of a picture may stay while the camera rests: what does not move is drawn once, and only the rest at every frame.

Pure numpy; the renderer asks, and draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from viewer.instances import SIGNS
from viewer.pack import Bools, Floats32

SOON = 3000
"""Milliseconds of the clock for which what does not move then counts as still; times the speed."""
HASTE = 6
"""Frames within which a picture that had to be drawn anew again is one where too much moves."""
PATIENCE = 60
"""Frames for which everything that ever moves is then taken to be moving."""
PIECES = 4
Way = Literal["whole", "anew", "kept"]


@dataclass(eq=False)
class Keeper:
    """Decides frame by frame whether the still part of a picture can be kept, and which instances are `live`.

    A picture is drawn whole while anything that decides all of it (the stamp: camera, size, light, …) changes; when that
    rests, what will not move soon is drawn `anew` into a picture of its own, and `kept` until any of it changes.
    """

    live: Bools
    _stamp: object = None
    _rows: Floats32 | None = None
    _shown: Bools | None = None
    _age: int = 0
    _hasty: bool = False
    _rested: bool = False

    def way(self, stamp: object, rows: Floats32, shown: Bools, soon: Callable[[], Bools] | None, moving: Bools) -> Way:
        """How to draw a frame. `rows` (n, 16) and `shown` (n,) are its instances; `soon` tells those that will move in a while
        and `moving` those that ever do."""
        self._age += 1
        if stamp != self._stamp:
            self._stamp, self._rows = stamp, None
            if not self._rested:
                return "whole"
        self._rested = False
        if self._rows is not None and self._shown is not None:
            # What is not in the picture counts as well: it may throw a shadow into it.
            still = ~self.live & (shown | self._shown)
            if shown[still].all() and self._shown[still].all() and _same(rows[still], self._rows[still]):
                if not self._hasty or self._age < PATIENCE:
                    return "kept"
                self._age = HASTE
            self._hasty = self._age < HASTE
        else:
            self._hasty = False
        self.live = moving if soon is None or self._hasty else soon()
        self._rows, self._shown, self._age = rows.copy(), shown.copy(), 0
        return "anew"

    def forget(self, rested: bool = False) -> None:
        """Nothing that was kept holds any more. `rested` tells that the next picture asked for is one of a camera at rest."""
        self._stamp = self._rows = self._shown = None
        self._rested = rested


def _same(a: Floats32, b: Floats32) -> bool:
    # Between two equal keys the sampler wavers in the last places. What is lit up (column 13) is drawn over what was kept.
    gap = np.abs(a - b)
    gap[:, 13] = 0
    return not len(a) or float(gap.max()) < 3e-5


def shadow_boxes(low: Floats32, high: Floats32, to_sun: NDArray[np.floating]) -> Floats32:
    """Corners (m, 8, 3) of boxes in which the shadows of boxes (n, 3), (n, 3) fall on the way to the ground."""
    if not len(low):
        return np.zeros((0, 8, 3), np.float32)
    floor = min(float(low[:, 1].min()), 0.0) - 0.05
    fall = (high[:, 1] - floor) / max(float(to_sun[1]), 0.05)
    step = -np.asarray(to_sun, np.float32) * (fall / PIECES)[:, None].astype(np.float32)
    out = []
    for piece in range(PIECES):
        a, b = step * piece, step * (piece + 1)
        bottom, top = low + np.minimum(a, b), high + np.maximum(a, b)
        middle, half = (bottom + top) / 2, (top - bottom) / 2
        out.append(middle[:, None, :] + half[:, None, :] * SIGNS)
    return np.asarray(np.concatenate(out), np.float32)
