"""The language of places: how assets/places/*.toml says where something is, in the text's own terms.

A place is a row of terms joined by ``·``. Terms that name a thing give a point; terms with 當 or 以 then fix one coordinate.

    兩楹之間 would be      西楹與東楹之間                midway between two things
    當西序 · 南當洗          x from the west wall, y from the basin (南 南北 take y; 東 西 東西 take x; a line knows its own)
    東西當東榮 · 南北以堂深   x from the end of the roof, y so far south of the hall edge
    賓席之東 [mat.length / 2 + gap]   offset from a thing, in 尺, by dimensions, spacings and arithmetic
    左个之西北三步           along the diagonal (方五斜七); with two amounts: so far west, so far north
    堂前三笴                前 後 左 右: as the thing itself faces
    主人席之前 [reach]
    觶 · 南 [pace]          a bare direction moves the point on

Names are the 漢字 names and words, or ids, of things, places and lines. Amounts are quantities of the text (三步, 五尺)
or arithmetic in square brackets over ids of dimensions and of the spacings of assets/places/spacings.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from layout.errors import InputError, nearest

GRAMMAR = r"""
start: term ("·" term)*
?term: align | measured | between | offset | shift | same
align: SIDE? "當" NAME
measured: SIDE "以" (amount | named)
named: NAME
between: NAME "與" NAME "之間"
offset: NAME "之"? WHERE amount amount?
shift: WHERE amount amount?
same: NAME
?amount: words | "[" sum "]"
words: QUANTITY
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul | product "/" atom -> div
?atom: ID -> ref | NUMBER -> number | "(" sum ")" | words | "-" atom -> negative
SIDE.2: "南北" | "東西" | /[南北東西](?=[當以])/
WHERE: "東南" | "東北" | "西南" | "西北" | /[東西南北前後左右]/
ID: /[a-z][a-z0-9]*([.-][a-z0-9]+)*/
NUMBER: /[0-9]+/
QUANTITY: /[一二三四五六七八九十百半〇有又]+[尺寸丈步弓笴武尋握仞](?:[一二三四五六七八九十半有又]+[尺寸])*半?/
NAME.3: /%s/
%%ignore /[ \t]+/
"""


@dataclass(frozen=True)
class Align:
    """當X: one coordinate from a thing; `axis` x or y where the clause names the side, else what a line knows."""

    name: str
    axis: str | None


@dataclass(frozen=True)
class Measured:
    """南北以堂深: so far south of the hall edge (axis y), or from the middle line (axis x)."""

    axis: str
    amount: Amount


@dataclass(frozen=True)
class Between:
    """Midway between two things."""

    first: str
    second: str


@dataclass(frozen=True)
class Offset:
    """From a thing (or, without name, from the point so far) in a direction by one or two amounts."""

    name: str | None
    where: str
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class Ref:
    """A dimension or spacing by id."""

    id: str


@dataclass(frozen=True)
class Words:
    """A quantity in the words of the text."""

    text: str


@dataclass(frozen=True)
class Sum:
    """Arithmetic over amounts: `op` + - * /."""

    op: str
    left: Amount
    right: Amount


Amount = Ref | Words | Fraction | Sum
Term = Align | Measured | Between | Offset


class _Build(Transformer[Token, object]):
    def start(self, items: list[Term]) -> tuple[Term, ...]:
        return tuple(items)

    def align(self, items: list[Token]) -> Align:
        side = str(items[0]) if len(items) == 2 else ""
        return Align(str(items[-1]), _axis(side) if side else None)

    def measured(self, items: list[object]) -> Measured:
        return Measured(_axis(str(items[0])), items[1])  # type: ignore[arg-type]

    def named(self, items: list[Token]) -> Ref:
        return Ref(str(items[0]))

    def between(self, items: list[Token]) -> Between:
        return Between(str(items[0]), str(items[1]))

    def offset(self, items: list[object]) -> Offset:
        return Offset(str(items[0]), str(items[1]), tuple(items[2:]))  # type: ignore[arg-type]

    def shift(self, items: list[object]) -> Offset:
        return Offset(None, str(items[0]), tuple(items[1:]))  # type: ignore[arg-type]

    def same(self, items: list[Token]) -> Offset:
        return Offset(str(items[0]), "", ())

    def words(self, items: list[Token]) -> Words:
        return Words(str(items[0]))

    def ref(self, items: list[Token]) -> Ref:
        return Ref(str(items[0]))

    def number(self, items: list[Token]) -> Fraction:
        return Fraction(int(items[0]))

    def negative(self, items: list[Amount]) -> Sum:
        return Sum("-", Fraction(0), items[0])

    def add(self, items: list[Amount]) -> Sum:
        return Sum("+", *items)

    def sub(self, items: list[Amount]) -> Sum:
        return Sum("-", *items)

    def mul(self, items: list[Amount]) -> Sum:
        return Sum("*", *items)

    def div(self, items: list[Amount]) -> Sum:
        return Sum("/", *items)


def _axis(side: str) -> str:
    return "y" if side[0] in "南北" else "x"


def _is_term(name: str) -> bool:
    """Names that read as a whole term (當西階, 左个之西北三步) belong to the score; here they are always that term."""
    return name.startswith("當") or bool(re.search(r"[東西南北前後][一二三四五六七八九十]+[步尺笴]$", name))


def _pattern(name: str, known: set[str]) -> str:
    """How a name is found. 司射之西南 is a name by itself, but with an amount behind it an offset from 司射."""
    found = re.escape(name).replace("/", r"\/")
    if any(name[:n] in known and re.fullmatch("之?[東西南北前後左右]{1,2}", name[n:]) for n in range(1, len(name))):
        return found + r"(?![ \t]*[\[一二三四五六七八九十])"
    return found


class PlaceLanguage:
    """A parser that knows a set of names; parsing is cached, errors are InputErrors that name the nearest."""

    def __init__(self, names: Iterable[str]) -> None:
        known = set(names)
        self.names = sorted((n for n in known if not _is_term(n)), key=lambda n: (-len(n), n))
        words = "|".join(_pattern(n, known) for n in self.names) or "(?!)"
        # An id among the names must not be taken out of a longer one (target inside target-north).
        words = f"(?:{words})(?![a-z0-9-])"
        self._place = Lark(GRAMMAR % words, parser="lalr", start=["start", "sum"], maybe_placeholders=False)
        self._build = _Build()

    @lru_cache(maxsize=4096)  # noqa: B019 - one language lives as long as the process
    def place(self, text: str) -> tuple[Term, ...]:
        """The terms of a place expression."""
        return self._parse(text, "start")  # type: ignore[return-value]

    @lru_cache(maxsize=4096)  # noqa: B019
    def amount(self, text: str) -> Amount:
        """An amount: 三步, or arithmetic over ids (mat.length / 2 + gap)."""
        return self._parse(text, "sum")  # type: ignore[return-value]

    def _parse(self, text: str, start: str) -> object:
        try:
            return self._build.transform(self._place.parse(text, start=start))
        except (UnexpectedInput, VisitError) as bad:
            at = max(getattr(bad, "pos_in_stream", 0) or 0, 0)
            rest = re.split(r"[ ·\[\]]|之|當", text[at:].lstrip("·當以在 "))[0]
            near = nearest(rest, self.names) if rest else []
            hint = f"; nearest names: {'、'.join(near)}" if near else ""
            raise InputError(f"cannot read {text!r} at {text[at:] or 'its end'!r}{hint}") from None
