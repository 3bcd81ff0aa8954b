"""One person's sheet: his own clauses, in words that say where he is and what he has in his hands."""

from __future__ import annotations

import re

import pytest

from layout.plan.model import Plan
from rite import report
from support.rites import part, staged


@pytest.fixture(scope="module")
def plan() -> Plan:
    return staged()[1]


def test_sheet_tells_his_own_clauses_and_no_one_elses() -> None:
    rite, plan = staged()
    rows = report.role_sheet(part(rite, range(18, 19)), plan, "archer-1-upper")
    clauses = [r["clause"] for r in rows]
    assert clauses[:4] == ["上耦揖進", "上射在左並行", "當階北面揖", "及階揖"]
    assert not {"獲者適侯", "司馬適堂西", "反由司射之南"} & set(clauses)
    assert rows == sorted(rows, key=lambda r: (r["start"], r["end"]))


def test_what_goes_on_beyond_his_clauses_is_told_once() -> None:
    """After the shots of § 21 he goes down under no clause of his own: the clause that sums it up tells it, the others do not."""
    rite, plan = staged()
    clauses = [r["clause"] for r in report.role_sheet(part(rite, range(21, 22)), plan, "archer-1-upper")]
    assert clauses == ["一耦揖升如初", "上射揖", "乃射", "三耦卒射"]


def test_every_sheet_names_a_place_in_reach() -> None:
    rite, plan = staged()
    shooting = part(rite, range(14, 31))
    for role in ("archer-3-lower", "scorer", "usher", "guest-5", "pupil-2"):
        rows = report.role_sheet(shooting, plan, role)
        assert len(rows) > 10
        for row in rows:
            assert re.fullmatch(r"\S+( \+\d\d?尺)?", row["place"]), (role, row)


@pytest.mark.parametrize(
    ("x", "z", "says"), [(-20.0, 1.0, "西階一等"), (20.0, 2.0, "阼階二等"), (-20.0, 0.0, ""), (-20.0, 3.0, "")]
)
def test_on_the_stairs_the_step_is_told(plan: Plan, x: float, z: float, says: str) -> None:
    assert report.stair_of(plan, x, z) == says


def test_a_row_is_named_to_its_end(plan: Plan) -> None:
    line = plan.places["archers-place-1"]
    x, y = (float(v) for v in line.nth(9))
    assert report.nearest_place(plan, report.marked_places(plan), x, y, 0.0, frozenset({line.name})) == line.name


def test_a_person_goes_by_his_id_his_word_and_his_label() -> None:
    names = report.role_names(["archery-master", "usher", "guest-5", "archer-1-upper"])
    assert names["司射"] == "archery-master"
    assert names["司馬"] == names["司正"] == "usher"
    assert names["眾賓五"] == "guest-5"
    assert names["上耦上射"] == names["archer-1-upper"] == "archer-1-upper"


def test_hands_are_told_briefly() -> None:
    held = ["bow-guest (left-hand)", *(f"arrow-guest-{n} (belt)" for n in (1, 2, 3)), "arrow-guest-4 (string)"]
    assert report.holds_in_words(held) == "bow (left hand), 3 arrows (belt), 1 arrow (string)"
    assert report.holds_in_words(["cup-stand (both-hands)"]) == "cup-stand (both hands)"
    assert report.holds_in_words([]) == ""
