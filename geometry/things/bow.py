"""The bow 弓, strung, drawn or slack, and the arrow 矢.

Bow frame: origin in the grip 弣, +Y to its upper tip, its back toward +Z (where the arrow goes), the string behind, −Z.
A half limb is a curve whose bend is shared out along it; its strength is found so that the string keeps its length
whatever the draw. Length is the distance of the tips when strung and at rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Floats, Solid, copies, curve, frame, join, lathe, loft, placed, tube
from geometry.things.shapes import feather, ring
from layout.errors import InputError
from layout.evidence.model import Ground

DRAWS = (0.0, 0.3, 0.6, 1.0)
"""Steps of the draw for which the catalogue has shapes: bow, bow-draw-1, bow-draw-2, bow-drawn."""


@dataclass(frozen=True)
class BowShape:
    """Centre line of the upper half from grip to tip (n, 2: y, z) in metres, and the string's middle (nocking point) z.

    The lower half is its mirror image. `string` runs tip, middle, tip.
    """

    limb: Floats
    nock: float

    @property
    def tip(self) -> tuple[float, float]:
        """(y, z) of the upper string notch."""
        return float(self.limb[-1, 0]), float(self.limb[-1, 1])


def _limb(bend: float, count: int) -> Floats:
    """Half limb of arc length 1: stiff grip, bending middle, stiff tip that turns forward."""
    s = np.linspace(0, 1, 201)
    share = np.clip((s - 0.09) / 0.66, 0, 1)
    rise = share * share * (3 - 2 * share)
    recurve = np.clip((s - 0.72) / 0.28, 0, 1)
    angle = bend * rise - 0.62 * recurve**1.4
    step = s[1]
    y = np.concatenate([[0], np.cumsum(np.cos((angle[1:] + angle[:-1]) / 2)) * step])
    z = -np.concatenate([[0], np.cumsum(np.sin((angle[1:] + angle[:-1]) / 2)) * step])
    at = np.linspace(0, 1, count)
    return np.column_stack([np.interp(at, s, y), np.interp(at, s, z)])


_REST = 0.62


def bow_shape(draw: float, length: float, full: float, count: int = 15) -> BowShape:
    """The curve of a bow whose tips are `length` apart at rest; `draw` 0 at rest … 1 with the nock `full` metres behind the grip.

    >>> rest = bow_shape(0.0, 1.386, 0.693); round(2 * rest.tip[0], 4)
    1.386
    """
    if not -1.0 <= draw <= 1.05:
        raise InputError(f"draw {draw}: expected 0 (at rest) to 1 (full draw)")
    rest = _limb(_REST, count)
    scale = length / 2 / rest[-1, 0]
    brace = -rest[-1, 1] * scale
    nock = -(brace + (full - brace) * max(draw, 0.0))
    if draw <= 0:
        return BowShape(rest * scale, nock)
    half = length / 2
    low, high = _REST, 2.6
    for _ in range(40):
        middle = (low + high) / 2
        y, z = _limb(middle, 60)[-1] * scale
        if math.hypot(y, z - nock) > half:
            low = middle
        else:
            high = middle
    return BowShape(_limb(low, count) * scale, nock)


def _slack(length: float, count: int) -> BowShape:
    rest = _limb(_REST, count)
    scale = length / 2 / rest[-1, 0]
    return BowShape(_limb(-0.10, count) * scale, 0.0)


def build_bow(ground: Ground, lod: int = 0, draw: float = 0.0) -> list[Solid]:
    """A strung bow. Parts: limb-upper, limb-lower, grip, tips, string. Points: grip, nock, tip-upper, tip-lower."""
    size = Sizes(ground)
    length, full = size("bow.length"), size("arrow.length")
    shape = bow_shape(draw, length, full, 12 if lod == 0 else 6)
    parts = _staff(size, shape, lod)
    y, z = shape.tip
    r = 0.0016 if lod == 0 else 0.0022
    upper, lower = (0.0, y - 0.02, z - 0.004), (0.0, -y + 0.02, z - 0.004)
    if draw > 0:
        string = join(
            [
                tube([upper, (0.0, 0.0, shape.nock)], r, 4, name="string"),
                tube([(0.0, 0.0, shape.nock), lower], r, 4, name="string"),
            ]
        )
    else:
        string = tube([upper, (0.0, 0.0, z - 0.004), lower], r, 4, name="string")
    serving = (
        tube(
            [(0.0, 0.07, shape.nock if draw > 0 else z - 0.004), (0.0, -0.07, shape.nock if draw > 0 else z - 0.004)],
            r * 1.5,
            4,
        )
        if draw <= 0
        else None
    )
    bodies = [string] + ([serving] if serving is not None else [])
    nock = shape.nock if draw > 0 else z - 0.004
    points = {"grip": (0.0, 0.0, 0.0), "nock": (0.0, 0.0, nock), "tip-upper": (0.0, y, z), "tip-lower": (0.0, -y, z)}
    return [*parts, Solid("string", join(bodies), "string", ("bow.length",), "things", points=points)]


def build_bow_slack(ground: Ground, lod: int = 0) -> list[Solid]:
    """An unstrung bow 弛弓: the limbs spring forward, the string hangs from the lower tip, its loop slipped down the upper limb."""
    size = Sizes(ground)
    shape = _slack(size("bow.length"), 12 if lod == 0 else 6)
    parts = _staff(size, shape, lod)
    y, z = shape.tip
    at = shape.limb[int(len(shape.limb) * 0.82)]
    start = (0.0, float(at[0]), float(at[1]) - 0.012)
    end = (0.0, -y + 0.02, z - 0.004)
    hang = curve(
        [start, (0.03, start[1] * 0.55, -0.14), (0.035, -0.05, -0.20), (0.02, -y * 0.6, -0.10), end],
        17 if lod == 0 else 8,
    )
    loop = placed(ring(0.013, 0.002, 8), frame((0.0, float(at[0]), float(at[1]))))
    string = join([tube(hang, 0.0016, 4, name="string"), loop])
    points = {"grip": (0.0, 0.0, 0.0), "tip-upper": (0.0, y, z), "tip-lower": (0.0, -y, z)}
    return [*parts, Solid("string", string, "string", (), "things", points=points)]


def _staff(size: Sizes, shape: BowShape, lod: int) -> list[Solid]:
    wide = size("bow.breadth") / 2
    sides = 6 if lod == 0 else 4
    line = np.column_stack([np.zeros(len(shape.limb)), shape.limb])
    t = np.linspace(0, 1, len(line))
    # Lacquered sinew back over a horn belly: two skins a finger thick, narrowing to the tips.
    half = wide * (1.0 - 0.10 * np.clip(t - 0.20, 0, 1) - 0.52 * np.clip((t - 0.55) / 0.45, 0, 1))
    half = np.where(t < 0.10, wide * 0.82, half)
    parts: list[Solid] = []
    for name, flip in (("upper", False), ("lower", True)):
        stem = np.vstack([line[:-1], line[-2] + (line[-1] - line[-2]) * 0.7])
        back = tube(stem, half, sides, flat=0.36, up=(0, 0, 1), name="bow", dimension="bow.length")
        belly = tube(
            stem[2:] - np.array([0.0, 0.0, 0.006]),
            half[2:] * 0.80,
            5 if lod == 0 else 3,
            flat=0.34,
            up=(0, 0, 1),
            name="bow",
        )
        tip = loft(_tip_rings(line, half), "bow tip", "bow.length")
        binds = [
            placed(ring(1.0, 0.12, sides if lod == 0 else 4, 3), _band(line, half, share))
            for share in ((0.34, 0.70) if lod == 0 else (0.52,))
        ]
        pieces = [
            ("limb", back, "lacquer"),
            ("belly", belly, "horn"),
            ("tip", tip, "bone"),
            ("bindings", join(binds), "silk-red"),
        ]
        for part, mesh, material in pieces:
            turned = placed(mesh, np.diag([1.0, -1.0, 1.0, 1.0])) if flip else mesh
            parts.append(
                Solid(f"{part}-{name}", turned, material, ("bow.length", "bow.breadth"), "things", None, crease=50)
            )
    grip = size("bow.grip") / 2
    wrap = [
        (0.0, -grip),
        (wide * 0.86, -grip),
        (wide * 0.96, -grip * 0.9),
        (wide * 1.04, 0.0),
        (wide * 0.96, grip * 0.9),
        (wide * 0.86, grip),
        (0.0, grip),
    ]
    handle = placed(
        lathe(
            wrap if lod == 0 else [wrap[0], wrap[1], wrap[3], wrap[5], wrap[6]],
            12 if lod == 0 else 6,
            "grip",
            "bow.grip",
        ),
        np.diag([0.86, 1.0, 0.72, 1.0]),
    )
    parts.append(Solid("grip", handle, "hide-dark", ("bow.grip",), "things", None, crease=50))
    return parts


def _band(line: Floats, half: Floats, share: float) -> Floats:
    """Placing of a unit ring (about Y) round the limb at a share of its length."""
    k = min(int(share * (len(line) - 1)), len(line) - 2)
    along = line[k + 1] - line[k]
    matrix = frame(line[k], pitch=math.degrees(math.atan2(along[2], along[1])))
    return matrix @ np.diag([half[k] * 1.02, half[k] * 0.55, half[k] * 0.44, 1.0])


def _tip_rings(line: Floats, half: Floats) -> Floats:
    """The ear: a bone piece over the last span of the limb, notched by a swelling, ending exactly at the tip."""
    a, b = line[-2], line[-1]
    along = (b - a) / np.linalg.norm(b - a)
    side = np.array([1.0, 0.0, 0.0])
    high = np.cross(along, side)
    end = float(half[-1])
    rings = []
    # The upper edge of the last ring lies exactly at the height of the tip.
    for t, w in ((0.55, 1.04), (0.80, 1.08), (0.90, 0.74), (0.95, 0.98), (1.0, 0.62)):
        middle = a + (b - a) * t
        corners = [(-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)]
        points = np.array([middle + side * (u * end * w) + high * (v * end * w * 0.9) for u, v in corners])
        if t == 1.0:
            points[:, 1] = b[1]
        rings.append(points)
    return np.array(rings)


def build_arrow(ground: Ground, lod: int = 0) -> list[Solid]:
    """An arrow along +Z: origin at the nock, the shaft 笴 to its length, the head beyond. Points: nock, middle, head."""
    size = Sizes(ground)
    length, head, vane = size("arrow.length"), size("arrow.head"), size("arrow.feather")
    r = size("arrow.diameter") / 2
    sides = 6 if lod == 0 else 3
    shaft = tube(
        [(0, 0, 0.004 if lod == 0 else 0.0), (0, 0, length)],
        [r, r * 0.86],
        sides,
        name="arrow",
        dimension="arrow.length",
    )
    nock = lathe([(0, 0), (r * 1.15, 0), (r * 1.2, 0.012), (r, 0.02), (0, 0.02)], sides, "nock", "arrow.length")
    nock = placed(nock, frame(pitch=90))
    bands = [
        tube([(0, 0, a), (0, 0, a + 0.008)], r * 1.14, 5) for a in ((0.034 + vane, length - 0.02) if lod == 0 else ())
    ]
    # Three-edged bronze head on a socket.
    edges = 6 if lod == 0 else 3
    k = np.arange(edges) * 2 * math.pi / edges
    blade = np.where(np.arange(edges) % 2 == 0, 1.0, 0.42) if lod == 0 else np.ones(3)
    rings = []
    for z, w in (
        ((0.0, 0.9), (0.20, 1.9), (0.55, 1.55), (0.97, 0.14)) if lod == 0 else ((0.0, 0.8), (0.20, 1.9), (0.97, 0.14))
    ):
        rings.append(
            np.column_stack([r * w * blade * np.cos(k), r * w * blade * np.sin(k), np.full(edges, length + head * z)])
        )
    rings[-1][:, 2] = length + head
    point = loft(rings, "arrow head", "arrow.head")
    span = feather(vane, 0.020 if lod == 0 else 0.026, 0.0, 2 if lod == 0 else 1, 0.0007)
    # A vane stands on its edge along the shaft, its broad side upright.
    stand = frame((0, r * 0.8 + 0.006, 0.028), -90) @ frame(roll=0, pitch=90)
    vanes = copies(span, np.array([frame(roll=120 * i) @ stand for i in range(3)]))
    points = {"nock": (0.0, 0.0, 0.0), "middle": (0.0, 0.0, length / 2), "head": (0.0, 0.0, length + head)}
    return [
        Solid("shaft", join([shaft, nock]) if lod == 0 else shaft, "shaft", ("arrow.length",), "things", points=points),
        *([Solid("bindings", join(bands), "silk-red", (), "things")] if bands else []),
        Solid("head", point, "bronze", ("arrow.head",), "things", crease=25),
        Solid("feathers", vanes, "feather", ("arrow.feather",), "things", crease=60),
    ]


def build_four_arrows(ground: Ground, lod: int = 0) -> list[Solid]:
    """A set of four 乘矢 laid side by side along +Z, a finger apart; origin under the middle of their nocks."""
    gap = 0.024
    parts = []
    for solid in build_arrow(ground, lod):
        rows = np.array([frame(((k - 1.5) * gap, 0.012, 0.0), roll=37.0 * k) for k in range(4)])
        parts.append(
            Solid(
                solid.id,
                copies(solid.mesh, rows),
                solid.material,
                solid.dimensions,
                solid.layer,
                None,
                {},
                solid.crease,
            )
        )
    return parts
