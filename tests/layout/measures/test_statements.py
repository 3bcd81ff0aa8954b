"""Clauses as equations: every clause from which the ground is made."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.errors import InputError
from layout.measures.model import Name, Quantity, Rate, Scale, Statement, Sum
from layout.measures.statements import chi_of, read_statement
from layout.measures.units import Units


@pytest.mark.parametrize(
    ("clause", "subject", "aspect", "chi"),
    [
        ("侯道五十弓", "侯道", "", 300),
        ("侯道七十弓", "侯道", "", 420),
        ("上个五尋", "上个", "", 40),
        ("中十尺", "中", "", 10),
        ("弓之下制六尺", "弓之下制", "", 6),
        ("八尺曰尋", "尋", "", 8),
        ("武尺二寸", "武", "", Fraction(6, 5)),
        ("中人之迹尺二寸", "中人之迹", "", Fraction(6, 5)),
        ("笴長三尺", "笴", "長", 3),
        ("堂深四丈", "堂", "深", 40),
        ("旌杠長五仞", "旌杠", "長", 35),
        ("杠長三仞", "杠", "長", 21),
        ("长尺有握", "", "長", Fraction(7, 5)),
        ("幅廣二尺二寸", "幅", "廣", Fraction(11, 5)),
        ("旁削一寸", "旁削", "", Fraction(1, 10)),
        ("堂廣三雉", "堂", "廣", 90),
        ("距隨長武", "距隨", "長", Fraction(6, 5)),
        ("物長如笴", "物", "長", 3),
        ("其間容弓", "其間", "", 6),
        ("上下射相去六尺", "上下射相去", "", 6),
        ("大侯之鵠方六尺", "大侯之鵠", "方", 6),
        ("倍尋曰常", "常", "", 16),
        ("蒲筵常", "蒲筵", "", 16),
        ("仞八尺", "仞", "", 8),
        ("步八尺", "步", "", 8),
        ("東西九筵", "", "東西", 81),
        ("物南北三尺", "物", "南北", 3),
    ],
)
def test_sizes(clause: str, subject: str, aspect: str, chi: Fraction) -> None:
    made = read_statement(clause)
    assert (made.clause, made.subject, made.aspect) == (clause, subject, aspect)
    assert chi_of(made.value, Units()) == chi


def test_so_much_for_each() -> None:
    made = read_statement("弓二寸以為侯中")
    assert made.subject == "侯中"
    assert isinstance(made.value, Rate)
    assert made.value.each == "弓"
    assert chi_of(made.value.quantity, Units()) == Fraction(1, 5)
    with pytest.raises(InputError, match="each 弓"):
        chi_of(made.value, Units())


@pytest.mark.parametrize(
    ("clause", "subject", "factor", "of"),
    [
        ("倍中以為躬", "躬", 2, "中"),
        ("倍躬以為左右舌", "左右舌", 2, "躬"),
        ("下舌半上舌", "下舌", Fraction(1, 2), "上舌"),
        ("參分其廣而鵠居一", "鵠", Fraction(1, 3), "廣"),
        ("參分其股圍，去一以為骹圍", "骹圍", Fraction(2, 3), "股圍"),
        ("五分其長以其一為之首", "首", Fraction(1, 5), "長"),
        ("三分侯道乏居一", "乏", Fraction(1, 3), "侯道"),
        ("參分侯道居一", "", Fraction(1, 3), "侯道"),
        ("三分庭碑居二", "碑", Fraction(2, 3), "庭"),
    ],
)
def test_shares(clause: str, subject: str, factor: Fraction, of: str) -> None:
    made = read_statement(clause)
    assert made.subject == subject
    assert made.value == Scale(Fraction(factor), Name(of))


def test_short_of_the_ground() -> None:
    made = read_statement("下綱不及地武")
    assert (made.subject, made.relation, made.of) == ("下綱", "short-of", "地")
    assert chi_of(made.value, Units()) == Fraction(6, 5)


def test_the_screen() -> None:
    made = read_statement("乏參侯道，居侯黨之一，西五步。")
    assert (made.subject, made.direction, made.of) == ("乏", "north", "侯黨")
    assert chi_of(made.value, Units(), {"侯道": Fraction(300)}) == 100
    (west,) = made.more
    assert (west.subject, west.direction, chi_of(west.value, Units())) == ("乏", "west", Fraction(30))


def test_legs_of_an_offset() -> None:
    north = read_statement("去侯北十丈西三丈")
    assert (north.of, north.direction, chi_of(north.value, Units())) == ("侯", "north", Fraction(100))
    assert (north.more[0].direction, chi_of(north.more[0].value, Units())) == ("west", Fraction(30))
    west = read_statement("設乏各去其侯西十、北十")
    assert (west.subject, west.direction, west.value) == ("乏", "west", Quantity(Fraction(10), None))
    assert west.more[0].direction == "north"


def test_in_front_of_the_hall() -> None:
    made = read_statement("堂前三笴")
    assert (made.of, made.direction, chi_of(made.value, Units())) == ("堂", "south", Fraction(9))


def test_placed_by_named_things() -> None:
    assert read_statement("南北以堂深").value == Name("堂深")
    level = read_statement("東西當東榮")
    assert (level.aspect, level.value, level.relation) == ("東西", Name("東榮"), "aligned")


def test_a_list_of_ranks() -> None:
    made = read_statement("天子之堂九尺諸侯七尺大夫五尺士三尺")
    heights = {s.subject: chi_of(s.value, Units()) for s in (made, *made.more)}
    assert heights == {"天子之堂": 9, "諸侯": 7, "大夫": 5, "士": 3}


def test_the_three_targets_have_no_unit() -> None:
    made = read_statement("大侯九十，參七十，干五十")
    assert [(s.subject, s.value) for s in (made, *made.more)] == [
        (name, Quantity(Fraction(n), None)) for name, n in (("大侯", 90), ("參", 70), ("干", 50))
    ]


def test_sizes_of_one_thing_keep_its_name() -> None:
    made = read_statement("楅长如笴，博三寸，厚寸有半")
    assert [(s.subject, s.aspect, chi_of(s.value, Units())) for s in (made, *made.more)] == [
        ("楅", "長", 3),
        ("楅", "博", Fraction(3, 10)),
        ("楅", "厚", Fraction(3, 20)),
    ]


def test_sizes_told_by_one_another() -> None:
    wall = read_statement("墻厚三尺崇三之")
    assert wall.more[0].aspect == "崇"
    assert wall.more[0].value == Scale(Fraction(3), Name("厚"))
    hall = read_statement("堂脩二七廣四脩一")
    assert hall.value == Quantity(Fraction(14), None)
    assert hall.more[0].value == Sum((Name("脩"), Scale(Fraction(1, 4), Name("脩"))))


def test_west_of_its_context() -> None:
    made = read_statement("西六步")
    assert (made.subject, made.direction, chi_of(made.value, Units())) == ("", "west", Fraction(36))


def test_counts() -> None:
    assert read_statement("三耦").value == Quantity(Fraction(3), "耦")
    assert read_statement("堂階三等").value == Quantity(Fraction(3), "等")
    assert read_statement("箭籌八十").value == Quantity(Fraction(80), None)


@pytest.mark.parametrize(
    "clause",
    ["", "馬", "侯道五十弓五十弓", "三十二十尺", "倍", "參分其廣", "深衣", "hello", "二三尺", "零分其廣而鵠居一"],
)
def test_what_cannot_be_read_is_said(clause: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_statement(clause)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="侯道五十弓二寸以為中倍躬下舌半上不及地武參居之一西步物長如笴其間容，", max_size=10))
def test_any_clause_is_read_or_refused(clause: str) -> None:
    with contextlib.suppress(InputError):
        assert isinstance(read_statement(clause), Statement)
