"""The ground under one reading: what `derive` returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from layout.choices import Choices
from layout.errors import UnknownNameError
from layout.evidence.model import Dimension


@dataclass(frozen=True)
class DerivedGround:
    """Every dimension and option under one reading (implements `layout.evidence.model.Ground`).

    `restated` are the clauses said over the text (a reading's own, then the user's), `sets` the dimensions given as
    numbers, `scored` whether the rite is scored for this reading (大射 is not).
    """

    reading: str
    options: dict[str, str]
    dimensions: dict[str, Dimension]
    metres_per_chi: Fraction
    restated: tuple[str, ...] = ()
    sets: Mapping[str, str] = field(default_factory=dict)
    scored: bool = True
    choices: Choices = field(default_factory=Choices)

    def dimension(self, name: str) -> Dimension:
        """The dimension with an id, or called by its 漢字 name. UnknownNameError with the nearest otherwise."""
        found = self.dimensions.get(name)
        if found is not None:
            return found
        called = [d for d in self.dimensions.values() if d.name == name]
        if len(called) == 1:
            return called[0]
        known = [*self.dimensions, *dict.fromkeys(d.name for d in self.dimensions.values())]
        raise UnknownNameError("dimension", name, [d.id for d in called] or known)

    def chi(self, name: str) -> Fraction:
        """The exact length in 尺 (or the bare number) of a dimension."""
        return self.dimension(name).chi

    def metres(self, name: str) -> float:
        """The length in metres: the one conversion from exact 尺."""
        return float(self.chi(name) * self.metres_per_chi)

    def option(self, key: str) -> str:
        """The alternative chosen for a switch. UnknownNameError with the nearest otherwise."""
        if key not in self.options:
            raise UnknownNameError("option", key, self.options)
        return self.options[key]
