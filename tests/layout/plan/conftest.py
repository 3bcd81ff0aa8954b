"""Plans for the tests, each made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import Plan, lay_out

PlanMaker = Callable[..., Plan]


@lru_cache(maxsize=32)
def make_plan(
    reading: str = "zhou-xu", sets: tuple[str, ...] = (), pairs: int = 4, guests: int = 7, grandees: int = 1
) -> Plan:
    return lay_out(derive(Choices(reading=reading, sets=sets)), Company(guests=guests, grandees=grandees, pairs=pairs))


@pytest.fixture(scope="session")
def plan() -> Plan:
    return make_plan()


@pytest.fixture(scope="session")
def plan_of() -> PlanMaker:
    return make_plan
