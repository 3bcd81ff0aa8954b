"""Ways over the ground: straight where that is free, else round the corners of what stands there.

Everything that blocks is a rectangle grown by the room a walker needs. A way is sought over the corners of those rectangles
only that turned out to be in it.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence

import msgspec

Point = tuple[float, float]


class Block(msgspec.Struct, frozen=True, gc=False):
    """A rectangle (x0, y0)–(x1, y1) that cannot be walked through, without the walker's room."""

    x0: float
    y0: float
    x1: float
    y1: float
    id: str = ""

    def grown(self, by: float) -> Block:
        """The same with a margin on every side."""
        return Block(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by, self.id)

    def holds(self, p: Point) -> bool:
        """Whether a point is strictly inside."""
        return self.x0 + 1e-6 < p[0] < self.x1 - 1e-6 and self.y0 + 1e-6 < p[1] < self.y1 - 1e-6

    def without(self, p: Point) -> Block:
        """The same, shrunk on every side until a point is no longer inside (to nothing, when the point is in its middle)."""
        if not self.holds(p):
            return self
        inside = min(p[0] - self.x0, self.x1 - p[0], p[1] - self.y0, self.y1 - p[1])
        return self.grown(-(inside + 0.02))

    def cuts(self, a: Point, b: Point) -> bool:
        """Whether the stretch from a to b passes through the inside."""
        if (a[0] <= self.x0 and b[0] <= self.x0) or (a[0] >= self.x1 and b[0] >= self.x1):
            return False
        if (a[1] <= self.y0 and b[1] <= self.y0) or (a[1] >= self.y1 and b[1] >= self.y1):
            return False
        # Written out for x and y: ways among many people ask this a million times.
        low, high = 0.0, 1.0
        delta = b[0] - a[0]
        if -1e-12 < delta < 1e-12:
            if a[0] <= self.x0 or a[0] >= self.x1:
                return False
        else:
            first, last = (self.x0 - a[0]) / delta, (self.x1 - a[0]) / delta
            if first > last:
                first, last = last, first
            if first > low:
                low = first
            if last < high:
                high = last
            if low >= high - 1e-9:
                return False
        delta = b[1] - a[1]
        if -1e-12 < delta < 1e-12:
            return self.y0 < a[1] < self.y1
        first, last = (self.y0 - a[1]) / delta, (self.y1 - a[1]) / delta
        if first > last:
            first, last = last, first
        if first > low:
            low = first
        if last < high:
            high = last
        return low < high - 1e-9

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, a hair outside."""
        e = 0.01
        return (
            (self.x0 - e, self.y0 - e),
            (self.x1 + e, self.y0 - e),
            (self.x1 + e, self.y1 + e),
            (self.x0 - e, self.y1 + e),
        )


THRONG, EAGER = 60, 1.5
"""Among more corners than the first one does not look for the shortest way but for one that is at most so many times as long."""
_INTO: tuple[Point, ...] = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
"""Which way its block lies from each of the corners, in their order."""

Near = Callable[[Point, Point], Sequence[Block]]
"""Gives the blocks, grown already, that may touch the stretch between two points."""


def find_route(a: Point, b: Point, near: Near, inside: Callable[[Point], bool], most: int = 60) -> list[Point]:
    """Points from a (left out) to b that keep clear of the blocks; the straight way when there is none."""
    return find_way(a, b, near, inside, most) or [b]


def find_way(a: Point, b: Point, near: Near, inside: Callable[[Point], bool], most: int = 60) -> list[Point] | None:
    """Points from a (left out) to b that keep clear of the blocks; None when there is no such way.

    Blocks that hold a or b themselves are shrunk until they do not: one who stands against a vessel must be able to leave.
    """

    def hits(p: Point, q: Point) -> list[Block]:
        found = []
        for block in near(p, q):
            if not block.cuts(p, q):
                continue
            if block.holds(a) or block.holds(b):
                block = block.without(a).without(b)
                if block.x0 >= block.x1 or block.y0 >= block.y1 or not block.cuts(p, q):
                    continue
            found.append(block)
        return found

    first = hits(a, b)
    if not first:
        return [b]
    graph = _Graph(a, b, inside)
    graph.add(first)
    checked: dict[tuple[int, int], list[Block]] = {}
    for _ in range(most):
        path = graph.shortest()
        if path is None:
            return None
        found: list[Block] = []
        for edge in itertools.pairwise(path):
            if edge not in checked:
                checked[edge] = hits(graph.points[edge[0]], graph.points[edge[1]])
            found += checked[edge]
        if not graph.add(found):
            return [graph.points[n] for n in path[1:]]
    return None


class _Graph:
    """What is known of the ground between two points: the blocks met so far, their corners, and which stretches are free."""

    def __init__(self, a: Point, b: Point, inside: Callable[[Point], bool]) -> None:
        self.points: list[Point] = [a, b]
        self.ahead: list[float] = [math.dist(a, b), 0.0]
        self._inside = inside
        self._blocks: list[Block] = []
        self._known: set[Block] = set()
        self._free: dict[tuple[int, int], int] = {}
        self._gone: set[int] = set()
        self._last: list[Block | None] = [None, None]
        # For each point: its number, where it is and which way its own block lies; to which points one may go from it and how far
        # that is, of how many points this is known, and to which of them the way turned out to be cut.
        self._corners = [(0, *a, 0.0, 0.0), (1, *b, 0.0, 0.0)]
        self._next: list[list[tuple[int, float]]] = [[], []]
        self._seen: list[int] = [1, 1]
        self._cut: list[set[int]] = [set(), set()]

    def add(self, blocks: Sequence[Block]) -> bool:
        """Take in blocks that were met; whether there was a new one among them."""
        fresh = [k for k in dict.fromkeys(blocks) if k not in self._known]
        if not fresh:
            return False
        gone = self._gone
        for n, (x, y) in enumerate(self.points):
            if n > 1 and n not in gone:
                for k in fresh:
                    if k.x0 + 1e-6 < x < k.x1 - 1e-6 and k.y0 + 1e-6 < y < k.y1 - 1e-6:
                        gone.add(n)
                        break
        self._known.update(fresh)
        self._blocks += fresh
        for block in fresh:
            small = min(block.x1 - block.x0, block.y1 - block.y0) < 0.5
            for corner, into in zip(block.corners(), _INTO, strict=True):
                if self._inside(corner) and not self._covered(corner):
                    ix, iy = (0.0, 0.0) if small else into
                    self._corners.append((len(self.points), *corner, ix, iy))
                    self.points.append(corner)
                    self.ahead.append(math.dist(corner, self.points[1]))
                    self._next.append([])
                    self._seen.append(1)
                    self._cut.append(set())
                    self._last.append(block)
        return True

    def _covered(self, p: Point) -> bool:
        """Whether a point lies inside a known block."""
        return any(k.holds(p) for k in self._blocks)

    def shortest(self) -> list[int] | None:
        """The shortest way from point 0 to point 1 over free stretches; every corner costs a little, to keep ways simple.

        Whether a stretch is free is asked only when it would be gone next.
        """
        ahead, cut = self.ahead, self._cut
        if len(self.points) > THRONG:
            ahead = [EAGER * far for far in ahead]
        back: dict[int, int] = dict.fromkeys(self._gone, -1)
        heap: list[tuple[float, int, int, float, int]] = [(ahead[0], 0, 0, 0.0, -1)]
        order = 0
        while heap:
            _, n, _, cost, parent = heapq.heappop(heap)
            if n in back:
                continue
            if parent >= 0 and not self._is_free(parent, n):
                cut[parent].add(n)
                cut[n].add(parent)
                continue
            back[n] = parent
            if n == 1:
                path = [1]
                while back[path[-1]] >= 0:
                    path.append(back[path[-1]])
                return path[::-1]
            for m, far in self._from(n):
                if m not in back:
                    total = cost + far + 0.5
                    order += 1
                    heapq.heappush(heap, (total + ahead[m], m, order, total, n))
        return None

    def _from(self, n: int) -> list[tuple[int, float]]:
        """The points to which one may go from a point, with how far they are: not those for which one would walk through the very
        block at whose corner the one or the other lies, nor those from which one is known to be cut off."""
        found, seen, corners = self._next[n], self._seen[n], self._corners
        cut = self._cut[n]
        if cut:
            self._next[n] = found = [one for one in found if one[0] not in cut]
        if seen < len(corners):
            gone, hypot = self._gone, math.hypot
            _, x, y, ix, iy = corners[n]
            for m, px, py, jx, jy in corners[seen:]:
                dx, dy = px - x, py - y
                if (dx * ix > 0.0 and dy * iy > 0.0) or (dx * jx < 0.0 and dy * jy < 0.0):
                    wide, tall = abs(dx), abs(dy)
                    if 0.05 < wide < 50.0 * tall and 0.05 < tall < 50.0 * wide:
                        continue
                if m != n and m not in gone and m not in cut:
                    found.append((m, hypot(dx, dy)))
            self._seen[n] = len(corners)
        return found

    def _is_free(self, n: int, m: int) -> bool:
        """Whether no known block cuts the stretch between two points; what was found before is remembered."""
        key = (n, m) if n < m else (m, n)
        done = self._free.get(key, 0)
        blocks = self._blocks
        if done < 0:
            return False
        if done == len(blocks):
            return True
        a, b = self.points[n], self.points[m]
        # What last stood in the way from the one or the other mostly does so again.
        for last in (self._last[n], self._last[m]):
            if last is not None and last.cuts(a, b):
                self._free[key] = -1
                return False
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        for at in range(done, len(blocks)):
            k = blocks[at]
            if k.x0 <= right and k.x1 >= left and k.y0 <= high and k.y1 >= low and k.cuts(a, b):
                self._free[key] = -1
                self._last[n] = self._last[m] = k
                return False
        self._free[key] = len(blocks)
        return True
