"""Checks of ways and lines: the path of the salutes, the flight of the arrows, the screen, what the scorer sees."""

from __future__ import annotations

import math
from fractions import Fraction

import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from layout.plan.checks.model import NEAR, Report, people_of, shape, shoulder_room, standing
from layout.plan.model import Plan
from layout.plan.records import load_records

KNEELING_EYE = Fraction(4)
"""Height of the eye of one who kneels, in 尺 (his body 七尺 less the legs)."""


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
