"""What the cards of the page know of people: gestures, walks, postures, words, and what they hold."""

from __future__ import annotations

import json
import zlib

from rite.model import (
    Footfall,
    GestureAct,
    PersonActs,
    PostureKey,
    RootKey,
    StagedSection,
    ThingActs,
    ThingKey,
    Utterance,
)
from viewer.page.acts import acts, gesture_names, holdings, pack_acts, walks

BOW = ThingActs(
    "bow-a",
    "bow",
    (ThingKey(0, "a", "left-hand"), ThingKey(200, "a", "left-hand"), ThingKey(500), ThingKey(700, "rack", "place-1")),
)


def step(lift: int, land: int) -> Footfall:
    return Footfall("left", lift, land, 0, 0, 0, 0)


def section() -> StagedSection:
    person = PersonActs(
        "a",
        (RootKey(0, 0, 0, 0, 0),),
        tuple(step(t, t + 300) for t in (1000, 1400, 1800, 5000)),
        (GestureAct(2500, 4000, "salute", partner="b"),),
        (PostureKey(0, "stand"), PostureKey(4200, "kneel")),
    )
    said = (Utterance(100, 900, "a", "獲", "call"),)
    return StagedSection(18, "x", "節", "section", "school", 6000, (), {"a": person}, {"bow-a": BOW}, (), said)


def test_steps_that_follow_one_another_are_a_walk_and_a_single_one_is_none():
    assert walks([step(1800, 2100), step(1000, 1300), step(1400, 1700), step(5000, 5300)]) == [[1000, 2100]]


def test_a_thing_is_held_from_key_to_key_and_to_the_end():
    assert holdings(BOW, 900) == [[0, 500, "bow-a", "a", "left-hand"], [700, 901, "bow-a", "rack", "place-1"]]


def test_what_is_hidden_is_not_held():
    assert holdings(ThingActs("t", "tally", (ThingKey(0, "a", "belt", visible=False),)), 900) == []


def test_acts_of_a_section_come_back_as_they_were():
    found = json.loads(zlib.decompress(pack_acts(section()), -15))
    assert found == acts(section())
    assert found["people"]["a"] == {
        "gestures": [[2500, 4000, "salute", "b", None]],
        "walks": [[1000, 2100]],
        "postures": [[4200, "kneel"]],
    }
    assert found["said"] == [[100, 900, "a", "獲", "call"]]


def test_gestures_have_names_in_both_languages():
    names = gesture_names()
    assert names["salute"] == ("揖", "salutes")
    assert all(zh and en for zh, en in names.values())
