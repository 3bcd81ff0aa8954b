"""Cups: 爵, 觶, the stand 豐 of the penalty cup, the ladle 勺."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Floats, Solid, curve, join, lathe, loft, moved, tube
from geometry.things.shapes import rib, sides_of, surface, vessel
from layout.evidence.model import Ground


def build_goblet(ground: Ground, lod: int = 0) -> list[Solid]:
    """The goblet 觶: slender, its belly low, its mouth opening; base below, bowl above. Points: foot, belly, rim."""
    size = Sizes(ground)
    mouth, deep, base = size("goblet.mouth") / 2, size("goblet.depth"), size("goblet.base")
    high = base + deep
    n = sides_of(lod, 16, 8)
    outside = [
        (mouth * 0.74, 0.0),
        (mouth * 0.72, base * 0.12),
        (mouth * 0.52, base * 0.38),
        (mouth * 0.48, base * 0.66),
        (mouth * 0.68, base * 0.98),
        (mouth * 0.80, base + deep * 0.26),
        (mouth * 0.74, base + deep * 0.60),
        (mouth * 0.78, base + deep * 0.80),
        (mouth, high),
    ]
    wall = vessel(outside, 0.004, n, 16 if lod == 0 else 8, base, "goblet", "goblet.depth")
    bands = [
        rib(mouth * 0.745, base + deep * 0.58, 0.003, n),
        rib(mouth * 0.54, base * 0.36, 0.003, n),
        rib(mouth * 0.735, base * 0.08, 0.003, n),
    ]
    points = {"foot": (0.0, base * 0.4, 0.0), "belly": (0.0, base + deep * 0.3, 0.0), "rim": (0.0, high, 0.0)}
    return [
        Solid("goblet", wall, "bronze", ("goblet.height", "goblet.mouth", "goblet.base"), "things", None, points, 35),
        Solid("bands", join(bands if lod == 0 else bands[:1]), "bronze-dark", (), "things"),
        Solid("wine", surface(mouth * 0.74, base + deep * 0.72, n), "wine", (), "things"),
    ]


def build_cup(ground: Ground, lod: int = 0) -> list[Solid]:
    """The cup 爵: three blade legs, a body drawn out to a spout (+Z) and a pointed tail, two capped posts, a loop for the hand.

    Its height is measured to the tip of the tail. Points: grip (the loop), belly, spout.
    """
    size = Sizes(ground)
    high, mouth = size("cup.height"), size("cup.mouth") / 2
    around, levels = (26, 8) if lod == 0 else (10, 4)
    angle = np.arange(around) * 2 * math.pi / around
    front, side = np.cos(angle), np.sin(angle)
    low, rim = high * 0.42, high * 0.86

    def skin(inset: float, floor: float) -> list[Floats]:
        rings = []
        for t in np.linspace(0, 1, levels):
            swell = 0.62 + 0.30 * t - 0.16 * math.sin(math.pi * t)
            if t < 0.2:
                swell *= 0.55 + 0.45 * math.sqrt(t / 0.2)
            r = mouth * swell - inset
            pull = t**2.2
            spout = pull * mouth * 1.55 * np.clip(front, 0, 1) ** 3.0
            tail = pull * mouth * 0.95 * np.clip(-front, 0, 1) ** 2.4
            pinch = 1 - 0.42 * pull * np.clip(np.abs(front), 0, 1) ** 4
            z = r * front + spout - tail
            x = r * side * pinch
            lift = t**3 * (0.10 * high * np.clip(front, 0, 1) ** 2 + (high - rim) * np.clip(-front, 0, 1) ** 3)
            y = np.minimum(floor + (rim - floor) * t + lift, high)
            rings.append(np.column_stack([x, y, z]))
        return rings

    outer, inner = skin(0.0, low), skin(0.0035, low + 0.008)
    bowl = loft(np.array([*outer, *inner[::-1]]), "cup", "cup.height")
    legs = []
    for turn in (90, 210, 330):
        a = math.radians(turn)
        way = np.array([math.sin(a), 0.0, math.cos(a)])
        start, end = way * mouth * 0.40 + np.array([0, low + 0.012, 0]), way * mouth * 0.98
        across = np.array([math.cos(a), 0.0, -math.sin(a)])
        rings = []
        for t in np.linspace(0, 1, 4 if lod == 0 else 2):
            middle = start + (end - start) * t + way * 0.006 * math.sin(math.pi * t)
            half, deep = mouth * (0.20 - 0.15 * t), mouth * (0.12 - 0.07 * t)
            rings.append(
                np.array([middle + across * half, middle + way * deep, middle - across * half, middle - way * deep])
            )
        rings[-1][:, 1] = 0.0
        legs.append(loft(np.array(rings), "cup leg", "cup.height"))
    posts = []
    for x in (mouth * 0.62, -mouth * 0.62):
        z = mouth * 0.55
        posts.append(tube([(x, rim - 0.004, z), (x, rim + high * 0.06, z)], 0.0032, 6 if lod == 0 else 3))
        posts.append(
            moved(
                lathe([(0, 0), (0.0085, 0.0), (0.0075, 0.006), (0, 0.012)], 8 if lod == 0 else 4),
                x,
                rim + high * 0.055,
                z,
            )
        )
    loop = tube(
        curve(
            [
                (mouth * 0.52, low + (rim - low) * 0.72, 0),
                (mouth * 1.05, low + (rim - low) * 0.74, 0),
                (mouth * 1.02, low + (rim - low) * 0.16, 0),
                (mouth * 0.44, low + (rim - low) * 0.16, 0),
            ],
            11 if lod == 0 else 6,
        ),
        0.0038,
        6 if lod == 0 else 4,
    )
    band = rib(mouth * 0.735, low + (rim - low) * 0.52, 0.002, 16 if lod == 0 else 8)
    points = {
        "grip": (mouth * 1.0, low + (rim - low) * 0.45, 0.0),
        "belly": (0.0, low + (rim - low) * 0.3, 0.0),
        "spout": (0.0, rim, mouth * 2.4),
    }
    level = inner[round((levels - 1) * 0.7)]
    height = float(level[:, 1].min())
    # Its edge runs into the wall, so that no gap is seen.
    pool = np.column_stack([level[:, 0], np.full(around, height), level[:, 2]])
    wine = loft(np.array([pool - np.array([0.0, 0.004, 0.0]), pool]), "wine in the cup", "cup.height")
    return [
        Solid("bowl", bowl, "bronze", ("cup.height", "cup.mouth"), "things", None, points, 35),
        Solid("legs", join([*legs, *posts, loop]), "bronze", ("cup.height",), "things"),
        Solid("bands", band, "bronze-dark", (), "things"),
        Solid("wine", wine, "wine", (), "things"),
    ]


def build_ladle(ground: Ground, lod: int = 0) -> list[Solid]:
    """The ladle 勺: a round bowl and a long handle that rises to its end; along Z, the bowl at −Z. Points: grip, bowl."""
    size = Sizes(ground)
    long, r = size("ladle.length"), size("ladle.bowl") / 2
    n = sides_of(lod, 16, 8)
    start = -long / 2
    bowl = vessel(
        [(r * 0.30, 0.0), (r * 0.72, r * 0.18), (r * 0.95, r * 0.6), (r, r * 1.05)],
        0.004,
        n,
        9,
        0.005,
        "ladle",
        "ladle.bowl",
    )
    bowl = moved(bowl, z=start + r)
    path = curve(
        [
            (0, r * 0.85, start + 1.9 * r),
            (0, r * 1.25, start + 3.2 * r),
            (0, r * 1.7, 0.0),
            (0, r * 3.0, long / 2 - 0.05),
            (0, r * 3.5, long / 2),
        ],
        13 if lod == 0 else 6,
    )
    handle = tube(
        path,
        np.linspace(0.008, 0.0055, len(path)),
        8 if lod == 0 else 5,
        flat=0.7,
        name="ladle",
        dimension="ladle.length",
    )
    points = np.asarray(handle.vertices).copy()
    points[:, 2] = np.minimum(points[:, 2], long / 2)
    handle.vertices = points
    where = {"grip": (0.0, r * 2.6, long * 0.32), "bowl": (0.0, r * 0.5, start + r)}
    return [
        Solid("bowl", bowl, "wood", ("ladle.bowl",), "things", None, where, 35),
        Solid("handle", handle, "wood", ("ladle.length",), "things"),
    ]


def build_cup_stand(ground: Ground, lod: int = 0) -> list[Solid]:
    """豐: the stand of the penalty cup, shaped like a low 豆: foot, stout stem, flat mouth with a rim. Point: top."""
    size = Sizes(ground)
    mouth, rim = size("cup-stand.mouth") / 2, size("cup-stand.rim")
    stem, thick = size("cup-stand.stem"), size("cup-stand.stem-diameter") / 2
    foot, low = size("cup-stand.foot") / 2, size("cup-stand.foot-height")
    n = sides_of(lod, 20, 12)
    top = low + stem
    profile = [
        (foot, 0.0),
        (foot, low * 0.3),
        (foot * 0.97, low * 0.55),
        (thick * 1.15, low),
        (thick, low + stem * 0.14),
        (thick * 0.72, low + stem * 0.42),
        (thick * 0.72, low + stem * 0.58),
        (thick, low + stem * 0.86),
        (mouth * 0.88, top - rim * 0.5),
        (mouth, top),
        (mouth, top + rim),
        (mouth * 0.93, top + rim),
        (mouth * 0.91, top + rim * 0.15),
    ]
    stand = lathe([(0, 0), *profile, (0, top + rim * 0.15)], n, "cup-stand", "cup-stand.height")
    lines = [
        rib(foot - 0.005, low * 0.4, 0.005, n),
        rib(thick * 0.73, low + stem * 0.5, 0.006, n),
        rib(mouth - 0.005, top + rim * 0.5, 0.005, n),
        rib(thick * 1.0, low + stem * 0.15, 0.004, n),
        rib(thick * 1.0, low + stem * 0.85, 0.004, n),
    ]
    return [
        Solid(
            "stand",
            stand,
            "lacquer-dark",
            ("cup-stand.height", "cup-stand.mouth", "cup-stand.foot"),
            "things",
            None,
            {"top": (0.0, top + rim * 0.15, 0.0)},
            30,
        ),
        Solid("lines", join(lines), "lacquer-line", (), "things"),
    ]
