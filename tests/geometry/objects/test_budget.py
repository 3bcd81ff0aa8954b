"""Budgets of triangles: every section of the rite with its whole default company, both levels of detail, counted from meshes and acts."""

import pytest

from geometry.budget import COARSE, FULL, GROUND_COARSE, GROUND_FULL, drawn, section_triangles
from geometry.ground import build_ground
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage

# Of the readings with a scored rite the greatest hall and the usual one; who comes and what is carried is the same in all.
SCORED = ("zhou-xu", "xiang-xiang")
GROUNDS = ("zhou-xu", "xiang-xiang", "ao", "dashe", "kaogong-foot", "wang-zhi-pace")


@pytest.fixture(scope="module")
def plans():
    return {name: lay_out(derive(Choices(reading=name)), Company()) for name in GROUNDS}


@pytest.fixture(scope="module")
def rite(plans):
    return stage(plans["zhou-xu"])


@pytest.mark.parametrize(("lod", "most"), [(0, FULL), (1, COARSE)])
@pytest.mark.parametrize("reading", SCORED)
def test_every_section_keeps_the_budget(plans, rite, reading, lod, most):
    found = section_triangles(plans[reading], rite, lod)
    assert sorted(found) == list(range(1, 38))
    over = {n: (sum(c.values()), c.most_common(8)) for n, c in found.items() if sum(c.values()) > most}
    assert not over, over


@pytest.mark.parametrize(("lod", "most"), [(0, GROUND_FULL), (1, GROUND_COARSE)])
@pytest.mark.parametrize("reading", GROUNDS)
def test_every_ground_keeps_the_budget(plans, reading, lod, most):
    assert sum(drawn(*build_ground(plans[reading], lod)).values()) <= most
