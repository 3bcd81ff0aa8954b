"""The registry of audit rules. A rule looks through the staged rite and its plan, and writes into its book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from layout.plan.model import Plan
from rite.model import PersonActs, Rite
from rite.report import place_at


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
        """As docs/json.md has it; `at` in seconds of the section."""
        x, y, z = self.where
        return {
            "rule": self.rule,
            "who": self.who,
            "at": f"§{self.section} {self.at / 1000:.1f} s",
            "where": f"({x:.1f}, {y:.1f}, {z:.1f})",
            "detail": self.detail,
        }


class Book:
    """What one rule found wrong, and how many cases it looked at."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.cases = 0
        self.violations: list[Violation] = []

    def add(self, who: str, section: int, at: int, where: tuple[float, float, float], detail: str) -> None:
        """Write down a fault: who, in which section, when (ms), where (尺), and what is wrong."""
        self.violations.append(Violation(self.rule, who, section, at, where, detail))

    def blame(self, person: PersonActs, section: int, at: int, detail: str) -> None:
        """The same of somebody, where he is at that time."""
        x, y, z, _ = place_at(person, at)
        self.add(person.id, section, at, (x, y, z), detail)


Rule = Callable[[Rite, Plan, Book], None]
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
    from rite.audit import levels, manners, motion, shooting, things  # noqa: F401

    violations: list[Violation] = []
    total: dict[str, int] = {}
    for name, function in RULES.items():
        if only is not None and name != only:
            continue
        book = Book(name)
        function(rite, plan, book)
        violations.extend(book.violations)
        total[name] = book.cases
    return Audit(tuple(violations), total)
