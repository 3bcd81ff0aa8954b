"""Measuring between two points, in 尺, 步 and metres together."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.scene import Vec3

CHI_PER_BU = 6


@dataclass(frozen=True)
class Distance:
    """From one point to another: straight, level, and the rise; all in metres, with the 尺 they are told in."""

    metres: float
    level: float
    rise: float
    chi: float

    def told(self) -> dict[str, str]:
        """Numbers as words: chi, bu, metres, level, rise (尺)."""
        return {
            "chi": _plain(self.metres / self.chi),
            "bu": _plain(self.metres / self.chi / CHI_PER_BU),
            "metres": f"{self.metres:.2f}",
            "level": _plain(self.level / self.chi),
            "rise": f"{self.rise / self.chi:+.2f}".rstrip("0").rstrip("."),
        }


def distance(a: Vec3, b: Vec3, metres_per_chi: float) -> Distance:
    """The distance of two points of the scene.

    >>> distance((0, 0, 0), (0, 0, 69.3), 0.231).told()["chi"]
    '300'
    """
    level = math.hypot(b[0] - a[0], b[2] - a[2])
    return Distance(math.dist(a, b), level, b[1] - a[1], metres_per_chi)


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def scale_bar(metres_per_pixel: float, metres_per_chi: float, most: float = 220.0) -> tuple[float, int, str]:
    """Length in pixels, number of ticks and words of a scale bar: the longest of 1 尺 … 100 步 that fits in `most` pixels."""
    bu = metres_per_chi * CHI_PER_BU
    choices = ((100, "100 步"), (50, "50 步"), (20, "20 步"), (10, "10 步"), (5, "5 步"), (2, "2 步"), (1, "1 步"))
    for count, words in choices:
        pixels = count * bu / metres_per_pixel
        if pixels <= most:
            ticks = 6 if count == 1 else (count if count <= 10 else 10)
            return pixels, ticks, f"{words} = {count * CHI_PER_BU} 尺 = {count * bu:.2f} m"
    return metres_per_chi / metres_per_pixel, 10, f"1 尺 = {metres_per_chi:.3f} m"
