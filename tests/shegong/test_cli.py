"""The command line: help, exit codes, one clear line for every mistake, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from layout.errors import InputError
from shegong.build import parse_moment, parse_sections
from shegong.cli import group, main


def run(capsys, *argv: str) -> tuple[int, str, str]:
    code = main(list(argv))
    seen = capsys.readouterr()
    return code, seen.out, seen.err


@pytest.mark.parametrize("name", sorted(group.list_commands(None)))
def test_every_command_has_help_with_an_example(name):
    result = CliRunner().invoke(group, [name, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.output


def test_unknown_command_names_the_nearest(capsys):
    code, out, err = run(capsys, "exprot")
    assert code == 2
    assert "export" in err
    assert out == ""
    assert "Traceback" not in err


def test_folder_that_does_not_exist(capsys, tmp_path):
    code, _, err = run(capsys, "export", str(tmp_path / "nowhere" / "a.glb"))
    assert code == 2
    assert err.count("\n") == 1
    assert "nowhere" in err


def test_unknown_file_ending(capsys, tmp_path):
    code, _, err = run(capsys, "export", str(tmp_path / "a.glbb"))
    assert code == 2
    assert ".glb" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "option", [["--reading", "zhou-xuu"], ["--set", "hal=xu"], ["--say", "天地玄黃"], ["--say", "某甲五尺"]]
)
@pytest.mark.parametrize("command", ["export", "plan"])
def test_bad_choice_is_one_line_and_leaves_nothing(capsys, tmp_path, option, command):
    ending = {"export": "glb", "plan": "svg"}[command]
    code, _, err = run(capsys, command, str(tmp_path / f"a.{ending}"), *option)
    assert code == 2
    assert "Traceback" not in err
    assert option[1].partition("=")[0] in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "numbers"), [("18", (18,)), ("18-21", (18, 19, 20, 21)), ("3,5,18-19", (3, 5, 18, 19))]
)
def test_sections(text, numbers):
    assert parse_sections(text) == numbers


@pytest.mark.parametrize("text", ["0", "38", "21-18", "a", "", "18-"])
def test_sections_that_are_none(text):
    with pytest.raises(InputError, match="--sections"):
        parse_sections(text)


def test_moment():
    assert (parse_moment("18+42.5").section, parse_moment("18+42.5").t) == (18, 42500)
    with pytest.raises(InputError, match="SECONDS"):
        parse_moment("18:42")


def test_closed_pipe_is_no_error():
    done = subprocess.run(
        f"set -o pipefail; {sys.executable} -c 'from shegong.cli import main; main()' readings --format json | head -c 1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0


def test_a_full_device_is_told_as_standard_output():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from shegong.cli import main; main()", "readings", "--format", "json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode().startswith("shegong: standard output: ")
    assert done.stderr.count(b"\n") == 1


WRITING = """
import sys, time
from pathlib import Path
from layout.files import atomic
from shegong import cli

def work(**_):
    with atomic(Path(sys.argv[1])) as temporary:
        temporary.write_bytes(b"half")
        print("begun", flush=True)
        time.sleep(60)

cli.group.main = work
cli.main()
"""


def test_ended_from_outside_nothing_half_written_stays(tmp_path):
    with subprocess.Popen([sys.executable, "-c", WRITING, str(tmp_path / "a.mp4")], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"begun\n"
        assert len(os.listdir(tmp_path)) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    assert os.listdir(tmp_path) == []


def test_moment_after_the_end_of_a_section(capsys, tmp_path):
    code, _, err = run(capsys, "export", str(tmp_path / "a.glb"), "--at", "14+99999", "--lod", "1")
    assert code == 2
    assert "after its end" in err
    assert list(tmp_path.iterdir()) == []


def test_a_gltf_is_as_large_as_both_its_files(tmp_path, capsys):
    code, out, _ = run(capsys, "export", str(tmp_path / "a.gltf"), "--still", "--lod", "1")
    size = sum((tmp_path / name).stat().st_size for name in ("a.gltf", "a.bin"))
    assert code == 0
    assert f"a.gltf: {size / 1e6:.2f} MB" in out
    # Nothing moves in it, so it has no sections.
    assert "section" not in out
