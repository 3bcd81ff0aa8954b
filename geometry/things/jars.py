"""Large vessels: wine jars 壺 with their covers, the water-jar 罍, the basin 洗."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, curve, ellipsoid, frame, join, loft, placed, tube
from geometry.things.shapes import rib, ring, sides_of, surface, vessel
from layout.evidence.model import Ground


def _ear(radius: float, height: float, thick: float, lod: int) -> list[Body]:
    """Two ring handles hanging from a beast's snout on the shoulder, at +X and −X."""
    loops = []
    for side in (1.0, -1.0):
        boss = ellipsoid(
            (side * radius, height, 0.0),
            (thick * 2.2, thick * 2.6, thick * 2.6),
            8 if lod == 0 else 5,
            5 if lod == 0 else 4,
        )
        hang = placed(
            ring(thick * 4.6, thick, 12 if lod == 0 else 6, 4 if lod == 0 else 3),
            frame((side * (radius + thick * 1.6), height - thick * 4.2, 0.0), roll=80 * side) @ frame(yaw=90),
        )
        loops += [boss, hang]
    return loops


def build_wine_jar(ground: Ground, lod: int = 0, fill: str = "wine") -> list[Solid]:
    """A bronze jar 壺, open (its cover is taken off when the guest comes); `fill` is wine or water (玄酒)."""
    size = Sizes(ground)
    high, mouth, belly = size("wine-jar.height"), size("wine-jar.mouth") / 2, size("wine-jar.belly") / 2
    neck = size("wine-jar.neck")
    n = sides_of(lod)
    neck_r = mouth * 0.80
    outside = [
        (belly * 0.62, 0.0),
        (belly * 0.60, high * 0.05),
        (belly * 0.56, high * 0.10),
        (belly * 0.80, high * 0.24),
        (belly, high * 0.45),
        (belly * 0.90, high * 0.66),
        (neck_r * 1.04, high - neck - high * 0.07),
        (neck_r, high - neck * 0.7),
        (mouth, high),
    ]
    wall = vessel(outside, 0.012, n, 16 if lod == 0 else 8, high * 0.12, "wine-jar", "wine-jar.height")
    bands = [rib(belly * k, high * h, 0.006, n) for h, k in ((0.22, 0.775), (0.45, 1.0), (0.66, 0.905))]
    bands += _ear(belly * 0.93, high * 0.62, 0.007, lod)
    level = high * 0.80
    return [
        Solid(
            "jar",
            wall,
            "bronze",
            ("wine-jar.height", "wine-jar.mouth", "wine-jar.belly"),
            "things",
            None,
            {"mouth": (0.0, high, 0.0)},
            35,
        ),
        Solid("bands", join(bands), "bronze-dark", (), "things"),
        Solid("fill", surface(neck_r * 0.93, level, n), "wine" if fill == "wine" else "water", (), "things"),
    ]


def build_jar_cover(ground: Ground, lod: int = 0) -> list[Solid]:
    """The cover 綌冪 of coarse cloth over a jar's mouth: a square laid on, its edge in folds; origin at the rim's height."""
    r = Sizes(ground)("wine-jar.mouth") / 2
    around, rings = (32, 6) if lod == 0 else (16, 4)
    angle = np.arange(around) * 2 * math.pi / around
    top, low = [], []
    for k in range(rings):
        t = k / (rings - 1)
        square = 1 / np.maximum(np.abs(np.cos(angle)), np.abs(np.sin(angle)))
        radius = (
            r * (0.35 + 0.70 * min(t / 0.55, 1.0))
            + r * 0.10 * t * (square - 1)
            + (0.012 * np.cos(angle * 8)) * max(0.0, t - 0.5) * 2
        )
        drop = 0.012 if t <= 0.55 else 0.012 - (t - 0.55) / 0.45 * r * (0.42 + 0.42 * (square - 1))
        height = np.broadcast_to(drop, angle.shape)
        top.append(np.column_stack([radius * np.cos(angle), height + 0.004, radius * np.sin(angle)]))
        low.append(np.column_stack([(radius - 0.004) * np.cos(angle), height, (radius - 0.004) * np.sin(angle)]))
    shell = _draped(top, low)
    return [Solid("cover", shell, "cover", (), "things", crease=60)]


def _draped(top: list[Floats], low: list[Floats]) -> Body:
    """Upper and lower skin of a round cloth joined at the hem and closed in the middle."""
    rings = [*low, *top[::-1]]
    return loft(np.array(rings), "jar-cover")


def build_water_jar(ground: Ground, lod: int = 0) -> list[Solid]:
    """The water jar 罍 of grey clay, broad-shouldered, with two looped ears; full of water."""
    size = Sizes(ground)
    high, mouth, belly = size("water-jar.height"), size("water-jar.mouth") / 2, size("water-jar.belly") / 2
    neck, base, foot = size("water-jar.neck"), size("water-jar.base") / 2, size("water-jar.foot")
    n = sides_of(lod)
    shoulder = high - neck
    outside = [
        (base, 0.0),
        (base * 0.96, foot * 0.4),
        (base * 0.86, foot),
        (belly * 0.86, foot + (shoulder - foot) * 0.32),
        (belly, foot + (shoulder - foot) * 0.66),
        (belly * 0.92, shoulder * 0.94),
        (mouth * 0.74, shoulder + neck * 0.22),
        (mouth * 0.76, high - neck * 0.35),
        (mouth, high),
    ]
    wall = vessel(outside, 0.014, n, 19 if lod == 0 else 9, foot * 0.9, "water-jar", "water-jar.height")
    bands = [
        rib(belly * 1.0, foot + (shoulder - foot) * 0.66, 0.006, n),
        rib(belly * 0.945, shoulder * 0.90, 0.005, n),
        rib(base * 0.90, foot, 0.006, n),
    ]
    for side in (1.0, -1.0):
        bands.append(
            tube(
                curve(
                    [
                        (side * belly * 0.90, shoulder * 0.80, 0),
                        (side * belly * 1.18, shoulder * 0.86, 0),
                        (side * belly * 1.16, shoulder * 0.98, 0),
                        (side * belly * 0.80, shoulder * 0.99, 0),
                    ],
                    9 if lod == 0 else 5,
                ),
                0.013,
                6,
            )
        )
    return [
        Solid(
            "jar",
            wall,
            "clay",
            ("water-jar.height", "water-jar.belly", "water-jar.mouth"),
            "things",
            None,
            {"mouth": (0.0, high, 0.0)},
            35,
        ),
        Solid("bands", join(bands), "clay", (), "things"),
        Solid("water", surface(mouth * 0.72, high - neck * 0.30, n), "water", (), "things"),
    ]


def build_basin(ground: Ground, lod: int = 0) -> list[Solid]:
    """The basin 洗 on its splayed foot, empty: the water of washing falls into it. Iron for a plain officer, else bronze (舊圖)."""
    size = Sizes(ground)
    high, mouth, foot = size("basin.height"), size("basin.mouth") / 2, size("basin.foot") / 2
    n = sides_of(lod, 20, 12)
    waist = mouth * 0.34
    outside = [
        (foot, 0.0),
        (foot * 0.985, high * 0.018),
        (foot * 0.78, high * 0.06),
        (foot * 0.46, high * 0.14),
        (waist * 1.25, high * 0.30),
        (waist, high * 0.46),
        (waist * 1.12, high * 0.60),
        (mouth * 0.62, high * 0.70),
        (mouth * 0.88, high * 0.82),
        (mouth * 0.90, high * 0.94),
        (mouth, high),
    ]
    wall = vessel(outside, 0.010, n, 22 if lod == 0 else 11, high * 0.71, "basin", "basin.height")
    bands = [
        rib(waist * 1.06, high * 0.46, 0.010, n),
        rib(foot - 0.009, high * 0.012, 0.008, n),
        rib(mouth * 0.905, high * 0.86, 0.006, n),
    ]
    material = "iron" if ground.options.get("rank", "shi") == "shi" else "bronze"
    return [
        Solid(
            "basin",
            wall,
            material,
            ("basin.height", "basin.mouth", "basin.foot"),
            "things",
            None,
            {"rim": (0.0, high, 0.0)},
            35,
        ),
        Solid("bands", join(bands), "bronze-dark", (), "things"),
        Solid("water", surface(mouth * 0.80, high * 0.80, n), "water", (), "things"),
    ]
