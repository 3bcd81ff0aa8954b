"""Things in motion: carried in hands, laid down, loosed. Each is a node at the root of the scene with tracks of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from geometry.figure.measure import WAIST
from geometry.motion import quat
from geometry.motion.body import GRID, Body
from geometry.motion.bows import bow_tracks
from geometry.motion.feet import turned
from geometry.motion.holds import Hold, hold_of
from geometry.motion.places import resting
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes
from geometry.motion.solve import INDEX
from geometry.motion.tallies import tally_tracks
from geometry.motion.vessels import VESSELS, vessel_tracks
from geometry.scene import Track
from rite.model import Flight, StagedSection, ThingActs, ThingKey

FAR = 4.0
"""Distance in m beyond which a thing that changes hands is simply elsewhere."""
TURNING = 320
"""ms in which a thing that is taken or set down turns."""
PARTS = (0, 80, 160, 240, 320)
FALLING, FALL_STEP = "falling", 80
"""State of a thing that drops to its next place, and ms between the keys of its fall."""
BOTH, LETS_GO = 0.15, 0.08
"""Up to this distance of the hands in m what they hold lies between them; so much farther apart, it is in the left alone."""
ARROW, PAST = 0.739, 0.06
"""Length of an arrow with its head, and how far its head stands past the grip, in m."""


@dataclass(frozen=True, eq=False)
class Carrier:
    """The bodies of a section, and the length of the 尺 in metres."""

    bodies: Mapping[str, Body]
    unit: float
    carried: Mapping[str, Sequence[Burden]] = field(default_factory=dict)
    """Of each person all that he holds in the section."""


@dataclass(frozen=True, eq=False)
class Burden:
    """A thing in somebody's hands from `start` to `end`, with a hold whose poses may speak of it."""

    thing: str
    start: int
    end: float
    rank: int
    early: int = 0
    """So many ms before and after, the poses already and still speak of it."""


def burdens(section: StagedSection) -> dict[str, list[Burden]]:
    """What each person holds when, by holder: what rests on the string and what needs no pose aside."""
    found: dict[str, list[Burden]] = {}
    for thing in section.things.values():
        for n, key in enumerate(thing.keys):
            hold = hold_of(thing.kind, key)
            if key.holder is None or not key.visible or hold.at == "string" or not hold.pose:
                continue
            end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else math.inf
            found.setdefault(key.holder, []).append(Burden(thing.id, key.t, end, hold.rank, hold.early))
    return found


def snap(t: int) -> int:
    """A moment on the grid of keys, never later: no key may lie after the end of its clip."""
    return t // GRID * GRID


def carried_moments(section: StagedSection) -> dict[str, list[int]]:
    """When things come into or leave each person's hands: the moments at which he must be solved."""
    found: dict[str, list[int]] = {}
    for thing in section.things.values():
        for n, key in enumerate(thing.keys):
            if key.holder is None:
                continue
            moments = found.setdefault(key.holder, [])
            moments += [key.t + part for part in PARTS]
            if n + 1 < len(thing.keys):
                end = thing.keys[n + 1].t
                moments += [end - GRID - part for part in PARTS]
                moments.append(end)
    return found


def thing_tracks(section: StagedSection, carrier: Carrier) -> list[Track]:
    """Tracks of every thing of a section."""
    flights: dict[str, list[Flight]] = {}
    for flight in section.flights:
        flights.setdefault(flight.arrow, []).append(flight)
    places = {id: n for n, id in enumerate(section.things)}
    tracks: list[Track] = []
    for id, thing in section.things.items():
        tracks += _tracks(section, thing, carrier, flights.get(id, []), places[id])
        if thing.kind == "bow":
            tracks += bow_tracks(section, thing, carrier.bodies)
        elif thing.kind == "tally":
            tracks += tally_tracks(thing)
        elif thing.kind in VESSELS:
            tracks += vessel_tracks(thing)
    return [_ended(track, section.duration) for track in tracks]


def _ended(track: Track, duration: int) -> Track:
    """The track without keys after the end of its section: rounding to the grid may have brought the last one there."""
    if track.times[-1] <= duration:
        return track
    kept = int(np.searchsorted(track.times, duration - GRID, side="right"))
    times = np.append(track.times[:kept], duration)
    return Track(track.node, track.path, times, np.vstack([track.values[:kept], track.values[-1:]]), track.step)


def _tracks(section: StagedSection, thing: ThingActs, carrier: Carrier, flights: list[Flight], order: int) -> list[Track]:  # fmt: skip
    only = thing.keys[0]
    if len(thing.keys) == 1 and only.visible and only.holder not in carrier.bodies and not flights:
        point, turn = resting(section, thing, only, carrier.unit)
        first = np.zeros(1, dtype=np.int64)
        return [Track(thing.id, "translation", first, point[None]), Track(thing.id, "rotation", first, turn[None])]
    times: list[np.ndarray] = []
    points: list[Floats] = []
    turns: list[Floats] = []
    shown: list[tuple[int, bool]] = []
    for n, key in enumerate(thing.keys):
        # What happens at the very end of a section does not happen after it.
        start = min(snap(key.t), section.duration)
        end = snap(thing.keys[n + 1].t) if n + 1 < len(thing.keys) else section.duration + GRID
        shown.append((start, key.visible))
        if end <= start or not key.visible:
            continue
        before = thing.keys[n - 1] if n else None
        after = thing.keys[n + 1] if n + 1 < len(thing.keys) else None
        t, p, q = _stretch(section, thing, (before, key, after), carrier, (start, end), order)
        times.append(t)
        points.append(p)
        turns.append(q)
    for flight in flights:
        _fly(times, points, turns, flight, carrier.unit, thing)
    tracks: list[Track] = []
    if times:
        t = np.concatenate(times)
        order_ = np.argsort(t, kind="stable")
        t, first = np.unique(t[order_], return_index=True)
        p = np.vstack(points)[order_][first]
        q = quat.continuous(np.vstack(turns)[order_][first])
        if t[0] > 0:
            t, p, q = np.concatenate([[0], t]), np.vstack([p[:1], p]), np.vstack([q[:1], q])
        tracks.append(Track(thing.id, "translation", t, p))
        tracks.append(Track(thing.id, "rotation", t, q))
    if any(not on for _, on in shown):
        at = np.array([max(t, 0) for t, _ in shown], dtype=np.int64)
        on = np.array([v for _, v in shown])
        at, first = _last_of_equal(at)
        on = on[first]
        if at[0] > 0:
            at, on = np.concatenate([[0], at]), np.concatenate([[False], on])
        index = changes(on)
        tracks.append(
            Track(thing.id, "scale", at[index], np.where(on[index][:, None], 1.0, 0.0) * np.ones((1, 3)), True)
        )
    return tracks


def _last_of_equal(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    last = np.concatenate([t[1:] != t[:-1], [True]])
    return t[last], np.flatnonzero(last)


def _stretch(
    section: StagedSection, thing: ThingActs, keys: tuple[ThingKey | None, ThingKey, ThingKey | None], carrier: Carrier,
    span: tuple[int, int], order: int,
) -> tuple[np.ndarray, Floats, Floats]:  # fmt: skip
    before, key, after = keys
    start, end = span
    hold = hold_of(thing.kind, key)
    body = carrier.bodies.get(key.holder or "")
    if body is None:
        point, q = resting(section, thing, key, carrier.unit)
        if key.state == FALLING and after is not None and after.holder is None:
            return _falling((point, q), resting(section, thing, after, carrier.unit), start, end)
        last = min(end - GRID, section.duration)
        t = np.array([start, last]) if after is not None and last > start else np.array([start])
        return t, np.repeat(point[None], len(t), axis=0), np.repeat(q[None], len(t), axis=0)
    last = max(min(end - GRID, section.duration), start)
    index = np.flatnonzero((body.times >= start) & (body.times <= last))
    t = body.times[index]
    if not len(index) or t[0] > start:
        index = np.concatenate([[max(int(np.searchsorted(body.times, start, side="right")) - 1, 0)], index])
        t = np.concatenate([[start], t])
    anchor, q = held(body, index, hold, order, _leads(thing, key, hold, carrier, t))
    grip = np.array(hold.grip)
    if hold.either and _reversed(section, thing, thing.keys.index(key), carrier, order):
        q, grip = _end_first(q, grip)
    # In the moments after it comes to him and before it is laid down a thing goes from the one place to the other, and turns.
    ends = []
    for other, at in ((before, start), (after, end - GRID)):
        if other is None or not other.visible or (other is after and other.holder in carrier.bodies):
            continue
        if other is after and any(f.arrow == thing.id and abs(f.points[0][0] - end) < 100 for f in section.flights):
            # It is loosed, not laid down.
            continue
        if other is before and other.holder == key.holder and hold_of(thing.kind, other) == hold:
            # It stays in the same hands; only its state is another (raised, lowered, drained).
            continue
        there = _place_at(section, thing, other, carrier, at, order)
        part = np.clip(np.abs(t - at) / (hold.turning or TURNING), 0.0, 1.0)
        part = part * part * (3 - 2 * part)
        q = quat.slerp(np.broadcast_to(there[1], q.shape), q, part)
        ends.append((there, part, 0 if other is before else len(t) - 1))
    grips = _slid(body, index, hold, q, anchor, grip)
    for there, part, k in ends:
        gap = there[0] - (anchor[k] - quat.rotate(there[1], grips[k]))
        if float(np.linalg.norm(gap)) < FAR:
            anchor = anchor + gap * (1.0 - part)[:, None]
    return t, anchor - quat.rotate(q, grips), q


def _slid(body: Body, index: np.ndarray, hold: Hold, q: Floats, anchor: Floats, grip: Floats) -> Floats:
    """Where a thing is gripped at samples (n, 3), held at `anchor`: a pole that stands on the ground slides through the hands as its
    holder kneels, and as he turns it up its foot goes no deeper than the ground."""
    grips = np.repeat(grip[None], len(q), axis=0)
    if hold.stands:
        upright = np.clip(quat.rotate(q, np.broadcast_to([0.0, 1.0, 0.0], (len(q), 3)))[:, 1], 0.0, 1.0)
        lower = (WAIST - body.waist[index][:, 1]) * body.person.scale
        above = np.maximum(anchor[:, 1] - body.place[index][:, 1], 0.0)
        grips[:, 1] = np.minimum(grips[:, 1] - lower * upright, above / np.maximum(upright, 1e-3))
    return grips


def _falling(
    first: tuple[Floats, Floats], last: tuple[Floats, Floats], start: int, end: int
) -> tuple[np.ndarray, Floats, Floats]:  # fmt: skip
    """A thing that drops from one place to another, faster and faster, and turns as it drops."""
    t = np.unique(np.append(np.arange(start, end, FALL_STEP), end - GRID))
    t = t[t < end]
    part = ((t - start) / max(end - start, 1))[:, None]
    way = last[0] - first[0]
    points = first[0] + way * np.hstack([part, part * part, part])
    turns = quat.slerp(np.repeat(first[1][None], len(t), axis=0), np.repeat(last[1][None], len(t), axis=0), part[:, 0])
    return t, points, turns


def _place_at(
    section: StagedSection, thing: ThingActs, key: ThingKey, carrier: Carrier, t: int, order: int
) -> tuple[Floats, Floats]:
    """Origin and rotation of a thing at a moment, as a key has it: at rest, or in somebody's hands."""
    body = carrier.bodies.get(key.holder or "")
    if body is None:
        return resting(section, thing, key, carrier.unit)
    hold = hold_of(thing.kind, key)
    index = np.array([min(int(np.searchsorted(body.times, t)), len(body.times) - 1)])
    anchor, q = held(body, index, hold, order, _leads(thing, key, hold, carrier, np.array([t])))
    grip = np.array(hold.grip)
    if hold.either and _reversed(section, thing, thing.keys.index(key), carrier, order):
        q, grip = _end_first(q, grip)
    return anchor[0] - quat.rotate(q[0], _slid(body, index, hold, q, anchor, grip)[0]), q[0]


def _end_first(q: Floats, grip: Floats) -> tuple[Floats, Floats]:
    """A thing carried the other end first: turned half about, taken at the same place of the hands."""
    return quat.multiply(q, np.broadcast_to(quat.about(1, np.array(180.0)), q.shape)), grip * np.array(
        [-1.0, 1.0, -1.0]
    )


def _reversed(section: StagedSection, thing: ThingActs, n: int, carrier: Carrier, order: int) -> bool:
    """Whether key n holds a thing of two like ends the other end first: so that it need not turn as it comes to him, or, if it was
    nowhere before, as he sets it down."""
    key = thing.keys[n]
    before = thing.keys[n - 1] if n and thing.keys[n - 1].visible else None
    after = thing.keys[n + 1] if n + 1 < len(thing.keys) and thing.keys[n + 1].visible else None
    if before is not None and (before.holder in carrier.bodies or n == 1):
        t, other = key.t, before
    elif after is not None and after.holder not in carrier.bodies:
        t, other = after.t - GRID, after
    elif before is not None:
        t, other = key.t, before
    else:
        return False
    body = carrier.bodies[key.holder or ""]
    hold = hold_of(thing.kind, key)
    index = np.array([min(int(np.searchsorted(body.times, t)), len(body.times) - 1)])
    _, q = held(body, index, hold, order, _leads(thing, key, hold, carrier, np.array([t])))
    there = _place_at(section, thing, other, carrier, t, order)[1]
    ahead = np.array([0.0, 0.0, 1.0])
    return float(quat.rotate(q[0], ahead) @ quat.rotate(there, ahead)) < 0.0


def _leads(thing: ThingActs, key: ThingKey, hold: Hold, carrier: Carrier, t: np.ndarray) -> np.ndarray:
    """Whether, at times `t` (n,), the poses of the holder speak of this thing: of all that he holds it is the chief (arrows on the
    string aside). What he held when it came to him decides for as long as he has it; a ladle, whenever he works with it."""
    chief = np.full(len(t), bool(hold.pose))
    for other in carrier.carried.get(key.holder or "", ()):
        if other.rank <= hold.rank or other.thing == thing.id:
            continue
        if other.early:
            chief &= (t < other.start - other.early) | (t >= other.end + other.early)
        elif other.start <= key.t < other.end:
            return np.zeros(len(t), dtype=bool)
    return chief


def held(
    body: Body, index: np.ndarray, hold: Hold, order: int, leads: bool | np.ndarray = True
) -> tuple[Floats, Floats]:
    """Where in the world a thing is gripped (n, 3) in somebody's hands at samples `index`, and its rotations (n, 4)."""
    left, right = body.grip["left"][index], body.grip["right"][index]
    pose, facing = body.pose[index], body.facing[index]
    yaw = quat.about(1, 180.0 - facing)
    n = len(index)
    spread = order % 4 - 1.5
    if hold.at == "string":
        way = left - right
        length = np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
        z = way / length
        q = quat.along(z, np.broadcast_to([0.0, 1.0, 0.0], z.shape))
        # On the right of the bow (矢在弓右). Held square to the string its head stands just past the grip; set on the string its
        # nock is between the fingers of the right hand.
        aside = quat.rotate(q, np.broadcast_to([-0.018, 0.012, 0.0], z.shape))
        nocked = pose[:, INDEX["arrow"]][:, None]
        apart = left + z * (PAST - ARROW) / body.person.scale
        anchor, local = right * nocked + apart * (1.0 - nocked) + aside, q
    else:
        at = INDEX["thing_pitch"]
        lie = pose[:, at : at + 3]
        if not np.all(leads):
            lie = np.where(np.broadcast_to(leads, n)[:, None], lie, np.array(hold.lie))
        turn = quat.about(1, -lie[:, 1])
        local = quat.multiply(quat.multiply(turn, quat.about(0, lie[:, 0])), quat.about(2, lie[:, 2]))
        if hold.axis == "forward" and hold.at in ("left", "right"):
            # Several in one hand are fanned a little.
            local = quat.multiply(local, quat.about(1, np.full(n, 2.2 * spread)))
        if hold.at == "left":
            anchor = left
        elif hold.at == "right":
            anchor = right
        elif hold.at in ("belt", "back"):
            torso = body.torso[index]
            place = np.array([-0.15, 0.03, 0.09 + 0.012 * spread] if hold.at == "belt" else [0.0, 0.1, -0.16])
            if hold.place is not None:
                # It has a place of its own, whatever else he has there; arrows stand there side by side.
                spread = spread if hold.axis == "forward" else 0.0
                place = np.array(hold.place) + np.array([-0.7, 0.0, 0.7]) * 0.012 * spread
            anchor = body.waist[index] + quat.rotate(torso, np.broadcast_to(place, left.shape))
            fan = quat.multiply(
                quat.about(1, np.full(n, -hold.lie[1] - 3.0 * spread)),
                quat.about(0, np.full(n, hold.lie[0] + 2.5 * spread)),
            )
            local = quat.multiply(torso, fan)
        elif hold.at == "shoulder":
            anchor = body.waist[index] + quat.rotate(body.torso[index], np.broadcast_to([0.20, 0.40, 0.05], left.shape))
        elif hold.at == "lap":
            anchor = body.waist[index] + np.array([0.0, -0.12, 0.42])
        else:
            anchor = (left + right) / 2
            if hold.single:
                # When the right hand goes to other work, the left keeps it (左執爵).
                apart = np.linalg.norm(left - right, axis=1, keepdims=True)
                part = np.clip((apart - BOTH) / LETS_GO, 0.0, 1.0)
                anchor = anchor + (left - anchor) * part * part * (3 - 2 * part)
    return turned(facing, anchor * body.person.scale) + body.place[index], quat.multiply(yaw, local)


def _fly(times: list[np.ndarray], points: list[Floats], turns: list[Floats], flight: Flight, unit: float, thing: ThingActs) -> None:  # fmt: skip
    rows = [row for n, row in enumerate(flight.points) if n == 0 or row[0] - flight.points[n - 1][0] >= GRID]
    t = np.array([snap(row[0]) for row in rows], dtype=np.int64)
    t, first = np.unique(t, return_index=True)
    rows = [rows[k] for k in first]
    p = np.array([[x * unit, z * unit, -y * unit] for _, x, y, z, _ in rows])
    pitch = np.array([row[4] for row in rows])
    yaw = np.full(len(rows), 180.0 - flight.facing)
    q = quat.multiply(quat.about(1, yaw), quat.about(0, -pitch))
    # It leaves from where it lay on the string, and arrives with its point.
    way = quat.rotate(q, np.broadcast_to([0.0, 0.0, 1.0], p.shape))
    rest = [k for k in range(len(times)) if len(times[k]) and times[k][0] <= t[0]]
    point = hold_of(thing.kind, thing.keys[-1]).point
    start, end = np.zeros(3), -way[-1] * point
    if rest:
        before = np.flatnonzero(times[rest[-1]] <= t[0])
        gap = points[rest[-1]][before[-1]] - p[0]
        start = gap if float(np.linalg.norm(gap)) < 2.0 else start
    part = ((t - t[0]) / max(int(t[-1] - t[0]), 1))[:, None]
    p = p + start * (1.0 - part) + end * part
    # What the keys of the thing say of this time gives way to the flight.
    for k in range(len(times)):
        outside = (times[k] < t[0]) | (times[k] > t[-1])
        times[k], points[k], turns[k] = times[k][outside], points[k][outside], turns[k][outside]
    times.append(t)
    points.append(p)
    turns.append(q)
