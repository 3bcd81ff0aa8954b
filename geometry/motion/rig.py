"""From solved joints to the nodes of a figure: which variant of each part is shown, and how the skirt is stretched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.figure.figure import JOINED
from geometry.figure.garments import SKIRTS, WAISTS
from geometry.figure.measure import FOOT_LONG
from geometry.motion import quat
from geometry.motion.quat import Floats
from geometry.motion.solve import INDEX, Joints

Words = NDArray[np.str_]
KNEELING = ("tall", "kneel", "bow")
"""Skirts of a body on its knees; the jacket has forms of the same names."""
KNEEL_BELOW, SIT_BELOW = 0.66, 0.48
"""Heights of the waist (of 1.68 m) below which the skirts of one upright on his knees, and of one sitting on his heels, are worn."""
CROUCHED, OVER = 0.93, 35.0
"""Height of the waist below which the jacket of one who stands flares over his skirt, and bend of the trunk, in degrees, from which it
then spreads over his thighs."""
LEAN = 7.0
"""How far a standing skirt leans after the waist, in degrees: more would lift its hem off the floor."""
TUBE_UPPER = 0.55
TUBE_FORE = 0.74
"""Steepness (|y| of a unit bone) from which a sleeve hangs along its bone instead of below it."""
DRAWING = 0.12
"""How far below the shoulder an elbow is at most, in m, from which a sleeve pushed back hangs free."""
HALF_UPPER, HALF_FORE = 0.38, 0.58
"""Steepness from which it hangs half as deep, so that no sleeve changes its form at once."""


def among(words: Words, names: Sequence[str]) -> NDArray[np.bool_]:
    """Which words are among a few names."""
    found: NDArray[np.bool_] = words == names[0]
    for name in names[1:]:
        found |= words == name
    return found


def skirt_kind(pose: Floats, walking: NDArray[np.bool_], spread: Floats) -> Words:
    """The skirt of each moment: (n,) of stand, walk, archer, tall, kneel, bow. `spread`: distance of the feet in m (1.68 m tall)."""
    height = pose[:, INDEX["waist_y"]]
    deep = pose[:, INDEX["torso"]] > 62
    upright = np.where(walking, "walk", np.where(spread > 0.235, "archer", "stand"))
    kneeling = np.where(height < SIT_BELOW, np.where(deep, "bow", "kneel"), "tall")
    return np.where(height < KNEEL_BELOW, kneeling, upright)


BEHIND = 0.31
"""How far behind the root a foot may reach, in m, under the skirt of one who stands."""


def foot_behind(where: Mapping[str, Floats], turn: Mapping[str, Floats]) -> NDArray[np.bool_]:
    """Whether a foot reaches so far behind that the hem of one who stands does not cover it: while he kneels down or rises."""
    found = np.zeros(len(where["left"]), dtype=bool)
    for side in ("left", "right"):
        toe = quat.rotate(turn[side], np.broadcast_to([0.0, 0.04, FOOT_LONG - 0.085], where[side].shape))
        found |= where[side][:, 2] + np.minimum(toe[:, 2], 0.0) < -BEHIND
    return found


def jacket(pose: Floats) -> Words:
    """The jacket below the belt of each moment (n,) of one who is not on his knees."""
    height = pose[:, INDEX["waist_y"]]
    flared = np.where(pose[:, INDEX["torso"]] > OVER, "kneel", "tall")
    worn: Words = np.where(height < CROUCHED, flared, "stand")
    return worn


def skirt_place(pose: Floats, kind: Words) -> tuple[Floats, Floats, Floats]:
    """Translation, rotation and scale of the skirt's node, so that its top meets the waist and its hem the floor."""
    waist = pose[:, 0:3]
    cut, middle = np.empty(len(kind)), np.empty(len(kind))
    for k in set(kind.tolist()):
        # Comparing with few words is many times quicker than sorting all of them.
        cut[kind == k], middle[kind == k] = WAISTS[k], SKIRTS[k][0].z
    low = among(kind, KNEELING)
    tall = waist[:, 1] / cut
    wide = np.where(low, 1.0 - 0.12 * np.clip(tall - 1.0, 0.0, 1.0), 1.0 + 0.45 * np.clip(1.0 - tall, 0.0, 1.0))
    at = np.zeros_like(waist)
    at[:, 0] = waist[:, 0] * 0.9
    # Who stands and leans has his waist before his feet: his skirt leans after it, hem on the floor.
    lean = np.where(low, 0.0, np.clip(np.degrees(np.arctan2(waist[:, 2], waist[:, 1])), -LEAN, LEAN))
    top = waist[:, 2] - np.tan(np.radians(lean)) * waist[:, 1]
    at[:, 2] = np.where(low, (waist[:, 2] - middle * wide) * np.where(kind == "tall", 0.85, 0.6), top)
    turn = quat.multiply(quat.about(1, -pose[:, INDEX["hip_turn"]]), quat.about(0, lean))
    return at, turn, np.column_stack([wide, tall, wide])


def sleeves(
    joints: Joints, states: Mapping[str, NDArray[np.bool_]], cuff: Mapping[str, NDArray[np.bool_]],
    index: NDArray[np.int64], kind: Words, joined: NDArray[np.bool_] | None = None,
) -> dict[str, Words]:  # fmt: skip
    """Variant of each sleeve (n,) of samples whose joints are those of `index`. `states`: bare, forearm (bare
    too), guard, low (it is over the hand); `cuff` by side: pushed back;
    `kind`: the skirt, since over a lap sleeves lie gathered; `joined`: whether the hands lie in each other's sleeves."""
    shown: dict[str, Words] = {}
    for side in ("left", "right"):
        upper = joints.elbow[side] - joints.shoulder[side]
        fore = joints.wrist[side] - joints.elbow[side]
        high = (np.abs(upper[:, 1]) / np.linalg.norm(upper, axis=1))[index]
        steep = (np.abs(fore[:, 1]) / np.linalg.norm(fore, axis=1))[index]
        lap = among(kind, KNEELING)
        up = np.where(high > TUBE_UPPER, "tube", np.where(lap | (high > HALF_UPPER), "half", "bag"))
        down = np.where(steep > TUBE_FORE, "tube", np.where(lap | (steep > HALF_FORE), "half", "bag"))
        raised = (joints.elbow[side][:, 1] > joints.shoulder[side][:, 1] - DRAWING)[index]
        down = np.where(cuff[side], np.where(raised, "draw", "short"), down)
        # Pushed back, a sleeve is gathered about the elbow.
        up = np.where(cuff[side] & (up == "bag"), "half", up)
        if joined is not None:
            for form, other in JOINED.items():
                down = np.where(joined & (down == form), other, down)
        if side == "left":
            up = np.where(states["bare"], "bare", up)
            guarded = np.where(states["low"], "guard-low", np.where(states["guard"], "guard", "bare"))
            down = np.where(states["forearm"], guarded, down)
        shown[f"upper-{side}"], shown[f"fore-{side}"] = up, down
    return shown


SHORTLY = 200
"""ms for which a sleeve on its way from one form to another is shown at half its depth."""


def gently(shown: Words, times: NDArray[np.int64]) -> Words:
    """Forms of a sleeve (n,) with the half-deep one between the deep and a slender one, where the next sample is near enough: a great
    sleeve that is pushed back or falls along the arm does not lose its depth at once."""
    changed = np.flatnonzero(shown[1:] != shown[:-1]) + 1
    soon = changed[
        (changed + 1 < len(times)) & (times[np.minimum(changed + 1, len(times) - 1)] - times[changed] <= SHORTLY)
    ]
    before, after = shown[soon - 1], shown[soon]
    slender = ("short", "tube", "draw")
    great = ("bag", "joined")
    between = soon[
        (np.isin(before, great) & np.isin(after, slender)) | (np.isin(after, great) & np.isin(before, slender))
    ]
    if not len(between):
        return shown
    softened = shown.copy()
    softened[between] = "half"
    return softened
