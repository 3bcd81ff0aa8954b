"""What a survey finds: the range of a dimension and what moves it, the checks that combinations break."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from layout.evidence.exact import Table


@dataclass(frozen=True)
class Axis:
    """One open choice: an option with its alternatives, or a dimension with the values that it is given in turn."""

    key: str
    names: tuple[str, ...]
    values: tuple[Fraction, ...] | None = None


@dataclass
class Range:
    """What a survey finds of one dimension: exact least and greatest value, and how far each choice moves it.

    The effect of a choice is the greatest shift that it makes in the mean, the least or the greatest value.
    """

    min: Fraction
    max: Fraction
    effects: dict[str, float] = field(default_factory=dict)

    @property
    def decided_by(self) -> list[str]:
        """The choices that move the dimension, the one that matters most first."""
        return [k for k, v in sorted(self.effects.items(), key=lambda i: (-i[1], i[0])) if v > 0]


@dataclass
class Violation:
    """A check that some combinations break: how many, the choices that bring it about, what verdict they get.

    `complete` is False where more conditions were found than are listed.
    """

    count: int
    share: float
    choices: list[dict[str, str]]
    complete: bool
    verdict: str


@dataclass
class Survey:
    """The whole result; `cells` is how many exact numbers were worked out for it."""

    combinations: int
    axes: tuple[Axis, ...]
    dimensions: dict[str, Range]
    violations: dict[str, Violation]
    cells: int

    def row(self) -> dict[str, Any]:
        """The JSON of docs/json.md: numbers exact as strings, a float beside."""
        return {
            "combinations": self.combinations,
            "choices": {a.key: list(a.names) for a in self.axes},
            "dimensions": {
                k: {
                    "min": str(r.min),
                    "max": str(r.max),
                    "min_float": float(r.min),
                    "max_float": float(r.max),
                    "decided_by": r.decided_by,
                    "effects": {n: round(r.effects[n], 6) for n in r.decided_by},
                }
                for k, r in self.dimensions.items()
            },
            "violations": {
                k: {
                    "count": v.count,
                    "share": v.share,
                    "choices": v.choices,
                    "complete": v.complete,
                    "verdict": v.verdict,
                }
                for k, v in self.violations.items()
            },
            "cells": self.cells,
        }


class Running:
    """Least and greatest value and the effects of one dimension, gathered chunk by chunk."""

    def __init__(self, axes: list[int], sizes: Sequence[int]) -> None:
        self.axes = axes
        self.min: Fraction | None = None
        self.max: Fraction | None = None
        self.low = {a: np.full(sizes[a], np.inf) for a in axes}
        self.high = {a: np.full(sizes[a], -np.inf) for a in axes}
        self.sum = {a: np.zeros(sizes[a]) for a in axes}
        self.count = {a: np.zeros(sizes[a]) for a in axes}

    def add(self, table: Table, slices: Mapping[int, slice]) -> None:
        floats = table.floats
        for pick, better in ((np.argmin, min), (np.argmax, max)):
            at = np.unravel_index(int(pick(floats)), floats.shape)
            value = Fraction(int(table.num[at]), int(table.den[at]))
            if pick is np.argmin:
                self.min = value if self.min is None else better(self.min, value)
            else:
                self.max = value if self.max is None else better(self.max, value)
        for n, axis in enumerate(table.axes):
            others = tuple(m for m in range(floats.ndim) if m != n)
            where = slices.get(axis, slice(None))
            self.low[axis][where] = np.minimum(self.low[axis][where], floats.min(axis=others))
            self.high[axis][where] = np.maximum(self.high[axis][where], floats.max(axis=others))
            self.sum[axis][where] += floats.sum(axis=others)
            self.count[axis][where] += floats.size / floats.shape[n]

    def result(self, axes: Sequence[Axis]) -> Range:
        assert self.min is not None
        assert self.max is not None
        effects: dict[str, float] = {}
        for axis in self.axes:
            if not self.count[axis].all():
                continue  # the table turned out not to depend on this choice
            mean = self.sum[axis] / self.count[axis]
            shift = max(float(np.ptp(v)) for v in (mean, self.low[axis], self.high[axis]))
            effects[axes[axis].key] = shift if shift > 1e-12 else 0.0
        return Range(self.min, self.max, effects)
