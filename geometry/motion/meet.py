"""Where hands must come to: the thing that is taken, the place where it is set down, the hands of the partner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from geometry.figure.figure import Person
from geometry.figure.measure import HEIGHT
from geometry.motion import quat
from geometry.motion.feet import Root, turned, untwisted
from geometry.motion.holds import Hold, hold_of, lying, origin
from geometry.motion.ladles import WORK
from geometry.motion.places import resting
from geometry.motion.poses import blank
from geometry.motion.solve import solve
from rite.gestures import Gesture
from rite.model import GestureAct, StagedSection, ThingKey

ASIDE, BEHIND = 0.8, 0.35
"""How far aside and behind, in m, a hand still goes after a thing without wrenching its body; both hands go nowhere behind."""
FAR = 1.35
"""Horizontal distance in m (of a 1.68 m body) beyond which a target cannot be meant for the hand."""
ALONG, AHEAD = 0.5, 0.45
"""From this height of its grip, in m, a thing lying flat is a pole taken anywhere along it; how far ahead one takes it."""
HALF = 0.05
"""Half the distance of two hands that meet one thing."""
POLE = 0.16
"""The same along a pole."""

PAIR = 0.022
"""The same where both hands go to what one of them will hold."""
COUNTS = ("count-tallies",)
"""Gestures whose hand goes to their thing though it only grows less."""
ARMS = ("guide",)
"""Gestures whose hand goes to the arm of the partner, who stands with his hands joined."""
ABOUT: Mapping[str, tuple[str, float]] = {"pat-arrows": ("arrow-rack", 0.11), "offer-dried-meat": ("dishes", 0.30)}
"""Gesture that may name no thing → the kind of thing before him that it is about, and how high it is touched, in m."""
ASIDES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "offer-dried-meat": ((0.3, -0.15, 0.0), (0.45, 0.15, 0.0), (1.0, 0.0, -0.05))
}
"""Gesture → until which part of it the hand is how far beside the middle of that thing (its +X) and above, in m: 脯 is taken from the
splint-dish, dipped into the stem-dish, and laid between the two (祭於籩豆之間)."""

Triple = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Around:
    """What one person has about him in a section: things to take, partners to face, the mark that he shoots at."""

    section: StagedSection
    id: str
    people: Mapping[str, Person]
    roots: Mapping[str, Root]
    unit: float

    def meet(self, act: GestureAct, entry: Gesture, hand: str, t: int, pair: bool = False) -> Triple | None:
        """Where a hand (of a `pair` that goes to the same place) meets the target of an act, in the frame of the root (metres of a
        1.68 m body); None without target."""
        root, scale = self.roots[self.id], self.people[self.id].scale
        half = _half(self.section, act, self.id)
        point, both = _target(self.section, act, entry, t, self.id, self.people, self.roots, self.unit)
        if point is None:
            return None
        place, facing = root.at(np.array([t]))
        local = untwisted(facing, point[None] - place)[0] / scale
        if float(np.hypot(local[0], local[2])) > FAR or local[1] > 2.3 or local[1] < -0.8:
            return None
        if abs(float(local[0])) > ASIDE or float(local[2]) < (0.0 if pair else -BEHIND):
            return None
        way = self._pole(act) if both else None
        if way is not None:
            # Two hands take a pole one after the other along it, the right nearer its head, where that is not on his left.
            along = untwisted(facing, way[None])[0] * (-POLE if hand == "left" else POLE)
            if way[1] < 0.5 and untwisted(facing, way[None])[0][0] > 0.5:
                along = -along
            return (float(local[0] + along[0]), float(local[1] + along[1]), float(local[2] + along[2]))
        side = half if both else PAIR if pair else 0.0
        return (float(local[0]) + (side if hand == "left" else -side), float(local[1]), float(local[2]))

    def _pole(self, act: GestureAct) -> np.ndarray | None:
        """Which way (3,) the head of the pole lies that an act takes up or sets down; None of other things."""
        thing = self.section.things.get(act.thing or "")
        down = _ground_key(thing.keys, act) if thing is not None else None
        if thing is None or down is None:
            return None
        hold = hold_of(thing.kind, _held_key(thing.keys, self.id, act))
        if hold.axis != "up" or hold.grip[1] < ALONG:
            return None
        turn = lying(hold.axis, down.facing, down.lie, down.pitch)
        return np.asarray(quat.rotate(turn, np.array([0.0, 1.0, 0.0])))

    def bearing(self, partner: str, t: int) -> float | None:
        """How far to his right a partner stands, in degrees (−180 … 180); None for one who is not there or too near to tell."""
        if partner not in self.roots or partner == self.id:
            return None
        at = np.array([t])
        place, facing = self.roots[self.id].at(at)
        there = self.roots[partner].at(at)[0]
        local = untwisted(facing, there - place)[0]
        if float(np.hypot(local[0], local[2])) < 0.2:
            return None
        return float(np.degrees(np.arctan2(-local[0], local[2])))

    def elevation(self, act: GestureAct) -> float | None:
        """The angle at which the arrow of a shot leaves, in degrees above the level; None where no arrow flies."""
        for flight in self.section.flights:
            if flight.archer == self.id and act.start <= flight.points[0][0] <= act.end:
                return flight.points[0][4]
        return None


def _half(section: StagedSection, act: GestureAct, id: str) -> float:
    thing = section.things.get(act.thing or "")
    if thing is None:
        return HALF
    return hold_of(thing.kind, _held_key(thing.keys, id, act)).half or HALF


def _target(
    section: StagedSection, act: GestureAct, entry: Gesture, t: int, id: str, people: Mapping[str, Person],
    roots: Mapping[str, Root], unit: float,
) -> tuple[np.ndarray | None, bool]:  # fmt: skip
    both = act.hand not in ("left", "right")
    guided = act.partner or ""
    if entry.id in ARMS and guided in roots and guided in people:
        return _arm(people[guided], roots[guided], roots[id], t), False
    if entry.id in WORK:
        ladle = section.things.get(WORK[entry.id][0])
        if ladle is None or not any(k.holder == id and act.start <= k.t <= act.end for k in ladle.keys):
            return None, False
        place, turn = resting(section, ladle, ladle.keys[0], unit)
        return place + quat.rotate(turn, np.array(hold_of(ladle.kind, ladle.keys[0]).grip)), False
    grip: np.ndarray | None = None
    down: ThingKey | None = None
    thing = section.things.get(act.thing or "")
    if thing is not None:
        key = _held_key(thing.keys, id, act)
        hold = hold_of(thing.kind, key)
        down = _ground_key(thing.keys, act)
        if down is not None:
            place, turn = resting(section, thing, down, unit)
            grip = place + quat.rotate(turn, np.array(hold.grip))
            grip = _along(hold, down, place, turn, grip, roots[id], t)
        both = both and hold.at == "both"
    partner = act.partner or ""
    if entry.effect in ("give", "receive") and partner in roots and partner in people:
        at = np.array([t])
        mine, theirs = roots[id].at(at)[0][0], roots[partner].at(at)[0][0]
        if float(np.hypot(*(mine - theirs)[[0, 2]])) < 2.2:
            low = min(_reach_height(section, id, t), _reach_height(section, partner, t))
            tall = (people[id].scale + people[partner].scale) / 2
            middle = (mine + theirs) / 2
            middle[1] = max(mine[1], theirs[1]) + low * tall
            return middle, both
    if (
        thing is not None
        and (entry.effect in ("take", "set") or entry.id in COUNTS)
        and grip is not None
        and (act.target is None or _in_place(thing.keys))
    ):
        return grip, both
    if act.target is not None:
        x, y, z = act.target
        point = np.array([x * unit, z * unit, -y * unit])
        if thing is not None and down is not None:
            hold = hold_of(thing.kind, _held_key(thing.keys, id, act))
            turn = lying(hold.axis, down.facing, down.lie, down.pitch)
            place = point + origin(hold, down.lie, turn, down.z * unit)
            point = _along(hold, down, place, turn, place + quat.rotate(turn, np.array(hold.grip)), roots[id], t)
        return point, both
    if entry.id in ABOUT and thing is None:
        return _about(section, act, entry.id, t, roots[id], unit), both
    return None, both


ALONG_ARM, ON_SLEEVE = 0.55, (0.055, 0.060, 0.020)
"""Where an arm is taken, as a share of the forearm from elbow to wrist, and from there to the hand on the sleeve: out, up, forward in m."""


@cache
def _forearm() -> np.ndarray:
    """Where the left arm of one who stands with his hands joined is taken, in the frame of his root (3,)."""
    joints = solve(blank("stand").row[None])
    elbow, wrist = joints.elbow["left"][0], joints.wrist["left"][0]
    return np.asarray(elbow + (wrist - elbow) * ALONG_ARM + np.array(ON_SLEEVE))


def _arm(who: Person, root: Root, mine: Root, t: int) -> np.ndarray:
    """The forearm of a partner that is on the side of him who takes it, in the world."""
    at = np.array([t])
    place, facing = root.at(at)
    local = untwisted(facing, mine.at(at)[0] - place)[0]
    point = _forearm() * np.array([1.0 if local[0] >= 0.0 else -1.0, 1.0, 1.0]) * who.scale
    return np.asarray(turned(facing, point[None])[0] + place[0])


def _about(
    section: StagedSection, act: GestureAct, gesture: str, t: int, root: Root, unit: float
) -> np.ndarray | None:  # fmt: skip
    """The middle of the nearest thing that a gesture is about."""
    kind, high = ABOUT[gesture]
    part = (t - act.start) / max(1, act.end - act.start)
    aside, up = next(((x, y) for until, x, y in ASIDES.get(gesture, ()) if part <= until + 1e-6), (0.0, 0.0))
    here = root.at(np.array([t]))[0][0]
    found: list[tuple[float, np.ndarray]] = []
    for thing in section.things.values():
        key = next((k for k in reversed(thing.keys) if k.t <= t), thing.keys[0])
        if thing.kind == kind and key.visible and key.holder is None:
            place, turn = resting(section, thing, key, unit)
            point = place + np.array([0.0, high + up, 0.0]) + quat.rotate(turn, np.array([aside, 0.0, 0.0]))
            found.append((float(np.hypot(*(point - here)[[0, 2]])), point))
    return min(found, key=lambda f: f[0])[1] if found else None


def _along(
    hold: Hold, down: ThingKey, place: np.ndarray, turn: np.ndarray, grip: np.ndarray, root: Root, t: int
) -> np.ndarray:  # fmt: skip
    """Where a thing at `place` is taken: at its grip, but a long pole on the ground where it is nearest, a zither by its near part."""
    if hold.near and down.lie == "flat":
        near: np.ndarray = place + quat.rotate(turn, np.array(hold.near))
        return near
    if hold.axis != "up" or down.lie != "flat" or hold.grip[1] < ALONG:
        return grip
    at, facing = root.at(np.array([t]))
    before = at[0] + turned(facing, np.array([[0.0, 0.0, AHEAD]]))[0]
    pole = quat.rotate(turn, np.array([0.0, 1.0, 0.0]))
    nearest: np.ndarray = place + pole * float(np.clip(pole @ (before - place), 0.1, 2.0 * hold.grip[1]))
    return nearest


def _in_place(keys: tuple[ThingKey, ...]) -> bool:
    """Whether the thing has a place of its own on another thing, better known than the target of the act."""
    return any(k.slot.startswith("rack-") or k.slot == "holes" for k in keys)


def _ground_key(keys: tuple[ThingKey, ...], act: GestureAct) -> ThingKey | None:
    """How the thing lies where the act takes it from or sets it down: the ground key nearest in time."""
    ground = [k for k in keys if k.visible and (k.holder is None or k.slot.startswith("rack-") or k.slot == "holes")]
    middle = (act.start + act.end) / 2
    return min(ground, key=lambda k: abs(k.t - middle), default=None)


def _held_key(keys: tuple[ThingKey, ...], id: str, act: GestureAct) -> ThingKey:
    for k in keys:
        if k.holder == id and k.t <= act.end + 50 and (k.t >= act.start - 50 or k is keys[-1]):
            return k
    held = [k for k in keys if k.holder == id and k.t <= act.end]
    return held[-1] if held else keys[0]


def _reach_height(section: StagedSection, id: str, t: int) -> float:
    posture = "stand"
    for key in section.people[id].postures:
        if key.t <= t:
            posture = key.posture
    return 0.70 * HEIGHT - (0.62 if posture in ("kneel", "sit") else 0.0)
