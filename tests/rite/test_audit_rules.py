"""Each audit rule looks at cases in the default rite, finds nothing wrong there, and finds the fault that is planted."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from layout.choices import Company
from layout.plan.model import Plan
from rite.audit import audit
from rite.audit.rules import RULES
from rite.model import DressKey, GestureAct, PersonActs, PostureKey, Rite, RootKey, StagedSection, ThingActs, ThingKey
from support.rites import staged


def default() -> tuple[Rite, Plan]:
    return staged(Company(pairs=2), (), 14, 24)


def with_person(rite: Rite, number: int, name: str, change: Callable[[PersonActs], PersonActs]) -> Rite:
    """The rite with one person's acts changed in one section."""

    def section(s: StagedSection) -> StagedSection:
        if s.number != number:
            return s
        return replace(s, people={**s.people, name: change(s.people[name])})

    return replace(rite, sections=tuple(section(s) for s in rite.sections))


def with_thing(rite: Rite, number: int, name: str, keys: tuple[ThingKey, ...], kind: str = "") -> Rite:
    """The rite with the course of one thing replaced in one section."""

    def section(s: StagedSection) -> StagedSection:
        if s.number != number:
            return s
        old = s.things.get(name)
        return replace(s, things={**s.things, name: ThingActs(name, kind or (old.kind if old else "cup"), keys)})

    return replace(rite, sections=tuple(section(s) for s in rite.sections))


def with_section(rite: Rite, number: int, change: Callable[[StagedSection], StagedSection]) -> Rite:
    return replace(rite, sections=tuple(change(s) if s.number == number else s for s in rite.sections))


def of(rite: Rite, number: int) -> StagedSection:
    return next(s for s in rite.sections if s.number == number)


def shift(p: PersonActs, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0) -> PersonActs:
    return replace(p, root=tuple(RootKey(k.t, k.x + dx, k.y + dy, k.z, k.facing + turn) for k in p.root))


def through(p: PersonActs, *points: tuple[int, float, float, float]) -> PersonActs:
    keys = tuple(RootKey(t, x, y, z, 0.0) for t, x, y, z in points)
    return replace(
        p, root=keys, footfalls=(), gestures=(), postures=(PostureKey(0, "stand"),), dress=(DressKey(0, ""),)
    )


def gesture(name: str, start: int = 1000, end: int = 3000, **more: object) -> GestureAct:
    return GestureAct(start, end, name, **more)  # type: ignore[arg-type]


def late(p: PersonActs, by: int) -> PersonActs:
    """Somebody whose whole section happens later."""
    first = p.root[0]
    return replace(p, root=(first, *(RootKey(k.t + by, k.x, k.y, k.z, k.facing) for k in p.root)))


def planted(rule: str, rite: Rite) -> Rite:
    """The rite with a fault that the rule must find."""
    s18 = of(rite, 18)
    flights = s18.flights
    if rule == "continuity":
        return with_person(rite, 18, "guest", lambda p: shift(p, dx=3))
    if rule == "order-of-time":
        return with_person(rite, 18, "guest", lambda p: replace(p, root=(*p.root, p.root[-1])))
    if rule == "speed":
        return with_person(rite, 18, "pupil-4", lambda p: through(p, (0, -60, -60, 0), (1000, -60, -90, 0)))
    if rule == "ground":
        return with_person(rite, 18, "pupil-4", lambda p: through(p, (0, -60, 20, 0), (90000, 0, 20, 0)))
    if rule == "solids":
        return with_person(rite, 18, "guest", lambda p: through(p, (0, -12, 6, 3), (60000, -12, 18, 3)))
    if rule == "collisions":
        x, y = of(rite, 18).people["usher"].root[0].x, of(rite, 18).people["usher"].root[0].y
        return with_person(rite, 18, "pupil-4", lambda p: through(p, (0, x - 1, y - 20, 0), (20000, x - 1, y + 20, 0)))
    if rule == "feet":
        return with_person(
            rite, 18, "usher", lambda p: replace(p, footfalls=tuple(structs.replace(f, x=f.x + 9) for f in p.footfalls))
        )
    if rule == "kneeling-still":
        return with_person(rite, 18, "usher", lambda p: replace(p, postures=(PostureKey(0, "kneel"),)))
    if rule == "own-stairs":
        return with_person(rite, 18, "usher", lambda p: shift(p, dx=40))
    if rule == "facing-as-stated":
        return with_person(rite, 18, "usher", lambda p: shift(p, turn=90))
    if rule == "side-by-side":
        return with_person(rite, 18, "archer-1-upper", lambda p: shift(p, dx=-9))
    if rule == "who-goes-first":
        return with_person(rite, 18, "archer-1-upper", lambda p: late(p, 20_000))
    if rule == "passing-left":
        # The marshal passes on the other side: mirrored about the middle of the stairs.
        return with_person(
            rite, 18, "usher", lambda p: replace(p, root=tuple(structs.replace(k, x=-40 - k.x + 6) for k in p.root))
        )
    if rule == "answered":
        return with_person(
            rite, 18, "guest", lambda p: replace(p, gestures=(*p.gestures, gesture("bow", partner="host")))
        )
    if rule == "shot-from-mark":
        return with_person(rite, 18, "archer-1-upper", lambda p: shift(p, dx=3))
    if rule == "caller-safe":
        return with_person(rite, 18, "caller", lambda p: through(p, (0, 0, -296, 0), (s18.duration, 0, -296, 0)))
    if rule == "alternation":
        swapped = tuple(replace(f, archer="archer-1-upper") if f.archer == "archer-1-lower" else f for f in flights)
        return with_section(rite, 18, lambda s: replace(s, flights=swapped))
    if rule == "arrows-land":
        far = tuple(replace(f, points=(*f.points[:-1], (f.points[-1][0], 0.0, -900.0, 0.0, 0.0))) for f in flights)
        return with_section(rite, 18, lambda s: replace(s, flights=far))
    if rule == "hits-and-tallies":
        counted = tuple(replace(f, counts=True) for f in flights)
        return with_section(rite, 18, lambda s: replace(s, flights=counted))
    if rule == "calls-and-hits":
        missed = tuple(replace(f, landed="ground") for f in flights)
        return with_section(rite, 18, lambda s: replace(s, flights=missed))
    if rule == "one-holder":
        keys = (ThingKey(0, "usher", "left-hand"),)
        return with_thing(with_thing(rite, 18, "cup", keys), 18, "goblet-court", keys)
    if rule == "within-reach":
        return with_thing(rite, 18, "cup", (ThingKey(0, x=0, y=0), ThingKey(500, "guest", "both-hands")))
    if rule == "conservation":
        return with_thing(rite, 18, "cup", (ThingKey(0, x=40, y=-48), ThingKey(900, visible=False)))
    if rule == "cups":
        empty = (ThingKey(0, "guest", "both-hands", state="empty"),)
        act = gesture("drink-standing", thing="cup")
        return with_person(
            with_thing(rite, 18, "cup", empty), 18, "guest", lambda p: replace(p, gestures=(*p.gestures, act))
        )
    if rule == "empty-hands":
        held = (ThingKey(0, "guest", "both-hands", state="full"),)
        return with_person(
            with_thing(rite, 18, "cup", held), 18, "guest", lambda p: replace(p, gestures=(*p.gestures, gesture("bow")))
        )
    if rule == "posture":
        return with_person(rite, 18, "guest", lambda p: replace(p, gestures=(*p.gestures, gesture("bow"))))
    if rule == "hall-or-below":
        # He who stands with the others below is said to be above, and the other way round.
        return with_person(
            rite, 18, "usher", lambda p: replace(p, root=tuple(structs.replace(k, z=3 - k.z) for k in p.root))
        )
    if rule == "mats":
        return with_person(rite, 18, "guest", lambda p: through(p, (0, 0, 36, 3), (9000, 0, 43, 3)))
    if rule == "fill-and-empty":
        return with_thing(
            rite, 18, "cup", (ThingKey(0, "guest", "both-hands"), ThingKey(900, "guest", "both-hands", state="full"))
        )
    if rule == "one-gesture":
        twice = (gesture("salute"), gesture("salute", 2000, 4000))
        return with_person(rite, 18, "guest", lambda p: replace(p, gestures=twice))
    raise KeyError(rule)


def test_every_rule_has_cases_and_finds_nothing() -> None:
    rite, plan = default()
    found = audit(rite, plan)
    assert [v.as_dict() for v in found.violations] == []
    assert set(found.total) == set(RULES)
    assert len(RULES) >= 27


def rules() -> list[str]:
    audit(Rite("", 1, ()), default()[1])
    return sorted(RULES)


@pytest.mark.parametrize("rule", rules())
def test_rule_finds_a_planted_fault(rule: str) -> None:
    rite, plan = default()
    assert audit(rite, plan, rule).total[rule] > 0
    found = audit(planted(rule, rite), plan, rule)
    assert found.count(rule) == len(found.violations) > 0
    things = {t for s in rite.sections for t in s.things}
    for one in found.violations:
        # Who, when and where: known names, a moment of the section that was changed (or the next, that goes on from it), a point.
        assert all(n in of(rite, 18).people or n in things or n == "tallies" for n in one.who.split()), one
        assert one.section in (18, 19)
        assert 0 <= one.at <= of(rite, one.section).duration + 90_000
        assert all(math.isfinite(v) for v in one.where)
        assert one.detail


MOVED = {"ground", "solids", "collisions", "feet", "within-reach", "passing-left"}
"""Somebody whose whole way is moved aside walks through others and things, past them on the other side, off the floor, beside his
footprints, out of reach."""
FOLLOWS: dict[str, set[str]] = {
    # The guest sits where he is made to bow.
    "answered": {"posture"},
    "empty-hands": {"posture"},
    # A caller who stands at the target all the time does not turn, call or take his banner where he should.
    "caller-safe": {"facing-as-stated", "calls-and-hits", "within-reach"},
    # Arrows said to be in the ground did not fly there; hits said to count are more than were called.
    "calls-and-hits": {"arrows-land"},
    "hits-and-tallies": {"calls-and-hits"},
    # Off the floor is inside the platform; a level exchanged with the other leaps at the stairs.
    "ground": {"solids"},
    "hall-or-below": {"speed", "ground", "solids"},
    "kneeling-still": {"posture"},
    "own-stairs": MOVED,
    "passing-left": MOVED,
    "shot-from-mark": {*MOVED, "side-by-side"},
    "side-by-side": {*MOVED, "shot-from-mark"},
    # Whoever is late for everything is late for every clause, and goes on after the section has ended.
    "who-goes-first": {*MOVED, "order-of-time", "hall-or-below", "facing-as-stated", "side-by-side"},
}
"""What else is wrong, of necessity, when the fault of a rule is planted."""


@pytest.mark.parametrize("rule", rules())
def test_other_rules_are_silent(rule: str) -> None:
    rite, plan = default()
    kept = (18, 19) if rule == "continuity" else (18,)
    few = replace(rite, sections=tuple(s for s in rite.sections if s.number in kept))
    assert not audit(few, plan).violations
    found = {v.rule for v in audit(planted(rule, few), plan).violations}
    assert rule in found
    assert found <= {rule, *FOLLOWS.get(rule, set())}
