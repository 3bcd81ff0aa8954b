"""Sheet 6: the three targets of the 大射, in elevation and in section with the lines of sight."""

from __future__ import annotations

from layout.plan.draw.canvas import Canvas, plain
from layout.plan.draw.elevation import TargetShape, draw_target, target_shape
from layout.plan.draw.furniture import MARGIN, fit_scale
from layout.plan.draw.model import GREY, INK, RED, Drawing, Pen, View
from layout.plan.draw.section_sheet import draw_ground, draw_hall_section
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Plan

TARGETS = (("target-great", "大侯", "great"), ("target-mixed", "參侯", "mixed"), ("target-near", "干侯", "near"))


def great_shooting(plan: Plan, request: Request) -> Drawing:
    """The three targets stacked behind one another: what of each bullseye the eye on the hall can see."""
    g = plan.ground
    shapes = {key: target_shape(g, key) for key, _, _ in TARGETS}
    rear = float(plan.footprints["platform"].bounds[3])
    far = -float(g.chi("target-great.y"))
    top = max(float(shapes["target-great"].top) + 12, float(g.chi("platform.height") + g.chi("hall.ridge-height")) + 6)
    extent = (-rear - 6, -3.0, far + 34, top)
    title = ("大射三侯圖", "The three targets of the great shooting")
    sheet = Sheet(plan, request, "great-shooting", title, 6, extent, below=118, wide=True, is_plan=False)
    c = sheet.canvas
    draw_ground(c, extent[0], extent[2])
    draw_hall_section(c, plan)
    mark, eye = -float(g.chi("mark.y")), float(g.chi("platform.height") + g.chi("body.eye"))
    c.line(((mark, eye - float(g.chi("body.eye"))), (mark, eye)), Pen(0.5, INK), "people", "archer")
    for key, _chinese, _ in TARGETS:
        shape, y = shapes[key], -float(g.chi(f"{key}.y"))
        c.line(((y, 0), (y, float(shape.top) + 1)), Pen(0.18, "#A58A5A"), "range")
        c.line(((y, float(shape.bottom)), (y, float(shape.top))), Pen(0.7, INK), "range", key)
        half, middle = float(shape.bullseye) / 2, float(shape.middle)
        c.line(((y, middle - half), (y, middle + half)), Pen(1.2, RED), "range", f"{key}-bullseye")
        c.line(((mark, eye), (y, middle)), Pen(0.13, RED, (3, 1)), "sight", f"{key}-sight")
    for n, (key, chinese, english) in enumerate(reversed(TARGETS)):
        y, lane = -float(g.chi(f"{key}.y")), g.chi(f"{key}.lane")
        c.dimension((y - float(lane), 0), (y, 0), -4.5 - 5.5 * n, f"{chinese} {c.measure(lane)}", lane, 2.0)
        name_target(sheet, chinese, english, y)
    for key, short, front in (("target-mixed", "mixed", "target-near"), ("target-great", "great", "target-mixed")):
        y, front_y = -float(g.chi(f"{key}.y")), -float(g.chi(f"{front}.y"))
        edge = float(shapes[front].top)
        at = edge + (edge - eye) * (y - front_y) / (front_y - mark)
        c.line(((mark, eye), (y, at)), Pen(0.1, GREY, (0.8, 0.8)), "sight", f"{key}-sight-edge")
        shares = [float(g.chi(f"sight.{short}-hidden-{place}")) for place in ("mark", "edge")]
        chinese = f"鵠為所蔽：自物 {shares[0]:.0%}，自堂廉 {shares[1]:.0%}"
        english = f"bullseye hidden: {shares[0]:.0%} from the mark, {shares[1]:.0%} from the hall's edge"
        low = float(shapes[key].bottom)
        for n, (text, size, _) in enumerate(sheet.names(chinese, english, 2.2)):
            px, py = c.view(y, low)
            c.write((px - 1.5, py + n * 2.4 - 1.2), text, size, "end", RED, "names", 0, True)
    elevations(sheet, plan, shapes)
    return sheet.finish(legend=False)


def name_target(sheet: Sheet, chinese: str, english: str, y: float) -> None:
    """The name of a target in the section, at the foot of its post, out of the way of the sight lines."""
    px, py = sheet.canvas.view(y, 0)
    for n, (text, size, colour) in enumerate(reversed(sheet.names(chinese, f"the {english} target", 2.4))):
        sheet.canvas.write((px + 1.2, py - 1.0 - n * 2.1), text, size, "start", colour, "names", 0, True)


def elevations(sheet: Sheet, plan: Plan, shapes: dict[str, TargetShape]) -> None:
    """The three beside one another, all at one scale, with their widths and heights."""
    labels = sheet.canvas.labels
    labels.bounds = (MARGIN + 2, sheet.notes_top, sheet.column_x - 4, sheet.height - MARGIN - 2)
    wide = sum(2 * float(s.post_top) + 8 for s in shapes.values())
    high = float(shapes["target-great"].top) + 14
    room = (sheet.column_x - MARGIN - 10, sheet.height - MARGIN - sheet.notes_top - 12)
    scale = fit_scale(wide, high, *room, sheet.mpc)
    mm = sheet.mpc * 1000 / scale
    x = MARGIN + 4 + (float(shapes["target-great"].post_top) + 4) * mm
    base = sheet.height - MARGIN - 15
    previous = None
    for key, chinese, english in TARGETS:
        shape = shapes[key]
        if previous is not None:
            x += (float(previous.post_top) + float(shape.post_top) + 8) * mm
        previous = shape
        c = Canvas(View(x, base, mm), sheet.mpc, labels, sheet.request.labels)
        half = float(shape.post_top)
        draw_ground(c, -half - 4, half + 4)
        draw_target(c, shape, 0.0, hide=True, loops=False)
        top = shape.panels[-1]
        c.dimension(
            (-float(top.width) / 2, float(shape.top)),
            (float(top.width) / 2, float(shape.top)),
            5,
            c.measure(top.width),
            top.width,
            1.9,
        )
        for panel in shape.panels:
            if panel.name != "中":
                at = c.view(0, (float(panel.low) + float(panel.high)) / 2)
                c.write((at[0], at[1] + 0.6), plain(panel.width), 1.7, "middle", RED, "dimensions", 0, True)
        c.dimension((half, 0), (half, float(shape.bottom)), -3, plain(shape.bottom, 2), shape.bottom, 1.8)
        c.dimension(
            (half, float(shape.bottom)), (half, float(shape.top)), -3, plain(shape.top - shape.bottom), None, 1.8
        )
        bull = float(shape.bullseye) / 2
        c.dimension(
            (bull, float(shape.middle) - bull),
            (bull, float(shape.middle) + bull),
            -2.2,
            f"鵠 {plain(shape.bullseye, 2)}",
            shape.bullseye,
            1.7,
        )
        words = sheet.names(chinese, f"the {english} target", 2.8)
        cloth = {"zh": f"布 {plain(shape.cloth)} 尺", "en": f"cloth {plain(shape.cloth)} chi"}.get(
            sheet.request.labels, f"布 cloth {plain(shape.cloth)} 尺"
        )
        text = "  ".join(w[0] for w in words)
        at = c.view(0, 0)
        c.write((at[0], at[1] + 6.5), text, 2.5, "middle", INK, "names")
        c.write((at[0], at[1] + 10), cloth, 2.0, "middle", GREY, "names")
        sheet.canvas.items += c.items
        sheet.canvas.top += c.top
    note = {"zh": f"立面 1:{scale}", "en": f"elevations, 1 : {scale}"}.get(
        sheet.request.labels, f"立面  elevations, 1 : {scale}"
    )
    sheet.note(MARGIN + 4, base - high * mm + 14 * mm - 9, note, 2.4, INK)
