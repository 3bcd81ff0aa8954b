"""Formulas over dimensions: a small safe grammar, one tree, evaluated exactly on Fractions or on arrays of them.

2 * target.center            names of dimensions, exact numbers, + - * /, parentheses
min(hall.width, 60)          min, max, abs, floor, ceil
lane.length - 1/5            a minus sign stands between spaces (ids themselves contain hyphens)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from layout.errors import InputError

GRAMMAR = r"""
?start: sum
?sum: product
    | sum "+" product   -> add
    | sum "-" product   -> sub
?product: unary
    | product "*" unary -> mul
    | product "/" unary -> div
?unary: "-" unary       -> neg
    | atom
?atom: NUMBER           -> number
    | ID                -> ref
    | WORD "(" sum ("," sum)* ")" -> call
    | "(" sum ")"
ID.2: /[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+/
WORD: /(min|max|abs|floor|ceil)(?=\s*\()/
NUMBER: /\d+(\.\d+)?/
%ignore /\s+/
"""


@dataclass(frozen=True)
class Number:
    """An exact constant; `words` is how the source writes it (五十), for showing the working."""

    value: Fraction
    words: str = ""


@dataclass(frozen=True)
class Ref:
    """The value of another dimension."""

    id: str


@dataclass(frozen=True)
class Op:
    """An operation `+ - * /` or a function (min max abs floor ceil) on expressions."""

    op: str
    args: tuple[Expr, ...]


Expr = Number | Ref | Op


class _Build(Transformer[Token, Expr]):
    def number(self, items: list[Any]) -> Expr:
        return Number(Fraction(str(items[0])))

    def ref(self, items: list[Any]) -> Expr:
        return Ref(str(items[0]))

    def add(self, items: list[Any]) -> Expr:
        return Op("+", tuple(items))

    def sub(self, items: list[Any]) -> Expr:
        return Op("-", tuple(items))

    def mul(self, items: list[Any]) -> Expr:
        return Op("*", tuple(items))

    def div(self, items: list[Any]) -> Expr:
        a, b = items
        if isinstance(a, Number) and isinstance(b, Number) and b.value:
            return Number(a.value / b.value)
        return Op("/", (a, b))

    def neg(self, items: list[Any]) -> Expr:
        (a,) = items
        return Number(-a.value) if isinstance(a, Number) else Op("-", (Number(Fraction(0)), a))

    def call(self, items: list[Any]) -> Expr:
        name, *args = items
        return Op(str(name), tuple(args))


_PARSER = Lark(GRAMMAR, parser="lalr")


@cache
def parse_formula(text: str) -> Expr:
    """The tree of a formula; InputError with the place of the fault when it is not one.

    >>> evaluate(parse_formula("2 * a.b - 1/3"), {"a.b": Fraction(5)}.__getitem__)
    Fraction(29, 3)
    """
    try:
        return _Build().transform(_PARSER.parse(text))
    except UnexpectedInput as bad:
        column = getattr(bad, "column", None)
        raise InputError(f"formula {text!r}: cannot be read at character {column}") from None
    except VisitError as bad:
        raise InputError(f"formula {text!r}: {bad.orig_exc}") from None


_EXACT: Mapping[str, Callable[..., Fraction]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": lambda a: Fraction(math.floor(a)),
    "ceil": lambda a: Fraction(math.ceil(a)),
}


def evaluate(expr: Expr, value: Callable[[str], Any], functions: Mapping[str, Callable[..., Any]] = _EXACT) -> Any:
    """The value of a tree. `value(id)` gives each dimension, as a Fraction or as an array that knows + - * /."""
    if isinstance(expr, Number):
        return expr.value
    if isinstance(expr, Ref):
        return value(expr.id)
    args = [evaluate(a, value, functions) for a in expr.args]
    match expr.op:
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1]
        case name:
            return functions[name](*args)


def names_in(expr: Expr) -> Iterator[str]:
    """Ids of the dimensions that a tree needs, in order of appearance, each once."""
    seen: set[str] = set()

    def walk(node: Expr) -> Iterator[str]:
        if isinstance(node, Ref) and node.id not in seen:
            seen.add(node.id)
            yield node.id
        elif isinstance(node, Op):
            for a in node.args:
                yield from walk(a)

    yield from walk(expr)


_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
_RANK = {"+": 1, "-": 1, "*": 2, "/": 2}


def working(expr: Expr, show: Callable[[str], str]) -> str:
    """The tree as a line for a person; `show(id)` writes a dimension (躬 20)."""

    def walk(node: Expr, outer: int, right: bool = False) -> str:
        if isinstance(node, Number):
            return node.words or number(node.value)
        if isinstance(node, Ref):
            return show(node.id)
        rank = _RANK.get(node.op)
        if rank is None:
            return f"{node.op}({', '.join(walk(a, 0) for a in node.args)})"
        left, other = node.args
        line = f"{walk(left, rank)} {_SIGNS[node.op]} {walk(other, rank, node.op in '-/')}"
        return f"({line})" if rank < outer or (rank == outer and right) else line

    return walk(expr, 0)


def number(value: Fraction) -> str:
    """An exact number for a person: 48, 2.5, 10/3 (a decimal only where it ends within four places)."""
    if value.denominator == 1:
        return str(value.numerator)
    if 10000 % value.denominator == 0:
        return f"{float(value):.4f}".rstrip("0")
    return str(value)
