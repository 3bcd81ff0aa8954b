"""Rites staged once for all tests of a worker that ask for the same company."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from layout.plan.model import Plan
from rite.model import Rite
from rite.staging import scores_of, stage_with


def staged(
    company: Company | None = None, sets: tuple[str, ...] = (), first: int = 1, last: int = 37
) -> tuple[Rite, Plan]:
    """The sections from `first` to `last` and their plan; the rite begins at `first` with its opening."""
    return _staged(company or Company(), sets, first, last)


@cache
def _staged(company: Company, sets: tuple[str, ...], first: int, last: int) -> tuple[Rite, Plan]:
    plan = lay_out(derive(Choices(sets=sets)), company)
    scores = {n: s for n, s in scores_of(plan).items() if first <= n <= last}
    return stage_with(plan, scores, None, None), plan


def part(rite: Rite, sections: range) -> Rite:
    """Some sections of a rite."""
    return replace(rite, sections=tuple(s for s in rite.sections if s.number in sections))
