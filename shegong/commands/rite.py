"""shegong rite: the staged rite: sections, steps, times; sheets, audit, coverage, tally, the score in English."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from layout.choices import Choices, Company
from layout.errors import InputError
from shegong.options import company_options, emit, format_option, ground_options


@click.command("rite", short_help="the rite: who does what, when and where")
@ground_options
@company_options
@format_option
@click.option("--sections", metavar="N[-M]", help="only these sections, e.g. 18-21")
@click.option("--steps", is_flag=True, help="every clause with its times")
@click.option("--role", metavar="ID", help="the sheet of one person, e.g. archer-1-upper or 司射")
@click.option("--audit", is_flag=True, help="the checks on the movement")
@click.option("--coverage", is_flag=True, help="whether the clauses are the whole 經")
@click.option(
    "--tally", is_flag=True, help="bows, cups, vessels washed, stairs, shots, distance walked, person by person"
)
@click.option("--english", is_flag=True, help="the score with English words")
@click.option("--words", is_flag=True, help="the words from which a score is written")
@click.option("--check", "check_file", type=click.Path(), metavar="FILE", help="read and stage one score file")
def command(
    choices: Choices,
    company: Company,
    fmt: str,
    sections: str | None,
    steps: bool,
    role: str | None,
    audit: bool,
    coverage: bool,
    tally: bool,
    english: bool,
    words: bool,
    check_file: str | None,
) -> int:
    """The rite of a reading, staged from the score.

    \b
    Example: shegong rite --sections 18 --steps
             shegong rite --role archer-1-upper --format csv
             shegong rite --check my-section.score
    """
    from layout.evidence import derive
    from layout.plan import lay_out
    from rite import report
    from rite.staging import scores_of, section_numbers, stage, words_of

    asked = {
        "--steps": steps,
        "--role": role is not None,
        "--audit": audit,
        "--coverage": coverage,
        "--tally": tally,
        "--english": english,
        "--words": words,
        "--check": check_file is not None,
    }
    given = [name for name, on in asked.items() if on]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} ask for different things: give one of them")
    wanted = None if sections is None else section_numbers(sections)
    plan = lay_out(derive(choices), company)
    if check_file is not None:
        return _check(plan, check_file)
    if coverage:
        rows = report.coverage(scores_of(plan))
        if wanted:
            rows = [r for r in rows if r["section"] in wanted]
        emit(rows, fmt, title="the clauses of the score against the 經")
        return 0 if all(r["state"] in ("whole", "not scored") for r in rows) else 1
    if words:
        from rite.wordlist import word_tables

        click.echo("\n".join(word_tables(words_of(plan))))
        return 0
    if english:
        from rite.english import english_lines

        tables = words_of(plan)
        places = {key: foot.name_en for key, foot in plan.footprints.items()}
        places |= {key: place.name_en for key, place in plan.places.items()}
        for number, score in scores_of(plan).items():
            if wanted is None or number in wanted:
                click.echo("\n".join(english_lines(score, tables, places)) + "\n")
        return 0
    rite = stage(plan, wanted)
    if role is not None:
        names = report.role_names(sorted({p for s in rite.sections for p in s.people}))
        if role not in names:
            from layout.errors import UnknownNameError

            raise UnknownNameError("role", role, [*names])
        rows = report.role_sheet(rite, plan, names[role])
        if fmt == "table" and not rows:
            click.echo(f"{names[role]} stands by: nothing is done by or with him in these sections")
            return 0
        if fmt == "table":
            rows = [{**r, "holds": report.holds_in_words(r["holds"])} for r in rows]
        columns = ["section", "clause", "start", "end", "place", "facing", "posture", "holds"]
        emit(rows, fmt, columns if fmt == "table" else None, title=names[role])
        return 0
    if tally:
        emit(report.tally(rite), fmt, title="bows, salutes, cups, vessels washed, stairs, shots, way walked (尺)")
        return 0
    if audit:
        return _audit(rite, plan, fmt)
    if fmt == "json":
        click.echo(json.dumps(report.as_json(rite), ensure_ascii=False, indent=1))
        return 0
    if steps:
        rows = _step_rows(rite)
        emit(rows, fmt, ["section", "start", "end", "clause", "who"] if fmt == "table" else None)
    else:
        emit(report.sections_rows(rite), fmt, ["number", "title", "english", "start", "end", "minutes"])
    if fmt == "table":
        total = sum(s.duration for s in rite.sections) / 1000
        click.echo(f"\ntotal {total / 60:.1f} minutes")
        unscored = rite.score.get("unscored")
        if isinstance(unscored, list) and unscored:
            click.echo("not scored yet, and skipped: § " + " ".join(str(n) for n in unscored))
    return 0


def _step_rows(rite: Any) -> list[dict[str, Any]]:
    rows = []
    start = 0
    for s in rite.sections:
        for step in s.steps:
            rows.append(
                {
                    "section": s.number,
                    "start": (start + step.start) / 1000,
                    "end": (start + step.end) / 1000,
                    "layer": step.layer,
                    "clause": step.text,
                    "gloss": step.gloss,
                    "who": list(step.who),
                    "moves": list(step.moves),
                    "certainty": step.certainty,
                }
            )
        start += s.duration
    return rows


def _audit(rite: Any, plan: Any, fmt: str) -> int:
    from rite.audit import audit

    found = audit(rite, plan)
    violations = [v.as_dict() for v in found.violations]
    if fmt == "json":
        click.echo(json.dumps({"violations": violations, "total": found.total}, ensure_ascii=False, indent=1))
    else:
        if violations:
            emit(violations, fmt, title="violations")
        if fmt == "table":
            emit([{"rule": k, "cases": v, "violations": found.count(k)} for k, v in found.total.items()], fmt)
    return 1 if violations else 0


def _check(plan: Any, name: str) -> int:
    """Read one score file, compare it with the text, and stage it after all sections before it."""
    from rite.parse import load_score
    from rite.report import classic_of, first_difference, misread_clause
    from rite.staging import stage_scores, words_of

    path = Path(name)
    found = load_score(path, words_of(plan))
    if not found:
        raise InputError(f"{path}: holds no section (§ NUMBER TITLE | English title)")
    for score in found:
        if not 1 <= score.number <= 37:
            raise InputError(f"{path.name}: § {score.number} {score.title}: the rite has sections 1 to 37")
    bad = 0
    for score in found:
        have, want = score.text(), classic_of(score.number)
        if have == want:
            click.echo(f"§ {score.number} {score.title}: {len(score.clauses)} clauses, the whole 經 of the section")
        else:
            bad = 1
            line, text, there = misread_clause(score, want)
            click.echo(
                f"{path.name}:{line}: 「{text}」: the 經 has 「{there}…」 here; § {score.number} {first_difference(have, want)}"
            )
    rite = stage_scores(plan, {s.number: s for s in found})
    for section in rite.sections:
        click.echo(f"§ {section.number} staged: {section.duration / 1000:.1f} s, {len(section.steps)} steps")
    return bad
