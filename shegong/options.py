"""Options that several commands share, and how a command prints a list or writes a file."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from layout.choices import Choices, Company
from layout.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])


def ground_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--reading, --set, --say: how the text is read. The command receives them as `choices`, a `Choices`."""

    @wraps(function)
    def gathered(*args: Any, reading: str, sets: tuple[str, ...], says: tuple[str, ...], **rest: Any) -> Any:
        return function(*args, choices=choices_of(reading, sets, says), **rest)

    return _with(
        gathered,
        click.option("--say", "says", multiple=True, metavar="CLAUSE", help="restate one clause, e.g. 侯道七十弓"),
        click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="change one choice, e.g. hall=xiang"),
        click.option(
            "--reading",
            default="zhou-xu",
            show_default=True,
            metavar="NAME|FILE.toml",
            help="a named reading",
        ),
    )


def company_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--guests, --grandees, --pairs, --seed, --host-shoots: who takes part. The command receives `company`, a `Company`."""

    @wraps(function)
    def gathered(*args: Any, guests: int, grandees: int, pairs: int, seed: int, host_shoots: bool, **rest: Any) -> Any:
        return function(*args, company=Company(guests, grandees, pairs, host_shoots, seed), **rest)

    return _with(
        gathered,
        click.option("--host-shoots/--no-host-shoots", default=True, help="whether host and guest shoot"),
        click.option("--seed", default=1, show_default=True, help="the same seed gives the same rite"),
        click.option("--pairs", default=4, show_default=True, help="pairs after the 三耦"),
        click.option("--grandees", default=1, show_default=True, help="number of 大夫"),
        click.option("--guests", default=7, show_default=True, help="number of 眾賓: guest-2 …"),
    )


def _with(function: Callable[..., Any], *options: Callable[[Any], Any]) -> Callable[..., Any]:
    for option in options:
        function = option(function)
    return function


def format_option(function: F) -> F:
    """--format table|json|csv for every command that lists."""
    return click.option(
        "--format",
        "fmt",
        type=click.Choice(["table", "json", "csv"]),
        default="table",
        show_default=True,
        help="json is the stable interface",
    )(function)


def choices_of(reading: str, sets: Sequence[str], says: Sequence[str]) -> Choices:
    """The `Choices` that the options describe; a reading that is a path names a file of the user's own."""
    if reading.endswith(".toml") or os.sep in reading:
        return Choices(reading=Path(reading).stem, sets=tuple(sets), says=tuple(says), reading_file=reading)
    return Choices(reading=reading, sets=tuple(sets), says=tuple(says))


def emit(rows: Sequence[Mapping[str, Any]], fmt: str, columns: Sequence[str] | None = None, title: str = "") -> None:
    """Print rows as a table, as JSON (a list of objects, stable) or as CSV.

    `columns` names and orders what table and CSV show; JSON always carries everything.
    """
    if fmt == "json":
        click.echo(json.dumps(list(rows), ensure_ascii=False, indent=1))
        return
    names = list(columns or (rows[0].keys() if rows else ()))
    if fmt == "csv":
        out = io.StringIO()
        writer = csv.DictWriter(out, names, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: _flat(v) for k, v in row.items()} for row in rows)
        click.echo(out.getvalue(), nl=False)
        return
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", show_edge=False, pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(_flat(row.get(name)) for name in names))
    console().print(table)


def console() -> Console:
    """A console for standard output that writes no colour codes to a pipe, and does not fold lines there."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 200
    return Console(highlight=False, markup=False, width=width, no_color=not sys.stdout.isatty())


def _flat(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    if isinstance(value, (list, tuple)):
        return "; ".join(_flat(v) for v in value)
    if isinstance(value, dict):
        return ", ".join(f"{k}={_flat(v)}" for k, v in value.items())
    return str(value)


def check_output(path: str | Path, endings: Sequence[str]) -> Path:
    """The path, when a file with one of `endings` may be written there; InputError otherwise, before any work is done."""
    path = Path(path)
    if path.suffix.lower() not in endings:
        ending = path.suffix or "(none)"
        raise InputError(f"{path}: unknown file ending {ending!r}; expected {', '.join(endings)}")
    folder = path.parent
    if not folder.is_dir():
        raise InputError(f"{path}: the folder {folder} does not exist")
    if path.is_dir():
        raise InputError(f"{path}: is a folder; expected a file name")
    return path


def counted(number: int, thing: str) -> str:
    """A number of things in English: `1 section`, `37 sections`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
