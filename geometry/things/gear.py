"""Small gear of the archers and judges: thumb-ring 決, arm-guard 遂, switch 扑, tally 算, shoes 屨."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, copies, curve, frame, join, lathe, loft, mirrored, moved, tube
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
                (outer * 0.8, -high * 1.25, -outer * 1.7),
                (outer * 1.3, -high * 0.9, -outer * 1.2),
            ],
            29 if lod == 0 else 7,
        ),
        0.0011,
        5 if lod == 0 else 3,
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
    """A cuff of hide about the Y axis (the forearm), wider toward the elbow, longer over the side that the string would touch (−X);
    it closes along +X with a thong laced crosswise, its ends hanging. Point: middle."""
    size = Sizes(ground)
    long, half = size("arm-guard.length"), size("arm-guard.width") / 2
    fine = lod == 0
    thick, gap = 0.003, math.radians(17)
    turn = np.linspace(gap, 2 * math.pi - gap, 21 if fine else 8) + math.pi / 2

    def at(angle: float, r: float, y: float) -> tuple[float, float, float]:
        return (r * math.sin(angle), y, r * math.cos(angle))

    def edge(angle: float) -> float:
        """Height of the upper edge: full on the inner side, lower by the seam."""
        return long * (0.93 - 0.07 * math.sin(angle))

    # Sections of the leather, one for each direction round the arm: it is a strip rolled up, not a filled body.
    levels = (0.0, 0.12, 0.55, 1.0)
    widths = (0.88, 0.84, 0.90, 1.0)
    rings = []
    for a in turn:
        outside = [at(a, half * w, edge(a) * y) for y, w in zip(levels, widths, strict=True)]
        inside = [at(a, half * w - thick, edge(a) * y) for y, w in zip(levels, widths, strict=True)]
        rings.append([*outside, *inside[::-1]])
    cuff = loft(rings, "arm-guard", "arm-guard.length")
    points = np.asarray(cuff.vertices).copy()
    points[:, 1] *= long / points[:, 1].max()
    cuff.vertices = points
    left, right = float(turn[0]), float(turn[-1])
    steps = 6 if fine else 3
    heights = np.linspace(0.10, 0.80, steps) * long
    laces: list[Body] = []
    for low, high in pairwise(heights):
        for a, b in ((left + 0.16, right - 0.16), (right - 0.16, left + 0.16)):
            r = half * 0.90
            middle = ((r + 0.004), (low + high) / 2, 0.0)
            laces.append(tube([at(a, r + 0.001, low), middle, at(b, r + 0.001, high)], 0.0015, 4 if fine else 3))
    for s in (1.0, -1.0):
        tail = [
            (half * 0.92, heights[-1], s * half * 0.2),
            (half * 1.25, heights[-1] - 0.006, s * half * 0.30),
            (half * 1.22, heights[-1] - 0.05, s * half * 0.42),
        ]
        laces.append(tube(curve(tail, 9 if fine else 3), 0.0015, 4 if fine else 3))
    rims = []
    for y, w in ((0.012, 0.885), (1.0, 1.0)):
        path = [at(a, half * w + 0.0008, edge(a) * y * 0.985) for a in turn]
        rims.append(tube(path, 0.0021, 5 if fine else 3))
    return [
        Solid(
            "cuff",
            cuff,
            "hide",
            ("arm-guard.length", "arm-guard.width"),
            "things",
            None,
            {"middle": (0.0, long / 2, 0.0)},
            50,
        ),
        Solid("laces", join(laces), "silk-red", (), "things"),
        Solid("rims", join(rims), "hide-dark", (), "things", None, {}, 60),
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


def _shoe(long: float, lod: int) -> tuple[Body, Body, Body, Body]:
    """Upper, sole, toe ornament 絇 with the binding of the mouth, and the dark inside, of one shoe along +Z, heel at −long/2."""
    count, around = (13, 14) if lod == 0 else (6, 8)
    angle = np.arange(around) * 2 * math.pi / around
    cos, sin = np.cos(angle), np.sin(angle)
    full = np.sign(sin) * np.abs(sin) ** 0.75
    rings, soles = [], []
    # Closer together at heel and toe, which are round.
    for t in (1 - np.cos(np.linspace(0, math.pi, count))) / 2:
        z = -long / 2 + long * float(t)
        # Heel and toe are drawn in round; the vamp falls from the instep to the toe, which turns up.
        round_ = math.sqrt(max(0.0, 1 - ((0.5 - t) / 0.5) ** 4))
        half = long * (0.115 + 0.060 * math.sin(math.pi * min(t * 0.9 + 0.12, 1.0))) * (0.16 + 0.84 * round_)
        high = long * float(np.interp(t, [0, 0.06, 0.40, 0.55, 0.80, 1.0], [0.20, 0.245, 0.235, 0.19, 0.115, 0.075]))
        lift = long * 0.10 * max(0.0, (t - 0.82) / 0.18) ** 1.6
        rings.append(np.column_stack([half * cos, 0.009 + lift + high / 2 + high / 2 * full, np.full(around, z)]))
        s = half * 1.07
        soles.append([(-s, lift, z), (s, lift, z), (s, lift + 0.011, z), (-s, lift + 0.011, z)])
    upper = loft(rings, "shoe", "body.foot")
    sole = loft(soles, "shoe sole", "body.foot")
    turn = np.arange(18 if lod == 0 else 8) * 2 * math.pi / (18 if lod == 0 else 8)
    mouth = np.column_stack(
        [long * 0.105 * np.sin(turn), long * (0.278 - 0.020 * np.cos(turn)), long * (-0.26 + 0.175 * np.cos(turn))]
    )
    binding = tube(mouth, 0.0036, 5 if lod == 0 else 3, closed=True, name="binding")
    inside = loft(np.array([mouth * [0.98, 1, 1] - [0, 0.006, 0], mouth * [0.98, 1, 1] - [0, 0.001, 0]]), "shoe mouth")
    z = long * 0.40
    loop = [
        (-0.016, long * 0.13, z - 0.022),
        (-0.010, long * 0.175, z + 0.004),
        (0.010, long * 0.175, z + 0.004),
        (0.016, long * 0.13, z - 0.022),
    ]
    toe = tube(curve(loop, 11 if lod == 0 else 4), 0.0035, 5 if lod == 0 else 3)
    return upper, sole, join([toe, binding]), inside


def build_shoes(ground: Ground, lod: int = 0) -> list[Solid]:
    """A pair of shoes 屨 side by side, toes toward +Z; as long as a footprint."""
    long = Sizes(ground)("body.foot")
    parts = _shoe(long, lod)
    names = (("uppers", "shoe"), ("soles", "silk-white"), ("toes", "shoe-edge"), ("insides", "ink"))
    result = []
    for mesh, (name, material) in zip(parts, names, strict=True):
        pair = join([moved(mesh, x=0.065), moved(mirrored(mesh), x=-0.065)])
        result.append(Solid(name, pair, material, ("body.foot",), "things", None, {}, 75 if name == "uppers" else 40))
    return result
