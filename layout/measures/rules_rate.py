"""Claims told by a rate: so much to one of a thing, so many of the thing, and what that makes.

鋝重六兩大半兩，三鋝則二十兩; 一室四戶，九室三十六戶; 四升有半，升八十縷，則三百六十縷; 堂高九尺，階九等，等一尺; 布四丈，分為二端，端二丈.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.patterns import HELD, MORE, NUM
from layout.measures.rule_words import CLOSE
from layout.measures.rules_more import defined_near
from layout.measures.say import say, say_as, say_length

THING = f"[^。，{MORE}分寸尺丈之者也其為以而有各則曰此與凡共每]"
WEIGHT = f"(?:(?:{NUM}|[少大太]半|半)[{HELD}兩])+"
_COUNTED = f"{NUM}{THING}"
WORTH = f"(?:{QTY}|{WEIGHT}|{_COUNTED})"
SAYS = "(?:[則得為即凡共總計當]|是為|乃得|總為|共為|故)?"
_EACH = claim_pattern(
    f"(?:(?:每|(?<=[。，則凡])|(?<![^。，])|(?<=[。，]其))一?|一)(?P<x>{THING})[重長廣高深容有各剩出得減加受食用給]{{0,2}}(?P<each>{WORTH})[。，]"
    f"(?:此|今|其|凡)?(?:{THING}{{0,2}}?)(?P<n>{NUM})(?P=x)(?P<half>有半|半)?(?:為{THING}，)?，?{SAYS}[長廣高深重有]?(?P<all>{WORTH}){CLOSE}"
)
_MANY = claim_pattern(
    f"(?P<n>{NUM})(?P<x>{THING})(?P<half>有半|半)?[。，](?:每|一)?(?P=x)[重長廣高深容有各]{{0,2}}(?P<each>{WORTH})[。，]"
    f"(?:[則得為即凡共總計故]|是為)[^。，{MORE}尺寸丈]{{0,3}}?(?P<all>{WORTH}){CLOSE}"
)
_MAKES = claim_pattern(
    f"(?P<each>{_COUNTED})[為曰]一?(?P<x>{THING})[。，](?:此|今|其)?(?:{THING}{{0,2}}?)(?P<n>{NUM})(?P=x)(?P<half>有半|半)?，?"
    f"(?:[則得即凡共]|是為)(?P<all>{WORTH}){CLOSE}"
)
_PARTED = claim_pattern(
    f"({QTY})[者，]{{0,2}}(?:之[^。，{MORE}]{{1,2}}，當|(?:[^。，{MORE}]{{1,2}})?(?:分之?為)?)({NUM})({THING})，(?:每|一)?\\3(?:[長廣高]|各)?({QTY}){CLOSE}"
)
_BOTH = claim_pattern(
    f"以((?:{NUM}{THING}){{1,3}})乘({NUM}){THING}(?:之數)?也?[。，]?[則得為]((?:{NUM}{THING}){{1,3}})"
)
_WEIGHT = claim_pattern(WEIGHT)
_NUMBERED = claim_pattern(f"({NUM})({THING})")
_TOLD = claim_pattern(f"({WEIGHT})(?:者|也)?，?(?:則|即|是為|為|乃|計)({WEIGHT}){CLOSE}")


@dataclass(frozen=True)
class Worth:
    """An amount in the base of its kind (尺, 兩, 升) or a number of what is counted."""

    value: Fraction
    base: str
    first: str


def worth_of(facts: Facts, words: str) -> Worth | None:
    """What words such as 丈四尺, 六兩大半兩, 三十六戶 come to; None where they are no single amount."""
    if _WEIGHT.fullmatch(words):
        read = facts.readers.read("weighed", words)
        if len(read) == 1 and read[0].end == len(words) and isinstance(read[0].value, Fraction) and read[0].unit:
            unit = read[0].unit
            if unit in facts.units:
                kind = facts.units.kind(unit)
                return Worth(read[0].value * facts.units.chi(unit), kind, unit)
    length = facts.length(words)
    if length is not None and length.chi is not None:
        return Worth(length.chi, "尺", length.unit or "尺")
    found = _NUMBERED.fullmatch(words)
    number = facts.number(found[1]) if found else None
    return Worth(number, found[2], found[2]) if found and number is not None else None


def told(facts: Facts, amount: Worth) -> str:
    """An amount in words, in the unit in which the text has it."""
    if amount.base == "尺":
        return say_as(amount.value, amount.first, facts.units.chi(amount.first))
    if amount.base in ("weight", "volume"):
        return _weighed(facts, amount)
    return say(amount.value) + amount.first


_ROWS = {"weight": "石鈞斤兩銖", "volume": "斛斗升合龠"}


def _weighed(facts: Facts, amount: Worth) -> str:
    """A weight or a volume in its units from the largest that the text uses."""
    row = _ROWS[amount.base]
    if amount.first not in row:
        return say(amount.value / facts.units.chi(amount.first)) + amount.first
    rest, words = amount.value, ""
    for unit in row[row.index(amount.first) :]:
        many, rest = divmod(rest, facts.units.chi(unit))
        words += say(Fraction(many)) + unit if many else ""
        if not rest:
            break
    return words or "無"


def rates(facts: Facts) -> Iterator[Reckoning]:
    """So much to one, so many of them, and what they make."""
    for pattern in (_EACH, _MANY, _MAKES):
        for found in facts.all(pattern):
            each, stated = worth_of(facts, found["each"]), worth_of(facts, found["all"])
            number = facts.number(found["n"])
            if each is None or stated is None or number is None or each.base != stated.base or number == 1:
                continue
            number += Fraction(1, 2) if found["half"] else 0
            got = Worth(number * each.value, each.base, stated.first)
            if got.value != stated.value and not got.value / 2 <= stated.value <= got.value * 2:
                continue  # two rates side by side
            right = told(facts, got)
            many = found["n"] + found["x"] + (found["half"] or "")
            working = f"術曰：{found['x']}{found['each']}，{many}乘之，得{right}"
            yield Reckoning(found.start(), found.end(), working, got.value, stated.value, right)


def parted(facts: Facts) -> Iterator[Reckoning]:
    """堂高九尺，階九等，等一尺; 布四丈，分為二端，端二丈: a length, into so many, each so long."""
    for found in facts.all(_PARTED):
        whole, each, number = facts.chi(found[1]), facts.chi(found[4]), facts.number(found[2])
        if whole is None or each is None or not number:
            continue
        got = whole / number
        sure = re.search("[分當]", facts.words[found.end(1) : found.start(2)]) or found[3] == "等"
        if not sure or not got / 2 <= each <= got * 2:
            continue
        right = say_length(got)
        working = f"術曰：{found[1]}，{found[2]}{found[3]}除之，得{right}"
        yield Reckoning(found.start(), found.end(), working, got, each, right)


def multiplied(facts: Facts) -> Iterator[Reckoning]:
    """以四戶八牖乘九室之數，則三十六戶七十二牖: each item by the same number."""
    for found in facts.all(_BOTH):
        items = _NUMBERED.findall(found[1])
        number = facts.number(found[2])
        for words, thing in items:
            each = facts.number(words)
            stated = next((facts.number(n) for n, what in _NUMBERED.findall(found[3]) if what == thing), None)
            if each is None or number is None or stated is None:
                continue
            got = each * number
            right = say(got) + thing
            working = f"術曰：{words}{thing}乘{found[2]}，得{right}"
            yield Reckoning(found.start(), found.end(), working, got, stated, right)


def weights(facts: Facts) -> Iterator[Reckoning]:
    """二十兩，即一斤四兩: the same weight or volume in two units."""
    for found in facts.all(_TOLD):
        one, two = worth_of(facts, found[1]), worth_of(facts, found[2])
        if one is None or two is None or one.base != two.base or one.first == two.first or one.base not in _ROWS:
            continue
        if two.value == facts.units.chi(two.first) and one.value != two.value:
            continue  # a definition
        if not _one_amount(facts, found[1]) or facts.words[found.start() - 1 : found.start()] in tuple(
            "加減去并除益與及"
        ):
            continue  # 一斤十六兩 says what a 斤 has; 一斗五升加五升，則二斗 is a sum
        if not one.value / 2 <= two.value <= one.value * 2:
            continue  # two amounts side by side
        got = Worth(one.value, one.base, two.first)
        right = told(facts, got)
        working = f"術曰：{found[1]}以{two.first}收之，得{right}"
        yield Reckoning(found.start(), found.end(), working, got.value, two.value, right)


def _one_amount(facts: Facts, words: str) -> bool:
    """Whether each unit of a weight stands for less than one of the unit before it."""
    last: Fraction | None = None
    for number, unit in re.findall(f"({NUM}|半|[少大太]半)([{HELD}兩])", words):
        many = facts.number(number) or Fraction(1, 2)
        size = facts.units.chi(unit) if unit in facts.units else Fraction(0)
        if last is not None and many * size >= last:
            return False
        last = size
    return True


_UNIT = claim_pattern(f"(?:[為曰]|謂之)(?P<u>[尋常仞步雉筵])，(?:則|故)?一?(?P=u)長?(?P<all>{QTY}){CLOSE}")


def units_told(facts: Facts) -> Iterator[Reckoning]:
    """八尺為尋，倍尋為常，常一丈六尺: a unit that the text has just defined."""
    for found in facts.all(_UNIT):
        stated, unit = facts.length(found["all"]), found["u"]
        twice = facts.words[max(0, found.start() - 2) : found.start()]
        got = defined_near(facts, unit, found.start("u") + 1)
        if got is None and twice[:1] == "倍":
            below = defined_near(facts, twice[1], found.start() - 2)
            got = 2 * (below or facts.units.chi(twice[1])) if twice[1] in facts.units else None
        if got is None or stated is None or stated.chi is None:
            continue
        right = say_as(got, stated.unit, facts.units.chi(stated.unit or "尺"))
        yield Reckoning(found.start(), found.end(), f"術曰：{unit}得{right}", got, stated.chi, right)


RULES: tuple[Rule, ...] = (rates, parted, multiplied, weights, units_told)
