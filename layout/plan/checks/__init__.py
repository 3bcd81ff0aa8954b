"""Checks in space: what stands in another's way, off the floor, out of line, in the flight of the arrows.

Every check adds its violations, each naming who or what, where, and by how much (尺), and how many cases it looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from layout.plan.checks.model import Person, Report, Violation
from layout.plan.checks.room import check_floor, check_people, check_rows, check_things, check_walls
from layout.plan.checks.sight import check_lane, check_paths, check_scorer, check_screen
from layout.plan.model import Plan


def check_plan(plan: Plan) -> Report:
    """All checks on one plan."""
    report = Report()
    rules: tuple[Callable[[Plan, Report], None], ...] = (
        check_things,
        check_people,
        check_floor,
        check_rows,
        check_walls,
        check_paths,
        check_lane,
        check_screen,
        check_scorer,
    )
    for rule in rules:
        rule(plan, report)
    return report


__all__ = ["Person", "Report", "Violation", "check_plan"]
