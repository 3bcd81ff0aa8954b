"""Numbers that places may use besides dimensions and spacings: how many come, and how much room the ground leaves."""

from __future__ import annotations

from fractions import Fraction

from layout.choices import Company
from layout.evidence.model import Ground


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
    """How far the widest target's posts reach from the axis, and how much room the court leaves at its sides.

    Without walls the ground goes on: twice the width that the court would have.
    """
    great = ground.option("range") == "dashe"
    widest = max(
        ground.chi(f"{t}.post-top-x") for t in (("target", "target-mixed", "target-great") if great else ("target",))
    )
    side = ground.chi("court.width") / (2 if ground.option("walls") == "walled" else 1)
    return {"range.post-x": widest, "court.side": side}
