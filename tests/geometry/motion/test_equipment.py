"""Faults mended: cups always full, pipers with empty hands, bows that lean away from their wall."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.catalogue import mesh
from geometry.motion.equipment import equipped
from geometry.motion.holds import lying
from geometry.motion.pierce import lathe
from geometry.motion.places import resting
from geometry.motion.quat import rotate
from geometry.motion.rehearsal import rehearse
from geometry.motion.vessels import vessel_tracks
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage
from rite.model import ThingActs, ThingKey


@pytest.fixture(scope="module")
def plan():
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="module")
def rite(plan):
    return stage(plan, sections=(13, 16))


def test_drained_cup_shows_no_wine() -> None:
    keys = (ThingKey(0, "host", "both-hands"), ThingKey(5000, "host", "both-hands", state="full"),
            ThingKey(9000, "guest", "both-hands", state="full"), ThingKey(12000, "guest", "both-hands", state="empty"))  # fmt: skip
    (track,) = vessel_tracks(ThingActs("cup", "cup", keys))
    assert track.node == "cup-wine"
    assert track.step
    assert track.times.tolist() == [0, 5000, 12000]
    assert track.values[:, 0].tolist() == [0.0, 1.0, 0.0]


def test_cup_that_is_never_filled_needs_no_track() -> None:
    assert vessel_tracks(ThingActs("cup", "cup", (ThingKey(0, "host", "both-hands"),))) == []


def test_pipers_have_their_mouth_organs(rite) -> None:
    section = equipped(rite.sections[0])
    for id, acts in section.people.items():
        if not id.startswith("piper-"):
            continue
        organ = section.things[f"mouth-organ-{id.removeprefix('piper-')}"]
        for act in acts.gestures:
            now = next(k for k in reversed(organ.keys) if k.t <= act.start)
            if act.gesture == "blow":
                assert now.holder == id
                assert now.visible
            elif act.gesture in ("receive", "drink-standing"):
                assert now.holder is None


def test_leaning_bows_lean_on_what_they_stand_by(rite, plan) -> None:
    seen = 0
    for thing in rite.sections[1].things.values():
        for key in thing.keys:
            if thing.kind != "bow" or key.lie != "leaning" or key.holder is not None or abs(key.x) < 30:
                continue
            top = rotate(lying("up", key.facing, key.lie, key.pitch), np.array([0.0, 1.0, 0.0]))
            assert top[0] * key.x < 0, f"{thing.id} leans away from the hall"
            seen += 1
    assert seen > 6


def test_a_zither_lies_on_the_lap_not_in_it(plan) -> None:
    """Its points against the skirt of its player, who sits on his heels; two on one mat, 3 尺 apart, have room beside each other."""
    points = np.vstack([p.positions for p in mesh("zither", plan.ground).primitives]).astype(float)
    section = rehearse("play-zither")
    thing = section.things["zither-prop-1"]
    place, turn = resting(section, thing, thing.keys[0], 0.231)
    world = rotate(np.broadcast_to(turn, (len(points), 4)), points) + place
    # The player stands for his root at (0, −20) 尺 and faces south.
    local = world - np.array([0.0, 0.0, 20 * 0.231])
    assert lathe("skirt", "kneel").depth(local).max() < 0.03
    assert np.ptp(local[:, 0]) < 3 * 0.231
    assert -0.01 < local[:, 1].min() < 0.03
    assert local[np.abs(local[:, 2]) < 0.12][:, 1].min() > 0.2


def test_a_zither_held_while_it_is_played_lies_before_its_player(rite) -> None:
    section = rehearse("play-zither")
    held = ThingActs("zither-prop-1", "zither", (ThingKey(0, "zither-1", "both-hands"),))
    (key,) = equipped(replace(section, things={"zither-prop-1": held})).things["zither-prop-1"].keys
    assert key.holder is None
    assert key.lie == "flat"
    assert np.hypot(key.x, key.y + 20) == pytest.approx(1.5)
