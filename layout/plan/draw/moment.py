"""Sheet 7: the people at a moment of the rite, with facing, name and the ways that they have just gone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from layout.plan.draw import ground
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.furniture import wrap
from layout.plan.draw.model import GREY, INK, RED, Circle, Drawing, Path, Pen, Text
from layout.plan.draw.plan_sheets import write_names
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Footprint, Plan


@dataclass(frozen=True)
class Figure:
    """A person on the plan: where he is (尺), which way he faces, whether he kneels, and the way he has just come."""

    id: str
    name: str
    name_en: str
    x: float
    y: float
    facing: float
    kneels: bool = False
    way: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Moment:
    """An instant: heading, the clause that is being done with its gloss, and all who are on stage."""

    title: str
    title_en: str
    clock: str
    clause: str
    gloss: str
    figures: tuple[Figure, ...]
    venue: str = "school"


def moment_sheet(plan: Plan, request: Request, moment: Moment) -> Drawing:
    """The ground about the people of a moment; the view closes in on those who are within it."""
    extent = extent_of(plan, moment)
    title = (moment.title, moment.title_en)
    portrait = extent[3] - extent[1] > (extent[2] - extent[0]) * 1.15
    sheet = Sheet(plan, request, "moment", title, 7, extent, portrait=portrait, column=104 if portrait else 112)
    c = sheet.canvas
    school = moment.venue == "school"

    def inside(t: Footprint) -> bool:
        west, south, east, north = t.bounds
        return west <= extent[2] and east >= extent[0] and south <= extent[3] and north >= extent[1]

    if school:
        ground.draw_grid(c, plan, *extent, paces=1 if extent[3] - extent[1] < 150 else 5)
        half, target = float(plan.ground.chi("target.body")) / 2, float(plan.footprints["target"].y)
        c.rect(-half, max(extent[1], target), half, 0, None, ground.LANE, "range", "lane")
        if inside(plan.footprints["platform"]):
            ground.draw_hall(c, plan, purlins=False)
        things = ground.draw_things(c, plan, inside)
        write_names(
            sheet, [t for t in things if t.kind not in ("jar", "mark", "wall", "post", "room", "door", "window")], 2.0
        )
    else:
        gate = next(f for f in plan.footprints.values() if f.venue == moment.venue)
        ground.draw_thing(c, gate)
        write_names(sheet, [gate], 2.4)
    for figure in moment.figures:
        draw_way(c, figure)
    shown = [f for f in moment.figures if extent[0] <= f.x <= extent[2] and extent[1] <= f.y <= extent[3]]
    for figure in shown:
        draw_figure(c, figure)
    rows = []
    english = request.labels == "en"
    for figure in shown:
        name = figure.name_en if english else figure.name
        c.name(figure.x, figure.y, [(name, 2.2 if not english else 1.9, INK)], "people", 1.9, figure.id)
        if request.labels == "both":
            rows.append((figure.name, figure.name_en))
    top = sheet.notes_top + 32
    y = top
    for text, size, colour in ((moment.clock, 2.4, GREY), (moment.clause, 3.0, INK), (moment.gloss, 2.1, GREY)):
        for line in wrap_any(text, size, sheet.column):
            sheet.notes.append(Text(sheet.column_x, y, line, size, "start", colour, "notes"))
            y += size * 1.5
        y += 1.0
    return sheet.finish(rows, ("人", "people"), offset=y - sheet.notes_top - 24)


def wrap_any(text: str, size: float, width: float) -> list[str]:
    """Lines of a text in words or in 漢字, none wider than `width`."""
    if " " in text:
        return wrap(text, size, width)
    count = max(1, int(width / size))
    return [text[n : n + count] for n in range(0, len(text), count)]


def extent_of(plan: Plan, moment: Moment) -> tuple[float, float, float, float]:
    """The part of the ground that shows everybody, never less than the hall with the court before it."""
    points = [(f.x, f.y) for f in moment.figures] + [p for f in moment.figures for p in f.way]
    if moment.venue != "school":
        gate = next(f for f in plan.footprints.values() if f.venue == moment.venue)
        points += [(float(gate.x) - 45, float(gate.y) - 60), (float(gate.x) + 45, float(gate.y) + 35)]
    else:
        platform = plan.footprints["platform"].bounds
        points += [(float(platform[0]) - 6, -64), (float(platform[2]) + 6, float(platform[3]) + 3)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - 5, min(ys) - 6, max(xs) + 5, max(ys) + 5


def draw_figure(c: Canvas, figure: Figure) -> None:
    """A man from above: shoulders, head, and a wedge where he looks; kneeling he is a smaller figure with a base line."""
    px, py = c.view(figure.x, figure.y)
    a = math.radians(figure.facing)
    fx, fy, rx, ry = math.sin(a), -math.cos(a), math.cos(a), math.sin(a)
    r = min(max(c.view.mm * 0.95, 0.95), 1.7)

    def at(forward: float, right: float) -> tuple[float, float]:
        return px + (fx * forward + rx * right) * r, py + (fy * forward + ry * right) * r

    shoulders = (
        at(0.25, -1.0),
        at(0.45, -0.5),
        at(0.45, 0.5),
        at(0.25, 1.0),
        at(-0.35, 0.75),
        at(-0.45, 0.0),
        at(-0.35, -0.75),
    )
    c.items.append(
        Path(shoulders, Pen(0.2, INK), "#343136" if not figure.kneels else "#D8CDB6", True, "people", figure.id)
    )
    c.items.append(Circle(*at(0.1, 0.0), r * 0.42, Pen(0.15, INK), "#C09372", "people"))
    c.items.append(Path((at(1.35, 0.0), at(0.75, -0.3), at(0.75, 0.3)), None, RED, True, "people"))
    if figure.kneels:
        c.items.append(Path((at(-0.75, -0.8), at(-0.75, 0.8)), Pen(0.35, INK), None, False, "people"))
    c.labels.avoid((px - r, py - r, px + r, py + r))


def draw_way(c: Canvas, figure: Figure) -> None:
    """The way just walked, a dotted line that starts with a small ring."""
    if len(figure.way) < 2:
        return
    points = tuple(c.view(*p) for p in figure.way)
    c.items.append(Path(points, Pen(0.22, "#4F7A63", (0.9, 0.6)), None, False, "ways", f"{figure.id}-way"))
    c.items.append(Circle(*points[0], 0.45, Pen(0.18, "#4F7A63"), "#FFFFFF", "ways"))


def figures(items: Sequence[Figure]) -> tuple[Figure, ...]:
    """Figures in the order of their ids, so that the same moment is always drawn alike."""
    return tuple(sorted(items, key=lambda f: f.id))
