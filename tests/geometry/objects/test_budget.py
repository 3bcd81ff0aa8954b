"""Budgets of triangles: every section of the rite with its whole default company, both levels of detail, counted from meshes and acts."""

from functools import lru_cache

import pytest

from geometry.budget import COARSE, FULL, GROUND_COARSE, GROUND_FULL, drawn, section_triangles
from geometry.ground import build_ground
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from support.rites import staged


@lru_cache
def counted(reading, lod):
    """Triangles of the ground of a reading, and of each of its sections. Who comes and what is carried is the same in every
    reading; so one staging counts for all."""
    plan = lay_out(derive(Choices(reading=reading)), Company())
    still = build_ground(plan, lod)
    return sum(drawn(*still).values()), section_triangles(plan, staged()[0], lod, still)


@pytest.mark.parametrize("lod", [0, 1])
@pytest.mark.parametrize("reading", ["zhou-xu", "xiang-xiang"])
def test_every_section_keeps_the_budget(reading, lod):
    ground, found = counted(reading, lod)
    assert ground <= (GROUND_FULL, GROUND_COARSE)[lod]
    assert sorted(found) == list(range(1, 38))
    over = {n: (sum(c.values()), c.most_common(8)) for n, c in found.items() if sum(c.values()) > (FULL, COARSE)[lod]}
    assert not over, over


@pytest.mark.parametrize("lod", [0, 1])
@pytest.mark.parametrize("reading", ["ao", "dashe", "kaogong-foot", "wang-zhi-pace"])
def test_every_ground_keeps_the_budget(reading, lod):
    """The readings that differ in measures: their ground, and with it the fullest section of the usual one. 大射 has no rite."""
    ground = sum(drawn(*build_ground(lay_out(derive(Choices(reading=reading)), Company()), lod)).values())
    assert ground <= (GROUND_FULL, GROUND_COARSE)[lod]
    usual, found = counted("zhou-xu", lod)
    if reading != "dashe":
        assert ground - usual + max(sum(c.values()) for c in found.values()) <= (FULL, COARSE)[lod]
