"""Claims: arithmetic that a text states, recomputed exactly from what the text gives.

A claim is what the author worked out (五十步則三十丈, 凡鄉侯用布十六丈); its premises are read from the same text where it
has them and otherwise from the received words of the rite. Each claim shows its working in the manner of a 術.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from layout.measures.facts import Facts, claim_pattern
from layout.measures.patterns import HELD, MORE, UNITS
from layout.measures.scan import Scan, prepare
from layout.measures.units import Units
from layout.text.model import Passage
from layout.text.speakers import Turn, speakers
from layout.text.variants import GAP

Verdict = Literal["agrees", "differs", "undecided"]


@dataclass(frozen=True)
class Claim:
    """One stated result and what it comes to. Lengths in 尺, other values in the unit that the words have.

    `working` is the reckoning in words; where the verdict is undecided it says what is missing. `start` and `end` are code
    points of the text as given.
    """

    id: str
    speaker: str | None
    passage: str | None
    start: int
    end: int
    text: str
    working: str
    computed: Fraction | None
    stated: Fraction | None
    verdict: Verdict


@dataclass(frozen=True)
class Reckoning:
    """What a reader of claims returns: where in the prepared text, the working, and the two values (None: cannot be known)."""

    start: int
    end: int
    working: str
    computed: Fraction | None
    stated: Fraction | None
    right: str = ""
    others: tuple[Fraction, ...] = ()


_RUBBISH = claim_pattern(f"[{MORE}{UNITS}{HELD}分有又半兩參零]{{60,}}")
"""Runs of numerals and units longer than any reckoning, which would take their square to go through."""


def _blank(found: re.Match[str]) -> str:
    return GAP * len(found[0])


Rule = Callable[[Facts], Iterator[Reckoning]]


def check_claims(
    text: str, turns: Sequence[Turn] | None = None, units: Units | None = None, passages: Sequence[Passage] = ()
) -> list[Claim]:
    """All arithmetic claims of `text` in order, with verdicts; any string is accepted.

    A modern translation (譯) is not looked at. `turns` tells who speaks (default: found out); `passages`, when the text was
    joined from them, give the references, their `start` being the place in `text`.
    """
    scan = prepare(text)
    turns = speakers(text, scan.normal) if turns is None else turns
    facts = Facts(_RUBBISH.sub(_blank, scan.text), Units() if units is None else units)
    found = [(reckoning, rule.__name__) for rule in _rules() for reckoning in rule(facts)]
    spans = [(reckoning.start, reckoning.end) for reckoning, _ in found]
    found += [(reckoning, "unresolved") for reckoning in _unresolved()(facts, spans)]
    found.sort(key=lambda pair: (pair[0].start, pair[0].end))
    numbers: dict[str, int] = {}
    begins = [turn[0] for turn in turns]
    refs = [p.start for p in passages]
    claims: list[Claim] = []
    seen: set[tuple[int, int, Fraction | None]] = set()
    for reckoning, rule in found:
        key = (reckoning.start, reckoning.end, reckoning.stated)
        if key in seen:
            continue
        seen.add(key)
        claim = _claim(reckoning, scan, text, begins, turns)
        if claim.speaker == "譯":
            continue
        if passages:
            at = bisect_right(refs, claim.start) - 1
            claim = replace(claim, passage=passages[at].ref if at >= 0 else None)
        numbers[rule] = numbers.get(rule, 0) + 1
        claims.append(replace(claim, id=f"{rule}-{numbers[rule]}"))
    return claims


def _rules() -> tuple[Rule, ...]:
    from layout.measures.rules import RULES

    return RULES


def _unresolved() -> Callable[[Facts, Sequence[tuple[int, int]]], Iterator[Reckoning]]:
    from layout.measures.rules_open import unresolved

    return unresolved


def _claim(reckoning: Reckoning, scan: Scan, text: str, begins: list[int], turns: Sequence[Turn]) -> Claim:
    first, last = scan.span(reckoning.start, reckoning.end)
    at = bisect_right(begins, first) - 1
    speaker = turns[at][2] if at >= 0 and first < turns[at][1] else None
    computed, stated = reckoning.computed, reckoning.stated
    verdict: Verdict
    if computed is None or stated is None:
        verdict, tail = "undecided", "；未詳。"
    elif computed == stated or computed in reckoning.others:
        verdict, tail, stated = "agrees", "；合。", computed
    else:
        verdict, tail = "differs", f"；不合，當云{reckoning.right}。"
    return Claim("", speaker, None, first, last, text[first:last], reckoning.working + tail, computed, stated, verdict)


def check_received(units: Units | None = None) -> list[Claim]:
    """The claims of the received text of 鄉射禮, its commentary, and the works quoted beside it."""
    from layout.text.received import load_text

    known = load_text()
    parts: list[str] = []
    turns: list[Turn] = []
    passages: list[Passage] = []
    at = 0
    for passage in (*known.passages, *known.witnesses):
        parts.append(passage.text)
        turns.append((at, at + len(passage.text), passage.layer))
        passages.append(replace(passage, start=at))
        at += len(passage.text) + 2
    return check_claims("。\n".join(parts), turns, units, passages)
