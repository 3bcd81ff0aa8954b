"""Claims of plain arithmetic: times-table phrases, conversions, shares, sums, products, differences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import DIGITS, parse_numeral
from layout.measures.patterns import NUM
from layout.measures.rule_words import GAP
from layout.measures.say import say, say_as, say_length

_RUN = claim_pattern("(?<![一二三四五六七八九十百千萬])[一二三四五六七八九]{2}[一二三四五六七八九十如而得]+")
_PHRASE = claim_pattern(
    "([一二三四五六七八九])([一二三四五六七八九])(?:([如而得])([一二三四五六七八九])|(?:得|而)?([二三四五六七八九]?十[一二三四五六七八九]?))"
)


def times(facts: Facts) -> Iterator[Reckoning]:
    """五八四十五六三十: each phrase by itself."""
    for run in facts.all(_RUN):
        text = run[0].rstrip("如而得")
        best = _phrases(text)
        if not best:
            continue
        alone = len(best) == 1 and not _agrees(text, best[0])
        if alone and (_is_range(text) or not _closed(facts.words, run.start() + len(text))):
            continue
        for start, end in best:
            one, two, stated = _read(text[start:end])
            got = one * two
            working = f"術曰：{say(one)}乘{say(two)}，得{say(got)}"
            yield Reckoning(run.start() + start, run.start() + end, working, got, stated, say(got))


def _closed(words: str, end: int) -> bool:
    """Whether a lone phrase stands as a clause of its own: 五八四十, 故…; and not 二七十人."""
    return end >= len(words) or words[end] in "。，故也以則為丈尺寸步"


def _is_range(text: str) -> bool:
    """三四十 is thirty or forty; 六七四十三 can only be a product."""
    return int(DIGITS[text[0]]) + 1 == DIGITS[text[1]] and text[2] == "十"


def _read(text: str) -> tuple[Fraction, Fraction, Fraction]:
    found = _PHRASE.fullmatch(text)
    assert found
    return parse_numeral(found[1]).value, parse_numeral(found[2]).value, parse_numeral(found[4] or found[5]).value


def _agrees(text: str, span: tuple[int, int]) -> bool:
    one, two, stated = _read(text[span[0] : span[1]])
    return one * two == stated


def _phrases(text: str) -> list[tuple[int, int]]:
    """Cut a run of numerals into phrases, as many of them true as can be; [] where it does not come out even."""
    best: list[list[tuple[int, int]] | None] = [None] * (len(text) + 1)
    best[0] = []
    for start in range(len(text)):
        before = best[start]
        if before is None:
            continue
        for end in range(start + 3, min(start + 7, len(text) + 1)):
            if not _PHRASE.fullmatch(text, start, end):
                continue
            way = [*before, (start, end)]
            known = best[end]
            if known is None or _score(text, way) > _score(text, known):
                best[end] = way
    return best[-1] or []


def _score(text: str, way: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(_agrees(text, span) for span in way), -len(way)


_CONVERSION = claim_pattern(
    f"({QTY})(?:計之{GAP}步({QTY}){GAP}{NUM}步)?(?:者|也)?{GAP}(?:則|即|是為|乃|得|猶|故云?|為)({QTY})"
)


def conversions(facts: Facts) -> Iterator[Reckoning]:
    """五十步則三十丈: the same length in two units."""
    for found in facts.all(_CONVERSION):
        first, second = facts.readers.read("quantity", found[1]), facts.readers.read("quantity", found[3])
        if len(first) != 1 or len(second) != 1 or first[0].unit == second[0].unit:
            continue
        got, stated = first[0].chi, second[0].chi
        if got is None or stated is None or (second[0].terms == 1 and second[0].value == 1):
            continue
        if "為" in facts.words[found.end(1) : found.start(3)] and not {first[0].unit, second[0].unit} & {
            "步",
            "弓",
            "尋",
            "仞",
        }:
            continue
        unit = first[0].unit or ""
        if got != stated and _decimal(unit) and _decimal(second[0].unit):
            continue  # 旁削一寸，則二尺: what follows is another length
        working = f"術曰：{unit}{say_length(facts.units.chi(unit))}，{found[1]}得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))


def _decimal(unit: str | None) -> bool:
    return unit in ("寸", "尺", "丈", "分")


_SHARE = claim_pattern(
    f"(?:({QTY}){GAP}(?:者{GAP})?)?(侯道[內外]?，?)?([二三四五六七八九十])分(?:之，?)?(取|居|去)([一二三四五六七八九])(?:分之地|分)?(?:為|得|則|餘)?，?({QTY})"
)


def shares(facts: Facts) -> Iterator[Reckoning]:
    """三十丈三分取一為十丈; 侯道三分之居一分之地十丈."""
    for found in facts.all(_SHARE):
        stated = facts.chi(found[6])
        under, over = parse_numeral(found[3]).value, parse_numeral(found[5]).value
        whole = facts.chi(found[1]) if found[1] else None
        name = found[1] or ""
        if whole is None and (found[2] or "侯道" in facts.words[max(0, found.start() - 12) : found.start()]):
            bows = facts.lane()
            whole = bows * facts.units.chi("弓")
            name = f"侯道{say(bows)}弓"
        if whole is None:
            yield Reckoning(found.start(), found.end(), f"所分者不見於文，不知{found[3]}分何數", None, stated)
            continue
        part = (under - over) / under if found[4] == "去" else over / under
        got = whole * part
        if stated is not None and not got / 3 <= stated <= got * 3:
            continue  # another length than the one that was shared
        working = f"術曰：{name}為{say_length(whole)}，{found[3]}分{found[4]}{found[5]}，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))


_PEOPLE = claim_pattern(f"((?:{NUM}人[^。，人凡一二三四五六七八九十]{{1,3}}，?){{2,6}})凡({NUM})人")
_PACE = claim_pattern(f"({NUM})武成步{GAP}步({QTY})")


def sums(facts: Facts) -> Iterator[Reckoning]:
    """三人吹笙一人吹和凡四人; 五武成步步六尺."""
    for found in facts.all(_PEOPLE):
        terms = [facts.number(n) for n in re.findall(f"({NUM})人", found[1])]
        if None in terms:
            continue
        got = sum((t for t in terms if t is not None), Fraction(0))
        working = f"術曰：并{'、'.join(say(t) + '人' for t in terms if t is not None)}，得{say(got)}人"
        yield Reckoning(found.start(), found.end(), working, got, facts.number(found[2]), say(got) + "人")
    for found in facts.all(_PACE):
        number = facts.number(found[1])
        if number is None:
            continue
        foot = facts.footprint()
        got = number * foot
        working = f"術曰：武{say_length(foot)}，{found[1]}武得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, facts.chi(found[2]), say_length(got))


_DEFINED = claim_pattern(f"({QTY})曰([仞尋常步雉筵])")


def defined(facts: Facts) -> Iterator[Reckoning]:
    """杠長三仞 with 七尺曰仞 in its note: what the note makes of it, against the unit of the reading."""
    for found in facts.all(_DEFINED):
        each = facts.chi(found[1])
        unit = found[2]
        near = list(re.finditer(f"({NUM}){unit}", facts.words[max(0, found.start() - 90) : found.start()]))
        if each is None or not near:
            continue
        use = near[-1]
        number = facts.number(use[1])
        if number is None:
            continue
        at = max(0, found.start() - 90)
        got, stated = number * each, number * facts.units.chi(unit)
        working = f"術曰：{found[0]}，{use[0]}得{say_length(got)}"
        yield Reckoning(at + use.start(), at + use.end(), working, got, stated, say_length(got))


_STRIPS = claim_pattern(f"({NUM})幅{GAP}幅(?:別|有|各)?({QTY}){GAP}中?用布({QTY})")
_BOTH = claim_pattern(f"上下躬?各(?:用布)?({QTY}){GAP}(?:上下)?[揔總緫摠](?:用布)?({QTY})")
_PIECES = claim_pattern(f"(?:[長廣](?:之[內外])?)({QTY}){GAP}({NUM})[个個]，?({QTY})")
_LESS = claim_pattern(f"({QTY}){GAP}除({QTY})(?:之外)?{GAP}(?:只有|則[^。，]?長?|餘|為)({QTY})")
_TWICE = claim_pattern(f"({QTY})[。，][^。，]{{1,3}}倍之，?({QTY})")
_WIDER = claim_pattern(f"脩({QTY}){GAP}其?廣益以四分脩之一{GAP}則?(?:堂廣)?({QTY})")


def products(facts: Facts) -> Iterator[Reckoning]:
    """Products, doubles and differences that stand beside what they are made of."""
    for found in facts.all(_STRIPS):
        number, each = facts.number(found[1]), facts.chi(found[2])
        if number is not None and each is not None:
            yield _made(facts, found, number * each, found[3], f"{found[1]}幅，幅{found[2]}")
    for found in facts.all(_BOTH):
        each = facts.chi(found[1])
        if each is not None:
            yield _made(facts, found, 2 * each, found[2], f"上下各{found[1]}，倍之")
    for found in facts.all(_PIECES):
        each, number = facts.chi(found[1]), facts.number(found[2])
        if number is not None and each is not None:
            yield _made(facts, found, number * each, found[3], f"{found[1]}者{found[2]}")
    for found in facts.all(_LESS):
        whole, less = facts.chi(found[1]), facts.chi(found[2])
        if whole is not None and less is not None and whole >= less:
            yield _made(facts, found, whole - less, found[3], f"{found[1]}減{found[2]}")
    for found in facts.all(_TWICE):
        each = facts.chi(found[1])
        stated = facts.chi(found[2])
        if each is not None and stated is not None and each < stated < 4 * each:  # else of something further back
            yield _made(facts, found, 2 * each, found[2], f"倍{re.sub('^[長廣圍深崇厚博]', '', found[1])}")
    for found in facts.all(_WIDER):
        each = facts.chi(found[1])
        if each is not None:
            yield _made(facts, found, each * Fraction(5, 4), found[2], f"脩{found[1]}，益以四分脩之一")


_HIGHER = claim_pattern(f"(人|殳|戟|矛)長?({QTY}|常)，?崇於(戈|人|殳|戟)({QTY})")
_CARRIAGE = claim_pattern(f"車軫({QTY})")
_RIM = claim_pattern(f"({QTY})之輪，?牙圍({QTY})")
_WELLS = claim_pattern(f"方({NUM})里[^。]{{0,8}}積({NUM})井，?({NUM})夫")


def makers(facts: Facts) -> Iterator[Reckoning]:
    """考工記 and its notes: 殳長尋有四尺崇於人四尺; 六尺六寸之輪牙圍尺一寸; 方十里積百井九百夫."""
    carriage = _CARRIAGE.search(facts.words)
    floor = facts.chi(carriage[1]) if carriage else None
    tops: dict[str, Fraction] = {}
    for found in facts.all(_HIGHER):
        length = facts.units.chi("常") if found[2] == "常" else facts.chi(re.sub("^長", "", found[2]))
        stated = facts.chi(found[4])
        if floor is None or length is None or stated is None:
            continue
        tops[found[1]] = floor + length
        below = tops.get(found[3], floor + stated if found[3] == "戈" else None)
        if below is None:
            yield Reckoning(found.start(), found.end(), f"{found[3]}之崇不見於文", None, stated)
            continue
        got = floor + length - below
        working = f"術曰：{found[1]}{say_length(length)}，在車軫{say_length(floor)}上，崇{say_length(floor + length)}，減{found[3]}崇{say_length(below)}，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))
    for found in facts.all(_RIM):
        wheel = facts.chi(found[1])
        if wheel is not None:
            yield _made(facts, found, wheel / 6, found[2], f"六分其輪崇{found[1]}，以其一為牙圍")
    for found in facts.all(_WELLS):
        side = facts.number(found[1])
        if side is None:
            continue
        for words, each, unit, end in ((found[2], 1, "井", found.end(2) + 1), (found[3], 9, "夫", found.end())):
            got = side * side * each
            working = f"術曰：方一里為井，井九夫；{found[1]}里自乘，得{say(got)}{unit}"
            yield Reckoning(found.start(), end, working, got, facts.number(words), say(got) + unit)


def _made(facts: Facts, found: re.Match[str], got: Fraction, stated: str, how: str) -> Reckoning:
    told = facts.length(stated)
    right = say_as(got, told.unit, facts.units.chi(told.unit)) if told and told.unit else say_length(got)
    return Reckoning(found.start(), found.end(), f"術曰：{how}，得{right}", got, told.chi if told else None, right)


RULES: tuple[Rule, ...] = (times, conversions, shares, sums, defined, products, makers)
