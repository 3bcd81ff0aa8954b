"""`shegong dimensions`: the named dimensions under a reading, and why each is what it is."""

from __future__ import annotations

import click

from layout.choices import Choices
from shegong.options import emit, format_option, ground_options


@click.command("dimensions", epilog="Example: shegong dimensions target --why --say 侯道七十弓")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--why", is_flag=True, help="the derivation of each, down to the clauses")
@ground_options
@format_option
def command(names: tuple[str, ...], why: bool, choices: Choices, fmt: str) -> None:
    """Dimensions in 尺 (exact) and metres. NAME is an id (lane.length), 漢字 (侯道), a family (target) or a pattern (*.width)."""
    from layout.evidence.derive import derive
    from layout.evidence.show import derivation_lines, dimension_row, select, size

    ground = derive(choices)
    found = select(ground, names)
    if why and fmt == "table":
        for d in found:
            click.echo("\n".join(derivation_lines(ground, d)))
        return
    rows = [dimension_row(ground, d) for d in found]
    if fmt == "json":
        emit(rows, fmt)
        return
    for row, d in zip(rows, found, strict=True):
        row["size"] = size(d)
        row["says"] = next((step.clause for step in reversed(d.derivation) if step.clause), "")
        row["derivation"] = " | ".join(f"{s.clause} {s.working}".strip() for s in d.derivation)
    columns = ["id", "name", "size", "metres", "certainty", "says"]
    if fmt == "csv":
        columns = ["id", "name", "english", "value", "unit", "metres", "certainty", "derivation"]
    emit(rows, fmt, columns)
