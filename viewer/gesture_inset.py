"""Where the man is enlarged in a corner of a picture in which he is small beside what he holds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.camera import Camera
from viewer.gesture_seen import Floats, Seen

EDGE = 6
"""From an enlargement to the edge of its picture, in pixels."""
ROOMS = (0.0, 0.12, 0.24, 0.36, 0.48, 0.60)
"""By how much of its height a picture is widened to make room for an enlargement, least first."""


@dataclass(frozen=True, eq=False)
class Box:
    """A rectangle of a picture, in pixels from its upper left corner."""

    left: int
    top: int
    wide: int
    high: int


def enlarged(
    camera: Camera,
    at: Callable[[Floats, float], Camera],
    points: Floats,
    found: Sequence[Seen],
    size: tuple[int, int],
    count: int,
) -> tuple[Camera, tuple[Box, ...]]:
    """The camera of a row with room for an enlargement, and where that lies at each of `count` moments.

    It hides as little of what is seen as it can, and makes the picture no smaller than needed. `camera` sees all `points` (n, 3)
    without such room; `at` finds one for other points and a ratio of width to height; `size` is that of a picture, in pixels.
    """
    wide, high = size
    w, h = round(0.54 * wide), round(min(0.60 * high, 0.72 * wide))
    lefts, tops = ((EDGE, (whole - part) // 2, whole - part - EDGE) for whole, part in ((wide, w), (high, h)))
    boxes = [Box(left, top, w, h) for top in tops for left in lefts]
    spots = shapely.box(*np.array([(b.left, b.top, b.left + w, b.top + h) for b in boxes]).T)[None]
    # The same place in all pictures is quieter; in the middle of a side is not.
    odd = np.array([0.004 * (b.left == lefts[1]) + 0.002 * (b.top != EDGE) for b in boxes])
    right, up, _ = camera.axes()
    tall = float(np.ptp(points @ up))
    best: tuple[float, Camera, tuple[Box, ...]] | None = None
    for room, way in itertools.product(ROOMS, (right, -right, up)):
        if room == 0.0 and way is not right:
            continue
        more = points[np.argmax(points @ way)] + way * room * tall
        seen_by = at(np.vstack([points, more]), wide / high) if room else camera
        # To see all a little smaller costs less than to hide some of it.
        smaller = 0.5 * max(seen_by.distance / camera.distance - 1.0, 0.0)
        if best is not None and smaller >= best[0]:
            continue
        hulls = _hulls(seen_by, found, wide, high, count)
        hidden = np.array([shapely.area(shapely.intersection(spots, these[:, None])).sum(axis=0) for these in hulls])
        cost = hidden / (w * h) + odd
        common = int(cost.max(axis=0).argmin())
        chosen = np.where(cost[:, common] > cost.min(axis=1) + 0.012, cost.argmin(axis=1), common)
        total = float(cost[np.arange(count), chosen].sum()) + 0.02 * int((chosen != common).sum()) + smaller
        if best is None or total < best[0] - 1e-9:
            best = (total, seen_by, tuple(boxes[n] for n in chosen))
    assert best is not None
    return best[1], best[2]


def _hulls(camera: Camera, found: Sequence[Seen], wide: int, high: int, count: int) -> list[NDArray[np.object_]]:
    """What every person and every thing covers of the picture at each moment, as arrays of polygons."""
    covered: list[NDArray[np.object_]] = []
    for k in range(count):
        whose: dict[str, list[Floats]] = {}
        for part in found:
            if part.t == k and not part.large:
                whose.setdefault(part.of, []).append(part.points)
        flat = [on_picture(camera, np.vstack(parts), wide, high) for parts in whose.values()]
        clouds = shapely.multipoints(
            np.vstack(flat), indices=np.repeat(np.arange(len(flat)), [len(points) for points in flat])
        )
        covered.append(np.asarray(shapely.buffer(shapely.convex_hull(clouds), 4.0, quad_segs=2)))
    return covered


def on_picture(camera: Camera, points: Floats, wide: int, high: int) -> Floats:
    """Where points (n, 3) come to lie on a picture of so many pixels: (n, 2) from its upper left corner."""
    right, up, ahead = camera.axes()
    local = (points - np.array(camera.eye)) @ np.stack([right, up, ahead]).T
    half = camera.half_height
    x = local[:, 0] / (local[:, 2] * half * wide / high)
    y = local[:, 1] / (local[:, 2] * half)
    return np.column_stack([(1 + x) * wide / 2, (1 - y) * high / 2])
