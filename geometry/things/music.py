"""Instruments: chimes 縣 of sixteen stones, zither 瑟, mouth-organ 笙, drum 鼓."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Solid,
    bevelled,
    box,
    copies,
    ellipsoid,
    frame,
    join,
    lathe,
    loft,
    log,
    moved,
    placed,
    prism,
    tube,
)
from geometry.things.beasts import limb
from geometry.things.shapes import helix, ring
from layout.evidence.model import Ground


def stone_outline(upper: float, lower: float, breadth: float, lower_breadth: float, angle: float) -> Floats:
    """A chime stone 磬 after 磬氏: 股 (short, broad) and 鼓 (long, narrow) meeting at 倨句; (x, y), the bend at the origin above.

    `angle` is in right angles (一矩有半 = 1.5). The 股 hangs down to −x, the 鼓 to +x, both under the outer corner.
    """
    bend = angle * math.pi / 2
    down = (math.pi - bend) / 2
    left = np.array([-math.cos(down), -math.sin(down)])
    right = np.array([math.cos(down), -math.sin(down)])
    under_left, under_right = np.array([left[1], -left[0]]) * -1, np.array([right[1], -right[0]])
    if under_left[1] > 0:
        under_left = -under_left
    if under_right[1] > 0:
        under_right = -under_right
    a0, a1 = left * upper, left * upper + under_left * breadth
    b0, b1 = right * lower, right * lower + under_right * lower_breadth
    # The inner corner is where the two lower edges meet.
    matrix = np.column_stack([left, -right])
    s, _ = np.linalg.solve(matrix, under_right * lower_breadth - under_left * breadth)
    inner = under_left * breadth + left * s
    return np.array([a0, a1, inner, b1, b0, (0.0, 0.0)])


def build_chime_stone(ground: Ground, lod: int = 0, scale: float = 1.0) -> list[Solid]:
    """One stone of 磬氏's measure (the stone of 黃鍾), hung from its bend: origin at the hole, its flat sides toward ±Z."""
    size = Sizes(ground)
    return [
        Solid(
            "stone",
            _stone(size, scale),
            "chime",
            ("chime-stone.upper", "chime-stone.lower", "chime-stone.breadth", "chime-stone.angle"),
            "things",
            crease=25,
        )
    ]


def _stone(size: Sizes, scale: float) -> Body:
    ring_ = stone_outline(
        size("chime-stone.upper"),
        size("chime-stone.lower"),
        size("chime-stone.breadth"),
        size("chime-stone.lower-breadth"),
        size.number("chime-stone.angle"),
    )
    half = size("chime-stone.thickness") / 2
    flat = prism(ring_, -half, half, axis="z", name="chime-stone", dimension="chime-stone.angle")
    # The hole sits under the bend; the stone hangs below the origin.
    return placed(flat, np.diag([scale, scale, scale, 1.0]) @ frame((0.0, 0.16 * size("chime-stone.breadth"), 0.0)))


def build_chimes(ground: Ground, lod: int = 0) -> list[Solid]:
    """A rack 簨虡 with sixteen stones in two rows, each row graded; the player stands on the side of +Z."""
    size = Sizes(ground)
    half, high = size("chime-rack.width") / 2, size("chime-rack.height")
    count = size.count("chimes.count")
    fine = lod == 0
    post_x = half - 0.20
    frame_parts: list[Body] = []
    trim: list[Body] = []
    cords: list[Body] = []
    stones: list[Body] = []
    rails = (high - 0.16, high * 0.53)
    for s in (-1.0, 1.0):
        frame_parts.append(
            tube(
                [(s * post_x, 0.12, 0.0), (s * post_x, high * 0.5, 0.0), (s * post_x, high - 0.10, 0.0)],
                [0.034, 0.030, 0.026],
                10 if fine else 6,
                name="chime-rack",
            )
        )
        # Feet: crouching beasts under the posts.
        frame_parts.append(
            ellipsoid((s * post_x, 0.085, 0.02), (0.085, 0.075, 0.17), 12 if fine else 7, 7 if fine else 5)
        )
        frame_parts.append(
            limb(
                [(s * post_x, 0.10, 0.14), (s * post_x, 0.155, 0.20), (s * post_x, 0.15, 0.27)],
                [0.05, 0.048, 0.022],
                6 if fine else 3,
                8 if fine else 5,
            )
        )
        for dx in (-0.05, 0.05):
            for dz in (-0.10, 0.13):
                frame_parts.append(
                    tube([(s * post_x + dx, 0.07, dz), (s * post_x + dx * 1.3, 0.012, dz + 0.02)], [0.03, 0.024], 6)
                )
        frame_parts.append(box((s * post_x - 0.075, s * post_x + 0.075), (0.0, 0.028), (-0.19, 0.24)))
        for y in rails:
            # Rail ends: dragons' heads looking outward and up.
            tip = half if y == rails[0] else half - 0.03
            frame_parts.append(
                limb(
                    [
                        (s * (post_x - 0.05), y, 0),
                        (s * (post_x + 0.06), y + 0.012, 0),
                        (s * (tip - 0.09), y + 0.060, 0),
                        (s * (tip - 0.02), y + 0.085, 0),
                    ],
                    [0.030, 0.030, 0.036, 0.014],
                    7 if fine else 4,
                    8 if fine else 5,
                )
            )
            muzzle = placed(
                loft(
                    [
                        [
                            (-0.05, -0.022, -0.022),
                            (-0.05, -0.022, 0.022),
                            (-0.05, 0.030, 0.020),
                            (-0.05, 0.030, -0.020),
                        ],
                        [(0.0, -0.012, -0.016), (0.0, -0.012, 0.016), (0.0, 0.010, 0.014), (0.0, 0.010, -0.014)],
                    ]
                ),
                frame((0, 0, 0)),
            )
            muzzle = moved(muzzle if s > 0 else placed(muzzle, np.diag([-1.0, 1.0, 1.0, 1.0])), s * tip, y + 0.085)
            frame_parts.append(muzzle)
            trim.append(
                limb(
                    [
                        (s * (tip - 0.07), y + 0.11, 0.012),
                        (s * (tip - 0.12), y + 0.15, 0.02),
                        (s * (tip - 0.13), y + 0.19, 0.015),
                    ],
                    [0.008, 0.006, 0.002],
                    4,
                    5,
                )
            )
            trim.append(
                limb(
                    [
                        (s * (tip - 0.07), y + 0.11, -0.012),
                        (s * (tip - 0.12), y + 0.15, -0.02),
                        (s * (tip - 0.13), y + 0.19, -0.015),
                    ],
                    [0.008, 0.006, 0.002],
                    4,
                    5,
                )
            )
    for y in rails:
        frame_parts.append(
            bevelled((-post_x - 0.01, post_x + 0.01), (y - 0.034, y + 0.034), (-0.024, 0.024), 0.01, "chime-rack")
        )
        trim.append(box((-post_x + 0.03, post_x - 0.03), (y - 0.006, y + 0.006), (0.0235, 0.0255)))
        trim.append(box((-post_x + 0.03, post_x - 0.03), (y - 0.006, y + 0.006), (-0.0255, -0.0235)))
    # 崇牙: teeth along the upper rail.
    tooth = ellipsoid((0.0, 0.0, 0.0), (0.048, 0.040, 0.020), 10 if fine else 6, 5)
    trim.append(
        copies(
            tooth,
            np.array([frame((float(x), rails[0] + 0.040, 0.0)) for x in np.linspace(-post_x + 0.16, post_x - 0.16, 8)]),
        )
    )
    scale, step = size.number("chimes.stone-scale"), size.number("chimes.step")
    per_row = count // 2
    xs = np.linspace(-post_x + 0.13, post_x - 0.13, per_row)
    made = _stone(size, 1.0)
    for row, y in enumerate(rails):
        for k in range(count - per_row if row else per_row):
            x = float(xs[k % len(xs)])
            here = scale * (1.16 if row else 0.86) * step**k
            hang = y - 0.034 - 0.10
            stones.append(placed(made, frame((x, hang, 0.0), 42.0) @ np.diag([here, here, here, 1.0])))
            cords.append(tube([(x, y - 0.03, 0.0), (x, hang + 0.003, 0.0)], 0.0035, 4, name="cord"))
            if fine:
                cords.append(placed(ring(0.011, 0.003, 8), frame((x, hang + 0.004, 0.0), 42.0, 90)))
    tones = np.vstack([np.full((len(s.vertices), 3), 0.90 + 0.10 * ((k * 7) % 5) / 5) for k, s in enumerate(stones)])
    return [
        Solid("rack", join(frame_parts), "lacquer", ("chime-rack.width", "chime-rack.height"), "things", None, {}, 45),
        Solid("trim", join(trim), "lacquer-line", (), "things", None, {}, 50),
        Solid(
            "stones",
            join(stones),
            "chime",
            ("chimes.count", "chime-stone.angle"),
            "things",
            tones,
            {"strike": (0.0, rails[1] - 0.2, 0.1)},
            25,
        ),
        Solid("cords", join(cords), "silk-red", (), "things"),
    ]


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

    cuts = np.linspace(-a, a, 5)
    # The end boards stand a hair proud of the chest on all sides.
    within = np.array([1.0, 1.0, 1.0 - 0.003])
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
            ring_[1:-1, 1] += 0.0012
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


def build_mouth_organ(ground: Ground, lod: int = 0) -> list[Solid]:
    """笙: pipes standing in a gourd, bound by a hoop, the tallest in the middle of each half; upright +Y, its mouthpiece toward −Z.

    Its length is from the foot of the gourd to the top of the tallest pipe. Points: mouth, grip-left, grip-right.
    """
    size = Sizes(ground)
    high, gourd = size("mouth-organ.length"), size("mouth-organ.gourd")
    pipes = size.count("mouth-organ.pipes")
    fine = lod == 0
    n = 18 if fine else 9
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
    for x, z, tall in cane:
        top = gourd * 0.95 + (high - gourd * 0.95) * tall / peak
        bodies.append(
            tube(
                [(x, gourd * 0.90, z), (x * 1.05, gourd + (top - gourd) * 0.6, z), (x * 1.05, top, z)],
                radius,
                8 if fine else 5,
                name="pipe",
                dimension="mouth-organ.length",
            )
        )
        if fine:
            for share in (0.34, 0.68):
                y = gourd + (top - gourd) * share
                tips.append(moved(ring(radius, 0.0022, 8, 3), x * (1 + 0.05 * min(share / 0.6, 1)), y, z))
            tips.append(
                ellipsoid((x * 1.02, gourd + 0.05, z + (radius if z > 0 else -radius)), (0.003, 0.006, 0.002), 6, 4)
            )
    hoop = []
    for y in (gourd + (high - gourd) * 0.36,):
        a = np.arange(16) * 2 * math.pi / 16
        path = np.column_stack([(r * 0.58 + radius) * np.sin(a), np.full(16, y), (r * 0.47 + radius) * np.cos(a)])
        hoop.append(tube(path, 0.0075, 5, closed=True, name="hoop"))
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
