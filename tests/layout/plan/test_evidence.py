"""Evidence of places: each number carries the step that gives it, not one of the premises of that step."""

from __future__ import annotations

import json
from typing import Any

import pytest

from layout.evidence.model import Evidence
from layout.plan import Plan
from layout.plan.geojson import to_geojson


@pytest.fixture(scope="module")
def rows(plan: Plan) -> dict[str, list[dict[str, Any]]]:
    return {f["id"]: f["properties"]["evidence"] for f in json.loads(to_geojson(plan))["features"]}


def step_of(rows: dict[str, list[dict[str, Any]]], place: str, number: str) -> dict[str, Any]:
    (found,) = (r for r in rows[place] if r.get("working", "").startswith(f"{number} = "))
    return found


def test_number_of_a_place_is_paired_with_its_own_step_not_its_first_premise(plan, rows):
    depth = step_of(rows, "basin", "堂深")
    assert (depth["clause"], depth["speaker"], depth["chi"]) == ("", "周禮·考工記·匠人", "48")
    assert "廣四修一" in depth["passage"]
    gate = step_of(rows, "gate", "門")
    assert (gate["speaker"], gate["chi"]) == ("儀禮義疏", "-360")
    assert "三十六丈" in gate["passage"]


def test_every_number_of_every_place_is_that_of_its_derivation(plan: Plan):
    own = {s.working: s for d in plan.ground.dimensions.values() for s in d.derivation[-1:]}
    checked = 0
    for item in (*plan.places.values(), *plan.footprints.values(), *plan.lines.values()):
        for step in item.evidence:
            if step.working in own:
                source = own[step.working]
                assert _source(step) == _source(source), (item.id, step.working)
                checked += 1
    assert checked > 100


def _source(step: Evidence) -> tuple[object, ...]:
    return step.clause, step.speaker, step.passage, step.chi


def test_no_row_is_without_clause_and_reason(rows):
    assert [(k, r) for k, found in rows.items() for r in found if not r["clause"] and not r.get("reason")] == []
