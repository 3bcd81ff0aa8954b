"""Claims of reckoning as commentators write it: an operation and its result after the quantity that it works on.

圍三尺，四分去一，得二尺二寸半; 袪尺二寸，圍之二尺四寸，三之七尺二寸; 五耦，耦二人，人四矢，凡四十矢; 中五丈，二躬四丈，凡九丈.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import to_words
from layout.measures.patterns import HELD, MORE, NUM
from layout.measures.rule_words import CLOSE, CLOSE_FIRM, GAP, PLAIN
from layout.measures.say import say, say_as, say_length

SAYS = "(?:[則得為即餘名凡共]|是為|乃得)"
NAME = f"[^。，{MORE}去取居損益加分之各尺寸丈步]"
_HELD_LAST = claim_pattern(f"({QTY})[者也]?，?(?:其[閷殺上下]|又)?$")


def _before(facts: Facts, at: int) -> tuple[int, Fraction, str] | None:
    """The length whose words end right before `at`: where it begins, its value, its words."""
    found = _HELD_LAST.search(facts.words, max(0, at - 24), at)
    if not found:
        return None
    read = facts.readers.read("quantity", found[1])
    if not read or read[-1].chi is None or read[-1].end != len(found[1]):
        return None
    return found.start() + read[-1].start, read[-1].chi, found[1][read[-1].start :]


def _near(got: Fraction, stated: Fraction) -> bool:
    """Whether two lengths differ by no more than a slip of the brush makes likely."""
    return got * 5 / 8 <= stated <= got * 8 / 5


def _reckoned(
    facts: Facts, start: int, end: int, how: str, got: Fraction, stated: str, *others: Fraction, sure: bool = True
) -> Reckoning | None:
    """A reckoning of a length; nothing where no word says that it is the result and it is far from it."""
    told = facts.length(stated)
    if told is None or told.chi is None or not (sure or _near(got, told.chi) or told.chi in others):
        return None
    if told.chi in others:
        got = told.chi
    if not got / 3 <= told.chi <= got * 3:
        return None  # another length than the one that was reckoned
    size = facts.units.chi(told.unit) if told.unit else Fraction(0)
    right = say_as(got, told.unit, size) if told.unit else say_length(got)
    return Reckoning(start, end, f"術曰：{how}，得{right}", got, told.chi, right)


_SHARE = claim_pattern(
    f"([二三四五六七八九十參])分(?:其{NAME}{{1,3}}|之)?{GAP}而?{NAME}{{0,2}}([取居去損益加以])其?([一二三四五六七八九])(?:分|，?以?為{NAME}{{1,3}})?"
    f"{GAP}({SAYS}?){NAME}{{0,4}}({QTY}){CLOSE_FIRM}"
)
_PART = claim_pattern(
    f"([二三四五六七八九十參])分之{GAP}([一二三四五六七八九]){GAP}{SAYS}{NAME}{{0,3}}({QTY}){CLOSE_FIRM}"
)
_THIRD = claim_pattern(
    f"(?:(?<=，){NAME}{{1,2}})?([二三四五六七八九十參])分之，?(?:則(?=每分))?(?:每分)?(?:[得則為]|每分|各)(?:各|每分)?[長廣]?({QTY}){CLOSE_FIRM}"
)
_OF = claim_pattern(
    f"([三四五六七八九十參])分其{NAME}{{1,3}}({QTY}){GAP}([取居去損益加])([一二三四五六七八九]){GAP}{SAYS}({QTY}){CLOSE}"
)


def shared(facts: Facts) -> Iterator[Reckoning]:
    """A share of the quantity before it: 四分去一得…, 三分其廣以二為內…, 三分益一太蔟八寸, 三分之一則…."""
    for found in facts.all(_SHARE):
        before = _before(facts, found.start())
        if before is None:
            continue
        told = found[4] or "宜" in found[0]
        if facts.words[found.start() - 2 : found.start() - 1] == "其" and ("。" in found[0] or not told):
            continue  # 組三寸，其殺六分而去一。大帶四寸
        if facts.words[found.start() - 1 : found.start()] == "寸" and "分，" in found[0]:
            continue  # 各一寸八分，去一則七寸二分
        yield from _shares(facts, before, found, found[1], found[2], found[3], found[5], bool(found[4]))
    for found in facts.all(_PART):
        before = _before(facts, found.start())
        if before is not None:
            yield from _shares(facts, before, found, found[1], "取", found[2], found[3])
    for found in facts.all(_THIRD):
        before = _before(facts, found.start())
        if before is not None:
            yield from _shares(facts, before, found, found[1], "取", "一", found[2])
    for found in facts.all(_OF):
        whole = facts.chi(found[2])
        if whole is not None:
            yield from _shares(facts, (found.start(), whole, found[2]), found, found[1], found[3], found[4], found[5])


def _shares(
    facts: Facts,
    before: tuple[int, Fraction, str],
    found: re.Match[str],
    parts: str,
    verb: str,
    taken: str,
    stated: str,
    sure: bool = True,
) -> Iterator[Reckoning]:
    start, whole, words = before
    under = Fraction(3) if parts == "參" else facts.number(parts)
    over = facts.number(taken)
    if not under or not over or over >= under:
        return
    part = (under - over if verb in "去損" else under + over if verb in "益加" else over) / under
    how = f"{words}為{say_length(whole)}，{to_words(under)}分{verb}{taken}"
    # 去一 is told by what is left, and now and then by what is taken.
    others = (whole * over / under,) if verb == "去" else ()
    made = _reckoned(facts, start, found.end(), how, whole * part, stated, *others, sure=sure)
    if made:
        yield made


_TIMES = claim_pattern(
    f"(?:(?<=，){NAME}{{1,2}})?(倍之|圍之|兩之|又倍之|半之|({NUM})之){GAP}({SAYS}?)({QTY})(?=[也矣。，]|之[圍周]|$)"
)
_PLUS = claim_pattern(
    f"(?:加|又加|并|益以|添){PLAIN}{{0,10}}?({QTY}){GAP}(?:([凡共總合得為則]|并為)[高長廣深]?)?({QTY}){CLOSE}"
)
_MINUS = claim_pattern(
    f"(?:除|減|去)(兩旁|兩邊|左右|兩端)?[^。，{MORE}尺寸丈步各]{{0,4}}(各)?({QTY}){GAP}(?:[為得則餘]|尚有|尚餘|是為){NAME}{{0,2}}({QTY}){CLOSE}"
)


def worked(facts: Facts) -> Iterator[Reckoning]:
    """What is done to the quantity before: 圍之二尺四寸, 三之七尺二寸, 加一丈五尺凡…, 除兩旁縫各一寸為二尺."""
    for found in facts.all(_TIMES):
        before = _before(facts, found.start())
        factor = facts.number(found[2]) if found[2] else Fraction(1, 2) if found[1] == "半之" else Fraction(2)
        if before is None or factor is None:
            continue
        made = _reckoned(
            facts, before[0], found.end(), f"{before[2]}，{found[1]}", before[1] * factor, found[4], sure=bool(found[3])
        )
        if made:
            yield made
    for found in facts.all(_PLUS):
        before, more = _before(facts, found.start()), facts.chi(found[1])
        if before is None or more is None:
            continue
        made = _reckoned(facts, before[0], found.end(), f"并{before[2]}、{found[1]}", before[1] + more, found[3])
        if made and (found[2] or made.computed == made.stated):
            yield made
    for found in facts.all(_MINUS):
        before, less = _before(facts, found.start()), facts.chi(found[3])
        if before is None or less is None:
            continue
        less *= 2 if found[1] and found[2] else 1
        if before[1] > less:
            how = f"{before[2]}減{say_length(less)}"
            made = _reckoned(facts, before[0], found.end(), how, before[1] - less, found[4])
            if made:
                yield made


@dataclass(frozen=True)
class Amount:
    """So much of something: a length in 尺 (unit ""), or a number of what is counted."""

    value: Fraction
    unit: str
    words: str


def _amount(facts: Facts, words: str) -> Amount | None:
    chi = facts.chi(words) if _LENGTH.fullmatch(words) else None
    if chi is not None:
        return Amount(chi, "", words)
    found = re.fullmatch(f"({NUM}|半)([^。，{MORE}])", words)
    number = facts.number(found[1]) if found else None
    return Amount(number, found[2], words) if found and number is not None else None


def _told(amount: Fraction, unit: str) -> str:
    return say(amount) + unit if unit else say_length(amount)


_LENGTH = claim_pattern(QTY)
HALVED = "之而其為尺寸丈步"
_TOTAL = claim_pattern(f"(?<=[。，])(?:[凡共總合]|總計|合計|則|為){NAME}{{0,3}}?({QTY}|{NUM}[^。，{MORE}]){CLOSE}")
_LINK = claim_pattern(f"([^。，{MORE}])(?:有|各|容|長|別|廣)?({QTY}|{NUM}[^。，{MORE}]|半[^。，{MORE}{HALVED}])")
_HEAD = claim_pattern(f"[^。，]*?({NUM})([^。，{MORE}])")


def linked(facts: Facts) -> Iterator[Reckoning]:
    """五耦，耦二人，人四矢，凡四十矢; 五架，架七尺，則深三丈五尺: each link counts in the one before it."""
    for found in facts.all(_TOTAL):
        stated = _amount(facts, found[1])
        clauses = _clauses(facts.words, found.start())
        if stated is None or len(clauses) < 2:
            continue
        links: list[Amount] = []
        unit, start = "", found.start()
        for begin, words in reversed(clauses):
            link = _LINK.fullmatch(words) if not links or unit else None
            amount = _amount(facts, link[2]) if link else None
            if link and amount and (amount.unit == unit if links else amount.unit == stated.unit):
                links.append(amount)
                unit, start = link[1], begin
                continue
            head = _HEAD.fullmatch(words)
            number = facts.number(head[1]) if head else None
            if links and head and number is not None and head[2] == "耦" and unit == "人":
                links.append(Amount(Fraction(2), "耦", "耦二人"))
                unit = "耦"
            if links and head and number is not None and head[2] == unit:
                links.append(Amount(number, unit, words))
                start = begin
            elif not (len(links) > 1 and words):
                links = []
            break
        if len(links) < 2:
            continue
        got = Fraction(1)
        for each in links:
            got *= each.value
        right = _told(got, stated.unit)
        how = "、".join(each.words for each in reversed(links))
        yield Reckoning(start, found.end(), f"術曰：{how}，相乘得{right}", got, stated.value, right)


_ITEM = claim_pattern(
    f"[^。，{MORE}]{{0,4}}?(?:(?:{NUM}|[兩左右]{{1,2}})[^。，{MORE}]{{1,2}}?)?(各?[^。，{MORE}]?)({QTY}|{NUM}[^。，{MORE}])"
)
_PACES = claim_pattern("[步弓里尋仞筵軌雉]")
_TARGET = claim_pattern("[躬舌个個]")
_ASPECTS = claim_pattern("[長廣高深袤脩]")


def totalled(facts: Facts) -> Iterator[Reckoning]:
    """中五丈，二躬四丈，上舌四丈，下舌三丈，凡十六丈: the items before a total; 各 of two counts twice."""
    for found in facts.all(_TOTAL):
        if facts.words[found.start()] in "則為":
            continue
        stated = _amount(facts, found[1])
        if stated is None:
            continue
        things = bool(stated.unit) and stated.unit not in HELD
        if things and facts.words[found.start()] not in "凡共總":
            continue
        cloth = "用布" in facts.words[found.start() : found.end()]
        items: list[tuple[Fraction, int, str]] = []
        start = found.start()
        aspects: set[str] = set()
        exact = False  # sides of a target may be another reckoning of their cloth, unless they make this very sum
        got = Fraction(0)
        for begin, words in reversed(_clauses(facts.words, found.start())):
            item = _ITEM.fullmatch(words)
            amount = _amount(facts, item[2]) if item else None
            if item is None or amount is None or amount.unit != stated.unit or _pace(item[2]) != _pace(found[1]):
                break
            if amount.value == stated.value:
                items = []  # told again
                break
            exact = exact or (cloth and _TARGET.search(words) is not None)
            twice = 2 if words.startswith("旁") or ("各" in words and re.search("左右|上下|兩|二", words)) else 1
            said = _ASPECTS.search(words)
            aspects |= {said[0]} if said else set()
            items.append((amount.value, twice, words))
            start = begin
            got = sum((value * twice for value, twice, _ in items), Fraction(0))
            if got == stated.value and (len(items) > 1 or twice > 1):
                break  # a total of the last items only
        every = things and len(items) > 2 and start == facts.words.rfind("。", 0, found.start()) + 1
        if every and abs(got - stated.value) * 3 > got:
            continue
        if (
            ((len(items) < 2 or exact or (things and not every)) and got != stated.value)
            or len(aspects) > 1
            or not items
        ):
            continue
        if got != stated.value and "上下" in items[0][2]:
            continue  # 上下躬各二丈，總四丈: of the last item alone
        pace = _pace(found[1])
        right = say_as(got, pace, facts.units.chi(pace)) if pace else _told(got, stated.unit)
        how = "、".join(words for _, _, words in reversed(items))
        yield Reckoning(start, found.end(), f"術曰：并{how}，得{right}", got, stated.value, right)


def _pace(words: str) -> str:
    """The unit of paces and the like in a length, which are not added to others."""
    found = _PACES.search(words)
    return found[0] if found else ""


def _clauses(words: str, end: int) -> list[tuple[int, str]]:
    """The clauses of the sentence before `end`, each with where it begins, the last one first in the text last."""
    begin = words.rfind("。", 0, max(0, end - 1)) + 1
    made: list[tuple[int, str]] = []
    for part in re.finditer("[^，。]+", words[begin:end]):
        made.append((begin + part.start(), part[0]))
    return made


RULES: tuple[Rule, ...] = (shared, worked, linked, totalled)
