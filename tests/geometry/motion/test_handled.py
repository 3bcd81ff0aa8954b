"""What gestures handle: it changes hands without running through anybody, hands touch what lies before them, sheets show what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.figure.measure import HAND
from geometry.motion.holds import hold_of
from geometry.motion.pierce import run_through
from geometry.motion.places import resting
from geometry.motion.quat import rotate
from geometry.motion.rehearsal import LEAD, rehearse, role_of
from geometry.motion.scenery import HANDLED
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.gestures import gesture, load_gestures
from rite.model import StagedSection

View = tuple[Scene, Sampler]
UNIT = 0.231
INTO = 0.03
"""How deep what is handed over may press into a garment, in m."""
ZITHER = np.array([(x, y, z) for x in np.linspace(-0.83, 0.83, 9) for y in (0.0, 0.12) for z in (-0.2, 0.0, 0.2)])
ARROW = np.array([(0.0, 0.0, z) for z in np.linspace(0.0, 0.739, 12)])


def _deepest(section: StagedSection, thing: str, points: np.ndarray, sampler: Sampler) -> tuple[float, str]:
    found = []
    for id, body in posed(section, cast_of([section])).items():
        # The pictures of its sheet, and what lies between them.
        samples = np.unique(np.linspace(0, len(body.times) - 1, 24).astype(int))
        world = []
        for t in body.times[samples]:
            frame = sampler.world(0, int(t))[sampler.index[thing]]
            world.append(points @ frame[:3, :3].T + frame[:3, 3])
        found.append((run_through(body, np.array(world), samples.tolist()), id))
    return max(found)


@pytest.mark.parametrize(
    ("name", "thing", "points"),
    [("hand-zither", "zither-3", ZITHER), ("hand-arrows", "arrow-3", ARROW), ("receive-arrows", "arrow-3", ARROW)],
)
def test_what_is_handed_over_runs_through_nobody(
    name: str, thing: str, points: np.ndarray, seen: Callable[..., View]
) -> None:
    section = rehearse(name)
    _, sampler = seen(section, UNIT)
    deep, who = _deepest(section, thing, points, sampler)
    assert deep < INTO, who


def test_zithers_handed_over_side_by_side_keep_apart(seen: Callable[..., View]) -> None:
    """Two at once, 3 尺 apart: what stands 3 尺 to the side of one is clear of it by its own thickness."""
    section = rehearse("hand-zither")
    _, sampler = seen(section, UNIT)
    contact = LEAD + (gesture("hand-zither").contact_ms or 0)
    for t in (contact - 20, contact + 400):
        frame = sampler.world(0, t)[sampler.index["zither-3"]]
        assert abs(float(frame[:3, 1] @ np.array([3 * UNIT, 0.0, 0.0]))) > 0.125


def test_the_measure_finds_a_zither_held_lengthwise(seen: Callable[..., View]) -> None:
    section = rehearse("hand-zither")
    _, sampler = seen(section, UNIT)
    lengthwise = ZITHER[:, [2, 1, 0]] + np.array([0.0, 0.0, -0.1])
    assert _deepest(section, "zither-3", lengthwise, sampler)[0] > 2 * INTO


@pytest.mark.parametrize("name", ["hand-arrows", "receive-arrows"])
def test_arrows_handed_over_are_in_the_hand(
    name: str, seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    section = rehearse(name)
    _, sampler = seen(section, UNIT)
    for n, key in enumerate(section.things["arrow-3"].keys):
        t = np.array([key.t + 400 if n else 200])
        grip = tuple(hold_of("arrow", key).grip)
        hand = trace(sampler, f"{key.holder}-hand-right", t, (0, 0, HAND))[0]
        assert np.linalg.norm(trace(sampler, "arrow-3", t, grip)[0] - hand) < 0.03


def test_dishes_do_not_turn_round_as_they_are_set_down(seen: Callable[..., View]) -> None:
    section = rehearse("serve-dishes")
    _, sampler = seen(section, UNIT)
    (thing,) = (t.id for t in section.things.values() if t.kind == "dishes")
    first, last = (sampler.world(0, t)[sampler.index[thing]] for t in (100, section.duration))
    assert first[:3, 0] @ last[:3, 0] > 0.9


FLOOR = (
    "fill-holder",
    "take-tallies",
    "gather-tallies",
    "count-tallies",
    "pat-arrows",
    "take-arrow-upper",
    "pull-arrow",
)


@pytest.mark.parametrize("name", FLOOR)
@pytest.mark.parametrize("tall", [0.93, 1.0, 1.05])
def test_hands_touch_what_lies_before_them(name: str, tall: float) -> None:
    """At the moment of contact a hand of a short, a usual and a tall body is at the thing."""
    section = rehearse(name)
    role = role_of(name)
    people = {id: replace(who, scale=who.scale * tall) for id, who in cast_of([section]).items()}
    body = posed(section, people)[role]
    contact = LEAD + (gesture(name).contact_ms or {"count-tallies": 600}.get(name, 1200))
    k = int(np.searchsorted(body.times, contact))
    chief = section.people[role].gestures[0].thing
    thing = section.things[chief or "arrow-rack-about-1"]
    key = thing.keys[0]
    place, turn = resting(section, thing, key, UNIT)
    held = next((q for q in thing.keys if q.holder == role), key)
    at = place + rotate(turn, np.array(hold_of(thing.kind, held).grip))
    hands = [body.world(body.grip[side])[k] for side in ("left", "right")]
    assert min(float(np.linalg.norm(hand - at)) for hand in hands) < (0.16 if chief is None else 0.05)


@pytest.mark.parametrize("name", sorted(HANDLED))
def test_sheets_show_what_becomes_of_the_thing(name: str) -> None:
    assert name in load_gestures()
    section = rehearse(name)
    for own in HANDLED[name]:
        keys = section.things[own.id].keys
        assert len(keys) == len(own.steps)
        assert all(0 <= k.t <= section.duration for k in keys)
        assert [k.t for k in keys] == sorted({k.t for k in keys})
