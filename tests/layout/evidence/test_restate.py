"""--say and --set: what changes, what is recorded, what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from layout.choices import Choices
from layout.errors import GroundError, InputError, UnknownNameError
from layout.evidence import derive
from layout.evidence.resolve import says_table
from layout.evidence.schema import load_rules


def said(*clauses, sets=(), reading="zhou-xu"):
    return derive(Choices(reading=reading, says=clauses, sets=sets))


def test_seventy_bows():
    g = said("侯道七十弓")
    assert (g.chi("target.center"), g.chi("target.cloth"), g.chi("screen.north")) == (14, 252, 140)
    assert g.chi("target.y") == -420
    assert g.restated == ("侯道七十弓",)
    step = g.dimension("lane.length").derivation[-1]
    assert (step.clause, step.speaker) == ("侯道七十弓", "restated")


def test_absolute_figures_are_held_for_fifty():
    held = {s.clause: s.reason for s in said("侯道七十弓").dimension("target.cloth").derivation}
    assert held["中十尺"] == held["上个五尋"] == held["凡鄉侯用布十六丈"] == "held for 五十弓"


@pytest.mark.parametrize(
    ("clause", "name", "value"),
    [
        ("堂深四丈", "hall.depth", 40),
        ("旌杠長五仞", "banner.pole", 35),
        ("杠長五仞", "banner.pole", 35),
        ("三倍中以為躬", "target.body", 30),
        ("侯中十二尺", "target.body", 24),
        ("下舌三丈五尺", "target.tongue-lower", 35),
        ("乏參侯道居侯黨之一西六步", "screen.west", 36),
        ("物當楣", "mark.y", 12),
        ("物長如笴", "mark.length", 3),
        ("大侯八十", "target-great.center", 16),
        ("楅長四尺", "arrow-rack.length", 4),
        ("南北以序間", "basin.y", -60),
        ("八尺曰仞", "banner.pole", 24),
        ("侯道七十弓。", "lane.length", 420),
        ("侯道七十步", "lane.length", 420),
        ("去侯北八丈西二丈", "screen.west", 20),
        ("楅長四尺博五寸厚二寸", "arrow-rack.height", Fraction(1, 5)),
        ("弓三寸以為侯中", "target.center", 15),
        ("堂廣五雉", "hall.inner-width", 100),
        ("下綱不及地二尺", "target.top", 20),
        ("旌杠长五仞", "banner.pole", 35),
        ("侯道，七十弓也", "lane.length", 420),
        ("箭籌百", "tally.count", 100),
    ],
)
def test_restated(clause, name, value):
    assert said(clause).chi(name) == value


@pytest.mark.parametrize(
    "clause",
    ["侯道五十弓", "弓二寸以為侯中", "倍中以為躬", "倍躬以為左右舌", "下舌半上舌", "下綱不及地武", "乏參侯道居侯黨之一西五步",
     "物長如笴", "其間容弓", "距隨長武", "堂前三笴", "南北以堂深", "東西當東榮", "杠長三仞", "楅長如笴博三寸厚寸有半"],
)  # fmt: skip
def test_the_text_restated_changes_nothing(clause):
    plain, again = derive(), said(clause)
    assert {k: d.chi for k, d in plain.dimensions.items()} == {k: d.chi for k, d in again.dimensions.items()}


def test_later_wins_and_both_are_recorded():
    g = said("侯道七十弓", "侯道九十弓")
    assert g.chi("lane.length") == 540
    assert g.restated == ("侯道七十弓", "侯道九十弓")


def test_say_outranks_set_and_reading():
    assert said("堂深四丈", sets=("hall.depth=30",)).chi("hall.depth") == 40
    assert said("乏西三步", reading="dashe").chi("screen.west") == 18


@pytest.mark.parametrize("clause", ["豆腐三尺", "五仞", "天下大笑", "", "八丈"])
def test_what_binds_to_nothing_lists_what_could_be_restated(clause):
    with pytest.raises(InputError, match=r"侯道 .*躬"):
        said(clause)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("侯道不過七十弓", "bound"),
        ("侯道五十", "no unit"),
        ("侯道五十升", "cannot be read"),
        ("侯道如豆腐", "豆腐"),
        ("侯道五六十弓", "range"),
        ("侯道" * 400 + "七十弓", "--say"),
    ],
)
def test_said_but_no_measure(clause, message):
    with pytest.raises(InputError, match=message):
        said(clause)


def test_a_circle_shows_both_clauses():
    with pytest.raises(GroundError, match=r"侯道如侯中.*弓二寸以為侯中"):
        said("侯道如侯中")


def test_every_word_binds_to_its_own_dimension():
    table = says_table(load_rules())
    assert len(table) > 60
    rounds: list[dict[str, tuple[str, int]]] = []  # each name once in a round, all of a round said together
    for word, name in table.items():
        if name.startswith("unit.") or "當" in word or "去" in word or word in ("南北", "東西"):
            continue
        bare = load_rules().dimensions[name].unit == ""
        free = next((r for r in rounds if name not in r), None)
        if free is None:
            rounds.append(free := {})
        free[name] = (f"{word}七十", 70) if bare else (f"{word}七尺", 7)
    for names in rounds:
        got = said(*(clause for clause, _ in names.values()))
        for name, (clause, value) in names.items():
            assert got.chi(name) == value, clause


# -- --set ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("ren=8", "banner.pole", 24),
        ("ren=7.5", "banner.pole", Fraction(45, 2)),
        ("ren=8尺", "banner.pole", 24),
        ("hall=xiang", "mark.y", 12),
        ("hall.depth=四丈", "hall.bay", 10),
        ("hall.depth=48尺", "hall.bay", 12),
        ("hall.depth=158/5", "hall.depth", Fraction(158, 5)),
        ("bow=6.3", "mark.gap", Fraction(63, 10)),
        ("lane-origin=mark", "target.y", -276),
        ("screen-origin=edge", "screen.x", -50),
        ("strip=2.2", "target.height", Fraction(94, 5)),
        ("fold=5/2", "target.fold", Fraction(5, 2)),
        ("fold=7", "target.fold", 7),
        ("posts=upright", "target.post-bottom-x", 28),
        ("chamber=yes", "hall.depth", 36),
        ("lower-tongue=whole", "target.tongue-lower", 20),
        ("shape=xianzheng", "target.tongue-upper", 30),
        ("sleeve=above", "banner.sleeve", 5),
        ("target.y=-250", "screen.y", -150),
        ("堂深=四丈", "hall.bay", 10),
        ("仞=8", "banner.pole", 24),
        ("楹間=三丈", "hall.pillar-x", 15),
    ],
)
def test_set(text, name, value):
    assert derive(Choices(sets=(text,))).chi(name) == value


def test_foot():
    g = derive(Choices(sets=("foot=22.5cm",)))
    assert g.metres("lane.length") == 67.5
    assert g.chi("lane.length") == 300
    assert derive(Choices(sets=("foot=0.2m",))).metres_per_chi == Fraction(1, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hall.dept=3", "hall.depth"),
        ("hall=xing", "xiang"),
        ("hal=xiang", "hall"),
        ("ren", "KEY=VALUE"),
        ("=3", "KEY=VALUE"),
        ("hall.depth=", "KEY=VALUE"),
        ("hall.depth=abc", "hall.depth=abc"),
        ("hall.depth=-3", "more than 0"),
        ("hall.depth=1/0", "no number"),
        ("ren=0", "more than 0"),
        ("foot=99cm", "10 to 40 cm"),
        ("foot=abc", "foot"),
        ("foot.cm=99", "10 to 40 cm"),
        ("step.rise=0", "more than 0"),
    ],
)
def test_set_refused(text, message):
    with pytest.raises(InputError, match=message):
        derive(Choices(sets=(text,)))


def test_unknown_names_are_unknown_name_errors():
    for choices in (Choices(reading="zhou"), Choices(sets=("hal=xu",)), Choices(sets=("hall=xing",))):
        with pytest.raises(UnknownNameError):
            derive(choices)


def test_defaults_follow_the_hall_unless_chosen():
    g = derive(Choices(sets=("hall=xiang",)))
    assert (g.option("chamber"), g.option("path"), g.option("tally-holder")) == ("yes", "outside", "rhinoceros")
    g = derive(Choices(sets=("hall=xiang", "marks=ridge")))
    assert (g.option("marks"), g.chi("mark.y")) == ("ridge", 24)


@pytest.mark.parametrize("said", ["step.count=2.5", "step.count=0", "tally.count=-8", "chimes.count=1/2"])
def test_what_is_counted_is_whole(said):
    with pytest.raises(InputError, match="whole number"):
        derive(Choices(sets=(said,)))
