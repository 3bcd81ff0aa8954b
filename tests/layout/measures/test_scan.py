"""Measures in running text: kinds, damage, speakers, what stays out."""

from __future__ import annotations

from fractions import Fraction

import gold
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.measures.claims import check_claims
from layout.measures.model import Measure
from layout.measures.scan import read_measures
from layout.measures.units import Units


def only(text: str) -> Measure:
    """The one measure of a text."""
    (found,) = read_measures(text)
    assert text[found.start : found.end] == found.text
    return found


@pytest.mark.parametrize(
    ("text", "words", "kind", "chi"),
    [
        ("侯道五十弓", "五十弓", "length", 300),
        ("糝侯去地一丈五寸少半寸", "去地一丈五寸少半寸", "offset", Fraction(158, 15)),
        ("長尺有握", "長尺有握", "length", Fraction(7, 5)),
        ("幅廣二尺二寸", "廣二尺二寸", "length", Fraction(11, 5)),
        ("厚寸有半", "厚寸有半", "length", Fraction(3, 20)),
        ("厚一寸有半", "厚一寸有半", "length", Fraction(3, 20)),
        ("三尺半", "三尺半", "length", Fraction(7, 2)),
        ("八尺半", "八尺半", "length", Fraction(17, 2)),
        ("二寸半", "二寸半", "length", Fraction(1, 4)),
        ("十尋", "十尋", "length", 80),
        ("殳長尋有四尺", "長尋有四尺", "length", 12),
        ("酋矛常有四尺", "常有四尺", "length", 20),
        ("築宮仞有三尺", "仞有三尺", "length", 10),
        ("長丈二而", "長丈二", "length", 12),
        ("綆參分寸之二", "參分寸之二", "length", Fraction(1, 15)),
        ("七寸三分寸之一", "七寸三分寸之一", "length", Fraction(11, 15)),
        ("戟廣寸有半寸", "廣寸有半寸", "length", Fraction(3, 20)),
        ("刊本尺", "尺", "length", 1),
        ("距隨長武", "長武", "length", Fraction(6, 5)),
        ("下綱不及地武", "不及地武", "bound", Fraction(6, 5)),
        ("十餘步", "十餘步", "bound", 60),
        ("三丈餘", "三丈餘", "bound", 30),
        ("徑九寸有餘", "徑九寸有餘", "bound", Fraction(9, 10)),
        ("不過三尺", "不過三尺", "bound", 3),
        ("不盈尺", "不盈尺", "bound", 1),
        ("物長如笴", "長如笴", "relation", 3),
        ("其間容弓", "容弓", "relation", 6),
        ("八尺曰尋", "八尺曰尋", "definition", 8),
        ("六尺為步", "六尺為步", "definition", 6),
        ("武迹也尺二寸", "尺二寸", "definition", Fraction(6, 5)),
        ("西五步", "西五步", "offset", 30),
        ("去侯北十丈", "去侯北十丈", "offset", 100),
        ("堂前三笴", "堂前三笴", "offset", 9),
        ("左个之西北三步", "西北三步", "offset", 18),
        ("東西九筵", "九筵", "length", 81),
        ("方九里", "方九里", "length", 16200),
        ("２５尺", "２５尺", "length", 25),
        ("貳拾伍尺", "貳拾伍尺", "length", 25),
        ("當楣", "當楣", "relation", None),
        ("南北以堂深", "南北以堂深", "relation", None),
    ],
)  # fmt: skip
def test_lengths_and_places(text: str, words: str, kind: str, chi: Fraction | None) -> None:
    found = only(text)
    assert (found.text, found.kind, found.chi) == (words, kind, chi)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("三耦", "count", 3),
        ("乘矢", "count", 4),
        ("再重", "count", 2),
        ("箭籌八十", "count", 80),
        ("蓋弓二十有八", "count", 28),
        ("祭半膱", "count", Fraction(1, 2)),
        ("其圍一柯有半", "count", Fraction(3, 2)),
        ("萬二千五百人", "count", 12500),
        ("容斗五升", "count", Fraction(3, 2)),
        ("重三鋝", "count", 3),
        ("參分其廣而鵠居一", "ratio", Fraction(1, 3)),
        ("參分其股圍，去一", "ratio", Fraction(2, 3)),
        ("五分其長，以其一為之首", "ratio", Fraction(1, 5)),
        ("六分而去一", "ratio", Fraction(5, 6)),
        ("三分其廣以二為內", "ratio", Fraction(2, 3)),
        ("參分其長，二在前", "ratio", Fraction(2, 3)),
        ("三分庭一在北", "ratio", Fraction(1, 3)),
        ("門堂三之二", "ratio", Fraction(2, 3)),
        ("倍中以為躬", "ratio", 2),
        ("弓二寸以為侯中", "ratio", Fraction(1, 30)),
        ("崇三之", "ratio", 3),
        ("去五分一", "ratio", Fraction(4, 5)),
        ("廣與崇方", "ratio", 1),
        ("五八四十", "claim", 40),
        ("二算為純", "definition", 2),
        ("七日", "time", 7),
        ("三月而葬", "time", 3),
        ("兩年半", "time", Fraction(5, 2)),
        ("十五斤半", "count", Fraction(31, 2)),
        ("切兩半", "count", 2),
        ("三十曰壯", "time", 30),
        ("九百畝", "area", 900),
        ("用布五丈", "area", 5),
        ("凡鄉侯用布十六丈", "claim", 16),
        ("百四十六畝三十步", "area", Fraction(1463, 10)),
        ("或言周尺八寸", "length", 8),
    ],
)
def test_other_values(text: str, kind: str, value: Fraction) -> None:
    found = only(text)
    assert (found.kind, found.value) == (kind, value)


def test_the_screen_is_one_expression_with_two_parts() -> None:
    found = only("乏參侯道，居侯黨之一，西五步")
    assert [(p.chi, p.direction) for p in found.parts] == [(Fraction(100), "north"), (Fraction(30), "west")]


def test_units_carried_over() -> None:
    lanes = read_measures("大侯九十，參七十，干五十，設乏各去其侯西十、北十")
    assert [m.chi for m in lanes] == [540, 420, 300, 60]
    assert [(p.chi, p.direction) for p in lanes[-1].parts] == [(Fraction(60), "west"), (Fraction(60), "north")]


def test_ranges_and_ambiguity() -> None:
    assert only("二三尺").value == (2, 3)
    assert only("三百五篇").alternatives == (Fraction(350),)
    assert only("三萬五人").alternatives == (Fraction(35000),)
    assert only("九十億畝").alternatives == (Fraction(9 * 10**6),)


@pytest.mark.parametrize(
    "text",
    [
        "拾取矢", "某子射", "二三子許諾", "乘車而歸", "鄉里之人", "里仁為美", "十月之交", "再拜", "三拜眾賓", "卷第三", "第二",
        "五禮屬嘉禮", "退而以五物詢眾庶一曰和二曰容", "司射參之", "四方", "百官", "文武", "武迹也", "射講武", "豈弟君子", "一作膚乎"[:2],
        "壹皆作一", "咫尺", "方寸之心", "五常", "諸侯射",
    ],
)  # fmt: skip
def test_what_is_no_measure(text: str) -> None:
    assert [m.text for m in read_measures(text)] == []


@pytest.mark.parametrize(
    ("text", "chi", "damage"),
    [
        ("侯道五¶十弓", 300, "line-mark"),
        ("侯道五\n    十弓", 300, "line-break"),
        ("上个五¶\n尋", 40, "line-mark"),
        ("長三<pb:KR1d0026_SBCK_005-22a>¶\n仞", 21, "page-mark"),
        ("侯道五　十弓", 300, "wide-space"),
        ("侯道五十（80）弓", 300, "note-number"),
    ],
)
def test_damage_is_tolerated_and_told(text: str, chi: int, damage: str) -> None:
    found = only(text)
    assert found.chi == chi
    assert damage in found.damage
    assert text[found.start : found.end] == found.text


def test_simplified_and_variant_forms() -> None:
    assert only("上个五寻").chi == 40
    assert only("侯道五十歩").chi == 300
    assert only("两楹间").kind == "relation"


def test_who_speaks() -> None:
    text = "乃張侯下綱不及地武【武迹也中人之迹尺二寸】"
    bound, note = read_measures(text)
    assert (bound.speaker, note.speaker) == ("經", "注")
    assert {m.speaker for m in read_measures(gold.seed("000"))} >= {"經", "記", "注"}


def test_units_of_a_reading() -> None:
    (found,) = read_measures("杠長三仞", units=Units({"ren": "8"}))
    assert found.chi == 24


def test_cut_in_halves_is_no_length() -> None:
    assert all(m.kind != "length" for m in read_measures("一個大西瓜切兩半"))


def test_spans_slice_to_the_text() -> None:
    for number in gold.SEEDS:
        text = gold.seed(number)
        for measure in read_measures(text):
            assert text[measure.start : measure.end] == measure.text


@settings(max_examples=200, deadline=None)
@given(
    st.text(
        alphabet="一二三十百千萬億半參分寸尺丈步弓尋之居一去以為其有又。，¶/\n 〔〕【】弓矢耦里武當楣東西南北長廣厚不及地拾壹貳侯道零〇5",
        max_size=40,
    )
)
def test_no_input_raises_and_spans_slice(text: str) -> None:
    for measure in read_measures(text):
        assert text[measure.start : measure.end] == measure.text
        assert measure.normal


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_no_string_at_all_raises(text: str) -> None:
    for measure in read_measures(text):
        assert text[measure.start : measure.end] == measure.text


def test_rubbish_of_any_length_is_read_in_its_length() -> None:
    """Runs that no pattern fits must not be gone through again from each of their signs."""
    for sign in ("一", "三尺", "兩", "一升", "有三尺"):
        read_measures(sign * 8_000)
        check_claims(sign * 1_000)


def test_a_line_of_a_million_characters() -> None:
    once = "侯道五十弓，" + "揖讓升拜送降，" * 14
    text = once * 10_000
    assert len(text) > 1_000_000
    found = read_measures(text)
    assert len(found) == 10_000
    assert found[-1].end == len(text) - len(once) + 5
