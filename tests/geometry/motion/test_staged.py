"""The staged rite itself: bodies that blend from gesture to gesture without jumps, hands on what they hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.motion import quat
from geometry.motion.equipment import equipped
from geometry.motion.ladles import ladles_of
from geometry.motion.strain import holding, strain
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage

SECTIONS = (6, 13, 19, 24)
"""Wine, music, arrows fetched, the penalty: between them nearly every gesture. benchmarks/figures.py --staged takes all."""
UNIT = 0.231
TURNING, PACE, GRIP = 900.0, 4.2, 0.035


@pytest.fixture(scope="module")
def staged():
    plan = lay_out(derive(Choices()), Company())
    ladles = ladles_of(plan)
    found = []
    for section in stage(plan, SECTIONS).sections:
        section = equipped(section, ladles)
        found.append((section, posed(section, cast_of([section]), UNIT)))
    return found


def test_bodies_blend_without_jumps(staged) -> None:
    for section, bodies in staged:
        for id, body in bodies.items():
            if body.still is not None:
                continue
            found = strain(body)
            assert found.turning < TURNING, (section.number, id, found)
            assert found.pace < PACE, (section.number, id, found)
            assert found.agree > 0.0, (section.number, id, found)


def test_hands_are_on_what_they_hold(staged) -> None:
    seen = set()
    for section, bodies in staged:
        for held in holding(section, bodies, UNIT):
            assert held.gap < GRIP, (section.number, held)
            seen.add(section.things[held.thing].kind)
    assert {"cup", "bow", "goblet", "banner", "ladle"} <= seen


def test_the_measure_finds_a_jump(staged) -> None:
    body = staged[0][1]["host"]
    arm = body.rotation["fore-left"].copy()
    middle = len(arm) // 2
    arm[middle] = quat.multiply(arm[middle], quat.about(0, np.array(150.0)))
    found = strain(replace(body, rotation={**body.rotation, "fore-left": arm}))
    assert found.turning > TURNING
    assert found.bone == "fore-left"
