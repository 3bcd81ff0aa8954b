"""Staged sections posed and sampled: acts of people and things become one clip of sparse tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.figure.figure import Person, person
from geometry.figure.tree import HIDE, JOINTS, SHOW, SLOT_JOINT
from geometry.motion import quat
from geometry.motion.body import Body, keeps_still, sample_times, solve_people, still_body
from geometry.motion.carry import Carrier, burdens, carried_moments, thing_tracks
from geometry.motion.feet import root_of
from geometry.motion.holds import in_hand
from geometry.motion.meet import Around
from geometry.motion.mouths import mouth_track, mouths
from geometry.motion.quat import Floats
from geometry.motion.reduce import GRID, Channel, changes, thin_rounded
from geometry.motion.timeline import timeline
from geometry.scene import Clip, Path, Track
from rite.dress import load_dress
from rite.model import Rite, StagedSection

OFTEN = ("skirt", "foot-left", "foot-right")
"""Joints that move while the pose stays as it is: in walking and turning."""
JOINT_REST = {name: at for name, (_, at) in JOINTS.items()}


def cast_of(sections: Iterable[StagedSection], seed: int = 1, metres_per_chi: float = 0.231) -> dict[str, Person]:
    """The people of sections with the body that each has, in the order in which they first appear."""
    roles = dict.fromkeys(role for section in sections for role in section.people)
    return {role: person(role, "", seed, metres_per_chi) for role in roles}


def animate(section: StagedSection, people: Mapping[str, Person], metres_per_chi: float = 0.231) -> Clip:
    """The clip of one section: tracks for the nodes of `geometry.figure.tree` and for the things by their ids.

    Keys stand only where something changes, at least 5 ms apart, the first at 0; neighbouring quaternions less than 180° apart.
    """
    bodies = posed(section, people, metres_per_chi)
    tracks: list[Track] = []
    for body in bodies.values():
        tracks += body_tracks(body)
    tracks += [mouth_track(id, spans) for id, spans in mouths(section).items() if id in bodies and spans]
    tracks += thing_tracks(section, Carrier(bodies, metres_per_chi, burdens(section)))
    tracks = thinned(tracks, bodies)
    steps = [{"text": s.text, "start": s.start, "end": s.end} for s in section.steps]
    extras = {
        "section": section.number,
        "id": section.id,
        "title": section.title,
        "english": section.english,
        "steps": steps,
    }
    return Clip(f"section-{section.number}", section.duration, tuple(tracks), extras)


def animate_rite(rite: Rite, people: Mapping[str, Person], metres_per_chi: float = 0.231) -> list[Clip]:
    """One clip a section, in order."""
    return [animate(section, people, metres_per_chi) for section in rite.sections]


def posed(section: StagedSection, people: Mapping[str, Person], metres_per_chi: float = 0.231) -> dict[str, Body]:
    """Everybody of a section sampled and solved, by id."""
    rows = []
    roots = {id: root_of(acts, metres_per_chi) for id, acts in section.people.items() if acts.root}
    still: dict[str, Body] = {}
    moments, hands = carried_moments(section), in_hand(section.things)
    for id, acts in section.people.items():
        if id not in roots or id not in people:
            continue
        who, root = people[id], roots[id]
        line = timeline(acts, hands.get(id, []), Around(section, id, people, roots, metres_per_chi), who.stoop)
        if keeps_still(acts, line, root, moments.get(id, ())):
            still[id] = still_body(who, acts, line, root, metres_per_chi)
            continue
        times = sample_times(acts, line, root, section.duration, moments.get(id, ()))
        rows.append((who, acts, line, root, times))
    solved = {body.person.id: body for body in solve_people(rows, metres_per_chi)} | still
    return {id: solved[id] for id in section.people if id in solved}


def body_tracks(body: Body) -> list[Track]:
    """The tracks of one person's nodes."""
    id, t = body.person.id, body.times
    tracks: list[Track] = []
    _linear(tracks, id, "translation", t, body.place, None)
    turn = quat.continuous(quat.about(1, 180.0 - body.facing))
    _linear(tracks, id, "rotation", t, turn, None)
    tracks += _still_tracks(body.still) if body.still is not None else _joint_tracks(body)
    return tracks


@lru_cache(maxsize=1024)
def _still_tracks(body: Body) -> list[Track]:
    """The tracks of one who keeps still: the same wherever he does."""
    return _joint_tracks(body)


def _joint_tracks(body: Body) -> list[Track]:
    id, t = body.person.id, body.times
    tracks: list[Track] = []
    s = body.person.scale
    if not body.visible.all():
        _stepped(tracks, id, t, body.visible, (s, s, s))
    m = body.moving
    for joint, values in body.translation.items():
        if joint in OFTEN:
            _linear(tracks, f"{id}-{joint}", "translation", t, values, JOINT_REST[joint])
        else:
            _linear(tracks, f"{id}-{joint}", "translation", t[m], values[m], JOINT_REST[joint])
    for joint, values in body.rotation.items():
        if joint in OFTEN:
            _linear(tracks, f"{id}-{joint}", "rotation", t, values, (0.0, 0.0, 0.0, 1.0))
        else:
            _linear(tracks, f"{id}-{joint}", "rotation", t[m], values[m], (0.0, 0.0, 0.0, 1.0))
    for joint, values in body.scale.items():
        _linear(tracks, f"{id}-{joint}", "scale", t, values, SHOW)
    for slot, shown in body.shown.items():
        tracks += _variants(id, slot, t, shown)
    return tracks


def _variants(id: str, slot: str, t: NDArray[np.int64], shown: NDArray[np.str_]) -> list[Track]:
    """STEP scales of the variants of one slot. The first variant is shown when nothing is said, the others hidden; tracks are
    written for every variant that is ever shown, and for the first."""
    tracks: list[Track] = []
    first = FIRST[slot]
    index = changes(shown)
    t, shown = t[index], shown[index]
    seen = set(shown.tolist()) | {first}
    seen.discard("")
    if slot in SLOT_JOINT and seen == {first} and not (shown == first).any():
        return []
    if seen == {first} and (shown == first).all() and slot not in SLOT_JOINT:
        return []
    for variant in sorted(seen):
        _stepped(tracks, f"{id}-{slot}-{variant}", t, shown == variant, SHOW)
    return tracks


FIRST = {
    "skirt": "stand", "hips": "stand", "torso": "dressed", "tail": "bare", "upper-left": "tube", "upper-right": "tube",
    "fore-left": "bag", "fore-right": "bag", "hand-left": "open", "hand-right": "open", "foot-left": "shoe",
    "foot-right": "shoe",
}  # fmt: skip


def _stepped(tracks: list[Track], node: str, t: NDArray[np.int64], on: NDArray[np.bool_], show: tuple[float, float, float]) -> None:  # fmt: skip
    index = changes(on)
    values = np.where(on[index][:, None], np.array(show), np.array(HIDE))
    tracks.append(Track(node, "scale", t[index], values, True))


def _linear(
    tracks: list[Track], node: str, path: Path, t: NDArray[np.int64], values: Floats, rest: tuple[float, ...] | None
) -> None:
    if np.abs(values - values[0]).max() < 1e-7:
        if rest is not None and np.abs(values[0] - np.array(rest)).max() < 1e-7:
            return
        t, values = t[:1], values[:1]
    tracks.append(Track(node, path, t, values, False))


LOOSE: Mapping[str, float] = {
    "foot-left": 3.0, "foot-right": 3.0, "skirt": 3.0, "head": 1.6, "hand-left": 2.0, "hand-right": 2.0, "upper-left": 1.5,
    "upper-right": 1.5, "fore-left": 1.5, "fore-right": 1.5, "torso": 1.0, "hips": 1.0,
}  # fmt: skip
"""How far each joint may be off, in the usual tolerance: a swinging foot, a hem, a hand at the end of nothing more than those
from which other joints hang."""
THINGS = 2.5
FOOT_GRID = 512
"""Places of feet are rounded to 1/FOOT_GRID m: the hem hides all but their tips."""


def thinned(tracks: list[Track], people: Iterable[str] = ()) -> list[Track]:
    """The tracks with the keys left out that lie on the way between their neighbours; `people` are those whose joints may be
    told from things by their names. What stays is rounded: see `on_grid`."""
    known = {f"{id}-{joint}": loose for id in people for joint, loose in LOOSE.items()} | dict.fromkeys(people, 1.0)
    feet = {f"{id}-{joint}" for id in people for joint in ("foot-left", "foot-right")}
    smooth = [track for track in tracks if not track.step]
    channels = [
        Channel(track.times, track.values, known.get(track.node, THINGS), FOOT_GRID if track.node in feet else GRID)
        for track in smooth
    ]
    thinner = iter(
        Track(old.node, old.path, old.times[kept], values, False)
        for old, (kept, values) in zip(smooth, thin_rounded(channels), strict=True)
    )
    return [track if track.step else next(thinner) for track in tracks]


def variants(sections: Iterable[StagedSection], people: Mapping[str, Person], metres_per_chi: float = 0.231) -> dict[str, dict[str, set[str]]]:  # fmt: skip
    """Role → slot → variants that occur in these sections, "" where none is shown at times (for `people_nodes(only=…)`)."""
    found: dict[str, dict[str, set[str]]] = {}
    for section in sections:
        for id, body in posed(section, people, metres_per_chi).items():
            slots = found.setdefault(id, {})
            for slot, shown in body.shown.items():
                slots.setdefault(slot, {FIRST[slot]}).update(shown.tolist())
        for id in mouths(section):
            found.setdefault(id, {})["mouth"] = {"open"}
    return found


def outfits_of(sections: Iterable[StagedSection]) -> dict[str, str]:
    """Role → the outfit worn in the first of these sections that names one."""
    found: dict[str, str] = {}
    known = load_dress().outfits
    for section in sections:
        for id, acts in section.people.items():
            for key in acts.dress:
                if key.outfit in known:
                    found.setdefault(id, key.outfit)
    return found
