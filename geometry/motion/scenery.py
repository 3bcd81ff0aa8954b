"""What stands about on the sheet of a gesture, so that one sees what it is for: the basin of him who washes, the man who is spoken to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from geometry.motion.ladles import Ladle
from geometry.motion.zithers import AHEAD, LAID, LEFT, LIFTED


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
_DISHES = (Prop("dishes", 2.2),)
_MEAT = (Prop("dishes", 2.2), Prop("meat", 2.3, -2.4, turned=90.0))
_HOLDER = (Prop("tally-holder", 2.2, turned=90.0),)
_RACK = (Prop("arrow-rack", 2.2, turned=90.0),)
_TARGET = (Prop("target", -3.0, turned=0.0),)

SCENERY: Mapping[str, tuple[Prop, ...]] = {
    "wash-hands": _BASIN,
    "wash": _BASIN,
    "pour-water": (Prop("basin", 3.5, 0.0), Prop("water-jar", 2.3, -1.9)),
    "pour": (Prop("wine-stand", 2.7), Prop("wine-jar", 2.7, -0.75, 0.5), Prop("dark-wine-jar", 2.7, 0.75, 0.5)),
    "offer-dried-meat": _DISHES,
    "offer-wine": (Prop("dishes", 2.5),),
    "tear-lung": _MEAT,
    "taste": _MEAT,
    "put-on": (Prop("meat", 1.9),),
    "set-up": (Prop("table", 2.6),),
    "lift-tray": (Prop("table", 2.6),),
    "strike": (Prop("chimes", 3.2, -1.0),),
    "drum": (Prop("drum", 4.05),),
    "take-bow": (Prop("wall", 2.63, turned=0.0),),
    "lean-bow": (Prop("wall", 2.63, turned=0.0),),
    "switch-off": (Prop("plinth", 2.95, turned=0.0),),
    "switch-take": (Prop("plinth", 2.95, turned=0.0),),
    "take-tallies": _HOLDER,
    "fill-holder": _HOLDER,
    "lay-tally": (Prop("tally-holder", 2.9, 1.4, turned=90.0),),
    "count-tallies": (Prop("tally-holder", 2.9, 1.6, turned=90.0),),
    "gather-tallies": (Prop("tally-holder", 2.9, 1.6, turned=90.0),),
    "take-arrow-upper": _RACK,
    "take-arrow-lower": _RACK,
    "take-arrows-together": _RACK,
    "lay-arrows": (Prop("arrow-rack", 1.9, turned=90.0),),
    "pat-arrows": (Prop("arrow-rack", 2.2),),
    "search": (Prop("arrow", 2.4, -1.0, 0.1, 60.0, "flat"), Prop("arrow", 3.0, 0.9, 0.1, 210.0, "flat")),
    "praise-wine": (Prop("cup", 1.75),),
    "back-to-target": _TARGET,
    "lean-banner": (Prop("target", 4.7),),
    "untie-cloth": (Prop("untie-frame", 2.0, turned=0.0),),
    "tie-cord": (Prop("tie-frame", 2.0, turned=0.0),),
    "step-on-mark": (Prop("mark", -0.2),),
    "feet-together": (Prop("mark", -0.2),),
    "draw-shoot": (Prop("mark", -0.2),),
}
"""Gesture → what is about him and stays as it is."""


@dataclass(frozen=True)
class Step:
    """Where a thing is from a moment on (seconds from the start of the gesture; below 0: from the beginning): in a `slot` of the
    actor, at a `spot`, in a slot of another thing (`on`), or, with none of them, out of sight."""

    at: float
    slot: str = ""
    spot: Prop | None = None
    on: str = ""
    state: str = ""
    count: int = 1


@dataclass(frozen=True)
class Handled:
    """A thing that the gesture handles, step by step. The hands go to the `chief` of them."""

    id: str
    kind: str
    steps: tuple[Step, ...]
    chief: bool = False


def _lain(kind: str, id: str, spot: Prop, at: float, slot: str, chief: bool = False, *more: Step) -> Handled:
    """A thing that lies at a spot until it is taken."""
    return Handled(id, kind, (Step(-1, spot=spot), Step(at, slot), *more), chief)


def _arrow(n: int) -> Prop:
    """The n-th arrow across the rack, its nock to his right."""
    return Prop("arrow", 1.75 + 0.3 * n, -1.3, 0.32, -90.0, "flat")


def _rest(first: int, last: int) -> tuple[Handled, ...]:
    return tuple(Handled(f"arrow-{n + 5}", "arrow", (Step(-1, spot=_arrow(n)),)) for n in range(first, last))


def _taken(at: float) -> tuple[Handled, ...]:
    return (_lain("arrow", "arrow-1", _arrow(1), at, "right-hand", True, Step(at + 0.9, "left-hand")), *_rest(2, 5))


def _stages(spot: Prop, *stages: tuple[str, float]) -> tuple[Handled, ...]:
    """Things that follow one another at a spot, each until a moment (the last to the end); "" is nothing."""
    found, since = [], -1.0
    for n, (kind, until) in enumerate(stages):
        if kind:
            first = (Step(-1, spot=spot),) if since < 0 else (Step(-1), Step(since, spot=spot))
            last = (Step(until),) if n + 1 < len(stages) else ()
            found.append(Handled(kind, kind, (*first, *last)))
        since = until
    return tuple(found)


SHOD: Mapping[str, float] = {"left": 4.0, "right": 7.6}
"""When each foot of him who takes off or puts on his shoes is in its shoe no longer, or at last: seconds of the gesture."""


def _where(side: str) -> Prop:
    """Where the shoe of a foot stands that is set out for it (see `geometry.motion.footwork`)."""
    return Prop("shoe", 1.12, 0.36 if side == "left" else -0.36, turned=0.0)


def _shoe(side: str, steps: tuple[Step, ...]) -> Handled:
    return Handled(f"shoe-{side}", f"shoe-{side}", steps)


_AT_POST = Prop("post", 2.0, turned=0.0)
_HEAP = Prop("tally", 1.9, -0.4, turned=0.0, lie="flat")
_HOLES = "tally-holder-about-1"
_OVER_HANDS = Prop("water", 2.06, 0.08, 4.46)
_SPILT = Handled("wine-poured", "wine-poured", (Step(-1), Step(1.25, "both-hands"), Step(2.1)))
_SWITCH = Prop("switch", 2.0, -0.6, 0.0, 0.0, "leaning", 72.0)
_POLE = Prop("banner", 1.9, 4.9, 0.1, 90.0, "flat")
_STUCK = Prop("arrow", 3.4, -0.8, 0.1, 0.0, "stuck", -66.0)

HANDLED: Mapping[str, tuple[Handled, ...]] = {
    "tuck-arrows": (
        *(
            Handled(f"arrow-{n}", "arrow", (Step(-1, "right-hand"), Step(t, "belt")))
            for n, t in ((1, 2.2), (2, 3.4), (3, 4.6))
        ),
        Handled("arrow-4", "arrow", (Step(-1, "right-hand"), Step(5.6, "string"))),
    ),
    "set-arrow": (Handled("arrow-1", "arrow", (Step(-1, "belt"), Step(1.1, "right-hand"), Step(1.9, "string"))),),
    "take-arrow-upper": _taken(2.2),
    "take-arrow-lower": _taken(2.2),
    "take-arrows-together": tuple(_lain("arrow", f"arrow-{n}", _arrow(n), 2.2, "right-hand", n == 1) for n in range(4)),
    "stroke-feathers": (Handled("arrow-1", "arrow", (Step(-1, "right-hand"), Step(0.4, "left-hand"))),),
    "pat-arrows": tuple(
        Handled(f"arrow-{n}", "arrow", (Step(-1, spot=Prop("arrow", 3.7, 1.05 - 0.3 * n, 0.32, 180.0, "flat")),))
        for n in range(8)
    ),
    "pull-arrow": (_lain("arrow", "arrow-1", _STUCK, 1.0, "right-hand", True),),
    "switch-in-belt": (Handled("switch", "switch", (Step(-1, "right-hand"), Step(1.6, "belt"))),),
    "switch-off": (
        Handled("switch", "switch", (Step(-1, "belt"), Step(0.8, "right-hand"), Step(2.0, spot=_SWITCH)), True),
    ),
    "switch-take": (_lain("switch", "switch", _SWITCH, 1.1, "right-hand", True),),
    "take-banner": (_lain("banner", "banner", _POLE, 1.2, "both-hands", True),),
    "lean-banner": (
        Handled(
            "banner",
            "banner",
            (Step(-1, "both-hands"), Step(1.5, spot=Prop("banner", 1.8, 0.0, 0.0, 0.0, "leaning", 82.0))),
            True,
        ),
    ),
    "take-tallies": (
        Handled(
            "tallies-holder",
            "tally",
            (Step(-1, "holes", on=_HOLES, count=8), Step(0.9, "holes", on=_HOLES, count=0)),
            True,
        ),
        Handled("tallies-hand", "tally", (Step(-1, count=0), Step(0.9, "left-hand", count=8))),
    ),
    "fill-holder": (
        Handled(
            "tallies-holder",
            "tally",
            (Step(-1, "holes", on=_HOLES, count=0), Step(1.3, "holes", on=_HOLES, count=8)),
            True,
        ),
        Handled("tallies-hand", "tally", (Step(-1, "left-hand", count=8), Step(1.3, count=0))),
    ),
    "lay-tally": (
        Handled("tallies-hand", "tally", (Step(-1, "left-hand", count=7),)),
        Handled(
            "tally-1",
            "tally",
            (Step(-1, "right-hand"), Step(0.75, spot=Prop("tally", 1.9, -0.6, 0.0, 90.0, "flat"))),
            True,
        ),
    ),
    "count-tallies": (
        Handled("tallies-upper", "tally", (Step(-1, spot=_HEAP, count=12), Step(0.6, spot=_HEAP, count=10)), True),
        Handled("tallies-hand", "tally", (Step(-1, count=0), Step(0.6, "right-hand", count=2), Step(1.0, count=0))),
        Handled("tallies-won", "tally", (Step(-1, "left-hand", count=4), Step(1.0, "left-hand", count=6))),
    ),
    "gather-tallies": (
        Handled("tallies-upper", "tally", (Step(-1, spot=_HEAP, count=10), Step(1.2, spot=_HEAP, count=0)), True),
        Handled("tallies-won", "tally", (Step(-1, count=0), Step(1.2, "left-hand", count=10))),
    ),
    "shoulder-zither": (Handled("zither-prop-1", "zither", (Step(-1, "both-hands"), Step(0.05, "shoulder-left"))),),
    "zither-aside": (
        Handled(
            "zither-prop-1",
            "zither",
            (
                Step(-1, spot=Prop("zither", 1.5, turned=0.0, lie="flat")),
                Step(round(LIFTED * 2.6, 2), "aside"),
                Step(round(LAID * 2.6, 2), spot=Prop("zither", AHEAD, LEFT, turned=90.0)),
            ),
        ),
    ),
    "slacken-bow": (Handled("bow-1", "bow", (Step(-1, "left-hand"), Step(1.2, "left-hand", state="slack"))),),
    "wipe-hands": (
        Handled("napkin-folded", "napkin-folded", (Step(-1, "belt"), Step(0.5), Step(2.5, "belt"))),
        Handled("napkin", "napkin", (Step(-1), Step(0.5, "left-hand"), Step(2.5))),
    ),
    "offer-dried-meat": (
        Handled(
            "strip",
            "strip",
            (
                Step(-1, spot=Prop("strip", 2.2, 0.55, 1.15)),
                Step(1.2, "right-hand"),
                Step(3.1, spot=Prop("strip", 2.2, 0.0, 0.05, 0.0)),
            ),
        ),
    ),
    "tear-lung": (
        Handled("lung", "lung", (Step(-1, "left-hand"), Step(1.5))),
        Handled("lung-cut", "lung-cut", (Step(-1), Step(1.5, "left-hand"))),
        Handled(
            "lung-tip",
            "lung-tip",
            (Step(-1), Step(1.5, "right-hand"), Step(2.9, spot=Prop("lung-tip", 2.2, 0.0, 0.1))),
        ),
    ),
    "wash-hands": (Handled("water-falls", "water-falls", (Step(-1), Step(0.9, spot=_OVER_HANDS), Step(6.2))),),
    "wash": (Handled("water-falls", "water-falls", (Step(-1), Step(1.1, spot=_OVER_HANDS), Step(6.2))),),
    "pour-water": (
        Handled("ladle-water", "ladle-water", (Step(-1), Step(1.7, "right-hand"), Step(5.72))),
        Handled("water-falls", "water-falls", (Step(-1), Step(2.7, spot=Prop("water", 3.60, -0.14, 3.95)), Step(5.72))),
    ),
    "pour": (
        Handled("ladle-wine", "ladle-wine", (Step(-1), Step(1.2, "right-hand"), Step(2.64))),
        Handled("wine-falls", "wine-falls", (Step(-1), Step(2.05, "right-hand"), Step(2.64))),
    ),
    "offer-wine": (_SPILT,),
    "offer": (_SPILT,),
    "taste": (Handled("lung", "lung", (Step(-1, "right-hand"),)),),
    "strike": (Handled("mallet", "mallet", (Step(-1, "right-hand"),)),),
    "drum": (
        Handled("stick-1", "stick", (Step(-1, "right-hand"),)),
        Handled("stick-2", "stick", (Step(-1, "left-hand"),)),
    ),
    "shoes-off": tuple(_shoe(side, (Step(-1), Step(SHOD[side], spot=_where(side)))) for side in SHOD),
    "shoes-on": tuple(_shoe(side, (Step(-1, spot=_where(side)), Step(SHOD[side]))) for side in SHOD),
    "spread-mat": (
        Handled(
            "mat-roll",
            "mat-roll",
            (Step(-1, "both-hands"), Step(1.2, spot=Prop("mat-roll", 3.1, -3.4, turned=-90.0)), Step(1.5)),
        ),
        *_stages(
            Prop("mat", 3.1, -3.6, turned=-90.0),
            ("", 1.5),
            ("mat-third", 1.8),
            ("mat-half", 2.3),
            ("mat-most", 2.8),
            ("", 0),
        ),
        Handled("mat", "mat", (Step(-1), Step(2.8, spot=Prop("mat", 3.1, 0.4, turned=0.0)))),
    ),
    "untie-cloth": (
        *_stages(
            _AT_POST,
            ("cloth-bound", 1.1),
            ("cloth-one-tie", 1.7),
            ("cloth-loose", 2.5),
            ("cloth-half", 3.2),
            ("cloth-most", 4.1),
            ("cloth-open", 0),
        ),
        Handled("tie-loose", "tie-loose", (Step(-1), Step(1.1, "right-hand"), Step(2.3))),
    ),
    "tie-cord": (
        *_stages(_AT_POST, ("corner-slack", 1.0), ("corner-drawn", 2.2), ("corner-taut", 0)),
        *_stages(_AT_POST, ("cord-hanging", 0.9), ("cord-drawn", 2.0), ("cord-round", 3.3), ("cord-tied", 0)),
    ),
}
"""Gesture → the things that it handles and what becomes of them."""

LADLES_ABOUT: Mapping[str, tuple[Ladle, ...]] = {
    "pour": (Ladle("wine-ladle", -0.75, -2.26, 2.36, 0.0),),
    "pour-water": (Ladle("water-ladle", -1.9, -1.86, 2.16, 0.0),),
}
"""Ladles in the jars of the scenery, of one who stands at (0, 0) facing south, in 尺."""
