"""The cloth of a target between its posts, as the sheets of gestures show it: bound, let out from hand to hand, hung with a loose corner
and drawn taut; the cords from which it hangs and with which it is tied.

A post stands at the origin; the cloth reaches from it to −X, to another post. Lengths in m, much smaller than a target: a man's hands
and what they do are to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geometry.solids import Body, Floats, lathe, sheet, tube

Part = tuple[Body, str]
"""A closed body in m, and a material of the palette."""
Triple = tuple[float, float, float]

CLOTH, ROPE, LAYER = "target-cloth", "rope", 0.006
"""Materials, and how thick cloth is drawn."""
ROLL = 0.075
"""Radius of the bound cloth."""
NEAR, FAR = 0.115, -1.30
"""Where the two posts stand of the cloth that is untied: the bundle hangs between them, beside the nearer."""
OVER = 1.43
"""How high its upper cord runs."""
HIGH, BEYOND = 1.60, -1.72
"""How high the upper cord runs from which the cloth hangs whose corner is tied to the post at the origin, and where its other post is."""
EDGES = (-0.32, -1.46)
"""Where that cloth begins and ends."""
LOOPS = 9
"""By so many loops it hangs."""


def cord(points: Sequence[Sequence[float]] | Floats, radius: float = 0.007, material: str = ROPE) -> Part:
    """A cord through a few points, rounded between them."""
    return tube(rounded(np.array(points, dtype=np.float64)), radius, 6), material


def rounded(points: Floats, parts: int = 5) -> Floats:
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


def wound(middle: Triple, radius: float, turns: float = 1.0, rise: float = 0.0) -> list[list[float]]:
    """Points of a cord wound about an upright."""
    angle = np.linspace(0.0, 2 * np.pi * turns, round(10 * turns) + 1)
    x, y, z = middle
    return [[x + radius * np.sin(a), y + rise * a / (2 * np.pi), z - radius * np.cos(a)] for a in angle]


def post(high: float = 1.70, x: float = 0.0) -> Part:
    """A post that stands at `x`."""
    return tube(np.array([[x, 0.0, 0.0], [x, high, 0.0]]), 0.035, 10, up=(0, 0, 1)), "post"


def frame(near: float, far: float, high: float) -> list[Part]:
    """Two posts and the upper cord 上綱 between them, tied round each."""
    middle = (near + far) / 2
    return [
        post(1.70, near),
        post(1.70, far),
        cord([[near, high, -0.036], [middle, high - 0.012, 0.0], [far, high, -0.036]], 0.011),
        *(cord(wound((x, high - 0.012, 0.0), 0.042, 2.0, 0.018), 0.009) for x in (near, far)),
    ]


def _loops(at: Floats, high: float, top: float) -> list[Part]:
    """Loops of cord by which cloth hangs from its upper cord."""
    return [cord([[x, top - 0.02, -0.014], [x, high + 0.012, 0.0], [x, top - 0.02, 0.014]], 0.005) for x in at.tolist()]


def let_out(wide: float, rest: float = 0.0, low: float = 0.42) -> list[Part]:
    """The cloth let out along its cord as far as `wide`; `rest` is the radius of what is still rolled up, 0 when it is all out."""
    top = OVER - 0.045
    x = -np.linspace(0.0, wide, max(9, round(wide * 34)))
    share = np.linspace(0.0, 1.0, 9)[:, None]
    # It gathers between its loops, and falls in folds that widen downward; near the hand it is drawn smooth.
    gather = 0.022 * (1.0 - 0.75 * (-x / 0.95)) + 0.008
    fold = gather * (0.35 + 0.65 * share) * np.sin(x * 27.0 + 0.5 * share)
    sag = 0.016 * np.abs(np.sin(x * 27.0 / 2))
    y = (top - sag) * (1.0 - share) + (low + 0.03 * np.sin(x * 13.0)) * share
    grid = np.stack([np.broadcast_to(x, fold.shape), y, fold - 0.02 * share], axis=-1)
    count = max(2, round(wide / 0.115) + 1)
    parts: list[Part] = [
        (sheet(grid, LAYER, (0, 0, -1)), CLOTH),
        *_loops(-np.linspace(0.02, wide - 0.02, count), OVER, top),
    ]
    if rest:
        parts.append(_curl(wide + rest * 0.6, rest, low - 0.02, top + 0.01))
    return parts


def _curl(at: float, radius: float, low: float, high: float, turns: float = 1.7) -> Part:
    """The rest of the cloth, still rolled up, seen as a coil about an upright at x = −`at`."""
    angle = np.linspace(0.0, 2 * np.pi * turns, round(12 * turns))
    r = radius * (0.45 + 0.55 * angle / angle[-1])
    flat = np.column_stack([-at + r * np.sin(angle), np.zeros(len(angle)), -r * np.cos(angle)])
    rows = np.stack([flat + np.array([0.0, y, 0.0]) for y in np.linspace(high, low, 4)])
    # Upper and lower edge are not quite even: it was folded by hand.
    rows[0, :, 1] -= 0.02 * np.sin(angle)
    rows[-1, :, 1] += 0.03 * np.cos(angle)
    return sheet(rows, LAYER, (1, 0, 0)), CLOTH


def bound(*ties: float) -> list[Part]:
    """The bundle under its cord: pinched where it is tied, at the heights `ties`."""
    y = np.array([0.40, 0.43, 0.58, 0.66, 0.74, 0.90, 1.00, 1.08, 1.16, 1.31, 1.38])
    r = ROLL * np.array([0.80, 1.0, 1.12, 0.84, 1.12, 1.15, 1.10, 0.84, 1.12, 1.02, 0.62])
    made = lathe([(0.0, 0.40), *zip(r.tolist(), y.tolist(), strict=True), (0.0, 1.38)], 12)
    return [(made, CLOTH), *_loops(np.array([-0.03, 0.03]), OVER, 1.38), *(part for at in ties for part in tie(at))]


def tie(y: float) -> list[Part]:
    """A cord about the bundle, with its knot and ends."""
    z = -ROLL * 0.9
    return [
        cord(wound((0.0, y, 0.0), ROLL * 0.90, 1.0)),
        (tube(np.array([[-0.016, y, z], [0.016, y, z]]), 0.016, 6), ROPE),
        cord([[0.012, y, z], [0.045, y - 0.05, z - 0.012], [0.050, y - 0.15, z]]),
        cord([[-0.012, y, z], [-0.040, y - 0.06, z - 0.012], [-0.036, y - 0.13, z]]),
    ]  # fmt: skip


def corner(slack: float) -> list[Part]:
    """The cloth hung from its upper cord, with its lower cord along the hem to the other post; `slack` (0 … 1) how far its nearer
    lower corner still is from where it is drawn taut: the loose corner falls in and folds."""
    near, far = EDGES
    across, down = np.linspace(0.0, 1.0, 41), np.linspace(0.0, 1.0, 11)[:, None]
    free = slack * (1.0 - across) ** 1.6
    top = HIGH - 0.040 - 0.020 * np.abs(np.sin(np.pi * across * (LOOPS - 1)))
    low = 0.975 - 0.130 * free - 0.016 * np.sin(np.pi * across)
    x = near + (far - near) * across - 0.17 * free * down**1.5
    y = top + (low - top) * down
    fold = (0.012 * (1.0 - 0.55 * down) + 0.055 * free * down) * np.sin(
        2 * np.pi * ((LOOPS - 1) * across + 0.12 * down)
    )
    grid = np.stack([x, y, fold + 0.05 * free * down], axis=-1)
    hem = grid[-1] + np.array([0.0, -0.004, -0.003])
    loops = near + (far - near) * np.linspace(0.01, 0.99, LOOPS)
    return [
        (sheet(grid, LAYER, (0, 0, -1)), CLOTH),
        *_loops(loops, HIGH, HIGH - 0.040),
        (tube(hem[::2], 0.009, 6), ROPE),
        cord([hem[-1], [BEYOND + 0.12, 1.0, 0.0], [BEYOND, 1.01, -0.040]], 0.009),
        cord(wound((BEYOND, 1.0, 0.0), 0.042, 2.0, 0.015), 0.009),
    ]  # fmt: skip


EYE = (-0.32, 0.97, 0.0)
"""Where the lower cord 下綱 leaves the corner of the cloth when it is drawn taut."""
