"""Dress on its way: an arm half out of its sleeve, an arm-guard drawn on over the hand and drawn off again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rite.gestures import gesture
from rite.model import PersonActs

Times = NDArray[np.int64]
Truths = NDArray[np.bool_]

SLIPS = 1000
"""ms before and after the moment at which an arm counts as bared or covered in which it is half out of its sleeve: the shoulder is bare,
the sleeve hangs on the forearm."""
TAKEN, DRAWN = 900, 3300
"""ms after ring and guard count as put on (the ring is put on first) at which the guard is over the hand, and at its place."""
LOOSED, OFF = 400, 1300
"""ms before they count as taken off from which the guard is drawn over the hand, and after it until it is off."""


@dataclass(frozen=True, eq=False)
class Changing:
    """At each moment (n,): whether the left arm is half in its sleeve, whether the guard is over the hand, not yet on the arm."""

    half: Truths
    low: Truths
    off: Truths


def changing(acts: PersonActs, times: Times) -> Changing:
    """What of a person's dress is between two states."""
    half, low, off = (np.zeros(len(times), dtype=bool) for _ in range(3))

    def within(first: int, last: int) -> Truths:
        inside: Truths = (times >= first) & (times < last)
        return inside

    for act in acts.gestures:
        if act.gesture not in ("bare-arm", "cover-arm", "ring-and-guard", "remove-ring-and-guard"):
            continue
        entry = gesture(act.gesture)
        at = act.start + round((act.end - act.start) * (entry.contact or 0.0) / entry.seconds)
        if act.gesture == "ring-and-guard":
            low |= within(at + TAKEN, at + DRAWN)
            off |= within(at, at + TAKEN)
        elif act.gesture == "remove-ring-and-guard":
            low |= within(at - LOOSED, at + OFF)
        else:
            half |= within(at - SLIPS, at + SLIPS)
    return Changing(half, low, off)
