"""Numbers that places may use besides dimensions and spacings: how many come, and how much room the ground leaves."""

from __future__ import annotations

from fractions import Fraction

from layout.choices import Company
from layout.evidence.model import Ground

SCREEN_ROOM = Fraction(5, 2)
"""From the side of the screen to the middle of who goes past it, in 尺: his own room and a little more."""


def attendance(company: Company) -> dict[str, int]:
    """How many come: the guests that the pairs need are there even where fewer were asked for.

    Guest and host are one pair where they shoot; each grandee shoots with a guest of the court; the others in twos.

    >>> attendance(Company())["shooters"]
    5
    """
    left = max(0, company.pairs - (1 if company.host_shoots else 0))
    with_grandee = min(left, company.grandees)
    shooters = with_grandee + 2 * (left - with_grandee)
    guests = max(company.guests, shooters)
    return {"guests": guests, "grandees": company.grandees, "pairs": company.pairs, "shooters": shooters}


def side_numbers(ground: Ground) -> dict[str, Fraction]:
    """How far the widest target's posts reach from the axis, where the way round it goes, and the room at the court's sides.

    The way keeps more than a pace from the posts and cords, and goes round the outside of the screen where that would stand
    in it. Without walls the ground goes on: twice the width that the court would have.
    """
    great = ground.option("range") == "dashe"
    widest = max(
        ground.chi(f"{t}.post-top-x") for t in (("target", "target-mixed", "target-great") if great else ("target",))
    )
    side = ground.chi("court.width") / (2 if ground.option("walls") == "walled" else 1)
    path = widest + 8
    inner = -ground.chi("screen.x") - ground.chi("screen.width") / 2 - SCREEN_ROOM
    outer = -ground.chi("screen.x") + ground.chi("screen.width") / 2 + SCREEN_ROOM
    if inner < path < outer:
        path = outer
    return {"range.post-x": widest, "range.path-x": path, "court.side": side}
