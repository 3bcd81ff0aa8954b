"""The mouth-organ 笙 and the drum 鼓."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Solid,
    copies,
    ellipsoid,
    frame,
    join,
    lathe,
    log,
    moved,
    placed,
    tube,
)
from geometry.things.carving import limb
from geometry.things.shapes import helix, ring
from layout.evidence.model import Ground

ORGAN_BOWL, ORGAN_GAP = 0.62, 0.34
"""Half the breadth of a mouth-organ's gourd, as a share of its height, and half the gap in its ring of pipes, in radians."""


def build_mouth_organ(ground: Ground, lod: int = 0) -> list[Solid]:
    """笙: pipes standing in a ring in a gourd, bound by a hoop; upright +Y, its mouthpiece toward −Z and bent up to the lips.

    Its length is from the foot of the gourd to the top of the tallest pipe. From the gap before the player the pipes rise pair by pair
    to the tallest, one half a little lower than the other (鄭司農: like folded wings). Points: mouth, grip-left, grip-right.
    """
    size = Sizes(ground)
    high, gourd = size("mouth-organ.length"), size("mouth-organ.gourd")
    pipes = size.count("mouth-organ.pipes")
    fine = lod == 0
    n = 16 if fine else 9
    r = gourd * ORGAN_BOWL
    bowl = lathe(
        [
            (0, 0),
            (r * 0.30, 0.0),
            (r * 0.68, gourd * 0.10),
            (r * 0.95, gourd * 0.34),
            (r, gourd * 0.52),
            (r * 0.96, gourd * 0.80),
            (r * 0.80, gourd),
            (0, gourd),
        ],
        n,
        "mouth-organ",
    )
    mouth = (0.0, gourd * 1.16, -r * 2.10)
    spout = limb(
        [(0, gourd * 0.50, -r * 0.80), (0, gourd * 0.58, -r * 1.50), mouth],
        [r * 0.24, r * 0.17, r * 0.12],
        7 if fine else 4,
        9 if fine else 6,
    )
    radius = r * 0.135
    bodies: list[Body] = []
    tips: list[Body] = []
    peak = 0.36 + 0.64 * (1.0 - (1 - pipes % 2) / pipes) ** 0.8
    for k in range(pipes):
        # The ring is open before the player.
        share = (k + 0.5) / pipes
        turn = math.pi + ORGAN_GAP + (2 * math.pi - 2 * ORGAN_GAP) * share
        x, z = r * 0.64 * math.sin(turn), r * 0.64 * math.cos(turn)
        wing = 1.0 - abs(share - 0.5) * 2.0
        tall = (0.36 + 0.64 * wing**0.8) * (1.0 if share > 0.45 else 0.90)
        top = gourd * 0.95 + (high - gourd * 0.95) * tall / peak
        bodies.append(
            tube(
                [(x, gourd * 0.90, z), (x, top, z)],
                radius,
                6 if fine else 4,
                name="pipe",
                dimension="mouth-organ.length",
            )
        )
        if fine:
            # A joint of the cane, and the finger-hole above the gourd.
            y = gourd + (top - gourd) * (0.62 + 0.05 * (k % 3))
            tips.append(moved(ring(radius, 0.0026, 5, 3), x, y, z))
            out = radius * 0.9 / (r * 0.64)
            tips.append(ellipsoid((x * (1 + out), gourd + 0.05, z * (1 + out)), (0.0035, 0.006, 0.0035), 4, 3))
    y = gourd + (high - gourd) * 0.24
    round_ = 14 if fine else 8
    a = np.arange(round_) * 2 * math.pi / round_
    reach = r * 0.64 + radius
    path = np.column_stack([reach * np.sin(a), np.full(round_, y), reach * np.cos(a)])
    hoop = tube(path, 0.009, 5 if fine else 3, closed=True, name="hoop")
    band = placed(ring(r * 0.84, 0.007, n, 4), frame((0.0, gourd * 0.95, 0.0)))
    points = {"mouth": mouth, "grip-left": (r, gourd * 0.6, 0.0), "grip-right": (-r, gourd * 0.6, 0.0)}
    return [
        Solid("gourd", join([bowl, spout]), "gourd", ("mouth-organ.gourd",), "things", None, points, 45),
        Solid("pipes", join(bodies), "bamboo", ("mouth-organ.length", "mouth-organ.pipes"), "things"),
        Solid("bindings", join([hoop, band, *tips]), "lacquer", (), "things"),
    ]


def build_drum(ground: Ground, lod: int = 0) -> list[Solid]:
    """鼓 on a post: a barrel lying along Z, both skins nailed, the post through it rising to a finial; beasts at its foot."""
    size = Sizes(ground)
    high, r, long = size("drum.height"), size("drum.diameter") / 2, size("drum.length")
    fine = lod == 0
    n = 28 if fine else 16
    middle = high - r - 0.16
    profile = [
        (0, -long / 2),
        (r * 0.86, -long / 2),
        (r * 0.90, -long / 2 + 0.02),
        (r * 0.97, -long * 0.25),
        (r, 0.0),
        (r * 0.97, long * 0.25),
        (r * 0.90, long / 2 - 0.02),
        (r * 0.86, long / 2),
        (0, long / 2),
    ]
    shell = placed(lathe(profile, n, "drum", "drum.diameter"), frame((0.0, middle, 0.0), pitch=90))
    skins, nails = [], []
    for s in (-1.0, 1.0):
        skin = lathe([(0, -0.003), (r * 0.875, -0.003), (r * 0.875, 0.004), (0, 0.006)], n)
        skins.append(placed(skin, frame((0.0, middle, s * (long / 2 - 0.002)), pitch=90 * s)))
        nail = ellipsoid((0.0, 0.0, 0.0), (0.010, 0.010, 0.010), 6, 4)
        where = [
            frame((r * 0.905 * math.cos(t), middle + r * 0.905 * math.sin(t), s * (long / 2 - 0.035)))
            for t in np.arange(24 if fine else 8) * 2 * math.pi / (24 if fine else 8)
        ]
        nails.append(copies(nail, np.array(where)))
    post = [log((0, 0.10, 0), (0, high - 0.10, 0), 0.042, 0.036, 10 if fine else 6, name="drum post")]
    post.append(
        lathe(
            [
                (0, high - 0.12),
                (0.05, high - 0.11),
                (0.075, high - 0.075),
                (0.03, high - 0.04),
                (0.012, high),
                (0, high),
            ],
            10 if fine else 6,
            "drum",
            "drum.height",
        )
    )
    for k in range(4):
        turn = math.radians(45 + 90 * k)
        way = np.array([math.sin(turn), 0.0, math.cos(turn)])
        post.append(
            limb(
                [
                    way * 0.02 + [0, 0.16, 0],
                    way * 0.22 + [0, 0.13, 0],
                    way * 0.42 + [0, 0.05, 0],
                    way * 0.50 + [0, 0.032, 0],
                ],
                [0.06, 0.055, 0.045, 0.030],
                7 if fine else 4,
                8 if fine else 5,
            )
        )
    for leg in post[2:]:
        leg.vertices = np.asarray(leg.vertices) - [0.0, float(leg.bounds[0][1]), 0.0]
    cloth = [helix((0, middle + r * 1.02, 0), (0, high - 0.13, 0), 0.045, 3, 0.008, 5)]
    dims = ("drum.height", "drum.diameter", "drum.length")
    return [
        Solid("shell", shell, "lacquer", dims, "things", None, {"strike": (0.0, middle, long / 2)}, 30),
        Solid("skins", join(skins), "skin-pale", (), "things"),
        Solid("nails", join(nails), "bronze", (), "things"),
        Solid("post", join(post), "lacquer-dark", ("drum.height",), "things", None, {}, 45),
        Solid("cords", join(cloth), "silk-red", (), "things"),
    ]
