"""Head and cap. The head turns on the neck; cap 玄冠 after 漢志 覆杯, 前高廣 後卑銳: an upturned cup, high and broad in front."""

from __future__ import annotations

import numpy as np

from geometry.figure.measure import Quality
from geometry.figure.shape import Floats, Shell, loft, lofts, outward, patch, ring, strip

# Height above the neck pivot, half-width, depth before and behind, shift forward.
HEAD_ROWS = (
    (-0.040, 0.058, 0.050, 0.060, -0.004),
    (0.025, 0.056, 0.054, 0.064, 0.000),
    (0.042, 0.036, 0.074, 0.062, 0.014),
    (0.068, 0.058, 0.084, 0.074, 0.008),
    (0.110, 0.071, 0.089, 0.088, 0.002),
    (0.150, 0.077, 0.090, 0.098, 0.000),
    (0.190, 0.077, 0.087, 0.100, -0.002),
    (0.228, 0.066, 0.066, 0.086, -0.006),
    (0.255, 0.030, 0.028, 0.040, -0.010),
)


def _face(y: float, angle: float, over: float = 0.0) -> Floats:
    rows = np.array(HEAD_ROWS)
    rx, front, back, shift = (float(np.interp(y, rows[:, 0], rows[:, k])) for k in (1, 2, 3, 4))
    s, c = np.sin(np.radians(angle)), np.cos(np.radians(angle))
    square = 0.86
    s, c = np.sign(s) * abs(s) ** square, np.sign(c) * abs(c) ** square
    depth = (front if c > 0 else back) + over
    return np.array([(rx + over) * s, y, shift + depth * c])


def head(flesh: str, hair: str, beard: int, blind: bool, q: Quality) -> list[Shell]:
    """The head with hair, face and one of four beards (0 none, 1 moustache, 2 and chin, 3 long)."""
    n = q.head
    # What the cap covers is left out.
    rows = HEAD_ROWS[:7] if q.fine else tuple(r for k, r in enumerate(HEAD_ROWS) if k in (0, 2, 4, 6))
    rings = [ring(n, y, rx, f, b, z, 0.0, 0.86) for y, rx, f, b, z in rows]

    def colour(k: int, i: int) -> str:
        middle = (rings[k][i] + rings[k][(i + 1) % n] + rings[k + 1][i]) / 3
        back = middle[2] < (0.012 if middle[1] > 0.10 else -0.012)
        return hair if (back and middle[1] > 0.060) or middle[1] > 0.196 else flesh

    shells = lofts(rings, colour, 38)
    shells += [Shell(s.points, s.faces, s.colour, s.crease) for s in _nose(flesh)]
    if not q.fine:
        return shells + (_beard(hair, min(beard, 2), q) if beard else [])
    for side in (-1, 1):
        shells += _eye(side, hair, "eye", blind)
        shells.append(_ear(side, flesh, q.name == "near"))
    shells += _mouth()
    return shells + _beard(hair, beard, q)


def _nose(flesh: str) -> list[Shell]:
    top, tip = _face(0.150, 0, 0.002), _face(0.102, 0, 0.026)
    low = _face(0.094, 0, 0.004)
    left, right = _face(0.100, 15, 0.002), _face(0.100, -15, 0.002)
    return [patch([top, tip, low, left, right], [[0, 1, 3], [0, 4, 1], [3, 1, 2], [4, 2, 1]], flesh, 10)]


def _eye(side: int, hair: str, dark: str, blind: bool) -> list[Shell]:
    shells = []
    corner = (
        [(0.1380, 14), (0.1480, 27), (0.1420, 42), (0.1310, 29)]
        if not blind
        else [(0.138, 17), (0.1395, 28), (0.137, 40), (0.1345, 28)]
    )
    points = [_face(y, a * side, 0.004) for y, a in corner]
    shells.append(patch(points, [[0, 2, 1], [0, 3, 2]] if side > 0 else [[0, 1, 2], [0, 2, 3]], dark))
    brow = [(0.1555, 10), (0.1690, 26), (0.1565, 48), (0.1590, 26)]
    points = [_face(y, a * side, 0.006) for y, a in brow]
    shells.append(patch(points, [[0, 2, 1], [0, 3, 2]] if side > 0 else [[0, 1, 2], [0, 2, 3]], hair))
    return [outward(shell) for shell in shells]


def _mouth() -> list[Shell]:
    points = [_face(0.077, -19, 0.003), _face(0.0805, 0, 0.0045), _face(0.077, 19, 0.003), _face(0.0715, 0, 0.0045)]
    return [outward(patch(points, [[0, 3, 1], [3, 2, 1]], "lip"))]


def open_mouth(q: Quality) -> list[Shell]:
    """The open mouth of one who calls or sings, before the closed one and the root of the beard: dark within its lips."""
    line = [(0.0745, -14), (0.0865, -7), (0.0865, 7), (0.0745, 14), (0.0590, 7), (0.0590, -7)]
    faces = [[0, 2, 1], [0, 3, 2], [0, 5, 3], [5, 4, 3]]
    shells = [outward(patch([_face(y, a, 0.0092) for y, a in line], faces, "mouth"))]
    if q.name == "near":
        lip = [_face(0.0590, 8, 0.0094), _face(0.0590, -8, 0.0094), _face(0.0535, 0, 0.0100)]
        shells.append(outward(patch(lip, [[0, 1, 2]], "lip")))
    return shells


def _ear(side: int, flesh: str, near: bool) -> Shell:
    x = 0.077 * side
    points = [
        (x, 0.155, 0.004),
        (x, 0.105, 0.002),
        (x + 0.016 * side, 0.155, -0.022),
        (x + 0.008 * side, 0.108, -0.012),
        (x, 0.13, -0.02),
    ]
    faces = [[0, 1, 3], [0, 3, 2], *([[2, 3, 4]] if near else [])]
    if side < 0:
        faces = [f[::-1] for f in faces]
    return patch(points, faces, flesh, 30)


def _beard(hair: str, beard: int, q: Quality) -> list[Shell]:
    shells: list[Shell] = []
    if beard >= 1 and q.fine:
        for side in (-1, 1):
            points = [
                _face(0.0905, 2 * side, 0.008),
                _face(0.0880, 17 * side, 0.007),
                _face(0.0720, 29 * side, 0.007),
                _face(0.0835, 6 * side, 0.008),
            ]
            shells.append(outward(patch(points, [[0, 1, 3], [1, 2, 3]], hair)))
    if beard >= 2:
        long = 0.055 if beard == 2 else 0.165
        top = [_face(0.066, a, 0.006) for a in (-24, 0, 24)]
        mid = [_face(0.050, a, 0.012) + np.array([0, -0.3 * long, 0.004]) for a in (-30, 0, 30)]
        tip = np.array([0.0, 0.052 - long, 0.105])
        under = np.array([0.0, 0.040 - 0.3 * long, 0.045])
        points = [*top, *mid, tip, under]
        faces = [[0, 1, 3], [1, 4, 3], [1, 2, 4], [2, 5, 4], [3, 4, 6], [4, 5, 6], [6, 7, 3], [5, 7, 6]]
        shells.append(outward(patch(points, faces, hair, 30), (0.0, 0.0, 0.065)))
    return shells


def cap(colour: str, edge: str, cord: str, q: Quality) -> list[Shell]:
    """The black cap 玄冠 with its band, and the cord tied under the chin."""
    n = q.head
    base = [
        ring(n, 0.186, 0.083, 0.094, 0.106, -0.004, 0, 0.9),
        ring(n, 0.212, 0.085, 0.096, 0.108, -0.004, 0, 0.9),
    ]
    # Broad and high in front, lower and narrower behind.
    body = []
    for y, w, f, b, lift in (
        (0.212, 0.080, 0.091, 0.103, 0.0),
        (0.246, 0.080, 0.088, 0.096, 0.020),
        (0.267, 0.066, 0.072, 0.084, 0.034),
        (0.276, 0.032, 0.040, 0.050, 0.039),
    ):
        made = ring(n, y, w, f, b, -0.004, 0, 0.9)
        front = (made[:, 2] + 0.10) / 0.2
        made[:, 1] += lift * (2 * np.clip(front, 0, 1) - 1)
        made[:, 0] *= 0.76 + 0.24 * np.clip(front, 0, 1)
        body.append(made)
    if not q.fine:
        return [loft([base[0], body[2], body[3]], colour, False, True, 40)]
    shells = [
        loft(base, edge, crease=40),
        loft([base[1], body[0]], edge, crease=60),
        loft(body, colour, False, True, 40),
    ]
    shells.append(_ridge(edge))
    for side in (-1, 1):
        line = np.array(
            [
                [0.087 * side, 0.19, 0.012],
                [0.079 * side, 0.11, 0.026],
                [0.052 * side, 0.046, 0.062],
                [0.002 * side, 0.030, 0.088],
                [0.007 * side, -0.034, 0.098],
            ]
        )
        half = np.array([0.0, 0.0, 0.0045])
        shells.append(outward(strip(line + half, line - half, cord, 60)))
    return shells


def _ridge(colour: str) -> Shell:
    """The ridge 梁 over the middle of the cap, from the band in front to that behind."""
    line = ((0.214, 0.095), (0.292, 0.066), (0.282, 0.0), (0.232, -0.092))
    top = np.array([[0.0, y + 0.011, z] for y, z in line])
    shells = []
    for side in (1, -1):
        foot = np.array([[0.010 * side, y - 0.006, z] for y, z in line])
        shells.append(strip(foot, top, colour, 30) if side > 0 else strip(top, foot, colour, 30))
    a, b = shells
    return outward(
        Shell(np.vstack([a.points, b.points]), np.vstack([a.faces, b.faces + len(a.points)]), colour, 30),
        (0.0, 0.2, -0.01),
    )
