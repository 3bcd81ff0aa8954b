"""Small gear of the archers and judges: thumb-ring 決, arm-guard 遂, switch 扑, tally 算, shoes 屨."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, copies, curve, frame, join, lathe, loft, mirrored, moved, placed, tube
from layout.evidence.model import Ground


def build_thumb_ring(ground: Ground, lod: int = 0) -> list[Solid]:
    """A ring of bone about the Y axis (the thumb), with a lip toward +Z that takes the string. Point: middle."""
    size = Sizes(ground)
    outer, high = size("thumb-ring.diameter") / 2, size("thumb-ring.height")
    sides = 24 if lod == 0 else 12
    wall = outer * 0.24
    profile = [
        (outer - wall, 0.0),
        (outer, 0.0),
        (outer, high * 0.3),
        (outer * 0.97, high * 0.75),
        (outer * 0.93, high),
        (outer - wall * 0.9, high),
    ]
    band = lathe(profile, sides, "thumb-ring", "thumb-ring.diameter")
    points = np.asarray(band.vertices).copy()
    # The lip: the rim toward +Z is drawn down and out, the rest cut lower.
    front = np.clip(points[:, 2] / outer, 0, 1) ** 2
    low = 1 - np.clip(points[:, 1] / high, 0, 1)
    points[:, 1] -= front * low * high * 0.35
    points[:, 1] += high * 0.35
    points[:, 1] *= high / points[:, 1].max()
    band.vertices = points
    cord = tube(
        curve(
            [
                (-outer, high * 0.5, 0),
                (-outer * 1.5, high * 0.2, -outer),
                (-outer * 1.2, -high * 0.6, -outer * 1.6),
                (0, -high, -outer * 2.0),
            ],
            9,
        ),
        0.0015,
        4,
    )
    return [
        Solid(
            "ring",
            band,
            "bone",
            ("thumb-ring.diameter", "thumb-ring.height"),
            "things",
            points={"middle": (0.0, high / 2, 0.0)},
            crease=35,
        ),
        Solid("cord", cord, "silk-red", (), "things"),
    ]


def build_arm_guard(ground: Ground, lod: int = 0) -> list[Solid]:
    """A cuff of hide about the Y axis (the forearm), wider above, open along the back, laced. Point: middle."""
    size = Sizes(ground)
    long, half = size("arm-guard.length"), size("arm-guard.width") / 2
    across = 14 if lod == 0 else 8
    thick = 0.003
    gap = math.radians(24)
    turn = np.linspace(gap, 2 * math.pi - gap, across) + math.pi

    def at(angle: float, r: float, y: float) -> tuple[float, float, float]:
        return (r * math.sin(angle), y, r * math.cos(angle))

    # Sections of the leather, one for each direction round the arm: it is a strip rolled up, not a filled body.
    rings = [
        [at(a, half * 0.86, 0.0), at(a, half, long), at(a, half - thick, long), at(a, half * 0.86 - thick, 0.0)]
        for a in turn
    ]
    cuff = loft(rings, "arm-guard", "arm-guard.length")
    laces = []
    for y in np.linspace(0.12, 0.88, 5) * long:
        r = half * (0.86 + 0.14 * y / long)
        a, b = turn[0], turn[-1]
        laces.append(
            tube(
                [
                    (r * math.sin(a), y, r * math.cos(a)),
                    (0, y + 0.004, -r * 1.02),
                    (r * math.sin(b), y, r * math.cos(b)),
                ],
                0.0016,
                4,
            )
        )
    rims = [
        tube([((half * k + 0.001) * math.sin(a), y, (half * k + 0.001) * math.cos(a)) for a in turn], 0.0025, 4)
        for y, k in ((0.003, 0.86), (long - 0.003, 1.0))
    ]
    return [
        Solid(
            "cuff",
            cuff,
            "hide",
            ("arm-guard.length", "arm-guard.width"),
            "things",
            points={"middle": (0.0, long / 2, 0.0)},
            crease=35,
        ),
        Solid("laces", join([*laces, *rims]), "hide-dark", (), "things"),
    ]


def build_switch(ground: Ground, lod: int = 0) -> list[Solid]:
    """The switch 扑: a rod of three 尺 along +Y, a foot of it peeled for the hand (刊本尺). Points: grip, tip."""
    size = Sizes(ground)
    long, bare, r = size("switch.length"), size("switch.grip"), size("switch.diameter") / 2
    sides = 8 if lod == 0 else 5
    handle = tube(
        [(0, 0, 0), (0, bare * 0.5, 0), (0, bare, 0)], [r * 1.05, r, r], sides, name="switch", dimension="switch.grip"
    )
    levels = np.linspace(bare, long, 9 if lod == 0 else 4)
    bend = np.column_stack([0.012 * np.sin((levels - bare) / (long - bare) * math.pi), levels, np.zeros(len(levels))])
    width = r * np.linspace(1.12, 0.55, len(levels)) * (1 + 0.10 * (np.arange(len(levels)) % 2))
    rod = tube(bend, width, sides, name="switch", dimension="switch.length")
    points = np.asarray(rod.vertices).copy()
    points[:, 1] = np.clip(points[:, 1], bare, long)
    rod.vertices = points
    return [
        Solid(
            "grip",
            handle,
            "wood",
            ("switch.grip",),
            "things",
            points={"grip": (0.0, bare / 2, 0.0), "tip": (0.0, long, 0.0)},
        ),
        Solid("rod", rod, "bark", ("switch.length",), "things"),
    ]


def build_tally(ground: Ground, lod: int = 0) -> list[Solid]:
    """A counting stick 算 lying along Z on the ground: a foot lacquered, a hand's breadth bare (有握, 握素). Point: grip."""
    size = Sizes(ground)
    long, bare, wide = size("tally.length"), size("tally.grip"), size("tally.width") / 2
    start = -long / 2
    sides = 6 if lod == 0 else 4

    def stick(a: float, b: float, ra: float, rb: float) -> Body:
        return tube([(0, wide, a), (0, wide, b)], [ra, rb], sides, up=(1, 0, 0), name="tally", dimension="tally.length")

    return [
        Solid(
            "grip",
            stick(start, start + bare, wide, wide),
            "wood",
            ("tally.grip",),
            "things",
            points={"grip": (0.0, wide, start + bare / 2)},
        ),
        Solid("stick", stick(start + bare, -start, wide * 0.98, wide * 0.8), "lacquer", ("tally.length",), "things"),
    ]


def build_tallies(ground: Ground, lod: int = 0) -> list[Solid]:
    """Eight sticks in a heap, as one pair of archers needs: five below, three on them, along Z."""
    size = Sizes(ground)
    wide = size("tally.width")
    rng = np.random.default_rng(8)
    spots = [((k - 2) * wide * 1.04, 0.0) for k in range(5)] + [((k - 1) * wide * 1.04, wide * 0.86) for k in range(3)]
    frames = np.array([frame((x, y, float(rng.normal(0, 0.006))), float(rng.normal(0, 0.5))) for x, y in spots])
    return [Solid(s.id, copies(s.mesh, frames), s.material, s.dimensions, s.layer) for s in build_tally(ground, lod)]


def _shoe(long: float, lod: int) -> tuple[Body, Body, Body]:
    """Upper, sole and toe ornament 絇 of one shoe along +Z, heel at −long/2."""
    count, around = (9, 12) if lod == 0 else (6, 8)
    rings, soles = [], []
    for t in np.linspace(0, 1, count):
        z = -long / 2 + long * t
        half = long * (0.125 + 0.075 * math.sin(math.pi * min(t * 0.9 + 0.12, 1.0))) * (1 if t < 0.92 else 0.78)
        high = long * (0.30 - 0.02 * t if t < 0.42 else 0.29 - 0.24 * (t - 0.42) / 0.58)
        lift = long * 0.10 * max(0.0, (t - 0.82) / 0.18) ** 1.6
        angle = np.arange(around) * 2 * math.pi / around
        bulge = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** 0.75
        rings.append(
            np.column_stack([half * np.cos(angle), 0.009 + lift + high / 2 + high / 2 * bulge, np.full(around, z)])
        )
        s = half * 1.06
        soles.append([(-s, lift, z), (s, lift, z), (s, lift + 0.011, z), (-s, lift + 0.011, z)])
    upper = loft(rings, "shoe", "body.foot")
    sole = loft(soles, "shoe sole", "body.foot")
    z = long * 0.40
    mouth = placed(
        lathe([(0, 0), (1.0, 0), (0.94, 0.010), (0, 0.010)], 14),
        frame((0.0, long * 0.292, -long * 0.235), pitch=6, scale=(long * 0.135, 1.0, long * 0.20)),
    )
    toe = tube(
        curve(
            [(-0.018, 0.05, z - 0.02), (-0.01, 0.066, z + 0.012), (0.01, 0.066, z + 0.012), (0.018, 0.05, z - 0.02)], 7
        ),
        0.004,
        5,
    )
    return upper, sole, join([toe, mouth])


def build_shoes(ground: Ground, lod: int = 0) -> list[Solid]:
    """A pair of shoes 屨 side by side, toes toward +Z; as long as a footprint."""
    long = Sizes(ground)("body.foot")
    parts = _shoe(long, lod)
    names = (("uppers", "shoe"), ("soles", "silk-white"), ("toes", "silk-black"))
    result = []
    for mesh, (name, material) in zip(parts, names, strict=True):
        pair = join([moved(mesh, x=0.065), moved(mirrored(mesh), x=-0.065)])
        result.append(Solid(name, pair, material, ("body.foot",), "things"))
    return result
