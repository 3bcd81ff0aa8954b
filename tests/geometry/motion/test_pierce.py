"""Sleeves lie on the body: over every gesture and body height none sinks deeper than it is thick."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.figure.figure import wardrobe
from geometry.motion import quat
from geometry.motion.carry import held
from geometry.motion.feet import turned
from geometry.motion.holds import hold_of
from geometry.motion.pierce import SLEEVE, SLEEVES, frames, lathe, pierced, shown_through, skin
from geometry.motion.rehearsal import rehearse, role_of
from geometry.motion.vessels import VESSELS
from rite.gestures import load_gestures

MOMENTS = 6
WIDE = 0.05
"""Half the width of a cup, in m."""
THROUGH = 0.08
"""How far the skirt may come through the hem of the jacket over it, in m: only under a body that bows over it."""


@pytest.mark.parametrize("tall", [0.93, 1.0, 1.05])
def test_sleeves_do_not_pierce_the_body(tall: float) -> None:
    """Every gesture, three heights: 0.93, 1 and 1.05 of the usual."""
    found, skirts = [], []
    for name in load_gestures():
        section = rehearse(name)
        people = {id: replace(who, scale=who.scale * tall) for id, who in cast_of([section]).items()}
        for id, body in posed(section, people).items():
            samples = np.linspace(0, len(body.times) - 1, min(MOMENTS, len(body.times))).astype(int).tolist()
            through = shown_through(body, wardrobe(id), samples)
            if through.depth > THROUGH:
                skirts.append((name, id, round(through.depth, 3), int(body.times[through.k])))
            found += [(name, id, p, int(body.times[p.k])) for p in pierced(body, wardrobe(id), samples)]
    worst = [f for f in found if f[2].depth > SLEEVE]
    assert not worst, [(*f[:2], f[2].sleeve, f[2].part, round(f[2].depth, 3), f[3]) for f in worst]
    assert not skirts, skirts
    # The measure sees something: a sleeve that lies on the lap touches it.
    assert max(f[2].depth for f in found) > 0.05


def test_the_measure_finds_a_body_sunk_in_its_skirt() -> None:
    section = rehearse("salute")
    body = posed(section, cast_of([section]))["guest"]
    down = body.translation["hips"] - np.array([0.0, 0.5, 0.25])
    sunk = replace(body, translation={**body.translation, "hips": down})
    assert max(p.depth for p in pierced(sunk, wardrobe("guest"), range(len(body.times)))) > SLEEVE


@pytest.mark.parametrize(
    ("slot", "variant"),
    [("torso", "dressed"), ("head", "head"), ("skirt", "kneel"), ("skirt", "stand"), ("hips", "bow")],
)
def test_the_measure_knows_the_parts_that_are_drawn(slot: str, variant: str) -> None:
    """Points just within the skin of a part lie in it, points well outside do not."""
    solid = lathe(slot, variant)
    points = skin(wardrobe("host"), slot, variant)
    # Above the brow a head wears its cap; below the belt an apron and the ends of the belt hang over the skirt.
    # The belt's ends begin over the jacket, a foot above the skirt that is seen.
    low, high = (
        solid.rows[-1, 0] + 0.03,
        0.17 if slot == "head" else solid.rows[0, 0] - (0.2 if slot == "skirt" else 0.03),
    )
    points = points[(points[:, 1] > low) & (points[:, 1] < high)]
    axis = np.column_stack([np.zeros(len(points)), points[:, 1], np.interp(points[:, 1], solid.rows[::-1, 0], solid.rows[::-1, 4])])  # fmt: skip
    assert (solid.depth(axis + (points - axis) * 0.75) > 0).mean() > 0.8
    assert solid.depth(axis + (points - axis) * 1.25).max() < 0.01


def test_frames_agree_with_the_solver() -> None:
    section = rehearse("draw-shoot")
    body = posed(section, cast_of([section]))["archer-1-upper"]
    at = frames(body)
    wrist = at.place["fore-left"][:, 1]
    assert (wrist > 0.5).all()
    assert (np.abs(np.linalg.norm(at.place["fore-left"] - at.place["upper-left"], axis=1) - 0.285) < 1e-6).all()


@pytest.mark.parametrize(
    "name", ["hold", "wash", "pour", "offer-wine", "offer-dried-meat", "sip", "drink-kneeling", "drink-standing", "drink-penalty"]
)  # fmt: skip
def test_a_cup_stands_clear_of_the_sleeves(name: str) -> None:
    """No point of a sleeve comes nearer to the middle of a cup or goblet in hand than the vessel is wide."""
    section = rehearse(name)
    role = role_of(name)
    body = posed(section, cast_of([section]))[role]
    (thing,) = (t for t in section.things.values() if t.kind in VESSELS and t.keys[0].holder == role)
    index = np.linspace(0, len(body.times) - 1, 10).astype(int)
    grip, _ = held(body, index, hold_of(thing.kind, thing.keys[0]), 0)
    at = frames(body)
    for sleeve in SLEEVES:
        for n, k in enumerate(index):
            points = skin(wardrobe(role), sleeve, str(body.shown[sleeve][k]))
            turn = np.broadcast_to(at.turn[sleeve][k], (len(points), 4))
            local = quat.rotate(turn, points) + at.place[sleeve][k]
            yaw = np.full(len(points), body.facing[k])
            world = turned(yaw, local * body.person.scale) + body.place[k]
            assert np.linalg.norm(world - grip[n], axis=1).min() > WIDE, (sleeve, int(body.times[k]))
