"""A clause of the text understood as an equation: 侯道五十弓 → 侯道 = 50 弓 (the grammar is grammar.lark)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Literal

from lark import Lark, Token, Transformer, Tree, UnexpectedCharacters, UnexpectedEOF
from lark.exceptions import VisitError
from msgspec.structs import replace

from layout.errors import InputError
from layout.measures.model import Direction, Expression, Name, Quantity, Rate, Scale, Statement, Sum
from layout.measures.numerals import parse_number
from layout.measures.parsed import from_plain, kept
from layout.measures.quantity import DECIMAL, NUMERAL, Term, parse_terms
from layout.measures.units import Units

ASPECTS = "用布|布|長|廣|博|厚|深|高|崇|方|圍|徑|脩|修|袤|縱|橫|闊|重"
_KEYWORDS = "一二三四五六七八九十百千萬億兩半倍參叁廿卅尺寸丈分仞步里有又曰為而以如若當去居各皆相容及謂象不視,"
# A name does not begin with the unit of the numeral before it (九筵 is no 九 of 筵).
_NAME = (
    f"(?!(?<=[一二三四五六七八九十百千萬半])[弓尋常武笴握膚扶咫筵雉軌幅引])(?:(?!{ASPECTS}|[少大太]半)[^{_KEYWORDS}])+"
)
_WHOLE = f"[^{_KEYWORDS}]+"
_UNIT = "(?:[分寸尺丈引步弓尋常仞武跬笴握膚扶咫筵雉軌里幅釐])"
_SHARES = "(?:少半|大半|太半|半)"
_NUMBERED = f"(?:{NUMERAL}分{_UNIT}之{NUMERAL}|(?:{NUMERAL}{_SHARES}?|{_SHARES}){_UNIT}(?:[有又]?半(?!{_UNIT}))?)"
_REST = f"(?:[有又]?{_NUMBERED}|[有又]{_UNIT})*"
# A unit without a numeral is one of it (尺二寸); it may begin a quantity, or follow 有 (尺有握).
_QUANTITY = f"(?:{_NUMBERED}|{_UNIT}(?:[有又]半(?!{_UNIT}))?){_REST}"
_MEASURED = f"(?:{_NUMBERED}|[尺寸丈]){_REST}"
COMPASS: dict[str, Direction] = {"東": "east", "西": "west", "南": "south", "北": "north"}
DIRECTIONS: dict[str, Direction] = {
    "東": "east", "西": "west", "南": "south", "北": "north",
    "西北": "northwest", "東北": "northeast", "西南": "southwest", "東南": "southeast",
    "前": "south", "後": "north",
}  # fmt: skip
_OURS = str.maketrans("個跡墻", "个迹牆")
_KINDS: dict[str, Literal["short-of", "at-most", "at-least"]] = {
    "不及": "short-of",
    "不過": "at-most",
    "不下": "at-least",
    "不盈": "short-of",
}
EXAMPLES = "侯道五十弓, 倍中以為躬, 物長如笴, 參分其廣而鵠居一, 去侯北十丈西三丈"


@lru_cache(maxsize=1)
def grammar() -> str:
    """The grammar with its terminals filled in."""
    words = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    filled = {"NAME": _NAME, "WHOLE": _WHOLE, "QUANTITY": _QUANTITY, "MEASURED": _MEASURED}
    for key, pattern in (filled | {"NUMBER": NUMERAL, "ASPECT": ASPECTS}).items():
        words = words.replace(f"@{key}@", pattern)
    return words


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser of `grammar`."""
    return Lark(grammar(), parser="earley", lexer="dynamic_complete", ambiguity="resolve")


def tree_of(text: str) -> Tree[Token]:
    """The parse tree of a plain clause: the kept one where this grammar made it, or a new one."""
    known = kept(grammar()).get(text)
    if known is not None:
        tree = from_plain(known)
        assert isinstance(tree, Tree)
        return tree
    return parser().parse(text)


@lru_cache(maxsize=4096)
def read_statement(clause: str) -> Statement:
    """What a clause says of the thing that it names.

    Accepts simplified or traditional characters, with or without punctuation and a closing 也. Raises InputError naming
    the clause and the place where it could no longer be understood.
    """
    text = _plain(clause)
    if not text:
        raise InputError(f"cannot read {clause!r}: the clause is empty; expected words such as {EXAMPLES}")
    try:
        try:
            tree = tree_of(text)
        except (UnexpectedCharacters, UnexpectedEOF):
            if "," not in text:
                raise
            text = text.replace(",", "")  # a pause may also stand inside a statement
            tree = tree_of(text)
        made = _Reader().transform(tree)
    except UnexpectedCharacters as bad:
        at = max(bad.column - 1, 0) if bad.column > 0 else 0
        raise _unread(clause, text, at) from None
    except UnexpectedEOF:
        raise _unread(clause, text, len(text)) from None
    except VisitError as bad:
        if isinstance(bad.orig_exc, InputError):
            raise InputError(f"cannot read {clause!r}: {bad.orig_exc}") from None
        raise
    assert isinstance(made, Statement)
    return replace(made, clause=clause)


def _unread(clause: str, text: str, at: int) -> InputError:
    rest = text[at:]
    if rest:
        where = f"after {text[:at]!r} the words {rest!r} fit no measure" if at else f"{rest!r} names no measure"
    else:
        where = "it breaks off; a number, a unit or a name is missing at the end"
    return InputError(f"cannot read {clause!r}: {where}; expected words such as {EXAMPLES}")


def _plain(clause: str) -> str:
    """Traditional characters, a comma where the clause pauses, no other punctuation, no closing particle."""
    from layout.text.normal import normalise

    normal = normalise(clause)
    out: list[str] = []
    for char, gap in zip(normal.text, normal.breaks, strict=True):
        if gap >= 2 and out and out[-1] != ",":
            out.append(",")
        out.append(char)
    text = "".join(out).strip(",").translate(_OURS)
    text = re.sub("(也|矣|焉)$", "", text)
    return re.sub("^(凡|今|蓋|則)", "", text)


def chi_of(
    expression: Expression | Rate, units: Units, names: Mapping[str, Fraction] | Callable[[str], Fraction] | None = None
) -> Fraction:
    """The value of an expression in 尺, with `names` for what it names (a name that is a unit is worth one of it).

    Raises InputError for a name without a value, for a bare count, and for a `Rate`, which needs a number of its own.
    """
    if isinstance(expression, Quantity):
        return units.quantity(expression)
    if isinstance(expression, Scale):
        return expression.factor * chi_of(expression.of, units, names)
    if isinstance(expression, Sum):
        return sum((chi_of(term, units, names) for term in expression.terms), Fraction(0))
    if isinstance(expression, Rate):
        raise InputError(f"so much for each {expression.each}: how many there are must be known first")
    names = {} if names is None else names
    if callable(names):
        return names(expression.name)
    if expression.name in names:
        return names[expression.name]
    if expression.name in units:
        return units.chi(expression.name)
    raise InputError(f"{expression.name!r} has no value; known: {', '.join(sorted(names)) or 'nothing'}")


def quantity_of(terms: tuple[Term, ...], text: str) -> Quantity:
    """A `Quantity` of terms; its value counts decimal units in the first of them, and otherwise the first term only."""
    if any(term.high is not None for term in terms):
        raise InputError(f"{text!r} names a range, not one measure")
    first = terms[0].unit
    value = Fraction(0)
    for term in terms:
        if term.unit == first:
            value += term.value
        elif first in DECIMAL and term.unit in DECIMAL:
            value += term.value * Fraction(10) ** (DECIMAL[term.unit] - DECIMAL[first])
    parts = tuple((term.value, term.unit) for term in terms)
    return Quantity(value, first, parts)


_TAKES = re.compile("([一二三四五六七八九])")


class _Reader(Transformer[Token, Statement]):
    """From the parse tree to a `Statement`, rule by rule."""

    def start(self, found: list[Statement]) -> Statement:
        return found[0]

    def name(self, found: list[Token]) -> str:
        text = str(found[0])
        return "" if text == "其" else re.sub("^設(?=.)", "", text)

    label = name
    thing = name

    def whole(self, found: list[Token]) -> Name:
        return Name(re.sub("^其(?=.)", "", str(found[0])))

    def quantity(self, found: list[Token]) -> Expression:
        text = str(found[0])
        terms = parse_terms(text)
        if len(terms) == 2 and terms[1].unit in "握膚扶":
            return Sum(tuple(Quantity(t.value, t.unit, ((t.value, t.unit),)) for t in terms))
        return quantity_of(terms, text)

    def share_take(self, found: list[object]) -> Statement:
        words = _Words(found)
        subject = words.names[-1] if words.names else ""
        return _state(subject, "", Scale(_taken(words.take, words.share), words.whole))

    share_made = share_take
    share_thing = share_take

    def share_of(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[-1], "", Scale(Fraction(words.digit) / words.share, words.whole))

    share_plain = share_of

    def times(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[-1], words.aspect, Scale(words.factor, words.whole))

    times_after = times

    def half_of(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[-1], "", Scale(Fraction(1, 2), words.whole))

    half_made = half_of

    def rate(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[1], "", Rate(words.names[0], words.value))

    def definition(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0], "", words.value)

    def leg(self, found: list[object]) -> Statement:
        words = _Words(found)
        return replace(_state("", "", words.value), direction=DIRECTIONS[words.direction])

    def leg_bare(self, found: list[object]) -> Statement:
        words = _Words(found)
        return replace(_state("", "", Quantity(words.number, None)), direction=DIRECTIONS[words.direction])

    def direction_leg(self, found: list[Statement]) -> Statement:
        return found[0]

    def offset_share(self, found: list[object]) -> Statement:
        words = _Words(found)
        along, side = words.wholes
        first = _state(words.names[0], "", Scale(Fraction(words.digit, 3), along))
        legs = tuple(replace(leg, subject=words.names[0]) for leg in words.statements)
        return replace(first, direction="north", of=side.name, more=legs)

    def offset_legs(self, found: list[object]) -> Statement:
        words = _Words(found)
        subject = words.names[0] if words.names else ""
        legs = [replace(leg, subject=subject, of=words.whole.name) for leg in words.statements]
        return replace(legs[0], more=tuple(legs[1:]))

    def offset_plain(self, found: list[object]) -> Statement:
        words = _Words(found)
        return replace(_state(words.names[0] if words.names else "", "", words.value), of=words.whole.name)

    def location(self, found: list[object]) -> Statement:
        words = _Words(found)
        place = words.place.removeprefix("之")
        if words.names[0][-1:] + place in ("東西", "南北"):
            return _state(words.names[0][:-1], words.names[0][-1:] + place, words.value)
        return replace(_state(words.names[0] + place, "", words.value), of=words.names[0], direction=DIRECTIONS[place])

    def bounded(self, found: list[object]) -> Statement:
        words = _Words(found)
        made = _state(words.names[0] if words.names else "", "", words.value)
        return replace(made, relation=_KINDS[words.bound], of="地" if words.ground else "")

    def axis_by(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state("", words.axis, words.whole)

    def axis_level(self, found: list[object]) -> Statement:
        words = _Words(found)
        return replace(_state("", words.axis, words.whole), relation="aligned")

    def level_with(self, found: list[object]) -> Statement:
        words = _Words(found)
        return replace(_state(words.names[0], "", words.whole), relation="aligned")

    def apart(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0] + "相去", "", words.value)

    def like(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0] if words.names else "", words.aspect, words.whole)

    name_like = like
    name_aspect_like = like

    def size(self, found: list[object]) -> Statement:
        words = _Words(found)
        name, aspect = words.names[0] if words.names else "", words.aspect
        if not aspect and name.endswith(("南北", "東西")):
            name, aspect = name[:-2], name[-2:]
        if not aspect and name in COMPASS:
            return replace(_state("", "", words.value), direction=COMPASS[name])
        return _state(name, aspect, words.value)

    measured = quantity
    bare = size
    name_size = size
    name_aspect_size = size

    def name_count(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0], "", Quantity(words.number, words.tokens.get("COUNTER")))

    def bare_count(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.tokens["COUNTER"], "", Quantity(words.number, words.tokens["COUNTER"]))

    def alike(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0] if words.names else "", words.aspects[0], Name(words.aspects[1]))

    def multiple(self, found: list[object]) -> Statement:
        words = _Words(found)
        return _state(words.names[0] if words.names else "", words.aspect, Scale(Fraction(words.digit), Name("")))

    def product(self, found: list[object]) -> Statement:
        words = _Words(found)
        number = parse_number(words.product[0]) * parse_number(words.product[1])
        return _state(words.names[0] if words.names else "", words.aspect, Quantity(number, None))

    def and_share(self, found: list[object]) -> Statement:
        words = _Words(found)
        base = Name(words.aspects[1])
        value = Sum((base, Scale(Fraction(1) / words.share, base)))
        return _state(words.names[0] if words.names else "", words.aspects[0], value)

    def item(self, found: list[Statement]) -> Statement:
        return found[0]

    more = item
    named_item = item

    def listed(self, found: list[Statement]) -> Statement:
        first, *rest = found
        more: list[Statement] = []
        before = first
        for each in rest:
            if not each.subject:
                each = replace(each, subject=first.subject)
            if isinstance(each.value, Scale) and each.value.of == Name(""):
                each = replace(each, value=Scale(each.value.factor, Name(before.aspect or before.subject)))
            more.append(each)
            before = each
        return replace(first, more=tuple(more))


class _Words:
    """The children of a rule, sorted by what they are."""

    def __init__(self, found: list[object]) -> None:
        self.names = [x for x in found if isinstance(x, str) and not isinstance(x, Token)]
        self.wholes = [x for x in found if isinstance(x, Name)]
        self.statements = [x for x in found if isinstance(x, Statement)]
        self.values = [x for x in found if isinstance(x, (Quantity, Sum))]
        self.tokens = {x.type: str(x) for x in found if isinstance(x, Token)}
        self.aspects = [str(x) for x in found if isinstance(x, Token) and x.type == "ASPECT"]

    @property
    def whole(self) -> Name:
        return self.wholes[0]

    @property
    def value(self) -> Expression:
        return self.values[0]

    @property
    def aspect(self) -> str:
        return self.aspects[0] if self.aspects else ""

    @property
    def share(self) -> Fraction:
        words = self.tokens["SHARE"]
        value = Fraction(3) if words in "參叁" else parse_number(words)
        if not value:
            raise InputError("nothing can be divided into zero parts")
        return value

    @property
    def digit(self) -> int:
        return int(parse_number(self.tokens["DIGIT"]))

    @property
    def number(self) -> Fraction:
        return parse_number(self.tokens["NUMBER"])

    @property
    def factor(self) -> Fraction:
        words = self.tokens["TIMES"].removesuffix("倍")
        return parse_number(words) if words else Fraction(2)

    take = property(lambda self: self.tokens["TAKES"])
    direction = property(lambda self: self.tokens["DIRECTION"])
    place = property(lambda self: self.tokens["PLACE"])
    bound = property(lambda self: self.tokens["BOUND"])
    ground = property(lambda self: "GROUND" in self.tokens)
    axis = property(lambda self: self.tokens["AXIS"])
    product = property(lambda self: self.tokens["PRODUCT"])


def _taken(words: str, share: Fraction) -> Fraction:
    """居一 of three parts is ⅓, 去一 is ⅔, 加一 is 4⁄3."""
    found = _TAKES.search(words)
    assert found
    parts = parse_number(found[1])
    if words.startswith("去"):
        return (share - parts) / share
    if words.startswith("加"):
        return (share + parts) / share
    return parts / share


def _state(subject: str, aspect: str, value: Expression | Rate) -> Statement:
    return Statement("", subject, aspect, value)


__all__ = ["chi_of", "quantity_of", "read_statement"]
