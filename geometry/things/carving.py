"""Carved work: rounded limbs along a path, parts mirrored, a body fitted to its measures, the pierced block of a tally-holder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from shapely.geometry import Polygon

from geometry.sizes import Sizes
from geometry.solids import (
    Body,
    Floats,
    Point,
    Solid,
    box,
    curve,
    frame,
    join,
    loft,
    mirrored,
    placed,
    prism,
    tube,
)
from layout.evidence.model import Ground


def limb(points: ArrayLike, radii: ArrayLike, count: int, sides: int, flat: float = 1.0) -> Body:
    """A rounded limb or body along a smooth path, its thickness varying along it; ends drawn in."""
    path = curve(points, count)
    given = np.asarray(radii, dtype=np.float64)
    width = np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(given)), given)
    return tube(path, width, sides, flat=flat, name="limb")


def both(mesh: Body) -> list[Body]:
    """A part and its mirror image on the other side."""
    return [mesh, mirrored(mesh)]


def fitted(parts: list[Body], wide: float, long: float) -> list[Body]:
    """The carved body drawn to exactly its width (X) and length (Z), its feet on the ground."""
    points = np.vstack([np.asarray(p.vertices) for p in parts])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = np.array([wide / (high[0] - low[0]), 1.0, long / (high[2] - low[2]), 1.0])
    matrix = np.diag(scale)
    matrix[:3, 3] = -scale[0] * (low[0] + high[0]) / 2, -low[1], -scale[2] * (low[2] + high[2]) / 2
    return [placed(p, matrix) for p in parts]


def _holes(
    count: int, long: float, wide: float, hole: float
) -> tuple[list[list[tuple[float, float]]], list[tuple[float, float]]]:
    """Outlines (x, z) and middles of eight holes in two rows of four."""
    rings, middles = [], []
    for row in (-1, 1):
        for k in range(count // 2):
            x, z = row * wide * 0.24, (k - (count / 2 - 1) / 2) * long / (count / 2)
            half = hole / 2
            rings.append([(x + half * math.cos(t), z + half * math.sin(t)) for t in np.arange(8) * math.pi / 4])
            middles.append((x, z))
    return rings, middles


def pierced_block(size: Sizes, high: float, z0: float) -> tuple[list[Solid], dict[str, Point]]:
    """The pierced block let into the back: a plate with eight holes over a dark bottom; its length is the dimension of the holes."""
    long, sunk = size("tally-holder.hole"), size("tally-holder.sunk")
    wide = size("tally-holder.width") * 0.42
    rings, middles = _holes(8, long * 0.92, wide, size("tally-holder.hole-width"))
    shape = Polygon([(-wide / 2, -long / 2), (wide / 2, -long / 2), (wide / 2, long / 2), (-wide / 2, long / 2)], rings)
    plate = placed(
        prism(shape, high - sunk, high, name="tally-holder", dimension="tally-holder.hole"), frame((0.0, 0.0, z0))
    )
    floor = box(
        (-wide / 2 + 0.001, wide / 2 - 0.001),
        (high - sunk - 0.004, high - sunk),
        (z0 - long / 2 + 0.001, z0 + long / 2 - 0.001),
    )
    points: dict[str, Point] = {f"hole-{k + 1}": (x, high - sunk, z0 + z) for k, (x, z) in enumerate(middles)}
    return [
        Solid("holes", plate, "lacquer-dark", ("tally-holder.hole",), "things", None, points),
        Solid("holes-floor", floor, "ink", (), "things"),
    ], points


BLOCK = 0.40
"""Where along the back the pierced block sits."""
Shares = Sequence[tuple[float, float, float]]


@dataclass(frozen=True)
class Beast:
    """The measures that the lying beasts of the tally-holders share (鹿中, 兕中), in m: length over all, height of the back and of the
    head, half the width. Parts of a body are given as shares of them: x of `half`, y of `back`, z of `long` from rump to muzzle."""

    size: Sizes
    long: float
    back: float
    head: float
    half: float
    fine: bool

    def z(self, share: float) -> float:
        """How far along the body, 0 the rump, 1 the muzzle."""
        return -self.long / 2 + self.long * share

    def at(self, share: tuple[float, float, float], side: float = 1.0) -> Point:
        """A point of the body by its shares."""
        return (side * self.half * share[0], self.back * share[1], self.z(share[2]))

    def limb(self, path: Shares, radii: Sequence[float], count: int, sides: int, side: float = 1.0) -> Body:
        """A rounded part along a path of shares, its radii shares of `half`; half as fine when coarse."""
        points = [self.at(p, side) for p in path]
        coarse = (max(3, round(count * 0.6)), max(5, round(sides * 0.6)))
        return limb(points, [self.half * r for r in radii], *((count, sides) if self.fine else coarse))

    def pair(self, path: Shares, radii: Sequence[float], count: int, sides: int) -> list[Body]:
        """The same part on both sides."""
        return [self.limb(path, radii, count, sides, side) for side in (1.0, -1.0)]

    def trunk(self, shape: Shares, square: float, count: int) -> Body:
        """The body, from sections (place along it, half width, half height) about the middle of the back's height; `square` below 1
        flattens belly and flanks. Nothing rises over the back, into which the pierced block is let."""
        table = np.array(shape)
        rows, sides = (count, 14) if self.fine else (max(6, count // 2), 8)
        at = np.linspace(0, len(table) - 1, rows)
        span, wide, tall = (np.interp(at, np.arange(len(table)), table[:, k]) for k in range(3))
        angle = np.arange(sides) * 2 * math.pi / sides
        cos, sin = (np.sign(f) * np.abs(f) ** square for f in (np.cos(angle), np.sin(angle)))
        rings = []
        for s, w, t in zip(span, wide, tall, strict=True):
            y = np.clip(self.back * (0.51 + t * sin), 0.0, self.back)
            if abs(s - BLOCK) < 0.15:
                # The back is hollowed under the block, deeper than its holes.
                y[(np.abs(np.cos(angle)) < 0.3) & (y > self.back / 2)] = self.back * 0.70
            rings.append(np.column_stack([self.half * w * cos, y, np.full(sides, self.z(s))]))
        return loft(np.array(rings), "tally-holder", "tally-holder.length")

    def skull(self, start: float, sections: Sequence[tuple[float, float, float, float]]) -> Body:
        """The head from the place `start` of the body to the muzzle: sections (part of its length, height as a share of the head's,
        half width and half height as shares of `half`)."""
        sides = 10 if self.fine else 6
        turn = np.arange(sides) * 2 * math.pi / sides
        reach = 1.0 - start
        rings = [
            np.column_stack(
                [
                    self.half * w * np.cos(turn),
                    self.head * lift + self.half * t * np.sin(turn),
                    np.full(sides, self.z(start + reach * along)),
                ]
            )
            for along, lift, w, t in sections
        ]
        return loft(np.array(rings), "head", "tally-holder.length")

    def finished(
        self, name: str, material: str, coat: list[Body], others: Sequence[tuple[str, str, list[Body]]], crown: Body
    ) -> list[Solid]:
        """Everything drawn to the stated width, length and height of head (that of `crown`); coat first, then the other parts (id,
        material, bodies), then the pierced block, which keeps its own measures."""
        given = [*coat, *(b for _, _, bodies in others for b in bodies)]
        whole = fitted(given, 2 * self.half, self.long)
        _raise(whole[next(k for k, b in enumerate(given) if b is crown)], self.head)
        dims = ("tally-holder.length", "tally-holder.head", "tally-holder.height")
        belly: dict[str, Point] = {"belly": (0.0, self.back * 0.3, 0.0)}
        parts = [Solid(name, join(whole[: len(coat)]), material, dims, "things", None, belly, 55)]
        start = len(coat)
        for id, paint, bodies in others:
            parts.append(Solid(id, join(whole[start : start + len(bodies)]), paint, dims, "things", None, {}, 55))
            start += len(bodies)
        block, _ = pierced_block(self.size, self.back + 0.001, self.z(BLOCK))
        return [*parts, *block]


def beast(ground: Ground, lod: int) -> Beast:
    """The measures of the tally-holder of a ground."""
    size = Sizes(ground)
    long, back, head = size("tally-holder.length"), size("tally-holder.height"), size("tally-holder.head")
    return Beast(size, long, back, head, size("tally-holder.width") / 2, lod == 0)


def _raise(one: Body, height: float) -> None:
    """Draws the highest point of a body to exactly this height; what lies below its upper third keeps its place."""
    points: Floats = np.asarray(one.vertices).copy()
    low, top = float(points[:, 1].min()), float(points[:, 1].max())
    line = top - 0.3 * (top - low)
    high = points[:, 1] > line
    points[high, 1] = line + (points[high, 1] - line) * (height - line) / (top - line)
    one.vertices = points
