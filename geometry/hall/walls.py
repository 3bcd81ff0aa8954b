"""Walls of the hall: wattle and lime between sill, posts and rails. 序 at the sides, gables, the rear wall, rooms of a 庠.

The thickness of a wall is that of its sill; the limed panels stand well back from it, as between timbers.
"""

from __future__ import annotations

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry import box as rectangle

from geometry.hall.frame import Frame, at, measure
from geometry.sizes import Sizes
from geometry.solids import Body, Solid, beam, box, join, prism
from layout.errors import GroundError
from layout.evidence.model import Ground

_NEEDS = ("wall-inner.thickness", "hall.inner-width")


def _solids(panel: list[Body], timber: list[Body], doors: list[Body], needs: tuple[str, ...]) -> list[Solid]:
    parts = [Solid("panels", join(panel), "lime", needs, "walls")]
    if timber:
        parts.append(Solid("rails", join(timber), "timber", needs, "walls"))
    if doors:
        parts.append(Solid("doors", join(doors), "door", needs, "walls"))
    return parts


def _along_y(
    hall: Frame, x: float, ring: list[tuple[float, float]], rails: list[tuple[float, float, float]], name: str
) -> tuple[list[Body], list[Body]]:
    """A wall in the plane x: its outline in (y, height), rails as (from y, to y, height)."""
    half = hall.wall / 2
    panel = prism(
        [(-y, h) for y, h in ring],
        x - half * 0.5,
        x + half * 0.5,
        axis="x",
        name=name,
        dimension="wall-inner.thickness",
    )
    timber = []
    for k, (start, end, height) in enumerate(rails):
        deep = hall.wall if k == 0 else hall.wall * 0.78
        timber.append(beam(at(x, start, height + 0.08), at(x, end, height + 0.08), deep, 0.16, name=name))
    return [panel], timber


def build_side_wall(ground: Ground, east: bool, lod: int = 0) -> list[Solid]:
    """東序 or 西序: from its south end 序端 to the rear, up to the rafters; its inner face is at half the inner width."""
    hall = measure(ground)
    x = hall.side_wall_x if east else -hall.side_wall_x
    south, rear = hall.wall_south, hall.rear_y
    if not south < rear:
        raise GroundError("wall-east: its south end lies behind the rear wall (wall.y-south, hall.depth)")
    ring = [(south, hall.floor - 0.02), (rear, hall.floor - 0.02), *_upper(hall, x, rear, south)]
    levels = [hall.floor, hall.floor + hall.eave * 0.36]
    rails = [(south, rear, level) for level in levels]
    panel, timber = _along_y(hall, x, ring, rails, "wall-east" if east else "wall-west")
    return _solids(panel, timber, [], _NEEDS)


def _top(hall: Frame, y: float, x: float = 0.0) -> float:
    """Up to just under the rafters, which are let into the purlins and come lower over the outer face of a wall."""
    return min(hall.cover(x, y - hall.wall / 4), hall.cover(x, y + hall.wall / 4)) - 0.02


def _upper(hall: Frame, x: float, start: float, end: float) -> list[tuple[float, float]]:
    """The upper edge of a wall in the plane x from y = start to y = end, bending where the roof bends."""
    bends = [hall.ridge]
    if hall.hipped:
        flat = (hall.cover(x, hall.ridge) - hall.roof(hall.purlins[0])) / hall.slope
        bends = [hall.purlins[0] + flat, hall.purlins[4] - flat]
    low, high = min(start, end), max(start, end)
    between = sorted((y for y in bends if low + 0.01 < y < high - 0.01), reverse=start > end)
    return [(y, _top(hall, y, x)) for y in (start, *between, end)]


def build_gable(ground: Ground, east: bool, lod: int = 0) -> list[Solid]:
    """The wall under a roof end: closed behind the ridge, open before it below the beam (東堂, 西堂), closed above the beam."""
    hall, size = measure(ground), Sizes(ground)
    x = hall.gable_x if east else -hall.gable_x
    low, middle, rear = hall.purlins[0], hall.ridge, hall.rear_y
    tie = hall.under(low) + 0.03 - size("beam.height") * 0.5
    floor = hall.floor - 0.02
    if hall.hipped:
        ring = [(middle, floor), (rear, floor), (rear, tie), (middle, tie)]
    else:
        front = low + 0.02
        ring = [(middle, floor), (rear, floor), *_upper(hall, x, rear, front), (front, tie), (middle, tie)]
    rails = [
        (middle, rear, hall.floor),
        (middle, rear, hall.floor + hall.eave * 0.36),
        (middle, rear, hall.floor + hall.eave * 0.7),
    ]
    panel, timber = _along_y(hall, x, ring, rails, "gable")
    return _solids(panel, timber, [], ("hall.width", "wall-inner.thickness"))


def _across(
    hall: Frame,
    y: float,
    x: tuple[float, float],
    top: float,
    openings: list[tuple[float, float, float, float]],
    name: str,
) -> tuple[list[Body], list[Body], list[Body]]:
    """A wall in the plane y from x0 to x1; openings (x0, x1, sill, head) above the floor get frames, doors or bars."""
    floor, half = hall.floor - 0.02, hall.wall / 2
    shape: Polygon = rectangle(x[0], floor, x[1], top)
    panels: list[Body] = []
    timber = [beam(at(x[0], y, hall.floor + 0.08), at(x[1], y, hall.floor + 0.08), hall.wall, 0.16, name=name)]
    doors: list[Body] = []
    for x0, x1, sill, head in openings:
        low = hall.floor + sill if sill > 0 else floor - 1
        cut = shape.difference(rectangle(x0, low, x1, hall.floor + head))
        if cut.geom_type != "Polygon":
            raise GroundError(f"{name}: an opening cuts the wall in two (door.width, window.width)")
        assert isinstance(cut, Polygon)
        shape = cut
        for post in (x0, x1):
            timber.append(
                beam(
                    at(post, y, hall.floor + max(sill - 0.06, 0)),
                    at(post, y, hall.floor + head + 0.06),
                    0.13,
                    hall.wall * 0.86,
                    up=(0, 0, 1),
                    name=name,
                )
            )
        timber.append(
            beam(
                at(x0 - 0.06, y, hall.floor + head),
                at(x1 + 0.06, y, hall.floor + head),
                hall.wall * 0.86,
                0.13,
                name=name,
            )
        )
        if sill > 0:
            timber.append(
                beam(
                    at(x0 - 0.06, y, hall.floor + sill),
                    at(x1 + 0.06, y, hall.floor + sill),
                    hall.wall * 0.86,
                    0.13,
                    name=name,
                )
            )
            for bar in np.linspace(x0, x1, 9)[1:-1]:
                doors.append(
                    beam(
                        at(float(bar), y, hall.floor + sill + 0.05),
                        at(float(bar), y, hall.floor + head - 0.05),
                        0.045,
                        0.045,
                        up=(0, 0, 1),
                        name=name,
                    )
                )
        else:
            count = 4
            for k in range(count):
                a, b = x0 + 0.07 + (x1 - x0 - 0.14) * k / count, x0 + 0.07 + (x1 - x0 - 0.14) * (k + 1) / count
                doors.append(
                    box(
                        (a + 0.004, b - 0.004),
                        (hall.floor + 0.17, hall.floor + head - 0.07),
                        (-y - 0.03, -y + 0.03),
                        name,
                    )
                )
            for level in (0.25, 0.8):
                doors.append(
                    box(
                        # Rails reach into the jambs as pivots do.
                        (x0 + 0.055, x1 - 0.055),
                        (hall.floor + head * level, hall.floor + head * level + 0.12),
                        (-y - 0.05, -y + 0.05),
                        name,
                    )
                )
    panels.append(prism(shape, -y - half * 0.5, -y + half * 0.5, axis="z", name=name, dimension="wall-inner.thickness"))
    return panels, timber, doors


def build_rear_wall(ground: Ground, lod: int = 0) -> list[Solid]:
    """The wall behind: plain in a 序; in a 庠 it closes the rooms, and leaves the north hall 北堂 of the east room open."""
    hall = measure(ground)
    top = _top(hall, hall.rear_y)
    east = hall.gable_x
    if hall.chamber:
        east = _rooms(ground, hall)[1]
    panel, timber, doors = _across(hall, hall.rear_y, (-hall.gable_x, east), top, [], "wall-rear")
    timber.append(
        beam(
            at(-hall.gable_x, hall.rear_y, hall.floor + hall.eave * 0.4),
            at(east, hall.rear_y, hall.floor + hall.eave * 0.4),
            hall.wall * 0.78,
            0.16,
        )
    )
    return _solids(panel, timber, doors, ("hall.depth", "wall-inner.thickness"))


def _rooms(ground: Ground, hall: Frame) -> tuple[float, float]:
    """x of the two walls of the chamber; without a west room 西房 it lies west of the axis and reaches the west wall."""
    size = Sizes(ground)
    half, middle = size("chamber.width") / 2, size("chamber.x")
    if half >= hall.inner:
        raise GroundError("chamber: wider than the hall (chamber.width, hall.inner-width)")
    return middle - half, middle + half


def build_chamber(ground: Ground, lod: int = 0) -> list[Solid]:
    """The rooms behind a 庠: 室 with its door east and window west, side rooms with doors; empty for a hall without them."""
    hall, size = measure(ground), Sizes(ground)
    if not hall.chamber:
        return []
    west, east = _rooms(ground, hall)
    door, window = size("door.width"), size("window.width")
    head = size("door.height")
    sill, high = size("window.sill"), size("window.sill") + size("window.height")
    middle = (west + east) / 2
    third = (east - west) / 4
    openings = [
        (middle + third - door / 2, middle + third + door / 2, 0.0, head),
        (middle - third - window / 2, middle - third + window / 2, sill, high),
    ]
    rooms = [(east + hall.inner) / 2]
    if west > -hall.inner + 0.1:
        rooms.append((west - hall.inner) / 2)
    openings += [(x - door / 2, x + door / 2, 0.0, head) for x in rooms]
    y = hall.partition_y
    panel, timber, doors = _across(hall, y, (-hall.inner, hall.inner), _top(hall, y), openings, "chamber")
    for x in {west, east} - {-hall.inner}:
        ring = [(y, hall.floor - 0.02), (hall.rear_y, hall.floor - 0.02), *_upper(hall, x, hall.rear_y, y)]
        more, rails = _along_y(hall, x, ring, [(y, hall.rear_y, hall.floor)], "chamber")
        panel += more
        timber += rails
    return _solids(panel, timber, doors, ("chamber.width", "chamber.depth", "door.width", "window.width"))
