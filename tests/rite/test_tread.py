"""Nobody steps on what is set down before people: dishes, meat-stands, cups."""

from __future__ import annotations

import itertools
import math

import pytest

from layout.choices import Company
from rite.facts import Facts
from rite.model import PersonActs, StagedSection
from support.rites import staged

CLEAR = 0.45
"""Least distance, 尺, from the middle of a walker to the middle of a thing set down: he who serves a row steps close by."""


def _nearest(section: StagedSection, person: PersonActs) -> float:
    standing = [
        (key, end)
        for thing in section.things.values()
        if thing.kind in ("dishes", "meat", "cup", "goblet")
        for key, end in zip(thing.keys, [*(k.t for k in thing.keys[1:]), section.duration + 1], strict=True)
        if key.visible and key.holder is None
    ]
    least = math.inf
    for a, b in itertools.pairwise(person.root):
        dx, dy = b.x - a.x, b.y - a.y
        far = dx * dx + dy * dy
        if far < 0.09:
            continue
        for key, end in standing:
            part = min(1.0, max(0.0, ((key.x - a.x) * dx + (key.y - a.y) * dy) / far))
            if key.t <= a.t + part * (b.t - a.t) <= end and abs(a.z + part * (b.z - a.z) - key.z) < 0.8:
                least = min(least, math.hypot(a.x + part * dx - key.x, a.y + part * dy - key.y))
    return least


@pytest.mark.parametrize("section", range(6, 36))
def test_nobody_treads_on_what_is_set_down(section: int) -> None:
    acts = Facts(*staged()).section(section)
    trodden = {p.id: round(_nearest(acts, p), 2) for p in acts.people.values()}
    assert {who: far for who, far in trodden.items() if far < CLEAR} == {}


def test_host_leaves_his_mat_by_its_end() -> None:
    """啐酒於席末 由前降便也 (注): he tastes at the north end, and leaves the front there, clear of his dishes."""
    rite, plan = staged(Company(pairs=0), last=8)
    facts = Facts(rite, plan)
    start, _ = facts.span(7, "自席前適阼階上")
    at = facts.spot(7, "host", start)
    mat = facts.spot(7, "host-mat", start)
    assert at.y > mat.y + 2
    assert _nearest(facts.section(7), facts.section(7).people["host"]) >= CLEAR
