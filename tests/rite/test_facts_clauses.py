"""A second reading, clause by clause: what each clause of the 37 sections says of place, level, posture, order, hands and number."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from rite.facts import Facts
from support.rites import staged

FILE = Path(__file__).parents[1] / "data" / "facts-clauses.tsv"


@cache
def _rows() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@cache
def _facts() -> Facts:
    return Facts(*staged())


def _named(text: str) -> str:
    """Winner and loser of a pair as the second shooting of this run has them."""
    rounds = _facts().rite.score["rounds"]
    assert isinstance(rounds, list)
    won = next(str(r["winner"]) for r in rounds if r["round"] == 2)
    other = {"upper": "lower", "lower": "upper"}
    return re.sub(r"-(winner|loser)", lambda m: "-" + (won if m[1] == "winner" else other[won]), text)


@pytest.mark.parametrize("section", range(1, 38))
def test_facts_of_section_hold(section: int) -> None:
    rows = [r for r in _rows() if r["section"] == str(section)]
    assert rows
    wrong = {}
    for r in rows:
        who, expected = _named(r["who"]), _named(r["expected"])
        problem = _facts().check(section, r["clause"], r["moment"], who, r["kind"], expected, r["tolerance"])
        if problem:
            wrong[r["id"], r["clause"]] = problem
    assert not wrong


def test_there_are_facts_of_every_kind() -> None:
    kinds = {r["kind"] for r in _rows()}
    assert {"facing", "level", "posture", "holds", "count", "near", "order", "precedes", "passes", "left-of"} <= kinds
    assert len(_rows()) > 1100


def test_whole_rite_is_counted() -> None:
    """What is done to or by somebody over the whole rite: every vessel emptied, every shot."""
    facts = _facts()

    def whole(action: str, who: str, to: str = "", sections: range = range(1, 38)) -> int:
        return sum(facts.count(n, action, who, to) for n in sections if who in facts.section(n).people)

    shot = {"archer-1-upper": 8 + 4, "archer-3-lower": 12, "archery-master": 4, "guest": 8, "host": 8, "guest-2": 8}
    assert {who: whole("shoot", who) for who in shot} == shot
    # 戒 6, 速 4, 迎 4, 獻 4 拜洗 拜受 拜告旨 拜既爵 …: the cup he takes and the cup he gives.
    assert [whole("bow", "guest", "host", range(n, n + 1)) for n in (1, 4, 5, 6, 7, 8)] == [6, 4, 4, 4, 5, 3]
    assert [whole("bow", "host", "guest", range(n, n + 1)) for n in (1, 4, 5, 6, 7, 8)] == [4, 2, 4, 4, 5, 3]
