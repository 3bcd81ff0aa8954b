"""What there is to say about a staged rite: coverage of the text, sheets, tallies."""

from __future__ import annotations

import bisect
import itertools
import math
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from layout.measures.numerals import to_words
from layout.plan.model import Plan
from layout.text import load_text, normalise
from rite.labels import person_label
from rite.model import PersonActs, Rite, StagedSection, Step, ThingActs
from rite.score import SectionScore
from rite.words import load_words


def classic_of(section: int) -> str:
    """The 經 of a section without punctuation, in our orthography."""
    text = load_text()
    parts = [normalise(p.text).text for p in text.passages if p.section == section and p.layer == "經"]
    return "".join(parts)


def coverage(scores: Mapping[int, SectionScore]) -> list[dict[str, Any]]:
    """One row a section: whether its clauses, joined, are the 經, and where they first differ."""
    rows: list[dict[str, Any]] = []
    for number in range(1, 38):
        want = classic_of(number)
        score = scores.get(number)
        if score is None:
            rows.append({"section": number, "title": "", "characters": len(want), "scored": 0, "state": "not scored"})
            continue
        have = score.text()
        state = "whole" if have == want else first_difference(have, want)
        rows.append(
            {"section": number, "title": score.title, "characters": len(want), "scored": len(have), "state": state}
        )
    return rows


def first_difference(have: str, want: str) -> str:
    """Where two texts part, in words."""
    n = 0
    while n < min(len(have), len(want)) and have[n] == want[n]:
        n += 1
    return f"differs at {n + 1}: score …{have[max(0, n - 6) : n + 8]}…, text …{want[max(0, n - 6) : n + 8]}…"


def misread_clause(score: SectionScore, want: str) -> tuple[int, str, str]:
    """The clause in which a score first leaves the text: its line, its words, and what the 經 has in their place."""
    have = score.text()
    n = 0
    while n < min(len(have), len(want)) and have[n] == want[n]:
        n += 1
    at = 0
    line, text = 1, ""
    for clause in (c for c in score.clauses if c.layer == "經"):
        line, text = clause.line, clause.text
        if at + len(text) > n:
            break
        at += len(text)
    return line, text, want[at : at + len(text) + 2]


def sections_rows(rite: Rite) -> list[dict[str, Any]]:
    """One row a section: number, title, length, its beginning from the start of the rite (s)."""
    rows = []
    start = 0
    for s in rite.sections:
        rows.append(
            {
                "number": s.number,
                "title": s.title,
                "english": s.english,
                "steps": len(s.steps),
                "start": start / 1000,
                "end": (start + s.duration) / 1000,
                "minutes": round(s.duration / 60000, 1),
            }
        )
        start += s.duration
    return rows


def as_json(rite: Rite) -> dict[str, Any]:
    """The rite as docs/json.md has it: times in seconds from the beginning of the rite."""
    sections = []
    start = 0
    for s in rite.sections:
        steps = [
            {
                "text": step.text,
                "gloss": step.gloss,
                "start": (start + step.start) / 1000,
                "end": (start + step.end) / 1000,
                "who": list(step.who),
                "moves": list(step.moves),
                "layer": step.layer,
                "certainty": step.certainty,
                "notes": [list(n) for n in step.notes],
            }
            for step in s.steps
        ]
        sections.append(
            {
                "id": s.id,
                "number": s.number,
                "title": s.title,
                "english": s.english,
                "venue": s.venue,
                "cuts": [{"start": (start + t) / 1000, "venue": venue} for t, venue in s.cuts],
                "start": start / 1000,
                "end": (start + s.duration) / 1000,
                "steps": steps,
            }
        )
        start += s.duration
    return {
        "reading": rite.reading,
        "seed": rite.seed,
        "duration": start / 1000,
        "sections": sections,
        "score": dict(rite.score),
    }


# -- one person --------------------------------------------------------------------------------------------------------


_TIME = operator.attrgetter("t")


def place_at(person: PersonActs, t: int) -> tuple[float, float, float, float]:
    """Where somebody is at a time of the section: x, y, z, facing (0–360)."""
    n = max(bisect.bisect_right(person.root, t, key=_TIME) - 1, 0)
    a = person.root[n]
    if n + 1 < len(person.root):
        b = person.root[n + 1]
        part = 0.0 if b.t == a.t else (t - a.t) / (b.t - a.t)
        if 0 < part < 1:
            return (
                a.x + (b.x - a.x) * part,
                a.y + (b.y - a.y) * part,
                a.z + (b.z - a.z) * part,
                (a.facing + (b.facing - a.facing) * part) % 360.0,
            )
    return a.x, a.y, a.z, a.facing % 360.0


def posture_at(person: PersonActs, t: int) -> str:
    """How somebody is then: stand, kneel, sit or hidden."""
    n = bisect.bisect_right(person.postures, t, key=_TIME)
    return person.postures[n - 1].posture if n else "hidden"


def thing_at(thing: ThingActs, t: int) -> int:
    """Index of the key that holds at a time."""
    return max(bisect.bisect_right(thing.keys, t, key=_TIME) - 1, 0)


def held_at(section: StagedSection, person: str, t: int) -> list[str]:
    """What somebody holds then, each with its slot."""
    found = []
    for thing in section.things.values():
        key = thing.keys[thing_at(thing, t)]
        if key.holder == person and key.visible:
            found.append(f"{thing.id} ({key.slot})")
    return found


FACES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STRANGE = 2.0
"""So much nearer, 尺, a place must be that no direction to this person names, to be named before one that does."""


def stair_of(plan: Plan, x: float, z: float) -> str:
    """On which step of which stairs a height between court and hall is (西階二等); empty on either level."""
    height, rise = float(plan.ground.chi("platform.height")), float(plan.ground.chi("step.rise"))
    if not 0.1 < z < height - 0.1:
        return ""
    step = min(max(1, round(z / rise)), max(1, round(height / rise)))
    return f"{'西階' if x < 0 else '阼階'}{to_words(step)}等"


@dataclass(frozen=True)
class Marked:
    """Where one can say that somebody stands: a place, all points of its row, and the words that name it."""

    name: str
    words: frozenset[str]
    level: float
    points: tuple[tuple[float, float], ...]


IN_A_ROW = 24
"""So many places of a row are named by it, or as many as it has."""


def marked_places(plan: Plan) -> list[Marked]:
    """The places of the school."""
    found = []
    for place in plan.places.values():
        if place.venue == "school":
            many = max(IN_A_ROW, place.count) if place.row else 1
            points = tuple((float(x), float(y)) for x, y in (place.nth(n) for n in range(many)))
            found.append(Marked(place.name, frozenset((place.name, *place.words)), float(place.level), points))
    return found


def nearest_place(
    plan: Plan, marked: Sequence[Marked], x: float, y: float, z: float, named: frozenset[str] = frozenset()
) -> str:
    """The place nearest to a point, by its 漢字 name, with its distance when that is more than two 尺; one that a direction names
    (`named`: words) rather than another. On the stairs, the step."""
    on_stairs = stair_of(plan, x, z)
    if on_stairs:
        return on_stairs
    best, far, name = math.inf, math.inf, ""
    for place in marked:
        if abs(place.level - z) <= 1.0:
            own = min(math.hypot(px - x, py - y) for px, py in place.points)
            weighed = own + (0.0 if not named or named & place.words else STRANGE)
            if weighed < best:
                best, far, name = weighed, own, place.name
    return name if far <= 2 else f"{name} +{far:.0f}尺"


def role_sheet(rite: Rite, plan: Plan, role: str) -> list[dict[str, Any]]:
    """One person's sheet: every clause that has him move, speak or change, in the order of time, with place, facing and what he
    holds at its end; clauses of others only where he does something meanwhile that none of his own tells."""
    steps = [s for section in rite.sections for s in section.steps if role in s.who]
    named = frozenset(word for s in steps for move in s.moves for word in re.split(r"[ ·]+", move))
    marked = marked_places(plan)
    rows: list[dict[str, Any]] = []
    start = 0
    for s in rite.sections:
        person = s.people.get(role)
        if person is not None:
            own: list[dict[str, Any]] = []
            for step in _steps_of(s, person):
                x, y, z, facing = place_at(person, step.end)
                gestures = [g.gesture for g in person.gestures if step.start <= g.start < max(step.end, step.start + 1)]
                own.append(
                    {
                        "section": s.number,
                        "clause": step.text,
                        "gloss": step.gloss,
                        "start": (start + step.start) / 1000,
                        "end": (start + step.end) / 1000,
                        "place": nearest_place(plan, marked, x, y, z, named),
                        "x": round(x, 2),
                        "y": round(y, 2),
                        "level": round(z, 2),
                        "facing": f"{facing:.0f} {FACES[round(facing / 45) % 8]}",
                        "posture": posture_at(person, step.end),
                        "holds": held_at(s, role, step.end),
                        "gestures": gestures,
                    }
                )
            # Lines may begin before their clause is reached: the sheet follows the clock, not the text.
            rows += sorted(own, key=lambda r: (r["start"], r["end"]))
        start += s.duration
    return rows


def holds_in_words(held: Sequence[str]) -> str:
    """What somebody holds, short enough for a table: his own things by their kind, arrows by number.

    >>> holds_in_words(["bow-host (left-hand)", "arrow-host-1 (belt)", "arrow-host-2 (belt)", "arrow-host-3 (string)"])
    'bow (left hand), 2 arrows (belt), 1 arrow (string)'
    """
    counts: dict[tuple[str, str], int] = {}
    for text in held:
        thing, _, slot = text.rstrip(")").partition(" (")
        kind = next((k for k in ("arrow", "bow") if thing.startswith(f"{k}-")), thing)
        key = (kind, slot.replace("-", " "))
        counts[key] = counts.get(key, 0) + 1
    return ", ".join(
        f"{f'{n} ' if kind == 'arrow' or n > 1 else ''}{kind}{'s' if n > 1 else ''} ({slot})"
        for (kind, slot), n in counts.items()
    )


def _steps_of(section: StagedSection, person: PersonActs) -> list[Step]:
    """The clauses that have somebody act, and of others, the longest first, those under which he does what none yet tells."""
    own = [s for s in section.steps if person.id in s.who]
    told = [(s.start, s.end) for s in own]
    for step in sorted(section.steps, key=lambda s: s.start - s.end):
        if person.id not in step.who and _busy(person, step.start, step.end, told):
            own.append(step)
            told.append((step.start, step.end))
    return own


def _busy(person: PersonActs, start: int, end: int, told: Sequence[tuple[int, int]]) -> bool:
    """Whether somebody begins a gesture or is on his way in a span, and none of the spans `told` covers it."""

    def tells(t: int) -> bool:
        return any(a <= t <= b for a, b in told)

    if any(start <= g.start < end and not tells(g.start) for g in person.gestures):
        return True
    for a, b in itertools.pairwise(person.root):
        if (
            b.t > start
            and a.t < end
            and (a.x, a.y, a.z) != (b.x, b.y, b.z)
            and not tells((max(a.t, start) + min(b.t, end)) // 2)
        ):
            return True
    return False


def role_names(known: Iterable[str]) -> dict[str, str]:
    """Every name by which a sheet can be asked for → the id: ids, the words of the score (司射), what is written on screen (眾賓五)."""
    people = load_words().people.person
    names: dict[str, str] = {}
    for who in known:
        words = people[who].words if who in people else []
        for name in (who, *words, person_label(who)[0], *person_label(who)[0].split("·")):
            names.setdefault(name, who)
    return names


# -- tallies -----------------------------------------------------------------------------------------------------------


def tally(rite: Rite) -> list[dict[str, Any]]:
    """One row a person: bows, salutes, cups drunk, vessels washed, stairs, shots, hits, distance walked (尺)."""
    rows: dict[str, dict[str, Any]] = {}
    for s in rite.sections:
        for person in s.people.values():
            row = rows.setdefault(
                person.id,
                {
                    "who": person.id,
                    "bows": 0,
                    "salutes": 0,
                    "cups": 0,
                    "washed": 0,
                    "up": 0,
                    "down": 0,
                    "shots": 0,
                    "hits": 0,
                    "walked": 0.0,
                },
            )
            for g in person.gestures:
                if g.gesture.startswith("bow") and g.gesture != "bow-flat":
                    row["bows"] += g.count
                elif g.gesture.startswith("salute"):
                    row["salutes"] += g.count
                elif g.gesture.startswith("drink"):
                    row["cups"] += 1
                elif g.gesture == "wash":
                    row["washed"] += 1
                elif g.gesture == "draw-shoot":
                    row["shots"] += 1
            up, down = climbs(person)
            row["up"] += up
            row["down"] += down
            row["walked"] += walked(person)
        for flight in s.flights:
            if flight.landed == "target-center":
                rows[flight.archer]["hits"] += 1
    for row in rows.values():
        row["walked"] = round(row["walked"], 1)
    return list(rows.values())


def climbs(person: PersonActs, start: int = 0, end: int | None = None) -> tuple[int, int]:
    """How often somebody went up and down the stairs (each flight once, also to its topmost step only)."""
    up = down = 0
    rising = 0
    for a, b in zip(person.root, person.root[1:], strict=False):
        if b.t <= start or (end is not None and a.t >= end):
            continue
        step = b.z - a.z
        if step > 1e-6:
            if rising <= 0:
                up += 1
            rising = 1
        elif step < -1e-6:
            if rising >= 0:
                down += 1
            rising = -1
        elif math.hypot(b.x - a.x, b.y - a.y) > 1e-6:
            rising = 0
    return up, down


def walked(person: PersonActs) -> float:
    """How far somebody walked in a section, 尺."""
    return sum(math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(person.root, person.root[1:], strict=False))
