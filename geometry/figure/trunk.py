"""Torso with its lapels (dressed, and with the left side bare), arms and sleeves. One function a part."""

from __future__ import annotations

import numpy as np

from geometry.figure.measure import FORE, UPPER, Quality
from geometry.figure.shape import Floats, Shell, ball_rings, cut, loft, outward, patch, ring, section, strip

# Height above the waist, half-width, depth before and behind, shift of the axis.
TRUNK_ROWS = (
    (-0.110, 0.090, 0.070, 0.080, 0.000),
    (-0.050, 0.158, 0.122, 0.126, 0.000),
    (0.040, 0.168, 0.126, 0.124, 0.000),
    (0.150, 0.184, 0.132, 0.122, 0.002),
    (0.250, 0.196, 0.126, 0.122, 0.000),
    (0.312, 0.192, 0.106, 0.116, -0.004),
    (0.346, 0.156, 0.086, 0.102, -0.006),
    (0.376, 0.094, 0.066, 0.080, -0.002),
    (0.398, 0.068, 0.060, 0.066, 0.004),
)


def _surface(y: float, angle: float, over: float) -> Floats:
    """The point of the torso at a height above the waist and an angle in degrees from the front to the left."""
    rows = np.array(TRUNK_ROWS)
    rx, front, back, shift = (float(np.interp(y, rows[:, 0], rows[:, k])) for k in (1, 2, 3, 4))
    s, c = np.sin(np.radians(angle)), np.cos(np.radians(angle))
    depth = front if c > 0 else back
    point = np.array([rx * s, y, shift + depth * c])
    normal = np.array([s / rx, 0.25 / 0.2, c / depth]) if y > 0.3 else np.array([s / rx, 0.0, c / depth])
    raised: Floats = point + normal / np.linalg.norm(normal) * over
    return raised


def _trunk_rings(q: Quality, sides: int = 0) -> list[Floats]:
    left_out = () if q.name == "near" else (7,) if q.fine else (0, 3, 5, 7)
    rows = tuple(r for k, r in enumerate(TRUNK_ROWS) if k not in left_out)
    return [ring(sides or q.torso, y, rx, f, b, z, 0.0, 0.93) for y, rx, f, b, z in rows]


# The left lapel runs from the left of the neck over the breast to the right of the belt (右衽).
_LAPEL = ((0.400, 62), (0.374, 40), (0.330, 20), (0.250, 2), (0.160, -20), (0.060, -46))
_UNDER = ((0.400, -62), (0.374, -40), (0.330, -20), (0.268, -4))


def _lapel(path: tuple[tuple[float, float], ...], width: float, over: float, colour: str) -> list[Shell]:
    line = np.array([_surface(y, a, over) for y, a in path])
    step = np.gradient(line, axis=0)
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    out = np.array([[np.sin(np.radians(a)), 0.0, np.cos(np.radians(a))] for _, a in path])
    side = np.cross(step, out)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    return [outward(strip(line + side * width / 2, line - side * width / 2, colour, 60))]


def torso(colour: str, edge: str, under: str, q: Quality) -> list[Shell]:
    """The dressed torso: jacket, lapels left over right, the white of the under-robe in the V and at the neck."""
    shells = [loft(_trunk_rings(q), colour, crease=40)]
    if q.fine:
        shells += _lapel(_UNDER, 0.040, 0.010, edge)
        shells += _lapel(_LAPEL, 0.042, 0.014, edge)
    v = [
        _surface(y, a, 0.010) for y, a in ((0.404, 40), (0.404, 0), (0.404, -40), (0.345, -14), (0.285, 0), (0.345, 14))
    ]
    shells.append(outward(patch(v, [[0, 5, 1], [1, 5, 3], [1, 3, 2], [5, 4, 3]], under, 60)))
    back = [ring(q.torso, 0.384, 0.077, 0.055, 0.078, 0.0), ring(q.torso, 0.411, 0.066, 0.062, 0.070, 0.004)]
    shells.append(loft(back, edge if q.fine else under, crease=60))
    return shells


def torso_bare(colour: str, edge: str, flesh: str, q: Quality) -> list[Shell]:
    """The torso with the left shoulder and part of the breast bare: jacket below a line from the left of the belt to the
    right of the neck, its edge rolled."""
    sides = 10 if q.name == "court" else q.torso
    rings = _trunk_rings(q, sides)
    whole = loft(rings, colour, crease=55)
    dressed, bare, edge_line = cut(whole, _SLANT, flesh)
    shells = [dressed, bare]
    if q.fine:
        shells += _rolled(edge_line, edge)
    if q.fine:
        shells.append(loft([rings[-1], ring(sides, 0.416, 0.058, 0.056, 0.06, 0.004)], flesh))
    return shells


_SLANT = np.array([0.86, 0.50, 0.0, -0.235 * 0.50])
"""The plane from the left of the belt to the right of the neck: above it (to his left) he is bare."""


def _rolled(line: Floats, edge: str) -> list[Shell]:
    """The edge of the jacket, rolled, along the cut: a flat band a little off the body."""
    away = line * np.array([1.0, 0.0, 1.0])
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    across = np.array([0.014, 0.008, 0.0])
    out = (line + away * 0.011)[:: 1 if len(line) < 24 else 2]
    closed = np.vstack([out, out[:1]])
    return [outward(strip(closed + across, closed - across, edge, 60))]


def upper_tube(colour: str, q: Quality) -> list[Shell]:
    """The upper sleeve of an arm that hangs: a tube with round ends."""
    n = q.arm
    start = ball_rings(n, 0.076, 3 if q.fine else 2, 4, 90, 0.66)
    end = [r + np.array([0, 0, UPPER]) for r in ball_rings(n, 0.078, 3 if q.fine else 2, 90, 155)]
    return [loft([*start, *end], colour, crease=40)]


SHALLOW = 0.58
"""How deep a sleeve gathered on the lap, or of an arm half lowered, is: a share of the depth of the bag that hangs free."""
SLANT, CUT_BACK, APART = 0.62, -0.05, 0.07
"""How the mouth of a sleeve is cut, m a m: so much farther along the arm on its outer side, and its lower lip so much back and so
much outward."""
JOINED = 0.80
"""The slant of the mouths of joined hands: they meet before the middle of the body on their inner side and stand open in front, so
that the lining shows between them."""
SPREAD = 0.36
"""How much outward, m a m, the lower lips of joined sleeves hang, so that they do not cross."""
CLEAR = 0.016
"""How far outward the depth of a sleeve hangs, in m: clear of the body."""
SOFT = 75.0
"""Crease of hanging cloth in degrees: it falls in round folds, not in facets."""
LONG, SHORT = 0.135, 0.082
"""How far beyond the wrist a sleeve reaches, and that of joined hands, in m."""


def upper_bag(colour: str, deep: float, q: Quality) -> list[Shell]:
    """The upper sleeve of a raised arm: the arm on top, cloth below it, deeper toward the elbow."""
    n = q.arm
    rings = [
        section(n, -0.058, 0.008, 0.008, 0.008),
        section(n, -0.036, 0.058, 0.054, 0.062),
        section(n, 0.010, 0.078, 0.074, 0.105),
        section(n, UPPER * 0.6, 0.080, 0.074, 0.205 * deep),
        section(n, UPPER, 0.076, 0.072, 0.285 * deep),
        section(n, UPPER + 0.045, 0.060, 0.056, 0.250 * deep),
        section(n, UPPER + 0.075, 0.026, 0.026, 0.160 * deep),
    ]
    # Its ends lie within the trunk and the lower sleeve: they need no lids.
    if q.name == "court":
        del rings[5]
    elif not q.fine:
        rings = [rings[0], rings[2], rings[4], rings[6]]
    return [loft(rings, colour, crease=SOFT)]


def fore_bag(colour: str, edge: str, lining: str, deep: float, q: Quality, joined: bool = False) -> list[Shell]:
    """The great sleeve 袂 on the left forearm when it is level: 2.2 尺 deep, its mouth 袪 1.2 尺, slanting beyond the wrist; `joined`: as
    it is when each hand lies in the sleeve of the other."""
    n = q.arm
    end = FORE + (SHORT if joined else LONG)
    slant = JOINED if joined else SLANT
    rings = [
        section(n, -0.070, 0.030, 0.030, 0.080),
        section(n, -0.040, 0.060, 0.058, 0.190 * deep),
        section(n, 0.020, 0.077, 0.070, 0.310 * deep),
        section(n, 0.120, 0.074, 0.068, 0.425 * deep),
        section(n, min(0.230, end - 0.110), 0.074, 0.064, 0.445 * deep),
        _slanted(section(n, end - 0.022, 0.070, 0.062, 0.322 * deep), slant),
    ]
    if q.name == "court":
        rings[0:2] = [section(n, -0.062, 0.044, 0.042, 0.110)]
    elif not q.fine:
        rings = [rings[0], rings[2], rings[4], rings[5]]
    mouth = _slanted(section(n, end, 0.069, 0.061, 0.300 * deep), slant)
    for made in (*rings, mouth):
        made[:, 0] += CLEAR * np.clip(-made[:, 1] / 0.2, 0.0, 1.0)
    inner = mouth.mean(axis=0) + (mouth - mouth.mean(axis=0)) * 0.84
    return _mouthed(rings, mouth, inner, (colour, edge, lining), q)


def _slanted(ring_: Floats, slant: float) -> Floats:
    """A ring of the left sleeve with its outer side carried farther along the arm, its lower lip back and outward."""
    below = np.minimum(ring_[:, 1], 0.0)
    moved: Floats = ring_.copy()
    moved[:, 0] -= below * (SPREAD if slant == JOINED else APART)
    moved[:, 2] += ring_[:, 0] * slant + below * CUT_BACK
    return moved


def _mouthed(
    rings: list[Floats], mouth: Floats, inner: Floats, colours: tuple[str, str, str], q: Quality
) -> list[Shell]:
    """A sleeve from its rings, its edge, and the lining seen in its mouth; the end at the elbow lies in the upper sleeve."""
    colour, edge, lining = colours
    shells = [loft(rings, colour, crease=SOFT), loft([rings[-1], mouth], edge, crease=60)]
    if not q.fine:
        return [*shells, _fan(mouth - np.array([0, 0, 0.02]), lining)]
    return [*shells, loft([mouth, inner], edge, crease=60), _fan(inner - np.array([0, 0, 0.03]), lining)]


def _fan(edge: Floats, colour: str) -> Shell:
    n = len(edge)
    at = np.arange(n)
    points = np.vstack([edge, edge.mean(axis=0, keepdims=True)])
    return Shell(points, np.column_stack([at, np.roll(at, -1), np.full(n, n)]), colour, 60)


def fore_tube(colour: str, edge: str, lining: str, deep: float, q: Quality) -> list[Shell]:
    """The great sleeve on a forearm that hangs: it falls along the arm and opens toward the hand."""
    n = q.arm
    end = FORE + 0.10
    rings = [
        section(n, -0.072, 0.034, 0.034, 0.034),
        section(n, -0.042, 0.066, 0.066, 0.070),
        section(n, 0.020, 0.080, 0.080, 0.100),
        section(n, 0.190, 0.086, 0.092, 0.180 * deep),
        section(n, end - 0.02, 0.074, 0.090, 0.205 * deep),
    ]
    if not q.fine:
        rings = [rings[0], rings[2], rings[4]]
    mouth = section(n, end, 0.073, 0.089, 0.200 * deep)
    return _mouthed(rings, mouth, section(n, end - 0.01, 0.055, 0.070, 0.180 * deep), (colour, edge, lining), q)


def fore_short(
    colour: str, edge: str, lining: str, flesh: str, deep: float, q: Quality, drawing: bool = False
) -> list[Shell]:
    """The sleeve of a working arm, its cuff pushed back so that the wrist shows; of a `drawing` one it hangs from the raised elbow."""
    n = q.arm
    end = FORE * 0.84
    hung = (0.150, 0.270, 0.305, 0.190) if drawing else (0.150, 0.215, 0.240, 0.175)
    rings = [
        section(n, -0.070, 0.030, 0.030, 0.075),
        section(n, -0.040, 0.060, 0.058, hung[0] * deep),
        section(n, 0.020, 0.074, 0.070, hung[1] * deep),
        section(n, end * 0.7, 0.070, 0.066, hung[2] * deep),
        section(n, end, 0.060, 0.058, hung[3] * deep),
    ]
    if not q.fine:
        rings = [rings[0], rings[2], rings[4]]
    inner = section(n, end - 0.006, 0.042, 0.042, 0.148 * deep)
    wrist = [section(6, z, r, r, r) for z, r in ((end - 0.03, 0.036), (FORE + 0.005, 0.029))]
    return [
        loft(rings, colour, crease=SOFT),
        loft([rings[-1], inner], edge, crease=60),
        _fan(inner - np.array([0, 0, 0.02]), lining),
        loft(wrist, flesh),
    ]


def upper_bare(flesh: str, q: Quality) -> list[Shell]:
    """The bare upper arm (or the under-robe's sleeve of a grandee, by colour)."""
    n = q.arm
    rings = [
        section(n, -0.070, 0.036, 0.036, 0.036),
        section(n, -0.035, 0.064, 0.064, 0.064),
        section(n, 0.030, 0.068, 0.068, 0.066),
        section(n, 0.130, 0.054, 0.056, 0.052),
        section(n, UPPER, 0.046, 0.046, 0.046),
        section(n, UPPER + 0.035, 0.030, 0.030, 0.030),
    ]
    if not q.fine:
        rings = [rings[0], rings[2], rings[4], rings[5]]
    return [loft(rings, flesh, crease=50)]


def fore_bare(flesh: str, guard: str, q: Quality, low: float = 0.0) -> list[Shell]:
    """The bare forearm, with the guard 遂 of hide about it when `guard` is a colour; `low` m farther down, over the hand, it is wide."""
    n = q.arm
    rings = [
        section(n, -0.042, 0.026, 0.026, 0.026),
        section(n, 0.0, 0.047, 0.047, 0.047),
        section(n, 0.070, 0.050, 0.048, 0.048),
        section(n, FORE - 0.03, 0.031, 0.028, 0.028),
        section(n, FORE + 0.012, 0.029, 0.024, 0.024),
    ]
    shells = [loft(rings if q.fine else rings[1:], flesh, crease=50)]
    if guard:
        wide = 0.012 if low else 0.0
        cuff = [
            section(n, 0.048 + low, 0.050, 0.049, 0.049),
            section(n, 0.052 + low, 0.058, 0.056, 0.056),
            section(n, 0.205 + low, 0.041 + wide, 0.039 + wide, 0.039 + wide),
            section(n, 0.209 + low, 0.032 + wide, 0.031 + wide, 0.031 + wide),
        ]
        shells.append(loft(cuff if q.name == "near" else cuff[:3] if q.fine else cuff[1:3], guard, crease=30))
    return shells
