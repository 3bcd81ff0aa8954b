"""Measures in words: what is measured, in 尺 and 寸, and in metres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from layout.data import asset, load_toml
from viewer.pack import principal


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = load_toml(asset("labels", "quantities.toml"), dict[str, dict[str, Any]])
    return found


def quantity(dimension: str, thing: str, lang: str) -> str:
    """What a dimension measures, for the label of a thing (node name); empty where no word is known.

    >>> quantity("hall.width", "hall", "zh"), quantity("hall.width", "gable-east", "en")
    ('廣', 'width of the hall')
    """
    table, column = _table(), 1 if lang == "en" else 0
    of = table["of"].get(dimension)
    if of and of[0] != thing:
        return str(of[1 + column])
    words = table["dimension"].get(dimension) or table["part"].get(dimension.rsplit(".", 1)[-1])
    return str(words[column]) if words else ""


def chi_words(chi: Any) -> str:
    """A length: below one 尺 in 寸, else in 尺.

    >>> chi_words("7/10"), chi_words("90"), chi_words("10/3")
    ('7 寸', '90 尺', '3.333 尺')
    """
    value = Fraction(chi) if isinstance(chi, str) else Fraction(str(chi))
    if 0 < abs(value) < 1 and (value * 100).denominator == 1:
        return f"{float(value * 10):.4g} 寸"
    return f"{float(value):.4g} 尺"


def own_measures(extras: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The result of each dimension in the evidence of a thing that is a length, in the order of the evidence."""
    last: dict[str, Mapping[str, Any]] = {}
    evidence = extras.get("evidence")
    for entry in evidence if isinstance(evidence, Sequence) and not isinstance(evidence, str) else ():
        if isinstance(entry, Mapping) and entry.get("dimension") and entry.get("chi") is not None:
            last[str(entry["dimension"])] = entry
    return {k: e for k, e in last.items() if e.get("metres") is not None and abs(float(e["metres"])) > 1e-6}


def _its_own(dimension: str, thing: str) -> bool:
    of = _table()["of"].get(dimension)
    return not of or str(of[0]) == thing


def told_measure(extras: Mapping[str, Any], thing: str, lang: str) -> str:
    """The principal measure that is a thing's own, with what it measures: `廣 90 尺 = 20.79 m`; empty where it has none."""
    first = [e["dimension"] for e in principal(extras) if e.get("dimension")][:1]
    key = str(_table()["first"].get(thing) or (first[0] if first else ""))
    measures = own_measures(extras)
    if not _its_own(key, thing):
        # A measure of another thing says where this one stands, not how large it is: the next that is its own.
        key = next((k for k in measures if _its_own(k, thing) and quantity(k, thing, lang)), "")
    entry = measures.get(key)
    if entry is None:
        return ""
    word = quantity(key, thing, lang)
    return f"{word} {chi_words(entry['chi'])} = {float(entry['metres']):.2f} m".strip()
