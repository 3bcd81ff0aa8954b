"""Placing names so that they do not run over one another, nor over what they name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from layout.plan.draw.fonts import text_width

Box = tuple[float, float, float, float]
LINE_COST = 5.0
"""What it costs to cross a line: as much as moving three rings away."""
CROSSING = 90.0
"""What it costs a leader to run through a name or another leader, or a name to lie on a leader: more than any place."""
THING = 2.2
"""What it costs to lie on a thing or on another's mark, for each square millimetre."""
CLOSE = 1.1
"""What it costs to stand so close to another name, or to another's mark, that it could be taken for his, for each of them."""
OVER = 0.6
"""What it costs a leader to run over a thing or another's mark."""


@dataclass(frozen=True)
class Spot:
    """Where a label goes: left end and top of its box, and the leader to its point where it stands away from it.

    `clear` is false where it had to lie on another name, or its leader to run through one.
    """

    x: float
    y: float
    width: float
    height: float
    leader: tuple[float, float, float, float] | None
    clear: bool


_ANGLES = np.radians([0, 180, 270, 90, 315, 45, 225, 135, 292.5, 67.5, 247.5, 112.5, 337.5, 22.5, 202.5, 157.5])
DIRECTIONS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])
"""Where a label may stand from its point, the best first: right, left, above, below, then between."""


class _Boxes:
    """Boxes in an array that grows."""

    def __init__(self) -> None:
        self._all = np.empty((64, 4))
        self.count = 0

    def add(self, box: Box) -> None:
        if self.count == len(self._all):
            self._all = np.concatenate([self._all, np.empty_like(self._all)])
        self._all[self.count] = box
        self.count += 1

    def shared(self, boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each of `boxes` the area (mm², at least 0.5 a hit) that it shares with these, and how many of them it meets."""
        low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        near = self._all[: self.count]
        near = near[(near[:, :2] < high).all(axis=1) & (near[:, 2:] > low).all(axis=1)]
        wide = np.minimum(boxes[:, None, 2], near[None, :, 2]) - np.maximum(boxes[:, None, 0], near[None, :, 0])
        tall = np.minimum(boxes[:, None, 3], near[None, :, 3]) - np.maximum(boxes[:, None, 1], near[None, :, 1])
        hit = (wide > 0) & (tall > 0)
        return np.where(hit, np.maximum(wide * tall, 0.5), 0.0).sum(axis=1), hit.sum(axis=1)

    def way_out(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Where a stretch leaves the last of those that it starts in, or its start."""
        held = self._all[: self.count]
        held = held[((start >= held[:, :2] - 0.1) & (start <= held[:, 2:] + 0.1)).all(axis=1)]
        step = end - start
        safe = np.where(np.abs(step) < 1e-9, 1e-9, step)
        leave = np.maximum((held[:, :2] - start) / safe, (held[:, 2:] - start) / safe).min(axis=1)
        beyond: np.ndarray = start + step * min(float(leave.max(initial=0.0)), 1.0)
        return beyond

    def crossed(self, start: np.ndarray, end: np.ndarray, slack: float) -> np.ndarray:
        """How many of these, less a rim of `slack`, each stretch from `start` to `end` runs through; not those it starts in."""
        low, high = np.minimum(start, end).min(axis=0), np.maximum(start, end).max(axis=0)
        near = self._all[: self.count]
        near = near[(near[:, :2] < high).all(axis=1) & (near[:, 2:] > low).all(axis=1)]
        near = near[(near[:, 2] - near[:, 0] > 2 * slack) & (near[:, 3] - near[:, 1] > 2 * slack)]
        enter, leave = np.zeros((len(start), len(near))), np.ones((len(start), len(near)))
        inside = np.ones(enter.shape, bool)
        for axis in (0, 1):
            step = end[:, axis] - start[:, axis]
            step = np.where(np.abs(step) < 1e-9, 1e-9, step)[:, None]
            lower, upper, at = near[None, :, axis], near[None, :, axis + 2], start[:, None, axis]
            one, two = (lower + slack - at) / step, (upper - slack - at) / step
            enter, leave = np.maximum(enter, np.minimum(one, two)), np.minimum(leave, np.maximum(one, two))
            inside &= (at >= lower) & (at <= upper)
        through: np.ndarray = ((enter < leave) & ~inside).sum(axis=1)
        return through


class Labels:
    """Boxes taken so far on one sheet. Other labels are never crossed; things cost by area, lines by the crossing."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self._hard, self._soft, self._lines, self._leaders = _Boxes(), _Boxes(), _Boxes(), _Boxes()

    def mark(self) -> tuple[int, ...]:
        """How much is taken, to come back to with `reset`."""
        return tuple(part.count for part in (self._hard, self._soft, self._lines, self._leaders))

    def reset(self, mark: tuple[int, ...]) -> None:
        """Forget all that was taken since the mark."""
        for part, count in zip((self._hard, self._soft, self._lines, self._leaders), mark, strict=True):
            part.count = count

    def block(self, box: Box) -> None:
        """Keep labels out of a box."""
        self._hard.add(_ordered(box))

    def avoid(self, box: Box) -> None:
        """Let labels keep clear of a box where they can."""
        self._soft.add(_ordered(box))

    def line(self, ax: float, ay: float, bx: float, by: float, room: float = 0.35) -> None:
        """Let labels keep clear of a line; a slanting one is followed in short pieces."""
        for box in _pieces((ax, ay, bx, by), room):
            self._lines.add(box)

    def crowding(self, box: Box) -> float:
        """How much a box would run over what is there: names, things and lines."""
        boxes = np.array([_ordered(box)])
        (area, _), (things, _), (_, lines) = (part.shared(boxes) for part in (self._hard, self._soft, self._lines))
        return float(40 * area[0] + THING * things[0] + LINE_COST * lines[0])

    def place(
        self,
        at: tuple[float, float],
        lines: list[tuple[str, float]],
        clearance: float = 1.2,
        reach: int = 7,
        upright: str = "",
        half: tuple[float, float] = (0.0, 0.0),
        beside: bool = False,
    ) -> Spot | None:
        """The best free spot for lines of (text, size) near a point; near spots first, then ones with a leader.

        `half` is half the width and height of what is named, which the label keeps outside of. With `beside` there is a spot
        only where the label finds room close to its point, on nothing else; None otherwise.
        """
        width = max(text_width(text, size) for text, size in lines) + 0.4
        height = sum(size for _, size in lines) * 1.12
        ring = np.arange(reach)[:, None]
        gap = clearance + ring * 2.1
        dx, dy = DIRECTIONS[:, 0], DIRECTIONS[:, 1]
        # The box as a whole lies in that direction, or its near corner does: a leader then runs to the corner.
        slant = (np.abs(dx) > 0.1) & (np.abs(dy) > 0.1)
        ux, uy = np.sign(dx[slant]), np.sign(dy[slant])
        cornered = dx[slant] * gap + ux * (half[0] + width / 2), dy[slant] * gap + uy * (half[1] + height / 2)
        whole = dx * (half[0] + gap + width / 2), dy * (half[1] + gap + height / 2)
        left = (np.hstack([whole[0], cornered[0]]) + at[0] - width / 2).ravel()
        top = (np.hstack([whole[1], cornered[1]]) + at[1] - height / 2).ravel()
        dy = np.concatenate([dy, dy[slant]])
        wrong = {"above": dy > -0.9, "below": dy < 0.9}.get(upright, np.zeros(len(dy)))
        cost = (ring * 1.6 + np.arange(len(dy)) * 0.11 + 60 * wrong).ravel()
        boxes = np.column_stack([left, top, left + width, top + height])
        names, met = self._hard.shared(boxes)
        over = self._soft.shared(boxes)[0]
        lines_met = self._lines.shared(boxes)[1]
        about = boxes + np.array([-0.9, -0.9, 0.9, 0.9])
        cost += (
            40.0 * names
            + THING * over
            + LINE_COST * lines_met
            + CLOSE * (self._hard.shared(about)[1] - met + self._soft.shared(about)[1])
        )
        point, reached = np.array(at), np.array(half)
        near = np.clip(point, boxes[:, :2], boxes[:, 2:])
        # A leader begins at the edge of what is named, or beside the mark of a place.
        start = np.clip(near, point - reached, point + reached)
        away = np.hypot(*(near - start).T)
        start = start + (near - start) * np.minimum(0.8 / np.maximum(away, 0.8), 0.5)[:, None] * (not any(half))
        led = np.repeat(np.arange(reach) >= 1, len(dy))
        through = np.where(led, self._hard.crossed(start, near, 0.15), 0)
        through = through + np.where(led, self._leaders.crossed(start, near, 0.0), 0) + self._leaders.shared(boxes)[1]
        cost += CROSSING * through + OVER * np.where(led, self._soft.crossed(start, near, 0.3), 0)
        x0, y0, x1, y1 = self.bounds
        outside = (boxes[:, 0] < x0) | (boxes[:, 1] < y0) | (boxes[:, 2] > x1) | (boxes[:, 3] > y1)
        cost += 1000.0 * outside
        best = int(np.argmin(cost))
        box = boxes[best]
        first = self._hard.way_out(start[best], near[best])
        clear = bool(met[best] == 0 and through[best] == 0)
        if beside and (led[best] or over[best] > 0.8 or lines_met[best] or not clear or outside[best]):
            return None
        self._hard.add((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
        leader = None
        if led[best]:
            leader = (float(first[0]), float(first[1]), float(near[best, 0]), float(near[best, 1]))
            for piece in _pieces(leader, 0.1):
                self._leaders.add(piece)
        return Spot(float(box[0]), float(box[1]), width, height, leader, clear)


def _pieces(line: Box, room: float) -> list[Box]:
    """A line as boxes with so much room about it; a slanting one is followed in short pieces."""
    ax, ay, bx, by = line
    level = min(abs(ax - bx), abs(ay - by)) < 0.1
    pieces = 1 if level else max(1, round(max(abs(ax - bx), abs(ay - by)) / 2))
    found = []
    for n in range(pieces):
        a, b = n / pieces, (n + 1) / pieces
        x0, y0, x1, y1 = _ordered((ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b))
        found.append((x0 - room, y0 - room, x1 + room, y1 + room))
    return found


def _ordered(box: Box) -> Box:
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])
