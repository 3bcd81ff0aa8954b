"""`shegong plan`: the plan of a reading as drawings, or as data for other programs."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layout.choices import Choices, Company
from layout.errors import InputError, UnknownNameError
from layout.files import atomic
from shegong.options import check_output, company_options, console, emit, ground_options

if TYPE_CHECKING:
    from layout.evidence.model import Ground
    from layout.plan.draw import Drawing, Request
    from layout.plan.model import Plan

ENDINGS = (".svg", ".pdf", ".png", ".dxf", ".geojson")


@click.command("plan", epilog="Example: shegong plan out/plan.pdf --sheet all --labels both")
@click.argument("out", metavar="OUT", required=False)
@click.option("--sheet", metavar="NAME|all", help="which sheet (--sheets lists them); default: the whole range")
@click.option("--sheets", "listing", is_flag=True, help="list the sheets")
@click.option(
    "--passages", "passages", is_flag=True, help="list every passage that speaks of a place, with its station"
)
@click.option("--at", metavar="SECTION[+SECONDS]", help="the people at a moment of the rite, with the ways just walked")
@click.option("--labels", type=click.Choice(["zh", "en", "both"]), default="both", show_default=True, help="names in")
@click.option("--dpi", type=click.FloatRange(20, 1200), default=150.0, show_default=True, help="of a PNG")
@click.option("--date", metavar="TEXT", help="date in the title block; default: today, or SOURCE_DATE_EPOCH")
@click.option(
    "--check", "checking", is_flag=True, help="check the plan in space instead of drawing it; exit 1 on a violation"
)
@ground_options
@company_options
def command(
    out: str | None,
    sheet: str | None,
    listing: bool,
    passages: bool,
    at: str | None,
    labels: str,
    dpi: float,
    date: str | None,
    checking: bool,
    choices: Choices,
    company: Company,
) -> int:
    """Draw the plan to OUT: .svg .pdf .png .dxf, or .geojson with the evidence of every place and thing."""
    from layout.plan.draw import SHEETS, Request

    if listing:
        rows = [{"sheet": name, "name": zh, "shows": en} for name, (zh, en) in SHEETS.items()]
        emit(
            [*rows, {"sheet": "moment", "name": "行禮圖", "shows": "people at a moment; asked for with --at"}], "table"
        )
        return 0
    if out is None and not checking and not passages:
        raise InputError(f"where to? OUT ends in {' '.join(ENDINGS)}")
    path = check_output(out, (".md",) if passages else ENDINGS) if out is not None else None
    if at is not None and sheet is not None and sheet != "moment":
        raise InputError(f"--at draws its own sheet; leave out --sheet {sheet}")
    if at is None and sheet is not None and sheet not in SHEETS and sheet != "all":
        raise UnknownNameError("sheet", sheet, [*SHEETS, "all"])
    from shegong.build import build_plan

    plan = build_plan(choices, company)
    if checking:
        return _check(plan)
    if passages:
        return _passages(plan, path)
    assert path is not None
    request = Request(labels, date if date is not None else _today(), _reading_name(plan.ground))
    if path.suffix.lower() == ".geojson":
        from layout.plan.geojson import to_geojson

        with atomic(path) as temporary:
            temporary.write_text(to_geojson(plan), encoding="utf-8")
        console().print(f"{path}: {len(plan.footprints)} things, {len(plan.places)} places")
        return 0
    files = _drawings(plan, request, sheet, at, path)
    characters = {c for drawings in files.values() for d in drawings for c in d.characters()}
    for target, drawings in files.items():
        with atomic(target) as temporary:
            _write(temporary, drawings, dpi, characters)
        console().print(f"{target}: {', '.join(d.title for d in drawings)}")
    return 0


def _drawings(plan: Plan, request: Request, sheet: str | None, at: str | None, path: Path) -> dict[Path, list[Drawing]]:
    """What goes into which file: all sheets are pages of one PDF, files of their own otherwise."""
    from layout.plan.draw import SHEETS, draw

    if at is not None:
        from layout.plan.draw.moment import moment_sheet
        from shegong.build import build_rite, parse_moment
        from shegong.moments import moment_of

        when = parse_moment(at)
        rite = build_rite(plan, (when.section,))
        return {path: [moment_sheet(plan, request, moment_of(rite, when.section, when.t, plan))]}
    if sheet != "all":
        return {path: [draw(plan, sheet or "range", request)]}
    drawings = [draw(plan, name, request) for name in SHEETS]
    if path.suffix.lower() == ".pdf":
        return {path: drawings}
    return {path.with_name(f"{path.stem}-{d.name}{path.suffix}"): [d] for d in drawings}


def _write(path: Path, drawings: list[Drawing], dpi: float, characters: set[str]) -> None:
    ending = path.suffix.lower()
    if ending == ".svg":
        from layout.plan.draw.svg import to_svg

        path.write_text(to_svg(drawings[0], characters), encoding="utf-8")
    elif ending == ".dxf":
        from layout.plan.draw.dxf import to_dxf

        path.write_text(to_dxf(drawings[0]), encoding="utf-8")
    elif ending == ".png":
        from layout.plan.draw.pdf import to_image

        to_image(drawings[0], dpi, characters).save(path, format="PNG", dpi=(dpi, dpi))
    else:
        from layout.plan.draw.pdf import to_pdf

        path.write_bytes(to_pdf(*drawings))


def _today() -> str:
    """The date for the title block; SOURCE_DATE_EPOCH fixes it, so that a build can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = time.gmtime(int(epoch)) if epoch.isdigit() else time.localtime()
    return time.strftime("%Y-%m-%d", moment)


def _reading_name(ground: Ground) -> str:
    """The reading's name in 漢字 with its id."""
    from layout.evidence.schema import load_rules

    record = load_rules().readings.get(ground.reading)
    return f"{record.name}  {ground.reading}" if record is not None else ground.reading


def _passages(plan: Plan, path: Path | None) -> int:
    """Print the list of passages, or write it as Markdown; 1 where one is left without station or reason."""
    from layout.plan.passages import passage_rows, passage_table

    if path is not None:
        with atomic(path) as temporary:
            temporary.write_text(passage_table(plan), encoding="utf-8")
        return 0
    rows = []
    gaps = 0
    for row in passage_rows(plan):
        stations = [f"{plan.places[p].name if p in plan.places else plan.footprints[p].name} {p}" for p in row.places]
        gaps += not (row.places or row.reason)
        where = f"{row.layer} {row.section or ''}".strip()
        rows.append({"passage": where, "clause": row.clause, "station": "、".join(stations), "note": row.reason})
    emit(rows, "table")
    return 1 if gaps else 0


def _check(plan: Plan) -> int:
    """Print the checks in space; 1 where something is violated."""
    from layout.plan.checks import check_plan

    report = check_plan(plan)
    rows = [{"check": name, "cases": count} for name, count in report.total.items()]
    for row in rows:
        found = [v for v in report.violations if v.rule == row["check"]]
        row["violations"] = len(found)
        row["detail"] = "; ".join(v.text for v in found[:6]) + (" …" if len(found) > 6 else "")
    emit(rows, "table")
    for name, value in report.measures.items():
        unit = "°" if "angle" in name else " 尺"
        click.echo(f"{name}: {value:.2f}{unit}")
    return 1 if report.violations else 0
