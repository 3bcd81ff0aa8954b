"""Carved things: the arrow-rack 楅 with dragon heads and crossing snakes, the tally-holders 鹿中 and 兕中."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Point,
    Solid,
    box,
    curve,
    ellipsoid,
    frame,
    join,
    loft,
    mirrored,
    placed,
    prism,
    tube,
)
from layout.evidence.model import Ground


def limb(points: ArrayLike, radii: ArrayLike, count: int, sides: int, flat: float = 1.0) -> Body:
    """A rounded limb or body along a smooth path, its thickness varying along it; ends drawn in."""
    path = curve(points, count)
    given = np.asarray(radii, dtype=np.float64)
    width = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(given)), given)
    return tube(path, width, sides, flat=flat, name="limb")


def both(mesh: Body) -> list[Body]:
    """A part and its mirror image on the other side."""
    return [mesh, mirrored(mesh)]


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
    count = 29 if fine else 13
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
        Solid("snakes", join(snakes), "lacquer", dims, "things", None, points, 55),
        Solid("dragons", join(carved), "lacquer", ("arrow-rack.length", "arrow-rack.head"), "things", None, {}, 55),
        Solid("scales", join(dark), "lacquer-line", (), "things"),
        Solid("horns", join(light), "lacquer-dark", (), "things", None, {}, 55),
        Solid("saddle", saddle, "hide", ("arrow-rack.saddle",), "things", None, {}, 50),
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


def _holes(
    count: int, long: float, wide: float, hole: float
) -> tuple[list[list[tuple[float, float]]], list[tuple[float, float]]]:
    """Outlines (x, z) and middles of eight holes in two rows of four."""
    rings, middles = [], []
    for row in (-1, 1):
        for k in range(count // 2):
            x, z = row * wide * 0.24, (k - (count / 2 - 1) / 2) * long / (count / 2)
            half = hole / 2
            rings.append([(x + half * math.cos(t), z + half * math.sin(t)) for t in np.arange(8) * math.pi / 4])
            middles.append((x, z))
    return rings, middles


def _block(size: Sizes, high: float, z0: float) -> tuple[list[Solid], dict[str, Point]]:
    """The pierced block let into the back: a plate with eight holes over a dark bottom; its length is the dimension of the holes."""
    long, sunk = size("tally-holder.hole"), size("tally-holder.sunk")
    wide = size("tally-holder.width") * 0.42
    rings, middles = _holes(8, long * 0.92, wide, size("tally-holder.hole-width"))
    from shapely.geometry import Polygon

    shape = Polygon([(-wide / 2, -long / 2), (wide / 2, -long / 2), (wide / 2, long / 2), (-wide / 2, long / 2)], rings)
    plate = placed(
        prism(shape, high - sunk, high, name="tally-holder", dimension="tally-holder.hole"), frame((0.0, 0.0, z0))
    )
    floor = box(
        (-wide / 2 + 0.001, wide / 2 - 0.001),
        (high - sunk - 0.004, high - sunk),
        (z0 - long / 2 + 0.001, z0 + long / 2 - 0.001),
    )
    points: dict[str, Point] = {f"hole-{k + 1}": (x, high - sunk, z0 + z) for k, (x, z) in enumerate(middles)}
    return [
        Solid("holes", plate, "lacquer-dark", ("tally-holder.hole",), "things", None, points),
        Solid("holes-floor", floor, "ink", (), "things"),
    ], points


def _fitted(parts: list[Body], wide: float, long: float) -> list[Body]:
    """The carved body drawn to exactly its width (X) and length (Z), its feet on the ground."""
    points = np.vstack([np.asarray(p.vertices) for p in parts])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = np.array([wide / (high[0] - low[0]), 1.0, long / (high[2] - low[2]), 1.0])
    matrix = np.diag(scale)
    matrix[:3, 3] = -scale[0] * (low[0] + high[0]) / 2, -low[1], -scale[2] * (low[2] + high[2]) / 2
    return [placed(p, matrix) for p in parts]


def build_deer(ground: Ground, lod: int = 0) -> list[Solid]:
    """鹿中: a deer lying with its forelegs folded (前足跪), antlers, spots; eight holes in its back for the sticks.

    It faces +Z; its length over all, the height of its head (to the crown) and of its back are dimensions. Points: hole-1 … hole-8, belly.
    """
    size = Sizes(ground)
    long, back, head = size("tally-holder.length"), size("tally-holder.height"), size("tally-holder.head")
    half = size("tally-holder.width") / 2
    fine = lod == 0
    n, sides = (14, 14) if fine else (7, 8)
    z0, z1 = -long / 2, long / 2
    coat: list[Body] = []
    pale: list[Body] = []
    horn: list[Body] = []
    spots: list[Body] = []
    # Trunk: sections from rump to breast, flat above where the block sits.
    shape = [
        (0.02, 0.30, 0.20),
        (0.08, 0.62, 0.40),
        (0.22, 0.92, 0.52),
        (0.42, 0.86, 0.50),
        (0.58, 0.90, 0.52),
        (0.70, 0.74, 0.50),
        (0.78, 0.40, 0.34),
    ]
    at = np.linspace(0, len(shape) - 1, n)
    table = np.array(shape)
    span, wide, tall = (np.interp(at, np.arange(len(shape)), table[:, k]) for k in range(3))
    angle = np.arange(sides) * 2 * math.pi / sides
    rings = []
    for s, w, t in zip(span, wide, tall, strict=True):
        round_ = np.sin(angle)
        y = back * 0.52 + back * t * 0.94 * np.where(round_ > 0, np.abs(round_) ** 0.8, -(np.abs(round_) ** 0.7))
        rings.append(
            np.column_stack([half * 0.86 * w * np.cos(angle), np.clip(y, 0.0, back), np.full(sides, z0 + long * s)])
        )
    trunk = loft(np.array(rings), "deer", "tally-holder.length")
    coat.append(trunk)
    block, _ = _block(size, back + 0.001, z0 + long * 0.40)
    # Neck and head.
    neck_at = z0 + long * 0.72
    crown = head
    coat.append(
        limb(
            [
                (0, back * 0.62, neck_at),
                (0, back * 1.02, neck_at + long * 0.075),
                (0, crown * 0.80, neck_at + long * 0.10),
                (0, crown * 0.90, neck_at + long * 0.10),
            ],
            [half * 0.40, half * 0.31, half * 0.22, half * 0.20],
            9 if fine else 5,
            10 if fine else 6,
        )
    )
    muzzle = [
        (0.0, 0.90, 0.085, 0.075),
        (0.055, 0.915, 0.115, 0.085),
        (0.12, 0.885, 0.095, 0.075),
        (0.19, 0.84, 0.065, 0.052),
        (0.245, 0.815, 0.05, 0.038),
    ]
    m = 10 if fine else 6
    turn = np.arange(m) * 2 * math.pi / m
    start = neck_at + long * 0.045
    reach = (z1 - start) / 0.245
    rings = []
    for along, lift, w, t in muzzle:
        rings.append(
            np.column_stack(
                [
                    long * w * 0.52 * np.cos(turn),
                    crown * lift + long * t * 0.62 * np.sin(turn),
                    np.full(m, start + reach * along),
                ]
            )
        )
    skull = loft(np.array(rings), "deer head", "tally-holder.length")
    points = np.asarray(skull.vertices).copy()
    points[:, 1] *= crown / points[:, 1].max()
    skull.vertices = points
    coat.append(skull)
    eye_z = start + reach * 0.085
    for s in (1.0, -1.0):
        spots.append(ellipsoid((s * long * 0.052, crown * 0.925, eye_z), (0.004, 0.0065, 0.008), 7, 5))
        ear = limb(
            [
                (s * long * 0.04, crown * 0.95, start + reach * 0.01),
                (s * long * 0.10, crown * 1.03, start - reach * 0.03),
                (s * long * 0.15, crown * 1.02, start - reach * 0.05),
            ],
            [0.006, 0.013, 0.003],
            5 if fine else 3,
            6,
            0.45,
        )
        coat.append(ear)
        beam_ = curve(
            [
                (s * long * 0.028, crown * 0.965, start + reach * 0.03),
                (s * long * 0.07, crown * 1.20, start - reach * 0.06),
                (s * long * 0.15, crown * 1.42, start - reach * 0.10),
                (s * long * 0.15, crown * 1.62, start - reach * 0.02),
            ],
            9 if fine else 5,
        )
        horn.append(tube(beam_, np.linspace(0.0075, 0.003, len(beam_)), 6 if fine else 4, name="antler"))
        for share, dy, dz in ((0.30, 0.16, 0.10), (0.55, 0.15, 0.10), (0.78, 0.13, 0.09)):
            k = int(share * (len(beam_) - 1))
            tine = curve(
                [
                    beam_[k],
                    beam_[k] + [s * 0.006, crown * dy * 0.5, reach * dz * 0.7],
                    beam_[k] + [s * 0.004, crown * dy, reach * dz],
                ],
                4,
            )
            horn.append(tube(tine, np.linspace(0.0055, 0.002, 4), 5 if fine else 4, name="tine"))
        # Hind leg folded beside the flank, foreleg bent under the breast.
        coat.append(
            limb(
                [
                    (s * half * 0.52, back * 0.55, z0 + long * 0.16),
                    (s * half * 0.80, back * 0.40, z0 + long * 0.28),
                    (s * half * 0.84, back * 0.16, z0 + long * 0.36),
                ],
                [half * 0.30, half * 0.28, half * 0.12],
                6 if fine else 4,
                8 if fine else 5,
            )
        )
        coat.append(
            limb(
                [
                    (s * half * 0.84, back * 0.15, z0 + long * 0.37),
                    (s * half * 0.86, 0.016, z0 + long * 0.22),
                    (s * half * 0.84, 0.012, z0 + long * 0.10),
                ],
                [half * 0.11, half * 0.075, half * 0.06],
                5 if fine else 3,
                6,
            )
        )
        coat.append(
            limb(
                [
                    (s * half * 0.44, back * 0.52, z0 + long * 0.66),
                    (s * half * 0.56, back * 0.24, z0 + long * 0.76),
                    (s * half * 0.54, 0.024, z0 + long * 0.80),
                ],
                [half * 0.22, half * 0.14, half * 0.10],
                6 if fine else 4,
                7 if fine else 5,
            )
        )
        coat.append(
            limb(
                [
                    (s * half * 0.54, 0.020, z0 + long * 0.81),
                    (s * half * 0.52, 0.012, z0 + long * 0.70),
                    (s * half * 0.50, 0.010, z0 + long * 0.60),
                ],
                [half * 0.10, half * 0.065, half * 0.045],
                4,
                6,
            )
        )
        if fine:
            rng = np.random.default_rng(2)
            for k in range(9):
                t = 0.14 + 0.055 * k
                w = float(np.interp(t, table[:, 0], table[:, 1]))
                a = 0.55 + 0.35 * (k % 2) - 0.2 + 0.1 * float(rng.random())
                spots.append(
                    ellipsoid(
                        (
                            s * half * 0.86 * w * math.cos(a) * 1.0,
                            back * 0.52 + back * 0.46 * math.sin(a) ** 0.8,
                            z0 + long * t,
                        ),
                        (0.0035, 0.005, 0.0055),
                        6,
                        5,
                    )
                )
    pale.append(
        limb(
            [(0, back * 0.62, z0 + long * 0.03), (0, back * 0.58, z0 + long * 0.005), (0, back * 0.40, z0 + 0.004)],
            [0.012, 0.010, 0.004],
            4,
            6,
        )
    )
    dims = ("tally-holder.length", "tally-holder.head", "tally-holder.height")
    whole = _fitted([*coat, *pale], 2 * half, long)
    coat, pale = whole[: len(coat)], whole[len(coat) :]
    return [
        Solid("deer", join(coat), "lacquer", dims, "things", None, {"belly": (0.0, back * 0.3, 0.0)}, 55),
        Solid("tail", join(pale), "fur-light", (), "things", None, {}, 55),
        Solid("antlers", join(horn), "bone", (), "things", None, {}, 55),
        Solid("spots", join(spots), "fur-light", (), "things", None, {}, 60),
        *block,
    ]


def build_rhinoceros(ground: Ground, lod: int = 0) -> list[Solid]:
    """兕中: a rhinoceros on folded legs, heavy, its skin in folds, one horn on the nose; eight holes in its back.

    Frame, dimensions and points as `build_deer`.
    """
    size = Sizes(ground)
    long, back, head = size("tally-holder.length"), size("tally-holder.height"), size("tally-holder.head")
    half = size("tally-holder.width") / 2
    fine = lod == 0
    n, sides = (17, 14) if fine else (9, 8)
    z0, z1 = -long / 2, long / 2
    coat: list[Body] = []
    horn: list[Body] = []
    folds: list[Body] = []
    shape = np.array(
        [
            (0.02, 0.36, 0.30),
            (0.07, 0.80, 0.48),
            (0.20, 1.0, 0.52),
            (0.42, 0.98, 0.52),
            (0.60, 1.0, 0.52),
            (0.70, 0.84, 0.52),
            (0.77, 0.60, 0.46),
        ]
    )
    at = np.linspace(0, len(shape) - 1, n)
    span, wide, tall = (np.interp(at, np.arange(len(shape)), shape[:, k]) for k in range(3))
    angle = np.arange(sides) * 2 * math.pi / sides
    rings = []
    for s, w, t in zip(span, wide, tall, strict=True):
        y = back * 0.50 + back * t * np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** 0.62
        x = half * w * np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** 0.85
        rings.append(np.column_stack([x, np.clip(y, 0.0, back), np.full(sides, z0 + long * s)]))
    coat.append(loft(np.array(rings), "rhinoceros", "tally-holder.length"))
    block, _ = _block(size, back + 0.001, z0 + long * 0.40)
    # A low, long head: the neck rises to the ears, the horn reaches the height of the head.
    neck = z0 + long * 0.72
    coat.append(
        limb(
            [(0, back * 0.58, neck - 0.01), (0, back * 0.78, neck + long * 0.06), (0, back * 0.86, neck + long * 0.10)],
            [half * 0.62, half * 0.52, half * 0.42],
            6 if fine else 4,
            10 if fine else 6,
        )
    )
    start = neck + long * 0.08
    reach = z1 - start
    m = 10 if fine else 6
    turn = np.arange(m) * 2 * math.pi / m
    muzzle = [
        (0.0, 0.88, 0.40, 0.26),
        (0.30, 0.86, 0.38, 0.24),
        (0.60, 0.74, 0.29, 0.19),
        (0.85, 0.66, 0.28, 0.18),
        (1.0, 0.63, 0.17, 0.11),
    ]
    rings = [
        np.column_stack([half * w * np.cos(turn), back * (lift + t * np.sin(turn)), np.full(m, start + reach * a)])
        for a, lift, w, t in muzzle
    ]
    coat.append(loft(np.array(rings), "rhinoceros head", "tally-holder.length"))
    nose = start + reach * 0.74
    tall_horn = limb(
        [(0, back * 0.84, nose), (0, back * 1.16, nose + reach * 0.04), (0, head - 0.003, nose - reach * 0.12)],
        [0.019, 0.013, 0.003],
        8 if fine else 4,
        8 if fine else 5,
    )
    points = np.asarray(tall_horn.vertices).copy()
    points[:, 1] = np.minimum(points[:, 1], head)
    points[np.argmax(points[:, 1]), 1] = head
    tall_horn.vertices = points
    horn.append(tall_horn)
    horn.append(
        limb(
            [
                (0, back * 1.02, start + reach * 0.36),
                (0, back * 1.18, start + reach * 0.36),
                (0, back * 1.26, start + reach * 0.32),
            ],
            [0.011, 0.008, 0.002],
            4,
            6,
        )
    )
    for s in (1.0, -1.0):
        coat.append(
            limb(
                [
                    (s * half * 0.28, back * 1.06, start + reach * 0.10),
                    (s * half * 0.42, back * 1.24, start + reach * 0.04),
                    (s * half * 0.40, back * 1.34, start + reach * 0.06),
                ],
                [0.007, 0.011, 0.003],
                4,
                6,
                0.55,
            )
        )
        folds.append(ellipsoid((s * half * 0.36, back * 0.90, start + reach * 0.42), (0.003, 0.005, 0.006), 6, 5))
        coat.append(
            limb(
                [
                    (s * half * 0.70, back * 0.46, z0 + long * 0.16),
                    (s * half * 0.92, back * 0.26, z0 + long * 0.26),
                    (s * half * 0.90, 0.026, z0 + long * 0.20),
                ],
                [half * 0.38, half * 0.34, half * 0.22],
                5 if fine else 4,
                8 if fine else 5,
            )
        )
        coat.append(
            limb(
                [
                    (s * half * 0.66, back * 0.44, z0 + long * 0.62),
                    (s * half * 0.86, back * 0.24, z0 + long * 0.70),
                    (s * half * 0.80, 0.026, z0 + long * 0.78),
                ],
                [half * 0.34, half * 0.28, half * 0.22],
                5 if fine else 4,
                8 if fine else 5,
            )
        )
    if fine:
        # Plates of skin: raised seams round the body behind the shoulder and before the rump.
        for s_at in (0.17, 0.55, 0.68):
            w = float(np.interp(s_at, shape[:, 0], shape[:, 1]))
            a = np.linspace(-0.25 * math.pi, 1.25 * math.pi, 19)
            x = half * w * 1.0 * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.85
            y = np.clip(back * 0.5 + back * 0.52 * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.62, 0, back)
            z = z0 + long * s_at + 0.008 * np.sin(a * 2)
            path = np.column_stack([x, y, z])
            keep = np.concatenate([[True], np.linalg.norm(np.diff(path, axis=0), axis=1) > 1e-5])
            coat.append(tube(path[keep], 0.0042, 5, name="fold"))
    folds.append(
        limb(
            [(0, back * 0.66, z0 + long * 0.03), (0, back * 0.50, z0 + 0.006), (0, back * 0.30, z0 + 0.005)],
            [0.006, 0.005, 0.004],
            4,
            5,
        )
    )
    dims = ("tally-holder.length", "tally-holder.head", "tally-holder.height")
    whole = _fitted([*coat, *folds, *horn], 2 * half, long)
    first, second = len(coat), len(coat) + len(folds)
    coat, folds, horn = whole[:first], whole[first:second], whole[second:]
    return [
        Solid("rhinoceros", join(coat), "lacquer-dark", dims, "things", None, {"belly": (0.0, back * 0.3, 0.0)}, 55),
        Solid("horn", join(horn), "bone", ("tally-holder.head",), "things", None, {}, 55),
        Solid("eyes-tail", join(folds), "lacquer-line", (), "things", None, {}, 55),
        *block,
    ]
