"""From the numbers of a pose to joints: two-bone inverse kinematics of arms and legs for all people at once.

A pose is a row of numbers (`FIELDS`) in the frame of the root: metres of a body 1.68 m tall, degrees, +X to his left, +Z forward.
Nothing loops over people: `solve` takes (n, len(FIELDS)) and gives every joint of all n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geometry.figure.garments import KNEEL
from geometry.figure.measure import (
    ANKLE,
    FORE,
    HAND,
    HIP_BELOW_WAIST,
    HIP_HALF,
    NECK_FORWARD,
    NECK_UP,
    SHIN,
    SHOULDER_HALF,
    SHOULDER_UP,
    THIGH,
    UPPER,
)
from geometry.figure.trunk import SHALLOW
from geometry.motion import quat
from geometry.motion.quat import Floats

FIELDS = (
    "waist_x", "waist_y", "waist_z", "hip_turn", "hip_pitch",
    "torso", "turn", "side", "nod", "look", "tilt",
    "left_x", "left_y", "left_z", "left_elbow", "left_palm",
    "right_x", "right_y", "right_z", "right_elbow", "right_palm",
    "thing_pitch", "thing_turn", "thing_roll", "arrow",
)  # fmt: skip
INDEX = {name: n for n, name in enumerate(FIELDS)}
_ARM = UPPER + FORE + HAND
_REACH = 0.985 * _ARM
LOW = 0.62
"""Height of the waist below which a body is on its knees."""
KNEE = (0.055, 0.119)
"""Where the knees then are: height, and distance before the root."""
SWAY = 0.10
"""How far to the side the waist of a kneeling body goes after its hands, in m."""
_BAG, _BAG_ELBOW = 0.44, 0.32
"""How deep a sleeve hangs from the wrist and from the elbow, in m."""
_LAP = np.array([[r.y, r.rx, r.front, r.back] for r in KNEEL])
_LAP_WAIST = 0.40
"""The skirt of one who sits on his heels, and the height of his waist."""


@dataclass(frozen=True, eq=False)
class Joints:
    """Solved bodies: local rotations (n, 4) of the joints by name, `waist` (n, 3), and in the frame of the root the positions
    of shoulders, elbows, wrists and grips, by side."""

    rotation: dict[str, Floats]
    waist: Floats
    torso: Floats
    shoulder: dict[str, Floats]
    elbow: dict[str, Floats]
    wrist: dict[str, Floats]
    grip: dict[str, Floats]
    head: Floats
    hand: dict[str, Floats]
    """Rotation of each hand in the frame of the root."""


def solve(pose: Floats) -> Joints:
    """All joints of n bodies. Hands out of reach draw the torso after them, as far as a body goes."""
    col = {name: pose[:, n] for name, n in INDEX.items()}
    waist = pose[:, 0:3]
    target = {"left": pose[:, 11:14], "right": pose[:, 16:19]}
    pitch = col["torso"].copy()
    waist, pitch, torso, shoulder, target = _lean(waist, pitch, col, target)
    hips = quat.multiply(quat.about(1, -col["hip_turn"]), quat.about(0, col["hip_pitch"]))
    rotation = {"hips": hips, "torso": quat.multiply(quat.conjugate(hips), torso)}
    gaze = quat.multiply(
        quat.multiply(quat.about(1, -col["look"]), quat.about(0, col["nod"])), quat.about(2, col["tilt"])
    )
    rotation["head"] = quat.multiply(quat.conjugate(torso), gaze)
    back = quat.rotate(torso, np.broadcast_to([0.0, 0.0, -1.0], waist.shape))
    elbows, wrists, grips, hands = {}, {}, {}, {}
    # Over the lap a sleeve is gathered, and needs so much less room.
    gathered = 1.0 - (1.0 - SHALLOW) * np.clip((1.0 - waist[:, 1]) / 0.34, 0.0, 1.0)
    for name, sign in (("left", 1.0), ("right", -1.0)):
        out = quat.rotate(torso, np.broadcast_to([sign, 0.0, 0.0], waist.shape))
        lift = np.radians(col[f"{name}_elbow"])[:, None]
        pole = np.array([0.0, -1.0, 0.0]) * np.cos(lift) + out * np.sin(lift) + back * 0.25 * np.cos(lift)
        elbow, grip = two_bone(shoulder[name], target[name], pole, UPPER, FORE + HAND)
        upper = _unit(elbow - shoulder[name])
        fore = _unit(grip - elbow)
        # Sleeves hang to the ground: the bag is rolled about its bone, except along a bone that is upright.
        # Those of lowered arms lean toward the body; those of raised ones have nothing to lean on.
        lean = 0.28 * np.clip((shoulder[name][:, 1] - elbow[:, 1] - 0.06) / 0.16, 0.0, 1.0)[:, None]
        up = np.array([0.0, 1.0, 0.0]) - lean * back * np.array([1.0, 0.0, 1.0])
        q_upper, q_hand = quat.along(upper, up), quat.along(fore, up)
        # Over the lap and near the floor a bag cannot hang: it is spread outward until it just lies there.
        wrist = elbow + fore * FORE
        room = np.minimum(
            _above_lap(elbow + fore * 0.07, waist) / _BAG_ELBOW, _above_lap(wrist, waist) / _BAG,
        ) / gathered  # fmt: skip
        spread = sign * np.degrees(np.arccos(np.clip(room, 0.12, 1.0)))
        q_fore = quat.multiply(q_hand, quat.about(2, spread))
        room = (elbow[:, 1] + shoulder[name][:, 1]) / 2 / _BAG
        q_upper = quat.multiply(q_upper, quat.about(2, sign * np.degrees(np.arccos(np.clip(room * 1.3, 0.12, 1.0)))))
        q_hand = quat.multiply(q_hand, quat.about(2, -sign * col[f"{name}_palm"]))
        rotation[f"upper-{name}"] = quat.multiply(quat.conjugate(torso), q_upper)
        rotation[f"fore-{name}"] = quat.multiply(quat.conjugate(q_upper), q_fore)
        rotation[f"hand-{name}"] = quat.multiply(quat.conjugate(q_fore), q_hand)
        elbows[name], wrists[name], grips[name] = elbow, elbow + fore * FORE, grip
        hands[name] = q_hand
    neck = waist + quat.rotate(torso, np.broadcast_to([0.0, NECK_UP, NECK_FORWARD], waist.shape))
    return Joints(rotation, waist, torso, shoulder, elbows, wrists, grips, neck, hands)


def _above_lap(point: Floats, waist: Floats) -> Floats:
    """How high points (n, 3) are above what lies under them: the lap of a kneeling body, else the floor."""
    above = point[:, 1].copy()
    low = np.flatnonzero(waist[:, 1] < 1.0)
    if not len(low):
        return above
    p, at = point[low], waist[low]
    x, z = p[:, 0] - at[:, 0], p[:, 2] - at[:, 2]
    x, z, front = x * x, z * z, z > 0
    kneeling = np.minimum((1.0 - at[:, 1]) / 0.45, 1.0)
    # Where the skirt, ring by ring from above, first reaches out as far as the point.
    high = np.full(len(low), _LAP[0, 0])
    before = x / _LAP[0, 1] ** 2 + z / np.where(front, _LAP[0, 2], _LAP[0, 3]) ** 2
    for k in range(1, len(_LAP)):
        after = x / _LAP[k, 1] ** 2 + z / np.where(front, _LAP[k, 2], _LAP[k, 3]) ** 2
        part = np.clip((before - 1.0) / np.maximum(before - after, 1e-6), 0.0, 1.0)
        high = np.where(before > 1.0, _LAP[k - 1, 0] + (_LAP[k, 0] - _LAP[k - 1, 0]) * part, high)
        before = after
    above[low] -= np.where(before > 1.0, 0.0, high) * kneeling * (at[:, 1] / _LAP_WAIST)
    return above


def _lean(
    waist: Floats, pitch: Floats, col: dict[str, Floats], target: dict[str, Floats]
) -> tuple[Floats, Floats, Floats, dict[str, Floats], dict[str, Floats]]:
    """The torso bent (and the hips carried forward a little) until both hands reach; a hand of a standing
    body that is near enough goes along with its shoulder, so that it is not left behind."""
    waist, pitch = waist.copy(), pitch.copy()
    beside = waist[:, 0].copy()
    torso = np.empty((len(waist), 4))
    shoulder = {name: np.empty_like(waist) for name in ("left", "right")}
    first: dict[str, Floats] = {}
    stays: dict[str, Floats] = {}
    yaw, roll = quat.about(1, -col["turn"]), quat.about(2, -col["side"])
    # Those that have just been bent or moved: most reach at once what they reach for.
    rows = np.arange(len(waist))
    for turn in range(10):
        torso[rows] = quat.multiply(quat.multiply(yaw[rows], quat.about(0, pitch[rows])), roll[rows])
        for name, sign in (("left", 1.0), ("right", -1.0)):
            out = np.broadcast_to([sign * SHOULDER_HALF, SHOULDER_UP, 0.0], (len(rows), 3))
            shoulder[name][rows] = waist[rows] + quat.rotate(torso[rows], out)
        if turn == 0:
            first = {name: at.copy() for name, at in shoulder.items()}
            for name in ("left", "right"):
                over = np.linalg.norm(target[name] - shoulder[name], axis=1) - _REACH
                stays[name] = np.clip(over / 0.04 + 1.0, 0.0, 1.0)
        if turn == 9:
            break
        need = np.zeros(len(rows))
        toward = np.zeros((len(rows), 3))
        for name in ("left", "right"):
            gap = target[name][rows] - shoulder[name][rows]
            length = np.linalg.norm(gap, axis=1)
            over = np.maximum(length - _REACH, 0.0)
            more = over > need
            need = np.where(more, over, need)
            toward = np.where(more[:, None], gap / np.maximum(length, 1e-9)[:, None], toward)
        if not np.any(need > 1e-4):
            break
        bent, at = pitch[rows], waist[rows]
        room = np.clip((95.0 - bent) / 95.0, 0.0, 1.0)
        pitch[rows] = bent + np.degrees(need / 0.36) * np.clip(room * 1.5, 0, 1) * (toward[:, 2] > -0.2)
        shift = toward * (need * 0.35)[:, None]
        shift[:, 1] = np.maximum(shift[:, 1], -0.05)
        moved = at + shift
        # On his knees a body leans about them: the thigh keeps its length.
        kneeling = moved[:, 1] < LOW
        moved[:, 2] = np.where(kneeling, np.minimum(moved[:, 2], KNEE[1] + 0.10), moved[:, 2])
        moved[:, 0] = np.where(kneeling, np.clip(moved[:, 0], beside[rows] - SWAY, beside[rows] + SWAY), moved[:, 0])
        high = KNEE[0] + np.sqrt(np.maximum(THIGH**2 - (moved[:, 2] - KNEE[1]) ** 2, 0.02)) + HIP_BELOW_WAIST
        moved[:, 1] = np.where(kneeling & (need > 1e-4), high, moved[:, 1])
        waist[rows] = moved
        rows = rows[(need > 0.0) | (moved != at).any(axis=1)]
    standing = np.clip((waist[:, 1] - LOW) / 0.15, 0.0, 1.0)
    along = {
        name: target[name] + (shoulder[name] - first[name]) * (standing * (1.0 - stays[name]))[:, None]
        for name in ("left", "right")
    }
    return waist, pitch, torso, shoulder, along


def two_bone(root: Floats, target: Floats, pole: Floats, first: float, second: float) -> tuple[Floats, Floats]:
    """Where the middle joint and the end of two bones come to lie: the end on the target (or as far toward it as they reach),
    the middle bent toward `pole`. All (n, 3)."""
    gap = target - root
    length = np.linalg.norm(gap, axis=1)
    straight = gap / np.maximum(length, 1e-9)[:, None]
    reach = np.clip(length, abs(first - second) + 1e-3, (first + second) * 0.9995)
    side = pole - straight * np.sum(pole * straight, axis=1, keepdims=True)
    side = _unit(side)
    a = (first**2 - second**2 + reach**2) / (2 * reach)
    h = np.sqrt(np.maximum(first**2 - a**2, 0.0))
    middle = root + straight * a[:, None] + side * h[:, None]
    return middle, root + straight * reach[:, None]


def legs(waist: Floats, hips: Floats, foot: dict[str, Floats], turn: dict[str, Floats]) -> dict[str, Floats]:
    """Knees (n, 3) by side, from the hips (rotation `hips` (n, 4)) to the ankles of feet at `foot` (n, 3: the sole under the
    ankle) turned by `turn` (n, 4); knees forward."""
    forward = quat.rotate(hips, np.broadcast_to([0.0, 0.0, 1.0], waist.shape))
    knees = {}
    for name, sign in (("left", 1.0), ("right", -1.0)):
        hip = waist + quat.rotate(hips, np.broadcast_to([sign * HIP_HALF, -HIP_BELOW_WAIST, 0.0], waist.shape))
        ankle = foot[name] + quat.rotate(turn[name], np.broadcast_to([0.0, ANKLE, 0.0], waist.shape))
        pole = forward + np.array([0.0, -0.35, 0.0]) * (waist[:, 1:2] < LOW)
        knees[name] = two_bone(hip, ankle, pole, THIGH, SHIN)[0]
    return knees


def _unit(v: Floats) -> Floats:
    unit: Floats = v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)
    return unit
