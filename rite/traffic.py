"""Ways round those who stand (`rite.waiting` has patience with those who walk)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rite.route import Block, Point, find_way
from rite.rows import FILE, RANK
from rite.where import Where
from rite.world import BODY, Actor, World

ROOM = 1.1
"""From the middle of a walker to the edge of what stands there, 尺."""


def route(
    world: World, where: Where, a: Actor, goal: Point, ignore: Sequence[Actor] = (), room: float = ROOM
) -> list[Point]:
    """Points from where somebody stands to `goal`, round things and people who stand in between."""
    return route_from(world, where, a.here, a.z, goal, (a, *ignore), room)


def route_from(
    world: World, where: Where, start: Point, z: float, goal: Point, ignore: Sequence[Actor], room: float = ROOM
) -> list[Point]:
    """The same from any point on the level of `z`."""
    return way_from(world, where, start, z, goal, ignore, room) or [goal]


def way_from(
    world: World, where: Where, start: Point, z: float, goal: Point, ignore: Sequence[Actor], room: float = ROOM
) -> list[Point] | None:
    """The same; None when there is no way with so much room. Dishes and cups are stepped over where no way leads round them."""
    hall = z > where.height / 2
    fixed = world.blocks_for("hall" if hall else "court", room)
    dishes = [] if any(a.between for a in ignore) else world.set_down(hall)
    solid = [*fixed, *dishes]
    side, level = BODY / 2 + room - 0.05, where.height / 2
    # One who stands right at the goal is being met, not passed.
    x, y = goal
    out = {a.id for a in ignore}
    out.update(
        o.id for o in world.people_near(x - side, y - side, x + side, y + side) if math.dist(o.here, goal) < side
    )

    # Nobody stirs while a way is sought: what was found of lines and joined once is kept until then.
    seen: tuple[dict[str, tuple[tuple[Actor, ...], int]], ...] = ({}, {})
    bodies: dict[str, Block] = {}
    joined: dict[tuple[str, ...], list[Block]] = {}

    def near(p: Point, q: Point) -> list[Block]:
        x0, x1 = min(p[0], q[0]) - room, max(p[0], q[0]) + room
        y0, y1 = min(p[1], q[1]) - room, max(p[1], q[1]) + room
        left, right = min(p[0], q[0]), max(p[0], q[0])
        low, high = min(p[1], q[1]), max(p[1], q[1])
        found = [b for b in solid if b.x1 > left and b.x0 < right and b.y1 > low and b.y0 < high]
        # Whoever stands in a line is met with the whole line: nobody walks between them anyway.
        met: dict[str, Actor] = {}
        done: tuple[set[str], set[str]] = (set(), set())
        for o in world.people_near(x0 - side, y0 - side, x1 + side, y1 + side):
            if o.id in out or (o.z > level) != hall:
                continue
            for axis in (RANK, FILE):
                if o.id in done[axis]:
                    continue
                known = seen[axis].get(o.id)
                if known is None:
                    line = world.rows.line(o, 2.0 * side, out, axis)
                    for n, m in enumerate(line):
                        seen[axis][m.id] = line, n
                    known = seen[axis][o.id]
                line, at = known
                for m in (*line[at:], *line[:at][::-1]):
                    met[m.id] = m
                    done[axis].add(m.id)
        key = tuple(met)
        people = joined.get(key)
        if people is None:
            for m in met.values():
                if m.id not in bodies:
                    bodies[m.id] = Block(m.x - side, m.y - side, m.x + side, m.y + side, m.id)
            people = joined[key] = merged([bodies[name] for name in key])
        return found + people

    inside = where.on_hall if hall else where.in_court
    way = find_way(start, goal, near, inside)
    if way is None and dishes:
        solid = fixed
        way = find_way(start, goal, near, inside)
    return way


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
