"""Exact numbers in tables: one axis for each choice that matters, numerators and denominators as whole numbers.

A `Table` is a number that depends on some choices. Its array has an axis only for those, so a formula over tables costs
what its own choices span and not the product of all. Arithmetic is exact: int64 while it fits, Python integers beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from layout.errors import GroundError

Ints = NDArray[Any]
_SAFE = float(2**62)


@dataclass(frozen=True)
class Table:
    """Exact numbers over choices: `axes` (ascending numbers of choices), `num` and `den` of the same shape, den > 0."""

    axes: tuple[int, ...]
    num: Ints
    den: Ints

    @staticmethod
    def of(value: Fraction | int) -> Table:
        """A number that depends on nothing."""
        value = Fraction(value)
        kind: Any = np.int64 if max(abs(value.numerator), value.denominator) < 2**62 else object
        return Table((), np.array(value.numerator, kind), np.array(value.denominator, kind))

    @staticmethod
    def along(axis: int, values: list[Fraction]) -> Table:
        """A number that takes one of `values` by the choice on `axis`."""
        return Table(
            (axis,),
            np.array([v.numerator for v in values], np.int64),
            np.array([v.denominator for v in values], np.int64),
        )

    @property
    def floats(self) -> NDArray[np.float64]:
        """The numbers as floats, for ranking."""
        return np.asarray(self.num / self.den, np.float64)

    def at(self, index: Mapping[int, int]) -> Fraction:
        """The exact number for one combination (axis → choice)."""
        where = tuple(index[a] for a in self.axes)
        return Fraction(int(self.num[where]), int(self.den[where]))

    def __add__(self, other: Table | Fraction) -> Table:
        a, b, axes = _align(self, other)
        return _reduced(axes, _mul(a.num, b.den), _mul(b.num, a.den), _mul(a.den, b.den))

    def __sub__(self, other: Table | Fraction) -> Table:
        a, b, axes = _align(self, other)
        return _reduced(axes, _mul(a.num, b.den), -_mul(b.num, a.den), _mul(a.den, b.den))

    def __mul__(self, other: Table | Fraction) -> Table:
        a, b, axes = _align(self, other)
        return _reduced(axes, _mul(a.num, b.num), None, _mul(a.den, b.den))

    def __truediv__(self, other: Table | Fraction) -> Table:
        a, b, axes = _align(self, other)
        if (b.num == 0).any():
            raise GroundError("a formula divides by zero under some of the choices")
        sign = np.where(b.num < 0, -1, 1)
        return _reduced(axes, _mul(a.num, b.den * sign), None, _mul(a.den, b.num * sign))

    def __radd__(self, other: Fraction) -> Table:
        return Table.of(other) + self

    def __rsub__(self, other: Fraction) -> Table:
        return Table.of(other) - self

    def __rmul__(self, other: Fraction) -> Table:
        return Table.of(other) * self

    def __rtruediv__(self, other: Fraction) -> Table:
        return Table.of(other) / self


def _align(a: Table, b: Table | Fraction) -> tuple[Table, Table, tuple[int, ...]]:
    if not isinstance(b, Table):
        b = Table.of(b)
    axes = tuple(sorted({*a.axes, *b.axes}))
    return spread(a, axes), spread(b, axes), axes


def spread(table: Table, axes: tuple[int, ...]) -> Table:
    """The table with an axis of length one for every axis of `axes` that it lacks."""
    if table.axes == axes:
        return table
    sizes = dict(zip(table.axes, table.num.shape, strict=True))
    shape = tuple(sizes.get(a, 1) for a in axes)
    return Table(axes, table.num.reshape(shape), table.den.reshape(shape))


def _mul(a: Ints, b: Ints) -> Ints:
    if a.dtype != object and b.dtype != object:
        if a.size and b.size and float(np.abs(a).max()) * float(np.abs(b).max()) >= _SAFE:
            a = a.astype(object)
        else:
            return a * b
    product: Ints = a.astype(object) * b.astype(object)
    return product


def _reduced(axes: tuple[int, ...], num: Ints, more: Ints | None, den: Ints) -> Table:
    if more is not None:
        if num.dtype != object and more.dtype != object:
            big = float(np.abs(num).max()) + float(np.abs(more).max()) >= _SAFE
            num = num.astype(object) + more.astype(object) if big else num + more
        else:
            num = num.astype(object) + more.astype(object)
    num, den = np.broadcast_arrays(num, den)
    if num.dtype == object or den.dtype == object:
        num, den = num.astype(object), den.astype(object)
    common = np.gcd(num, den)
    num, den = np.asarray(num // common), np.asarray(den // common)
    if num.dtype == object and _fits(num) and _fits(den):
        num, den = num.astype(np.int64), den.astype(np.int64)
    return Table(axes, num, den)


def _fits(numbers: Ints) -> bool:
    return all(abs(int(n)) < 2**62 for n in numbers.ravel())


def choose(mask_axes: tuple[int, ...], mask: NDArray[np.bool_], yes: Table, no: Table) -> Table:
    """`yes` where the mask (over its own axes) holds, `no` elsewhere."""
    axes = tuple(sorted({*mask_axes, *yes.axes, *no.axes}))
    sizes = dict(zip(mask_axes, mask.shape, strict=True))
    where = mask.reshape(tuple(sizes.get(a, 1) for a in axes))
    a, b = spread(yes, axes), spread(no, axes)
    return Table(axes, np.asarray(np.where(where, a.num, b.num)), np.asarray(np.where(where, a.den, b.den)))


def compare(a: Table, b: Table) -> tuple[tuple[int, ...], NDArray[np.int8]]:
    """The sign of a − b over the axes of both."""
    difference = a - b
    return difference.axes, np.sign(difference.num).astype(np.int8)


def _pick(sign: int) -> Callable[..., Table]:
    def pick(*args: Table | Fraction) -> Table:
        best, *rest = (a if isinstance(a, Table) else Table.of(a) for a in args)
        for other in rest:
            axes, signs = compare(other, best)
            best = choose(axes, signs == sign, other, best)
        return best

    return pick


def _rounded(up: bool) -> Callable[..., Table]:
    def rounded(a: Table | Fraction) -> Table:
        if not isinstance(a, Table):
            return Table.of(math.ceil(a) if up else math.floor(a))
        whole = -(-a.num // a.den) if up else a.num // a.den
        return Table(a.axes, np.asarray(whole), np.ones_like(np.asarray(whole)))

    return rounded


def _abs(a: Table | Fraction) -> Table:
    if not isinstance(a, Table):
        return Table.of(abs(a))
    return Table(a.axes, np.abs(a.num), a.den)


FUNCTIONS: Mapping[str, Callable[..., Table]] = {
    "min": _pick(-1),
    "max": _pick(1),
    "abs": _abs,
    "floor": _rounded(False),
    "ceil": _rounded(True),
}
"""The functions of formulas, on tables."""
