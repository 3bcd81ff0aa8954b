"""Every gesture of the table, acted by itself: hands meet, knees touch, nothing flips, nobody moves faster than a body can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.figure.figure import wardrobe
from geometry.figure.measure import HAND
from geometry.motion import quat
from geometry.motion.holds import hold_of, lying, origin
from geometry.motion.pierce import SLEEVES, frames, skin
from geometry.motion.poses import apply, blank, load_poses
from geometry.motion.rehearsal import LEAD, rehearse, role_of
from geometry.motion.rig import gently
from geometry.motion.solve import legs, solve
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.gestures import gesture, load_gestures

View = tuple[Scene, Sampler]
NAMES = list(load_gestures())
UNIT = 0.231
FOLD = 0.08
"""How far under the floor a sleeve may come that lies on it: a hand's breadth, in m."""


@pytest.mark.parametrize("name", NAMES)
def test_gesture_moves_and_returns(name: str) -> None:
    section = rehearse(name)
    role = role_of(name)
    body = posed(section, cast_of([section]))[role]
    assert np.isfinite(body.pose).all()
    moved = np.abs(body.pose - body.pose[0]).max()
    if name not in ("wait", "hold", "turn-left", "turn-right", "back-to-target"):
        assert moved > 1e-3, "no pose of this gesture differs from rest"
    last = body.pose[-1]
    if name == "shoulder-zither":
        # He ends with it in another hold.
        return
    if gesture(name).phases[-1].pose == "rest" and not gesture(name).effect and gesture(name).after == "same":
        assert np.allclose(last, body.pose[0], atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_speed_and_continuity(name: str) -> None:
    section = rehearse(name)
    for body in posed(section, cast_of([section])).values():
        if body.still is not None:
            continue
        seconds = np.diff(body.times) / 1000.0
        for joint, turn in body.rotation.items():
            dot = np.einsum("ij,ij->i", turn[1:], turn[:-1])
            assert (dot > 0).all(), joint
            speed = np.degrees(2 * np.arccos(np.clip(dot, -1, 1))) / seconds
            if not joint.startswith("foot"):
                assert speed.max() < 800, (joint, float(speed.max()))
        for side in ("left", "right"):
            pace = np.linalg.norm(np.diff(body.grip[side], axis=0), axis=1) / seconds
            assert pace.max() < 3.5, (side, float(pace.max()))


MEETS = [n for n in NAMES if gesture(n).effect in ("take", "set") and "thing" in gesture(n).needs]


@pytest.mark.parametrize("name", MEETS)
@pytest.mark.parametrize("unit", [0.225, 0.231, 0.238])
def test_hands_meet_the_thing(
    name: str, unit: float, seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    section = rehearse(name)
    act = section.people[role_of(name)].gestures[0]
    assert act.target is not None
    assert act.thing is not None
    _, sampler = seen(section, unit)
    contact = np.array([LEAD + (gesture(name).contact_ms or 0)])
    thing = section.things[act.thing]
    held = next(k for k in thing.keys if k.holder)
    hold = hold_of(thing.kind, held)
    x, y, z = act.target
    lain = next(k for k in thing.keys if k.holder is None)
    turn = lying(hold.axis, lain.facing, lain.lie, lain.pitch)
    grip = quat.rotate(turn, np.array(hold.grip)) + origin(hold, lain.lie, turn)
    at = np.array([x * unit, z * unit, -y * unit]) + grip
    sides = {"left": ["left"], "right": ["right"]}.get(hold.at, ["left", "right"])
    hands = [trace(sampler, f"{role_of(name)}-hand-{side}", contact, (0, 0, HAND))[0] for side in sides]
    assert np.linalg.norm(np.mean(hands, axis=0) - at) < 0.03
    # The thing does not jump from place to hand.
    path = trace(sampler, act.thing, np.arange(contact[0] - 400, contact[0] + 400, 10))
    assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() < 0.035


@pytest.mark.parametrize("name", ["hand-over", "receive", "hand-bow", "receive-bow", "hand-zither"])
def test_hands_of_two_people_meet(name: str, seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    section = rehearse(name)
    _, sampler = seen(section, UNIT)
    contact = np.array([LEAD + (gesture(name).contact_ms or 0)])
    middles = []
    for role in section.people:
        hands = [trace(sampler, f"{role}-hand-{side}", contact, (0, 0, HAND))[0] for side in ("left", "right")]
        middles.append(np.mean(hands, axis=0))
    assert np.linalg.norm(middles[0] - middles[1]) < 0.03


@pytest.mark.parametrize("name", ["bow", "take", "lay-tally", "call-hit", "play-zither", "take-arrow-upper"])
@pytest.mark.parametrize("tall", [0.92, 1.0, 1.06])
def test_knees_touch_the_floor(name: str, tall: float) -> None:
    section = rehearse(name)
    role = role_of(name)
    cast = cast_of([section])
    cast[role] = replace(cast[role], scale=tall)
    body = posed(section, cast)[role]
    feet = {side: body.translation[f"foot-{side}"] for side in ("left", "right")}
    turn = {side: body.rotation[f"foot-{side}"] for side in ("left", "right")}
    low = body.waist[:, 1] < 0.58
    assert low.any()
    for knee in legs(body.waist, body.rotation["hips"], feet, turn).values():
        assert knee[low][:, 1].max() < 0.14
        assert knee[low][:, 1].min() > -0.02


def test_hands_come_to_the_ground_in_a_bow(seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    section = rehearse("bow")
    _, sampler = seen(section, UNIT)
    down = np.array([LEAD + 1650])
    left = trace(sampler, "guest-hand-left", down, (0, 0, HAND))[0]
    brow = trace(sampler, "guest-head", down, (0.0, 0.19, 0.09))[0]
    assert 0.0 < left[1] < 0.08
    assert abs(brow[1] - left[1]) < 0.12
    assert np.hypot(brow[0] - left[0], brow[2] - left[2]) < 0.14


def test_arrow_lies_on_the_string_and_leaves_along_the_line_of_sight(
    seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    section = rehearse("draw-shoot")
    _, sampler = seen(section, UNIT)
    loose = LEAD + (gesture("draw-shoot").contact_ms or 0)
    full = np.array([loose - 60])
    left = trace(sampler, "archer-1-upper-hand-left", full, (0, 0, HAND))[0]
    right = trace(sampler, "archer-1-upper-hand-right", full, (0, 0, HAND))[0]
    nock, head = (trace(sampler, "arrow-1", full, (0, 0, z))[0] for z in (0.0, 0.69))
    assert np.linalg.norm(nock - right) < 0.03
    assert np.linalg.norm(head - left) < 0.06
    aim = (head - nock) / np.linalg.norm(head - nock)
    assert np.degrees(np.arcsin(aim[1])) == pytest.approx(9.0, abs=1.5)
    # Facing south (+Z), the arrow points south; it lies to the right (west, −X) of the grip.
    assert abs(np.degrees(np.arctan2(aim[0], aim[2]))) < 3.0
    bow = trace(sampler, "bow-1", full)[0]
    assert head[0] - bow[0] < -0.01
    # The eye looks along it.
    eye = trace(sampler, "archer-1-upper-head", full, (0.0, 0.14, 0.09))[0]
    assert np.hypot(eye[0] - nock[0], 0.0) < 0.16
    assert 0.05 < eye[1] - nock[1] < 0.25
    # The bow is drawn: only its last step shows.
    shown = [
        n
        for n in sampler.index
        if n.startswith("bow-1-")
        and abs(np.linalg.det(sampler.world(0, int(full[0]))[sampler.index[n]][:3, :3])) > 1e-6
    ]
    assert shown == ["bow-1-draw-9"]


def test_bow_hand_stays_and_string_hand_goes_back(seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    section = rehearse("draw-shoot")
    _, sampler = seen(section, UNIT)
    loose = LEAD + (gesture("draw-shoot").contact_ms or 0)
    times = np.array([loose - 20, loose + 400])
    left = trace(sampler, "archer-1-upper-hand-left", times, (0, 0, HAND))
    right = trace(sampler, "archer-1-upper-hand-right", times, (0, 0, HAND))
    assert np.linalg.norm(left[1] - left[0]) < 0.04
    assert right[1][2] < right[0][2] - 0.18


@pytest.mark.parametrize("name", NAMES)
def test_source_and_words(name: str) -> None:
    entry = gesture(name)
    assert entry.hanzi
    assert entry.english
    assert len(entry.source) >= 3
    assert 0.5 <= entry.seconds <= 15
    assert entry.contact is None or 0 < entry.contact <= entry.seconds
    assert all(p.seconds >= 0.1 for p in entry.phases)


def test_every_pose_is_used() -> None:
    used = {w for g in load_gestures().values() for p in g.phases for w in (p.pose, p.bow)}
    from geometry.motion.holds import load_holds

    used |= {w for h in load_holds().values() for w in (h.pose, h.kneeling)} | {"stand", "sit"}
    assert set(load_poses()) <= used


@pytest.mark.parametrize("name", NAMES)
def test_documented(name: str) -> None:
    entry = gesture(name)
    page = (Path(__file__).parents[3] / "docs" / "gestures.md").read_text(encoding="utf-8")
    assert f"| `{name}` | {' '.join(entry.hanzi)} | {entry.english} |" in page


def test_five_hundred_people_are_solved_as_one_by_one() -> None:
    """The speed is measured in benchmarks/figures.py; here, that a batch gives everyone what he would get alone."""
    poses = [
        apply(pose, blank("stand"), "stand").row for pose in ("salute", "full-draw", "hold-cup", "wash-a", "stand")
    ]
    rows = np.array([poses[n % len(poses)] for n in range(500)])
    together = solve(rows)
    for n in (0, 1, 2, 3, 4, 499):
        alone = solve(rows[n : n + 1])
        for side in ("left", "right"):
            assert np.allclose(together.grip[side][n], alone.grip[side][0], atol=1e-9)
        for joint, turn in together.rotation.items():
            assert np.allclose(turn[n], alone.rotation[joint][0], atol=1e-9)


@pytest.mark.parametrize("name", ["bow", "set-down", "spread-mat", "lay-tally", "bow-head-to-ground"])
def test_sleeves_do_not_sink_through_the_floor(name: str) -> None:
    """No point of a sleeve that is drawn lies under the floor by more than the hand's breadth in which cloth lies folded."""
    section = rehearse(name)
    role = role_of(name)
    body = posed(section, cast_of([section]))[role]
    at = frames(body)
    for sleeve in SLEEVES:
        for k in range(0, len(body.times), 3):
            points = skin(wardrobe(role), sleeve, str(body.shown[sleeve][k]))
            turn = np.broadcast_to(at.turn[sleeve][k], (len(points), 4))
            low = (quat.rotate(turn, points) + at.place[sleeve][k])[:, 1].min()
            assert low > -FOLD, (sleeve, int(body.times[k]), low)


@pytest.mark.parametrize("aside", [-70.0, -30.0, 45.0])
def test_salute_goes_to_the_side_of_the_partner(aside: float) -> None:
    section = rehearse("salute")
    other = rehearse(
        "salute", role="host", x=-6.0 * np.sin(np.radians(aside)), y=-20.0 - 6.0 * np.cos(np.radians(aside))
    )
    act = replace(section.people["guest"].gestures[0], partner="host")
    people = {"guest": replace(section.people["guest"], gestures=(act,)), "host": other.people["host"]}
    section = replace(section, people=people)
    body = posed(section, cast_of([section]))["guest"]
    k = int(np.searchsorted(body.times, LEAD + 900))
    # Facing south, his right is west (−X): the head and the hands turn that way.
    assert np.sign(body.grip["left"][k][0] + body.grip["right"][k][0]) == -np.sign(aside)
    look = quat.rotate(_head(body.rotation), np.broadcast_to([0.0, 0.0, 1.0], (len(body.times), 3)))[k]
    assert np.degrees(np.arctan2(-look[0], look[2])) == pytest.approx(np.clip(aside, -62, 62), abs=6)


def _head(rotation: dict[str, np.ndarray]) -> np.ndarray:
    return quat.multiply(quat.multiply(rotation["hips"], rotation["torso"]), rotation["head"])


@pytest.mark.parametrize("angle", [7.0, 13.0])
def test_arrow_takes_the_angle_of_its_flight(
    angle: float, seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    section = rehearse("draw-shoot")
    flight = section.flights[0]
    points = ((*flight.points[0][:4], angle), *flight.points[1:])
    section = replace(section, flights=(replace(flight, points=points),))
    _, sampler = seen(section, UNIT)
    full = np.array([LEAD + (gesture("draw-shoot").contact_ms or 0) - 60])
    nock, head = (trace(sampler, "arrow-1", full, (0, 0, z))[0] for z in (0.0, 0.69))
    aim = (head - nock) / np.linalg.norm(head - nock)
    assert np.degrees(np.arcsin(aim[1])) == pytest.approx(angle, abs=1.2)


def test_sleeves_lose_their_depth_by_halves() -> None:
    """No great sleeve becomes a slender one from one sample to the next, unless the next is far."""
    forms = np.array(["bag", "bag", "short", "short", "short", "bag", "tube"])
    near = np.arange(7) * 160
    assert gently(forms, near).tolist() == ["bag", "bag", "half", "short", "short", "half", "tube"]
    assert gently(forms, near * 10).tolist() == forms.tolist()
    found = 0
    for name in ("take", "speak", "pour", "decline"):
        section = rehearse(name)
        body = posed(section, cast_of([section]))[role_of(name)]
        found += sum("half" in body.shown[sleeve] for sleeve in SLEEVES)
    assert found
