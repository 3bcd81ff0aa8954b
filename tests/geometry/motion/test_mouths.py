"""Mouths open when one calls, sings or speaks, and are closed again."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import animate, cast_of, variants
from geometry.motion.mouths import mouths
from geometry.motion.rehearsal import rehearse, role_of
from rite.model import Utterance


@pytest.mark.parametrize("name", ["assent", "call-hit", "sing"])
def test_a_mouth_opens_in_its_gesture_and_closes(name: str) -> None:
    section = rehearse(name)
    role = role_of(name)
    clip = animate(section, cast_of([section]))
    (track,) = (t for t in clip.tracks if t.node == f"{role}-mouth-open")
    assert track.step
    assert track.values[:, 0].tolist() == [0.0, 1.0, 0.0]
    assert (np.diff(track.times) >= 5).all()
    assert variants([section], cast_of([section]))[role]["mouth"] == {"open"}


def test_who_is_silent_keeps_his_mouth_shut() -> None:
    section = rehearse("salute")
    assert mouths(section) == {}
    assert not any("mouth" in t.node for t in animate(section, cast_of([section])).tracks)


def test_speech_goes_by_syllables_and_a_call_is_one_breath() -> None:
    section = replace(rehearse("salute"), utterances=(Utterance(0, 2000, "guest", "某不能也"), Utterance(2500, 3000, "guest", "獲", "call")))  # fmt: skip
    spans = mouths(section)["guest"]
    assert len(spans) == 5
    assert all(b[0] - a[1] >= 60 for a, b in itertools.pairwise(spans))
    assert spans[-1][1] - spans[-1][0] > 400
    assert spans[-1][1] < 3000
