"""`shegong plan`: the plan of a reading as drawings, or as data for other programs."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from layout.choices import Choices, Company
from layout.errors import InputError, UnknownNameError
from layout.files import atomic
from shegong.options import check_output, company_options, console, emit, ground_options

if TYPE_CHECKING:
    from layout.evidence.model import Ground
    from layout.plan.draw import Drawing, Request
    from layout.plan.model import Plan

ENDINGS = (".svg", ".pdf", ".png", ".dxf", ".geojson")


def _finite(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    """The number, where it is one: nan passes every range."""
    if not math.isfinite(value):
        raise InputError(f"--dpi {value}: expected a number from 20 to 1200")
    return value


@click.command("plan", epilog="Example: shegong plan plan.pdf --sheet all --labels both")
@click.argument("out", metavar="OUT", required=False)
@click.option("--sheet", metavar="NAME|all", help="which sheet (--sheets lists them); default: the whole range")
@click.option("--sheets", "listing", is_flag=True, help="list the sheets")
@click.option(
    "--passages", "passages", is_flag=True, help="list every passage that speaks of a place, with its station"
)
@click.option("--at", metavar="SECTION[+SECONDS]", help="the people at a moment of the rite, with the ways just walked")
@click.option("--labels", type=click.Choice(["zh", "en", "both"]), default="both", show_default=True, help="names in")
@click.option(
    "--dpi", type=click.FloatRange(20, 1200), callback=_finite, default=150.0, show_default=True, help="of a PNG"
)
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
    _refuse_contradictions(path, sheet, at, passages, checking)
    if at is None and sheet is not None and sheet not in SHEETS and sheet != "all":
        raise UnknownNameError("sheet", sheet, [*SHEETS, "all"])
    today = date if date is not None else _today()
    from shegong.build import build_plan

    plan = build_plan(choices, company)
    if checking:
        return _check(plan)
    if passages:
        return _passages(plan, path)
    assert path is not None
    request = Request(labels, today, _reading_name(plan.ground))
    if path.suffix.lower() == ".geojson":
        from layout.plan.geojson import to_geojson

        with _named(path), atomic(path) as temporary:
            temporary.write_text(to_geojson(plan), encoding="utf-8")
        console().print(f"{path}: {len(plan.footprints)} things, {len(plan.places)} places")
        return 0
    files = _drawings(plan, request, sheet, at, path)
    characters = {c for drawings in files.values() for d in drawings for c in d.characters()}
    for target, drawings in files.items():
        with _named(target), atomic(target) as temporary:
            _write(temporary, drawings, dpi, characters)
        console().print(f"{target}: {', '.join(d.title for d in drawings)}")
    return 0


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of the file system with the name of the file, which a full disk or a limit of size does not give."""
    try:
        yield
    except OSError as bad:
        raise InputError(f"{path}: {bad.strerror or bad}; nothing is written") from bad


def _refuse_contradictions(
    path: Path | None, sheet: str | None, at: str | None, passages: bool, checking: bool
) -> None:
    """InputError where an option could only be passed over in silence."""
    if checking and passages:
        raise InputError("--check and --passages are two different lists; ask for one of them")
    mode = "--check" if checking else "--passages" if passages else ""
    if checking and path is not None:
        raise InputError(f"--check draws nothing; leave out {path}")
    ending = path.suffix.lower() if path is not None else ""
    for name, value in (("--sheet", sheet), ("--at", at)):
        if value is not None and mode:
            raise InputError(f"{mode} is about the whole plan; leave out {name} {value}")
        if value is not None and ending == ".geojson":
            raise InputError(
                f"a .geojson holds the whole plan, no sheet; leave out {name} {value}, or write .svg or .dxf"
            )
    given = click.get_current_context().get_parameter_source("dpi") is ParameterSource.COMMANDLINE
    if given and ending != ".png":
        raise InputError(f"--dpi is for a .png; leave it out{f' for {path}' if path is not None else ''}")
    if at is not None and sheet is not None and sheet != "moment":
        raise InputError(f"--at draws its own sheet; leave out --sheet {sheet}")
    if at is None and sheet == "moment":
        raise InputError("--sheet moment: which moment? use --at SECTION[+SECONDS], e.g. --at 18+60")


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
    if not epoch:
        return time.strftime("%Y-%m-%d", time.localtime())
    try:
        if not epoch.isdecimal():
            raise ValueError
        return time.strftime("%Y-%m-%d", time.gmtime(int(epoch)))
    except (ValueError, OverflowError, OSError):
        raise InputError(f"SOURCE_DATE_EPOCH={epoch}: expected seconds since 1970, a whole number") from None


def _reading_name(ground: Ground) -> str:
    """The reading's name in 漢字 with its id."""
    from layout.evidence.schema import load_rules

    record = load_rules().readings.get(ground.reading)
    return f"{record.name}  {ground.reading}" if record is not None else ground.reading


def _passages(plan: Plan, path: Path | None) -> int:
    """Print the list of passages, or write it as Markdown; 1 where one is left without station or reason."""
    from layout.plan.passages import passage_rows, passage_table

    if path is not None:
        with _named(path), atomic(path) as temporary:
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
