"""Parse trees of the clauses that the data files quote, kept so that a start need not parse them again.

`assets/measures/parsed.json` holds them beside a fingerprint of the grammar that made them. A tree is used only where the
fingerprint is that of the grammar in force; otherwise, and for every other clause, the grammar reads anew. So the file can
save time but never be believed against the grammar. After a change of grammar or data:

    python -m layout.evidence.kept
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

import lark
from lark import Token, Tree

from layout.data import asset

NAME = "parsed.json"


def fingerprint(grammar: str) -> str:
    """What a tree depends on: the words of the grammar, and the parser."""
    return hashlib.sha256(f"{lark.__version__}\n{grammar}".encode()).hexdigest()


@lru_cache(maxsize=2)
def kept(grammar: str) -> dict[str, Any]:
    """The trees for a grammar, by clause; none where the file is missing, broken, or made by another grammar."""
    try:
        table = json.loads(asset("measures", NAME).read_text(encoding="utf-8"))
        if table["grammar"] == fingerprint(grammar):
            trees: dict[str, Any] = table["trees"]
            return trees
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def to_plain(tree: Tree[Token] | Token) -> list[Any]:
    """A tree as lists: [rule, [children]], a token as [type, text]."""
    if isinstance(tree, Token):
        return [tree.type, str(tree)]
    return [str(tree.data), [to_plain(child) for child in tree.children]]


def from_plain(plain: list[Any]) -> Tree[Token] | Token:
    """The tree that `to_plain` wrote."""
    name, rest = plain
    if isinstance(rest, str):
        return Token(name, rest)
    return Tree(name, [from_plain(child) for child in rest])
