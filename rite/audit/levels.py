"""Rules of places: who is on the hall and who below, mats mounted by their ends, cups filled and emptied."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from layout.plan.model import Plan
from rite.audit.motion import each, hidden
from rite.audit.rules import Book, rule
from rite.model import Rite, RootKey, StagedSection
from rite.report import place_at

_ROSE, _FELL = {"升", "升階"}, {"降", "降階"}
_FRONT = ("席前", "席末")
"""Words of the text by which one leaves his mat over its front (自席前適阼階上)."""


def goes_to(move: str) -> str | None:
    """Whether a direction ends "up" on the hall or "down" in the court; None when it changes neither, or says so of others."""
    if "續" in move or "‖" in move or "如" in move:
        return None
    level = None
    for act in (part.split() for part in move.split(" · ")):
        if not any(word.endswith("階") for word in act):
            continue
        if _ROSE & set(act):
            level = "up"
        elif _FELL & set(act):
            level = "down"
    return level


@rule
def hall_or_below(rite: Rite, plan: Plan, book: Book) -> None:
    """Who went up is on the hall when the clause has ended, and who came down is below."""
    middle = float(plan.ground.chi("platform.height")) / 2
    for section in rite.sections:
        for step in section.steps:
            want = goes_to(step.moves[0]) if len(step.moves) == 1 else None
            if want is None or section.venue_at(step.end) != "school":
                continue
            for name in step.who:
                book.cases += 1
                person = section.people[name]
                up = place_at(person, step.end)[2] > middle
                if up != (want == "up"):
                    there = "on the hall" if up else "below"
                    book.blame(person, section.number, step.end, f"{step.text}: is {there}, not {want}")


@rule
def mats(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody mounts or leaves his mat but by its ends, except where the text has him leave it over the front (自席前)."""
    boxes = {
        k[: -len("-mat")]: tuple(float(v) for v in f.bounds) for k, f in plan.footprints.items() if k.endswith("-mat")
    }
    for section, person in each(rite):
        box = boxes.get(person.id)
        if box is None or section.venue != "school":
            continue
        long = "x" if box[2] - box[0] > box[3] - box[1] else "y"
        for a, b in itertools.pairwise(person.root):
            if hidden(person, a.t) or _on(box, a) == _on(box, b):
                continue
            book.cases += 1
            out, within = (a, b) if _on(box, b) else (b, a)
            side = crossed(box, out, within)
            by_end = (side in ("west", "east")) == (long == "x")
            stated = _says(section, person.id, a.t, _FRONT)
            if not by_end and not (stated and within is a):
                does = "mounts" if within is b else "leaves"
                book.add(person.id, section.number, a.t, (out.x, out.y, out.z), f"{does} his mat over its {side} side")


def _on(box: Sequence[float], key: RootKey) -> bool:
    return box[0] < key.x < box[2] and box[1] < key.y < box[3]


def crossed(box: Sequence[float], out: RootKey, within: RootKey) -> str:
    """Over which side of a rectangle a straight step leads from outside to inside."""
    x0, y0, x1, y1 = box
    sides = (
        ("west", x0 - out.x, within.x - out.x),
        ("east", out.x - x1, out.x - within.x),
        ("south", y0 - out.y, within.y - out.y),
        ("north", out.y - y1, out.y - within.y),
    )
    # The side that is crossed last is the one over which he comes in.
    return max((far / way, name) for name, far, way in sides if far >= 0 and way > 0)[1]


def _says(section: StagedSection, name: str, t: int, words: Sequence[str]) -> bool:
    """Whether a clause in which somebody acts at a time has one of these words, or refers to an earlier one that has them."""
    for step in section.steps:
        if step.start <= t <= step.end:
            # A reference (如 自席前適阼階上 … in § 37, as in § 7) names nobody: those of the earlier clause act.
            said = [m for m in step.moves if m.startswith("如")] + ([step.text] if name in step.who else [])
            if any(w in text for w in words for text in said):
                return True
    return False


@rule
def fill_and_empty(rite: Rite, plan: Plan, book: Book) -> None:
    """A cup becomes full when he who holds it pours, and empty when he drinks; nothing else changes it."""
    for section in rite.sections:
        for thing in section.things.values():
            if thing.kind not in ("cup", "goblet"):
                continue
            for a, b in itertools.pairwise(thing.keys):
                if a.state == b.state or "full" not in (a.state, b.state):
                    continue
                book.cases += 1
                holder = section.people.get(b.holder or a.holder or "")
                need = "pour" if b.state == "full" else "drink"
                if holder is None:
                    book.add(thing.id, section.number, b.t, (b.x, b.y, b.z), f"becomes {b.state} in nobody's hands")
                elif not any(g.gesture.startswith(need) and g.start <= b.t <= g.end + 1 for g in holder.gestures):
                    book.blame(
                        holder, section.number, b.t, f"{thing.id} becomes {b.state or 'empty'} without {need}ing"
                    )
