"""Checks on the ground as a whole: the numbers that the commentators dispute, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from layout.choices import Choices
from layout.evidence import check_ground, derive


def checks(*sets, reading="zhou-xu", says=()):
    return {c.id: c for c in check_ground(derive(Choices(reading=reading, sets=sets, says=says)))}


def test_default_ground_holds():
    found = checks()
    assert {c.verdict for c in found.values()} == {"agrees", "undecided"}
    assert found["lane-fits-court"].working == "庭深 360 > 侯道 300 − 侯道所起 0 = 300"
    assert {k for k, c in found.items() if c.verdict == "undecided"} == {"court-three-halls", "chamber-tianzi"}
    assert all(c.why for c in found.values() if c.verdict == "undecided")


def test_sight_lines_of_the_great_shooting():
    found = checks(reading="dashe")
    assert found["bullseye-mixed-level"].verdict == found["bullseye-great-level"].verdict == "agrees"
    mixed, great = found["bullseye-mixed-edge"], found["bullseye-great-edge"]
    assert (mixed.computed_chi, great.computed_chi) == (Fraction(78, 175), Fraction(278, 315))
    assert (f"{float(mixed.computed_chi):.1%}", f"{float(great.computed_chi):.1%}") == ("44.6%", "88.3%")
    assert mixed.verdict == great.verdict == "differs"
    assert 0 < found["bullseye-mixed-mark"].computed_chi < mixed.computed_chi  # farther back, a flatter line


def test_liu_chang_to_the_fraction():
    found = checks(reading="dashe")["liu-chang"]
    assert (found.computed, found.stated, found.verdict) == ("602/25", "二丈四尺五分寸之四", "agrees")


def test_raised_to_the_heights_computed_it_shows_whole():
    g = derive(Choices(reading="dashe"))
    mixed, great = g.chi("sight.mixed-edge"), g.chi("sight.great-raised-edge")
    half = lambda t: (g.chi(f"{t}.height") - g.chi(f"{t}.bullseye")) / 2  # noqa: E731
    sets = (
        f"target-mixed.bottom={mixed - half('target-mixed')}",
        f"target-great.bottom={great - half('target-great')}",
    )
    found = checks(*sets, reading="dashe")
    assert found["bullseye-mixed-edge"].computed_chi == found["bullseye-great-edge"].computed_chi == 0
    assert found["height-great-edge"].computed_chi == great
    assert checks(sets[0], reading="dashe")["bullseye-great-edge"].computed_chi > 0


def test_sight_line_stacking_shows_all_from_flat_ground():
    found = checks("stacking=sight-line", reading="dashe")
    assert found["bullseye-mixed-ground"].computed_chi == found["bullseye-great-ground"].computed_chi == 0


def test_ladder_of_chambers():
    found = checks()
    assert [found[f"chamber-{k}"].computed_chi for k in ("tianzi", "gonghou", "bozinan")] == [0, 20, 40]


@pytest.mark.parametrize(
    ("setting", "check"),
    [
        ("ren=4", "sleeve-shorter-than-pole"),
        ("hall.pillar-gap=7", "marks-between-pillars"),
        ("mark.gap=2", "marshal-between-marks"),
        ("step.rise=2", "three-steps"),
        ("court.gate-y=-290", "lane-fits-court"),
        ("court.width=50", "posts-fit-court"),
        ("hall.eave-purlin-height=8", "arrow-clears-purlin"),
        ("hall.front-overhang=9", "arrow-clears-eave"),
        ("ground-gap=bullseye", "target-above-ground"),
    ],
)
def test_a_check_can_fail(setting, check):
    assert checks()[check].verdict == "agrees"
    found = checks(setting)[check]
    assert found.verdict == "differs"
    assert any(sign in found.working for sign in "<≤>≥")


def test_held_for_fifty_is_undecided_not_wrong():
    found = checks(says=("侯道七十弓",))["cloth-of-fifty"]
    assert (found.computed, found.verdict) == ("252", "undecided")
    assert found.why


def test_rows_have_the_keys_of_the_contract():
    row = next(iter(checks().values())).row()
    assert {"id", "speaker", "passage", "text", "working", "computed", "stated", "verdict"} <= set(row)
