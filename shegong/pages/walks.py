"""From the staged acts to the ways that people walk in a section, in parts that can be drawn without crowding."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rite.model import PersonActs, RootKey, StagedSection

REST = 2_500
"""Who stands still so many ms has ended one walk and will begin another."""
SHIFT = 2.0
"""尺: less than this is a step on the spot, no way to be drawn."""
PER_MAP, MAPS = 12, 10


@dataclass(frozen=True)
class Walk:
    """One way of one person at one place, in 尺: begun in `clause` (counted from 1) at `start`, over at `end` (ms)."""

    who: str
    clause: int
    start: int
    end: int
    points: tuple[tuple[float, float], ...]
    venue: str = "school"


@dataclass(frozen=True)
class Part:
    """The walks of a run of clauses, and the time from the first to the last of them."""

    walks: tuple[Walk, ...]

    @property
    def first(self) -> int:
        """Number of the first clause in which somebody walks."""
        return min(w.clause for w in self.walks)

    @property
    def last(self) -> int:
        """Number of the last one."""
        return max(w.clause for w in self.walks)

    @property
    def start(self) -> int:
        """When the first of them sets out, ms."""
        return min(w.start for w in self.walks)

    @property
    def end(self) -> int:
        """When all have arrived, ms."""
        return max(w.end for w in self.walks)


def walks_of(section: StagedSection) -> tuple[Walk, ...]:
    """All walks of a section in the order in which they begin; then by name, so that the same rite is drawn alike."""
    found = [walk for person in section.people.values() for walk in _walks(section, person)]
    return tuple(sorted(found, key=lambda w: (w.start, w.who)))


def parts_of(walks: Sequence[Walk], per_map: int = PER_MAP, maps: int = MAPS) -> tuple[Part, ...]:
    """The walks in runs of about `per_map`, more where there would be over `maps` runs; cut between clauses where possible.

    >>> [len(p.walks) for p in parts_of([Walk("host", n // 3, n, n + 1, ()) for n in range(15)], 6)]
    [6, 6, 3]
    """
    room = max(per_map, math.ceil(len(walks) / maps))
    parts: list[list[Walk]] = []
    for walk in walks:
        now = parts[-1] if parts else []
        full = len(now) >= room or (len(now) >= 0.6 * room and walk.clause != now[-1].clause)
        if not parts or full or walk.venue != now[-1].venue:
            parts.append([walk])
        else:
            now.append(walk)
    return tuple(Part(tuple(p)) for p in parts)


def _walks(section: StagedSection, person: PersonActs) -> list[Walk]:
    found: list[Walk] = []
    run: list[RootKey] = []
    keys = person.root
    for a, b in itertools.pairwise(keys):
        # Who is moved while nobody sees him, or in no time, has not walked: the scene has changed.
        if math.hypot(b.x - a.x, b.y - a.y) < 1e-6 or b.t == a.t or not _seen(person, a.t):
            continue
        moved = bool(run) and (a.x, a.y) != (run[-1].x, run[-1].y)
        if run and (moved or a.t - run[-1].t > REST):
            found += _walk(section, person.id, run)
            run = []
        run += [a, b] if not run else [b]
    return found + _walk(section, person.id, run)


def _walk(section: StagedSection, who: str, run: Sequence[RootKey]) -> list[Walk]:
    points: list[tuple[float, float]] = []
    for key in run:
        if not points or math.hypot(key.x - points[-1][0], key.y - points[-1][1]) > 0.05:
            points.append((key.x, key.y))
    length = sum(math.dist(p, q) for p, q in itertools.pairwise(points))
    if length < SHIFT:
        return []
    start, end = run[0].t, run[-1].t
    return [Walk(who, clause_at(section, start, who), start, end, tuple(points), section.venue_at(start))]


def clause_at(section: StagedSection, t: int, who: str) -> int:
    """Number (from 1) of the clause that somebody acts at a time: the last begun that names him, else the last begun."""
    own = [n for n, s in enumerate(section.steps, 1) if s.start <= t < max(s.end, s.start + 1) and who in s.who]
    begun = own or [n for n, s in enumerate(section.steps, 1) if s.start <= t]
    # A clause that lasts through many others (無算樂) is not the one in hand.
    return max(begun, key=lambda n: (section.steps[n - 1].start, -section.steps[n - 1].end, n)) if begun else 1


def _seen(person: PersonActs, t: int) -> bool:
    at = bisect_right([k.t for k in person.postures], t) - 1
    return at < 0 or person.postures[at].posture != "hidden"
