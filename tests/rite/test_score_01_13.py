"""Sections 1 to 13: what the text fixes of place, facing, order and number holds in the staged rite."""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from layout.choices import Company
from layout.text import load_text
from rite.audit import audit
from rite.facts import ACTIONS, Facts, posture_at, thing_at
from rite.staging import scores_of
from support.rites import part, staged

GOLD = Path(__file__).parents[1] / "data" / "gold"
SECTIONS = range(1, 14)
HAN = re.compile("[㐀-鿿]")


def _rows(name: str) -> list[dict[str, str]]:
    with (GOLD / name).open(encoding="utf-8") as file:
        return [r for r in csv.DictReader(file, delimiter="\t") if int(r["section"]) in SECTIONS]


@cache
def _facts(guests: int = 7, grandees: int = 1, pairs: int = 4, master: bool = False) -> Facts:
    company = Company(guests=guests, grandees=grandees, pairs=pairs)
    sets = ("music-leader=yes",) if master else ()
    # The default rite is staged whole: other files read the rest of it.
    rite, plan = staged(company, sets, last=37 if company == Company() and not sets else 13)
    return Facts(part(rite, SECTIONS), plan)


@pytest.mark.parametrize("row", _rows("staging.tsv") + _rows("../facts-01-13.tsv"), ids=lambda r: r["id"])
def test_fact_holds(row):
    facts = _facts()
    problem = facts.check(
        int(row["section"]), row["clause"], row["moment"], row["who"], row["kind"], row["expected"], row["tolerance"]
    )
    assert not problem, f"{row['clause']}: {problem}"


def _ledger() -> list[tuple[int, str, str, str, str]]:
    """Numbers of one action between the same two in a section, added up; rows under a condition (IF …) are left out."""
    total: dict[tuple[int, str, str, str], list[str]] = defaultdict(list)
    for r in _rows("counts.tsv"):
        if not r["note"].startswith("IF") and "IF" not in r["note"]:
            total[int(r["section"]), r["action"], r["who"], r["to"]].append(r["number"])
    return [(*key, "+".join(numbers)) for key, numbers in total.items() if numbers != ["0"]]


@pytest.mark.parametrize(("section", "action", "who", "to", "numbers"), _ledger())
def test_number_in_section(section, action, who, to, numbers):
    least = numbers.endswith("+")
    wanted = sum(int(n) for n in numbers.strip("+").split("+"))
    got = _facts().count(section, action, who, to)
    assert got >= wanted if least else got == wanted


@pytest.mark.parametrize("row", [r for r in _rows("counts.tsv") if r["number"] == "0"], ids=lambda r: r["clause"])
def test_not_done_in_clause(row):
    facts, section = _facts(), int(row["section"])
    assert facts.count(section, row["action"], row["who"], row["to"], facts.span(section, row["clause"])) == 0


@pytest.mark.parametrize("section", SECTIONS)
def test_clauses_are_the_text(section):
    score, text = _scores()[section], load_text()
    assert score.text("經") == text.classic(section)
    record = sorted("".join(HAN.findall(p.text)) for p in text.passages if p.section == section and p.layer == "記")
    clauses = "".join(c.text for c in score.clauses if c.layer == "記")
    assert sorted(clauses) == sorted("".join(record))
    assert all(c.gloss for c in score.clauses)


@cache
def _scores():
    return scores_of(_facts().plan)


def test_rules_of_movement_hold():
    facts = _facts()
    report = audit(facts.rite, facts.plan)
    assert not report.violations, [f"{v.rule} {v.who} § {v.section}: {v.detail}" for v in report.violations[:5]]


@pytest.mark.parametrize(
    ("section", "clause", "who", "side"),
    [
        (6, "賓升席自西方", "guest", "west"),
        (6, "降席", "guest", "west"),
        (7, "主人升席自北方", "host", "north"),
        (7, "自席前適阼階上", "host", "west"),
        (11, "大夫升席", "grandee-1", "east"),
        (11, "西階上卒爵", "grandee-1", "east"),
    ],
)
def test_side_of_the_mat(section, clause, who, side):
    """Where the walk crosses the edge of one's own mat."""
    facts = _facts()
    west, south, east, north = (float(v) for v in facts.plan.footprints[f"{who}-mat"].bounds)
    start, end = facts.span(section, clause)
    on = [facts.spot(section, who, t) for t in range(start, end + 1, 50)]
    inside = [west < s.x < east and south < s.y < north for s in on]
    crossings = [n for n in range(1, len(on)) if inside[n] != inside[n - 1]]
    assert len(crossings) == 1
    outer = on[crossings[0]] if inside[crossings[0] - 1] else on[crossings[0] - 1]
    found = {"west": outer.x <= west, "east": outer.x >= east, "south": outer.y <= south, "north": outer.y >= north}
    assert [name for name, true in found.items() if true] == [side]


def test_nobody_crosses_a_neighbours_mat_front():
    """On to the hall's mats one steps by their ends: nobody on his feet crosses the front edge of a mat that is his own."""
    facts = _facts()
    for section in facts.rite.sections[4:]:
        for who in ("guest", "guest-2", "guest-3", "guest-4", "grandee-1"):
            foot = facts.plan.footprints[f"{who}-mat"]
            west, south, east, _ = (float(v) for v in foot.bounds)
            for a, b in itertools.pairwise(section.people[who].root):
                if (a.y - south) * (b.y - south) < 0:
                    x = a.x + (b.x - a.x) * (south - a.y) / (b.y - a.y)
                    assert not west < x < east, f"§ {section.number} {who} at {a.t}"


@pytest.mark.parametrize(
    ("section", "clause", "thing", "place"),
    [
        (6, "奠爵于薦西", "cup", "guest-mat-dishes"),
        (7, "主人坐奠爵于序端", "cup", "wall-east-end-place"),
        (8, "賓北面坐奠觶于薦東", "goblet-toast", "guest-mat-dishes"),
        (9, "奠于篚", "cup", "lower-basket"),
        (10, "賓反奠于其所", "goblet-raised", "guest-mat-dishes"),
        (12, "主人坐奠爵于西楹南", "cup", "south-of-pillar-west"),
        (13, "奠于篚", "cup", "lower-basket"),
    ],
)
def test_where_the_cup_is_set(section, clause, thing, place):
    facts = _facts()
    _, end = facts.span(section, clause)
    key = thing_at(facts.section(section).things[thing], end)
    at = facts.spot(section, place, end)
    assert key.holder is None
    assert math.dist((key.x, key.y), (at.x, at.y)) < 2
    if "薦西" in clause or clause == "賓反奠于其所":
        assert key.x < at.x - 1
    if "薦東" in clause:
        assert key.x > at.x + 1


def test_nobody_bows_with_a_cup_in_his_hands():
    facts = _facts()
    bows = 0
    for section in facts.rite.sections:
        cups = [t for t in section.things.values() if t.kind in ("cup", "goblet")]
        for person in section.people.values():
            for g in person.gestures:
                if g.gesture in ACTIONS["bow"]:
                    bows += 1
                    assert not any(thing_at(c, g.start).holder == person.id for c in cups)
    assert bows > 60


def test_cups_are_full_when_offered_and_empty_when_drunk():
    facts = _facts()
    for section in facts.rite.sections:
        for thing in section.things.values():
            if thing.kind not in ("cup", "goblet"):
                continue
            for person in section.people.values():
                for g in person.gestures:
                    if g.gesture in ACTIONS["drink"] and g.thing == thing.id:
                        assert thing_at(thing, g.start).state == "full", f"§ {section.number} {person.id} at {g.start}"
                        assert thing_at(thing, g.end).state == "empty"


def test_what_each_drinks_and_washes():
    facts = _facts()
    drunk = {
        who: sum(facts.count(n, "drink", who) for n in SECTIONS) for who in ("host", "guest", "guest-2", "guest-5")
    }
    assert drunk == {"host": 3, "guest": 1, "guest-2": 1, "guest-5": 1}
    assert facts.count(10, "drink", "attendant-1") == facts.count(11, "drink", "grandee-1") == 1
    assert [facts.count(13, "drink", w) for w in ("zither-1", "zither-2", "singer-2", "piper-1", "piper-4")] == [1] * 5
    assert [facts.count(6, a, "host") for a in ("handwash", "wash")] == [2, 1]
    assert [facts.count(7, a, "guest") for a in ("handwash", "wash")] == [2, 1]
    assert facts.count(13, "wash", "host") == 0


def test_water_is_poured_for_every_washing():
    facts = _facts()
    for section in facts.rite.sections:
        hands = [g for p in section.people.values() for g in p.gestures if g.gesture == "wash-hands"]
        poured = [g for p in section.people.values() for g in p.gestures if g.gesture == "pour-water"]
        for wash in hands:
            assert any(p.start < wash.end and wash.start < p.end for p in poured), f"§ {section.number} at {wash.start}"


def test_grandee_stays_up_and_what_he_is_excused():
    facts = _facts()
    tasted = [g for g in facts.section(11).people["grandee-1"].gestures if g.gesture in ("taste", "sip", "praise-wine")]
    assert not tasted
    assert [g.gesture for g in facts.section(6).people["guest"].gestures].count("taste") == 1
    assert not [g for g in facts.section(7).people["host"].gestures if g.gesture == "praise-wine"]
    assert [g.gesture for g in facts.section(7).people["host"].gestures].count("sip") == 1


def test_change_of_place_is_a_cut():
    facts = _facts()
    assert [facts.section(n).venue for n in (1, 2, 3, 4, 5)] == [
        "guest-gate", "school", "school", "guest-gate", "school",
    ]  # fmt: skip
    seen = {n for n, p in facts.section(1).people.items() if any(k.posture != "hidden" for k in p.postures)}
    assert seen == {"host", "guest"}


@pytest.mark.parametrize(("guests", "grandees"), [(3, 0), (14, 0)])
def test_any_company(guests, grandees):
    facts = _facts(guests, grandees, 1)
    for n in range(2, guests + 2):
        assert facts.count(9, "drink", f"guest-{n}") == 1
        assert facts.count(9, "bow", f"guest-{n}", "host") == (2 if n <= 4 else 1)
    if not grandees:
        assert facts.count(11, "bow", "host") == facts.count(12, "bow", "host") == 0


def test_several_grandees_are_all_offered_the_cup():
    facts = _facts(9, 2, 1)
    assert [facts.count(11, "drink", f"grandee-{n}") for n in (1, 2)] == [1, 1]
    assert [facts.count(11, "bow", "host", f"grandee-{n}") for n in (1, 2)] == [
        3,
        2,
    ]  # the first is bowed to for his coming
    assert [facts.count(12, "bow", f"grandee-{n}", "host") for n in (1, 2)] == [3, 0]  # 長乃酢


def test_great_master_of_music_is_washed_for():
    facts = _facts(master=True)
    assert facts.count(13, "wash", "host") == 1
    assert [facts.count(13, "descend", w) for w in ("guest", "guest-2", "grandee-1")] == [1, 1, 0]
    assert [facts.count(13, "ascend", w) for w in ("guest", "guest-2")] == [1, 1]
    start, end = facts.span(13, "反升")
    assert facts.count(13, "yield", "host", "guest", (start, end)) == 1
    assert posture_at(facts.section(13).people["zither-1"], end) == "sit"


LEDGER = [
    (7, "bow", "host", "guest", 5),  # 拜洗, 拜受, 卒爵拜, 再拜崇酒
    (7, "bow", "guest", "host", 5),
    (7, "wash", "guest", "", 1),
    (7, "handwash", "guest", "", 2),  # 興降盥如主人之禮
    (7, "ascend", "guest", "", 2),
    (7, "descend", "host", "", 2),
    (8, "bow", "host", "guest", 3),  # 遂拜, 卒觶拜, 拜送
    (8, "bow", "guest", "host", 3),
    (8, "wash", "host", "", 2),
    (8, "drink", "guest", "", 0),  # 酬酒不舉
    (8, "descend", "guest", "", 3),
    (10, "bow", "attendant-1", "guest", 3),
    (10, "bow", "guest", "attendant-1", 3),
    (10, "ascend", "attendant-1", "", 2),
    (11, "bow", "host", "grandee-1", 3),  # 拜至, 拜送, 答卒爵拜
    (11, "bow", "grandee-1", "host", 3),
    (11, "decline", "grandee-1", "host", 2),  # 辭洗, 辭加席
    (12, "bow", "host", "grandee-1", 4),  # 拜, 卒爵拜, 再拜崇酒
    (12, "bow", "grandee-1", "host", 3),
    (12, "wash", "grandee-1", "", 1),
    (12, "ascend", "guest", "", 1),
]


@pytest.mark.parametrize(("section", "action", "who", "to", "number"), LEDGER)
def test_our_own_ledger(section, action, who, to, number):
    """How often each does what in the sections that the common ledger leaves out."""
    assert _facts().count(section, action, who, to) == number
