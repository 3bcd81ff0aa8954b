"""Placing names so that they do not run over one another, nor over what they name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layout.plan.draw.fonts import text_width

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Spot:
    """Where a label goes: left end and middle height of its box, and whether it needs a leader to its point."""

    x: float
    y: float
    width: float
    height: float
    leader: bool
    clear: bool


DIRECTIONS = tuple(
    (float(np.cos(a)), float(np.sin(a)))
    for a in np.radians([0, 180, 270, 90, 315, 45, 225, 135, 292.5, 67.5, 247.5, 112.5, 337.5, 22.5, 202.5, 157.5])
)


class Labels:
    """Boxes taken so far on one sheet. `hard` boxes are other labels and are never crossed; `soft` ones cost."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._hard: list[Box] = []
        self._soft: list[Box] = []

    def block(self, box: Box) -> None:
        """Keep labels out of a box."""
        self._hard.append(_ordered(box))

    def avoid(self, box: Box) -> None:
        """Let labels keep clear of a box where they can."""
        self._soft.append(_ordered(box))

    def place(
        self,
        at: tuple[float, float],
        lines: list[tuple[str, float]],
        clearance: float = 1.2,
        reach: int = 7,
        upright: str = "",
    ) -> Spot:
        """The best free spot for lines of (text, size) near a point; near spots first, then ones with a leader."""
        width = max(text_width(text, size) for text, size in lines) + 0.4
        height = sum(size for _, size in lines) * 1.12
        candidates: list[tuple[float, float, float]] = []
        for ring in range(reach):
            gap = clearance + ring * 2.1
            for order, (dx, dy) in enumerate(DIRECTIONS):
                cx = at[0] + dx * (gap + width / 2)
                cy = at[1] + dy * (gap + height / 2)
                wrong = {"above": dy > -0.9, "below": dy < 0.9}.get(upright, False)
                candidates.append((cx - width / 2, cy - height / 2, ring * 1.6 + order * 0.13 + 60 * wrong))
        spots = np.array(candidates)
        boxes = np.column_stack([spots[:, 0], spots[:, 1], spots[:, 0] + width, spots[:, 1] + height])
        cost = spots[:, 2].copy()
        cost += 40.0 * _crossing(boxes, self._hard) + 1.5 * _crossing(boxes, self._soft)
        x0, y0, x1, y1 = self.bounds
        outside = (boxes[:, 0] < x0) | (boxes[:, 1] < y0) | (boxes[:, 2] > x1) | (boxes[:, 3] > y1)
        cost += 1000.0 * outside
        best = int(np.argmin(cost))
        box = boxes[best]
        clear = bool(_crossing(boxes[best : best + 1], self._hard)[0] == 0)
        self._hard.append((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
        return Spot(float(box[0]), float(box[1]), width, height, best // len(DIRECTIONS) >= 1, clear)


def _ordered(box: Box) -> Box:
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])


def _crossing(boxes: np.ndarray, taken: list[Box]) -> np.ndarray:
    """For each box the area (mm², at least 0.5 a hit) that it shares with those taken."""
    if not taken:
        return np.zeros(len(boxes))
    other = np.array(taken)
    wide = np.minimum(boxes[:, None, 2], other[None, :, 2]) - np.maximum(boxes[:, None, 0], other[None, :, 0])
    high = np.minimum(boxes[:, None, 3], other[None, :, 3]) - np.maximum(boxes[:, None, 1], other[None, :, 1])
    hit = (wide > 0) & (high > 0)
    result: np.ndarray = np.where(hit, np.maximum(wide * high, 0.5), 0.0).sum(axis=1)
    return result
