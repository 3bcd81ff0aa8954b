"""Where things lie that nobody holds: on the ground, leaned, stuck, or in their places on other things (arrows on the rack)."""

from __future__ import annotations

import numpy as np

from geometry.motion import quat
from geometry.motion.holds import hold_of, lying, origin
from geometry.motion.quat import Floats
from rite.model import StagedSection, ThingActs, ThingKey

RACK_HALF, RACK_HIGH, ARROW_HALF = 0.27, 0.066, 0.347
"""Half the length of the rack on which arrows lie, its height there, and half an arrow's shaft, in m."""
HOLES_HIGH = 0.23
"""Height of the middle of the tallies that stand in the holder, in m."""


def resting(section: StagedSection, thing: ThingActs, key: ThingKey, unit: float) -> tuple[Floats, Floats]:
    """Origin (3,) in metres of the world and rotation (4,) of a thing while it is as `key` says, in nobody's hands."""
    hold = hold_of(thing.kind, key)
    under = section.things.get(key.holder or "")
    if under is None and thing.kind == "zither" and key.lie == "flat":
        return _zither(key, unit)
    if under is None:
        turn = lying(hold.axis, key.facing, key.lie, key.pitch)
        return _point(key, unit) + origin(hold, key.lie, turn, key.z * unit), turn
    at = next((k for k in reversed(under.keys) if k.t <= key.t and k.holder is None), under.keys[0])
    base, yaw = _point(at, unit), lying("upright", at.facing, at.lie, at.pitch)
    if key.slot.startswith("rack-"):
        # Side by side along the rack, heads to the target: nocks north.
        share = _share(section, key.holder or "", key.slot)
        along = quat.rotate(yaw, np.array([RACK_HALF * (1 - 2 * share), RACK_HIGH, 0.0]))
        turn = lying("forward", 180.0, "flat", 0.0)
        return base + along - quat.rotate(turn, np.array([0.0, 0.0, ARROW_HALF])), turn
    if key.slot == "holes":
        return base + np.array([0.0, HOLES_HIGH, 0.0]), quat.multiply(yaw, quat.about(0, np.array(-90.0)))
    if (key.x, key.y, key.z) != (0.0, 0.0, 0.0):
        base = _point(key, unit)
    return base, lying(hold.axis, at.facing, key.lie, key.pitch)


ZITHER_LONG, LAP, NEAR = 1.62, 0.31, 0.40
"""Length of a zither, how high its near end lies on the lap, and from the place at which it is set down to its middle, in m."""


def _zither(key: ThingKey, unit: float) -> tuple[Floats, Floats]:
    """A zither before its player: the near end on his lap, the far end on the floor, so that two who sit on one mat have room."""
    slant = float(np.degrees(np.arcsin(LAP / ZITHER_LONG)))
    yaw = quat.about(1, np.array(180.0 - key.facing))
    turn = quat.multiply(yaw, quat.multiply(quat.about(0, np.array(slant)), quat.about(1, np.array(-90.0))))
    return _point(key, unit) + quat.rotate(yaw, np.array([0.0, LAP / 2, NEAR])), turn


def _point(key: ThingKey, unit: float) -> Floats:
    return np.array([key.x * unit, key.z * unit, -key.y * unit])


def _share(section: StagedSection, holder: str, slot: str) -> float:
    """Where along the rack a place lies, 0 … 1: the places used in the section, in order."""
    places = sorted({k.slot for t in section.things.values() for k in t.keys if k.holder == holder})
    return places.index(slot) / max(len(places) - 1, 1) if len(places) > 1 else 0.5
