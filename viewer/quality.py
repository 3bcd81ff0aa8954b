"""What a picture may cost, and all that decides it beside scene and moment. No OpenGL here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from viewer.camera import Camera
from viewer.pack import Bools, Floats32


@dataclass(frozen=True)
class Quality:
    """What a picture may cost. `grain` > 1 draws larger and shrinks; `samples` is multisampling by the card."""

    shadows: bool = True
    fine: bool = False
    grain: int = 1
    samples: int = 0
    map_size: int = 2048
    two_maps: bool = False
    ink: bool = True
    smooth: bool = False
    shadow_every: int = 1
    """Shadows of who moves are drawn anew at every so many frames, while the map itself stays where it is."""
    keep: bool = False
    """While the camera rests, what stands still is drawn once and kept; for software rendering at grain 1."""


FAST = Quality()
FILM = Quality(smooth=True, shadow_every=2, keep=True)
FINE = Quality(fine=True, grain=2, map_size=3072, two_maps=True)


@dataclass(frozen=True, eq=False)
class View:
    """All that decides a picture beside scene and moment."""

    camera: Camera
    size: tuple[int, int] = (1280, 720)
    light: str = "morning"
    evidence: bool = False
    backdrop: tuple[float, float, float] | None = None
    hidden: Bools | None = None
    glow: Floats32 | None = None
    presence: Floats32 | None = None
    ink: bool = True
    grid: float = 0.0
    casters: Bools | None = field(default=None)
    draft: bool = False
    """One of many frames while the camera moves: nothing of it is kept, and shadows may lag a little."""
    soon: Callable[[], Bools] | None = None
    """Tells which instances will move before long, where that is known; the others count as still while they stay as they are."""
