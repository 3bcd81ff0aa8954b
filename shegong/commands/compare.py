"""`shegong compare`: what differs between two readings."""

from __future__ import annotations

import json
from typing import Any

import click

from layout.choices import Company
from shegong.options import choices_of, company_options, emit


@click.command(
    "compare", epilog="Example: shegong compare zhou-xu xiang-xiang; shegong compare zhou-xu zhou-xu --set ren=8"
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="change one choice of B")
@click.option("--say", "says", multiple=True, metavar="CLAUSE", help="restate one clause in B")
@click.option("--movements/--no-movements", default=True, help="stage both rites and compare who walks where")
@click.option("--sections", metavar="18-21", help="compare the movements of these sections only")
@click.option("--why", is_flag=True, help="print both derivations of every dimension that differs")
@company_options
@click.option("--format", "fmt", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
def command(
    a: str,
    b: str,
    sets: tuple[str, ...],
    says: tuple[str, ...],
    movements: bool,
    sections: str | None,
    why: bool,
    company: Company,
    fmt: str,
) -> None:
    """What differs between the readings A and B: choices, dimensions, places, movements. Only what differs is shown."""
    from layout.evidence.compare import compare_dimensions, compare_options
    from layout.evidence.derive import derive
    from layout.evidence.schema import load_rules
    from layout.evidence.show import derivation_lines
    from layout.plan import lay_out
    from shegong.build import parse_sections
    from shegong.differences import compare_places

    one, two = derive(choices_of(a, (), ())), derive(choices_of(b, sets, says))
    plans = lay_out(one, company), lay_out(two, company)
    found: dict[str, Any] = {
        "a": one.reading,
        "b": two.reading,
        "restated": {"a": list(one.restated), "b": list(two.restated)},
        "choices": compare_options(load_rules(), one, two),
        "dimensions": compare_dimensions(one, two),
        "places": compare_places(plans[0].places, plans[1].places),
    }
    if movements and any(found[k] for k in ("choices", "dimensions", "places")):
        found |= _movements(plans, parse_sections(sections), (one.scored, two.scored))
    if fmt == "json":
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    rows: list[dict[str, Any]] = []
    for row in found["choices"]:
        rows.append({"what": "choice", "id": row["key"], **_called(row, fmt), **_sides(row, _choice)})
    for row in found["dimensions"]:
        rows.append({"what": "dimension", "id": row["id"], **_called(row, fmt), **_sides(row, _dimension)})
    for row in found["places"]:
        rows.append({"what": "place", "id": row["id"], **_called(row, fmt), **_sides(row, _place)})
    for row in found.get("movements", ()):
        name = f"§{row['section']} {row['clause']}: {', '.join(row['how'])}"
        rows.append({"what": "movement", "id": row["who"], "name": name, "english": "", **_sides(row, _movement)})
    if not rows:
        click.echo("nothing differs")
        return
    columns = ["what", "id", "name", "a", "b"] + (["english"] if fmt == "csv" else [])
    emit(rows, fmt, columns, title=f"{a} | {b}" if fmt == "table" else "")
    if "movements_note" in found and fmt == "table":
        click.echo(f"movements: {found['movements_note']}")
    if why and fmt == "table":
        for row in found["dimensions"]:
            for label, ground in (("A", one), ("B", two)):
                lines = derivation_lines(ground, ground.dimension(row["id"]))
                click.echo(f"{label}: " + "\n".join(lines))


def _movements(plans: Any, sections: Any, scored: tuple[bool, bool]) -> dict[str, Any]:
    """The movements that differ, or a note why they cannot be compared."""
    from layout.errors import ShegongError
    from shegong.build import build_rite
    from shegong.differences import compare_movements

    if not all(scored):
        return {"movements": [], "movements_note": "the rite of one of the readings is not scored"}
    try:
        staged = [build_rite(plan, sections) for plan in plans]
    except ShegongError as bad:
        return {"movements": [], "movements_note": f"the rite cannot be staged: {bad}"}
    return {"movements": list(compare_movements(*staged))}


def _movement(side: dict[str, Any] | None) -> str:
    if side is None:
        return "—"
    parts = []
    if side["to"] is not None:
        x, y, z = side["to"]
        way = f"{side['distance']:g} 尺 to " if side["distance"] else ""
        parts.append(f"{way}({x:g}, {y:g}, {z:g}), facing {side['facing']}°")
    if side["gestures"]:
        parts.append(" ".join(side["gestures"]))
    return "; ".join(parts)


def _sides(row: dict[str, Any], show: Any) -> dict[str, str]:
    return {side: show(row[side]) for side in ("a", "b")}


def _choice(side: dict[str, Any]) -> str:
    return f"{side['id']} {_named(side)} ({side['held']})"


def _called(row: dict[str, Any], fmt: str) -> dict[str, str]:
    """The names of a row: in a table in one column, which leaves more room than two."""
    return {"name": _named(row) if fmt == "table" else row["name"], "english": row["english"]}


def _named(row: dict[str, Any]) -> str:
    """What something is called, in 漢字 and in English where it has a name there."""
    return " · ".join(dict.fromkeys(word for word in (row["name"], row.get("english")) if word))


def _dimension(side: dict[str, Any]) -> str:
    from fractions import Fraction

    from layout.evidence.formula import number

    metres = "" if side["metres"] is None else f" = {side['metres']:.3f} m"
    return f"{number(Fraction(side['value']))} {side['unit']}".rstrip() + f"{metres} [{side['certainty']}]"


def _place(side: dict[str, Any] | None) -> str:
    if side is None:
        return "—"
    from fractions import Fraction

    from layout.evidence.formula import number

    x, y, level = (number(Fraction(side[k])) for k in ("x", "y", "level"))
    facing = "" if side["facing"] is None else f", facing {number(Fraction(side['facing']))}°"
    return f"({x}, {y}), level {level}{facing}"
