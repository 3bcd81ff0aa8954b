"""Lines of people are kept as people come and go: always the same as if they were sought anew."""

from __future__ import annotations

import random

import pytest

from rite.model import RootKey
from rite.rows import FILE, RANK, Rows
from rite.walk import Motion
from rite.world import Actor, Spot, World

STEP = 4.0


def ground(number: int) -> World:
    """A court with people who are all in sight, nobody on a walk."""
    world = World({"court": [], "hall": []}, 3.0)
    for n in range(number):
        actor = world.actors[f"guest-{n}"] = Actor(f"guest-{n}", posture="stand")
        world.put_person(actor, Spot(2.0 * (n % 6), 2.5 * (n // 6), 0.0))
    world.open_section()
    return world


def ids(rows: Rows, a: Actor, out: frozenset[str]) -> list[str]:
    return [m.id for axis in (RANK, FILE) for m in rows.line(a, STEP, out, axis)]


def rank(rows: Rows, a: Actor, out: frozenset[str]) -> list[str]:
    return [m.id for m in rows.line(a, STEP, out, RANK)]


@pytest.mark.parametrize("seed", range(4))
def test_kept_lines_are_those_sought_anew(seed: int) -> None:
    rng = random.Random(seed)
    world = ground(24)
    everybody = list(world.actors.values())
    for turn in range(120):
        a = rng.choice(everybody)
        match rng.randrange(4):
            case 0:
                world.put_person(a, Spot(2.0 * rng.randrange(6), 2.5 * rng.randrange(5), rng.choice((0.0, 3.0))))
            case 1:
                world.posture(a, "hidden" if a.posture == "stand" else "stand")
            case 2:
                there = RootKey(900, 2.0 * rng.randrange(6), 2.5 * rng.randrange(5), a.z, a.facing)
                world.commit(a, Motion((RootKey(0, a.x, a.y, a.z, a.facing), there), (), 900))
            case _:
                pass
        world.clock.now += 1000
        out = frozenset(rng.sample([b.id for b in everybody], rng.randrange(3)))
        anew = Rows(world.people_near, world.floor / 2)
        for b in (b for b in everybody if b.posture != "hidden"):
            assert ids(world.rows, b, out) == ids(anew, b, out), f"turn {turn}, {b.id}"


def test_a_line_goes_on_over_gaps_of_a_step_and_ends_at_wider_ones() -> None:
    world = World({"court": [], "hall": []}, 3.0)
    for n, x in enumerate((0.0, 3.0, 6.5, 11.0)):
        actor = world.actors[f"guest-{n}"] = Actor(f"guest-{n}", posture="stand")
        world.put_person(actor, Spot(x, 0.0, 0.0))
    world.open_section()
    first = world.actors["guest-0"]
    assert rank(world.rows, first, frozenset()) == ["guest-0", "guest-1", "guest-2"]
    # Without the one between the gap is too wide; with one who comes to stand in the other gap it goes on.
    assert rank(world.rows, first, frozenset({"guest-1"})) == ["guest-0"]
    world.put_person(world.actors["guest-3"], Spot(9.0, 0.0, 0.0))
    assert rank(world.rows, first, frozenset()) == ["guest-0", "guest-1", "guest-2", "guest-3"]
    world.posture(world.actors["guest-1"], "hidden")
    assert rank(world.rows, first, frozenset()) == ["guest-0"]
