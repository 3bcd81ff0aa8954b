"""Patience with those who walk: how long one waits before he sets out, so that nobody is run into."""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from rite.meeting import Departures, Stretch, ahead, first_free, forbidden, passes, stretches
from rite.throng import MANY, Throng, rows_of
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
    tries = 0
    while tries < RETRIES:
        wait = patience(world, motions, known)
        if wait is not None:
            return wait
        # Who comes after can only bar more: before those known by now leave a gap, nobody need be asked.
        rests = first_try(known.taken, world.clock.now)
        tries += rests
        yield rests * RETRY
    return 0


def first_try(taken: list[Departures], now: int) -> int:
    """In how many rests (one at least) some wait is free of what is taken, which is in order and leaves none just now."""
    rests = 1
    while rests < RETRIES:
        then = now + rests * RETRY
        if first_free(PATIENCE, taken, then) is not None:
            break
        # Nothing changes before the first of these has gone by, or the end of all that is barred without a gap can be waited for.
        gone, barred = math.inf, float(then)
        for low, high, until in taken:
            if until > then:
                gone = min(gone, until)
                if low <= barred:
                    barred = max(barred, high)
        rests = max(rests + 1, math.ceil((min(gone, barred - PATIENCE[-1]) - now) / RETRY))
    return min(rests, RETRIES)


@dataclass
class Known:
    """What one who waits has found out already."""

    met: dict[tuple[str, str], tuple[int, list[Departures]]] = field(default_factory=dict)
    """For him and one who walks: which of the other's walks it is, and the departures that it forbids."""
    taken: list[Departures] = field(default_factory=list)
    """All of these, in order: where they alone leave no time to go, nobody else need be asked."""


SOON = 3000
"""First it is asked whether one can set out within so many ms: most can, and few stretches of two ways lie so near in time."""


@dataclass
class Meeting:
    """Who would set out, who walks, the ways of both, how near they may come, and whether they walk on one level."""

    own: Actor
    other: Actor
    mine: list[Stretch]
    same: bool
    least: float = NEAR
    theirs: list[Stretch] = field(default_factory=list)
    afar: bool = True
    """He who walks does not come near the other where that one stands."""


def patience(world: World, motions: Sequence[tuple[Actor, Motion]], known: Known | None = None) -> int | None:
    """How many ms to wait before these movements, so that nobody who is walking is run into; None when waiting does not help."""
    now = world.clock.now
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
            meetings.append(Meeting(a, other, mine, same))
    many = len(meetings) >= MANY
    # One who was barred before seldom finds that he can set out soon.
    barred = known is not None and bool(known.taken)
    if meetings and not many:
        for m in meetings:
            m.theirs = ahead(m.other.way, now)
            m.least = _least(m.own, m.theirs[0][1:3])
    if meetings and not many and not barred:
        soon = list(taken)
        for m in meetings:
            soon += forbidden(m.mine, m.theirs, m.least, SOON)
        wait = first_free(PATIENCE, sorted(soon), now)
        if wait is not None and wait <= SOON:
            return wait
    for m, never in zip(meetings, _by_all(meetings, now) if many else _by_each(meetings), strict=True):
        # What somebody's walk forbids holds for as long as he is on it.
        gone = m.other.moving_until
        found = [(low, high, until if until < gone else gone) for low, high, until in never]
        if m.same and known is not None and m.afar:
            known.met[m.own.id, m.other.id] = (m.other.walks, found)
        taken += found
    taken.sort()
    wait = first_free(PATIENCE, taken, now)
    if wait is None and known is not None:
        known.taken = sorted(t for _, found in known.met.values() for t in found if t[2] > now)
    return wait


def _least(a: Actor, there: tuple[float, float]) -> float:
    """How near somebody who is there may come: two who stand together already (a cup is handed over) not nearer than they are."""
    x, y = there
    if abs(x - a.x) > BODY or abs(y - a.y) > BODY:
        return NEAR
    apart = math.dist(a.here, there)
    return NEAR if apart > NEAR else 0.9 * apart


def _by_each(meetings: Sequence[Meeting]) -> Iterator[list[Departures]]:
    """What each of a few meetings forbids."""
    for m in meetings:
        m.afar = passes(m.theirs, m.own.x, m.own.y) >= NEAR / 0.9
        yield forbidden(m.mine, m.theirs, m.least)


def _by_all(meetings: Sequence[Meeting], now: int) -> Iterator[list[Departures]]:
    """What each of many meetings forbids; those of one who would set out are asked for together."""
    for _, group in itertools.groupby(meetings, key=lambda m: m.own.id):
        one = list(group)
        a = one[0].own
        ways = []
        for m in one:
            if m.other.rows is None:
                m.other.rows = rows_of(m.other.way)
            ways.append(m.other.rows)
        throng = Throng(ways, now)
        leasts = [_least(a, there) for there in throng.here()]
        for m, near in zip(one, throng.passes(a.x, a.y), strict=True):
            m.afar = near >= NEAR / 0.9
        yield from throng.forbid(one[0].mine, leasts)


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
