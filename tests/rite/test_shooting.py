"""Arrows, skill, tallies and the announcing of the result."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from rite.acts.counting import numeral, result_words
from rite.flight import SKILLS, Butt, aim, height_at, shoot, skill_of, trajectory

METRE = 0.231
BUTT = Butt(
    y=-300, bottom=1.2, center=10, strip=2, half_body=10, half_upper=20, half_lower=15, post_bottom=25.5, post_top=25.5
)
START = (-3.0, 24.0, 9.15)


@pytest.mark.parametrize(
    ("speed", "elevation", "apex", "seconds"),
    [(42, 13.2, 6.5, 1.86), (45, 11.6, 6.0, 1.74), (50, 9.3, 5.2, 1.55), (56, 7.4, 4.6, 1.38)],
)
def test_flight_agrees_with_the_table(speed: float, elevation: float, apex: float, seconds: float) -> None:
    far, rise = 69.3 / METRE, (2.36 - 2.11) / METRE
    angle = aim(speed, round(far, 3), round(rise, 3), METRE)
    rows = trajectory(speed, angle, METRE)
    assert math.degrees(angle) == pytest.approx(elevation, abs=0.35)
    assert max(r[2] for r in rows) * METRE + 2.11 == pytest.approx(apex, abs=0.3)
    assert next(r[0] for r in rows if r[1] >= far) == pytest.approx(seconds, abs=0.03)
    assert height_at(rows, far) == pytest.approx(rise, abs=0.05)


@pytest.mark.parametrize(("skill", "share"), [(0, 0.98), (1, 0.84), (2, 0.57), (3, 0.30)])
def test_share_of_hits(skill: int, share: float) -> None:
    rng = random.Random(7)
    hits = sum(shoot(START, BUTT, SKILLS[skill], rng, METRE).landed == "target-center" for _ in range(400))
    assert hits / 400 == pytest.approx(share, abs=0.09)


def test_an_arrow_flies_forward_in_time_and_lands() -> None:
    rng = random.Random(3)
    kinds = set()
    for _ in range(200):
        shot = shoot(START, BUTT, SKILLS[3], rng, METRE)
        assert all(a[0] < b[0] for a, b in itertools.pairwise(shot.points))
        assert shot.points[0][1:4] == START
        assert shot.points[-1][3] >= 0
        kinds.add(shot.landed)
    assert {"target-center", "target-cloth", "ground"} <= kinds


def test_what_an_arrow_strikes() -> None:
    assert BUTT.middle == pytest.approx(10.2)
    assert BUTT.struck(0, 10.2) == "target-center"
    assert BUTT.struck(0, 4.0) == "target-cloth"
    assert BUTT.struck(18, 18.5) == "target-cloth"
    assert BUTT.struck(18, 10.2) is None
    assert BUTT.struck(25.5, 5.0) == "post"


def test_skill_comes_from_the_seed() -> None:
    assert skill_of("guest-4", 1) == skill_of("guest-4", 1)
    assert len({skill_of(f"guest-{n}", 1).name for n in range(2, 40)}) == 4
    assert skill_of("archery-master", 9).name == "master"


@pytest.mark.parametrize(
    ("upper", "lower", "text"),
    [
        (9, 4, "右賢於左二純一奇"),
        (4, 9, "左賢於右二純一奇"),
        (6, 6, "左右鈞"),
        (5, 4, "右賢於左一奇"),
        (24, 2, "右賢於左十一純"),
    ],
)
def test_result_in_its_words(upper: int, lower: int, text: str) -> None:
    assert result_words(upper, lower) == text


def test_numerals() -> None:
    assert [numeral(n) for n in (1, 10, 11, 20, 35, 101, 110)] == [
        "一",
        "十",
        "十一",
        "二十",
        "三十五",
        "一百有一",
        "一百一十",
    ]
