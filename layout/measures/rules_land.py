"""Claims about land: 里, 畝 and 國 of 王制, and what the measures of old come to in those of the writer's day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from layout.errors import InputError
from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import parse_numeral
from layout.measures.patterns import MORE, NUM
from layout.measures.say import say, say_fields, say_length, say_paces

PAUSE = "[。，]?"
_GRID = claim_pattern(f"方({NUM})里者?，?為方({NUM})里者({NUM})(?![里國])")
_FIELDS = claim_pattern(f"方({NUM})里者?(?:，?為方{NUM}里者{NUM})?，?為田({NUM})畝")
_PACED = claim_pattern(f"方({NUM})里，?積({NUM})步(?=[也者。，]|$)")
_LEFT = claim_pattern(f"三分去一，?其餘({NUM})畝")


def _values(words: str) -> tuple[Fraction, ...]:
    """A numeral with its other readings (億 as 十萬)."""
    try:
        numeral = parse_numeral(words)
    except InputError:
        return ()
    return () if numeral.high is not None else (numeral.value, *numeral.alternatives)


def fields(facts: Facts) -> Iterator[Reckoning]:
    """方十里者為方一里者百為田九萬畝; 三分去一其餘六十億畝."""
    for found in facts.all(_GRID):
        big, small, number = (facts.number(found[n]) for n in (1, 2, 3))
        if big is None or not small:
            continue
        got = (big / small) ** 2
        working = f"術曰：{found[1]}里除以{found[2]}里得{say(big / small)}，自乘得{say(got)}"
        yield Reckoning(found.start(), found.end(), working, got, number, say(got))
    for found in facts.all(_FIELDS):
        side, stated = facts.number(found[1]), _values(found[2])
        if side is None or not stated:
            continue
        got = side * side * 900
        working = f"術曰：方一里為步九萬，百步為畝，得九百畝；{found[1]}里自乘，得田{say(got)}畝"
        working += "（億為十萬，萬億為萬萬：鄭玄）" if got in stated[1:] else ""
        yield Reckoning(found.start(), found.end(), working, got, stated[0], f"{say(got)}畝", stated[1:])
    for found in facts.all(_PACED):
        side, stated_one = facts.number(found[1]), facts.number(found[2])
        if side is None:
            continue
        got = side * 300
        working = f"術曰：里三百步，{found[1]}里得{say(got)}步"
        # Told of the side (侯伯之城方五里積千五百步) as of the square.
        yield Reckoning(found.start(), found.end(), working, got, stated_one, f"{say(got)}步", (got * got,))
    for found in facts.all(_LEFT):
        before = list(re.finditer(f"為田({NUM})(?:億)?畝", facts.words[: found.start()]))
        stated = _values(found[1])
        if not before or not stated:
            yield Reckoning(found.start(), found.end(), "所分之田不見於文", None, stated[0] if stated else None)
            continue
        wholes = _values(before[-1][1])
        pairs = [w * 2 / 3 for w in wholes]
        agreeing = [p for p in pairs if p in stated]
        got = agreeing[0] if agreeing else pairs[0]
        working = f"術曰：{before[-1][1]}畝三分去一，得{say(got)}畝"
        yield Reckoning(found.start(), found.end(), working, got, stated[0], f"{say(got)}畝", stated[1:])


_FIEFS = claim_pattern(
    f"封方({NUM})里者，?({NUM})國?(?P<as>(?:，?為?方{NUM}里者{NUM})*)|其餘，?(?P<rest>(?:，?方{NUM}里者{NUM})+)"
)
_SQUARE = claim_pattern(f"方({NUM})里者({NUM})")


def fiefs(facts: Facts) -> Iterator[Reckoning]:
    """The 九州 of 王制: a thousand 里 square, less the fiefs, and what is left of it after each."""
    start = re.search("方千里者，?為方百里者百[。，]+封", facts.words)
    if not start:
        return
    left = Fraction(1000**2)
    for found in _FIEFS.finditer(facts.words, start.start()):
        if found.start() > start.start() + 400:
            return
        if found["rest"]:
            stated = _area(found["rest"])
            working = f"術曰：方千里為方一里者百萬，減所封，餘方一里者{say(left)}"
            yield Reckoning(found.start(), found.end(), working, left, stated, _squares(left))
            continue
        side, number = facts.number(found[1]), facts.number(found[2])
        if side is None or number is None:
            return
        area = side * side * number
        if found["as"]:
            working = f"術曰：{found[1]}里自乘，以{found[2]}乘之，得方一里者{say(area)}"
            yield Reckoning(found.start(), found.end(), working, area, _area(found["as"]), _squares(area))
        left -= area


def _area(words: str) -> Fraction:
    return sum((parse_numeral(a).value ** 2 * parse_numeral(n).value for a, n in _SQUARE.findall(words)), Fraction(0))


def _squares(area: Fraction) -> str:
    hundreds, rest = divmod(area, 100**2)
    return f"方百里者{say(Fraction(hundreds))}，方十里者{say(rest / 100)}"


_LAND_OF = claim_pattern(f"((?:方?{NUM}里之國{NUM}[，。]?){{2,4}})凡({NUM})國")
_COUNT_OF = claim_pattern(
    f"里之國([{MORE}有又]+?)(?=[，。]?方?(?:[一二三四五六七八九]?[千百]|[二三四五六七八九]十)里之國|[，。]|$)"
)
_STATES = claim_pattern(f"凡九州，?({NUM})國")


def states(facts: Facts) -> Iterator[Reckoning]:
    """百里之國三十七十里之國六十五十里之國百有二十凡二百一十國; 凡九州千七百七十三國."""
    totals: list[Fraction] = []
    for found in facts.all(_LAND_OF):
        terms = [facts.number(n) for n in _COUNT_OF.findall(found[1])]
        known = [t for t in terms if t is not None]
        got = sum(known, Fraction(0))
        totals.append(got)
        working = f"術曰：并{'、'.join(map(say, known))}，得{say(got)}國"
        yield Reckoning(found.start(), found.end(), working, got, facts.number(found[2]), f"{say(got)}國")
    for found in facts.all(_STATES):
        stated = facts.number(found[1])
        if len(totals) < 2:
            yield Reckoning(found.start(), found.end(), "一州之國與縣內之國不見於文", None, stated)
            continue
        got = 8 * totals[0] + totals[1]
        working = f"術曰：八州州{say(totals[0])}國，縣內{say(totals[1])}國，并之得{say(got)}國"
        yield Reckoning(found.start(), found.end(), working, got, stated, f"{say(got)}國")


_MILES = claim_pattern(f"古者({NUM})里，?當今({NUM}里(?:{QTY})?)")
_ACRES = claim_pattern(f"古者({NUM})畝，?當今(?:東田)?({NUM})畝({NUM})步")
_PACES = f"古者以?周尺({QTY})為步[。，]*今以?周尺({QTY})為步"


def old_and_new(facts: Facts) -> Iterator[Reckoning]:
    """古者百里當今百二十一里六十步四尺二寸二分; 古者百畝當今東田百四十六畝三十步."""
    for found in facts.all(_MILES):
        old, new = _two_paces(facts, found.start())
        number = facts.number(found[1])
        many, _, rest = found[2].partition("里")
        miles = facts.number(many)
        if number is None or miles is None:
            continue
        stated = miles + _paces_left(facts, rest, new) / (300 * new)
        got = number * old / new
        right = say_paces(got * 300 * new, new)
        working = f"術曰：古步{say_length(old)}，今步{say_length(new)}；以{found[1]}里乘古步，今步除之，得{right}"
        yield Reckoning(found.start(), found.end(), working, got, stated, right)
    for found in facts.all(_ACRES):
        old, new = _two_paces(facts, found.start())
        number, acres, steps = (facts.number(found[n]) for n in (1, 2, 3))
        if number is None or acres is None or steps is None:
            continue
        got = number * (old / new) ** 2
        right = say_fields(got)
        working = f"術曰：古步{say_length(old)}，今步{say_length(new)}，各自乘；以{found[1]}畝乘古，今除之，得{right}"
        yield Reckoning(found.start(), found.end(), working, got, acres + steps / 100, right)


def _paces_left(facts: Facts, words: str, pace: Fraction) -> Fraction:
    """尺 of 六十步四尺二寸二分 with this 步."""
    steps, sign, rest = words.partition("步")
    total = Fraction(0)
    if sign:
        total += (facts.number(steps) or Fraction(0)) * pace
    else:
        rest = words
    return total + (facts.chi(rest) or Fraction(0) if rest else Fraction(0))


def _two_paces(facts: Facts, at: int) -> tuple[Fraction, Fraction]:
    found = facts.premise(_PACES, at)
    old, new = facts.chi(found[1]), facts.chi(found[2])
    assert old is not None
    assert new is not None
    return old, new


RULES: tuple[Rule, ...] = (fields, fiefs, states, old_and_new)
