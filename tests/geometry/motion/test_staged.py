"""The staged rite itself: bodies that blend from gesture to gesture without jumps, hands on what they hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

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
SLIDING, STANDING = 0.01, 0.9
"""How far a foot that carries may go, and from which height of the waist one stands, in m."""


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


def test_feet_that_carry_do_not_slide(staged) -> None:
    """In the music, with blind men led up the stairs: a foot stays where it was set until it is lifted again."""
    section, bodies = staged[1]
    checked = 0
    for id, body in bodies.items():
        falls = section.people[id].footfalls
        kneels = [a for a in section.people[id].gestures if a.gesture in ("kneel", "rise")]
        for side in ("left", "right"):
            own = [f for f in falls if f.foot == side]
            world = body.world(body.translation[f"foot-{side}"])
            for one, other in pairwise(own):
                if any(a.start < other.lift and a.end > one.land for a in kneels):
                    continue
                kept = world[(body.times >= one.land) & (body.times <= other.lift) & (body.waist[:, 1] > STANDING)]
                if len(kept) > 1 and body.still is None:
                    checked += 1
                    assert np.ptp(kept, axis=0).max() < SLIDING, (id, side, one.land)
    assert checked > 100


def test_the_measure_finds_a_jump(staged) -> None:
    body = staged[0][1]["host"]
    arm = body.rotation["fore-left"].copy()
    middle = len(arm) // 2
    arm[middle] = quat.multiply(arm[middle], quat.about(0, np.array(150.0)))
    found = strain(replace(body, rotation={**body.rotation, "fore-left": arm}))
    assert found.turning > TURNING
    assert found.bone == "fore-left"


def test_dried_meat_is_taken_from_the_splint_dish_and_dipped_into_the_stem_dish(staged) -> None:
    """右祭脯醢: the hand goes to the one dish, then to the other, then between them (祭於籩豆之間), wherever they stand before him."""
    section, bodies = staged[0]
    act = next(a for a in section.people["guest"].gestures if a.gesture == "offer-dried-meat")
    dishes, body = section.things["guest-dishes"].keys[-1], bodies["guest"]
    hand = body.world(body.grip["right"])
    # 籩 on the right of one who faces as the dishes do: south, so in the west.
    for after, aside in ((1200, -0.15), (2000, 0.15), (3000, 0.0)):
        at = hand[int(np.argmin(np.abs(body.times - (act.start + after))))]
        assert at[0] == pytest.approx(dishes.x * UNIT + aside, abs=0.06)
        assert at[2] == pytest.approx(-dishes.y * UNIT, abs=0.06)
