"""The words of assets/measures/words.toml: counters, fixed phrases, traps, landmarks."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from layout.data import Record, asset, load_toml


class Phrase(Record, frozen=True):
    """A fixed word that says a number (乘矢 is 4 矢), with what must follow it, as a pattern."""

    word: str
    value: Fraction
    unit: str
    after: str = ""


class Words(Record, frozen=True):
    """The word lists; see the header of the file."""

    counters: str
    goods: str
    counted: list[str]
    phrases: list[Phrase]
    traps: list[str]
    landmarks: list[str]
    aspects: str
    ages: str


@lru_cache(maxsize=1)
def words() -> Words:
    """The lists, read once. Raises DataError naming file, line and key when the file is broken."""
    return load_toml(asset("measures", "words.toml"), Words)
