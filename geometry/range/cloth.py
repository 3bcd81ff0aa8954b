"""The measures of one target and how its cloth bellies."""

from __future__ import annotations

import math

import numpy as np

from geometry.sizes import Sizes
from layout.errors import GroundError
from layout.evidence.model import Ground


class Cloth:
    """Measures of one target in metres; `kind` is target, target-great, target-mixed or target-near."""

    def __init__(self, ground: Ground, kind: str = "target") -> None:
        size = Sizes(ground)
        self.kind, self.size = kind, size

        def of(part: str) -> float:
            name = f"{kind}.{part}"
            return size(name) if size.has(name) else size(f"target.{part}")

        self.center, self.body = of("center"), of("body")
        self.upper, self.lower = of("tongue-upper"), of("tongue-lower")
        self.strip, self.bottom = of("strip"), of("bottom")
        self.outer, self.inner = of("bullseye"), of("bullseye-inner")
        self.cord, self.out = size("target.cord-diameter"), of("cord-projection")
        self.thick = size("target.thickness")
        self.paint, self.rank = ground.options.get("paint", "zheng"), ground.options.get("rank", "shi")
        self.height = of("height")
        self.top = self.bottom + self.height
        self.middle = self.height - 4 * self.strip
        # The widths of a square middle hang side by side; of 劉敞's five strips one alone is left for the middle.
        self.widths = round(self.center / self.strip) if self.middle > self.center / 2 else 1
        if self.middle <= 0:
            raise GroundError(f"{kind}: no room for the middle between four strips ({kind}.height, target.strip)")
        if not 0 < self.center <= self.body <= self.lower <= self.upper:
            raise GroundError(
                f"{kind}: 中 ≤ 躬 ≤ 下舌 ≤ 上舌 is broken ({kind}.center, .body, .tongue-lower, .tongue-upper)"
            )
        if self.outer >= self.center:
            raise GroundError(f"{kind}: the bullseye is wider than 中 ({kind}.bullseye, {kind}.center)")
        if kind == "target":
            self.post_top, self.post_bottom = size("target.post-top-x"), size("target.post-bottom-x")
        else:
            self.post_top, self.post_bottom = self.upper / 2 + self.out, self.lower / 2 + self.out

    def belly(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """How far the cloth leans from its plane at (x, y): nothing at cords and ends, most in the middle."""
        depth = self.size("target.belly")
        high = np.clip((y - self.bottom) / (self.top - self.bottom), 0, 1)
        wide = 1 - np.clip(np.abs(x) / (self.upper / 2), 0, 1) ** 2
        ripple = 0.09 * np.sin(x * 2.3 + 0.6) * np.sin(math.pi * high) + 0.05 * np.sin(x * 5.1 - y * 1.7) * np.sin(
            math.pi * high
        )
        lean: np.ndarray = -depth * (np.sin(math.pi * high) * wide + ripple)
        return lean
