"""The rhinoceros tally-holder 兕中."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Solid,
    ellipsoid,
    join,
    loft,
    tube,
)
from geometry.things.carving import fitted, limb, pierced_block
from layout.evidence.model import Ground


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
    block, _ = pierced_block(size, back + 0.001, z0 + long * 0.40)
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
    whole = fitted([*coat, *folds, *horn], 2 * half, long)
    first, second = len(coat), len(coat) + len(folds)
    coat, folds, horn = whole[:first], whole[first:second], whole[second:]
    return [
        Solid("rhinoceros", join(coat), "lacquer-dark", dims, "things", None, {"belly": (0.0, back * 0.3, 0.0)}, 55),
        Solid("horn", join(horn), "bone", ("tally-holder.head",), "things", None, {}, 55),
        Solid("eyes-tail", join(folds), "lacquer-line", (), "things", None, {}, 55),
        *block,
    ]
