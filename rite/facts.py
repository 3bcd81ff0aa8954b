"""Asking the staged rite: where somebody is at a clause, which way he faces, what he holds, whom he bows to how often.

The questions are those in which staging facts are written down: a clause, a moment (start, middle, end), somebody or something, and
what the text fixes of it.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from layout.errors import InputError, UnknownNameError
from layout.plan.model import Plan
from layout.text import fold
from rite.model import GestureAct, PersonActs, Rite, RootKey, StagedSection, ThingActs, ThingKey

ACTIONS: Mapping[str, tuple[str, ...]] = {
    "bow": ("bow", "bow-twice", "bow-thrice"),
    "salute": ("salute",),
    "yield": ("yield",),
    "beckon": ("beckon-in",),
    "decline": ("decline", "decline-by-rite"),
    "drink": ("drink-kneeling", "drink-standing", "drink-penalty"),
    "handwash": ("wash-hands",),
    "wash": ("wash",),
    "shoot": ("draw-shoot",),
    "take": ("take-arrow-upper", "take-arrow-lower", "take-arrows-together"),
    "put-tally": ("put-tally", "lay-tally"),
}
"""What is counted, and the gestures that are it."""

SIDES = {"east-of": (0, 1), "west-of": (0, -1), "north-of": (1, 1), "south-of": (1, -1)}
_SET_IN = {"arrow-rack": 19, "tally-holder": 21}
"""Before the section in which they are set up, whoever stands beside these stands beside their planned spot (所設中, 所設楅)."""
LIFT = 0.4
"""Less than this above the court, 尺, is on the ground."""


@dataclass(frozen=True)
class Spotted:
    """Where somebody or something is at a moment: 尺, and degrees where it has a face."""

    x: float
    y: float
    z: float
    facing: float | None


class Facts:
    """Questions to one staged rite on its plan."""

    def __init__(self, rite: Rite, plan: Plan) -> None:
        self.rite, self.plan = rite, plan
        self._sections = {s.number: s for s in rite.sections}
        self.height = float(plan.ground.chi("platform.height"))
        self.rise = float(plan.ground.chi("step.rise"))

    def section(self, number: int) -> StagedSection:
        """A staged section. InputError when it is not staged."""
        if number not in self._sections:
            raise InputError(f"section {number} is not staged")
        return self._sections[number]

    # -- moments -------------------------------------------------------------------------------------------------------

    def span(self, number: int, clause: str) -> tuple[int, int]:
        """Start and end (ms) of a passage of the classic, `#2` for its second occurrence; the steps it touches, whole.

        UnknownNameError when the section has no such words.
        """
        words, _, which = clause.partition("#")
        steps = [s for s in self.section(number).steps if s.layer == "經"]
        texts = [fold(s.text) for s in steps]
        whole, wanted = "".join(texts), fold(words)
        at = -1
        for _ in range(int(which or 1)):
            at = whole.find(wanted, at + 1)
        if at < 0 or not wanted:
            raise UnknownNameError(f"clause of section {number}", clause, [s.text for s in steps])
        found, position = [], 0
        for step, text in zip(steps, texts, strict=True):
            if position < at + len(wanted) and position + len(text) > at:
                found.append(step)
            position += len(text)
        return min(s.start for s in found), max(s.end for s in found)

    def instants(self, number: int, clause: str, moment: str) -> Sequence[int]:
        """The times that a moment allows: start and end are one each; the middle is any inside the clause."""
        start, end = self.span(number, clause)
        if moment != "middle":
            return [start if moment == "start" else end]
        count = max(2, min(400, (end - start) // 250))
        return [start + (end - start) * n // count for n in range(1, count)]

    # -- where ---------------------------------------------------------------------------------------------------------

    def thing_name(self, name: str) -> str:
        """The id under which a name of the facts is staged or laid out (grandee-mat → grandee-1-mat)."""
        return {"grandee-mat": "grandee-1-mat"}.get(name, name)

    def spot(self, number: int, name: str, t: int, planned: bool = False) -> Spotted:
        """Where a person, thing, footprint or place is. UnknownNameError otherwise."""
        name = self.thing_name(name)
        section = self.section(number)
        if name in section.people:
            return person_at(section.people[name], t)
        if name in section.things:
            key = thing_at(section.things[name], t)
            if key.visible and not (planned and number < _SET_IN.get(name, 0)):
                if key.holder is not None:
                    return self.spot(number, key.holder, t)
                return Spotted(key.x, key.y, key.z, key.facing)
        if name in self.plan.footprints:
            foot = self.plan.footprints[name]
            return Spotted(float(foot.x), float(foot.y), float(foot.base), float(foot.facing) % 360)
        ends = {"wall-west-end": "wall-west-end-place", "wall-east-end": "wall-east-end-place"}
        place = self.plan.places.get(ends.get(name, name))
        if place is None:
            raise UnknownNameError(
                "person, thing or place", name, [*section.people, *section.things, *self.plan.footprints]
            )
        facing = None if place.facing is None else float(place.facing)
        return Spotted(float(place.x), float(place.y), float(place.level), facing)

    def number_of(self, text: str) -> float:
        """A number of the facts: digits, symbols of the plan (STAIRS_E_X), sums of them."""
        symbols = self.plan.symbols()
        total, sign = 0.0, 1.0
        for token in re.findall(r"[+-]|[A-Z_]+|\d+(?:\.\d+)?", text):
            if token in "+-":
                sign = 1.0 if token == "+" else -1.0
                continue
            total += sign * (float(symbols[token]) if token in symbols else float(token))
            sign = 1.0
        return total

    # -- what is done --------------------------------------------------------------------------------------------------

    def gestures(self, number: int, start: int, end: int) -> Iterator[tuple[str, GestureAct]]:
        """Every gesture that begins in a span, with who makes it."""
        for person in self.section(number).people.values():
            for g in person.gestures:
                if start <= g.start < end:
                    yield person.id, g

    def count(self, number: int, action: str, who: str, to: str = "", span: tuple[int, int] | None = None) -> int:
        """How often somebody does an action (to somebody; `guests`: to several of them at once)."""
        section = self.section(number)
        start, end = span or (0, section.duration + 1)
        if action in ("ascend", "descend"):
            return sum(
                1
                for t, up in stairs_taken(section.people[who], self.rise)
                if start <= t <= end and up == (action == "ascend")
            )
        names = ACTIONS.get(action, (action,))
        total = 0
        for person, g in self.gestures(number, start, end):
            if person != who or g.gesture not in names:
                continue
            # What is done to a group is done once: it is not done to each of them.
            group = "to" in g.options
            if to and (to == "guests") != group:
                continue
            if to and not group and to != g.partner:
                continue
            total += g.count
        return total

    # -- whole facts ---------------------------------------------------------------------------------------------------

    def check(
        self, number: int, clause: str, moment: str, who: str, kind: str, expected: str, tolerance: str = ""
    ) -> str:
        """What is wrong with a fact: an empty string when it holds. InputError for a kind that is not known."""
        allowed = float(tolerance) if tolerance.strip() else 0.0
        span = self.span(number, clause)
        if kind == "count":
            return self._check_count(number, who, expected, span)
        problems = []
        for t in self.instants(number, clause, moment):
            problem = self._at(number, t, who, kind, expected, allowed, span)
            if not problem:
                return ""
            problems.append(problem)
        return problems[-1] if problems else "the clause takes no time"

    def _check_count(self, number: int, who: str, expected: str, span: tuple[int, int]) -> str:
        found = re.fullmatch(r"(\S+) (\d+)(?: to (\S+))?", expected)
        if not found:
            raise InputError(f"count {expected!r}: expected ACTION NUMBER [to WHO]")
        action, wanted, to = found[1], int(found[2]), found[3] or ""
        if action == "layers":
            got = self.plan.footprints[self.thing_name(who)].layers
        else:
            got = self.count(number, action, who, to, span)
        return "" if got == wanted else f"{who}: {action} {got} times, not {wanted}"

    def _at(
        self, number: int, t: int, who: str, kind: str, expected: str, allowed: float, span: tuple[int, int]
    ) -> str:
        here = self.spot(number, who, t)
        if kind == "facing":
            off = abs((((here.facing or 0.0) - float(expected)) + 180) % 360 - 180)
            return (
                ""
                if here.facing is not None and off <= allowed + 1e-6
                else f"{who} faces {here.facing}, not {expected}"
            )
        if kind in ("x", "y"):
            return self._compare(who, kind, here, expected, allowed)
        if kind in SIDES:
            there = self.spot(number, expected, t, planned=True)
            axis, sign = SIDES[kind]
            gap = sign * ((here.x, here.y)[axis] - (there.x, there.y)[axis])
            return "" if gap >= allowed and gap > 0 else f"{who} is {gap:.2f} 尺 {kind} {expected}"
        if kind == "near":
            name, far = expected.rsplit(" ", 1)
            there = self.spot(number, name, t, planned=True)
            gap = math.dist((here.x, here.y), (there.x, there.y))
            return "" if gap <= float(far) + allowed else f"{who} is {gap:.2f} 尺 from {name}"
        if kind == "level":
            wanted = {"court": 0.0, "hall": self.height}.get(expected)
            if wanted is None:
                wanted = float(expected.removeprefix("step-")) * self.rise
            slack = LIFT + allowed * self.rise
            return (
                ""
                if abs(here.z - wanted) <= slack or (expected == "hall" and here.z > wanted)
                else f"{who} is at {here.z:.2f} 尺"
            )
        if kind == "not-on-hall":
            return "" if here.z < self.height - LIFT else f"{who} is on the hall"
        if kind == "posture":
            posture = posture_at(self.section(number).people[who], t)
            low = {"kneel", "sit"}
            return "" if posture == expected or {posture, expected} <= low else f"{who}: {posture}, not {expected}"
        if kind == "holds":
            return self._holds(number, t, who, expected)
        if kind == "not-holds":
            return f"{who} holds {expected}" if not self._holds(number, t, who, expected) else ""
        if kind in ("wears", "not-wears"):
            return self._wears(number, t, who, kind, expected)
        if kind == "state":
            state = thing_at(self.section(number).things[self.thing_name(who)], t).state
            return "" if state == expected else f"{who} is {state or 'in no special state'}, not {expected}"
        if kind == "turns":
            return self._turns(number, who, expected, span)
        if kind == "precedes":
            return self._precedes(number, t, who, expected, span)
        if kind == "left-of":
            return self._left_of(number, t, who, expected.removesuffix(" while walking"))
        if kind == "order":
            names, direction = expected.split(" from ")
            places = [self.spot(number, n, t) for n in names.split("<")]
            axis, sign = {"east": (0, -1), "west": (0, 1), "north": (1, -1), "south": (1, 1)}[direction]
            values = [sign * (p.x, p.y)[axis] for p in places]
            return "" if values == sorted(values) else f"not in the order {expected}"
        if kind == "passes":
            name, side = expected.split(" on ")
            return self._passes(number, who, name, side, span)
        raise InputError(f"no such kind of fact: {kind!r}")

    def _compare(self, who: str, axis: str, here: Spotted, expected: str, allowed: float) -> str:
        sign, text = expected.split(" ", 1)
        value, wanted = (here.x if axis == "x" else here.y), self.number_of(text)
        good = (
            abs(value - wanted) <= allowed
            if sign == "="
            else value < wanted + allowed
            if sign == "<"
            else value > wanted - allowed
        )
        return "" if good else f"{who}: {axis} is {value:.2f}, not {expected}"

    def _holds(self, number: int, t: int, who: str, expected: str) -> str:
        name, _, side = expected.partition(" in ")
        for thing in self.section(number).things.values():
            key = thing_at(thing, t)
            held = key.holder == who and key.visible and name in (thing.id, thing.kind)
            if held and (not side or key.slot in (f"{side}-hand", side)):
                return ""
        return f"{who} does not hold {expected}"

    def _wears(self, number: int, t: int, who: str, kind: str, state: str) -> str:
        worn = state in dress_at(self.section(number).people[who], t)
        return "" if worn == (kind == "wears") else f"{who} {kind} {state}: that is not so"

    def _turns(self, number: int, who: str, side: str, span: tuple[int, int]) -> str:
        """左還 (the left hand outward, clockwise from above: `left`) or 右還: the greatest turn on the spot within the clause."""
        root = [k for k in self.section(number).people[who].root if span[0] <= k.t <= span[1]]
        best = 0.0
        for a, b in itertools.pairwise(root):
            if math.dist((a.x, a.y), (b.x, b.y)) < 0.05 and abs(b.facing - a.facing) > abs(best):
                best = b.facing - a.facing
        return "" if best and (best > 0) == (side == "left") else f"{who} turns by {best:.0f} degrees, not {side}-about"

    def _precedes(self, number: int, t: int, who: str, other: str, span: tuple[int, int]) -> str:
        section = self.section(number)
        first, second = (stairs_taken(section.people[n], self.rise) for n in (who, other))
        a = [x for x, _ in first if span[0] <= x <= section.duration]
        b = [x for x, _ in second if span[0] <= x <= section.duration]
        if a and (not b or a[0] < b[0]):
            return ""
        one, two = self.spot(number, who, t), self.spot(number, other, t)
        if one.z > two.z + LIFT:
            return ""
        way = heading_at(section.people[who], t)
        if way is not None:
            ahead = (one.x - two.x) * math.sin(math.radians(way)) + (one.y - two.y) * math.cos(math.radians(way))
            if ahead > 0.3:
                return ""
        return f"{who} does not go before {other}"

    def _left_of(self, number: int, t: int, who: str, other: str) -> str:
        way = heading_at(self.section(number).people[other], t)
        one, two = self.spot(number, who, t), self.spot(number, other, t)
        if way is None:
            return f"{other} does not walk"
        right = (one.x - two.x) * math.cos(math.radians(way)) - (one.y - two.y) * math.sin(math.radians(way))
        return "" if right < -0.3 else f"{who} is not on the left of {other}"

    def _passes(self, number: int, who: str, other: str, side: str, span: tuple[int, int]) -> str:
        best: tuple[float, float] | None = None
        for t in range(span[0], span[1] + 1, 200):
            way = heading_at(self.section(number).people[who], t)
            if way is None:
                continue
            one, two = self.spot(number, who, t), self.spot(number, other, t)
            far = math.dist((one.x, one.y), (two.x, two.y))
            right = (two.x - one.x) * math.cos(math.radians(way)) - (two.y - one.y) * math.sin(math.radians(way))
            if best is None or far < best[0]:
                best = (far, right)
        good = best is not None and (best[1] < 0) == (side == "left")
        return "" if good else f"{who} does not pass {other} on the {side}"


def person_at(person: PersonActs, t: int) -> Spotted:
    """Where a person is at a time, linear between keys."""
    keys: Sequence[RootKey] = person.root
    n = len(keys) - 1
    while n > 0 and keys[n].t > t:
        n -= 1
    a = keys[n]
    if n + 1 >= len(keys) or keys[n + 1].t <= a.t or t <= a.t:
        return Spotted(a.x, a.y, a.z, a.facing % 360)
    b = keys[n + 1]
    part = (t - a.t) / (b.t - a.t)
    x, y, z, facing = (getattr(a, f) + (getattr(b, f) - getattr(a, f)) * part for f in ("x", "y", "z", "facing"))
    return Spotted(x, y, z, facing % 360)


def heading_at(person: PersonActs, t: int) -> float | None:
    """Which way somebody walks at a time, degrees; None when he stands."""
    for a, b in zip(person.root, person.root[1:], strict=False):
        if a.t <= t < b.t:
            if math.dist((a.x, a.y), (b.x, b.y)) < 0.05:
                return None
            return math.degrees(math.atan2(b.x - a.x, b.y - a.y)) % 360
    return None


def thing_at(thing: ThingActs, t: int) -> ThingKey:
    """The key of a thing that holds at a time."""
    found = thing.keys[0]
    for key in thing.keys:
        if key.t <= t:
            found = key
    return found


def posture_at(person: PersonActs, t: int) -> str:
    """The posture of a person at a time."""
    found = person.postures[0].posture
    for key in person.postures:
        if key.t <= t:
            found = key.posture
    return found


def dress_at(person: PersonActs, t: int) -> frozenset[str]:
    """What of a person's dress is otherwise than usual at a time: bare-left, ring, guard …"""
    found: frozenset[str] = frozenset()
    for key in person.dress:
        if key.t <= t:
            found = key.states
    return found


def stairs_taken(person: PersonActs, rise: float) -> list[tuple[int, bool]]:
    """When somebody goes up (True) or down (False) the stairs: the time at which he has left the court or the hall's level."""
    found: list[tuple[int, bool]] = []
    low = person.root[0].z < rise * 0.9
    for key in person.root:
        if low and key.z >= rise * 0.9:
            found.append((key.t, True))
            low = False
        elif not low and key.z < rise * 0.9:
            found.append((key.t, False))
            low = True
    return found
