"""A bow is carried clear of him who carries it: neither limbs nor string go through trunk, head, jacket or skirt of his."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.motion.body import Body
from geometry.motion.carry import burdens, held
from geometry.motion.holds import hold_of
from geometry.motion.pierce import run_through
from geometry.motion.quat import Floats, rotate
from geometry.motion.rehearsal import rehearse
from geometry.things.bow import bow_shape
from rite.gestures import load_gestures
from rite.model import StagedSection

UNIT = 0.231
PARTS = ("torso", "head", "hips", "skirt")
DEEP = 0.06
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
