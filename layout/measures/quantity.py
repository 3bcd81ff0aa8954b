"""Plain quantities: a numeral with its unit, and compounds of them (一丈五寸少半寸, 尺有握, 寸有半, 五分寸之四)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import msgspec

from layout.errors import InputError
from layout.kept_patterns import kept_pattern
from layout.measures.numerals import SHARES, parse_numeral

LENGTHS = "分寸尺丈引步弓尋常仞軔武跬笴握膚扶咫筵雉軌幅里釐毫豪"
AREAS = "畝頃"
VOLUMES = "龠合升斗斛鬴觳庾"
WEIGHTS = "銖斤鈞石溢鎰鋝"
TIMES = "日旬月年歲世載時刻"
NUMERAL = "(?:(?!兩[一二四五六七八九十])[一二三四五六七八九十百千萬億兩廿卅卌〇零0-9０-９](?:[有又]?[一二三四五六七八九十百千萬億廿卅卌〇零0-9０-９])*)"
_D = "[一二三四五六七八九]"
OVER = f"(?=[一二三四五六七八九十百千])(?:{_D}?千(?:有(?={_D}))?)?(?:{_D}?百(?:有(?=[一二三四五六七八九十]))?)?(?:{_D}?十(?:有(?={_D}))?)?{_D}?"
"""A number in the form that fractions have, so that 寸之四三尺 is not read as 四三."""
FORMAL = "[壹貳參叁肆伍陸柒捌玖拾佰仟]{2,}"
_SHARE = "(?:少半|大半|太半|半)"
DECIMAL = {"豪": -4, "毫": -4, "釐": -3, "分": -2, "寸": -1, "尺": 0, "丈": 1, "引": 2}
SIZES = {u: n for n, u in enumerate("豪毫釐分寸膚扶握咫尺武跬笴步弓仞軌尋筵丈常雉引里")}
SIZES["軔"] = SIZES["仞"]
"""Units from small to large, to tell a compound (丈 … 尺) from two quantities that follow one another."""


class Term(msgspec.Struct, frozen=True, gc=False):
    """A number of one unit; `high` closes a range, `other` are other readings of the numeral."""

    value: Fraction
    unit: str
    high: Fraction | None = None
    other: tuple[Fraction, ...] = ()


_U = f"[{LENGTHS}{AREAS}{VOLUMES}{WEIGHTS}{TIMES}兩豆]"
TERM = kept_pattern(
    rf"[有又零]?(?:(?P<under>{NUMERAL}|[參叁])分(?P<of>{_U})之(?P<over>{OVER})"
    rf"|(?P<share>{_SHARE})(?P<shared>{_U})"
    rf"|(?P<number>{NUMERAL}?(?:分之{NUMERAL})?|{FORMAL})_?(?P<half>{_SHARE})?(?P<unit>{_U})(?:[有又]?(?P<tail>{_SHARE})(?!{_U}))?)"
)


@lru_cache(maxsize=65536)
def parse_terms(text: str) -> tuple[Term, ...]:
    """The terms of a quantity, largest first: 一丈五寸少半寸 → 1 丈, 5 寸, ⅓ 寸.

    Raises InputError where the text is no quantity or its units do not descend.
    """
    terms: list[Term] = []
    at = 0
    while at < len(text):
        found = TERM.match(text, at)
        if not found or found.end() == at:
            raise InputError(f"{text!r} is not a quantity: cannot read {text[at:]!r}")
        terms.append(term_of(found))
        at = found.end()
    if not terms:
        raise InputError("an empty text names no quantity")
    for before, after in pairwise(terms):
        if SIZES.get(after.unit, -1) > SIZES.get(before.unit, -1) >= 0:
            raise InputError(f"{text!r} is not one quantity: {after.unit} after the smaller {before.unit}")
        if after.unit == before.unit and after.value >= 1:
            raise InputError(f"{text!r} is not one quantity: {after.unit} stands twice")
    return tuple(terms)


def term_of(found: re.Match[str]) -> Term:
    """The term that a match of `TERM` says."""
    if found["of"]:
        return Term(parse_numeral(found["over"]).value / parse_numeral(found["under"]).value, found["of"])
    if found["shared"]:
        return Term(SHARES[found["share"]], found["shared"])
    value, high, other = Fraction(1), None, tuple[Fraction, ...]()
    if found["number"]:
        numeral = parse_numeral(found["number"])
        value, high, other = numeral.value, numeral.high, numeral.alternatives
    for share in (found["half"], found["tail"]):
        if share:
            value += SHARES[share]
            high = high + SHARES[share] if high is not None else None
    return Term(value, found["unit"], high, other)
