"""Checks in space: nothing wrong with what we lay out, and everything that we put wrong on purpose is found and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from layout.plan import Plan
from layout.plan.checks import Report, check_plan
from layout.plan.shapes import disc, placed, rectangle

PlanMaker = Callable[..., Plan]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reading": "xiang-xiang"},
        {"reading": "ao"},
        {"reading": "dashe"},
        {"reading": "kaogong-foot"},
        {"reading": "wang-zhi-pace"},
        {"sets": ("mid-court=east-stairs", "three-paces=legs")},
        {"pairs": 40},
        {"sets": ("rooms=east-only",)},
        {"sets": ("screen-origin=edge",)},
        {"sets": ("lane-origin=mark",)},
        {"sets": ("walls=walled",), "pairs": 20},
        {"grandees": 4},
    ],
    ids=str,
)
def test_plans_are_sound(plan_of: PlanMaker, options: dict[str, object]) -> None:
    report = check_plan(plan_of(**options))
    assert [v.text for v in report.violations] == []
    assert all(count > 0 for count in report.total.values())


def moved(plan: Plan, name: str, dx: object, dy: object) -> Plan:
    dx, dy = Fraction(str(dx)), Fraction(str(dy))
    if name in plan.footprints:
        thing = plan.footprints[name]
        ring = tuple((x + dx, y + dy) for x, y in thing.ring)
        changed = replace(thing, x=thing.x + dx, y=thing.y + dy, ring=ring)
        return replace(plan, footprints={**plan.footprints, name: changed})
    place = plan.places[name]
    return replace(plan, places={**plan.places, name: replace(place, x=place.x + dx, y=place.y + dy)})


@pytest.mark.parametrize(
    ("name", "dx", "dy", "rule", "who", "amount"),
    [
        ("guest-2-mat", 2, 0, "things-apart", "guest-mat", "4/3"),
        ("marshal-place", 0, 5, "people-room", "archery-master-place", 1),
        ("cup-stand", 3, 0, "things-apart", "pillar-west", None),
        ("host-mat", 0, -18, "on-floor", "host-mat", None),
        ("guest-3-mat", 1, 0, "rows", "guest-3-mat", None),
        ("path-west-target", 12, 0, "salute-path", "target-post-west", None),
        ("pillar-west", 9, 0, "clear-lane", "pillar-west", None),
        ("screen", -20, 0, "screen", "caller", None),
        ("pillar-west", 4, 0, "scorer-sees", "pillar-west", None),
    ],
)
def test_what_is_wrong_is_named(plan: Plan, name: str, dx: int, dy: int, rule: str, who: str, amount: object) -> None:
    found = [v for v in check_plan(moved(plan, name, dx, dy)).violations if v.rule == rule]
    named = [v for v in found if who in v.who]
    assert named, [v.text for v in found]
    assert all(v.amount > 0 for v in named)
    if amount is not None:
        assert named[0].amount == pytest.approx(float(Fraction(str(amount))))


def test_angle_to_the_caller(plan: Plan) -> None:
    report = check_plan(plan)
    # From (-3, 24) the caller at (-30, -201.5) lies west of the line to the target's middle.
    assert report.measures["stray-angle-mark-upper"] == pytest.approx(7.36, abs=0.1)
    assert report.measures["stray-angle-mark-lower"] > report.measures["stray-angle-mark-upper"]


def test_report_counts() -> None:
    report = Report()
    report.case("rule", 3)
    report.wrong("rule", ("a",), (1.0, 2.0), 0.5, "a is wrong")
    assert report.total == {"rule": 3}
    assert report.violations[0].text == "a is wrong at (1.00, 2.00), by 0.50"


def test_outlines_are_exact() -> None:
    ring = placed(rectangle(Fraction(8), Fraction(10, 3)), Fraction(26), Fraction(18), Fraction(270))
    assert {x for x, _ in ring} == {26 - Fraction(5, 3), 26 + Fraction(5, 3)}
    assert {y for _, y in ring} == {14, 22}
    assert all(x * x + y * y == Fraction(1, 4) for x, y in disc(Fraction(1)))
