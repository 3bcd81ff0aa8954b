"""Claims about bare numbers, fields and differences: what is left, multiplied, shared out, counted through a chain.

宮八十一，三分損一得五十四為徵; 以九乘六十四，得五百七十六; 十二律各有五聲，凡六十聲; 夫三為屋，屋三為井，畝百為夫，則井九百畝;
三百六十步謂之里，二百四十步謂之畝，方里之田五百四十畝; 六尺六寸，六尺三寸，相差三寸.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from layout.errors import InputError
from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import parse_numeral, to_words
from layout.measures.patterns import MORE, NUM
from layout.measures.rule_words import CLOSE_YAN, PLAIN
from layout.measures.rules_figure import amount, near, reckoning
from layout.measures.rules_rate import THING, WEIGHT, Worth
from layout.measures.say import say

FREE = f"[^。，{MORE}尺寸丈分]"
SAYS = "(?:[則得為即凡共總合]|是為|乃得|總為|則得|則為)"

# -- lengths -------------------------------------------------------------------------------------------------

_LESS = claim_pattern(
    f"({QTY})(?:者|也|為{PLAIN}{{1,3}})?，{FREE}{{0,4}}?({QTY})(?:為{PLAIN}{{1,3}})?，(?:{PLAIN}{{0,4}}({QTY})(?:為{PLAIN}{{1,3}})?，)?"
    f"{FREE}{{0,3}}?(?:(少於|多於|小於|剩出?|相差|相去|相較|相懸|遞[減殺降]|多|贏)){FREE}{{0,4}}?({QTY}){CLOSE_YAN}"
)
_ADDED = claim_pattern(
    f"以{PLAIN}{{0,2}}({QTY})[加并併]{PLAIN}{{0,2}}({QTY})，?{SAYS}({QTY}){CLOSE_YAN}"
    f"|({QTY})，{PLAIN}{{0,3}}({QTY})，(?:相并|并之|合之|通之|相合|合并)，?(?:[則得])?為?({QTY}){CLOSE_YAN}"
)
_WEIGHED = claim_pattern(f"({WEIGHT})[加并益]以?({WEIGHT})，?{SAYS}({WEIGHT}){CLOSE_YAN}")
_ROUND = claim_pattern(
    f"徑({QTY})，(?:圓者|圜者)?(?:徑一而?圍三|圍三徑一)，則?其?{PLAIN}{{0,2}}[圍周]凡?({QTY}){CLOSE_YAN}"
)


def compared(facts: Facts) -> Iterator[Reckoning]:
    """What one length is less than another, and what two make; the rim of what is so wide."""
    for found in facts.all(_LESS):
        # 一步有六尺四寸 says what a 步 has.
        one, two, three = (amount(facts, found[n].rpartition("步有")[2]) if found[n] else None for n in (1, 2, 3))
        stated = amount(facts, found[5])
        if not one or not two or not stated or one.value == two.value:
            continue
        got = abs(one.value - two.value)
        if found[3] and (not three or abs(two.value - three.value) != got):
            continue
        # What lies apart is told by 相去 too, and has nothing to do with the sizes before it.
        if got == stated.value or (found[4] != "相去" and near(got, stated.value)):
            yield reckoning(facts, found.span(), f"{found[1]}與{found[2]}相減", got, stated)
    for found in facts.all(_ADDED):
        first = 1 if found[1] else 4
        one, two, stated = (amount(facts, found[first + n]) for n in range(3))
        # Where the two are far from it, something else was added up.
        if one and two and stated and 3 * abs(one.value + two.value - stated.value) <= one.value + two.value:
            how = f"并{found[first]}、{found[first + 1]}"
            yield reckoning(facts, found.span(), how, one.value + two.value, stated)
    for found in facts.all(_WEIGHED):
        one, two, stated = (amount(facts, found[n]) for n in (1, 2, 3))
        if one and two and stated and one.base == two.base == stated.base:
            yield reckoning(facts, found.span(), f"并{found[1]}、{found[2]}", one.value + two.value, stated)
    for found in facts.all(_ROUND):
        wide, stated = amount(facts, found[1]), amount(facts, found[2])
        if wide and stated:
            yield reckoning(facts, found.span(), f"圍三徑一，徑{found[1]}", 3 * wide.value, stated)


# -- bare numbers --------------------------------------------------------------------------------------------

_NUMBER_SHARE = claim_pattern(
    f"(?<![{MORE}分])({NUM})(?:為[宮商角徵羽])?，?([二三四五六七八九])分([損益去加])一，?(?:[得為]|下生|上生)(?:{PLAIN}{{0,2}})({NUM})(?=為[宮商角徵羽]|[也。，]|$)"
)
_BY = claim_pattern(
    f"(?<![{MORE}])({NUM})，以({NUM})[因乘]之，?[得為]({NUM}){CLOSE_YAN}|以({NUM})[因乘]({NUM})，?[得為]({NUM}){CLOSE_YAN}"
)
_BOTH_SIDES = claim_pattern(f"(前後|左右|上下|東西|南北|兩旁|內外)各({NUM})({THING})，[凡共總]計?({NUM})\\3{CLOSE_YAN}")
_OLD_MYRIADS = claim_pattern(f"({NUM})([^。，{MORE}])，?(?:乃|即|則)({NUM})\\2{CLOSE_YAN}")
_APIECE = claim_pattern(f"({NUM})({THING})各{PLAIN}?({NUM})({THING})，[凡共合總則]為?({NUM})\\4{CLOSE_YAN}")


def numbers(facts: Facts) -> Iterator[Reckoning]:
    """A share of a number, a product of two, so many with so many apiece."""
    for found in facts.all(_NUMBER_SHARE):
        whole, under, stated = facts.number(found[1]), facts.number(found[2]), facts.number(found[4])
        if whole and under and stated:
            part = (under + (1 if found[3] in "益加" else -1)) / under
            how = f"{found[1]}，{to_words(under)}分{found[3]}一"
            if near(whole * part, stated):
                yield reckoning(facts, found.span(), how, whole * part, Worth(stated, "", ""))
    for found in facts.all(_BY):
        first = 1 if found[1] else 4
        one, two, stated = (facts.number(found[first + n]) for n in range(3))
        if one and two and stated:
            how = f"{found[first]}，以{found[first + 1]}乘之"
            yield reckoning(facts, found.span(), how, one * two, Worth(stated, "", ""))
    for found in facts.all(_OLD_MYRIADS):
        stated = facts.number(found[3]) if "億" in found[1] else None
        if stated and stated in parse_numeral(found[1]).alternatives:
            yield reckoning(
                facts, found.span(), f"億為十萬，{found[1]}{found[2]}", stated, Worth(stated, found[2], found[2])
            )
    for found in facts.all(_APIECE):
        many, each, stated = facts.number(found[1]), facts.number(found[3]), facts.number(found[5])
        if many and each and stated:
            how = f"{found[1]}{found[2]}，各{found[3]}{found[4]}"
            yield reckoning(facts, found.span(), how, many * each, Worth(stated, found[4], found[4]))
    for found in facts.all(_BOTH_SIDES):
        each, stated = facts.number(found[2]), facts.number(found[4])
        if each and stated and near(2 * each, stated):
            how = f"{found[1]}各{found[2]}{found[3]}"
            yield reckoning(facts, found.span(), how, 2 * each, Worth(stated, found[3], found[3]))
    for found in facts.all(_BOTH):
        each, stated = facts.number(found[3]), facts.number(found[4])
        if each and stated and near(2 * each, stated):
            how = f"{found[1]}、{found[2]}各{found[3]}"
            yield reckoning(facts, found.span(), how, 2 * each, Worth(stated, "", ""))


# -- fields --------------------------------------------------------------------------------------------------

_HUNDREDS = claim_pattern(f"({NUM})畝，?(?:百畝為頃，|即|則為?|是為?)({NUM})頃(?:({NUM})畝)?{CLOSE_YAN}")
_MILE = claim_pattern(f"({NUM})步(?:謂之|為)里")
_FIELD = claim_pattern(f"({NUM})步(?:謂之|為)畝")
_MILE_FIELD = claim_pattern(f"(?:方一?里|({NUM})里)之[田州都地]，?(?:為田)?({NUM})畝{CLOSE_YAN}")
_TWO_FIELDS = claim_pattern(
    f"[古周]者?({NUM})步為畝，[今漢唐]{PLAIN}{{0,2}}({NUM})步為畝，[古周]者?({NUM})畝，?則?[得當為]今之?(?:({NUM})頃)?(?:({NUM})畝)?{CLOSE_YAN}"
)
_LIKE_FIELDS = claim_pattern(f"一個?([^。，]{{1,6}}?)為田?({NUM})畝，則?({NUM})個?\\1為田?({NUM})畝{CLOSE_YAN}")
_MADE_OF = claim_pattern(f"(?<![^。，])([^。，{MORE}])({NUM})[為曰]([^。，{MORE}])(?=[。，])")
_COMES_TO = claim_pattern(f"(?:則|是|故|，)([^。，{MORE}])({NUM})([^。，{MORE}])也?{CLOSE_YAN}")
_MAKES_MANY = claim_pattern(
    f"(?<![^。，])({THING})({NUM})({THING})，({NUM})\\1[為曰]({THING})，則?\\5({NUM})\\3{CLOSE_YAN}"
)
_BOTH = claim_pattern(f"(?<![^。，])([^。，{MORE}])([^。，{MORE}])各({NUM})，[凡共總]({NUM})(?=[也矣。，]|$)")
_MANY_MAKE = claim_pattern(f"({NUM})({THING})為({THING})，\\2({NUM})([^。，{MORE}])，則?\\3({NUM})\\5{CLOSE_YAN}")


def fields(facts: Facts) -> Iterator[Reckoning]:
    """Fields in 畝 and 頃, by the 里 and the 畝 of the text itself, and the chain of 步 畝 夫 屋 井."""
    for found in facts.all(_HUNDREDS):
        whole, many, rest = facts.number(found[1]), facts.number(found[2]), facts.number(found[3] or "〇")
        if whole is not None and many is not None and rest is not None:
            yield _acres(found.span(), f"{found[1]}畝以百除之", whole, 100 * many + rest)
    yield from _by_miles(facts)
    for found in facts.all(_TWO_FIELDS):
        old, new, whole = (facts.number(found[n]) for n in (1, 2, 3))
        many, rest = facts.number(found[4] or "〇"), facts.number(found[5] or "〇")
        if old and new and whole and many is not None and rest is not None and (many or rest):
            got, stated = whole * old / new, 100 * many + rest
            if got // 1 == stated:
                got = stated  # less than a 畝 is left out
            yield _acres(found.span(), f"古{found[3]}畝，以{found[1]}步乘之，{found[2]}步除之", got, stated)
    for found in facts.all(_LIKE_FIELDS):
        each, many, count = (facts.number(found[n]) for n in (2, 3, 4))
        if each and many and count:
            how = f"{found[2]}畝，{found[3]}乘之"
            yield reckoning(facts, found.span(), how, each * many, Worth(count, "畝", "畝"))
    yield from _chained(facts)
    for found in facts.all(_MAKES_MANY):
        each, many, count = (facts.number(found[n]) for n in (2, 4, 6))
        if many and each and count:
            how = f"{found[1]}{found[2]}{found[3]}，{found[4]}乘之"
            yield reckoning(facts, found.span(), how, many * each, Worth(count, found[3], found[3]))
    for found in facts.all(_MANY_MAKE):
        many, each, count = (facts.number(found[n]) for n in (1, 4, 6))
        if many and each and count:
            how = f"{found[2]}{found[4]}{found[5]}，{found[1]}乘之"
            yield reckoning(facts, found.span(), how, many * each, Worth(count, found[5], found[5]))


def _acres(span: tuple[int, int], how: str, got: Fraction, stated: Fraction) -> Reckoning:
    many, rest = divmod(got, 100)
    right = (say(Fraction(many)) + "頃" if many else "") + (say(rest) + "畝" if rest or not many else "")
    return Reckoning(*span, f"術曰：{how}，得{right}", got, stated, right)


def _by_miles(facts: Facts) -> Iterator[Reckoning]:
    """方里之田五百四十畝, by the 里 and the 畝 that the text has; 十里之田五萬四千畝, a hundred times that."""
    mile, field = next(facts.all(_MILE), None), next(facts.all(_FIELD), None)
    paces, steps = facts.number(mile[1]) if mile else None, facts.number(field[1]) if field else None
    one = paces**2 / steps if paces and steps else None
    for found in facts.all(_MILE_FIELD):
        side = facts.number(found[1]) if found[1] else Fraction(1)
        try:
            said = parse_numeral(found[2])
        except InputError:
            continue
        if side is None or said.high is not None:
            continue
        if one is not None:
            got = side**2 * one
            stated = got if got in said.alternatives else said.value
            how = f"方{say(side)}里自乘，方里{say(one)}畝"
            yield reckoning(facts, found.span(), how, got, Worth(stated, "畝", "畝"))
        elif side == 1:
            one = said.value


def _chained(facts: Facts) -> Iterator[Reckoning]:
    """步百為畝，畝百為夫，夫三為屋，屋三為井: what one of a name has of another."""
    made = {found[3]: (found[1], facts.number(found[2])) for found in facts.all(_MADE_OF)}
    if len(made) < 2:
        return
    for found in facts.all(_COMES_TO):
        stated, name, got, steps = facts.number(found[2]), found[1], Fraction(1), 0
        while name in made and name != found[3] and steps < 9:
            name, count = made[name]
            got, steps = got * (count or 0), steps + 1
        if name == found[3] and steps > 1 and got and stated is not None:
            yield reckoning(facts, found.span(), f"{found[1]}以相次乘之", got, Worth(stated, found[3], found[3]))


RULES: tuple[Rule, ...] = (compared, numbers, fields)
