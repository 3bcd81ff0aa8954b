"""Pledging in turn and feasting: coming for the goblet and going back, sitting servers' places, side dishes, the music at the end."""

from __future__ import annotations

import math

from rite.acts.body import down, up
from rite.acts.moves import go, way
from rite.acts.stairs import climb
from rite.acts.wine import MEAT, STAND_OFF, mat_off, mat_on
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.figures import load_manners
from rite.score import ScoreAct
from rite.waiting import NEAR
from rite.words import ActWord
from rite.world import Actor, Spot

AISLE = 2.0
"""How far before (or behind) his place in a row one turns off, 尺: half way to the next rank."""
RANKS = 4.5
"""How far before or behind one, 尺, somebody of the next rank stands at most."""

_BELOW = {"guest": "guests-court-place", "attendant": "attendants-place", "usher": "usher-court-place"}
"""Where one who has no mat stands below."""


@handler("come-for-cup")
def come_for_cup(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """出受: one who has a mat steps off it, one who stands below comes up by his stairs, to be pledged."""
    if a.z > stage.where.height / 2:
        if a.id in stage.mats:
            yield from mat_off(stage, a, act, entry, line)
        return
    here = Spot(a.x, a.y, a.z, a.facing)
    a.via.append(_clear_of_row(stage, a, here))
    a.between = _in_ranks(stage, a, here)
    yield from climb(stage, a, act, line, True)
    a.between = False


def _clear_of_row(stage: Stage, a: Actor, spot: Spot) -> Spot:
    """Before a place in a row, or behind it where somebody or his own dishes stand before it: so that those beside him are
    not brushed."""
    turn = math.radians(spot.facing or 0.0)
    dishes = stage.world.things.get(f"{a.id}-dishes")
    barred = dishes is not None and dishes.now.visible and not _in_ranks(stage, a, spot)
    for sign in (-1.0, 1.0) if barred else (1.0, -1.0):
        point = Spot(spot.x + sign * AISLE * math.sin(turn), spot.y + sign * AISLE * math.cos(turn), spot.z)
        near = stage.world.people_near(point.x - NEAR, point.y - NEAR, point.x + NEAR, point.y + NEAR)
        if all(o.id == a.id for o in near):
            return point
    return spot


def _in_ranks(stage: Stage, a: Actor, spot: Spot) -> bool:
    """Whether others stand close before or behind a place: then one steps between the dishes, there is no room beside them."""
    near = stage.world.people_near(spot.x - RANKS, spot.y - NEAR, spot.x + RANKS, spot.y + NEAR)
    return any(o.id != a.id for o in near)


@handler("go-home")
def go_home(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """歸位: back on to one's mat, or down to one's place in the court."""
    hall = a.z > stage.where.height / 2
    if a.id in stage.mats:
        if not hall:
            yield from climb(stage, a, act, line, True)
        yield from mat_on(stage, a, act, entry, line)
        if "shoes-off" in a.states:
            yield stage.gesture(a, "kneel")
            stage.world.posture(a, "sit")
        return
    if hall:
        yield from climb(stage, a, act, line, False)
    spot = stage.where.spot(_BELOW.get(a.id.split("-")[0], "其位"), stage.world, a)
    a.between = _in_ranks(stage, a, spot)
    points = [*way(stage, a, _clear_of_row(stage, a, spot), act, line), (spot.x, spot.y)]
    yield from go(stage, a, points, stage.words.acts["適"], spot.facing)
    a.between = False
    a.station = spot
    line.faced[a.id] = True


@handler("mat-front")
def mat_front(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """就席前 X: before X's mat, at the right hand of him who sits there, near enough to take and give a goblet."""
    other = stage.partner(act, line)
    assert other is not None
    seat = stage.mats.get(other.id) or Spot(other.x, other.y, other.z, other.facing)
    angle = math.radians(seat.facing or 0.0)
    fx, fy = math.sin(angle), math.cos(angle)
    spot = Spot(
        seat.x + 3.9 * fx + 2.2 * fy, seat.y + 3.9 * fy - 2.2 * fx, seat.z, ((seat.facing or 0.0) + 225.0) % 360.0
    )
    yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], spot.facing)
    line.faced[a.id] = True


@handler("fill-turn")
def fill_turn(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """就尊實 X: to the wine when nobody else is there, fill, facing north, and leave room for the next."""
    from rite.acts.things import fill

    yield from stage.take_turn("wine-stand")
    spot = stage.where.spot("尊前", stage.world, a)
    yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], 0.0)
    yield from fill(stage, a, act, entry, line)
    aside = Spot(spot.x - 2.4, spot.y - 3.2, spot.z)
    while any(o.id != a.id for o in stage.world.people_near(aside.x - 2, aside.y - 2, aside.x + 2, aside.y + 2)):
        aside = Spot(aside.x - 2.6, aside.y, aside.z)
    yield from go(stage, a, way(stage, a, aside, act, line), stage.words.acts["適"], None)
    stage.end_turn("wine-stand")


@handler("take-seat-of")
def take_seat_of(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """代席 X: on this day X's mat is his."""
    other = stage.partner(act, line)
    assert other is not None
    stage.mats[a.id] = stage.mats[other.id]
    yield 0


@handler("serve-side-dishes")
def serve_side_dishes(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """進羞 X: side dishes for X, in turn for several, set where the meat-stand stood, kneeling."""
    for other in stage.partners(act, line):
        seat = stage.mats.get(other.id)
        thing = stage.world.things.get(f"{other.id}-relish")
        if seat is None or thing is None:
            raise stage.fail(line, act, f"{other.id} has no mat, or there are no side dishes for him")
        stage.world.give_thing(thing, a.id, "both-hands", stage.world.clock.now)
        angle = math.radians(seat.facing or 0.0)
        fx, fy = math.sin(angle), math.cos(angle)
        facing = ((seat.facing or 0.0) + 180.0) % 360.0
        at = Spot(seat.x + MEAT * fx, seat.y + MEAT * fy, seat.z, seat.facing)
        stand = Spot(at.x + STAND_OFF * fx, at.y + STAND_OFF * fy, at.z, facing)
        yield from go(stage, a, way(stage, a, stand, act, line), stage.words.acts["適"], facing)
        yield from down(stage, a)
        now = stage.world.clock.now
        ms = stage.gesture(a, entry.gesture, thing=thing.id, target=(at.x, at.y, at.z), hand="both")
        stage.world.lay_thing(
            thing, now + stage.contact(entry.gesture), at.x, at.y, at.z, (seat.facing or 0.0) % 360.0, "standing"
        )
        yield ms
        yield from up(stage, a)
    line.faced[a.id] = True


@handler("play-out")
def play_out(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """奏陔 X: the tune, breath by breath, until X is out of the gate."""
    other = stage.partner(act, line)
    assert other is not None
    gate = float(stage.where.plan.places["gate-outside-west"].y) + 1.0
    clock = stage.world.clock
    start = clock.now
    breath = load_manners().ms["breath"]
    while other.y > gate or other.moving_until > clock.now:
        stage.gesture(a, entry.gesture, ms=breath)
        yield breath
    stage.world.say(a, start, clock.now, "陔", "music")


# -- the meat-stands carried away ----------------------------------------------------------------------------------------------

BEFORE_MEAT = 2.2
"""From a meat-stand to the feet of its owner who lifts it, facing his mat, 尺."""
RECEIVE_MEAT = 3.4
"""From there on to the one who receives it."""


def _meat(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> tuple[str, Spot, float, float]:
    """Somebody's meat-stand, his seat, and the way he faces there."""
    seat = stage.mats.get(a.id)
    ident = "grandee-meat" if a.id == "grandee-1" else f"{a.id}-meat"
    if seat is None or ident not in stage.world.things:
        raise stage.fail(line, act, f"{a.id} has no meat-stand")
    angle = math.radians(seat.facing or 0.0)
    return ident, seat, math.sin(angle), math.cos(angle)


@handler("take-own-meat")
def take_own_meat(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取其俎: before one's own meat-stand, facing the mat, and lift it, standing (取俎進俎不坐)."""
    from rite.acts.things import take_thing

    ident, seat, fx, fy = _meat(stage, a, act, line)
    far = MEAT + BEFORE_MEAT
    facing = ((seat.facing or 0.0) + 180.0) % 360.0
    spot = Spot(seat.x + far * fx, seat.y + far * fy, seat.z, facing)
    yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], facing)
    yield from take_thing(stage, a, stage.world.things[ident], entry.gesture, "both-hands")
    line.faced[a.id] = True


@handler("meat-front")
def meat_front(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """就俎前 X: behind X, who lifts his meat-stand, to receive it when he turns round."""
    other = stage.partner(act, line)
    assert other is not None
    _, seat, fx, fy = _meat(stage, other, act, line)
    far = MEAT + BEFORE_MEAT + RECEIVE_MEAT
    facing = ((seat.facing or 0.0) + 180.0) % 360.0
    spot = Spot(seat.x + far * fx, seat.y + far * fy, seat.z, facing)
    yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], facing)
    line.faced[a.id] = True


@handler("give-own-meat")
def give_own_meat(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """還授俎 X: turn round and hand one's meat-stand to X."""
    from rite.acts.moves import face
    from rite.acts.things import hand

    other = stage.partner(act, line)
    assert other is not None
    ident, seat, _, _ = _meat(stage, a, act, line)
    yield from face(stage, a, seat.facing or 0.0)
    line.faced[a.id] = True
    yield from hand(stage, a, other, stage.world.things[ident], line, act, entry.gesture)


@handler("hand-out")
def hand_out(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授從者: the meat-stand that he carries goes to people who are not on the scene."""
    for thing in stage.world.held(a):
        if thing.kind == "meat":
            ms = stage.gesture(a, entry.gesture, thing=thing.id)
            stage.world.hide_thing(thing, stage.world.clock.now + stage.contact(entry.gesture))
            yield ms
