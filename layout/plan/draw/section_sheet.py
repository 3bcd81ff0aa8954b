"""Sheet 5: section along the axis, seen from the west: hall on the left, target on the right, eye and sight line between."""

from __future__ import annotations

from layout.plan.draw.canvas import CERTAINTY_PENS, Canvas
from layout.plan.draw.elevation import TargetShape, target_shape
from layout.plan.draw.furniture import MARGIN, fit_scale
from layout.plan.draw.model import GREY, INK, RED, Drawing, Pen, View
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Plan

GROUND = Pen(0.5, INK)
SIGHT = Pen(0.18, RED, (3, 1))


def section(plan: Plan, request: Request) -> Drawing:
    """Heights above the court along x = 0; paper x is the distance south of the rear of the platform."""
    g = plan.ground
    rear = float(plan.footprints["platform"].bounds[3])
    gate = plan.footprints["gate"]
    ridge = float(g.chi("platform.height") + g.chi("hall.ridge-height"))
    far = -float(gate.bounds[1])
    extent = (-rear - 8, -3.0, far + 8, ridge + 9)
    sheet = Sheet(
        plan, request, "section", ("縱剖圖", "Section along the axis"), 5, extent, below=185, wide=True, is_plan=False
    )
    c = sheet.canvas
    shape = target_shape(g)
    draw_ground(c, extent[0], extent[2])
    draw_hall_section(c, plan)
    draw_target_section(c, plan, shape)
    draw_screen(c, plan)
    _west, south, _east, north = (float(v) for v in gate.bounds)
    c.rect(-north, 0, -south, float(gate.top or 0), CERTAINTY_PENS[gate.certainty], None, "court", "gate")
    c.name(-float(gate.y), float(gate.top or 0), sheet.names("門", "gate"), "names", 1.0, "", "above")
    draw_sight(c, plan, shape)
    target = -float(plan.footprints["target"].y)
    screen = plan.footprints["screen"]
    c.name(target, float(shape.top) + 1.2, sheet.names("侯", "target"), "names", 1.0, "", "above")
    # Above the lines of sight, which pass before it.
    over = max(float(shape.top), float(g.chi("platform.height") + g.chi("body.eye"))) - 2
    c.name(-float(screen.y), over, sheet.names("乏", "screen of the caller"), "names", 1.0, "", "above")
    c.name(-float(g.chi("hall.ridge-y")), ridge + 1.5, sheet.names("堂", "hall"), "names", 1.0, "", "above")
    lane = g.chi("lane.length")
    c.dimension((target - float(lane), 0), (target, 0), -5, f"侯道 {c.measure(lane)}", lane, 2.2)
    mark = -float(g.chi("mark.y"))
    c.dimension((mark, 0), (target, 0), -11, f"物至侯 {c.measure(target - mark)}", target - mark, 2.2)
    detail(sheet, plan, shape)
    return sheet.finish(legend=True)


def draw_ground(c: Canvas, start: float, end: float) -> None:
    """The line of the court, cut."""
    c.line(((start, 0), (end, 0)), GROUND, "ground", "ground")
    c.hatch(start, -0.8 * 1.0, end, 0, 1.1, Pen(0.1, GREY), "ground")


def draw_hall_section(c: Canvas, plan: Plan) -> None:
    """Platform, steps, a pillar and a wall in view, the rear wall cut, roof and purlins."""
    g = plan.ground

    def chi(name: str) -> float:
        return float(g.chi(name))

    floor = chi("platform.height")
    platform = plan.footprints["platform"]
    c.rect(
        -float(platform.bounds[3]), 0, -float(platform.bounds[1]), floor, Pen(0.45, INK), "#E3D6BE", "hall", "platform"
    )
    c.hatch(-float(platform.bounds[3]), 0, -float(platform.bounds[1]), floor, 1.3, Pen(0.1, GREY), "hall")
    for thing in plan.footprints.values():
        if thing.kind == "step" and thing.id.startswith("stairs-west"):
            c.rect(
                -float(thing.bounds[3]),
                0,
                -float(thing.bounds[1]),
                float(thing.top or 0),
                Pen(0.18, INK),
                "#F1EADB",
                "hall",
                thing.id,
            )
    eave, ridge = floor + chi("hall.eave-purlin-height"), floor + chi("hall.ridge-height")
    south, middle = -chi("hall.eave-purlin-y"), -chi("hall.ridge-y")
    north = middle - (south - middle)
    slope = (ridge - eave) / (south - middle)
    out = chi("hall.front-overhang")
    wall_south = -chi("wall.y-south")
    rear = -chi("hall.depth")
    c.rect(rear, floor, wall_south, eave, Pen(0.13, INK), "#F5F0E6", "hall", "wall-west")
    t = chi("wall-inner.thickness")
    c.rect(rear - t, floor, rear, eave + slope * max(0.0, rear - north), Pen(0.35, INK), "#8B8175", "hall", "wall-rear")
    if "wall-far-rear" in plan.footprints:
        far = -float(plan.footprints["wall-far-rear"].y)
        c.rect(far - t / 2, floor, far + t / 2, eave, Pen(0.35, INK), "#8B8175", "hall", "wall-far-rear")
    d = chi("hall.pillar-diameter") / 2
    py = -chi("hall.pillar-y")
    c.rect(py - d, floor, py + d, eave + slope * (south - py), Pen(0.25, INK), "#A58A5A", "hall", "pillar-west")
    low = eave - slope * out
    thick = 1.0
    c.area(
        [
            (south + out, low),
            (middle, ridge),
            (north - out, low),
            (north - out, low + thick),
            (middle, ridge + thick * 1.3),
            (south + out, low + thick),
        ],
        Pen(0.3, INK),
        "#B7A57C",
        "roof",
        "roof",
    )
    for name in ("eave-purlin", "lintel", "ridge"):
        y = -float(plan.lines[name].at)
        z = eave + slope * (south - y)
        c.circle(y, z - 0.45, 0.45, Pen(0.25, INK), "#7C6849", "roof", name)


def draw_target_section(c: Canvas, plan: Plan, shape: TargetShape) -> None:
    """The target's cloth edge-on, and one post."""
    y = -float(plan.footprints["target"].y)
    c.rect(y, 0, y + 0.4, float(shape.top) + 1.2, Pen(0.13, INK), "#A58A5A", "range", "target-post-west")
    c.line(((y, float(shape.bottom)), (y, float(shape.top))), Pen(0.8, INK), "range", "target")
    half, middle = float(shape.bullseye) / 2, float(shape.middle)
    c.line(((y, middle - half), (y, middle + half)), Pen(1.2, RED), "range", "bullseye")


def draw_screen(c: Canvas, plan: Plan) -> None:
    """The screen, which stands west of the section, behind it."""
    screen = plan.footprints["screen"]
    _, south, _, north = (float(v) for v in screen.bounds)
    c.rect(-north, 0, -south, float(screen.top or 0), Pen(0.2, INK, (1.2, 0.8)), "#D9CDBB", "range", "screen")


def draw_sight(c: Canvas, plan: Plan, shape: TargetShape) -> None:
    """A man on his mark, his eye, and the lines of sight to the bullseye's middle and edges."""
    g = plan.ground
    mark, floor = -float(g.chi("mark.y")), float(g.chi("platform.height"))
    eye = floor + float(g.chi("body.eye"))
    height = floor + float(g.chi("body.height"))
    target = -float(plan.footprints["target"].y)
    c.line(((mark, floor), (mark, height - 1.0)), Pen(0.5, INK), "people", "archer")
    c.circle(mark, height - 0.5, 0.5, Pen(0.2, INK), "#FFFFFF", "people", "archer-head")
    half, middle = float(shape.bullseye) / 2, float(shape.middle)
    c.line(((mark, eye), (target, middle)), SIGHT, "sight", "sight-line")
    for edge in (middle - half, middle + half):
        c.line(((mark, eye), (target, edge)), Pen(0.1, RED, (1, 1)), "sight")


def detail(sheet: Sheet, plan: Plan, shape: TargetShape) -> None:
    """Below, larger: the hall, and the target with where the line of sight meets it."""
    g = plan.ground

    def chi(name: str) -> float:
        return float(g.chi(name))

    rear = float(plan.footprints["platform"].bounds[3])
    ridge = chi("platform.height") + chi("hall.ridge-height") + 4
    room = (sheet.column_x - MARGIN - 14, sheet.height - MARGIN - sheet.notes_top - 26)
    scale = fit_scale(rear + 16, ridge + 3, *room, sheet.mpc)
    mm = sheet.mpc * 1000 / scale
    base = sheet.height - MARGIN - 20
    big = Canvas(View(MARGIN + 12 + (rear + 4) * mm, base, mm), sheet.mpc, sheet.canvas.labels, sheet.request.labels)
    big.labels.bounds = (MARGIN + 2, sheet.notes_top, sheet.column_x - 4, sheet.height - MARGIN - 2)
    draw_ground(big, -rear - 4, 12)
    draw_hall_section(big, plan)
    floor = chi("platform.height")
    mark, eye = -chi("mark.y"), floor + chi("body.eye")
    target = -float(plan.footprints["target"].y)
    middle = float(shape.middle)
    big.line(((mark, floor), (mark, floor + chi("body.height") - 1.0)), Pen(0.8, INK), "people", "archer-detail")
    big.circle(mark, floor + chi("body.height") - 0.5, 0.5, Pen(0.3, INK), "#FFFFFF", "people")
    south = -float(plan.footprints["platform"].bounds[1])
    at = south + 2
    far = eye + (middle - eye) * (at - mark) / (target - mark)
    big.line(((mark, eye), (at, far)), SIGHT, "sight")
    big.labels.line(*big.view(mark, eye), *big.view(at, far))
    high = g.chi("platform.height")
    big.dimension((south, 0), (south, floor), -12, f"堂高 {big.measure(high)}", high, 2.1)
    for x, half in ((mark, 0.6), (-chi("hall.pillar-y"), chi("hall.pillar-diameter") / 2)):
        big.labels.avoid((*big.view(x - half, eye), *big.view(x + half, floor)))
    big.dimension((mark, floor), (mark, eye), 5, f"目 {big.measure(g.chi('body.eye'))}", g.chi("body.eye"), 2.1)
    for near, far_line in (("eave-purlin", "lintel"), ("lintel", "ridge")):
        a, b = plan.lines[near], plan.lines[far_line]
        text = f"{a.name}至{b.name} {big.measure(b.at - a.at)}"
        big.dimension((-float(b.at), 0), (-float(a.at), 0), -8, text, None, 2.1)
    depth = g.chi("hall.depth")
    big.dimension((-float(depth), 0), (0, 0), -14, f"堂深 {big.measure(depth)}", depth, 2.1)
    eave = g.chi("hall.eave-purlin-height")
    wall = -float(depth) - chi("wall-inner.thickness")
    big.dimension((wall, floor), (wall, floor + float(eave)), 8, f"庪高 {big.measure(eave)}", eave, 2.1)
    top = g.chi("hall.ridge-height")
    crown = -chi("hall.ridge-y")
    big.dimension((crown, floor), (crown, floor + float(top)), 22, f"棟高 {big.measure(top)}", top, 2.1)
    rise = chi("hall.roof-rise") / (chi("hall.ridge-y") - chi("hall.eave-purlin-y"))
    for name in ("eave-purlin", "lintel", "ridge"):
        line = plan.lines[name]
        z = floor + chi("hall.eave-purlin-height") + rise * float(line.at - g.chi("hall.eave-purlin-y"))
        # Clear of the thickness of the roof, which rises to the north.
        big.name(-float(line.at), z + 2.2, sheet.names(line.name, line.name_en, 2.6), "names", 2.2, "", "above")
    pillar = -chi("hall.pillar-y")
    big.name(pillar, floor + 11, sheet.names("西楹", "west pillar", 2.6), "names", 0.8, half=(0.6 * mm, 0))
    eye_name = sheet.names("目", "eye", 2.4)
    thick = chi("hall.pillar-diameter") / 2
    if abs(mark - pillar) < thick + 2:
        # The archer stands before the pillar, on which no name can be read: right of it, over the line of sight.
        px, py = big.view(max(mark, pillar + thick), eye)
        for n, (text, size, colour) in enumerate(reversed(eye_name)):
            big.write((px + 1.6, py - 1.2 - n * 2.2), text, size, "start", colour, "names", 0, True)
    else:
        big.name(mark, eye + 0.8, eye_name, "names", 1.6, "", "above")
    title = {"zh": f"堂 1:{scale}", "en": f"the hall, 1 : {scale}"}.get(
        sheet.request.labels, f"堂  the hall, 1 : {scale}"
    )
    finish_detail(sheet, big, MARGIN + 10, sheet.height - MARGIN - 2.6, title)
    target_detail(sheet, plan, shape, scale)


def target_detail(sheet: Sheet, plan: Plan, shape: TargetShape, scale: int) -> None:
    """The target from the side above the title block, its heights, and where the sight line meets it."""
    g = plan.ground
    target = -float(plan.footprints["target"].y)
    left, base = sheet.column_x + 6, sheet.height - MARGIN - 62
    # A target of a longer lane is larger; the legend stands above it.
    room = (sheet.width - MARGIN - left - 4, base - sheet.notes_top - 28)
    scale = max(scale, fit_scale(22, float(shape.top) + 4, *room, sheet.mpc))
    mm = sheet.mpc * 1000 / scale
    view = View(left + 12 * mm - target * mm, base, mm)
    c = Canvas(view, sheet.mpc, sheet.canvas.labels, sheet.request.labels)
    c.labels.bounds = (sheet.column_x - 2, sheet.notes_top, sheet.width - MARGIN - 2, base + 6)
    draw_ground(c, target - 11, target + 11)
    draw_target_section(c, plan, shape)
    mark, eye = -float(g.chi("mark.y")), float(g.chi("platform.height") + g.chi("body.eye"))
    middle = float(shape.middle)
    back = target - 10.5
    c.line(((back, middle + (eye - middle) * (target - back) / (target - mark)), (target, middle)), SIGHT, "sight")
    c.dimension((target, 0), (target, float(shape.bottom)), -8, f"下綱 {c.measure(shape.bottom)}", shape.bottom, 2.1)
    c.dimension((target, 0), (target, middle), -16, f"正中 {c.measure(shape.middle)}", shape.middle, 2.1)
    c.dimension((target, 0), (target, float(shape.top)), -24, f"上綱 {c.measure(shape.top)}", shape.top, 2.1)
    c.name(target, float(shape.top) + 1.2, sheet.names("侯", "target", 2.6), "names", 1.2, "", "above")
    title = {"zh": f"侯 1:{scale}", "en": f"the target, 1 : {scale}"}.get(
        sheet.request.labels, f"侯  the target, 1 : {scale}"
    )
    finish_detail(sheet, c, c.view(target - 11, 0)[0], base + 7, title)


def finish_detail(sheet: Sheet, c: Canvas, x: float, y: float, title: str) -> None:
    """Put a drawing of another scale on the sheet, with its title at (x, y)."""
    sheet.canvas.items += c.items
    sheet.canvas.top += c.top
    sheet.note(x, y, title, 2.6, INK)
