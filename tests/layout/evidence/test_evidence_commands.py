"""The commands dimensions, readings, compare, survey: JSON of the contract, tables, errors in one line."""

from __future__ import annotations

import csv
import io
import json

import pytest

from shegong.cli import main


@pytest.fixture
def run(capsys):
    def call(*argv: str, code: int = 0) -> str:
        got = main(list(argv))
        seen = capsys.readouterr()
        assert got == code, seen.err
        if code:
            assert seen.out == ""
            assert seen.err.count("\n") == 1
            return str(seen.err)
        assert "\x1b" not in seen.out
        return str(seen.out)

    return call


def test_dimensions_json(run):
    rows = json.loads(run("dimensions", "--format", "json"))
    assert len(rows) > 250
    row = next(r for r in rows if r["id"] == "target.bullseye")
    assert (row["name"], row["chi"], row["metres"], row["certainty"]) == ("鵠", "10/3", 0.77, "glossed")
    step = row["derivation"][-1]
    assert (step["clause"], step["speaker"]) == ("參分其廣而鵠居一", "經")
    assert step["passage"].startswith("周禮·考工記·梓人")
    count = next(r for r in rows if r["id"] == "tally.count")
    assert (count["chi"], count["metres"], count["value"]) == (None, None, "80")


def test_dimensions_by_id_name_family_pattern(run):
    for asked, ids in (
        ("侯道", ["lane.length"]),
        ("lane", ["lane.length", "lane.origin"]),
        ("mark.x-*", ["mark.x-upper", "mark.x-lower"]),
    ):
        assert [r["id"] for r in json.loads(run("dimensions", asked, "--format", "json"))] == ids


def test_why_prints_the_clauses(run):
    out = run("dimensions", "target.center", "--why", "--say", "侯道七十弓")
    assert "「侯道七十弓」侯道 = 70 弓 × 6 尺 = 420 尺" in out
    assert "held for 五十弓" in out
    assert "14 尺 = 3.2340 m" in out


def test_dimensions_csv(run):
    rows = list(csv.DictReader(io.StringIO(run("dimensions", "target", "--format", "csv"))))
    assert next(r for r in rows if r["id"] == "target.cloth")["value"] == "160"


def test_errors_are_one_line(run):
    assert "lane.length" in run("dimensions", "lane.lenght", code=2)
    assert "binds to nothing" in run("dimensions", "--say", "豆腐三尺", code=2)
    assert "zhou-xu" in run("dimensions", "--reading", "zhou-xuu", code=2)
    assert "no such file" in run("dimensions", "--reading", "./none.toml", code=2)
    assert "xiang-xiang" in run("compare", "zhou-xu", "xiang-xian", code=2)
    assert "ren" in run("survey", "--over", "rne", code=2)


def test_readings(run):
    rows = {r["id"]: r for r in json.loads(run("readings", "--format", "json"))}
    assert rows["xiang-xiang"]["base"] == "zhou-xu"
    assert rows["xiang-xiang"]["states"] == {"hall": "xiang", "rank": "dafu"}
    assert rows["xiang-xiang"]["differs"]["marks"] == "lintel"
    one = json.loads(run("readings", "ao", "--format", "json"))
    ren = next(c for c in one["choices"] if c["key"] == "ren")
    assert ren["chosen"] == "8"
    assert "敖繼公" in ren["held"]
    assert {a["id"] for a in ren["alternatives"]} == {"7", "8", "4"}
    assert "noted, not modelled" in run("readings", "zhou-xu")


def test_a_reading_of_ones_own(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "我"\nbase = "ao"\n[choose]\nhall = "xiang"\n', encoding="utf-8")
    assert json.loads(run("readings", str(path), "--format", "json"))["reading"] == "mine"
    out = json.loads(run("compare", "ao", str(path), "--no-movements", "--format", "json"))
    assert [c["key"] for c in out["choices"]] == ["hall", "marks", "path", "tally-holder"]


def test_compare_only_what_differs(run):
    found = json.loads(run("compare", "zhou-xu", "xiang-xiang", "--no-movements", "--format", "json"))
    assert {"hall", "chamber", "marks", "path"} <= {c["key"] for c in found["choices"]}
    marks = next(d for d in found["dimensions"] if d["id"] == "mark.y")
    assert (marks["a"]["chi"], marks["b"]["chi"], marks["difference"]) == ("24", "20", "-4")
    assert any(s["clause"] == "序則物當棟" for s in marks["a"]["derivation"])
    assert any(s["clause"] == "堂則物當楣" for s in marks["b"]["derivation"])
    assert all(d["a"]["value"] != d["b"]["value"] for d in found["dimensions"])
    places = {p["id"]: p for p in found["places"]}
    assert places
    assert all(p["a"] != p["b"] for p in places.values())


def test_compare_with_a_change(run):
    found = json.loads(run("compare", "zhou-xu", "zhou-xu", "--set", "ren=8", "--no-movements", "--format", "json"))
    assert [d["id"] for d in found["dimensions"]] == ["banner.pole", "unit.ren"]
    assert found["places"] == []
    (choice,) = found["choices"]
    assert (choice["english"], choice["a"]["english"], choice["b"]["english"]) == ("length of the 仞", "7 尺", "8 尺")
    told = run("compare", "zhou-xu", "zhou-xu", "--set", "marks=lintel", "--no-movements")
    assert "under the lintel" in told
    assert "nothing differs" in run("compare", "zhou-xu", "zhou-xu")


def test_survey(run):
    found = json.loads(run("survey", "banner", "--over", "ren", "--over", "sleeve", "--format", "json"))
    assert found["combinations"] == 6
    pole = found["dimensions"]["banner.pole"]
    assert (pole["min"], pole["max"], pole["decided_by"]) == ("12", "24", ["ren"])
    broken = found["violations"]["sleeve-shorter-than-pole"]
    assert (broken["count"], broken["choices"]) == (1, [{"ren": "4", "sleeve": "whole"}])
    assert "6 combinations" in run("survey", "banner", "--over", "ren", "--over", "sleeve")


def test_compare_movements(run):
    found = json.loads(
        run("compare", "zhou-xu", "zhou-xu", "--set", "marks=lintel", "--sections", "18", "--format", "json")
    )
    moved = {m["who"]: m for m in found["movements"]}
    assert "archer-1-upper" in moved
    assert all(m["a"] != m["b"] for m in moved.values())
    assert moved["archer-1-upper"]["section"] == 18
    found = json.loads(run("compare", "zhou-xu", "dashe", "--format", "json"))
    assert found["movements"] == []
    assert "not scored" in found["movements_note"]
