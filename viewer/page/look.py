"""What the page draws with: the programs of the window, and the light, sky, haze, ink and colours that they are told of."""

from __future__ import annotations

import base64
from typing import Any

from geometry.scene import Scene
from layout.data import asset
from viewer.light import looks
from viewer.page.skylight import sky_grid

_SHADERS = (
    "common.glsl", "scene.vert", "scene.frag", "plain.vert", "plain.frag", "depth.vert", "depth.frag", "screen.vert", "sky.frag",
    "shrunk.frag", "ink.frag",
)  # fmt: skip


def shaders() -> dict[str, str]:
    """The programs of the window that the page draws with as well, by name: what is said of a look is said once."""
    return {
        name.replace(".", "_").removesuffix("_glsl"): _bare(asset("shaders", name).read_text(encoding="utf-8"))
        for name in _SHADERS
    }


def _bare(text: str) -> str:
    """A program without its comments."""
    return "\n".join(line for raw in text.splitlines() if (line := raw.split("//")[0].rstrip()))


def light(scene: Scene) -> dict[str, Any]:
    """Sun, sky, haze and colours of the grades as the window has them, and the open sky about the hall."""
    seen = looks()
    lamp = seen.lamp("morning")
    grid = sky_grid(scene)
    return {
        "sun": lamp.sun,
        "to_sun": [round(float(v), 5) for v in lamp.to_sun()],
        "exposure": lamp.exposure,
        "inside": lamp.inside,
        "low": seen.hemi.low,
        "high": seen.hemi.high,
        "strength": seen.hemi.strength,
        "ink": {"colour": seen.ink.colour, "near": seen.ink.near, "far": seen.ink.far, "fade": seen.ink.fade},
        "haze": [*seen.haze.colour, seen.haze.most],
        "haze_range": [seen.haze.start, seen.haze.over],
        "sky": [seen.sky.horizon, seen.sky.middle, seen.sky.zenith],
        "grades": seen.evidence,
        "grid": None
        if grid is None
        else {
            "origin": [round(float(v), 4) for v in grid.origin],
            "size": [round(float(v), 4) for v in grid.size],
            "cells": list(grid.values.shape[2::-1]),
            "values": base64.b64encode(grid.values.tobytes()).decode("ascii"),
        },
    }
