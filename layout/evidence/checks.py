"""Checks on the ground as a whole: exact comparisons of dimensions, each with its working and a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from layout.data import Record, asset, load_toml
from layout.errors import DataError, InputError
from layout.evidence.compiled import words_to_expr
from layout.evidence.formula import Expr, Number, Ref, evaluate, names_in, number, parse_formula, working
from layout.evidence.model import Ground
from layout.evidence.passages import locate, split_ref
from layout.evidence.schema import id_lines, load_rules, unknown_name
from layout.measures.numerals import parse_number

Verdict = Literal["agrees", "differs", "undecided"]
Relation = Literal["<", "<=", "=", ">=", ">"]


class CheckRecord(Record, frozen=True, kw_only=True):
    """A check of `assets/checks/ground.toml` (its keys are explained there)."""

    id: str
    name: str
    english: str
    computed: str
    relation: Relation
    bound: str | None = None
    stated: str | None = None
    clause: str | None = None
    gloss: str | None = None
    ref: str = ""
    source: str = ""
    share: bool = False
    choices: dict[str, str] = msgspec.field(default_factory=dict)
    otherwise: Verdict = "differs"
    why: str = ""


class CheckFile(Record, frozen=True, kw_only=True):
    """A file of checks."""

    check: list[CheckRecord]


@dataclass(frozen=True)
class Constraint:
    """A check compiled: two trees and how they must stand to one another."""

    record: CheckRecord
    computed: Expr
    bound: Expr
    passage: str
    speaker: str


@dataclass(frozen=True)
class GroundCheck:
    """The result of one check: what was computed, what it was held against, the working and the verdict.

    `text` is the name of the check and the clause it holds to, `english` what is asked; `computed_chi` and `bound_chi` are exact.
    """

    id: str
    name: str
    english: str
    text: str
    speaker: str
    passage: str
    working: str
    computed: str
    stated: str
    verdict: Verdict
    why: str
    computed_chi: Fraction
    bound_chi: Fraction

    def row(self) -> dict[str, str]:
        """The check as docs/json.md has it, with its name, question and reason beside."""
        keys = (
            "id",
            "speaker",
            "passage",
            "text",
            "working",
            "computed",
            "stated",
            "verdict",
            "name",
            "english",
            "why",
        )
        return {k: getattr(self, k) for k in keys}


@cache
def constraints(path: str | None = None) -> tuple[Constraint, ...]:
    """All checks of the data file, compiled. Raises DataError naming the check that is at fault."""
    where = Path(path) if path else asset("checks", "ground.toml")
    rules = load_rules()
    made: list[Constraint] = []
    lines = id_lines(where)
    for record in load_toml(where, CheckFile).check:
        line = lines.get(record.id)
        if (record.bound is None) == (record.stated is None):
            raise DataError(where, line, f"{record.id}.bound", "give one of bound, stated")
        try:
            computed = parse_formula(record.computed)
            bound = parse_formula(record.bound) if record.bound is not None else _stated(record.stated or "")
        except InputError as bad:
            raise DataError(where, line, f"{record.id}.computed", str(bad)) from None
        for need in (*names_in(computed), *names_in(bound)):
            if need not in rules.dimensions:
                raise DataError(where, line, record.id, unknown_name("dimension", need, rules.dimensions))
        quoted = record.clause or record.gloss
        speaker = (split_ref(record.ref)[1] or "") if quoted else "modern"
        if not quoted and record.source and record.source != "modern":
            speaker = record.source.split(":")[0].split(" (")[0]
        passage = (locate(quoted, record.ref) or record.ref) if quoted else record.source
        made.append(Constraint(record, computed, bound, passage, speaker))
    return tuple(made)


def _stated(words: str) -> Expr:
    try:
        return words_to_expr(words)
    except InputError:
        return Number(parse_number(words), words)


def holds(relation: Relation, computed: Fraction, bound: Fraction) -> bool:
    """Whether two exact numbers stand in a relation."""
    match relation:
        case "<":
            return computed < bound
        case "<=":
            return computed <= bound
        case "=":
            return computed == bound
        case ">=":
            return computed >= bound
        case ">":
            return computed > bound


def check_ground(ground: Ground) -> list[GroundCheck]:
    """Every check that applies to a ground, in the order of the data file."""
    found: list[GroundCheck] = []
    for constraint in constraints():
        record = constraint.record
        if any(ground.options.get(k) != v for k, v in record.choices.items()):
            continue
        found.append(_check(constraint, ground))
    return found


_FAILS = {"<": "≥", "<=": ">", "=": "≠", ">=": "<", ">": "≤"}
_SIGN = {"<": "<", "<=": "≤", "=": "=", ">=": "≥", ">": ">"}


def _check(constraint: Constraint, ground: Ground) -> GroundCheck:
    record = constraint.record
    computed: Fraction = evaluate(constraint.computed, ground.chi)
    bound: Fraction = evaluate(constraint.bound, ground.chi)
    right = holds(record.relation, computed, bound)
    verdict: Verdict = "agrees" if right else record.otherwise

    def show(name: str) -> str:
        d = ground.dimension(name)
        return f"{d.name} {number(d.chi)}"

    def side(tree: Expr, value: Fraction) -> str:
        plain = _words(value, record.share)
        if isinstance(tree, Number):
            return tree.words or plain
        if isinstance(tree, Ref):
            d = ground.dimension(tree.id)
            if tree.id.startswith("sight."):  # the line of sight is the point of the check: show how it was drawn
                return d.derivation[-1].working.removesuffix(d.unit).rstrip().removesuffix(number(value)) + plain
            return f"{d.name} {plain}"
        return f"{working(tree, show)} = {plain}"

    sign = _SIGN[record.relation] if right else _FAILS[record.relation]
    stated = record.stated or _words(bound, record.share)
    return GroundCheck(
        id=record.id,
        name=record.name,
        english=record.english,
        text=" · ".join(w for w in (record.name, record.clause or record.gloss) if w),
        speaker=constraint.speaker,
        passage=constraint.passage,
        working=f"{side(constraint.computed, computed)} {sign} {side(constraint.bound, bound)}",
        computed=str(computed),
        stated=stated if record.stated else str(bound),
        verdict=verdict,
        why="" if right else record.why,
        computed_chi=computed,
        bound_chi=bound,
    )


def _words(value: Fraction, share: bool) -> str:
    if share:
        return f"{value} ({float(value):.1%})"
    words = number(value)
    return f"{words} (≈ {float(value):.3f})" if "/" in words else words
