"""shegong rite: every mistake is one line that names what is wrong, and exit 2; no traceback, nothing printed."""

from __future__ import annotations

import pytest

from layout.data import asset
from shegong.cli import main

MISTAKES = [
    (["--role", "nobody", "--sections", "1"], "unknown role 'nobody'"),
    (["--role", "archer-1-uper", "--sections", "1"], "archer-1-upper"),
    (["--role", "", "--sections", "1"], "unknown role ''"),
    (["--sections", "38"], "the rite has sections 1 to 37"),
    (["--sections", "0"], "the rite has sections 1 to 37"),
    (["--sections", "abc"], "expected 18, 18-21 or 14,18-20"),
    (["--sections", "5-3"], "expected 18, 18-21 or 14,18-20"),
    (["--sections", ""], "expected 18, 18-21 or 14,18-20"),
    (["--seed", "x"], "not a valid integer"),
    (["--seed", "-1"], "--seed -1: expected at least 0"),
    (["--pairs", "-1"], "--pairs -1: expected at least 0"),
    (["--pairs", "100000"], "--pairs 100000: expected at most"),
    (["--guests", "2"], "--guests 2: expected at least 3"),
    (["--grandees", "-1"], "--grandees -1: expected at least 0"),
    (["--reading", "nope"], "unknown reading 'nope'"),
    (["--reading", "dashe"], "no scored rite"),
    (["--set", "foo=bar"], "unknown option or dimension 'foo'"),
    (["--format", "xml"], "'xml' is not one of"),
    (["--check", "no/such.score"], "no such file"),
    (["--check", "."], "irectory"),
    (["--check", ""], ""),
    (["--audit", "--role", "host"], "--role and --audit"),
    (["--tally", "--steps"], "--steps and --tally"),
    (["--frobnicate"], "--frobnicate"),
    (["extra"], "extra"),
]


@pytest.mark.parametrize(("argv", "says"), MISTAKES, ids=[" ".join(a) for a, _ in MISTAKES])
def test_a_mistake_is_one_line(capsys: pytest.CaptureFixture[str], argv: list[str], says: str) -> None:
    assert main(["rite", *argv]) == 2
    seen = capsys.readouterr()
    assert not seen.out
    assert says in seen.err
    assert len(seen.err.strip().splitlines()) == 1
    assert seen.err.startswith("shegong: ")


def test_a_score_that_is_wrong_names_line_and_nearest_word(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "30.score"
    file.write_text("§ 30 終射 | The end\n\n司射適堂西\n= He goes.\n  司射 適 堂西偶\n", encoding="utf-8")
    assert main(["rite", "--check", str(file)]) == 2
    seen = capsys.readouterr()
    assert ":5" in seen.err
    assert "堂西偶" in seen.err
    assert "堂西隅" in seen.err
    assert len(seen.err.strip().splitlines()) == 1


def test_a_score_that_leaves_the_text_names_the_line(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "01.score"
    text = asset("rite", "01-summons.score").read_text(encoding="utf-8")
    clause = next(line for line in text.splitlines() if line.startswith("賓出迎"))
    file.write_text(text.replace(clause, clause.replace("出迎", "出送"), 1), encoding="utf-8")
    assert main(["rite", "--check", str(file)]) == 1
    number = text.splitlines().index(clause) + 1
    assert f"01.score:{number}: 「賓出送" in capsys.readouterr().out


def test_a_section_that_is_none_is_refused(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.score"
    file.write_text("§ 177 射 | Shooting\n\n射\n= They shoot.\n  賓 揖\n", encoding="utf-8")
    assert main(["rite", "--check", str(file)]) == 2
    assert "§ 177 射: the rite has sections 1 to 37" in capsys.readouterr().err


def test_a_person_who_does_nothing_stands_by(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rite", "--role", "司射", "--sections", "3"]) == 0
    assert "archery-master stands by" in capsys.readouterr().out
