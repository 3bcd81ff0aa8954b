"""A moment of the staged rite as the plan draws it: where everybody is, which way he faces, and the way he has just come."""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING

from layout.errors import InputError
from layout.plan.draw.moment import Figure, Moment, figures

if TYPE_CHECKING:
    from layout.plan.model import Plan
    from rite.model import PersonActs, Rite, StagedSection, Step

JUST_WALKED = 45_000
"""Ways are drawn back so many ms."""


def moment_of(rite: Rite, section: int, t: int, plan: Plan | None = None) -> Moment:
    """All who are on stage in a section at a time (ms), and with the plan what stands where it belongs.

    InputError where the section is not staged, or over by then.
    """
    from rite.labels import person_label

    staged = next((s for s in rite.sections if s.number == section), None)
    if staged is None:
        have = ", ".join(str(s.number) for s in rite.sections) or "none"
        raise InputError(f"--at {section}: that section is not scored; there are {have}")
    if t > staged.duration:
        raise InputError(f"--at {section}+{t / 1000:g}: the section lasts {staged.duration / 1000:.1f} s")
    found = []
    for person in staged.people.values():
        posture = _posture(person, t)
        if posture == "hidden":
            continue
        x, y, facing = _root(person, t)
        name, english = person_label(person.id)
        found.append(Figure(person.id, name, english, x, y, facing, posture in ("kneel", "sit"), _way(person, t)))
    step = _step(staged, t)
    clock = f"第{section}節 {staged.title}  {t / 1000:.1f} s"
    clause, gloss = (step.text, step.gloss) if step else ("", "")
    title = (f"{staged.title}圖", staged.english)
    return Moment(*title, clock, clause, gloss, figures(found), staged.venue_at(t), _absent(staged, t, plan))


SET_UP = ("arrow-rack", "tally-holder", "cup-stand")
"""Things that are brought in the course of the rite and taken away again."""
ASIDE = 4.0
"""Farther than this from its place, 尺, a thing is put away."""


def _absent(staged: StagedSection, t: int, plan: Plan | None) -> frozenset[str]:
    """Which of them do not stand on the ground at a time."""
    missing = set()
    for name in SET_UP:
        keys = staged.things[name].keys if name in staged.things else ()
        past = [k for k in keys if k.t <= t]
        if not past or not past[-1].visible or past[-1].holder is not None:
            missing.add(name)
        elif plan is not None and name in plan.footprints:
            # What waits west of the hall with the other gear does not stand where it will be used.
            foot = plan.footprints[name]
            if math.dist((past[-1].x, past[-1].y), (float(foot.x), float(foot.y))) > ASIDE:
                missing.add(name)
    return frozenset(missing)


def _posture(person: PersonActs, t: int) -> str:
    times = [k.t for k in person.postures]
    at = bisect_right(times, t) - 1
    return person.postures[at].posture if at >= 0 else "stand"


def _root(person: PersonActs, t: int) -> tuple[float, float, float]:
    """Place and facing at a time, linear between keys."""
    keys = person.root
    at = max(0, bisect_right([k.t for k in keys], t) - 1)
    a = keys[at]
    if at + 1 >= len(keys) or keys[at + 1].t == a.t:
        return a.x, a.y, a.facing
    b = keys[at + 1]
    share = (t - a.t) / (b.t - a.t)
    return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.facing + (b.facing - a.facing) * share


def _way(person: PersonActs, t: int) -> tuple[tuple[float, float], ...]:
    """The points through which he came to where he is; empty for one who has stood still."""
    # Nobody is drawn to have walked through a cut.
    seen = max((k.t + 2 for k in person.postures if k.posture == "hidden" and k.t <= t), default=0)
    start = min(t, max(0, t - JUST_WALKED, seen))
    points = [_root(person, start)[:2]]
    points += [(k.x, k.y) for k in person.root if start < k.t < t]
    points.append(_root(person, t)[:2])
    kept = [points[0]]
    for point in points[1:]:
        if abs(point[0] - kept[-1][0]) + abs(point[1] - kept[-1][1]) > 0.05:
            kept.append(point)
    return tuple(kept) if len(kept) > 1 else ()


def _step(staged: StagedSection, t: int) -> Step | None:
    """The clause that is being done: the last that has begun."""
    begun = [s for s in staged.steps if s.start <= t]
    return max(begun, key=lambda s: s.start) if begun else None
