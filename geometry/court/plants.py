"""Trees beyond the court and tufts of dry grass, sparingly: flakes of leaf on shells round the boughs, normals bent outward."""

from __future__ import annotations

import math

import numpy as np

from geometry.solids import Body, Floats, Solid, body, copies, curve, ellipsoid, frame, join, placed, tube


def _flake() -> Body:
    """A flake of leaves: a bent piece as long as one, flat side up."""
    return body(
        [(0, 0, -0.5), (0.42, 0.05, 0.1), (-0.42, 0.05, 0.1), (0, 0.16, 0.5)],
        [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)],
        "leaf",
    )


def build_tree(seed: int = 1, lod: int = 0, height: float = 7.0) -> list[Solid]:
    """A broad-crowned tree at the origin; `lod` 1 has fewer and larger flakes."""
    rng = np.random.default_rng(seed)
    crown = height * 0.62
    trunk_top = height * 0.42
    lean = rng.normal(0, 0.25, 2)
    sides = 7 if lod == 0 else 5
    trunk = tube(curve([(0, -0.15, 0), (lean[0] * 0.3, trunk_top * 0.5, lean[1] * 0.3), (lean[0], trunk_top, lean[1])], 5),
                 np.linspace(0.24, 0.15, 5) * height / 7, sides, name="trunk")  # fmt: skip
    boughs: list[Body] = [trunk]
    clumps: list[tuple[Floats, float]] = []
    count = 11 if lod == 0 else 7
    for k in range(count):
        turn = k * 2.399 + rng.normal(0, 0.2)
        out = crown * (0.42 * math.sqrt((k + 0.6) / count)) * (0.85 + 0.3 * rng.random())
        up = trunk_top + crown * (0.30 + 0.62 * (1 - (k + 0.5) / count) + 0.1 * rng.random())
        middle = np.array([lean[0] + out * math.cos(turn) * 1.25, up, lean[1] + out * math.sin(turn) * 1.25])
        clumps.append((middle, crown * (0.21 + 0.07 * rng.random())))
        if k % 2 == 0 or lod == 0:
            start = np.array([lean[0] * 0.9, trunk_top * (0.8 + 0.2 * rng.random()), lean[1] * 0.9])
            mid = (start + middle) / 2 + np.array([0, -0.15, 0])
            boughs.append(
                tube(curve([start, mid, middle], 4), np.array([0.10, 0.08, 0.06, 0.03]) * height / 7, 4, name="bough")
            )
    flake = _flake()
    each = 31 if lod == 0 else 15
    size = crown * (0.165 if lod == 0 else 0.23)
    frames, tones, hearts, dark = [], [], [], []
    for middle, radius in clumps:
        # Within each clump an uneven dark mass, so that the crown is dense without many leaves.
        blob = ellipsoid((0.0, 0.0, 0.0), (radius * 0.74, radius * 0.60, radius * 0.74), 5, 3)
        points = np.asarray(blob.vertices)
        blob.vertices = points * (0.66 + 0.40 * rng.random((len(points), 1)))
        hearts.append(placed(blob, frame(middle, float(rng.random() * 360))))
        shade = 0.70 + 0.22 * (np.asarray(blob.vertices)[:, 1:2] / radius * 0.5 + 0.5)
        dark.append(np.clip(np.repeat(shade, 3, axis=1), 0.5, 1.0))
        for k in range(each):
            polar = math.acos(1 - 1.62 * (k + 0.5) / each)
            turn = k * 2.399963 + rng.normal(0, 0.25)
            way = np.array([math.sin(polar) * math.cos(turn), math.cos(polar) * 0.85, math.sin(polar) * math.sin(turn)])
            spot = middle + way * radius * (0.62 + 0.44 * rng.random())
            tilt = math.degrees(polar)
            frames.append(
                frame(
                    spot,
                    math.degrees(math.pi / 2 - turn) + float(rng.normal(0, 25)),
                    tilt * 0.8 + float(rng.normal(0, 22)),
                    float(rng.normal(0, 20)),
                    size * (0.65 + 0.6 * rng.random()),
                )
            )
            tones.append((0.76 + 0.24 * rng.random()) * (0.88 + 0.12 * way[1]))
    heart = (float(lean[0]), trunk_top + crown * 0.25, float(lean[1]))

    colors = np.repeat(np.array(tones)[:, None] * np.array([1.0, 0.99, 0.93]), 4, axis=0)
    return [
        Solid("wood", join(boughs), "bark", ("scenery.tree",), "ground", None, crease=60),
        Solid("leaves", copies(flake, np.array(frames)), "leaf", (), "ground", colors, bulge=heart),
        Solid("leaves-dark", join(hearts), "leaf-dark", (), "ground", np.vstack(dark), bulge=heart),
    ]


def build_far_tree(seed: int = 1, height: float = 8.0, lod: int = 0) -> list[Solid]:
    """A tree seen from far: uneven masses of leaves, lighter above, with some flakes; `lod` 1 has fewer and larger ones."""
    rng = np.random.default_rng(seed)
    crown, stem = height * 0.66, height * 0.36
    trunk = tube(
        [(0, -0.2, 0), (0.1, stem + crown * 0.2, 0.05)], [0.22 * height / 8, 0.12 * height / 8], 4, name="trunk"
    )
    masses, tones, flakes, lit = [], [], [], []
    each, wide = (9, 1.14) if lod == 0 else (6, 1.34)
    for k in range(7):
        turn = k * 2.399 + float(rng.normal(0, 0.2))
        out = 0.0 if k == 6 else crown * 0.36 * (0.75 + 0.4 * float(rng.random()))
        middle = (
            out * math.cos(turn),
            stem + crown * (0.72 if k == 6 else 0.26 + 0.09 * (k % 3)),
            out * math.sin(turn),
        )
        radius = crown * (0.27 + 0.07 * float(rng.random()))
        blob = ellipsoid((0.0, 0.0, 0.0), (radius * 0.74, radius * 0.60, radius * 0.74), 5, 3)
        points = np.asarray(blob.vertices)
        blob.vertices = points * (0.74 + 0.42 * rng.random((len(points), 1)))
        masses.append(placed(blob, frame(middle, float(rng.random() * 360))))
        shade = (
            0.66
            + 0.30 * (np.asarray(blob.vertices)[:, 1:2] / radius * 0.5 + 0.5)
            + rng.normal(0, 0.04, (len(points), 1))
        )
        tones.append(np.clip(np.repeat(shade, 3, axis=1), 0.5, 1.0))
        for n in range(each):
            polar, round_ = math.acos(1 - 1.6 * (n + 0.5) / each), n * 2.399963 + float(rng.normal(0, 0.3))
            way = np.array(
                [math.sin(polar) * math.cos(round_), math.cos(polar) * 0.8, math.sin(polar) * math.sin(round_)]
            )
            spot = np.array(middle) + way * radius * (0.68 + 0.36 * float(rng.random()))
            tilt = math.degrees(polar) * 0.8 + float(rng.normal(0, 20))
            yaw = math.degrees(math.pi / 2 - round_) + float(rng.normal(0, 25))
            flakes.append(
                frame(spot, yaw, tilt, float(rng.normal(0, 20)), radius * wide * (0.58 + 0.36 * float(rng.random())))
            )
            lit.append((0.76 + 0.24 * float(rng.random())) * (0.88 + 0.12 * float(way[1])))
    leaf = np.repeat(np.array(lit)[:, None] * np.array([1.0, 0.99, 0.93]), 4, axis=0)
    return [
        Solid(
            "flakes",
            copies(_flake(), np.array(flakes)),
            "leaf",
            (),
            "ground",
            leaf,
            bulge=(0.0, stem + crown * 0.15, 0.0),
        ),
        Solid("wood", trunk, "bark", ("scenery.tree",), "ground"),
        Solid(
            "leaves", join(masses), "leaf-dark", (), "ground", np.vstack(tones), bulge=(0.0, stem + crown * 0.15, 0.0)
        ),
    ]


def build_wood(seed: int = 1, lod: int = 0) -> list[Solid]:
    """A stretch of the edge of a wood, seen from far: crowns in two loose ranks along x, about 30 m long, 12 m high.

    Each crown is some uneven dark masses with large flakes on what faces up and out; `lod` 1 has half of the flakes.
    """
    rng = np.random.default_rng(seed)
    solids: list[Solid] = []
    count, each = 6, 11 if lod == 0 else 7
    for k in range(count):
        height = 7.5 + 4.5 * float(rng.random()) - 1.6 * abs(k - 2.5) / 2.5
        at = np.array(
            [(k - 2.5) * 4.8 + float(rng.normal(0, 0.9)), 0.0, (2.6 if k % 2 else -2.2) + float(rng.normal(0, 1.1))]
        )
        crown, stem = height * 0.80, height * 0.20
        tone = 0.92 + 0.08 * float(rng.random())
        masses, shades, flakes, lit = [], [], [], []
        for n in range(2):
            turn = n * 3.0 + k + float(rng.normal(0, 0.3))
            out = crown * (0.20 if n == 0 else 0.12)
            middle = (
                np.array([out * math.cos(turn), stem + crown * (0.33 if n == 0 else 0.62), out * math.sin(turn)]) + at
            )
            radius = crown * (0.51 + 0.08 * float(rng.random())) * (1.0 if n == 0 else 0.84)
            blob = ellipsoid((0.0, 0.0, 0.0), (radius * 0.98, radius * 0.74, radius * 0.98), 5, 3)
            points = np.asarray(blob.vertices)
            blob.vertices = points * (0.78 + 0.40 * rng.random((len(points), 1)))
            masses.append(placed(blob, frame(middle, float(rng.random() * 360))))
            shade = 0.70 + 0.26 * (np.asarray(blob.vertices)[:, 1:2] / radius * 0.5 + 0.5)
            shades.append(np.clip(np.repeat(shade * tone, 3, axis=1), 0.5, 1.0))
            for m in range(each):
                polar, round_ = math.acos(1 - 1.5 * (m + 0.5) / each), m * 2.399963 + float(rng.normal(0, 0.4))
                way = np.array(
                    [math.sin(polar) * math.cos(round_), math.cos(polar) * 0.86, math.sin(polar) * math.sin(round_)]
                )
                flakes.append(
                    frame(
                        middle + way * radius * [1.08, 0.90, 1.08] * (0.76 + 0.26 * float(rng.random())),
                        math.degrees(math.pi / 2 - round_) + float(rng.normal(0, 25)),
                        math.degrees(polar) * 0.8 + float(rng.normal(0, 20)),
                        float(rng.normal(0, 20)),
                        radius * (0.60 if lod == 0 else 0.76) * (0.7 + 0.6 * float(rng.random())),
                    )
                )
                lit.append((0.76 + 0.24 * float(rng.random())) * (0.86 + 0.14 * float(way[1])) * tone)
        heart = (float(at[0]), stem + crown * 0.1, float(at[2]))
        leaf = np.repeat(np.array(lit)[:, None] * np.array([1.0, 0.99, 0.93]), 4, axis=0)
        stand = tube(at + np.array([(0, -0.6, 0), (0, stem + crown * 0.2, 0)]), [0.26, 0.16], 3, name="trunk")
        solids += [
            Solid(f"flakes-{k}", copies(_flake(), np.array(flakes)), "leaf", (), "landscape", leaf, bulge=heart),
            Solid(f"leaves-{k}", join(masses), "leaf-dark", (), "landscape", np.vstack(shades), bulge=heart),
            Solid(f"wood-{k}", stand, "bark", ("scenery.tree",), "landscape"),
        ]
    return solids


def build_shrub(seed: int = 1, lod: int = 0) -> list[Solid]:
    """A low bush of three or four clumps, for the edge of the court."""
    rng = np.random.default_rng(seed)
    hearts, frames, tones = [], [], []
    flake = _flake()
    for k in range(3):
        radius = 0.34 + 0.16 * float(rng.random())
        middle = np.array([0.5 * (k - 1) + float(rng.normal(0, 0.08)), radius * 0.55, float(rng.normal(0, 0.16))])
        blob = ellipsoid((0.0, 0.0, 0.0), (radius, radius * 0.8, radius), 6, 4)
        blob.vertices = np.asarray(blob.vertices) * (0.85 + 0.3 * rng.random((len(blob.vertices), 1)))
        hearts.append(placed(blob, frame(middle)))
        each = 11 if lod == 0 else 5
        for n in range(each):
            polar, turn = math.acos(1 - 1.1 * (n + 0.5) / each), n * 2.399963 + float(rng.random())
            way = np.array([math.sin(polar) * math.cos(turn), math.cos(polar) * 0.8, math.sin(polar) * math.sin(turn)])
            frames.append(
                frame(
                    middle + way * radius,
                    float(rng.random() * 360),
                    math.degrees(polar) * 0.8,
                    float(rng.normal(0, 20)),
                    (0.26 if lod == 0 else 0.36) * (0.7 + 0.5 * rng.random()),
                )
            )
            tones.append(0.8 + 0.2 * rng.random())
    colors = np.repeat(np.array(tones)[:, None] * np.array([1.0, 0.99, 0.93]), 4, axis=0)
    return [
        Solid(
            "leaves",
            copies(flake, np.array(frames)),
            "leaf",
            ("scenery.bush",),
            "ground",
            colors,
            bulge=(0.0, -0.2, 0.0),
        ),
        Solid("leaves-dark", join(hearts), "leaf-dark", (), "ground", None, bulge=(0.0, -0.2, 0.0)),
    ]


def build_tuft(seed: int = 1) -> list[Solid]:
    """A tuft of dry grass: a dozen narrow blades bending outward."""
    rng = np.random.default_rng(seed)
    blade = body(
        [(-0.5, 0, -0.35), (0.5, 0, -0.35), (0, 0, 0.5), (0, 1, 1.0)],
        [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)],
        "blade",
    )
    frames = [
        frame((float(rng.normal(0, 0.05)), -0.01, float(rng.normal(0, 0.05))), float(k * 360 / 10 + rng.normal(0, 14)), float(rng.normal(4, 8)), 0.0,
              (0.014, 0.13 + 0.16 * float(rng.random()), 0.10 + 0.08 * float(rng.random())))
        for k in range(10)
    ]  # fmt: skip
    tones = np.repeat(0.86 + 0.14 * rng.random((10, 1)) * np.array([1.0, 1.0, 0.9]), 4, axis=0)
    return [
        Solid(
            "blades",
            copies(blade, np.array(frames)),
            "grass",
            ("scenery.grass",),
            "ground",
            tones,
            bulge=(0.0, -0.6, 0.0),
        )
    ]
