"""Plain shapes for the sheets of gestures alone: what a hand needs about it that is no object of the catalogue (a lung, a napkin,
the wall against which a bow leans), and cloth and cord in the forms that they take one after another while hands work at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from geometry.finish import to_mesh
from geometry.scene import Mesh
from geometry.solids import Body, Floats, Solid, box, lathe, sheet, tube

Part = tuple[Body, str]
"""A closed body in m, and a material of the palette."""
Triple = tuple[float, float, float]

CLOTH, ROPE, LAYER = "target-cloth", "rope", 0.006
"""Materials, and how thick cloth is drawn, in m."""
ROLL = 0.075
"""Radius of the bound cloth, in m."""


def _box(low: Triple, high: Triple, material: str) -> Part:
    x, y, z = zip(low, high, strict=True)
    return box(x, y, z), material


def _cord(points: Sequence[Sequence[float]], radius: float = 0.007, material: str = ROPE) -> Part:
    """A cord through a few points, rounded between them."""
    return tube(_rounded(np.array(points, dtype=np.float64)), radius, 6), material


def _rounded(points: Floats, parts: int = 5) -> Floats:
    """A smooth way (n, 3) through points (k, 3)."""
    k = len(points)
    before, after = points[np.maximum(np.arange(k) - 1, 0)], points[np.minimum(np.arange(k) + 1, k - 1)]
    slope = (after - before) / 2
    t = (np.arange(parts) / parts)[:, None]
    rows = []
    for n in range(k - 1):
        p, q, u, v = points[n], points[n + 1], slope[n], slope[n + 1]
        rows.append(
            (2 * t**3 - 3 * t**2 + 1) * p + (t**3 - 2 * t**2 + t) * u + (3 * t**2 - 2 * t**3) * q + (t**3 - t**2) * v
        )
    return np.vstack([*rows, points[-1:]])


def _round(middle: Triple, radius: float, turns: float = 1.0, rise: float = 0.0) -> list[list[float]]:
    """Points of a cord wound about an upright."""
    angle = np.linspace(0.0, 2 * np.pi * turns, round(10 * turns) + 1)
    x, y, z = middle
    return [[x + radius * np.sin(a), y + rise * a / (2 * np.pi), z - radius * np.cos(a)] for a in angle]


def _hung(wide: Floats, low: Floats, high: float, deep: Callable[[Floats, Floats], Floats]) -> Part:
    """Cloth that hangs from `high` to `low` (one a column) at the places `wide` along X, with folds of depth `deep(x, share)`."""
    share = np.linspace(0.0, 1.0, 7)[:, None]
    x = np.broadcast_to(wide, (7, len(wide)))
    y = high + (low - high) * share
    return sheet(np.stack([x, y, deep(x, share)], axis=-1), LAYER, (0, 0, -1)), CLOTH


def _open(wide: float, low: float = 0.42, high: float = 1.34, fold: float = 0.035) -> Part:
    """The cloth let out to the right of the post as far as `wide`, in folds that open downward."""
    x = -np.linspace(0.05, wide, 13)
    loose = 0.05 * (1.0 - wide / 0.95)

    def deep(at: Floats, share: Floats) -> Floats:
        return (fold * (0.35 + 0.65 * share) + loose) * np.sin(at * 21.0) - 0.02 * share

    return _hung(x, low + 0.025 * np.sin(x * 17.0), high, deep)


def _curl(at: float, radius: float, low: float = 0.40, high: float = 1.36, turns: float = 1.7) -> Part:
    """The rest of the cloth, still rolled up, seen as a coil about an upright at x = −`at`."""
    angle = np.linspace(0.0, 2 * np.pi * turns, round(12 * turns))
    r = radius * (0.45 + 0.55 * angle / angle[-1])
    flat = np.column_stack([-at + r * np.sin(angle), np.zeros(len(angle)), -r * np.cos(angle)])
    rows = np.stack([flat + np.array([0.0, y, 0.0]) for y in np.linspace(high, low, 4)])
    # Upper and lower edge are not quite even: it was folded by hand.
    rows[0, :, 1] -= 0.02 * np.sin(angle)
    rows[-1, :, 1] += 0.03 * np.cos(angle)
    return sheet(rows, LAYER, (1, 0, 0)), CLOTH


def _bound() -> Part:
    """The bundle: pinched where it is tied."""
    y = np.array([0.40, 0.43, 0.58, 0.66, 0.74, 0.90, 1.00, 1.08, 1.16, 1.31, 1.36])
    r = ROLL * np.array([0.80, 1.0, 1.12, 0.84, 1.12, 1.15, 1.10, 0.84, 1.12, 1.02, 0.78])
    return lathe([(0.0, 0.40), *zip(r.tolist(), y.tolist(), strict=True), (0.0, 1.36)], 12), CLOTH


def _tie(y: float) -> list[Part]:
    """A cord about the bundle, with its knot and ends."""
    z = -ROLL * 0.9
    return [
        _cord(_round((0.0, y, 0.0), ROLL * 0.90, 1.0)),
        (tube(np.array([[-0.016, y, z], [0.016, y, z]]), 0.016, 6), ROPE),
        _cord([[0.012, y, z], [0.045, y - 0.05, z - 0.012], [0.050, y - 0.15, z]]),
        _cord([[-0.012, y, z], [-0.040, y - 0.06, z - 0.012], [-0.036, y - 0.13, z]]),
    ]  # fmt: skip


def _post(high: float = 1.62, x: float = 0.0) -> Part:
    return tube(np.array([[x, 0.0, 0.0], [x, high, 0.0]]), 0.035, 10, up=(0, 0, 1)), "post"


def _corner(slack: float) -> Part:
    """The lower corner of the hung cloth, `slack` m from where it is drawn taut; it sags toward its loose corner."""
    x = -np.linspace(0.34, 1.15, 11)
    share = (x - x[0]) / (x[-1] - x[0])
    low = 0.96 - slack * (1.0 - share) ** 2 + 0.02 * np.sin(x * 14.0) * (0.3 + slack * 6)

    def deep(at: Floats, down: Floats) -> Floats:
        return (0.012 + 0.25 * slack) * down * np.sin(at * 18.0)

    return _hung(x + slack * (1.0 - share) * -0.4, low, 1.56, deep)


_EYE = (-0.34, 0.97, 0.0)
"""Where the cord leaves the corner of the cloth."""


def _roll(radius: float, z: float, half: float = 0.385) -> list[Part]:
    """A rolled mat that lies across, with its bound ends."""
    y = radius
    return [
        (tube(np.array([[-half, y, z], [half, y, z]]), radius, 14, up=(0, 0, 1)), "rush"),
        *((tube(np.array([[s * half, y, z], [s * (half - 0.045), y, z]]), radius * 1.03, 14, up=(0, 0, 1)), "border") for s in (-1, 1)),
        *((tube(np.array([[s * (half + 0.001), y, z], [s * (half + 0.004), y, z]]), radius * 0.45, 10, up=(0, 0, 1)), "rush") for s in (-1, 1)),
    ]  # fmt: skip


def _unrolled(long: float, radius: float) -> list[Part]:
    """A mat laid open from z = 0 as far as `long`, the rest of it still rolled."""
    half = 0.385
    return [
        _box((-half, 0.0, 0.0), (half, 0.012, long), "rush"),
        *(_box((s * half - 0.025, 0.0, 0.0), (s * half + 0.025, 0.014, long), "border") for s in (-1, 1)),
        _box((-half, 0.0, -0.02), (half, 0.014, 0.03), "border"),
        *_roll(radius, long),
    ]


def _napkin() -> list[Part]:
    """A napkin laid over the left hand, its two ends hanging."""
    v = np.linspace(-1.0, 1.0, 13)
    u = np.linspace(-1.0, 1.0, 7)
    drop = np.maximum(np.abs(v) - 0.28, 0.0)
    rows = [
        [(0.085 * a + 0.012 * np.sin(9 * b), 0.034 - 0.20 * d - 0.008 * a * a, 0.055 * np.clip(b / 0.28, -1, 1) + 0.014 * np.sin(7 * a) * d) for a in u]
        for b, d in zip(v, drop, strict=True)
    ]  # fmt: skip
    return [(sheet(np.array(rows), 0.004), "silk-white")]


def _folded(wide: float, long: float) -> list[Part]:
    """A napkin tucked in the belt: its end hangs in two folds."""
    u = np.linspace(-1.0, 1.0, 9)
    rows = [[(wide * a, -long * s, 0.012 * np.sin(5.5 * a) * (0.4 + s)) for a in u] for s in np.linspace(-0.08, 1.0, 5)]
    return [(sheet(np.array(rows), 0.005, (0, 0, -1)), "silk-white")]


def _disc(material: str) -> Part:
    """What is in the bowl of a ladle, in the frame of the ladle."""
    made = lathe([(0.0, -0.004), (0.030, -0.004), (0.030, 0.0), (0.0, 0.002)], 16)
    return Body(made.vertices + np.array([0.0, 0.031, -0.243]), made.faces), material


def _fall(long: float, material: str, radius: float = 0.006) -> list[Part]:
    """What is poured: a stream from its origin down, that thins."""
    y = np.linspace(0.0, -long, 6)
    path = np.column_stack([0.004 * np.sin(y * 40), y, np.zeros(6)])
    return [(tube(path, radius * np.linspace(1.15, 0.7, 6), 6, up=(0, 0, 1)), material)]


PROPS: Mapping[str, Callable[[], list[Part]]] = {
    "lung": lambda: [_box((-0.035, -0.015, -0.09), (0.035, 0.015, 0.07), "meat"), _box((-0.02, -0.012, 0.07), (0.02, 0.012, 0.11), "sauce")],
    "lung-cut": lambda: [_box((-0.035, -0.015, -0.09), (0.035, 0.015, 0.07), "meat")],
    "lung-tip": lambda: [_box((-0.024, -0.014, -0.03), (0.024, 0.014, 0.03), "sauce")],
    "strip": lambda: [_box((-0.016, -0.007, -0.09), (0.016, 0.007, 0.09), "dried-meat")],
    "napkin": _napkin,
    "napkin-folded": partial(_folded, 0.05, 0.26),
    "stick": lambda: [_box((-0.009, -0.009, -0.05), (0.009, 0.009, 0.30), "wood"), _box((-0.018, -0.018, 0.29), (0.018, 0.018, 0.33), "hide-red")],
    "mallet": lambda: [_box((-0.008, -0.008, -0.05), (0.008, 0.008, 0.27), "wood"), _box((-0.025, -0.055, 0.25), (0.025, 0.055, 0.31), "bronze")],
    "wall": lambda: [_box((-1.2, 0.0, 0.0), (0.35, 1.75, 0.12), "lime"), _box((-1.2, 0.0, -0.01), (0.35, 0.10, 0.13), "timber")],
    "plinth": lambda: [_box((-0.9, 0.0, 0.0), (0.2, 0.693, 0.5), "rammed"), _box((-0.9, 0.62, -0.02), (0.2, 0.70, 0.52), "stone"), *(_box((-1.5, 0.0, 0.20 * n - 0.55), (-0.9, 0.231 * (n + 1), 0.5), "stone") for n in range(3))],
    "table": lambda: [_box((-0.33, 0.62, -0.2), (0.33, 0.69, 0.2), "timber"), _box((-0.30, 0.0, -0.17), (-0.24, 0.62, 0.17), "timber-dark"), _box((0.24, 0.0, -0.17), (0.30, 0.62, 0.17), "timber-dark")],
    "step": lambda: [_box((-0.5, 0.0, 0.0), (0.5, 0.231, 0.5), "stone"), _box((-0.5, 0.0, 0.25), (0.5, 0.462, 0.5), "stone")],
    "mat-roll": lambda: _roll(0.062, 0.0),
    "mat-third": lambda: _unrolled(0.28, 0.058),
    "mat-half": lambda: _unrolled(0.80, 0.048),
    "mat-most": lambda: _unrolled(1.45, 0.036),
    "post": lambda: [_post()],
    "cloth-bound": lambda: [_bound(), *_tie(0.66), *_tie(1.08)],
    "cloth-one-tie": lambda: [_bound(), *_tie(0.66)],
    "cloth-loose": lambda: [_open(0.16, fold=0.02), _curl(0.20, 0.075)],
    "cloth-half": lambda: [_open(0.42), _curl(0.47, 0.062, turns=1.4)],
    "cloth-open": lambda: [_open(0.90)],
    "tie-loose": lambda: [_cord([[0.0, 0.03, 0.0], [0.002, 0.0, 0.0], [0.01, -0.14, 0.012], [-0.012, -0.30, 0.0], [0.006, -0.44, -0.006]])],
    "corner-slack": lambda: [_corner(0.12)],
    "corner-drawn": lambda: [_corner(0.03)],
    "corner-taut": lambda: [_corner(0.0)],
    "cord-hanging": lambda: [_cord([[-0.40, 0.86, 0.0], [-0.33, 0.78, -0.01], [-0.30, 0.45, -0.02], [-0.27, 0.12, -0.02], [-0.22, 0.012, -0.03], [-0.10, 0.010, -0.09], [0.04, 0.010, -0.05]])],
    "cord-drawn": lambda: [_cord([[-0.36, 0.94, 0.0], [-0.26, 0.97, -0.04], [-0.10, 1.045, -0.06], [0.06, 1.05, -0.06], [0.10, 0.97, -0.07], [0.115, 0.62, -0.07], [0.10, 0.34, -0.06]])],
    "cord-round": lambda: [_cord([[*_EYE], [-0.18, 1.02, 0.012], *_round((0.0, 1.03, 0.0), -0.043, 1.0, 0.012)[5:], [0.06, 1.05, -0.055], [0.10, 0.98, -0.06], [0.11, 0.66, -0.05]])],
    "cord-tied": lambda: [
        _cord([[*_EYE], [-0.20, 1.0, 0.0], [-0.043, 1.03, 0.0]]),
        _cord(_round((0.0, 1.02, 0.0), 0.043, 2.0, 0.015)),
        (tube(np.array([[-0.02, 1.03, -0.052], [0.02, 1.03, -0.052]]), 0.017, 6), ROPE),
        _cord([[0.015, 1.03, -0.055], [0.05, 0.98, -0.065], [0.055, 0.84, -0.05]]),
        _cord([[-0.012, 1.03, -0.055], [-0.03, 0.97, -0.06], [-0.026, 0.88, -0.05]]),
    ],
    "water-falls": lambda: _fall(0.42, "water", 0.010),
    "wine-falls": lambda: _fall(0.13, "wine"),
    "wine-poured": lambda: _fall(0.30, "wine"),
    "ladle-wine": lambda: [_disc("wine")],
    "ladle-water": lambda: [_disc("water")],
}  # fmt: skip
"""Kind → its parts, in its own frame: +Y up, +Z the way it faces. What hangs by a post has it at its origin, and reaches to −X."""


def prop_mesh(kind: str) -> Mesh:
    """The mesh of a kind of `PROPS`."""
    solids = [
        Solid(f"{kind}-{n}", made, material, (), "things", None, {}, 40)
        for n, (made, material) in enumerate(PROPS[kind]())
    ]
    return to_mesh(solids, kind)
