"""The poses of assets/gestures/poses.toml as rows of numbers for the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np

from geometry.figure.measure import HEIGHT, WAIST
from geometry.motion.quat import Floats
from geometry.motion.solve import FIELDS, INDEX
from layout.data import Record, asset, load_toml
from layout.errors import DataError, UnknownNameError
from rite.gestures import load_gestures

Pair = tuple[float, float]
Triple = tuple[float, float, float]
Hand = Literal["none", "left", "right", "both", "joined"]

STANCES: Mapping[str, Triple] = {
    "stand": (0.0, WAIST, 0.0),
    "low": (0.0, 0.92, -0.07),
    "half": (0.0, 0.76, -0.08),
    "rise": (0.0, 0.78, -0.05),
    "kneel-up": (0.0, 0.561, -0.03),
    "forward": (0.0, 0.569, -0.01),
    "sit": (0.0, 0.40, -0.22),
    "stoop": (0.0, 0.417, -0.18),
}
"""Where the waist is, in metres of the root frame."""
KNEELING = ("kneel-up", "forward", "sit", "stoop")


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
    thing: Triple | None = None
    nocked: bool | None = None


@dataclass(frozen=True, eq=False)
class Key:
    """A pose made ready: `row` for the solver, and what cannot be blended: sleeves pushed back, fists, hands that go to the
    target of the act."""

    row: Floats
    cuff: Hand = "none"
    fist: Hand = "none"
    meet: Hand = "none"


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


def blank(posture: str) -> Key:
    """The row of a body at rest with empty hands, standing or kneeling."""
    row = np.zeros(len(FIELDS))
    row[0:3] = STANCES["stand" if posture == "stand" else "sit"]
    return apply("stand" if posture == "stand" else "sit", Key(row), posture)


def apply(name: str, base: Key, posture: str, literal: bool = False) -> Key:
    """A named pose laid over a base. `posture` stand or kneel decides which stances make sense; `literal` takes the stance
    as it is (while kneeling down and rising)."""
    try:
        pose = load_poses()[name]
    except KeyError:
        raise UnknownNameError("pose", name, load_poses()) from None
    row = base.row.copy()
    stance = pose.waist
    if stance is not None and not literal and (posture == "stand") == (stance in KNEELING):
        stance = None
    before = row[0:3].copy()
    if stance is not None:
        row[0:3] = STANCES[stance]
        # What the pose does not place keeps its place on the body.
        for first in (INDEX["left_x"], INDEX["right_x"]):
            row[first : first + 3] += row[0:3] - before
    for field, name_in_row in (
        ("torso", "torso"), ("nod", "nod"), ("look", "look"), ("turn", "turn"), ("side", "side"), ("tilt", "tilt"),
        ("hips", "hip_turn"),
    ):  # fmt: skip
        value = getattr(pose, field)
        if value is not None:
            row[INDEX[name_in_row]] = value
    if posture != "stand" and row[1] < 0.7:
        row[INDEX["hip_turn"]] = 0.0
    for side, sign in (("left", 1.0), ("right", -1.0)):
        place = pose.left if side == "left" else pose.right
        place = place or pose.both
        at = INDEX[f"{side}_x"]
        if place is not None:
            out, up, forward = place
            if pose.floor:
                row[at : at + 3] = (sign * out, up, forward)
            else:
                row[at : at + 3] = (sign * out, up * HEIGHT - WAIST + row[1], forward + row[2])
        for field in ("elbow", "palm"):
            value = getattr(pose, field)
            if value is not None:
                pair = value if isinstance(value, tuple) else (value, value)
                row[INDEX[f"{side}_{field}"]] = pair[0 if side == "left" else 1]
    if pose.thing is not None:
        at = INDEX["thing_pitch"]
        row[at : at + 3] = pose.thing
    if pose.nocked is not None:
        row[INDEX["arrow"]] = 1.0 if pose.nocked else 0.0
    row[INDEX["hip_pitch"]] = hip_pitch(float(row[INDEX["torso"]]), float(row[1]))
    return Key(
        row,
        pose.cuff if pose.cuff is not None else base.cuff,
        pose.fist if pose.fist is not None else base.fist,
        pose.meet,
    )


def hip_pitch(torso: float, waist: float) -> float:
    """How much of the torso's bend the hips share: little while standing, almost half on the knees."""
    kneeling = float(np.clip((0.8 - waist) / 0.3, 0.0, 1.0))
    return torso * (0.25 - 0.09 * kneeling)


def shifted(key: Key, stoop: float) -> Key:
    """The same pose of an older back: bent a little more, the gaze kept."""
    row = key.row.copy()
    row[INDEX["torso"]] += stoop
    return replace(key, row=row)
