"""Kept parse trees: never stale, never believed against the grammar."""

from __future__ import annotations

import json
from unittest.mock import patch

from layout.data import asset
from layout.evidence import kept
from layout.measures import parsed, statements


def test_kept_trees_are_those_of_the_grammar_and_the_data() -> None:
    """Fails when grammar or data changed since `python -m layout.evidence.kept`."""
    assert asset("measures", parsed.NAME).read_text(encoding="utf-8") == kept.table()


def test_trees_of_another_grammar_are_not_used() -> None:
    assert parsed.kept(statements.grammar())
    assert parsed.kept(statements.grammar() + "// changed") == {}


def test_broken_file_is_as_good_as_none(tmp_path: object) -> None:
    parsed.kept.cache_clear()
    with patch.object(parsed, "NAME", "no-such.json"):
        assert parsed.kept("any") == {}
    parsed.kept.cache_clear()


def test_kept_and_parsed_say_the_same() -> None:
    table = json.loads(asset("measures", parsed.NAME).read_text(encoding="utf-8"))["trees"]
    for clause in list(table)[::7]:
        tree = statements.parser().parse(clause)
        assert parsed.from_plain(parsed.to_plain(tree)) == statements.tree_of(clause) == tree
