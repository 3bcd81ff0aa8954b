"""The ground in plan: court, hall and things, each kind with its own weight of line and tone."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from layout.plan.draw.canvas import CERTAINTY_PENS, Canvas
from layout.plan.draw.model import FAINT, GREY, INK, RED, Pen
from layout.plan.model import Footprint, Plan

FLOOR = "#F1EADB"
EARTH = "#FBF8F2"
LANE = "#F3ECE0"
MAT = "#E9DFC0"
POCHE = "#8B8175"


@dataclass(frozen=True)
class Look:
    """How a kind of thing is drawn: fill, and the factor on the width of its certainty line."""

    fill: str | None
    weight: float = 0.6
    layer: str = "things"


LOOKS: dict[str, Look] = {
    "mat": Look(MAT, 0.65, "mats"),
    "wall": Look(POCHE, 0.75, "hall"),
    "pillar": Look("#4A423A", 1.0, "hall"),
    "gate": Look("#EFE7D6", 0.9, "court"),
    "lodge": Look("#E3D9C6", 0.9, "court"),
    "screen": Look("#87684D", 0.9, "range"),
    "target": Look("#CFC4AC", 1.0, "range"),
    "post": Look("#4A423A", 0.7, "range"),
    "mark": Look("#E5B3A5", 0.7, "range"),
    "room": Look("#F8F3E8", 0.5, "hall"),
    "door": Look("#F8F3E8", 0.8, "hall"),
    "window": Look("#D8CDB6", 0.8, "hall"),
}
PLAIN = Look("#FFFFFF", 0.6)
HEAVY = 0.75
"""From this weight on an outline must not run through a name."""
HALL_KINDS = {"platform", "stairs", "step", "roof"}


def pace(plan: Plan) -> Fraction:
    """尺 in a 步 under the reading."""
    return 2 * plan.ground.chi("body.step")


def draw_grid(c: Canvas, plan: Plan, west: float, south: float, east: float, north: float, paces: int) -> None:
    """A faint net of so many 步, counted from the hall edge and the axis (計里畫方)."""
    step = float(pace(plan)) * paces
    pen = Pen(0.08, "#E6E0D6")
    x = -int(-west / step) * step
    while x <= east:
        c.line(((x, south), (x, north)), pen, "grid")
        x += step
    y = -int(-south / step) * step
    while y <= north:
        c.line(((west, y), (east, y)), pen, "grid")
        y += step


def draw_range(c: Canvas, plan: Plan) -> None:
    """The shooting lane, from the marks to the target, and its middle line."""
    ground = plan.ground
    target = plan.footprints["target"]
    half = float(ground.chi("target.body")) / 2
    c.rect(-half, float(target.y), half, 0, None, LANE, "range", "lane")
    ends = float(target.y) - 12, float(ground.chi("hall.depth"))
    c.line(((0, ends[0]), (0, ends[1])), Pen(0.1, GREY, (6, 1, 0.6, 1)), "axis")
    keep_off(c, 0, ends[0], 0, ends[1])


def draw_paths(c: Canvas, plan: Plan) -> None:
    """The two ways from the gate to the stairs, round the target (堂塗)."""
    for side in ("west", "east"):
        ids = (
            f"path-{side}-turn",
            f"path-{side}-target",
            f"path-{side}-screen",
            f"path-{side}-lane",
            f"stairs-{side}-foot",
        )
        points = [(float(plan.places[i].x), float(plan.places[i].y)) for i in ids]
        inside = plan.places[f"gate-inside-{side}"]
        points.insert(0, (float(inside.x), float(inside.y)))
        c.line(points, Pen(0.14, FAINT, (1.6, 0.9)), "court", f"path-{side}")
        for a, b in itertools.pairwise(points):
            c.labels.line(*c.view(*a), *c.view(*b), 0.2)


def draw_walls(c: Canvas, plan: Plan) -> None:
    """The walls of the court: built, or a faint line where the reading leaves the ground open."""
    ground = plan.ground
    half = float(ground.chi("court.width")) / 2
    gate = plan.footprints["gate"]
    south, north = float(gate.y), float(ground.chi("platform.depth")) + 8
    if ground.option("walls") != "walled":
        return
    t = float(ground.chi("wall.thickness"))
    pen = Pen(0.35, INK)
    lodge = plan.footprints["lodge-east"].bounds[2]
    for sign in (-1, 1):
        c.rect(*sorted_x(sign * half, sign * (half + t), south, north), pen, POCHE, "court", "wall-court")
        c.rect(
            *sorted_x(sign * float(lodge), sign * half, south - t / 2, south + t / 2), pen, POCHE, "court", "wall-court"
        )
    c.rect(-half - t, north, half + t, north + t, pen, POCHE, "court", "wall-court")


def sorted_x(a: float, b: float, south: float, north: float) -> tuple[float, float, float, float]:
    """A rectangle from two x in any order."""
    return min(a, b), south, max(a, b), north


def draw_hall(c: Canvas, plan: Plan, purlins: bool) -> None:
    """Platform, steps, walls, pillars, and the lines of roof and purlins overhead."""
    things = plan.footprints
    platform = things["platform"]
    c.area(platform.ring, Pen(0.45, INK), FLOOR, "hall", "platform")
    for step in things.values():
        if step.kind == "step":
            c.area(step.ring, Pen(0.13, INK), FLOOR, "hall", step.id)
            west, south, east, _ = (float(v) for v in step.bounds)
            keep_off(c, west, south, east, south)
    slab = float(plan.ground.chi("stairs.side-slab"))
    for flight in things.values():
        if flight.kind == "stairs":
            west, south, east, north = (float(v) for v in flight.bounds)
            c.rect(west - slab, south, west, north, Pen(0.25, INK), "#E3D9C6", "hall", flight.id)
            c.rect(east, south, east + slab, north, Pen(0.25, INK), "#E3D9C6", "hall", flight.id)
            x, (low, high) = float(flight.x), (south, north)
            c.line(((x, low + 0.3), (x, high)), Pen(0.13, INK), "hall")
            c.line(((x - 0.5, high - 0.8), (x, high), (x + 0.5, high - 0.8)), Pen(0.13, INK), "hall")
            keep_off_box(c, west - slab, south, east + slab, north)
            keep_off(c, x, low, x, high)
    if purlins:
        west, _, east, _ = (float(v) for v in platform.bounds)
        for name in ("eave-purlin", "lintel", "ridge"):
            line = plan.lines[name]
            c.line(((west, float(line.at)), (east, float(line.at))), Pen(0.1, GREY, (4, 1, 0.6, 1)), "roof", name)
            keep_off(c, west, float(line.at), east, float(line.at))
    c.area(things["roof"].ring, Pen(0.18, GREY, (2.4, 1.2)), None, "roof", "roof")
    for outline in (platform, things["roof"]):
        keep_off_box(c, *(float(v) for v in outline.bounds))


def keep_off(c: Canvas, west: float, south: float, east: float, north: float) -> None:
    """Let names keep off a line, so that it does not run through them."""
    (ax, ay), (bx, by) = c.view(west, north), c.view(east, south)
    c.labels.line(ax, ay, bx, by)


def keep_off_box(c: Canvas, west: float, south: float, east: float, north: float) -> None:
    """Let names keep off the four sides of a rectangle."""
    for y in (south, north):
        keep_off(c, west, y, east, y)
    for x in (west, east):
        keep_off(c, x, south, x, north)


def draw_things(c: Canvas, plan: Plan, chosen: Callable[[Footprint], bool]) -> list[Footprint]:
    """Every thing of the sheet, outlined by its certainty; labels are kept off them. Returns those drawn."""
    drawn: list[Footprint] = []
    rooms = ("room", "wall", "door", "window")
    for thing in sorted(plan.footprints.values(), key=lambda t: rooms.index(t.kind) if t.kind in rooms else 9):
        if thing.kind in HALL_KINDS or thing.venue != "school" or not chosen(thing):
            continue
        draw_thing(c, thing)
        drawn.append(thing)
    return drawn


def draw_thing(c: Canvas, thing: Footprint) -> None:
    """One thing."""
    look = LOOKS.get(thing.kind, PLAIN)
    sure = CERTAINTY_PENS[thing.certainty]
    pen = replace(sure, width=sure.width * look.weight)
    c.area(thing.ring, pen, look.fill, look.layer, thing.id)
    west, south, east, north = (float(v) for v in thing.bounds)
    if thing.kind == "mat":
        _mat_border(c, thing, pen)
    elif thing.kind == "screen":
        pass
    elif thing.kind == "mark":
        x, y = float(thing.x), float(thing.y)
        c.line(((x, south), (x, north)), Pen(0.45, RED), "range")
        c.line(((west, y), (east, y)), Pen(0.45, RED), "range")
    elif thing.kind == "target":
        c.line(((west, float(thing.y)), (east, float(thing.y))), Pen(0.9, RED), "range")
    elif thing.kind == "gate":
        c.line(((west, float(thing.y)), (east, float(thing.y))), Pen(0.18, INK, (1.2, 0.8)), "court")
        keep_off(c, west, float(thing.y), east, float(thing.y))
    (ax, ay), (bx, by) = c.view(west, north), c.view(east, south)
    if thing.kind == "target":
        # A red line under a name makes it unreadable; mats and vessels bear names well.
        c.labels.block((ax, min(ay, by) - 0.5, bx, max(ay, by) + 0.5))
        return
    if thing.kind == "mark":
        # Where the archers stand must be seen.
        c.labels.block((ax, ay, bx, by))
        return
    c.labels.avoid((ax, ay, bx, by))
    if look.weight >= HEAVY:
        keep_off_box(c, west, south, east, north)


def _mat_border(c: Canvas, mat: Footprint, pen: Pen) -> None:
    """The dark border of a mat, once for each layer, and the side from which it is counted."""
    west, south, east, north = (float(v) for v in mat.bounds)
    for layer in range(mat.layers):
        inset = 0.3 + 0.35 * layer
        c.rect(west + inset, south + inset, east - inset, north - inset, Pen(0.1, GREY), None, "mats")
