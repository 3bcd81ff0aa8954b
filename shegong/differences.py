"""What differs between two plans and two staged rites: where places lie, who walks another way, how far."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from layout.plan.model import Place
from rite.model import PersonActs, Rite, StagedSection


def path(acts: PersonActs) -> list[tuple[float, float, float]]:
    """The points that a person goes through, without the times and without standing still."""
    points: list[tuple[float, float, float]] = []
    for key in acts.root:
        point = (round(key.x, 3), round(key.y, 3), round(key.z, 3))
        if not points or points[-1] != point:
            points.append(point)
    return points


def walked(points: list[tuple[float, float, float]]) -> float:
    """Length of a way, in 尺."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def _side(section: StagedSection | None, who: str) -> dict[str, Any] | None:
    acts = section.people.get(who) if section else None
    if section is None or acts is None:
        return None
    points = path(acts)
    gestures = [g.gesture for g in acts.gestures]
    return {
        "distance": round(walked(points), 3),
        "from": list(points[0]) if points else None,
        "to": list(points[-1]) if points else None,
        "points": len(points),
        "gestures": len(gestures),
        "seconds": section.duration / 1000,
    }


def compare_movements(a: Rite, b: Rite) -> Iterator[dict[str, Any]]:
    """For every section and person whose way or gestures differ: how far he walks on either side, from where to where.

    A side is None where the person has no part in the section.
    """
    left, right = ({s.number: s for s in rite.sections} for rite in (a, b))
    for number in sorted({*left, *right}):
        one, two = left.get(number), right.get(number)
        known = one or two
        assert known is not None
        people = dict.fromkeys([*(one.people if one else ()), *(two.people if two else ())])
        for who in people:
            ways = [(path(s.people[who]), [g.gesture for g in s.people[who].gestures]) if s and who in s.people else None
                    for s in (one, two)]  # fmt: skip
            if ways[0] != ways[1]:
                yield {
                    "section": number,
                    "title": known.title,
                    "who": who,
                    "a": _side(one, who),
                    "b": _side(two, who),
                }


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
