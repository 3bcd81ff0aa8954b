"""A bow is carried clear of him who carries it: neither limbs nor string go through trunk, head, jacket or skirt of his."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.motion.body import Body
from geometry.motion.carry import burdens, held
from geometry.motion.holds import hold_of
from geometry.motion.pierce import run_through
from geometry.motion.quat import Floats, rotate
from geometry.motion.rehearsal import LEAD, rehearse, role_of
from geometry.sampler import Sampler
from geometry.scene import Scene
from geometry.things.bow import bow_shape
from rite.gestures import load_gestures
from rite.model import StagedSection

View = tuple[Scene, Sampler]
UNIT = 0.231
PARTS = ("torso", "head", "hips", "skirt")
DEEP = 0.04
"""How deep a bow may press into a garment or the cheek, in m: for a moment, as it is turned."""


def _points(slack: bool) -> Floats:
    """Both limbs and the string of a bow, in its frame; of a slack one the limbs alone, nearly straight: its string hangs."""
    straight = np.column_stack([np.linspace(0.0, 0.73, 16), np.zeros(16)])
    limb = straight if slack else bow_shape(0.0, 1.386, 0.693, 16).limb
    upper = np.column_stack([np.zeros(16), limb])
    both = np.vstack([upper, upper * [1.0, -1.0, 1.0]])
    y, z = limb[-1]
    string = np.array([[0.0, at, z] for at in np.linspace(-y, y, 24)])
    return both if slack else np.vstack([both, string])


POINTS = {slack: _points(slack) for slack in (False, True)}


def _carried(section: StagedSection, tall: float) -> Iterator[tuple[Body, np.ndarray, Floats]]:
    """Of everybody who holds a bow in a section: his body, the samples at which he does, and the bow's points in the world then."""
    people = {id: replace(who, scale=who.scale * tall) for id, who in cast_of([section]).items()}
    bodies = posed(section, people)
    loads = burdens(section)
    for order, thing in enumerate(section.things.values()):
        if thing.kind != "bow":
            continue
        for n, key in enumerate(thing.keys):
            body = bodies.get(key.holder or "")
            if body is None or not key.visible:
                continue
            end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else section.duration + 1
            which = np.flatnonzero((body.times >= key.t) & (body.times < end))
            which = which[np.unique(np.linspace(0, len(which) - 1, 40).astype(int))]
            hold = hold_of("bow", key)
            leads = all(b.rank <= hold.rank for b in loads.get(key.holder or "", ()))
            anchor, turn = held(body, which, hold, order, leads)
            points = POINTS[key.state == "slack"]
            whole = np.broadcast_to(turn[:, None], (len(which), len(points), 4))
            yield body, which, rotate(whole, points[None]) + anchor[:, None]


def _with_bow() -> list[str]:
    found = []
    for name in load_gestures():
        section = rehearse(name)
        if any(t.kind == "bow" and any(k.holder in section.people for k in t.keys) for t in section.things.values()):
            found.append(name)
    return found


@pytest.mark.parametrize("tall", [0.93, 1.0, 1.05])
def test_bows_pass_through_nobody(tall: float) -> None:
    found = []
    for name in _with_bow():
        for body, which, world in _carried(rehearse(name), tall):
            found.append((round(run_through(body, world, which.tolist(), PARTS), 3), name))
    assert len(found) > 15
    assert [f for f in found if f[0] > DEEP] == []


def test_the_measure_finds_a_bow_drawn_to_the_breast() -> None:
    ((body, which, world),) = _carried(rehearse("bow-flat"), 1.0)
    assert run_through(body, world + np.array([0.0, 0.0, -0.2]), which.tolist(), PARTS) > 2 * DEEP


@pytest.mark.parametrize(
    ("name", "at"), [("stroke-feathers", 1.0), ("stroke-feathers", 1.5), ("take-arrow-upper", 4.5)]
)
def test_the_hand_that_strokes_is_at_the_feathers(name: str, at: float) -> None:
    """The vanes stand from 3 to 17 cm before the nock."""
    section = rehearse(name)
    body = posed(section, cast_of([section]))[role_of(name)]
    k = int(np.searchsorted(body.times, LEAD + round(at * 1000)))
    key = next(q for q in section.things["arrow-1"].keys if q.slot == "left-hand")
    hold = hold_of("arrow", key)
    order = list(section.things).index("arrow-1")
    anchor, turn = held(body, np.array([k]), hold, order, False)
    vanes = np.array([(0.0, 0.0, z) for z in np.linspace(0.03, 0.17, 8)]) - np.array(hold.grip)
    world = rotate(np.broadcast_to(turn, (8, 4)), vanes) + anchor
    hand = body.world(body.grip["right"])[k]
    assert np.linalg.norm(world - hand, axis=1).min() < 0.05


@pytest.mark.parametrize(("name", "at", "where"), [("raise-bow-order", 4.0, -0.693), ("string-bow", 2.4, 0.693)])
def test_the_right_hand_is_on_the_tip_of_the_bow(name: str, at: float, where: float) -> None:
    """右執簫: on the lower tip of the bow that is raised, on the upper one of that which is strung."""
    section = rehearse(name)
    body = posed(section, cast_of([section]))[role_of(name)]
    k = np.array([int(np.searchsorted(body.times, LEAD + round(at * 1000)))])
    anchor, turn = held(body, k, hold_of("bow", section.things["bow-1"].keys[-1]), 0)
    tip = anchor[0] + rotate(turn[0], np.array([0.0, where, -0.165]))
    assert np.linalg.norm(tip - body.world(body.grip["right"])[k[0]]) < 0.12


@pytest.mark.parametrize("name", ["set-arrow", "tuck-arrows"])
def test_arrows_in_the_belt_stand_before_the_breast(name: str) -> None:
    section = rehearse(name)
    body = posed(section, cast_of([section]))[role_of(name)]
    which = np.unique(np.linspace(0, len(body.times) - 1, 12).astype(int))
    for order, thing in enumerate(section.things.values()):
        key = next((q for q in thing.keys if q.slot == "belt"), None)
        if key is None:
            continue
        hold = hold_of("arrow", key)
        anchor, turn = held(body, which, hold, order, False)
        # Where the belt holds it, it lies under the belt.
        shaft = np.array([(0.0, 0.0, z) for z in (0.0, 0.08, 0.16, 0.24, 0.30, 0.48, 0.56, 0.64, 0.73)]) - hold.grip
        world = rotate(np.broadcast_to(turn[:, None], (len(which), len(shaft), 4)), shaft[None]) + anchor[:, None]
        assert run_through(body, world, which.tolist(), PARTS) < 0.03


@pytest.mark.parametrize(("name", "thing"), [("take-arrows-together", "arrow-1"), ("lay-arrows", "arrow-3"), ("take-arrow-upper", "arrow-1")])  # fmt: skip
def test_arrows_turn_as_the_hand_carries_them(name: str, thing: str, seen: Callable[..., View]) -> None:
    """No arrow swings round at once when it is taken or laid down: it turns by less than 20° in 50 ms."""
    section = rehearse(name)
    _, sampler = seen(section, UNIT)
    way = np.array([sampler.world(0, t)[sampler.index[thing]][:3, 2] for t in range(0, section.duration, 50)])
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    turns = np.degrees(np.arccos(np.clip((way[1:] * way[:-1]).sum(axis=1), -1.0, 1.0)))
    assert turns.max() < 20.0
