"""Facts of place, facing, order and number that the text and its standard commentary fix, for sections 14 to 30."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from layout.choices import Company
from layout.plan.model import Plan
from rite import facts
from rite.facts import ACTIONS, Facts
from rite.model import Rite
from support import rites

GOLD = Path(__file__).parents[1] / "data" / "gold"
SECTIONS = range(14, 31)
TAKES = {"take": ("take-arrow-upper", "take-arrow-lower")}


def staged(seed: int = 1) -> tuple[Rite, Plan]:
    """The default rite of a seed (with the default seed, the one that other files read as well)."""
    return rites.staged(Company(seed=seed)) if seed != 1 else rites.staged()


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table that speak of these sections."""
    with (GOLD / name).open(encoding="utf-8") as file:
        return [r for r in csv.DictReader(file, delimiter="\t") if int(r["section"]) in SECTIONS]


def winner(rite: Rite, number: int = 2) -> str:
    """Which side won a round."""
    rounds = rite.score["rounds"]
    assert isinstance(rounds, list)
    return next(str(r["winner"]) for r in rounds if r["round"] == number)


def named(text: str, rite: Rite) -> str:
    """Winner and loser of a pair as the run has them."""
    won = winner(rite)
    lost = "lower" if won == "upper" else "upper"
    return re.sub(r"(archer-\d)-(winner|loser)", lambda m: f"{m[1]}-{won if m[2] == 'winner' else lost}", text)


def applies(row: dict[str, str], rite: Rite) -> bool:
    """Whether a conditional row (IF …) is about this run."""
    note = row.get("note") or ""
    if ("winner" in str(row) or "loser" in str(row) or row["section"] in ("24", "29")) and winner(rite) == "tie":
        return False
    if "IF" not in note:
        return True
    won = winner(rite)
    lower_lost = won == "upper"
    if "partner" in note and "partner does not" not in note:
        return not lower_lost and won != "tie"
    if row["who"] == "guest":
        return won == "lower"
    if row["who"] in ("host", "grandee-1") or "grandee's side" in note:
        return won == "upper"
    return True


def test_there_are_rows() -> None:
    assert len(rows("staging.tsv")) > 80
    assert len(rows("counts.tsv")) > 60
    assert len(rows("../facts-14-30.tsv")) > 400


@pytest.mark.parametrize("row", rows("staging.tsv") + rows("../facts-14-30.tsv"), ids=lambda r: r["id"])
def test_staging(row: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    rite, plan = staged()
    if not applies(row, rite):
        pytest.skip("conditional: not this run")
    monkeypatch.setattr(facts, "ACTIONS", {**ACTIONS, **TAKES})
    asked = Facts(rite, plan)
    who, expected = named(row["who"], rite), named(row["expected"], rite)
    if row["kind"] == "precedes":
        assert precedes(asked, int(row["section"]), row["clause"], who, expected)
        return
    problem = asked.check(
        int(row["section"]), row["clause"], row["moment"], who, row["kind"], expected, row["tolerance"]
    )
    assert not problem


def precedes(asked: Facts, number: int, clause: str, who: str, other: str) -> bool:
    """Whether somebody climbs, shoots or moves first within a clause (a pile of tallies: is counted first)."""
    section = asked.section(number)
    start, end = asked.span(number, clause)
    if who in section.things:
        counted = [
            g.thing for p in section.people.values() for g in p.gestures if g.gesture == "count-tallies" and g.thing
        ]
        return counted.index(who) < counted.index(other)

    def firsts(name: str) -> tuple[int | None, int | None, int | None]:
        person = section.people[name]
        inside = [k for k in zip(person.root, person.root[1:], strict=False) if k[1].t > start and k[0].t < end]
        climbs = [a.t for a, b in inside if abs(a.z - b.z) > 1e-6]
        walks = [a.t for a, b in inside if (a.x, a.y) != (b.x, b.y)]
        shots = [g.start for g in person.gestures if g.gesture == "draw-shoot" and start <= g.start <= end]
        return tuple(min(v) if v else None for v in (climbs, shots, walks))  # type: ignore[return-value]

    for mine, theirs in zip(firsts(who), firsts(other), strict=True):
        if mine is not None:
            return theirs is None or mine < theirs
    return False


@pytest.mark.parametrize(
    "row", rows("counts.tsv"), ids=lambda r: f"{r['section']}-{r['action']}-{r['who']}-{r['clause'][:8]}"
)
def test_counts(row: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    rite, plan = staged()
    if not applies(row, rite):
        pytest.skip("conditional: not this run")
    monkeypatch.setattr(facts, "ACTIONS", {**ACTIONS, **TAKES})
    asked = Facts(rite, plan)
    number = int(row["section"])
    span = asked.span(number, row["clause"])
    got = asked.count(number, row["action"], named(row["who"], rite), named(row["to"], rite), span)
    wanted = row["number"]
    assert got >= int(wanted[:-1]) if wanted.endswith("+") else got == int(wanted)


def test_facts_can_fail() -> None:
    rite, plan = staged()
    asked = Facts(rite, plan)
    assert asked.check(18, "司射還當上耦西面", "end", "archery-master", "facing", "90", "15")
    assert asked.check(18, "賓揖", "end", "guest", "count", "salute 2", "")
