"""What hands work at: sticks on the skin, the string in the hand, the zither on the shoulder, the cup that stays upright; forms of cloth."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from geometry.catalogue import grips, mesh
from geometry.figure.measure import FORE, HAND, SHOULDER_HALF, SHOULDER_UP
from geometry.finish import open_edges
from geometry.motion.equipment import equipped
from geometry.motion.holds import hold_of
from geometry.motion.others import COMPANIONS
from geometry.motion.props import PROPS, prop_mesh
from geometry.motion.rehearsal import LEAD, rehearse
from geometry.motion.scenery import HANDLED
from geometry.sampler import Sampler
from geometry.scene import Scene
from geometry.things.chimes import MALLET_HALF, MALLET_LONG, build_chimes
from layout.choices import Choices
from layout.evidence import derive
from rite.gestures import gesture, load_gestures
from rite.model import GestureAct, PersonActs, RootKey, StagedSection, ThingActs, ThingKey

View = tuple[Scene, Sampler]
UNIT = 0.231


@pytest.mark.parametrize(("t", "stick"), [(600, "stick-1"), (1000, "stick-2")])
def test_each_stick_comes_down_on_the_skin(t: int, stick: str, seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:  # fmt: skip
    _, sampler = seen(rehearse("drum"), UNIT)
    tip = trace(sampler, stick, np.array([LEAD + t]), (0.0, 0.0, 0.33))[0]
    drum = sampler.world(0, 0)[sampler.index["drum-about-1"]]
    local = np.linalg.inv(drum.astype(float)) @ np.array([*tip, 1.0])
    assert abs(local[2]) == pytest.approx(0.35, abs=0.03)
    assert np.hypot(local[0], local[1] - 0.88) < 0.29


def test_the_mallet_comes_on_the_face_of_a_stone(seen: Callable[..., View]) -> None:
    """Its head lies flat on one of the sixteen; he stands as far from the rack as he does in the rite."""
    _, sampler = seen(rehearse("strike"), UNIT)
    t = LEAD + (gesture("strike").contact_ms or 0)
    mallet, chimes = (sampler.world(0, t)[sampler.index[id]].astype(float) for id in ("mallet", "chimes-about-1"))
    local = np.linalg.inv(chimes) @ mallet
    face, way = (local @ np.array([0.0, MALLET_LONG, MALLET_HALF, 1.0]))[:3], local[:3, 2]
    (stones,) = (p.mesh for p in build_chimes(derive(Choices()), 0) if p.id == "stones")
    against = stones.face_normals @ way < -0.95
    struck = 0
    for (a, b, c), normal in zip(stones.triangles[against], stones.face_normals[against], strict=True):
        if abs(float((face - a) @ normal)) < 0.006:
            share = np.linalg.lstsq(np.column_stack([b - a, c - a]), face - a, rcond=None)[0]
            struck += bool((share >= 0.0).all() and share.sum() <= 1.0)
    assert struck == 1


@pytest.mark.parametrize("name", ["bow-flat", "step-on-mark", "set-arrow"])
def test_the_right_hand_is_at_the_string(
    name: str, seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    """執弓: the left hand at the grip, the right at the string, whose middle is 21 cm behind the grip of a bow at rest."""
    _, sampler = seen(rehearse(name), UNIT)
    t = np.array([200])
    archer = "archer-1-upper"
    string = trace(sampler, "bow-1", t, (0.0, 0.0, -0.2087))[0]
    hand = trace(sampler, f"{archer}-hand-right", t, (0.0, 0.0, HAND))[0]
    assert np.linalg.norm(string - hand) < 0.03


def test_a_zither_rides_on_the_left_shoulder(seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    """It rests on the shoulder aslant, its strings toward the head and clear of it; the hand is under its front half, most of it behind."""
    _, sampler = seen(rehearse("shoulder-zither"), UNIT)
    t = np.array([LEAD + 1700])
    zither = sampler.world(0, int(t[0]))[sampler.index["zither-prop-1"]].astype(float)
    torso = sampler.world(0, int(t[0]))[sampler.index["leader-1-torso"]].astype(float)
    shoulder = (torso @ np.array([SHOULDER_HALF, SHOULDER_UP, 0.0, 1.0]))[:3]
    head = trace(sampler, "leader-1-head", t, (0.0, 0.12, 0.0))[0]
    edge = np.array([(zither @ np.array([x, 0.0, -0.208, 1.0]))[:3] for x in np.linspace(-0.8, 0.8, 161)])
    over = edge[np.abs(edge[:, 2] - shoulder[2]).argmin()]
    assert 0.0 < over[1] - shoulder[1] < 0.10
    assert abs(over[0] - shoulder[0]) < 0.05
    # The strings, +Y of the zither, look to his right and up; its head, −X, goes before.
    assert zither[0, 1] < -0.6
    assert zither[1, 1] > 0.6
    assert zither[2, 0] < -0.95
    assert zither[2, 3] < shoulder[2]
    # Nothing of it is nearer to the middle of his face than his ear is.
    face = [
        (zither @ np.array([x, 0.12, z, 1.0]))[:3] - head for x in np.linspace(-0.8, 0.8, 41) for z in (-0.2, -0.1, 0.0)
    ]
    assert min(float(np.linalg.norm(p)) for p in face) > 0.13
    hand = trace(sampler, "leader-1-hand-left", t, (0.0, 0.0, HAND))[0]
    held = np.linalg.inv(zither) @ np.array([*hand, 1.0])
    assert -0.5 < held[0] < -0.2
    assert abs(held[1]) < 0.04


def test_a_cup_stays_upright_while_it_is_filled(seen: Callable[..., View]) -> None:
    _, sampler = seen(rehearse("pour"), UNIT)
    for t in range(0, 4800, 200):
        assert sampler.world(0, t)[sampler.index["cup-1"]][1, 1] > 0.99, t


@pytest.mark.parametrize("kind", sorted(PROPS))
def test_shapes_of_the_sheets_are_closed(kind: str) -> None:
    assert open_edges(prop_mesh(kind)) == 0


@pytest.mark.parametrize("name", ["untie-cloth", "tie-cord", "spread-mat"])
def test_forms_follow_one_another_without_a_gap(name: str) -> None:
    """At every moment one form of the cloth (the mat, the cord) is seen, and only one."""
    group = {"untie-cloth": ("cloth",), "tie-cord": ("corner", "cord"), "spread-mat": ("mat",)}[name]
    section = rehearse(name)
    for stem in group:
        own = [t for id, t in section.things.items() if id.startswith(stem) and "about" not in id]
        assert len(own) >= 3
        for t in range(0, section.duration, 50):
            seen = sum(next(k for k in reversed(thing.keys) if k.t <= t).visible for thing in own)
            assert seen == 1, (stem, t)


def test_companions_are_of_gestures_and_hold_what_is_known() -> None:
    assert set(COMPANIONS) | set(HANDLED) <= set(load_gestures())
    for name in COMPANIONS:
        assert len(rehearse(name).people) == 2


def test_a_zither_is_lifted_in_both_hands_and_handed_over_in_both() -> None:
    acts = PersonActs(
        "leader-1",
        (RootKey(0, 0.0, 0.0, 0.0, 0.0),),
        (),
        (
            GestureAct(1000, 2200, "take", thing="zither-1"),
            GestureAct(2200, 4000, "shoulder-zither"),
            GestureAct(20000, 23000, "hand-zither", "zither-1", "zither-1"),
        ),
    )
    keys = (
        ThingKey(0, None, "", 0.0, 2.0, 0.0),
        ThingKey(1650, "leader-1", "shoulder-left"),
        ThingKey(21600, "zither-1", "both-hands"),
    )
    section = StagedSection(
        13, "x", "", "", "", 30000, (), {"leader-1": acts}, {"zither-1": ThingActs("zither-1", "zither", keys)}
    )
    made = equipped(section).things["zither-1"].keys
    assert [k.slot for k in made] == ["", "both-hands", "shoulder-left", "give", "both-hands"]
    assert [k.t for k in made] == sorted({k.t for k in made})
    assert made[3].t == 20000


def test_the_guide_has_the_blind_man_by_the_arm(seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    """His right hand lies on the forearm that is next to him, from his taking it to his leading on; on the outside of the sleeve."""
    section = rehearse("guide")
    _, sampler = seen(section, UNIT)
    t = np.array([LEAD + 500, LEAD + 900, LEAD + 1200])
    hand = trace(sampler, "leader-1-hand-right", t, (0.0, 0.0, HAND))
    elbow, wrist = (trace(sampler, "singer-1-fore-left", t, (0.0, 0.0, z)) for z in (0.0, FORE))
    way = wrist - elbow
    share = np.einsum("ij,ij->i", hand - elbow, way) / np.einsum("ij,ij->i", way, way)
    assert ((share > 0.2) & (share < 1.0)).all()
    off = np.linalg.norm(hand - elbow - way * share[:, None], axis=1)
    assert ((off > 0.05) & (off < 0.11)).all()


@pytest.mark.parametrize("at", [800, 1800, 3800])
def test_the_mouthpiece_is_at_the_lips(at: int, seen: Callable[..., View], trace: Callable[..., np.ndarray]) -> None:
    _, sampler = seen(rehearse("blow"), UNIT)
    t = np.array([LEAD + at])
    mouth = grips("mouth-organ", derive(Choices()))["mouth"]
    lips = trace(sampler, "piper-1-head", t, (0.0, 0.0733, 0.108))[0]
    assert np.linalg.norm(trace(sampler, "mouth-organ-prop-1", t, mouth)[0] - lips) < 0.02
    # Its pipes lean away from the face.
    top = trace(sampler, "mouth-organ-prop-1", t, (0.0, 0.9, 0.0))[0]
    assert top[2] - lips[2] > 0.3


def test_what_is_let_out_or_unrolled_is_in_the_hand(
    seen: Callable[..., View], trace: Callable[..., np.ndarray]
) -> None:
    """The free edge of the cloth goes with the right hand, the rolled end of the mat with the left; neither lies beyond his reach."""
    _, sampler = seen(rehearse("untie-cloth"), UNIT)
    edge = trace(sampler, "cloth-most", np.array([LEAD + 3800]), (-0.70, 1.12, 0.0))[0]
    hand = trace(sampler, "pupil-1-hand-right", np.array([LEAD + 3800]), (0.0, 0.0, HAND))[0]
    assert np.linalg.norm(edge - hand) < 0.13
    _, sampler = seen(rehearse("spread-mat"), UNIT)
    for at, form, long in ((1980, "mat-half", 0.80), (2700, "mat-most", 1.45)):
        t = np.array([LEAD + at])
        hand = trace(sampler, "attendant-1-hand-left", t, (0.0, 0.0, HAND))[0]
        roll = trace(sampler, form, t, (0.0, 0.05, long))[0]
        assert abs(float(hand[0] - roll[0])) < 0.16
    mat = trace(sampler, "mat", np.array([LEAD + 3900]))[0]
    assert abs(float(mat[0])) + 0.924 < 1.1


@pytest.mark.parametrize(("kind", "high"), [("cup-stand", 0.12)])
def test_hands_are_at_the_sides_of_what_they_carry(kind: str, high: float) -> None:
    """Between half of what is carried there and the thickness of a hand beyond it."""
    points = np.vstack([p.positions for p in mesh(kind, derive(Choices())).primitives])
    waist = float(np.abs(points[np.abs(points[:, 1] - high) < 0.02][:, 0]).max())
    hold = hold_of(kind, ThingKey(0, "guest", "both-hands"))
    assert hold.grip[1] == high
    assert 0.0 < hold.half - waist < 0.03
