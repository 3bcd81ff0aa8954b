"""Claims of commentaries at large: a length told twice, sums, differences, products, chains of names, fields."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.patterns import CALLED, HELD, MORE, NUM
from layout.measures.rule_words import GAP
from layout.measures.say import say, say_as, say_length

END = "(?=[也者。，]|$)"
_LENGTHS = "[尺寸丈分]"
_TOLD_TWICE = claim_pattern(
    f"({NUM}([步弓尋仞軔筵軌雉常扶膚]))(?:者|也)?，?(積|凡|共|總|計|則|即|是為|為|故)?[方廣長深高袤]?({QTY}){END}"
)
_TOLD_BACK = claim_pattern(
    f"({QTY})(?:者，?|，?[計即]|，適足?|，則[此其][^。，{MORE}]{{0,2}})({NUM}([步弓尋仞軔筵軌雉常里])){END}"
)
_EACH = claim_pattern(
    f"(?P<n>{NUM})(?P<u>[步弓尋仞軔筵軌雉幅几席]){GAP}(?:每|一)?(?P=u)[長廣高各]?(?P<each>{QTY}){GAP}(?:凡|則|為|共|計|得|總)(?:{NUM}(?P=u)則?)?(?P<all>{QTY})"
    f"|[每一](?P<u2>[步弓尋仞軔筵軌雉幅几席])[長廣高各]?(?P<each2>{QTY}){GAP}(?P<n2>{NUM})(?P=u2)(?:則|為|積|得|，)?(?P<all2>{QTY})"
)


def told_twice(facts: Facts) -> Iterator[Reckoning]:
    """三十步，十八丈也; 天子七雉，雉長三丈，凡二十一丈; 一軌八尺，九軌七十二尺."""
    covered: list[tuple[int, int]] = []
    for found in facts.all(_EACH):
        tail = "2" if found["n"] is None else ""
        number, each = facts.number(found["n" + tail]), facts.chi(found["each" + tail])
        stated = facts.chi(found["all" + tail])
        if number is None or each is None or stated is None:
            continue
        got = number * each
        covered.append(found.span())
        working = f"術曰：{found['u' + tail]}{say_length(each)}，{found['n' + tail]}乘之，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))
    for found in facts.all(_TOLD_TWICE):
        if any(start <= found.start() < end for start, end in covered):
            continue
        length, stated = facts.chi(found[1]), facts.chi(found[4])
        # Two lengths side by side need not be one; a slip of the brush stays near.
        if length is None or stated is None or not length * 5 / 8 <= stated <= length * 8 / 5:
            continue
        if not found[3] and not re.search(_LENGTHS, found[4][-1:]):
            continue
        unit = found[2]
        each = defined_near(facts, unit, found.start())
        number = length / facts.units.chi(unit)
        if each is None and unit in "仞軔" and stated in (7 * number, 8 * number):
            each = stated / number  # of seven or of eight 尺, as the writer has it
        if each is not None:
            length = length / facts.units.chi(unit) * each
        working = f"術曰：{unit}{say_length(each or facts.units.chi(unit))}，{found[1]}得{say_length(length)}"
        yield Reckoning(found.start(), found.end(), working, length, stated, say_length(length))
    for found in facts.all(_TOLD_BACK):
        length, stated = facts.chi(found[1]), facts.chi(found[2])
        if length is None or stated is None or not length * 5 / 8 <= stated <= length * 8 / 5:
            continue
        unit = found[3]
        each = facts.units.chi(unit)
        working = f"術曰：{unit}{say_length(each)}，以除{say_length(length)}，得{say_as(length, unit, each)}"
        yield Reckoning(found.start(), found.end(), working, length, stated, say_as(length, unit, each))


def defined_near(facts: Facts, unit: str, at: int) -> Fraction | None:
    """What the text itself has just made of a unit (以六尺四寸為步，則一步六十四寸)."""
    made = None
    for found in _DEFINITION.finditer(facts.words, max(0, at - 30), at):
        if found[2] == unit and "。" not in facts.words[found.end() : at]:
            made = facts.chi(found[1])
    return made


_DEFINITION = claim_pattern(f"({QTY}){GAP}[為曰]([步弓尋常仞軔筵軌雉扶膚])")
_SUM = claim_pattern(
    f"({QTY})(?:[與并加及]|，并)({QTY})((?:[與并加及]{QTY}){{0,6}}){GAP}(?:并之|合之|通之|相并|凡|共|總|合)(?:為|得)?({QTY})"
)
_HEADS = claim_pattern(f"((?:[^。，凡{MORE}]{{1,4}}{NUM}人[，。]?){{2,6}})凡({NUM})人")
_MINUS = claim_pattern(f"({QTY}){GAP}[減去]({QTY}){GAP}(?:餘|尚有|則|為|得)(?:有|餘)?({QTY})")
_HEMMED = claim_pattern(
    f"({QTY})[^。，]{{0,3}}{GAP}[^。，{MORE}]{{0,2}}[兩二]?[旁邊]各?[削縫殺屈]({QTY}){GAP}(?:則|餘|為|得|故)({QTY})"
)
_DOUBLED = claim_pattern(f"({QTY})[。，]倍之，?(?:則|為|得)?({QTY})")
_SHARED = claim_pattern(
    f"([二三四五六七八九十參])分其[^。，{MORE}]{{1,3}}({QTY})，?([去取居])([一二三四五六七八九])(?:則|得|為|餘|，)({QTY})"
)
_WHEEL = claim_pattern(f"徑({QTY}){GAP}(?:圍三徑一{GAP})?(?:[^。，{MORE}]{{0,1}}[圍周])({QTY})(?=[也者。，]|$)")
_ROUND = claim_pattern(f"[圍周長]?({QTY}){GAP}圍三徑一{GAP}(?:則|得|故|為)?徑?(?:得|為)?({QTY})")


def reckoned(facts: Facts) -> Iterator[Reckoning]:
    """二丈與三丈并之為五丈; 一丈減三尺餘七尺; 二尺二寸旁各削一寸則二尺; 中十尺，倍之二丈."""
    for found in facts.all(_SUM):
        terms = [facts.chi(q) for q in (found[1], found[2], *re.findall(f"[與并加及]({QTY})", found[3]))]
        known = [t for t in terms if t is not None]
        if len(known) == len(terms):
            yield _result(facts, found, sum(known, Fraction(0)), found[4], f"并{'、'.join(map(say_length, known))}")
    for found in facts.all(_HEADS):
        heads = [facts.number(n) for n in re.findall(f"({NUM})人", found[1])]
        if None in heads:
            continue
        total = sum((h for h in heads if h is not None), Fraction(0))
        working = f"術曰：并{'、'.join(say(h) + '人' for h in heads if h is not None)}，得{say(total)}人"
        yield Reckoning(found.start(), found.end(), working, total, facts.number(found[2]), say(total) + "人")
    for found in facts.all(_MINUS):
        whole, less = facts.chi(found[1]), facts.chi(found[2])
        if whole is not None and less is not None and whole > less:
            yield _result(facts, found, whole - less, found[3], f"{found[1]}減{found[2]}")
    for found in facts.all(_HEMMED):
        whole, less = facts.chi(found[1]), facts.chi(found[2])
        if whole is not None and less is not None and whole > 2 * less:
            yield _result(facts, found, whole - 2 * less, found[3], f"{found[1]}，兩旁各減{found[2]}")
    for found in facts.all(_DOUBLED):
        each = facts.chi(found[1])
        if each is not None:
            yield _result(facts, found, 2 * each, found[2], f"倍{say_length(each)}")
    for found in facts.all(_SHARED):
        under = Fraction(3) if found[1] == "參" else facts.number(found[1])
        whole, over = facts.chi(found[2]), facts.number(found[4])
        if whole is None or under is None or over is None or over >= under:
            continue
        part = (under - over) / under if found[3] == "去" else over / under
        yield _result(facts, found, whole * part, found[5], f"{say_length(whole)}，{found[1]}分{found[3]}{found[4]}")
    for found in facts.all(_WHEEL):
        across, stated = facts.chi(found[1]), facts.chi(found[2])
        if across is None or stated is None or Fraction(31, 10) < stated / across < Fraction(32, 10):
            continue  # a finer rate than 圍三徑一
        if stated == 4 * across and "方" in facts.words[max(0, found.start() - 16) : found.start()]:
            continue  # a square, told by its side
        if "三" in facts.words[found.end(1) : found.start(2)] or Fraction(5, 2) < stated / across < 5:
            yield _result(facts, found, 3 * across, found[2], f"圍三徑一，徑{say_length(across)}")
    for found in facts.all(_ROUND):
        around = facts.chi(found[1])
        if around is not None:
            yield _result(facts, found, around / 3, found[2], f"圍三徑一，圍{say_length(around)}")


_NAMED = claim_pattern(f"({NUM})([^。，{MORE}])(?:而?為|曰|謂之)([{CALLED}{HELD}兩豆])(?![之有])")
_CHAINED = claim_pattern(f"([{CALLED}{HELD}兩豆])，?({NUM})(?!\\1)([^。，{MORE}])(?:({NUM})([{HELD}]))?")


def chains(facts: Facts) -> Iterator[Reckoning]:
    """五家為比，五比為閭，閭二十五家; 四升為豆，四豆曰區，四區曰鬴，鬴六斗四升."""
    worth = worth_of_names(facts)
    named = list(facts.all(_NAMED))
    if len(named) < 2:
        return
    spans = [n.span() for n in named]
    for found in facts.all(_CHAINED):
        known = worth.get(found[1])
        if known and facts.words[found.start() - 1 : found.start()] not in (
            "",
            "。",
            "，",
            "則",
            "故",
            "是",
            "為",
            "曰",
            "一",
        ):
            continue  # 秉有五籔，二百四十斗: not what one 籔 has
        if known is None or _overlaps(spans, found.start(2), found.end()):
            continue
        size, base = known
        unit = _unit(facts, worth, found[3], base)
        number = facts.number(found[2])
        if unit is None or number is None or size <= unit:
            continue
        stated = number * unit
        if found[4]:
            rest, small = facts.number(found[4]), _unit(facts, worth, found[5], base)
            if rest is None or small is None:
                continue
            stated += rest * small
        if (
            facts.words[found.start() - 1 : found.start()] in ("為", "曰")
            and not size * 3 / 4 <= stated <= size * 4 / 3
        ):
            continue  # 十籔曰秉，二百四十斗: what a cart holds
        working = f"術曰：以相次乘之，{found[1]}得{say(size)}{base}"
        yield Reckoning(found.start(), found.end(), working, size, stated, f"{say(size)}{base}")


def _overlaps(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether any of the spans, which stand in order, has a part of `start`–`end`."""
    at = bisect_left(spans, (end, 0))
    return at > 0 and spans[at - 1][1] > start


def worth_of_names(facts: Facts) -> dict[str, tuple[Fraction, str]]:
    """What each name that the text defines comes to, in the last unit of its chain."""
    worth: dict[str, tuple[Fraction, str]] = {}
    for found in facts.all(_NAMED):
        number = facts.number(found[1])
        if number is not None:
            below, base = worth.get(found[2], (Fraction(1), found[2]))
            worth[found[3]] = (number * below, base)
    return worth


_AND = claim_pattern(f"([{CALLED}{HELD}])有({NUM})([{CALLED}{HELD}])，?({NUM})([{HELD}])")


def one_and_more(facts: Facts) -> Iterator[Reckoning]:
    """十六斗曰籔，十籔曰秉，秉有五籔，二百四十斗: one of a name and some of another."""
    worth = worth_of_names(facts)
    for found in facts.all(_AND):
        one, more = worth.get(found[1]), worth.get(found[3])
        number, stated = facts.number(found[2]), facts.number(found[4])
        if one is None or more is None or number is None or stated is None or one[1] != more[1]:
            continue
        unit = _unit(facts, worth, found[5], one[1])
        if unit is None:
            continue
        got = (one[0] + number * more[0]) / unit
        right = f"{say(got)}{found[5]}"
        working = f"術曰：{found[1]}{say(one[0] / unit)}{found[5]}，{found[2]}{found[3]}{say(number * more[0] / unit)}{found[5]}，并之得{right}"
        yield Reckoning(found.start(), found.end(), working, got, stated, right)


def _unit(facts: Facts, worth: dict[str, tuple[Fraction, str]], name: str, base: str) -> Fraction | None:
    """What one of `name` has of the base of a chain; None where the two have nothing in common."""
    if name == base:
        return Fraction(1)
    if name in worth and worth[name][1] == base:
        return worth[name][0]
    units = facts.units
    if name in units and base in units and units.kind(name) == units.kind(base) and units.kind(name) != "length":
        return units.chi(name) / units.chi(base)
    return None


_FIELD = claim_pattern(
    f"廣({NUM})(?P<field>[步里]){GAP}[從縱袤長脩]({NUM})(?P=field)[^{MORE}]{{0,8}}?(?:為田|答曰|得田|積田|田){GAP}(?:({NUM})頃)?(?:({NUM})畝)?{END}"
)


def fields_of_paces(facts: Facts) -> Iterator[Reckoning]:
    """廣十五步，從十六步，為田一畝: a 畝 of 240 步 as 漢 counts, or of a hundred as 周."""
    for found in facts.all(_FIELD):
        wide, long = facts.number(found[1]), facts.number(found[3])
        if wide is None or long is None or not (found[4] or found[5]):
            continue
        parts = [facts.number(found[n]) if found[n] else Fraction(0) for n in (4, 5)]
        if parts[0] is None or parts[1] is None:
            continue
        stated = 100 * parts[0] + parts[1]
        pace = 300 if found["field"] == "里" else 1
        steps = wide * long * pace * pace
        got = steps / 240
        working = f"術曰：廣從相乘得積{say(steps)}步，二百四十步為畝，得{say(got)}畝"
        right = f"{say(got)}畝" if got < 100 or not found[4] else f"{say(Fraction(got // 100))}頃{say(got % 100)}畝"
        yield Reckoning(found.start(), found.end(), working, got, stated, right, (steps / 100,))


def _result(facts: Facts, found: re.Match[str], got: Fraction, stated: str, how: str) -> Reckoning:
    told = facts.length(stated)
    right = say_as(got, told.unit, facts.units.chi(told.unit)) if told and told.unit else say_length(got)
    return Reckoning(found.start(), found.end(), f"術曰：{how}，得{right}", got, told.chi if told else None, right)


RULES: tuple[Rule, ...] = (told_twice, reckoned, chains, one_and_more, fields_of_paces)
