"""Claims about target, range and gear: cloth, 鵠, heights, the two distances of the 乏, tallies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from layout.measures.claims import Reckoning, Rule
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import parse_numeral
from layout.measures.patterns import NUM
from layout.measures.rule_words import GAP
from layout.measures.say import say, say_length


@dataclass(frozen=True)
class Target:
    """A 侯 of 鄭玄's construction: widths of its strips and the cloth in each, in 尺."""

    bows: Fraction
    per_bow: Fraction
    strip: Fraction

    @property
    def center(self) -> Fraction:
        """Side of the 侯中: so much for each 弓 of the lane."""
        return self.bows * self.per_bow

    @property
    def strips(self) -> Fraction:
        """Strips of cloth in the 中."""
        return self.center / self.strip

    @property
    def body(self) -> Fraction:
        """Width of each 躬."""
        return 2 * self.center

    @property
    def upper(self) -> Fraction:
        """Width of the upper 舌."""
        return 2 * self.body

    @property
    def lower(self) -> Fraction:
        """Width of the lower 舌: half of what the upper one projects beyond the 躬."""
        return self.body + (self.upper - self.body) / 2

    @property
    def cloth(self) -> Fraction:
        """All cloth, as a length of one strip."""
        return self.center * self.strips + 2 * self.body + self.upper + self.lower

    @property
    def height(self) -> Fraction:
        """中 with two 躬 and two 舌, each one strip high."""
        return self.center + 4 * self.strip

    @property
    def mark(self) -> Fraction:
        """Side of the 鵠: a third of the width."""
        return self.center / 3


def target(facts: Facts, bows: Fraction, at: int) -> Target:
    """The target of a lane of `bows` 弓, with the premises around `at`."""
    return Target(bows, facts.per_bow(at), facts.strip(at))


_CLOTH = claim_pattern(f"(?:道?({NUM})[弓步]之侯|凡([^。，一二三四五六七八九十]{{0,2}}侯)){GAP}用布({QTY})")


def cloth(facts: Facts) -> Iterator[Reckoning]:
    """凡鄉侯用布十六丈; 道七十弓之侯用布二十五丈二尺."""
    for found in facts.all(_CLOTH):
        stated = facts.chi(found[3])
        at = found.start()
        bows = facts.number(found[1]) if found[1] else facts.three_lanes(at).get(found[2][:1])
        if found[2] in ("侯", "鄉侯"):
            bows = facts.lane()
        if bows is None:
            yield Reckoning(at, found.end(), f"{found[2]}之侯道不見於文，不可以計", None, stated)
            continue
        t = target(facts, bows, at)
        working = (
            f"術曰：弓取{say_length(t.per_bow)}，{say(bows)}弓得侯中{say_length(t.center)}；幅淨廣{say_length(t.strip)}，"
            f"中{say(t.strips)}幅，用布{say_length(t.center * t.strips)}；躬倍中，各{say_length(t.body)}，"
            f"二躬{say_length(2 * t.body)}；上个倍躬{say_length(t.upper)}；下个出者半上个之出，"
            f"凡{say_length(t.lower)}；并之得{say_length(t.cloth)}"
        )
        yield Reckoning(at, found.end(), working, t.cloth, stated, say_length(t.cloth))


_CENTER = claim_pattern(f"[中正]方?({QTY}){GAP}(?:方者也|云)?{GAP}用布({QTY})")
_BODY = claim_pattern(f"上下幅也?{GAP}用布各({QTY})")
_UPPER = claim_pattern(f"上幅用布({QTY})")
_LOWER = claim_pattern(f"半其出於?[躬射]者也?{GAP}用布({QTY})")
_TONGUES = claim_pattern(f"躬({QTY}){GAP}倍躬以為左右舌{GAP}舌({QTY}){GAP}兩舌各出({QTY})")


def parts(facts: Facts) -> Iterator[Reckoning]:
    """The cloth of 中, 躬 and 个 one by one, and how far the 舌 project."""
    for found in facts.all(_CENTER):
        side, stated = facts.chi(found[1]), facts.chi(found[2])
        if side is None or stated is None:
            continue
        strip = facts.strip(found.start())
        got = side * side / strip
        working = f"術曰：幅淨廣{say_length(strip)}，方{say_length(side)}用{say(side / strip)}幅，幅長{say_length(side)}，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))
    for found in facts.all(_BODY):
        t = target(facts, facts.lane(), found.start())
        working = f"術曰：倍中{say_length(t.center)}，躬各{say_length(t.body)}"
        yield Reckoning(found.start(), found.end(), working, t.body, facts.chi(found[1]), say_length(t.body))
    for found in facts.all(_UPPER):
        width = facts.premise(f"上个({NUM}尋)", found.start())
        chi = facts.chi(width[1])
        assert chi is not None
        working = f"術曰：尋{say_length(facts.units.chi('尋'))}，{width[1]}得{say_length(chi)}"
        yield Reckoning(found.start(), found.end(), working, chi, facts.chi(found[1]), say_length(chi))
    for found in facts.all(_LOWER):
        t = target(facts, facts.lane(), found.start())
        working = (
            f"術曰：上个{say_length(t.upper)}，出於躬者左右凡{say_length(t.upper - t.body)}，半之"
            f"{say_length((t.upper - t.body) / 2)}，加躬{say_length(t.body)}，得{say_length(t.lower)}"
        )
        yield Reckoning(found.start(), found.end(), working, t.lower, facts.chi(found[1]), say_length(t.lower))
    for found in facts.all(_TONGUES):
        body, upper, stated = facts.chi(found[1]), facts.chi(found[2]), facts.chi(found[3])
        if body is None or upper is None:
            continue
        got = (upper - body) / 2
        working = f"術曰：舌{say_length(upper)}減躬{say_length(body)}，左右分之，各出{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, stated, say_length(got))


_WIDE = claim_pattern(
    f"(?:({NUM})[弓步](?:之侯)?|(?<![^。，])([大參糝干豻鄉])侯)，?其?侯?[中正](?:方|廣)?({QTY})(?=[也者。，]|$)"
)
_FROM_CENTER = claim_pattern(
    f"中(?:方|廣)?({QTY})，(?:(躬)|(上[舌个])|(下[舌个])|(?:[參三]分其廣而?鵠居一，?)?(鵠))(?:各|方)?({QTY})(?=[也者。，]|$)"
)


def widths(facts: Facts) -> Iterator[Reckoning]:
    """七十弓之侯，中方一丈四尺; 侯中丈四尺，躬二丈八尺: the 中 of a lane, and what is made of it."""
    for found in facts.all(_WIDE):
        bows = facts.number(found[1]) if found[1] else facts.three_lanes(found.start()).get(found[2])
        if bows is None or bows < 10:
            continue
        t = target(facts, bows, found.start())
        working = f"術曰：弓取{say_length(t.per_bow)}，{say(bows)}弓得侯中{say_length(t.center)}"
        yield Reckoning(found.start(), found.end(), working, t.center, facts.chi(found[3]), say_length(t.center))
    for found in facts.all(_FROM_CENTER):
        center = facts.chi(found[1])
        if center is None:
            continue
        part = next(n for n in (2, 3, 4, 5) if found[n])
        times, how = {
            2: (Fraction(2), "倍中以為躬"),
            3: (Fraction(4), "倍躬以為左右舌"),
            4: (Fraction(3), "下舌半上舌，半其出於躬者"),
            5: (Fraction(1, 3), "參分其廣而鵠居一"),
        }[part]
        got = center * times
        working = f"術曰：中{say_length(center)}，{how}，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, facts.chi(found[6]), say_length(got))


_MARK = claim_pattern(f"([大參糝干豻鄉])侯之鵠，?方?({QTY})")


def marks(facts: Facts) -> Iterator[Reckoning]:
    """大侯之鵠方六尺: a third of the width."""
    for found in facts.all(_MARK):
        t = target(facts, facts.three_lanes(found.start())[found[1]], found.start())
        working = (
            f"術曰：{found[1]}侯道{say(t.bows)}弓，中{say_length(t.center)}，參分其廣而鵠居一，得{say_length(t.mark)}"
        )
        yield Reckoning(found.start(), found.end(), working, t.mark, facts.chi(found[2]), say_length(t.mark))


_HEIGHT = claim_pattern(f"([大參糝])侯去地({QTY})")


def heights(facts: Facts) -> Iterator[Reckoning]:
    """糝侯去地一丈五寸少半寸: the lower edge of its 鵠 at the top of the target before it."""
    for found in facts.all(_HEIGHT):
        lanes = facts.three_lanes(found.start())
        near, mixed, great = (target(facts, lanes[name], found.start()) for name in "干參大")
        top = facts.footprint() + near.height
        hidden = 2 * mixed.strip + (mixed.center - mixed.mark) / 2
        edge = top - hidden
        working = (
            f"術曰：干侯去地一武{say_length(facts.footprint())}，崇{say_length(near.height)}，其上{say_length(top)}；"
            f"參侯之鵠下於鵠者{say_length(hidden)}，減之，參侯去地{say_length(edge)}"
        )
        if found[1] == "大":
            top = edge + mixed.height
            hidden = 2 * great.strip + (great.center - great.mark) / 2
            edge = top - hidden
            working += f"；參侯崇{say_length(mixed.height)}，其上{say_length(top)}；大侯鵠下{say_length(hidden)}，減之，得{say_length(edge)}"
        yield Reckoning(found.start(), found.end(), working, edge, facts.chi(found[2]), say_length(edge))


_LANE = claim_pattern(f"侯道({NUM})步")
_SCREEN = claim_pattern(f"去侯北({QTY}){GAP}(?:者{GAP})?西({QTY})")


def screen(facts: Facts) -> Iterator[Reckoning]:
    """侯道五十步 of the 弓 of the record; 去侯北十丈西三丈 of 參侯道居侯黨之一西五步."""
    bow, pace = facts.units.chi("弓"), facts.units.chi("步")
    told = re.search(f"侯道{NUM}弓", facts.words) is not None
    for found in facts.all(_LANE):
        bows = facts.lane()
        stated = facts.number(found[1])
        if not told and stated is not None and stated * pace / bow in facts.three_lanes(found.start()).values():
            bows = stated * pace / bow  # a lane of the 大射
        working = f"術曰：侯道{say(bows)}弓，弓{say_length(bow)}，得{say_length(bows * bow)}；步{say_length(pace)}，得{say(bows * bow / pace)}步"
        right = f"{say(bows * bow / pace)}步"
        yield Reckoning(
            found.start(), found.end(), working, bows * bow, None if stated is None else stated * pace, right
        )
    for found in facts.all(_SCREEN):
        lane = facts.lane() * bow
        steps = facts.premise(f"居侯黨之一，?西({NUM})步", found.start())
        west = parse_numeral(steps[1]).value * pace
        north = lane / 3
        middle = found.start(2) - 1
        yield Reckoning(
            found.start(), found.end(1), f"術曰：侯道{say_length(lane)}，三分取一，得{say_length(north)}",
            north, facts.chi(found[1]), say_length(north),
        )  # fmt: skip
        yield Reckoning(
            middle, found.end(), f"術曰：西{steps[1]}步，步{say_length(pace)}，得{say_length(west)}",
            west, facts.chi(found[2]), say_length(west),
        )  # fmt: skip


_SHAFTS = claim_pattern(f"[笴幹榦干〓]長({QTY})[。，]*是去堂({QTY})")
_TALLIES = claim_pattern(f"[籌筭算]({NUM})者?，?略?以?({NUM})耦為正")


def gear(facts: Facts) -> Iterator[Reckoning]:
    """矢幹長三尺是去堂九尺; 籌八十者略以十耦為正."""
    for found in facts.all(_SHAFTS):
        number = facts.premise(f"堂前({NUM})[笴〓]", found.start())[1]
        shaft = facts.chi(found[1])
        if shaft is None:
            continue
        got = parse_numeral(number).value * shaft
        working = f"術曰：堂前{number}笴，笴{say_length(shaft)}，得{say_length(got)}"
        yield Reckoning(found.start(), found.end(), working, got, facts.chi(found[2]), say_length(got))
    for found in facts.all(_TALLIES):
        pairs = facts.number(found[2])
        if pairs is None:
            continue
        got = pairs * 2 * 4
        working = f"術曰：{found[2]}耦，耦二人，人四矢，矢一籌，得{say(got)}"
        yield Reckoning(found.start(), found.end(), working, got, facts.number(found[1]), say(got))


RULES: tuple[Rule, ...] = (cloth, parts, widths, marks, heights, screen, gear)

__all__ = ["RULES", "Target", "target"]
