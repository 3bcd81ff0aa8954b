"""What a text says of the target and the range, as premises for its claims; the received words where it is silent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from layout.kept_patterns import kept_pattern
from layout.measures.numerals import parse_numeral
from layout.measures.patterns import BARE_COMPOUND, NUM, NUMERIC, Q
from layout.measures.readers import Found, Readers
from layout.measures.units import Units


def claim_pattern(words: str) -> re.Pattern[str]:
    """A pattern that only claims need."""
    return kept_pattern(words, shelf="claims")


# What it can begin with is looked at first: most places of a text are left at once.
QTY = f"(?:(?=[{NUMERIC}半少大太參叁壹貳肆伍陸柒捌玖拾佰仟尺丈尋常仞寸])(?:{Q}|{BARE_COMPOUND}))"
RECEIVED = (
    "下綱不及地武。乏參侯道，居侯黨之一，西五步。上个五尋，中十尺。侯道五十弓，弓二寸以為侯中。倍中以為躬，倍躬以為左右舌。"
    "下舌半上舌。今官布幅廣二尺二寸，旁削一寸。堂前三笴。大侯九十，參七十，干五十。"
    "古者以周尺八尺為步，今以周尺六尺四寸為步。"
)
"""Premises from the received text (鄉射禮 經 記 注, 大射儀, 禮記·王制), in the order in which they stand."""


class Facts:
    """A prepared text with its premises, and the readers of its quantities."""

    def __init__(self, words: str, units: Units) -> None:
        self.words = words
        self.units = units
        self.readers = Readers(units)

    def all(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Matches in the text, in order."""
        return pattern.finditer(self.words)

    def length(self, quantity: str) -> Found | None:
        """A quantity as it was read; None where it is no single one."""
        found = self.readers.read("quantity", quantity)
        return found[0] if len(found) == 1 and found[0].end == len(quantity) else None

    def chi(self, quantity: str) -> Fraction | None:
        """A quantity in 尺; None where it is no single length."""
        found = self.length(quantity)
        return found.chi if found else None

    def number(self, words: str) -> Fraction | None:
        """A numeral; None for a range or what is none."""
        from layout.errors import InputError

        try:
            numeral = parse_numeral(words)
        except InputError:
            return None
        return None if numeral.high is not None else numeral.value

    def premise(self, pattern: str, before: int | None = None) -> re.Match[str]:
        """The last match before a place in the text, or the first after it, or the received words."""
        compiled = claim_pattern(pattern)
        last: re.Match[str] | None = None
        for found in compiled.finditer(self.words):
            if before is not None and found.start() >= before and last is not None:
                break
            last = found
            if before is None or found.start() >= before:
                break
        if last is None:
            last = compiled.search(RECEIVED)
        assert last is not None, pattern
        return last

    # -- the target ------------------------------------------------------------------------------------------

    def lane(self) -> Fraction:
        """Length of the 侯道 in 弓, as the text first states it."""
        return parse_numeral(self.premise(f"侯道({NUM})弓")[1]).value

    def three_lanes(self, at: int) -> dict[str, Fraction]:
        """The lanes of the three targets of the 大射, in 弓 or 步."""
        found = self.premise(f"大侯({NUM})，?[參糝]({NUM})，?[干豻]({NUM})", at)
        great, mixed, near = (parse_numeral(found[n]).value for n in (1, 2, 3))
        return {"大": great, "參": mixed, "糝": mixed, "干": near, "豻": near, "鄉": self.lane()}

    def per_bow(self, at: int) -> Fraction:
        """尺 of the 侯中 for each 弓 of the lane."""
        found = self.premise(f"弓({NUM}寸)以為侯中", at)
        chi = self.chi(found[1])
        assert chi is not None
        return chi

    def strip(self, at: int) -> Fraction:
        """Net width of a strip of cloth once sewn, in 尺."""
        wide = self.chi(self.premise(f"幅廣({QTY})", at)[1])
        cut = self.chi(self.premise(f"削({QTY})", at)[1])
        assert wide is not None
        assert cut is not None
        return wide - 2 * cut

    def footprint(self) -> Fraction:
        """One 武 in 尺."""
        return self.units.chi("武")
