"""Keeps the parse trees of the clauses that the data files quote: `python -m layout.evidence.kept` after a change of either."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

from lark import Token, Tree

from layout.data import asset
from layout.evidence.compiled import compiled
from layout.files import atomic
from layout.measures import parsed, statements


def trees() -> dict[str, Any]:
    """Every clause of the dimensions as the grammar reads it now, nothing taken from what was kept before."""
    seen: dict[str, Any] = {}

    def parse(text: str) -> Tree[Token]:
        tree = statements.parser().parse(text)
        seen[text] = parsed.to_plain(tree)
        return tree

    with patch.object(statements, "tree_of", parse):
        statements.read_statement.cache_clear()
        compiled.__wrapped__()
        statements.read_statement.cache_clear()
    return dict(sorted(seen.items()))


def table() -> str:
    """The file as it ought to be."""
    kept = {"grammar": parsed.fingerprint(statements.grammar()), "trees": trees()}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    with atomic(asset("measures", parsed.NAME)) as path:
        path.write_text(table(), encoding="utf-8")
