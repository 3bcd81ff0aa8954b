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
        (["{}/plan.svg", "--check"], "--check draws nothing"),
        (["--check", "--at", "18"], "leave out --at 18"),
        (["--check", "--sheet", "range"], "leave out --sheet range"),
        (["--check", "--passages"], "two different lists"),
        (["--passages", "--at", "18"], "leave out --at 18"),
        (["{}/plan.geojson", "--sheet", "target"], "leave out --sheet target"),
        (["{}/plan.geojson", "--at", "18"], "leave out --at 18"),
        (["{}/plan.svg", "--dpi", "300"], "--dpi is for a .png"),
        (["{}/plan.pdf", "--dpi", "300"], "--dpi is for a .png"),
        (["{}/plan.png", "--dpi", "nan"], "--dpi nan"),
        (["{}/plan.svg", "--sheet", "moment"], "use --at SECTION"),
        (["{}/plan.svg", "--say", "侯道七千弓"], "fit on A3 only at 1 : "),
        (["{}/plan.svg", "--set", "hall.width=9999999"], "fit on A3 only at 1 : "),
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


@pytest.mark.parametrize("epoch", ["abc", "-1", "1.5", "99999999999999999999"])
def test_a_date_that_is_none_is_refused(
    tmp_path: Path, epoch: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert main(["plan", str(tmp_path / "plan.svg")]) == 2
    assert f"SOURCE_DATE_EPOCH={epoch}" in capsys.readouterr().err


def test_a_full_disk_is_told_with_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(27, "File too large")

    monkeypatch.setattr("shegong.commands.plan._write", full)
    out = tmp_path / "plan.svg"
    assert main(["plan", str(out)]) == 2
    assert f"{out}: File too large" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_deviation_is_in_the_title(tmp_path: Path) -> None:
    sets = (
        "shape=liuchang",
        "fold=10",
        "hall.width=70",
        "tally-holder=rhinoceros",
        "walls=walled",
        "paint=beasts",
        "bow=5",
    )
    out = tmp_path / "target.svg"
    arguments = [a for s in sets for a in ("--set", s)]
    assert main(["plan", str(out), "--sheet", "target", "--say", "侯道七十弓", *arguments]) == 0
    text = out.read_text(encoding="utf-8")
    title = text[text.index("<text") :]
    assert all(s in title for s in ("「侯道七十弓」", *sets)), [s for s in sets if s not in title]


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
