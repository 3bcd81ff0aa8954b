"""Ways round those who stand (`rite.waiting` has patience with those who walk)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rite.route import Block, Point, find_way
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
    side = BODY / 2 + room - 0.05
    # One who stands right at the goal is being met, not passed.
    x, y = goal
    out = {a.id for a in ignore}
    out.update(
        o.id for o in world.people_near(x - side, y - side, x + side, y + side) if math.dist(o.here, goal) < side
    )

    people = world.standing.blocks(hall, side, out, (start, goal))

    def near(p: Point, q: Point) -> list[Block]:
        left, right = min(p[0], q[0]), max(p[0], q[0])
        low, high = min(p[1], q[1]), max(p[1], q[1])
        return [b for b in (*solid, *people) if b.x1 > left and b.x0 < right and b.y1 > low and b.y0 < high]

    inside = where.on_hall if hall else where.in_court
    way = find_way(start, goal, near, inside)
    if way is None and dishes:
        solid = fixed
        way = find_way(start, goal, near, inside)
    return way
