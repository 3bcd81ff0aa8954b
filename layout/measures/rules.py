"""All rules that read a claim."""

from __future__ import annotations

from layout.measures import (
    rules_calc,
    rules_each,
    rules_figure,
    rules_land,
    rules_like,
    rules_more,
    rules_number,
    rules_plain,
    rules_rate,
    rules_target,
)
from layout.measures.claims import Rule

RULES: tuple[Rule, ...] = (
    *rules_target.RULES,
    *rules_plain.RULES,
    *rules_land.RULES,
    *rules_more.RULES,
    *rules_calc.RULES,
    *rules_rate.RULES,
    *rules_like.RULES,
    *rules_figure.RULES,
    *rules_number.RULES,
    *rules_each.RULES,
)
