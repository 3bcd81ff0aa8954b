"""The survey against the derivation of single combinations, in one piece and in chunks."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layout.choices import Choices
from layout.errors import InputError, UnknownNameError
from layout.evidence import check_ground, derive
from layout.evidence.exact import FUNCTIONS, Table
from layout.evidence.implicants import failing_choices
from layout.evidence.survey import _Work, survey

FEW = ["hall", "rank", "chamber", "marks", "depth", "lane-origin", "screen-origin", "range", "shape", "ren", "sleeve"]


def test_tables_equal_single_derivations():
    work = _Work(Choices(), None, (), 10**6)
    work.reach()
    rng = random.Random(7)
    for _ in range(12):
        index = {n: rng.randrange(len(a.names)) for n, a in enumerate(work.axes)}
        chosen = tuple(f"{work.axes[n].key}={work.axes[n].names[i]}" for n, i in index.items())
        ground = derive(Choices(sets=chosen))
        for name in work.data.known:
            assert work.table(name).at(index) == ground.chi(name), (name, chosen)


def test_ranges_and_violations_by_brute_force():
    over = ["marks", "depth", "lane-origin", "ren", "sleeve"]
    found = survey(over=over)
    grounds = [
        derive(Choices(sets=(f"marks={m}", f"depth={d}", f"lane-origin={o}", f"ren={r}", f"sleeve={s}")))
        for m in ("ridge", "lintel")
        for d in ("four-fifths", "three-zhang")
        for o in ("edge", "mark")
        for r in "784"
        for s in ("whole", "above")
    ]
    assert found.combinations == len(grounds) == 48
    for name, r in found.dimensions.items():
        values = [g.chi(name) for g in grounds]
        assert (r.min, r.max) == (min(values), max(values)), name
    broken: dict[str, int] = {}
    for g in grounds:
        for c in check_ground(g):
            broken[c.id] = broken.get(c.id, 0) + (c.verdict != "agrees")
    assert {k: v.count for k, v in found.violations.items()} == {k: v for k, v in broken.items() if v}
    assert found.violations["sleeve-shorter-than-pole"].choices == [{"ren": "4", "sleeve": "whole"}]


def test_chunks_change_nothing():
    whole, pieces = survey(over=FEW), survey(over=FEW, chunk=7)
    assert whole.combinations == pieces.combinations
    for name, r in whole.dimensions.items():
        p = pieces.dimensions[name]
        assert (r.min, r.max, r.decided_by) == (p.min, p.max, p.decided_by), name
    assert {k: v.count for k, v in whole.violations.items()} == {k: v.count for k, v in pieces.violations.items()}


def test_what_matters_most():
    found = survey(over=FEW, vary=["hall.depth=30..60/6"])
    assert found.dimensions["basin.y"].decided_by == ["hall.depth"]
    assert found.dimensions["banner.pole"].decided_by == ["ren"]
    assert found.dimensions["target.y"].decided_by[0] == "lane-origin"
    assert (found.dimensions["basin.y"].min, found.dimensions["basin.y"].max) == (-60, -30)


def test_more_than_a_hundred_thousand_combinations():
    found = survey()
    assert found.combinations > 10**5
    assert found.row()["dimensions"]["lane.length"]["min"] == "300"


def test_one_large_table_is_gone_through_in_pieces():
    """A million here; ten millions, and what they need of memory, are measured by benchmarks/survey.py."""
    seen: list[tuple[int, int]] = []
    vary = ["target.center=8..20/0.12", "target.body=10..40/0.3", "target.tongue-upper=20..60/0.4"]
    found = survey(over=["range"], vary=vary, chunk=50_000, progress=lambda a, b: seen.append((a, b)))
    assert found.combinations > 10**6
    assert len(seen) == seen[-1][1] > 10
    low = Fraction(64) / 2 + 20 + 20 + (10 + Fraction(10, 2))
    assert found.dimensions["target.cloth"].min == low


@pytest.mark.parametrize(
    "text", ["hall.depth", "hall.depth=", "hall.depth=9..3/1", "hall.depth=1..3/0", "hall.depth=x"]
)
def test_bad_values(text):
    with pytest.raises(InputError):
        survey(vary=[text])


def test_bad_names():
    with pytest.raises(UnknownNameError, match="ren"):
        survey(over=["rne"])
    with pytest.raises(UnknownNameError, match=r"hall\.depth"):
        survey(vary=["hall.dept=3"])


# -- exact tables -----------------------------------------------------------------------------------------------

numbers = st.fractions(min_value=-50, max_value=50, max_denominator=30)


@given(st.lists(numbers, min_size=1, max_size=4), st.lists(numbers, min_size=1, max_size=4))
def test_arithmetic_is_that_of_fractions(a, b):
    x, y = Table.along(0, a), Table.along(1, b)
    for i, p in enumerate(a):
        for j, q in enumerate(b):
            at = {0: i, 1: j}
            assert (x + y).at(at) == p + q
            assert (x - y).at(at) == p - q
            assert (x * y).at(at) == p * q
            assert FUNCTIONS["min"](x, y).at(at) == min(p, q)
            assert FUNCTIONS["max"](x, y, Fraction(1)).at(at) == max(p, q, 1)
            if all(b):
                assert (x / y).at(at) == p / q
    assert FUNCTIONS["ceil"](x).at({0: 0}) == -(-a[0] // 1)
    assert FUNCTIONS["abs"](x).at({0: 0}) == abs(a[0])


def test_beyond_64_bits_stays_exact():
    big = Table.of(Fraction(10**15 + 1, 7))
    assert (big * big * big).at({}) == Fraction(10**15 + 1, 7) ** 3
    assert (big * big / big).at({}) == Fraction(10**15 + 1, 7)


@given(st.integers(0, 2**12 - 1))
def test_conditions_cover_exactly_what_fails(bits):
    mask = np.array([bits >> n & 1 for n in range(12)], bool).reshape(2, 3, 2)
    found, complete = failing_choices(mask)
    assert complete
    covered = np.zeros_like(mask)
    for one in found:
        where = tuple(one.get(n, slice(None)) for n in range(3))
        assert mask[where].all()
        covered[where] = True
    assert (covered == mask).all()
