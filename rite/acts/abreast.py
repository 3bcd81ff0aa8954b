"""Two together: side by side on one way (並行), and past each other on the left (相左)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from rite.acts.moves import gait_of, go, legs, turns_next
from rite.clock import Process, Signal
from rite.engine import Line, Stage, together
from rite.meeting import passes, stretches
from rite.score import ScoreAct
from rite.traffic import ROOM, route_from, way_from
from rite.waiting import NEAR, clear_way
from rite.walk import Path, Point, heading
from rite.words import ActWord
from rite.world import BODY, Actor, Spot

ABREAST = 4.1
"""Between the middles of two who walk side by side, 尺 (.95 m)."""
GUIDED = 2.4
"""Between a guide and the blind man at his right hand, 尺."""


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
        stop = Spot(seat.x + GUIDED * math.sin(at), seat.y + GUIDED * math.cos(at), seat.z, seat.facing)
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
    together = way_from(world, where, middle, level, goal, actors, room)
    if together is not None and not _touch(stage, actors, [middle, *together], side):
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


def _touch(stage: Stage, actors: Sequence[Actor], points: Sequence[Point], side: dict[str, int]) -> bool:
    """Whether one of two who walk side by side along points would touch somebody who stands there: a way out of a crowd is sought
    as if those next to its beginning stood farther off."""
    own, now = {x.id for x in actors}, stage.world.clock.now
    for x in actors:
        track = _offset(points, side[x.id] * apart(actors) / 2)
        track[0] = x.here
        for a, b in itertools.pairwise(track):
            near = stage.world.people_near(
                min(a[0], b[0]) - NEAR, min(a[1], b[1]) - NEAR, max(a[0], b[0]) + NEAR, max(a[1], b[1]) + NEAR
            )
            leg = stretches([(0, *a), (1, *b)])
            stand = [o for o in near if o.id not in own and abs(o.z - x.z) < 1.0 and o.moving_until <= now]
            if any(passes(leg, o.x, o.y) < NEAR for o in stand):
                return True
    return False


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
