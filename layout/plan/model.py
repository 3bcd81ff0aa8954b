"""Nouns of the plan: places, footprints, the plan itself. All in 尺, exact, x east, y north, z up (docs/design.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from layout.choices import Company
from layout.evidence.model import Certainty, Evidence, Ground

Venue = Literal["school", "guest-gate", "host-gate"]


@dataclass(frozen=True)
class Place:
    """A point where someone stands or something lies, with the way it faces.

    `facing` is degrees clockwise from north (北面 = 0); None where the text gives none. `row` is the direction in
    which the first of a row stands (東上 = "east"), `step` the distance between two in the row. `level` is the height
    of the floor there (0 court, platform height on the hall). `words` are the 漢字 by which the score calls it.
    A row longer than `limit` goes on in a new rank behind the first (`nth`); `rank` is the distance between ranks.
    `expression` is the place in the text's own terms (當西序 · 南當洗). Drawings leave out what is not `drawn`.
    `count` is how many of the company stand there in a row.
    """

    id: str
    name: str
    name_en: str
    x: Fraction
    y: Fraction
    level: Fraction = Fraction(0)
    facing: Fraction | None = None
    row: str | None = None
    step: Fraction | None = None
    words: tuple[str, ...] = ()
    venue: Venue = "school"
    certainty: Certainty = "stated"
    evidence: tuple[Evidence, ...] = ()
    limit: int | None = None
    rank: Fraction | None = None
    expression: str = ""
    drawn: bool = True
    count: int = 1

    def nth(self, index: int) -> tuple[Fraction, Fraction]:
        """Where the one with `index` (from 0) of a row stands: away from the head of the row, in ranks of `limit`.

        A new rank stands behind the one before it, as its people face. Without a row everybody stands at the point.
        """
        if self.row is None or self.step is None:
            return self.x, self.y
        at, rank = (index, 0) if self.limit is None else (index % self.limit, index // self.limit)
        hx, hy = UNIT[self.row]
        bx, by = (Fraction(0), Fraction(0)) if self.facing is None else toward(self.facing)
        gap = self.rank or self.step
        return self.x - hx * self.step * at - bx * gap * rank, self.y - hy * self.step * at - by * gap * rank

    def spots(self) -> list[tuple[float, float]]:
        """Where all of the row stand, first to last, in floats for drawings: `nth` without exact arithmetic."""
        x, y = float(self.x), float(self.y)
        if self.row is None or self.step is None:
            return [(x, y)] * self.count
        step = float(self.step)
        hx, hy = UNIT[self.row]
        bx, by = (0.0, 0.0) if self.facing is None else (float(v) for v in toward(self.facing))
        gap, limit = float(self.rank or self.step), self.limit or self.count
        return [
            (
                x - hx * step * (n % limit) - bx * gap * (n // limit),
                y - hy * step * (n % limit) - by * gap * (n // limit),
            )
            for n in range(self.count)
        ]


UNIT: dict[str, tuple[int, int]] = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}
"""Unit vectors of the four directions."""

DIAGONAL = Fraction(5, 7)
"""Side of a square whose diagonal is one: 方五斜七, the rule of the 算經, exact where a root would not be."""


def toward(facing: Fraction) -> tuple[Fraction, Fraction]:
    """The unit vector of a facing in whole eighths of the circle (北面 (0, 1), 東面 (1, 0), 東南面 (5/7, −5/7)).

    Raises ValueError for other facings: the text knows only these.
    """
    eighth = facing / 45
    if eighth.denominator != 1:
        raise ValueError(f"facing {facing}: expected a multiple of 45 degrees")
    x, y = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))[int(eighth) % 8]
    scale = DIAGONAL if x and y else Fraction(1)
    return x * scale, y * scale


@dataclass(frozen=True)
class Footprint:
    """The outline of a thing on the ground: an outer ring (counter-clockwise, not closed) and holes, in 尺.

    `base` and `top` are heights above the court; `kind` groups things of one builder (mat, pillar, wall, jar …), `id` is the
    unique name, `x y facing` the placing of its local frame (local +y is the way it faces). `layers` counts mats one upon
    another (大夫再重), `axis` the coordinate that 當 takes from it where the clause names no side (當西階 → "x").
    """

    id: str
    kind: str
    name: str
    name_en: str
    x: Fraction
    y: Fraction
    facing: Fraction
    ring: tuple[tuple[Fraction, Fraction], ...]
    holes: tuple[tuple[tuple[Fraction, Fraction], ...], ...] = ()
    base: Fraction = Fraction(0)
    top: Fraction | None = None
    venue: Venue = "school"
    certainty: Certainty = "stated"
    evidence: tuple[Evidence, ...] = ()
    words: tuple[str, ...] = ()
    layers: int = 1
    axis: str | None = None
    expression: str = ""

    @property
    def bounds(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """West, south, east, north end of the ring."""
        xs, ys = [x for x, _ in self.ring], [y for _, y in self.ring]
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class Line:
    """A line of the ground that places are aligned with: `axis` "x" for one running north (西序), "y" for one running east (楣)."""

    id: str
    name: str
    name_en: str
    axis: str
    at: Fraction
    words: tuple[str, ...] = ()
    certainty: Certainty = "stated"
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Plan:
    """The ground of one reading laid out for one company.

    `places` are where people stand (and things lie for a time), `footprints` the things that stand there, `lines` what
    both are aligned with. All are keyed by id, in the order of the data.
    """

    ground: Ground
    company: Company
    places: Mapping[str, Place]
    footprints: Mapping[str, Footprint]
    lines: Mapping[str, Line] = field(default_factory=dict)

    def place(self, name: str) -> Place:
        """The place with an id, or called by 漢字 words; UnknownNameError with the nearest otherwise."""
        from layout.errors import UnknownNameError

        found = self.places.get(name) or self._called.get(name)
        if found is None:
            raise UnknownNameError("place", name, [*self.places, *self._called])
        return found

    @cached_property
    def _called(self) -> dict[str, Place]:
        """Places by their names and words; the first of the data where two share one."""
        called: dict[str, Place] = {}
        for place in self.places.values():
            for word in (place.name, *place.words):
                called.setdefault(word, place)
        return called

    def where(self, name: str) -> tuple[Fraction, Fraction, Fraction | None]:
        """x, y and facing of a footprint or place by id or 漢字; footprints come first. UnknownNameError otherwise."""
        if name in self.footprints:
            thing = self.footprints[name]
            return thing.x, thing.y, thing.facing
        if name not in self.places:
            for thing in self.footprints.values():
                if name == thing.name or name in thing.words:
                    return thing.x, thing.y, thing.facing
        place = self.place(name)
        return place.x, place.y, place.facing

    def symbols(self) -> dict[str, Fraction]:
        """The symbols in which staging facts are written: EAST_EAVE_X, HALL_DEPTH … TARGET_Y."""
        line = self.lines
        return {
            "EAST_EAVE_X": line["eaves-east"].at,
            "HALL_DEPTH": self.ground.chi("hall.depth"),
            "WEST_WALL_X": line["wall-west-line"].at,
            "EAST_WALL_X": line["wall-east-line"].at,
            "STAIRS_W_X": self.footprints["stairs-west"].x,
            "STAIRS_E_X": self.footprints["stairs-east"].x,
            "LINTEL_Y": line["lintel"].at,
            "RIDGE_Y": line["ridge"].at,
            "MARK_LOWER_X": self.footprints["mark-lower"].x,
            "BASIN_Y": self.footprints["basin"].y,
            "RACK_Y": self.where("arrow-rack")[1],
            "TARGET_Y": self.footprints["target"].y,
        }

    def level_at(self, x: Fraction, y: Fraction) -> Fraction:
        """Height of the floor at a point: the platform, a step of its stairs, or the court (0)."""
        for thing in self.footprints.values():
            if thing.kind in ("platform", "step") and thing.top is not None:
                west, south, east, north = thing.bounds
                if west <= x <= east and south <= y <= north:
                    return thing.top
        return Fraction(0)
