"""All people of a section sampled and solved at once: poses at the moments that matter, joints, feet, the variants shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.figure.figure import SKIN, Person
from geometry.motion import quat, rig
from geometry.motion.feet import Root, Times, feet, knee_moments, moments, turned
from geometry.motion.quat import Floats
from geometry.motion.rig import Words
from geometry.motion.solve import FIELDS, INDEX, Joints, solve
from geometry.motion.timeline import Timeline
from rite.dress import BARE, GUARD, RING, SHOES_OFF, load_dress
from rite.model import PersonActs

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
        if np.allclose(first.row, last.row, atol=1e-6):
            continue
        parts = max(2, min(12, round((b - a) / SPAN)))
        found.update(round(a + (b - a) * n / parts) for n in range(1, parts))
    rounded = sorted({min(max(round(t / GRID) * GRID, 0), duration) for t in found if t <= duration + GRID})
    if len(rounded) > 1 and rounded[-1] - rounded[-2] < 5:
        rounded.pop(-2)
    return np.array(rounded, dtype=np.int64)


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
    poses, active = [], []
    for _, _, line, _, times in rows:
        pose, key = rows_at(line, times)
        poses.append(pose)
        active.append(key)
    stacked = np.vstack(poses) if poses else np.zeros((0, len(FIELDS)))
    low = stacked[:, INDEX["waist_y"]]
    kneeling = np.clip((0.8 - low) / 0.3, 0.0, 1.0)
    stacked[:, INDEX["hip_pitch"]] = stacked[:, INDEX["torso"]] * (0.25 - 0.09 * kneeling)
    joints = solve(stacked)
    bodies = []
    start = 0
    for (who, acts, line, root, times), key in zip(rows, active, strict=True):
        part = slice(start, start + len(times))
        start += len(times)
        bodies.append(_body(who, acts, line, root, times, key, stacked[part], _part(joints, part), unit))
    return bodies


def _part(joints: Joints, part: slice) -> Joints:
    def cut(table: Mapping[str, Floats]) -> dict[str, Floats]:
        return {name: values[part] for name, values in table.items()}

    return Joints(
        cut(joints.rotation), joints.waist[part], joints.torso[part], cut(joints.shoulder), cut(joints.elbow),
        cut(joints.wrist), cut(joints.grip), joints.head[part], cut(joints.hand),
    )  # fmt: skip


def _body(
    who: Person, acts: PersonActs, line: Timeline, root: Root, times: Times, key: NDArray[np.int64], pose: Floats,
    joints: Joints, unit: float,
) -> Body:  # fmt: skip
    place, facing = root.at(times)
    down_first = bool(acts.postures) and acts.postures[0].posture in ("kneel", "sit")
    where, turn, walking, apart = feet(acts, root, times, unit, who.scale, line.kneel, down_first)
    kind = rig.skirt_kind(pose, walking, apart)
    skirt = rig.skirt_place(pose, kind)
    wears = _states(acts, times)
    cuffs = [line.keys[k].cuff for k in key]
    fists = [line.keys[k].fist for k in key]
    cuff = {side: np.array([c in (side, "both") for c in cuffs]) for side in ("left", "right")}
    shown = rig.sleeves(joints, wears, cuff)
    shown["skirt"] = kind
    shown["hips"] = np.where(np.isin(kind, rig.KNEELING), kind, "stand")
    shown["torso"] = np.where(wears["bare"], "bare", "dressed")
    shown["tail"] = np.where(wears["bare"], "bare", "")
    for side in ("left", "right"):
        fist = np.array([f in (side, "both") for f in fists])
        joined = np.array([c == "joined" for c in cuffs]) & ~(
            wears["bare"] if side == "left" else np.zeros(len(times), bool)
        )
        ringed = wears["ring"] if side == "right" else np.zeros(len(times), dtype=bool)
        made = np.where(fist, np.where(ringed, "ring-fist", "fist"), np.where(ringed, "ring", "open"))
        shown[f"hand-{side}"] = np.where(joined, "", made)
        shown[f"foot-{side}"] = np.where(wears["shoes-off"], "sock", "shoe")
    _other_outfits(who, acts, times, shown)
    translation = {"hips": joints.waist, "skirt": skirt[0], "foot-left": where["left"], "foot-right": where["right"]}
    rotation = {**joints.rotation, "skirt": skirt[1], "foot-left": turn["left"], "foot-right": turn["right"]}
    hidden = np.array([p.t for p in acts.postures] or [0])
    names = [p.posture for p in acts.postures] or ["stand"]
    at = np.clip(np.searchsorted(hidden, times, side="right") - 1, 0, len(names) - 1)
    visible = np.array([names[k] != "hidden" for k in at])
    return Body(
        who, times, place, facing, pose, translation, {k: quat.continuous(v) for k, v in rotation.items()},
        {"skirt": skirt[2]}, shown, visible, joints.grip, joints.hand, joints.torso, joints.waist,
        line.draws,
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


def _states(acts: PersonActs, times: Times) -> dict[str, NDArray[np.bool_]]:
    keys = acts.dress
    if not keys:
        return {name: np.zeros(len(times), dtype=bool) for name in ("bare", "guard", "ring", "shoes-off")}
    at = np.clip(np.searchsorted([d.t for d in keys], times, side="right") - 1, 0, len(keys) - 1)
    return {
        name: np.array([state in keys[k].states for k in at])
        for name, state in (("bare", BARE), ("guard", GUARD), ("ring", RING), ("shoes-off", SHOES_OFF))
    }
