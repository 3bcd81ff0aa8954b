"""What differs between two plans and two rites: where places lie; clause by clause, who walks, stands or turns otherwise."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from layout.plan.model import Place
from rite.model import PersonActs, Rite, StagedSection

Pose = tuple[float, float, float, int]
"""Where somebody is (x, y, z in 尺, to the 分) and which way he faces (whole degrees)."""


def poses(acts: PersonActs) -> list[tuple[int, Pose]]:
    """Everything a person goes through, with its time (ms): each place and facing once, standing still left out."""
    found: list[tuple[int, Pose]] = []
    for key in acts.root:
        pose = (round(key.x, 2), round(key.y, 2), round(key.z, 2), round(key.facing) % 360)
        if not found or found[-1][1] != pose:
            found.append((key.t, pose))
    return found


def walked(points: Sequence[Pose]) -> float:
    """Length of a way, in 尺."""
    return sum(math.dist(a[:3], b[:3]) for a, b in itertools.pairwise(points))


def clause_at(section: StagedSection, who: str, t: int, arrived: bool = False) -> int:
    """The number of the clause to which what somebody does at a time belongs: his own that lasts then, else the last begun. Where
    he has arrived at a time (`arrived`), a clause that begins only then has not brought him there."""
    begun = [n for n, step in enumerate(section.steps) if step.start < t or (step.start == t and not (arrived and t))]
    own = [n for n in begun if who in section.steps[n].who and t <= section.steps[n].end]
    if own:
        return max(own, key=lambda n: section.steps[n].start)
    return max(begun, key=lambda n: (section.steps[n].start, n)) if begun else 0


@dataclass
class _Part:
    """What one person does in one clause on one side only."""

    poses: list[Pose] = field(default_factory=list)
    gestures: list[str] = field(default_factory=list)

    def as_dict(self, seconds: float) -> dict[str, Any]:
        first, last = (self.poses[0], self.poses[-1]) if self.poses else (None, None)
        return {
            "distance": round(walked(self.poses), 2),
            "from": list(first[:3]) if first else None,
            "to": list(last[:3]) if last else None,
            "facing": last[3] if last else None,
            "points": len({p[:3] for p in self.poses}),
            "gestures": self.gestures,
            "seconds": seconds,
        }


def _how(a: _Part, b: _Part) -> list[str]:
    """In what two people differ: the way they walk, where they stand in the end, how they turn, what they do."""
    ways = [[k for k, _ in itertools.groupby(p[:3] for p in side.poses)] for side in (a, b)]
    found = []
    if ways[0] != ways[1]:
        if max(len(w) for w in ways) > 1 or not all(ways):
            found.append("walks")
        if ways[0][-1:] != ways[1][-1:]:
            found.append("stands")
    if [p[3] for p in a.poses] != [p[3] for p in b.poses]:
        found.append("turns")
    if a.gestures != b.gestures:
        found.append("acts")
    return found


def _parts(one: StagedSection, two: StagedSection, who: str) -> dict[tuple[str, int], tuple[_Part, _Part]]:
    """Where two stagings of one section part for one person: by clause (text, and which of that text) what each side has alone."""
    found: dict[tuple[str, int], tuple[_Part, _Part]] = {}
    sides = (one, two)
    names = [_clause_names(s) for s in sides]

    def part(side: int, t: int, arrived: bool) -> _Part:
        section = sides[side]
        name = names[side][clause_at(section, who, t, arrived)] if section.steps else ("", 0)
        return found.setdefault(name, (_Part(), _Part()))[side]

    ways = [poses(s.people[who]) if who in s.people else [] for s in sides]
    match = SequenceMatcher(None, [p for _, p in ways[0]], [p for _, p in ways[1]], autojunk=False)
    for tag, a0, a1, b0, b1 in match.get_opcodes():
        if tag == "equal":
            continue
        for side, first, last in ((0, a0, a1), (1, b0, b1)):
            for t, pose in ways[side][first:last]:
                part(side, t, True).poses.append(pose)
    acts = [s.people[who].gestures if who in s.people else () for s in sides]
    done = [[g.gesture for g in side] for side in acts]
    made = SequenceMatcher(None, done[0], done[1], autojunk=False)
    for tag, a0, a1, b0, b1 in made.get_opcodes():
        if tag == "equal":
            continue
        for side, first, last in ((0, a0, a1), (1, b0, b1)):
            for g in acts[side][first:last]:
                part(side, g.start, False).gestures.append(g.gesture)
    return found


def _clause_names(section: StagedSection) -> list[tuple[str, int]]:
    seen: dict[str, int] = {}
    names = []
    for step in section.steps:
        seen[step.text] = seen.get(step.text, 0) + 1
        names.append((step.text, seen[step.text]))
    return names


def compare_movements(a: Rite, b: Rite) -> Iterator[dict[str, Any]]:
    """For every section, clause and person: who walks another way, stands elsewhere, turns otherwise or acts otherwise, with
    what either side does alone (where from, where to, facing in the end, 尺 walked, gestures). Times are not compared.

    A side is None where there is nothing that it does alone; a section on one side only is left out.
    """
    left, right = ({s.number: s for s in rite.sections} for rite in (a, b))
    for number in sorted({*left} & {*right}):
        one, two = left[number], right[number]
        rows: list[tuple[int, dict[str, Any]]] = []
        order = {name: n for n, name in enumerate(dict.fromkeys([*_clause_names(one), *_clause_names(two)]))}
        for who in dict.fromkeys([*one.people, *two.people]):
            for name, (mine, other) in _parts(one, two, who).items():
                how = _how(mine, other)
                if not how:
                    continue
                rows.append(
                    (
                        order.get(name, 0),
                        {
                            "section": number,
                            "title": one.title,
                            "clause": name[0],
                            "who": who,
                            "how": how,
                            "a": mine.as_dict(one.duration / 1000) if mine != _Part() else None,
                            "b": other.as_dict(two.duration / 1000) if other != _Part() else None,
                        },
                    )
                )
        rows.sort(key=lambda r: r[0])
        yield from (row for _, row in rows)


def _place(place: Place) -> dict[str, Any]:
    return {
        "x": str(place.x),
        "y": str(place.y),
        "level": str(place.level),
        "facing": None if place.facing is None else str(place.facing),
    }


def compare_places(a: Mapping[str, Place], b: Mapping[str, Place]) -> list[dict[str, Any]]:
    """The places that lie elsewhere, face another way, or exist on one side only (the other is null)."""
    rows: list[dict[str, Any]] = []
    for name in dict.fromkeys((*a, *b)):
        left, right = a.get(name), b.get(name)
        one, two = (_place(left) if left else None), (_place(right) if right else None)
        if one == two:
            continue
        known = left or right
        assert known is not None
        rows.append({"id": name, "name": known.name, "english": known.name_en, "a": one, "b": two})
    return rows
