"""The platform 堂基: tamped layers behind an edge of dressed stone, its floor, and the two stairs with their side slabs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from geometry.hall.frame import Frame, measure
from geometry.sizes import Sizes
from geometry.solids import Body, Floats, Solid, bevelled, box, frame, join, placed, prism, slab
from layout.evidence.model import Ground

_PLATFORM = ("platform.height", "hall.depth", "hall.width")


def build_platform(ground: Ground, lod: int = 0, lines: Frame | None = None) -> list[Solid]:
    """The raised earth, its edge stones on three sides and north, and the floor, in the frame of the scene."""
    hall = lines or measure(ground)
    size = Sizes(ground)
    half, north, top = hall.platform_x, hall.platform_north, hall.floor
    stone_w, stone_h = size("platform.edge-stone"), size("platform.edge-height")
    # Tamping layers show as a slight batter: each layer a finger's breadth back from the one below.
    body_top = top - stone_h
    count = max(2, round(body_top / (size("wall.layer"))))
    layers: list[Body] = []
    tones: list[Floats] = []
    rng = np.random.default_rng(11)
    for k in range(count):
        back = 0.012 * (k + 1)
        block = box(
            (-half + back, half - back), (body_top * k / count, body_top * (k + 1) / count), (-north + back, -back),
            "platform", "platform.height",
        )  # fmt: skip
        layers.append(block)
        tones.append(np.full((len(block.vertices), 3), 0.86 + 0.14 * rng.random()))
    rim = _edge_stones(half, north, body_top, top, stone_w, 10 if lod == 0 else 4)
    inside = box(
        (-half + stone_w, half - stone_w), (body_top, top), (-north + stone_w, -stone_w), "floor", "platform.height"
    )
    return [
        Solid("platform-earth", join(layers), "rammed", _PLATFORM, "platform", np.vstack(tones)),
        Solid("hall-edge", join(rim), "stone", ("platform.height",), "platform", _speckle(rim, 12)),
        Solid("floor", _gridded(inside, lod), "floor", ("platform.height", "hall.depth"), "platform"),
    ]


def _gridded(block: Body, lod: int) -> Body:
    """The floor cut into cells of a metre, so that baked shade does not smear over it."""
    low, high = np.asarray(block.bounds)
    step = 1.2 if lod == 0 else 2.5
    columns = np.linspace(low[0], high[0], max(2, round((high[0] - low[0]) / step) + 1))
    rows = np.linspace(low[2], high[2], max(2, round((high[2] - low[2]) / step) + 1))
    top = np.stack(np.meshgrid(columns, rows, indexing="ij"), axis=-1)
    grid = np.stack([top[..., 0], np.full(top.shape[:2], high[1]), top[..., 1]], axis=-1)
    return slab(grid, float(low[1]), "floor", "platform.height")


def _edge_stones(half: float, north: float, low: float, top: float, width: float, joints: int) -> list[Body]:
    """Dressed stones along the four edges; those of the south edge give 堂廉 its line at y = 0."""
    stones: list[Body] = []
    gap = 0.004

    def run(start: float, end: float, count: int) -> list[tuple[float, float]]:
        cuts = np.linspace(start, end, count + 1)
        return [(float(a) + gap, float(b) - gap) for a, b in pairwise(cuts)]

    for near, far in ((-width, 0.0), (-north, -north + width)):
        cuts = run(-half, half, joints * 2)
        cuts[0] = (-half, cuts[0][1])
        cuts[-1] = (cuts[-1][0], half)
        stones += [bevelled(x, (low, top), (near, far), 0.012, "hall-edge") for x in cuts]
    for near, far in ((-half, -half + width), (half - width, half)):
        stones += [
            bevelled((near, far), (low, top), z, 0.012, "hall-edge") for z in run(-north + width, -width, joints)
        ]
    return stones


def _speckle(stones: list[Body], seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    return np.vstack([np.full((len(s.vertices), 3), 0.88 + 0.12 * rng.random()) for s in stones])


def build_stairs(ground: Ground, lod: int = 0) -> list[Solid]:
    """One flight: origin at its middle on the hall's south edge, at court level; it goes down toward +Z.

    The last riser leads onto the hall itself: of n steps n − 1 are treads of their own and the topmost is flush with the
    floor, as a stone before the edge, so that a foot on it stands on the hall.
    """
    size = Sizes(ground)
    count, rise, tread = size.count("step.count"), size("step.rise"), size("step.tread")
    half, slab = size("stairs.width") / 2, size("stairs.side-slab")
    steps = [
        bevelled((-half, half), (rise * k, rise * (k + 1)), (0.0, tread * (count - k)), 0.015, "stairs")
        for k in range(count)
    ]
    run, top = tread * count, rise * count
    # Side slabs 垂帶: a raking stone, level with the hall at its head, a hand high at its foot.
    rake = [(0.0, 0.0), (run + tread * 0.75, 0.0), (run + tread * 0.75, rise * 0.3), (tread * 0.45, top), (0.0, top)]
    side = prism([(z, y) for z, y in rake], half, half + slab, axis="x", name="stairs", dimension="stairs.side-slab")
    slabs = [side, placed(side, np.diag([-1.0, 1.0, 1.0, 1.0]))]
    needs = ("step.count", "step.rise", "step.tread", "stairs.width", "platform.height")
    tone = np.vstack([np.full((len(s.vertices), 3), v) for s, v in zip(steps, (0.86, 0.94, 1.0) * count, strict=False)])
    return [
        Solid("steps", join(steps), "stone", needs, "platform", tone),
        Solid("side-slabs", join(slabs), "stone", ("stairs.side-slab",), "platform"),
    ]


def stairs_at(x: float) -> Floats:
    """Placing of a flight whose middle line is x metres east of the axis."""
    return frame((x, 0.0, 0.0))
