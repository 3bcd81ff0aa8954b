"""All people of a section sampled and solved at once: poses at the moments that matter, joints, feet, the variants shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.figure.figure import SKIN, Person
from geometry.motion import quat, rig
from geometry.motion.dressing import changing
from geometry.motion.feet import Root, Times, feet, knee_moments, moments, turned
from geometry.motion.poses import Hand, Key, Shapes, hip_pitch
from geometry.motion.quat import Floats
from geometry.motion.rig import Words
from geometry.motion.scenery import SHOD
from geometry.motion.solve import INDEX, Joints, solve
from geometry.motion.timeline import Timeline, alike
from rite.dress import BARE, GUARD, RING, SHOES_OFF, load_dress
from rite.gestures import gesture
from rite.model import DressKey, PersonActs, PostureKey

GRID = 10
"""ms to which moments are rounded: no two keys of a channel lie nearer."""
SPAN = 160
"""ms between samples while a pose changes."""
TURN_STEP = 18.0
"""Degrees of turning of the root between samples."""


@dataclass(frozen=True, eq=False)
class Body:
    """One person sampled: `times` (n,) ms, root `place` (n, 3) metres and `facing` (n,), local TRS of every joint, the grips of
    his hands and the chest in the frame of the root, variants by slot."""

    person: Person
    times: Times
    place: Floats
    facing: Floats
    pose: Floats
    translation: dict[str, Floats]
    rotation: dict[str, Floats]
    scale: dict[str, Floats]
    shown: dict[str, Words]
    visible: NDArray[np.bool_]
    grip: dict[str, Floats]
    hand: dict[str, Floats]
    torso: Floats
    waist: Floats
    draws: list[tuple[int, int]]
    moving: NDArray[np.int64]
    """Samples before or after which the pose changes, with the first and last: between them all joints of the body stand still."""

    still: Body | None = None
    """For one who keeps still from beginning to end, the same body at the origin: shared by all sections in which he does."""

    def world(self, v: Floats) -> Floats:
        """Points of the root frame (metres of a 1.68 m body) in the world."""
        return turned(self.facing, v * self.person.scale) + self.place


def sample_times(acts: PersonActs, line: Timeline, root: Root, duration: int, extra: Sequence[int] = ()) -> Times:
    """The moments at which a person is solved."""
    found = {0, *extra, *moments(acts.footfalls), *knee_moments(line.kneel)}
    found.update(int(t) for t in root.times)
    # After a change of place (hidden, moved, shown) he is solved at once again: nobody is seen on the way.
    found.update(p.t + after for p in acts.postures for after in (0, GRID))
    found.update(d.t for d in acts.dress)
    for k in range(len(root.times) - 1):
        turn = abs(root.facing[k + 1] - root.facing[k])
        parts = int(turn // TURN_STEP) + 1
        span = root.times[k + 1] - root.times[k]
        found.update(int(root.times[k] + span * n / parts) for n in range(1, parts))
    for a, b, first, last in zip(line.times, line.times[1:], line.keys, line.keys[1:], strict=False):
        found.update((a, b))
        if alike(first.row, last.row):
            continue
        parts = max(2, min(12, round((b - a) / SPAN)))
        found.update(round(a + (b - a) * n / parts) for n in range(1, parts))
    at = np.fromiter(found, dtype=np.int64, count=len(found))
    at = at[at <= duration + GRID]
    at = np.unique(np.clip(np.rint(at / GRID).astype(np.int64) * GRID, 0, duration))
    if len(at) > 1 and duration - at[-1] < GRID:
        # Who moves to the last is solved at the very end: a key a little before it would have to be moved there.
        at[-1] = duration
    if len(at) > 1 and at[-1] - at[-2] < 5:
        at = np.delete(at, -2)
    return at


def rows_at(line: Timeline, t: Times) -> tuple[Floats, NDArray[np.int64]]:
    """Poses (n, fields) at times, eased between keys, and the key in force at each (that toward which it goes)."""
    keys = np.array([k.row for k in line.keys])
    times = np.array(line.times, dtype=np.float64)
    after = np.clip(np.searchsorted(times, t, side="left"), 0, len(times) - 1)
    before = np.maximum(after - 1, 0)
    gap = times[after] - times[before]
    part = np.clip(np.where(gap > 0, (t - times[before]) / np.where(gap > 0, gap, 1), 1.0), 0, 1)
    part = part * part * (3 - 2 * part)
    return keys[before] + (keys[after] - keys[before]) * part[:, None], np.where(part > 0.5, after, before)


def solve_people(
    rows: Sequence[tuple[Person, PersonActs, Timeline, Root, Times]], unit: float
) -> list[Body]:  # fmt: skip
    """Everybody solved in one batch."""
    if not rows:
        return []
    poses, active = [], []
    for _, _, line, _, times in rows:
        pose, key = rows_at(line, times)
        poses.append(pose)
        active.append(key)
    stacked = np.vstack(poses)
    sizes = np.array([len(p) for p in poses])
    begin = np.concatenate([[0], np.cumsum(sizes)])
    # Whoever walks or waits keeps his pose: it is solved once.
    fresh = np.concatenate([[True], (stacked[1:] != stacked[:-1]).any(axis=1)])
    fresh[begin[:-1]] = True
    back = np.cumsum(fresh) - 1
    once = stacked[fresh]
    once[:, INDEX["hip_pitch"]] = hip_pitch(once[:, INDEX["torso"]], once[:, INDEX["waist_y"]])
    joints = solve(once)
    owner = np.repeat(np.arange(len(rows)), sizes)[fresh]
    turns = {name: _continuous(q, owner) for name, q in joints.rotation.items()}
    joints = replace(joints, rotation=turns)
    bodies = []
    for n, ((who, acts, line, root, times), key) in enumerate(zip(rows, active, strict=True)):
        part = slice(int(begin[n]), int(begin[n + 1]))
        index = back[part]
        at = slice(int(index[0]), int(index[-1]) + 1)
        bodies.append(_body(who, acts, line, root, times, key, once[at], _part(joints, at), index - index[0], unit))
    return bodies


def keeps_still(acts: PersonActs, line: Timeline, root: Root, moments: Sequence[int]) -> bool:
    """Whether nothing of a person moves or changes in a whole section (what he holds he holds from the beginning on)."""
    return (
        len(line.keys) == 1
        and not acts.footfalls
        and not acts.gestures
        and len(acts.postures) <= 1
        and len(acts.dress) <= 1
        and max(moments, default=0) <= HANDED
        and bool((root.place == root.place[0]).all() and (root.facing == root.facing[0]).all())
    )


HANDED = 320
"""ms after the beginning at which the last sample of a thing held from the beginning on is taken."""


def still_body(who: Person, acts: PersonActs, line: Timeline, root: Root, unit: float) -> Body:
    """The one sample of a person who keeps still."""
    key = line.keys[0]
    model = _still(who, key.row.tobytes(), key.cuff, key.hand, acts.postures[:1], acts.dress[:1], unit)
    return replace(model, place=root.place[:1], facing=root.facing[:1], still=model)


@lru_cache(maxsize=1024)
def _still(
    who: Person, row: bytes, cuff: Hand, hand: Shapes, postures: tuple[PostureKey, ...], dress: tuple[DressKey, ...],
    unit: float,
) -> Body:  # fmt: skip
    at = np.zeros(1, dtype=np.int64)
    acts = PersonActs(who.id, (), postures=postures, dress=dress)
    line = Timeline([0], [Key(np.frombuffer(row), cuff, hand=hand)], [], [])
    return solve_people([(who, acts, line, Root(at, np.zeros((1, 3)), np.zeros(1)), at)], unit)[0]


def _continuous(q: Floats, owner: NDArray[np.int64]) -> Floats:
    """Signs of quaternions chosen so that neighbours of the same owner lie less than 180° apart."""
    dots = q[1:, 0] * q[:-1, 0] + q[1:, 1] * q[:-1, 1] + q[1:, 2] * q[:-1, 2] + q[1:, 3] * q[:-1, 3]
    flips = np.concatenate([[0], np.cumsum((dots < 0) & (owner[1:] == owner[:-1]))])
    begin = np.searchsorted(owner, owner)
    turned: Floats = np.where(((flips - flips[begin]) % 2 == 1)[:, None], -q, q)
    return turned


def _part(joints: Joints, part: slice) -> Joints:
    def cut(table: Mapping[str, Floats]) -> dict[str, Floats]:
        return {name: values[part] for name, values in table.items()}

    return Joints(
        cut(joints.rotation), joints.waist[part], joints.torso[part], cut(joints.shoulder), cut(joints.elbow),
        cut(joints.wrist), cut(joints.grip), joints.head[part], cut(joints.hand),
    )  # fmt: skip


def _body(
    who: Person, acts: PersonActs, line: Timeline, root: Root, times: Times, key: NDArray[np.int64], once: Floats,
    joints: Joints, index: NDArray[np.int64], unit: float,
) -> Body:  # fmt: skip
    """One body from its distinct poses `once` (m, fields), solved, and the pose `index` (n,) of every sample."""
    pose = once[index]
    place, facing = root.at(times)
    down_first = bool(acts.postures) and acts.postures[0].posture in ("kneel", "sit")
    where, turn, walking, apart, stairs = feet(acts, root, times, unit, who.scale, line.kneel, down_first)
    # A body that reaches far has its waist elsewhere than its pose says: the skirt goes with it.
    solved = pose.copy()
    solved[:, 0:3] = joints.waist[index]
    kind = rig.skirt_kind(solved, walking, apart)
    kind = np.where(rig.foot_behind(where, turn) & rig.among(kind, ("stand", "archer")), "half", kind)
    kind = np.where((stairs != "") & ~rig.among(kind, rig.KNEELING), stairs, kind)
    lifted = np.array([k.hem for k in line.keys])[key] & rig.among(kind, ("stand", "walk", "archer"))
    kind = np.where(lifted, "up", kind)
    skirt = rig.skirt_place(solved, kind)
    wears = _states(acts, times)
    dressing = changing(acts, times)
    wears |= {
        "forearm": wears["bare"] & ~dressing.half,
        "bare": wears["bare"] | dressing.half,
        "guard": wears["guard"] & ~dressing.off,
        "low": dressing.low,
    }
    cuffs = np.array([k.cuff for k in line.keys])[key]
    shapes = {side: np.array([k.hand[n] for k in line.keys])[key] for n, side in enumerate(("left", "right"))}
    # One whose left arm is bare has no sleeve for the right hand to lie in.
    joined = (cuffs == "joined") & ~wears["bare"]
    at_ease = (cuffs == "joined") & wears["bare"]
    cuff = {side: (cuffs == side) | (cuffs == "both") for side in ("left", "right")}
    shown = {
        slot: rig.gently(forms, times) for slot, forms in rig.sleeves(joints, wears, cuff, index, kind, joined).items()
    }
    shown["skirt"] = kind
    shown["hips"] = np.where(rig.among(kind, rig.KNEELING), kind, rig.jacket(solved))
    shown["torso"] = np.where(wears["bare"], "bare", "dressed")
    shown["tail"] = np.where(wears["forearm"], "bare", "")
    for side in ("left", "right"):
        made = np.where(at_ease, "rest", shapes[side])
        if side == "right":
            made = np.where(wears["ring"], np.char.add("ring-", made), made)
        shown[f"hand-{side}"] = np.where(joined, "", made)
        shown[f"foot-{side}"] = np.where(
            _unshod(acts, times, wears["shoes-off"], side),
            np.where(lifted, "sock-lift", "sock"),
            np.where(lifted, "lift", np.where(stairs != "", "step", "shoe")),
        )
    _other_outfits(who, acts, times, shown)
    translation = {
        "hips": joints.waist[index],
        "skirt": skirt[0],
        "foot-left": where["left"],
        "foot-right": where["right"],
    }
    rotation = {name: q[index] for name, q in joints.rotation.items()}
    rotation |= {"skirt": skirt[1]}
    rotation |= {f"foot-{side}": quat.continuous(turn[side]) for side in ("left", "right")}
    hidden = np.array([p.t for p in acts.postures] or [0])
    seen = np.array([p.posture != "hidden" for p in acts.postures] or [True])
    visible = seen[np.clip(np.searchsorted(hidden, times, side="right") - 1, 0, len(seen) - 1)]
    changed = np.concatenate([[True], index[1:] != index[:-1], [True]])
    return Body(
        who, times, place, facing, pose, translation, rotation, {"skirt": skirt[2]}, shown, visible,
        {side: at[index] for side, at in joints.grip.items()}, {side: q[index] for side, q in joints.hand.items()},
        joints.torso[index], joints.waist[index], line.draws, np.flatnonzero(changed[:-1] | changed[1:]),
    )  # fmt: skip


def _other_outfits(who: Person, acts: PersonActs, times: Times, shown: dict[str, Words]) -> None:
    """Variants of the clothes worn while he is dressed otherwise than usual."""
    keys = [d for d in acts.dress if d.outfit and d.outfit != who.outfit]
    if not keys:
        return
    at = np.clip(np.searchsorted([d.t for d in acts.dress], times, side="right") - 1, 0, len(acts.dress) - 1)
    worn = np.array([acts.dress[k].outfit or who.outfit for k in at])
    other = (worn != who.outfit) & np.isin(worn, sorted(set(load_dress().wear(who.id).sections.values())))
    for slot, variants in shown.items():
        if slot not in SKIN:
            named = np.char.add(np.char.add(variants.astype(str), "-"), worn)
            shown[slot] = np.where(other & (variants != ""), named, variants)


def _unshod(acts: PersonActs, times: Times, off: NDArray[np.bool_], side: str) -> NDArray[np.bool_]:
    """Whether a foot is in its sock at each moment: while he takes off or puts on his shoes, one foot after the other."""
    found = off.copy()
    for act in acts.gestures:
        if act.gesture in ("shoes-off", "shoes-on"):
            long = gesture(act.gesture).seconds
            at = act.start + (act.end - act.start) * SHOD[side] / long
            during = (times >= act.start) & (times <= act.end)
            found[during] = (times[during] >= at) == (act.gesture == "shoes-off")
    return found


def _states(acts: PersonActs, times: Times) -> dict[str, NDArray[np.bool_]]:
    keys = acts.dress
    if not keys:
        return {name: np.zeros(len(times), dtype=bool) for name in ("bare", "guard", "ring", "shoes-off")}
    at = np.clip(np.searchsorted([d.t for d in keys], times, side="right") - 1, 0, len(keys) - 1)
    return {
        name: np.array([state in k.states for k in keys])[at]
        for name, state in (("bare", BARE), ("guard", GUARD), ("ring", RING), ("shoes-off", SHOES_OFF))
    }
