"""From the words of a place to exact coordinates, under one reading and for one company."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TypeVar

import msgspec

from layout.choices import Company
from layout.errors import InputError, UnknownNameError
from layout.evidence.model import Ground
from layout.measures.quantity import parse_terms
from layout.measures.units import Units
from layout.plan.language import Align, Amount, Between, Measured, Offset, PlaceLanguage, Ref, Term, Words
from layout.plan.model import UNIT, toward
from layout.plan.numbers import attendance, side_numbers
from layout.plan.records import FACINGS, PlaceRecord, Records, facing_of
from layout.text import load_text

P = TypeVar("P", bound=PlaceRecord)
ZERO = Fraction(0)
CHANGES = ("name", "english", "at", "facing", "row", "clause", "speaker", "reason", "certainty")
"""Fields of a record that a `when` row can change."""
HEADS = {"東上": "east", "西上": "west", "南上": "south", "北上": "north"}


@dataclass(frozen=True)
class Anchor:
    """What an expression can start from: coordinates (None where a line has none), facing, what a bare 當 takes."""

    x: Fraction | None
    y: Fraction | None
    facing: Fraction | None = None
    axis: str | None = None


@lru_cache(maxsize=8)
def _language(names: tuple[str, ...]) -> PlaceLanguage:
    return PlaceLanguage(names)


class Resolver:
    """Finds where every record lies, each once, following names from one to another.

    `used` collects the dimensions and spacings that the expression at hand drew on, for its evidence.
    """

    def __init__(self, ground: Ground, company: Company, records: Records) -> None:
        self.ground, self.company, self.records = ground, company, records
        self.language = _language(tuple(sorted(records.names)))
        self.units: Units = getattr(ground, "units", None) or Units()
        self._found: dict[str, Anchor] = {}
        self._pending: list[str] = []
        self._amounts: dict[str, Fraction] = {}
        self.used: dict[str, None] = {}
        self.numbers = {f"company.{name}": Fraction(value) for name, value in attendance(company).items()}
        self.numbers |= side_numbers(ground)

    # -- amounts -------------------------------------------------------------------------------------------

    def amount(self, text: str, key: str = "", field: str = "") -> Fraction:
        """An amount written in a record: arithmetic over ids, or words."""
        try:
            return self._amount(self.language.amount(text))
        except InputError as bad:
            if key in self.records.origin:
                raise self.records.error(key, field, str(bad)) from None
            raise

    def _amount(self, amount: Amount) -> Fraction:
        if isinstance(amount, Fraction):
            return amount
        if isinstance(amount, Ref):
            return self._named(amount.id)
        if isinstance(amount, Words):
            return sum((t.value * self.units.chi(t.unit) for t in parse_terms(amount.text)), ZERO)
        left, right = self._amount(amount.left), self._amount(amount.right)
        if amount.op == "+":
            return left + right
        if amount.op == "-":
            return left - right
        if amount.op == "*":
            return left * right
        if not right:
            raise InputError("division by zero")
        return left / right

    def _named(self, name: str) -> Fraction:
        name = self.records.names.get(name, name)
        self.used[name] = None
        if name in self._amounts:
            return self._amounts[name]
        if name in self.numbers:
            return self.numbers[name]
        if name in self.records.spacings:
            if name in self._pending:
                raise InputError(f"{name} is defined by itself ({' → '.join([*self._pending, name])})")
            self._pending.append(name)
            value = self._amount(self.language.amount(self.records.spacings[name].amount))
            self._pending.pop()
        elif name in self.ground.dimensions:
            value = self.ground.chi(name)
        else:
            known = [*self.records.spacings, *self.ground.dimensions, *self.numbers]
            raise UnknownNameError("dimension or spacing", name, known)
        self._amounts[name] = value
        return value

    # -- places --------------------------------------------------------------------------------------------

    def applied(self, record: P) -> P | None:
        """The record with what its `when` rows change under this reading; None where a row makes it absent."""
        for row in record.when:
            values = [row.value] if isinstance(row.value, str) else row.value
            if self.ground.option(row.option) not in values:
                continue
            if row.absent:
                return None
            record = msgspec.structs.replace(record, **{f: getattr(row, f) for f in CHANGES if getattr(row, f)})
        for old, new in self.renamed.items():
            # An expression speaks of a thing by the name that it has under this reading.
            if old in record.at:
                record = msgspec.structs.replace(record, at=record.at.replace(old, new))
        return record

    @cached_property
    def renamed(self) -> dict[str, str]:
        """Names of the records and what a thing is called instead under this reading (鹿中 → 兕中)."""
        found = {}
        for thing in self.records.things.values():
            for row in thing.when:
                values = [row.value] if isinstance(row.value, str) else row.value
                if row.name and self.ground.option(row.option) in values:
                    found[thing.name] = row.name
        return found

    def anchor(self, name: str) -> Anchor:
        """Coordinates of a line, thing or place by any of its names."""
        key = self.records.names.get(name, name)
        if key in self._found:
            return self._found[key]
        if key in self._pending:
            raise InputError(f"{name} is placed by itself ({' → '.join([*self._pending, key])})")
        used, self.used = self.used, {}
        self._pending.append(key)
        try:
            self._found[key] = self._resolve(key)
        finally:
            self._pending.pop()
            self.used = used
        return self._found[key]

    def put(self, key: str, anchor: Anchor) -> None:
        """Make known where something lies that is no record of its own (one mat of a row)."""
        self._found[key] = anchor

    def _resolve(self, key: str) -> Anchor:
        line = self.records.lines.get(key)
        if line is not None:
            at = self.amount(line.x or line.y, key, "x" if line.x else "y")
            return Anchor(at, None, None, "x") if line.x else Anchor(None, at, None, "y")
        base: PlaceRecord | None = self.records.things.get(key) or self.records.places.get(key)
        record = self.applied(base) if base is not None else None
        if record is None:
            known = [*self.records.lines, *self.records.things, *self.records.places]
            raise UnknownNameError("place", key, known)
        x, y = self.expression(record.at, key)
        facing = self.facing(record.facing, key)
        return Anchor(x, y, facing, getattr(record, "axis", "") or None)

    def facing(self, words: str, key: str) -> Fraction | None:
        """Degrees of a record's 面, None where it has none."""
        if not words:
            return None
        try:
            return Fraction(facing_of(words))
        except InputError as bad:
            raise self.records.error(key, "facing", str(bad)) from None

    def expression(self, text: str, key: str) -> tuple[Fraction, Fraction]:
        """The point that a place expression says. DataError naming the record where it cannot be read or is not fixed."""
        try:
            x, y = self._terms(self.language.place(text))
        except InputError as bad:
            raise self.records.error(key, "at", str(bad)) from None
        if x is None or y is None:
            missing = "east–west" if x is None else "north–south"
            raise self.records.error(key, "at", f"{text!r} leaves the {missing} coordinate open")
        return x, y

    def _terms(self, terms: Sequence[Term]) -> tuple[Fraction | None, Fraction | None]:
        x: Fraction | None = None
        y: Fraction | None = None
        for term in terms:
            if isinstance(term, Align):
                anchor = self.anchor(term.name)
                axis = term.axis or anchor.axis
                if axis is None:
                    raise InputError(f"當{term.name}: say which side (南當{term.name} or 東當{term.name})")
                value = anchor.x if axis == "x" else anchor.y
                if value is None:
                    raise InputError(f"{term.name} has no {'east–west' if axis == 'x' else 'north–south'} coordinate")
                x, y = (value, y) if axis == "x" else (x, value)
            elif isinstance(term, Measured):
                amount = self._amount(term.amount)
                x, y = (amount, y) if term.axis == "x" else (x, -amount)
            elif isinstance(term, Between):
                x, y = _middle(self.anchor(term.first), self.anchor(term.second))
            else:
                x, y = self._offset(term, x, y)
        return x, y

    def _offset(self, term: Offset, x: Fraction | None, y: Fraction | None) -> tuple[Fraction | None, Fraction | None]:
        facing: Fraction | None = None
        if term.name is not None:
            anchor = self.anchor(term.name)
            facing = anchor.facing
            x, y = (x if anchor.x is None else anchor.x), (y if anchor.y is None else anchor.y)
        if not term.where:
            return x, y
        if term.where in "前後左右":
            if facing is None:
                raise InputError(f"{term.name or 'the point'} faces no way, so it has no {term.where}")
            turned = facing + {"前": 0, "右": 90, "後": 180, "左": 270}[term.where]
        else:
            turned = Fraction(FACINGS[term.where])
        amounts = [self._amount(a) for a in term.amounts]
        dx, dy = toward(turned % 360)
        if len(amounts) == 2:
            if not (dx and dy):
                raise InputError(f"{term.where} takes one amount; two are for a diagonal")
            dx, dy = (amounts[0] if dx > 0 else -amounts[0]), (amounts[1] if dy > 0 else -amounts[1])
        else:
            dx, dy = dx * amounts[0], dy * amounts[0]
        return (None if x is None else x + dx), (None if y is None else y + dy)


@lru_cache(maxsize=1024)
def passage_of(clause: str, speaker: str, section: int | None) -> str:
    """Reference of the passage that holds a clause; for other works, and words that we only report, their name."""
    if not clause:
        return ""
    if speaker not in ("經", "記", "注"):
        return f"鄉射禮·{speaker}" if speaker in ("疏", "按") else speaker
    try:
        return load_text().find(clause, section if speaker == "經" else None).ref
    except UnknownNameError:
        return f"鄉射禮·{speaker}"


def step_between(head: str, first: tuple[Fraction, Fraction], step: Fraction, index: int) -> tuple[Fraction, Fraction]:
    """The point of the one with `index` in a row whose first stands at the head."""
    hx, hy = UNIT[head]
    return first[0] - hx * step * index, first[1] - hy * step * index


def _middle(a: Anchor, b: Anchor) -> tuple[Fraction | None, Fraction | None]:
    x = None if a.x is None or b.x is None else (a.x + b.x) / 2
    y = None if a.y is None or b.y is None else (a.y + b.y) / 2
    return x, y
