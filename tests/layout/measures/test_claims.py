"""Claims recomputed: what agrees, what differs and what it should be, what cannot be decided."""

from __future__ import annotations

from fractions import Fraction

import gold
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.measures.claims import Claim, check_claims, check_received
from layout.measures.rules_target import Target
from layout.measures.units import Units


def only(text: str) -> Claim:
    (found,) = check_claims(text)
    assert text[found.start : found.end] == found.text
    return found


@pytest.mark.parametrize(
    ("right", "wrong", "computed", "said"),
    [
        ("凡鄉侯用布十六丈", "凡鄉侯用布十七丈", 160, "十六丈"),
        ("道七十弓之侯用布二十五丈二尺", "道七十弓之侯用布二十五丈", 252, "二十五丈二尺"),
        ("道九十弓之侯，用布三十六丈", "道九十弓之侯，用布三丈六尺", 360, "三十六丈"),
        ("五八四十", "五八四十二", 40, "四十"),
        ("西五步即三丈", "西五步即四丈", 30, "三丈"),
        ("五十步則三十丈", "五十步則二十丈", 300, "三十丈"),
        ("三十丈三分取一為十丈", "三十丈三分取一為十一丈", 100, "十丈"),
        ("三人吹笙一人吹和凡四人", "三人吹笙一人吹和凡五人", 4, "四人"),
        ("籌八十者略以十耦為正", "籌七十者略以十耦為正", 80, "八十"),
        ("大侯之鵠方六尺", "大侯之鵠方五尺", 6, "六尺"),
        ("糝侯之鵠方四尺六寸大半寸", "糝侯之鵠方四尺六寸", Fraction(14, 3), "四尺六寸大半寸"),
        ("豻侯之鵠方三尺三寸少半寸", "豻侯之鵠方三尺", Fraction(10, 3), "三尺三寸少半寸"),
        ("糝侯去地一丈五寸少半寸", "糝侯去地一丈五尺少半寸", Fraction(158, 15), "一丈五寸少半寸"),
        ("大侯去地二丈二尺五寸少半寸", "大侯去地二丈二尺", Fraction(338, 15), "二丈二尺五寸少半寸"),
        ("五武成步步六尺", "五武成步步七尺", 6, "六尺"),
        ("矢幹長三尺是去堂九尺", "矢幹長三尺是去堂八尺", 9, "九尺"),
        ("方十里者為田九萬畝", "方十里者為田九千畝", 90000, "九萬畝"),
        ("方百里者為田九十億畝", "方百里者為田八十億畝", 9 * 10**6, "九百萬畝"),
        ("古者百里當今百二十五里", "古者百里當今百二十里", 125, "一百二十五里"),
        ("長三尺七个二丈一尺", "長三尺七个二丈", 21, "二丈一尺"),
        ("上下躬各二丈總四丈", "上下躬各二丈總五丈", 40, "四丈"),
        ("七幅幅有丈四尺中用布九丈八尺", "七幅幅有丈四尺中用布九丈", 98, "九丈八尺"),
        ("桯圍三寸，信圍倍之，六寸", "桯圍三寸，信圍倍之，七寸", Fraction(3, 5), "六寸"),
    ],
)
def test_right_and_wrong(right: str, wrong: str, computed: Fraction, said: str) -> None:
    good = only(right)
    assert (good.verdict, good.computed) == ("agrees", computed), good
    bad = only(wrong)
    assert (bad.verdict, bad.computed) == ("differs", computed), bad
    assert bad.working.endswith(f"當云{said}。")


@pytest.mark.parametrize(
    ("bows", "body", "upper", "lower", "cloth"), [(50, 20, 40, 30, 160), (70, 28, 56, 42, 252), (90, 36, 72, 54, 360)]
)
def test_the_construction_of_the_target(bows: int, body: int, upper: int, lower: int, cloth: int) -> None:
    made = Target(Fraction(bows), Fraction(1, 5), Fraction(2))
    assert (made.body, made.upper, made.lower, made.cloth) == tuple(map(Fraction, (body, upper, lower, cloth)))


def test_every_working_is_a_reckoning_in_words() -> None:
    for claim in check_received():
        assert claim.working.startswith("術曰：")
        assert claim.working.rstrip("。").rpartition("；")[2] == "合" or "不合" in claim.working


def test_the_received_text() -> None:
    claims = check_received()
    assert [c.text for c in claims if c.verdict != "agrees"] == [
        "古者百畝，當今東田百四十六畝三十步",
        "古者百里，當今百二十一里六十步四尺二寸二分",
    ]
    assert all(c.passage and c.speaker for c in claims)
    assert len(claims) > 40
    assert len({c.id for c in claims}) == len(claims)


def test_premises_come_from_the_text() -> None:
    changed = gold.seed("000").replace("侯道五十弓", "侯道七十弓")
    verdicts = {c.text: (c.verdict, c.computed) for c in check_claims(changed)}
    assert verdicts["凡乡侯用布十六丈"] == ("differs", Fraction(252))
    assert verdicts["去侯北十丈"] == ("differs", Fraction(140))
    wider = gold.seed("000").replace("幅广二尺二寸", "幅广二尺七寸")
    cloth = next(c for c in check_claims(wider) if c.text == "凡乡侯用布十六丈")
    assert (cloth.verdict, cloth.computed) == ("differs", Fraction(150))


def test_units_of_a_reading() -> None:
    pole = check_claims("杠長三仞。七尺曰仞。", units=Units({"ren": "8"}))
    assert [(c.verdict, c.computed, c.stated) for c in pole] == [("differs", Fraction(21), Fraction(24))]


def test_what_is_missing_is_said() -> None:
    claim = only("凡豹侯用布三丈")
    assert (claim.verdict, claim.computed) == ("undecided", None)
    assert "豹侯之侯道不見於文" in claim.working


def test_a_translation_is_never_mined() -> None:
    text = "譯文說，他们把箭靶的用布算好了，五八四十，五六三十，宾客的席位在西边。"
    assert check_claims(text, [(0, len(text), "譯")]) == []


def test_lands_of_wang_zhi() -> None:
    text = (
        "方千里者，為方百里者百。封方百里者三十國，其餘，方百里者七十。又封方七十里者六十，為方百里者二十九，方十里者四十。"
        "其餘，方百里者四十，方十里者六十。又封方五十里者百二十，為方百里者三十；其餘，方百里者十，方十里者六十。"
        "州建百里之國三十，七十里之國六十，五十里之國百有二十，凡二百一十國。天子之縣內，方百里之國九，七十里之國二十有一，"
        "五十里之國六十有三，凡九十三國。凡九州，千七百七十三國。"
    )
    claims = check_claims(text)
    assert len(claims) == 9
    assert {c.verdict for c in claims} == {"agrees"}
    wrong = check_claims(text.replace("方十里者六十。又封", "方十里者七十。又封"))
    assert [c.verdict for c in wrong].count("differs") == 1


def test_wheels_and_halberds_of_the_artificers() -> None:
    text = "車軫四尺，謂之一等；人長八尺，崇於戈四尺，謂之三等。殳長尋有四尺，崇於人四尺。車戟常，崇於殳四尺。酋矛常有四尺，崇於戟四尺。"
    assert [(c.computed, c.verdict) for c in check_claims(text)] == [(Fraction(4), "agrees")] * 4


@pytest.mark.parametrize("text", ["八九十人", "三五人", "五六三十二人", "二十五丈", "侯道五十弓", "三十二十"])
def test_numbers_that_claim_nothing(text: str) -> None:
    assert check_claims(text) == []


@settings(max_examples=150, deadline=None)
@given(
    st.text(
        alphabet="五八四十六三二一百步則三丈尺寸分取為凡鄉侯用布弓之道去地北西糝大鵠方里者田畝億古今當封其餘國籌耦正人。，",
        max_size=40,
    )
)
def test_no_input_raises(text: str) -> None:
    for claim in check_claims(text):
        assert text[claim.start : claim.end] == claim.text
        assert claim.verdict in ("agrees", "differs", "undecided")
