"""The plan of the default reading and of others: what the text says of every place, in exact numbers."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pytest

from layout.choices import Choices, Company
from layout.errors import GroundError, UnknownNameError
from layout.evidence import derive
from layout.plan import Plan, lay_out

TABLE = Path(__file__).with_name("staging_places.tsv")


@lru_cache(maxsize=16)
def plan_of(*sets: str, pairs: int = 4, guests: int = 7, grandees: int = 1) -> Plan:
    return lay_out(derive(Choices(sets=sets)), Company(guests=guests, grandees=grandees, pairs=pairs))


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(TABLE.open(encoding="utf-8"), delimiter="\t"))


def evaluate(text: str, symbols: dict[str, Fraction]) -> float:
    for name in sorted(symbols, key=len, reverse=True):
        text = text.replace(name, f"({symbols[name]})")
    return float(eval(text, {"__builtins__": {}}))


@pytest.mark.parametrize("row", rows(), ids=lambda r: f"{r['row']}-{r['who']}-{r['kind']}")
def test_place_as_the_text_has_it(row: dict[str, str]) -> None:
    plan = plan_of()
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


def test_everything_is_exact() -> None:
    plan = plan_of()
    for place in plan.places.values():
        assert isinstance(place.x, Fraction)
        assert isinstance(place.y, Fraction)
        assert place.evidence, place.id
    for thing in plan.footprints.values():
        assert all(isinstance(c, Fraction) for point in thing.ring for c in point)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(thing.ring, (*thing.ring[1:], thing.ring[0]), strict=True))
        assert area > 0, f"{thing.id} is not counter-clockwise"


def test_order_of_mats() -> None:
    plan = plan_of(grandees=2)
    x = {k: f.x for k, f in plan.footprints.items()}
    assert x["guest-mat"] > x["guest-2-mat"] > x["guest-3-mat"] > x["guest-4-mat"]
    assert x["guest-mat"] < x["wine-stand"] < x["grandee-1-mat"] < x["grandee-2-mat"]
    assert x["dark-wine-jar"] < x["wine-jar"]
    assert plan.footprints["grandee-1-mat"].layers == 2


def test_row_counts_away_from_its_head() -> None:
    place = plan_of().place("司射之西南")
    assert place.row == "north"
    assert place.nth(0) == (place.x, place.y)
    assert place.step is not None
    assert place.nth(2) == (place.x, place.y - 2 * place.step)
    assert place.limit is not None
    assert place.rank is not None
    assert place.nth(place.limit) == (place.x - place.rank, place.y), "a new file stands behind one that faces east"


def test_words_find_places_and_name_the_nearest() -> None:
    plan = plan_of()
    assert plan.place("西階前").id == "stairs-west-foot"
    assert plan.place("負侯").id == "target-north"
    with pytest.raises(UnknownNameError, match="西階"):
        plan.place("西皆前")


def test_readings_move_what_they_should() -> None:
    usual = plan_of()
    from_mark = plan_of("lane-origin=mark")
    assert from_mark.where("target")[1] - usual.where("target")[1] == usual.ground.chi("mark.y")
    assert from_mark.where("screen")[1] - from_mark.where("target")[1] == 100
    edge = plan_of("screen-origin=edge")
    assert edge.where("screen")[0] == usual.where("screen")[0] - 20
    xiang = plan_of("hall=xiang")
    assert xiang.where("mark-upper")[1] == xiang.lines["lintel"].at
    assert xiang.place("當上物").y < xiang.lines["lintel"].at, "the path goes before the pillars"
    assert usual.place("當上物").y > usual.lines["lintel"].at, "the path goes behind the pillar"
    east_only = plan_of("rooms=east-only")
    assert east_only.where("guest-mat")[0] < 0
    assert east_only.footprints["guest-4-mat"].facing == 90, "西序之席北上"


def test_company_that_does_not_fit() -> None:
    with pytest.raises(GroundError, match="grandee"):
        plan_of(grandees=9)
