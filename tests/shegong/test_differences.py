"""Two readings compared clause by clause: who walks, stands or turns otherwise, and nobody else."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite.model import Rite
from rite.staging import scores_of, stage_with
from shegong.differences import compare_movements


@cache
def shooting(*sets: str) -> Rite:
    """§§ 16–18 under a choice."""
    plan = lay_out(derive(Choices(sets=sets)), Company())
    return stage_with(plan, {n: s for n, s in scores_of(plan).items() if 16 <= n <= 18}, None, None)


@cache
def rows(choice: str) -> list[dict[str, Any]]:
    return [r for r in compare_movements(shooting(), shooting(choice)) if r["section"] == 18]


def row(choice: str, clause: str, who: str) -> dict[str, Any]:
    return next(r for r in rows(choice) if r["clause"].startswith(clause) and r["who"] == who)


def test_the_same_reading_does_not_differ() -> None:
    assert list(compare_movements(shooting(), shooting())) == []


@pytest.mark.parametrize("choice", ["marks=lintel", "path=outside"])
def test_every_row_differs(choice: str) -> None:
    assert rows(choice)
    for r in rows(choice):
        assert r["how"], r
        a, b = ({k: v for k, v in (r[side] or {}).items() if k != "seconds"} for side in ("a", "b"))
        assert a != b, r
        assert set(r["how"]) <= {"walks", "stands", "turns", "acts"}
    people = {r["who"] for r in rows(choice)}
    assert {"archer-1-upper", "archer-1-lower", "archer-3-lower"} <= people
    assert not people & {"guest", "host", "pupil-1", "music-master", "grandee-1", "guest-2"}


def test_marks_under_the_lintel() -> None:
    """物當棟 or 當楣: the archers stand on marks twelve 尺 apart, north and south, and do there what they do."""
    moved = row("marks=lintel", "皆左足履物", "archer-1-upper")
    assert moved["a"]["to"] == [-3.0, 24.0, 3.0]
    assert moved["b"]["to"] == [-3.0, 12.0, 3.0]
    assert moved["a"]["facing"] == moved["b"]["facing"] == 180
    assert "stands" in moved["how"]
    assert row("marks=lintel", "西南面立于物間", "usher")["b"]["to"] == [0.0, 12.0, 3.0]
    # He has come there under that clause; under the next he does not walk.
    assert not [r for r in rows("marks=lintel") if r["clause"] == "右執簫南揚弓" and r["who"] == "usher"]
    assert all("acts" not in r["how"] for r in rows("marks=lintel"))


def test_way_before_the_pillar() -> None:
    """鉤楹內 or 由楹外: another way from the stairs to the same mark, and back; on the mark nothing differs."""
    clauses = [r["clause"] for r in rows("path=outside") if r["who"] == "archer-1-upper"]
    assert clauses == ["皆當其物北面揖", "揖如升射"]
    back = row("path=outside", "揖如升射", "archer-1-upper")
    assert back["a"]["from"] == back["b"]["from"] == [-3.0, 24.0, 3.0]
    # Behind the pillar he is ten 尺 north of where he passes before it.
    assert back["a"]["to"][1] - back["b"]["to"][1] > 10
