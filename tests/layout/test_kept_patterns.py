"""The kept patterns are those of the source, and what is not kept is compiled as ever."""

from __future__ import annotations

import pytest

from layout import kept_patterns
from layout.kept_patterns import SHELVES, engines, kept_pattern, rows, version
from layout.measures import rules_calc, rules_target
from layout.measures.patterns import matchers

matchers()
SOME = {rules_calc._TIMES.pattern, rules_target._CLOTH.pattern}


@pytest.mark.parametrize("shelf", SHELVES)
def test_what_is_kept_is_what_this_python_compiles(shelf: str) -> None:
    if version() not in engines(shelf):
        pytest.skip("nothing is kept for this version of Python")
    kept = {(row[0], row[1]): row for row in rows(shelf)}
    asked = {(words, flags) for words, flags in kept_patterns._asked[shelf] if len(words) > 300}
    assert asked, "nothing asked for"
    assert asked <= set(kept), "run python -m layout.kept_patterns"
    for words, flags in sorted(kept):
        if shelf == "measures" or words in SOME:
            assert kept[words, flags] == kept_patterns._coded(words, flags), words


def test_a_pattern_that_is_not_kept() -> None:
    pattern = kept_pattern("(?P<one>甲)乙(?P<two>丙|丁)")
    found = pattern.match("甲乙丁")
    assert found
    assert (found["one"], found["two"], found.lastgroup) == ("甲", "丁", "two")


def test_broken_code_is_not_believed() -> None:
    with pytest.raises((RuntimeError, ValueError, OverflowError)):
        kept_patterns._assembled("甲", [32, 0, {}, "eJxjYGBgAAAABAAB"])
