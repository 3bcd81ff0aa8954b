"""What is written under pictures: clauses as the received text points them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.scene import Clip, Scene
from viewer.film import cues, shots
from viewer.wording import Wording, step_number

STEPS = [
    {"text": "司射還當上耦西面", "gloss": "The director turns.", "start": 0, "end": 4000, "layer": "經"},
    {"text": "作上耦射", "gloss": "He calls them up.", "start": 4000, "end": 6000, "layer": "經"},
    {"text": "司射反位", "gloss": "He goes back.", "start": 7000, "end": 9000, "layer": "經"},
]


@pytest.fixture
def scene() -> Scene:
    return Scene(
        materials={}, meshes={}, nodes=(), clips=(Clip("section-18", 10_000, (), {"section": 18, "steps": STEPS}),)
    )


def test_clauses_are_pointed(scene: Scene) -> None:
    wording = Wording(scene)
    assert wording.at(0, 1000) == ("司射還，當上耦西面，", "The director turns.")
    assert wording.at(0, 5999) == ("作上耦射。", "He calls them up.")
    assert wording.at(0, 6500) is None
    assert step_number(scene, 0, 7000) == 2


def test_a_scene_of_something_else_says_what_it_says(scene: Scene) -> None:
    clip = replace(scene.clips[0], extras={"steps": [{"text": "甲", "start": 0, "end": 10}]})
    assert Wording(replace(scene, clips=(clip,))).at(0, 5) == ("甲", "")
    assert Wording(Scene(materials={}, meshes={}, nodes=())).at(0, 5) is None


def test_subtitles_are_pointed_too(scene: Scene) -> None:
    made = cues(scene, shots(scene, (0, 0), (0, 10_000), 10))
    assert [(c.text, c.start, c.end) for c in made] == [
        ("司射還，當上耦西面，", 0, 4000),
        ("作上耦射。", 4000, 6000),
        ("司射反位。", 7000, 9000),
    ]
