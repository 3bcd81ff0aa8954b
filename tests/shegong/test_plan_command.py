"""The command `plan` from outside: what it writes, and how it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from shegong.cli import main


@pytest.mark.parametrize("ending", ["svg", "geojson"])
def test_writes_the_range(tmp_path: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"plan.{ending}"
    assert main(["plan", str(out), "--date", "2026-01-01", "--labels", "en"]) == 0
    first = out.read_bytes()
    assert main(["plan", str(out), "--date", "2026-01-01", "--labels", "en"]) == 0
    assert out.read_bytes() == first
    assert str(out) in capsys.readouterr().out


def test_all_sheets(tmp_path: Path) -> None:
    assert main(["plan", str(tmp_path / "p.svg"), "--sheet", "all", "--labels", "en"]) == 0
    names = {p.name for p in tmp_path.iterdir()}
    assert {"p-range.svg", "p-hall-floor.svg", "p-great-shooting.svg"} <= names


def test_restated_clause_reaches_the_sheet(tmp_path: Path) -> None:
    out = tmp_path / "long.svg"
    assert main(["plan", str(out), "--say", "侯道七十弓", "--labels", "zh"]) == 0
    text = out.read_text(encoding="utf-8")
    assert "侯道 420 尺" in text
    assert "「侯道七十弓」" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{}/plan.xyz"], "unknown file ending"),
        (["{}/none/plan.svg"], "does not exist"),
        (["{}/plan.svg", "--sheet", "hall-flor"], "nearest: hall-floor"),
        (["{}/plan.svg", "--at", "99"], "sections 1 to 37"),
        (["{}/plan.svg", "--grandees", "30"], "room for"),
        ([], "OUT ends in"),
    ],
)
def test_refuses_in_one_line(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", *(a.format(tmp_path) for a in arguments)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--check"]) == 0
    out = capsys.readouterr().out
    assert "clear-lane" in out
    assert "stray-angle-mark-upper: 7." in out
    assert main(["plan", "--check", "--set", "hall.pillar-gap=八尺"]) == 1
    assert "in the flight" in capsys.readouterr().out


def test_list_of_passages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--passages"]) == 0
    out = capsys.readouterr().out
    assert "左个之西北三步" in out
    assert "guest-court-place" in out
