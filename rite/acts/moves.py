"""Walking and turning: acts that change where somebody is and which way he faces. Stairs and two side by side have modules of their own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.gestures import Gait
from rite.model import Foot
from rite.score import Arg, ScoreAct
from rite.traffic import route_from
from rite.waiting import clear_way
from rite.walk import Path, Point, heading, turn_to
from rite.words import ActWord
from rite.world import Actor, Spot

BEFORE = 2.6
"""From a person or thing that is gone to: where one stops before it, 尺."""
REPLANS = 4
"""How often one who had to wait long looks for his way anew."""
_FEET = ("stairs-west-foot", "stairs-east-foot")
SMALL = 2.4
"""A little (少進, 少退, 少左 …), 尺: two short steps."""


def gait_of(stage: Stage, a: Actor, act: ActWord) -> Gait:
    """How somebody walks where he is."""
    gaits = stage.gaits
    if a.z > stage.where.height / 2:
        return gaits["w2"]
    if act.gait == "hurry":
        return gaits["w6"]
    if a.id.startswith(("pupil-", "attendant-")):
        loaded = any(t.kind in ("arrow-rack", "tally-holder", "meat", "zither") for t in stage.world.held(a))
        return gaits["w7" if loaded else "w5"]
    if a.id.startswith("leader-") or a.id.startswith(("zither-", "singer-")):
        return gaits["w7"]
    return gaits["w3"]


def face(stage: Stage, a: Actor, want: float, way: str = "") -> Process:
    """Turn on the spot."""
    if abs(turn_to(a.facing, want, way) - a.facing) < 1.0:
        return
    path = Path(a.x, a.y, a.z, a.facing)
    path.turn(want, way)
    motion = path.done()
    stage.world.commit(a, motion)
    yield motion.end


def go(
    stage: Stage,
    a: Actor,
    points: Sequence[Point],
    act: ActWord,
    final: float | None,
    begun: Callable[[], None] | None = None,
) -> Process:
    """Walk along points, with patience for others, and face `final` in the end; `begun` is told when he sets out."""
    gait = gait_of(stage, a, act)
    for _ in range(REPLANS):
        path = Path(a.x, a.y, a.z, a.facing)
        path.walk(points, float(gait.step), gait.rate)
        if final is not None:
            path.turn(final)
        motion = path.done()
        asked = stage.world.clock.now
        wait = yield from clear_way(stage.world, [(a, motion)])
        if stage.world.clock.now == asked or not a.legs:
            break
        # While he waited others have come to stand: he looks again which way is free.
        points = legs(stage, a)
    a.legs = []
    motion = motion.later(wait)
    stage.world.commit(a, motion)
    if begun is not None:
        begun()
    yield motion.end


def target_of(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> Spot | None:
    """Where a walking act leads: its place, or the spot before the person or thing that it names."""
    arg = act.first("place")
    if arg is not None:
        try:
            return stage.where.spot(arg.word, stage.world, a)
        except ValueError as bad:
            raise stage.fail(line, act, str(bad)) from None
    partner = stage.partner(act, line)
    if partner is not None:
        return before(a, (partner.x, partner.y), partner.z)
    arg = act.first("thing")
    if arg is not None:
        at = stage.where.base(arg.word, stage.world)
        return before(a, (at.x, at.y), a.z)
    return None


def before(a: Actor, at: Point, z: float, far: float = BEFORE) -> Spot:
    """The spot on this side of a point, facing it."""
    length = math.dist(a.here, at)
    if length < far:
        return Spot(a.x, a.y, a.z, heading(a.here, at) if length > 0.01 else None)
    part = (length - far) / length
    return Spot(a.x + (at[0] - a.x) * part, a.y + (at[1] - a.y) * part, z, heading(a.here, at))


def way(stage: Stage, a: Actor, goal: Spot, act: ScoreAct, line: Line) -> list[Point]:
    """The points of a walk to a spot, by way of what 由 has named."""
    if abs(goal.z - a.z) > 1.0:
        here = "on the hall" if a.z > 1.5 else "in the court"
        raise stage.fail(
            line, act, f"{a.id} is {here}: {act.words()} would need 升 or 降, which the line does not name"
        )
    a.legs = [*((via.x, via.y) for via in a.via), (goal.x, goal.y)]
    a.via.clear()
    return legs(stage, a)


def legs(stage: Stage, a: Actor) -> list[Point]:
    """The points of a walk from where somebody is by way of all that he has before him."""
    points: list[Point] = []
    at = a.here
    for goal in a.legs:
        points += route_from(stage.world, stage.where, at, a.z, goal, (a,))
        at = goal
    return points


def turns_next(line: Line) -> bool:
    """Whether the act that follows says itself which way to face."""
    return bool(line.rest) and line.rest[0].verb in ("面", "還", "左還", "右還")


def clear_spot(stage: Stage, a: Actor, spot: Spot, hall: bool) -> Process:
    """Wait (a minute at most) while somebody else stands where one is going to set foot; whether the spot is free then."""
    for _ in range(120):
        near = [
            o
            for o in stage.world.people_near(spot.x - 1.7, spot.y - 1.7, spot.x + 1.7, spot.y + 1.7)
            if o.id != a.id and (o.z > stage.where.height / 2) == hall
        ]
        if not near:
            return True
        yield 500
    return False


@handler("walk")
def walk(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """適 進 退 就 …: walk to a place, a person or a thing; 進 and 退 alone are three steps on or back."""
    goal = target_of(stage, a, act, line)
    if goal is None:
        sign = -1 if act.verb == "退" else 1
        yield from shift(stage, a, entry, 0.0 if sign > 0 else 180.0, 3 * float(gait_of(stage, a, entry).step))
        return
    if goal.id == "own-bow":
        yield from stage.come_to_bow(a)
    if goal.id in _FEET:
        # Whoever has just come down there goes on first: the two would be in each other's way.
        yield from clear_spot(stage, a, goal, False)
    points = way(stage, a, goal, act, line)
    final = None if turns_next(line) else goal.facing
    yield from go(stage, a, points, entry, final)
    line.faced[a.id] = goal.facing is not None and not goal.inferred


@handler("home")
def home(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """反位 復位: back to where one has his place."""
    goal = target_of(stage, a, act, line) or a.station
    if goal is None:
        raise stage.fail(line, act, f"{a.id} has no place yet to go back to (立 or 俟 gives one)")
    points = way(stage, a, goal, act, line)
    yield from go(stage, a, points, entry, None if turns_next(line) else goal.facing)
    a.station = goal
    line.faced[a.id] = True


@handler("via")
def via(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """由 X: the next walk leads by way of X."""
    for arg in act.all("place"):
        own = arg.id in stage.words.places
        a.via.append(stage.where.spot(arg.word, stage.world, a, None if own else 0))
    yield 0


@handler("step")
def step(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """少進 少退 少左 少右: two short steps, the face kept."""
    angle = {"front": 0.0, "back": 180.0, "left": -90.0, "right": 90.0}[entry.towards]
    yield from shift(stage, a, entry, angle, SMALL)


def shift(stage: Stage, a: Actor, entry: ActWord, angle: float, far: float) -> Process:
    """Step forward, back or aside, facing as before."""
    way = math.radians(a.facing + angle)
    gait = stage.gaits["step-back"]
    path = Path(a.x, a.y, a.z, a.facing)
    goal = (a.x + far * math.sin(way), a.y + far * math.cos(way))
    lead: Foot = "left" if angle <= 0 else "right"
    path.straight([goal], float(gait.step), gait.rate, lead, face=a.facing)
    motion = path.done()
    stage.world.commit(a, motion)
    if abs(angle) == 180.0 and far <= SMALL:
        stage.gesture(a, "step-back", ms=motion.end)
    yield motion.end


@handler("turn")
def turn(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """還 左還 右還: turn to the facing that is named, or right round."""
    arg = act.first("facing")
    want = stage.words.sides.facing[arg.word] if arg else a.facing + 180.0
    line.faced[a.id] = True
    yield from face(stage, a, want, entry.towards)


@handler("face")
def face_word(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """東面 …: turn that way; 面 X: turn to X."""
    arg = act.first("facing")
    if arg is not None:
        line.faced[a.id] = True
        yield from face(stage, a, stage.words.sides.facing[arg.word])
        return
    named: Arg | None = act.first("person") or act.first("thing") or act.first("place")
    if named is not None:
        at = stage.where.base(named.word, stage.world)
        line.faced[a.id] = True
        yield from face(stage, a, heading(a.here, (at.x, at.y)))


@handler("follow")
def follow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """從 X: walk after X to where he is (or to the place that is named), a step and a half behind."""
    goal = target_of(stage, a, act, line)
    if goal is None:
        return
    yield 1500
    points = way(stage, a, goal, act, line)
    yield from go(stage, a, points, entry, None if turns_next(line) else goal.facing)


@handler("cut")
def cut(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """移: set down at a place without walking (a change of place or day)."""
    arg = act.first("place")
    spot = stage.where.spot(arg.word, stage.world, a) if arg else None
    if spot is not None:
        stage.world.jump(a, spot)
        stage.change_venue(spot.id)
        # Out of sight while he is set down: one who was seen does not fly there.
        yield 2
        stage.world.posture(a, "stand")
        a.station = spot
    yield 0


@handler("hide")
def hide(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """隱: leave the scene."""
    stage.world.posture(a, "hidden")
    yield 0
