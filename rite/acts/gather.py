"""Arrows after the shooting: gathered at the target (assets/gathering.toml has the distances and times)."""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rite.acts.body import down, up
from rite.acts.moves import go, way
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.figures import Figures
from rite.flight import GRAVITY
from rite.gathering import load_gathering
from rite.model import ThingKey
from rite.score import ScoreAct
from rite.walk import heading
from rite.words import ActWord
from rite.world import Actor, Spot, Thing

WAIT, WAITS = 500, 600
"""One who finds no spot free tries again after so many ms, so often."""


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
    table = load_gathering()
    chi = table.chi
    groups = [
        *_clusters([t for t in share if t.now.z > chi["lying"]], chi["together"]),
        *_clusters([t for t in share if t.now.z <= chi["lying"]], chi["together"]),
    ]
    target_y = float(stage.where.plan.ground.chi("target.y"))
    yield 0
    for group in groups:
        x = sum(t.now.x for t in group) / len(group)
        y = sum(t.now.y for t in group) / len(group)
        hangs = group[0].now.z > chi["lying"]
        if hangs:
            # Beside the caller, who stands before the middle of the target; of three, two on his west.
            near, far = chi["caller"], chi["caller"] + chi["room"]
            if len(crew) == 3 and x < far:
                x = (min(x, -far), -near, max(x, near))[mine]
            elif abs(x) < near:
                x = near
            spots = [Spot(x, target_y + chi["cloth"], 0.0, 180.0)]
        else:
            spots = list(_around(stage, x, y, target_y))
        spot = yield from _claim(stage, a, spots)
        yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], spot.facing)
        if hangs:
            group = yield from _off_the_cloth(stage, a, group, spot, target_y, table)
        if group:
            yield from down(stage, a)
            yield from _pull(stage, a, group, table.ms["take"] + table.ms["next"] * (len(group) - 1), table)
            yield from up(stage, a)
    if len(crew) == 3:
        aside = (-chi["waiting-1"], -chi["waiting-2"], chi["waiting-3"])[mine]
        # He who has his share makes room for the others and waits for them.
        spot = yield from _claim(stage, a, list(_out_of_the_way(stage, aside, target_y)))
        yield from go(stage, a, way(stage, a, spot, act, line), stage.words.acts["適"], 0.0)
    stage.meant.pop(a.id, None)


def _claim(stage: Stage, a: Actor, spots: Sequence[Spot]) -> Generator[Any, Any, Spot]:
    """The first of some spots at which nobody stands or is about to stand; while there is none he waits, five minutes at most."""
    apart = load_gathering().chi["apart"]
    stage.meant.pop(a.id, None)
    found: Spot | None = None
    for _ in range(WAITS):
        for spot in spots:
            taken = [at for name, at in stage.meant.items() if math.dist(at, (spot.x, spot.y)) < apart]
            near = stage.world.people_near(spot.x - apart, spot.y - apart, spot.x + apart, spot.y + apart)
            if not taken and all(o.id == a.id or o.z > stage.where.height / 2 for o in near):
                found = spot
                break
        if found is not None:
            break
        yield WAIT
    found = found or spots[0]
    stage.meant[a.id] = (found.x, found.y)
    return found


def _out_of_the_way(stage: Stage, x: float, target_y: float) -> Iterator[Spot]:
    """Where one waits who has his share: before the target, as near `x` as may be, away from every arrow that still lies there."""
    chi = load_gathering().chi
    left = [(t.now.x, t.now.y) for t in lying(stage)]
    y = target_y + chi["waiting"]
    side = -1.0 if x < 0 else 1.0
    tried = [(x + side * out * chi["room"], y + on * chi["room"]) for out in range(8) for on in (0, 1, -1, 2)]
    clear = [p for p in tried if all(math.dist(p, at) >= chi["clear"] for at in left)]
    for px, py in clear or tried:
        yield Spot(px, py, 0.0, 0.0)


def _pull(stage: Stage, a: Actor, arrows: list[Thing], ms: int, table: Figures) -> Process:
    """Take arrows that lie or stick side by side, one after the other: the right hand pulls, the left keeps them."""
    now = stage.world.clock.now
    x, y, z = (sum(v) / len(arrows) for v in zip(*(stage.world.where(t) for t in arrows), strict=True))
    stage.gesture(a, "pull-arrow", thing=arrows[0].id, target=(x, y, z), ms=ms)
    # The hand stays at the place for a sixth of the gesture: meanwhile all are taken.
    slower = ms / stage.gestures["pull-arrow"].duration
    contact, each = stage.contact("pull-arrow") * slower, min(float(table.ms["next"]), 100.0 * slower / len(arrows))
    for n, t in enumerate(arrows):
        stage.world.give_thing(t, a.id, "left-hand", now + round(contact + each * n))
    yield ms


def _off_the_cloth(
    stage: Stage, a: Actor, arrows: list[Thing], spot: Spot, target_y: float, table: Figures
) -> Generator[Any, Any, list[Thing]]:
    """Pull out one by one the arrows that a hand reaches, and shake the cloth so that those above fall to its foot; these are
    returned."""
    overhead, aside, shake = table.chi["overhead"], table.chi["aside"], table.ms["shake"]
    high = [t for t in arrows if t.now.z > overhead]
    within = [t for t in arrows if t not in high]
    if high:
        now = stage.world.clock.now
        at = (min(max(high[0].now.x, spot.x - aside), spot.x + aside), target_y, overhead)
        yield stage.gesture(a, "pull-arrow", thing=None, target=at, hand="right", ms=shake)
        metre = float(stage.where.plan.ground.metres_per_chi)
        shaken = round(stage.contact("pull-arrow") * shake / stage.gestures["pull-arrow"].duration)
        for n, t in enumerate(high):
            start = now + shaken + 40 * n
            ms = round(1000 * math.sqrt(2 * t.now.z * metre / GRAVITY))
            x = min(max(t.now.x, spot.x - aside), spot.x + aside)
            stage.world.thing_key(t, replace(t.now, t=start, state="falling"))
            fallen = ThingKey(start + ms, None, "", round(x, 4), round(target_y + 0.6, 4), 0.05, t.now.facing)
            stage.world.thing_key(t, fallen)
        yield 500
    for t in within:
        yield from _pull(stage, a, [t], table.ms["pull"], table)
    return high


def _around(stage: Stage, x: float, y: float, target_y: float) -> Iterator[Spot]:
    """Where to stand for an arrow that lies at (x, y): on its north, or else on another side of it; not in the plane of the target,
    not inside anything, not where the caller stands, who does not move."""
    chi = load_gathering().chi
    caller = stage.world.actors.get("caller")
    for angle in (0, 45, -45, 90, -90, 135, -135, 180):
        turned = math.radians(angle)
        at = (x + chi["ground"] * math.sin(turned), y + chi["ground"] * math.cos(turned))
        if abs(at[1] - target_y) < chi["cloth"]:
            at = (at[0], target_y + (-chi["plane"] if y <= target_y else chi["plane"]))
        for block in stage.world.blocks["court"]:
            wide = block.grown(1.3)
            if wide.holds(at):
                sides = ((wide.x0, at[1]), (wide.x1, at[1]), (at[0], wide.y0), (at[0], wide.y1))
                at = min(sides, key=lambda p: math.dist(p, at))
        if caller is not None and caller.z <= 1 and math.dist(caller.here, at) <= chi["room"]:
            at = (caller.x + (chi["caller"] if at[0] >= caller.x else -chi["caller"]), at[1])
        if angle == 0 or math.dist(at, (x, y)) <= chi["reach"]:
            yield Spot(at[0], at[1], 0.0, heading(at, (x, y)))


def _clusters(arrows: list[Thing], together: float) -> list[list[Thing]]:
    """Fallen arrows in groups that can be taken up from one spot; a way that goes on to the nearest."""
    left = sorted(arrows, key=lambda t: (-t.now.y, t.id))
    groups: list[list[Thing]] = []
    while left:
        if groups:
            last = groups[-1][0].now
            left.sort(key=lambda t: (math.hypot(t.now.x - last.x, t.now.y - last.y), t.id))
        first = left.pop(0)
        near = [t for t in left if math.hypot(t.now.x - first.now.x, t.now.y - first.now.y) < together]
        groups.append([first, *near])
        left = [t for t in left if t not in near]
    return groups


def overlook(arrows: list[Thing], seed: int, round_number: int) -> Thing | None:
    """The arrow that is overlooked at first, in some shootings."""
    rng = random.Random(f"overlooked {seed} {round_number}")
    table = load_gathering()
    fallen = [t for t in arrows if t.now.z <= table.chi["lying"]]
    if not fallen or rng.random() > table.chance["overlooked"]:
        return None
    return fallen[rng.randrange(len(fallen))]


@handler("search")
def search(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """求矢: look for what was overlooked; the next gathering finds it."""
    stage.searched = True
    yield stage.gesture(a, entry.gesture)
