"""Shooting: by turns, to the beat of the music, and the showing; what every shot brings about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from layout.plan.model import Plan
from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler, together
from rite.flight import Butt, shoot, skill_of
from rite.model import Flight
from rite.score import ScoreAct
from rite.words import ActWord
from rite.world import Actor

BOW_HEIGHT = 1.42
"""From the floor to the arrow at full draw, metres."""
VERSE = 28_000
"""One verse of the 騶虞, ms (26 syllables)."""


def butt_of(stage: Stage) -> Butt:
    """The target of the ground at hand."""
    if stage.butt is None:
        stage.butt = butt_on(stage.where.plan)
    return stage.butt


def butt_on(plan: Plan) -> Butt:
    """The target of a plan, and the lodges behind it."""
    chi = plan.ground.chi
    lodges = [f for f in plan.footprints.values() if f.kind in ("lodge", "gate") and f.venue == "school"]
    wall = None
    if lodges:
        ys = [float(y) for f in lodges for _, y in f.ring]
        xs = [abs(float(x)) for f in lodges for x, _ in f.ring]
        wall = (max(ys), max(xs), max(float(f.top or 0) for f in lodges))
    return Butt(
        y=float(chi("target.y")),
        bottom=float(chi("target.bottom")),
        center=float(chi("target.center")),
        strip=float(chi("target.strip")),
        half_body=float(chi("target.body")) / 2,
        half_upper=float(chi("target.tongue-upper")) / 2,
        half_lower=float(chi("target.tongue-lower")) / 2,
        post_bottom=float(chi("target.post-bottom-x")),
        post_top=float(chi("target.post-top-x")),
        middle_height=float(chi("target.height") - 4 * chi("target.strip")),
        wall=wall,
    )


def loose(stage: Stage, a: Actor, number: int, on_beat: bool = True) -> Process:
    """Draw and loose the arrow on the string; fly it; tell the events. Takes as long as the gesture."""
    world = stage.world
    held = sorted((t for t in world.held(a) if t.kind == "arrow"), key=lambda t: t.id)
    arrow = next((t for t in held if t.now.slot == "string"), None) or (held[0] if held else None)
    if arrow is None:
        return
    now = world.clock.now
    ms = stage.gesture(a, "draw-shoot", thing=arrow.id, shot=str(number))
    at = now + stage.contact("draw-shoot")
    metre = float(stage.where.plan.ground.metres_per_chi)
    rng = random.Random(f"shot {stage.seed} {stage.outcome.round} {a.id} {number}")
    start = (a.x, a.y, a.z + BOW_HEIGHT / metre)
    shot = shoot(start, butt_of(stage), skill_of(a.id, stage.seed), rng, metre)
    counts = shot.landed == "target-center" and stage.outcome.round >= 2 and on_beat
    points = tuple((at + t, x, y, z, p) for t, x, y, z, p in shot.points)
    world.flights.append(Flight(arrow.id, a.id, number, points, shot.facing, shot.landed, counts))
    key = replace(
        arrow.now,
        t=at,
        holder=None,
        slot="",
        x=start[0],
        y=start[1],
        z=start[2],
        facing=shot.facing,
        lie="flying",
        pitch=points[0][4],
        state="flying",
        visible=True,
    )
    world.thing_key(arrow, key)
    last = points[-1]
    world.clock.start(_land(stage, a, arrow.id, last, shot.facing, shot.landed, counts, on_beat), f"{arrow.id} lands")
    yield ms


def _land(
    stage: Stage,
    a: Actor,
    arrow: str,
    last: tuple[int, float, float, float, float],
    facing: float,
    landed: str,
    counts: bool,
    on_beat: bool,
) -> Process:
    world = stage.world
    yield last[0] - world.clock.now
    thing = world.things[arrow]
    world.thing_key(
        thing,
        replace(
            thing.now,
            t=last[0],
            x=last[1],
            y=last[2],
            z=last[3],
            facing=facing,
            lie="stuck",
            pitch=last[4],
            state=landed,
        ),
    )
    pair = stage.cast.pair_of(a.id)
    names = ["每發"]
    hit = landed == "target-center"
    if landed.startswith("target"):
        names.append("每發 中")
    names.append("每發 中侯中" if hit else "每發 不中")
    if hit and on_beat:
        names.append("每發 應節中")
    stage.last_shooter = a.id
    if counts and pair is not None:
        side = "upper" if a.id == pair.upper else "lower"
        if side == "upper":
            stage.outcome.upper += 1
        else:
            stage.outcome.lower += 1
        stage.outcome.hits[a.id] = stage.outcome.hits.get(a.id, 0) + 1
    ends = stage.fire_event(names, pair)
    yield ends


def next_arrow(stage: Stage, a: Actor) -> Process:
    """挾弓矢: the next arrow from the belt to the string."""
    belt = sorted((t for t in stage.world.held(a) if t.kind == "arrow" and t.now.slot != "string"), key=lambda t: t.id)
    if not belt:
        return
    now = stage.world.clock.now
    ms = stage.gesture(a, "set-arrow", thing=belt[0].id)
    stage.world.give_thing(belt[0], a.id, "string", now + stage.contact("set-arrow"))
    yield ms


def order(stage: Stage, actors: Sequence[Actor], line: Line, act: ScoreAct) -> tuple[Actor, Actor]:
    """Upper and lower of the two who shoot."""
    pair = stage.pair_named([a.id for a in actors])
    if pair is None:
        raise stage.fail(line, act, f"{act.verb}: {', '.join(a.id for a in actors)} are no pair")
    by_name = {a.id: a for a in actors}
    return by_name[pair.upper], by_name[pair.lower]


@together("shoot-turns")
def shoot_turns(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """拾發: the upper looses and sets his next arrow; only then does the lower shoot; until four each are gone."""
    upper, lower = order(stage, actors, line, act)
    setting: list[Signal] = []
    for n in (1, 2, 3, 4):
        yield from loose(stage, upper, n)
        yield from next_arrow(stage, upper)
        yield setting
        yield from loose(stage, lower, n)
        # While the lower sets his next arrow the upper raises his bow: only the lower must wait for the other's arrow.
        setting = [stage.world.clock.start(next_arrow(stage, lower), f"{lower.id} sets an arrow")]
    yield setting


@together("shoot-music")
def shoot_music(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """樂射: five verses of the song; the first is only heard, in each of the others both loose once, on the beat.

    An arrow loosed off the beat does not count, though it hit (不鼓不釋). The upper looses at the half of the verse, the lower
    at its end; how well somebody keeps the beat comes from the seed.
    """
    upper, lower = order(stage, actors, line, act)
    begin = stage.world.clock.now
    for n in range(5):
        stage.world.utterances.append(stage.verse(begin + n * VERSE, begin + (n + 1) * VERSE, n + 1))
    for name, part in (
        ("zither-1", "play-zither"),
        ("zither-2", "play-zither"),
        ("singer-1", "sing"),
        ("singer-2", "sing"),
    ):
        musician = stage.world.actors.get(name)
        if musician is not None and musician.posture in ("kneel", "sit") and not musician.busy:
            stage.gesture(musician, part, ms=5 * VERSE)
    yield [
        stage.world.clock.start(_to_the_beat(stage, a, begin, part), f"{a.id} shoots to the song")
        for a, part in ((upper, VERSE // 2), (lower, VERSE))
    ]
    late = begin + 5 * VERSE - stage.world.clock.now
    if late > 0:
        yield late


def _to_the_beat(stage: Stage, a: Actor, begin: int, part: int) -> Process:
    contact = stage.contact("draw-shoot")
    for n in (1, 2, 3, 4):
        rng = random.Random(f"beat {stage.seed} {a.id} {n}")
        kept = rng.random() < 0.9
        at = begin + n * VERSE + part - contact + (0 if kept else rng.choice((-900, 900)))
        if at > stage.world.clock.now:
            yield at - stage.world.clock.now
        yield from loose(stage, a, n, kept)
        yield from next_arrow(stage, a)


@handler("shoot-demo")
def shoot_demo(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """誘射: four arrows, one after the other; the banner is not taken away, and nobody calls."""
    for n in (1, 2, 3, 4):
        yield from _quiet(stage, a, n)
        yield from next_arrow(stage, a)


def _quiet(stage: Stage, a: Actor, number: int) -> Process:
    events, stage.events = stage.events, []
    yield from loose(stage, a, number)
    stage.events = events
