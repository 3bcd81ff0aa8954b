"""Claims in which one amount is worked out from another by a word or two: so much longer, so many together, to each side.

股長一尺八寸，鼓長二尺七寸，鼓長於股者九寸; 大扃長三尺，七个則二丈一尺; 一尺當今六寸四分，三尺則…; 每面三門，凡十二門; 十二銖，兩之為二十四銖.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.patterns import MORE, NUM
from layout.measures.rule_words import CLOSE
from layout.measures.rules_rate import THING, WEIGHT, Worth, told, worth_of

NAME = f"[^。，{MORE}尺寸丈步分於過]"
_LONGER = claim_pattern(
    f"{NAME}[長廣高深厚]?({QTY})[。，]{NAME}{{1,2}}?[長廣高深厚]?({QTY})[。，]{NAME}{{0,3}}[長多高廣深厚大短少][於過]{NAME}{{1,3}}({QTY}){CLOSE}"
)
_TOGETHER = claim_pattern(
    f"({QTY})，(參|{NUM})({THING})(?:合之|通之|并之|[則共凡為得]|(?<=[个個]))(?:為|得)?({QTY}){CLOSE}"
)
_NOW = claim_pattern(
    f"(?:(?<=[。，古之])|(?<![^。，]))一([尺丈步里])當今?({QTY})，({NUM})\\1(?:則|當|為)今?({QTY}){CLOSE}"
)
_PRODUCT = claim_pattern(f"[脩修]([二三四五六七八九])([二三四五六七八九])，?(?:者，)?(?:[則為得]|是為)({NUM})步{CLOSE}")
_SIDES = claim_pattern(f"[每旁]面?({NUM})({THING})，(?:四[旁面方])?(?:[凡則共總]|合)({NUM})\\2{CLOSE}")
_TIMES = claim_pattern(
    f"({WEIGHT}|{NUM}{THING})，(倍之|兩之|({NUM})之)(?:[為得則凡]|是為)({WEIGHT}|{NUM}{THING}){CLOSE}"
)
_SPLIT = claim_pattern(
    f"({NUM})({THING})，(?:每|一)?\\2[^。，{MORE}]{{0,2}}[解分裂析]?為({NUM})，[則凡為得]({NUM})\\2{CLOSE}"
)


def longer(facts: Facts) -> Iterator[Reckoning]:
    """By how much one length is more than another."""
    for found in facts.all(_LONGER):
        one, two, stated = facts.chi(found[1]), facts.chi(found[2]), worth_of(facts, found[3])
        if one is None or two is None or stated is None:
            continue
        yield _made(facts, found.span(), f"{found[1]}與{found[2]}相減", abs(one - two), stated)


def together(facts: Facts) -> Iterator[Reckoning]:
    """So many, each of the length before; the same length in a foot of today; products, sides, halves of pieces."""
    for found in facts.all(_TOGETHER):
        each, stated = facts.chi(found[1]), worth_of(facts, found[4])
        number = Fraction(3) if found[2] == "參" else facts.number(found[2])
        if (
            each is None
            or number is None
            or stated is None
            or not Fraction(1, 2) <= stated.value / (each * number) <= 2
        ):
            continue
        yield _made(facts, found.span(), f"{found[1]}，{found[2]}{found[3]}乘之", each * number, stated)
    for found in facts.all(_NOW):
        each, number, stated = facts.chi(found[2]), facts.number(found[3]), worth_of(facts, found[4])
        if each is not None and number is not None and stated is not None:
            yield _made(facts, found.span(), f"一{found[1]}當{found[2]}，{found[3]}乘之", each * number, stated)
    for found in facts.all(_PRODUCT):
        one, two, whole = facts.number(found[1]), facts.number(found[2]), facts.number(found[3])
        if one is not None and two is not None and whole is not None:
            yield _made(facts, found.span(), f"{found[1]}乘{found[2]}", one * two, Worth(whole, "步", "步"))
    for found in facts.all(_SIDES):
        each, whole = facts.number(found[1]), facts.number(found[3])
        if each is not None and whole is not None:
            yield _made(facts, found.span(), f"四面各{found[1]}", 4 * each, Worth(whole, found[2], found[2]))
    for found in facts.all(_SPLIT):
        many, each, whole = facts.number(found[1]), facts.number(found[3]), facts.number(found[4])
        if many is not None and each is not None and whole is not None:
            yield _made(facts, found.span(), f"{found[1]}乘{found[3]}", many * each, Worth(whole, found[2], found[2]))


def times(facts: Facts) -> Iterator[Reckoning]:
    """Weights, volumes and numbers of things, doubled or more."""
    for found in facts.all(_TIMES):
        one, stated = worth_of(facts, found[1]), worth_of(facts, found[4])
        factor = facts.number(found[3]) if found[3] else Fraction(2)
        if one is None or stated is None or factor is None or one.base != stated.base or one.base == "尺":
            continue
        yield _made(facts, found.span(), f"{found[1]}，{found[2]}", one.value * factor, stated)


def _made(facts: Facts, span: tuple[int, int], how: str, got: Fraction, stated: Worth) -> Reckoning:
    right = told(facts, Worth(got, stated.base, stated.first))
    return Reckoning(*span, f"術曰：{how}，得{right}", got, stated.value, right)


RULES: tuple[Rule, ...] = (longer, together, times)
