"""Sheets 1 to 3: the whole range, hall and court, the hall floor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from layout.plan.draw import ground
from layout.plan.draw.canvas import CERTAINTY_PENS, Canvas, plain
from layout.plan.draw.captions import caption
from layout.plan.draw.fonts import text_width
from layout.plan.draw.furniture import wrap
from layout.plan.draw.model import GREY, INK, Drawing, Item, Path, Pen, Text
from layout.plan.draw.naming import draw_pointers, labelled, name_places, write_names
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Footprint, Place, Plan


def whole_range(plan: Plan, request: Request) -> Drawing:
    """Sheet 1: from behind the hall to outside the gate, with the distances that the text gives."""
    gate = plan.footprints["gate"]
    platform = plan.footprints["platform"]
    wide = max(float(plan.ground.chi("court.width")) / 2, float(platform.bounds[2])) + 14
    ends = [spot for p in plan.places.values() if p.venue == "school" for spot in p.spots()]
    west = min(-wide - 12, *(x - 6 for x, _ in ends))
    north = max(float(platform.bounds[3]) + 12, *(y + 4 for _, y in ends))
    extent = (west, float(gate.bounds[1]) - 40, wide, north)
    sheet = Sheet(plan, request, "range", ("射宮全圖", "The whole range"), 1, extent, portrait=True, column=104)
    c = sheet.canvas
    ground.draw_grid(c, plan, *extent, paces=10)
    sheet.grid = 10
    ground.draw_walls(c, plan)
    ground.draw_range(c, plan)
    ground.draw_paths(c, plan)
    ground.draw_hall(c, plan, purlins=False)
    things = ground.draw_things(c, plan, lambda t: True)
    target, screen = plan.footprints["target"], plan.footprints["screen"]
    g = plan.ground
    right = float(g.chi("target.post-top-x")) + 8
    origin = float(g.chi("lane.origin"))
    c.dimension(
        (right, origin),
        (right, float(target.y)),
        -12,
        f"侯道 {c.measure(g.chi('lane.length'))}",
        g.chi("lane.length"),
        2.4,
    )
    c.dimension(
        (float(screen.x), float(screen.y)),
        (float(screen.x), float(target.y)),
        14,
        f"{c.measure(g.chi('screen.north'))}",
    )
    base = float(screen.x) + float(g.chi("screen.west"))
    c.dimension((float(screen.x), float(screen.y)), (base, float(screen.y)), 6, c.measure(g.chi("screen.west")))
    basin = plan.footprints["basin"]
    c.dimension(
        (float(basin.x) + 6, 0), (float(basin.x) + 6, float(basin.y)), -14, f"堂深 {c.measure(g.chi('hall.depth'))}"
    )
    c.dimension(
        (-float(g.chi("hall.width")) / 2, float(platform.bounds[3])),
        (float(g.chi("hall.width")) / 2, float(platform.bounds[3])),
        5,
        f"榮間 {c.measure(g.chi('hall.width'))}",
    )
    main = (
        "archery-master-place",
        "marshal-place",
        "archers-place-1",
        "archers-place-2",
        "music-below-place",
        "court-middle",
        "guest-court-place",
        "pupils-place",
        "attendants-place",
    )
    points = [p for p in labelled(plan) if p.level == 0]
    for n, other in enumerate(("target-mixed", "target-great"), 1):
        if other in plan.footprints:
            lane = g.chi(f"{other}.lane")
            far = float(g.chi(f"{other}.post-top-x")) + 14
            text = f"{plan.footprints[other].name} {c.measure(lane)}"
            c.dimension((far, origin), (far, float(plan.footprints[other].y)), -14 - 6 * n, text, lane, 2.2)
    shown = [p for p in points if p.y <= screen.y + 40 or p.id in main]
    kinds = ("gate", "lodge", "screen", "target", "basin", "chimes", "arrow-rack", "tally-holder")
    for text, at in (
        ("堂", (0, float(g.chi("mark.y") + g.chi("hall.depth")) / 2 - 3)),
        ("庭", (-float(g.chi("hall.width")) / 3, -135)),
        ("侯道", (0, -120)),
    ):
        c.write(c.view(*at), caption(text, request.labels), 5.0, "middle", INK, "names", 0, True)
    draw_pointers(sheet, [p for p in labelled(plan) if p in shown or p.level > 0], extent, 0.8)
    rows = write_names(sheet, [t for t in things if t.kind in kinds], 2.4)
    rows += name_places(sheet, shown)
    top = sheet.height - 178
    sheet.notes += measures_table(sheet, sheet.column_x, top)
    return sheet.finish(rows, room=top - 6)


MEASURES = (
    "lane.length", "screen.north", "screen.west", "mark.gap", "mark.length", "mark.width", "hall.width", "hall.inner-width",
    "hall.depth", "platform.height", "basin.y", "music-below.y", "target.center", "target.body", "target.tongue-upper",
    "target.tongue-lower", "target.height", "target.bottom", "arrow-rack.length", "tally.length", "banner.pole",
)  # fmt: skip


def measures_table(sheet: Sheet, x: float, y: float) -> list[Item]:
    """The measures of the ground: name, 尺, metres, and the clause that says so."""
    ground, size, lead = sheet.plan.ground, 2.0, 3.5
    heading = {"zh": "尺寸", "en": "measures"}.get(sheet.request.labels, "尺寸  measures")
    items: list[Item] = [Text(x, y + 2.6, heading, 2.6, "start", INK, "measures")]
    row = y + 7.4
    for name in MEASURES:
        d = ground.dimension(name)
        clause = next((e.clause for e in reversed(d.derivation) if e.clause), "") or "；".join(
            e.reason for e in d.derivation[:1]
        )
        pen = CERTAINTY_PENS[d.certainty]
        items.append(Path(((x, row - 0.7), (x + 7, row - 0.7)), pen, None, False, "measures"))
        english = sheet.request.labels == "en"
        items.append(Text(x + 8.5, row, d.id if english else d.name, size, "start", INK, "measures"))
        clause = d.name_en if english else clause
        items.append(Text(x + 39, row, plain(abs(d.chi)), size, "end", INK, "measures"))
        items.append(Text(x + 40, row, "chi" if english else "尺", size, "start", GREY, "measures"))
        items.append(Text(x + 56, row, f"{abs(float(d.chi)) * sheet.mpc:.2f} m", size, "end", INK, "measures"))
        lines = wrap(clause, 1.9, sheet.column - 59) or [""]
        for n, line in enumerate(lines[:2]):
            items.append(Text(x + 58.5, row + n * 2.6, line, 1.9, "start", GREY, "measures"))
        row += 2.6 * (len(lines[:2]) - 1)
        items.append(
            Path(((x, row + 0.95), (x + sheet.column, row + 0.95)), Pen(0.06, "#D8D1C5"), None, False, "measures")
        )
        row += lead
    return items


FURTHEST = 132.0
"""How far west, in 尺, the sheet of hall and court reaches at most."""


def hall_and_court(plan: Plan, request: Request) -> Drawing:
    """Sheet 2: the hall and the court before it, with every place there."""
    platform = plan.footprints["platform"]
    basin = plan.footprints["basin"]
    south = float(basin.y) - 51
    # A great company reaches far to the west; from some number on the rest of its rows is only counted.
    feet = [x for p in plan.places.values() if p.venue == "school" for x, y in p.spots() if y >= south]
    west = min(float(platform.bounds[0]) - 26, -72, max(min(feet) - 14, -FURTHEST))
    extent = (west, south, max(float(platform.bounds[2]) + 20, 66), float(platform.bounds[3]) + 8)
    sheet = Sheet(plan, request, "hall-and-court", ("堂庭圖", "Hall and court"), 2, extent)
    c = sheet.canvas

    def inside(item: Footprint | Place) -> bool:
        return extent[0] <= item.x <= extent[2] and extent[1] <= item.y <= extent[3]

    ground.draw_grid(c, plan, *extent, paces=1)
    sheet.grid = 1
    half = float(plan.ground.chi("target.body")) / 2
    c.rect(-half, extent[1], half, 0, None, ground.LANE, "range", "lane")
    ground.draw_hall(c, plan, purlins=True)
    things = ground.draw_things(c, plan, inside)
    g = plan.ground
    c.dimension(
        (float(basin.x) + 12, 0), (float(basin.x) + 12, float(basin.y)), -6, f"堂深 {c.measure(g.chi('hall.depth'))}"
    )
    c.dimension((0, south + 6), (float(basin.x), south + 6), -1, f"當東榮 {c.measure(basin.x)}")
    c.dimension(
        (float(plan.footprints["tally-holder"].x), south + 6),
        (0, south + 6),
        -1,
        f"當西序 {c.measure(-plan.footprints['tally-holder'].x)}",
    )
    holder, rack = plan.footprints["tally-holder"], plan.footprints["arrow-rack"]
    master = plan.places["archery-master-place"]
    row = south + 13 / c.view.mm
    chain = sorted({float(master.x), float(holder.x), float(rack.x)})
    for a, b in pairwise(chain):
        c.dimension((a, row), (b, row), -0.01, f"{plain(Fraction(b - a).limit_denominator(60))} 尺")
    left = extent[0] + 2 / c.view.mm
    for a, b in pairwise(sorted({0.0, float(holder.y), float(master.y)})):
        c.dimension((left, a), (left, b), 0, f"{plain(Fraction(b - a).limit_denominator(60))} 尺")
    shown = [p for p in labelled(plan) if inside(p) and p.level == 0]
    # Nobody stands on the chain of depths.
    draw_pointers(sheet, [p for p in labelled(plan) if inside(p)], (left + 3 / c.view.mm, *extent[1:]))
    rows = write_names(sheet, [t for t in things if t.kind not in ("jar", "mark")], 2.4)
    rows += name_places(sheet, shown)
    return sheet.finish(rows)


def hall_floor(plan: Plan, request: Request) -> Drawing:
    """Sheet 3: the floor of the hall with mats, vessels, marks, pillars, and the ways between them."""
    platform = plan.footprints["platform"]
    west, south, east, north = (float(v) for v in platform.bounds)
    extent = (west - 4, south - 9, east + 4, north + 3)
    sheet = Sheet(plan, request, "hall-floor", ("堂上圖", "The floor of the hall"), 3, extent, column=104)
    c = sheet.canvas

    def inside(item: Footprint | Place) -> bool:
        return extent[0] <= item.x <= extent[2] and extent[1] <= item.y <= extent[3]

    ground.draw_grid(c, plan, *extent, paces=1)
    sheet.grid = 1
    ground.draw_hall(c, plan, purlins=True)
    things = ground.draw_things(c, plan, inside)
    g = plan.ground
    wall = float(g.chi("hall.inner-width")) / 2
    c.dimension((-wall, north), (wall, north), 4, f"序間 {c.measure(g.chi('hall.inner-width'))}")
    c.dimension((west, south), (east, south), -24, f"榮間 {c.measure(g.chi('hall.width'))}")
    # The chains of depths stand on the open floor beside the walls, where nobody has a place.
    aside = (east + wall) / 2
    c.dimension((aside, 0), (aside, float(g.chi("hall.depth"))), 0, f"堂深 {c.measure(g.chi('hall.depth'))}")
    for low, high in (("eave-purlin", "lintel"), ("lintel", "ridge")):
        a, b = plan.lines[low], plan.lines[high]
        text = f"{a.name}至{b.name} {c.measure(b.at - a.at)}"
        c.dimension((-aside, float(a.at)), (-aside, float(b.at)), 0, text)
    ridge, depth = plan.lines["ridge"].at, g.chi("hall.depth")
    if depth > ridge:
        c.dimension((-aside, float(ridge)), (-aside, float(depth)), 0, f"{plain(depth - ridge)} 尺")
    floor_chains(c, plan)
    for name in ("eave-purlin", "lintel", "ridge"):
        at = c.view(east - 1.5, float(plan.lines[name].at))
        words = sheet.names(plan.lines[name].name, plan.lines[name].name_en, 2.2)[0][0]
        c.write((at[0], at[1] - 0.6), words, 2.2, "end", GREY, "names", 0, True)
    shown = [p for p in labelled(plan) if inside(p)]
    draw_pointers(sheet, shown, extent)
    rows = write_names(sheet, things, 2.4)
    rows += name_places(sheet, shown)
    return sheet.finish(rows)


def floor_chains(c: Canvas, plan: Plan) -> None:
    """Chains of widths beyond the floor: above marks, seats and rooms, below steps and pillars."""
    g, things = plan.ground, plan.footprints
    west, south, east, north = (float(v) for v in things["platform"].bounds)
    wall = float(g.chi("hall.inner-width")) / 2

    def row(xs: Sequence[float], offset: float, name: str = "", gaps: bool = True) -> None:
        """A chain at so many mm off the front (below) or rear of the platform; without `gaps` every second part alone."""
        edge = c.view(0, south if offset > 0 else north)[1]
        y = c.view.back((0, edge + offset))[1]
        for n, (a, b) in enumerate(pairwise(xs)):
            figure = f"{plain(Fraction(b - a).limit_denominator(60))} 尺"
            inside = text_width(f"{name} {figure}", 2.0) + 2 < (b - a) * c.view.mm
            if not gaps and n % 2:
                continue
            c.dimension((a, y), (b, y), -0.01, f"{name} {figure}" if name and inside else figure, over=not gaps)

    def ends(names: Sequence[str]) -> list[float]:
        return [float(x) for n in names for x in (things[n].bounds[0], things[n].bounds[2])]

    row([west, *ends(["stairs-west", "stairs-east"]), east], 31)
    pillars = float(things["pillar-west"].x), float(things["pillar-east"].x)
    for pair, name in (((-wall, pillars[0]), ""), (pillars, "楹間"), ((pillars[1], wall), "")):
        row(pair, 37, name)
    marks = sorted((float(g.chi("mark.x-upper")), float(g.chi("mark.x-lower"))))
    row(marks, -10, "間容弓")
    guest = things["guest-mat"]
    level = [t for t in things.values() if t.id == "wine-stand" or (t.kind == "mat" and abs(t.y - guest.y) < 1)]
    row([x for t in sorted(level, key=lambda t: t.x) for x in ends([t.id])], -16, gaps=False)
    rooms = sorted((t for t in things.values() if t.kind == "room"), key=lambda t: t.x)
    for room in rooms:
        row(ends([room.id]), -22, room.name)
