"""Sheet 6: the three targets of the 大射, in elevation and in section with the lines of sight."""

from __future__ import annotations

from layout.plan.draw.canvas import EXTENSION, Canvas, plain
from layout.plan.draw.captions import caption
from layout.plan.draw.elevation import TargetShape, draw_target, target_shape
from layout.plan.draw.furniture import MARGIN, fit_scale
from layout.plan.draw.model import GREY, INK, RED, Drawing, Path, Pen, Text, View
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
    sheet = Sheet(plan, request, "great-shooting", title, 6, extent, below=192, wide=True, is_plan=False)
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
    """The three beside one another, all at one scale, with the widths of their strips, and a table of their numbers."""
    labels = sheet.canvas.labels
    labels.bounds = (MARGIN + 2, sheet.notes_top, sheet.width - MARGIN - 2, sheet.height - MARGIN - 2)
    between = 11
    wide = sum(2 * float(s.post_top) for s in shapes.values()) + between * len(shapes)
    high = float(shapes["target-great"].top) + 6
    base = sheet.height - MARGIN - 60
    room = (sheet.width - 2 * MARGIN - 8, base - sheet.notes_top - 8)
    scale = fit_scale(wide, high, *room, sheet.mpc)
    mm = sheet.mpc * 1000 / scale
    x = MARGIN + 4 + (room[0] - wide * mm) / 2
    for key, chinese, english in TARGETS:
        shape = shapes[key]
        x += float(shape.post_top) * mm + between / 2 * mm
        c = Canvas(View(x, base, mm), sheet.mpc, labels, sheet.request.labels)
        elevation(sheet, c, shape, sheet.names(chinese, f"the {english} target", 3.0))
        sheet.canvas.items += c.items
        sheet.canvas.top += c.top
        x += float(shape.post_top) * mm + between / 2 * mm
    note = {"zh": f"立面 1:{scale}", "en": f"elevations, 1 : {scale}"}.get(
        sheet.request.labels, f"立面  elevations, 1 : {scale}"
    )
    sheet.note(MARGIN + 5, sheet.notes_top + 2, note, 2.8, INK)
    table(sheet, plan, shapes, MARGIN + 5, base + 16)


def elevation(sheet: Sheet, c: Canvas, shape: TargetShape, names: list[tuple[str, float, str]]) -> None:
    """One target with the widths of its strips, its heights and its name."""
    half = float(shape.post_top)
    draw_ground(c, -half - 3, half + 3)
    draw_target(c, shape, 0.0, hide=True, loops=False)
    top, centre = shape.panels[-1], next(p for p in shape.panels if p.name == "中")
    ends = (float(top.width) / 2, float(shape.top))
    c.dimension((-ends[0], ends[1]), ends, 4.5, f"{top.name} {c.measure(top.width)}", top.width, 2.1)
    for panel in shape.panels:
        level = centre.high - shape.strip / 2 if panel is centre else (panel.low + panel.high) / 2
        at = c.view(0, float(level))
        words = panel.name_en if sheet.request.labels == "en" else panel.name
        c.write((at[0], at[1] + 0.75), f"{words} {plain(panel.width)}", 2.1, "middle", INK, "names")
    side = half + 1
    c.dimension((side, 0), (side, float(shape.bottom)), -3.5, plain(shape.bottom, 2), shape.bottom, 2.1)
    tall = shape.top - shape.bottom
    c.dimension((side, float(shape.bottom)), (side, float(shape.top)), -3.5, f"高 {c.measure(tall)}", tall, 2.1)
    bull, middle = float(shape.bullseye) / 2, float(shape.middle)
    # Beside the cloth, where a number can be read, with thin lines to it from the square.
    beside = float(centre.width) / 2
    for z in (middle - bull, middle + bull):
        c.line(((bull, z), (beside, z)), EXTENSION, "dimensions")
    text = caption(f"鵠 {plain(shape.bullseye)} 尺", sheet.request.labels)
    c.dimension((beside, middle - bull), (beside, middle + bull), -3.2, "", shape.bullseye, 2.0, written=False)
    at = c.view(beside, middle)
    c.write((at[0] + 5.0, at[1] + 0.75), text, 2.1, "start", RED, "dimensions", 0, True)
    text = "  ".join(words for words, _, _ in names)
    at = c.view(0, 0)
    c.write((at[0], at[1] + 7), text, 3.0, "middle", INK, "names")


COLUMNS = (
    ("", "", 0.0),
    ("侯道", "lane", 40.0),
    ("中", "centre", 58.0),
    ("鵠", "bullseye", 76.0),
    ("躬", "body", 96.0),
    ("上舌", "upper tongue", 118.0),
    ("下舌", "lower tongue", 142.0),
    ("下綱去地", "cord to ground", 168.0),
    ("布", "cloth", 188.0),
    ("鵠蔽自物", "hidden from mark", 216.0),
    ("自堂廉蔽", "from hall edge", 244.0),
)
"""Heads of the table in 漢字 and English, and where each column ends, in mm."""


def table(sheet: Sheet, plan: Plan, shapes: dict[str, TargetShape], x: float, y: float) -> None:
    """The numbers of the three targets in 尺, and what share of each bullseye is hidden by the target before it."""
    g, language = plan.ground, sheet.request.labels
    note, rule = sheet.canvas.top, Pen(0.13, INK)
    width = COLUMNS[-1][2]
    title = {"zh": "三侯尺寸（尺）", "en": "measures of the three targets, in chi"}.get(
        language, "三侯尺寸  measures of the three targets, 尺"
    )
    note.append(Text(x, y + 2.6, title, 2.6, "start", INK, "table"))
    row = y + 7.6
    for chinese, english, end in COLUMNS[1:]:
        lines = [chinese] if language == "zh" else [english] if language == "en" else [chinese, english]
        for n, words in enumerate(lines):
            note.append(Text(x + end, row + n * 2.4, words, 1.9 if n == 0 else 1.7, "end", GREY, "table"))
    row += 2.4 * (language == "both") + 1.4
    sheet.canvas.items.append(Path(((x, row), (x + width, row)), rule, None, False, "table"))
    for key, chinese, english in TARGETS:
        row += 4.6
        shape = shapes[key]
        panels = {p.name: p for p in shape.panels}
        hidden = ["—", "—"]
        if key != "target-near":
            short = key.removeprefix("target-")
            hidden = [f"{float(g.chi(f'sight.{short}-hidden-{place}')):.0%}" for place in ("mark", "edge")]
        cells = [
            plain(g.chi(f"{key}.lane")),
            plain(panels["中"].width),
            plain(shape.bullseye),
            plain(panels["下躬"].width),
            plain(panels["上舌"].width),
            plain(panels["下舌"].width),
            plain(shape.bottom, 2),
            plain(shape.cloth),
            *hidden,
        ]
        name = "  ".join(words for words, _, _ in sheet.names(chinese, english))
        note.append(Text(x, row, name, 2.3, "start", INK, "table"))
        for (_, _, end), cell in zip(COLUMNS[1:], cells, strict=True):
            note.append(Text(x + end, row, cell, 2.3, "end", INK, "table"))
    row += 1.8
    sheet.canvas.items.append(Path(((x, row), (x + width, row)), rule, None, False, "table"))
