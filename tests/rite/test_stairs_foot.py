"""At the foot of the stairs: one who is to stand there lets him go on first who has just come down."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace
from typing import Any

from rite.acts.moves import walk
from rite.score import Arg, ScoreAct
from rite.world import Actor, Spot, World

FOOT = Spot(-20.0, -5.0, 0.0, 180.0, "stairs-west-foot")


def test_the_foot_of_the_stairs_is_not_walked_to_while_another_stands_there() -> None:
    world = World({"court": [], "hall": []}, 3.0)
    for name, spot in (("guest", Spot(-47.0, 24.0, 0.0)), ("grandee-4", Spot(-20.0, -4.4, 0.0))):
        world.actors[name] = Actor(name, posture="stand")
        world.put_person(world.actors[name], spot)
    world.open_section()
    where = SimpleNamespace(height=3.0, spot=lambda *_: FOOT, in_court=lambda _: True)
    stage: Any = SimpleNamespace(world=world, where=where)
    line: Any = SimpleNamespace(rest=(), faced={})
    entry: Any = None
    steps = walk(stage, world.actors["guest"], ScoreAct("適", (Arg("place", "西階前"),)), entry, line)
    assert [next(steps) for _ in range(3)] == [500, 500, 500]
    assert not world.actors["guest"].legs, "he looks for his way when the foot is free"
    world.put_person(world.actors["grandee-4"], Spot(-59.0, -5.0, 0.0))
    # This stage knows no gait: he gets no farther than to look for his way.
    with contextlib.suppress(AttributeError):
        next(steps)
    assert world.actors["guest"].legs == [(-20.0, -5.0)]
