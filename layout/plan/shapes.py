"""Outlines in exact numbers: rectangles, discs, crosses and the folded screen, turned to a facing."""

from __future__ import annotations

from fractions import Fraction

from layout.plan.model import toward

Point = tuple[Fraction, Fraction]
Ring = tuple[Point, ...]

# Rational points of the unit circle (3-4-5 and 5-12-13), so that a disc is exact: an octant, mirrored.
_OCTANT = ((Fraction(1), Fraction(0)), (Fraction(12, 13), Fraction(5, 13)), (Fraction(4, 5), Fraction(3, 5)))


def rectangle(across: Fraction, along: Fraction) -> Ring:
    """A rectangle about the origin of the local frame, +y the way it faces; counter-clockwise."""
    x, y = across / 2, along / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


def disc(diameter: Fraction) -> Ring:
    """A polygon of twenty corners on the circle, all with rational coordinates."""
    quarter = [*_OCTANT, *((y, x) for x, y in reversed(_OCTANT[1:]))]
    r = diameter / 2
    ring: list[Point] = []
    for cos, sin in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        ring += [(r * (x * cos - y * sin), r * (x * sin + y * cos)) for x, y in quarter]
    return tuple(ring)


def cross(across: Fraction, along: Fraction, stroke: Fraction) -> Ring:
    """Two strokes crossing in the middle (午): `along` is the long one."""
    a, b, s = across / 2, along / 2, stroke / 2
    return (
        (-s, -b), (s, -b), (s, -s), (a, -s), (a, s), (s, s), (s, b), (-s, b), (-s, s), (-a, s), (-a, -s), (-s, -s),
    )  # fmt: skip


def folded_screen(across: Fraction, wing: Fraction, thickness: Fraction) -> Ring:
    """A screen of three leaves, open to the back: the front leaf `across` wide, wings folded back by `wing`."""
    x, t = across / 2, thickness
    return ((-x, t), (-x, -wing), (-x + t, -wing), (-x + t, 0 * t), (x - t, 0 * t), (x - t, -wing), (x, -wing), (x, t))


def placed(ring: Ring, x: Fraction, y: Fraction, facing: Fraction) -> Ring:
    """A local outline turned so that +y looks to `facing`, its origin at (x, y). Facings go by eighths of the circle."""
    fx, fy = toward(facing)
    # Local +x is to the right of the way faced: the vector turned clockwise.
    return tuple((x + px * fy + py * fx, y - px * fx + py * fy) for px, py in ring)
