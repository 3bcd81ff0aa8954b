"""Kneeling, rising, standing, saluting, bowing, dress: acts of the body on the spot."""

from __future__ import annotations

from collections.abc import Sequence

from rite.clock import Process, Signal
from rite.engine import Line, Stage, handler, together
from rite.score import Begin, ScoreAct
from rite.walk import heading, turn_to
from rite.words import ActWord
from rite.world import Actor, Spot


def toward(stage: Stage, a: Actor, line: Line, other: Actor | None) -> Process:
    """Turn to one's partner unless the line has said which way to face."""
    from rite.acts.moves import face

    if other is None or other.id == a.id or line.faced.get(a.id):
        return
    want = heading(a.here, other.here)
    if abs(turn_to(a.facing, want) - a.facing) > 20 and a.posture == "stand":
        yield from face(stage, a, want)


@handler("kneel", "sit")
def kneel(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """坐: kneel; one who kneels already stays so."""
    posture = "sit" if entry.kind == "sit" else "kneel"
    if a.posture == "stand":
        arg = act.first("place")
        if arg is not None:
            from rite.acts.moves import walk

            yield from walk(stage, a, act, entry, line)
        ms = stage.gesture(a, "kneel")
        yield ms
    stage.world.posture(a, posture)  # type: ignore[arg-type]


@handler("rise")
def rise(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """興: rise; one who stands already stays so."""
    yield from up(stage, a)


def up(stage: Stage, a: Actor) -> Process:
    """Rise if kneeling."""
    if a.posture in ("kneel", "sit"):
        ms = stage.gesture(a, "rise")
        yield ms
        stage.world.posture(a, "stand")


def down(stage: Stage, a: Actor) -> Process:
    """Kneel if standing."""
    if a.posture == "stand":
        ms = stage.gesture(a, "kneel")
        yield ms
        stage.world.posture(a, "kneel")


@handler("stand")
def stand(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """立 負侯 疑立: stand; where one stands is one's place from now on. 立 X walks there first."""
    if act.first("place") or act.first("person"):
        from rite.acts.moves import walk

        yield from walk(stage, a, act, entry, line)
    settle(a, line)
    if entry.gesture:
        yield stage.gesture(a, entry.gesture)
    else:
        yield 0


@handler("wait")
def wait(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """俟: wait. Alone it makes the spot one's place; 俟 X waits until X is free, 俟 X ACT until X has done the act."""
    people = tuple(x.word for x in act.all("person"))
    verb = act.first("act")
    if verb is not None:
        rest = tuple(x for x in act.args if x.kind not in ("person", "act"))
        begin = Begin("after", people, ScoreAct(verb.word, rest, act.line))
        a.idle = True
        yield stage.on_act(begin, line.binding)
        a.idle = False
    elif people:
        others = [stage.world.actors[n] for n in stage.everyone(people, line.binding) if n != a.id]
        while any(o.busy for o in others):
            signal = Signal(f"{a.id} waits for {others[0].id}")
            next(o for o in others if o.busy).queue.append(signal)
            yield signal
    else:
        settle(a, line)
        yield 0


def settle(a: Actor, line: Line) -> None:
    """Where one stands becomes one's place when the same line has led there."""
    walks = {"適", "進", "退", "趨", "就", "入", "出", "並行", "從", "移"}
    if any(act.verb in walks for act in line.direction.acts) or any(
        act.verb in ("立", "俟") and act.first("place") for act in line.direction.acts
    ):
        a.station = Spot(a.x, a.y, a.z, a.facing % 360.0)


@handler("gesture", "look")
def gesture(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """A gesture of the table, toward a partner if one is named."""
    partner = stage.partner(act, line)
    if entry.kind == "gesture":
        yield from toward(stage, a, line, partner)
    thing = act.first("thing")
    name = entry.gesture
    number = act.first("number")
    count = entry.count if number is None else stage.words.sides.number[number.word]
    length = stage.gestures[name].duration
    held = stage.world.things.get(_held(stage, a, thing.id)) if thing else None
    if partner is None and name == "salute" and len(line.index) == 2:
        # Two who salute in step salute each other.
        pair = stage.pair_named(list(line.index))
        if pair is not None:
            partner = stage.world.actors[pair.upper if a.id == pair.lower else pair.lower]
    stage.gesture(
        a,
        name,
        partner=partner.id if partner else None,
        thing=held.id if held else None,
        count=count,
        ms=length * count,
        options=to_all(stage, act, line),
    )
    yield length * count


def _held(stage: Stage, a: Actor, key: str) -> str:
    kind = stage.words.things[key].kind if key in stage.words.things else key
    for thing in stage.world.held(a):
        if thing.id == key or thing.kind == kind:
            return thing.id
    return key if key in stage.world.things else ""


@together("mutual")
def mutual(stage: Stage, actors: Sequence[Actor], act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """相揖: both sides salute at the same time, as they stand."""
    others = [o for o in stage.partners(act, line) if o not in actors]
    if not others:
        # 相揖 within the line: each to the others of it.
        ms = 0
        for n, a in enumerate(actors):
            other = actors[n - 1] if len(actors) > 1 else None
            ms = stage.gesture(a, entry.gesture, partner=other.id if other else None)
        yield ms
        return
    yield from stage.world.acquire(others)
    ms = 0
    for side, facing in ((actors, others), (others, actors)):
        for n, a in enumerate(side):
            ms = stage.gesture(a, entry.gesture, partner=facing[min(n, len(facing) - 1)].id)
    yield ms
    stage.world.release(others)


def to_all(stage: Stage, act: ScoreAct, line: Line) -> dict[str, str]:
    """The option that names everybody to whom an act is done, when they are several (三拜眾賓)."""
    names = [o.id for o in stage.partners(act, line)]
    return {"to": " ".join(names)} if len(names) > 1 else {}


@handler("bow")
def bow(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """拜: bow, kneeling; one who stands kneels for it and rises again."""
    partner = stage.partner(act, line)
    yield from toward(stage, a, line, partner)
    stood = a.posture == "stand"
    if stood:
        yield from down(stage, a)
    name = {1: "bow", 2: "bow-twice", 3: "bow-thrice"}.get(entry.count, "bow")
    if any(t.kind in ("cup", "goblet") for t in stage.world.held(a)):
        raise stage.fail(line, act, f"{a.id} bows with a cup in his hands: 奠 comes first")
    ms = stage.gesture(
        a, name, partner=partner.id if partner else None, count=entry.count, options=to_all(stage, act, line)
    )
    yield ms
    if stood:
        yield from up(stage, a)


@handler("dress")
def dress(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """袒 襲 決遂 說決拾 說屨: change what one wears; what is so already is passed over."""
    add = [s[1:] for s in entry.states if s.startswith("+")]
    drop = [s[1:] for s in entry.states if s.startswith("-")]
    if set(add) <= a.states and not set(drop) & a.states:
        yield 0
        return
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture)
    stage.world.wear(a, now + stage.contact(entry.gesture), add, drop)
    yield ms


@handler("nothing")
def nothing(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """無: nothing moves here."""
    yield 0
