"""The plans of a page: everybody at a moment, and the ways that are walked in a part of a section."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shapely.geometry import LineString, box

from layout.plan.draw import ground
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.furniture import fit_scale
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import GREY, INK, Circle, Drawing, Path, Pen, Text, View
from layout.plan.draw.moment import Figure, Moment, draw_figure, draw_people, draw_school, extent_of
from layout.plan.draw.naming import write_names
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Plan
from shegong.pages.served import Served, draw_served

if TYPE_CHECKING:
    from shegong.pages.walks import Walk

Extent = tuple[float, float, float, float]
Point = tuple[float, float]

WIDTH, BESIDE, GAP = 178.0, 44.0, 3.0
"""Millimetres: the printed width of an A4 page, that of the plan of the far end of the range, and what is between."""
TALL_MOMENT, TALL_WAYS = 150.0, 112.0
FEW = 5
FAR_SOUTH = -110.0
"""尺: what lies south of this is drawn by itself, or the court would shrink to nothing."""
COLOURS = ("#A83C28", "#2B4C73", "#3F6B4F", "#8A5A12", "#6B3F78", "#1F7A80", "#7A2E4A", "#5A5A22")
DASHES: tuple[tuple[float, ...], ...] = ((), (1.8, 0.7), (0.6, 0.6))


class Panel(Sheet):
    """A drawing without frame or column of notes, as large as its extent; it goes into the column of a page."""

    def __init__(
        self, plan: Plan, request: Request, name: str, title: tuple[str, str], extent: Extent, wide: float, tall: float
    ) -> None:
        self.plan, self.request, self.name, self.title, self.number = plan, request, name, title, 0
        self.mpc = float(plan.ground.metres_per_chi)
        west, south, east, north = extent
        self.scale = fit_scale(east - west, north - south, wide, tall, self.mpc)
        mm = self.mpc * 1000 / self.scale
        # The whole width of the column is there anyhow: show more ground rather than white.
        spare = (wide / mm - (east - west)) / 2
        self.extent = (west - spare, south, east + spare, north)
        self.width, self.height = wide, (north - south) * mm
        self.canvas = Canvas(View(-self.extent[0] * mm, north * mm, mm), self.mpc, self._labels(), request.labels)
        self.notes = []

    def _labels(self) -> Labels:
        return Labels((0.5, 0.5, self.width - 0.5, self.height - 0.5))

    def drawing(self) -> Drawing:
        """The drawing with its scale in a corner."""
        c = self.canvas
        text = f"1 : {self.scale}"
        w, h = self.width - 0.15, self.height - 0.15
        frame = ((0.15, 0.15), (w, 0.15), (w, h), (0.15, h))
        edge = Path(frame, Pen(0.2, GREY), None, True, "frame")
        scale = Text(self.width - 1.5, self.height - 1.6, text, 2.0, "end", GREY, "scale", 0.0, True)
        north = Text(self.width - 1.5, 3.6, "北 ↑" if self.request.labels != "en" else "N ↑", 2.4, "end", GREY, "scale")
        title = f"{self.title[0]} {self.title[1]}"
        items = (*c.items, *c.top, edge, scale, north)
        return Drawing(self.name, title, self.width, self.height, items, c.view, self.mpc)


def draw_moment(
    plan: Plan, request: Request, moment: Moment, name: str, served: Sequence[Served] = ()
) -> list[Drawing]:
    """Where everybody is: the court, and by themselves the range and the gate where somebody is there; what is served."""
    if moment.venue != "school":
        panel = Panel(plan, request, name, _title(moment), extent_of(plan, moment, moment.figures), WIDTH, TALL_MOMENT)
        draw_ground(panel, moment.venue, moment.absent)
        draw_people(panel, panel.canvas, moment.figures, panel.extent)
        return [panel.drawing()]
    gate_line = _gate_line(plan)
    near = tuple(f for f in moment.figures if f.y >= FAR_SOUTH)
    far = tuple(f for f in moment.figures if gate_line <= f.y < FAR_SOUTH)
    gate = tuple(f for f in moment.figures if f.y < gate_line)
    wide = WIDTH - BESIDE - GAP if far else WIDTH
    tall = TALL_MOMENT if not gate else TALL_MOMENT * 0.75
    # The plan of the court shows ways just walked, and grows with them; what comes from the gate is cut off.
    shown = replace(moment, figures=tuple(replace(f, way=_above(f.way, FAR_SOUTH)) for f in near))
    panels = [Panel(plan, request, name, _title(moment), extent_of(plan, shown, shown.figures), wide, tall)]
    if far:
        panels.append(range_panel(plan, request, f"{name}-far", [(f.x, f.y) for f in far], tall))
    if gate:
        extent = about([(f.x, f.y) for f in gate])
        panels.append(Panel(plan, request, f"{name}-gate", _title(moment), extent, WIDTH, TALL_WAYS * 0.7))
    for panel, people in zip(panels, [g for g in (shown.figures, far, gate) if g or g is shown.figures], strict=True):
        if not panel.name.endswith("-far"):
            draw_ground(panel, moment.venue, moment.absent)
            draw_served(panel.canvas, served, panel.extent, request.labels)
        draw_people(panel, panel.canvas, people, panel.extent)
    return [panel.drawing() for panel in panels]


def draw_ways(
    plan: Plan,
    request: Request,
    walks: Sequence[Walk],
    moment: Moment,
    name: str,
    served: Sequence[Served] = (),
) -> list[Drawing]:
    """The ways of some walks over the people as they stand at the end of them; a long way goes on in the next drawing."""
    venue, title = walks[0].venue, _title(moment)
    gate_line = _gate_line(plan) if venue == "school" else -math.inf
    limit = FAR_SOUTH if venue == "school" else -math.inf
    near = [w for w in walks if _highest(w) >= limit]
    gate = [w for w in walks if _lowest(w) < gate_line]
    far = [w for w in walks if _lowest(w) < limit and _highest(w) >= gate_line]
    wide = WIDTH - BESIDE - GAP if far else WIDTH
    panels: list[tuple[Panel, list[Walk]]] = []
    if near:
        points = [p for w in near for p in w.points if p[1] >= limit]
        panels.append((Panel(plan, request, name, title, about(points), wide, TALL_WAYS), near))
    if gate:
        points = [p for w in gate for p in w.points if p[1] < gate_line]
        room = wide if not near else WIDTH
        panels.append((Panel(plan, request, f"{name}-gate", title, about(points), room, TALL_WAYS), gate))
    for panel, _ in panels:
        draw_ground(panel, venue, moment.absent)
        if venue == "school":
            draw_served(panel.canvas, served, panel.extent, request.labels)
    if far:
        points = [p for w in far for p in w.points if gate_line <= p[1] < limit]
        tall = panels[0][0].height if panels else TALL_WAYS
        # Beside the first drawing, and as high.
        panels.insert(1, (range_panel(plan, request, f"{name}-far", points, max(tall, BESIDE * 1.6)), far))
    for panel, some in panels:
        _draw_walks(panel, some, walks, moment)
    return [panel.drawing() for panel, _ in panels]


def _gate_line(plan: Plan) -> float:
    """尺: south of this is the gate, behind the target."""
    return float(plan.footprints["target"].y) - 16


def _lowest(walk: Walk) -> float:
    return min(y for _, y in walk.points)


def _highest(walk: Walk) -> float:
    return max(y for _, y in walk.points)


def _above(way: Sequence[Point], south: float) -> tuple[Point, ...]:
    """The last piece of a way that lies north of a line."""
    kept: list[Point] = []
    for point in reversed(way):
        if point[1] < south:
            break
        kept.append(point)
    return tuple(reversed(kept))


def draw_ground(panel: Panel, venue: str, absent: frozenset[str]) -> None:
    """What people walk on: the school, or the gate of a house with the wall at its sides."""
    plan, c, extent = panel.plan, panel.canvas, panel.extent
    if venue == "school":
        draw_school(panel, plan, extent, 1 if extent[3] - extent[1] < 150 else 5, absent)
        return
    gate = next(f for f in plan.footprints.values() if f.venue == venue)
    ground.draw_grid(c, plan, *extent, paces=1)
    west, south, east, north = (float(v) for v in gate.bounds)
    for start, end in ((extent[0], west), (east, extent[2])):
        c.rect(start, south, end, north, Pen(0.25, INK), ground.POCHE, "court", "wall-house")
    ground.draw_thing(c, gate)
    write_names(panel, [gate], 2.4)


def range_panel(plan: Plan, request: Request, name: str, points: Iterable[Point], tall: float) -> Panel:
    """A narrow drawing of the range from the hall's edge, or from where it is needed, to behind the target."""
    points = tuple(points)
    reach = float(plan.ground.chi("target.post-top-x")) + 8
    target, screen = plan.footprints["target"], plan.footprints["screen"]
    south = min([float(target.y) - 14, *(y - 6 for _, y in points)])
    north = max([float(screen.y) + 12, *(y + 6 for _, y in points)])
    west = min([-reach, float(screen.bounds[0]) - 8, *(x - 6 for x, _ in points)])
    east = max([reach, *(x + 6 for x, _ in points)])
    panel = Panel(plan, request, name, ("侯與乏", "target and screen"), (west, south, east, north), BESIDE, tall)
    c = panel.canvas
    half = float(plan.ground.chi("target.body")) / 2
    c.rect(-half, float(target.y), half, north, None, ground.LANE, "range")
    shown = [f for f in plan.footprints.values() if f.kind in ("target", "post", "screen") and south <= f.y <= north]
    for thing in shown:
        ground.draw_thing(c, thing)
    write_names(panel, [f for f in shown if f.kind != "post"], 2.0)
    return panel


def about(points: Sequence[Point], wide: float = 60.0, tall: float = 36.0, margin: float = 9.0) -> Extent:
    """An extent about some points, never less than `wide` by `tall` 尺."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    more_x = max(margin, (wide - (max(xs) - min(xs))) / 2)
    more_y = max(margin, (tall - (max(ys) - min(ys))) / 2)
    return min(xs) - more_x, min(ys) - more_y, max(xs) + more_x, max(ys) + more_y


def pens_of(walks: Iterable[Walk]) -> dict[str, Pen]:
    """A line for each walker, in the order in which they set out: colour, then dashes, so that it is told on grey paper."""
    people = list(dict.fromkeys(w.who for w in walks))
    count = len(COLOURS)
    return {who: Pen(0.42, COLOURS[n % count], DASHES[n // count % len(DASHES)]) for n, who in enumerate(people)}


def _draw_walks(panel: Panel, walks: Sequence[Walk], among: Sequence[Walk], moment: Moment) -> None:
    """Ways side by side where they run together, a ring where each begins, an arrow where it ends, and its clause."""
    c, pens = panel.canvas, pens_of(among)
    walkers = {w.who for w in among}
    figures = {f.id: f for f in moment.figures}
    inside = [f for f in figures.values() if _inside(f, panel.extent)]
    for figure in inside:
        draw_figure(c, figure)
    named: set[str] = set()
    marks: list[tuple[Walk, Point]] = []
    for n, walk in enumerate(walks):
        middle = _draw_way(c, panel.extent, walk, pens[walk.who], _lane(n, len(walks)))
        if middle is not None:
            marks.append((walk, middle))
    told: set[tuple[int, str]] = set()
    narrow = panel.width <= BESIDE and len(walks) > FEW
    for walk, middle in marks:
        colour = pens[walk.who].colour
        x, y = c.view.back(middle)
        mark = (walk.clause, "" if narrow else walk.who)
        # Many who walk together down the range are told by the colours of their lines.
        if mark not in told or not narrow:
            told.add(mark)
            c.name(x, y, [(str(walk.clause), 2.0, colour)], "clauses", 0.7)
        if not narrow and walk.who not in named and walk.who not in {f.id for f in inside}:
            named.add(walk.who)
            lines = [_name(panel, figures.get(walk.who), walk.who, colour)]
            c.name(*_first_inside(walk, panel.extent), lines, "people", 1.2)
    for figure in inside:
        colour = pens[figure.id].colour if figure.id in walkers else GREY
        c.name(figure.x, figure.y, [_name(panel, figure, figure.id, colour)], "people", 1.9, figure.id)


def _name(panel: Panel, figure: Figure | None, who: str, colour: str) -> tuple[str, float, str]:
    if figure is None:
        from rite.labels import person_label

        chinese, english = person_label(who)
    else:
        chinese, english = figure.name, figure.name_en
    text, size = (english, 1.9) if panel.request.labels == "en" else (chinese, 2.2)
    return text, size if colour != GREY else size * 0.86, colour


def _draw_way(c: Canvas, extent: Extent, walk: Walk, pen: Pen, shift: float) -> Point | None:
    """One way; returns the paper point where its number goes, or None where nothing of it lies within the extent."""
    cut = LineString(walk.points).intersection(box(*extent))
    lines = [g for g in getattr(cut, "geoms", [cut]) if isinstance(g, LineString) and not g.is_empty]
    if not lines:
        return None
    for line in lines:
        paper = tuple((x + shift, y + shift) for x, y in (c.view(*p) for p in line.coords))
        c.items.append(Path(paper, pen, None, False, "ways", f"{walk.who}-{walk.clause}"))
        for (ax, ay), (bx, by) in itertools.pairwise(paper):
            c.labels.avoid((min(ax, bx) - 0.3, min(ay, by) - 0.3, max(ax, bx) + 0.3, max(ay, by) + 0.3))
        if math.hypot(paper[-1][0] - paper[-2][0], paper[-1][1] - paper[-2][1]) > 0.2:
            c.items.append(_arrow(paper[-2], paper[-1], pen.colour))
    begin = c.view(*walk.points[0])
    if _within(walk.points[0], extent):
        c.items.append(Circle(begin[0] + shift, begin[1] + shift, 0.6, Pen(0.25, pen.colour), "#FFFFFF", "ways"))
    longest = max(lines, key=lambda g: g.length)
    spot = longest.interpolate(0.5, normalized=True)
    x, y = c.view(spot.x, spot.y)
    return x + shift, y + shift


def _arrow(a: Point, b: Point, colour: str, size: float = 1.7) -> Path:
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    back = (b[0] - dx * size, b[1] - dy * size)
    wing = size * 0.32
    points = (b, (back[0] - dy * wing, back[1] + dx * wing), (back[0] + dy * wing, back[1] - dx * wing))
    return Path(points, None, colour, True, "ways")


def _lane(n: int, count: int) -> float:
    """Millimetres by which the n-th way is shifted, so that ways over the same ground lie beside one another."""
    return (n - (count - 1) / 2) * min(0.55, 3.0 / max(count, 1))


def _first_inside(walk: Walk, extent: Extent) -> Point:
    return next((p for p in walk.points if _within(p, extent)), walk.points[0])


def _inside(figure: Figure, extent: Extent) -> bool:
    return _within((figure.x, figure.y), extent)


def _within(point: Point, extent: Extent) -> bool:
    return extent[0] <= point[0] <= extent[2] and extent[1] <= point[1] <= extent[3]


def _title(moment: Moment) -> tuple[str, str]:
    return moment.title, moment.title_en
