"""The interface over the picture, from an `App` to a `Canvas`: what follows the ground, and the plates that stand still."""

from __future__ import annotations

from viewer import text as letters
from viewer.annotate import LEGEND, draw_legend
from viewer.app import App, Zone
from viewer.canvas import FAINT, GLOSS, GOLD, INK, Canvas, shade
from viewer.card import card_plate
from viewer.foot import clause, clause_height, time_tracks
from viewer.guides import lines, name_plates, ruler, scale
from viewer.menus import bar, menu
from viewer.nameplates import NamePlates
from viewer.plates import FOOT, MENU, READINGS


def build(app: App) -> Canvas:
    """Everything over the picture at this moment; sets `app.zones`."""
    canvas = over_ground(app)
    canvas.items += names(app).canvas.items
    canvas.items += interface(app).items
    return canvas


def over_ground(app: App) -> Canvas:
    """What follows camera and people, and so is drawn anew at every frame: lines, the ruler, the scale."""
    canvas = Canvas(*app.size)
    lines(app, canvas)
    ruler(app, canvas)
    if app.interface:
        scale(app, canvas, _foot_height(app))
    return canvas


def names(app: App, before: NamePlates | None = None) -> NamePlates:
    """The names over it, where they lie; `before` are those of a moment ago."""
    if app.names_mode == "none" and app.selected is None:
        app.wanted = []
        return NamePlates(Canvas(*app.size))
    return name_plates(app, _foot_height(app), before)


def interface(app: App) -> Canvas:
    """Bar, menus, card, clause, time and messages; sets `app.zones`."""
    width, height = app.size
    canvas = Canvas(width, height)
    zones: list[Zone] = []
    if app.interface:
        if app.certainty:
            # At the right, below the menus; the card of what was asked for stands at the left.
            x, y = width - LEGEND[0] - 14.0, height - _foot_height(app) - LEGEND[1] - 8.0
            draw_legend(canvas, x, y, app.lang)
            zones.append(Zone(x, y, *LEGEND, ""))
        bar(app, canvas, zones)
        if app.timeline.clips:
            time_tracks(app, canvas, zones)
            clause(app, canvas, zones)
        if app.selected is not None:
            card_plate(app, canvas, zones)
        menu(app, canvas, zones)
    app.told = None
    # Who reads the help is not spoken to.
    reading = app.interface and app.panel == "help"
    if (app.message or app.busy or app.awaited is not None) and not reading:
        _message(app, canvas, _foot_height(app))
    app.zones = zones
    return canvas


def _foot_height(app: App) -> float:
    if not app.interface or not app.timeline.clips:
        return 8.0
    return FOOT + (clause_height(app) + 8.0)


def _message(app: App, canvas: Canvas, foot: float) -> None:
    text = app.busy or (app.say("start.section", number=app.awaited) if app.awaited is not None else app.message)
    # Beside an open menu, not across it.
    menu = (READINGS if app.panel in ("reading", "search") else MENU) + 20.0
    free = canvas.width - menu if app.interface and app.panel and app.panel != "help" else canvas.width
    free = free if free > 260 else canvas.width
    rows = letters.wrap(text, 14, min(free - 60, 900.0))[:3]
    wide = max(letters.width(r, 14) for r in rows) + 32
    tall = letters.line_height(14) * len(rows) + 12
    x, y = (free - wide) / 2, canvas.height - foot - tall - 14
    app.told = (x - 4, y - 4, wide + 8, tall + 8)
    canvas.panel(x, y, wide, tall)
    for n, row in enumerate(rows):
        canvas.text(free / 2, y + 4 + n * letters.line_height(14), row, 14, INK, "middle")


def loading(width: float, height: float, text: str, share: float, lang: str = "zh") -> Canvas:
    """What is shown while a scene is being built."""
    canvas = Canvas(width, height)
    canvas.rect(0, 0, width, height, shade("#EDE5D3"))
    canvas.text(width / 2, height / 2 - 70, "射宮" if lang == "zh" else "Shegong", 40, INK, "middle")
    bar = min(360.0, width * 0.6)
    x, y = (width - bar) / 2, height / 2 + 6
    canvas.rect(x, y, bar, 4, FAINT)
    canvas.rect(x, y, bar * min(max(share, 0.0), 1.0), 4, GOLD)
    canvas.text(width / 2, y + 12, text, 14, GLOSS, "middle")
    return canvas
