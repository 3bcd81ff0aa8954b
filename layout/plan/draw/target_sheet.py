"""Sheet 4: the target in elevation with every panel, seam, cord and loop, and the list of its cloth."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

from layout.evidence.model import Dimension
from layout.plan.draw.canvas import Canvas, plain
from layout.plan.draw.elevation import CLOTH, TargetShape, draw_target, target_shape
from layout.plan.draw.fonts import text_width
from layout.plan.draw.furniture import MARGIN, wrap
from layout.plan.draw.model import GREY, INK, RED, Drawing, Item, Path, Pen, Text, View
from layout.plan.draw.sheet import Request, Sheet
from layout.plan.model import Plan


def target_elevation(plan: Plan, request: Request) -> Drawing:
    """The target as the archers see it: its right (右个) is east and on the left hand."""
    g = plan.ground
    shape = target_shape(g)
    half = float(shape.post_top) + 6
    extent = (-half - 2, -5, half + 10, float(shape.top) + 5)
    sheet = Sheet(
        plan,
        request,
        "target",
        ("侯圖", "The target, seen from the hall"),
        4,
        extent,
        below=100,
        wide=True,
        is_plan=False,
    )
    c = sheet.canvas
    c.line(((extent[0], 0), (extent[2], 0)), Pen(0.5, INK), "ground", "ground")
    c.hatch(extent[0], -0.6, extent[2], 0, 1.1, Pen(0.1, GREY), "ground")
    draw_target(c, shape)
    panels = {p.name: p for p in shape.panels}
    top, bottom = float(shape.top), float(shape.bottom)
    dimension_widths(c, shape)
    dimension_heights(c, shape)
    for panel in shape.panels:
        # The square's name stands in its second strip, clear of the bullseye and of its own dimension line.
        square = panel.name == "中" and not shape.low_middle
        level = panel.low + shape.strip * Fraction(3, 2) if square else (panel.low + panel.high) / 2
        at = c.view(-float(panel.width) / 2 + 0.5, float(level))
        lines = sheet.names(panel.name, panel.name_en, 2.6)
        text = "  ".join(line[0] for line in lines)
        c.write((at[0] + 1, at[1] + 0.9), text, 2.2, "start", INK, "names", 0, True)
    low = panels["下舌"]
    fold_x = float(low.width) / 2 - float(g.chi("target.fold"))
    lean = float(shape.post_top - shape.post_bottom) / (top - bottom)
    for panel, words in ((panels["上舌"], f"縜 loops, {plain(shape.loop)} 尺"), (low, "縜 loops")):
        count = int(panel.width / shape.strip) + 1
        text = f"{count} {_pick(words, request.labels)}"
        right = float(panel.width) / 2 - 0.5
        if panel is low and right - text_width(text, 2.0) / c.view.mm - 0.5 < fold_x < right + 0.5:
            right = fold_x - 0.5
        at = c.view(right, float(panel.low + panel.high) / 2)
        c.write((at[0], at[1] + 0.7), text, 2.0, "end", GREY, "names", 0, True)
    notes = (
        (((-float(low.width) / 2 - float(shape.post_bottom)) / 2, bottom), "下綱 lower cord", 1.4),
        ((float(panels["上舌"].width) / 2 + 4, top), "上綱 upper cord", 1.4),
    )
    for at, text, gap in notes:
        c.name(
            at[0],
            at[1],
            [(_pick(text, request.labels), 2.1, INK)],
            "names",
            gap,
            "",
            "above" if "cord" in text else "",
        )
    # Right of the post as high as the letters reach: it leans outward.
    px, py = c.view(float(shape.post_bottom + shape.post / 2) + lean * (4.5 - bottom), 3.5)
    c.write((px + 1.2, py), _pick("植 post", request.labels), 2.1, "start", INK, "names", 0, True)
    side = (float(panels["下躬"].width) / 2 + float(shape.post_bottom)) / 2
    for x, word in ((-side, "東 右"), (side, "西 左")):
        at = c.view(x, float(shape.top) * 0.55)
        english = {"東 右": "east, its right", "西 左": "west, its left"}[word]
        lines = sheet.names(word, english, 3.2)
        for n, (text, size, colour) in enumerate(lines):
            c.write((at[0], at[1] + n * 3.2), text, size, "middle", colour, "names", 0, True)
    text = _pick(f"掩束處 fold before the shooting, {plain(g.chi('target.fold'))} 尺", request.labels)
    px, py = c.view(fold_x, bottom + float(shape.strip))
    body = c.view(float(panels["下躬"].width) / 2, float(panels["下躬"].high))
    wide = text_width(text, 2.0)
    post = c.view(float(shape.post_bottom - shape.post / 2) + lean * float(shape.strip), 0)[0]
    left = min(px + 1.2, post - wide - 1.2)
    if left < body[0] + 0.8:
        # No room between body and post: over the body.
        py = min(py, body[1] + 1.2)
    c.line(
        ((fold_x, bottom - 0.5), (fold_x, c.view.back((0, py - 1.8))[1])),
        Pen(0.2, "#A83C28", (1.2, 0.8)),
        "notes",
        "fold",
    )
    c.write((left, py - 3.0), text, 2.0, "start", "#A83C28", "names", 0, True)
    sheet.notes += cut_list(sheet, shape, 12, sheet.notes_top)
    edge_detail(sheet, shape, 168, sheet.notes_top)
    return sheet.finish(legend=False)


def dimension_widths(c: Canvas, shape: TargetShape) -> None:
    """Chains of widths: what of the tongues projects, the strips, from post to post; above, below and between."""
    panels = {p.name: p for p in shape.panels}
    top, bottom = shape.top, shape.bottom
    for name, body, post, level, sign in (
        ("上舌", "上躬", shape.post_top, top, 1),
        ("下舌", "下躬", shape.post_bottom, bottom, -1),
    ):
        # Below, the chains begin under the line of the ground.
        start = 5.5 if sign > 0 else 11.5
        half, inner = panels[name].width / 2, panels[body].width / 2
        ends = sorted({-post, -half, -inner, inner, half, post})
        for a, b in itertools.pairwise(ends):
            out = inner in (abs(a), abs(b)) and a != -b
            text = f"出 {c.measure(b - a)}" if out else c.measure(b - a) if a != -b else f"躬 {c.measure(b - a)}"
            c.dimension((float(a), float(level)), (float(b), float(level)), sign * start, text, b - a, 2.1)
        for n, (far, word) in enumerate(((half, name), (post, "兩植上端" if sign > 0 else "兩植下綱處")), 1):
            text = f"{word} {c.measure(2 * far)}"
            c.dimension(
                (float(-far), float(level)), (float(far), float(level)), sign * (start + 5.5 * n), text, 2 * far, 2.1
            )
    middle = panels["中"]
    width = float(middle.width) / 2
    if shape.low_middle:
        # The bullseye covers the middle: its width stands below it, in the open beside the lower body.
        at = c.view(-width + 0.3, float(middle.low) + 0.2)
        c.write(at, f"{plain(middle.width)} 尺", 2.1, "start", RED, "dimensions", 0, True)
    else:
        c.dimension(
            (-width, float(middle.high)),
            (width, float(middle.high)),
            -4.0,
            f"中 {c.measure(middle.width)}",
            middle.width,
            2.1,
        )
    bull, m = float(shape.bullseye) / 2, float(shape.middle)
    c.dimension((-bull, m + bull), (bull, m + bull), 3, plain(shape.bullseye), shape.bullseye, 2.0)
    if shape.inner:
        core = float(shape.inner) / 2
        # Below the bullseye, however far its edge is from the inner square.
        below = max(8.5, (bull - core) * c.view.mm + 4)
        c.dimension((-core, m - core), (core, m - core), -below, plain(shape.inner), shape.inner, 2.0)


def dimension_heights(c: Canvas, shape: TargetShape) -> None:
    """Chains of heights at the right: every strip between its seams, the parts, the whole; the bullseye in its place."""
    top, bottom = float(shape.top), float(shape.bottom)
    east = float(shape.post_top) + 1
    middle = next(p for p in shape.panels if p.name == "中")
    seams = [middle.low + n * (middle.high - middle.low) / middle.strips for n in range(middle.strips + 1)]
    chains: tuple[tuple[float, list[Fraction]], ...] = (
        (5, [Fraction(0), shape.bottom, *(p.high for p in shape.panels if p.high < middle.low), *seams]),
        (11, [middle.low, middle.high]),
    )
    for offset, marks in chains:
        levels = [*marks, *(p.high for p in shape.panels if p.low >= middle.high)] if offset == 5 else marks
        for low, high in itertools.pairwise(levels):
            text = plain(high - low) if offset == 5 else f"中 {plain(high - low)}"
            c.dimension((east, float(low)), (east, float(high)), -offset, text, high - low, 2.0)
    c.dimension((east, bottom), (east, top), -17, f"高 {c.measure(shape.top - shape.bottom)}", None, 2.1)
    c.dimension((east, 0), (east, top), -23, f"上綱去地 {c.measure(shape.top)}", None, 2.1)
    bull, m = float(shape.bullseye) / 2, float(shape.middle)
    c.dimension((bull, m - bull), (bull, m + bull), -7, f"正 {plain(shape.bullseye)} 尺", shape.bullseye, 2.0)
    if not shape.low_middle:
        c.dimension(
            (-bull, float(middle.low)),
            (-bull, m - bull),
            0,
            plain(shape.middle - shape.bullseye / 2 - middle.low),
            None,
            2.0,
        )


def edge_detail(sheet: Sheet, shape: TargetShape, x: float, y: float) -> None:
    """The upper edge at 1 : 10: one strip with the hems that the sewing takes, the loops and the cord through them."""
    g = sheet.plan.ground
    scale = 10
    mm = sheet.mpc * 1000 / scale
    view = View(x + 14, y + 12 + float(shape.strip) * mm + 8, mm)
    c = Canvas(view, sheet.mpc, sheet.canvas.labels, sheet.request.labels)
    c.labels.bounds = (x, y, sheet.column_x - 4, sheet.height - MARGIN - 2)
    wide, net, loop = 3.6, float(shape.strip), float(shape.loop)
    seam = float(g.chi("cloth.seam"))
    c.rect(0, 0, wide, net, Pen(0.3, INK), CLOTH, "cloth", "detail-strip")
    for low, high in ((-seam, 0.0), (net, net + seam)):
        c.rect(0, low, wide, high, Pen(0.13, GREY, (0.8, 0.5)), None, "seams", "detail-seam")
    cord = net + loop + 0.03
    for n in range(2):
        at = 0.8 + n * net
        c.area(
            [(at - 0.05, net), (at + 0.05, net), (at + 0.05, cord + 0.05), (at - 0.05, cord + 0.05)],
            Pen(0.2, INK),
            None,
            "loops",
        )
    c.line(((-0.2, cord), (wide + 0.2, cord)), Pen(0.9, "#8A6F42"), "cords", "detail-cord")
    c.dimension((0, 0), (0, net), 5, f"{plain(net)} 尺", net, 2.0)
    full = net + 2 * seam
    c.dimension((wide, -seam), (wide, net + seam), -5, f"幅 {plain(full)} 尺", full, 2.0)
    c.dimension((0.8, cord), (0.8 + net, cord), 4, f"{plain(net)} 尺", net, 2.0)
    c.name(wide / 2, 0, [(_pick("縫 seam", sheet.request.labels), 2.0, INK)], "names", 3.6, "", "below")
    c.name(
        0.8 + net,
        net + loop / 2,
        [(_pick(f"縜 loop {plain(shape.loop)} 尺", sheet.request.labels), 2.0, INK)],
        "names",
        3.0,
        "",
        "below",
    )
    sheet.canvas.items += c.items
    sheet.canvas.top += c.top
    words = {"zh": f"上緣 1:{scale}", "en": f"upper edge, 1 : {scale}"}
    sheet.note(x, y + 3, words.get(sheet.request.labels, f"上緣  upper edge, 1 : {scale}"), 3.0, INK)


def _pick(text: str, language: str) -> str:
    """A label "縜 loop, 0.1 尺" in the language: 縜 0.1 尺, loop, 0.1 chi, or both."""
    chinese, _, english = text.partition(" ")
    amount = re.search(r"[\d./½¼¾]+ 尺$", english)
    if amount:
        chinese = f"{chinese} {amount[0]}"
    return {"zh": chinese, "en": english.replace("尺", "chi")}.get(language, text)


COMMENTATORS_CLOTH = Fraction(160)
"""凡鄉侯用布十六丈: what the commentators count for the target as 鄭玄 has it."""


def cloth_note(stated: Dimension, total: Fraction) -> str:
    """The cloth by the evidence, with the commentators' sum where it is this one, else with what theirs is for."""
    amount = plain(stated.chi)
    chinese, english = f"按數據所出：{amount} 尺", f"By the evidence: {amount} 尺 of cloth"
    said = next((e.clause for e in reversed(stated.derivation) if "十六丈" in e.clause), "")
    if stated.chi == COMMENTATORS_CLOTH and said:
        chinese += f"（{said}）"
    elif stated.chi != COMMENTATORS_CLOTH:
        chinese += "（注疏總十六丈，謂鄭玄之侯，非此圖）"
        english += " (the 160 尺 of the commentaries are for another target, Zheng Xuan's)"
    if stated.chi != total:
        chinese += f"，裁之整幅則 {plain(total)} 尺"
        english += f"; cut in whole strips, {plain(total)} 尺"
    return f"{chinese}。  {english}."


def shape_notes(shape: str) -> list[str]:
    """What the outline rests on, where it is not 鄭玄's."""
    if shape != "liuchang":
        return []
    return [
        "劉敞：五幅，崇與中同。五幅之分其說不詳：此以上下舌躬各一幅，餘一幅為中。"
        "  Liu Chang: five strips, as high as the centre is wide. How he divides the five is not told: here tongues and bodies take four, the centre the fifth."
    ]


def cut_list(sheet: Sheet, shape: TargetShape, x: float, y: float) -> list[Item]:
    """The list of cloth: strips, length of each, and their sum, as 鄭玄 counts it."""
    size, lead = 2.2, 4.3
    title = {"zh": "裁布", "en": "cloth to cut"}.get(sheet.request.labels, "裁布  cloth to cut")
    items: list[Item] = [Text(x, y + 3, title, 3.0, "start", INK, "cut-list")]
    columns = (0.0, 40.0, 62.0, 92.0, 122.0)
    heads = ("幅 piece", "數 strips", "每幅長 each, 尺", "共 together, 尺", "m")
    row = y + 8.5
    for offset, head in zip(columns, heads, strict=True):
        items.append(
            Text(
                x + offset,
                row,
                _pick(head, sheet.request.labels) if offset != 122.0 else head,
                1.8,
                "start",
                GREY,
                "cut-list",
            )
        )
    rule = Pen(0.13, INK)
    items.append(Path(((x, row + 1.2), (x + 136, row + 1.2)), rule, None, False, "cut-list"))
    total = Fraction(0)
    for panel in reversed(shape.panels):
        row += lead
        together = panel.strips * panel.width
        total += together
        name = "  ".join(line[0] for line in sheet.names(panel.name, panel.name_en))
        cells = (name, str(panel.strips), plain(panel.width), plain(together), f"{float(together) * sheet.mpc:.2f}")
        for offset, cell in zip(columns, cells, strict=True):
            items.append(Text(x + offset, row, cell, size, "start", INK, "cut-list"))
    items.append(Path(((x, row + 1.5), (x + 136, row + 1.5)), rule, None, False, "cut-list"))
    row += lead + 0.6
    word = {"zh": "布", "en": "cloth"}.get(sheet.request.labels, "布  cloth")
    for offset, cell in zip(columns, (word, "", "", plain(total), f"{float(total) * sheet.mpc:.2f}"), strict=True):
        items.append(Text(x + offset, row, cell, size, "start", INK, "cut-list"))
    g = sheet.plan.ground
    stated = g.dimension("target.cloth")
    width, seam, net = g.chi("cloth.width"), g.chi("cloth.seam"), g.chi("cloth.net")
    lines = [
        f"幅廣 {plain(width)} 尺，兩旁各削 {plain(seam)} 尺，縫成 {plain(net)} 尺。  A strip is {plain(width)} 尺 wide, sewn {plain(net)} 尺.",
        cloth_note(stated, total),
        f"正方 {plain(shape.bullseye)} 尺，內 {plain(shape.inner)} 尺。  The bullseye is {plain(shape.bullseye)} 尺 square, its inner field {plain(shape.inner)} 尺.",
        *shape_notes(g.option("shape")),
        "觀者自堂南望，右个在東，故圖左為東。  Drawn as seen from the hall: left on the sheet is east.",
    ]
    row += 2
    for line in lines:
        row += 4.0
        chinese, _, english = line.partition("  ")
        shown = {"zh": chinese, "en": english.replace("尺", "chi")}.get(sheet.request.labels, line)
        for n, part in enumerate(wrap(shown, 2.0, 152)):
            row += 3.0 * (n > 0)
            items.append(Text(x, row, part, 2.0, "start", GREY, "cut-list"))
    return items
