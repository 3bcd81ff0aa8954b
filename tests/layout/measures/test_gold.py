"""Hand-checked tables of three seeds: what must be found, and what must not."""

from __future__ import annotations

from fractions import Fraction

import gold
import pytest

from layout.measures.claims import check_claims, check_received

SCORES = {number: gold.score(number) for number in gold.SEEDS}


def test_measures_found_with_their_exact_values() -> None:
    missed = [row for s in SCORES.values() for row in s.missed]
    assert len(missed) == 0, missed
    assert sum(s.measures for s in SCORES.values()) >= 60


def test_counts_found() -> None:
    missed = [row for s in SCORES.values() for row in s.missed_counts]
    assert len(missed) <= 0.01 * sum(s.counts for s in SCORES.values()), missed


def test_precision() -> None:
    finds = sum(s.finds for s in SCORES.values())
    extra = [m for s in SCORES.values() for m in s.extra]
    assert 1 - len(extra) / finds >= 0.97, [(m.text, m.start) for m in extra]


def test_no_trap_is_taken_for_a_measure() -> None:
    assert [m.text for s in SCORES.values() for m in s.trapped] == []


EXPECTED = {cells[0]: cells for cells in gold.table("claims.tsv")}


@pytest.mark.parametrize(
    "name", [name for name, cells in EXPECTED.items() if cells[7] in ("OK", "FAIL") and name not in ("L1", "S2")]
)
def test_claims_of_the_table(name: str) -> None:
    """L1 is a check on the ground; S2 comes as its two products."""
    cells = EXPECTED[name]
    verdict = {"OK": "agrees", "FAIL": "differs"}[cells[7]]
    claims = check_received()
    assert any(str(c.computed) == cells[5] and str(c.stated) == cells[6] and c.verdict == verdict for c in claims), [
        (c.text, c.computed) for c in claims
    ]


def test_the_two_products() -> None:
    products = [(c.text, c.computed) for c in check_claims(gold.seed("000")) if c.text in ("五八四十", "五六三十")]
    assert products == [("五八四十", Fraction(40)), ("五六三十", Fraction(30))]
