"""The deer tally-holder 鹿中."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Solid,
    curve,
    ellipsoid,
    join,
    loft,
    tube,
)
from geometry.things.carving import fitted, limb, pierced_block
from layout.evidence.model import Ground


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
    block, _ = pierced_block(size, back + 0.001, z0 + long * 0.40)
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
                        5,
                        4,
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
    whole = fitted([*coat, *pale], 2 * half, long)
    coat, pale = whole[: len(coat)], whole[len(coat) :]
    return [
        Solid("deer", join(coat), "lacquer", dims, "things", None, {"belly": (0.0, back * 0.3, 0.0)}, 55),
        Solid("tail", join(pale), "fur-light", (), "things", None, {}, 55),
        Solid("antlers", join(horn), "bone", (), "things", None, {}, 55),
        Solid("spots", join(spots), "fur-light", (), "things", None, {}, 60),
        *block,
    ]
