"""Faults mended: cups always full, pipers with empty hands, bows that lean away from their wall."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.motion.equipment import equipped
from geometry.motion.holds import lying
from geometry.motion.quat import rotate
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
