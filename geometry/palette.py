"""Colours and materials: `assets/palette.toml` read into `Material`s, each with the reason for its colour there."""

from __future__ import annotations

from functools import lru_cache

from geometry.scene import Material
from layout.data import Record, asset, load_toml
from layout.errors import DataError


class Colour(Record, frozen=True):
    """One material: `hex` is the sRGB albedo, `why` the reason, `metal` true for bronze only, `cloth` seen from both sides."""

    hex: str
    why: str
    rough: float = 0.9
    metal: bool = False
    cloth: bool = False


@lru_cache(maxsize=1)
def _table() -> dict[str, Colour]:
    return load_toml(asset("palette.toml"), dict[str, Colour])


def load_palette() -> dict[str, Material]:
    """Every material by id. DataError where a colour is no #RRGGBB."""
    return {name: _material(name, colour) for name, colour in _table().items()}


def reasons() -> dict[str, str]:
    """Why each material has its colour."""
    return {name: colour.why for name, colour in _table().items()}


def _material(name: str, colour: Colour) -> Material:
    digits = colour.hex.removeprefix("#")
    try:
        red, green, blue = (int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4))
        if len(digits) != 6:
            raise ValueError
    except ValueError:
        raise DataError("assets/palette.toml", None, f"{name}.hex", f"expected #RRGGBB, got {colour.hex!r}") from None
    return Material(name, (red, green, blue), colour.rough, 1.0 if colour.metal else 0.0, colour.cloth)
