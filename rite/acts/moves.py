"""Walking, turning, stairs: acts that change where somebody is and which way he faces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler, together
from rite.gestures import Gait
from rite.meeting import passes, stretches
from rite.model import Foot
from rite.score import Arg, ScoreAct
from rite.traffic import NEAR, ROOM, clear_way, route_from, way_from
from rite.walk import Path, Point, heading, turn_to
from rite.words import ActWord
from rite.world import BODY, Actor, Spot

ABREAST = 4.1
"""Between the middles of two who walk side by side, 尺 (.95 m)."""
BEFORE = 2.6
"""From a person or thing that is gone to: where one stops before it, 尺."""
GUIDED = 2.4
"""Between a guide and the blind man at his right hand, 尺."""
REPLANS = 4
"""How often one who had to wait long looks for his way anew."""
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


# -- stairs ------------------------------------------------------------------------------------------------------------


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


# -- two together ------------------------------------------------------------------------------------------------------


def lefts(stage: Stage, actors: Sequence[Actor], act: ScoreAct, line: Line) -> dict[str, int]:
    """−1 for the one who walks on the left, +1 for the other: stated (上射 左), else the upper on the left."""
    side: dict[str, int] = {}
    people = stage.partners(act, line)
    arg = act.first("side")
    pair = stage.cast.pair_of(actors[0].id)
    if arg is not None:
        sign = -1 if arg.word == "左" else 1
        named = act.first("person")
        first = people[0].id if people else ""
        # 上射 and 下射 are those of the pair that walks, whichever pair the passage is about.
        if named is not None and pair is not None and named.id in ("upper", "lower"):
            first = pair.upper if named.id == "upper" else pair.lower
        if any(a.id == first for a in actors):
            for a in actors:
                side[a.id] = sign if a.id == first else -sign
            return side
    for n, a in enumerate(actors):
        left = a.id == pair.upper if pair and len(actors) == 2 else n == 0
        side[a.id] = -1 if left else 1
    return side


def goals_abreast(
    stage: Stage, actors: Sequence[Actor], spot: Spot, ahead: float, side: dict[str, int]
) -> dict[str, Spot]:
    """Where two who arrive side by side stand: left and right of the spot as they face."""
    turned = 180.0 if spot.facing is None else abs((spot.facing - ahead + 180.0) % 360.0 - 180.0)
    # At a corner they wheel; for a half turn each turns where he stands, and keeps the side on which he walked.
    angle = math.radians(ahead if spot.facing is None or turned > 100 else spot.facing)
    found = {}
    for a in actors:
        off = side[a.id] * apart(actors) / 2
        found[a.id] = Spot(spot.x + off * math.cos(angle), spot.y - off * math.sin(angle), spot.z, spot.facing)
    return found


def apart(actors: Sequence[Actor]) -> float:
    """How far two who walk side by side are from each other."""
    return GUIDED if any(a.id.startswith("leader-") for a in actors) else ABREAST


@together("abreast")
def abreast(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """並行: side by side to a place (or each to his own place of a pair of places), wheeling at corners.

    Corner by corner both arrive together; the outer one lengthens his step.
    """
    world, where = stage.world, stage.where
    if len(actors) != 2:
        raise stage.fail(line, act, f"並行 is for two; here are {len(actors)}")
    a, b = actors
    if abs(a.z - b.z) > 0.5:
        raise stage.fail(line, act, "並行: one is on the hall, the other below")
    side = lefts(stage, actors, act, line)
    places = [x.word for x in act.all("place")]
    middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
    spots = [where.spot(w, world, a, 0) for w in places]
    guided = [x for x in actors if not x.id.startswith("leader-")] if a.id.startswith("leader-") else []
    vias = [(v.x, v.y) for v in actors[0].via]
    for x in actors:
        x.via.clear()
    own: dict[str, Spot]
    final: Point
    if guided and where.place(places[0]) is not None and len(spots) == 1:
        # The blind man goes to his own place in the row; his guide stops before it.
        seat = where.spot(places[0], world, guided[0])
        at = math.radians(seat.facing or 0.0)
        stop = Spot(seat.x + 2.4 * math.sin(at), seat.y + 2.4 * math.cos(at), seat.z, seat.facing)
        row = where.place(places[0])
        own = {guided[0].id: seat, a.id: stop} if row is not None and row.row is not None else {}
        final = ((seat.x + stop.x) / 2, (seat.y + stop.y) / 2) if own else (spots[0].x, spots[0].y)
        facing, level = spots[0].facing, spots[0].z
    elif len(spots) == 2:
        own = dict(zip((n.id for n in sorted(actors, key=lambda n: side[n.id])), spots, strict=True))
        final = ((spots[0].x + spots[1].x) / 2, (spots[0].y + spots[1].y) / 2)
        facing = spots[0].facing
        level = spots[0].z
    else:
        own = {}
        final = (spots[0].x, spots[0].y)
        facing, level = spots[0].facing, spots[0].z
    if turns_next(line) and line.rest[0].verb == "面":
        named = line.rest[0].first("facing")
        facing = stage.words.sides.facing[named.word] if named else facing
    if abs(level - a.z) > 1.0:
        raise stage.fail(line, act, f"{act.words()} would need 升 or 降, which the line does not name")
    yield from out_of_line(stage, actors, (*vias, final)[0], side)
    middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
    points: list[Point] = [middle]
    for goal in (*vias, final):
        points += route_from(world, where, points[-1], a.z, goal, actors, room=apart(actors) / 2 + 1.1)
    points = [p for n, p in enumerate(points) if n == 0 or math.dist(p, points[n - 1]) > 0.05]
    last = heading(points[-2], points[-1]) if len(points) > 1 else a.facing
    if not own:
        own = goals_abreast(stage, actors, Spot(final[0], final[1], level, facing), last, side)
    gait = gait_of(stage, a, entry)
    tracks: dict[str, list[Point]] = {}
    for x in actors:
        tracks[x.id] = _offset(points, side[x.id] * apart(actors) / 2)
        tracks[x.id][0] = x.here
        tracks[x.id][-1] = (own[x.id].x, own[x.id].y)
    paths = {x.id: Path(x.x, x.y, x.z, x.facing) for x in actors}
    for n in range(1, len(points)):
        stretch = {i: math.dist(t[n - 1], t[n]) for i, t in tracks.items()}
        ways = {
            i: heading(t[n - 1], t[n]) if stretch[i] > 0.05 else heading(points[n - 1], points[n])
            for i, t in tracks.items()
        }
        for i, path in paths.items():
            if stretch[i] > 0.05:
                path.turn(ways[i])
        _level_up(paths.values())
        longest = max(stretch.values())
        count = max(1, round(longest / float(gait.step)))
        ms = round((count + 1) * 60000.0 / gait.rate)
        first = "" if guided else _one_first({i: (t[n - 1], t[n]) for i, t in tracks.items()})
        for i in sorted(paths, key=lambda name: name != first):
            if stretch[i] > 0.05:
                paths[i].straight([tracks[i][n]], max(stretch[i] / count, 0.3), gait.rate, ms=ms)
            if first:
                _level_up(paths.values())
        _level_up(paths.values())
    if facing is not None and not turns_next(line):
        for i, path in paths.items():
            own_facing = own[i].facing
            path.turn(facing if own_facing is None else own_facing)
        _level_up(paths.values())
    motions = [(x, paths[x.id].done()) for x in actors]
    wait = yield from clear_way(world, motions)
    for x, motion in motions:
        world.commit(x, motion.later(wait))
        line.faced[x.id] = facing is not None
    yield max(m.end for _, m in motions) + wait


def _one_first(ways: dict[str, tuple[Point, Point]]) -> str:
    """Which of two goes first when their stretches, walked at the same time, would bring them too near; empty when they do not."""
    (one, a), (other, b) = ways.items()
    both = stretches([(0, *a[0]), (1, *a[1])]), stretches([(0, *b[0]), (1, *b[1])])
    apart = (a[0][0] - b[0][0], a[0][1] - b[0][1]), (a[1][0] - b[1][0], a[1][1] - b[1][1])
    if passes(stretches([(0, *apart[0]), (1, *apart[1])]), 0.0, 0.0) >= NEAR:
        return ""
    after = {one: min(passes(both[0], *b[0]), passes(both[1], *a[1]))}
    after[other] = min(passes(both[1], *a[0]), passes(both[0], *b[1]))
    return max(after, key=lambda name: after[name])


def out_of_line(stage: Stage, actors: Sequence[Actor], goal: Point, side: dict[str, int]) -> Process:
    """Two who stand between ranks, where there is no room for two abreast, walk one behind the other until there is."""
    world, where = stage.world, stage.where
    first, second = sorted(actors, key=lambda x: side[x.id])
    level, room = first.z, apart(actors) / 2 + ROOM
    middle = ((first.x + second.x) / 2, (first.y + second.y) / 2)
    if level > where.height / 2 or not _among_others(stage, actors, middle, room):
        return
    if way_from(world, where, middle, level, goal, actors, room) is not None:
        return
    chain = [middle, *(way_from(world, where, middle, level, goal, actors) or ())]
    for before, after in itertools.pairwise(chain):
        ahead = heading(before, after)
        angle = math.radians(ahead)
        for far in range(0, int(math.dist(before, after)), 3):
            x, y = before[0] + far * math.sin(angle), before[1] + far * math.cos(angle)
            if _among_others(stage, actors, (x, y), room):
                continue
            walks = []
            for one in (first, second):
                off = side[one.id] * apart(actors) / 2
                one.legs = [(x + off * math.cos(angle), y - off * math.sin(angle))]
                walk = go(stage, one, legs(stage, one), stage.words.acts["適"], ahead)
                walks.append(world.clock.start(walk, f"{one.id} leaves the line"))
            yield walks
            return


def _among_others(stage: Stage, actors: Sequence[Actor], at: Point, room: float) -> bool:
    """Whether people stand so near a point that two abreast would touch them."""
    reach = room + BODY / 2
    own = {x.id for x in actors}
    return any(
        o.id not in own and o.z < stage.where.height / 2
        for o in stage.world.people_near(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach)
    )


def _level_up(paths: Iterable[Path]) -> None:
    """Let all wait for the last."""
    every = list(paths)
    latest = max(p.t for p in every)
    for p in every:
        p.wait(latest - p.t)


def _offset(points: Sequence[Point], off: float) -> list[Point]:
    """A chain of points moved sideways (right is positive), its corners mitred."""
    found: list[Point] = []
    for n, p in enumerate(points):
        ways = []
        if n > 0:
            ways.append(math.radians(heading(points[n - 1], p)))
        if n + 1 < len(points):
            ways.append(math.radians(heading(p, points[n + 1])))
        if not ways:
            found.append(p)
            continue
        rights = [(math.cos(w), -math.sin(w)) for w in ways]
        rx, ry = sum(r[0] for r in rights), sum(r[1] for r in rights)
        size = rx * rx + ry * ry
        # Mitre: along the sum of both right-hand normals; a near reversal falls back to the first.
        if len(rights) == 2 and size > 0.6:
            k = 2.0 / size
            found.append((p[0] + rx * off * k, p[1] + ry * off * k))
        else:
            found.append((p[0] + rights[0][0] * off, p[1] + rights[0][1] * off))
    return found


@handler("follow")
def follow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """從 X: walk after X to where he is (or to the place that is named), a step and a half behind."""
    goal = target_of(stage, a, act, line)
    if goal is None:
        return
    yield 1500
    points = way(stage, a, goal, act, line)
    yield from go(stage, a, points, entry, None if turns_next(line) else goal.facing)


@together("pass")
def pass_left(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """相左 X: wait until X comes by, so that both have each other on the left, and go on.

    Each is at his passing place already (the walk before names it); the act makes them be there together.
    """
    others = stage.partners(act, line)
    mine = frozenset(a.id for a in actors)
    theirs = frozenset(o.id for o in others)
    meeting = stage.meetings.setdefault(frozenset((mine, theirs)), [])
    signal = Signal(f"{'/'.join(sorted(theirs))} to pass {'/'.join(sorted(mine))}")
    if meeting:
        for waiting in meeting:
            stage.world.clock.fire(waiting)
        meeting.clear()
        yield 0
    else:
        meeting.append(signal)
        yield signal


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
