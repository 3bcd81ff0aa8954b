"""Sizes of the interface and what all of its parts are made of: buttons."""

from __future__ import annotations

from viewer import text as letters
from viewer.app import App, Zone
from viewer.canvas import FAINT, INK, Canvas, shade

BAR, FOOT = 34.0, 40.0
CARD, MENU, READINGS = 330.0, 340.0, 460.0
ROW = 26.0
ACTIVE = shade("#C08A3A", 0.30)


def button(
    app: App, canvas: Canvas, zones: list[Zone], x: float, y: float, w: float, h: float,
    text: str, action: str, arg: object = None, active: bool = False, size: int = 14,
) -> None:  # fmt: skip
    """Something to press, with its zone."""
    px, py = app.pointer
    over = x <= px < x + w and y <= py < y + h
    if active or over:
        canvas.rect(x, y, w, h, ACTIVE if active else FAINT)
    canvas.text(x + w / 2, y + (h - letters.line_height(size)) / 2, text, size, INK, "middle")
    zones.append(Zone(x, y, w, h, action, arg))
