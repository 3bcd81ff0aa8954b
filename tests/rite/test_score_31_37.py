"""Sections 31 to 37: what the text fixes of place, facing, order and number holds in the staged rite."""

from __future__ import annotations

import csv
import itertools
import math
import re
from functools import cache
from pathlib import Path

import pytest

from layout.choices import Company
from layout.text import load_text
from rite.audit import audit
from rite.cast import Cast
from rite.facts import Facts, posture_at, thing_at
from rite.report import as_json
from rite.rounds import general_pledging, goblets, goblets_below
from rite.staging import scores_of
from support.rites import part, staged

GOLD = Path(__file__).parents[1] / "data" / "gold"
SECTIONS = range(31, 38)
HAN = re.compile("[㐀-鿿]")
DRINKS = ("drink-kneeling", "drink-standing")


def _rows(name: str) -> list[dict[str, str]]:
    with (GOLD / name).open(encoding="utf-8") as file:
        return [r for r in csv.DictReader(file, delimiter="\t") if int(r["section"]) in SECTIONS]


@cache
def _facts(guests: int = 7, grandees: int = 1) -> Facts:
    if (guests, grandees) == (7, 1):
        rite, plan = staged()
    else:
        # Who shot does not matter here: no pairs but the three.
        rite, plan = staged(Company(guests=guests, grandees=grandees, pairs=0))
    return Facts(part(rite, SECTIONS), plan)


@pytest.mark.parametrize("row", _rows("staging.tsv") + _rows("../facts-31-37.tsv"), ids=lambda r: r["id"])
def test_fact_holds(row: dict[str, str]) -> None:
    problem = _facts().check(
        int(row["section"]), row["clause"], row["moment"], row["who"], row["kind"], row["expected"], row["tolerance"]
    )
    assert not problem, f"{row['clause']}: {problem}"


@pytest.mark.parametrize(
    "row", _rows("counts.tsv"), ids=lambda r: f"{r['section']}-{r['action']}-{r['who']}-{r['clause']}"
)
def test_number_in_clause(row: dict[str, str]) -> None:
    facts, section = _facts(), int(row["section"])
    got = facts.count(section, row["action"], row["who"], row["to"], facts.span(section, row["clause"]))
    assert got == int(row["number"])


@pytest.mark.parametrize("section", SECTIONS)
def test_clauses_are_the_text(section: int) -> None:
    score, text = scores_of(_facts().plan)[section], load_text()
    assert score.text("經") == text.classic(section)
    record = sorted("".join(HAN.findall(p.text)) for p in text.passages if p.section == section and p.layer == "記")
    assert sorted(c.text for c in score.clauses if c.layer == "記") == record
    assert all(c.gloss for c in score.clauses)


# Further facts of the text: (section, clause, moment, who, kind, expected, tolerance).
FACTS = [
    (31, "退復觶南而立", "end", "usher", "south-of", "goblet-court", "0.5"),
    (31, "退復觶南而立", "end", "usher", "facing", "0", "5"),
    (31, "如其降也", "middle", "leader-1", "left-of", "zither-1 while walking", ""),
    (31, "升自西階反坐", "end", "zither-1", "posture", "sit", ""),
    (31, "升自西階反坐", "end", "zither-1", "facing", "0", "10"),
    (31, "主人答拜", "end", "leader-1", "level", "court", ""),
    (31, "升自西階反坐", "end", "zither-1", "order", "zither-1<zither-2<singer-1<singer-2 from east", ""),
    (31, "賓北面坐取俎西之觶", "end", "guest", "facing", "0", "5"),
    (31, "賓北面坐取俎西之觶", "end", "guest", "posture", "kneel", ""),
    (31, "賓北面坐取俎西之觶", "end", "guest", "holds", "goblet-raised", ""),
    (31, "阼階上北面酬主人", "end", "guest", "x", "= STAIRS_E_X", "2"),
    (31, "主人降席", "middle", "host", "south-of", "host-mat", "0.3"),
    (31, "立于賓東", "end", "host", "east-of", "guest", "1"),
    (31, "立于賓東", "end", "host", "facing", "0", "5"),
    (31, "卒觶", "end", "guest", "posture", "stand", ""),
    (31, "賓主人之西北面拜送", "end", "guest", "west-of", "host", "1"),
    (31, "賓主人之西北面拜送", "end", "guest", "facing", "0", "5"),
    (31, "賓主人之西北面拜送", "end", "host", "holds", "goblet-raised", ""),
    (31, "就席", "end", "guest", "near", "guest-mat 1", ""),
    (31, "大夫降席", "end", "grandee-1", "east-of", "grandee-mat", "1"),
    (31, "如賓酬主人之禮#1", "end", "grandee-1", "holds", "goblet-raised", ""),
    (31, "受酬者降席", "end", "guest-2", "west-of", "grandee-1", "1"),
    (31, "司正退立于西序端東面", "end", "usher", "facing", "90", "5"),
    (31, "遂酬在下者", "start", "guest-5", "level", "court", ""),
    (31, "皆升受酬于西階上", "end", "guest-5", "holds", "goblet-raised", ""),
    (31, "奠于篚", "end", "goblet-raised", "near", "lower-basket 2", ""),
    (31, "司正降復位", "end", "usher", "south-of", "goblet-court", "0.5"),
    (32, "皆立于西階上北面東上", "end", "attendant-1", "east-of", "attendant-2", "1"),
    (32, "賓與大夫皆席末答拜", "end", "guest", "west-of", "guest-mat", "1"),
    (32, "賓與大夫皆席末答拜", "end", "guest", "facing", "180", "5"),
    (32, "坐奠于薦右", "end", "goblet-guest", "west-of", "guest-dishes", "1"),
    (32, "坐奠于薦右", "end", "goblet-grandee", "west-of", "grandee-dishes", "1"),
    (32, "坐受觶以興", "end", "guest", "holds", "goblet-guest", ""),
    (32, "反奠于其所興", "end", "goblet-guest", "west-of", "guest-dishes", "1"),
    (32, "舉觶者逆降", "middle", "attendant-2", "precedes", "attendant-1", ""),
    (33, "阼階上受命于主人", "end", "usher", "x", "= STAIRS_E_X", "5"),
    (33, "階前命弟子俟徹俎", "end", "usher", "level", "court", ""),
    (33, "立于序端", "end", "usher", "near", "wall-west-end 5", ""),
    (33, "賓降席北面", "end", "guest", "facing", "0", "5"),
    (33, "席東南面", "end", "grandee-1", "east-of", "grandee-mat", "1"),
    (33, "席東南面", "end", "grandee-1", "facing", "180", "5"),
    (33, "還授司正", "end", "usher", "holds", "guest-meat", ""),
    (33, "還授司正", "end", "guest", "facing", "180", "5"),
    (33, "賓從之降", "start", "usher", "level", "court", ""),
    (33, "遂立于階西東面", "end", "guest", "west-of", "stairs-west", "1"),
    (33, "遂立于階西東面", "end", "guest", "facing", "90", "5"),
    (33, "司正以俎出授從者", "end", "usher", "south-of", "gate", "1"),
    (33, "弟子受俎", "end", "pupil-1", "holds", "host-meat", ""),
    (33, "弟子受俎降自西階以東", "end", "pupil-1", "east-of", "stairs-east", "1"),
    (33, "主人降自阼階西面立", "end", "host", "facing", "270", "5"),
    (33, "弟子以降自西階", "end", "pupil-2", "holds", "grandee-meat", ""),
    (33, "少退北上", "end", "guest-2", "order", "guest-2<guest-3<guest-4 from north", ""),
    (34, "說屨", "end", "guest", "level", "court", ""),
    (34, "乃升大夫及眾賓皆說屨升坐", "end", "guest", "posture", "sit", ""),
    (34, "乃升大夫及眾賓皆說屨升坐", "end", "guest-4", "posture", "sit", ""),
    (34, "賓與大夫不興取奠觶飲", "end", "guest", "posture", "sit", ""),
    (34, "賓觶以之主人", "end", "host", "holds", "goblet-guest", ""),
    (34, "卒受者興以旅在下者于西階上", "end", "guest-3", "x", "= STAIRS_W_X", "6"),
    (34, "卒受者以虛觶降奠于篚", "end", "goblet-guest", "near", "lower-basket 2", ""),
    (34, "卒受者以虛觶降奠于篚", "end", "goblet-grandee", "near", "lower-basket 2", ""),
    (34, "反奠于賓與大夫", "end", "goblet-guest", "west-of", "guest-dishes", "1"),
    (35, "賓興", "end", "guest", "posture", "stand", ""),
    (35, "賓出", "end", "guest", "south-of", "gate", "1"),
    (35, "主人送于門外再拜", "end", "host", "facing", "270", "5"),
    (35, "主人送于門外再拜", "end", "host", "south-of", "gate", "1"),
    (36, "以拜賜于門外", "end", "guest", "south-of", "host-gate", "1"),
    (36, "主人不見", "end", "host", "north-of", "host-gate", "1"),
    (36, "拜辱于門外", "end", "host", "south-of", "guest-gate", "1"),
    (37, "迎于門外不拜", "end", "host", "south-of", "gate", "1"),
    (37, "升", "end", "usher", "level", "hall", ""),
    (37, "既獻眾賓", "end", "cup", "near", "lower-basket 2", ""),
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda f: f"{f[0]}-{f[3]}-{f[4]}-{f[1][:8]}")
def test_further_fact_holds(fact: tuple[int, str, str, str, str, str, str]) -> None:
    section, clause, moment, who, kind, expected, tolerance = fact
    problem = _facts().check(section, clause, moment, who, kind, expected, tolerance)
    assert not problem, f"{clause}: {problem}"


def test_facts_can_fail() -> None:
    assert _facts().check(31, "立于賓東", "end", "host", "west-of", "guest", "")
    assert _facts().check(34, "乃升大夫及眾賓皆說屨升坐", "end", "guest", "posture", "stand", "")


# -- the goblet goes round ---------------------------------------------------------------------------------------------


def _hands(facts: Facts, section: int, thing: str) -> list[str]:
    """Who has a thing, one after the other."""
    holders = [k.holder for k in facts.section(section).things[thing].keys if k.holder]
    return [h for n, h in enumerate(holders) if n == 0 or holders[n - 1] != h]


@pytest.mark.parametrize("company", [(7, 1), (7, 0), (12, 2), (3, 1)])
def test_goblet_goes_from_guest_to_host_and_on(company: tuple[int, int]) -> None:
    facts = _facts(*company)
    hall, below = general_pledging(Cast(facts.plan.company))
    assert _hands(facts, 31, "goblet-raised") == ["guest", "host", *hall, *below]


@pytest.mark.parametrize("company", [(7, 1), (7, 0), (12, 2)])
def test_each_pledge_has_its_bows_and_its_cup(company: tuple[int, int]) -> None:
    """One bow with the goblet set down, one for handing it over; two in answer. Each drinks once, standing; nobody washes."""
    facts = _facts(*company)
    hall, below = general_pledging(Cast(facts.plan.company))
    line = ["guest", "host", *hall, *below]
    for giver, taker in itertools.pairwise(line):
        assert facts.count(31, "bow", giver, taker) == 2
        assert facts.count(31, "bow", taker, giver) == 2
    for who in line:
        drinks = [g.gesture for p, g in facts.gestures(31, 0, 10**9) if p == who and g.gesture in DRINKS]
        assert drinks == ["drink-standing"]
    assert not [p for p, g in facts.gestures(31, 0, 10**9) if g.gesture in ("wash", "wash-hands", "offer-wine")]


@pytest.mark.parametrize(
    ("company", "first", "second"),
    [
        ((7, 1), ["guest", "host", "guest-3"], ["grandee-1", "guest-2", "guest-4"]),
        ((12, 2), ["guest", "host", "guest-3"], ["grandee-1", "guest-2", "grandee-2", "guest-4"]),
        ((7, 0), ["guest", "host", "guest-2", "guest-3", "guest-4"], []),
    ],
)
def test_goblets_cross(company: tuple[int, int], first: list[str], second: list[str]) -> None:
    facts = _facts(*company)
    cast = Cast(facts.plan.company)
    assert goblets(cast) == (tuple(first), tuple(second))
    for thing, line, below in zip(
        ("goblet-guest", "goblet-grandee"), (first, second), goblets_below(cast), strict=True
    ):
        if not line:
            continue
        hands = _hands(facts, 34, thing)
        servers = {"attendant-1", "attendant-2"}
        on_hall = [h for h in hands[: hands.index(line[-1]) + 1] if h not in servers]
        assert on_hall == line
        after = hands[hands.index(line[-1]) + 1 :]
        assert after[: len(below)] == list(below)


@pytest.mark.parametrize("company", [(7, 1), (7, 0)])
def test_nobody_bows_at_the_feast(company: tuple[int, int]) -> None:
    facts = _facts(*company)
    bows = [p for p, g in facts.gestures(34, 0, 10**9) if g.gesture in ("bow", "bow-twice", "bow-thrice")]
    assert not bows


def test_those_below_drink_standing_those_on_mats_sitting() -> None:
    facts = _facts()
    for who, g in facts.gestures(34, 0, 10**9):
        if g.gesture in DRINKS:
            on_mat = who in ("guest", "host", "grandee-1", "guest-2")
            assert (posture_at(facts.section(34).people[who], g.start) == "sit") == on_mat or who in (
                "guest-3",
                "guest-4",
            )


def test_one_raiser_when_there_is_no_grandee() -> None:
    facts = _facts(7, 0)
    assert facts.count(32, "wash", "attendant-1") == 2
    assert facts.count(32, "wash", "attendant-2") == 0
    assert not facts.section(32).people["attendant-2"].gestures


# -- shoes, meat-stands, the Gai ---------------------------------------------------------------------------------------


def test_shoes_are_off_on_the_hall_and_on_outside() -> None:
    facts = _facts()
    seated = ("guest", "host", "grandee-1", "guest-2", "guest-3", "guest-4")
    for who in seated:
        last = {n: facts.section(n).people[who].dress[-1].states for n in (33, 34, 35)}
        assert ["shoes-off" in last[n] for n in (33, 34, 35)] == [False, True, False]
    start, _ = facts.span(34, "升坐")
    for who in seated[2:]:
        assert facts.spot(34, who, start).z < 1


def test_meat_stands_leave_in_order() -> None:
    facts = _facts()
    things = facts.section(33).things
    taken = {n: next(k.t for k in things[n].keys if k.holder) for n in ("guest-meat", "host-meat", "grandee-meat")}
    assert sorted(taken, key=lambda n: taken[n]) == ["guest-meat", "host-meat", "grandee-meat"]
    assert _hands(facts, 33, "guest-meat") == ["guest", "usher"]
    assert _hands(facts, 33, "host-meat") == ["host", "pupil-1"]
    assert _hands(facts, 33, "grandee-meat") == ["grandee-1", "pupil-2"]
    assert not any(things[n].keys[-1].visible for n in taken)


def test_every_grandee_gives_up_his_meat_stand() -> None:
    facts = _facts(12, 2)
    assert _hands(facts, 33, "grandee-2-meat")[0] == "grandee-2"
    assert not facts.section(33).things["grandee-2-meat"].keys[-1].visible


def test_gai_is_played_from_the_stairs_until_the_guest_is_out() -> None:
    facts = _facts()
    heard = next(u for u in facts.section(35).utterances if u.text == "陔")
    near, out = facts.spot(35, "guest", heard.start), facts.spot(35, "guest", heard.end)
    stairs = facts.spot(35, "stairs-west", 0)
    assert math.dist((near.x, near.y), (stairs.x, stairs.y)) < 6
    assert near.z > 2
    assert out.y < facts.spot(35, "gate", 0).y


def test_grandee_leaves_after_the_guests() -> None:
    facts = _facts()
    gate = facts.spot(35, "gate", 0).y

    def leaves(who: str) -> int:
        return next(k.t for k in facts.section(35).people[who].root if k.y < gate)

    guests = [f"guest-{n}" for n in range(2, 9)]
    assert leaves("guest") < min(map(leaves, guests))
    assert max(map(leaves, guests)) < leaves("grandee-1")
    assert facts.count(35, "bow", "grandee-1") == facts.count(35, "bow", "guest") == 0


def test_thanks_without_a_meeting() -> None:
    facts = _facts()
    section = facts.section(36)
    assert section.venue == "host-gate"
    assert facts.count(36, "bow", "guest") == facts.count(36, "bow", "host") == 1
    for t in range(0, section.duration, 500):
        people = [section.people[n] for n in ("guest", "host")]
        if all(posture_at(p, t) != "hidden" for p in people):
            a, b = (facts.spot(36, n, t) for n in ("guest", "host"))
            assert math.dist((a.x, a.y), (b.x, b.y)) > 8
    assert [n for n, p in section.people.items() if any(k.posture != "hidden" for k in p.postures)] == ["host", "guest"]


def test_controller_is_feasted_in_dark_dress_without_meat() -> None:
    facts = _facts()
    section = facts.section(37)
    assert {section.people[n].dress[-1].outfit for n in ("host", "usher")} == {"xuanduan"}
    assert not [t.id for t in section.things.values() if t.kind == "meat" and t.keys[-1].visible]
    assert all(k.posture == "hidden" for k in section.people["guest"].postures)
    assert facts.count(37, "bow", "host", "usher") > 0
    key = thing_at(section.things["usher-dishes"], section.duration)
    mat = facts.spot(37, "guest-mat", 0)
    assert key.visible
    assert math.dist((key.x, key.y), (mat.x, mat.y)) < 4


@pytest.mark.parametrize("company", [(7, 1), (7, 0), (12, 2), (3, 1)])
def test_rules_of_movement_hold(company: tuple[int, int]) -> None:
    facts = _facts(*company)
    found = audit(facts.rite, facts.plan).violations
    assert not found, [f"{v.rule} {v.who} § {v.section}: {v.detail}" for v in found[:5]]


def test_cut_to_the_guests_gate() -> None:
    section = _facts().section(36)
    assert [venue for _, venue in section.cuts] == ["guest-gate"]
    start, end = _facts().span(36, "拜辱于門外")
    assert section.venue_at(start - 1) == "host-gate"
    assert section.venue_at(end) == "guest-gate"
    told = as_json(_facts().rite)["sections"][5]
    assert told["number"] == 36
    assert [c["venue"] for c in told["cuts"]] == ["guest-gate"]
    assert told["start"] < told["cuts"][0]["start"] < told["end"]


def test_rules_hold_in_a_hall_with_rooms() -> None:
    """In a 鄉庠 the way past the musicians is the same: behind the west pillar (由楹內), not before it as the archers go."""
    rite, plan = staged(Company(pairs=0), ("hall=xiang",), last=34)
    report = audit(part(rite, range(33, 35)), plan)
    assert not report.violations, [f"{v.rule} {v.who} § {v.section}: {v.detail}" for v in report.violations[:5]]


def test_both_goblets_go_round_below_at_once() -> None:
    """亦錯焉: while one of the host's men is pledged with the first goblet, one of the guests' party is with the second."""
    section = _facts().section(34)
    start, end = _facts().span(34, "辯旅皆不拜")
    drunk: dict[str, list[int]] = {"goblet-guest": [], "goblet-grandee": []}
    for person in section.people.values():
        for g in person.gestures:
            if g.gesture in DRINKS and start <= g.start <= end and g.thing in drunk:
                drunk[g.thing].append(g.start)
    first, second = (sorted(times) for times in drunk.values())
    assert first[0] < second[-1]
    assert second[0] < first[-1]
