"""Placing names so that they do not run over one another, nor over what they name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layout.plan.draw.fonts import text_width

Box = tuple[float, float, float, float]
LINE_COST = 5.0
"""What it costs to cross a line: as much as moving three rings away."""


@dataclass(frozen=True)
class Spot:
    """Where a label goes: left end and middle height of its box, and whether it needs a leader to its point."""

    x: float
    y: float
    width: float
    height: float
    leader: bool
    clear: bool


_ANGLES = np.radians([0, 180, 270, 90, 315, 45, 225, 135, 292.5, 67.5, 247.5, 112.5, 337.5, 22.5, 202.5, 157.5])
DIRECTIONS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
"""Where a label may stand from its point, the best first: right, left, above, below, then between."""


class _Boxes:
    """Boxes in an array that grows."""

    def __init__(self) -> None:
        self._all = np.empty((64, 4))
        self._count = 0

    def add(self, box: Box) -> None:
        if self._count == len(self._all):
            self._all = np.concatenate([self._all, np.empty_like(self._all)])
        self._all[self._count] = box
        self._count += 1

    def shared(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each of `boxes` the area (mm², at least 0.5 a hit) that it shares with these, and how many of them it meets."""
        low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        near = self._all[: self._count]
        near = near[(near[:, :2] < high).all(axis=1) & (near[:, 2:] > low).all(axis=1)]
        wide = np.minimum(boxes[:, None, 2], near[None, :, 2]) - np.maximum(boxes[:, None, 0], near[None, :, 0])
        tall = np.minimum(boxes[:, None, 3], near[None, :, 3]) - np.maximum(boxes[:, None, 1], near[None, :, 1])
        hit = (wide > 0) & (tall > 0)
        return np.where(hit, np.maximum(wide * tall, 0.5), 0.0).sum(axis=1), hit.sum(axis=1)


class Labels:
    """Boxes taken so far on one sheet. Other labels are never crossed; things cost by area, lines by the crossing."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._hard, self._soft, self._lines = _Boxes(), _Boxes(), _Boxes()

    def block(self, box: Box) -> None:
        """Keep labels out of a box."""
        self._hard.add(_ordered(box))

    def avoid(self, box: Box) -> None:
        """Let labels keep clear of a box where they can."""
        self._soft.add(_ordered(box))

    def line(self, ax: float, ay: float, bx: float, by: float, room: float = 0.35) -> None:
        """Let labels keep clear of a line; a slanting one is followed in short pieces."""
        level = min(abs(ax - bx), abs(ay - by)) < 0.1
        pieces = 1 if level else max(1, round(max(abs(ax - bx), abs(ay - by)) / 2))
        for n in range(pieces):
            a, b = n / pieces, (n + 1) / pieces
            x0, y0, x1, y1 = _ordered((ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b))
            self._lines.add((x0 - room, y0 - room, x1 + room, y1 + room))

    def crowding(self, box: Box) -> float:
        """How much a box would run over what is there: names, things and lines."""
        boxes = np.array([_ordered(box)])
        (area, _), (things, _), (_, lines) = (part.shared(boxes) for part in (self._hard, self._soft, self._lines))
        return float(40 * area[0] + 1.5 * things[0] + LINE_COST * lines[0])

    def place(
        self,
        at: tuple[float, float],
        lines: list[tuple[str, float]],
        clearance: float = 1.2,
        reach: int = 7,
        upright: str = "",
        half: tuple[float, float] = (0.0, 0.0),
    ) -> Spot:
        """The best free spot for lines of (text, size) near a point; near spots first, then ones with a leader.

        `half` is half the width and height of what is named, which the label keeps outside of.
        """
        width = max(text_width(text, size) for text, size in lines) + 0.4
        height = sum(size for _, size in lines) * 1.12
        ring = np.arange(reach)[:, None]
        gap = clearance + ring * 2.1
        dx, dy = DIRECTIONS[:, 0], DIRECTIONS[:, 1]
        left = at[0] + dx * (half[0] + gap + width / 2) - width / 2
        top = at[1] + dy * (half[1] + gap + height / 2) - height / 2
        wrong = {"above": dy > -0.9, "below": dy < 0.9}.get(upright, np.zeros(len(dy)))
        cost = (ring * 1.6 + np.arange(len(dy)) * 0.13 + 60 * wrong).ravel()
        left, top = left.ravel(), top.ravel()
        boxes = np.column_stack([left, top, left + width, top + height])
        names, met = self._hard.shared(boxes)
        cost += 40.0 * names + 1.5 * self._soft.shared(boxes)[0] + LINE_COST * self._lines.shared(boxes)[1]
        x0, y0, x1, y1 = self.bounds
        outside = (boxes[:, 0] < x0) | (boxes[:, 1] < y0) | (boxes[:, 2] > x1) | (boxes[:, 3] > y1)
        cost += 1000.0 * outside
        best = int(np.argmin(cost))
        box = boxes[best]
        clear = bool(met[best] == 0)
        self._hard.add((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
        return Spot(float(box[0]), float(box[1]), width, height, best // len(DIRECTIONS) >= 1, clear)


def _ordered(box: Box) -> Box:
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])
