"""Every branch of the score is walked by some company, and the rite of each company stands the audit."""

from __future__ import annotations

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite.audit import audit
from rite.cast import Cast
from rite.facts import dress_at
from rite.model import Rite
from rite.staging import scores_of, stage_with, words_of
from support.laws import Laws
from support.rites import staged as cached

COMPANIES: dict[str, tuple[Company, tuple[str, ...]]] = {
    "default": (Company(), ()),
    "upper wins": (Company(seed=2), ()),
    "tie": (Company(seed=4), ()),
    "host watches": (Company(host_shoots=False), ()),
    "no grandee": (Company(grandees=0), ()),
    "two grandees": (Company(grandees=2, pairs=6), ()),
    "three pairs alone": (Company(pairs=0), ()),
    "hall with chamber": (Company(), ("hall=xiang",)),
}
LATER = {"music-leader", "no-music-leader", "grandee", "no-grandee"}
"""Conditions that no section from 14 to 30 asks."""
TAKEN: dict[str, set[str]] = {}


def staged(name: str) -> Rite:
    company, sets = COMPANIES[name]
    rite, plan = cached(company, sets, 14, 30)
    branches = rite.score["branches"]
    assert isinstance(branches, dict)
    TAKEN[name] = set(branches)
    found = audit(rite, plan)
    assert not found.violations, [v.as_dict() for v in found.violations][:5]
    return rite


@pytest.mark.parametrize("name", COMPANIES)
def test_company_stands_the_audit(name: str) -> None:
    rite = staged(name)
    assert [s.number for s in rite.sections] == list(range(14, 31))


@pytest.mark.parametrize("name", COMPANIES)
def test_laws_of_the_shootings_hold(name: str) -> None:
    """Turns, calls, tallies after every pair, the result told, the losers' cups, the five verses."""
    company, sets = COMPANIES[name]
    laws = Laws(*cached(company, sets, 14, 30))
    assert laws.broken() == []
    assert laws.asked > 5000


def test_after_a_tie_he_is_armed_again() -> None:
    """司射猶袒決遂: where nobody drank (左右鈞) he has been covered since the tallies were watched."""
    rite = staged("tie")
    rounds = rite.score["rounds"]
    assert isinstance(rounds, list)
    assert rounds[2]["winner"] == "tie"
    section = rite.sections[-1]
    step = next(s for s in section.steps if s.text == "司射猶袒決遂")
    assert {"bare-left", "ring", "guard"} <= dress_at(section.people["archery-master"], step.end)


def test_every_branch_is_walked() -> None:
    for name in COMPANIES:
        if name not in TAKEN:
            staged(name)
    plan = lay_out(derive(Choices()), Company())
    asked = {
        under
        for n, score in scores_of(plan).items()
        if 14 <= n <= 30
        for clause in score.clauses
        for _, path in clause.directions()
        for under in path
    }
    walked = set().union(*TAKEN.values())
    assert asked <= walked
    assert asked <= set(words_of(plan).branches)


def test_pairs_of_a_company() -> None:
    cast = Cast(Company())
    assert [p.members for p in cast.later_pairs] == [
        ("guest", "host"),
        ("guest-5", "grandee-1"),
        ("guest-2", "guest-3"),
        ("guest-4", "guest-6"),
    ]
    assert cast.guests[-1] == "guest-8"
    more = Cast(Company(pairs=20))
    assert len(more.pairs) == 23
    assert len(set(more.archers)) == 46
    assert len(more.guests) > 7
    assert "host" not in Cast(Company(host_shoots=False)).archers


@pytest.mark.parametrize(
    ("reading", "sets", "company", "last"),
    [
        # The steps of the rows are longer; what lies beside a row must be placed by it.
        ("wang-zhi-pace", (), Company(), 37),
        # The grandees' second row of mats, near the host's; three guests leave the stairs one after another.
        ("zhou-xu", ("hall=xiang",), Company(guests=3, grandees=3), 37),
        ("xiang-xiang", (), Company(guests=16, grandees=2), 5),
    ],
)
def test_another_reading_stands_the_audit(reading: str, sets: tuple[str, ...], company: Company, last: int) -> None:
    plan = lay_out(derive(Choices(reading=reading, sets=sets)), company)
    found = audit(stage_with(plan, {n: s for n, s in scores_of(plan).items() if n <= last}, None, None), plan)
    assert not found.violations, [v.as_dict() for v in found.violations][:5]
