"""The sheet of all keys and of what the mouse does."""

from __future__ import annotations

from collections.abc import Sequence

from viewer import text as letters
from viewer.app import App, Zone
from viewer.canvas import GLOSS, INK, RED, RULE, SOLID, Canvas, shade
from viewer.keymap import caps, groups
from viewer.plates import BAR, FOOT

Line = tuple[tuple[str, ...], str]
"""Keys and what they do; a heading has no keys."""
EDGE, GAP = 18.0, 14.0


def help_sheet(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """As many columns as there is room for without cutting words; what goes beyond the window is reached with the wheel."""
    width = min(canvas.width - 40, 1080.0)
    mouse = letters.wrap(app.say("help.mouse"), 13, width - 2 * EDGE)
    below = 18.0 * len(mouse) + 14
    free = canvas.height - BAR - 14 - (FOOT if app.timeline.clips else 0)
    for count in (3, 2, 1):
        columns = _columns(app, count)
        tall = max(len(c) for c in columns)
        row = min(23.0, max((free - 42 - below) / tall, 18.0))
        size = 13 if row >= 20 else 12
        needed = [_needed(c, size) for c in columns]
        if sum(needed) + GAP * (count - 1) <= width - 2 * EDGE:
            break
    room = max(int((free - 42 - below) / row + 1e-6), 3)
    app.scroll_rows = min(app.scroll_rows, max(tall - room, 0))
    height = 42 + min(tall, room) * row + below
    x, y = (canvas.width - width) / 2, BAR + 7 + max((free - height) / 2, 0)
    canvas.rect(x, y, width, height, shade("#F0E9DA", 1.0))
    canvas.rect(x, y + height - 1, width, 1, RULE)
    zones.append(Zone(x, y, width, height, "escape"))
    canvas.text(x + EDGE, y + 8, app.say("help.title"), 18, INK)
    canvas.text(x + width - EDGE, y + 12, app.say("help.close"), 12, GLOSS, "right")
    if tall > room:
        share, track = room / tall, room * row
        canvas.rect(x + width - 7, y + 42 + track * app.scroll_rows / tall, 3, track * share, RULE)
    # What is left over is shared by the columns.
    more = (width - 2 * EDGE - sum(needed)) / count
    left = x + EDGE
    for column, wide in zip(columns, needed, strict=True):
        inner = _inner(column, size)
        for n, (keys, text) in enumerate(column[app.scroll_rows : app.scroll_rows + room]):
            top = y + 42 + n * row
            if not keys:
                canvas.text(left, top, text, size + 1, RED)
                continue
            _caps(canvas, left, top, keys, size, row)
            canvas.text(left + inner, top, letters.shorten(text, size, wide + more - inner), size, INK)
        left += wide + more
    for n, line in enumerate(mouse):
        canvas.text(x + EDGE, y + height - below + 6 + 18 * n, line, 13, INK)


def _columns(app: App, count: int) -> list[list[Line]]:
    """All keys in columns of about the same length; groups stay whole."""
    columns: list[list[Line]] = [[] for _ in range(count)]
    for name, keys in groups().items():
        block = [((), app.say(f"group.{name}")), *((caps(a), app.say(f"action.{a}")) for a in keys)]
        min(columns, key=len).extend(block)
    return columns


def _inner(column: Sequence[Line], size: int) -> float:
    """Pixels that the keys of a column take."""
    return max(letters.width(" ".join(k), size) + 8 * len(k) for k, _ in column if k) + 10


def _needed(column: Sequence[Line], size: int) -> float:
    """Pixels that a column takes with nothing cut."""
    return _inner(column, size) + max(letters.width(text, size) for k, text in column if k)


def _caps(canvas: Canvas, left: float, top: float, keys: Sequence[str], size: int, row: float) -> None:
    """Keys as they lie on the keyboard."""
    for key in keys:
        wide = letters.width(key, size) + 8
        canvas.rect(left, top + 1, wide, row - 2.5, RULE)
        canvas.rect(left + 1, top + 2, wide - 2, row - 4.5, SOLID)
        canvas.text(left + 4, top - 1, key, size, INK)
        left += wide + 4
