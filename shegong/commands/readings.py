"""`shegong readings`: the named readings, and every switch under one of them with its authorities."""

from __future__ import annotations

import json

import click

from shegong.options import choices_of, emit, format_option


@click.command("readings", epilog="Example: shegong readings xiang-xiang")
@click.argument("name", required=False, metavar="[NAME|FILE.toml]")
@click.option("--all", "everything", is_flag=True, help="list the alternatives of every switch too")
@format_option
def command(name: str | None, everything: bool, fmt: str) -> None:
    """Readings and their choices. Without NAME: what each reading states differently; with NAME: every switch under it."""
    from layout.evidence.derive import derive
    from layout.evidence.schema import load_rules
    from layout.evidence.show import option_rows, reading_rows

    rules = load_rules()
    if name is None:
        rows = list(reading_rows(rules))
        if fmt != "json":
            for row in rows:
                row["states"] = ", ".join(f"{k}={v}" for k, v in row["states"].items())
                row["differs"] = ", ".join(f"{k}={v}" for k, v in row["differs"].items())
        emit(rows, fmt, ["id", "name", "base", "english", "differs"])
        return
    ground = derive(choices_of(name, (), ()))
    rows = option_rows(rules, ground.options)
    if fmt == "json":
        whole = {
            "reading": ground.reading,
            "choices": rows,
            "restated": list(ground.restated),
            "set": dict(ground.sets),
        }
        click.echo(json.dumps(whole, ensure_ascii=False, indent=1))
        return
    for row in rows:
        row["note"] = f"noted, not modelled: {row['noted']}" if row["noted"] else row["effect"]
        others = [c for c in row["alternatives"] if c["id"] != row["chosen"]]
        row["others"] = "; ".join(f"{c['id']} {_named(c['name'], c['english'])} ({c['held']})" for c in others)
        if fmt == "table":
            # In a table one column for both names leaves more room than two.
            row["name"] = _named(row["name"], row["english"])
            row["chosen_name"] = _named(row["chosen_name"], row["chosen_english"])
    columns = ["dispute", "key", "name", "chosen", "chosen_name", "held", "note"]
    if fmt == "csv":
        columns += ["english", "chosen_english"]
    if everything or fmt == "csv":
        columns.append("others")
    emit(rows, fmt, columns, title=f"{ground.reading}" if fmt == "table" else "")


def _named(name: str, english: str) -> str:
    """Both names of something."""
    return f"{name} · {english}" if english else name
