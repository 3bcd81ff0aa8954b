"""The kept patterns are those of the source, and what is not kept is compiled as ever."""

from __future__ import annotations

import pytest

from layout import kept_patterns
from layout.kept_patterns import FOLDER, kept_pattern, path, rows
from layout.measures.patterns import matchers

FILES = sorted(FOLDER.glob("patterns-*.json"))


@pytest.mark.skipif(path() not in FILES, reason="nothing is kept for this version of Python")
def test_what_is_kept_is_what_this_python_compiles() -> None:
    kept = {(row[0], row[1]): row for row in rows(path())}
    for words, flags in kept:
        assert kept[words, flags] == kept_patterns._coded(words, flags), words
    large = {pattern.pattern for pattern in matchers().values()}
    assert len(large) == 3
    assert {(words, 0) for words in large} <= set(kept), "run python -m layout.kept_patterns"


def test_all_versions_keep_the_same_patterns() -> None:
    assert len(FILES) > 1
    assert len({tuple((row[0], row[1]) for row in rows(file)) for file in FILES}) == 1


def test_a_pattern_that_is_not_kept() -> None:
    pattern = kept_pattern("(?P<one>甲)乙(?P<two>丙|丁)")
    found = pattern.match("甲乙丁")
    assert found
    assert (found["one"], found["two"], found.lastgroup) == ("甲", "丁", "two")


def test_broken_code_is_not_believed() -> None:
    with pytest.raises((RuntimeError, ValueError, OverflowError)):
        kept_patterns._assembled("甲", [32, 0, {}, "eJxjYGBgAAAABAAB"])
