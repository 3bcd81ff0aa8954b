"""Chimes 縣: sixteen stones 磬 on a rack 簨虡."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Solid,
    bevelled,
    box,
    copies,
    ellipsoid,
    frame,
    join,
    loft,
    moved,
    placed,
    prism,
    tube,
)
from geometry.things.carving import limb
from geometry.things.shapes import ring
from layout.evidence.model import Ground

_TURN = 34.0
"""Stones hang slantwise to the rack, in degrees: so they clear each other though each is broader than its place."""
MALLET_LONG, MALLET_HALF, MALLET_THICK = 0.45, 0.030, 0.022
"""From the grip of a mallet to the middle of its head, and half its head's length (it swings between two stones) and thickness, in m."""


def stone_outline(upper: float, lower: float, breadth: float, lower_breadth: float, angle: float) -> Floats:
    """A chime stone 磬 after 磬氏: 股 (short, broad) and 鼓 (long, narrow) meeting at 倨句; (x, y), the bend at the origin above.

    `angle` is in right angles (一矩有半 = 1.5). The 股 hangs down to −x, the 鼓 to +x, both under the outer corner.
    """
    bend = angle * math.pi / 2
    down = (math.pi - bend) / 2
    left = np.array([-math.cos(down), -math.sin(down)])
    right = np.array([math.cos(down), -math.sin(down)])
    under_left, under_right = np.array([left[1], -left[0]]) * -1, np.array([right[1], -right[0]])
    if under_left[1] > 0:
        under_left = -under_left
    if under_right[1] > 0:
        under_right = -under_right
    a0, a1 = left * upper, left * upper + under_left * breadth
    b0, b1 = right * lower, right * lower + under_right * lower_breadth
    # The inner corner is where the two lower edges meet.
    matrix = np.column_stack([left, -right])
    s, _ = np.linalg.solve(matrix, under_right * lower_breadth - under_left * breadth)
    inner = under_left * breadth + left * s
    return np.array([a0, a1, inner, b1, b0, (0.0, 0.0)])


def build_chime_stone(ground: Ground, lod: int = 0, scale: float = 1.0) -> list[Solid]:
    """One stone of 磬氏's measure (the stone of 黃鍾), hung from its bend: origin at the hole, its flat sides toward ±Z."""
    size = Sizes(ground)
    return [
        Solid(
            "stone",
            _stone(size, scale),
            "chime",
            ("chime-stone.upper", "chime-stone.lower", "chime-stone.breadth", "chime-stone.angle"),
            "things",
            crease=25,
        )
    ]


def _stone(size: Sizes, scale: float) -> Body:
    ring_ = stone_outline(
        size("chime-stone.upper"),
        size("chime-stone.lower"),
        size("chime-stone.breadth"),
        size("chime-stone.lower-breadth"),
        size.number("chime-stone.angle"),
    )
    half = size("chime-stone.thickness") / 2
    flat = prism(ring_, -half, half, axis="z", name="chime-stone", dimension="chime-stone.angle")
    # The hole sits under the bend; the stone hangs below the origin.
    return placed(flat, np.diag([scale, scale, scale, 1.0]) @ frame((0.0, 0.16 * size("chime-stone.breadth"), 0.0)))


def build_chimes(ground: Ground, lod: int = 0) -> list[Solid]:
    """A rack 簨虡 with sixteen stones in two rows, each row graded; the player stands on the side of +Z."""
    size = Sizes(ground)
    half, high = size("chime-rack.width") / 2, size("chime-rack.height")
    count = size.count("chimes.count")
    fine = lod == 0
    post_x = half - 0.20
    frame_parts: list[Body] = []
    trim: list[Body] = []
    cords: list[Body] = []
    stones: list[Body] = []
    rails = (high - 0.16, high * 0.53)
    for s in (-1.0, 1.0):
        frame_parts.append(
            tube(
                [(s * post_x, 0.12, 0.0), (s * post_x, high * 0.5, 0.0), (s * post_x, high - 0.10, 0.0)],
                [0.034, 0.030, 0.026],
                10 if fine else 6,
                name="chime-rack",
            )
        )
        # Feet: crouching beasts under the posts.
        frame_parts.append(
            ellipsoid((s * post_x, 0.085, 0.02), (0.085, 0.075, 0.17), 12 if fine else 7, 7 if fine else 5)
        )
        frame_parts.append(
            limb(
                [(s * post_x, 0.10, 0.14), (s * post_x, 0.155, 0.20), (s * post_x, 0.15, 0.27)],
                [0.05, 0.048, 0.022],
                6 if fine else 3,
                8 if fine else 5,
            )
        )
        for dx in (-0.05, 0.05):
            for dz in (-0.10, 0.13):
                frame_parts.append(
                    tube(
                        [(s * post_x + dx, 0.07, dz), (s * post_x + dx * 1.3, 0.012, dz + 0.02)],
                        [0.03, 0.024],
                        6 if fine else 4,
                    )
                )
        frame_parts.append(box((s * post_x - 0.075, s * post_x + 0.075), (0.0, 0.028), (-0.19, 0.24)))
        for y in rails:
            # Rail ends: dragons' heads looking outward and up.
            tip = half if y == rails[0] else half - 0.03
            frame_parts.append(
                limb(
                    [
                        (s * (post_x - 0.05), y, 0),
                        (s * (post_x + 0.06), y + 0.012, 0),
                        (s * (tip - 0.09), y + 0.060, 0),
                        (s * (tip - 0.02), y + 0.085, 0),
                    ],
                    [0.030, 0.030, 0.036, 0.014],
                    7 if fine else 4,
                    8 if fine else 5,
                )
            )
            muzzle = placed(
                loft(
                    [
                        [
                            (-0.05, -0.022, -0.022),
                            (-0.05, -0.022, 0.022),
                            (-0.05, 0.030, 0.020),
                            (-0.05, 0.030, -0.020),
                        ],
                        [(0.0, -0.012, -0.016), (0.0, -0.012, 0.016), (0.0, 0.010, 0.014), (0.0, 0.010, -0.014)],
                    ]
                ),
                frame((0, 0, 0)),
            )
            muzzle = moved(muzzle if s > 0 else placed(muzzle, np.diag([-1.0, 1.0, 1.0, 1.0])), s * tip, y + 0.085)
            frame_parts.append(muzzle)
            trim.append(
                limb(
                    [
                        (s * (tip - 0.07), y + 0.11, 0.012),
                        (s * (tip - 0.12), y + 0.15, 0.02),
                        (s * (tip - 0.13), y + 0.19, 0.015),
                    ],
                    [0.008, 0.006, 0.002],
                    4 if fine else 2,
                    5 if fine else 3,
                )
            )
            trim.append(
                limb(
                    [
                        (s * (tip - 0.07), y + 0.11, -0.012),
                        (s * (tip - 0.12), y + 0.15, -0.02),
                        (s * (tip - 0.13), y + 0.19, -0.015),
                    ],
                    [0.008, 0.006, 0.002],
                    4 if fine else 2,
                    5 if fine else 3,
                )
            )
    for y in rails:
        frame_parts.append(
            bevelled((-post_x - 0.01, post_x + 0.01), (y - 0.034, y + 0.034), (-0.024, 0.024), 0.01, "chime-rack")
        )
        trim.append(box((-post_x + 0.03, post_x - 0.03), (y - 0.006, y + 0.006), (0.0235, 0.0255)))
        trim.append(box((-post_x + 0.03, post_x - 0.03), (y - 0.006, y + 0.006), (-0.0255, -0.0235)))
    # 崇牙: teeth along the upper rail.
    tooth = ellipsoid((0.0, 0.0, 0.0), (0.048, 0.040, 0.020), 10 if fine else 5, 5 if fine else 3)
    trim.append(
        copies(
            tooth,
            np.array([frame((float(x), rails[0] + 0.040, 0.0)) for x in np.linspace(-post_x + 0.16, post_x - 0.16, 8)]),
        )
    )
    scale, step = size.number("chimes.stone-scale"), size.number("chimes.step")
    per_row = count // 2
    xs = np.linspace(-post_x + 0.13, post_x - 0.13, per_row)
    made = _stone(size, 1.0)
    for row, y in enumerate(rails):
        for k in range(count - per_row if row else per_row):
            x = float(xs[k % len(xs)])
            here = scale * (1.16 if row else 0.86) * step**k
            hang = y - 0.034 - 0.10
            stones.append(placed(made, frame((x, hang, 0.0), _TURN) @ np.diag([here, here, here, 1.0])))
            cords.append(tube([(x, y - 0.03, 0.0), (x, hang + 0.003, 0.0)], 0.0035, 4 if fine else 3, name="cord"))
            if fine:
                cords.append(placed(ring(0.011, 0.003, 6, 3), frame((x, hang + 0.004, 0.0), _TURN, 90)))
    tones = np.vstack([np.full((len(s.vertices), 3), 0.90 + 0.10 * ((k * 7) % 5) / 5) for k, s in enumerate(stones)])
    return [
        Solid("rack", join(frame_parts), "lacquer", ("chime-rack.width", "chime-rack.height"), "things", None, {}, 45),
        Solid("trim", join(trim), "lacquer-line", (), "things", None, {}, 50),
        Solid(
            "stones",
            join(stones),
            "chime",
            ("chimes.count", "chime-stone.angle"),
            "things",
            tones,
            {"strike": (0.0, rails[1] - 0.2, 0.1)},
            25,
        ),
        Solid("cords", join(cords), "silk-red", (), "things"),
    ]


def build_mallet(ground: Ground, lod: int = 0) -> list[Solid]:
    """The mallet with which stones are struck: its handle along +Y from the grip at the origin, its head across it along Z."""
    handle = tube([(0.0, -0.07, 0.0), (0.0, MALLET_LONG, 0.0)], [0.011, 0.008], 6, name="mallet")
    head = bevelled(
        (-MALLET_THICK, MALLET_THICK),
        (MALLET_LONG - MALLET_THICK, MALLET_LONG + MALLET_THICK),
        (-MALLET_HALF, MALLET_HALF),
        0.006,
        "mallet",
    )
    return [Solid("handle", handle, "wood", (), "things"), Solid("head", head, "lacquer-dark", (), "things")]
