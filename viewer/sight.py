"""What a view sees of a moment: matrix, which instances, how large, at which level of detail. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.instances import Frame, in_view, levels, sizes
from viewer.pack import Bools, Ints, Packed
from viewer.quality import View


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
    return Sight(size, matrix, common, seen & (large > least), levels(packed, large))
