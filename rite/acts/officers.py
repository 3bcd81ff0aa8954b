"""有司: those in charge who bring bows and arrows to others, take them from them, and move them from the wall."""

from __future__ import annotations

import math
from dataclasses import replace

from rite.acts.arms import held_arrows, lean
from rite.acts.body import toward
from rite.acts.moves import go, way
from rite.acts.things import REACH, hand
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.figures import load_manners
from rite.score import Arg, ScoreAct
from rite.words import ActWord
from rite.world import Actor, BowHome, Spot, Thing

ROOM = 1.8
"""So much room, 尺, one needs who comes before somebody to take his bow."""


@handler("give-bow")
def give_bow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授弓 X: fetch X's bow from where it leans and hand it to him (左執弣 右執弦)."""
    other = stage.partner(act, line)
    bow = stage.bow_of(other.id) if other else None
    if other is None or bow is None:
        raise stage.fail(line, act, f"{act.words()}: there is no such bow")
    if bow.now.holder != a.id:
        yield from _fetch(stage, a, other, [bow], "take-bow", "left-hand", act, line)
    yield from go(stage, a, way(stage, a, _beside(other), act, line), entry, None)
    yield from hand(stage, a, other, bow, line, act, "hand-bow", "left-hand")


@handler("give-arrows")
def give_arrows(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授矢 X: fetch X's four arrows and hand them to him."""
    other = stage.partner(act, line)
    arrows = stage.arrows_of(other.id) if other else []
    if other is None or not arrows:
        raise stage.fail(line, act, f"{act.words()}: there are no such arrows")
    if arrows[0].now.holder != a.id:
        yield from _fetch(stage, a, other, arrows, "take", "right-hand", act, line)
    yield from go(stage, a, way(stage, a, _beside(other), act, line), entry, None)
    if math.dist(a.here, other.here) > REACH:
        raise stage.fail(line, act, f"{a.id} does not reach {other.id}")
    yield from toward(stage, a, line, other)
    now = stage.world.clock.now
    middle = ((a.x + other.x) / 2, (a.y + other.y) / 2, a.z + 4.0)
    ms = stage.gesture(a, "hand-arrows", partner=other.id, thing=arrows[0].id, target=middle)
    stage.gesture(other, "receive-arrows", partner=a.id, thing=arrows[0].id, target=middle)
    for arrow in arrows:
        stage.world.give_thing(arrow, other.id, "right-hand", now + stage.contact("hand-arrows"))
    yield ms


def _fetch(
    stage: Stage, a: Actor, owner: Actor, things: list[Thing], gesture: str, slot: str, act: ScoreAct, line: Line
) -> Process:
    """Go to where somebody's gear lies and take it."""
    home = stage.homes[owner.id].stand
    spot = Spot(home.x, home.y, home.z, home.facing)
    yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], home.facing)
    now = stage.world.clock.now
    first = things[0].now
    ms = stage.gesture(a, gesture, thing=things[0].id, target=(first.x, first.y, first.z), hand=slot[:-5])
    for thing in things:
        stage.world.give_thing(thing, a.id, slot, now + stage.contact(gesture))
    yield ms


def _beside(other: Actor) -> Spot:
    """In front of somebody, an arm's length off."""
    angle = math.radians(other.facing)
    far = load_manners().chi["before-him"]
    return Spot(other.x + far * math.sin(angle), other.y + far * math.cos(angle), other.z, (other.facing + 180) % 360)


@handler("hand-in")
def hand_in(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授有司 [X]: bow and arrows to X (or to a pupil, who is free), who comes before him, and then puts them where they belong."""
    bow = next((t for t in stage.world.held(a) if t.kind == "bow"), None)
    if bow is None:
        yield 0
        return
    spot = _room_before(stage, a)
    if spot is None:
        # In a rank behind others nobody can come before him: he takes his gear there himself.
        yield from _put_away_himself(stage, a, act, line)
        return
    other = stage.partner(act, line) or _at_hand(stage)
    yield from stage.world.acquire([other])
    yield from go(stage, other, way(stage, other, spot, act, line), stage.words.acts["適"], spot.facing)
    if math.dist(a.here, other.here) > REACH:
        raise stage.fail(line, act, f"{other.id} does not reach {a.id}")
    for things, giving, taking, slot in (
        ([bow], "hand-bow", "receive-bow", "left-hand"),
        (held_arrows(stage, a), "hand-arrows", "receive-arrows", "right-hand"),
    ):
        if not things:
            continue
        now = stage.world.clock.now
        middle = ((a.x + other.x) / 2, (a.y + other.y) / 2, a.z + (4.6 if slot == "left-hand" else 4.0))
        ms = stage.gesture(a, giving, partner=other.id, thing=things[0].id, target=middle)
        stage.gesture(other, taking, partner=a.id, thing=things[0].id, target=middle)
        for thing in things:
            state = thing.now.state if thing is bow else ""
            stage.world.give_thing(thing, other.id, slot, now + stage.contact(giving), state=state)
        yield ms
    stage.open_lines.append(
        stage.world.clock.start(_put_away(stage, other, a, act, line), f"{other.id} puts away the bow of {a.id}")
    )


@handler("withdraw-and-hand-in")
def withdraw_and_hand_in(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """退授有司: by the south of the marshal to one's place west of the hall; there one hands in bow and arrows and dresses. The act is
    done when he has come there: what follows goes on beside what others do."""
    steps = [
        ScoreAct("由", (Arg("place", "司馬之南"),), act.line),
        ScoreAct("適", (Arg("place", "三耦堂西位"),), act.line),
    ]
    for step in steps:
        yield from stage.perform([a], step, line)
    stage.open_lines.append(stage.world.clock.start(_hand_in_there(stage, a, act, line), f"{a.id} hands in his bow"))


def _hand_in_there(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> Process:
    yield from stage.world.acquire([a])
    own = replace(line, faced={}, rest=())
    for verb, args in (
        ("面", (Arg("facing", "南面"),)),
        ("授有司", ()),
        ("說決拾", ()),
        ("襲", ()),
        ("俟", ()),
    ):
        yield from stage.perform([a], ScoreAct(verb, args, act.line), own)
    stage.world.release([a])


def _at_hand(stage: Stage) -> Actor:
    """A pupil who has nothing to do, or else the first."""
    pupils = [stage.world.actors[n] for n in ("pupil-1", "pupil-2", "pupil-3")]
    return next((p for p in pupils if not p.busy), pupils[0])


def _room_before(stage: Stage, a: Actor) -> Spot | None:
    """Where one can come before somebody without touching those who stand by him; None when there is no room."""
    spot = _beside(a)
    near = stage.world.people_near(spot.x - ROOM, spot.y - ROOM, spot.x + ROOM, spot.y + ROOM)
    taken = [o for o in near if o.id != a.id and o.z < stage.where.height / 2 and not o.id.startswith("pupil-")]
    return None if taken else spot


def _put_away_himself(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> Process:
    home, walk = stage.homes[a.id], stage.words.acts["適"]
    yield from stage.come_to_bow(a)
    there = Spot(home.stand.x, home.stand.y, home.stand.z, home.stand.facing)
    yield from go(stage, a, way(stage, a, there, act, line), walk, there.facing)
    yield from lean(stage, a, home)
    back = stage.where.spot("archers-place-1", stage.world, a)
    leave = (lambda: stage.leave_bow(a)) if home.turn else None
    yield from go(stage, a, way(stage, a, back, act, line), walk, back.facing, leave)


def _put_away(stage: Stage, other: Actor, owner: Actor, act: ScoreAct, line: Line) -> Process:
    """Lean somebody's bow where it belongs, lay his arrows by it, and go back to one's place."""
    home = stage.homes[owner.id]
    yield from stage.come_to_bow(owner)
    spot = Spot(home.stand.x, home.stand.y, home.stand.z, home.stand.facing)
    walk = stage.words.acts["適"]
    yield from go(stage, other, way(stage, other, spot, act, line), walk, spot.facing)
    yield from lean(stage, other, home)
    if home.turn:
        stage.leave_bow(owner)
    if other.station is not None:
        yield from go(stage, other, way(stage, other, other.station, act, line), walk, other.station.facing)
    stage.world.release([other])


@handler("move-bow")
def move_bow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """移弓 X: take X's bow and arrows from the wall and lean them at the platform's edge, where X can reach them from below."""
    for other in stage.partners(act, line):
        home = stage.homes.get(other.id)
        bow = stage.bow_of(other.id)
        if home is None or bow is None or home.z < 1.0:
            continue
        side = -1.0 if home.x < 0 else 1.0
        by = Spot(home.x + side * 2.2, home.y, home.z, 90.0 if side < 0 else 270.0)
        yield from go(stage, a, way(stage, a, by, act, line), entry, by.facing)
        arrows = stage.arrows_of(other.id)
        now = stage.world.clock.now
        ms = stage.gesture(a, "take-bow", thing=bow.id, target=(home.x, home.y, home.z), hand="left")
        stage.world.give_thing(bow, a.id, "left-hand", now + stage.contact("take-bow"))
        for t in arrows:
            stage.world.give_thing(t, a.id, "right-hand", now + stage.contact("take-bow") + 1)
        yield ms
        stand = home.stand
        edge = Spot(side * (stage.where.edge - 0.3), stand.y, home.z, 270.0 if side < 0 else 90.0)
        yield from go(stage, a, way(stage, a, edge, act, line), entry, edge.facing)
        lower = BowHome(side * (stage.where.edge + 0.85), stand.y, 0.0, 270.0 if side < 0 else 90.0, stand)
        stage.homes[other.id] = lower
        now = stage.world.clock.now
        ms = stage.gesture(a, "lean-bow", thing=bow.id, target=(lower.x, lower.y, 2.0), hand="left")
        at = now + stage.contact("lean-bow")
        stage.world.lay_thing(bow, at, lower.x, lower.y, 0.0, lower.facing, "leaning", 80.0)
        for n, t in enumerate(arrows):
            stage.lay_arrow(t, lower, n, at)
        yield ms
