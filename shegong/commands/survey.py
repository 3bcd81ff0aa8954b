"""`shegong survey`: all combinations of the open choices at once."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any

import click

from layout.choices import Choices
from shegong.options import emit, format_option, ground_options


@click.command(
    "survey",
    epilog="Example: shegong survey target --set hall=xu; shegong survey --vary hall.depth=30..60/6 --over marks",
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--over", multiple=True, metavar="KEY", help="leave only these switches open (default: all that bear on a size)"
)
@click.option("--vary", multiple=True, metavar="ID=VALUES", help="give a dimension several values: 30..60/6 or 30,48")
@ground_options
@format_option
def command(
    names: tuple[str, ...],
    over: tuple[str, ...],
    vary: tuple[str, ...],
    choices: Choices,
    fmt: str,
) -> None:
    """The range of every dimension (or of those NAMEd) over all combinations of the open choices, which choices decide
    it, and which combinations break which check. A switch that --set names is not open."""
    from layout.evidence.derive import derive
    from layout.evidence.formula import number
    from layout.evidence.show import select
    from layout.evidence.survey import survey

    wanted = {d.id for d in select(derive(choices), names)} if names else None
    found = survey(choices, over or None, vary, progress=_progress)
    row = found.row()
    if wanted is not None:
        row["dimensions"] = {k: v for k, v in row["dimensions"].items() if k in wanted}
    if fmt == "json":
        click.echo(json.dumps(row, ensure_ascii=False, indent=1))
        return
    rows: list[dict[str, Any]] = []
    for name, r in row["dimensions"].items():
        low, high = number(Fraction(r["min"])), number(Fraction(r["max"]))
        if low != high or names or fmt == "csv":
            decided = ", ".join(r["decided_by"] if fmt == "csv" else r["decided_by"][:5])
            rows.append({"dimension": name, "min": low, "max": high, "decided by": decided})
    title = f"{found.combinations} combinations of {len(found.axes)} choices" if fmt == "table" else ""
    emit(rows, fmt, ["dimension", "min", "max", "decided by"], title=title)
    if fmt == "csv":
        return
    broken = [
        {
            "check": name,
            "verdict": v["verdict"],
            "share": f"{v['share']:.2%}",
            "choices": " | ".join(_condition(one) for one in v["choices"][:6])
            + (" | …" if len(v["choices"]) > 6 or not v["complete"] else ""),
        }
        for name, v in row["violations"].items()
    ]
    click.echo()
    emit(broken, fmt, ["check", "verdict", "share", "choices"], title="checks that combinations break")


def _condition(one: dict[str, str]) -> str:
    return " & ".join(f"{k}={v}" for k, v in one.items()) or "always"


def _progress(done: int, total: int) -> None:
    """Progress on standard error, only where a person is watching and there is something to wait for."""
    if total > 1 and sys.stderr.isatty():
        click.echo(f"\r{done}/{total} chunks", err=True, nl=done == total)
