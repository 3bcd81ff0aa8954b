"""The list of passages: no clause that speaks of a place is left without its station or a reason."""

from __future__ import annotations

from pathlib import Path

from layout.plan import Plan
from layout.plan.passages import passage_rows, passage_table

DOCS = Path(__file__).parents[3] / "docs"


def test_no_passage_is_left_out(plan: Plan) -> None:
    rows = passage_rows(plan)
    assert len(rows) > 550
    assert [r for r in rows if not r.places and not r.reason] == []
    known = {*plan.places, *plan.footprints}
    assert {p for r in rows for p in r.places} <= known
    assert sum(bool(r.places) for r in rows) > 430


def test_stations_are_what_the_clause_says(plan: Plan) -> None:
    rows = {(r.section, r.clause): r.places for r in passage_rows(plan)}
    assert "guest-court-place" in rows[8, "東面立于西階西"]
    assert "basin" in rows[2, "南北以堂深"]
    assert rows[25, "適右个"] == ("arm-right",)
    assert "marshal-place" in rows[18, "立于司射之南"]
    assert "tray-place" in rows[25, "左个之西北三步"]


def test_list_in_docs_is_the_list_of_the_data(plan: Plan) -> None:
    written = (DOCS / "passages.md").read_text(encoding="utf-8")
    assert written == passage_table(plan), "write it anew: shegong plan docs/passages.md --passages"
