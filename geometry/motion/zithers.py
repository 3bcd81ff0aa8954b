"""左瑟: the zither before a player is moved to his left when he is to receive the cup, and brought back when he has returned it.

The score tells of the gesture; where the instrument goes is told here, since without it he would bow over its strings.
"""

from __future__ import annotations

import math
from dataclasses import replace

from rite.model import GestureAct, PersonActs, RootKey, StagedSection, ThingActs, ThingKey

ASIDE = "zither-aside"
"""The gesture."""
LIFTED, LAID, BACK = 0.25, 0.735, 0.95
"""Shares of the gesture at which he has it in hand, has laid it on his left, and, bringing it back, before himself: as the hands of
its poses come to it and leave it."""
AHEAD, LEFT = 4.6, 1.3
"""Where its middle then lies: before him and to his left, in 尺."""
REST, LONG = 500, 2600
"""ms after the cup has left his hands, and what it takes to bring the zither back."""
NEAR = 2.6
"""How far from a player, in 尺, his own zither lies at most."""


def zithers_aside(section: StagedSection) -> StagedSection:
    """The section with the zithers moved by those who move them aside; each is brought back once its player has handed back the
    cup, if he has time for it."""
    for id, acts in section.people.items():
        for act in acts.gestures:
            if act.gesture == ASIDE and act.thing is None:
                section = _moved(section, id, act)
    return section


def _moved(section: StagedSection, id: str, act: GestureAct) -> StagedSection:
    acts = section.people[id]
    root = next((k for k in reversed(acts.root) if k.t <= act.start), acts.root[0])
    thing = _before(section, root, act.start)
    if thing is None:
        return section
    lying = _at(thing, act.start)
    keys = [*_there(id, root, act, lying)]
    back = _return(acts, act.end)
    if back is not None:
        acts = replace(acts, gestures=tuple(sorted((*acts.gestures, back), key=lambda g: g.start)))
        span = back.end - back.start
        keys.append(ThingKey(back.start + round(LAID * span), id, "aside"))
        keys.append(replace(lying, t=back.start + round(BACK * span)))
    first = next((n for n, k in enumerate(thing.keys) if k.t > act.start), len(thing.keys))
    later = [k for k in thing.keys[first:] if k.t > keys[-1].t]
    made = ThingActs(thing.id, thing.kind, (*thing.keys[:first], *keys, *later))
    return replace(section, things={**section.things, thing.id: made}, people={**section.people, id: acts})


def _there(id: str, root: RootKey, act: GestureAct, lying: ThingKey) -> tuple[ThingKey, ThingKey]:
    span, way = act.end - act.start, math.radians(root.facing)
    x = root.x + AHEAD * math.sin(way) - LEFT * math.cos(way)
    y = root.y + AHEAD * math.cos(way) + LEFT * math.sin(way)
    # Laid flat on the floor, it lies along the way he faces: its own length runs across its facing.
    aside = ThingKey(act.start + round(LAID * span), None, "", x, y, lying.z, (root.facing + 90.0) % 360.0, "standing")
    return ThingKey(act.start + round(LIFTED * span), id, "aside"), aside


def _before(section: StagedSection, root: RootKey, t: int) -> ThingActs | None:
    """The zither that lies before one who sits at `root`."""
    for thing in section.things.values():
        if thing.kind == "zither":
            key = _at(thing, t)
            if key.holder is None and key.visible and math.dist((key.x, key.y), (root.x, root.y)) < NEAR:
                return thing
    return None


def _at(thing: ThingActs, t: int) -> ThingKey:
    return next((k for k in reversed(thing.keys) if k.t <= t), thing.keys[0])


def _return(acts: PersonActs, after: int) -> GestureAct | None:
    """When he brings it back: after he has handed the cup back, while he has nothing else to do."""
    given = next((g.end for g in acts.gestures if g.gesture == "hand-over" and g.start >= after), None)
    if given is None:
        return None
    start = given + REST
    busy = any(g.start < start + LONG and g.end > start for g in acts.gestures)
    return None if busy else GestureAct(start, start + LONG, ASIDE, thing=None)
