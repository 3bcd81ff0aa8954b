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


SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)


EDGES = np.array([(a, b) for a in range(8) for b in range(a + 1, 8) if (a ^ b) in (1, 2, 4)])


def boxes(packed: Packed, now: Frame, chosen: Bools) -> Floats32:
    """Corners (n, 8, 3) in the world of the boxes around the chosen instances."""
    turn = now.rows[chosen, :12].reshape(-1, 3, 4)[:, :, :3]
    around = packed.half[chosen][:, None, :] * SIGNS
    return np.asarray(now.centre[chosen][:, None, :] + around @ turn.transpose(0, 2, 1), np.float32)


TILE = 32
"""Pixels of a side of the tiles in which parts of a picture are drawn."""


def touched(matrix: NDArray[np.floating], corners: Floats32, size: tuple[int, int], tile: int = TILE) -> Bools:
    """Which tiles (rows from below, columns) of the picture boxes (n, 8, 3) touch."""
    return _covered(_bounds(matrix, corners, size), size, tile)


def spread(packed: Packed, now: Frame, chosen: Bools, matrix: NDArray[np.floating], size: tuple[int, int]) -> Bools:
    """Which tiles of the picture the chosen instances touch: the small ones by their balls, which costs less."""
    m = np.asarray(matrix, np.float32)
    clip = now.centre @ m[:3, :3].T + m[:3, 3]
    near = now.centre @ m[3, :3] + m[3, 3] - now.radius
    reach = now.radius[:, None] * np.linalg.norm(m[:2, :3], axis=1) / np.maximum(near, 0.01)[:, None]
    small = chosen & (near > 0.5) & (reach.max(axis=1) * size[0] < 2 * TILE)
    middle = clip[small, :2] / (near + now.radius)[small, None]
    x, y = ((middle[:, k] * 0.5 + 0.5) * size[k] for k in (0, 1))
    wide, tall = (reach[small, k] * 0.5 * size[k] + 2 for k in (0, 1))
    rough = np.stack([x - wide, x + wide, y - tall, y + tall], axis=1)
    exact = _bounds(matrix, boxes(packed, now, chosen & ~small), size)
    return _covered(np.concatenate([rough, exact]), size, TILE)


def _bounds(matrix: NDArray[np.floating], corners: Floats32, size: tuple[int, int]) -> Floats32:
    """Left, right, foot and top (n, 4) in pixels of boxes (n, 8, 3) in the picture, and a little more."""
    m = np.asarray(matrix, np.float32)
    clip = corners @ m[:, :3].T + m[:, 3]
    behind = clip[..., 3] < 0.05
    near = np.flatnonzero(behind.any(axis=1))
    if len(near):
        # What reaches behind the eye is cut at the eye, edge by edge; its corners behind come to lie on such a cut.
        a, b = clip[near][:, EDGES[:, 0]], clip[near][:, EDGES[:, 1]]
        gap = b[..., 3:] - a[..., 3:]
        share = np.clip((0.05 - a[..., 3:]) / np.where(np.abs(gap) < 1e-6, 1e-6, gap), 0.0, 1.0)
        cuts = a + (b - a) * share
        ends = np.concatenate([clip[near], cuts], axis=1)
        good = ends[..., 3] >= 0.0499
        first = ends[np.arange(len(near)), good.argmax(axis=1)]
        ends = np.where(good[..., None], ends, first[:, None])
    depth = np.maximum(clip[..., 3], 0.05)
    x, y = ((clip[..., k] / depth * 0.5 + 0.5) * size[k] for k in (0, 1))
    bounds = np.stack([x.min(axis=1), x.max(axis=1), y.min(axis=1), y.max(axis=1)], axis=1)
    if len(near):
        u, v = ((ends[..., k] / ends[..., 3] * 0.5 + 0.5) * size[k] for k in (0, 1))
        bounds[near] = np.stack([u.min(axis=1), u.max(axis=1), v.min(axis=1), v.max(axis=1)], axis=1)
    return np.asarray(bounds + np.array((-2, 2, -2, 2), np.float32), np.float32)


def _covered(bounds: Floats32, size: tuple[int, int], tile: int) -> Bools:
    """Tiles that rectangles of pixels (n, 4) touch."""
    wide, tall = -(-size[0] // tile), -(-size[1] // tile)
    bounds = bounds[(bounds[:, 1] >= 0) & (bounds[:, 0] < size[0]) & (bounds[:, 3] >= 0) & (bounds[:, 2] < size[1])]
    low_x, high_x, low_y, high_y = (
        (np.clip(bounds // tile, 0, (wide - 1, wide - 1, tall - 1, tall - 1))).astype(np.int64).T
    )
    row = wide + 1
    rising = np.concatenate([low_y * row + low_x, (high_y + 1) * row + high_x + 1])
    falling = np.concatenate([(high_y + 1) * row + low_x, low_y * row + high_x + 1])
    count = np.bincount(rising, minlength=(tall + 1) * row) - np.bincount(falling, minlength=(tall + 1) * row)
    return np.asarray(count.reshape(-1, row).cumsum(axis=0).cumsum(axis=1)[:tall, :wide] > 0)


def strips(covered: Bools, size: tuple[int, int], tile: int = TILE) -> Floats32:
    """Triangles (m, 2) in clip coordinates over the chosen tiles of a picture."""
    # Runs of a row become one rectangle.
    padded = np.zeros((covered.shape[0], covered.shape[1] + 2), np.int8)
    padded[:, 1:-1] = covered
    edges = padded[:, 1:] - padded[:, :-1]
    row, begin = np.nonzero(edges == 1)
    end = np.nonzero(edges == -1)[1]
    left, right = begin * tile / size[0] * 2 - 1, end * tile / size[0] * 2 - 1
    low, high = row * tile / size[1] * 2 - 1, (row + 1) * tile / size[1] * 2 - 1
    corners = np.stack([left, low, right, low, right, high, left, low, right, high, left, high], axis=1)
    return corners.reshape(-1, 2).astype(np.float32)
