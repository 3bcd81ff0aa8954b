"""Dress changes before one's eyes: a sleeve leaves the shoulder before the arm, a guard goes over the hand, and the other hand is on it."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.motion.body import Body
from geometry.motion.rehearsal import rehearse, role_of
from geometry.motion.rig import Words

BARE = ("bare", "guard", "guard-low")


def _body(name: str) -> Body:
    section = rehearse(name)
    return posed(section, cast_of([section]))[role_of(name)]


def _course(words: Words) -> list[str]:
    return [word for word, _ in groupby(words.tolist())]


@pytest.mark.parametrize(("name", "turned"), [("bare-arm", False), ("cover-arm", True)])
def test_an_arm_is_half_out_of_its_sleeve_on_the_way(name: str, turned: bool) -> None:
    body = _body(name)
    fore, upper = body.shown["fore-left"], body.shown["upper-left"]
    step = -1 if turned else 1
    bare = [(str(u) in BARE, str(f) in BARE) for u, f in zip(upper, fore, strict=True)][::step]
    assert [state for state, _ in groupby(bare)] == [(False, False), (True, False), (True, True)]
    # The empty sleeve hangs behind only once the arm is out of it, and the breast is bare with the shoulder.
    assert ((body.shown["tail"] == "bare") == np.isin(fore, BARE)).all()
    assert ((body.shown["torso"] == "bare") == (upper == "bare")).all()
    half = np.array([u and not f for u, f in bare[::step]])
    # The other hand draws at the sleeve.
    gap = np.linalg.norm(body.grip["left"] - body.grip["right"], axis=1)[half]
    assert gap.min() < 0.16


def test_a_guard_goes_over_the_hand_onto_the_arm_and_back() -> None:
    assert _course(_body("ring-and-guard").shown["fore-left"]) == ["bare", "guard-low", "guard"]
    assert _course(_body("remove-ring-and-guard").shown["fore-left"]) == ["guard", "guard-low", "bare"]
    for name in ("ring-and-guard", "remove-ring-and-guard"):
        body = _body(name)
        drawn = body.shown["fore-left"] == "guard-low"
        gap = np.linalg.norm(body.grip["left"] - body.grip["right"], axis=1)[drawn]
        assert gap.min() < 0.09
        assert gap.max() < 0.16
