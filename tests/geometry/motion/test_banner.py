"""The caller's banner stands on the ground and turns up by his hands; the switch lies outside the jacket."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import animate, cast_of, posed
from geometry.motion import quat
from geometry.motion.body import Body
from geometry.motion.pierce import frames, lathe
from geometry.motion.quat import Floats
from geometry.motion.rehearsal import LEAD, rehearse
from geometry.scene import Clip
from rite.gestures import gesture
from rite.model import StagedSection

UNIT = 0.231
CALLING = ("take-banner", "lean-banner", "back-to-target", "assent", "lower-banner", "raise-banner", "call-hit")


def _pole(name: str) -> tuple[StagedSection, Body, Clip]:
    """The rehearsal of a gesture of the caller, his body, and the clip of it."""
    section = rehearse(name)
    people = cast_of([section], 1, UNIT)
    bodies = posed(section, people, UNIT)
    clip: Clip = animate(section, people, UNIT)
    return section, bodies["caller"], clip


def _at(clip: Clip, node: str, t: int) -> tuple[Floats, Floats]:
    """Where a pole or rod has its foot (3,) at a moment, and which way (3,) its other end lies."""
    place = next(track for track in clip.tracks if track.node == node and track.path == "translation")
    turn = next(track for track in clip.tracks if track.node == node and track.path == "rotation")
    foot = np.array([np.interp(t, place.times, place.values[:, c]) for c in range(3)])
    k = int(np.clip(np.searchsorted(turn.times, t, side="right") - 1, 0, max(len(turn.times) - 2, 0)))
    if len(turn.times) > 1:
        part = np.array([np.clip((t - turn.times[k]) / (turn.times[k + 1] - turn.times[k]), 0, 1)])
        q = quat.slerp(turn.values[k : k + 1], turn.values[k + 1 : k + 2], part)[0]
    else:
        q = turn.values[0]
    return foot, quat.rotate(q, np.array([0.0, 1.0, 0.0]))


@pytest.mark.parametrize("name", CALLING)
def test_the_foot_of_the_banner_is_never_under_the_ground(name: str) -> None:
    section, _, clip = _pole(name)
    feet = [_at(clip, "banner", t)[0][1] for t in range(0, section.duration, 40)]
    assert min(feet) > -0.05


@pytest.mark.parametrize("name", ["raise-banner", "call-hit", "lower-banner", "back-to-target"])
def test_the_banner_stands_on_the_ground_at_rest(name: str) -> None:
    _, _, clip = _pole(name)
    foot, way = _at(clip, "banner", LEAD // 2)
    assert way[1] > 0.99
    assert abs(foot[1]) < 0.06


def test_raising_lifts_the_banner_by_a_good_span() -> None:
    _, _, clip = _pole("raise-banner")
    low, high = (_at(clip, "banner", t)[0][1] for t in (LEAD // 2, LEAD + gesture("raise-banner").duration))
    assert high - low > 0.2


@pytest.mark.parametrize("name", CALLING)
def test_both_hands_are_on_the_pole(name: str) -> None:
    """Within 4 cm of its axis where the movements begin and end, as long as he has it; and on its way to the ground."""
    _, body, clip = _pole(name)
    ends = [LEAD + round(1000 * end) for end in itertools.accumulate(p.seconds for p in gesture(name).phases)]
    when = {
        "take-banner": ends[-1:],
        "lean-banner": [LEAD // 2, *ends[:1]],
        "lower-banner": [*ends, LEAD + 800, LEAD + 1050],
    }
    for t in when.get(name, [LEAD // 2, *ends]):
        foot, way = _at(clip, "banner", t)
        k = int(np.abs(body.times - t).argmin())
        for side in ("left", "right"):
            at = quat.rotate(quat.about(1, np.array(180.0 - body.facing[k])), body.grip[side][k] * body.person.scale)
            gap = at + body.place[k] - foot
            assert np.linalg.norm(gap - way * (gap @ way)) < 0.04, (side, t)


def test_a_banner_whose_state_changes_in_the_hands_does_not_lag_behind_them() -> None:
    section = rehearse("call-hit")
    banner = section.things["banner"]
    keys = (*banner.keys, replace(banner.keys[0], t=LEAD + 1800, state="lowered"))
    section = replace(section, things={"banner": replace(banner, keys=keys)})
    clip = animate(section, cast_of([section], 1, UNIT), UNIT)
    assert _at(clip, "banner", LEAD + 2750)[1][1] < 0.05


def test_the_banner_turns_up_step_by_step() -> None:
    section, _, clip = _pole("take-banner")
    rises = [float(np.degrees(np.arcsin(np.clip(_at(clip, "banner", t)[1][1], -1, 1)))) for t in range(LEAD, section.duration, 100)]  # fmt: skip
    assert rises[0] < 2.0
    assert rises[-1] > 88.0
    assert np.diff(rises).max() < 12.0


def test_the_switch_lies_outside_jacket_and_trunk() -> None:
    section = rehearse("switch-in-belt")
    people = cast_of([section], 1, UNIT)
    body = posed(section, people, UNIT)["archery-master"]
    clip = animate(section, people, UNIT)
    t = section.duration - 100
    foot, way = _at(clip, "switch", t)
    k = int(np.abs(body.times - t).argmin())
    at = frames(body)
    back = quat.about(1, np.array(body.facing[k] - 180.0))
    rod = foot + way * np.linspace(0.0, 0.69, 24)[:, None]
    own = quat.rotate(back, rod - body.place[k]) / body.person.scale
    for part, kind in (("torso", ""), ("hips", "stand")):
        local = quat.rotate(quat.conjugate(at.turn[part][k]), own - at.place[part][k])
        assert lathe(part, kind).depth(local).max() < 0.01
    # At the right hip, its tail behind and lower than its handle.
    assert own[:, 0].max() < -0.12
    assert own[-1, 2] < -0.25
    assert own[-1, 1] < own[0, 1] - 0.1
