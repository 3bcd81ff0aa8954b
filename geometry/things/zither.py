"""The zither 瑟."""

from __future__ import annotations

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Solid,
    bevelled,
    join,
    lathe,
    loft,
    moved,
    tube,
)
from layout.evidence.model import Ground


def build_zither(ground: Ground, lod: int = 0) -> list[Solid]:
    """瑟: long side along X, head (where the strings are wound) at −X; the player sits on the side of −Z. Points: head, tail, hole."""
    size = Sizes(ground)
    a, b, high = size("zither.length") / 2, size("zither.width") / 2, size("zither.height")
    strings = size.count("zither.strings")
    fine = lod == 0
    feet = 0.022
    across = np.linspace(-1, 1, 11 if fine else 5)

    def section(x: float) -> Floats:
        top = [(x, high - high * 0.30 * float(u) ** 2, b * float(u)) for u in across]
        return np.array([(x, feet, b), *top[::-1], (x, feet, -b)])

    # The end boards stand a hair proud of the chest on all sides, or the two would flicker.
    cuts = np.linspace(-a + 0.003, a - 0.003, 5)
    within = np.array([1.0, 1.0, 1.0 - 0.012])
    chest = loft(
        np.array([section(float(x)) * within for x in (cuts if fine else cuts[::2])]), "zither", "zither.length"
    )
    caps = []
    for s in (-1.0, 1.0):
        end = 0.17 if s < 0 else 0.24
        x0, x1 = (s * a, s * (a - end))
        rings: list[Floats] = []
        for x in (min(x0, x1), max(x0, x1)):
            ring_ = section(x)
            ring_[1:-1, 1] += 0.003
            ring_[[0, -1], 1] -= 0.003
            rings.append(ring_)
        caps.append(loft(np.array(rings), "zither end"))
    soles = [
        bevelled((s * a * 0.82 - 0.05, s * a * 0.82 + 0.05), (0.0, feet + 0.004), (z - 0.02, z + 0.02), 0.004)
        for s in (-1, 1)
        for z in (-b * 0.7, b * 0.7)
    ]

    def surface(z: float) -> float:
        return high - high * 0.30 * (z / b) ** 2

    ridges = []
    for x in (-a + 0.15, a - 0.22):
        path = np.array(
            [(x, surface(float(z)) + 0.007, float(z)) for z in np.linspace(-b * 0.88, b * 0.88, 9 if fine else 5)]
        )
        ridges.append(tube(path, 0.010, 6, flat=0.9, name="zither nut"))
    lines: list[Body] = []
    bridges: list[Body] = []
    tall = size("zither.bridge")
    shown = strings if fine else 7
    zs = np.linspace(-b * 0.82, b * 0.82, shown)
    for k, z in enumerate(zs):
        share = k / max(shown - 1, 1)
        group = -a * 0.42 + a * 0.82 * share
        y0, yb = surface(z) + 0.014, surface(z) + tall
        run = [(-a + 0.15, y0, z), (group, yb, z), (a - 0.22, y0, z), (a - 0.02, surface(z) + 0.004, z)]
        lines.append(tube(run, 0.0011 if fine else 0.002, 3, name="string"))
        if fine:
            bridges.append(
                loft(
                    [
                        [
                            (group - 0.010, surface(z) - 0.002, z - 0.012),
                            (group + 0.010, surface(z) - 0.002, z - 0.012),
                            (group + 0.010, surface(z) - 0.002, z + 0.012),
                            (group - 0.010, surface(z) - 0.002, z + 0.012),
                        ],
                        [
                            (group - 0.003, yb, z - 0.003),
                            (group + 0.003, yb, z - 0.003),
                            (group + 0.003, yb, z + 0.003),
                            (group - 0.003, yb, z + 0.003),
                        ],
                    ]
                )
            )
    pegs = []
    for z in (-b * 0.55, -b * 0.18, b * 0.18, b * 0.55):
        pegs.append(
            moved(
                lathe(
                    [(0, 0), (0.012, 0), (0.013, 0.014), (0.022, 0.020), (0.020, 0.032), (0, 0.036)], 10 if fine else 6
                ),
                a - 0.10,
                surface(z) - 0.003,
                z,
            )
        )
    dims = ("zither.length", "zither.width", "zither.height")
    points = {"head": (-a, high * 0.5, 0.0), "tail": (a, high * 0.5, 0.0), "hole": (a * 0.45, feet, 0.0)}
    parts = [
        Solid("chest", chest, "wood", dims, "things", None, points, 30),
        Solid("ends", join([*caps, *soles]), "lacquer", dims, "things", None, {}, 30),
        Solid("nuts", join([*ridges, *pegs]), "lacquer-dark", (), "things"),
        Solid("strings", join(lines), "string", ("zither.strings",), "things"),
    ]
    if bridges:
        parts.append(Solid("bridges", join(bridges), "bone", (), "things"))
    return parts
