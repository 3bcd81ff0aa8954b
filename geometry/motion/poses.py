"""The poses of assets/gestures/poses.toml as rows of numbers for the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from geometry.figure.hands import SHAPES
from geometry.figure.measure import HEIGHT, WAIST
from geometry.motion.quat import Floats
from geometry.motion.solve import FIELDS, INDEX
from layout.data import Record, asset, load_toml
from layout.errors import DataError, UnknownNameError
from rite.gestures import load_gestures

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Hand = Literal["none", "left", "right", "both", "joined"]
Shapes = tuple[str, str]
OPEN, FIST = "open", "fist"
"""Shapes of hands of which nothing else is said (geometry.figure.hands)."""

STANCES: Mapping[str, Triple] = {
    "stand": (0.0, WAIST, 0.0),
    "low": (0.0, 0.92, -0.07),
    "half": (0.0, 0.76, -0.08),
    "crouch": (0.0, 0.70, -0.12),
    "rise": (0.0, 0.78, -0.05),
    "kneel-up": (0.0, 0.561, -0.03),
    "forward": (0.0, 0.569, -0.01),
    "sit": (0.0, 0.40, -0.22),
    "stoop": (0.0, 0.417, -0.18),
}
"""Where the waist is, in metres of the root frame."""
KNEELING = ("kneel-up", "forward", "sit", "stoop")
_LEFT, _RIGHT = INDEX["left_x"], INDEX["right_x"]
_HIP, _TORSO = INDEX["hip_pitch"], INDEX["torso"]


class _Pose(Record, frozen=True):
    torso: float | None = None
    nod: float | None = None
    look: float | None = None
    turn: float | None = None
    side: float | None = None
    tilt: float | None = None
    hips: float | None = None
    both: Triple | None = None
    left: Triple | None = None
    right: Triple | None = None
    floor: bool = False
    waist: str | None = None
    elbow: float | Pair | None = None
    palm: float | Pair | None = None
    cuff: Hand | None = None
    fist: Hand | None = None
    meet: Hand = "none"
    shift: Triple = (0.0, 0.0, 0.0)
    thing: Triple | None = None
    nocked: bool | None = None
    empty: bool = False
    hem: bool = False


@dataclass(frozen=True, eq=False)
class Key:
    """A pose made ready: `row` for the solver, and what cannot be blended: sleeves pushed back, fists, hands that go to the
    target of the act."""

    row: Floats
    cuff: Hand = "none"
    fist: Hand = "none"
    meet: Hand = "none"
    shift: Triple = (0.0, 0.0, 0.0)
    """From the target of the act to where the hands go: outward, up, forward in m."""
    hand: Shapes = (OPEN, OPEN)
    """The shape of the left and of the right hand."""
    hem: bool = False
    """The hem is held up."""


@cache
def load_poses() -> Mapping[str, _Pose]:
    """The poses by name. Raises DataError for an unknown stance, or a pose that the gesture table names and nobody defines."""
    poses = load_toml(asset("gestures", "poses.toml"), dict[str, _Pose])
    for name, pose in poses.items():
        if pose.waist is not None and pose.waist not in STANCES:
            raise DataError("assets/gestures/poses.toml", None, f"{name}.waist", f"unknown stance {pose.waist}")
    for gesture in load_gestures().values():
        for phase in gesture.phases:
            for wanted in (phase.pose, phase.bow):
                if wanted and wanted != "rest" and wanted not in poses:
                    raise UnknownNameError("pose", wanted, poses, f"assets/gestures: {gesture.id}")
    return poses


@cache
def load_hands() -> Mapping[str, Shapes]:
    """The shapes of the left and of the right hand by pose. Raises UnknownNameError for a shape that nobody knows."""
    found: dict[str, Shapes] = {}
    for name, given in load_toml(asset("gestures", "hands.toml"), dict[str, str | Shapes]).items():
        shapes = (given, given) if isinstance(given, str) else given
        for shape in shapes:
            if shape not in SHAPES:
                raise UnknownNameError("shape of a hand", shape, SHAPES, f"assets/gestures/hands.toml: {name}")
        found[name] = shapes
    return found


def _shapes(name: str, pose: _Pose, base: Shapes) -> Shapes:
    """The shapes of the hands in a pose laid over a base."""
    named = load_hands().get(name)
    if named is not None:
        return named
    if pose.fist is None:
        return base
    left, right = (FIST if pose.fist in (side, "both") else OPEN for side in ("left", "right"))
    return left, right


def blank(posture: str) -> Key:
    """The row of a body at rest with empty hands, standing or kneeling."""
    key = _blank("stand" if posture == "stand" else "sit")
    return replace(key, row=key.row.copy())


@cache
def _blank(stance: str) -> Key:
    row = np.zeros(len(FIELDS))
    row[0:3] = STANCES[stance]
    return apply(stance, Key(row), "stand" if stance == "stand" else "kneel")


@dataclass(frozen=True, eq=False)
class _Ready:
    """A pose made ready to be laid over rows: `at` and `values` of what it states outright, and its hands by the column at which
    they begin: (column, point, whether it is meant from the floor)."""

    pose: _Pose
    at: NDArray[np.int64]
    values: Floats
    hands: tuple[tuple[int, Triple, bool], ...]


@cache
def _ready(name: str) -> _Ready:
    try:
        pose = load_poses()[name]
    except KeyError:
        raise UnknownNameError("pose", name, load_poses()) from None
    return _made(pose)


def _made(pose: _Pose) -> _Ready:
    stated: dict[str, float | None] = {
        "torso": pose.torso, "nod": pose.nod, "look": pose.look, "turn": pose.turn, "side": pose.side, "tilt": pose.tilt,
        "hip_turn": pose.hips,
    }  # fmt: skip
    hands = []
    for n, (side, sign) in enumerate((("left", 1.0), ("right", -1.0))):
        place = (pose.left if side == "left" else pose.right) or pose.both
        if place is not None:
            out, up, forward = place
            high = up if pose.floor else up * HEIGHT - WAIST
            hands.append((INDEX[f"{side}_x"], (sign * out, high, forward), pose.floor))
        for field, value in (("elbow", pose.elbow), ("palm", pose.palm)):
            if value is not None:
                stated[f"{side}_{field}"] = value[n] if isinstance(value, tuple) else value
    if pose.thing is not None:
        stated |= dict(zip(("thing_pitch", "thing_turn", "thing_roll"), pose.thing, strict=True))
    if pose.nocked is not None:
        stated["arrow"] = 1.0 if pose.nocked else 0.0
    given = {INDEX[field]: value for field, value in stated.items() if value is not None}
    return _Ready(pose, np.array(list(given), dtype=np.int64), np.array(list(given.values())), tuple(hands))


_HANDS = ("left", "right", "both", "elbow", "palm", "cuff", "fist", "thing", "nocked")


@cache
def _body_only(name: str) -> _Ready:
    """A pose without what it says of the hands."""
    pose = msgspec.structs.replace(load_poses()[name], **dict.fromkeys(_HANDS, None))
    return _made(pose)


def apply(name: str, base: Key, posture: str, literal: bool = False, busy: bool = False) -> Key:
    """A named pose laid over a base. `posture` stand or kneel decides which stances make sense; `literal` takes the stance
    as it is (while kneeling down and rising); hands that are `busy` holding something are left alone by poses for empty ones."""
    ready = _ready(name)
    away = busy and ready.pose.empty
    if away:
        ready = _body_only(name)
    pose = ready.pose
    row = base.row.copy()
    stance = pose.waist
    if stance is not None and not literal and (posture == "stand") == (stance in KNEELING):
        stance = None
    if stance is not None:
        shift = np.array(STANCES[stance]) - row[0:3]
        row[0:3] = STANCES[stance]
        # What the pose does not place keeps its place on the body.
        row[_LEFT : _LEFT + 3] += shift
        row[_RIGHT : _RIGHT + 3] += shift
    row[ready.at] = ready.values
    if posture != "stand" and row[1] < 0.7:
        row[INDEX["hip_turn"]] = 0.0
    for at, (x, y, z), floor in ready.hands:
        row[at : at + 3] = (x, y, z) if floor else (x, y + row[1], z + row[2])
    row[_HIP] = _hip_pitch(float(row[_TORSO]), float(row[1]))
    return Key(
        row,
        pose.cuff if pose.cuff is not None else base.cuff,
        pose.fist if pose.fist is not None else base.fist,
        pose.meet,
        pose.shift,
        base.hand if away else _shapes(name, pose, base.hand),
        pose.hem and not away,
    )


def hip_pitch(torso: Floats, waist: Floats) -> Floats:
    """How much of the torso's bend the hips share: a sixth, and no more of a deep bow than of a
    half one, or the jacket would stand off behind."""
    kneeling = np.clip((0.8 - waist) / 0.3, 0.0, 1.0)
    shared: Floats = (0.16 - 0.02 * kneeling) * np.minimum(torso, 95.0 - 45.0 * kneeling)
    return shared


def _hip_pitch(torso: float, waist: float) -> float:
    """The same of one pose, without arrays."""
    kneeling = min(max((0.8 - waist) / 0.3, 0.0), 1.0)
    return (0.16 - 0.02 * kneeling) * min(torso, 95.0 - 45.0 * kneeling)


def shifted(key: Key, stoop: float) -> Key:
    """The same pose of an older back: bent a little more, the gaze kept."""
    row = key.row.copy()
    row[INDEX["torso"]] += stoop
    return replace(key, row=row)
