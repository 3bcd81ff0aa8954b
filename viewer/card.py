"""The card of what was asked for."""

from __future__ import annotations

from viewer import text as letters
from viewer.app import App, Zone
from viewer.canvas import GLOSS, INK, SOLID, Canvas, shade
from viewer.cards import Row
from viewer.light import GRADES, looks
from viewer.plates import BAR, CARD, FOOT, button


def card_plate(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """What was asked for: measure, certainty, derivation; of a person what he does."""
    if app.selected is None:
        return
    card = app.model.cards.card(app.selected, app.world, app.timeline.step(), app.lang)
    inner = CARD - 28
    lines: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    for row in card.rows:
        lines += _card_lines(row, inner)
    room = canvas.height - BAR - FOOT - 150
    tall = 44.0
    kept: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    app.card_rows = min(app.card_rows, max(len(lines) - 4, 0))
    for entry in lines[app.card_rows :]:
        tall_of = letters.line_height(entry[1]) + (3 if entry[4] is not None else 0)
        if tall + tall_of > room:
            kept.append(("…", 12, GLOSS, 0.0, None))
            tall += 17
            break
        kept.append(entry)
        tall += tall_of
    buttons = ("follow", "eyes", "go") if card.person else ("go",)
    tall += 34
    x, y = 12.0, BAR + 10
    canvas.panel(x, y, CARD, tall, SOLID)
    zones.append(Zone(x, y, CARD, tall, "", "card"))
    used = canvas.text(x + 14, y + 6, letters.shorten(card.title, 20, inner), 20, INK)
    canvas.text(x + 14 + used + 10, y + 13, letters.shorten(card.gloss, 13, max(inner - used - 34, 10)), 13, GLOSS)
    zones.append(Zone(x + CARD - 30, y, 30, 30, "escape"))
    canvas.text(x + CARD - 20, y + 5, "×", 16, GLOSS, "middle")
    top = y + 40
    for text, size, fill, indent, grade in kept:
        if grade is not None:
            canvas.rect(
                x + 14, top + 4, 12, 12, shade(looks().evidence[GRADES[grade]]), hatch=GRADES[grade] == "conjectured"
            )
        canvas.text(x + 14 + indent, top, text, size, fill)
        top += letters.line_height(size) + (3 if grade is not None else 0)
    left = x + 8
    for name in buttons:
        text = app.say(f"card.{name}")
        w = letters.width(text, 13) + 18
        button(
            app,
            canvas,
            zones,
            left,
            y + tall - 32,
            w,
            26,
            text,
            name,
            size=13,
            active=name == "follow" and bool(app.following),
        )
        left += w + 4


def _card_lines(row: Row, inner: float) -> list[tuple[str, int, tuple[float, float, float, float], float, int | None]]:
    size = 12 if row.small else 14
    indent = 18.0 if row.grade is not None or row.small else 0.0
    head = f"{row.head}  " if row.head else ""
    out: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    for n, text in enumerate(letters.wrap(head + row.text, size, inner - indent)):
        out.append((text, size, GLOSS if row.small else INK, indent, row.grade if n == 0 else None))
    return out
