"""Taking, setting down, handing over, filling, emptying: acts that change who or what has a thing."""

from __future__ import annotations

import math
from dataclasses import replace

from rite.acts.body import down, toward
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import Arg, ScoreAct
from rite.words import ActWord
from rite.world import Actor, Spot, Thing

REACH = 5.0
"""Farther than this, 尺, a thing is not within reach: the line must name the walk to it."""
AHEAD = 1.5
"""Where a thing is set down when no place is named: so far before the feet."""


def kind_of(stage: Stage, arg: Arg) -> str:
    """The builder's kind of a thing word."""
    entry = stage.words.things.get(arg.id or arg.word)
    return entry.kind if entry else ""


def matches(stage: Stage, thing: Thing, arg: Arg) -> bool:
    """Whether a thing is meant by a word: its own id, or one of its kind."""
    key = arg.id or arg.word
    if thing.id == key:
        return True
    if key in stage.world.things:
        return False
    entry = stage.words.things.get(key)
    return entry is not None and entry.kind == thing.kind


def find(stage: Stage, a: Actor, act: ScoreAct, line: Line, arg: Arg) -> Thing:
    """The thing that somebody takes: the one that is named, his own, or the one of that kind at the place that is named.

    Two of a kind equally near is an error, as is one out of reach.
    """
    world = stage.world
    key = arg.id or arg.word
    if key in world.things:
        chosen = world.things[key]
    else:
        entry = stage.words.things.get(key)
        pool = [t for t in world.things.values() if entry and t.kind == entry.kind and t.now.visible]
        if entry and entry.own:
            own = [t for t in pool if t.owner == a.id]
            pool = own or pool
        pool = [t for t in pool if t.now.holder not in world.actors]
        place = act.first("place")
        at = stage.where.spot(place.word, world, a) if place else Spot(a.x, a.y, a.z)
        ranked = sorted((math.dist(world.where(t)[:2], (at.x, at.y)), t.id) for t in pool)
        if not ranked:
            raise stage.fail(line, act, f"there is no {arg.word} to take")
        if len(ranked) > 1 and entry and not entry.own and ranked[1][0] - ranked[0][0] < 0.3 and ranked[0][0] < REACH:
            raise stage.fail(line, act, f"two {arg.word} are there ({ranked[0][1]}, {ranked[1][1]}): name the place")
        chosen = world.things[ranked[0][1]]
    far = math.dist(world.where(chosen)[:2], a.here)
    if far > REACH:
        raise stage.fail(line, act, f"{chosen.id} is {far:.0f} 尺 away from {a.id}: the line names no walk to it")
    return chosen


def holding(stage: Stage, a: Actor, act: ScoreAct, line: Line, arg: Arg) -> Thing:
    """The thing in somebody's hands that a word means."""
    for thing in stage.world.held(a):
        if matches(stage, thing, arg):
            return thing
    raise stage.fail(line, act, f"{a.id} does not hold {arg.word}")


def free_slot(stage: Stage, a: Actor, want: str) -> str:
    """The customary slot, or a hand when that is taken."""
    taken = set(a.hands.values())
    if want == "both-hands" and taken & {"left-hand", "right-hand"}:
        want = "right-hand" if "left-hand" in taken else "left-hand"
    if want not in taken or want in ("belt", "string"):
        return want
    for slot in ("right-hand", "left-hand", "belt", "back"):
        if slot not in taken:
            return slot
    return want


@handler("take")
def take(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取 奉 徹: take a thing; it is in his hands from the moment of contact."""
    for arg in act.all("thing"):
        if kind_of(stage, arg) == "none":
            yield stage.gesture(a, entry.gesture)
            continue
        held = [t for t in stage.world.held(a) if matches(stage, t, arg)]
        if held:
            yield 0
            continue
        thing = find(stage, a, act, line, arg)
        yield from take_thing(stage, a, thing, entry.gesture, stage.words.slot(arg.id))


def take_thing(stage: Stage, a: Actor, thing: Thing, gesture: str, slot: str) -> Process:
    """Take one thing."""
    now = stage.world.clock.now
    gesture = "take-banner" if gesture == "take" and thing.kind == "banner" else gesture
    ms = stage.gesture(a, gesture, thing=thing.id, target=stage.world.where(thing), hand=_hand(slot))
    stage.world.give_thing(thing, a.id, free_slot(stage, a, slot), now + stage.contact(gesture))
    yield ms


def _hand(slot: str) -> str | None:
    return {"left-hand": "left", "right-hand": "right", "both-hands": "both"}.get(slot)


@handler("put", "lean")
def put(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """奠 委 設 倚 薦: set a thing down at the place or on the thing that is named, else before one's feet."""
    args = act.all("thing")
    thing = holding(stage, a, act, line, args[0]) if kind_of(stage, args[0]) != "none" else None
    if thing is None:
        yield stage.gesture(a, entry.gesture)
        return
    place = act.first("place")
    if place is not None:
        at = stage.where.spot(place.word, stage.world, a)
        foot = stage.where.plan.footprints.get(at.id)
        height = float(foot.top) if foot is not None and foot.top is not None and foot.kind not in _FLAT else at.z
        at = replace(at, z=height)
        thing_facing = at.facing
    elif len(args) > 1:
        base = stage.where.base(args[1].word, stage.world)
        stand = stage.where.plan.footprints.get(args[1].id)
        height = float(stand.top) if stand is not None and stand.top is not None else base.z + 0.4
        at, thing_facing = replace(base, z=height), base.facing
    else:
        angle = math.radians(a.facing)
        at = Spot(a.x + AHEAD * math.sin(angle), a.y + AHEAD * math.cos(angle), a.z, a.facing)
        thing_facing = a.facing
    if math.dist((at.x, at.y), a.here) > REACH:
        raise stage.fail(
            line,
            act,
            f"{act.words()}: that is {math.dist((at.x, at.y), a.here):.0f} 尺 from {a.id}; the line names no walk to it",
        )
    now = stage.world.clock.now
    gesture = "lean-banner" if entry.kind == "lean" and thing.kind == "banner" else entry.gesture
    ms = stage.gesture(a, gesture, thing=thing.id, target=(at.x, at.y, at.z))
    lie = "leaning" if entry.kind == "lean" else "standing" if thing.kind in _STANDING else "flat"
    pitch = steepness(stage, thing, at) if entry.kind == "lean" else 0.0
    facing = a.facing if thing_facing is None else thing_facing
    stage.world.lay_thing(thing, now + stage.contact(gesture), at.x, at.y, at.z, facing % 360.0, lie, pitch)
    yield ms


LEAN = 75.0
"""How steeply a bow leans on a wall or on the edge of the platform, degrees from level."""


def steepness(stage: Stage, thing: Thing, at: Spot) -> float:
    """How steeply a thing leans, degrees from level: a banner so that it rests on the upper edge of the target (倚于侯中)."""
    target = stage.where.plan.footprints.get("target")
    if thing.kind != "banner" or target is None or target.top is None:
        return LEAN
    return round(math.degrees(math.atan2(float(target.top), abs(at.y - float(target.y)))), 2)


_FLAT = {"mat", "mark", "place", "rect", "banner", "tally", "lane"}
_STANDING = {"cup", "goblet", "arrow-rack", "tally-holder", "cup-stand", "meat", "dishes"}


@handler("hold")
def hold(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """執: have in hand; what he does not hold yet he takes, if it is his own or within reach."""
    arg = act.first("thing")
    assert arg is not None
    side = act.first("side")
    slot = {"左": "left-hand", "右": "right-hand"}.get(side.word, "") if side else ""
    held = [t for t in stage.world.held(a) if matches(stage, t, arg)]
    if held:
        if slot:
            stage.world.give_thing(held[0], a.id, slot, stage.world.clock.now)
        yield 0
        return
    thing = find(stage, a, act, line, arg)
    yield from take_thing(stage, a, thing, "take", slot or stage.words.slot(arg.id))


@handler("give")
def give(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授 X PERSON: hand over; the other receives at the same moment."""
    arg = act.first("thing")
    other = stage.partner(act, line)
    assert arg is not None
    assert other is not None
    thing = holding(stage, a, act, line, arg)
    yield from hand(stage, a, other, thing, line, act, entry.gesture)


@handler("receive")
def receive(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """受 X [PERSON]: receive from the person who is named, or from whoever within reach holds it."""
    arg = act.first("thing")
    giver = stage.partner(act, line)
    held = [t for t in stage.world.held(a) if arg is None or matches(stage, t, arg)]
    if held:
        yield 0
        return
    if giver is None:
        near = [
            o
            for o in stage.world.people_near(a.x - REACH, a.y - REACH, a.x + REACH, a.y + REACH)
            if o.id != a.id and any(arg is None or matches(stage, t, arg) for t in stage.world.held(o))
        ]
        if not near:
            raise stage.fail(line, act, f"nobody within reach of {a.id} holds {arg.word if arg else 'anything'}")
        giver = min(near, key=lambda o: (math.dist(o.here, a.here), o.id))
    things = [t for t in stage.world.held(giver) if arg is None or matches(stage, t, arg)]
    if not things:
        raise stage.fail(line, act, f"{giver.id} does not hold {arg.word if arg else 'anything'}")
    yield from hand(stage, giver, a, things[0], line, act, "hand-over")


def hand(
    stage: Stage, a: Actor, other: Actor, thing: Thing, line: Line, act: ScoreAct, gesture: str, slot: str = ""
) -> Process:
    """One hands, the other receives: both at one moment, within reach of each other."""
    far = math.dist(a.here, other.here)
    if far > REACH:
        raise stage.fail(line, act, f"{a.id} and {other.id} stand {far:.0f} 尺 apart: one must go to the other first")
    names = {x.id for x in (a, other) if x.busy}
    extra = [] if other.id in names and other.id in _line_people(stage, line) else [other]
    mine = [x for x in extra if x.id not in _line_people(stage, line)]
    if mine:
        yield from stage.world.acquire(mine)
    yield from toward(stage, a, line, other)
    now = stage.world.clock.now
    taking = {"hand-bow": "receive-bow", "hand-arrows": "receive-arrows"}.get(gesture, "receive")
    entry_slot = slot or (stage.words.things[thing.kind].slot if thing.kind in stage.words.things else "both-hands")
    middle = ((a.x + other.x) / 2, (a.y + other.y) / 2, a.z + 4.6)
    ms = stage.gesture(a, gesture, partner=other.id, thing=thing.id, target=middle)
    if taking in stage.gestures:
        stage.gesture(other, taking, partner=a.id, thing=thing.id, target=middle)
    stage.world.give_thing(thing, other.id, free_slot(stage, other, entry_slot), now + stage.contact(gesture))
    yield ms
    if mine:
        stage.world.release(mine)


def _line_people(stage: Stage, line: Line) -> set[str]:
    return set(stage.everyone(line.direction.subjects, line.binding))


@handler("fill")
def fill(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """酌 實: ladle wine into the cup that he holds."""
    thing = next((t for t in stage.world.held(a) if t.kind in ("cup", "goblet")), None)
    if thing is None:
        raise stage.fail(line, act, f"{a.id} holds no cup to fill")
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture, thing=thing.id)
    stage.world.thing_key(thing, replace(thing.now, t=now + stage.contact(entry.gesture), state="full"))
    yield ms


@handler("drink")
def drink(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """卒爵 卒觶 飲: empty the cup that he holds."""
    thing = next((t for t in stage.world.held(a) if t.kind in ("cup", "goblet")), None)
    if thing is None:
        raise stage.fail(line, act, f"{a.id} holds no cup to drink from")
    name = "drink-standing" if a.posture == "stand" else "drink-kneeling"
    if any(t.kind == "bow" for t in stage.world.held(a)) and a.posture == "stand":
        name = "drink-penalty"
    now = stage.world.clock.now
    ms = stage.gesture(a, name, thing=thing.id)
    stage.world.thing_key(thing, replace(thing.now, t=now + stage.contact(name), state="empty"))
    yield ms


@handler("bring")
def bring(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """納 X: what is brought in from outside is in his hands now; 納 弓矢 sets all gear of the shooting in its place."""
    arg = act.first("thing")
    assert arg is not None
    now = stage.world.clock.now
    if kind_of(stage, arg) == "bow":
        yield from down(stage, a)
        ms = stage.gesture(a, entry.gesture)
        stage.gear_out(now + ms // 2)
        yield ms
        from rite.acts.body import up

        yield from up(stage, a)
        return
    thing = stage.world.things.get(arg.id)
    if thing is None:
        raise stage.fail(line, act, f"there is no {arg.word} to bring in")
    stage.world.give_thing(thing, a.id, stage.words.slot(arg.id), now)
    yield 0


@handler("store")
def store(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """藏 X: carried off, out of sight."""
    arg = act.first("thing")
    assert arg is not None
    thing = holding(stage, a, act, line, arg)
    stage.world.hide_thing(thing, stage.world.clock.now)
    yield 0


@handler("untie", "tie")
def tie(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """說束 繫: untie or tie the cord of the target."""
    now = stage.world.clock.now
    arg = act.first("thing")
    thing = stage.world.things.get(arg.id) if arg else None
    ms = stage.gesture(a, entry.gesture, thing=thing.id if thing else None)
    if thing is not None:
        state = "tied" if entry.kind == "tie" else "loose"
        stage.world.thing_key(thing, replace(thing.now, t=now + ms, state=state))
    yield ms
