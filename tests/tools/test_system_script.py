"""scripts/system.sh on machines that lack something: what it installs as root, and what it names otherwise."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "system.sh"


def run(folder: Path, argument: str, user: int, missing: tuple[str, ...], apt: int = 0) -> tuple[int, str, str, str]:
    """The script with stand-ins for dpkg-query, apt-get and id: exit code, output, errors, and what apt-get was asked."""
    log = folder / "apt.log"
    lacking = " ".join(missing)
    tools = {
        "dpkg-query": f'for p; do :; done\\ncase " {lacking} " in *" $p "*) exit 1;; esac\\necho "install ok installed"',
        "apt-get": f'echo "$@" >> "{log}"\\nexit {apt}',
        "id": f"echo {user}",
    }
    for name, body in tools.items():
        tool = folder / name
        tool.write_text("#!/bin/sh\n" + body.replace("\\n", "\n") + "\n")
        tool.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    argv = ["sh", str(SCRIPT), *([argument] if argument else [])]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, env=os.environ | {"PATH": path})
    return done.returncode, done.stdout, done.stderr, log.read_text() if log.exists() else ""


def test_nothing_missing_is_silent(tmp_path: Path) -> None:
    assert run(tmp_path, "test", 1000, ()) == (0, "", "", "")


def test_root_installs_what_is_missing_and_no_more(tmp_path: Path) -> None:
    code, out, err, asked = run(tmp_path, "", 0, ("xvfb", "libegl1", "chromium"))
    assert (code, err) == (0, "")
    assert "xvfb libegl1" in out
    assert asked.splitlines()[0].startswith("update")
    assert asked.splitlines()[1].endswith(" xvfb libegl1")


def test_only_the_tests_need_a_browser(tmp_path: Path) -> None:
    _, _, _, asked = run(tmp_path, "test", 0, ("chromium",))
    assert asked.splitlines()[1].endswith(" chromium")


@pytest.mark.parametrize(("argument", "expected"), [("", 0), ("test", 2)])
def test_others_are_told_the_exact_line(tmp_path: Path, argument: str, expected: int) -> None:
    code, out, err, asked = run(tmp_path, argument, 1000, ("xvfb", "libgl1"))
    assert (code, out, asked) == (expected, "", "")
    assert "    sudo apt-get install xvfb libgl1" in err.splitlines()


def test_root_without_a_network_is_told_the_line_too(tmp_path: Path) -> None:
    code, _, err, _ = run(tmp_path, "", 0, ("xvfb",), apt=100)
    assert code == 0
    assert "    sudo apt-get install xvfb" in err.splitlines()
