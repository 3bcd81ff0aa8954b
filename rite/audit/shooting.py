"""Rules of the shooting: from the mark, toward the target, by turns, nobody in the way; hits and tallies agree."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

from layout.plan.model import Plan
from rite.audit.rules import Book, rule
from rite.cast import Cast
from rite.model import Rite
from rite.report import place_at

LANDED_LIMIT = 130.0
"""How far beyond or beside the target, 尺, an arrow may at most come down."""


@rule
def shot_from_mark(rite: Rite, plan: Plan, book: Book) -> None:
    """A shot is loosed from the mark, the left foot on it, facing the target."""
    marks = [(float(plan.footprints[m].x), float(plan.footprints[m].y)) for m in ("mark-upper", "mark-lower")]
    for section in rite.sections:
        for flight in section.flights:
            book.cases += 1
            person = section.people[flight.archer]
            t = flight.points[0][0]
            x, y, z, facing = place_at(person, t)
            far = min(math.hypot(x - mx, y - my) for mx, my in marks)
            problem = ""
            if far > 1.5:
                problem = f"looses {far:.1f} 尺 from the marks"
            elif abs(facing - 180) > 12:
                problem = f"looses facing {facing:.0f}°"
            else:
                left = [f for f in person.footfalls if f.foot == "left" and f.land <= t]
                if not left or min(abs(left[-1].x - mx) for mx, _ in marks) > 0.9:
                    problem = "the left foot is not on the mark"
            if problem:
                book.add(flight.archer, section.number, t, (x, y, z), problem)


@rule
def caller_safe(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody stands at the target while arrows fly (in the showing the banner may stay, and the caller is away from it)."""
    target_y = float(plan.ground.chi("target.y"))
    for section in rite.sections:
        for flight in section.flights:
            book.cases += 1
            start, end = flight.points[0][0], flight.points[-1][0]
            for name in ("caller", "pupil-1", "pupil-2", "pupil-3"):
                person = section.people.get(name)
                if person is None:
                    continue
                x, y, z, _ = place_at(person, (start + end) // 2)
                if abs(y - target_y) < 60 and abs(x) < 26:
                    book.add(name, section.number, start, (x, y, z), f"at the target while {flight.archer} shoots")


@rule
def alternation(rite: Rite, plan: Plan, book: Book) -> None:
    """Upper and lower shoot by turns, the upper first, four each; the lower only when the upper has loosed."""
    cast = Cast(plan.company)
    for section in rite.sections:
        by_pair: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for flight in section.flights:
            pair = cast.pair_of(flight.archer)
            if pair is not None:
                by_pair[pair.members].append((flight.points[0][0], flight.archer))
        for (upper, lower), shots in by_pair.items():
            shots.sort()
            book.cases += len(shots)
            order = [name for _, name in shots]
            if order != [upper, lower] * (len(order) // 2) or len(order) % 8:
                book.add(f"{upper} {lower}", section.number, shots[0][0], (0.0, 0.0, 0.0), " ".join(order))


@rule
def arrows_land(rite: Rite, plan: Plan, book: Book) -> None:
    """Every arrow comes down somewhere near the target, after it was loosed, in a falling arc."""
    target_y = float(plan.ground.chi("target.y"))
    for section in rite.sections:
        for flight in section.flights:
            book.cases += 1
            t, x, y, z, _ = flight.points[-1]
            if any(b[0] <= a[0] for a, b in itertools.pairwise(flight.points)):
                book.add(flight.arrow, section.number, t, (x, y, z), "flies backwards in time")
            if math.hypot(x, y - target_y) > LANDED_LIMIT or z < 0:
                book.add(flight.arrow, section.number, t, (x, y, z), "lands far from the target")
            elif flight.landed != "ground" and abs(y - target_y) > 0.5:
                book.add(flight.arrow, section.number, t, (x, y, z), f"strikes the {flight.landed} beside it")
            elif flight.landed == "ground" and z > 0.5:
                book.add(flight.arrow, section.number, t, (x, y, z), "sticks in the air")


@rule
def hits_and_tallies(rite: Rite, plan: Plan, book: Book) -> None:
    """As many tallies are laid as hits that count, on the side of the archer; the first shooting lays none."""
    cast = Cast(plan.company)
    for section in rite.sections:
        want = {"tallies-upper": 0, "tallies-lower": 0}
        for flight in section.flights:
            if flight.counts:
                pair = cast.pair_of(flight.archer)
                upper = pair is not None and pair.upper == flight.archer
                want["tallies-upper" if upper else "tallies-lower"] += 1
        if not section.flights:
            continue
        for name, number in want.items():
            book.cases += 1
            keys = section.things[name].keys
            have = 0
            for a, b in itertools.pairwise(keys):
                before = a.count if a.visible else 0
                after = b.count if b.visible else 0
                have += max(0, after - before)
            if have != number:
                book.add(name, section.number, keys[-1].t, (0.0, 0.0, 0.0), f"{number} hits count, {have} tallies laid")


@rule
def calls_and_hits(rite: Rite, plan: Plan, book: Book) -> None:
    """Every hit of the middle of the target is called, and nothing else (to the music too: off the beat it is called, not counted)."""
    for section in rite.sections:
        caller = section.people.get("caller")
        shots = [f for f in section.flights if f.archer != "archery-master"]
        if caller is None or not shots:
            continue
        calls = sum(g.gesture == "call-hit" for g in caller.gestures)
        hits = sum(f.landed == "target-center" for f in shots)
        book.cases += max(hits, calls, 1)
        if calls != hits:
            x, y, z, _ = place_at(caller, 0)
            book.add("caller", section.number, 0, (x, y, z), f"{hits} hits, {calls} calls")
