"""Where many archers stand and lean their bows: nobody where another is, pairs side by side."""

from __future__ import annotations

import itertools
import math
from functools import cache

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite.cast import Cast
from rite.staging import bow_homes, words_of
from rite.where import Where, blocks_of
from rite.world import Actor, BowHome, World


@cache
def ground(pairs: int, grandees: int = 1) -> tuple[Where, World, Cast]:
    plan = lay_out(derive(Choices()), Company(pairs=pairs, grandees=grandees))
    cast = Cast(plan.company)
    where = Where(plan, cast, words_of(plan))
    return where, World(blocks_of(plan), where.height), cast


@cache
def homes(pairs: int) -> dict[str, BowHome]:
    where, world, cast = ground(pairs)
    return bow_homes(where, world, cast)


@pytest.mark.parametrize("pairs", [4, 10, 40, 200])
def test_bows_lean_beside_each_other(pairs: int) -> None:
    found = homes(pairs)
    assert set(ground(pairs)[2].archers) <= set(found)
    assert len({(round(h.x, 3), round(h.y, 3)) for h in found.values()}) == len(found)
    for name, home in found.items():
        if name not in ("guest", "host") and not name.startswith("grandee"):
            assert math.dist((home.x, home.y), (home.stand.x, home.stand.y)) < 3.5, name


@pytest.mark.parametrize("pairs", [4, 10, 40, 200])
def test_a_stand_is_shared_only_by_turns(pairs: int) -> None:
    stands: dict[tuple[float, float], list[BowHome]] = {}
    for home in homes(pairs).values():
        stands.setdefault((home.stand.x, home.stand.y), []).append(home)
    for here in stands.values():
        assert len(here) == 1 or (len({h.turn for h in here}) == 1 and here[0].turn)
    for a, b in itertools.combinations(stands, 2):
        assert math.dist(a, b) > 2.3
    assert any(len(here) > 1 for here in stands.values()) == (pairs > 4)
    for pair in ground(pairs)[2].guest_pairs:
        upper, lower = (homes(pairs)[n] for n in pair.members)
        assert upper.turn == lower.turn
        assert upper.stand != lower.stand


@pytest.mark.parametrize("row", ["archers-place-1", "archers-place-2"])
@pytest.mark.parametrize(("pairs", "grandees"), [(20, 1), (40, 2), (60, 3)])
def test_ranks_do_not_tear_pairs_apart(row: str, pairs: int, grandees: int) -> None:
    where, world, cast = ground(pairs, grandees)
    spots = []
    for pair in (*cast.three_pairs, *cast.guest_pairs):
        two = [where.spot(row, world, Actor(n)) for n in pair.members]
        assert math.dist((two[0].x, two[0].y), (two[1].x, two[1].y)) < 12
        assert two[0].x == two[1].x or two[0].y == two[1].y
        spots += [(s.x, s.y) for s in two]
    assert len(set(spots)) == len(spots)
