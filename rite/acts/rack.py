"""Arrows on the rack: laid there by the pupils, taken from it by turns, the bundle of a grandee, the four of the showing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from rite.acts.arms import held_arrows
from rite.acts.things import hand
from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler, together
from rite.model import ThingKey
from rite.score import Arg, ScoreAct
from rite.words import ActWord
from rite.world import Actor, Thing


@handler("rack-arrows")
def rack_arrows(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """委矢於楅: lay what one has gathered on the rack, nocks north."""
    arrows = held_arrows(stage, a)
    if not arrows:
        yield stage.gestures["lay-arrows"].duration
        return
    now = stage.world.clock.now
    rack = stage.world.things["arrow-rack"]
    ms = stage.gesture(a, "lay-arrows", thing=arrows[0].id, target=(rack.now.x, rack.now.y, 0.3))
    for t in arrows:
        key = ThingKey(now + stage.contact("lay-arrows"), "arrow-rack", f"rack-{t.id[6:]}", state="nock-north")
        stage.world.thing_key(t, key)
    yield ms


def on_rack(stage: Stage, owner: str) -> list[Thing]:
    """Somebody's arrows on the rack."""
    return [t for t in stage.arrows_of(owner) if t.now.holder == "arrow-rack"]


@handler("take-arrow")
def take_arrow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取一个: one of his own arrows from the rack, along the grip."""
    mine = on_rack(stage, a.id)
    if not mine:
        raise stage.fail(line, act, f"no arrow of {a.id} lies on the rack")
    yield from _take(stage, a, mine[:1], entry.gesture)


@handler("take-four")
def take_four(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """兼取乘矢: his four arrows together."""
    yield from _take(stage, a, on_rack(stage, a.id), entry.gesture)


@handler("take-demo")
def take_demo(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取誘射之矢: the four arrows that the archery-master shot to show how."""
    yield from _take(stage, a, on_rack(stage, "archery-master"), entry.gesture)


def _take(stage: Stage, a: Actor, arrows: list[Thing], gesture: str) -> Process:
    if not arrows:
        yield 0
        return
    rack = stage.world.things["arrow-rack"]
    if math.dist(a.here, (rack.now.x, rack.now.y)) > 6.0:
        raise_far(stage, a)
    now = stage.world.clock.now
    ms = stage.gesture(a, gesture, thing=arrows[0].id, target=(rack.now.x, rack.now.y, 0.3))
    for t in arrows:
        stage.world.give_thing(t, a.id, "right-hand", now + stage.contact(gesture))
    yield ms


def raise_far(stage: Stage, a: Actor) -> None:
    """Error: too far from the rack."""
    from layout.errors import InputError

    raise InputError(f"{a.id} is too far from the rack to take arrows")


@handler("give-demo")
def give_demo(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """授誘射之矢: hand the archery-master's arrows to whoever is named."""
    other = stage.partner(act, line)
    arrows = [t for t in stage.world.held(a) if t.owner == "archery-master"]
    if other is None or not arrows:
        yield 0
        return
    yield from hand(stage, a, other, arrows[0], line, act, "hand-arrows", "right-hand")
    now = stage.world.clock.now
    for t in arrows[1:]:
        stage.world.give_thing(t, other.id, "right-hand", now)


@handler("bundle")
def bundle(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """束矢: bind the grandee's arrows on the rack with reeds."""
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture)
    for other in stage.partners(act, line):
        for t in on_rack(stage, other.id):
            stage.world.thing_key(t, replace(t.now, t=now + ms // 2, state="bound"))
    yield ms


@handler("unbundle")
def unbundle(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """說矢束: untie one's own bundle."""
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture)
    for t in on_rack(stage, a.id):
        stage.world.thing_key(t, replace(t.now, t=now + ms // 2, state="nock-north"))
    yield ms


@together("take-by-turns")
def take_by_turns(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """更取: three more arrows each, by turns, as the first was taken (拾取矢)."""
    pair = stage.pair_named([a.id for a in actors])
    if pair is None:
        raise stage.fail(line, act, "更取 is for a pair")
    by_name = {a.id: a for a in actors}
    back_again: dict[str, Signal] = {}
    for _ in range(3):
        for name, side, back, how in (
            (pair.upper, "楅西", "西面", "卻手取矢"),
            (pair.lower, "楅東", "東面", "覆手取矢"),
        ):
            facing = "東面" if name == pair.upper else "西面"
            acts = (
                ("揖",),
                ("適", Arg("place", f"{side}前")),
                ("坐",),
                (how,),
                ("興",),
                ("左還", Arg("facing", back)),
                ("適", Arg("place", side)),
                ("面", Arg("facing", facing)),
                ("揖",),
            )
            steps = [
                ScoreAct(str(verb), tuple(a for a in args if isinstance(a, Arg)), act.line) for verb, *args in acts
            ]
            if name in back_again:
                yield back_again[name]
            for n, step in enumerate(steps[:-2]):
                line.rest = tuple(steps[n + 1 :])
                yield from stage.perform([by_name[name]], step, line)
            # Back in his place he turns and salutes; the salute of the other, who comes forward, answers it.
            end = _one_after_another(stage, by_name[name], steps[-2:], line)
            back_again[name] = stage.world.clock.start(end, f"{name} salutes")
    yield list(back_again.values())


def _one_after_another(stage: Stage, a: Actor, steps: Sequence[ScoreAct], line: Line) -> Process:
    for step in steps:
        yield from stage.perform([a], step, line)


@handler("lay-demo")
def lay_demo(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """委誘射之矢: lay the archery-master's arrows down before him."""
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture)
    angle = math.radians(a.facing)
    for n, t in enumerate(t for t in stage.world.held(a) if t.owner == "archery-master"):
        at = (a.x + (1.5 + 0.12 * n) * math.sin(angle), a.y + (1.5 + 0.12 * n) * math.cos(angle))
        stage.world.lay_thing(t, now + stage.contact(entry.gesture), *at, a.z + 0.05, 180.0)
    yield ms
