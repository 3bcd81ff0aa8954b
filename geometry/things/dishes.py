"""Dishes: 豆 with meat sauce, 籩 with strips of dried meat, and both as they are set before a guest 薦."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, copies, curve, frame, join, lathe, loft, moved, placed, tube
from geometry.things.shapes import rib, surface, vessel
from layout.evidence.model import Ground

_SIDES = {0: 20, 1: 8, 2: 16}
"""Sides of a dish by detail: 0 fine, 1 coarse, 2 as it is drawn at full detail wherever a score of them stand about (薦)."""


def _stemmed(high: float, mouth: float, foot: float, detail: int, name: str) -> Body:
    """The common form of 豆 and 籩: a broad foot, a stem, a wide shallow bowl."""
    outside = [
        (foot, 0.0),
        (foot * 0.98, high * 0.035),
        (foot * 0.62, high * 0.12),
        (mouth * 0.20, high * 0.26),
        (mouth * 0.17, high * 0.46),
        (mouth * 0.24, high * 0.60),
        (mouth * 0.70, high * 0.70),
        (mouth * 0.95, high * 0.84),
        (mouth, high),
    ]
    if detail == 0:
        return vessel(outside, 0.010, _SIDES[0], 15, high * 0.70, name, f"{name}.height")
    drawn = [outside[k] for k in ((0, 2, 3, 5, 6, 7, 8) if detail == 2 else (0, 2, 4, 5, 8))]
    inside = [(mouth - 0.008, high), (mouth * 0.80, high * 0.84), (0.0, high * 0.84)]
    return lathe([(0.0, 0.0), *drawn, *inside], _SIDES[detail], name, f"{name}.height")


def build_stem_dish(ground: Ground, lod: int = 0) -> list[Solid]:
    """豆: a lacquered wooden stem-dish with red lines, meat sauce 醢 in it."""
    size = Sizes(ground)
    high, mouth, foot = size("stem-dish.height"), size("stem-dish.mouth") / 2, size("stem-dish.foot") / 2
    n = _SIDES[lod]
    lines = [
        rib(mouth * 0.972, high * 0.90, 0.0035, n),
        rib(mouth * 0.20, high * 0.52, 0.006, n),
        rib(foot - 0.004, high * 0.022, 0.004, n),
    ]
    lines = {0: lines, 1: [], 2: lines[:1]}[lod]
    return [
        Solid(
            "dish",
            _stemmed(high, mouth, foot, lod, "stem-dish"),
            "lacquer-dark",
            ("stem-dish.height", "stem-dish.mouth"),
            "things",
            None,
            {"rim": (0.0, high, 0.0)},
            35,
        ),
        *([Solid("lines", join(lines), "lacquer-line", (), "things")] if lines else []),
        Solid("sauce", surface(mouth * 0.86, high * 0.86, n), "sauce", (), "things"),
    ]


def build_splint_dish(ground: Ground, lod: int = 0) -> list[Solid]:
    """籩: a stem-dish of bamboo splints, five strips of dried meat 脯 in it and a half strip laid across (祭半膱橫于上)."""
    size = Sizes(ground)
    high, mouth, foot = size("splint-dish.height"), size("splint-dish.mouth") / 2, size("splint-dish.foot") / 2
    n = _SIDES[lod]
    shell = _stemmed(high, mouth, foot, lod, "splint-dish")
    bands = {
        0: ((0.955, 0.965), (0.88, 0.955), (0.80, 0.885), (0.73, 0.76)),
        1: (),
        2: ((0.955, 0.965),),
    }[lod]
    hoops = [rib(mouth * k, high * h, 0.005, n) for h, k in bands]
    if lod == 0:
        hoops += [rib(foot - 0.006, high * 0.02, 0.006, n), rib(mouth * 0.185, high * 0.45, 0.006, n)]
    splints: list[Body] = []
    if lod == 2:
        rise = tube([(mouth * 0.72, high * 0.70, 0), (mouth * 0.975, high * 0.965, 0)], 0.0042, 3)
        splints.append(copies(rise, np.array([frame(yaw=k * 30.0 + 15.0) for k in range(12)])))
    if lod == 0:
        rise = tube(
            curve(
                [(mouth * 0.74, high * 0.715, 0), (mouth * 0.90, high * 0.80, 0), (mouth * 0.975, high * 0.965, 0)], 4
            ),
            0.0035,
            3,
        )
        splints.append(copies(rise, np.array([frame(yaw=k * 15) for k in range(24)])))
    # Strips are as long as the mouth is wide: they lie over the rim, a little fanned.
    long, wide, thick = size("strip.length"), size("strip.width"), size("strip.thickness")
    count = round(size.number("strip.count"))
    strip = _strip(long, wide, thick, lod)
    rng = np.random.default_rng(6)
    rows = [
        frame(((k - (count - 1) / 2) * wide * 1.15, high + 0.002, 0.0), float(rng.normal(0, 2.0))) for k in range(count)
    ]
    half = placed(_strip(long / 2, wide, thick, lod), frame((0.0, high + thick + 0.003, 0.0), 90))
    meat = join([copies(strip, np.array(rows)), half])
    return [
        Solid(
            "dish",
            shell,
            "bamboo",
            ("splint-dish.height", "splint-dish.mouth"),
            "things",
            None,
            {"rim": (0.0, high, 0.0)},
            35,
        ),
        *([Solid("hoops", join(hoops + splints), "bamboo-dark", (), "things")] if hoops else []),
        Solid("strips", meat, "dried-meat", ("strip.length", "strip.width", "strip.count"), "things"),
    ]


def _strip(long: float, wide: float, thick: float, lod: int = 0) -> Body:
    """One strip of dried meat along Z, a little wavy, edges thin."""
    rings = []
    for t in np.linspace(-0.5, 0.5, (7, 2, 3)[lod]):
        w = wide / 2 * (0.86 + 0.14 * math.cos(t * 9))
        y = 0.003 * math.sin(t * 11)
        z = t * long
        if lod == 1:
            rings.append([(-w, y, z), (w, y, z), (w, y + thick, z), (-w, y + thick, z)])
            continue
        rings.append(
            [
                (-w, y + thick * 0.3, z),
                (0, y, z),
                (w, y + thick * 0.3, z),
                (w * 0.6, y + thick, z),
                (-w * 0.6, y + thick, z),
            ]
        )
    return loft(rings, "strip", "strip.length")


def build_dishes(ground: Ground, lod: int = 0) -> list[Solid]:
    """薦: what is set before a guest, a splint-dish of strips and a stem-dish of sauce side by side (脯醢); faces +Z."""
    size = Sizes(ground)
    apart = (size("splint-dish.mouth") + size("stem-dish.mouth")) / 4 + size("dishes.gap") / 2
    detail = 2 if lod == 0 else 1
    parts = []
    for prefix, side, solids in (
        ("splint", -1.0, build_splint_dish(ground, detail)),
        ("stem", 1.0, build_stem_dish(ground, detail)),
    ):
        for solid in solids:
            mesh = moved(solid.mesh, x=side * apart)
            parts.append(
                Solid(
                    f"{prefix}-{solid.id}", mesh, solid.material, solid.dimensions, solid.layer, None, {}, solid.crease
                )
            )
    return parts
