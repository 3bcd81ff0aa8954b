"""有司: those in charge who bring bows and arrows to others, take them from them, and move them from the wall."""

from __future__ import annotations

import math

from rite.acts.body import toward
from rite.acts.moves import go, way
from rite.acts.things import REACH, hand
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import ScoreAct
from rite.words import ActWord
from rite.world import Actor, BowHome, Spot, Thing


@handler("give-bow")
def give_bow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授弓 X: fetch X's bow from where it leans and hand it to him (左執弣 右執弦)."""
    other = stage.partner(act, line)
    bow = stage.bow_of(other.id) if other else None
    if other is None or bow is None:
        raise stage.fail(line, act, f"{act.words()}: there is no such bow")
    if bow.now.holder != a.id:
        yield from _fetch(stage, a, other, [bow], "take-bow", "left-hand", act, line)
    yield from go(stage, a, way(stage, a, _beside(a, other), act, line), entry, None)
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
    yield from go(stage, a, way(stage, a, _beside(a, other), act, line), entry, None)
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


def _beside(a: Actor, other: Actor) -> Spot:
    """In front of somebody, an arm's length off."""
    angle = math.radians(other.facing)
    return Spot(other.x + 2.4 * math.sin(angle), other.y + 2.4 * math.cos(angle), other.z, (other.facing + 180) % 360)


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
