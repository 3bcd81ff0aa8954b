"""Reckonings that no rule has taken up: where the whole is named elsewhere it is looked up, otherwise it is said what is missing.

十分其輈之長，以其一為之圍，則一尺四寸五分寸之二, without the length of the 輈; 凡五百里 after items of which not all are known.
A sentence counts as a reckoning only by a word that says so (凡, 并之, 計之, 乘之 …, a share and its result) and two numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from layout.measures.claims import Reckoning
from layout.measures.facts import QTY, Facts, claim_pattern
from layout.measures.numerals import to_words
from layout.measures.patterns import MORE, NUM
from layout.measures.rule_words import CLOSE_FIRM
from layout.measures.rules_rate import THING, worth_of
from layout.measures.say import say_as, say_length

NAME = f"[^。，{MORE}去取居損益加分各尺寸丈步]"
_SHARE = claim_pattern(
    f"([二三四五六七八九十參])分其?(?P<of>{NAME}{{1,5}}?)，?(?:(?:{NAME}{{1,2}}(?=居))?(?P<verb>[取去居得])(?P<n>[一二三四五六七八九])焉?|以其(?P<m>[一二三四五六七八九])為之?{NAME}{{1,2}}"
    f"|(?P<laid>[一二三四五六七八九]在.(?:，[一二三四五六七八九]在.)?))(?:，?以為{NAME}{{1,3}})?，?(?:[則得餘]|即|是為)(?P<kept>{NAME}{{0,4}})(?P<all>{QTY}){CLOSE_FIRM}"
)
_TOTAL = claim_pattern(
    f"(?<=[。，])(?:凡|共|總|總計|合計|通計)[^。，{MORE}]{{0,3}}?(?P<all>{QTY}|{NUM}{THING}){CLOSE_FIRM}"
)
_DONE = claim_pattern(
    f"(?P<how>[并合乘除減加計]之|計之|以此計之|通計之|相乘|相并|相減|相除|自乘)，?(?:[則得為即餘凡共]|是為|乃得)[^。，{MORE}]{{0,3}}?(?P<all>{QTY}|{NUM}{THING}){CLOSE_FIRM}"
)
_AMOUNT = claim_pattern(f"{QTY}|{NUM}{THING}")
_ASPECT = "長廣圍崇深厚高博徑脩"
_SIZE = claim_pattern(f"([{_ASPECT}])?({QTY})")
_LAID = claim_pattern("(.)在(.)")
_LAST = claim_pattern(f"({QTY})，$")


def unresolved(facts: Facts, spans: Sequence[tuple[int, int]]) -> Iterator[Reckoning]:
    """Reckonings outside of `spans`, which other rules have judged."""
    taken = sorted(spans)
    for found in facts.all(_SHARE):
        if _free(taken, found):
            yield from _share(facts, found)
    for found in facts.all(_TOTAL):
        if _free(taken, found) and _before(facts, found) > 1:
            yield _open(facts, found, "所并者不盡見於文，不能知其總")
    for found in facts.all(_DONE):
        if _free(taken, found) and _before(facts, found, same=False) > 0:
            yield _open(facts, found, f"{found['how']}者何數，不盡見於文")


def _free(taken: list[tuple[int, int]], found: re.Match[str]) -> bool:
    """Whether no judged reckoning reaches into these words."""
    at = bisect_left(taken, (found.end(), 0))
    return all(end <= found.start() for _, end in taken[max(0, at - 8) : at])


def _before(facts: Facts, found: re.Match[str], same: bool = True) -> int:
    """How many amounts stand before in the sentence, of the kind of the result with `same`."""
    stated = worth_of(facts, found["all"])
    begin = facts.words.rfind("。", 0, found.start()) + 1
    amounts = [
        worth_of(facts, m[0]) for m in _AMOUNT.finditer(facts.words, max(begin, found.start() - 80), found.start())
    ]
    return sum(1 for a in amounts if a and stated and (not same or a.base == stated.base))


def _open(facts: Facts, found: re.Match[str], missing: str) -> Reckoning:
    stated = worth_of(facts, found["all"])
    return Reckoning(found.start(), found.end(), missing, None, stated.value if stated else None)


def _share(facts: Facts, found: re.Match[str]) -> Iterator[Reckoning]:
    """A share of something named: of its size, where the text has told it."""
    name = found["of"].replace("之", "")
    thing = name.rstrip(_ASPECT) or name
    aspect = name[len(thing) :]
    stated = facts.length(found["all"])
    number = found["n"] or found["m"]
    laid = _LAID.findall(found["laid"]) if found["laid"] else []
    number = number or next((many for many, place in laid if place in found["kept"]), None)
    told = None
    at = facts.words.rfind(thing, max(0, found.start() - 100), found.start()) if thing and len(aspect) < 2 else -1
    while at >= 0 and told is None:
        told = _SIZE.match(facts.words, at + len(thing), found.start())
        if told and aspect and told[1] != aspect:
            told = None
        at = facts.words.rfind(thing, max(0, found.start() - 100), at)
    whole = facts.chi(told[2]) if told else None
    if not name:
        before = _LAST.search(facts.words, max(0, found.start() - 24), found.start())
        whole = facts.chi(before[1]) if before else None
    under = Fraction(3) if found[1] == "參" else facts.number(found[1])
    over = facts.number(number) if number else None
    if whole is None or under is None or over is None or over >= under or stated is None or stated.chi is None:
        yield Reckoning(found.start(), found.end(), f"{found['of']}之數不見於文", None, stated.chi if stated else None)
        return
    got = whole * ((under - over) if found["verb"] == "去" else over) / under
    right = say_as(got, stated.unit, facts.units.chi(stated.unit or "尺"))
    working = f"術曰：{name}{say_length(whole)}，{to_words(under)}分{found['verb'] or '取'}{number}，得{right}"
    yield Reckoning(found.start(), found.end(), working, got, stated.chi, right)
