"""What a view sees of a moment: matrix, which instances, how large, at which level of detail. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera
from viewer.instances import Frame, in_view, levels, sizes
from viewer.pack import LAND, Bools, Floats32, Ints, Packed
from viewer.quality import View

COARSE = 16.0
"""Pixels of radius below which things have their coarser forms in a picture of a moving camera."""


@dataclass(frozen=True, eq=False)
class Sight:
    """Size in pixels, clip matrix (4, 4), uniforms common to all programs, and of each instance whether it is seen and
    at which level of detail."""

    size: tuple[int, int]
    matrix: NDArray[np.float64]
    common: dict[str, object]
    seen: Bools
    level: Ints


def sight(
    packed: Packed,
    now: Frame,
    view: View,
    size: tuple[int, int],
    matrix: NDArray[np.float64],
    common: dict[str, object],
    least: float,
) -> Sight:
    """What is seen; what is smaller than `least` pixels only flickers."""
    camera = view.camera
    seen = now.shown & in_view(matrix, now.centre, now.radius)
    large = sizes(now, np.asarray(camera.eye), size[1] / 2.0 / camera.half_height, camera.flat is not None)
    level = levels(packed, large)
    if view.draft:
        level = np.where((packed.draft > 0) & (large < COARSE), packed.draft, level)
    return Sight(size, matrix, common, seen & (large > least), level)


def floor_of(packed: Packed) -> int | None:
    """The instance of the land that covers its whole rectangle, seen from above; None where none does."""
    for number in np.argsort(-packed.radius, kind="stable")[:4].tolist():
        shape = packed.shapes[packed.first_shape[number]]
        if packed.layers[packed.layer[number]] not in LAND or packed.levels[number] > 1:
            continue
        a, b, c = (
            shape.vertices["position"][np.concatenate([shape.faces, shape.faces_double])[:, k]] for k in range(3)
        )
        ends = np.cross(b - a, c - a)[:, 1]
        wide, _, deep = (shape.high - shape.low).tolist()
        if ends[ends > 0].sum() / 2 > 0.999 * wide * deep > 100.0:
            return int(number)
    return None


ROWS, COLUMNS = 24, 9


def paved(camera: Camera, matrix: NDArray[np.floating], low: Floats32, high: Floats32) -> float:
    """How much of a picture, from its foot, a ground that fills a box (seen from above) hides for certain: 0 to 1."""
    eye = np.asarray(camera.eye, float)
    # A ray that comes into the box through its upper plane and leaves it through the lower one has met the ground.
    if camera.flat is not None or camera.cut or eye[1] - high[1] < 1.5 * camera.planes()[0]:
        return 0.0
    x, y = np.meshgrid(np.linspace(-1, 1, COLUMNS), np.linspace(-1, 1, ROWS + 1))
    far = np.stack([x, y, np.ones_like(x), np.ones_like(x)], axis=2) @ np.linalg.inv(matrix).T
    way = far[..., :3] / far[..., 3:] - eye
    hit = way[..., 1] < -1e-6
    for level in (float(low[1]), float(high[1])):
        at = eye + way * ((level - eye[1]) / np.where(hit, way[..., 1], -1.0))[..., None]
        hit &= (at[..., (0, 2)] > low[[0, 2]] + 0.5).all(axis=2) & (at[..., (0, 2)] < high[[0, 2]] - 0.5).all(axis=2)
    whole = hit.all(axis=1)
    count = int(whole.argmin()) if not whole.all() else ROWS + 1
    return max(count - 1, 0) / ROWS
