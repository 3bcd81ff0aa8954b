"""What lies over the picture, as a list of plates, lines and words. The window paints it with OpenGL, pictures with Pillow.

Positions are logical pixels from the upper left corner; colours are (r, g, b, a), 0–1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from viewer import text as letters
from viewer.light import colour

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Rgba = tuple[float, float, float, float]
Point = tuple[float, float]


@lru_cache(256)
def shade(name: str, alpha: float = 1.0) -> Rgba:
    """A colour of '#RRGGBB' with an alpha."""
    return (*colour(name), alpha)


PAPER = shade("#F0E9DA", 0.82)
PAPER_FULL = shade("#F0E9DA", 0.95)
SOLID = shade("#F0E9DA", 0.99)
INK = shade("#2A211C")
GLOSS = shade("#5C4E42")
RULE = shade("#2A211C", 0.75)
RED = shade("#A83C28")
FAINT = shade("#2A211C", 0.12)
GOLD = shade("#C08A3A")


@dataclass(slots=True)
class Plate:
    """A filled polygon of four or more corners in order (convex)."""

    points: tuple[Point, ...]
    fill: Rgba
    hatch: bool = False


@dataclass(slots=True)
class Words:
    """A line of text whose box begins at (x, y)."""

    x: float
    y: float
    text: str
    size: int
    fill: Rgba


@dataclass(slots=True)
class Strip:
    """Lines through points, of some width in pixels."""

    points: tuple[Point, ...]
    fill: Rgba
    width: float

    def quads(self) -> NDArray[np.float64]:
        """Corners (n, 4, 2) of its n pieces."""
        points = np.array(self.points)
        along = np.diff(points, axis=0)
        length = np.hypot(along[:, 0], along[:, 1])
        some = length > 1e-6
        aside = np.column_stack([-along[some, 1], along[some, 0]]) / length[some, None] * (self.width / 2)
        a, b = points[:-1][some], points[1:][some]
        return np.stack([a + aside, b + aside, b - aside, a - aside], axis=1)


@dataclass
class Canvas:
    """A list of things to paint, in order, on `width` × `height` logical pixels."""

    width: float
    height: float
    items: list[Plate | Strip | Words] = field(default_factory=list)

    def rect(self, x: float, y: float, w: float, h: float, fill: Rgba, hatch: bool = False) -> None:
        """A rectangle."""
        self.items.append(Plate(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), fill, hatch))

    def polygon(self, points: Sequence[Point], fill: Rgba) -> None:
        """A convex polygon."""
        self.items.append(Plate(tuple(points), fill))

    def line(self, a: Point, b: Point, fill: Rgba, width: float = 1.0) -> None:
        """A line of some width."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy)
        if length < 1e-6:
            return
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        self.polygon(
            ((a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)), fill
        )

    def path(self, points: Sequence[Point], fill: Rgba, width: float = 1.0) -> None:
        """Lines through points."""
        if len(points) > 1:
            self.items.append(Strip(tuple(points), fill, width))

    def disc(self, x: float, y: float, radius: float, fill: Rgba) -> None:
        """A filled circle."""
        self.items.append(Plate(tuple([(x + c, y + s) for c, s in _circle(radius)]), fill))

    def dot(self, x: float, y: float, radius: float = 3.0) -> None:
        """An open dot: the end of a leader."""
        self.disc(x, y, radius, INK)
        self.disc(x, y, radius - 1.1, shade("#F7F2E6"))

    def text(self, x: float, y: float, text: str, size: int = 14, fill: Rgba = INK, anchor: str = "left") -> float:
        """A line of text; returns its width. `anchor` left, middle or right tells which point of it lies at x."""
        wide = letters.width(text, size)
        shift = {"left": 0.0, "middle": wide / 2, "right": wide}[anchor]
        if text.strip():
            self.items.append(Words(x - shift, y, text, size, fill))
        return wide

    def panel(self, x: float, y: float, w: float, h: float, fill: Rgba = PAPER_FULL) -> None:
        """A plate of paper with a rule below."""
        self.rect(x, y, w, h, fill)
        self.rect(x, y + h - 1, w, 1, RULE)


@lru_cache(64)
def _circle(radius: float) -> tuple[Point, ...]:
    sides = 8 if radius < 3 else 14
    turn = 2 * math.pi / sides
    return tuple((radius * math.cos(turn * i), radius * math.sin(turn * i)) for i in range(sides))


def paint(canvas: Canvas, image: NDArray[np.uint8], scale: float = 1.0) -> NDArray[np.uint8]:
    """The picture (height, width, 3) with the canvas on it; `scale` is pixels per logical pixel."""
    from PIL import Image

    out = Image.fromarray(image).convert("RGB")
    for item in canvas.items:
        if isinstance(item, Words):
            size = max(6, round(item.size * scale))
            mask = letters.bitmap(item.text, size)
            mask = (mask * item.fill[3]).astype(np.uint8)
            place = (round(item.x * scale), round(item.y * scale))
            out.paste(_bytes(item.fill), place, Image.fromarray(mask))
            continue
        if isinstance(item, Strip):
            plates = [Plate(tuple((x, y) for x, y in quad.tolist()), item.fill) for quad in item.quads()]
        else:
            plates = [item]
        for plate in plates:
            _paint_plate(out, plate, scale)
    return np.asarray(out)


def _paint_plate(out: Picture, item: Plate, scale: float) -> None:
    from PIL import Image, ImageDraw

    points = np.array(item.points) * scale
    low = np.floor(points.min(axis=0)).astype(int) - 1
    high = np.ceil(points.max(axis=0)).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, (out.width, out.height))
    if (high <= low).any():
        return
    # Drawn fourfold and shrunk: Pillow's polygons have hard edges.
    wide, tall = (high - low).tolist()
    big = Image.new("L", (wide * 4, tall * 4), 0)
    ImageDraw.Draw(big).polygon([tuple(p) for p in ((points - low) * 4 - 0.5).tolist()], fill=255)
    mask = np.asarray(big.reduce(4))
    if item.hatch:
        ys, xs = np.mgrid[0:tall, 0:wide]
        mask = np.where((xs + ys) % max(3, round(7 * scale)) < max(1, round(2 * scale)), mask // 3, mask)
    out.paste(_bytes(item.fill), tuple(low.tolist()), Image.fromarray((mask * item.fill[3]).astype(np.uint8)))


def _bytes(fill: Rgba) -> tuple[int, int, int]:
    r, g, b = (round(255 * c) for c in fill[:3])
    return (r, g, b)
