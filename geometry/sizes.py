"""Lengths for the builders: dimensions of the ground where it has them, else the maker's assumptions in `assets/objects/`.

A dimension is always preferred. What neither the text nor its commentators give (how thick a purlin is, how high a foot)
is an assumption with its reason, certainty conjectured; it reaches `extras.evidence` like everything else.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from layout.data import Record, asset, load_toml
from layout.errors import UnknownNameError
from layout.evidence.model import Certainty, Ground

PAGES = ("hall", "court", "range", "things")


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


def evidence(ground: Ground, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """`extras.evidence` for dimensions by id: the steps of each derivation, JSON values only."""
    unit = float(ground.metres_per_chi)
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys(names):
        if name in ground.dimensions:
            found = ground.dimension(name)
            for step in found.derivation:
                rows.append(_row(name, step.clause, step.speaker, step.passage, step.chi, unit, step.certainty))
            if not found.derivation or found.derivation[-1].chi != found.chi:
                rows.append(_row(name, found.name, "", "", found.chi, unit, found.certainty))
        elif name in assumptions():
            one = assumptions()[name]
            rows.append(_row(name, one.why, "modern", one.source, one.chi, unit, one.certainty))
    return rows


def _row(
    name: str, clause: str, speaker: str, passage: str, chi: Fraction | None, unit: float, certainty: str
) -> dict[str, Any]:
    return {
        "dimension": name, "clause": clause, "speaker": speaker, "passage": passage,
        "chi": None if chi is None else str(chi),
        "metres": None if chi is None else round(float(chi) * unit, 6), "certainty": certainty,
    }  # fmt: skip
