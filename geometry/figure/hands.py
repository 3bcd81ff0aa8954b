"""Hands in a few shapes, each of a palm, four fingers and a thumb: open, cupped, closed about a rod, pointing, pinching, at rest.

Frame of the wrist, for the left hand: fingers along +Z, back of the hand up (+Y), thumb on his right (−X). What is held passes through
(0, 0, `HAND`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geometry.figure.measure import Quality
from geometry.figure.shape import Floats, Shell, loft, section

Path = tuple[tuple[float, float, float], ...]

# Where each finger leaves the palm (x, z), its length and its thickness at the root, index to little.
FINGERS = (
    (-0.030, 0.080, 0.090, 0.0115),
    (-0.0095, 0.084, 0.099, 0.0120),
    (0.0115, 0.082, 0.091, 0.0115),
    (0.0310, 0.076, 0.071, 0.0100),
)


@dataclass(frozen=True)
class Shape:
    """How a hand is closed: by finger (index to little) how far it is bent at the knuckle and at its middle joint, in degrees; how far the
    fingers are spread, in degrees from one to the next; the way of the thumb; how high the palm is arched over
    the grip and how far its knuckles are drawn back behind it, in m."""

    bent: tuple[tuple[float, float], ...]
    spread: float
    thumb: Path
    arch: float = 0.0
    back: float = 0.0


_APART: Path = ((-0.022, -0.004, 0.026), (-0.056, -0.012, 0.062), (-0.070, -0.014, 0.104))
_ALONG: Path = ((-0.022, -0.006, 0.026), (-0.046, -0.022, 0.064), (-0.044, -0.034, 0.102))
_OVER: Path = ((-0.022, -0.004, 0.020), (-0.046, -0.024, 0.062), (-0.010, -0.047, 0.088))
_OPPOSED: Path = ((-0.022, -0.006, 0.026), (-0.054, -0.030, 0.058), (-0.052, -0.056, 0.096))

SHAPES: Mapping[str, Shape] = {
    "open": Shape(((4.0, 8.0), (6.0, 10.0), (9.0, 13.0), (14.0, 16.0)), 5.0, _APART),
    "rest": Shape(((24.0, 30.0), (28.0, 34.0), (33.0, 38.0), (38.0, 40.0)), 1.5, _ALONG),
    "cup": Shape(((30.0, 34.0), (32.0, 36.0), (32.0, 36.0), (32.0, 36.0)), 2.5, _OPPOSED),
    "fist": Shape(((10.0, 118.0), (11.0, 120.0), (9.0, 122.0), (0.0, 128.0)), 0.0, _OVER, 0.024, 0.018),
    "point": Shape(((2.0, 4.0), (2.0, 5.0), (62.0, 110.0), (66.0, 108.0)), 0.0, _OVER, 0.006),
    "pinch": Shape(((44.0, 50.0), (48.0, 58.0), (56.0, 66.0), (62.0, 72.0)), 1.0,
                   ((-0.022, -0.006, 0.026), (-0.050, -0.034, 0.062), (-0.032, -0.060, 0.106)), 0.006),
}  # fmt: skip
"""The shapes by name; the first is that of a hand of which nothing is said."""
TIP = 0.62
"""Where along a finger its middle joint is."""


def hand(flesh: str, ring_colour: str, shape: str, q: Quality) -> list[Shell]:
    """The left hand in a shape, with the ring on its thumb where `ring_colour` is a colour."""
    made = SHAPES[shape]
    if not q.fine:
        return [_mitten(made, flesh)]
    n = 8 if q.name == "near" else 6
    rows = [
        (-0.015, 0.026, 0.020, 0.020, 0.0),
        (0.040, 0.039, 0.018, 0.022, made.arch * 0.4),
        (0.084 - made.back, 0.043, 0.014, 0.017, made.arch),
    ]
    if q.name == "court":
        rows = [(-0.015, 0.030, 0.020, 0.021, 0.0), rows[2]]
    shells = [loft([section(n, z, half, top, low, up) for z, half, top, low, up in rows], flesh, last=True, crease=50)]
    blunt = q.name == "near"
    for k in range(4):
        line, thick = finger(made, k)
        shells.append(_digit(line, thick, flesh, blunt))
    thumb = np.array(made.thumb)
    shells.append(_digit(thumb, 0.0150, flesh, blunt))
    if ring_colour:
        shells.append(_ring(thumb, ring_colour))
    return shells


def finger(shape: Shape, k: int) -> tuple[Floats, float]:
    """The way of a finger, knuckle to tip (3, 3), and its thickness."""
    x, z, long, thick = FINGERS[k]
    knuckle, middle = shape.bent[k]
    aside = np.radians(shape.spread * (k - 1.3))
    points = [np.array([x, shape.arch - 0.001, z - 0.008 - shape.back])]
    angle = 0.0
    for turn, part in ((knuckle, TIP), (middle, 1.0 - TIP)):
        angle += np.radians(turn)
        way = np.array([np.sin(aside) * np.cos(angle), -np.sin(angle), np.cos(aside) * np.cos(angle)])
        points.append(points[-1] + way * (long + 0.008) * part)
    return np.array(points), thick


def _digit(line: Floats, thick: float, flesh: str, blunt: bool) -> Shell:
    """A finger or thumb along three points: a ridge above, flat below, thinner toward its end."""
    ways = np.diff(line, axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    along = np.array([ways[0], ways[0] + ways[1], ways[1]])
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    rings = []
    for point, way, share in zip(line, along, (1.0, 0.98, 0.82), strict=True):
        across = np.array([1.0, 0.0, 0.0]) - way * way[0]
        across /= max(float(np.linalg.norm(across)), 1e-9)
        up = np.cross(way, across)
        r = thick * share
        rings.append(point + np.array([up * r, (-across * 1.02 - up * 0.60) * r, (across * 1.02 - up * 0.60) * r]))
    if blunt:
        return loft(rings, flesh, last=True, crease=70)
    # It ends in an edge, not in a point.
    root, middle, (tip, left, right) = rings
    points = np.vstack([root, middle, (left + tip) / 2, (right + tip) / 2])
    return Shell(points, _FACES, flesh, 70)


_FACES = np.array(
    [[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5], [3, 4, 6], [3, 6, 7], [3, 7, 5], [4, 5, 7], [4, 7, 6]]
)  # fmt: skip
"""A finger: three sides from root to middle joint, from there to the edge at its end."""


def _ring(thumb: Floats, colour: str) -> Shell:
    """The ring 決 about the thumb."""
    way = thumb[1] - thumb[0]
    way /= np.linalg.norm(way)
    across = np.array([1.0, 0.0, 0.0]) - way * way[0]
    across /= np.linalg.norm(across)
    up = np.cross(way, across)
    angle = -np.arange(6)[:, None] * np.pi / 3
    bands = []
    for part, r in ((0.62, 0.019), (0.98, 0.021)):
        bands.append(thumb[0] + (thumb[1] - thumb[0]) * part + r * (np.sin(angle) * across + np.cos(angle) * up))
    return loft(bands, colour, last=True, crease=60)


def _mitten(shape: Shape, flesh: str) -> Shell:
    """A hand seen from afar: palm and fingers in one, bent as the middle finger is."""
    line, _ = finger(shape, 1)
    rings = [section(5, -0.015, 0.026, 0.022, 0.022), section(5, 0.085 - shape.back, 0.044, 0.017, 0.021, shape.arch)]
    end, before = line[2], line[1]
    # Bent back on itself it is shown as the knob that it makes.
    point = end if end[2] > before[2] else before + np.array([0.0, -0.02, 0.0])
    rings.append(section(5, float(point[2]), 0.030, 0.012, 0.014, float(point[1])))
    return loft(rings, flesh, last=True, crease=45)
