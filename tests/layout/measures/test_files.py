"""Files of any size and kind, and the commands that read them."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path

import gold
import pytest
from click.testing import CliRunner

from layout.errors import InputError
from layout.measures import files, halves
from layout.measures.files import open_text, pieces, read_file
from layout.measures.scan import read_measures
from shegong.commands import check, measures


def test_a_piece_never_cuts_a_measure(tmp_path: Path) -> None:
    text = "侯道五十弓西三丈二尺" * 500
    path = tmp_path / "long.txt"
    path.write_text(text, encoding="utf-8")
    whole = [(m.start, m.end, m.chi) for m in read_measures(text)]
    with open_text(path) as stream:
        parts = list(pieces(stream, 333))
    assert "".join(part for _, part in parts) == text
    assert len(parts) > 10
    found = [(m.start, m.end, m.chi) for offset, part in parts for m in read_measures(part, offset=offset)]
    assert found == whole


def test_bounded_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times the file takes no more memory, when it is read in pieces smaller than either."""
    monkeypatch.setattr(files, "_BLOCK", 1 << 16)
    peaks = []
    for many in (40_000, 120_000):
        path = tmp_path / f"{many}.txt"
        path.write_text("主人揖讓升堂。" * many, encoding="utf-8")
        tracemalloc.start()
        with files.open_text(path) as stream:
            for offset, text in files.pieces(stream, 30_000):
                assert not read_measures(text, offset=offset)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
    assert peaks[1] < 8_000_000


@pytest.mark.parametrize("encoding", ["gb18030", "big5"])
def test_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    text = gold.seed("003") if encoding == "gb18030" else "主人升西面北上三耦取矢侯道五十弓之下"
    path = tmp_path / "other.txt"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(InputError, match=f"not UTF-8 at byte \\d+; it looks like {encoding}"):
        next(read_file(path))


def test_the_byte_is_named_across_blocks(tmp_path: Path) -> None:
    path = tmp_path / "late.txt"
    path.write_bytes("侯".encode() * 500_000 + b"\xff")
    with pytest.raises(InputError, match="at byte 1500000"):
        open_text(path)


def test_cut_off_inside_a_character(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_bytes("侯道".encode()[:-1])
    with pytest.raises(InputError, match="at byte 3"):
        open_text(path)


def test_utf16_and_binary(tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_bytes("侯道".encode("utf-16"))
    with pytest.raises(InputError, match="UTF-16"):
        open_text(path)
    path.write_bytes(b"\x7fELF\0\0")
    with pytest.raises(InputError, match="binary file"):
        open_text(path)


def test_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_bytes(b"")
    assert list(read_file(path)) == []
    result = CliRunner().invoke(measures.command, [str(path), "--format", "json"])
    assert json.loads(result.output) == []


KEYS = [
    "file",
    "start",
    "end",
    "text",
    "normal",
    "kind",
    "value",
    "chi",
    "unit",
    "direction",
    "parts",
    "subject",
    "relation",
    "alternatives",
    "damage",
    "speaker",
    "passage",
]


def test_json_of_measures() -> None:
    words = "乏參侯道，居侯黨之一，西五步。二三尺。"
    result = CliRunner().invoke(measures.command, ["-", "--format", "json"], input=words)
    rows = json.loads(result.output)
    assert list(rows[0]) == KEYS
    assert rows[0]["parts"] == [{"chi": "100", "direction": "north"}, {"chi": "30", "direction": "west"}]
    assert rows[1]["value"] == ["2", "3"]
    assert all(words[r["start"] : r["end"]] == r["text"] for r in rows)


def test_table_and_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("堂深五十弓", encoding="utf-8")
    table = CliRunner().invoke(measures.command, [str(path)]).output.splitlines()
    assert table[1].split() == ["1", "深五十弓", "length", "50", "弓", "300"]
    lines = CliRunner().invoke(measures.command, [str(path), "--format", "csv"]).output.splitlines()
    assert lines[0].split(",") == KEYS
    assert lines[1].split(",")[1:7] == ["1", "5", "深五十弓", "深五十弓", "length", "50"]


def test_one_kind_only() -> None:
    result = CliRunner().invoke(measures.command, ["--kind", "count", "--format", "json"], input="三耦侯道五十弓")
    assert [r["text"] for r in json.loads(result.output)] == ["三耦"]


def test_large_files_are_shared_and_stay_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.txt"
    path.write_text("侯道五十弓。\n主人升。\n" * 4_000, encoding="utf-8")
    one = CliRunner().invoke(measures.command, [str(path), "--format", "csv"]).output
    monkeypatch.setattr(measures, "LARGE", 1000)
    # Several pieces, so that they can come back out of order.
    monkeypatch.setattr(halves, "PIECE", 5_000)
    monkeypatch.setattr(halves, "possible", lambda: hasattr(os, "fork"))
    two = CliRunner().invoke(measures.command, [str(path), "--format", "csv"]).output
    assert one == two
    assert one.count("\n") == 4_001


def test_what_goes_wrong_in_either_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.txt"
    path.write_text("侯道五十弓。\n" * 4_000, encoding="utf-8")
    monkeypatch.setattr(halves, "PIECE", 5_000)

    def work(offset: int, text: str) -> bytes:
        if offset > 10_000:
            raise InputError("no further")
        return str(offset).encode()

    if hasattr(os, "fork"):
        made: list[bytes] = []
        with path.open("rb") as stream, pytest.raises(InputError, match="no further"):
            made.extend(halves.by_two(stream, work))


def test_json_of_claims_and_exit_code() -> None:
    from shegong.cli import main

    result = CliRunner().invoke(
        check.command, ["-", "--format", "json"], input="凡鄉侯用布十七丈", standalone_mode=False
    )
    (row,) = json.loads(result.output)
    assert list(row) == ["id", "speaker", "passage", "text", "working", "computed", "stated", "verdict"]
    assert (row["computed"], row["stated"], row["verdict"]) == ("160", "170", "differs")
    assert result.return_value == 1
    assert main(["check", str(Path("no-such-file"))]) == 2


def test_units_of_the_reading_decide() -> None:
    words = "杠長三仞。七尺曰仞。五十步則三十丈。"
    for options, verdicts in (
        ([], ["agrees"] * 2),
        (["--set", "ren=8"], ["differs", "agrees"]),
        (["--reading", "wang-zhi-pace"], ["agrees", "differs"]),
    ):
        result = CliRunner().invoke(
            check.command, ["-", "--format", "json", *options], input=words, standalone_mode=False
        )
        assert [row["verdict"] for row in json.loads(result.output)] == verdicts, options


def test_ground() -> None:
    result = CliRunner().invoke(check.command, ["--ground", "--format", "json"], standalone_mode=False)
    rows = {row["computed"]: row for row in json.loads(result.output)}
    assert rows["602/25"]["verdict"] == "agrees"
