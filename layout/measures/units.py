"""Units: what each is worth, read from the clause that defines it, with rival definitions to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from layout.data import Record, asset, load_toml
from layout.errors import InputError, UnknownNameError
from layout.kept_patterns import kept_pattern
from layout.measures.model import Quantity
from layout.measures.quantity import LENGTHS, SIZES, Term, parse_terms

DEFAULT_FOOT = "23.1"
UNVERIFIED = " (wording not verified against a printed text)"
"""Added to the authority of a clause that no edition at hand confirms."""


class Reading(Record, frozen=True):
    """One definition of a unit: the clause, who says it, and the key by which a choice names it."""

    clause: str
    authority: str
    key: str = ""
    reads: str = ""
    note: str = ""
    verified: bool = True


class Unit(Record, frozen=True):
    """A unit of assets/units.toml with its definitions, the default first."""

    name: str
    id: str
    kind: str
    readings: list[Reading]
    other: tuple[str, ...] = ()


class Foot(Record, frozen=True):
    """A candidate for the length of the 尺 itself."""

    key: str
    cm: Fraction
    authority: str


class UnitTable(Record, frozen=True):
    """The whole of assets/units.toml."""

    unit: list[Unit]
    foot: list[Foot]


@dataclass(frozen=True)
class Definition:
    """A definition in force: the unit, the clause quoted, its authority, and its value in 尺 (or its base unit)."""

    unit: str
    clause: str
    authority: str
    chi: Fraction
    key: str


@lru_cache(maxsize=1)
def unit_table() -> UnitTable:
    """The units as the data file has them. Raises DataError naming file, line and key when it is broken."""
    return load_toml(asset("units.toml"), UnitTable)


_BASES = {"length": "尺", "area": "步", "volume": "升", "weight": "兩", "time": "日"}
_MULTIPLE = kept_pattern(rf"倍([{LENGTHS}])")
_N = "[一二三四五六七八九十百千有]"
_U = "[分寸尺丈步釐豪毫畝升合斗兩銖斤鈞日月年時刻]"
_SPAN = kept_pattern(
    f"(?:{_N}+分{_U}之{_N}+|(?:{_N}+|少半|大半|半){_U})(?:{_N}+分{_U}之{_N}+|(?:{_N}+|少半|大半|半){_U})*"
)


def _defined(reading: Reading, unit: str) -> tuple[Term, ...]:
    """The quantity that a definition states: the first in its clause."""
    words = reading.reads or reading.clause
    twice = _MULTIPLE.search(words)
    if twice:
        return (Term(Fraction(2), twice[1]),)
    found = _SPAN.search(words)
    if not found:
        raise InputError(f"assets/units.toml: unit {unit}: no quantity can be read in {words!r}")
    before = words[: found.start()][-1:]
    text = found[0]
    if before != unit and SIZES.get(before, -1) > SIZES.get(parse_terms(text)[0].unit, 99):
        text = before + text  # 迹尺二寸: a bare 尺 begins the quantity
    return parse_terms(text)


class Units:
    """Units under a set of choices.

    `choices` maps the id or 漢字 of a unit to the key of one of its definitions, or to a plain number of 尺 (ren=8,
    bu=6.4); `foot` to a length in centimetres (23.1, 22.5cm) or metres (0.231m). Keys that are no unit are ignored, so that
    a reading's choices can be handed over whole. Raises UnknownNameError for a definition that is not in the table.
    """

    def __init__(self, choices: Mapping[str, str] | None = None) -> None:
        table = unit_table()
        self._units = {u.name: u for u in table.unit}
        self._names = {n: u.name for u in table.unit for n in (u.name, u.id, *u.other)}
        self._chosen: dict[str, str] = {}
        self._values: dict[str, Definition] = {}
        self._foot = DEFAULT_FOOT
        for key, value in (choices or {}).items():
            if key in ("foot", "尺長"):
                self._foot = value
            elif key in self._names:
                self._chosen[self._names[key]] = value
        self.metres_per_chi: Fraction = self._metres()
        for name in self._chosen:
            self.definition(name)

    def chi(self, unit: str) -> Fraction:
        """尺 in one unit of length; square 步 in one of area; 升, 兩, 日 in one of volume, weight, time.

        Raises UnknownNameError for a unit that the table does not have.
        """
        return self.definition(unit).chi

    def kind(self, unit: str) -> str:
        """length, area, volume, weight or time."""
        return self._units[self._name(unit)].kind

    def definition(self, unit: str) -> Definition:
        """The definition of a unit in force, with clause and authority."""
        name = self._name(unit)
        if name not in self._values:
            self._values[name] = self._resolve(name)
        return self._values[name]

    def rivals(self, unit: str) -> list[Definition]:
        """All definitions of a unit, the default first."""
        record = self._units[self._name(unit)]
        return [self._define(record, reading) for reading in record.readings]

    def __contains__(self, unit: object) -> bool:
        return unit in self._names

    def quantity(self, quantity: Quantity) -> Fraction:
        """A quantity in 尺 (or the base unit of its kind). InputError where it has no unit."""
        if quantity.parts:
            return sum((value * self.chi(unit) for value, unit in quantity.parts), Fraction(0))
        if quantity.unit is None:
            raise InputError(f"{quantity.value} has no unit: it is a count, not a length")
        return quantity.value * self.chi(quantity.unit)

    def metres(self, chi: Fraction) -> Fraction:
        """A length in 尺 as metres, exact."""
        return chi * self.metres_per_chi

    def _name(self, unit: str) -> str:
        if unit not in self._names:
            raise UnknownNameError("unit", unit, self._names)
        return self._names[unit]

    def _metres(self) -> Fraction:
        return foot_metres(self._foot)

    def _resolve(self, name: str) -> Definition:
        record = self._units[name]
        wanted = self._chosen.get(name)
        if wanted is None:
            return self._define(record, record.readings[0])
        defined = [self._define(record, r) for r in record.readings]
        for reading in defined:
            if reading.key == wanted:
                return reading
        number = kept_pattern(r"(\d+(?:\.\d+)?|\d+/\d+)(?:尺|chi)?").fullmatch(wanted)
        if number:
            chi = Fraction(number[1])
            for reading in defined:
                if reading.chi == chi:
                    return reading
            if chi > 0:
                return Definition(name, f"{record.id}={wanted}", "the user", chi, wanted)
        raise UnknownNameError(f"definition of {name} ({record.id})", wanted, [d.key for d in defined])

    def _define(self, record: Unit, reading: Reading) -> Definition:
        value = Fraction(0)
        for term in _defined(reading, record.name):
            base = _BASES[record.kind]
            if term.unit == base or (term.unit == record.name):
                value += term.value
            elif record.name == base and reading.key:
                value = Fraction(1)
            else:
                value += term.value * self.chi(term.unit)
        if record.name == _BASES[record.kind]:
            value = Fraction(1)
        authority = reading.authority + ("" if reading.verified else UNVERIFIED)
        return Definition(record.name, reading.clause, authority, value, reading.key or _key(value))


def _key(value: Fraction) -> str:
    """A key for a definition that has none: its number, as a decimal where that ends."""
    return f"{float(value):g}" if 10**6 % value.denominator == 0 else str(value)


def foot_metres(text: str) -> Fraction:
    """Metres in one 尺 from a key of the table (23.1) or a length of the user's own (22.5cm, 0.225m, 225mm).

    Raises InputError for what is no length, and for a foot below 10 or above 40 cm.
    """
    found = kept_pattern(r"\s*(\d+(?:\.\d+)?)\s*(cm|mm|m|厘米|米)?\s*").fullmatch(text)
    if not found:
        known = ", ".join(f.key for f in unit_table().foot)
        raise InputError(f"foot={text!r}: expected a length such as 23.1cm; known: {known}")
    size = Fraction(found[1]) * {"mm": Fraction(1, 1000), "m": Fraction(1), "米": Fraction(1)}.get(
        found[2] or "cm", Fraction(1, 100)
    )
    if not found[2]:
        for foot in unit_table().foot:
            if foot.key == found[1]:
                size = foot.cm / 100
    if not Fraction(1, 10) <= size <= Fraction(2, 5):
        raise InputError(f"foot={text!r}: a 尺 of {float(size * 100):g} cm; expected 10 to 40 cm")
    return size


__all__ = ["Definition", "Foot", "Reading", "Unit", "UnitTable", "Units", "foot_metres", "unit_table"]
