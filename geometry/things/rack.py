"""The arrow-rack 楅: dragon heads, two snakes that cross, a saddle of leather."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Point,
    Solid,
    curve,
    ellipsoid,
    frame,
    join,
    loft,
    placed,
    tube,
)
from geometry.things.carving import both, limb
from layout.evidence.model import Ground


def build_arrow_rack(ground: Ground, lod: int = 0) -> list[Solid]:
    """楅: as long as a shaft, dragon heads at its ends looking outward, two snake bodies that cross in the middle (龍首, 其中蛇交),
    a saddle of leather there (韋當); arrows lie over it along Z. Head end −X … +X. Points: end-left, end-right, arrows.
    """
    size = Sizes(ground)
    long, wide, high = size("arrow-rack.length"), size("arrow-rack.width"), size("arrow-rack.height")
    foot, head = size("arrow-rack.foot"), size("arrow-rack.head")
    r = high / 2
    fine = lod == 0
    level = foot + r
    end = long / 2
    inner = end - head * 0.55
    snakes: list[Body] = []
    count = 25 if fine else 13
    x = np.linspace(-inner, inner, count)
    swing = (wide / 2 - r) * np.sin(x / inner * 1.5 * math.pi + math.pi)
    for sign in (1.0, -1.0):
        path = np.column_stack([x, np.full(count, level), sign * swing])
        snakes.append(tube(path, r, 12 if fine else 8, name="arrow-rack", dimension="arrow-rack.height"))
    carved: list[Body] = []
    dark: list[Body] = []
    light: list[Body] = []
    for side in (1.0, -1.0):
        parts, eyes, horns = _dragon(end, level, r, head, foot, fine)
        turn = np.eye(4) if side > 0 else frame(yaw=180)
        carved += [placed(p, turn) for p in parts]
        dark += [placed(p, turn) for p in eyes]
        light += [placed(p, turn) for p in horns]
    if fine:
        for sign in (1.0, -1.0):
            for k in range(1, count - 1, 2):
                dark.append(
                    ellipsoid((float(x[k]), level + r * 0.93, float(sign * swing[k])), (0.008, 0.003, 0.008), 6, 3)
                )
    saddle = _saddle(size("arrow-rack.saddle") / 2, wide / 2 + 0.003, level + r, foot * 0.4, fine)
    points: dict[str, Point] = {
        "end-left": (inner, level, 0.0),
        "end-right": (-inner, level, 0.0),
        "arrows": (0.0, level + r + 0.006, 0.0),
    }
    dims = ("arrow-rack.length", "arrow-rack.width", "arrow-rack.height")
    return [
        Solid("snakes-upper", snakes[0], "lacquer", dims, "things", None, points, 55),
        Solid("snakes-lower", snakes[1], "lacquer-dark", dims, "things", None, {}, 55),
        Solid("dragons", join(carved), "lacquer", ("arrow-rack.length", "arrow-rack.head"), "things", None, {}, 55),
        Solid("scales", join(dark), "lacquer-line", (), "things"),
        Solid("horns", join(light), "lacquer-dark", (), "things", None, {}, 55),
        Solid("saddle", saddle, "hide-red", ("arrow-rack.saddle",), "things", None, {}, 50),
    ]


def _dragon(
    end: float, level: float, r: float, head: float, foot: float, fine: bool
) -> tuple[list[Body], list[Body], list[Body]]:
    """A dragon's neck and head at the +X end (its snout ends exactly at `end`), with claws."""
    sides = 10 if fine else 6
    x0 = end - head * 0.62
    neck = limb(
        [
            (x0 - 0.02, level, 0),
            (x0 + head * 0.10, level + head * 0.16, 0),
            (x0 + head * 0.16, level + head * 0.42, 0),
            (x0 + head * 0.22, level + head * 0.62, 0),
        ],
        [r * 1.1, r * 1.05, r * 0.9, r * 0.85],
        8 if fine else 4,
        sides,
    )
    y = level + head * 0.66
    # Skull and muzzle: oval sections from nape to nose; the lower jaw hangs open.
    profile = [
        (-0.20, 0.02, 0.09, 0.08),
        (-0.10, 0.03, 0.125, 0.115),
        (0.05, 0.02, 0.12, 0.10),
        (0.20, -0.02, 0.085, 0.06),
        (0.33, -0.01, 0.080, 0.055),
        (0.385, 0.0, 0.05, 0.035),
    ]
    rings = []
    angle = np.arange(sides) * 2 * math.pi / sides
    base = x0 + head * 0.235
    for along, lift, half, tall in profile:
        rings.append(
            np.column_stack(
                [
                    np.full(sides, base + head * along),
                    y + head * (lift + tall * np.sin(angle)),
                    head * half * np.cos(angle),
                ]
            )
        )
    rings[-1][:, 0] = end
    skull = loft(np.array(rings), "dragon head", "arrow-rack.length")
    jaw = limb(
        [
            (base - head * 0.05, y - head * 0.09, 0),
            (base + head * 0.14, y - head * 0.14, 0),
            (base + head * 0.30, y - head * 0.12, 0),
        ],
        [head * 0.055, head * 0.06, head * 0.03],
        5 if fine else 3,
        6,
        0.6,
    )
    parts = [neck, skull, jaw]
    eyes, horns = [], []
    for mesh in both(ellipsoid((0.0, 0.0, 0.0), (head * 0.032, head * 0.032, head * 0.025), 7, 5))[:1]:
        for s in (1.0, -1.0):
            eyes.append(placed(mesh, frame((base + head * 0.06, y + head * 0.075, s * head * 0.105))))
    for s in (1.0, -1.0):
        horns.append(
            limb(
                [
                    (base - head * 0.10, y + head * 0.10, s * head * 0.06),
                    (base - head * 0.24, y + head * 0.22, s * head * 0.10),
                    (base - head * 0.34, y + head * 0.38, s * head * 0.10),
                ],
                [head * 0.035, head * 0.028, head * 0.008],
                6 if fine else 3,
                5,
            )
        )
        horns.append(
            limb(
                [
                    (base - head * 0.12, y, s * head * 0.10),
                    (base - head * 0.26, y - head * 0.02, s * head * 0.17),
                    (base - head * 0.36, y + head * 0.05, s * head * 0.16),
                ],
                [head * 0.04, head * 0.035, head * 0.006],
                5 if fine else 3,
                5,
                0.5,
            )
        )
        # Claws: a short leg with a spread foot.
        parts.append(
            limb(
                [
                    (x0 - head * 0.05, level, s * r * 0.6),
                    (x0 + head * 0.02, level - (level) * 0.45, s * r * 1.5),
                    (x0 + head * 0.10, 0.009, s * r * 1.6),
                ],
                [r * 0.62, r * 0.5, 0.009],
                5 if fine else 3,
                6,
            )
        )
        for spread in (-0.012, 0.0, 0.012) if fine else (0.0,):
            parts.append(
                tube(
                    [(x0 + head * 0.06, 0.008, s * r * 1.6), (x0 + head * 0.20, 0.0045, s * r * 1.6 + spread)],
                    [0.008, 0.0042],
                    5,
                )
            )
    return parts, eyes, horns


def _saddle(half: float, reach: float, top: float, low: float, fine: bool) -> Body:
    """Leather hung over the middle: over the bodies and down on both sides."""
    across = [
        (-reach - 0.010, low),
        (-reach - 0.006, top * 0.55),
        (-reach * 0.85, top + 0.001),
        (0.0, top + 0.005),
        (reach * 0.85, top + 0.001),
        (reach + 0.006, top * 0.55),
        (reach + 0.010, low),
    ]
    line = curve(np.array([(0.0, y, z) for z, y in across]), 17 if fine else 7)
    xs = np.linspace(-half, half, 7 if fine else 3)
    grid = np.stack(
        [np.stack([np.full(len(xs), 0) + xs, np.full(len(xs), y), np.full(len(xs), z)], axis=-1) for _, y, z in line],
        axis=0,
    )
    return _skin(grid, 0.004)


def _skin(grid: Floats, thick: float) -> Body:
    """A sheet thickened along its own normals."""
    du, dv = np.gradient(grid, axis=0), np.gradient(grid, axis=1)
    normal = np.cross(du, dv)
    normal = normal / np.linalg.norm(normal, axis=2)[..., None]
    if normal[grid.shape[0] // 2, grid.shape[1] // 2, 1] < 0:
        normal = -normal
    rows = len(grid)
    upper, lower = grid + normal * thick, grid
    rings = [np.vstack([upper[r], lower[r][::-1]]) for r in range(rows)]
    return loft(np.array(rings), "skin")
