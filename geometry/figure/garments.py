"""Skirts, jacket skirts, belt and apron: what hangs from the hips.

Skirts stand in the frame of the root (floor level); the poser squashes them between standing and kneeling. Jacket skirt and belt
turn with the hips. Apron and belt ends are laid on the skirt by evaluating its section, never free boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.figure.measure import CHI, WAIST, Quality
from geometry.figure.shape import Floats, Shell, loft, ring, strip


@dataclass(frozen=True)
class Ring:
    """A section: height, half-width, depth before and behind the axis, where the axis lies, and how much (m a m) it sinks before it."""

    y: float
    rx: float
    front: float
    back: float
    z: float = 0.0
    dip: float = 0.0


STAND = (
    Ring(0.975, 0.140, 0.100, 0.100),
    Ring(0.78, 0.205, 0.165, 0.160),
    Ring(0.42, 0.240, 0.210, 0.200),
    Ring(0.035, 0.275, 0.245, 0.235),
)
WALK = (
    Ring(0.975, 0.140, 0.100, 0.100),
    Ring(0.78, 0.203, 0.175, 0.165),
    Ring(0.42, 0.232, 0.250, 0.235),
    Ring(0.040, 0.255, 0.345, 0.345),
)
ARCHER = (
    Ring(0.975, 0.145, 0.104, 0.104),
    Ring(0.78, 0.225, 0.170, 0.165),
    Ring(0.42, 0.295, 0.225, 0.215),
    Ring(0.035, 0.365, 0.275, 0.265),
)
SEAT = -0.22
"""How far behind the root the waist is when he sits on his heels."""
KNEEL = (
    Ring(0.385, 0.150, 0.100, 0.100, SEAT, 0.10),
    Ring(0.300, 0.262, 0.238, 0.224, SEAT, 0.22),
    Ring(0.205, 0.335, 0.375, 0.290, SEAT, 0.14),
    Ring(0.105, 0.368, 0.450, 0.330, SEAT, 0.06),
    Ring(0.012, 0.385, 0.490, 0.350, SEAT),
)
TALL = (
    Ring(0.565, 0.150, 0.100, 0.100, -0.02),
    Ring(0.390, 0.234, 0.188, 0.235, -0.04),
    Ring(0.150, 0.332, 0.258, 0.455, -0.09),
    Ring(0.012, 0.352, 0.285, 0.505, -0.11),
)
BOW = (
    Ring(0.375, 0.150, 0.100, 0.115, SEAT, 0.55),
    Ring(0.315, 0.262, 0.230, 0.225, SEAT, 0.50),
    Ring(0.220, 0.335, 0.370, 0.300, SEAT, 0.24),
    Ring(0.110, 0.370, 0.455, 0.345, SEAT, 0.08),
    Ring(0.012, 0.388, 0.495, 0.365, SEAT),
)
HALF = (
    Ring(0.735, 0.140, 0.100, 0.100),
    Ring(0.520, 0.230, 0.185, 0.235),
    Ring(0.230, 0.300, 0.235, 0.440),
    Ring(0.035, 0.330, 0.255, 0.560),
)
UP = (
    Ring(0.975, 0.140, 0.100, 0.100),
    Ring(0.78, 0.205, 0.165, 0.168),
    Ring(0.42, 0.240, 0.205, 0.255),
    Ring(0.035, 0.265, 0.218, 0.375),
)
DOWN = tuple(Ring(r.y, r.rx, r.back, r.front) for r in UP)
SKIRTS = {"stand": STAND, "walk": WALK, "archer": ARCHER, "kneel": KNEEL, "tall": TALL, "bow": BOW, "up": UP, "down": DOWN, "half": HALF}  # fmt: skip
WAISTS = {"stand": WAIST, "walk": WAIST, "archer": WAIST, "kneel": 0.40, "tall": 0.565, "bow": 0.40, "up": WAIST, "down": WAIST, "half": 0.78}  # fmt: skip
"""Height of the waist for which each skirt is cut; the poser stretches it to the waist's height of the moment."""


LIFT = 0.33
"""How far at most the hem is held up on stairs (摳衣 去齊尺: 1 尺 off the floor), in m: before him who goes up, behind him who goes
down."""


TOES = {"walk": 0.062, "archer": 0.055, "stand": 0.030}
"""How much higher a hem hangs in front, in m: of one who walks the shoe comes out under it, not through it; of one who stands or sets
his feet its tip is seen."""


def raised(kind: str, shell: Shell) -> Shell:
    """A skirt, or what hangs on it, with the hem of one on stairs: rising toward the higher tread, as steep as the stairs; of others
    on their feet: with room for the toes."""
    if kind not in ("up", "down", *TOES):
        return shell
    points = shell.points.copy()
    if kind in TOES:
        toward = np.clip((points[:, 2] - 0.12) / 0.15, 0.0, 1.0)
        points[:, 1] += TOES[kind] * toward * np.clip((0.42 - points[:, 1]) / 0.38, 0.0, 1.0)
        return Shell(points, shell.faces, shell.colour, shell.crease)
    toward = points[:, 2] * (1.0 if kind == "up" else -1.0)
    points[:, 1] += np.clip(toward + 0.115, 0.0, LIFT) * np.clip((0.66 - points[:, 1]) / 0.625, 0.0, 1.0)
    return Shell(points, shell.faces, shell.colour, shell.crease)


HIDDEN = {
    "stand": 0.22,
    "walk": 0.22,
    "archer": 0.22,
    "kneel": 0.25,
    "tall": 0.22,
    "bow": 0.24,
    "up": 0.22,
    "down": 0.22,
    "half": 0.22,
}
"""How much of the front of each skirt the jacket covers, in m down from the belt: the apron begins there."""


def sunk(points: Floats, middle: Floats | float, dip: Floats | float) -> Floats:
    """How far (n,) points (n, 3) of a section lie under its height, by how far they are before its `middle`."""
    depth: Floats = dip * np.maximum(points[:, 2] - middle, 0.0)
    return depth


def _rings(rows: Sequence[Ring], n: int, pleats: bool) -> list[Floats]:
    top, low = rows[0].y, rows[-1].y
    rings = []
    for row in rows:
        share = (top - row.y) / (top - low)
        made = ring(n, row.y, row.rx, row.front, row.back, row.z, 0.035 * share if pleats else 0.0, 0.92)
        made[:, 1] -= sunk(made, row.z, row.dip)
        if row.z and row.y < 0.32:
            # A dip between the thighs, deepest at the knees.
            dip = np.exp(-((made[:, 0] / 0.075) ** 2)) * np.clip((made[:, 2] - row.z) / 0.35, 0, 1)
            made[:, 1] -= 0.045 * dip * (row.y > 0.05)
        rings.append(made)
    return rings


def skirt(kind: str, colour: str, q: Quality) -> list[Shell]:
    """The skirt 裳 of a posture."""
    rows = SKIRTS[kind] if q.fine else tuple(r for k, r in enumerate(SKIRTS[kind]) if k != 1)
    # One who kneels may lean so far that the jacket leaves the top of his skirt: it is closed.
    return [loft(_rings(rows[::-1], q.skirt, True), colour, last=kind in ("tall", "kneel", "bow"), crease=18.0)]


def _on(kind: str, along: float, side: float, over: float) -> Floats:
    """The point on the front of a skirt at a way `along` (m) down its middle from the belt and `side` (m) off it, `over` above."""
    rows = SKIRTS[kind]
    line = np.array([[r.y - r.dip * r.front, r.z + r.front] for r in rows])
    steps = np.linalg.norm(np.diff(line, axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    along = float(np.clip(along, 0.0, way[-1]))
    y, rx, front, z, dip = (
        float(np.interp(along, way, column))
        for column in (
            line[:, 0],
            [r.rx for r in rows],
            [r.front for r in rows],
            [r.z for r in rows],
            [r.dip for r in rows],
        )
    )
    share = np.clip(abs(side) / rx, 0.0, 0.98)
    depth = front * (1.0 - share ** (2 / 0.92)) ** (0.92 / 2)
    # The facets of the skirt lie inside the curve and its pleats outside: stay clear of both.
    k = int(np.clip(np.searchsorted(way, along, side="right") - 1, 0, len(steps) - 1))
    slope = line[k + 1] - line[k]
    normal = np.array([slope[1], -slope[0]]) / max(float(np.hypot(*slope)), 1e-9)
    if normal[1] < 0:
        normal = -normal
    pleat = 0.02 * along / way[-1]
    # Aside of the middle the section lies higher again.
    y += dip * (front - depth)
    return np.array([side, y + normal[0] * (over + pleat), z + depth + normal[1] * (over + pleat)])


def apron(kind: str, colour: str, edge: str, q: Quality) -> list[Shell]:
    """The apron 韠: 1 尺 wide at the belt, 2 尺 at the hem, 3 尺 long, edged."""
    length = 3 * CHI
    band, over = 0.028, 0.015 if q.fine else 0.022
    along = np.array([HIDDEN[kind], length])
    if q.fine:
        along = np.array([*np.linspace(HIDDEN[kind], length - band, 3), length])
    width = CHI * (1 + along / length) / 2
    cols: tuple[float, ...] = (-1.0, -0.86, -0.35, 0.35, 0.86, 1.0)
    if q.fine:
        cols = (-1.0, -0.87, -0.45, 0.0, 0.45, 0.87, 1.0)
    if q.name == "near":
        cols = (-1.0, -0.87, -0.58, -0.29, 0.0, 0.29, 0.58, 0.87, 1.0)
    lines = [np.array([_on(kind, a, w * c, over) for a, w in zip(along, width, strict=True)]) for c in cols]
    shells = []
    for k in range(len(cols) - 1):
        border = k in (0, len(cols) - 2)
        if border or not q.fine:
            shells.append(strip(lines[k + 1], lines[k], edge if border else colour, 60))
        else:
            shells.append(strip(lines[k + 1][:-1], lines[k][:-1], colour, 60))
            shells.append(strip(lines[k + 1][-2:], lines[k][-2:], edge, 60))
    return shells


def belt_ends(kind: str, colour: str, q: Quality, length: float = 2.9 * CHI) -> list[Shell]:
    """The two ends of the belt 紳, hanging over the apron."""
    shells = []
    path = _fall(kind, length, q.fine)
    for middle, over in ((-0.03, 0.010), (0.032, 0.016)):
        half = 0.024
        left, right = (path + np.array([middle + sign * half, 0.0, over]) for sign in (1, -1))
        if not q.fine or kind in ("kneel", "bow"):
            shells.append(strip(left, right, colour, 60))
            continue
        # Hanging free they are seen from the side too: folded along the middle.
        fold = path + np.array([middle, 0.0, over + 0.012])
        shells += [strip(left, fold, colour, 10), strip(fold, right, colour, 10)]
    return shells


def _fall(kind: str, length: float, fine: bool) -> Floats:
    """The middle line (n, 3) down which the belt ends fall: over the front of the jacket, then over the apron."""
    jacket = JACKETS["tall" if kind == "half" else kind if kind in JACKETS else "stand"]
    back = SKIRTS[kind][0].z
    points = [np.array([0.0, WAISTS[kind] + r.y - r.dip * r.front, back + r.z + r.front + 0.014]) for r in jacket[1:]]
    way = float(np.linalg.norm(points[-1] - points[0]))
    start = HIDDEN[kind] + 0.03
    for along in np.linspace(start, max(start + length - way, start + 0.2), 3 if fine else 2):
        point = _on(kind, float(along), 0.0, 0.020)
        point[2] = max(float(point[2]), float(points[-1][2]) if kind not in JACKETS or kind == "stand" else -1.0)
        points.append(point)
    return np.array(points)


JACKETS = {
    "stand": (
        Ring(0.060, 0.178, 0.140, 0.136),
        Ring(0.000, 0.182, 0.145, 0.140),
        Ring(-0.110, 0.215, 0.180, 0.176),
        Ring(-0.231, 0.245, 0.208, 0.204),
    ),
    "kneel": (
        Ring(0.060, 0.178, 0.140, 0.136),
        Ring(0.000, 0.184, 0.152, 0.142),
        Ring(-0.080, 0.268, 0.258, 0.232, 0.0, 0.12),
        Ring(-0.160, 0.338, 0.380, 0.298, 0.0, 0.16),
    ),
    "tall": (
        Ring(0.060, 0.178, 0.140, 0.136),
        Ring(0.000, 0.184, 0.148, 0.142),
        Ring(-0.100, 0.250, 0.215, 0.222, 0.0),
        Ring(-0.205, 0.312, 0.262, 0.320, -0.02),
    ),
    "bow": (
        Ring(0.050, 0.182, 0.140, 0.140),
        Ring(0.000, 0.215, 0.170, 0.195, 0.0, 0.30),
        Ring(-0.070, 0.290, 0.250, 0.275, 0.0, 0.36),
        Ring(-0.175, 0.350, 0.345, 0.325, 0.0, 0.10),
    ),
}


SEAT_RING = (0.095, 0.158, 0.140, 0.140, -0.005)
"""The top of the seat over a deep bow: height, half-width, depth before and behind, shift of the axis."""
BELT_BENT = 40.0
"""How far the belt of a deep bow is tilted forward, in degrees; its front is out of sight."""


def bent(points: Floats, degrees: float) -> Floats:
    """Points (n, 3) turned forward about the waist."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    y, z = points[:, 1], points[:, 2]
    return np.column_stack([points[:, 0], np.maximum(y * c - z * s + 0.006, 0.024), y * s + z * c + 0.010])


def jacket_skirt(kind: str, colour: str, edge: str, belt: str, q: Quality) -> list[Shell]:
    """The part of the jacket 衣 below the belt, 1 尺 long, with the belt 帶 about it; frame of the hips, origin at the waist."""
    rows: tuple[Ring, ...] = JACKETS[kind]
    if not q.fine:
        rows = (rows[0], rows[1], rows[3])
    sides = q.torso + 2
    rings = [ring(sides, r.y, r.rx, r.front, r.back, r.z, 0.0, 0.92) for r in rows]
    hem = rows[-1]
    low = ring(sides, hem.y + 0.022, hem.rx - 0.004, hem.front - 0.004, hem.back - 0.004, hem.z, 0.0, 0.92)
    for made, row in zip([*rings, low], [*rows, hem], strict=True):
        made[:, 1] -= sunk(made, row.z, row.dip)
    if q.fine:
        # A deep bow needs its seat more than the middle of its hem.
        middle = rings[1:2] if kind == "bow" and q.name != "near" else rings[-2:0:-1]
        shells = [loft([low, *middle], colour), loft([rings[-1], low], edge, crease=60)]
    else:
        shells = [loft(rings[:0:-1], colour)]
    high, mid = 0.047, -0.002
    grow = 0.012
    belt_rings = [
        ring(q.torso, mid - 0.004, 0.172, 0.138, 0.134, 0, 0, 0.92),
        ring(q.torso, mid, 0.182 + grow, 0.147 + grow, 0.142 + grow, 0, 0, 0.92),
        ring(q.torso, high, 0.179 + grow, 0.143 + grow, 0.139 + grow, 0, 0, 0.92),
        ring(q.torso, high + 0.006, 0.160, 0.125, 0.120, 0, 0, 0.92),
    ]
    belt_rings = belt_rings[1:] if q.fine else belt_rings[1:3]
    if kind == "bow" and q.fine:
        # Who lies over his knees has his back level: the seat of the jacket rises to it, and the belt goes about the bend.
        shells.append(loft([rings[1], ring(sides, *SEAT_RING, 0.0, 0.92)], colour, last=True))
        belt_rings = [bent(points, BELT_BENT) for points in belt_rings[:2]]
    shells.append(loft(belt_rings, belt, crease=60))
    if q.fine and kind != "bow":
        # The knot in front; under a deep bow nobody sees it.
        x, y, z = 0.045, 0.022, 0.162
        left = np.array([[-x, y - 0.026, z], [-x, y + 0.026, z]])
        mid_line = np.array([[0.0, y - 0.03, z + 0.022], [0.0, y + 0.03, z + 0.022]])
        right = np.array([[x, y - 0.026, z], [x, y + 0.026, z]])
        shells += [strip(left, mid_line, belt, 10), strip(mid_line, right, belt, 10)]
    return shells


def empty_sleeve(colour: str, q: Quality) -> list[Shell]:
    """The sleeve of the bared arm, hanging from the back of the belt (frame of the hips)."""
    line: tuple[tuple[float, ...], ...] = (
        (0.05, 0.045, -0.158, 0.030),
        (0.06, -0.06, -0.178, 0.055),
        (0.065, -0.17, -0.204, 0.072),
        (0.06, -0.29, -0.214, 0.058),
    )
    if not q.fine:
        line = (line[0], line[2], line[3])
    rings = [ring(6 if q.fine else 5, y, half, 0.016, 0.026, z) + np.array([x, 0.0, 0.0]) for x, y, z, half in line]
    return [loft(rings[::-1], colour, first=True)]
