"""Keeping people out of each other's way: routes round those who stand, patience with those who walk."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence

from rite.model import RootKey
from rite.route import Block, Point, find_route
from rite.walk import Motion
from rite.where import Where
from rite.world import BODY, Actor, World

ROOM = 1.1
"""From the middle of a walker to the edge of what stands there, 尺."""
PATIENCE: tuple[int, ...] = (*range(0, 12_000, 500), *range(12_000, 90_001, 2000))
"""How long a walker is ready to wait for others to pass, ms, tried in turn, before he goes all the same."""

RETRIES, RETRY = 40, 500
"""How often, and after how many ms, one tries again whose way is barred by somebody who has not yet said where he goes on to."""


def route(
    world: World, where: Where, a: Actor, goal: Point, ignore: Sequence[Actor] = (), room: float = ROOM
) -> list[Point]:
    """Points from where somebody stands to `goal`, round things and people who stand in between."""
    return route_from(world, where, a.here, a.z, goal, (a, *ignore), room)


def route_from(
    world: World, where: Where, start: Point, z: float, goal: Point, ignore: Sequence[Actor], room: float = ROOM
) -> list[Point]:
    """The same from any point on the level of `z`."""
    hall = z > where.height / 2
    fixed = world.blocks["hall" if hall else "court"]
    skip = {a.id for a in ignore}

    def near(p: Point, q: Point) -> list[Block]:
        x0, x1 = min(p[0], q[0]) - room, max(p[0], q[0]) + room
        y0, y1 = min(p[1], q[1]) - room, max(p[1], q[1]) + room
        found = [b.grown(room) for b in fixed if b.x1 > x0 and b.x0 < x1 and b.y1 > y0 and b.y0 < y1]
        side = BODY / 2 + room - 0.2
        for other in world.people_near(x0 - side, y0 - side, x1 + side, y1 + side):
            if other.id in skip or (other.z > where.height / 2) != hall:
                continue
            # One who stands right at the goal is being met, not passed.
            if math.dist(other.here, goal) < side:
                continue
            found.append(Block(other.x - side, other.y - side, other.x + side, other.y + side, other.id))
        return found

    inside = where.on_hall if hall else where.in_court
    return find_route(start, goal, near, inside)


def least_gap(a: Sequence[RootKey], b: Sequence[RootKey], start: int, end: int) -> float:
    """The least distance in plan between two people from `start` to `end`, both moving linearly between keys."""
    times = sorted({start, end, *(k.t for k in a if start < k.t < end), *(k.t for k in b if start < k.t < end)})
    best = math.inf
    pa, pb = _track(a, times), _track(b, times)
    for n in range(len(times) - 1):
        x0, y0 = pa[n][0] - pb[n][0], pa[n][1] - pb[n][1]
        x1, y1 = pa[n + 1][0] - pb[n + 1][0], pa[n + 1][1] - pb[n + 1][1]
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        part = 0.0 if square < 1e-12 else min(1.0, max(0.0, -(x0 * dx + y0 * dy) / square))
        best = min(best, math.hypot(x0 + dx * part, y0 + dy * part))
    if len(times) == 1:
        best = math.hypot(pa[0][0] - pb[0][0], pa[0][1] - pb[0][1])
    return best


def _track(keys: Sequence[RootKey], times: Sequence[int]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    n = 0
    for t in times:
        while n + 1 < len(keys) and keys[n + 1].t <= t:
            n += 1
        k = keys[n]
        if n + 1 < len(keys) and keys[n + 1].t > k.t and t > k.t:
            m = keys[n + 1]
            part = (t - k.t) / (m.t - k.t)
            found.append((k.x + (m.x - k.x) * part, k.y + (m.y - k.y) * part))
        else:
            found.append((k.x, k.y))
    return found


def clear_way(world: World, motions: Sequence[tuple[Actor, Motion]]) -> Generator[int, None, int]:
    """Wait (as a process) while somebody who is on his way leaves no time to go at all; returns what `patience` finds then."""
    for _ in range(RETRIES):
        wait = patience(world, motions)
        if wait is not None:
            return wait
        yield RETRY
    return 0


def patience(world: World, motions: Sequence[tuple[Actor, Motion]]) -> int | None:
    """How many ms to wait before these movements, so that nobody who is walking is run into; None when waiting does not help."""
    own = {a.id for a, _ in motions}
    others = [m for m in world.movers() if m.id not in own]
    if not others:
        return 0
    now = world.clock.now
    for wait in PATIENCE:
        worst = math.inf
        for a, motion in motions:
            keys = [RootKey(k.t + now + wait, k.x, k.y, k.z, k.facing) for k in motion.keys]
            keys.insert(0, RootKey(now, a.x, a.y, a.z, a.facing))
            start, end = now, now + wait + motion.end
            box = _box(keys)
            for other in others:
                if not _near(box, other):
                    continue
                recent = list(other.root[-60:])
                if abs(recent[-1].z - keys[-1].z) > 2.5 and abs(recent[0].z - keys[0].z) > 2.5:
                    continue
                # Until both have arrived: one who is there first stands where the other may still have to pass.
                worst = min(worst, least_gap(keys, recent, start, max(end, recent[-1].t)))
        if worst >= BODY - 0.05:
            return wait
    return None


def _box(keys: Sequence[RootKey]) -> tuple[float, float, float, float]:
    xs, ys = [k.x for k in keys], [k.y for k in keys]
    return (min(xs) - BODY, min(ys) - BODY, max(xs) + BODY, max(ys) + BODY)


def _near(box: tuple[float, float, float, float], other: Actor) -> bool:
    xs = [k.x for k in other.root[-60:]]
    ys = [k.y for k in other.root[-60:]]
    return not (max(xs) < box[0] or min(xs) > box[2] or max(ys) < box[1] or min(ys) > box[3])
