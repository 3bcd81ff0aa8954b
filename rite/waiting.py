"""Patience with those who walk: how long one waits before he sets out, so that nobody is run into."""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from rite.meeting import Departures, Stretch, ahead, first_free, forbidden, passes, stretches
from rite.throng import MANY, forbidden_by_all
from rite.walk import Motion
from rite.world import BODY, Actor, World, box_of

NEAR = BODY - 0.05
"""So near two who walk may come, 尺."""
PATIENCE: tuple[int, ...] = (*range(0, 12_000, 500), *range(12_000, 90_001, 2000))
"""How long a walker is ready to wait for others to pass, ms, tried in turn, before he goes all the same."""

RETRIES, RETRY = 1200, 500
"""How often, and after how many ms, one tries again whose way is barred by somebody who has not yet said where he goes on to."""


def clear_way(world: World, motions: Sequence[tuple[Actor, Motion]]) -> Generator[int, None, int]:
    """Wait (as a process) while somebody who is on his way leaves no time to go at all; returns the wait, in ms, that is left then."""
    known = Known()
    for _ in range(RETRIES):
        wait = patience(world, motions, known)
        if wait is not None:
            return wait
        yield RETRY
    return 0


@dataclass
class Known:
    """What one who waits has found out already."""

    met: dict[tuple[str, str], tuple[int, list[Departures]]] = field(default_factory=dict)
    """For him and one who walks: which of the other's walks it is, and the departures that it forbids."""
    taken: list[Departures] = field(default_factory=list)
    """All of these, in order: where they alone leave no time to go, nobody else need be asked."""
    shut: int = 0
    """Until then no waiting helps, whoever else may come by."""


Meeting = tuple[Actor, Actor, list[Stretch], list[Stretch], float, bool]
"""Who would set out, who walks, the ways of both, how near they may come, and whether they walk on one level."""

SOON = 3000
"""First it is asked whether one can set out within so many ms: most can, and few stretches of two ways lie so near in time."""


def patience(world: World, motions: Sequence[tuple[Actor, Motion]], known: Known | None = None) -> int | None:
    """How many ms to wait before these movements, so that nobody who is walking is run into; None when waiting does not help."""
    now = world.clock.now
    if known is not None and (now < known.shut or first_free(PATIENCE, known.taken, now) is None):
        return None
    own = {a.id for a, _ in motions}
    meetings: list[Meeting] = []
    taken: list[Departures] = []
    for a, motion in motions:
        mine: list[Stretch] | None = None
        level = motion.keys[-1].z
        west, south, east, north = box_of(a.x, a.y, motion.keys)
        for other in world.movers():
            x0, y0, x1, y1 = other.reach
            if x0 >= east or x1 <= west or y0 >= north or y1 <= south or other.id in own:
                continue
            same = abs(other.z - level) <= 2.5
            if same and known is not None:
                met = known.met.get((a.id, other.id))
                if met is not None and met[0] == other.walks:
                    taken += met[1]
                    continue
            if not same and abs(height_at(other, now) - level) > 2.5:
                continue
            if mine is None:
                mine = stretches([(k.t, k.x, k.y) for k in motion.keys]) or stretches([(0, a.x, a.y)] * 2)
            theirs = ahead(other.way, now)
            # Two who stand together already (a cup is handed over) may not come nearer than they are.
            apart = math.dist(a.here, theirs[0][1:3])
            meetings.append((a, other, mine, theirs, NEAR if apart > NEAR else 0.9 * apart, same))
    many = len(meetings) >= MANY
    if meetings and not many:
        soon = list(taken)
        for _, _, mine, theirs, least, _ in meetings:
            soon += forbidden(mine, theirs, least, SOON)
        wait = first_free(PATIENCE, sorted(soon), now)
        if wait is not None and wait <= SOON:
            return wait
    barred = forbidden_in(meetings) if many else (forbidden(m[2], m[3], m[4]) for m in meetings)
    for (a, other, _, theirs, _, same), never in zip(meetings, barred, strict=True):
        # What somebody's walk forbids holds for as long as he is on it.
        found = [(low, high, min(until, other.moving_until)) for low, high, until in never]
        if same and known is not None and passes(theirs, a.x, a.y) >= NEAR / 0.9:
            known.met[a.id, other.id] = (other.walks, found)
        taken += found
    taken.sort()
    wait = first_free(PATIENCE, taken, now)
    if wait is None and known is not None:
        known.taken = sorted(t for _, found in known.met.values() for t in found if t[2] > now)
        known.shut = round(
            max((until for low, high, until in known.taken if low <= now and high == math.inf), default=0)
        )
    return wait


def forbidden_in(meetings: Sequence[Meeting]) -> list[list[Departures]]:
    """What each of many meetings forbids; those of one who would set out are asked for together."""
    found: list[list[Departures]] = []
    for _, group in itertools.groupby(meetings, key=lambda m: m[0].id):
        one = list(group)
        found += forbidden_by_all(one[0][2], [m[3] for m in one], [m[4] for m in one])
    return found


def height_at(a: Actor, now: int) -> float:
    """How high somebody is on his walk just now."""
    keys = a.root
    n = len(keys) - 1
    while n > 0 and keys[n].t > now:
        n -= 1
    here = keys[n]
    if n + 1 < len(keys) and here.t < now:
        ahead_of = keys[n + 1]
        return here.z + (ahead_of.z - here.z) * (now - here.t) / (ahead_of.t - here.t)
    return here.z
