"""Claims about figures and folds: squares, circles, triangles, vessels, proportions, cloth folded, hemmed and joined.

方九里，圍三十六里，積八十一里; 圍六寸，徑二寸; 句三尺，股四尺，弦五尺; 深尺，內方尺，積千寸; 長四尺四寸，中屈之為二尺二寸;
穿地四為壤五，穿地一萬尺，為壤一萬二千五百尺; 觳容三斗，鬲實五觳，則為十五斗.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import to_words
from layout.measures.patterns import HELD, MORE, NUM
from layout.measures.rule_words import CLOSE, PLAIN
from layout.measures.rules_rate import THING, WEIGHT, Worth, told, worth_of

SAYS = "(?:則|得|為|凡|共|總|合|故|即|乃|是為|則為|則總|總為|亦長)"
LENGTH = f"(?:{QTY}|[尺丈](?=[也者矣。，]|$))"
AMOUNT = f"(?:{QTY}|{WEIGHT}(?:有半)?|{NUM}{THING}(?:有半)?)"
_ONE = {"尺": Fraction(1), "丈": Fraction(10)}


def amount(facts: Facts, words: str) -> Worth | None:
    """An amount, with 有半 for half of its last unit."""
    if words in _ONE:
        return Worth(_ONE[words], "尺", "尺")
    plain = words.removesuffix("有半") if not words.endswith(("寸有半", "尺有半", "丈有半", "步有半")) else words
    worth = worth_of(facts, plain)
    if worth is None or plain == words:
        return worth
    last = plain[-1]
    half = facts.units.chi(last) / 2 if last in HELD + "兩" and last in facts.units else Fraction(1, 2)
    return Worth(worth.value + half, worth.base, worth.first)


def reckoning(
    facts: Facts, span: tuple[int, int], how: str, got: Fraction, stated: Worth, *others: Fraction
) -> Reckoning:
    """A reckoning with its value in the unit of what is stated; `others` are values that would be as right."""
    got = stated.value if stated.value in others else got
    right = told(facts, Worth(got, stated.base, stated.first))
    return Reckoning(*span, f"術曰：{how}，得{right}", got, stated.value, right)


def near(got: Fraction, stated: Fraction) -> bool:
    """Whether a stated result may be meant for a reckoned one."""
    return got / 2 <= stated <= got * 2


# -- cloth and lengths ---------------------------------------------------------------------------------------

_FOLDED = claim_pattern(
    f"({AMOUNT})(?:者|也)?，?各?(中屈之|屈之|中分之|中折之|折半|去其半|損其半|減其半|取其半|減半|半之)，?{SAYS}({AMOUNT}){CLOSE}"
)
_HALF_OF = claim_pattern(f"({QTY})，(?:是|此|即)?[比於]{PLAIN}{{1,6}}?({QTY})(?:為|得|乃)(?:半之|其半|半){CLOSE}")
_ROUND = claim_pattern(f"({QTY})，(?:圜圍|圓圍|周圍|合圍|環之)(?:則|得|為|，)?({QTY}){CLOSE}")
_JOINED = claim_pattern(f"({QTY})許?，[續接屬承益]以({QTY})[^。，{MORE}]{{0,4}}，{SAYS}({QTY}){CLOSE}")
_OUTSIDE = claim_pattern(f"({QTY})也?，[^。，{MORE}]{{1,8}}旁(各)?({QTY})，(?:總|凡|共|則|合)為?({QTY}){CLOSE}")
_HEMS = claim_pattern(
    f"幅({QTY})，[^。，{MORE}]{{0,3}}[兩二][畔旁邊]各[去削縫殺除]({QTY})[^。，{MORE}]{{0,4}}，({NUM})幅，?{SAYS}({QTY}){CLOSE}"
)
_TIMES_BY = claim_pattern(f"({QTY})(?:[得為]一.)?，以({NUM})乘之，?{SAYS}?({QTY}){CLOSE}")
_SHARE_OF = claim_pattern(
    f"([二三四五六七八九十參])分({QTY})，?而?([取去])([一二三四五六七八九])分?，?(?:則|得|為|以|餘|即)({QTY})(?=為之|[也者矣。，]|$)"
)
_PAIRED = claim_pattern(f"({THING})廣({QTY})，({NUM})\\1為({THING})，則?一?\\4之?{PLAIN}{{0,2}}[廣長]({LENGTH}){CLOSE}")


def folded(facts: Facts) -> Iterator[Reckoning]:
    """A length halved, doubled round, lengthened or hemmed, and what it comes to."""
    for found in facts.all(_FOLDED):
        whole, stated = amount(facts, found[1]), amount(facts, found[3])
        if whole and stated and whole.base == stated.base and near(whole.value / 2, stated.value):
            yield reckoning(facts, found.span(), f"{found[1]}，半之", whole.value / 2, stated)
    for found in facts.all(_HALF_OF):
        stated, whole = amount(facts, found[1]), amount(facts, found[2])
        if whole and stated and near(whole.value / 2, stated.value):
            yield reckoning(facts, found.span(), f"{found[2]}，半之", whole.value / 2, stated)
    for found in facts.all(_ROUND):
        flat, stated = amount(facts, found[1]), amount(facts, found[2])
        if flat and stated and near(2 * flat.value, stated.value):
            yield reckoning(facts, found.span(), f"{found[1]}，兩面倍之", 2 * flat.value, stated, 3 * flat.value)
    for found in facts.all(_JOINED):
        one, two, stated = (amount(facts, found[n]) for n in (1, 2, 3))
        if one and two and stated and near(one.value + two.value, stated.value):
            yield reckoning(facts, found.span(), f"并{found[1]}、{found[2]}", one.value + two.value, stated)
    for found in facts.all(_OUTSIDE):
        middle, side, stated = (amount(facts, found[n]) for n in (1, 3, 4))
        if middle and side and stated and near(middle.value + 2 * side.value, stated.value):
            both, single = middle.value + 2 * side.value, middle.value + side.value
            yield reckoning(
                facts, found.span(), f"{found[1]}，兩旁各加{found[3]}", both, stated, *(() if found[2] else (single,))
            )
    for found in facts.all(_HEMS):
        wide, cut, stated = (amount(facts, found[n]) for n in (1, 2, 4))
        number = facts.number(found[3])
        if wide and cut and stated and number:
            got = number * (wide.value - 2 * cut.value)
            yield reckoning(facts, found.span(), f"{found[1]}，兩旁各減{found[2]}，{found[3]}幅乘之", got, stated)
    for found in facts.all(_TIMES_BY):
        each, stated, number = amount(facts, found[1]), amount(facts, found[3]), facts.number(found[2])
        if each and stated and number:
            yield reckoning(facts, found.span(), f"{found[1]}，以{found[2]}乘之", each.value * number, stated)
    for found in facts.all(_SHARE_OF):
        whole, stated, over = amount(facts, found[2]), amount(facts, found[5]), facts.number(found[4])
        under = Fraction(3) if found[1] == "參" else facts.number(found[1])
        if whole and stated and over and under and over < under:
            part = over / under if found[3] == "取" else 1 - over / under
            how = f"{found[2]}，{to_words(under)}分{found[3]}{found[4]}"
            yield reckoning(facts, found.span(), how, whole.value * part, stated)
    for found in facts.all(_PAIRED):
        each, stated, number = amount(facts, found[2]), amount(facts, found[5]), facts.number(found[3])
        if each and stated and number:
            how = f"{found[1]}{found[2]}，{found[3]}{found[1]}乘之"
            yield reckoning(facts, found.span(), how, each.value * number, stated)


# -- figures -------------------------------------------------------------------------------------------------

_BETWEEN = f"(?:，?以開方計之)?(?:，?[徑廣]{NUM}[里步尺丈寸])?，?"
_SQUARE = claim_pattern(
    f"方({NUM})([里步尺丈寸])(?:者|也)?{_BETWEEN}(?:[圍周](?:則|得|為)?({NUM})\\2)?，?(?:[積實冪](?:得|為)?({NUM})\\2)?{CLOSE}"
)
_DISC = claim_pattern(f"圍(?:[倍三四半]之，)?({QTY})，?(?:則|其|則其)?徑({QTY}){CLOSE}")
_TRIANGLE = claim_pattern(
    f"[句勾]({LENGTH}|{NUM})，?股({LENGTH}|{NUM})，?(?:則|得|故|為)?弦(?:得|為|必)?({LENGTH}|{NUM}){CLOSE}"
)
_VESSEL = claim_pattern(f"深({LENGTH})，內?方({LENGTH})(?:而圜其外)?，其?[積實]({NUM})寸{CLOSE}")
_PIPE = claim_pattern(f"長({QTY})，(?:空?圍)({NUM})分，?[積實]({NUM})分{CLOSE}")
_FURROW = claim_pattern(f"({QTY})為步，步百為畝，畝廣({QTY})，[長從]({QTY}){CLOSE}")


def figures(facts: Facts) -> Iterator[Reckoning]:
    """The rim and the area of a square, the width of a disc, the long side of a triangle, what a vessel or a pipe holds."""
    for found in facts.all(_SQUARE):
        side = facts.number(found[1])
        for at, words, factor in ((3, "四面", 4), (4, "自乘", None)):
            count = facts.number(found[at]) if found[at] else None
            if side is not None and count is not None:
                got = side * (side if factor is None else factor)
                how = f"方{found[1]}{found[2]}，{words}"
                yield reckoning(facts, found.span(), how, got, Worth(count, found[2], found[2]))
    for found in facts.all(_DISC):
        around, stated = amount(facts, found[1]), amount(facts, found[2])
        if around and stated and Fraction(3, 2) <= around.value / stated.value <= 6:
            rate = around.value / stated.value
            square = rate == 4 and "方" in facts.words[max(0, found.start() - 16) : found.start()]
            if not square and not Fraction(31, 10) < rate < Fraction(32, 10):  # a finer rate than 圍三徑一
                yield reckoning(facts, found.span(), f"圍三徑一，圍{found[1]}", around.value / 3, stated)
    for found in facts.all(_TRIANGLE):
        sides = [_side(facts, found[n]) for n in (1, 2, 3)]
        one, two, stated = sides
        if one and two and stated and one.base == two.base == stated.base:
            root = _root(one.value**2 + two.value**2)
            if root is not None:
                yield reckoning(facts, found.span(), f"句{found[1]}、股{found[2]}各自乘，并而開方", root, stated)
    for found in facts.all(_VESSEL):
        deep, wide, count = amount(facts, found[1]), amount(facts, found[2]), facts.number(found[3])
        if deep and wide and count is not None:
            got = deep.value * wide.value**2 * 1000
            yield reckoning(facts, found.span(), f"方{found[2]}自乘，以深{found[1]}乘之", got, Worth(count, "寸", "寸"))
    for found in facts.all(_PIPE):
        long, rim, count = amount(facts, found[1]), facts.number(found[2]), facts.number(found[3])
        if long and rim and count is not None:
            got = long.value * 100 * rim
            yield reckoning(facts, found.span(), f"長{found[1]}，以圍{found[2]}分乘之", got, Worth(count, "分", "分"))
    for found in facts.all(_FURROW):
        pace, wide, stated = (amount(facts, found[n]) for n in (1, 2, 3))
        if pace and wide and stated and wide.value == pace.value:
            yield reckoning(facts, found.span(), f"步{found[1]}，百乘之", 100 * pace.value, stated)


def _side(facts: Facts, words: str) -> Worth | None:
    """A side of a triangle: a length, or a bare number."""
    worth = amount(facts, words)
    number = facts.number(words) if worth is None else None
    return worth if number is None else Worth(number, "", "")


def _root(square: Fraction) -> Fraction | None:
    """The exact square root; None where there is none."""
    over, under = isqrt(square.numerator), isqrt(square.denominator)
    made = Fraction(over, under)
    return made if made * made == square else None


# -- proportions and what things hold ------------------------------------------------------------------------

_RATIO = claim_pattern(
    f"({PLAIN}{{1,2}})({NUM})為({PLAIN}{{1,2}})({NUM})[。，][^。]{{0,20}}?\\1({NUM})([尺步里斗升斛石])，為\\3({NUM})\\6{CLOSE}"
)
_OLD_FOOT = claim_pattern(
    f"今尺當[周古]尺({QTY})，[周古]尺({QTY})，?(?:則|為)?當今尺?({QTY}){CLOSE}"
    f"|[周古]尺一尺當今尺?({QTY})，[周古]尺({QTY})，?(?:則|為)?當?今尺?({QTY}){CLOSE}"
)
_SO_MANY = claim_pattern(f"({NUM})({THING})(有?半)?，?(?:則|是|即|乃)(?:為|總|得)?({QTY}|{WEIGHT}(?:有半)?){CLOSE}")
_HOLDS = "(?:之?所?[容受]|之實)"
_MAKES_ONE = claim_pattern(
    f"({THING}){_HOLDS}({WEIGHT})也?，\\1實({NUM})而成({THING})，則?\\4{_HOLDS}({WEIGHT}){CLOSE}"
)
_BACK = 90


def proportions(facts: Facts) -> Iterator[Reckoning]:
    """So much of one for so much of another; feet of two times; so many of a thing whose size stands before."""
    for found in facts.all(_RATIO):
        one, other, many, count = (facts.number(found[n]) for n in (2, 4, 5, 7))
        if one and other and many and count:
            how = f"{found[5]}{found[6]}，以{found[4]}乘之，{found[2]}除之"
            yield reckoning(facts, found.span(), how, many * other / one, Worth(count, found[6], found[6]))
    for found in facts.all(_OLD_FOOT):
        first = 1 if found[1] else 4
        rate, old, stated = (amount(facts, found[first + n]) for n in range(3))
        if rate and old and stated:
            got = old.value / rate.value if first == 1 else old.value * rate.value
            yield reckoning(
                facts,
                found.span(),
                f"{found[first + 1]}，以{found[first]}{'除' if first == 1 else '乘'}之",
                got,
                stated,
            )
    for found in facts.all(_SO_MANY):
        stated, number = amount(facts, found[4]), facts.number(found[1])
        each = _size_before(facts, found[2], found.start()) if stated and number else None
        if each and stated and number and each.base == stated.base and not _long(facts, found[2]):
            got = each.value * (number + (Fraction(1, 2) if found[3] else 0))
            if got != each.value and got * 2 / 3 <= stated.value <= got * 3 / 2:
                how = f"{found[2]}{told(facts, each)}，{found[1]}{found[3] or ''}乘之"
                yield reckoning(facts, found.span(), how, got, stated)
    for found in facts.all(_MAKES_ONE):
        each, stated, number = amount(facts, found[2]), amount(facts, found[5]), facts.number(found[3])
        if each and stated and number:
            yield reckoning(facts, found.span(), f"{found[1]}{found[2]}，{found[3]}乘之", each.value * number, stated)


def _long(facts: Facts, thing: str) -> bool:
    """Whether a thing is a unit of length, which has rules of its own."""
    return thing in facts.units and facts.units.kind(thing) == "length"


def _size_before(facts: Facts, thing: str, at: int) -> Worth | None:
    """What one of a thing is or holds, as the words before say it last (觳之所容三斗也)."""
    said = None
    pattern = re.compile(f"(?<![{MORE}]){re.escape(thing)}(?:{_HOLDS}|[長廣闊深])?({QTY}|{WEIGHT}){CLOSE}")
    for found in pattern.finditer(facts.words, max(0, at - _BACK), at):
        said = amount(facts, found[1]) or said
    return said


RULES: tuple[Rule, ...] = (folded, figures, proportions)
