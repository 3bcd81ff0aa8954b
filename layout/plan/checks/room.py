"""Checks of room: things apart, people in nobody's way, everything on a floor, rows even, all inside the walls."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Point

from layout.plan.checks.model import NEAR, Report, people_of, shape, shoulder_room, standing
from layout.plan.model import Footprint, Place, Plan
from layout.plan.records import load_records


def check_things(plan: Plan, report: Report) -> None:
    """No two things stand in one another; a vessel may stand on a stand."""
    things = standing(plan)
    shapes = [shape(t) for t in things]
    tree = shapely.STRtree(shapes)
    count = len(things)
    report.case("things-apart", count * (count - 1) // 2)
    for first, second in sorted(zip(*(int_list(a) for a in tree.query(shapes, predicate="intersects")), strict=True)):
        if first >= second:
            continue
        a, b = things[first], things[second]
        if {a.kind, b.kind} == {"jar", "wine-stand"} or {a.kind, b.kind} <= {"gate", "lodge", "wall"}:
            continue
        if not _share_height(a, b):
            continue
        common = shapes[first].intersection(shapes[second])
        if common.area > NEAR:
            west, south, east, north = common.bounds
            at = ((west + east) / 2, (south + north) / 2)
            report.wrong(
                "things-apart", (a.id, b.id), at, min(east - west, north - south), f"{a.name} stands in {b.name}"
            )


def int_list(values: np.ndarray) -> list[int]:
    """An integer array as a list."""
    return [int(v) for v in values]


def _share_height(a: Footprint, b: Footprint) -> bool:
    top_a, top_b = a.top or a.base, b.top or b.base
    return a.base < top_b and b.base < top_a


def check_people(plan: Plan, report: Report) -> None:
    """At every moment each has a circle of room to himself, clear of things that stand up from the floor."""
    room = float(shoulder_room(plan))
    solid = [t for t in standing(plan) if t.kind not in ("mat", "arrow-rack") and t.venue == "school"]
    shapes = [shape(t) for t in solid]
    tree = shapely.STRtree(shapes)
    for moment in load_records().moments.values():
        people = list(people_of(plan, moment.people))
        if not people:
            continue
        points = np.array([(p.x, p.y) for p in people])
        report.case("people-room", len(people))
        for a, b in _close_pairs(points, room):
            gap = float(np.hypot(*(points[a] - points[b])))
            who = (people[a].name, people[b].name)
            at = (float(points[a][0]), float(points[a][1]))
            report.wrong(
                "people-room", who, at, room - gap, f"{moment.english}: {who[0]} and {who[1]} in each other's room"
            )
        spots: list[Point] = list(shapely.points(points))  # type: ignore[arg-type]
        near = tree.query(spots, predicate="dwithin", distance=room / 2 - NEAR)
        for person, thing in sorted(zip(int_list(near[0]), int_list(near[1]), strict=True)):
            one, owner = people[person], solid[thing]
            if one.place.startswith(owner.id) or (owner.kind == "screen" and one.place.startswith("caller")):
                continue
            gap = float(shapes[thing].distance(spots[person]))
            text = f"{moment.english}: {one.name} stands against {owner.name}"
            report.wrong("people-room", (one.name, owner.id), (one.x, one.y), room / 2 - gap, text)


def _close_pairs(points: np.ndarray, room: float) -> list[tuple[int, int]]:
    spots: list[Point] = list(shapely.points(points))  # type: ignore[arg-type]
    found = shapely.STRtree(spots).query(spots, predicate="dwithin", distance=room - NEAR)
    return sorted((int(a), int(b)) for a, b in zip(*found, strict=True) if a < b)


def check_floor(plan: Plan, report: Report) -> None:
    """Everything stands wholly on the hall or wholly on the ground, and the hall's furniture inside its walls."""
    platform = plan.footprints["platform"]
    west, south, east, north = platform.bounds
    height = plan.ground.chi("platform.height")
    for thing in standing(plan):
        if thing.venue != "school":
            continue
        w, s, e, n = thing.bounds
        report.case("on-floor")
        inside = west <= w and e <= east and south <= s and n <= north
        apart = e <= west or w >= east or n <= south or s >= north
        if not (inside or apart):
            over = min(abs(x) for x in (e - west, w - east, n - south, s - north))
            report.wrong(
                "on-floor",
                (thing.id,),
                (float(thing.x), float(thing.y)),
                float(over),
                f"{thing.name} hangs over the edge of the hall",
            )
        elif thing.base < (height if inside else 0):
            report.wrong(
                "on-floor",
                (thing.id,),
                (float(thing.x), float(thing.y)),
                float(height - thing.base),
                f"{thing.name} is sunk in the floor",
            )
    half = float(plan.ground.chi("body.foot")) / 4
    edge = LineString([(float(x), float(y)) for x, y in (*platform.ring, platform.ring[0])])
    for place in plan.places.values():
        if place.venue != "school":
            continue
        report.case("on-floor")
        distance = float(edge.distance(Point(float(place.x), float(place.y))))
        on_stairs = any(t.kind == "stairs" and _within(t, place) for t in plan.footprints.values())
        if distance < half - NEAR and not on_stairs and place.facing is not None and place.id != "hall":
            report.wrong(
                "on-floor",
                (place.id,),
                (float(place.x), float(place.y)),
                half - distance,
                f"{place.name} stands on the edge of the hall",
            )


def _within(thing: Footprint, place: Place) -> bool:
    west, south, east, north = thing.bounds
    return west <= place.x <= east and south <= place.y <= north


def check_rows(plan: Plan, report: Report) -> None:
    """Rows are even and in the stated order: people exactly by their step, mats with equal gaps from the stated side."""
    for place in plan.places.values():
        if place.row is None or place.step is None or place.count < 2:
            continue
        for index in range(1, place.count):
            report.case("rows")
            if place.limit is not None and index % place.limit == 0:
                continue
            (ax, ay), (bx, by) = place.nth(index - 1), place.nth(index)
            ahead = {"east": ax - bx, "west": bx - ax, "north": ay - by, "south": by - ay}[place.row]
            if ahead != place.step:
                report.wrong(
                    "rows",
                    (place.id,),
                    (float(bx), float(by)),
                    float(abs(ahead - place.step)),
                    f"{place.name} #{index + 1} out of step",
                )
    for prefix, head in (("guest-", "east"), ("grandee-", "west")):
        mats = [m for m in plan.footprints.values() if m.kind == "mat" and m.id.startswith(prefix)]
        rows: dict[tuple[Fraction, Fraction], list[Footprint]] = {}
        for mat in mats:
            rows.setdefault((mat.facing, mat.y if mat.facing == 180 else mat.x), []).append(mat)
        for (facing, _), row in rows.items():
            if facing != 180:
                continue
            steps = [(a.x - b.x if head == "east" else b.x - a.x) for a, b in pairwise(row)]
            for a, step in zip(row[1:], steps, strict=True):
                report.case("rows")
                if step <= 0 or step != steps[0]:
                    report.wrong(
                        "rows",
                        (a.id,),
                        (float(a.x), float(a.y)),
                        float(abs(step - steps[0])),
                        f"{a.name} out of the row",
                    )


def check_walls(plan: Plan, report: Report) -> None:
    """Where the court is walled, the rows of the company find room inside."""
    if plan.ground.option("walls") != "walled":
        return
    half = float(plan.ground.chi("court.width")) / 2
    for place in plan.places.values():
        if place.venue != "school":
            continue
        for index in range(place.count):
            x, y = (float(v) for v in place.nth(index))
            report.case("inside-court")
            if abs(x) > half:
                report.wrong(
                    "inside-court",
                    (f"{place.id} #{index + 1}",),
                    (x, y),
                    abs(x) - half,
                    f"{place.name} #{index + 1} outside the wall",
                )
