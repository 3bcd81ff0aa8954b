"""Budgets of triangles: every section of the rite with its whole default company, both levels of detail, counted from meshes and acts."""

import pytest

from geometry.budget import COARSE, FULL, GROUND_COARSE, GROUND_FULL, drawn, section_triangles
from geometry.ground import build_ground
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage

READINGS = ("zhou-xu", "xiang-xiang", "ao", "dashe", "kaogong-foot", "wang-zhi-pace")


@pytest.fixture(scope="module")
def rite():
    """Who comes and what is carried is the same in every reading; so one staging counts for all."""
    return stage(lay_out(derive(Choices()), Company()))


@pytest.mark.parametrize("lod", [0, 1])
@pytest.mark.parametrize("reading", READINGS)
def test_every_ground_and_every_section_keeps_the_budget(rite, reading, lod):
    plan = lay_out(derive(Choices(reading=reading)), Company())
    still = build_ground(plan, lod)
    assert sum(drawn(*still).values()) <= (GROUND_FULL, GROUND_COARSE)[lod]
    if reading == "dashe":  # has no scored rite
        return
    found = section_triangles(plan, rite, lod, still)
    assert sorted(found) == list(range(1, 38))
    over = {n: (sum(c.values()), c.most_common(8)) for n, c in found.items() if sum(c.values()) > (FULL, COARSE)[lod]}
    assert not over, over
