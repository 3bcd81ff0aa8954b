"""A second reading, clause by clause: what each clause of the 37 sections says of place, level, posture, order, hands and number."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from rite.facts import Facts
from rite.report import tally
from support.rites import staged

FILE = Path(__file__).parents[1] / "data" / "facts-clauses.tsv"


@cache
def _rows() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@cache
def _facts() -> Facts:
    return Facts(*staged())


def _named(text: str, section: int) -> str:
    """Winner and loser of a pair as the shooting before a section has them."""
    rounds = _facts().rite.score["rounds"]
    assert isinstance(rounds, list)
    won = next(str(r["winner"]) for r in rounds if r["round"] == (2 if section < 28 else 3))
    other = {"upper": "lower", "lower": "upper"}
    return re.sub(r"-(winner|loser)", lambda m: "-" + (won if m[1] == "winner" else other[won]), text)


@pytest.mark.parametrize("section", range(1, 38))
def test_facts_of_section_hold(section: int) -> None:
    rows = [r for r in _rows() if r["section"] == str(section)]
    assert rows
    wrong = {}
    for r in rows:
        who, expected = _named(r["who"], section), _named(r["expected"], section)
        problem = _facts().check(section, r["clause"], r["moment"], who, r["kind"], expected, r["tolerance"])
        if problem:
            wrong[r["id"], r["clause"]] = problem
    assert not wrong


def test_there_are_facts_of_every_kind() -> None:
    kinds = {r["kind"] for r in _rows()}
    assert {"facing", "level", "posture", "holds", "count", "near", "order", "precedes", "passes", "left-of"} <= kinds
    assert len(_rows()) > 3000
    assert {"not-holds", "wears", "not-wears", "turns", "state"} <= kinds


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


BOWS = {
    # By section, as the text counts them: 1 4 5 6 7 8 9 11 12 13 14 15 31 35 36 37.
    "host": 4 + 2 + 4 + 4 + 5 + 3 + (3 + 3) + 3 + 4 + 2 + 2 + 2 + 4 + (2 + 2) + 1 + (5 + 3),
    "guest": 6 + 4 + 4 + 4 + 5 + 3 + 3 + 2 + 2 + 3 + 1,  # 1 4 5 6 7 8 10 15 31 32 36
    "guest-2": 1 + 1 + 4 + 1,  # 皆答壹拜, 拜受, pledged and pledging, 37
    "guest-4": 1 + 1 + 4 + 1,
    "guest-5": 1 + 4,  # 不拜受爵
    "guest-8": 1 + 2,  # the last who is pledged pledges nobody
    "grandee-1": 3 + 3 + 4 + 3,  # 11 12 31 32
    "usher": 1 + 1 + 1 + (5 + 3),  # 14, 15, the caller's cup, 37 as the guest
    "attendant-1": 3 + 3 + 3,  # 10 32 37
    "attendant-2": 3,
    "archery-master": 1,
    "caller": 1,
    "scorer": 1,
    "zither-1": 1,
    "zither-2": 0,
    "piper-1": 1,
    "piper-2": 0,
    "archer-1-upper": 0,
}

CUPS = {
    # The penalties (24, 29) apart.
    "host": 1 + 1 + 1 + 1 + 1 + 2,  # 酢, 酬, 自酢, 旅, 無算, the morrow twice
    "guest": 1 + 0 + 1 + 1,  # the pledge of 8 is not drunk
    "guest-2": 1 + 1 + 1 + 2,
    "guest-5": 1 + 1 + 1,
    "guest-8": 1 + 1 + 1,
    "grandee-1": 1 + 1 + 1,
    "usher": 1 + 2,
    "attendant-1": 1 + 1 + 1 + 1,
    "attendant-2": 1 + 1,
    "attendant-3": 1,
    "zither-1": 1,
    "singer-2": 1,
    "piper-1": 1,
    "piper-4": 1,
    "caller": 1,
    "scorer": 1,
    "music-master": 0,
    "archery-master": 0,
}

VESSELS_WASHED = {
    "host": 1 + 2 + 1 + 1 + 2,  # 6, 8 twice, 9, 11, 37 twice
    "guest": 1,
    "grandee-1": 1,
    "usher": 2 + 1 + 1,  # 15 twice, the caller's cup, 37 酢
    "archery-master": 1,
    "attendant-1": 2 + 2 + 1 + 2,  # 10, 32, 34, 37
    "attendant-2": 2 + 1,
}


@pytest.mark.parametrize(
    ("action", "wanted", "left_out"),
    [("bow", BOWS, ()), ("drink", CUPS, (24, 29)), ("wash", VESSELS_WASHED, (24, 29))],
    ids=["bows", "cups", "vessels washed"],
)
def test_counts_of_the_whole_rite(action: str, wanted: dict[str, int], left_out: tuple[int, ...]) -> None:
    """Counted from the text, section by section, before the staging is asked."""
    facts = _facts()
    sections = [s for s in facts.rite.sections if s.number not in left_out]
    found = {who: sum(facts.count(s.number, action, who) for s in sections if who in s.people) for who in wanted}
    assert found == wanted


def test_tally_prints_the_same_counts() -> None:
    rows = {str(r["who"]): r for r in tally(_facts().rite)}
    assert {who: rows[who]["bows"] for who in BOWS} == BOWS
    penalties = {who: sum(_facts().count(n, "drink", who) for n in (24, 29)) for who in CUPS}
    assert {who: rows[who]["cups"] - penalties[who] for who in CUPS} == CUPS
    assert rows["grandee-1"]["washed"] == 1
