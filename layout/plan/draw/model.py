"""Nouns of a drawing: pens, lines, circles and text on a sheet of paper, in millimetres from its upper left corner.

A drawing is made once and written by any back end (SVG, PDF, PNG, DXF). `View` ties paper to the ground, so that a back end
with real units (DXF) can turn it back.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]

INK = "#2A211C"
GREY = "#6B6157"
FAINT = "#B9B0A2"
RED = "#A83C28"
PAPER = "#FFFFFF"


@dataclass(frozen=True)
class Pen:
    """A line: width and dashes in millimetres of paper, colour as #RRGGBB."""

    width: float = 0.18
    colour: str = INK
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Path:
    """A line through points, or an area when closed. `holes` are cut out of the fill."""

    points: tuple[Point, ...]
    pen: Pen | None = Pen()
    fill: str | None = None
    closed: bool = False
    layer: str = "plan"
    id: str = ""
    holes: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    r: float
    pen: Pen | None = Pen()
    fill: str | None = None
    layer: str = "plan"
    id: str = ""


@dataclass(frozen=True)
class Text:
    """A line of text: `size` is the em in millimetres, (x, y) the end of the baseline that `anchor` names.

    `angle` turns it counter-clockwise. `halo` puts paper round the letters, so that lines do not run through them.
    """

    x: float
    y: float
    text: str
    size: float = 2.6
    anchor: str = "start"
    colour: str = INK
    layer: str = "text"
    angle: float = 0.0
    halo: bool = False
    id: str = ""


Item = Path | Circle | Text


@dataclass(frozen=True)
class View:
    """A window on the ground: paper millimetres of the origin, and millimetres for one 尺 (x right, y up the paper)."""

    x: float
    y: float
    mm: float

    def __call__(self, x: float, y: float) -> Point:
        """The paper point of a ground point in 尺."""
        return self.x + float(x) * self.mm, self.y - float(y) * self.mm

    def back(self, point: Point) -> Point:
        """The ground point, in 尺, of a paper point."""
        return (point[0] - self.x) / self.mm, (self.y - point[1]) / self.mm


@dataclass(frozen=True)
class Drawing:
    """A sheet: its size, its items from back to front, the view in which it is true to scale, and what it is called."""

    name: str
    title: str
    width: float
    height: float
    items: tuple[Item, ...]
    view: View
    metres_per_chi: float
    subject: str = ""
    keywords: tuple[str, ...] = field(default=())

    def characters(self) -> set[str]:
        """All characters that the drawing shows."""
        return {c for item in self.items if isinstance(item, Text) for c in item.text}
