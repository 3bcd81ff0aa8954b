"""The plan: every place and thing of the rite, exact, under one reading and for one company."""

from layout.plan.ground_plan import lay_out
from layout.plan.model import Footprint, Line, Place, Plan

__all__ = ["Footprint", "Line", "Place", "Plan", "lay_out"]
