"""Feet: shoes 屨 with their black ornament 絇 at the toe, or socks, and the leg above them."""

from __future__ import annotations

from geometry.figure.measure import FOOT_LONG, Quality
from geometry.figure.shape import Shell, loft, patch, ring

_BACK = -0.085
TIE, TIED = "belt-black", 0.2
"""Colour of the tie about the ankle of a sock, and the height of the leg in m below which no more than it is seen."""
# Along the foot from the heel: place, half-width, height above the sole.
_SHOE = ((_BACK, 0.030, 0.056), (_BACK + 0.02, 0.038, 0.072), (0.020, 0.042, 0.074), (0.100, 0.048, 0.054),
         (_BACK + FOOT_LONG - 0.025, 0.038, 0.042), (_BACK + FOOT_LONG, 0.018, 0.048))  # fmt: skip
_SOCK = ((_BACK, 0.028, 0.060), (_BACK + 0.02, 0.036, 0.076), (0.020, 0.038, 0.080), (0.100, 0.043, 0.050),
         (_BACK + FOOT_LONG - 0.035, 0.036, 0.034), (_BACK + FOOT_LONG - 0.008, 0.018, 0.022))  # fmt: skip


def foot(colour: str, leg: str, q: Quality, high: float = 0.115, ornament: str = "") -> list[Shell]:
    """A shoe with its `ornament`, or a sock where that is no colour, on the floor below the ankle, and the leg up to a height: frame of
    the foot, toes along +Z, sole at y = 0. It has no underside: nobody sees that."""
    rows: tuple[tuple[float, float, float], ...] = _SHOE if ornament else _SOCK
    if q.name == "court":
        rows = (rows[0], rows[1], *rows[3:])
    elif not q.fine:
        rows = (rows[0], rows[2], rows[5])
    n = 5
    points = []
    for z, half, top in rows:
        low = 0.002 if z < 0.15 else 0.006
        points.append([[-half, low, z], [-half * 0.75, top * 0.8, z], [0, top, z], [half * 0.75, top * 0.8, z], [half, low, z]])  # fmt: skip
    faces = [[0, 1, 2], [0, 2, 3], [0, 3, 4]]
    for k in range(len(rows) - 1):
        for i in range(k * n, k * n + n - 1):
            faces += [[i, i + n, i + n + 1], [i, i + n + 1, i + 1]]
    end = (len(rows) - 1) * n
    faces += [[end, end + 2, end + 1], [end, end + 3, end + 2], [end, end + 4, end + 3]]
    shells = [patch([p for row in points for p in row], faces, colour, 35)]
    if not q.fine:
        return shells
    sides = 6 if q.name == "near" else 5
    wide = 0.034 + 0.06 * (high - 0.115)
    tied = not ornament and high < TIED
    ankle, calf = ring(sides, 0.055, 0.036, 0.042, 0.042, -0.03), ring(sides, high, wide, 0.038, 0.038, -0.026)
    shells.append(loft([ankle, calf], TIE if tied else leg))
    if ornament:
        toe = _BACK + FOOT_LONG
        shells.append(
            patch(
                [(0.0, 0.052, toe - 0.085), (0.020, 0.046, toe - 0.030), (0.0, 0.064, toe + 0.002), (-0.020, 0.046, toe - 0.030)],
                [[0, 2, 1], [0, 3, 2]], ornament, 60,
            )
        )  # fmt: skip
    return shells
