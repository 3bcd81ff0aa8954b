"""`derive`: every dimension under one reading, exact, each with the clauses that it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from layout.choices import Choices
from layout.errors import GroundError, InputError
from layout.evidence.compiled import KAOGONG, Compiled, Known, Rule, compile_said, compile_set, compiled
from layout.evidence.formula import Expr, Op, Ref, evaluate, names_in, number, working
from layout.evidence.ground import DerivedGround
from layout.evidence.model import CERTAINTIES, Certainty, Dimension, Evidence
from layout.evidence.resolve import resolve
from layout.evidence.schema import DimensionRecord, Row

DEFAULT = Choices()


def derive(choices: Choices = DEFAULT, folder: str | Path | None = None) -> DerivedGround:
    """The ground of a reading with the user's changes: all dimensions with value, certainty and derivation.

    Premises come before what is computed from them. `folder` reads other data files than our own. Raises
    UnknownNameError (reading, option, dimension), InputError (a clause or value that cannot be read or binds to nothing),
    DataError (a data file), GroundError (a circle of definitions, two statements that contradict, division by zero).
    """
    data = compiled(str(folder) if folder else None)
    asked = resolve(data.rules, choices)
    changed: set[str] = set()
    given: dict[str, Rule] = {}
    for name, value in asked.sets.items():
        given[name] = compile_set(value, data.rules.dimensions[name])
        changed.add(name)
    for name, statement in asked.says.items():
        record = data.rules.dimensions[name]
        given[name] = compile_said(statement, record, row_in_force(record, asked.options), data.words)
        changed.add(name)
    work = _Work(data, asked.options, given, changed)
    dimensions = {name: work.dimension(name) for name in data.known}
    return DerivedGround(
        reading=choices.reading,
        options=asked.options,
        dimensions=dimensions,
        metres_per_chi=dimensions["foot.cm"].chi / 100,
        restated=tuple(asked.restated),
        sets=dict(asked.sets),
        scored=asked.scored,
        choices=choices,
    )


class _Work:
    """One derivation under way: what is done, what is being done (to see circles), what was changed."""

    def __init__(
        self, data: Compiled, options: Mapping[str, str], given: Mapping[str, Rule], changed: set[str]
    ) -> None:
        self.data, self.options, self.given = data, options, given
        self.done: dict[str, Dimension] = {}
        self.doing: list[str] = []
        self.moved = set(changed)
        """Dimensions that differ from the plain text, directly or through a premise."""

    def dimension(self, name: str) -> Dimension:
        if name in self.done:
            return self.done[name]
        known = self.data.known[name]
        if name in self.doing:
            circle = [*self.doing[self.doing.index(name) :], name]
            clauses = "; ".join(f"{n}: {self._says(n)}" for n in circle[:-1])
            raise GroundError(f"{' ← '.join(circle)}: these define one another in a circle ({clauses})")
        self.doing.append(name)
        rule = self._plain(self.given.get(name) or known.rule(self.options))
        if rule.choices:
            self.moved.add(name)
        made = self._make(known, rule)
        for other in known.also:
            if other.holds(self.options):
                made = self._agree(made, known, rule, self._plain(other))
        self.doing.pop()
        self.done[name] = made
        return made

    def _plain(self, rule: Rule) -> Rule:
        """The rule without the factor of the 考工記 foot where that is the foot of the ground: no premise of anything."""
        if KAOGONG in names_in(rule.expr) and self.dimension(KAOGONG).chi == 1:
            return replace(rule, expr=_without(rule.expr))
        return rule

    def _says(self, name: str) -> str:
        rule = self.given.get(name) or self.data.known[name].rule(self.options)
        return rule.clause or rule.reason or working(rule.expr, lambda i: i)

    def _make(self, known: Known, rule: Rule) -> Dimension:
        needs = tuple(names_in(rule.expr))
        for need in needs:
            self.dimension(need)
        if any(need in self.moved for need in needs):
            self.moved.add(known.id)
        chi = self._value(known, rule)
        certainty = weakest([rule.certainty, *(self.done[n].certainty for n in needs)])
        steps: dict[Evidence, None] = {}
        for need in needs:
            steps.update(dict.fromkeys(self.done[need].derivation))
        steps[self._evidence(known, rule, chi)] = None
        return Dimension(
            id=known.id,
            name=known.name,
            name_en=known.name_en,
            chi=chi,
            certainty=certainty,
            derivation=tuple(steps),
            needs=needs,
            unit=known.unit,
        )

    def _value(self, known: Known, rule: Rule) -> Fraction:
        try:
            value = evaluate(rule.expr, lambda n: self.dimension(n).chi)
        except ZeroDivisionError:
            line = working(rule.expr, self._show)
            raise GroundError(f"{known.id} ({known.name}): {line} divides by zero") from None
        assert isinstance(value, Fraction)
        if rule.speaker in ("restated", "set") and value <= 0 and known.unit and _is_length(known.id):
            raise InputError(f"{known.id} ({known.name}) = {number(value)} 尺: expected more than 0")
        if rule.speaker in ("restated", "set") and known.id.endswith(".count") and (value < 1 or value.denominator > 1):
            raise InputError(f"{known.id} ({known.name}) = {number(value)}: expected a whole number from 1 upward")
        return value

    def _evidence(self, known: Known, rule: Rule, chi: Fraction) -> Evidence:
        return Evidence(
            clause=rule.clause,
            speaker=rule.speaker,
            passage=rule.passage,
            certainty=rule.certainty,
            working=self._working(known, rule.expr, chi),
            chi=chi if known.unit == "尺" else None,
            reason=rule.reason,
        )

    def _working(self, known: Known, expr: Expr, chi: Fraction) -> str:
        result = f"{number(chi)} {known.unit}".rstrip()
        if isinstance(expr, Ref):
            return f"{known.name} = {self.done[expr.id].name} = {result}"
        if isinstance(expr, Op) or list(names_in(expr)):
            return f"{known.name} = {working(expr, self._show)} = {result}"
        return f"{known.name} = {result}"

    def _show(self, name: str) -> str:
        d = self.done[name]
        return f"{number(d.chi)} 尺" if name.startswith("unit.") else f"{d.name} {number(d.chi)}"

    def _agree(self, made: Dimension, known: Known, rule: Rule, other: Rule) -> Dimension:
        """Check a second statement; a contradiction is an error unless its premise was changed."""
        for need in names_in(other.expr):
            self.dimension(need)
        value = self._value(known, other)
        line = self._working(known, other.expr, value)
        if value == made.chi:
            note, reason = line, "agrees"
        elif known.id in self.moved:
            note, reason = line, f"held for {self._premise(known, rule)}"
        else:
            raise GroundError(
                f"{known.id} ({known.name}): two statements contradict: {self._quote(rule)} gives {number(made.chi)}, "
                f"{self._quote(other)} gives {number(value)}"
            )
        step = Evidence(other.clause, other.speaker, other.passage, other.certainty, note, value, reason)
        return Dimension(
            made.id,
            made.name,
            made.name_en,
            made.chi,
            made.certainty,
            (*made.derivation[:-1], step, made.derivation[-1]),
            made.needs,
            made.unit,
        )

    def _premise(self, known: Known, rule: Rule) -> str:
        """The words of the text whose change moved a dimension: 五十弓."""

        def roots(name: str) -> list[str]:
            needs = names_in(rule.expr) if name == known.id else self.done[name].needs
            return [r for n in needs if n in self.moved for r in roots(n)] or [name]

        def plain(name: str) -> str:
            base = self.data.known[name].rules[-1]
            return base.clause or working(base.expr, lambda i: i)

        return " ".join(dict.fromkeys(plain(n).removeprefix(self.data.known[n].name) for n in roots(known.id)))

    @staticmethod
    def _quote(rule: Rule) -> str:
        at = f" ({rule.passage})" if rule.passage else ""
        return f"{rule.clause or rule.reason}{at}"


def _without(expr: Expr) -> Expr:
    if isinstance(expr, Op):
        if expr.op == "*" and expr.args[1] == Ref(KAOGONG):
            return _without(expr.args[0])
        return Op(expr.op, tuple(_without(a) for a in expr.args))
    return expr


def row_in_force(record: DimensionRecord, options: Mapping[str, str]) -> Row:
    """The row of a record that holds under the options in force."""
    fits = (w for w in record.when if all(options.get(k) == v for k, v in w.choices.items()))
    return next(fits, record)


def _is_length(name: str) -> bool:
    """Places may lie south or west of the origin; lengths may not be below zero."""
    return name.split(".")[-1] not in ("x", "y") and not name.endswith(("-y", "-x", ".y", ".x"))


def weakest(grades: list[Certainty]) -> Certainty:
    """The least sure of several: a result is as sure as its weakest premise."""
    return max(grades, key=CERTAINTIES.index)
