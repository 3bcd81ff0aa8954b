"""The caller's banner 旌: a pole of three 仞, its upper two 尋 sheathed, white and red feathers at the head."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, copies, frame, join, lathe, tube
from geometry.things.shapes import feather, ring
from layout.evidence.model import Ground


def build_banner(ground: Ground, lod: int = 0) -> list[Solid]:
    """Upright on its butt: origin at the foot of the pole; total length is the pole's. Points: grip-low, grip-high."""
    size = Sizes(ground)
    length, sleeve = size("banner.pole"), min(size("banner.sleeve"), size("banner.pole") * 0.95)
    r = size("banner.thickness") / 2
    sides = 8 if lod == 0 else 5
    bare = length - sleeve
    pole = tube(
        [(0, 0, 0), (0, bare * 0.5, 0), (0, bare, 0), (0, length - 0.1, 0)],
        [r, r * 0.98, r * 0.92, r * 0.5],
        sides,
        name="banner",
        dimension="banner.pole",
    )
    knob = lathe(
        [(0, length - 0.14), (r * 0.9, length - 0.12), (r * 1.2, length - 0.06), (r * 0.7, length - 0.02), (0, length)],
        sides,
        "banner",
        "banner.pole",
    )
    wrinkles = np.linspace(bare, length, 26 if lod == 0 else 6)
    skin = [
        (r * 1.22 + (0.004 * math.sin(k * 2.1) if lod == 0 else 0) - 0.006 * k / len(wrinkles), float(h))
        for k, h in enumerate(wrinkles)
    ]
    sheath = lathe([(0, bare), *skin, (0, length)], sides, "banner", "banner.sleeve")
    bands: list[Body] = [
        copies(
            ring(r * 1.28, 0.007, sides, 3),
            np.array([frame((0, float(h), 0)) for h in np.linspace(bare + 0.015, length - 0.9, 7)]),
        )
    ]
    white, red = [], []
    tiers = 9 if lod == 0 else 4
    each = 9 if lod == 0 else 6
    tuft = min(size("banner.tuft"), sleeve * 0.5)
    for tier in range(tiers):
        share = tier / (tiers - 1)
        height = length - 0.16 - (tuft - 0.35) * share
        long = 0.30 + 0.16 * math.sin(math.pi * min(share + 0.25, 1))
        vane = feather(long, 0.062 if lod == 0 else 0.085, 0.62, 3 if lod == 0 else 2)
        turns = [
            frame((0, height + 0.02 * (k % 2), 0), 360 * k / each + tier * 23, 0, 32 - 26 * share) for k in range(each)
        ]
        white.append(copies(vane, np.array(turns[0::2])))
        red.append(copies(vane, np.array(turns[1::2])))
    points = {"grip-low": (0.0, 0.55 * 1.68, 0.0), "grip-high": (0.0, 0.80 * 1.68, 0.0)}
    return [
        Solid("pole", join([pole, knob]), "lacquer", ("banner.pole",), "things", points=points),
        Solid("sleeve", sheath, "silk-white", ("banner.sleeve",), "things", crease=70),
        Solid("bands", join(bands), "silk-red", (), "things"),
        Solid("feathers-white", join(white), "feather-white", (), "things", crease=60),
        Solid("feathers-red", join(red), "feather-red", (), "things", crease=60),
    ]
