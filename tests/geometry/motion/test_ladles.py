"""Ladles: in their jars, in the right hand of whoever pours, back in the jar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.figure.measure import HAND
from geometry.motion.holds import hold_of
from geometry.motion.ladles import WORK, Ladle, ladles_of, with_ladles
from geometry.motion.rehearsal import rehearse, role_of
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out

UNIT = 0.231


@pytest.mark.parametrize("name", list(WORK))
def test_the_hand_takes_the_ladle_and_puts_it_back(name: str, seen: Callable[..., tuple], trace: Callable[..., np.ndarray]) -> None:  # fmt: skip
    section = rehearse(name)
    id = WORK[name][0]
    keys = section.things[id].keys
    assert [k.holder for k in keys] == [None, role_of(name), None]
    _, sampler = seen(section, UNIT)
    grip = np.array(hold_of("ladle", keys[1]).grip)
    for t in (keys[1].t, (keys[1].t + keys[2].t) // 2, keys[2].t - 20):
        hand = trace(sampler, f"{role_of(name)}-hand-right", np.array([t]), (0, 0, HAND))[0]
        held = trace(sampler, id, np.array([t]), tuple(grip))[0]
        assert np.linalg.norm(hand - held) < 0.04, t
    # It does not fly between jar and hand.
    path = trace(sampler, id, np.arange(keys[1].t - 400, keys[2].t + 400, 20), tuple(grip))
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() < 0.06


def test_wine_is_poured_into_the_cup(seen: Callable[..., tuple], trace: Callable[..., np.ndarray]) -> None:
    """At the moment of filling the bowl of the ladle is over the cup in the left hand."""
    section = rehearse("pour")
    _, sampler = seen(section, UNIT)
    t = np.array([500 + 2400])
    bowl = trace(sampler, "wine-ladle", t, (0, 0.02, -0.25))[0]
    cup = trace(sampler, "cup-1", t, (0, 0.12, 0))[0]
    assert np.hypot(bowl[0] - cup[0], bowl[2] - cup[2]) < 0.09
    assert 0.0 < bowl[1] - cup[1] < 0.16
    left = trace(sampler, "guest-hand-left", t, (0, 0, HAND))[0]
    assert np.linalg.norm(left - trace(sampler, "cup-1", t, (0, 0.09, 0))[0]) < 0.03


def test_ladles_of_a_plan_stand_in_their_jars() -> None:
    plan = lay_out(derive(Choices()), Company())
    ladles = {ladle.id: ladle for ladle in ladles_of(plan)}
    assert set(ladles) == {"wine-ladle", "dark-wine-ladle", "water-ladle"}
    for jar in ("wine-jar", "dark-wine-jar", "water-jar"):
        mark = plan.footprints[jar]
        ladle = ladles[jar.replace("jar", "ladle")]
        assert np.hypot(ladle.x - float(mark.x), ladle.y - float(mark.y)) < 0.6
        assert ladle.z > float(mark.base) + 1


def test_who_stands_far_off_takes_no_ladle() -> None:
    section = replace(rehearse("pour"), things={})
    far = Ladle("wine-ladle", 40.0, 40.0, 2.0, 0.0)
    assert len(with_ladles(section, [far]).things["wine-ladle"].keys) == 1
