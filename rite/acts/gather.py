"""Arrows after the shooting: gathered at the target, laid on the rack, taken from it by turns."""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from rite.acts.arms import held_arrows
from rite.acts.body import down, up
from rite.acts.moves import clear_spot, go, way
from rite.acts.things import hand
from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler, together
from rite.flight import GRAVITY
from rite.model import ThingKey
from rite.score import Arg, ScoreAct
from rite.walk import heading
from rite.words import ActWord
from rite.world import Actor, BowHome, Spot, Thing

TOGETHER = 3.0
"""Arrows that lie so near each other, 尺, are taken up from one spot."""
CALLER, ROOM = 2.4, 2.2
"""So far from the middle of the target, in 尺, is the nearest place beside the caller who stands there, and so far apart two stand
who work side by side."""
OVERHEAD, ASIDE = 7.4, 1.0
"""How high a hand reaches, and how far aside, in 尺. The middle of the target is 10 尺 high: most arrows stick above that. No text says
how they were got down; here the cloth is shaken."""
SHAKE = 2600
"""ms for which the cloth is shaken."""
PULL, TAKE, NEXT = 1500, 1800, 300
"""ms in which an arrow is pulled out of the cloth, one is taken up from the ground, and each that lies beside it."""
LYING = 0.3
"""Up to this height, 尺, an arrow sticks in the ground and not in the cloth."""


def lying(stage: Stage) -> list[Thing]:
    """Arrows that stick or lie at the target, in the order of their ids."""
    return [
        t
        for t in stage.world.things.values()
        if t.kind == "arrow" and t.now.visible and t.now.holder is None and t.now.lie == "stuck"
    ]


@handler("gather-arrows")
def gather_arrows(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取矢於侯: each who gathers takes his share of the arrows at the target; one may be overlooked (矢不備)."""
    crew = list(line.index)
    mine = line.index.get(a.id, 0)
    arrows = lying(stage)
    overlooked = stage.overlooked(arrows)
    arrows = [t for t in arrows if t is not overlooked]
    arrows.sort(key=lambda t: (round(t.now.x, 2), t.id))
    share = arrows[mine * len(arrows) // len(crew) : (mine + 1) * len(arrows) // len(crew)]
    stuck = [t for t in share if t.now.z > LYING]
    fallen = [t for t in share if t.now.z <= LYING]
    groups = [*_clusters(stuck), *_clusters(fallen)]
    target_y = float(stage.where.plan.ground.chi("target.y"))
    yield 0
    for group in groups:
        x = sum(t.now.x for t in group) / len(group)
        y = sum(t.now.y for t in group) / len(group)
        if group[0].now.z > LYING:
            # Beside the caller, who stands before the middle of the target; of three, two on his west.
            if len(crew) == 3 and x < CALLER + ROOM:
                x = (min(x, -CALLER - ROOM), -CALLER, max(x, CALLER))[mine]
            elif abs(x) < CALLER:
                x = CALLER
            spot = Spot(x, target_y + 2.4, 0.0, 180.0)
        else:
            spot = _clear_of_caller(stage, _beside(stage, x, y, target_y))
            spot = replace(spot, facing=heading((spot.x, spot.y), (x, y)))
        yield from clear_spot(stage, a, spot, False)
        yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], spot.facing)
        if group[0].now.z > LYING:
            group = yield from _off_the_cloth(stage, a, group, spot, target_y)
        if group:
            yield from down(stage, a)
            yield from _pull(stage, a, group, TAKE + NEXT * (len(group) - 1))
            yield from up(stage, a)
    if len(crew) == 3:
        # He who has his share makes room for the others and waits for them.
        aside = Spot((-9.0, -5.5, 5.5)[mine], target_y + 9.0, 0.0, 0.0)
        yield from go(stage, a, way(stage, a, aside, act, line), stage.words.acts["適"], 0.0)


def _pull(stage: Stage, a: Actor, arrows: list[Thing], ms: int) -> Process:
    """Take arrows that lie or stick side by side, one after the other: the right hand pulls, the left keeps them."""
    now = stage.world.clock.now
    x, y, z = (sum(v) / len(arrows) for v in zip(*(stage.world.where(t) for t in arrows), strict=True))
    stage.gesture(a, "pull-arrow", thing=arrows[0].id, target=(x, y, z), ms=ms)
    # The hand stays at the place for a sixth of the gesture: meanwhile all are taken.
    slower = ms / stage.gestures["pull-arrow"].duration
    contact, each = stage.contact("pull-arrow") * slower, min(float(NEXT), 100.0 * slower / len(arrows))
    for n, t in enumerate(arrows):
        stage.world.give_thing(t, a.id, "left-hand", now + round(contact + each * n))
    yield ms


def _off_the_cloth(
    stage: Stage, a: Actor, arrows: list[Thing], spot: Spot, target_y: float
) -> Generator[Any, Any, list[Thing]]:
    """Pull out one by one the arrows that a hand reaches, and shake the cloth so that those above fall to its foot; these are
    returned."""
    high = [t for t in arrows if t.now.z > OVERHEAD]
    within = [t for t in arrows if t not in high]
    if high:
        now = stage.world.clock.now
        at = (min(max(high[0].now.x, spot.x - ASIDE), spot.x + ASIDE), target_y, OVERHEAD)
        yield stage.gesture(a, "pull-arrow", thing=None, target=at, hand="right", ms=SHAKE)
        metre = float(stage.where.plan.ground.metres_per_chi)
        shaken = round(stage.contact("pull-arrow") * SHAKE / stage.gestures["pull-arrow"].duration)
        for n, t in enumerate(high):
            start = now + shaken + 40 * n
            ms = round(1000 * math.sqrt(2 * t.now.z * metre / GRAVITY))
            x = min(max(t.now.x, spot.x - ASIDE), spot.x + ASIDE)
            stage.world.thing_key(t, replace(t.now, t=start, state="falling"))
            fallen = ThingKey(start + ms, None, "", round(x, 4), round(target_y + 0.6, 4), 0.05, t.now.facing)
            stage.world.thing_key(t, fallen)
        yield 500
    for t in within:
        yield from _pull(stage, a, [t], PULL)
    return high


def _beside(stage: Stage, x: float, y: float, target_y: float) -> Spot:
    """Where to stand for an arrow that lies at (x, y): on its north, not in the plane of the target, not inside anything."""
    at = (x, y + 1.9)
    if abs(at[1] - target_y) < 2.4:
        at = (x, target_y - 2.6 if y <= target_y else target_y + 2.6)
    for block in stage.world.blocks["court"]:
        wide = block.grown(1.3)
        if wide.holds(at):
            sides = ((wide.x0, at[1]), (wide.x1, at[1]), (at[0], wide.y0), (at[0], wide.y1))
            at = min(sides, key=lambda p: math.dist(p, at))
    return Spot(at[0], at[1], 0.0, 180.0)


def _clear_of_caller(stage: Stage, spot: Spot) -> Spot:
    """The same spot, or one beside the caller who stands there and does not move."""
    caller = stage.world.actors.get("caller")
    if caller is None or caller.z > 1 or math.dist(caller.here, (spot.x, spot.y)) > 2.2:
        return spot
    side = 2.4 if spot.x >= caller.x else -2.4
    return replace(spot, x=caller.x + side)


def _clusters(arrows: list[Thing]) -> list[list[Thing]]:
    """Fallen arrows in groups that can be taken up from one spot; a way that goes on to the nearest."""
    left = sorted(arrows, key=lambda t: (-t.now.y, t.id))
    groups: list[list[Thing]] = []
    while left:
        if groups:
            last = groups[-1][0].now
            left.sort(key=lambda t: (math.hypot(t.now.x - last.x, t.now.y - last.y), t.id))
        first = left.pop(0)
        near = [t for t in left if math.hypot(t.now.x - first.now.x, t.now.y - first.now.y) < TOGETHER]
        groups.append([first, *near])
        left = [t for t in left if t not in near]
    return groups


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


def overlook(arrows: list[Thing], seed: int, round_number: int) -> Thing | None:
    """The arrow that is overlooked at first, in one shooting out of four."""
    rng = random.Random(f"overlooked {seed} {round_number}")
    fallen = [t for t in arrows if t.now.z <= LYING]
    if not fallen or rng.random() > 0.25:
        return None
    return fallen[rng.randrange(len(fallen))]


@handler("search")
def search(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """求矢: look for what was overlooked; the next gathering finds it."""
    stage.searched = True
    yield stage.gesture(a, entry.gesture)


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
