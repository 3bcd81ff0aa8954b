"""What those who stand block is kept as people come and go: always the same as if it were looked up anew; and rows of dishes."""

from __future__ import annotations

import random

import pytest

from rite.model import RootKey
from rite.route import Block
from rite.standing import CLOSE, Standing, in_rows
from rite.walk import Motion
from rite.world import BESIDE, Actor, Spot, World

SIDE = 2.0


def ground(*places: tuple[float, float]) -> World:
    """A court with people who are all in sight, nobody on a walk."""
    world = World({"court": [], "hall": []}, 3.0)
    for n, (x, y) in enumerate(places):
        actor = world.actors[f"guest-{n}"] = Actor(f"guest-{n}", posture="stand")
        world.put_person(actor, Spot(x, y, 0.0))
    world.open_section()
    return world


def boxes(
    standing: Standing, hall: bool = False, out: frozenset[str] = frozenset(), *ends: tuple[float, float]
) -> list[tuple[float, ...]]:
    return sorted((b.x0, b.y0, b.x1, b.y1) for b in standing.blocks(hall, SIDE, out, ends))


@pytest.mark.parametrize("seed", range(4))
def test_kept_blocks_are_those_looked_up_anew(seed: int) -> None:
    rng = random.Random(seed)
    world = ground(*((3.0 * (n % 6), 2.5 * (n // 6)) for n in range(24)))
    everybody = list(world.actors.values())
    for turn in range(120):
        a = rng.choice(everybody)
        match rng.randrange(4):
            case 0:
                world.put_person(a, Spot(3.0 * rng.randrange(6), 2.5 * rng.randrange(5), rng.choice((0.0, 3.0))))
            case 1:
                world.posture(a, "hidden" if a.posture == "stand" else "stand")
            case 2:
                there = RootKey(900, 4.5 * rng.randrange(6), 2.5 * rng.randrange(5), a.z, a.facing)
                world.commit(a, Motion((RootKey(0, a.x, a.y, a.z, a.facing), there), (), 900))
            case _:
                pass
        world.clock.now += 1000
        out = frozenset(rng.sample([b.id for b in everybody], rng.randrange(3)))
        anew = Standing({k: v for k, v in world.actors.items() if k not in out}, world.floor / 2)
        for hall in (False, True):
            assert boxes(world.standing, hall, out) == boxes(anew, hall), f"turn {turn}"


def test_a_file_and_a_rank_are_one_block_until_somebody_leaves_it() -> None:
    file = ground((0.0, 0.0), (0.0, 3.0), (0.0, 6.5), (0.0, 11.0))
    assert boxes(file.standing) == [(-2.0, -2.0, 2.0, 8.5), (-2.0, 9.0, 2.0, 13.0)]
    assert boxes(file.standing, False, frozenset({"guest-1"})) == [
        (-2.0, -2.0, 2.0, 2.0),
        (-2.0, 4.5, 2.0, 8.5),
        (-2.0, 9.0, 2.0, 13.0),
    ]
    rank = ground((0.0, 0.0), (0.0, 3.0), (4.0, 0.0), (4.0, 3.0))
    assert boxes(rank.standing) == [(-2.0, -2.0, 6.0, 5.0)]
    assert boxes(rank.standing, False, frozenset({"guest-3"})) == [(-2.0, -2.0, 2.0, 5.0), (2.0, -2.0, 6.0, 2.0)]


def test_one_who_stands_where_two_files_meet_is_in_neither() -> None:
    world = ground((0.0, 0.0), (0.0, 3.0), (4.0, 0.0), (4.0, 3.0))
    assert boxes(world.standing, False, frozenset(), (2.0, 1.0), (9.0, 9.0)) == [
        (-2.0, -2.0, 2.0, 5.0),
        (2.0, -2.0, 6.0, 5.0),
    ]
    assert boxes(world.standing, False, frozenset(), (1.0, 1.0)) == [(-2.0, -2.0, 6.0, 5.0)]


def test_one_walks_along_rows_of_dishes_and_not_across() -> None:
    def dish(x: float, y: float) -> Block:
        return Block(x - BESIDE, y - BESIDE, x + BESIDE, y + BESIDE)

    alone = [dish(0.0, 3.0 * n) for n in range(9)] + [dish(4.0, 3.0 * n) for n in range(9)] + [dish(40.0, 0.0)]
    assert in_rows(alone, BESIDE) == alone
    rows = [*alone, *(dish(8.0, 3.0 * n) for n in range(7))]
    joined = sorted((b.x0, b.y0, b.x1, b.y1) for b in in_rows(rows, BESIDE))
    assert joined == [
        (-CLOSE, -0.7, CLOSE, 24.7),
        (4.0 - CLOSE, -0.7, 4.0 + CLOSE, 24.7),
        (8.0 - CLOSE, -0.7, 8.0 + CLOSE, 18.7),
        (39.3, -0.7, 40.7, 0.7),
    ]
