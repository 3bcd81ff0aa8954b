"""One person's acts as a row of pose keys: what his body does between one moment and the next, before any joint is solved.

Between two keys every number of the pose goes smoothly from one to the other; where nothing changes there is nothing to sample.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from geometry.motion.holds import Handled, Hold, hold_of
from geometry.motion.meet import Around
from geometry.motion.poses import Key, apply, blank, shifted
from geometry.motion.quat import Floats
from geometry.motion.solve import INDEX
from rite.gestures import Gesture, gesture
from rite.model import GestureAct, PersonActs, ThingKey

SETTLE = 450
"""ms in which the hands come to rest when what they hold has changed outside any gesture."""
SINK = 1400
"""ms of kneeling or rising when no gesture says so."""


@dataclass(frozen=True, eq=False)
class Timeline:
    """Keys of a pose: `times` (k,) ms and `keys`; `kneel` the times (start, end, down) at which knees go down or up."""

    times: list[int]
    keys: list[Key]
    kneel: list[tuple[int, int, bool]]
    draws: list[tuple[int, int]]
    """Start and moment of loosing of every shot."""


class _Holding:
    """What one person has in his hands over time, and the pose at rest that goes with it."""

    def __init__(self, handled: Handled, stoop: float) -> None:
        self.stoop = stoop
        self._rests: dict[tuple[int, str], Key] = {}
        self._best: dict[int, Hold | None] = {}
        self.times: list[int] = [-1]
        self.states: list[tuple[tuple[str, ThingKey], ...]] = [()]
        kinds: dict[str, str] = {}
        now: dict[str, ThingKey] = {}
        for t, thing, kind, key in handled:
            kinds[thing] = kind
            if key is None:
                now.pop(thing, None)
            else:
                now[thing] = key
            state = tuple((kinds[k], v) for k, v in now.items())
            if self.times[-1] == t:
                self.states[-1] = state
            else:
                self.times.append(t)
                self.states.append(state)

    def at(self, t: int) -> tuple[tuple[str, ThingKey], ...]:
        return self.states[bisect.bisect_right(self.times, t) - 1]

    def best(self, n: int) -> Hold | None:
        """The hold that rules the body while state `n` lasts."""
        if n not in self._best:
            holds = [hold_of(kind, key) for kind, key in self.states[n]]
            holds = [h for h in holds if h.pose]
            self._best[n] = max(holds, key=lambda h: h.rank) if holds else None
        return self._best[n]

    def turning(self, t: int) -> int:
        """How long what he holds takes to come to rest, where it is long (ms)."""
        hold = self.best(bisect.bisect_right(self.times, t) - 1)
        return hold.turning if hold is not None else 0

    def has_bow(self, t: int) -> bool:
        return any(kind == "bow" for kind, _ in self.at(t))

    def busy(self, t: int) -> bool:
        """Whether his hands hold something that has a pose of its own."""
        return self.best(bisect.bisect_right(self.times, t) - 1) is not None

    def rest(self, t: int, posture: str) -> Key:
        """The pose at rest; nobody may write into its row."""
        n = bisect.bisect_right(self.times, t) - 1
        if (n, posture) not in self._rests:
            self._rests[n, posture] = self._rest(self.best(n), posture)
        return self._rests[n, posture]

    def _rest(self, hold: Hold | None, posture: str) -> Key:
        base = shifted(blank(posture), self.stoop)
        if hold is None:
            return base
        at = INDEX["thing_pitch"]
        base.row[at : at + 3] = hold.lie
        key = apply((hold.kneeling if posture != "stand" else "") or hold.pose, base, posture)
        if hold.half:
            key.row[INDEX["left_x"]], key.row[INDEX["right_x"]] = hold.half, -hold.half
        return key


def timeline(acts: PersonActs, handled: Handled, around: Around, stoop: float = 0.0) -> Timeline:
    """The pose keys of one person; `handled` what comes into his hands, `around` knows what he meets and whom he faces."""
    holding = _Holding(handled, stoop)
    posture = _down(acts.postures[0].posture if acts.postures else "stand")
    changes = [(p.t, _down(p.posture), p.posture) for p in acts.postures[1:]]
    times: list[int] = [0]
    keys: list[Key] = [holding.rest(0, posture)]
    kneel: list[tuple[int, int, bool]] = []
    draws: list[tuple[int, int]] = []

    def push(t: int, key: Key) -> None:
        if t <= times[-1]:
            keys[-1] = key
        else:
            times.append(t)
            keys.append(key)

    def still(t: int) -> None:
        if t > times[-1]:
            times.append(t)
            keys.append(replace(keys[-1], meet="none"))

    def between(start: int, end: int) -> None:
        """What changes while no gesture is made: hands that come to rest, a body that kneels unannounced."""
        nonlocal posture
        first, last = bisect.bisect_left(holding.times, start), bisect.bisect_left(holding.times, end)
        moments = sorted({*holding.times[first:last], *(t for t, _, _ in changes if start <= t < end)})
        for t in moments:
            wanted = next((p for at, p, _ in changes if at == t), posture)
            sinking = wanted != posture
            goal = holding.rest(t, wanted)
            if not sinking and alike(goal.row, keys[-1].row) and goal.cuff == keys[-1].cuff:
                continue
            length = min(SINK if sinking else max(SETTLE, holding.turning(t)), max(end - t, 60))
            still(t)
            if sinking:
                kneel.append((t, t + length, wanted != "stand"))
                through = "kneel-half" if wanted != "stand" else "rise-half"
                push(t + length // 2, apply(through, keys[-1], posture, literal=True))
            posture = wanted
            push(t + length, goal)

    done = 0
    for act in sorted(acts.gestures, key=lambda g: (g.start, g.end)):
        entry = gesture(act.gesture)
        start = max(act.start, times[-1])
        if act.end <= start:
            continue
        between(done, start)
        still(start)
        after = entry.after_posture(posture)
        if act.gesture == "kneel" and posture != "stand":
            done = max(done, act.end)
            continue
        if act.gesture == "rise" and posture == "stand":
            done = max(done, act.end)
            continue
        moving = after != posture
        if moving:
            kneel.append((start, act.end, after != "stand"))
        total = entry.seconds * max(act.count, 1)
        scale = (act.end - start) / total
        at = float(start)
        for _ in range(max(act.count, 1)):
            for phase in entry.phases:
                at += phase.seconds * scale
                t = round(at)
                pose = phase.bow if phase.bow and holding.has_bow(t) else phase.pose
                base = holding.rest(t, after if moving else posture)
                if pose == "rest":
                    key = base
                else:
                    if moving:
                        # Going down or up, the hands stay as they are at rest and only the body passes through.
                        base = replace(base, row=_carried(base.row, keys[-1].row))
                    key = apply(pose, base, posture, literal=moving, busy=holding.busy(t))
                    key = _met(key, act, entry, t, around)
                    key = _toward(key, act, entry, t, around, literal=moving)
                push(t, key)
        if act.gesture == "draw-shoot":
            draws.append((start, start + round((entry.contact or 0.0) * scale)))
        posture = after
        changes = [c for c in changes if not (act.start <= c[0] <= act.end and c[1] == after)]
        done = max(done, act.end)
    between(done, 10**9)
    return Timeline(times, keys, kneel, draws)


def alike(a: Floats, b: Floats) -> bool:
    """Whether two poses are the same for the eye."""
    return a is b or float(np.abs(a - b).max()) < 1e-6


def _down(posture: str) -> str:
    return "stand" if posture in ("stand", "hidden") else "kneel"


def _carried(rest: np.ndarray, before: np.ndarray) -> np.ndarray:
    """The rest pose with its hands at the waist of another."""
    row = rest.copy()
    shift = before[0:3] - rest[0:3]
    row[0:3] = before[0:3]
    for first in (INDEX["left_x"], INDEX["right_x"]):
        row[first : first + 3] += shift
    return row


def _met(key: Key, act: GestureAct, entry: Gesture, t: int, around: Around) -> Key:
    sides: Sequence[str] = {"both": ("left", "right"), "left": ("left",), "right": ("right",)}.get(key.meet, ())
    if act.hand in ("left", "right") and len(sides) == 2:
        sides = (act.hand,)
    if not sides:
        return key if key.meet == "none" else replace(key, meet="none")
    row = key.row.copy()
    moved = False
    for side in sides:
        point = around.meet(act, entry, side, t, len(sides) == 2)
        if point is not None:
            at = INDEX[f"{side}_x"]
            out, up, forward = key.shift
            row[at : at + 3] = (point[0] + (out if side == "left" else -out), point[1] + up, point[2] + forward)
            moved = True
    if not moved:
        return replace(key, meet="none")
    if len(sides) == 2 and not row[INDEX["turn"]]:
        # Who reaches aside turns to it from the waist, rather than being drawn over to it.
        x = (row[INDEX["left_x"]] + row[INDEX["right_x"]]) / 2 - row[0]
        z = (row[INDEX["left_z"]] + row[INDEX["right_z"]]) / 2 - row[2]
        aside = float(np.degrees(np.arctan2(-x, max(z, 0.1))))
        row[INDEX["turn"]] = np.sign(aside) * min(max(abs(aside) - ASIDE, 0.0), MOST_TURNED)
    return replace(key, row=row)


ASIDE, MOST_TURNED = 8.0, 55.0
"""So many degrees aside hands reach without the body's turning, and so far it turns at most."""


DRAWN, REACH = 9.07, 0.705
"""The elevation for which the pose of the full draw is written, in degrees, and the draw along the ground, in m."""
GAZE, BEND = 62.0, 38.0
"""How far a head, and a body from the waist, turn toward a partner who stands aside, in degrees."""


def _toward(key: Key, act: GestureAct, entry: Gesture, t: int, around: Around, literal: bool) -> Key:
    """The pose turned to the partner: the head looks at him, the hands go to his side. A shot takes the angle of its arrow."""
    if entry.id == "draw-shoot":
        angle = around.elevation(act)
        if angle is None or key.row[INDEX["turn"]] < 70:
            return key
        row = key.row.copy()
        row[INDEX["left_y"]] += REACH * (np.tan(np.radians(angle)) - np.tan(np.radians(DRAWN)))
        row[INDEX["thing_pitch"]] -= angle - DRAWN
        return replace(key, row=row)
    if act.partner is None or literal or entry.effect in ("give", "receive", "take", "set") or key.meet != "none":
        return key
    bearing = around.bearing(act.partner, t)
    if bearing is None or abs(bearing) < 6:
        return key
    row = key.row.copy()
    # A head that turns aside does so from him.
    row[INDEX["look"]] = float(np.clip(bearing + 0.5 * row[INDEX["look"]], -GAZE, GAZE))
    turn = float(np.clip(bearing, -BEND, BEND)) * (0.8 if row[1] > 0.7 else 0.5)
    if row[INDEX["torso"]] > 40:
        return replace(key, row=row)
    row[INDEX["turn"]] += turn
    c, s = np.cos(np.radians(-turn)), np.sin(np.radians(-turn))
    for side in ("left", "right"):
        x, z = row[INDEX[f"{side}_x"]], row[INDEX[f"{side}_z"]] - row[2]
        row[INDEX[f"{side}_x"]] = x * c + z * s
        row[INDEX[f"{side}_z"]] = -x * s + z * c + row[2]
    row[INDEX["thing_turn"]] += turn
    return replace(key, row=row)
