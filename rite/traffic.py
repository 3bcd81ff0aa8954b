"""Keeping people out of each other's way: routes round those who stand, patience with those who walk."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence

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
        side = BODY / 2 + room - 0.05
        people: list[Block] = []
        for other in world.people_near(x0 - side, y0 - side, x1 + side, y1 + side):
            if other.id in skip or (other.z > where.height / 2) != hall:
                continue
            # One who stands right at the goal is being met, not passed.
            if math.dist(other.here, goal) < side:
                continue
            people.append(Block(other.x - side, other.y - side, other.x + side, other.y + side, other.id))
        return found + merged(people)

    inside = where.on_hall if hall else where.in_court
    return find_route(start, goal, near, inside)


def merged(blocks: list[Block]) -> list[Block]:
    """People who stand close in a file or a row, as one block each: nobody walks between them anyway."""
    for flip in (False, True):
        lines: dict[tuple[float, float], list[Block]] = {}
        for b in blocks:
            key = (b.y0, b.y1) if flip else (b.x0, b.x1)
            lines.setdefault((round(key[0], 2), round(key[1], 2)), []).append(b)
        joined: list[Block] = []
        for row in lines.values():
            row.sort(key=lambda b: b.x0 if flip else b.y0)
            for b in row:
                last = joined[-1] if joined and b is not row[0] else None
                if last is not None and (b.x0 <= last.x1 if flip else b.y0 <= last.y1):
                    joined[-1] = Block(last.x0, last.y0, max(last.x1, b.x1), max(last.y1, b.y1), last.id)
                else:
                    joined.append(b)
        blocks = joined
    return blocks


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
    pairs: list[tuple[list[Track], list[Track], float]] = []
    for a, motion in motions:
        mine = [(0, a.x, a.y), *((k.t, k.x, k.y) for k in motion.keys)]
        west, south, east, north = _box(mine)
        for other in others:
            theirs, low, high = _from_now(other, now)
            if abs(high - motion.keys[-1].z) > 2.5 and abs(low - motion.keys[-1].z) > 2.5:
                continue
            x0, y0, x1, y1 = _box(theirs)
            if x1 < west or x0 > east or y1 < south or y0 > north:
                continue
            # Two who stand together already (a cup is handed over) may not come nearer than they are.
            pairs.append((mine, theirs, min(NEAR, 0.9 * math.dist(mine[0][1:], theirs[0][1:]))))
    for wait in PATIENCE:
        for n, (mine, theirs, least) in enumerate(pairs):
            if _meet(mine, wait, theirs, least * least):
                # The one who is in the way now is likely to be in the way a little later.
                pairs.insert(0, pairs.pop(n))
                break
        else:
            return wait
    return None


Track = tuple[int, float, float]
"""When (ms from now) somebody is where."""
NEAR = BODY - 0.05


def _from_now(a: Actor, now: int) -> tuple[list[Track], float, float]:
    """Where somebody is on his walk from now on (times from now), and how high he stands now and at its end."""
    keys = a.root
    n = len(keys) - 1
    while n > 0 and keys[n].t > now:
        n -= 1
    here = keys[n]
    x, y, z = here.x, here.y, here.z
    if n + 1 < len(keys) and here.t < now:
        ahead = keys[n + 1]
        part = (now - here.t) / (ahead.t - here.t)
        x, y, z = x + (ahead.x - x) * part, y + (ahead.y - y) * part, z + (ahead.z - z) * part
    return [(0, x, y), *((k.t - now, k.x, k.y) for k in keys[n + 1 :])], z, keys[-1].z


def _box(track: Sequence[Track]) -> tuple[float, float, float, float]:
    xs, ys = [k[1] for k in track], [k[2] for k in track]
    return (min(xs) - BODY, min(ys) - BODY, max(xs) + BODY, max(ys) + BODY)


def _meet(mine: Sequence[Track], wait: int, theirs: Sequence[Track], square_least: float) -> bool:
    """Whether two come nearer than a distance (its square is given), the first setting out `wait` ms later, until both have arrived."""
    i = j = 1
    ni, nj = len(mine), len(theirs)
    ax, ay, bx, by = mine[0][1], mine[0][2], theirs[0][1], theirs[0][2]
    while i < ni or j < nj:
        ta = mine[i][0] + wait if i < ni else _NEVER
        tb = theirs[j][0] if j < nj else _NEVER
        t = ta if ta < tb else tb
        if ta == t:
            cx, cy = mine[i][1], mine[i][2]
            i += 1
        elif i < ni and i > 1:
            cx, cy = _between(mine[i - 1], mine[i], t - wait)
        else:
            cx, cy = mine[i - 1][1], mine[i - 1][2]
        if tb == t:
            dx, dy = theirs[j][1], theirs[j][2]
            j += 1
        elif j < nj:
            dx, dy = _between(theirs[j - 1], theirs[j], t)
        else:
            dx, dy = theirs[j - 1][1], theirs[j - 1][2]
        px, py, qx, qy = ax - bx, ay - by, cx - dx, cy - dy
        ux, uy = qx - px, qy - py
        square = ux * ux + uy * uy
        if square < 1e-12:
            gap = qx * qx + qy * qy
        else:
            part = -(px * ux + py * uy) / square
            part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
            gx, gy = px + ux * part, py + uy * part
            gap = gx * gx + gy * gy
        if gap < square_least:
            return True
        ax, ay, bx, by = cx, cy, dx, dy
    return False


_NEVER = 1 << 60


def _between(a: Track, b: Track, t: float) -> Point:
    part = 0.0 if b[0] <= a[0] else (t - a[0]) / (b[0] - a[0])
    part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
    return a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part
