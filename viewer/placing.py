"""Where the plates of names go, so that no face, no target and no other plate is covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer import text as letters
from viewer.anchors import Box, Point, cuts, free
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, PAPER, RULE, Canvas
from viewer.labels import Name

LARGE, SMALL = 17, 12
ABOVE = ((0, -16), (0.32, -20), (-0.32, -20), (0, -44), (0.45, -58), (-0.45, -58), (0, -84))
ASIDE = ((0.6, -10), (-0.6, -10), (0.6, -34), (-0.6, -34))
BELOW = ((0, 72), (0.35, 72), (-0.35, 72))
OFFSETS = np.array((*ABOVE, *ASIDE, *BELOW))
"""Where a plate may lie: share of its width to the side, pixels down from where it would stand on the point itself."""


@dataclass(frozen=True)
class Placed:
    """A plate at (x, y) of w × h logical pixels for a name whose point is at `anchor`; `way` is its place in OFFSETS."""

    name: Name
    x: float
    y: float
    w: float
    h: float
    anchor: tuple[float, float]
    way: int = 0


def place_names(
    names: Sequence[Name],
    camera: Camera,
    width: float,
    height: float,
    most: int = 26,
    blocked: Sequence[tuple[float, float, float, float]] = (),
    heads: NDArray[np.floating] | None = None,
    covered: Sequence[tuple[float, float, float, float]] = (),
    before: Mapping[int, int] | None = None,
) -> list[Placed]:
    """Plates for as many names as there is room for; no stroke from a plate to its thing goes through another plate.

    `blocked` are rectangles (x, y, w, h) that must stay free; so are the heads of people, whose tops are `heads` (n, 3).
    On `covered` ones something else will lie: no stroke may go there, and what is under them is not named. `before` tells
    for nodes which of OFFSETS their names had a moment ago: where there is still room for them there, they stay.
    """
    if not names:
        return []
    spots = camera.project(np.array([n.point for n in names]), width / height)
    blocked = [*blocked, *covered]
    hiding: list[Box] = [(x, y, x + w, y + h) for x, y, w, h in covered]
    busy = np.zeros((len(blocked) + (0 if heads is None else len(heads)), 4))
    count = len(blocked)
    busy[:count] = np.reshape(np.array(blocked, float), (-1, 4))
    if heads is not None and len(heads):
        # Heads stay free: a plate over a face is worse than none.
        tops = camera.project(heads, width / height)
        near = (tops[:, 2] > 0) & (tops[:, 2] < (90 if camera.flat is None else 1e9))
        u, v, depth = tops[near].T
        pixels = height / 2 / camera.half_height / (depth if camera.flat is None else np.ones_like(depth))
        found = np.column_stack([u * width - 0.16 * pixels, (1 - v) * height, 0.32 * pixels, 0.42 * pixels])
        busy[count : count + len(found)] = found
        count += len(found)
    u, v, depth = spots.T
    within = np.flatnonzero((depth > 0.2) & (u > 0.01) & (u < 0.99) & (v > 0.01) & (v < 0.99))
    x, y = u * width, (1 - v) * height
    sizes = np.array([_size(n) for n in names])
    lefts = (x - sizes[:, 0] / 2)[:, None] + OFFSETS[:, 0] * sizes[:, :1]
    tops = (y - sizes[:, 1])[:, None] + OFFSETS[:, 1]
    rights, lows = lefts + sizes[:, :1], tops + sizes[:, 1:]
    inside = (lefts > 4) & (tops > 4) & (rights < width - 4) & (lows < height - 4)
    # What is taken beforehand is looked at for all at once; what the names take of each other, one by one.
    edges = busy[:count].T.copy()
    edges[2:] += edges[:2]
    clash = (lefts[:, :, None] < edges[2]) & (edges[0] < rights[:, :, None])
    clash &= (tops[:, :, None] < edges[3]) & (edges[1] < lows[:, :, None])
    # Under a person's head is the person.
    inside[np.array([n.person for n in names])[:, None] & (OFFSETS[:, 1] > 0)] = False
    roomy = (inside & ~clash.any(axis=2)).tolist()
    places = np.stack([lefts, tops, rights, lows], axis=2).tolist()
    out: list[Placed] = []
    taken: list[Box] = []
    strokes: list[tuple[Point, Point]] = []
    for n in within.tolist():
        if len(out) >= most:
            break
        spot = (float(x[n]), float(y[n]))
        ways: Sequence[int] = range(len(OFFSETS))
        if before and names[n].node in before:
            ways = [before[names[n].node], *ways]
        for way in ways:
            if not roomy[n][way]:
                continue
            plate = places[n][way]
            left, top, right, low = plate
            stroke = (_foot(left, top, right, low, spot), spot)
            if any(cuts(*stroke, t) for t in hiding) or not free(plate, stroke, taken, strokes):
                continue
            taken.append((left - 3, top - 3, right + 3, low + 3))
            strokes.append(stroke)
            wide, tall = sizes[n].tolist()
            out.append(Placed(names[n], left, top, wide, tall, spot, way))
            break
    return out


def _foot(left: float, top: float, right: float, low: float, spot: Point) -> Point:
    """Where the stroke to a point leaves a plate: at its lower edge, at the upper one where the point is above."""
    return (min(max(spot[0], left + 5), right - 5), top if spot[1] < top else low)


def _size(name: Name) -> tuple[float, float]:
    """Width and height of the plate of a name."""
    wide = max(letters.width(name.main, LARGE), letters.width(name.gloss, SMALL) if name.gloss else 0.0) + 14
    return wide, 43.0 if name.gloss else 26.0


def draw_names(canvas: Canvas, placed: Sequence[Placed]) -> list[int]:
    """Leaders first, then the plates. Returns of each thing painted to which of the names it belongs."""
    owners: list[int] = []
    begin = len(canvas.items)
    for k, p in enumerate(placed):
        canvas.line(_foot(p.x, p.y, p.x + p.w, p.y + p.h, p.anchor), p.anchor, INK, 1.0)
        canvas.dot(*p.anchor, 2.6)
        owners += [k] * (len(canvas.items) - begin - len(owners))
    for k, p in enumerate(placed):
        canvas.rect(p.x, p.y, p.w, p.h, PAPER)
        canvas.rect(p.x, p.y + p.h - 1, p.w, 1, RULE)
        canvas.text(p.x + p.w / 2, p.y + 0.5, p.name.main, LARGE, INK, "middle")
        if p.name.gloss:
            canvas.text(p.x + p.w / 2, p.y + 23.5, p.name.gloss, SMALL, GLOSS, "middle")
        owners += [k] * (len(canvas.items) - begin - len(owners))
    return owners
