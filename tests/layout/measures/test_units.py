"""Units and their rival definitions, read from the clauses that define them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from layout.errors import InputError, UnknownNameError
from layout.measures.quantity import parse_terms
from layout.measures.units import Units, foot_metres, unit_table


@pytest.mark.parametrize(
    ("unit", "chi"),
    [
        ("步", 6),
        ("弓", 6),
        ("尋", 8),
        ("常", 16),
        ("仞", 7),
        ("武", Fraction(6, 5)),
        ("跬", 3),
        ("笴", 3),
        ("握", Fraction(2, 5)),
        ("膚", Fraction(2, 5)),
        ("扶", Fraction(2, 5)),
        ("咫", Fraction(4, 5)),
        ("筵", 9),
        ("雉", 30),
        ("軌", 8),
        ("幅", Fraction(11, 5)),
        ("里", 1800),
        ("寸", Fraction(1, 10)),
        ("分", Fraction(1, 100)),
        ("丈", 10),
        ("引", 100),
    ],
)
def test_default(unit: str, chi: Fraction) -> None:
    assert Units().chi(unit) == chi


@pytest.mark.parametrize(
    ("key", "value", "unit", "chi"),
    [
        ("ren", "8", "仞", 8),
        ("仞", "4", "仞", 4),
        ("bu", "6.4", "步", Fraction(32, 5)),
        ("bu", "8", "步", 8),
        ("bow-length", "6.3", "弓", Fraction(63, 10)),
        ("bu", "6.4", "里", 1920),
        ("wu", "3", "武", 3),
        ("ren", "7.5", "仞", Fraction(15, 2)),
    ],
)
def test_choices(key: str, value: str, unit: str, chi: Fraction) -> None:
    assert Units({key: value, "hall": "xiang"}).chi(unit) == chi


def test_every_definition_quotes_a_clause_and_can_be_chosen_by_its_key() -> None:
    for unit in unit_table().unit:
        rivals = Units().rivals(unit.name)
        assert len({r.key for r in rivals}) == len(rivals), unit.name
        for rival in rivals:
            assert rival.clause
            assert Units({unit.id: rival.key}).chi(unit.name) == rival.chi > 0


def test_unknown_definition_names_those_there_are() -> None:
    with pytest.raises(UnknownNameError, match=r"仞.*9x"):
        Units({"ren": "9x"})
    with pytest.raises(UnknownNameError, match="unit"):
        Units().chi("鎦")


@pytest.mark.parametrize(
    ("text", "metres"),
    [("23.1", "0.231"), ("22.5cm", "0.225"), ("0.2m", "0.2"), ("197mm", "0.197"), ("18.5", "0.1848")],
)
def test_the_foot(text: str, metres: str) -> None:
    assert foot_metres(text) == Fraction(metres)


@pytest.mark.parametrize("text", ["", "long", "5cm", "3m", "-1"])
def test_no_foot(text: str) -> None:
    with pytest.raises(InputError, match="foot"):
        foot_metres(text)


@pytest.mark.parametrize(
    ("words", "chi"),
    [
        ("五十弓", 300),
        ("一丈五寸少半寸", Fraction(158, 15)),
        ("尺有握", Fraction(7, 5)),
        ("尺二寸", Fraction(6, 5)),
        ("寸有半", Fraction(3, 20)),
        ("三尺半", Fraction(7, 2)),
        ("二寸半", Fraction(1, 4)),
        ("八尺半", Fraction(17, 2)),
        ("十尋", 80),
        ("四尺六寸大半寸", Fraction(14, 3)),
        ("二丈四尺五分寸之四", Fraction(602, 25)),
        ("三分寸之二", Fraction(1, 15)),
        ("二丈二尺五寸少半寸", Fraction(338, 15)),
    ],
)
def test_compounds_are_one_quantity(words: str, chi: Fraction) -> None:
    units = Units()
    assert sum(t.value * units.chi(t.unit) for t in parse_terms(words)) == chi


@pytest.mark.parametrize("words", ["", "五十", "寸三尺", "侯", "尺侯"])
def test_no_quantity(words: str) -> None:
    with pytest.raises(InputError):
        parse_terms(words)


def test_exact_to_the_metre() -> None:
    assert Units().metres(50 * Units().chi("步")) == Fraction(693, 10)
