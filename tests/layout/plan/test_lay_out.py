"""The plan of the default reading and of others: what the text says of every place, in exact numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from layout.errors import GroundError, UnknownNameError
from layout.plan import Plan
from layout.text import load_text

PlanMaker = Callable[..., Plan]
TABLE = Path(__file__).with_name("staging_places.tsv")


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(TABLE.open(encoding="utf-8"), delimiter="\t"))


def evaluate(text: str, symbols: dict[str, Fraction]) -> float:
    for name in sorted(symbols, key=len, reverse=True):
        text = text.replace(name, f"({symbols[name]})")
    return float(eval(text, {"__builtins__": {}}))


@pytest.mark.parametrize("row", rows(), ids=lambda r: f"{r['row']}-{r['who']}-{r['kind']}")
def test_place_as_the_text_has_it(row: dict[str, str], plan: Plan) -> None:
    x, y, facing = plan.where(row["who"])
    tolerance = float(row["tolerance"])
    kind, expected = row["kind"], row["expected"]
    if kind == "facing":
        assert facing is not None
        assert abs((float(facing) - float(expected) + 180) % 360 - 180) <= tolerance
    elif kind in ("x", "y"):
        value = float(x if kind == "x" else y)
        sign, _, rest = expected.partition(" ")
        wanted = evaluate(rest, plan.symbols())
        assert {"=": abs(value - wanted) <= tolerance, "<": value < wanted, ">": value > wanted}[sign]
    elif kind == "level":
        level = plan.place(row["who"]).level
        assert level == (plan.ground.chi("platform.height") if expected == "hall" else 0)
    elif kind == "near-line":
        line = plan.lines[expected]
        assert abs(float((x if line.axis == "x" else y) - line.at)) <= tolerance
    else:
        ox, oy, _ = plan.where(expected)
        gap = {"east-of": x - ox, "west-of": ox - x, "north-of": y - oy, "south-of": oy - y}
        if kind == "near":
            assert float((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 <= tolerance
        else:
            assert gap[kind] > 0
            assert float(gap[kind]) >= tolerance


def test_everything_is_exact(plan: Plan) -> None:
    for place in plan.places.values():
        assert isinstance(place.x, Fraction)
        assert isinstance(place.y, Fraction)
        assert place.evidence, place.id
    for thing in plan.footprints.values():
        assert all(isinstance(c, Fraction) for point in thing.ring for c in point)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(thing.ring, (*thing.ring[1:], thing.ring[0]), strict=True))
        assert area > 0, f"{thing.id} is not counter-clockwise"


def test_order_of_mats(plan_of: PlanMaker) -> None:
    plan = plan_of(grandees=2)
    x = {k: f.x for k, f in plan.footprints.items()}
    assert x["guest-mat"] > x["guest-2-mat"] > x["guest-3-mat"] > x["guest-4-mat"]
    assert x["guest-mat"] < x["wine-stand"] < x["grandee-1-mat"] < x["grandee-2-mat"]
    assert x["dark-wine-jar"] < x["wine-jar"]
    assert plan.footprints["grandee-1-mat"].layers == 2


def test_row_counts_away_from_its_head(plan: Plan) -> None:
    place = plan.place("司射之西南")
    assert place.row == "north"
    assert place.nth(0) == (place.x, place.y)
    assert place.step is not None
    assert place.nth(2) == (place.x, place.y - 2 * place.step)
    assert place.limit is not None
    assert place.rank is not None
    assert place.nth(place.limit) == (place.x - place.rank, place.y), "a new file stands behind one that faces east"


def test_words_find_places_and_name_the_nearest(plan: Plan) -> None:
    assert plan.place("西階前").id == "stairs-west-foot"
    assert plan.place("負侯").id == "target-north"
    with pytest.raises(UnknownNameError, match="西階"):
        plan.place("西皆前")


def test_readings_move_what_they_should(plan_of: PlanMaker) -> None:
    usual = plan_of()
    from_mark = plan_of(sets=("lane-origin=mark",))
    assert from_mark.where("target")[1] - usual.where("target")[1] == usual.ground.chi("mark.y")
    assert from_mark.where("screen")[1] - from_mark.where("target")[1] == 100
    edge = plan_of(sets=("screen-origin=edge",))
    assert edge.where("screen")[0] == usual.where("screen")[0] - 20
    xiang = plan_of(sets=("hall=xiang",))
    assert xiang.where("mark-upper")[1] == xiang.lines["lintel"].at
    assert xiang.place("當上物").y < xiang.lines["lintel"].at, "the path goes before the pillars"
    assert usual.place("當上物").y > usual.lines["lintel"].at, "the path goes behind the pillar"
    east_only = plan_of(sets=("rooms=east-only",))
    assert east_only.where("guest-mat")[0] < 0
    assert east_only.footprints["guest-4-mat"].facing == 90, "西序之席北上"


def test_company_that_does_not_fit(plan_of: PlanMaker) -> None:
    with pytest.raises(GroundError, match="grandee"):
        plan_of(grandees=9)


def test_every_clause_is_in_the_text(plan: Plan) -> None:
    """Clauses of 經 記 注 are quoted as they stand, those of 經 in the section named: each leads to its passage."""
    text = load_text()
    checked = 0
    for item in (*plan.places.values(), *plan.footprints.values(), *plan.lines.values()):
        if "-mat-" in item.id:
            continue
        first = item.evidence[0]
        if first.speaker in ("經", "記", "注"):
            checked += 1
            assert first.passage.count("·") >= 2, (item.id, first.clause)
            assert text.passage(first.passage).layer == first.speaker
    assert checked > 150


def test_other_readings_lay_out(plan_of: PlanMaker) -> None:
    great = plan_of(reading="dashe")
    assert {"target", "target-mixed", "target-great", "screen-mixed", "screen-great"} <= set(great.footprints)
    for name in ("mixed", "great"):
        target, screen = great.footprints[f"target-{name}"], great.footprints[f"screen-{name}"]
        assert (target.x - screen.x, screen.y - target.y) == (60, 60), "西十北十"
    xiang = plan_of(reading="xiang-xiang")
    assert {"chamber", "side-room-east", "side-room-west", "door", "window"} <= set(xiang.footprints)
    assert "chamber" not in plan_of().footprints
    assert "side-room-west" not in plan_of(reading="xiang-xiang", sets=("rooms=east-only",)).footprints


def test_large_companies_find_room(plan_of: PlanMaker) -> None:
    plan = plan_of(pairs=200, guests=400)
    place = plan.place("射位")
    assert place.count == 6 + 397
    spots = {place.nth(n) for n in range(place.count)}
    assert len(spots) == place.count
    assert min(y for _, y in spots) > plan.where("target")[1]


def test_restated_clauses_move_the_plan(plan_of: PlanMaker) -> None:
    from layout.choices import Choices
    from layout.evidence import derive
    from layout.plan import lay_out

    longer = lay_out(derive(Choices(says=("侯道七十弓",))))
    assert longer.where("target")[1] == -420
    assert longer.where("screen")[1] == -420 + 140


@pytest.mark.parametrize(
    ("reading", "sets", "name"),
    [
        ("zhou-xu", (), "鹿中"),
        ("xiang-xiang", (), "兕中"),
        ("dashe", (), "兕中"),
        ("zhou-xu", ("tally-holder=rhinoceros",), "兕中"),
    ],
)
def test_a_thing_is_named_as_its_mesh_is_built(
    plan_of: Callable[..., Plan], reading: str, sets: tuple[str, ...], name: str
) -> None:
    """The beast of the tally holder is the same on sheets, in expressions, in GeoJSON and in the scene."""
    from geometry.assemble import thing_nodes
    from layout.plan.geojson import to_geojson

    plan = plan_of(reading=reading, sets=sets)
    holder = plan.footprints["tally-holder"]
    assert holder.name == name
    other = {"鹿中": "兕中", "兕中": "鹿中"}[name]
    assert not [p.id for p in plan.places.values() if other in p.expression]
    features = {f["id"]: f["properties"] for f in json.loads(to_geojson(plan))["features"]}
    assert features["tally-holder"]["label"] == name
    (node,) = thing_nodes("tally-holder", "tally-holder", plan, 1, {})
    assert (node.extras["label"], node.extras["label_en"]) == (name, holder.name_en)


@pytest.mark.parametrize("rank", ["shi", "dafu", "zhuhou", "tianzi"])
@pytest.mark.parametrize("ground", ["usual", "dashe"])
def test_open_ground_is_kept_between_target_and_gate(plan_of, ground, rank):
    """義疏: 自侯至門必有數丈餘地. The lodges grow with the hall; thirty-six 丈 to the gate are kept where they do not reach."""
    sets = (f"rank={rank}", *(("range=dashe",) if ground == "dashe" else ()))
    plan = plan_of(sets=sets)
    g = plan.ground
    last = plan.footprints["target-great" if ground == "dashe" else "target"]
    assert last.y - plan.footprints["gate"].bounds[3] >= 30
    if ground == "usual" and rank in ("shi", "dafu"):
        assert g.chi("court.gate-y") == -360
