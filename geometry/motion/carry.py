"""Things in motion: carried in hands, laid down, loosed. Each is a node at the root of the scene with tracks of its own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry.motion import quat
from geometry.motion.body import GRID, Body
from geometry.motion.feet import turned
from geometry.motion.holds import Hold, hold_of
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes, keep
from geometry.motion.solve import INDEX
from geometry.scene import Track
from rite.model import Flight, StagedSection, ThingActs, ThingKey

BRACE = 0.17
"""From the grip of a strung bow to its string, in m."""


@dataclass(frozen=True, eq=False)
class Carrier:
    """The bodies of a section, and the length of the 尺 in metres."""

    bodies: Mapping[str, Body]
    unit: float


def snap(t: int) -> int:
    """A moment on the grid of keys."""
    return round(t / GRID) * GRID


def carried_moments(section: StagedSection, person: str) -> list[int]:
    """When things come into or leave a person's hands: the moments at which he must be solved."""
    found: list[int] = []
    for thing in section.things.values():
        for key, after in zip(thing.keys, (*thing.keys[1:], None), strict=True):
            if key.holder == person:
                found += [key.t, *((after.t - GRID, after.t) if after is not None else ())]
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
    return tracks


def _tracks(section: StagedSection, thing: ThingActs, carrier: Carrier, flights: list[Flight], order: int) -> list[Track]:  # fmt: skip
    times: list[np.ndarray] = []
    points: list[Floats] = []
    turns: list[Floats] = []
    jumps: list[int] = []
    shown: list[tuple[int, bool]] = []
    for n, key in enumerate(thing.keys):
        start = snap(key.t)
        end = snap(thing.keys[n + 1].t) if n + 1 < len(thing.keys) else section.duration + GRID
        shown.append((start, key.visible))
        if end <= start or not key.visible:
            continue
        t, p, q = _stretch(section, thing, key, carrier, start, min(end - GRID, section.duration), order)
        if times and len(t):
            jumps.append(int(t[0]))
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
        index = keep(t, p, False)
        tracks.append(Track(thing.id, "translation", t[index], p[index]))
        index = keep(t, q, True)
        tracks.append(Track(thing.id, "rotation", t[index], q[index]))
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
    section: StagedSection, thing: ThingActs, key: ThingKey, carrier: Carrier, start: int, end: int, order: int
) -> tuple[np.ndarray, Floats, Floats]:  # fmt: skip
    hold = hold_of(thing.kind, key)
    body = carrier.bodies.get(key.holder or "")
    if body is not None:
        inside = (body.times >= start) & (body.times <= max(end, start))
        index = np.flatnonzero(inside)
        if not len(index):
            index = np.array([max(int(np.searchsorted(body.times, start, side="right")) - 1, 0)])
            t = np.array([start])
        else:
            t = body.times[index]
            if t[0] > start:
                before = max(int(index[0]) - 1, 0)
                index, t = np.concatenate([[before], index]), np.concatenate([[start], t])
        p, q = held(body, index, hold, key, thing.kind, order)
        return t, p, q
    x, y, z, facing, lie, pitch = key.x, key.y, key.z, key.facing, key.lie, key.pitch
    if key.holder is not None and key.holder in section.things:
        under = section.things[key.holder].keys
        at = next((k for k in reversed(under) if k.t <= key.t), under[0])
        if (x, y, z) == (0.0, 0.0, 0.0):
            x, y, z, facing = at.x, at.y, at.z, at.facing
    point = np.array([[x * carrier.unit, z * carrier.unit, -y * carrier.unit]])
    q = lying(hold.axis, facing, lie, pitch)[None]
    return np.array([start]), point, q


def lying(axis: str, facing: float, lie: str, pitch: float) -> Floats:
    """Rotation of a thing on the ground: `axis` up things lie down, forward things stand up, others keep upright."""
    yaw = quat.about(1, np.array(180.0 - facing))
    if axis == "up":
        tilt = {"flat": 90.0, "standing": 0.0, "leaning": 0.0, "stuck": 0.0}.get(lie, 0.0)
        return quat.multiply(yaw, quat.about(0, np.array(tilt + pitch)))
    if axis == "forward":
        tilt = {"flat": 0.0, "standing": -90.0, "leaning": -75.0, "stuck": 0.0}.get(lie, 0.0)
        return quat.multiply(yaw, quat.about(0, np.array(tilt - pitch)))
    return quat.multiply(yaw, quat.about(0, np.array(pitch)))


def held(body: Body, index: np.ndarray, hold: Hold, key: ThingKey, kind: str, order: int) -> tuple[Floats, Floats]:
    """Positions (n, 3) and rotations (n, 4) in the world of a thing in somebody's hands at samples `index`."""
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
        # On the right of the bow.
        aside = quat.rotate(q, np.broadcast_to([-0.018, 0.012, 0.0], z.shape))
        anchor, local = right + aside, q
    else:
        at = INDEX["thing_pitch"]
        lie = pose[:, at : at + 3]
        if hold.at in ("belt", "back", "shoulder", "lap") or (hold.rank < 2 and hold.at == "left"):
            lie = np.broadcast_to(np.array(hold.lie), (n, 3))
        turn = quat.about(1, -lie[:, 1])
        local = quat.multiply(quat.multiply(turn, quat.about(0, lie[:, 0])), quat.about(2, lie[:, 2]))
        if hold.at == "left":
            anchor = left
        elif hold.at == "right":
            anchor = right
        elif hold.at == "banner":
            # One hand above the other along the pole.
            z = quat.rotate(local, np.broadcast_to([0.0, 1.0, 0.0], left.shape))
            anchor = (left + right) / 2
            del z
        elif hold.at in ("belt", "back"):
            torso = body.torso[index]
            place = np.array([-0.15, 0.03, 0.09 + 0.012 * spread] if hold.at == "belt" else [0.0, 0.1, -0.16])
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
        del key, kind
    scale = body.person.scale
    grip = quat.rotate(local, np.broadcast_to(np.array(hold.grip) / scale, left.shape))
    world = turned(facing, (anchor - grip) * scale) + body.place[index]
    return world, quat.multiply(yaw, local)


def _fly(times: list[np.ndarray], points: list[Floats], turns: list[Floats], flight: Flight, unit: float, thing: ThingActs) -> None:  # fmt: skip
    hold = hold_of(thing.kind, thing.keys[0])
    rows = [row for n, row in enumerate(flight.points) if n == 0 or row[0] - flight.points[n - 1][0] >= GRID]
    t = np.array([snap(row[0]) for row in rows], dtype=np.int64)
    t, first = np.unique(t, return_index=True)
    rows = [rows[k] for k in first]
    p = np.array([[x * unit, z * unit, -y * unit] for _, x, y, z, _ in rows])
    pitch = np.array([row[4] for row in rows])
    yaw = np.full(len(rows), 180.0 - flight.facing)
    q = quat.multiply(quat.about(1, yaw), quat.about(0, -pitch))
    half = np.array([0.0, 0.0, 0.0])
    del hold, half
    # What the keys of the thing say of this time gives way to the flight.
    for k in range(len(times)):
        outside = (times[k] < t[0]) | (times[k] > t[-1])
        times[k], points[k], turns[k] = times[k][outside], points[k][outside], turns[k][outside]
    times.append(t)
    points.append(p)
    turns.append(q)


def draw_amount(body: Body, t: np.ndarray) -> Floats:
    """How far the string of a person's bow is drawn at times (n,), in m beyond its rest."""
    amount = np.zeros(len(t))
    for start, loose in body.draws:
        span = (t >= start) & (t < loose)
        if span.any():
            at = np.clip(np.searchsorted(body.times, t[span]), 0, len(body.times) - 1)
            gap = np.linalg.norm(body.grip["left"][at] - body.grip["right"][at], axis=1) * body.person.scale
            amount[span] = np.maximum(gap - BRACE, 0.0)
    return np.where(amount < 0.12, 0.0, amount) if math.isfinite(float(amount.sum())) else amount
