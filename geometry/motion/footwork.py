"""Gestures that take the body or its feet along, as root and footfalls: for the sheets of gestures and for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rite.gestures import gesture, load_gait
from rite.model import Footfall, PersonActs
from rite.walk import Path

LEAD = 500
"""ms at rest before and after a gesture that is made by itself."""


def _feet_out(x: float, y: float) -> tuple[Footfall, ...]:
    found: list[Footfall] = []
    for foot, side, out, back in _OUT:
        for t, ahead in ((out, FOOT_OUT), (back, 0.0)):
            found.append(Footfall(foot, LEAD + t, LEAD + t + 600, x + side, y - ahead, 0.0, 180.0))
    return tuple(found)


_OUT: tuple[tuple[Literal["left", "right"], float, int, int], ...] = (
    ("left", 0.36, 900, 4700),
    ("right", -0.36, 5400, 8700),
)
"""Foot, how far it stands from the middle (尺), and when it goes out and comes back, in ms of the gesture."""
FOOT_OUT = 0.90
"""How far before the other, in 尺, a foot is set whose shoe is taken off."""
SHOULDERED = 1150
"""ms until a zither lies on the shoulder of him who then walks with it."""
BACK, ONTO = 2.4, 2.2
"""How far one steps back, and on to the mark, in 尺."""


def moved(acts: PersonActs, name: str, x: float, y: float, duration: int) -> PersonActs:
    """The acts of a gesture that takes the body along: steps back, turns on the spot."""
    path = Path(x, y, 0.0, 180.0)
    path.wait(LEAD)
    if name == "step-back":
        gait = load_gait()["step-back"]
        path.straight([(x, y + BACK)], float(gait.step), gait.rate, "right", gesture(name).duration, face=180.0)
    elif name in ("turn-left", "turn-right"):
        path.turn(
            350.0 if name == "turn-left" else 10.0, "right" if name == "turn-left" else "left", gesture(name).duration
        )
    elif name == "shoulder-zither":
        # As soon as it lies on his shoulder he sets out.
        path.wait(SHOULDERED)
        path.straight([(x, y - ONTO)], float(load_gait()["w3"].step), load_gait()["w3"].rate, "left")
    elif name in ("shoes-off", "shoes-on"):
        # Each foot is set out from under the hem, and drawn back.
        return replace(acts, footfalls=_feet_out(x, y))
    elif name == "step-on-mark":
        # From the south, facing north; the left foot first; then he turns to the target.
        path = Path(x, y - ONTO, 0.0, 0.0)
        path.wait(LEAD)
        path.straight([(x, y)], float(load_gait()["w2"].step), load_gait()["w2"].rate, "left", face=0.0)
        path.turn(180.0, "left", 2800)
    else:
        return acts
    path.wait(max(duration - path.t, 0))
    return replace(acts, root=tuple(path.keys), footfalls=tuple(path.feet))
