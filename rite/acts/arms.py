"""Bow, arrows and switch: taking them up, holding them, putting them down; stepping on the mark."""

from __future__ import annotations

import math
from dataclasses import replace

from rite.acts.moves import go, legs
from rite.acts.things import REACH, find
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import Arg, ScoreAct
from rite.walk import Path
from rite.words import ActWord
from rite.world import Actor, BowHome, Thing


def near_home(stage: Stage, a: Actor, act: ScoreAct, line: Line) -> None:
    """Error unless somebody's bow is within reach."""
    home = stage.homes.get(a.id)
    if home is None:
        raise stage.fail(line, act, f"{a.id} has no bow of his own")
    if math.dist(a.here, (home.x, home.y)) > REACH:
        raise stage.fail(line, act, f"{a.id} is far from his bow: 適 其弓 must come first")


def make_room(stage: Stage, a: Actor) -> Process:
    """Go back to one's place in the line west of the hall, when others wait for the stand before one's bow."""
    home = stage.homes.get(a.id)
    if home is None or not home.turn or a.id not in stage.at_bows.get(home.turn, []):
        return
    line = stage.where.spot("archers-place-1", stage.world, a)
    a.legs = [(line.x, line.y)]
    yield from go(stage, a, legs(stage, a), stage.words.acts["適"], line.facing, lambda: stage.leave_bow(a))


@handler("arm", "arm-bow")
def arm(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取弓矢, 取弓: bow in the left hand, the four arrows (if there) in the right."""
    bow = stage.bow_of(a.id)
    if bow is None:
        raise stage.fail(line, act, f"{a.id} has no bow of his own")
    world = stage.world
    if bow.now.holder != a.id:
        near_home(stage, a, act, line)
        now = world.clock.now
        ms = stage.gesture(a, "take-bow", thing=bow.id, target=(bow.now.x, bow.now.y, bow.now.z), hand="left")
        world.give_thing(bow, a.id, "left-hand", now + stage.contact("take-bow"), state=bow.now.state or "strung")
        yield ms
    if entry.kind == "arm-bow":
        yield from make_room(stage, a)
        return
    arrows = [x for x in stage.arrows_of(a.id) if x.now.visible and x.now.holder is None]
    arrows = [x for x in arrows if math.dist((x.now.x, x.now.y), a.here) <= REACH]
    number = act.first("number")
    if number is not None:
        arrows = arrows[: stage.words.sides.number[number.word]]
    if arrows:
        now = world.clock.now
        first = arrows[0].now
        ms = stage.gesture(a, "take", thing=arrows[0].id, target=(first.x, first.y, first.z), hand="right")
        for arrow in arrows:
            world.give_thing(arrow, a.id, "right-hand", now + stage.contact("take"))
        yield ms
    yield from make_room(stage, a)


@handler("disarm")
def disarm(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """釋弓 釋弓矢: lean the bow where it belongs, lay the arrows (if any are left) beside it."""
    bow = next((t for t in stage.world.held(a) if t.kind == "bow"), None)
    if bow is None:
        yield 0
        yield from make_room(stage, a)
        return
    near_home(stage, a, act, line)
    yield from lean(stage, a, stage.homes[a.id])
    yield from make_room(stage, a)


def lean(stage: Stage, a: Actor, home: BowHome) -> Process:
    """Lean the bow that one holds where it belongs, and lay the arrows (if any are left) beside it."""
    bow = next(t for t in stage.world.held(a) if t.kind == "bow")
    now = stage.world.clock.now
    ms = stage.gesture(a, "lean-bow", thing=bow.id, target=(home.x, home.y, home.z), hand="left")
    at = now + stage.contact("lean-bow")
    for n, arrow in enumerate([t for t in stage.world.held(a) if t.kind == "arrow"]):
        stage.lay_arrow(arrow, home, n, at)
    stage.world.lay_thing(bow, at, home.x, home.y, home.z, home.facing, "leaning", 80.0)
    yield ms


def held_arrows(stage: Stage, a: Actor) -> list[Thing]:
    """The arrows that somebody holds, in their own order."""
    return sorted((t for t in stage.world.held(a) if t.kind == "arrow"), key=lambda t: t.id)


@handler("nock")
def nock(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """搢三挾一, 挾矢: one arrow square to the string, the others in the belt."""
    arrows = held_arrows(stage, a)
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture)
    on_string = [t for t in arrows if t.now.slot == "string"]
    rest = [t for t in arrows if t not in on_string]
    if act.verb == "兼挾乘矢":
        for t in rest:
            stage.world.give_thing(t, a.id, "string", now + ms // 2)
    elif rest or on_string:
        if not on_string:
            stage.world.give_thing(rest[-1], a.id, "string", now + stage.contact(entry.gesture))
            rest = rest[:-1]
        for t in on_string[1:]:
            rest.append(t)
        for t in rest:
            stage.world.give_thing(t, a.id, "belt", now + stage.contact(entry.gesture))
    yield ms


@handler("along-string")
def along_string(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """兼諸弦, 面鏃: the arrows laid along string and grip, heads up."""
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture, along="string")
    for t in held_arrows(stage, a):
        key = replace(t.now, t=now + ms // 2, holder=a.id, slot="string", state="along")
        stage.world.thing_key(t, key)
    yield ms


@handler("hold-string")
def hold_string(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """不挾: the bow in the left hand, the right on the string, no arrow."""
    yield stage.gesture(a, entry.gesture, hand="right", on="string")


@handler("string")
def string(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """張弓 弛弓: string or slacken the bow that he holds."""
    bow = next((t for t in stage.world.held(a) if t.kind == "bow"), None)
    if bow is None:
        raise stage.fail(line, act, f"{a.id} holds no bow")
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture, thing=bow.id)
    stage.world.thing_key(bow, replace(bow.now, t=now + stage.contact(entry.gesture), state=entry.states[0]))
    yield ms


@handler("take-switch")
def take_switch(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """搢扑: take the switch from beside the stairs and tuck it in the belt."""
    switch = stage.world.things["switch"]
    if switch.now.holder == a.id:
        yield 0
        return
    find(stage, a, act, line, Arg("thing", "扑", "switch"))
    now = stage.world.clock.now
    ms = stage.gesture(a, "switch-take", thing="switch", target=stage.world.where(switch), hand="right")
    stage.world.give_thing(switch, a.id, "right-hand", now + stage.contact("switch-take"))
    yield ms
    now = stage.world.clock.now
    ms = stage.gesture(a, "switch-in-belt", thing="switch")
    stage.world.give_thing(switch, a.id, "belt", now + stage.contact("switch-in-belt"))
    yield ms


@handler("leave-switch")
def leave_switch(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """去扑: lean the switch west of the west stairs."""
    switch = stage.world.things["switch"]
    if switch.now.holder != a.id:
        yield 0
        return
    at = stage.where.spot("west-of-stairs-west", stage.world)
    if math.dist(a.here, (at.x, at.y)) > REACH:
        raise stage.fail(line, act, "the switch is laid off west of the west stairs: 適 西階之西 must come first")
    now = stage.world.clock.now
    spot = (at.x, at.y + 1.2, 0.0)
    ms = stage.gesture(a, "switch-off", thing="switch", target=spot, hand="right")
    stage.world.lay_thing(switch, now + stage.contact("switch-off"), *spot, 0.0, "leaning", 70.0)
    yield ms


@handler("fetch-arrow")
def fetch_arrow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """改取一个: take one fresh arrow at the hall's west side (to show that there is still something to do)."""
    arrow = stage.world.things.get(f"arrow-{a.id}-5")
    now = stage.world.clock.now
    # It lies on the ground and he stands, bow in hand: he takes his time to stoop.
    ms = stage.gesture(
        a, "take", thing=arrow.id if arrow else None, hand="right", ms=2 * stage.gestures["take"].duration
    )
    if arrow is not None and arrow.now.holder != a.id:
        stage.world.give_thing(arrow, a.id, "right-hand", now + 2 * stage.contact("take"))
    yield ms


@handler("mark")
def mark(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """履物: the left foot on the mark first, then turn to the target, look, look down, bring up the right foot."""
    pair = stage.cast.pair_of(a.id)
    upper = pair is not None and a.id == pair.upper
    arg = act.first("place")
    word = arg.word if arg else ("mark-upper-stand" if upper else "mark-lower-stand")
    goal = stage.where.spot(word, stage.world, a)
    if math.dist(a.here, (goal.x, goal.y)) > REACH:
        raise stage.fail(line, act, f"{a.id} is not at his mark: 及物 must come first")
    gait = stage.gaits["w2"]
    path = Path(a.x, a.y, a.z, a.facing)
    path.straight([(goal.x, goal.y)], float(gait.step), gait.rate, "left", face=a.facing)
    stepped = path.t
    # The lower turns right-about, toward his partner (敖); the upper mirrors him.
    path.turn(180.0, "right" if upper else "left", 2800)
    motion = path.done()
    stage.world.commit(a, motion)
    ms = stage.gesture(a, entry.gesture, ms=max(stage.gestures[entry.gesture].duration, motion.end + 2200))
    line.faced[a.id] = True
    assert stepped <= motion.end
    yield ms
