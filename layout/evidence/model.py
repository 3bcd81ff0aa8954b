"""Nouns of evidence: where a number comes from and how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

Certainty = Literal["stated", "glossed", "inferred", "conjectured"]
CERTAINTIES: tuple[Certainty, ...] = ("stated", "glossed", "inferred", "conjectured")
"""From 經/記, through 注/疏, through one step of reasoning, to a modeller's choice. A result is as sure as its weakest premise."""


@dataclass(frozen=True)
class Evidence:
    """One step of a derivation: a clause and who says it, or an assumption and its reason.

    `working` is the computation in words (50 弓 × 6 尺 = 300 尺); `chi` its result, None where the step is no length.
    """

    clause: str
    speaker: str
    passage: str
    certainty: Certainty
    working: str = ""
    chi: Fraction | None = None
    reason: str = ""


@dataclass(frozen=True)
class Dimension:
    """A named measure of the ground under one reading, in 尺 (or a bare number where `unit` is ""), with its derivation.

    `derivation` lists the steps in order, premises first; `needs` the dimensions that it was computed from.
    """

    id: str
    name: str
    name_en: str
    chi: Fraction
    certainty: Certainty
    derivation: tuple[Evidence, ...] = ()
    needs: tuple[str, ...] = ()
    unit: str = "尺"


class Ground(Protocol):
    """What `layout.evidence.derive(choices)` returns: every dimension and option under one reading.

    `chi(id)` is exact; `metres(id)` the one conversion; `option(key)` the alternative chosen for a switch
    (hall = xu|xiang …). Unknown names raise UnknownNameError.
    """

    @property
    def reading(self) -> str: ...

    @property
    def metres_per_chi(self) -> Fraction: ...

    @property
    def options(self) -> dict[str, str]: ...

    @property
    def dimensions(self) -> dict[str, Dimension]: ...

    @property
    def restated(self) -> tuple[str, ...]: ...

    def chi(self, name: str) -> Fraction: ...

    def metres(self, name: str) -> float: ...

    def option(self, key: str) -> str: ...

    def dimension(self, name: str) -> Dimension: ...
