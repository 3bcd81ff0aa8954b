"""What stands before people at a moment, on the plans of a page: dishes, meat-stands, the cups that are set down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layout.plan.draw.canvas import Canvas
from layout.plan.draw.model import INK, RED, Circle, Path, Pen
from layout.plan.model import Plan
from rite.facts import thing_at

if TYPE_CHECKING:
    from rite.model import StagedSection

Extent = tuple[float, float, float, float]
WORDS = {"cup": ("爵", "cup"), "goblet": ("觶", "goblet")}
KINDS = ("dishes", "meat", *WORDS)
LINE = Pen(0.14, INK)
NEAR_BASKET = 1.6
"""尺: a cup so near the middle of a basket lies in it, and is not drawn by itself."""


@dataclass(frozen=True)
class Served:
    """One thing that is set down: 尺, and which way the mat behind it faces, degrees."""

    id: str
    kind: str
    x: float
    y: float
    facing: float


def served_at(section: StagedSection, plan: Plan, t: int) -> tuple[Served, ...]:
    """Dishes (薦), meat-stands (俎) and cups (爵 觶) that stand somewhere at a time; what lies in a basket is left out."""
    baskets = [(float(f.x), float(f.y)) for f in plan.footprints.values() if f.kind == "basket"]
    found = []
    for thing in section.things.values():
        key = thing_at(thing, t)
        if thing.kind not in KINDS or not key.visible or key.holder is not None:
            continue
        if thing.kind in WORDS and any(math.dist((key.x, key.y), b) < NEAR_BASKET for b in baskets):
            continue
        found.append(Served(thing.id, thing.kind, key.x, key.y, key.facing))
    return tuple(found)


def draw_served(c: Canvas, things: Iterable[Served], extent: Extent, language: str = "both") -> None:
    """Two small rings for splint-dish and stem-dish, a small table for the meat-stand, a named dot for a cup."""
    shown = [s for s in things if extent[0] <= s.x <= extent[2] and extent[1] <= s.y <= extent[3]]
    mm = c.view.mm
    for thing in shown:
        x, y = c.view(thing.x, thing.y)
        room = 0.95 * mm
        c.labels.avoid((x - room, y - room, x + room, y + room))
        angle = math.radians(thing.facing)
        fx, fy = math.sin(angle), math.cos(angle)
        if thing.kind == "dishes":
            for side in (-0.5, 0.5):
                at = c.view(thing.x + fy * side, thing.y - fx * side)
                c.items.append(Circle(*at, max(0.3, 0.34 * mm), LINE, "#FFFFFF", "served", thing.id))
        elif thing.kind == "meat":
            corners = _corners(thing, fx, fy)
            c.items.append(Path(tuple(c.view(*p) for p in corners), LINE, "#E7D9BE", True, "served", thing.id))
        else:
            c.items.append(Circle(x, y, max(0.42, 0.3 * mm), LINE, RED, "served", thing.id))
    for thing in shown:
        if thing.kind in WORDS:
            word = WORDS[thing.kind][language == "en"]
            c.name(thing.x, thing.y, [(word, 1.8, RED)], "served", 0.8, thing.id)


def _corners(thing: Served, fx: float, fy: float) -> Sequence[tuple[float, float]]:
    return [
        (thing.x + fy * a * 0.95 + fx * b * 0.4, thing.y - fx * a * 0.95 + fy * b * 0.4)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
