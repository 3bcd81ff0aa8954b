"""Rows of the data files compiled: for each dimension the formula and the evidence of every way of knowing it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from layout.errors import DataError, InputError
from layout.evidence.clauses import DECIMAL, Words, compile_statement, pick, unit_dimension
from layout.evidence.formula import Expr, Number, Op, Ref, parse_formula
from layout.evidence.model import Certainty
from layout.evidence.passages import layer_of, locate
from layout.evidence.resolve import says_table
from layout.evidence.schema import Choice, DimensionRecord, Row, Rules, When, load_rules
from layout.measures.model import Statement
from layout.measures.numerals import parse_number
from layout.measures.quantity import parse_terms
from layout.measures.units import unit_table

LAYERS: Mapping[str, Certainty] = {"經": "stated", "記": "stated", "注": "glossed", "疏": "glossed", "按": "inferred"}
KAOGONG = "foot.kaogong"


@dataclass(frozen=True)
class Rule:
    """One way of knowing a dimension: its formula, who says it, how sure that makes it, and under which choices."""

    expr: Expr
    clause: str
    speaker: str
    passage: str
    certainty: Certainty
    reason: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)

    def holds(self, options: Mapping[str, str]) -> bool:
        """Whether the rule's choices are among the `options` in force."""
        return all(options.get(k) == v for k, v in self.choices.items())


@dataclass(frozen=True)
class Known:
    """A dimension with all its rules: those under special choices first, the plain one last."""

    id: str
    name: str
    name_en: str
    unit: str
    rules: tuple[Rule, ...]
    also: tuple[Rule, ...] = ()

    def rule(self, options: Mapping[str, str]) -> Rule:
        """The rule in force under the `options`."""
        return next(r for r in self.rules if r.holds(options))


@dataclass(frozen=True)
class Compiled:
    """All rules of a set of data files, with the words that restated clauses may use."""

    rules: Rules
    known: Mapping[str, Known]
    words: Words


@cache
def compiled(folder: str | None = None) -> Compiled:
    """The data files of `folder` (default: our own) compiled. Raises DataError naming the record that is at fault."""
    rules = load_rules(folder)
    words = _words(rules)
    return Compiled(rules, {r.id: _compile(r, rules, words) for r in rules.dimensions.values()}, words)


def _words(rules: Rules) -> Words:
    table: dict[str, list[str]] = {}
    for record in rules.dimensions.values():
        for word in dict.fromkeys((*record.says, *record.words)):
            table.setdefault(word, []).append(record.id)
    for unit in unit_table().unit:
        if unit.kind == "length":
            for word in (unit.name, *unit.other):
                table.setdefault(word, [f"unit.{unit.id}"])
    return Words(table, says_table(rules))


def _compile(record: DimensionRecord, rules: Rules, words: Words) -> Known:
    path, line = rules.files.get(record.id, ("assets/units.toml", None))

    def one(row: Row, label: str) -> Rule:
        try:
            return compile_row(row, record, words)
        except DataError:
            raise
        except InputError as bad:
            raise DataError(path, line, f"{record.id}{label}", str(bad)) from None

    special = [one(w, f".when[{n}]") for n, w in enumerate(record.when)]
    also = tuple(one(a, f".also[{n}]") for n, a in enumerate(record.also))
    return Known(record.id, record.name, record.english, record.unit, (*special, one(record, "")), also)


def compile_row(row: Row, record: DimensionRecord, words: Words) -> Rule:
    """The rule that a row of a record is. InputError where its clause cannot be read or names something unknown."""
    family = record.id.split(".")[0]
    scale: Expr | None = Ref(KAOGONG) if row.foot else None
    quoted = row.clause or row.gloss or ""
    choices = row.choices if isinstance(row, When) else {}
    if row.formula:
        expr = parse_formula(row.formula)
        if scale is not None:
            expr = Op("*", (expr, scale))
    elif row.read and not record.unit and _NUMERAL.fullmatch(row.read):
        expr = Number(parse_number(row.read), row.read)
    elif quoted:
        expr = compile_statement(
            pick(row.read or quoted, row.subject, row.direction),
            words,
            family,
            row.names,
            row.of,
            row.elided,
            scale,
            count=not record.unit,
            plus=row.plus,
        )
    else:
        expr = words_to_expr(row.assume or "", plain=not record.unit or record.unit == "cm")
        if scale is not None:
            expr = Op("*", (expr, scale))
    speaker, certainty = _speaker(row, quoted, record.id.startswith("unit."))
    passage = _passage(row, record, quoted)
    return Rule(expr, quoted, speaker, passage, certainty, row.reason, choices)


def _passage(row: Row, record: DimensionRecord, quoted: str) -> str:
    where = "" if record.id.startswith("unit.") else row.ref
    return (locate(quoted, where) if quoted else None) or row.ref or row.source


def _speaker(row: Row, quoted: str, unit: bool) -> tuple[str, Certainty]:
    if not quoted:
        kind: Certainty = "inferred" if row.formula else "conjectured"
        return (
            re.split(r": | \(|;", row.source)[0] or ("computed" if row.formula else "modern"),
            row.certainty or kind,
        )
    found = locate(quoted, "") if unit else None
    layers = (found or row.ref).split("·")
    if found is not None:
        return layer_of(found) or "注", row.certainty or "glossed"
    if unit:
        return re.split(r"[ ;:·]", row.ref)[0], row.certainty or "glossed"
    speaker = next((s for s in reversed(layers) if s in LAYERS), "注" if row.gloss else "經")
    return speaker, row.certainty or ("glossed" if row.gloss else LAYERS[speaker])


_NUMERAL = re.compile("[一二三四五六七八九十百千]+")
_PLAIN = re.compile(r"(-?\d+(?:\.\d+)?(?:/\d+)?)\s*(尺|chi|cm|寸|丈|步|仞|弓|尋)?")


def words_to_expr(value: str, plain: bool = False) -> Expr:
    """The tree of an assumed value: an exact number (48, 158/15, 22.5cm) or classical words (二丈四尺, 三仞).

    Raises InputError where it is neither, or is not a positive number.
    """
    value = value.strip()
    found = _PLAIN.fullmatch(value)
    if found:
        try:
            number = Fraction(found[1])
        except ZeroDivisionError:
            raise InputError(f"{value!r} is no number") from None
        unit = found[2]
        if unit in (None, "尺", "chi", "cm"):
            return Number(number, found[0])
        return _term(number, unit)
    if not plain:
        try:
            terms = parse_terms(value)
        except InputError:
            terms = ()
        if terms:
            trees = [_term(t.value, t.unit) for t in terms]
            if all(isinstance(t, Number) for t in trees):
                return Number(sum((t.value for t in trees if isinstance(t, Number)), Fraction(0)), value)
            tree = trees[0]
            for other in trees[1:]:
                tree = Op("+", (tree, other))
            return tree
    expected = "an exact number such as 48 or 158/15" + ("" if plain else ", or words such as 四丈八尺")
    raise InputError(f"{value!r} cannot be read as a measure; expected {expected}")


def _term(value: Fraction, unit: str) -> Expr:
    if unit in DECIMAL:
        return Number(value * DECIMAL[unit])
    return Op("*", (Number(value, f"{value} {unit}"), Ref(unit_dimension(unit))))


def compile_said(statement: Statement, record: DimensionRecord, row: Row, words: Words) -> Rule:
    """The rule that a restated clause makes: it is read as the clause of `row`, whose place it takes, and counts as stated."""
    names = {**record.names, **row.names}
    foot = record.foot or row.foot
    try:
        expr = compile_statement(
            statement,
            words,
            record.id.split(".")[0],
            names,
            row.of or record.of,
            row.elided or record.elided,
            Ref(KAOGONG) if foot else None,
            count=not record.unit,
            plus=row.plus,
        )
    except InputError as bad:
        raise InputError(f"--say {statement.clause!r}: {bad}") from None
    return Rule(expr, statement.clause, "restated", "", "stated", "restated by the reader; outranks the text")


def compile_set(value: str, record: DimensionRecord) -> Rule:
    """The rule that a number given by a reading or the user makes."""
    try:
        expr = words_to_expr(value, plain=not record.unit or record.unit == "cm")
    except InputError as bad:
        raise InputError(f"--set {record.id}={value}: {bad}") from None
    return Rule(expr, "", "set", "", "conjectured", f"given as {record.id}={value}")


__all__ = ["Choice", "Compiled", "Known", "Rule", "compile_said", "compile_set", "compiled", "words_to_expr"]
