"""Ladles: one stands in each jar (皆加勺); who pours takes it out, dips, pours and puts it back."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from geometry.sizes import Sizes
from layout.plan.model import Plan
from rite.model import GestureAct, PersonActs, StagedSection, ThingActs, ThingKey

LADLES: Mapping[str, str] = {"wine-jar": "wine-ladle", "dark-wine-jar": "dark-wine-ladle", "water-jar": "water-ladle"}
"""Jar → the ladle in it."""
WORK: Mapping[str, tuple[str, float, float]] = {
    "pour": ("wine-ladle", 0.25, 0.825),
    "pour-water": ("water-ladle", 0.175, 0.85),
}
"""Gesture → the ladle with which it is made, and when in it (as shares of its time) the hand takes it and puts it back."""
TILT = -46.0
"""How a ladle leans in its jar, in degrees."""
NEAR = 7.0
"""How far from the jar one may stand who takes its ladle, in 尺."""


@dataclass(frozen=True)
class Ladle:
    """A ladle at rest: its id, and where its middle is (尺)."""

    id: str
    x: float
    y: float
    z: float
    facing: float

    def key(self, t: int) -> ThingKey:
        """It stands in its jar from `t` on."""
        return ThingKey(t, None, "", self.x, self.y, self.z, self.facing, "standing", TILT)


def ladles_of(plan: Plan) -> tuple[Ladle, ...]:
    """The ladles of the jars of a plan, each half in its jar, its handle over the rim in front."""
    size, found = Sizes(plan.ground), []
    unit = float(plan.ground.metres_per_chi)
    for jar, id in LADLES.items():
        mark = plan.footprints.get(jar)
        if mark is None:
            continue
        kind = "water-jar" if jar == "water-jar" else "wine-jar"
        high, ahead = size(f"{kind}.height") + size("ladle.length") * 0.10, size(f"{kind}.mouth") * 0.46
        facing = float(mark.facing)
        way = math.radians(facing)
        x, y = float(mark.x) + ahead / unit * math.sin(way), float(mark.y) + ahead / unit * math.cos(way)
        found.append(Ladle(id, round(x, 4), round(y, 4), round(float(mark.base) + high / unit, 4), facing))
    return tuple(found)


def with_ladles(section: StagedSection, ladles: Sequence[Ladle]) -> StagedSection:
    """The section with its ladles as things: in their jars, and in the right hand of whoever pours."""
    keys = {ladle.id: [ladle.key(0)] for ladle in ladles}
    at = {ladle.id: ladle for ladle in ladles}
    for start, end, who, id in sorted(_uses(section.people.values())):
        ladle = at.get(id)
        if ladle is None or not _beside(section.people[who], start, ladle) or keys[id][-1].t >= start:
            continue
        keys[id] += [ThingKey(start, who, "right-hand"), ladle.key(end)]
    own = {id: ThingActs(id, "ladle", tuple(rows)) for id, rows in keys.items() if id not in section.things}
    return replace(section, things={**section.things, **own})


def _uses(people: Iterable[PersonActs]) -> list[tuple[int, int, str, str]]:
    return [
        (*_span(act), acts.id, WORK[act.gesture][0]) for acts in people for act in acts.gestures if act.gesture in WORK
    ]


def _span(act: GestureAct) -> tuple[int, int]:
    """When the ladle is in hand, on the grid of keys."""
    _, taken, back = WORK[act.gesture]
    long = act.end - act.start
    return round((act.start + taken * long) / 10) * 10, round((act.start + back * long) / 10) * 10


def _beside(acts: PersonActs, t: int, ladle: Ladle) -> bool:
    k = max(bisect.bisect_right([key.t for key in acts.root], t) - 1, 0)
    return math.hypot(acts.root[k].x - ladle.x, acts.root[k].y - ladle.y) < NEAR
