"""Light, haze, ink and evidence colours, read from `assets/shaders/light.toml`."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from layout.data import Record, asset, load_toml
from layout.errors import UnknownNameError

Colour = tuple[float, float, float]
GRADES = ("stated", "glossed", "inferred", "conjectured")
"""Degrees of certainty, surest first, as `layout.evidence` names them."""


class Light(Record, frozen=True):
    """A sun: linear colour, bearing and height in degrees, and how long the eye is open, outdoors and `inside`."""

    sun: list[float]
    azimuth: float
    elevation: float
    exposure: float
    inside: float

    def to_sun(self) -> NDArray[np.float64]:
        """Unit vector (3,) from the ground to the sun, in the frame of the scene."""
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        return np.array([math.cos(e) * math.sin(a), math.sin(e), -math.cos(e) * math.cos(a)])


class Hemi(Record, frozen=True):
    """Light of the sky from above and of the ground from below."""

    low: list[float]
    high: list[float]
    strength: float


class Haze(Record, frozen=True):
    """Faint haze: colour, most of it, beginning and length in metres."""

    colour: list[float]
    most: float
    start: float = 0.0
    over: float = 1000.0


class Ink(Record, frozen=True):
    """Lines on edges: colour, strength near and far, distance over which it fades."""

    colour: str
    near: float
    far: float
    fade: float


class Sky(Record, frozen=True):
    """Colours of the sky, as shown."""

    horizon: str
    middle: str
    zenith: str


class Looks(Record, frozen=True):
    """All of the file."""

    light: dict[str, Light]
    hemi: Hemi
    haze: Haze
    ink: Ink
    sky: Sky
    evidence: dict[str, str]

    def lamp(self, name: str) -> Light:
        """The light of a name; UnknownNameError otherwise."""
        if name not in self.light:
            raise UnknownNameError("light", name, self.light)
        return self.light[name]


@cache
def looks() -> Looks:
    """The looks of pictures and window."""
    return load_toml(asset("shaders", "light.toml"), Looks)


def colour(text: str) -> Colour:
    """'#RRGGBB' as three floats 0–1.

    >>> colour("#FF0080")[0]
    1.0
    """
    r, g, b = (int(text[i : i + 2], 16) / 255.0 for i in (1, 3, 5))
    return (r, g, b)


def linear(rgb: Colour) -> Colour:
    """Display colour to linear light, by the same curve as the shaders."""
    r, g, b = (c**2.2 for c in rgb)
    return (r, g, b)
