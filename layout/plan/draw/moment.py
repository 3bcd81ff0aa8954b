"""Sheet 7: the people at a moment of the rite, with facing, name and the ways that they have just gone."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from layout.plan.draw import ground
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.furniture import MARGIN, fit_scale, wrap
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import GREY, INK, RED, Circle, Drawing, Path, Pen, Text, View
from layout.plan.draw.naming import write_names
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Footprint, Plan

Extent = tuple[float, float, float, float]
"""West, south, east and north, 尺."""
CROWD = 48
"""With more people than these each bears a number, and the names stand beside."""


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
    # Where most of them are is drawn large, the rest in the inset.
    swapped = len(far) > len(near)
    if swapped:
        near, far = far, near
    extent = gate_extent(plan, near) if swapped else extent_of(plan, moment, near)
    title = (moment.title, moment.title_en)
    sheet = Sheet(plan, request, "moment", title, 7, extent)
    c = sheet.canvas
    if school:
        things = draw_school(sheet, plan, extent, 1 if extent[3] - extent[1] < 150 else 5, moment.absent)
    else:
        gate = next(f for f in plan.footprints.values() if f.venue == moment.venue)
        ground.draw_grid(c, plan, *extent, paces=1)
        west, south, east, north = (float(v) for v in gate.bounds)
        for start, end in ((extent[0], west), (east, extent[2])):
            c.rect(start, south, end, north, Pen(0.25, INK), ground.POCHE, "court", "wall-house")
        ground.draw_thing(c, gate)
        things = [gate]
    crowded = len(near + far) > CROWD or enclosed(c, near)
    numbers = numbered(near + far) if request.labels == "en" or crowded else {}
    for figure in near + far:
        draw_way(c, figure, extent)
    letters = draw_people(sheet, c, near, extent, things, numbers)
    legend_of_people(sheet, sheet.notes_top + 24)
    top = sheet.notes_top + 36
    y = top
    for text, size, colour in words_of(moment, request.labels):
        for line in wrap(text, size, sheet.column):
            sheet.notes.append(Text(sheet.column_x, y, line, size, "start", colour, "notes"))
            y += size * 1.5
        y += 1.0
    room = 0.0
    if far:
        room = sheet.height - 132
        draw_inset(sheet, plan, moment, far, room + 6, swapped, numbers)
    rows = key_of(near + far, numbers, request.labels)
    if request.labels == "en":
        rows += letters
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
) -> list[Footprint]:
    """The ground of the school within an extent, quiet behind the people; the things of it that bear a name."""
    c = sheet.canvas

    def inside(t: Footprint) -> bool:
        west, south, east, north = t.bounds
        return (
            t.id not in absent and west <= extent[2] and east >= extent[0] and south <= extent[3] and north >= extent[1]
        )

    ground.draw_grid(c, plan, *extent, paces=paces)
    half, target = float(plan.ground.chi("target.body")) / 2, float(plan.footprints["target"].y)
    if extent[3] > target:
        c.rect(-half, max(extent[1], target), half, min(extent[3], 0), None, ground.LANE, "range", "lane")
    if inside(plan.footprints["platform"]):
        ground.draw_hall(c, plan, purlins=False)
    things = ground.draw_things(c, plan, inside)
    unnamed = ("jar", "mark", "wall", "post", "room", "door", "window", "mat", "water-jar")
    return [t for t in things if t.kind not in unnamed]


def draw_people(
    sheet: Sheet,
    c: Canvas,
    people: Sequence[Figure],
    extent: Extent,
    things: Sequence[Footprint] = (),
    numbers: Mapping[str, int] = {},
) -> list[tuple[str, str]]:
    """Figures within an extent, then the names of things and people, or people's numbers, clear of them; what the key must tell."""
    language = sheet.request.labels
    shown = [f for f in people if extent[0] <= f.x <= extent[2] and extent[1] <= f.y <= extent[3]]
    for figure in shown:
        draw_figure(c, figure)
    # A number is short and stands close: it goes first, then names find their room.
    for figure in shown:
        name = str(numbers[figure.id]) if numbers else figure.name_en if language == "en" else figure.name
        size = 1.7 if numbers else 2.2
        c.name(figure.x, figure.y, [(name, size, INK)], "people", radius(c) + 0.35, figure.id)
    return write_names(sheet, things, 2.0)


def enclosed(c: Canvas, people: Sequence[Figure]) -> bool:
    """Whether somebody stands so among others that no name finds room beside him."""
    mm = c.view.mm
    for a in people:
        sides = set()
        for b in people:
            dx, dy = (b.x - a.x) * mm, (b.y - a.y) * mm
            if abs(dy) < 2 and 0 < abs(dx) < 14:
                sides.add("east" if dx > 0 else "west")
            elif abs(dx) < 3 and 0 < abs(dy) < 6:
                sides.add("north" if dy > 0 else "south")
        if len(sides) == 4:
            return True
    return False


def numbered(people: Sequence[Figure]) -> dict[str, int]:
    """Numbers for people, those of a kind one after another as they are counted."""

    def order(figure: Figure) -> tuple[str, int, str]:
        stem, count = counted(figure.name_en)
        return stem, count or 0, figure.id

    return {f.id: n for n, f in enumerate(sorted(people, key=order), 1)}


def counted(name: str) -> tuple[str, int | None]:
    """The stem of a name and its number: guest 12 → guest, 12."""
    found = re.fullmatch(r"(.*?) (\d+)", name)
    return (found[1], int(found[2])) if found else (name, None)


def key_of(people: Sequence[Figure], numbers: Mapping[str, int], language: str) -> list[tuple[str, str]]:
    """The rows of the key: names in English by 漢字, or by number, those of a kind together: 5–11 guests 2–8."""
    if not numbers:
        return [(f.name, f.name_en) for f in people] if language == "both" else []
    rows: list[list[Figure]] = []
    for figure in sorted(people, key=lambda f: numbers[f.id]):
        stem, count = counted(figure.name_en)
        last = rows[-1][-1] if rows else None
        if last is not None and count is not None and counted(last.name_en) == (stem, count - 1):
            rows[-1].append(figure)
        else:
            rows.append([figure])
    found = []
    for row in rows:
        first, last = row[0], row[-1]
        number, chinese, english = str(numbers[first.id]), first.name, first.name_en
        if first is not last:
            number = f"{number}–{numbers[last.id]}"
            chinese, english = f"{first.name}至{last.name}", f"{english}–{counted(last.name_en)[1]}"
        found.append((number, {"zh": chinese, "en": english}.get(language, f"{chinese}  {english}")))
    return found


def words_of(moment: Moment, language: str) -> list[tuple[str, float, str]]:
    """Time, clause and gloss in the language asked for."""
    clock = (moment.clock, 2.4, GREY)
    if language == "en":
        number, seconds = re.search(r"\d+", moment.clock), re.search(r"[\d.]+ s$", moment.clock)
        parts = [f"section {number[0]}" if number else "", moment.title_en, seconds[0] if seconds else ""]
        return [(", ".join(p for p in parts if p), 2.4, GREY), (moment.gloss, 2.6, INK)]
    clause = (moment.clause, 3.0, INK)
    return [clock, clause] if language == "zh" else [clock, clause, (moment.gloss, 2.1, GREY)]


def draw_inset(
    sheet: Sheet,
    plan: Plan,
    moment: Moment,
    people: Sequence[Figure],
    top: float,
    hall: bool,
    numbers: Mapping[str, int],
) -> None:
    """The rest of them, smaller, in the column of notes: about target and screen, or about the hall."""
    extent = extent_of(plan, moment, people) if hall else target_extent(plan, people)
    height = sheet.height - MARGIN - 50 - top
    scale = fit_scale(extent[2] - extent[0], extent[3] - extent[1], sheet.column, height, sheet.mpc)
    mm = sheet.mpc * 1000 / scale
    left, right = sheet.column_x, sheet.column_x + sheet.column
    view = View((left + right) / 2 - (extent[0] + extent[2]) / 2 * mm, top + extent[3] * mm, mm)
    box = (left, top, right, top + (extent[3] - extent[1]) * mm)
    c = Canvas(view, sheet.mpc, Labels(box), sheet.request.labels)
    half, target = float(plan.ground.chi("target.body")) / 2, float(plan.footprints["target"].y)
    c.rect(-half, max(target, extent[1]), half, min(extent[3], 0), None, ground.LANE, "range")
    if hall:
        ground.draw_hall(c, plan, purlins=False)
    kinds = ("pillar", "wall", "mat", "basin") if hall else ("target", "post", "screen", "gate", "lodge")
    for thing in plan.footprints.values():
        if thing.kind in kinds and thing.venue == "school" and extent[1] <= thing.y <= extent[3]:
            ground.draw_thing(c, thing)
    for figure in moment.figures:
        draw_way(c, figure, extent)
    draw_people(sheet, c, people, extent, (), numbers)
    corners = ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
    c.items.append(Path(corners, Pen(0.13, GREY), None, True, "frame"))
    chinese, english = ("堂與庭", "hall and court") if hall else ("侯與乏", "target and screen")
    words = {"zh": f"{chinese} 1:{scale}", "en": f"{english}, 1 : {scale}"}
    text = words.get(sheet.request.labels, f"{chinese}  {english}, 1 : {scale}")
    c.top.append(Text(left + 1.5, box[1] - 1.2, text, 2.0, "start", GREY, "notes"))
    sheet.notes += [*c.items, *c.top]


def target_extent(plan: Plan, people: Sequence[Figure]) -> Extent:
    """Target and screen with those who are there."""
    target, screen = plan.footprints["target"], plan.footprints["screen"]
    xs, ys = [f.x for f in people], [f.y - 4 for f in people]
    reach = float(plan.ground.chi("target.post-top-x")) + 8
    west = min(-reach, float(screen.bounds[0]) - 6, *xs)
    return west, min(float(target.y) - 14, *ys), max(reach, *xs), max(float(screen.y) + 12, *ys)


def gate_extent(plan: Plan, people: Sequence[Figure]) -> Extent:
    """Those who are far from the hall, with the gate where they are about it."""
    gate = plan.footprints["gate"].bounds
    points = [(f.x, f.y) for f in people] + [p for f in people for p in f.way]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if min(ys) < float(plan.footprints["target"].y) - 10:
        ys += [float(gate[1]) - 4, float(gate[3]) + 4]
    return min(-40.0, *xs) - 5, min(ys) - 6, max(40.0, *xs) + 5, max(ys) + 5


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
    r = radius(c)

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
    # The wedge where he looks stands out of his shoulders.
    (ax, ay), (bx, by) = at(0.6, -0.3), at(1.45, 0.3)
    c.labels.block((min(ax, bx) - 0.2, min(ay, by) - 0.2, max(ax, bx) + 0.2, max(ay, by) + 0.2))


def radius(c: Canvas) -> float:
    """Half the width of a figure on paper, mm: true to scale where it can be seen."""
    return min(max(c.view.mm * 0.95, 0.95), 1.7)


def draw_way(c: Canvas, figure: Figure, extent: Extent | None = None) -> None:
    """The way just walked as far as it lies within an extent, a dotted line that starts with a small ring."""
    for number, run in enumerate(clipped(figure.way, extent)):
        points = tuple(c.view(*p) for p in run)
        name = f"{figure.id}-way" if not number else f"{figure.id}-way-{number + 1}"
        c.items.append(Path(points, Pen(0.22, "#4F7A63", (0.9, 0.6)), None, False, "ways", name))
        if run[0] == figure.way[0]:
            c.items.append(Circle(*points[0], 0.45, Pen(0.18, "#4F7A63"), "#FFFFFF", "ways"))
        for a, b in pairwise(points):
            c.labels.line(*a, *b)


def clipped(way: Sequence[tuple[float, float]], extent: Extent | None) -> list[list[tuple[float, float]]]:
    """The runs of a way that lie within an extent."""
    if extent is None:
        return [list(way)] if len(way) > 1 else []
    runs: list[list[tuple[float, float]]] = []
    for (ax, ay), (bx, by) in pairwise(way):
        low, high = 0.0, 1.0
        for start, step, least, most in ((ax, bx - ax, extent[0], extent[2]), (ay, by - ay, extent[1], extent[3])):
            if step == 0:
                low = low if least <= start <= most else 2.0
                continue
            ends = sorted(((least - start) / step, (most - start) / step))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low >= high:
            continue
        first = (ax, ay) if low == 0 else (ax + (bx - ax) * low, ay + (by - ay) * low)
        last = (bx, by) if high == 1 else (ax + (bx - ax) * high, ay + (by - ay) * high)
        if runs and runs[-1][-1] == first:
            runs[-1].append(last)
        else:
            runs.append([first, last])
    return runs


def figures(items: Sequence[Figure]) -> tuple[Figure, ...]:
    """Figures in the order of their ids, so that the same moment is always drawn alike."""
    return tuple(sorted(items, key=lambda f: f.id))
