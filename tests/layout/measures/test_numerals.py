"""Numerals: the cases of published bug reports, the words of the classics, and the way there and back."""

from __future__ import annotations

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from layout.errors import InputError
from layout.measures.numerals import parse_number, parse_numeral, to_words


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("十二", 12),
        ("百二十", 120),
        ("百有二十", 120),
        ("萬有一千五百二十", 11520),
        ("一百九十萬零三千九百七十一", 1903971),
        ("廿五", 25),
        ("卅九", 39),
        ("卌", 40),
        ("兩千", 2000),
        ("两千", 2000),
        ("廿", 20),
        ("貳拾伍", 25),
        ("５０", 50),
        ("50", 50),
        ("二十有八", 28),
        ("千七百七十三", 1773),
        ("三百有六", 306),
        ("半", Fraction(1, 2)),
        ("少半", Fraction(1, 3)),
        ("大半", Fraction(2, 3)),
        ("太半", Fraction(2, 3)),
        ("三分之二", Fraction(2, 3)),
        ("二又三分之一", Fraction(7, 3)),
        ("十有二分之一", Fraction(1, 12)),
        ("二百有一又十三分之一", Fraction(2614, 13)),
    ],
)
def test_reads(words: str, number: int | Fraction) -> None:
    assert parse_number(words) == number


@pytest.mark.parametrize(
    ("words", "low", "high"), [("二三", 2, 3), ("八九十", 80, 90), ("十二三", 12, 13), ("八十九十", 80, 90)]
)
def test_neighbours_are_a_range(words: str, low: int, high: int) -> None:
    numeral = parse_numeral(words)
    assert (numeral.value, numeral.high) == (Fraction(low), Fraction(high))
    with pytest.raises(InputError, match="range"):
        parse_number(words)


@pytest.mark.parametrize(
    ("words", "value", "other"),
    [("二百五", 205, 250), ("三萬五", 30005, 35000), ("二千七", 2007, 2700), ("九十億", 9 * 10**9, 9 * 10**6)],
)
def test_ambiguity_is_told(words: str, value: int, other: int) -> None:
    numeral = parse_numeral(words)
    assert numeral.value == value
    assert numeral.alternatives == (Fraction(other),)


def test_the_classics_count_ten_myriads_to_a_yi() -> None:
    assert parse_numeral("八十萬億一萬億").alternatives == (Fraction(81 * 10**8),)


def test_a_second_equal_level_is_an_error_with_its_place() -> None:
    with pytest.raises(InputError, match="character 4"):
        parse_number("三十二十")


@pytest.mark.parametrize("words", ["", "有三", "三有", "侯", "二七", "三百千", "零分之三", "一二萬十千", "拾取矢"])
def test_what_is_no_number(words: str) -> None:
    with pytest.raises(InputError):
        parse_number(words)


def test_small_numbers_there_and_back() -> None:
    for number in range(20000):
        words = to_words(number)
        assert parse_number(words) == number, words
        assert not parse_numeral(words).alternatives, words


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**8))
def test_all_numbers_there_and_back(number: int) -> None:
    assert parse_number(to_words(number)) == number


@settings(max_examples=200, deadline=None)
@given(st.fractions(min_value=0, max_value=1000, max_denominator=300))
def test_fractions_there_and_back(number: Fraction) -> None:
    assert parse_number(to_words(number)) == number


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="一二三十百千萬億有又零半分之兩廿參拾5０.,侯", max_size=9))
def test_any_string_is_a_number_or_one_clear_error(text: str) -> None:
    with contextlib.suppress(InputError):
        assert parse_numeral(text).value >= 0
