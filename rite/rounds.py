"""Who drinks after whom: the one goblet of the 旅酬, and the two of the cups without number.

旅酬: guest → host → the grandees → the three elders → the guests in the court, each pledging the next. 無算爵: the guest's goblet
goes to the host, the grandee's to the first of the elders, and they cross (錯): then the first goes to the next elder, the second to
the next grandee; when one kind is out, the rest drink in turn (迭飲). Below, a guest begins with the host's men, a grandee with the
guests' party (注), and again they cross. Without a grandee there is one goblet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rite.cast import Cast

ELDERS = ("guest-2", "guest-3", "guest-4")
MEN = ("attendant-3", "attendant-4", "attendant-1", "attendant-2")
"""主人之贊者, who join only now; the two who served the goblets come last (執觶者皆與旅)."""

Line = tuple[str, ...]


def general_pledging(cast: Cast) -> tuple[Line, Line]:
    """The 旅酬 after the host: those on the hall in order, those below in order."""
    return (*cast.grandees, *(g for g in ELDERS if g in cast.guests)), cast.rule("court-guests")


def _crossing(lines: list[list[str]], wants: list[int], pools: list[list[str]]) -> None:
    """Deal the pools to the lines: each takes from the pool that it wants, then wants the other; what nobody wants any more goes
    to the shortest line."""
    while any(pools):
        ready = [n for n in range(len(lines)) if pools[wants[n]]]
        if not ready:
            shortest = min(range(len(lines)), key=lambda n: len(lines[n]))
            wants[shortest] = 1 - wants[shortest]
            ready = [shortest]
        for n in ready:
            if pools[wants[n]]:
                lines[n].append(pools[wants[n]].pop(0))
                wants[n] = 1 - wants[n]


def goblets(cast: Cast) -> tuple[Line, Line]:
    """The cups without number on the hall: the line of the guest's goblet, that of the grandee's (empty without grandees)."""
    elders = [g for g in ELDERS if g in cast.guests]
    if not cast.grandees:
        return ("guest", "host", *elders), ()
    first, second = ["guest", "host"], [cast.grandees[0], *elders[:1]]
    _crossing([first, second], [0, 1], [elders[1:], list(cast.grandees[1:])])
    return tuple(first), tuple(second)


def goblets_below(cast: Cast) -> tuple[Line, Line]:
    """The same below: who drinks after the last on the hall from each goblet."""
    lines = [line for line in goblets(cast) if line]
    dealt: list[list[str]] = [[] for _ in lines]
    wants = [0 if line[-1].startswith("guest") else 1 for line in lines]
    _crossing(dealt, wants, [list(MEN), list(cast.rule("court-guests"))])
    return tuple(dealt[0]), tuple(dealt[1]) if len(dealt) > 1 else ()


def _hall(cast: Cast) -> Line:
    return general_pledging(cast)[0]


def _below(cast: Cast) -> Line:
    return general_pledging(cast)[1]


RULES: dict[str, Callable[[Cast], Line]] = {
    "pledge-giver": lambda c: _hall(c)[:1],
    "pledge-taker": lambda c: _hall(c)[1:2],
    "pledge-hall": lambda c: _hall(c)[1:],
    "pledge-hall-last": lambda c: _hall(c)[-1:],
    "pledge-below-first": lambda c: _below(c)[:1],
    "pledge-below": _below,
    "pledge-last": lambda c: (_hall(c) + _below(c))[-1:],
    "goblet-1-hall": lambda c: goblets(c)[0][1:],
    "goblet-1-hall-last": lambda c: goblets(c)[0][-1:],
    "goblet-1-below-first": lambda c: goblets_below(c)[0][:1],
    "goblet-1-below": lambda c: goblets_below(c)[0],
    "goblet-1-last": lambda c: goblets_below(c)[0][-1:],
    "goblet-2-hall": lambda c: goblets(c)[1][1:],
    "goblet-2-hall-last": lambda c: goblets(c)[1][-1:],
    "goblet-2-below-first": lambda c: goblets_below(c)[1][:1],
    "goblet-2-below": lambda c: goblets_below(c)[1],
    "goblet-2-last": lambda c: goblets_below(c)[1][-1:],
    "morrow-line": lambda c: ("host", *(g for g in ELDERS if g in c.guests)),
}
"""Group rules of the score (assets/rite/words/people.toml)."""
