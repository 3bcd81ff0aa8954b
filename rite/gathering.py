"""取矢: the distances and times of gathering arrows at the target (assets/gathering.toml)."""

from __future__ import annotations

from functools import cache

from layout.data import asset
from rite.figures import Figures, load_figures

FILE = "gathering.toml"
DISTANCES = frozenset(
    [
        "together",
        "caller",
        "room",
        "overhead",
        "aside",
        "lying",
        "cloth",
        "ground",
        "apart",
        "plane",
        "reach",
        "waiting",
        "waiting-1",
        "waiting-2",
        "waiting-3",
        "clear",
    ]
)
TIMES = frozenset(("shake", "pull", "take", "next"))


@cache
def load_gathering() -> Figures:
    """The table; its chance `overlooked` is that of an arrow's being missed. Raises DataError."""
    return load_figures(asset(FILE), distance=DISTANCES, time=TIMES, chance=frozenset({"overlooked"}))
