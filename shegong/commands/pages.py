"""`shegong pages`: one page a section, for browser and paper: clauses, gloss, plans and ways."""

from __future__ import annotations

from pathlib import Path

import click

from layout.choices import Choices, Company
from layout.errors import InputError
from shegong.options import company_options, counted, ground_options


@click.command("pages", epilog="Example: shegong pages sections --sections 18-21")
@click.argument("folder", metavar="DIR")
@click.option("--sections", metavar="18-21", help="only these sections of the rite")
@click.option("--labels", type=click.Choice(["zh", "en", "both"]), default="both", show_default=True, help="names in")
@ground_options
@company_options
def command(
    folder: str,
    sections: str | None,
    labels: str,
    choices: Choices,
    company: Company,
) -> None:
    """Write a page for each section into DIR: every clause with its gloss, notes, time and people, the plan at its
    beginning and at its end, and the ways that are walked. Read it in a browser, or print it on A4."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise InputError(f"{path}: is a file; expected a folder")
    if not path.exists() and not path.parent.is_dir():
        raise InputError(f"{path}: the folder {path.parent} does not exist")
    from shegong.build import build_plan, build_rite, parse_sections
    from shegong.pages import write_pages

    wanted = parse_sections(sections)
    plan = build_plan(choices, company)
    rite = build_rite(plan, wanted)
    path.mkdir(exist_ok=True)
    named = "  ".join([choices.reading, *choices.sets, *(f"「{clause}」" for clause in choices.says)])
    written = list(write_pages(plan, rite, path, labels, named))
    total = sum(p.stat().st_size for p in written)
    click.echo(
        f"{path}: {counted(len(written) - 1, 'section')}, {total / 1e6:.1f} MB; begin with {path / 'index.html'}"
    )
