"""The ground: beaten earth of the court, the trodden lane, the places where people stand, paths with edge stones, fields.

The court is level (people walk on it at height 0); beyond it the fields roll a little. Colours per vertex: two sets of
noise mix trodden and damp earth, dry grass and green; feet make it pale where the plan has people stand or walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from geometry.court.noise import fbm
from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, bevelled, join, loft, slab
from layout.evidence.model import Ground

FAR = np.array([0.88, 0.93, 0.85])
"""Tone of the fields at their rim: that of the plain which is drawn beyond them."""


@dataclass(frozen=True)
class Extent:
    """Edges of court and field in metres (x east, y north)."""

    court_x: float
    court_south: float
    court_north: float
    field_x: float
    field_south: float
    field_north: float


def extent(ground: Ground) -> Extent:
    """How far the ground is drawn: the court, the gates of guest and host, and fields round them."""
    size = Sizes(ground)
    south = size("court.gate-y") - size("lodge.depth") / 2
    north = size("platform.depth") + 24 * size.unit
    reach = max(abs(size("guest-gate.x")), abs(size("host-gate.x"))) + 110 * size.unit
    low = min(south, size("guest-gate.y"), size("host-gate.y")) - 130 * size.unit
    return Extent(size("court.width") / 2, south, north, reach, low, north + 90 * size.unit)


def _lines(low: float, high: float, fine_low: float, fine_high: float, fine: float, coarse: float) -> Floats:
    """Cuts of one axis: fine where people are, growing coarser outward."""
    inner = np.linspace(fine_low, fine_high, max(2, round((fine_high - fine_low) / fine) + 1))
    before, after = [], []
    step, at = fine * 1.6, fine_low
    while at - step > low + step * 0.4:
        at -= step
        before.append(at)
        step = min(step * 1.35, coarse)
    step, at = fine * 1.6, fine_high
    while at + step < high - step * 0.4:
        at += step
        after.append(at)
        step = min(step * 1.35, coarse)
    return np.concatenate([[low], before[::-1], inner, after, [high]])


def build_surface(ground: Ground, spots: Iterable[tuple[float, float, float]] = (), lod: int = 0) -> list[Solid]:
    """The whole ground as one closed slab, in the frame of the scene; `spots` are (x, y, radius) in metres, trodden bare."""
    size, edge = Sizes(ground), extent(ground)
    grid = size("court.grid") * (1.22 if lod == 0 else 3.2)
    busy = min(edge.court_x, 26 * size("court.grid"))
    south = min(size("target.y"), size("court.gate-y")) if abs(size("court.gate-y")) < 110 else size("target.y")
    xs = _lines(-edge.field_x, edge.field_x, -busy * 0.62, busy * 0.62, grid, 9.0 if lod == 0 else 20.0)
    ys = _lines(edge.field_south, edge.field_north, south * 1.04, 3.0, grid, 9.0 if lod == 0 else 20.0)
    x, y = np.meshgrid(xs, ys, indexing="ij")
    outside = np.maximum(np.abs(x) - edge.court_x, np.maximum(edge.court_south - y, y - edge.court_north))
    gates = [(size("guest-gate.x"), size("guest-gate.y")), (size("host-gate.x"), size("host-gate.y"))]
    for gx, gy in gates:
        outside = np.minimum(outside, np.hypot(x - gx, y - gy) - 14.0)
    away = np.clip((outside - 3.0) / 30.0, 0, 1)
    # The fields roll gently and come down again to the level of the land around them.
    rim = np.minimum(edge.field_x - np.abs(x), np.minimum(y - edge.field_south, edge.field_north - y))
    height = fbm(x, y, 44.0, 21, 2) * 0.7 * away * np.clip(rim / 26.0, 0, 1)
    top = np.stack([x, height, -y], axis=-1)
    tones = _tones(x, y, away, list(spots), size)
    edge_on = (away * np.clip(1 - rim / 55.0, 0, 1) ** 0.8)[..., None]
    tones = tones * (1 - edge_on) + FAR * edge_on
    mesh = slab(top, -1.5, "court-earth", "court.width")
    colors = np.vstack([tones.reshape(-1, 3), np.full((len(mesh.vertices) - x.size, 3), 0.5)])
    return [Solid("court-earth", mesh, "earth", ("court.width", "lane.length"), "ground", colors, crease=60)]


def _tones(x: Floats, y: Floats, away: Floats, spots: list[tuple[float, float, float]], size: Sizes) -> Floats:
    """Colour factors on the palest earth: trodden 1, mean, damp, dry grass, green."""
    one = fbm(x, y, 9.0, 31)
    two = fbm(x + 400, y - 250, 4.0, 57)
    trodden = np.zeros_like(x)
    half_lane = 7.0 * size.unit
    lane = np.exp(-((np.abs(x) / (half_lane * 2.1)) ** 4)) * ((y < 4) & (y > size("target.y") - 4))
    trodden = np.maximum(trodden, 0.85 * lane)
    front = np.exp(-(((y + 16 * size.unit) / (26 * size.unit)) ** 2)) * np.exp(-((x / (52 * size.unit)) ** 4))
    trodden = np.maximum(trodden, 0.8 * front)
    for path in (-size("stairs.x"), size("stairs.x")):
        walk = np.exp(-(((x - path) / (5.5 * size.unit)) ** 2)) * ((y < 0) & (y > size("court.gate-y")))
        trodden = np.maximum(trodden, 0.55 * walk)
    for sx, sy, radius in spots:
        near = np.abs(x - sx) + np.abs(y - sy) < radius * 5
        if near.any():
            trodden[near] = np.maximum(
                trodden[near], 0.95 * np.exp(-(((x[near] - sx) ** 2 + (y[near] - sy) ** 2) / radius**2))
            )
    trodden = np.clip(trodden * (0.78 + 0.44 * two), 0, 1)
    pale, mean, damp = np.array([1.0, 1.0, 1.0]), np.array([0.885, 0.868, 0.835]), np.array([0.735, 0.71, 0.665])
    straw, green = np.array([0.86, 0.90, 0.76]), np.array([0.66, 0.75, 0.60])
    base = mean + (damp - mean) * np.clip((one - 0.38) * 2.8, 0, 1)[..., None]
    grassy = np.clip((two - 0.46) * 3.6 + away * 1.6, 0, 1) * (1 - 0.9 * trodden)
    grass = straw + (green - straw) * np.clip((one - 0.35) * 2.4 + away * 0.5, 0, 1)[..., None]
    color = base + (grass - base) * (grassy * (0.72 + 0.28 * away))[..., None]
    color = color + (pale - color) * trodden[..., None]
    grain = fbm(x, y, 1.1, 93, 2)
    result: Floats = np.clip(color * (0.93 + 0.13 * grain)[..., None], 0, 1)
    return result


def build_path(ground: Ground, lod: int = 0) -> list[Solid]:
    """A path 堂塗 from the foot of a flight southward: cambered earth between edge stones; origin at the foot of the stairs.

    匠人 gives the camber a twelfth of the breadth; so that feet stand on it at court level it is kept to a finger's breadth.
    """
    size = Sizes(ground)
    half, stone = size("path.width") / 2, size("path.edge")
    long = 2 * size("hall.depth")
    crown = 0.016
    cuts = np.linspace(0, long, 11 if lod == 0 else 4)
    across = np.linspace(-half, half, 5 if lod == 0 else 3)
    rings = []
    for z in cuts:
        upper = [(float(u), 0.003 + crown * (1 - (u / half) ** 2), float(z)) for u in across]
        rings.append([(-half, -0.12, float(z)), *upper, (half, -0.12, float(z))])
    bed = loft(rings, "path", "path.width")
    rng = np.random.default_rng(17)
    tone = np.repeat((0.93 + 0.07 * rng.random(len(cuts)))[:, None], len(across) + 2, axis=1).reshape(-1)
    tone = np.concatenate([tone, [1.0, 1.0]])
    stones: list[Body] = []
    for side in (-1, 1):
        at = 0.0
        while at < long:
            piece = min(0.75 + 0.6 * float(rng.random()), long - at)
            if lod:
                piece = min(6.0, long - at)
            low, high = (half, half + stone) if side > 0 else (-half - stone, -half)
            jut = 0.02 * float(rng.random())
            stones.append(bevelled((low, high), (-0.1, 0.035 + jut), (at + 0.006, at + piece), 0.012, "path edge"))
            at += piece
            if long - at < 0.01:
                break
    shade = np.vstack([np.full((len(s.vertices), 3), 0.80 + 0.2 * float(rng.random())) for s in stones])
    return [
        Solid("bed", bed, "earth", ("path.width",), "court", np.repeat(tone[:, None], 3, axis=1), crease=60),
        Solid("edge", join(stones), "stone", ("path.edge",), "court", shade),
    ]
