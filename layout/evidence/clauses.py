"""From a clause to a formula: what the grammar reads (a Statement) becomes a tree over named dimensions and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from layout.errors import InputError, UnknownNameError
from layout.evidence.formula import Expr, Number, Op, Ref, number
from layout.measures.model import Direction, Expression, Name, Quantity, Rate, Scale, Statement, Sum
from layout.measures.statements import read_statement
from layout.measures.units import unit_table

DECIMAL: Mapping[str, Fraction] = {
    "尺": Fraction(1),
    "寸": Fraction(1, 10),
    "分": Fraction(1, 100),
    "釐": Fraction(1, 1000),
    "丈": Fraction(10),
    "引": Fraction(100),
}
"""The decimal chain of the 尺 (漢書·律曆志); every other unit is a dimension of its own (unit.ren …)."""


def statements(clause: str) -> tuple[Statement, ...]:
    """All equations that a clause makes, in order. Raises InputError where the grammar reads none."""
    first = read_statement(clause)
    return (first, *_more(first))


def _more(statement: Statement) -> Iterator[Statement]:
    for inner in statement.more:
        yield inner
        yield from _more(inner)


def pick(clause: str, subject: str | None, direction: Direction | None = None) -> Statement:
    """The statement of a clause about `subject` or towards `direction` (the first when neither is given).

    Raises InputError naming the subjects when there is none.
    """
    found = statements(clause)
    if direction is not None:
        found = tuple(s for s in found if s.direction == direction)
        if not found:
            raise InputError(f"clause {clause!r} says nothing of the way {direction}")
    if subject is None:
        return found[0]
    for statement in found:
        if subject in keys(statement):
            return statement
    names = ", ".join("/".join(keys(s)) or "(none)" for s in found)
    raise InputError(f"clause {clause!r} says nothing of {subject!r}; it speaks of {names}")


def keys(statement: Statement) -> tuple[str, ...]:
    """The names by which a statement's subject can be bound, the most exact first: 旌杠長, 旌杠."""
    both = statement.subject + statement.aspect
    return tuple(dict.fromkeys(k for k in (both, statement.subject, statement.aspect) if k))


def unit_dimension(unit: str) -> str:
    """The id of the dimension that a unit's length is: unit.ren for 仞. UnknownNameError for no unit of length."""
    for record in unit_table().unit:
        if record.kind == "length" and unit in (record.name, *record.other):
            return f"unit.{record.id}"
    raise UnknownNameError("unit of length", unit, [u.name for u in unit_table().unit if u.kind == "length"])


class Words:
    """Names that clauses use (躬, 笴, 堂深) and the dimensions that they mean, the family of the speaker first."""

    def __init__(self, table: Mapping[str, list[str]], first: Mapping[str, str] | None = None) -> None:
        self._table, self._first = table, first or {}

    def dimension(self, word: str, family: str, own: Mapping[str, str], clause: str) -> str:
        """The id that `word` means in a clause about a dimension of `family`. InputError where none or several fit."""
        if word in own:
            return own[word]
        ids = self._table.get(word, [])
        if word in self._first and not any(i.split(".")[0] == family for i in ids):
            return self._first[word]
        near = [i for i in ids if i.split(".")[0] == family] or ids
        if len(near) == 1 or (near and len({i.split(".")[0] for i in near}) == 1):
            return near[0]
        if not near:
            raise UnknownNameError("name of a thing", word, self._table, where=f"clause {clause!r}")
        raise InputError(f"clause {clause!r}: {word!r} could mean {', '.join(near)}")


def compile_statement(
    statement: Statement,
    words: Words,
    family: str,
    own: Mapping[str, str],
    of: str | None,
    elided: str | None = None,
    scale: Expr | None = None,
    count: bool = False,
    plus: str | None = None,
) -> Expr:
    """The formula that a statement's value is.

    A rate (弓二寸) counts the units of `of`; a bare number takes the unit that the text leaves out (`elided`), stands for
    itself where the dimension is a `count`, and is an error otherwise. `scale` multiplies lengths in 尺 (a clause that
    measures with another foot); `plus` is added where the value is a part of something named (半上舌).
    """

    def quantity(q: Quantity) -> Expr:
        parts = q.parts or ((q.value, q.unit or elided or ""),)
        terms = [length(value, unit) for value, unit in parts]
        # 一丈五寸 is one number of 尺; only units with a length of their own stay visible in the working
        if all(isinstance(t, Number) for t in terms):
            total = sum((t.value for t in terms if isinstance(t, Number)), Fraction(0))
            return scaled(Number(total)) if (q.unit or q.parts or elided) else Number(total)
        tree = terms[0]
        for term in terms[1:]:
            tree = Op("+", (tree, term))
        return tree

    def scaled(tree: Expr) -> Expr:
        return Op("*", (tree, scale)) if scale is not None else tree

    def length(value: Fraction, unit: str) -> Expr:
        if unit in DECIMAL:
            return Number(value * DECIMAL[unit])
        if not unit:
            if count:
                return Number(value)
            raise InputError(f"clause {statement.clause!r}: {number(value)} has no unit, so it gives no length")
        return Op("*", (Number(value, f"{number(value)} {unit}"), Ref(unit_dimension(unit))))

    def walk(e: Expression) -> Expr:
        match e:
            case Quantity():
                return quantity(e)
            case Name(name):
                return Ref(words.dimension(name, family, own, statement.clause))
            case Scale(factor, inner):
                return Op("*", (Number(factor), walk(inner)))
            case Sum(terms):
                tree = walk(terms[0])
                for term in terms[1:]:
                    tree = Op("+", (tree, walk(term)))
                return tree
        raise AssertionError(e)

    value = statement.value
    if isinstance(value, Rate):
        if of is None:
            raise InputError(f"clause {statement.clause!r} counts by the {value.each}, but of what is not known")
        each = DECIMAL.get(value.each)
        unit: Expr = Number(each) if each is not None else Ref(own.get(value.each) or unit_dimension(value.each))
        return Op("*", (Op("/", (Ref(of), unit)), walk(value.quantity)))
    tree = walk(value)
    if plus is not None and isinstance(value, Scale):
        return Op("+", (Ref(plus), tree))
    return tree
