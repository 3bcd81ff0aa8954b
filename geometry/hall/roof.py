"""The roof: thatch in soft courses with ragged eaves at 葺屋參分, or tile at 瓦屋四分; ends 榮 with boards, or hipped.

A closed bed of reed lies on the rafters. On it, course over course, lie wedges: thin where the next course covers them,
thick at the butt, each a little skewed, longer or darker than its neighbour. The eave course hangs out unevenly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geometry.hall.carpentry import SEAT, end_purlins
from geometry.hall.frame import Frame, at, measure
from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, body, curve, join, loft, prism, tube
from layout.evidence.model import Ground


@dataclass(frozen=True)
class Slope:
    """One roof plane: `foot` and `head` in the middle of eave and ridge, `across` along the eave, half widths at both."""

    foot: Floats
    head: Floats
    across: Floats
    half_foot: float
    half_head: float

    @property
    def normal(self) -> Floats:
        """Up and outward."""
        n = np.cross(self.across, self.foot - self.head)
        n = n / np.linalg.norm(n)
        return n if n[1] > 0 else -n

    @property
    def length(self) -> float:
        """From eave to ridge, along the slope."""
        return float(np.linalg.norm(self.head - self.foot))


def slopes(hall: Frame, lift: float) -> list[Slope]:
    """The planes on which the bed lies, south first; four on a hipped roof."""
    south = hall.purlins[0] - hall.overhang
    north = 2 * hall.ridge - south
    top = np.array(at(0, hall.ridge, hall.roof(hall.ridge) + lift))
    run = hall.ridge - south
    ridge_half = hall.ridge_half
    result = []
    for low, side in ((south, 1.0), (north, -1.0)):
        foot = np.array(at(0, low, hall.roof(low) + lift))
        result.append(Slope(foot, top, np.array([side, 0.0, 0.0]), hall.width, ridge_half))
    if hall.hipped:
        for side in (1.0, -1.0):
            foot = np.array([side * hall.width, hall.roof(south) + lift, -hall.ridge])
            head = np.array([side * ridge_half, top[1], -hall.ridge])
            result.append(Slope(foot, head, np.array([0.0, 0.0, -side]), run, 0.001))
    return result


def build_roof(ground: Ground, lod: int = 0) -> list[Solid]:
    """Thatch or tile with its ridge, in the frame of the scene."""
    hall, size = measure(ground), Sizes(ground)
    lift = (size("rafter.diameter") - 2 * SEAT) * math.hypot(1.0, hall.slope)
    thick = size("roof.thickness") * (0.45 if hall.tiled else 1.0)
    rng = np.random.default_rng(5)
    planes = slopes(hall, lift)
    parts = [
        Solid(
            "bed", join([bed(plane, thick * 0.6, lod) for plane in planes]), "thatch-under", ("roof.thickness",), "roof"
        )
    ]
    if hall.tiled:
        parts.append(_tiles(planes, thick, lod))
    else:
        parts.append(courses(planes, size("roof.course"), thick, lod, rng))
    parts += _ridge(hall, planes[0], thick, lod, rng)
    return parts


def bed(plane: Slope, thick: float, lod: int) -> Body:
    up = plane.normal * thick
    cuts = np.linspace(0, 1, 7 if lod == 0 else 3)
    rings = []
    for s in cuts:
        middle = plane.foot + (plane.head - plane.foot) * s
        half = plane.half_foot + (plane.half_head - plane.half_foot) * s
        left, right = middle - plane.across * (half - 0.02), middle + plane.across * (half - 0.02)
        rings.append([left, right, right + up, left + up])
    return loft(rings, "roof bed", "roof.thickness")


def courses(
    planes: list[Slope], course: float, thick: float, lod: int, rng: np.random.Generator, layer: str = "roof",
    width: float | None = None,
) -> Solid:  # fmt: skip
    """Thatch: on each plane one closed skin that rises course by course, its edges ragged, its tones from new straw to weathered grey."""
    # Great roofs get broader bundles, so that their count stays within the budget of triangles.
    area = sum(plane.length * (plane.half_foot + plane.half_head) for plane in planes)
    broad = max(1.0, math.sqrt(area / (320.0 if width is None else 110.0)))
    wide = (width or (0.385 if lod == 0 else 0.95)) * broad
    exposed = course * (0.72 if lod == 0 else 1.15) * broad
    skins, tones = zip(*(_skin(plane, wide, exposed, thick, lod, rng) for plane in planes), strict=True)
    return Solid(
        "thatch", join(skins), "thatch", ("roof.course", "hall.roof-pitch"), layer, np.vstack(tones), crease=34
    )


def _skin(
    plane: Slope, wide: float, exposed: float, thick: float, lod: int, rng: np.random.Generator
) -> tuple[Body, Floats]:
    """One plane of thatch with a colour for each vertex.

    Each course gives two lines of points: the foot of its butts, dark where they stand on the course below, and their upper
    edge. A bundle is two columns of points; it has a length, thickness and tone of its own in each course.
    """
    along = (plane.head - plane.foot) / plane.length
    up = plane.normal
    rows = max(2, round(plane.length / exposed))
    bundles = max(2, round((plane.half_foot + plane.half_head) / wide))
    # Where one bundle ends the next begins, a hair further on: their edges are steps, not slopes.
    cuts = (np.arange(1, bundles) + rng.uniform(-0.28, 0.28, bundles - 1)) / bundles * 2 - 1
    hair = 0.08 / bundles
    spot = np.concatenate([[-1.0], np.column_stack([cuts - hair, cuts + hair]).ravel(), [1.0]])
    middle_of = spot.reshape(-1, 2).mean(axis=1)
    count = len(spot)
    step = plane.length / rows
    lines: list[tuple[Floats, Floats, Floats]] = []
    for row in range(rows):
        rag, skew = rng.normal(0, step * 0.13, bundles), rng.normal(0, step * 0.07, bundles)
        # Neighbours hang together: a bundle is never much longer than those beside it.
        near = np.pad(rag, 1, mode="edge")
        rag = 0.8 * rag + 0.1 * (near[:-2] + near[2:]) - (0.07 if row == 0 else 0.0)
        butt = np.repeat(thick * (0.13 + 0.09 * rng.random(bundles)) * (1.8 if row == 0 else 1.0), 2)
        wave = 0.06 * np.sin(middle_of * 9.1 + row * 0.4) + 0.05 * np.sin(middle_of * 23.7 - row * 0.9)
        tone = 0.86 + wave * (1.0 if lod == 0 else 0.7) + rng.normal(0, 0.040, bundles) - (0.05 if row == 0 else 0.0)
        grey = np.clip(0.5 + 2.4 * wave + rng.normal(0, 0.14, bundles), 0, 1)[:, None]
        tint = np.array([1.0, 0.985, 0.95]) * (1 - grey) + np.array([0.90, 0.93, 0.98]) * grey
        color = np.repeat(np.clip(tone, 0.6, 1.0)[:, None] * tint, 2, axis=0)
        at = row * step + np.column_stack([rag - skew, rag + skew]).ravel()
        # The upper edge leans out over the foot: the butts are cut square to the slope, and cast a line of shade.
        lines.append((at, np.zeros(count), color * 0.78))
        lines.append((at - butt * 0.22, butt, color))
    last = np.full(count, plane.length + 0.02)
    lines.append((last, np.full(count, thick * 0.05), lines[-1][2] * 0.9))
    points, colors = [], []
    for at, high, color in lines:
        share = np.clip(at / plane.length, 0, 1)
        half = plane.half_foot + (plane.half_head - plane.half_foot) * share
        points.append(
            plane.foot
            + plane.across * (spot * half)[:, None]
            + along * at[:, None]
            + up * (thick * 0.52 + high)[:, None]
        )
        colors.append(color)
    grid = np.stack(points)
    tall, size = grid.shape[0], grid.shape[0] * count
    index = np.arange(size).reshape(tall, count)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    face = np.vstack(
        [np.column_stack([a.ravel(), b.ravel(), c.ravel()]), np.column_stack([a.ravel(), c.ravel(), d.ravel()])]
    )
    rim = np.concatenate([index[0, :], index[1:, -1], index[-1, -2::-1], index[-2:0:-1, 0]])
    flat = grid.reshape(-1, 3)
    # The skin is closed below by a lower rim in the bed and a fan across it.
    drop = (flat[rim] - plane.foot) @ up - thick * 0.45
    low = flat[rim] - drop[:, None] * up
    middle = (plane.foot + plane.head) / 2 + up * thick * 0.45
    ring, turn = np.arange(len(rim)) + size, np.roll(np.arange(len(rim)), -1)
    sides = np.vstack([np.column_stack([rim, ring, rim[turn]]), np.column_stack([rim[turn], ring, ring[turn]])])
    fan = np.column_stack([ring, np.full(len(rim), size + len(rim)), ring[turn]])
    corners = np.vstack([face, sides, fan])
    skin = body(np.vstack([flat, low, middle[None]]), corners, "thatch", "roof.course")
    tint = np.vstack([*colors, np.full((len(rim) + 1, 3), 0.58)])
    return skin, tint


def _tiles(planes: list[Slope], thick: float, lod: int) -> Solid:
    """Cover tiles in runs from ridge to eave over flat pan tiles."""
    bodies: list[Body] = []
    for plane in planes:
        up = plane.normal
        pans = Slope(
            plane.foot + up * thick * 0.6, plane.head + up * thick * 0.6, plane.across, plane.half_foot, plane.half_head
        )
        bodies.append(bed(pans, thick * 0.25, lod))
        step = 0.34 if lod == 0 else 0.9
        for x in np.arange(-plane.half_foot + 0.2, plane.half_foot - 0.19, step):
            inside = plane.half_foot - abs(x)
            rise = plane.half_foot - plane.half_head
            part = 1.0 if rise < 1e-6 else min(1.0, inside / rise)
            if part < 0.05:
                continue
            start = plane.foot + plane.across * float(x) + up * thick * 0.85
            end = plane.foot + (plane.head - plane.foot) * part + plane.across * float(x) + up * thick * 0.85
            bodies.append(tube([start, end], 0.075 if lod == 0 else 0.11, 6 if lod == 0 else 4, name="tile"))
    return Solid("tiles", join(bodies), "tile", ("hall.roof-pitch",), "roof")


def _ridge(hall: Frame, plane: Slope, thick: float, lod: int, rng: np.random.Generator) -> list[Solid]:
    """A roll of straw over the ridge, bound down with ropes; it rises a little toward both ends."""
    half = plane.half_head + (0.15 if not hall.hipped else 0.25)
    bound = np.linspace(-half + 0.4, half - 0.4, 16)
    # The roll is drawn in where the ropes hold it and swells between them.
    between = (bound[1:] + bound[:-1]) / 2
    xs = np.sort(np.concatenate([[-half, half], bound, between])) if lod == 0 else np.linspace(-half, half, 9)
    count = len(xs)
    held = np.isin(xs, bound) if lod == 0 else np.zeros(count, bool)
    base = float(plane.head[1]) + thick * 0.60
    lifted = base + 0.10 * np.abs(xs / half) ** 3
    sides = 12 if lod == 0 else 8
    angle = np.arange(sides) * 2 * math.pi / sides
    rings = []
    for x, y, drawn in zip(xs, lifted, held, strict=True):
        pinch = 0.88 if drawn else 1.04
        wide, high = 0.46 * pinch + rng.normal(0, 0.014), 0.26 * pinch + rng.normal(0, 0.010)
        drop = np.where(np.sin(angle) < 0, 0.42, 1.0)
        rings.append(
            np.column_stack([np.full(sides, x), y + high * np.sin(angle) * drop, -hall.ridge + wide * np.cos(angle)])
        )
    material = "tile" if hall.tiled else "thatch"
    roll = loft(rings, "roof ridge")
    # Weathered like the courses below, streaked along its straws, darker where the ropes press.
    streak = rng.normal(0, 0.05, sides)
    tone = (0.74 + 0.10 * rng.random((count, 1)) + streak[None, :] - 0.12 * held[:, None]).ravel()
    tone = np.clip(np.concatenate([tone, [0.62, 0.62]]), 0.5, 1.0)
    parts = [
        Solid(
            "ridge-roll",
            roll,
            material,
            (),
            "roof",
            np.repeat(tone[:, None], 3, axis=1) * np.array([1.0, 0.98, 0.93]),
            crease=70,
        )
    ]
    if lod == 0:
        ties = []
        for x in bound:
            y = base + 0.10 * abs(x / half) ** 3
            loop = curve([(x, y - 0.30, -hall.ridge - 0.62), (x, y + 0.03, -hall.ridge - 0.47), (x, y + 0.28, -hall.ridge),
                          (x, y + 0.03, -hall.ridge + 0.47), (x, y - 0.30, -hall.ridge + 0.62)], 13)  # fmt: skip
            ties.append(tube(loop, 0.022, 5, name="tie"))
        parts.append(Solid("ties", join(ties), "rope", (), "roof"))
    return parts


def build_eaves(ground: Ground, east: bool, lod: int = 0) -> list[Solid]:
    """The roof end 榮: boards along both slopes, their lower ends cut to a tongue that lifts; outer face at half the width."""
    hall, size = measure(ground), Sizes(ground)
    if hall.hipped:
        timber = join(end_purlins(hall, east, lod))
        return [
            *_hips(hall, east, size("roof.thickness")),
            Solid("end-purlins", timber, "timber", ("purlin.diameter",), "hall"),
        ]
    deep = size("roof.board")
    south = hall.purlins[0] - hall.overhang
    head = hall.roof(hall.ridge) + size("rafter.diameter") * math.hypot(1.0, hall.slope)
    rise = hall.slope * (hall.ridge - south)
    steep = math.hypot(1.0, hall.slope)
    run = hall.ridge - south
    z0 = -hall.ridge
    tip = deep * 0.35
    upper = [(z0, head), (z0 + run, head - rise), (z0 + run + tip, head - rise + tip * 0.5)]
    lower = [
        (z0 + run - tip * 0.2, head - rise - deep * steep * 0.55),
        (z0 + run * 0.9, head - rise * 0.9 - deep * steep),
        (z0, head - deep * steep),
    ]
    half = [*upper, *lower]
    mirror = [(2 * z0 - z, y) for z, y in half[1:-1]][::-1]
    ring = [*half, *mirror]
    inner, outer = hall.width - 0.055, hall.width
    span = (inner, outer) if east else (-outer, -inner)
    board = prism(ring, *span, axis="x", name="eaves", dimension="hall.width")
    return [Solid("board", board, "timber", ("hall.width", "roof.board"), "roof")]


def _hips(hall: Frame, east: bool, thick: float) -> list[Solid]:
    """On a hipped roof the roof end is its two hips, covered by rolls like the ridge."""
    lift = thick * 0.6
    planes = slopes(hall, lift)
    rolls = []
    for plane in planes[:2]:
        sign = 1.0 if (plane.across[0] > 0) == east else -1.0
        foot = plane.foot + plane.across * (sign * plane.half_foot)
        head = plane.head + plane.across * (sign * plane.half_head)
        up = np.array([0.0, thick * 0.75, 0.0])
        rolls.append(tube(curve([foot + up, (foot + head) / 2 + up, head + up], 9), 0.26, 8, flat=0.7, name="hip"))
    return [Solid("hips", join(rolls), "tile" if hall.tiled else "thatch", ("hall.width",), "roof", crease=60)]
