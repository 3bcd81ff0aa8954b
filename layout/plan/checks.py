"""Checks in space: what stands in another's way, off the floor, out of line, in the flight of the arrows.

Every check returns its violations, each naming who or what, where, and by how much (尺), and how many cases it looked at.
Distances are decided on floats of the exact plan with a tolerance of a millionth of a 尺.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from layout.plan.model import Footprint, Place, Plan
from layout.plan.records import load_records

NEAR = 1e-6
FLAT = {"platform", "stairs", "step", "roof", "mark", "room", "door", "window"}
"""Kinds that other things may stand on, under or in."""
KNEELING_EYE = Fraction(4)
"""Height of the eye of one who kneels, in 尺 (his body 七尺 less the legs)."""


@dataclass(frozen=True)
class Violation:
    """One thing wrong: rule, who or what, where (x, y in 尺), by how much (尺, or degrees for angles), and in words."""

    rule: str
    who: tuple[str, ...]
    where: tuple[float, float]
    amount: float
    text: str


@dataclass
class Report:
    """Violations, cases looked at by rule, and figures worth knowing (angles, clearances)."""

    violations: list[Violation] = field(default_factory=list)
    total: dict[str, int] = field(default_factory=dict)
    measures: dict[str, float] = field(default_factory=dict)

    def case(self, rule: str, count: int = 1) -> None:
        """Count cases of a rule."""
        self.total[rule] = self.total.get(rule, 0) + count

    def wrong(self, rule: str, who: tuple[str, ...], where: tuple[float, float], amount: float, text: str) -> None:
        """Note a violation."""
        at = f"at ({where[0]:.2f}, {where[1]:.2f})"
        self.violations.append(Violation(rule, who, where, amount, f"{text} {at}, by {amount:.2f}"))


@dataclass(frozen=True)
class Person:
    """Someone at a place of a moment: the place, his number in its row, his point."""

    place: str
    index: int
    x: float
    y: float

    @property
    def name(self) -> str:
        """The place, with the number in the row where it has one."""
        return self.place if not self.index else f"{self.place} #{self.index + 1}"


def check_plan(plan: Plan) -> Report:
    """All checks on one plan."""
    report = Report()
    rules: tuple[Callable[[Plan, Report], None], ...] = (
        check_things,
        check_people,
        check_floor,
        check_rows,
        check_walls,
        check_paths,
        check_lane,
        check_screen,
        check_scorer,
    )
    for rule in rules:
        rule(plan, report)
    return report


def shape(thing: Footprint) -> Polygon:
    """A footprint as a shapely polygon, in 尺."""
    return Polygon([(float(x), float(y)) for x, y in thing.ring])


def standing(plan: Plan) -> list[Footprint]:
    """What takes up room: everything but floors, roofs and marks."""
    return [t for t in plan.footprints.values() if t.kind not in FLAT]


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


def people_of(plan: Plan, names: list[str]) -> Iterator[Person]:
    """Everybody at the places of a moment, row by row."""
    for name in names:
        if name.startswith("*"):
            chosen = [p for p in plan.places.values() if p.id.endswith(name[1:])]
        else:
            chosen = [plan.places[name]] if name in plan.places else []
        for place in chosen:
            for index in range(place.count):
                x, y = place.nth(index)
                yield Person(place.id, index, float(x), float(y))


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


def shoulder_room(plan: Plan) -> Fraction:
    """The room of one person, from the spacings."""
    from layout.plan.resolve import Resolver

    return Resolver(plan.ground, plan.company, load_records()).amount("shoulder-room")


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


def check_paths(plan: Plan, report: Report) -> None:
    """The ways of the three salutes, from inside the gate to the stairs, clear of what stands there at that time."""
    room = float(shoulder_room(plan)) / 2
    later = {"arrow-rack", "tally-holder", "cup-stand"}
    for side in ("west", "east"):
        points = walk(plan, side)
        line = LineString(points)
        for thing in standing(plan):
            if thing.kind in later or thing.kind in ("gate", "lodge", "mat") or thing.venue != "school":
                continue
            report.case("salute-path")
            gap = float(line.distance(shape(thing)))
            if gap < room - NEAR:
                at = shapely.get_coordinates(shapely.shortest_line(line, shape(thing)))[0]
                report.wrong(
                    "salute-path",
                    (thing.id,),
                    (float(at[0]), float(at[1])),
                    room - gap,
                    f"{thing.name} on the {side} way to the stairs",
                )
        report.measures[f"salute-path-{side}"] = float(line.length)


def walk(plan: Plan, side: str) -> list[tuple[float, float]]:
    """The points of the way from the gate to the stairs on one side."""
    ids = (
        f"gate-inside-{side}",
        f"path-{side}-turn",
        f"path-{side}-target",
        f"path-{side}-screen",
        f"path-{side}-lane",
        f"stairs-{side}-foot",
    )
    return [(float(plan.places[i].x), float(plan.places[i].y)) for i in ids]


def flight(plan: Plan, mark: str) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """The straight line of an arrow: from the shoulder of one on a mark to the middle of the target."""
    g = plan.ground
    thing, target = plan.footprints[mark], plan.footprints["target"]
    shoulder = float(g.chi("platform.height") + g.chi("body.shoulder"))
    bottom, height = g.chi("target.bottom"), g.chi("target.height")
    return (float(thing.x), float(thing.y), shoulder), (float(target.x), float(target.y), float(bottom + height / 2))


def check_lane(plan: Plan, report: Report) -> None:
    """A clear lane from either mark to the target: nothing within a shoulder's room rises into the line of flight."""
    room = float(shoulder_room(plan))
    moment = load_records().moments.get("shooting")
    people = list(people_of(plan, moment.people)) if moment else []
    for mark in ("mark-upper", "mark-lower"):
        start, end = flight(plan, mark)
        line = LineString([start[:2], end[:2]])
        for thing in standing(plan):
            if thing.kind in ("target", "post", "mat") or thing.id == mark or thing.venue != "school":
                continue
            report.case("clear-lane")
            outline = shape(thing)
            gap = float(line.distance(outline))
            if gap >= room - NEAR:
                continue
            reach = line.project(outline.centroid) / line.length
            height = start[2] + (end[2] - start[2]) * reach
            top = float(thing.top or thing.base)
            if top > height - room / 2:
                report.wrong(
                    "clear-lane",
                    (thing.id, mark),
                    (float(thing.x), float(thing.y)),
                    room - gap,
                    f"{thing.name} in the flight from {mark}",
                )
        for person in people:
            if person.place.startswith("mark-"):
                continue
            report.case("clear-lane")
            gap = float(line.distance(Point(person.x, person.y)))
            if gap < room - NEAR:
                report.wrong(
                    "clear-lane",
                    (person.name, mark),
                    (person.x, person.y),
                    room - gap,
                    f"{person.name} in the flight from {mark}",
                )


def check_screen(plan: Plan, report: Report) -> None:
    """The screen stands between either mark and the caller; `measures` has the angle by which an arrow must stray to reach him."""
    caller, target, screen = plan.places["caller-place"], plan.footprints["target"], plan.footprints["screen"]
    outline = shape(screen)
    for mark in ("mark-upper", "mark-lower"):
        thing = plan.footprints[mark]
        start = (float(thing.x), float(thing.y))
        report.case("screen")
        to_caller = _bearing(start, (float(caller.x), float(caller.y)))
        to_target = _bearing(start, (float(target.x), float(target.y)))
        angle = abs((to_caller - to_target + 180) % 360 - 180)
        report.measures[f"stray-angle-{mark}"] = angle
        line: BaseGeometry = LineString([start, (float(caller.x), float(caller.y))])
        if not line.intersects(outline):
            gap = float(line.distance(outline))
            report.wrong(
                "screen",
                ("caller", mark),
                (float(caller.x), float(caller.y)),
                gap,
                f"the screen does not cover the caller from {mark}",
            )
        edge = max(abs(_bearing(start, p) - to_target) for p in _arm_ends(plan))
        if angle <= edge:
            report.wrong(
                "screen",
                ("caller", mark),
                (float(caller.x), float(caller.y)),
                edge - angle,
                "the caller stands before the target's arm (degrees)",
            )


def _arm_ends(plan: Plan) -> tuple[tuple[float, float], tuple[float, float]]:
    west, south, east, north = (float(v) for v in plan.footprints["target"].bounds)
    y = (south + north) / 2
    return (west, y), (east, y)


def _bearing(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def check_scorer(plan: Plan, report: Report) -> None:
    """The kneeling scorer sees the middle of the target and both archers on their marks past everything that stands."""
    scorer = plan.places["scorer-place"]
    eye = (float(scorer.x), float(scorer.y), float(scorer.level + KNEELING_EYE))
    aims = {"target": flight(plan, "mark-upper")[1]}
    aims |= {mark: flight(plan, mark)[0] for mark in ("mark-upper", "mark-lower")}
    for name, aim in aims.items():
        line = LineString([eye[:2], aim[:2]])
        for thing in standing(plan):
            if thing.kind in ("target", "post", "mat", "tally-holder", "gate", "lodge") or thing.venue != "school":
                continue
            report.case("scorer-sees")
            outline = shape(thing)
            if not line.intersects(outline):
                continue
            part = line.intersection(outline)
            reach = line.project(part.centroid) / line.length
            height = eye[2] + (aim[2] - eye[2]) * reach
            low, top = float(thing.base), float(thing.top or thing.base)
            if low < height < top:
                at = part.centroid
                report.wrong(
                    "scorer-sees",
                    (thing.id, name),
                    (at.x, at.y),
                    top - height,
                    f"{thing.name} hides {name} from the scorer",
                )
