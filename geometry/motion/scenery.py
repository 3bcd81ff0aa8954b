"""What stands about on the sheet of a gesture, so that one sees what it is for: the basin of him who washes, the man who is spoken to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry.motion.ladles import Ladle


@dataclass(frozen=True)
class Prop:
    """A thing on the ground: how far ahead and to the left of the actor (尺), how high, and which way it faces in relation to him."""

    kind: str
    ahead: float
    left: float = 0.0
    high: float = 0.0
    turned: float = 180.0
    lie: str = "standing"
    pitch: float = 0.0


_BASIN = (Prop("basin", 2.5),)
_DISHES = (Prop("dishes", 2.6),)
_MEAT = (Prop("dishes", 2.6, 0.6), Prop("meat", 2.6, -1.9, turned=90.0))
_HOLDER = (Prop("tally-holder", 2.5, 0.5, turned=90.0),)

SCENERY: Mapping[str, tuple[Prop, ...]] = {
    "wash-hands": _BASIN,
    "wash": _BASIN,
    "pour-water": (Prop("basin", 3.0, 0.6), Prop("water-jar", 2.3, -1.9)),
    "pour": (Prop("wine-stand", 2.7), Prop("wine-jar", 2.7, -0.75, 0.5), Prop("dark-wine-jar", 2.7, 0.75, 0.5)),
    "offer-dried-meat": _DISHES,
    "offer-wine": _DISHES,
    "tear-lung": _MEAT,
    "taste": _MEAT,
    "strike": (Prop("chimes", 2.9),),
    "drum": (Prop("drum", 3.4),),
    "take-tallies": _HOLDER,
    "fill-holder": _HOLDER,
    "lay-tally": _HOLDER,
    "count-tallies": (Prop("tally-holder", 2.9, 1.6, turned=90.0), Prop("tallies", 1.9, -0.6)),
    "gather-tallies": (Prop("tallies", 2.0),),
    "take-arrow-upper": (Prop("arrow-rack", 2.2),),
    "take-arrow-lower": (Prop("arrow-rack", 2.2),),
    "take-arrows-together": (Prop("arrow-rack", 2.2), Prop("four-arrows", 2.2, high=0.5)),
    "pat-arrows": (Prop("arrow-rack", 2.4), Prop("four-arrows", 2.4, 0.4, 0.5), Prop("four-arrows", 2.4, -0.4, 0.5)),
    "search": (Prop("arrow", 2.4, -1.0, 0.1, 60.0, "flat"), Prop("arrow", 3.0, 0.9, 0.1, 210.0, "flat")),
    "shoes-on": (Prop("shoes", 1.3),),
    "praise-wine": (Prop("cup", 1.9),),
    "back-to-target": (Prop("target", -3.0, turned=0.0),),
    "assent": (Prop("target", -3.0, turned=0.0),),
    "step-on-mark": (Prop("mark", -0.2),),
    "feet-together": (Prop("mark", -0.2),),
    "draw-shoot": (Prop("mark", -0.2),),
}
"""Gesture → what is about him."""

LISTENERS: Mapping[str, tuple[str, str]] = {
    "speak": ("host", "listen"),
    "listen": ("host", "speak"),
    "consent": ("host", "speak"),
    "praise-wine": ("host", "listen"),
    "step-back": ("host", "salute"),
}
"""Gesture that names no partner → who stands before the actor on its sheet, and what he does."""

LADLES_ABOUT: Mapping[str, tuple[Ladle, ...]] = {
    "pour": (Ladle("wine-ladle", -0.75, -2.55, 2.45, 0.0),),
    "pour-water": (Ladle("water-ladle", -1.9, -2.15, 2.25, 0.0),),
}
"""Ladles in the jars of the scenery, of one who stands at (0, 0) facing south, in 尺."""
