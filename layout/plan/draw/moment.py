"""Sheet 7: the people at a moment of the rite, with facing, name and the ways that they have just gone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from layout.plan.draw import ground
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.furniture import MARGIN, fit_scale, wrap
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import GREY, INK, RED, Circle, Drawing, Path, Pen, Text, View
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
    """An instant: heading, the clause that is being done with its gloss, and all who are on stage.

    `absent` are things of the plan that are not set up, or are carried, at that time.
    """

    title: str
    title_en: str
    clock: str
    clause: str
    gloss: str
    figures: tuple[Figure, ...]
    venue: str = "school"
    absent: frozenset[str] = frozenset()


def moment_sheet(plan: Plan, request: Request, moment: Moment) -> Drawing:
    """The ground about the people of a moment; the view closes in on those who are within it."""
    school = moment.venue == "school"
    far_south = float(plan.footprints["screen"].y) + 60
    far = tuple(f for f in moment.figures if school and f.y < far_south)
    near = tuple(f for f in moment.figures if f not in far)
    extent = extent_of(plan, moment, near)
    title = (moment.title, moment.title_en)
    sheet = Sheet(plan, request, "moment", title, 7, extent)
    c = sheet.canvas
    if school:
        draw_school(sheet, plan, extent, 1 if extent[3] - extent[1] < 150 else 5, moment.absent)
    else:
        gate = next(f for f in plan.footprints.values() if f.venue == moment.venue)
        ground.draw_grid(c, plan, *extent, paces=1)
        west, south, east, north = (float(v) for v in gate.bounds)
        for start, end in ((extent[0], west), (east, extent[2])):
            c.rect(start, south, end, north, Pen(0.25, INK), ground.POCHE, "court", "wall-house")
        ground.draw_thing(c, gate)
        write_names(sheet, [gate], 2.4)
    rows = draw_people(sheet, c, near, extent)
    legend_of_people(sheet, sheet.notes_top + 24)
    top = sheet.notes_top + 36
    y = top
    for text, size, colour in ((moment.clock, 2.4, GREY), (moment.clause, 3.0, INK), (moment.gloss, 2.1, GREY)):
        for line in wrap(text, size, sheet.column):
            sheet.notes.append(Text(sheet.column_x, y, line, size, "start", colour, "notes"))
            y += size * 1.5
        y += 1.0
    room = 0.0
    if far:
        room = sheet.height - 132
        rows += draw_inset(sheet, plan, far, room + 6)
    return sheet.finish(rows, ("人", "people"), offset=y - sheet.notes_top - 20, room=room, facings=False)


def legend_of_people(sheet: Sheet, y: float) -> None:
    """How those who stand and those who kneel are drawn, and the way that one has just come."""
    view = View(0, 0, 1.45)
    c = Canvas(view, sheet.mpc, Labels((0, 0, 1, 1)))
    x = sheet.column_x + 2.5
    words = (("立", "stands"), ("坐", "kneels"), ("所由", "has just come so"))
    for n, (chinese, english) in enumerate(words):
        at = x + n * 30
        if n < 2:
            draw_figure(c, Figure("", "", "", at / 1.45, -y / 1.45, 90.0, n == 1))
        else:
            draw_way(c, Figure("", "", "", 0, 0, 0, False, ((at / 1.45, -y / 1.45), ((at + 8) / 1.45, -y / 1.45))))
        text = {"zh": chinese, "en": english}.get(sheet.request.labels, f"{chinese}  {english}")
        c.top.append(Text(at + (4 if n < 2 else 10), y + 0.8, text, 2.1, "start", INK, "legend"))
    sheet.notes += [*c.items, *c.top]


def draw_school(
    sheet: Sheet, plan: Plan, extent: tuple[float, float, float, float], paces: int, absent: frozenset[str]
) -> None:
    """The ground of the school within an extent, quiet behind the people."""
    c = sheet.canvas

    def inside(t: Footprint) -> bool:
        west, south, east, north = t.bounds
        return (
            t.id not in absent and west <= extent[2] and east >= extent[0] and south <= extent[3] and north >= extent[1]
        )

    ground.draw_grid(c, plan, *extent, paces=paces)
    half, target = float(plan.ground.chi("target.body")) / 2, float(plan.footprints["target"].y)
    c.rect(-half, max(extent[1], target), half, 0, None, ground.LANE, "range", "lane")
    if inside(plan.footprints["platform"]):
        ground.draw_hall(c, plan, purlins=False)
    things = ground.draw_things(c, plan, inside)
    unnamed = ("jar", "mark", "wall", "post", "room", "door", "window", "mat", "water-jar")
    write_names(sheet, [t for t in things if t.kind not in unnamed], 2.0)


def draw_people(
    sheet: Sheet, c: Canvas, people: Sequence[Figure], extent: tuple[float, float, float, float]
) -> list[tuple[str, str]]:
    """Ways, figures and names of those within an extent; the rows of the key."""
    language = sheet.request.labels
    shown = [f for f in people if extent[0] <= f.x <= extent[2] and extent[1] <= f.y <= extent[3]]
    for figure in people:
        draw_way(c, figure)
    for figure in shown:
        draw_figure(c, figure)
    for figure in shown:
        name, size = (figure.name_en, 1.9) if language == "en" else (figure.name, 2.2)
        c.name(figure.x, figure.y, [(name, size, INK)], "people", 1.9, figure.id)
    return [(f.name, f.name_en) for f in shown] if language == "both" else []


def draw_inset(sheet: Sheet, plan: Plan, people: Sequence[Figure], top: float) -> list[tuple[str, str]]:
    """Target and screen with those who are there, smaller, in the column of notes."""
    target, screen = plan.footprints["target"], plan.footprints["screen"]
    xs, ys = [f.x for f in people], [f.y for f in people]
    reach = float(plan.ground.chi("target.post-top-x")) + 8
    extent = (
        min(-reach, float(screen.bounds[0]) - 6, *xs),
        min(float(target.y) - 14, *ys),
        max(reach, *xs),
        max(float(screen.y) + 12, *ys),
    )
    height = sheet.height - MARGIN - 50 - top
    scale = fit_scale(extent[2] - extent[0], extent[3] - extent[1], sheet.column, height, sheet.mpc)
    mm = sheet.mpc * 1000 / scale
    left, right = sheet.column_x, sheet.column_x + sheet.column
    view = View((left + right) / 2 - (extent[0] + extent[2]) / 2 * mm, top + extent[3] * mm, mm)
    box = (left, top, right, top + (extent[3] - extent[1]) * mm)
    c = Canvas(view, sheet.mpc, Labels(box), sheet.request.labels)
    half = float(plan.ground.chi("target.body")) / 2
    c.rect(-half, float(target.y), half, extent[3], None, ground.LANE, "range")
    for thing in plan.footprints.values():
        if thing.kind in ("target", "post", "screen") and extent[1] <= thing.y <= extent[3]:
            ground.draw_thing(c, thing)
    rows = draw_people(sheet, c, people, extent)
    corners = ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
    c.items.append(Path(corners, Pen(0.13, GREY), None, True, "frame"))
    words = {"zh": f"侯與乏 1:{scale}", "en": f"target and screen, 1 : {scale}"}
    text = words.get(sheet.request.labels, f"侯與乏  target and screen, 1 : {scale}")
    c.top.append(Text(left + 1.5, box[1] - 1.2, text, 2.0, "start", GREY, "notes"))
    sheet.notes += [*c.items, *c.top]
    return rows


def extent_of(plan: Plan, moment: Moment, people: Sequence[Figure]) -> tuple[float, float, float, float]:
    """The part of the ground that shows everybody, never less than the hall with the court before it."""
    points = [(f.x, f.y) for f in people] + [p for f in people for p in f.way]
    if moment.venue != "school":
        gate = next(f for f in plan.footprints.values() if f.venue == moment.venue)
        points += [(float(gate.x) - 45, float(gate.y) - 60), (float(gate.x) + 45, float(gate.y) + 35)]
    else:
        south = -70.0 if not points or min(y for _, y in points) > -150 else min(y for _, y in points)
        platform = plan.footprints["platform"].bounds
        points = [p for p in points if p[1] >= -150 or south < -70]
        points += [(float(platform[0]) - 6, south), (float(platform[2]) + 6, float(platform[3]) + 3)]
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
