"""What every sheet carries: frame, title block, scale bar, north arrow, legend of certainty, key of names."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from layout.evidence.model import CERTAINTIES, Certainty
from layout.plan.draw.canvas import CERTAINTY_PENS, CERTAINTY_TINTS
from layout.plan.draw.fonts import text_width
from layout.plan.draw.model import FAINT, GREY, INK, Circle, Item, Path, Pen, Text

MARGIN = 9.0
CERTAINTY_NAMES: dict[Certainty, tuple[str, str]] = {
    "stated": ("經記明文", "stated in the classic or its record"),
    "glossed": ("據注疏", "from the commentaries"),
    "inferred": ("推得", "inferred, one step"),
    "conjectured": ("假定", "conjectured"),
}
SCALES = (
    5,
    10,
    20,
    25,
    30,
    40,
    50,
    60,
    75,
    80,
    100,
    125,
    150,
    200,
    250,
    300,
    400,
    500,
    600,
    750,
    1000,
    1250,
    1500,
    2000,
    3000,
    5000,
)


@dataclass(frozen=True)
class Title:
    """What the title block says."""

    chinese: str
    english: str
    reading: str
    options: str
    scale: str
    foot: str
    sheet: str
    date: str


def fit_scale(chi_wide: float, chi_high: float, mm_wide: float, mm_high: float, mpc: float) -> int:
    """The largest usual scale (1 : n) at which an extent in 尺 fits into a frame on paper."""
    need = max(chi_wide * mpc * 1000 / mm_wide, chi_high * mpc * 1000 / mm_high)
    for scale in SCALES:
        if scale >= need:
            return scale
    return math.ceil(need / 1000) * 1000


def frame(width: float, height: float) -> list[Item]:
    """The line round the sheet."""
    m = MARGIN
    corners = ((m, m), (width - m, m), (width - m, height - m), (m, height - m))
    return [Path(corners, Pen(0.5, INK), None, True, "frame")]


def title_block(title: Title, x: float, y: float, width: float, language: str = "both") -> list[Item]:
    """The title block with its lower left corner at (x, y); 30 mm high."""
    top = y - 30
    rule = Pen(0.18, INK)
    items: list[Item] = [
        Path(((x, top), (x + width, top)), Pen(0.35, INK), None, False, "frame"),
        Path(((x, top + 14.5), (x + width, top + 14.5)), rule, None, False, "frame"),
        Path(((x, top + 22.2), (x + width, top + 22.2)), rule, None, False, "frame"),
    ]

    def put(tx: float, ty: float, text: str, size: float, colour: str = INK, anchor: str = "start") -> None:
        items.append(Text(tx, ty, text, size, anchor, colour, "title"))

    sizes = (5.4, 4.2, 3.6, 3.1, 2.7, 2.3, 2.0, 1.7)
    put(x + 2, top + 7.0, title.chinese, next((s for s in sizes if text_width(title.chinese, s) < width - 18), 1.5))
    put(x + 2, top + 12.2, title.english, 2.5, GREY)
    house = ("Shegong", 2.8) if language == "en" else ("射宮", 3.6)
    put(x + width - 2, top + 6.4, *house, INK, "end")
    put(x + width - 2, top + 12.2, title.sheet, 2.5, GREY, "end")
    put(x + 2, top + 18.0, title.reading, 2.5)
    # Many choices stand right of the reading as well, smaller: none is left out.
    aside = x + 5 + text_width(title.reading, 2.5)
    left, size, lines = x + 2, 1.75, wrap(title.options, 1.75, width - 4)
    if len(lines) > 1:
        left = aside
        for size in (1.75, 1.5, 1.3, 1.1, 1.0, 0.9, 0.8, 0.7):
            lines = wrap(title.options, size, x + width - 2 - aside)
            if len(lines) * size * 1.2 <= 6.8:
                break
    first = top + 21.0 if left < aside else top + 14.9 + size
    for n, line in enumerate(lines):
        put(left, first + n * size * 1.2, line, size, GREY)
    third = width / 3
    for n, (head, text) in enumerate((("比例 scale", title.scale), ("尺 foot", title.foot), ("日期 date", title.date))):
        head = {"zh": head.split(" ")[0], "en": head.split(" ")[1]}.get(language, head)
        put(x + 2 + n * third, top + 25.2, head, 1.6, GREY)
        put(x + 2 + n * third, top + 28.6, text, 2.3)
        if n:
            items.append(Path(((x + n * third, top + 22.2), (x + n * third, y)), rule, None, False, "frame"))
    return items


def wrap(text: str, size: float, width: float) -> list[str]:
    """Lines of a text that are no wider than `width`, broken at spaces, and within a run of 漢字 that is too long."""
    lines: list[str] = []
    line = ""
    words: list[str] = []
    for run in text.split(" "):
        count = max(1, int(width / size))
        whole = run.isascii() or text_width(run, size) <= width
        words += [run] if whole else [run[n : n + count] for n in range(0, len(run), count)]
    for word in words:
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def scale_bar(
    x: float, y: float, mm_per_chi: float, mpc: float, reach: float, bu: float = 6.0, language: str = "both"
) -> list[Item]:
    """Two bars with their upper left corner at (x, y): paces (步) above, metres below; at most `reach` mm long."""
    items: list[Item] = []

    def bar(top: float, unit_mm: float, unit: str, above: bool) -> None:
        steps = [n for n in (1, 2, 5, 10, 20, 50, 100) if n * unit_mm * 4 <= reach] or [1]
        step = steps[-1]
        count = max(2, min(5, int(reach / (step * unit_mm))))
        for n in range(count):
            ends = (x + n * step * unit_mm, x + (n + 1) * step * unit_mm)
            fill = INK if n % 2 == 0 else "#FFFFFF"
            box = ((ends[0], top), (ends[1], top), (ends[1], top + 1.3), (ends[0], top + 1.3))
            items.append(Path(box, Pen(0.13, INK), fill, True, "scale"))
        for n in range(count + 1):
            text = f"{n * step}" + (f" {unit}" if n == count else "")
            at = (x + n * step * unit_mm, top - 0.8 if above else top + 3.6)
            anchor = "middle" if n < count else "start"
            tx = at[0] if n < count else at[0] - text_width(str(n * step), 2.1) / 2
            items.append(Text(tx, at[1], text, 2.1, anchor, INK, "scale"))

    bar(y + 3.0, mm_per_chi * bu, "bu" if language == "en" else "步", True)
    bar(y + 4.9, mm_per_chi / mpc, "m", False)
    return items


def north_arrow(x: float, y: float, letter: str = "北", size: float = 7.0) -> list[Item]:
    """A north arrow with its middle at (x, y), 北 above."""
    half = size * 0.28
    tip, tail = (x, y - size), (x, y + size * 0.55)
    return [
        Path((tip, (x - half, y + size * 0.7), tail), Pen(0.18, INK), INK, True, "scale"),
        Path((tip, (x + half, y + size * 0.7), tail), Pen(0.18, INK), "#FFFFFF", True, "scale"),
        Text(x, y - size - 1.2, letter, 3.4, "middle", INK, "scale"),
    ]


def legend(x: float, y: float, language: str, people: bool = True) -> tuple[list[Item], float]:
    """The legend of certainty with its upper left corner at (x, y); returns the height it takes."""
    items: list[Item] = [Text(x, y + 2.6, _either("依據", "certainty", language), 2.6, "start", INK, "legend")]
    row = y + 6.4
    for grade in CERTAINTIES:
        pen = CERTAINTY_PENS[grade]
        items.append(Path(((x, row), (x + 12, row)), pen, None, False, "legend"))
        mark = Pen(0.18, pen.colour, (0.4, 0.35) if grade == "conjectured" else ())
        arrow = ((x + 15.5, row - 1.25), (x + 14.6, row + 0.95), (x + 15.5, row + 0.4), (x + 16.4, row + 0.95))
        items.append(Path(arrow, mark, CERTAINTY_TINTS[grade], True, "legend"))
        chinese, english = CERTAINTY_NAMES[grade]
        words = {"zh": chinese, "en": english}.get(language, f"{chinese}  {english}")
        items.append(Text(x + 19, row + 0.85, words, 2.1, "start", INK, "legend"))
        row += 3.9
    if people:
        arrow = ((x + 6, row - 1.25), (x + 5.1, row + 0.95), (x + 6, row + 0.4), (x + 6.9, row + 0.95))
        items.append(Path(arrow, Pen(0.18, INK), "#FFFFFF", True, "legend"))
        items.append(Circle(x + 9.6, row, 0.7, Pen(0.18, INK), "#FFFFFF", "legend"))
        words = _either("面向 · 無面向", "stands and faces so · no facing given", language)
        items.append(Text(x + 19, row + 0.85, words, 2.1, "start", INK, "legend"))
        row += 3.9
    return items, row - y - 1.5


def _either(chinese: str, english: str, language: str) -> str:
    return {"zh": chinese, "en": english}.get(language, f"{chinese}  {english}")


def key(
    rows: Sequence[tuple[str, str]],
    x: float,
    y: float,
    width: float,
    height: float,
    heading: str,
    language: str = "both",
) -> tuple[list[Item], float]:
    """A list of (name, explanation) in as many columns as fit; returns the height that it takes.

    Rows that find no room in the box are set smaller, down to 1.5 mm.
    """
    items: list[Item] = [Text(x, y + 2.6, heading, 2.6, "start", INK, "key")]
    for size in (2.3, 2.15, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4):
        lead = size * 1.52
        name_width = max((text_width(a, size) for a, _ in rows), default=0) + 1.6
        blocks: list[list[str]] = []
        columns = 1
        for columns in (1, 2, 3):
            column = (width - (columns - 1) * 4) / columns
            if column - name_width < 18:
                continue
            blocks = [wrap(b, size, column - name_width) or [""] for _, b in rows]
            if sum(len(b) for b in blocks) * lead <= (height - 6) * columns - lead * 2:
                break
        else:
            continue
        break
    column = (width - (columns - 1) * 4) / columns
    total = sum(len(b) for b in blocks)
    per = math.ceil(total / columns)
    col, used, deepest = 0, 0, 0
    for (name, _), lines in zip(rows, blocks, strict=True):
        if used + len(lines) > per and used and col < columns - 1:
            col, used = col + 1, 0
        left = x + col * (column + 4)
        for n, line in enumerate(lines):
            base = y + 6.2 + (used + n) * lead
            if n == 0:
                items.append(Text(left, base, name, size, "start", INK, "key"))
            items.append(Text(left + name_width, base, line, size, "start", GREY, "key"))
        used += len(lines)
        deepest = max(deepest, used)
    for n in range(1, columns):
        rule = x + n * (column + 4) - 2
        items.append(Path(((rule, y + 4.5), (rule, y + 5 + deepest * lead)), Pen(0.1, FAINT), None, False, "key"))
    return items, 6.2 + deepest * lead
