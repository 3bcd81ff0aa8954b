"""Rules of things: one holder or place, within reach, conserved in number; cups filled before they are drunk."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

from layout.plan.model import Plan
from rite.audit.rules import Book, rule
from rite.model import Rite, StagedSection, ThingKey
from rite.report import place_at, posture_at, thing_at

REACH = 6.5
"""Farther than this, 尺, nobody takes, sets down or hands over anything."""
MANY = {"belt", "string", "right-hand", "left-hand"}
"""Slots in which several arrows (or tallies) are held at once."""


def at_point(section: StagedSection, key: ThingKey, t: int) -> tuple[float, float, float] | None:
    """Where a thing is by its key, at a time; None when it is out of sight."""
    if not key.visible:
        return None
    if key.holder is not None and key.holder in section.people:
        x, y, z, _ = place_at(section.people[key.holder], t)
        return (x, y, z)
    if key.holder is not None and key.holder in section.things:
        holder = section.things[key.holder]
        return at_point(section, holder.keys[thing_at(holder, t)], t)
    return (key.x, key.y, key.z)


@rule
def one_holder(rite: Rite, plan: Plan, book: Book) -> None:
    """A hand has one thing at a time (arrows and tallies go by the handful)."""
    for section in rite.sections:
        spans: dict[tuple[str, str], list[tuple[int, int, str, str]]] = defaultdict(list)
        for thing in section.things.values():
            for a, b in itertools.pairwise([*thing.keys, None]):
                if a is None or a.holder is None or a.holder not in section.people or not a.visible:
                    continue
                end = section.duration if b is None else b.t
                if end > a.t:
                    spans[(a.holder, a.slot)].append((a.t, end, thing.id, thing.kind))
        for (who, slot), items in spans.items():
            items.sort()
            book.cases += len(items)
            for n, (_, end, name, kind) in enumerate(items):
                for start, _, other, other_kind in items[n + 1 :]:
                    if start >= end:
                        break
                    if slot in MANY and kind == other_kind and kind in ("arrow", "tally"):
                        continue
                    if slot in ("belt", "string") and "arrow" in (kind, other_kind):
                        continue
                    x, y, z, _ = place_at(section.people[who], start)
                    book.add(who, section.number, start, (x, y, z), f"{name} and {other} in {slot}")


@rule
def within_reach(rite: Rite, plan: Plan, book: Book) -> None:
    """Nothing jumps: what is taken, set down or handed over is within reach at that moment."""
    for section in rite.sections:
        for thing in section.things.values():
            if thing.kind == "tally":
                continue
            for a, b in itertools.pairwise(thing.keys):
                if a.holder == b.holder and a.holder is not None:
                    continue
                if "flying" in (a.lie, b.lie):
                    continue
                p, q = at_point(section, a, b.t), at_point(section, b, b.t)
                if p is None or q is None:
                    continue
                book.cases += 1
                far = math.hypot(p[0] - q[0], p[1] - q[1])
                if far > REACH:
                    who = b.holder or a.holder or ""
                    book.add(who, section.number, b.t, q, f"{thing.id} moves {far:.1f} 尺 at once")


@rule
def conservation(rite: Rite, plan: Plan, book: Book) -> None:
    """Arrows and cups neither appear nor vanish once they are there; the tallies always make the same number."""
    for section in rite.sections:
        for kind in ("arrow", "bow", "cup", "goblet"):
            seen: set[str] = set()
            for thing in section.things.values():
                if thing.kind != kind:
                    continue
                book.cases += 1
                for a, b in itertools.pairwise(thing.keys):
                    if a.visible and not b.visible and thing.id not in seen:
                        seen.add(thing.id)
                        book.add(thing.id, section.number, b.t, (a.x, a.y, a.z), "vanishes")
        bundles = [t for t in section.things.values() if t.kind == "tally"]
        whole = 0
        for t in sorted({k.t for thing in bundles for k in thing.keys}):
            keys = [thing.keys[thing_at(thing, t)] for thing in bundles]
            total = sum(k.count for k in keys if k.visible and k.t <= t)
            book.cases += 1
            whole = whole or total
            if total != whole:
                book.add("tallies", section.number, t, (0.0, 0.0, 0.0), f"{total} tallies, not {whole}")


@rule
def cups(rite: Rite, plan: Plan, book: Book) -> None:
    """A cup is filled before it is drunk, and the drinker holds it."""
    for section in rite.sections:
        for person in section.people.values():
            for g in person.gestures:
                if not g.gesture.startswith("drink") or g.thing is None:
                    continue
                book.cases += 1
                cup = section.things[g.thing]
                key = cup.keys[thing_at(cup, g.start)]
                x, y, z, _ = place_at(person, g.start)
                if key.holder != person.id:
                    book.add(person.id, section.number, g.start, (x, y, z), f"drinks from {g.thing} without holding it")
                elif key.state != "full":
                    book.add(person.id, section.number, g.start, (x, y, z), f"drinks from {g.thing}, which is empty")


@rule
def empty_hands(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody bows with a cup in his hands."""
    for section in rite.sections:
        held: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for thing in section.things.values():
            if thing.kind not in ("cup", "goblet"):
                continue
            for a, b in itertools.pairwise([*thing.keys, None]):
                if a is not None and a.holder:
                    held[a.holder].append((a.t, section.duration if b is None else b.t, thing.id))
        for person in section.people.values():
            for g in person.gestures:
                if not g.gesture.startswith("bow") or g.gesture == "bow-flat":
                    continue
                book.cases += 1
                for start, end, name in held.get(person.id, ()):
                    if start < g.end and end > g.start:
                        book.blame(person, section.number, g.start, f"bows holding {name}")


@rule
def posture(rite: Rite, plan: Plan, book: Book) -> None:
    """Every gesture begins in a posture in which it can be made."""
    from rite.gestures import load_gestures

    table = load_gestures()
    for section in rite.sections:
        for person in section.people.values():
            for g in person.gestures:
                if g.gesture not in table:
                    continue
                book.cases += 1
                state = posture_at(person, g.start)
                if state not in table[g.gesture].before:
                    book.blame(person, section.number, g.start, f"{g.gesture} while he {state}s")


@rule
def one_gesture(rite: Rite, plan: Plan, book: Book) -> None:
    """One body makes one gesture at a time."""
    for section in rite.sections:
        for person in section.people.values():
            acts = sorted(person.gestures, key=lambda g: (g.start, g.end))
            book.cases += len(acts)
            for a, b in itertools.pairwise(acts):
                if b.start < a.end - 1:
                    book.blame(person, section.number, b.start, f"{b.gesture} during {a.gesture}")
