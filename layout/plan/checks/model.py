"""Nouns of the checks in space: a violation, the report, a person at his place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from shapely.geometry import Polygon

from layout.plan.model import Footprint, Plan
from layout.plan.records import load_records

NEAR = 1e-6
"""Tolerance of comparisons on floats, in 尺."""
FLAT = {"platform", "stairs", "step", "roof", "mark", "room", "door", "window"}
"""Kinds that other things may stand on, under or in."""


@dataclass(frozen=True)
class Violation:
    """One thing wrong: rule, who or what, where (x, y in 尺), by how much (尺, or degrees for angles), and in words."""

    rule: str
    who: tuple[str, ...]
    where: tuple[float, float]
    amount: float
    text: str


@dataclass
class Report:
    """Violations, cases looked at by rule, and figures worth knowing (angles, clearances)."""

    violations: list[Violation] = field(default_factory=list)
    total: dict[str, int] = field(default_factory=dict)
    measures: dict[str, float] = field(default_factory=dict)

    def case(self, rule: str, count: int = 1) -> None:
        """Count cases of a rule."""
        self.total[rule] = self.total.get(rule, 0) + count

    def wrong(self, rule: str, who: tuple[str, ...], where: tuple[float, float], amount: float, text: str) -> None:
        """Note a violation."""
        at = f"at ({where[0]:.2f}, {where[1]:.2f})"
        self.violations.append(Violation(rule, who, where, amount, f"{text} {at}, by {amount:.2f}"))


@dataclass(frozen=True)
class Person:
    """Someone at a place of a moment: the place, his number in its row, his point."""

    place: str
    index: int
    x: float
    y: float

    @property
    def name(self) -> str:
        """The place, with the number in the row where it has one."""
        return self.place if not self.index else f"{self.place} #{self.index + 1}"


def shape(thing: Footprint) -> Polygon:
    """A footprint as a shapely polygon, in 尺."""
    return Polygon([(float(x), float(y)) for x, y in thing.ring])


def standing(plan: Plan) -> list[Footprint]:
    """What takes up room: everything but floors, roofs and marks."""
    return [t for t in plan.footprints.values() if t.kind not in FLAT]


def people_of(plan: Plan, names: list[str]) -> Iterator[Person]:
    """Everybody at the places of a moment, row by row."""
    for name in names:
        if name.startswith("*"):
            chosen = [p for p in plan.places.values() if p.id.endswith(name[1:])]
        else:
            chosen = [plan.places[name]] if name in plan.places else []
        for place in chosen:
            for index in range(place.count):
                x, y = place.nth(index)
                yield Person(place.id, index, float(x), float(y))


def shoulder_room(plan: Plan) -> Fraction:
    """The room of one person, from the spacings."""
    from layout.plan.resolve import Resolver

    return Resolver(plan.ground, plan.company, load_records()).amount("shoulder-room")
