"""Host and guest: salutes exchanged, stairs climbed one step behind the other (主人升一等 賓升)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rite.acts.body import toward
from rite.acts.moves import face, go, way
from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler
from rite.model import Foot
from rite.score import ScoreAct
from rite.waiting import clear_way
from rite.walk import Path
from rite.where import Stairs
from rite.words import ActWord
from rite.world import Actor, Spot


@handler("meet-salute")
def meet_salute(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """交揖 X: wait until X has come so far as well (he does 交揖 with this person), then both salute at the same moment."""
    other = stage.partner(act, line)
    assert other is not None
    mine, theirs = frozenset((a.id,)), frozenset((other.id,))
    meeting = stage.meetings.setdefault(frozenset((mine, theirs)), [])
    if meeting:
        for waiting in meeting:
            stage.world.clock.fire(waiting)
        meeting.clear()
    else:
        signal = Signal(f"{a.id} to exchange salutes with {other.id}")
        meeting.append(signal)
        yield signal
    yield from toward(stage, a, line, other)
    yield stage.gesture(a, entry.gesture, partner=other.id)


def _flight(stage: Stage, a: Actor, act: ScoreAct) -> Stairs:
    arg = act.first("place")
    return stage.where.flight(arg.word if arg else "其階", a)


def _to_foot(stage: Stage, a: Actor, flight: Stairs, act: ScoreAct, line: Line) -> Process:
    if a.z > stage.where.height / 2:
        raise stage.fail(line, act, f"{a.id} is on the hall already")
    start = Spot(flight.foot.x, flight.foot.y, flight.foot.z, 0.0)
    if math.dist(a.here, (start.x, start.y)) > 0.3:
        yield from go(stage, a, way(stage, a, start, act, line), stage.words.acts["適"], 0.0)
    else:
        yield from face(stage, a, 0.0)


def _tread(stage: Stage, a: Actor, flight: Stairs, treads: Sequence[tuple[float, float, float]]) -> Process:
    lead: Foot = "right" if flight.id == "stairs-east" else "left"
    path = Path(a.x, a.y, a.z, a.facing)
    path.stairs(list(treads), lead, "stairs-up", a.facing)
    motion = path.done()
    wait = yield from clear_way(stage.world, [(a, motion)])
    motion = motion.later(wait)
    stage.world.commit(a, motion)
    yield motion.end


@handler("climb-one")
def climb_one(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """升一等: to the foot of the stairs and one step up."""
    flight = _flight(stage, a, act)
    yield from _to_foot(stage, a, flight, act, line)
    yield from _tread(stage, a, flight, flight.treads[:1])


@handler("climb-rest")
def climb_rest(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """遂升: from the step where he stands on to the hall."""
    flight = _flight(stage, a, act)
    if not 0.2 < a.z < stage.where.height - 0.2:
        raise stage.fail(line, act, f"{a.id} does not stand on the stairs: 升一等 comes first")
    treads = [t for t in flight.treads if t[2] > a.z + 0.1]
    yield from _tread(stage, a, flight, treads + [t for t in flight.treads[-1:] if t not in treads])


@handler("climb-after")
def climb_after(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """從升 X N: to the foot of the stairs; up when X, on his own stairs, has gone up N steps (one, if no number is given)."""
    leader = stage.partner(act, line)
    assert leader is not None
    number = act.first("number")
    steps = stage.words.sides.number[number.word] if number else 1
    flight = _flight(stage, a, act)
    yield from _to_foot(stage, a, flight, act, line)
    height = flight.treads[min(steps, len(flight.treads)) - 1][2]
    while level_now(leader, stage.world.clock.now) < height - 0.01:
        yield 200
    yield from _tread(stage, a, flight, flight.treads)


@handler("climb-if")
def climb_if(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """登: up the stairs, if he is still below; one who is on the hall stays there."""
    if a.z > stage.where.height / 2:
        yield 0
        return
    flight = _flight(stage, a, act)
    yield from _to_foot(stage, a, flight, act, line)
    yield from _tread(stage, a, flight, flight.treads)


def level_now(a: Actor, now: int) -> float:
    """How high somebody stands at this moment of the walk that he is on, 尺."""
    n = len(a.root) - 1
    while n > 0 and a.root[n].t > now:
        n -= 1
    here = a.root[n]
    if n + 1 >= len(a.root) or a.root[n + 1].t <= here.t:
        return here.z
    ahead = a.root[n + 1]
    return here.z + (ahead.z - here.z) * (now - here.t) / (ahead.t - here.t)
