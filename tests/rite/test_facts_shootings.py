"""A list of §§ 14–30 written before the staging was looked at: words and whom they meet, hands, dress, sides and turns, clause by clause."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from layout.errors import InputError
from rite.questions import Questions
from support.laws import told
from support.rites import staged

FILE = Path(__file__).parents[1] / "data" / "facts-shootings.tsv"


@cache
def _rows() -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@cache
def _questions() -> Questions:
    return Questions(*staged())


def _named(text: str, section: int) -> str:
    """Winner and loser of a pair as the shooting before a section has them."""
    rounds = _questions().rite.score["rounds"]
    assert isinstance(rounds, list)
    won = next(str(r["winner"]) for r in rounds if r["round"] == (2 if section < 28 else 3))
    other = {"upper": "lower", "lower": "upper"}
    return re.sub(r"-(winner|loser)", lambda m: "-" + (won if m[1] == "winner" else other[won]), text)


@pytest.mark.parametrize("section", range(14, 31))
def test_facts_of_section_hold(section: int) -> None:
    rows = [r for r in _rows() if r["section"] == str(section)]
    assert rows
    wrong = {}
    for r in rows:
        who, expected = _named(r["who"], section), _named(r["expected"], section)
        problem = _questions().check(section, r["clause"], r["moment"], who, r["kind"], expected, r["tolerance"])
        if problem:
            wrong[r["id"], r["clause"]] = problem
    assert not wrong


def test_there_are_many_of_every_kind() -> None:
    assert len(_rows()) > 1500
    assert {"says", "silent", "did", "carries", "bears", "amount", "toward"} <= {r["kind"] for r in _rows()}
    assert {"every", "speaking", "doing salute", "doing draw-shoot", "doing lay-tally"} <= {
        r["moment"] for r in _rows()
    }


@pytest.mark.parametrize(
    ("section", "clause", "moment", "who", "kind", "expected", "says"),
    [
        (16, "命弟子納射器", "end", "archery-master", "says", "設楅", "says 納射器"),
        (18, "賓揖", "end", "guest", "speaks", "", "says nothing"),
        (18, "命去侯", "end", "usher", "silent", "", "says 去侯"),
        (18, "命去侯", "speaking", "usher", "facing", "180", "faces 225"),
        (18, "命去侯", "speaking", "guest", "facing", "180", "never speaking"),
        (17, "搢三而挾一个", "end", "archer-1-upper", "carries", "arrow 4 in belt", "carries 3 arrow"),
        (19, "乃復求矢加于楅", "end", "arrow-rack", "bears", "arrow 27", "bears 28 arrow"),
        (21, "坐實八算于中", "end", "tallies-holder", "amount", "9", "8, not 9"),
        (24, "興少退立卒觶", "end", "archer-1-loser", "did", "drink-penalty 2", "1 times, not 2"),
        (19, "北面坐委于楅", "doing lay-arrows", "any pupil", "facing", "180", "any pupil"),
        (14, "主人再拜", "end", "host", "toward", "target", "degrees past target"),
    ],
)
def test_a_wrong_fact_is_refused(
    section: int, clause: str, moment: str, who: str, kind: str, expected: str, says: str
) -> None:
    who = _named(who, section)
    assert says in _questions().check(section, clause, moment, who, kind, expected, "5")


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(InputError):
        _questions().check(17, "降", "end", "archery-master", "carries", "four arrows")


@pytest.mark.parametrize(
    ("upper", "lower", "text"),
    [(20, 21, "左賢於右一奇"), (23, 20, "右賢於左一純一奇"), (9, 9, "左右鈞"), (40, 0, "右賢於左二十純"), (2, 25, "左賢於右十一純一奇")],
)  # fmt: skip
def test_result_is_told_by_pairs_and_odd(upper: int, lower: int, text: str) -> None:
    assert told(upper, lower) == text
