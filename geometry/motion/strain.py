"""What a staged section asks of bodies: how fast their bones turn and their hands go, and how near hands are to what they hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from geometry.motion import quat
from geometry.motion.body import Body
from geometry.motion.carry import TURNING, Carrier, burdens, thing_tracks
from geometry.motion.feet import turned
from geometry.motion.holds import Hold, hold_of
from geometry.motion.pierce import frames
from geometry.motion.quat import Floats
from geometry.scene import Track
from rite.model import StagedSection

BONES = ("torso", "head", "hips", "upper-left", "fore-left", "upper-right", "fore-right")
ELSEWHERE = ("belt", "back", "lap", "string", "shoulder")
"""Where a thing may be that no hand grips."""


@dataclass(frozen=True)
class Strain:
    """The fastest turning of a bone (degrees a second), the fastest hand (m a second) and the least agreement of neighbouring
    quaternions (their dot product: above 0 no flip) of one body, with the moments of the first two."""

    turning: float
    bone: str
    at: int
    pace: float
    paced: int
    agree: float


def strain(body: Body) -> Strain:
    """The strain of one body over its section; what happens while he is hidden does not count."""
    at = frames(body)
    seconds = np.maximum(np.diff(body.times), 1) / 1000.0
    seen = body.visible[1:] & body.visible[:-1]
    turning, bone, when, pace, paced, agree = 0.0, "", 0, 0.0, 0, 1.0
    if not len(seconds):
        return Strain(turning, bone, when, pace, paced, agree)
    for name in BONES:
        along = [0.0, 0.0, 1.0] if name.startswith(("upper", "fore")) else [0.0, 1.0, 0.0]
        z = quat.rotate(at.turn[name], np.broadcast_to(np.array(along), (len(body.times), 3)))
        speed = np.degrees(np.arccos(np.clip((z[1:] * z[:-1]).sum(axis=1), -1.0, 1.0))) / seconds * seen
        k = int(speed.argmax())
        if speed[k] > turning:
            turning, bone, when = float(speed[k]), name, int(body.times[k])
    for grip in body.grip.values():
        speed = np.linalg.norm(np.diff(grip, axis=0), axis=1) / seconds * seen
        k = int(speed.argmax())
        if speed[k] > pace:
            pace, paced = float(speed[k]), int(body.times[k])
    for q in body.rotation.values():
        agree = min(agree, float((q[1:] * q[:-1]).sum(axis=1).min()))
    return Strain(turning, bone, when, pace, paced, agree)


@dataclass(frozen=True)
class Held:
    """How far (m) the hand that holds a thing is from its grip at a moment."""

    thing: str
    holder: str
    t: int
    gap: float


def holding(section: StagedSection, bodies: Mapping[str, Body], unit: float, seed: int = 1, each: int = 6) -> Iterator[Held]:  # fmt: skip
    """At `each` random moments of every stretch in which somebody holds something, how near his hand is to its grip."""
    rng = np.random.default_rng(seed)
    tracks = {(t.node, t.path): t for t in thing_tracks(section, Carrier(bodies, unit, burdens(section)))}
    for id, thing in section.things.items():
        for n, key in enumerate(thing.keys):
            body, hold = bodies.get(key.holder or ""), hold_of(thing.kind, key)
            if body is None or not key.visible or hold.at in ELSEWHERE:
                continue
            end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else section.duration
            settle = (hold.turning or TURNING) + 20
            first, last = key.t + settle, end - settle
            if last <= first:
                continue
            for t in sorted(int(t) for t in rng.integers(first, last, each)):
                place = _at(tracks[id, "translation"], t)
                turn, at = _turn(tracks[id, "rotation"], t), np.array(hold.grip)
                # What is alike from both ends may be carried the other end first.
                grips = (at, at * np.array([-1.0, 1.0, -1.0])) if hold.either else (at,)
                # A pole slides through the hands along itself.
                along = quat.rotate(turn, np.array([0.0, 1.0, 0.0])) if hold.stands else None
                gaps = [_gap(body, hold, place + quat.rotate(turn, grip), t, along) for grip in grips]
                yield Held(id, body.person.id, t, min(gaps))


def _gap(body: Body, hold: Hold, grip: Floats, t: int, along: Floats | None = None) -> float:
    facing = np.array([np.interp(t, body.times, body.facing)])
    place = _mixed(body.times, body.place, t)
    hands = {
        side: (turned(facing, _mixed(body.times, at, t)[None] * body.person.scale) + place)[0]
        for side, at in body.grip.items()
    }
    if hold.at in hands:
        return float(np.linalg.norm(grip - hands[hold.at]))
    middle = (hands["left"] + hands["right"]) / 2
    if along is not None:
        grip = grip - along * float(along @ (grip - middle))
    if not hold.single:
        return float(np.linalg.norm(grip - middle))
    # On its way from both hands to the left one it is on the line between them.
    way = hands["left"] - middle
    part = np.clip(way @ (grip - middle) / max(float(way @ way), 1e-9), 0.0, 1.0)
    return float(np.linalg.norm(grip - middle - way * part))


def _mixed(times: np.ndarray, values: Floats, t: int) -> Floats:
    return np.array([np.interp(t, times, values[:, c]) for c in range(values.shape[1])])


def _at(track: Track, t: int) -> Floats:
    return _mixed(track.times, track.values, t)


def _turn(track: Track, t: int) -> Floats:
    k = int(np.clip(np.searchsorted(track.times, t, side="right"), 1, max(len(track.times) - 1, 1)))
    if len(track.times) == 1:
        only: Floats = track.values[0]
        return only
    a, b = track.times[k - 1], track.times[k]
    part = np.array([np.clip((t - a) / max(int(b - a), 1), 0.0, 1.0)])
    found: Floats = quat.slerp(track.values[k - 1 : k], track.values[k : k + 1], part)[0]
    return found
