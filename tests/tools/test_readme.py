"""What README and docs tell a reader to type: every command is read by the command line, every link leads somewhere."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path

import click
import pytest

from shegong.cli import group, main

HOME = Path(__file__).parents[2]
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]
_COMMAND = re.compile(
    r"^\s*(?:\$ )?(?:\.venv/bin/)?shegong ([a-z].*)$|`(?:\.venv/bin/)?shegong ([a-z][^`]*)`", re.MULTILINE
)
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def commands() -> list[tuple[str, str]]:
    """Page and command line of everything that begins with shegong, in code blocks and between back ticks."""
    found = []
    for page in PAGES:
        for block, inline in _COMMAND.findall(page.read_text(encoding="utf-8")):
            line = re.split(r"\s+#|\s{3,}|\s[|>] |…|\s·\s", block or inline)[0].strip()
            # `shegong rite --check` in running text names an option without its value.
            if inline and line.split()[-1].startswith("--"):
                continue
            if line and not re.search(r"\b[A-Z]{3,}\b", line):
                found.append((page.name, line))
    return sorted(set(found))


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_are_read(page: str, line: str) -> None:
    """Options, their values and arguments are accepted; nothing is run."""
    name, *argv = shlex.split(line)
    command = group.get_command(click.Context(group), name)
    assert command is not None, (page, line)
    with command.make_context(name, argv):
        pass


def test_there_are_commands_in_the_readme() -> None:
    assert {"view", "dimensions", "plan", "compare", "export"} <= {
        line.split()[0] for page, line in commands() if page == "README.md"
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_number_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """`dimensions target.cloth --why` as printed there goes down to the clause."""
    assert main(["dimensions", "target.cloth", "--why"]) == 0
    assert "十六丈" in capsys.readouterr().out


def test_program_of_the_readme(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines for developers run as they stand (rite and scene, which take long, are built elsewhere in the tests)."""
    import shegong

    text = (HOME / "README.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in text.split("## For developers")[1].splitlines() if line.startswith("    ")]
    asked: list[object] = []
    monkeypatch.setattr(shegong, "build_rite", lambda plan, sections: asked.append(sections))
    monkeypatch.setattr(shegong, "build_scene", lambda plan, rite: asked.append(rite))
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    assert asked == [(18,), None]
    stated = next(line for line in lines if "# Fraction" in line)
    assert eval(stated.split("#")[0], names) == eval(stated.split("#")[1], {"Fraction": Fraction})
