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


def build_mouth_organ(ground: Ground, lod: int = 0) -> list[Solid]:
    """笙: pipes standing in a gourd, bound by a hoop, the tallest in the middle of each half; upright +Y, its mouthpiece toward −Z.

    Its length is from the foot of the gourd to the top of the tallest pipe. Points: mouth, grip-left, grip-right.
    """
    size = Sizes(ground)
    high, gourd = size("mouth-organ.length"), size("mouth-organ.gourd")
    pipes = size.count("mouth-organ.pipes")
    fine = lod == 0
    n = 16 if fine else 9
    r = gourd * 0.44
    bowl = lathe(
        [
            (0, 0),
            (r * 0.22, 0.0),
            (r * 0.62, gourd * 0.10),
            (r * 0.96, gourd * 0.36),
            (r, gourd * 0.56),
            (r * 0.90, gourd * 0.82),
            (r * 0.74, gourd),
            (0, gourd),
        ],
        n,
        "mouth-organ",
    )
    spout = limb(
        [(0, gourd * 0.56, -r * 0.80), (0, gourd * 0.66, -r * 1.5), (0, gourd * 0.88, -r * 2.15)],
        [r * 0.30, r * 0.22, r * 0.17],
        7 if fine else 4,
        9 if fine else 6,
    )
    cane: list[tuple[float, float, float]] = []
    tips: list[Body] = []
    radius = r * 0.135
    for k in range(pipes):
        turn = 2 * math.pi * (k + 0.5) / pipes
        x, z = r * 0.54 * math.sin(turn), r * 0.46 * math.cos(turn)
        # Two wings: pipes grow from the front and back toward the middle of each side.
        tall = 0.52 + 0.48 * abs(math.sin(turn)) ** 0.8 * (1.0 if x > 0 else 0.90)
        cane.append((x, z, tall))
    peak = max(t for _, _, t in cane)
    bodies = []
    for k, (x, z, tall) in enumerate(cane):
        top = gourd * 0.95 + (high - gourd * 0.95) * tall / peak
        bend = [(x * 1.05, gourd + (top - gourd) * 0.6, z)] if fine else []
        bodies.append(
            tube(
                [(x, gourd * 0.90, z), *bend, (x * 1.05, top, z)],
                radius,
                6 if fine else 4,
                name="pipe",
                dimension="mouth-organ.length",
            )
        )
        if fine:
            for share in (0.34 + 0.04 * (k % 3),):
                y = gourd + (top - gourd) * share
                tips.append(moved(ring(radius, 0.0024, 4, 3), x * (1 + 0.05 * min(share / 0.6, 1)), y, z))
            tips.append(
                ellipsoid((x * 1.02, gourd + 0.05, z + (radius if z > 0 else -radius)), (0.003, 0.006, 0.002), 4, 3)
            )
    hoop = []
    for y in (gourd + (high - gourd) * 0.36,):
        round_ = 16 if fine else 8
        a = np.arange(round_) * 2 * math.pi / round_
        path = np.column_stack([(r * 0.58 + radius) * np.sin(a), np.full(round_, y), (r * 0.47 + radius) * np.cos(a)])
        hoop.append(tube(path, 0.0075, 5 if fine else 3, closed=True, name="hoop"))
    band = placed(ring(r * 0.80, 0.006, n, 4), frame((0.0, gourd * 0.95, 0.0)))
    points = {
        "mouth": (0.0, gourd * 0.88, -r * 2.15),
        "grip-left": (r, gourd * 0.6, 0.0),
        "grip-right": (-r, gourd * 0.6, 0.0),
    }
    return [
        Solid("gourd", join([bowl, spout]), "gourd", ("mouth-organ.gourd",), "things", None, points, 45),
        Solid("pipes", join(bodies), "bamboo", ("mouth-organ.length", "mouth-organ.pipes"), "things"),
        Solid("bindings", join([*hoop, band, *tips]), "lacquer", (), "things"),
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
