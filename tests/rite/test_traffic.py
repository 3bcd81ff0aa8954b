"""Meetings of two who walk, and ways round what stands in between: against trying, and against measuring."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import pytest

from rite.meeting import Track, ahead, first_free, forbidden, passes, stretches
from rite.route import EAGER, Block, Near, find_route
from rite.throng import Throng, rows_of

WAITS = range(0, 30_000, 500)


def at(track: Sequence[Track], t: float) -> tuple[float, float]:
    """Where somebody is at a time; before and after his walk he stands."""
    if t <= track[0][0]:
        return track[0][1:]
    for a, b in itertools.pairwise(track):
        if t <= b[0]:
            part = (t - a[0]) / (b[0] - a[0])
            return a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part
    return track[-1][1:]


def nearest(mine: Sequence[Track], wait: int, theirs: Sequence[Track]) -> float:
    """How near two come, looked at every 20 ms."""
    end = max(mine[-1][0] + wait, theirs[-1][0])
    return min(math.dist(at(mine, t - wait), at(theirs, t)) for t in range(0, end + 20, 20))


def some_way(rng: random.Random) -> list[Track]:
    """A walk of a few stretches, with a turn on the spot (time goes on, the place stays) now and then."""
    x, y, t = rng.uniform(-15, 15), rng.uniform(-15, 15), 0
    way: list[Track] = [(0, x, y)]
    for _ in range(rng.randint(1, 4)):
        t += rng.randint(500, 5000)
        if rng.random() < 0.8:
            x, y = rng.uniform(-15, 15), rng.uniform(-15, 15)
        way.append((t, x, y))
    return way


def test_forbidden_waits_are_those_that_lead_to_a_meeting() -> None:
    rng = random.Random(7)
    asked = met = 0
    for _ in range(60):
        mine, theirs = some_way(rng), some_way(rng)
        taken = forbidden(stretches(mine), stretches(theirs), 1.75)
        for wait in rng.sample(WAITS, 4):
            near = nearest(mine, wait, theirs)
            if 1.7 < near < 1.8:
                continue  # too close to call by sampling
            hit = any(low <= wait <= high for low, high, _ in taken)
            assert hit == (near < 1.75), (mine, theirs, wait, near)
            asked += 1
            met += hit
    assert asked > 150
    assert 20 < met < asked - 20


def test_many_ways_at_once_forbid_what_each_forbids_alone() -> None:
    rng = random.Random(11)
    met = 0
    # Also along one line, where two go the same way or meet head on, and with one who stands.
    file: list[list[Track]] = [[(0, 0.0, 3.0 * n), (4000 + n, 0.0, 3.0 * n + 20.0)] for n in range(4)]
    stands: list[Track] = [(0, 1.0, 12.0), (9000, 1.0, 12.0)]
    for mine in (*(some_way(rng) for _ in range(20)), file[2], file[0]):
        ways = [stretches(way) for way in (*file, stands, *(some_way(rng) for _ in range(8)))]
        leasts = [rng.choice((1.0, 1.75)) for _ in ways]
        alone = [forbidden(stretches(mine), way, least) for way, least in zip(ways, leasts, strict=True)]
        assert Throng([rows_of(way) for way in ways], 0).forbid(stretches(mine), leasts) == alone
        met += sum(bool(one) for one in alone)
    assert met > 50


def test_first_free_wait() -> None:
    inf = math.inf
    assert first_free(WAITS, []) == 0
    assert first_free(WAITS, [(-inf, 400, inf), (200, 1700, inf)]) == 2000
    assert first_free(WAITS, [(100, inf, inf)]) == 0
    assert first_free(WAITS, [(-10, inf, inf)]) is None
    # One interval that ends where the next begins leaves nothing between.
    assert first_free(WAITS, [(-5, 500, inf), (500, 1000, inf)]) == 1500


def test_passes() -> None:
    assert passes(stretches([(0, 0.0, 0.0), (9, 10.0, 0.0)]), 4.0, 3.0) == pytest.approx(3.0)
    assert passes(stretches([(0, 0.0, 0.0), (9, 10.0, 0.0)]), 14.0, 3.0) == pytest.approx(5.0)


def test_what_is_left_of_a_way() -> None:
    way = stretches([(0, 0.0, 0.0), (1000, 10.0, 0.0), (2000, 10.0, 10.0)])
    assert [s[:6] for s in ahead(way, 500)] == [(500, 5.0, 0.0, 1000, 10.0, 0.0), (1000, 10.0, 0.0, 2000, 10.0, 10.0)]
    assert [s[:6] for s in ahead(way, 1500)] == [(1500, 10.0, 5.0, 2000, 10.0, 10.0)]
    assert ahead(way, 0) == way


def test_head_on_one_waits_until_the_other_has_gone() -> None:
    """Two who walk the same lane in opposite directions: whoever ends in it is met at any time."""
    mine = stretches([(0, 0.0, 0.0), (10_000, 0.0, 20.0)])
    across = stretches([(0, -10.0, 10.0), (10_000, 10.0, 10.0)])
    assert forbidden(mine, stretches([(0, -10.0, 30.0), (10_000, 10.0, 30.0)]), 1.75) == []
    low, high, _ = forbidden(mine, across, 1.75)[0]
    # Both are in the middle after five seconds; a wait of two and a half lets the other by.
    assert low < 0 < high
    assert high == pytest.approx(1.75 * math.sqrt(2) * 500, abs=1)


def way_length(start: tuple[float, float], points: Sequence[tuple[float, float]]) -> float:
    chain = [start, *points]
    return sum(math.dist(a, b) for a, b in itertools.pairwise(chain))


def always(blocks: list[Block]) -> Near:
    return lambda p, q: blocks


def test_route_keeps_clear_and_is_short() -> None:
    rng = random.Random(3)
    for _ in range(40):
        blocks = []
        for n in range(12):
            x, y = rng.uniform(-20, 20), rng.uniform(-20, 20)
            blocks.append(Block(x, y, x + rng.uniform(1, 6), y + rng.uniform(1, 6), str(n)))
        start, goal = (-26.0, rng.uniform(-15, 15)), (28.0, rng.uniform(-15, 15))
        way = find_route(start, goal, always(blocks), lambda p: True)
        assert way[-1] == goal
        chain = [start, *way]
        for a, b in itertools.pairwise(chain):
            assert not any(k.cuts(a, b) for k in blocks)
        assert way_length(start, way) < 1.5 * math.dist(start, goal)


def test_route_goes_the_shorter_way_round() -> None:
    wall = [Block(-1.0, -2.0, 1.0, 20.0, "wall")]
    way = find_route((-10.0, 0.0), (10.0, 0.0), lambda p, q: wall, lambda p: True)
    assert way == [(-1.01, -2.01), (1.01, -2.01), (10.0, 0.0)]
    # Where the ground ends south of the wall, he goes north of it.
    north = find_route((-10.0, 0.0), (10.0, 0.0), lambda p, q: wall, lambda p: p[1] > -1)
    assert north[0][1] > 20
    # One who stands inside a block is let out of it; with no way at all he goes straight.
    assert find_route((0.0, 5.0), (10.0, 5.0), lambda p, q: wall, lambda p: True) == [(10.0, 5.0)]
    assert find_route((-10.0, 0.0), (10.0, 0.0), lambda p, q: wall, lambda p: False) == [(10.0, 0.0)]


def test_among_many_corners_a_way_is_clear_and_near_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    squares = []
    for n in range(90):
        x, y = 4.1 * (n % 10) + rng.uniform(-0.5, 0.5), 4.1 * (n // 10)
        squares.append(Block(x - 1.9, y - 1.9, x + 1.9, y + 1.9, str(n)))
    changed = 0
    for goal in ((38.9, 34.9), (42.0, 14.0), (20.0, 37.0), (-3.0, 35.0)):
        monkeypatch.setattr("rite.route.THRONG", 60)
        way = find_route((-3.0, -3.0), goal, always(squares), lambda p: True)
        monkeypatch.setattr("rite.route.THRONG", 10_000)
        best = find_route((-3.0, -3.0), goal, always(squares), lambda p: True)
        assert not any(k.cuts(a, b) for a, b in itertools.pairwise([(-3.0, -3.0), *way]) for k in squares)
        cost, least = (way_length((-3.0, -3.0), w) + 0.5 * len(w) for w in (way, best))
        assert cost <= EAGER * least
        changed += way != best
    assert changed
