"""From where each gesture is looked at on its sheet (assets/gestures/views.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from layout.data import Record, asset, load_toml

Pair = tuple[float, float]


class Views(Record, frozen=True):
    """The two rows of a sheet: compass bearings of the line of sight on a man who faces south, degrees of looking down, and which
    row shows head and hands alone, with so many metres about them; which rows enlarge the man (his hands alone, or all people) in a corner,
    because he is small beside what he holds; the moments that are drawn, and the one that shows it best, in s from its beginning,
    where they are not the ends of its movements and the moment of contact."""

    bearings: Pair
    down: Pair = (9.0, 9.0)
    near: Literal["none", "first", "second"] = "none"
    inset: Literal["none", "first", "second", "both"] = "none"
    upon: Literal["man", "hands", "people"] = "man"
    about: float = 0.26
    moments: tuple[float, ...] = ()
    moment: float | None = None


@cache
def load_views() -> Mapping[str, Views]:
    """By gesture, with `one`, `low` and `two` for those that name nothing of their own."""
    return load_toml(asset("gestures", "views.toml"), dict[str, Views])


def views_of(gesture: str, facing: bool, low: bool = False) -> Views:
    """How a gesture is seen; `facing` where two people stand face to face in it, `low` where one kneels."""
    table = load_views()
    return table.get(gesture) or table["two" if facing else "low" if low else "one"]
