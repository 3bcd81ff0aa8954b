"""The registry of audit rules. A rule is a function of the staged rite and its plan that returns (violations, cases)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from layout.plan.model import Plan
from rite.model import Rite


@dataclass(frozen=True)
class Violation:
    """One thing that is wrong: which rule, who, when (section and ms), where (尺), and what."""

    rule: str
    who: str
    section: int
    at: int
    where: tuple[float, float, float]
    detail: str

    def as_dict(self) -> dict[str, Any]:
        """As CONTRACT.md has it; `at` in seconds of the section."""
        x, y, z = self.where
        return {
            "rule": self.rule,
            "who": self.who,
            "at": f"§{self.section} {self.at / 1000:.1f} s",
            "where": f"({x:.1f}, {y:.1f}, {z:.1f})",
            "detail": self.detail,
        }


Found = tuple[list[Violation], int]
Rule = Callable[[Rite, Plan], Found]
RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    """Register a rule under the name of its function (kebab-case)."""
    RULES[function.__name__.replace("_", "-")] = function
    return function


@dataclass(frozen=True)
class Audit:
    """All violations, and how many cases each rule looked at."""

    violations: tuple[Violation, ...]
    total: dict[str, int]

    def count(self, name: str) -> int:
        """Violations of one rule."""
        return sum(v.rule == name for v in self.violations)


def audit(rite: Rite, plan: Plan, only: str | None = None) -> Audit:
    """Run every rule (or one) over a staged rite."""
    # The modules register their rules when they are imported.
    from rite.audit import manners, motion, shooting, things

    modules = (manners, motion, shooting, things)
    assert len(modules) == 4
    violations: list[Violation] = []
    total: dict[str, int] = {}
    for name, function in RULES.items():
        if only is not None and name != only:
            continue
        found, cases = function(rite, plan)
        violations.extend(found)
        total[name] = cases
    return Audit(tuple(violations), total)
