"""Where the shadow maps lie: flat views from the sun that hold what the camera sees. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.camera import Camera

NEAR_REACH = 16.0
FAR_REACH = 170.0


@dataclass(frozen=True, eq=False)
class Cascade:
    """A clip matrix (4, 4) from the sun, and the size of one of its texels in metres."""

    matrix: NDArray[np.float64]
    texel: float


def cascades(
    camera: Camera,
    aspect: float,
    to_sun: NDArray[np.floating],
    centre: NDArray[np.floating],
    radius: NDArray[np.floating],
    size: int,
    count: int,
) -> list[Cascade]:
    """One map for all that is seen, or two: a sharp one for what is near and one for the rest.

    `centre` (n, 3) and `radius` (n,) are the balls of what casts shadows; they bound the maps in depth.
    """
    if not len(centre):
        return []
    whole = 1.3 * np.asarray(camera.distance)
    near = float(np.clip(whole, 4.0, NEAR_REACH)) if camera.flat is None else camera.flat
    spans = [(0.1, near), (0.1, FAR_REACH)] if count == 2 else [(0.1, FAR_REACH)]
    return [_fit(camera, aspect, to_sun, centre, radius, size, span) for span in spans]


def _fit(
    camera: Camera,
    aspect: float,
    to_sun: NDArray[np.floating],
    centre: NDArray[np.floating],
    radius: NDArray[np.floating],
    size: int,
    span: tuple[float, float],
) -> Cascade:
    up = np.array([0.0, 1.0, 0.0]) if abs(to_sun[1]) < 0.95 else np.array([0.0, 0.0, -1.0])
    right = np.cross(up, to_sun)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(to_sun, right), np.asarray(to_sun, float)])
    balls = centre @ axes.T
    sized = radius < 120.0
    some = balls[sized] if sized.any() else balls
    wide = (radius[sized] if sized.any() else radius)[:, None]
    low, high = (some - wide).min(axis=0), (some + wide).max(axis=0)
    seen = _view_corners(camera, aspect, span) @ axes.T
    least, most = np.maximum(low, seen.min(axis=0)), np.minimum(high, seen.max(axis=0))
    if (most[:2] <= least[:2]).any():
        least, most = low, high
    # Sizes go in steps and places in whole texels, so that shadows do not swim when the camera moves a little.
    extent = float(max(most[0] - least[0], most[1] - least[1], 1e-3))
    extent = float(2.0 ** (np.ceil(np.log2(extent * 1.04) * 4.0) / 4.0))
    texel = extent / size
    step = texel * 16
    middle = np.round((least[:2] + most[:2]) / 2.0 / step) * step
    back, front = float((balls - radius[:, None])[:, 2].min()), float(high[2])
    out = np.eye(4)
    for i in range(2):
        out[i, :3] = axes[i] * (2.0 / extent)
        out[i, 3] = -middle[i] * 2.0 / extent
    back = max(back, front - 600.0)
    deep = np.ceil((front - back) + 1.0)
    front = np.ceil(front)
    out[2, :3] = -axes[2] * (2.0 / deep)
    out[2, 3] = 2.0 * front / deep - 1.0
    return Cascade(out, texel)


def _view_corners(camera: Camera, aspect: float, span: tuple[float, float]) -> NDArray[np.float64]:
    """Eight corners (8, 3) of what the camera sees between two distances."""
    right, up, ahead = camera.axes()
    eye = np.asarray(camera.eye, float)
    out = []
    for reach in span:
        scale = 1.0 if camera.flat is not None else reach
        deep = reach if camera.flat is None else (0.0 if reach == span[0] else 500.0)
        for x in (-1, 1):
            for y in (-1, 1):
                out.append(
                    eye
                    + ahead * deep
                    + right * x * camera.half_height * aspect * scale
                    + up * y * camera.half_height * scale
                )
    return np.array(out)
