"""Drawings of the plan: sheets by name, and the back ends that write them."""

from __future__ import annotations

from collections.abc import Callable

from layout.errors import UnknownNameError
from layout.plan.draw.model import Drawing
from layout.plan.draw.sheet import Request
from layout.plan.model import Plan

SHEETS: dict[str, tuple[str, str]] = {
    "range": ("射宮全圖", "the whole range"),
    "hall-and-court": ("堂庭圖", "hall and court"),
    "hall-floor": ("堂上圖", "the floor of the hall"),
    "target": ("侯圖", "the target in elevation, with its cloth"),
    "section": ("縱剖圖", "section along the axis"),
    "great-shooting": ("大射三侯圖", "the three targets of the 大射"),
}
"""Names of the sheets that need no moment of the rite, in their order."""


def draw(plan: Plan, sheet: str = "range", request: Request | None = None) -> Drawing:
    """One sheet of the plan by name. UnknownNameError with the nearest for other names."""
    from layout.plan.draw import great_sheet, plan_sheets, section_sheet, target_sheet

    drawers: dict[str, Callable[[Plan, Request], Drawing]] = {
        "range": plan_sheets.whole_range,
        "hall-and-court": plan_sheets.hall_and_court,
        "hall-floor": plan_sheets.hall_floor,
        "target": target_sheet.target_elevation,
        "section": section_sheet.section,
        "great-shooting": great_sheet.great_shooting,
    }
    if sheet not in drawers:
        raise UnknownNameError("sheet", sheet, drawers)
    return drawers[sheet](plan, request or Request())


__all__ = ["SHEETS", "Drawing", "Request", "draw"]
