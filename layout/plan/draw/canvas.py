"""A sheet under construction: ground shapes, dimension lines and names, drawn through a view."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from layout.evidence.model import Certainty
from layout.plan.draw.captions import caption
from layout.plan.draw.fonts import text_width
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import GREY, INK, RED, Circle, Item, Path, Pen, Point, Text, View

CERTAINTY_PENS: dict[Certainty, Pen] = {
    "stated": Pen(0.32, "#2B4C73"),
    "glossed": Pen(0.32, "#3C7F90", (2.6, 0.8)),
    "inferred": Pen(0.32, "#A5802A", (2.6, 0.8, 0.5, 0.8)),
    "conjectured": Pen(0.32, "#AE5C45", (0.7, 0.8)),
}
CERTAINTY_TINTS: dict[Certainty, str] = {
    "stated": "#2B4C73",
    "glossed": "#5F9DAD",
    "inferred": "#EBD6A3",
    "conjectured": "#FFFFFF",
}
SMALL = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
EXTENSION = Pen(0.1, GREY)
DIMENSION = Pen(0.13, RED)
TICK = Pen(0.3, RED)


def plain(value: Fraction | float, digits: int = 3) -> str:
    """A number for a drawing: whole, or with a fraction bar where it is short, else with decimals."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator).replace("-", "−")
    if exact.denominator in (2, 3, 4, 7) and abs(exact) < 100:
        whole, rest = divmod(abs(exact), 1)
        sign = "−" if exact < 0 else ""
        if rest in SMALL:
            return f"{sign}{whole or ''}{SMALL[rest]}"
        if rest.denominator != 1:
            return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
    return f"{float(exact):.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


class Canvas:
    """Collects items back to front. Ground coordinates are 尺; `mpc` metres for one 尺."""

    def __init__(self, view: View, mpc: float, labels: Labels, language: str = "both") -> None:
        self.view, self.mpc, self.labels, self.language = view, mpc, labels, language
        self.items: list[Item] = []
        self.top: list[Item] = []

    def mark(self) -> tuple[int, int, tuple[int, ...]]:
        """How much is drawn and taken, to come back to with `reset`."""
        return len(self.items), len(self.top), self.labels.mark()

    def reset(self, mark: tuple[int, int, tuple[int, ...]]) -> None:
        """Forget all that was drawn since the mark."""
        del self.items[mark[0] :]
        del self.top[mark[1] :]
        self.labels.reset(mark[2])

    # -- shapes --------------------------------------------------------------------------------------------

    def line(self, points: Iterable[tuple[float, float]], pen: Pen, layer: str, id: str = "") -> None:
        """A line through ground points."""
        self.items.append(Path(tuple(self.view(*p) for p in points), pen, None, False, layer, id))

    def area(
        self,
        ring: Iterable[tuple[Fraction | float, Fraction | float]],
        pen: Pen | None,
        fill: str | None,
        layer: str,
        id: str = "",
    ) -> None:
        """A closed outline of ground points."""
        self.items.append(Path(tuple(self.view(float(x), float(y)) for x, y in ring), pen, fill, True, layer, id))

    def rect(
        self,
        west: float,
        south: float,
        east: float,
        north: float,
        pen: Pen | None,
        fill: str | None,
        layer: str,
        id: str = "",
    ) -> None:
        """A rectangle by its ends."""
        self.area(((west, south), (east, south), (east, north), (west, north)), pen, fill, layer, id)

    def hatch(self, west: float, south: float, east: float, north: float, gap: float, pen: Pen, layer: str) -> None:
        """Slanting lines at 45° over a rectangle, `gap` millimetres apart."""
        (x0, y1), (x1, y0) = self.view(west, south), self.view(east, north)
        width, height = x1 - x0, y1 - y0
        steps = math.ceil((width + height) / (gap * math.sqrt(2)))
        for n in range(1, steps):
            c = n * gap * math.sqrt(2)
            a = (x0 + min(c, width), y0 + max(0.0, c - width))
            b = (x0 + max(0.0, c - height), y0 + min(c, height))
            self.items.append(Path((a, b), pen, None, False, layer))

    def circle(self, x: float, y: float, r: float, pen: Pen | None, fill: str | None, layer: str, id: str = "") -> None:
        """A circle of radius `r` 尺."""
        px, py = self.view(x, y)
        self.items.append(Circle(px, py, r * self.view.mm, pen, fill, layer, id))

    # -- writing -------------------------------------------------------------------------------------------

    def write(
        self,
        at: Point,
        text: str,
        size: float = 2.4,
        anchor: str = "middle",
        colour: str = INK,
        layer: str = "text",
        angle: float = 0.0,
        halo: bool = False,
        block: bool = True,
        id: str = "",
    ) -> None:
        """A line of text at a paper point (baseline); others are kept off it."""
        self.top.append(Text(at[0], at[1], text, size, anchor, colour, layer, angle, halo, id))
        if not block:
            return
        width = text_width(text, size)
        back = {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        if abs(angle) > 45:
            self.labels.block((at[0] - size * 0.9, at[1] + back, at[0] + size * 0.2, at[1] + back - width))
        else:
            self.labels.block((at[0] - back, at[1] - size * 0.9, at[0] - back + width, at[1] + size * 0.2))

    def name(
        self,
        x: float,
        y: float,
        lines: Sequence[tuple[str, float, str]],
        layer: str = "names",
        clearance: float = 1.3,
        id: str = "",
        upright: str = "",
        half: tuple[float, float] = (0.0, 0.0),
        beside: bool = False,
    ) -> bool:
        """Names (text, size, colour) beside a ground point, where there is room; a leader where they had to move off.

        `upright` "above" or "below" keeps them off a level line that runs through the point; `half` is half the width and
        height, in millimetres, of what stands there. With `beside` nothing is written where there is no room close by. Returns
        whether they stand clear of everything else.
        """
        at = self.view(x, y)
        words = [(t, s) for t, s, _ in lines]
        spot = self.labels.place(at, words, clearance, upright=upright, half=half, beside=beside)
        if spot is None:
            return False
        if spot.leader is not None:
            ends = (spot.leader[:2], spot.leader[2:])
            self.items.append(Path(ends, Pen(0.1, GREY), None, False, "leaders", id))
        # The text of a label left of its point ends there, of one right of it begins there.
        centre = spot.x + spot.width / 2
        anchor, tx = "middle", centre
        if centre < at[0] - spot.width / 2:
            anchor, tx = "end", spot.x + spot.width - 0.2
        elif centre > at[0] + spot.width / 2:
            anchor, tx = "start", spot.x + 0.2
        base = spot.y
        for text, size, colour in lines:
            base += size * 1.12
            self.top.append(Text(tx, base - size * 0.24, text, size, anchor, colour, layer, 0.0, True, id))
        return spot.clear

    def pointer(
        self, x: float, y: float, facing: float | None, certainty: Certainty, size: float = 1.25, id: str = ""
    ) -> None:
        """Where someone stands and which way he faces: an arrowhead, or a ring where the text gives no facing."""
        px, py = self.view(x, y)
        pen = Pen(0.18, CERTAINTY_PENS[certainty].colour, (0.4, 0.35) if certainty == "conjectured" else ())
        fill = CERTAINTY_TINTS[certainty]
        if facing is None:
            self.items.append(Circle(px, py, size * 0.55, pen, fill, "places", id))
        else:
            a = math.radians(facing)
            fx, fy = math.sin(a), -math.cos(a)
            tip = (px + fx * size, py + fy * size)
            left = (px - fx * size * 0.75 - fy * size * 0.72, py - fy * size * 0.75 + fx * size * 0.72)
            right = (px - fx * size * 0.75 + fy * size * 0.72, py - fy * size * 0.75 - fx * size * 0.72)
            notch = (px - fx * size * 0.3, py - fy * size * 0.3)
            self.items.append(Path((tip, left, notch, right), pen, fill, True, "places", id))
        self.labels.avoid((px - size, py - size, px + size, py + size))

    # -- dimensions ----------------------------------------------------------------------------------------

    def measure(self, value: Fraction | float) -> str:
        """A length in 尺 and in metres."""
        return f"{plain(value)} 尺 = {float(value) * self.mpc:.2f} m"

    def dimension(
        self,
        a: tuple[float, float],
        b: tuple[float, float],
        offset: float,
        text: str = "",
        value: Fraction | float | None = None,
        size: float = 2.0,
        over: bool = False,
        written: bool = True,
    ) -> None:
        """A dimension line between two ground points on a horizontal or vertical, `offset` mm off (up or left positive).

        With offset 0 it runs through the points themselves, without extension lines. Text that is longer than its line stands
        beside it, or with `over` stays over a level line and reaches beyond its ends; beside an upright line it stands on
        the side where there is more room. Not `written`, the line stands alone.
        """
        pa, pb = self.view(*a), self.view(*b)
        across = abs(pa[0] - pb[0]) >= abs(pa[1] - pb[1])
        if value is None:
            value = abs(a[0] - b[0]) if across else abs(a[1] - b[1])
        label = caption(text or self.measure(value), self.language)
        t = 0.75
        if across:
            y = min(pa[1], pb[1]) - offset if offset > 0 else max(pa[1], pb[1]) - offset
            ends = ((pa[0], y), (pb[0], y))
            tails = [
                ((p[0], p[1] - math.copysign(0.8, offset)), (p[0], y - math.copysign(1.0, offset))) for p in (pa, pb)
            ]
        else:
            x = min(pa[0], pb[0]) - offset if offset > 0 else max(pa[0], pb[0]) - offset
            ends = ((x, pa[1]), (x, pb[1]))
            tails = [
                ((p[0] - math.copysign(0.8, offset), p[1]), (x - math.copysign(1.0, offset), p[1])) for p in (pa, pb)
            ]
        for tail in tails if offset else ():
            self.items.append(Path(tail, EXTENSION, None, False, "dimensions"))
            self.labels.line(*tail[0], *tail[1], 0.2)
        self.items.append(Path(ends, DIMENSION, None, False, "dimensions"))
        for x, y in ends:
            self.items.append(Path(((x - t, y + t), (x + t, y - t)), TICK, None, False, "dimensions"))
        (x0, y0), (x1, y1) = ends
        length = math.hypot(x1 - x0, y1 - y0)
        if text_width(label, size) + 2 >= length:
            # Too long for its line: the figure alone, its caption is told by the ends.
            label = re.sub(r"^\D+(?=\d)", "", label)
        if not written:
            self.labels.block((min(x0, x1) - 0.8, min(y0, y1) - 0.8, max(x0, x1) + 0.8, max(y0, y1) + 0.8))
            return
        width = text_width(label, size)
        if across:
            inside = width + 2 < length or over
            at = ((x0 + x1) / 2, y0 - 0.7) if inside else (max(x0, x1) + 1.4, y0 + size * 0.35)
            self.write(at, label, size, "middle" if inside else "start", RED, "dimensions", 0, True)
            self.labels.block((x0, y0 - 0.8, x1, y0 + 0.8))
        else:
            inside = width + 2 < length
            if inside:
                self.write((x0 - 0.7, (y0 + y1) / 2), label, size, "middle", RED, "dimensions", 90, True)
            elif width < 13:
                middle = (y0 + y1) / 2 + size * 0.35
                sides = [(x0 + sign * 1.5, x0 + sign * (1.5 + width)) for sign in (1, -1)]
                taken = [self.labels.crowding((a, middle - size, b, middle)) for a, b in sides]
                at, anchor = ((x0 + 1.5, middle), "start") if taken[0] <= taken[1] else ((x0 - 1.5, middle), "end")
                self.write(at, label, size, anchor, RED, "dimensions", 0, True)
            else:
                self.write((x0 + size * 0.35, min(y0, y1) - 1.4), label, size, "start", RED, "dimensions", 90, True)
            self.labels.block((x0 - 0.8, y0, x0 + 0.8, y1))
