"""Vessels: wine jars 壺 with covers, water-jar 罍, basin 洗, cup 爵, goblet 觶, ladle 勺, dishes 豆 籩, cup-stand 豐."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, copies, curve, ellipsoid, frame, join, lathe, loft, moved, placed, tube
from geometry.things.shapes import ring, vessel
from layout.evidence.model import Ground


def _sides(lod: int, fine: int = 24, coarse: int = 8) -> int:
    return fine if lod == 0 else coarse


def _rib(radius: float, height: float, thick: float, sides: int) -> Body:
    return placed(ring(radius, thick, sides, 3), frame((0.0, height, 0.0)))


def _surface(radius: float, height: float, sides: int) -> Body:
    """The level of what is in a vessel."""
    return lathe([(0, height - 0.004), (radius, height - 0.004), (radius, height), (0, height)], sides)


def _ear(radius: float, height: float, thick: float, lod: int) -> list[Body]:
    """Two ring handles hanging from a beast's snout on the shoulder, at +X and −X."""
    loops = []
    for side in (1.0, -1.0):
        boss = ellipsoid((side * radius, height, 0.0), (thick * 2.2, thick * 2.6, thick * 2.6), 8, 5)
        hang = placed(
            ring(thick * 4.6, thick, 14 if lod == 0 else 8, 5),
            frame((side * (radius + thick * 1.6), height - thick * 4.2, 0.0), roll=80 * side) @ frame(yaw=90),
        )
        loops += [boss, hang]
    return loops


def build_wine_jar(ground: Ground, lod: int = 0, fill: str = "wine") -> list[Solid]:
    """A bronze jar 壺, open (its cover is taken off when the guest comes); `fill` is wine or water (玄酒)."""
    size = Sizes(ground)
    high, mouth, belly = size("wine-jar.height"), size("wine-jar.mouth") / 2, size("wine-jar.belly") / 2
    neck = size("wine-jar.neck")
    n = _sides(lod)
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
    wall = vessel(outside, 0.012, n, 18 if lod == 0 else 9, high * 0.12, "wine-jar", "wine-jar.height")
    bands = [_rib(belly * k, high * h, 0.006, n) for h, k in ((0.22, 0.775), (0.45, 1.0), (0.66, 0.905))]
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
        Solid("fill", _surface(neck_r * 0.93, level, n), "wine" if fill == "wine" else "water", (), "things"),
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
    n = _sides(lod)
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
        _rib(belly * 1.0, foot + (shoulder - foot) * 0.66, 0.006, n),
        _rib(belly * 0.945, shoulder * 0.90, 0.005, n),
        _rib(base * 0.90, foot, 0.006, n),
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
        Solid("water", _surface(mouth * 0.72, high - neck * 0.30, n), "water", (), "things"),
    ]


def build_basin(ground: Ground, lod: int = 0) -> list[Solid]:
    """The basin 洗 on its splayed foot, empty: the water of washing falls into it. Iron for a plain officer, else bronze (舊圖)."""
    size = Sizes(ground)
    high, mouth, foot = size("basin.height"), size("basin.mouth") / 2, size("basin.foot") / 2
    n = _sides(lod, 24, 12)
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
        _rib(waist * 1.06, high * 0.46, 0.010, n),
        _rib(foot - 0.009, high * 0.012, 0.008, n),
        _rib(mouth * 0.905, high * 0.86, 0.006, n),
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
        Solid("water", _surface(mouth * 0.80, high * 0.80, n), "water", (), "things"),
    ]


def build_goblet(ground: Ground, lod: int = 0) -> list[Solid]:
    """The goblet 觶: slender, its belly low, its mouth opening; base below, bowl above. Points: foot, belly, rim."""
    size = Sizes(ground)
    mouth, deep, base = size("goblet.mouth") / 2, size("goblet.depth"), size("goblet.base")
    high = base + deep
    n = _sides(lod, 20, 8)
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
        _rib(mouth * 0.745, base + deep * 0.58, 0.003, n),
        _rib(mouth * 0.54, base * 0.36, 0.003, n),
        _rib(mouth * 0.735, base * 0.08, 0.003, n),
    ]
    points = {"foot": (0.0, base * 0.4, 0.0), "belly": (0.0, base + deep * 0.3, 0.0), "rim": (0.0, high, 0.0)}
    return [
        Solid("goblet", wall, "bronze", ("goblet.height", "goblet.mouth", "goblet.base"), "things", None, points, 35),
        Solid("bands", join(bands), "bronze-dark", (), "things"),
        Solid("wine", _surface(mouth * 0.74, base + deep * 0.72, n), "wine", (), "things"),
    ]


def build_cup(ground: Ground, lod: int = 0) -> list[Solid]:
    """The cup 爵: three blade legs, a body drawn out to a spout (+Z) and a pointed tail, two capped posts, a loop for the hand.

    Its height is measured to the tip of the tail. Points: grip (the loop), belly, spout.
    """
    size = Sizes(ground)
    high, mouth = size("cup.height"), size("cup.mouth") / 2
    around, levels = (28, 8) if lod == 0 else (14, 5)
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
        for t in np.linspace(0, 1, 4):
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
        posts.append(tube([(x, rim - 0.004, z), (x, rim + high * 0.06, z)], 0.0032, 6))
        posts.append(
            moved(
                lathe([(0, 0), (0.0085, 0.0), (0.0075, 0.006), (0.002, 0.012), (0, 0.012)], 8), x, rim + high * 0.055, z
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
        6,
    )
    band = _rib(mouth * 0.735, low + (rim - low) * 0.52, 0.002, 16)
    points = {
        "grip": (mouth * 1.0, low + (rim - low) * 0.45, 0.0),
        "belly": (0.0, low + (rim - low) * 0.3, 0.0),
        "spout": (0.0, rim, mouth * 2.4),
    }
    return [
        Solid("bowl", bowl, "bronze", ("cup.height", "cup.mouth"), "things", None, points, 35),
        Solid("legs", join([*legs, *posts, loop]), "bronze", ("cup.height",), "things"),
        Solid("bands", band, "bronze-dark", (), "things"),
    ]


def build_ladle(ground: Ground, lod: int = 0) -> list[Solid]:
    """The ladle 勺: a round bowl and a long handle that rises to its end; along Z, the bowl at −Z. Points: grip, bowl."""
    size = Sizes(ground)
    long, r = size("ladle.length"), size("ladle.bowl") / 2
    n = _sides(lod, 20, 8)
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


def _stemmed(high: float, mouth: float, foot: float, sides: int, fine: bool, name: str) -> Body:
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
    return vessel(outside, 0.010, sides, 15 if fine else 8, high * 0.70, name, f"{name}.height")


def build_stem_dish(ground: Ground, lod: int = 0) -> list[Solid]:
    """豆: a lacquered wooden stem-dish with red lines, meat sauce 醢 in it."""
    size = Sizes(ground)
    high, mouth, foot = size("stem-dish.height"), size("stem-dish.mouth") / 2, size("stem-dish.foot") / 2
    n = _sides(lod, 20)
    lines = [
        _rib(mouth * 0.965, high * 0.93, 0.004, n),
        _rib(mouth * 0.20, high * 0.52, 0.006, n),
        _rib(foot - 0.004, high * 0.022, 0.004, n),
    ]
    return [
        Solid(
            "dish",
            _stemmed(high, mouth, foot, n, lod == 0, "stem-dish"),
            "lacquer-dark",
            ("stem-dish.height", "stem-dish.mouth"),
            "things",
            None,
            {"rim": (0.0, high, 0.0)},
            35,
        ),
        Solid("lines", join(lines), "lacquer-line", (), "things"),
        Solid("sauce", _surface(mouth * 0.86, high * 0.86, n), "sauce", (), "things"),
    ]


def build_splint_dish(ground: Ground, lod: int = 0) -> list[Solid]:
    """籩: a stem-dish of bamboo splints, five strips of dried meat 脯 in it and a half strip laid across (祭半膱橫于上)."""
    size = Sizes(ground)
    high, mouth, foot = size("splint-dish.height"), size("splint-dish.mouth") / 2, size("splint-dish.foot") / 2
    n = _sides(lod, 20)
    shell = _stemmed(high, mouth, foot, n, lod == 0, "splint-dish")
    hoops = [
        _rib(mouth * k, high * h, 0.005, n) for h, k in ((0.955, 0.965), (0.88, 0.955), (0.80, 0.885), (0.73, 0.76))
    ] + [_rib(foot - 0.006, high * 0.02, 0.006, n), _rib(mouth * 0.185, high * 0.45, 0.006, n)]
    splints: list[Body] = []
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
    strip = _strip(long, wide, thick)
    rng = np.random.default_rng(6)
    rows = [
        frame(((k - (count - 1) / 2) * wide * 1.15, high + 0.002, 0.0), float(rng.normal(0, 2.0))) for k in range(count)
    ]
    half = placed(_strip(long / 2, wide, thick), frame((0.0, high + thick + 0.003, 0.0), 90))
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
        Solid("hoops", join(hoops + splints), "bamboo-dark", (), "things"),
        Solid("strips", meat, "dried-meat", ("strip.length", "strip.width", "strip.count"), "things"),
    ]


def _strip(long: float, wide: float, thick: float) -> Body:
    """One strip of dried meat along Z, a little wavy, edges thin."""
    rings = []
    for t in np.linspace(-0.5, 0.5, 7):
        w = wide / 2 * (0.86 + 0.14 * math.cos(t * 9))
        y = 0.003 * math.sin(t * 11)
        z = t * long
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


def build_cup_stand(ground: Ground, lod: int = 0) -> list[Solid]:
    """豐: the stand of the penalty cup, shaped like a low 豆: foot, stout stem, flat mouth with a rim. Point: top."""
    size = Sizes(ground)
    mouth, rim = size("cup-stand.mouth") / 2, size("cup-stand.rim")
    stem, thick = size("cup-stand.stem"), size("cup-stand.stem-diameter") / 2
    foot, low = size("cup-stand.foot") / 2, size("cup-stand.foot-height")
    n = _sides(lod, 24, 12)
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
        _rib(foot - 0.005, low * 0.4, 0.005, n),
        _rib(thick * 0.73, low + stem * 0.5, 0.006, n),
        _rib(mouth - 0.005, top + rim * 0.5, 0.005, n),
        _rib(thick * 1.0, low + stem * 0.15, 0.004, n),
        _rib(thick * 1.0, low + stem * 0.85, 0.004, n),
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
