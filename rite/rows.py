"""Who stands in a line with whom: kept from one question to the next, and forgotten for those round whom somebody has stirred."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rite.world import Actor

Key = tuple[str, float]
"""Somebody, and how far it is from one to the next at most."""
RANK, FILE = 0, 1
"""A line of people beside each other, west to east; of people behind each other, south to north."""
Near = Callable[[float, float, float, float], "Sequence[Actor]"]
_WIDE = 0.005
_WAYS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


class Rows:
    """Lines of people who stand straight behind or beside each other, in the court or on the hall.

    `near` gives everybody who stands in a box; above `level` one is on the hall. Whoever changes his place, or is seen or hidden,
    must be told of (`stirred`).
    """

    def __init__(self, near: Near, level: float) -> None:
        self._near, self._level = near, level
        self._next: dict[Key, tuple[tuple[Actor, ...], ...]] = {}
        self._lines: dict[Key, list[tuple[tuple[Actor, ...], frozenset[str]] | None]] = {}
        self._seen_by: dict[str, set[Key]] = {}
        self._stands_in: dict[str, set[Key]] = {}
        self._steps: set[float] = set()

    def clear(self) -> None:
        """Forget everything."""
        for table in (self._next, self._lines, self._seen_by, self._stands_in):
            table.clear()

    def stirred(self, a: Actor) -> None:
        """Somebody has left his place for the one where he is now."""
        for key in self._seen_by.pop(a.id, ()):
            self._forget(key)
        for step in self._steps:
            self._forget((a.id, step))
        if not self._next:
            return
        far = max(self._steps)
        wide = 2 * _WIDE
        for x, y in ((far + wide, wide), (wide, far + wide)):
            for other in self._near(a.x - x, a.y - y, a.x + x, a.y + y):
                for step in self._steps:
                    self._forget((other.id, step))

    def _forget(self, key: Key) -> None:
        self._next.pop(key, None)
        for owner in self._stands_in.pop(key[0], ()):
            self._lines.pop(owner, None)

    def line(self, a: Actor, step: float, out: Set[str], axis: int) -> tuple[Actor, ...]:
        """The rank or the file in which somebody stands who is seen, in its order, each no farther than `step` from the last, as
        if those who are in `out` were not there."""
        key = (a.id, step)
        lines = self._lines.setdefault(key, [None, None])
        known = lines[axis]
        if known is None:
            found = self._along(a, step, frozenset(), axis)
            known = lines[axis] = (found, frozenset(m.id for m in found))
            for m in found:
                self._stands_in.setdefault(m.id, set()).add(key)
        return known[0] if known[1].isdisjoint(out) else self._along(a, step, out, axis)

    def _along(self, a: Actor, step: float, out: Set[str], axis: int) -> tuple[Actor, ...]:
        sides: list[list[Actor]] = [[], []]
        for n, found in enumerate(sides):
            last: Actor | None = a
            while last is not None:
                last = next((o for o in self._beside(last, step)[2 * axis + n] if o.id not in out), None)
                if last is not None:
                    found.append(last)
        return (*reversed(sides[1]), a, *sides[0])

    def _beside(self, a: Actor, step: float) -> tuple[tuple[Actor, ...], ...]:
        """Who stands straight east, west, north, south of somebody within a step, the nearest first."""
        key = (a.id, step)
        known = self._next.get(key)
        if known is None:
            self._steps.add(step)
            x, y, hall = a.x, a.y, a.z > self._level
            sides: list[tuple[Actor, ...]] = []
            for dx, dy in _WAYS:
                far = (dx + dy) * step
                x0, x1 = (x - _WIDE, x + _WIDE) if dx == 0.0 else (x, x + far) if far > 0 else (x + far, x)
                y0, y1 = (y - _WIDE, y + _WIDE) if dy == 0.0 else (y, y + far) if far > 0 else (y + far, y)
                others = [
                    o
                    for o in self._near(x0, y0, x1, y1)
                    if (o.z > self._level) == hall and (o.x - x) * dx + (o.y - y) * dy > 0.05
                ]
                others.sort(key=lambda o: math.dist(o.here, (x, y)))
                sides.append(tuple(others))
                for o in others:
                    self._seen_by.setdefault(o.id, set()).add(key)
            known = self._next[key] = tuple(sides)
        return known
