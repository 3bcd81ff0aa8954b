"""Every combination of the choices builds: named readings elsewhere, here seeded samples of the switches and restated clauses."""

import dataclasses
import os
import random

import numpy as np
import pytest

from geometry.finish import open_edges
from geometry.ground import build_ground
from geometry.overlap import overlaps
from layout.choices import Choices, Company
from layout.data import asset, load_toml
from layout.errors import ShegongError
from layout.evidence import derive
from layout.plan import lay_out

COUNT = int(os.environ.get("SHEGONG_COMBINATIONS", "20"))
"""How many combinations are built; benchmarks/build.py builds 200."""


def switches():
    import tomllib

    rows = tomllib.loads(asset("readings", "options.toml").read_text(encoding="utf-8"))["option"]
    return {row["key"]: [c["id"] for c in row["choice"]] for row in rows}


def sample(seed):
    rng = random.Random(seed)
    table = switches()
    picked = rng.sample(sorted(table), 7)
    return tuple(f"{key}={rng.choice(table[key])}" for key in picked)


@pytest.mark.parametrize("seed", range(COUNT))
def test_combination_builds(seed):
    sets = sample(seed)
    try:
        plan = lay_out(derive(Choices(sets=sets)), Company())
    except ShegongError:
        pytest.skip("the plan itself refuses this combination")
    nodes, meshes = build_ground(plan, 1)
    for mesh in meshes.values():
        assert all(np.isfinite(part.positions).all() and len(part.faces) for part in mesh.primitives), (sets, mesh.id)
        assert open_edges(mesh) == 0, (sets, mesh.id)
    assert len({n.name for n in nodes}) == len(nodes)
    assert overlaps(nodes, meshes) == [], sets


@pytest.mark.parametrize("clause", ["侯道七十弓", "侯道九十弓"])
def test_restated_lane_builds(clause):
    plan = lay_out(derive(Choices(says=(clause,))), Company())
    nodes, _ = build_ground(plan, 1)
    at = next(n for n in nodes if n.name == "target")
    assert at.translation[2] == pytest.approx(-plan.ground.metres("target.y"))


def test_an_open_mesh_and_a_thing_in_the_way_are_found():
    nodes, meshes = build_ground(lay_out(derive(Choices()), Company()), 1)
    jar = next(n for n in nodes if n.name == "water-jar")
    pillar = next(n for n in nodes if n.name == "pillar-east")
    moved = [dataclasses.replace(n, translation=pillar.translation) if n is jar else n for n in nodes]
    assert ("pillar-east", "water-jar") in overlaps(moved, meshes)
    part = meshes["stairs"].primitives[0]
    torn = dataclasses.replace(meshes["stairs"], primitives=(dataclasses.replace(part, faces=part.faces[1:]),))
    assert open_edges(torn) == 3


@pytest.mark.parametrize("company", [Company(guests=3, grandees=0, pairs=0), Company(guests=20, grandees=3, pairs=8)])
def test_other_companies_build(company):
    nodes, _ = build_ground(lay_out(derive(Choices()), company), 1)
    mats = [n for n in nodes if n.extras.get("kind") == "mat"]
    assert len(mats) == len([f for f in lay_out(derive(Choices()), company).footprints.values() if f.kind == "mat"])


def test_assumptions_have_reasons():
    from geometry.palette import reasons
    from geometry.sizes import Assumption, assumptions

    for name, one in assumptions().items():
        assert one.why, name
    assert all(reasons().values())
    assert load_toml(asset("objects", "hall.toml"), dict[str, Assumption])
