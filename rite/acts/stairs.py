"""Up and down the stairs, foot beside foot, and to the topmost step and back."""

from __future__ import annotations

import math

from rite.acts.abreast import ABREAST
from rite.acts.moves import clear_spot, face, go, way
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.model import Foot
from rite.score import ScoreAct
from rite.waiting import clear_way
from rite.walk import Path
from rite.words import ActWord
from rite.world import Actor, Spot


def stair_lane(stage: Stage, a: Actor, act: ScoreAct, line: Line, up: bool) -> float:
    """Off the middle of the stairs: one who climbs alone keeps to it; of two the upper (or the first named) has the left.

    Left is west going up and east coming down (下射少右).
    """
    names = stage.everyone(line.direction.subjects, line.binding)
    pair = stage.cast.pair_of(a.id)
    left: bool | None = None
    if pair is not None and "host" not in pair.members:
        if set(pair.members) <= set(names) or act.all("person") or act.all("number"):
            left = a.id == pair.upper
    elif len(names) == 2 and stage.pair_named(names) is None:
        left = a.id == names[0]
    if left is None:
        return 0.0
    return (-ABREAST / 2 if left else ABREAST / 2) * (1 if up else -1)


@handler("ascend")
def ascend(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """升: walk to the foot of the stairs and climb, foot beside foot; 從 X 中等: when X has climbed three."""
    yield from climb(stage, a, act, line, True)


@handler("descend")
def descend(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """降: walk to the head of the stairs and come down, foot beside foot."""
    yield from climb(stage, a, act, line, False)


def climb(stage: Stage, a: Actor, act: ScoreAct, line: Line, up: bool) -> Process:
    """Up or down one flight."""
    world, where = stage.world, stage.where
    arg = act.first("place")
    flight = where.flight(arg.word if arg else "其階", a)
    hall = a.z > where.height / 2
    if up == hall:
        raise stage.fail(line, act, f"{a.id} is {'on the hall' if hall else 'in the court'} already")
    side = stair_lane(stage, a, act, line, up)
    yield from stage.take_turn(flight.id)
    first = flight.foot if up else flight.head
    start = Spot(first.x + side, first.y, first.z, 0.0 if up else 180.0)
    if math.dist(a.here, (start.x, start.y)) > 0.3:
        points = way(stage, a, start, act, line)
        yield from go(stage, a, points, stage.words.acts["適"], start.facing)
    else:
        yield from face(stage, a, start.facing or 0.0)
    leaders = [p for p in stage.partners(act, line) if p.id != a.id]
    if leaders and any(x.kind == "act" and x.word == "從" for x in act.args):
        while any((p.z > where.height - 0.5) != up for p in leaders) or any(
            p.moving_until > world.clock.now and not _past(p, up, where.height, world.clock.now) for p in leaders
        ):
            yield 250
    end = Spot(flight.x + side, flight.head.y if up else flight.foot.y, 0.0)
    free = yield from clear_spot(stage, a, end, up)
    if not free and abs(side) < 0.1:
        # Somebody waits there for the stairs himself: one passes him left to left.
        side = ABREAST / 2 if up else -ABREAST / 2
        yield from go(stage, a, [(start.x + side, start.y)], stage.words.acts["適"], start.facing)
    lead: Foot = "right" if flight.id == "stairs-east" else "left"
    treads = flight.treads if up else (*reversed(flight.treads[:-1]), (flight.x, flight.foot.y, 0.0))
    path = Path(a.x, a.y, a.z, a.facing)
    path.stairs([(x + side, y, z) for x, y, z in treads], lead, "stairs-up" if up else "stairs-down", a.facing)
    motion = path.done()
    wait = yield from clear_way(world, [(a, motion)])
    motion = motion.later(wait)
    world.commit(a, motion)
    stage.end_turn(flight.id)
    yield motion.end


def _past(a: Actor, up: bool, height: float, now: int) -> bool:
    """Whether somebody who is still walking has left the stairs behind."""
    keys = a.root
    n = len(keys) - 1
    while n > 0 and keys[n].t > now:
        n -= 1
    z = keys[n].z
    return z > height - 0.5 if up else z < 0.5


@handler("top-step")
def top_step(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """盡階不升堂: up to the topmost step, not on to the hall."""
    arg = act.first("place")
    flight = stage.where.flight(arg.word if arg else "西階", a)
    yield from stage.take_turn(flight.id)
    points = way(stage, a, flight.foot, act, line)
    yield from go(stage, a, points, stage.words.acts["適"], 0.0)
    stage.end_turn(flight.id)
    lead: Foot = "right" if flight.id == "stairs-east" else "left"
    # The topmost tread is level with the hall: to stay off the hall he stops on the one below it.
    treads = [t for t in flight.treads if t[2] < stage.where.height - 0.1]
    path = Path(a.x, a.y, a.z, a.facing)
    path.stairs(treads, lead, "stairs-up", a.facing)
    motion = path.done()
    stage.world.commit(a, motion)
    yield motion.end


@handler("down-step")
def down_step(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """Down again from the topmost step."""
    arg = act.first("place")
    flight = stage.where.flight(arg.word if arg else "西階", a)
    yield from face(stage, a, 180.0)
    treads = [t for t in reversed(flight.treads) if t[2] < a.z - 0.1]
    path = Path(a.x, a.y, a.z, a.facing)
    path.stairs([*treads, (flight.x, flight.foot.y, 0.0)], "left", "stairs-down", a.facing)
    motion = path.done()
    stage.world.commit(a, motion)
    yield motion.end
