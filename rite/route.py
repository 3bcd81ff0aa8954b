"""Ways over the ground: straight where that is free, else round the corners of what stands there.

Everything that blocks is a rectangle grown by the room a walker needs. A way is sought over the corners of those rectangles
only that turned out to be in it.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Block:
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
        low, high = 0.0, 1.0
        for start, delta, least, most in (
            (a[0], b[0] - a[0], self.x0, self.x1),
            (a[1], b[1] - a[1], self.y0, self.y1),
        ):
            if abs(delta) < 1e-12:
                if start <= least or start >= most:
                    return False
                continue
            t0, t1 = (least - start) / delta, (most - start) / delta
            low, high = max(low, min(t0, t1)), min(high, max(t0, t1))
            if low >= high - 1e-9:
                return False
        return True

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The four corners, a hair outside."""
        e = 0.01
        return (
            (self.x0 - e, self.y0 - e),
            (self.x1 + e, self.y0 - e),
            (self.x1 + e, self.y1 + e),
            (self.x0 - e, self.y1 + e),
        )


Near = Callable[[Point, Point], Sequence[Block]]
"""Gives the blocks, grown already, that may touch the stretch between two points."""


def find_route(a: Point, b: Point, near: Near, inside: Callable[[Point], bool], most: int = 60) -> list[Point]:
    """Points from a (left out) to b that keep clear of the blocks; the straight way when there is none.

    Blocks that hold a or b themselves are shrunk until they do not: one who stands against a vessel must be able to leave.
    """

    def hits(p: Point, q: Point) -> list[Block]:
        found = (k.without(a).without(b) for k in near(p, q))
        return [k for k in found if k.x0 < k.x1 and k.y0 < k.y1 and k.cuts(p, q)]

    first = hits(a, b)
    if not first:
        return [b]
    known: dict[Block, None] = dict.fromkeys(first)
    checked: dict[tuple[Point, Point], list[Block]] = {}
    for _ in range(most):
        nodes: list[Point] = [a, b]
        for block in known:
            nodes.extend(c for c in block.corners() if inside(c) and not any(k.holds(c) for k in known))
        path = _shortest(nodes, list(known))
        if path is None:
            return [b]
        grew = False
        for p, q in itertools.pairwise(path):
            if (p, q) not in checked:
                checked[(p, q)] = hits(p, q)
            for block in checked[(p, q)]:
                if block not in known:
                    known[block] = None
                    grew = True
        if not grew:
            return path[1:]
    return [b]


def _shortest(nodes: list[Point], blocks: list[Block]) -> list[Point] | None:
    """The shortest way from node 0 to node 1 over free stretches; every corner costs a little, to keep ways simple."""
    goal = nodes[1]
    ahead = [math.dist(n, goal) for n in nodes]
    best = {0: 0.0}
    back: dict[int, int] = {}
    heap = [(ahead[0], 0)]
    seen: set[int] = set()
    while heap:
        _, n = heapq.heappop(heap)
        if n in seen:
            continue
        if n == 1:
            path = [1]
            while path[-1] in back:
                path.append(back[path[-1]])
            return [nodes[k] for k in reversed(path)]
        seen.add(n)
        here, cost = nodes[n], best[n]
        for m, point in enumerate(nodes):
            if m in seen:
                continue
            total = cost + math.dist(here, point) + 0.5
            if total >= best.get(m, math.inf) or _blocked(here, point, blocks):
                continue
            best[m] = total
            back[m] = n
            heapq.heappush(heap, (total + ahead[m], m))
    return None


def _blocked(a: Point, b: Point, blocks: list[Block]) -> bool:
    """Whether any block cuts the stretch; those far from it are passed over at once."""
    left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    for k in blocks:
        if k.x0 < right and k.x1 > left and k.y0 < high and k.y1 > low and k.cuts(a, b):
            return True
        # A stretch along an axis has no width of its own.
        if (left == right or low == high) and k.cuts(a, b):
            return True
    return False
