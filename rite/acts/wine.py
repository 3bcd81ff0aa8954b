"""Mats stepped on and off by the proper side, dishes and meat-stands served, mats and vessels set out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from dataclasses import replace as changed

from rite.acts.body import down, up
from rite.acts.moves import go, way
from rite.acts.things import REACH
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import ScoreAct
from rite.walk import heading
from rite.words import ActWord
from rite.world import Actor, Spot, Thing

DISHES = 2.37
"""From where one sits to the middle of his dishes, 尺: just before the edge of the mat."""
MEAT = 3.77
"""From where one sits to the middle of his meat-stand: beyond the dishes."""
BARE = 1.5
"""From one who has no mat to the dishes before his feet."""
STAND_OFF = 2.1
"""From the dishes or the stand to the feet of the one who sets them down."""
ROW_SIDE = 1.5
"""Half the distance between two in a row, 尺."""
BESIDE_MAT = 0.33
"""How far beside the edge of a mat one steps up: half the gap between two mats."""

_CUSTOM = {"host": "north", "grandee": "east", "guest": "west"}
"""The side by which a mat is mounted when none is named: 賓升降由下, 大夫由東方, 主人自北方."""


@dataclass(frozen=True)
class _Mat:
    """A mat seen from one side: its outer edge there, the point from which that is reached clear of the front, the seat."""

    seat: Spot
    edge: tuple[float, float]
    approach: tuple[float, float]


def _mat(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> _Mat:
    seat = stage.mats.get(a.id)
    # On the day of 息司正 the controller sits on the guest's mat.
    owner = seat.id.removesuffix("-mat-seat") if seat else a.id
    foot = stage.where.plan.footprints.get(f"{owner}-mat")
    if seat is None or foot is None:
        raise stage.fail(line, act, f"{a.id} has no mat")
    side = _CUSTOM.get(owner.split("-")[0], "west")
    arg = act.first("place")
    if arg is not None:
        found = stage.where.spot(arg.word, stage.world, a).id.removesuffix("-end")
        if not found.startswith(f"{owner}-mat-"):
            raise stage.fail(line, act, f"{act.words()}: {arg.word} is not beside the mat of {a.id}")
        side = found.rsplit("-", 1)[1]
    west, south, east, north = (float(v) for v in foot.bounds)
    angle = math.radians(seat.facing or 0.0)
    fx, fy = round(math.sin(angle), 6), round(math.cos(angle), 6)
    half = (abs(fx) * (east - west) + abs(fy) * (north - south)) / 2
    if side == "front":
        # Off the front where he is, at its end (席末), clear of what stands before the middle.
        out = half + 1.2
        along = (a.x - seat.x) * fy - (a.y - seat.y) * fx
        point = (seat.x + fx * out + fy * along, seat.y + fy * out - fx * along)
        return _Mat(seat, point, point)
    edges = {
        "west": (west - BESIDE_MAT, seat.y),
        "east": (east + BESIDE_MAT, seat.y),
        "north": (seat.x, north + BESIDE_MAT),
        "south": (seat.x, south - BESIDE_MAT),
    }
    # A mat that touches the wall leaves no room on that side: it is mounted from its other end.
    other = {"west": "east", "east": "west", "north": "south", "south": "north"}[side]
    edge = edges[side] if stage.where.on_hall(edges[side]) else edges[other]
    out = half + 1.2
    return _Mat(seat, edge, (edge[0] + fx * out, edge[1] + fy * out))


@handler("mat-on")
def mat_on(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """升席: on to one's own mat, by the side that is named or is the custom, never over the front; skirt lifted."""
    mat = _mat(stage, a, act, line)
    spot = Spot(*mat.approach, a.z)
    yield from go(stage, a, way(stage, a, spot, act, line), entry, None)
    yield from go(stage, a, [mat.edge], entry, None)
    yield stage.gesture(a, entry.gesture)
    yield from go(stage, a, [(mat.seat.x, mat.seat.y)], entry, mat.seat.facing)
    a.station = mat.seat
    line.faced[a.id] = True


@handler("mat-off")
def mat_off(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """降席: off one's mat by the side that is named or is the custom, and clear of it."""
    mat = _mat(stage, a, act, line)
    yield stage.gesture(a, entry.gesture)
    # Two neighbours may use the same gap between their mats: one after the other.
    for _ in range(400):
        x, y = mat.approach
        if not any(
            o is not a and math.dist(o.here, mat.approach) < 1.8
            for o in stage.world.people_near(x - 2, y - 2, x + 2, y + 2)
        ):
            break
        yield 500
    points = [mat.edge] if mat.edge == mat.approach else [mat.edge, mat.approach]
    yield from go(stage, a, points, entry, None if line.rest else mat.seat.facing)


# -- serving -----------------------------------------------------------------------------------------------------------


def _before(stage: Stage, other: Actor, far: float, bare: float) -> tuple[Spot, float, float]:
    """The point before somebody's seat (or, without a mat, before his place), and the unit vector of the way he faces."""
    seat = stage.mats.get(other.id)
    if seat is None or other.z < stage.where.height / 2:
        seat, far = Spot(other.x, other.y, other.z, other.facing), bare
    angle = math.radians(seat.facing if seat.facing is not None else other.facing)
    fx, fy = math.sin(angle), math.cos(angle)
    facing = (math.degrees(angle)) % 360.0
    return Spot(seat.x + fx * far, seat.y + fy * far, seat.z, facing), fx, fy


def _thing(stage: Stage, who: str, what: str, line: Line, act: ScoreAct) -> Thing:
    ident = "grandee-" + what if who == "grandee-1" else f"{who}-{what}"
    thing = stage.world.things.get(ident)
    if thing is None:
        raise stage.fail(line, act, f"there is no {ident} to serve")
    return thing


@handler("serve-dishes")
def serve_dishes(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """薦脯醢 X: splint-dish and stem-dish are carried to X's place (each in turn) and set down, kneeling."""
    for other in stage.partners(act, line):
        thing = _thing(stage, other.id, "dishes", line, act)
        spot, fx, fy = _before(stage, other, DISHES, BARE)
        if thing.now.holder != a.id:
            stage.world.give_thing(thing, a.id, "both-hands", stage.world.clock.now)
        back = ((spot.facing or 0.0) + 180.0) % 360.0
        stand = Spot(spot.x + fx * STAND_OFF, spot.y + fy * STAND_OFF, spot.z, back)
        if stage.mats.get(other.id) is None:
            # In a row without mats he serves from the right, between two who stand there.
            x, y = spot.x + fx * 0.5 + fy * ROW_SIDE, spot.y + fy * 0.5 - fx * ROW_SIDE
            stand = Spot(x, y, spot.z, heading((x, y), (spot.x, spot.y)))
            a.between = True
        yield from go(stage, a, way(stage, a, stand, act, line), entry, stand.facing)
        yield from down(stage, a)
        yield from _lay(stage, a, thing, spot, entry)
        yield from up(stage, a)
        a.between = False
    line.faced[a.id] = True


@handler("fetch-meat")
def fetch_meat(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """奉折俎 X: X's meat-stand, brought from where it was dressed, is in his hands now."""
    for other in stage.partners(act, line):
        stage.world.give_thing(_thing(stage, other.id, "meat", line, act), a.id, "both-hands", stage.world.clock.now)
    yield 0


@handler("serve-meat")
def serve_meat(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """設折俎 X: the stand with the jointed meat is set before X's dishes, standing (取俎進俎不坐)."""
    for other in stage.partners(act, line):
        thing = _thing(stage, other.id, "meat", line, act)
        spot, fx, fy = _before(stage, other, MEAT, BARE + MEAT - DISHES)
        if thing.now.holder != a.id:
            stage.world.give_thing(thing, a.id, "both-hands", stage.world.clock.now)
        stand = Spot(spot.x + fx * STAND_OFF, spot.y + fy * STAND_OFF, spot.z, ((spot.facing or 0.0) + 180.0) % 360.0)
        yield from go(stage, a, way(stage, a, stand, act, line), entry, stand.facing)
        yield from _lay(stage, a, thing, spot, entry)
    line.faced[a.id] = True


def _lay(stage: Stage, a: Actor, thing: Thing, spot: Spot, entry: ActWord) -> Process:
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture, thing=thing.id, target=(spot.x, spot.y, spot.z), hand="both")
    at = now + stage.contact(entry.gesture)
    stage.world.lay_thing(thing, at, spot.x, spot.y, spot.z, (spot.facing or 0.0) % 360.0, "standing")
    yield ms


@handler("set-out")
def set_out(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """陳 X: a mat or vessel of the plan is put in its place; if the rite moves it, it is seen from this moment on."""
    arg = act.first("place") or act.first("thing")
    assert arg is not None
    at = stage.where.spot(arg.word, stage.world, a)
    far = _far(stage, at, a)
    if far > REACH:
        raise stage.fail(line, act, f"{act.words()}: that is {far:.0f} 尺 from {a.id}; the line names no walk to it")
    foot = stage.where.plan.footprints.get(at.id)
    name = "spread-mat" if foot is not None and foot.kind == "mat" and a.posture == "kneel" else entry.gesture
    now = stage.world.clock.now
    ms = stage.gesture(a, name, target=(at.x, at.y, at.z))
    thing = stage.world.things.get(at.id)
    if thing is not None:
        stage.world.thing_key(thing, changed(thing.now, t=now + stage.contact(name), visible=True))
    yield ms


def _far(stage: Stage, at: Spot, a: Actor) -> float:
    """From somebody to the nearest edge of what stands at a spot, 尺."""
    foot = stage.where.plan.footprints.get(at.id)
    if foot is None:
        return math.dist((at.x, at.y), a.here)
    west, south, east, north = (float(v) for v in foot.bounds)
    return math.dist((min(max(a.x, west), east), min(max(a.y, south), north)), a.here)
