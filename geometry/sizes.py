"""Lengths for the builders: dimensions of the ground where it has them, else the maker's assumptions in `assets/objects/`.

A dimension is always preferred. What neither the text nor its commentators give (how thick a purlin is, how high a foot)
is an assumption with its reason, certainty conjectured; it reaches `extras.evidence` like everything else.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from layout.data import Record, asset, load_toml
from layout.errors import GroundError, UnknownNameError
from layout.evidence.model import Certainty, Evidence, Ground

PAGES = ("hall", "court", "range", "things")


GREATEST = Fraction(5000)
"""No length of a ground is greater, in 尺: more than a kilometre. Beyond it corners are no longer told apart as float32,
and courses of thatch and blades of grass cannot be counted."""


class Assumption(Record, frozen=True):
    """A length (尺) or number that nobody states: why it was chosen, after what, how sure; `name` its 漢字."""

    chi: Fraction
    why: str
    name: str = ""
    source: str = ""
    certainty: Certainty = "conjectured"


@lru_cache(maxsize=1)
def assumptions() -> dict[str, Assumption]:
    """All assumptions of `assets/objects/*.toml` by id."""
    found: dict[str, Assumption] = {}
    for page in PAGES:
        found.update(load_toml(asset("objects", f"{page}.toml"), dict[str, Assumption]))
    return found


class Sizes:
    """Metres by id: `size("mat.width")`; `size.number(id)` for bare numbers, `size.chi(id)` exact."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.unit = float(ground.metres_per_chi)
        self._known = ground.dimensions

    def has(self, name: str) -> bool:
        """Whether the ground or the maker's assumptions know this id."""
        return name in self._known or name in assumptions()

    def chi(self, name: str) -> Fraction:
        """Exact 尺, or the bare number; UnknownNameError with the nearest names otherwise."""
        if name in self._known:
            return self.ground.chi(name)
        if name in assumptions():
            return assumptions()[name].chi
        raise UnknownNameError("dimension", name, [*self._known, *assumptions()])

    def __call__(self, name: str) -> float:
        return float(self.chi(name)) * self.unit

    def number(self, name: str) -> float:
        """A bare number (a count, a ratio)."""
        return float(self.chi(name))

    def count(self, name: str) -> int:
        """A whole number of things."""
        return round(self.number(name))


def check_sizes(ground: Ground) -> None:
    """Raise GroundError naming the first dimension that is too great to be built, the one that others follow from before them."""
    great = {
        name: d
        for name, d in ground.dimensions.items()
        if d.unit == "尺" and abs(d.chi) > GREATEST and not name.startswith("unit.")
    }
    for name, found in great.items():
        if not any(need in great for need in found.needs):
            metres = float(found.chi * ground.metres_per_chi)
            raise GroundError(
                f"{name} ({found.name}) = {float(found.chi):.10g} 尺 = {metres:.10g} m: too great to be built; "
                f"expected at most {GREATEST} 尺"
            )


def evidence(ground: Ground, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """`extras.evidence` for dimensions by id: the steps of each derivation, the result last, JSON values only."""
    unit = float(ground.metres_per_chi)
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys(names):
        if name in ground.dimensions:
            found = ground.dimension(name)
            rows.extend(evidence_row(step, unit, name) for step in found.derivation)
            if not found.derivation:
                rows.append(
                    evidence_row(Evidence("", "modern", "", found.certainty, found.name, found.chi), unit, name)
                )
            elif not found.unit:
                # A count or a ratio: its number is kept, without metres.
                rows[-1]["chi"] = str(found.chi)
        elif name in assumptions():
            one = assumptions()[name]
            why = Evidence("", "modern", one.source, one.certainty, "", one.chi, one.why)
            rows.append(evidence_row(why, unit, name))
    return rows


def evidence_row(step: Evidence, unit: float, dimension: str = "") -> dict[str, Any]:
    """One row of `extras.evidence`: the six keys of the contract, `dimension` where it is a step to one.

    `reason` says why where no clause does, or what else speaks for it; it is never empty where the clause is.
    """
    row: dict[str, Any] = {"dimension": dimension} if dimension else {}
    row |= {
        "clause": step.clause, "speaker": step.speaker, "passage": step.passage,
        "chi": None if step.chi is None else str(step.chi),
        "metres": None if step.chi is None else round(float(step.chi) * unit, 6), "certainty": step.certainty,
    }  # fmt: skip
    if step.reason or not step.clause:
        row["reason"] = step.reason or step.passage or f"computed: {step.working}"
    return row
