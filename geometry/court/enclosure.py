"""Gate 門 with its lodges 塾, the court wall, the stele 碑, and the smaller gates of guest and host."""

from __future__ import annotations

import dataclasses

import numpy as np

from geometry.hall.roof import Slope, bed, courses
from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, bevelled, box, join, loft, log, moved, prism
from layout.evidence.model import Ground


def layered(
    x: tuple[float, float], z: tuple[float, float], high: float, layer: float, seed: int, batter: float = 0.0
) -> tuple[Body, Floats]:
    """Rammed earth in tamped layers, each of its own tone; the wall leans in by `batter` of its height on each face."""
    count = max(2, round(high / layer))
    rng = np.random.default_rng(seed)
    blocks, tones = [], []
    along_x = (x[1] - x[0]) >= (z[1] - z[0])
    for k in range(count):
        low, top = high * k / count, high * (k + 1) / count
        rings = []
        for level in (low, top):
            inset = batter * level
            dx, dz = (0.0, inset) if along_x else (inset, 0.0)
            rings.append(
                [
                    (x[0] + dx, level, z[0] + dz),
                    (x[1] - dx, level, z[0] + dz),
                    (x[1] - dx, level, z[1] - dz),
                    (x[0] + dx, level, z[1] - dz),
                ]
            )
        block = loft(rings, "rammed wall", "wall.thickness")
        blocks.append(block)
        tone = 0.84 + 0.16 * rng.random()
        shade = np.full((8, 3), tone)
        if k == 0:
            shade[:4] *= 0.82
        tones.append(shade)
    return join(blocks), np.vstack(tones)


def _thatched(
    half_long: float,
    half_deep: float,
    eave: float,
    rise: float,
    thick: float,
    lod: int,
    seed: int,
    along_x: bool = True,
) -> list[Solid]:
    """A small two-sloped thatched roof over a rectangle about the origin."""
    planes = []
    for side in (1.0, -1.0):
        if along_x:
            planes.append(
                Slope(
                    np.array([0, eave, side * half_deep]),
                    np.array([0, eave + rise, 0.0]),
                    np.array([side, 0.0, 0.0]),
                    half_long,
                    half_long,
                )
            )
        else:
            planes.append(
                Slope(
                    np.array([side * half_deep, eave, 0]),
                    np.array([0.0, eave + rise, 0.0]),
                    np.array([0.0, 0.0, -side]),
                    half_long,
                    half_long,
                )
            )
    rng = np.random.default_rng(seed)
    parts = [
        Solid("bed", join([bed(plane, thick * 0.6, 1) for plane in planes]), "thatch-under", ("gate.height",), "court"),
        courses(planes, 0.40 if lod == 0 else 0.7, thick, lod, rng, layer="court", width=0.56 if lod == 0 else 1.3),
    ]
    count = 9 if lod == 0 else 3
    rings = []
    for t in np.linspace(-half_long - 0.05, half_long + 0.05, count):
        angle = np.arange(8) * np.pi / 4
        u, v = 0.24 * np.cos(angle), 0.15 * np.sin(angle) * np.where(np.sin(angle) < 0, 0.5, 1)
        y = eave + rise + thick * 0.55 + v
        rings.append(np.column_stack([np.full(8, t), y, u] if along_x else [u, y, np.full(8, t)]))
    parts.append(Solid("ridge-roll", loft(rings, "ridge"), "thatch", (), "court", None, crease=70))
    return parts


def build_wall_run(ground: Ground, length: float, lod: int = 0, seed: int = 1) -> list[Solid]:
    """A straight court wall along X, `length` metres, its middle at the origin; thatched coping."""
    size = Sizes(ground)
    half, high, over = size("wall.thickness") / 2, size("wall.height"), size("wall.coping")
    earth, tone = layered(
        (-length / 2, length / 2), (-half, half), high * 0.86, size("wall.layer") * (1 if lod == 0 else 3), seed, 0.03
    )
    parts = [Solid("wall", earth, "rammed", ("wall.thickness", "wall.height"), "court", tone)]
    planes = [
        Slope(
            np.array([0, high * 0.84, side * (half + over * 0.4)]),
            np.array([0, high * 0.97, 0.0]),
            np.array([side, 0.0, 0.0]),
            length / 2,
            length / 2,
        )
        for side in (1.0, -1.0)
    ]
    rng = np.random.default_rng(seed + 7)
    parts.append(Solid("coping-bed", join([bed(p, 0.06, 1) for p in planes]), "thatch-under", (), "court"))
    parts.append(courses(planes, 0.5, 0.11, lod, rng, layer="court", width=0.8 if lod == 0 else 3.0))
    # The highest straw is as high as the wall is said to be.
    settle = high - max(float(part.mesh.bounds[1][1]) for part in parts)
    return [parts[0], *(dataclasses.replace(part, mesh=moved(part.mesh, y=settle)) for part in parts[1:])]


def build_gate(ground: Ground, lod: int = 0) -> dict[str, list[Solid]]:
    """The gatehouse about its middle, facing +Z: parts by node id (gate, lodge-east, lodge-west, gate-roof).

    A passage between two lodges under one roof; the doors hang in the middle of its depth, one leaf of two ajar.
    """
    size = Sizes(ground)
    half_w, deep, high = size("gate.width") / 2, size("lodge.depth") / 2, size("gate.height")
    lodge, wall = size("lodge.width"), 0.26
    post = size("post.diameter") / 2
    timber: list[Body] = []
    doors: list[Body] = []
    for x in (-half_w, half_w):
        for z in (-deep + 0.2, 0.0, deep - 0.2):
            timber.append(log((x, 0, z), (x, high, z), post, sides=10 if lod == 0 else 6, name="gate post"))
    for z in (-deep + 0.2, 0.0, deep - 0.2):
        timber.append(
            box((-half_w - post, half_w + post), (high - 0.34, high), (z - 0.1, z + 0.1), "gate", "gate.height")
        )
    timber.append(box((-half_w, half_w), (0.0, 0.14), (-0.09, 0.09), "threshold", "gate.width"))
    leaf = half_w - post
    door_high = high - 0.42
    for side in (-1.0, 1.0):
        # Leaves stand open inward (north), against the passage walls.
        for k in range(4):
            a, b = 0.10 + (leaf - 0.05) * k / 4, 0.10 + (leaf - 0.05) * (k + 1) / 4
            x = side * (half_w - post - 0.05)
            doors.append(
                box(
                    (min(x, x - side * 0.06), max(x, x - side * 0.06)),
                    (0.16, 0.16 + door_high - 0.05),
                    (-b + 0.004, -a - 0.004),
                    "door leaf",
                    "gate.width",
                )
            )
        for level in (0.5, 1.4):
            x = side * (half_w - post - 0.11)
            doors.append(
                box(
                    (min(x, x - side * 0.04), max(x, x - side * 0.04)),
                    (level, level + 0.12),
                    (-0.10 - leaf + 0.05, -0.10),
                    "door rail",
                )
            )
    parts: dict[str, list[Solid]] = {
        "gate": [
            Solid("posts", join(timber), "pillar", ("gate.width", "gate.height"), "court"),
            Solid("leaves", join(doors), "door", ("gate.width",), "court"),
        ]
    }
    for name, side in (("lodge-east", 1.0), ("lodge-west", -1.0)):
        x0, x1 = half_w + post * 0.5, half_w + lodge
        panels: list[Body] = []
        floor = box(_span(side, x0, x1), (0.0, 0.22), (-deep, deep), name, "lodge.depth")
        panels.append(box(_span(side, x1 - wall, x1), (0.22, high), (-deep + 0.1, deep - 0.1), name))
        panels.append(box(_span(side, x0, x1 - wall), (0.22, high), (-wall / 2, wall / 2), name))
        rails = [
            box(_span(side, x0, x1), (high - 0.26, high), (z - 0.09, z + 0.09), name) for z in (-deep + 0.2, deep - 0.2)
        ]
        rails += [
            log((side * (x1 - 0.13), 0.2, z), (side * (x1 - 0.13), high, z), post, sides=8, name="post")
            for z in (-deep + 0.2, deep - 0.2)
        ]
        # The gable between wall and roof.
        rise = (deep + 0.5) * 2 / 3 - 0.25
        ring = [(-deep + 0.1, high - 0.02), (deep - 0.1, high - 0.02), (0.0, high + rise)]
        gx = _span(side, x1 - wall * 0.8, x1 - wall * 0.2)
        panels.append(prism(ring, *gx, axis="x", name=name, dimension="lodge.depth"))
        parts[name] = [
            Solid("floor", floor, "rammed", ("lodge.depth", "lodge.width"), "court"),
            Solid("panels", join(panels), "lime", ("lodge.width",), "court"),
            Solid("rails", join(rails), "timber", (), "court"),
        ]
    total = half_w + lodge
    parts["gate-roof"] = _thatched(total + 0.45, deep + 0.5, high - 0.02, (deep + 0.5) * 2 / 3, 0.22, lod, 19)
    return parts


def _span(side: float, a: float, b: float) -> tuple[float, float]:
    return (a, b) if side > 0 else (-b, -a)


def build_house_gate(ground: Ground, lod: int = 0) -> list[Solid]:
    """The gate of a house (guest's or host's), facing +Z: two posts, leaves, a small roof, a length of wall on each side."""
    size = Sizes(ground)
    half, high = size("house-gate.width") / 2, size("gate.height") * 0.86
    post = size("post.diameter") * 0.45
    timber = [log((x, 0, 0), (x, high, 0), post, sides=8, name="gate post") for x in (-half, half)]
    timber.append(box((-half - 0.25, half + 0.25), (high - 0.28, high), (-0.1, 0.1), "lintel"))
    timber.append(box((-half, half), (0.0, 0.12), (-0.08, 0.08), "threshold"))
    doors = []
    for side in (-1.0, 1.0):
        for k in range(3):
            a, b = 0.08 + half * 0.9 * k / 3, 0.08 + half * 0.9 * (k + 1) / 3
            x = side * (half - post - 0.02)
            doors.append(
                box(
                    (min(x, x - side * 0.05), max(x, x - side * 0.05)),
                    (0.14, high - 0.34),
                    (-b + 0.004, -a - 0.004),
                    "door leaf",
                )
            )
    parts = [
        Solid("posts", join(timber), "pillar", ("house-gate.width",), "court"),
        Solid("leaves", join(doors), "door", (), "court"),
    ]
    walls, tones = [], []
    for k, side in enumerate((-1.0, 1.0)):
        wall, tone = layered(
            _span(side, half + post, half + 6.5),
            (-0.30, 0.30),
            high * 0.72,
            size("wall.layer") * (1 if lod == 0 else 3),
            40 + k,
            0.03,
        )
        walls.append(wall)
        tones.append(tone)
        caps = [
            Slope(
                np.array([side * (half + 3.4), high * 0.70, s * 0.48]),
                np.array([side * (half + 3.4), high * 0.86, 0.0]),
                np.array([s, 0.0, 0.0]),
                3.15,
                3.15,
            )
            for s in (1.0, -1.0)
        ]
        parts.append(
            courses(caps, 0.4, 0.10, lod, np.random.default_rng(60 + k), layer="court", width=0.8 if lod == 0 else 2.4)
        )
    parts.append(Solid("walls", join(walls), "rammed", (), "court", np.vstack(tones)))
    return parts + _thatched(half + 0.7, 1.05, high, 0.72, 0.16, lod, 23)


def build_stele(ground: Ground, lod: int = 0) -> list[Solid]:
    """The stele 碑: an upright stone with a rounded head on a low base; plain, pierced by nothing."""
    size = Sizes(ground)
    half, thick, high = size("stele.width") / 2, size("stele.thickness") / 2, size("stele.height")
    angle = np.linspace(0, np.pi, 13)
    head = [(half * float(np.cos(t)), high - half * 0.55 * (1 - float(np.sin(t)))) for t in angle]
    slab = prism(
        [(-half * 1.03, 0.0), (half * 1.03, 0.0), *head],
        -thick,
        thick,
        axis="z",
        name="stele",
        dimension="stele.height",
    )
    base = bevelled((-half * 1.22, half * 1.22), (0.0, 0.07), (-thick * 1.7, thick * 1.7), 0.02, "stele base")
    return [
        Solid("slab", slab, "stone", ("stele.height", "stele.width"), "court", None, crease=30),
        Solid("base", base, "stone", (), "court"),
    ]
