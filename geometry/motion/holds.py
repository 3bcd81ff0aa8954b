"""How things are held (assets/gestures/holds.toml), and where a held thing lies in the world."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

import numpy as np

from geometry.motion import quat
from geometry.motion.quat import Floats
from layout.data import Record, asset, load_toml
from rite.model import ThingActs, ThingKey

Triple = tuple[float, float, float]


class Hold(Record, frozen=True):
    """Pose of the holder, what the thing follows, its `grip` (in its own frame, metres), how it lies, and which hold wins."""

    pose: str
    at: str
    grip: Triple = (0.0, 0.0, 0.0)
    lie: Triple = (0.0, 0.0, 0.0)
    rank: int = 1
    axis: str = "upright"
    foot: float = 0.0
    point: float = 0.0
    half: float = 0.0
    single: bool = False
    turning: int = 0
    near: Triple | None = None
    either: bool = False
    early: int = 0
    place: Triple | None = None
    stands: bool = False
    lean: tuple[float, float] = (0.0, 0.0)
    kneeling: str = ""


@cache
def load_holds() -> Mapping[str, Hold]:
    """The table by kind, or kind:slot."""
    return load_toml(asset("gestures", "holds.toml"), dict[str, Hold])


def hold_of(kind: str, key: ThingKey) -> Hold:
    """How a thing of a kind is held in the slot (or state) of a key."""
    return _hold(kind, key.state, key.slot)


@cache
def _hold(kind: str, state: str, slot: str) -> Hold:
    table = load_holds()
    for name in (f"{kind}:{state}", f"{kind}:{slot}", kind):
        if name in table:
            return table[name]
    return table["default"]


Handled = list[tuple[int, str, str, ThingKey | None]]


def in_hand(things: Mapping[str, ThingActs]) -> dict[str, Handled]:
    """For each holder every moment at which a thing comes to him or leaves him: (t, thing, kind, its key or None), in time."""
    found: dict[str, Handled] = {}
    for thing in things.values():
        before: str | None = None
        for key in thing.keys:
            now = key.holder if key.visible else None
            if before is not None and now != before:
                found[before].append((key.t, thing.id, thing.kind, None))
            if now is not None:
                found.setdefault(now, []).append((key.t, thing.id, thing.kind, key))
            before = now
    for rows in found.values():
        rows.sort(key=lambda r: (r[0], r[1]))
    return found


@lru_cache(maxsize=4096)
def lying(axis: str, facing: float, lie: str, pitch: float) -> Floats:
    """Rotation of a thing on the ground: `axis` up things lie down, forward things stand up, others keep upright. What leans has
    its own length `pitch` degrees above the floor, its top toward its facing. Kept, and not to be written into."""
    yaw = quat.about(1, np.array(180.0 - facing))
    if axis in ("up", "rod"):
        tilt = 90.0 - (pitch or 80.0) if lie == "leaning" else 90.0 - pitch if lie == "flat" else 0.0
        # A rod leans with its handle above.
        over = 180.0 if axis == "rod" and lie == "leaning" else 0.0
        return quat.multiply(yaw, quat.about(0, np.array(tilt + over)))
    if axis == "bow":
        # It leans flat along the wall, its string to the right of who faces the wall: tip and foot lie in one line.
        tilt = 90.0 - (pitch or 80.0) if lie == "leaning" else 90.0 - pitch if lie == "flat" else 0.0
        along = quat.about(1, np.array(90.0 if lie == "leaning" else 0.0))
        return quat.multiply(yaw, quat.multiply(quat.about(0, np.array(tilt)), along))
    if axis == "forward":
        tilt = -90.0 if lie == "standing" else -(pitch or 75.0) if lie == "leaning" else -pitch
        return quat.multiply(yaw, quat.about(0, np.array(tilt)))
    return quat.multiply(yaw, quat.about(0, np.array(pitch)))


RAISED = 0.3
"""Height of a place, in m, from which it is on the floor of the hall and not on the ground."""


def origin(hold: Hold, lie: str, turn: Floats, high: float = 0.0) -> Floats:
    """From the place at which a thing stands, leans or is stuck, `high` m above the ground, to its own origin (3,), in metres."""
    if lie == "leaning" and hold.axis == "bow":
        up = quat.rotate(turn, np.array([0.0, 1.0, 0.0]))
        onto = hold.lean[1] if high > RAISED else hold.lean[0]
        level = up * np.array([1.0, 0.0, 1.0])
        leaned: Floats = level * (onto / max(float(np.linalg.norm(level)), 1e-6))
        leaned[1] += hold.foot * up[1]
        return leaned
    if lie == "leaning" and hold.axis == "rod":
        return -quat.rotate(turn, np.array([0.0, hold.foot, 0.0]))
    if lie in ("standing", "leaning") and hold.foot:
        # It leans over its place: foot before it, top behind.
        return np.array([0.0, hold.foot * quat.rotate(turn, np.array([0.0, 1.0, 0.0]))[1], 0.0])
    if lie == "stuck" and hold.point:
        return -quat.rotate(turn, np.array([0.0, 0.0, hold.point]))
    return np.zeros(3)
