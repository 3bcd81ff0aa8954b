"""What differs between two grounds: choices, dimensions with both derivations."""

from __future__ import annotations

from typing import Any

from layout.evidence.ground import DerivedGround
from layout.evidence.schema import Rules
from layout.evidence.show import dimension_row, option_row


def compare_options(rules: Rules, a: DerivedGround, b: DerivedGround) -> list[dict[str, Any]]:
    """The switches that stand differently, each with who holds either side."""
    rows: list[dict[str, Any]] = []
    for key, option in rules.options.items():
        left, right = a.options[key], b.options[key]
        if left == right:
            continue
        one, two = option_row(option, left), option_row(option, right)
        rows.append(
            {
                "key": key,
                "name": option.name,
                "english": option.english,
                "dispute": option.dispute,
                "effect": option.effect or option.noted,
                "a": _side(one),
                "b": _side(two),
            }
        )
    return rows


def _side(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": row["chosen"],
        "name": row["chosen_name"],
        "english": row["chosen_english"],
        "held": row["held"],
    }


def compare_dimensions(a: DerivedGround, b: DerivedGround) -> list[dict[str, Any]]:
    """The dimensions whose exact value differs, each with both derivations (another 尺 shows as foot.cm alone)."""
    rows: list[dict[str, Any]] = []
    for name, left in a.dimensions.items():
        right = b.dimensions.get(name)
        if right is None or left.chi == right.chi:
            continue
        difference = right.chi - left.chi
        one, two = dimension_row(a, left), dimension_row(b, right)
        rows.append(
            {
                "id": name,
                "name": left.name,
                "english": left.name_en,
                "difference": str(difference),
                "difference_float": float(difference),
                "a": one,
                "b": two,
            }
        )
    return rows
