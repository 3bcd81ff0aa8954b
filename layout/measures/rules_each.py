"""Claims in which the first amount is that of one thing, or of the whole, and the last follows from it.

一牢則用十車，四牢則用四十車; 十稯曰秅，三秅者三十稯也; 日九十雙，十日九百雙; 人長八尺，頭一尺三寸，去頭則六尺七寸; 參分其牙圍而漆其二，則漆者七寸….
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import to_words
from layout.measures.patterns import CALLED, HELD, MORE, NUM
from layout.measures.rule_words import CLOSE_YAN, PLAIN
from layout.measures.rules_figure import amount, near, reckoning
from layout.measures.rules_more import worth_of_names
from layout.measures.rules_rate import THING, Worth

_USES = claim_pattern(
    f"一{PLAIN}?({THING})則?[用為有得]?({NUM})({THING})，{PLAIN}{{0,2}}({NUM})\\1則?[用為有得]{{0,2}}({NUM})\\3{CLOSE_YAN}"
)
_DAILY = claim_pattern(
    f"(?<![{MORE}])([日月歲人戶家車牢夫井])({NUM})({THING})，({NUM})\\1(?:則|凡|得|為|共)?({NUM})\\3{CLOSE_YAN}"
)
_EVERY = claim_pattern(f"({THING})({NUM})，每\\1[長廣高深]?({QTY})，(?:[則得為凡共總]|是為|總為)({QTY}){CLOSE_YAN}")
_STEPS = claim_pattern(f"({QTY})，每?({THING})({QTY})，[則凡共為]為?({NUM})\\2{CLOSE_YAN}")
_NAMES = f"[{CALLED}{HELD}兩]"
_NAMED = claim_pattern(f"(?<![^。，])({NUM})({_NAMES})(?:者|，?[則即])?，?({NUM})({_NAMES}){CLOSE_YAN}")
_REST = claim_pattern(f"({QTY})，{PLAIN}{{1,4}}({QTY})，則?尚?餘({QTY}){CLOSE_YAN}")
_WITHOUT = claim_pattern(f"({QTY})，({PLAIN}{{1,2}})({QTY})，[去除減]\\2，?[則餘得]({QTY}){CLOSE_YAN}")
_DONE_TO = claim_pattern(
    f"([二三四五六七八九十參])分其?({PLAIN}{{1,4}}?)，?而(.)其([一二三四五六七八九])，則?(不)?\\3者({QTY}){CLOSE_YAN}"
)


def one_of_them(facts: Facts) -> Iterator[Reckoning]:
    """So many to one, and to more of it; names that the text has made, told in one another."""
    for pattern in (_USES, _DAILY):
        for found in facts.all(pattern):
            each, many, stated = (facts.number(found[n]) for n in (2, 4, 5))
            if each and many and stated and many > 1 and near(each * many, stated):
                how = f"{found[1]}{found[2]}{found[3]}，{found[4]}乘之"
                yield reckoning(facts, found.span(), how, each * many, Worth(stated, found[3], found[3]))
    for found in facts.all(_EVERY):
        number, size, whole = facts.number(found[2]), amount(facts, found[3]), amount(facts, found[4])
        if number and size and whole and near(number * size.value, whole.value):
            how = f"{found[1]}{found[3]}，{found[2]}乘之"
            yield reckoning(facts, found.span(), how, number * size.value, whole)
    for found in facts.all(_STEPS):
        whole, step, many = amount(facts, found[1]), amount(facts, found[3]), facts.number(found[4])
        if whole and step and many and near(whole.value / step.value, many):
            how = f"{found[1]}，{found[3]}除之"
            yield reckoning(facts, found.span(), how, whole.value / step.value, Worth(many, found[2], found[2]))
    worth = worth_of_names(facts)
    for found in facts.all(_NAMED) if worth else ():
        one, other = (worth.get(found[n], (Fraction(1), found[n])) for n in (2, 4))
        many, stated = facts.number(found[1]), facts.number(found[3])
        if one[1] != other[1] or found[2] == found[4] or not many or not stated:
            continue
        got = many * one[0] / other[0]
        if near(got, stated):
            how = f"{found[2]}當{to_words(one[0] / other[0])}{found[4]}，{found[1]}乘之"
            yield reckoning(facts, found.span(), how, got, Worth(stated, found[4], found[4]))


def left_over(facts: Facts) -> Iterator[Reckoning]:
    """What is left of a length, and what is done to so many parts of a thing whose size stands before."""
    for found in facts.all(_REST):
        whole, less, stated = (amount(facts, found[n]) for n in (1, 2, 3))
        if whole and less and stated and whole.value > less.value:
            got = whole.value - less.value
            if abs(got - stated.value) * 4 <= got:  # else something else is left
                yield reckoning(facts, found.span(), f"{found[1]}減{found[2]}", got, stated)
    for found in facts.all(_WITHOUT):
        whole, less, stated = (amount(facts, found[n]) for n in (1, 3, 4))
        if whole and less and stated and whole.value > less.value:
            yield reckoning(facts, found.span(), f"{found[1]}減{found[3]}", whole.value - less.value, stated)
    for found in facts.all(_DONE_TO):
        under = Fraction(3) if found[1] == "參" else facts.number(found[1])
        over, stated = facts.number(found[4]), amount(facts, found[6])
        whole = _size_of(facts, found[2], found.start())
        if under and over and stated and whole and over < under:
            part = (under - over if found[5] else over) / under
            how = f"{found[2]}，{to_words(under)}分取{to_words(part * under)}"
            yield reckoning(facts, found.span(), how, whole.value * part, stated)


def _size_of(facts: Facts, name: str, at: int) -> Worth | None:
    """The length of a thing as it was told last before a place (牙圍尺一寸)."""
    said = None
    for found in re.finditer(f"{re.escape(name)}({QTY}){CLOSE_YAN}", facts.words[max(0, at - 90) : at]):
        said = amount(facts, found[1]) or said
    return said


RULES: tuple[Rule, ...] = (one_of_them, left_over)
