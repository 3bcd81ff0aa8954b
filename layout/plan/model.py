"""Nouns of the plan: places, footprints, the plan itself. All in 尺, exact, x east, y north, z up (DESIGN, conventions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
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


@dataclass(frozen=True)
class Footprint:
    """The outline of a thing on the ground: an outer ring (counter-clockwise, not closed) and holes, in 尺.

    `base` and `top` are heights above the court; `kind` groups things of one builder (mat, pillar, wall, jar …), `id` is the
    unique name, `x y facing` the placing of its local frame (local +y is the way it faces).
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


@dataclass(frozen=True)
class Plan:
    """The ground of one reading laid out for one company."""

    ground: Ground
    company: Company
    places: Mapping[str, Place]
    footprints: Mapping[str, Footprint]

    def place(self, name: str) -> Place:
        """The place with an id, or called by 漢字 words; UnknownNameError with the nearest otherwise."""
        from layout.errors import UnknownNameError

        if name in self.places:
            return self.places[name]
        for place in self.places.values():
            if name == place.name or name in place.words:
                return place
        words = [w for p in self.places.values() for w in (p.id, p.name, *p.words)]
        raise UnknownNameError("place", name, words)
