"""Which instances a view shows, at which level of detail, and their rows for the card. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.pack import LEVEL_PIXELS, Bools, Floats32, Ints, Packed

WIDTH = 16
"""Floats of one instance: three rows of its matrix, then grade, glow, presence, tint."""


@dataclass(frozen=True, eq=False)
class Frame:
    """All instances at one moment: rows (n, 16), centres (n, 3) and radii (n,) of their balls in the world; shown or not."""

    rows: Floats32
    centre: Floats32
    radius: Floats32
    shown: Bools


def frame(
    packed: Packed,
    world: NDArray[np.floating],
    hidden: Bools | None = None,
    glow: Floats32 | None = None,
    presence: Floats32 | None = None,
) -> Frame:
    """Instances under the world matrices of the nodes (n_nodes, 4, 4). A node scaled to nothing is not shown."""
    count = len(packed.node)
    rows = np.empty((count, WIDTH), np.float32)
    matrices = np.asarray(world, np.float32)[packed.node, :3, :]
    rows[:, :12] = matrices.reshape(count, 12)
    rows[:, 12] = packed.grade
    rows[:, 13] = 0.0 if glow is None else glow
    rows[:, 14] = 1.0 if presence is None else presence
    rows[:, 15] = 1.0
    centre = np.einsum("nij,nj->ni", matrices[:, :, :3], packed.centre) + matrices[:, :, 3]
    size = np.sqrt(np.einsum("nij,nij->nj", matrices[:, :, :3], matrices[:, :, :3]).max(axis=1))
    radius = packed.radius * size
    shown = radius > 1e-5
    if hidden is not None:
        shown &= ~hidden
    return Frame(rows, centre.astype(np.float32), radius.astype(np.float32), shown)


def in_view(matrix: NDArray[np.floating], centre: Floats32, radius: Floats32) -> Bools:
    """Which balls touch the box that a clip matrix (4, 4) shows."""
    m = np.asarray(matrix, np.float64)
    planes = np.concatenate([m[3] + m[:3], m[3] - m[:3]])
    planes /= np.linalg.norm(planes[:, :3], axis=1)[:, None]
    away = centre @ planes[:, :3].T + planes[:, 3]
    return np.asarray((away > -radius[:, None]).all(axis=1))


def sizes(now: Frame, eye: NDArray[np.floating], pixels: float, flat: bool) -> Floats32:
    """Radius of each ball in pixels; `pixels` is that of 1 m at distance 1 m."""
    if flat:
        return np.asarray(now.radius * pixels, np.float32)
    away = np.linalg.norm(now.centre - np.asarray(eye, np.float32), axis=1)
    return np.asarray(now.radius * pixels / np.maximum(away, 0.05), np.float32)


def levels(packed: Packed, size: Floats32) -> Ints:
    """Level of detail of each instance, by its radius in pixels."""
    level = np.zeros(len(size), np.int64)
    for least in LEVEL_PIXELS:
        level += size < least
    return np.minimum(level, packed.levels - 1)


@dataclass(frozen=True, eq=False)
class Batch:
    """Rows in the order of the card's buffer and, for each shape, how many of them to draw."""

    rows: Floats32
    counts: Ints
    shapes: Ints


def batch(packed: Packed, now: Frame, chosen: Bools, level: Ints | None, base: Ints) -> Batch:
    """Sort the chosen instances into the fixed regions (`base`, by shape) of the instance buffer."""
    picked = np.flatnonzero(chosen)
    slot = packed.first_shape[picked]
    if level is not None:
        slot = slot + level[picked]
    order = np.argsort(slot, kind="stable")
    slot = slot[order]
    counts = np.bincount(slot, minlength=len(packed.shapes))
    starts = np.cumsum(counts) - counts
    place = base[slot] + np.arange(len(slot)) - starts[slot]
    total = int(base[-1] + packed.capacity[-1]) if len(base) else 0
    rows = np.zeros((max(total, 1), WIDTH), np.float32)
    rows[place] = now.rows[picked[order]]
    return Batch(rows, counts, np.flatnonzero(counts))
