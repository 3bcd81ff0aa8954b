"""The built ground: placed by the plan, sound, within its budgets, the same every time."""

from functools import lru_cache

import numpy as np
import pytest

from geometry.ground import build_ground
from geometry.palette import load_palette
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out


@lru_cache(maxsize=8)
def built(reading="zhou-xu", lod=1, sets=()):
    plan = lay_out(derive(Choices(reading=reading, sets=sets)), Company())
    return plan, *build_ground(plan, lod)


def test_parents_come_first_and_names_are_unique():
    _, nodes, meshes = built()
    seen = set()
    for node in nodes:
        assert node.parent is None or node.parent in seen
        assert node.name not in seen
        assert node.name.replace("-", "").replace("_", "").isalnum()
        assert node.name.isascii()
        seen.add(node.name)
        assert node.mesh is None or node.mesh in meshes
        assert node.extras["label"]
        assert node.extras["label_en"]


def test_what_the_glossary_names_is_there():
    _, nodes, _ = built()
    names = {n.name for n in nodes}
    assert names >= {
        "platform", "stairs-east", "stairs-west", "pillar-east", "pillar-west", "ridge", "lintel", "eave-purlin",
        "wall-east", "wall-west", "eaves-east", "eaves-west", "roof", "court", "gate", "target", "target-center",
        "target-body-upper", "target-tongue-lower", "target-cord-left", "target-post-west", "screen", "mark-upper",
        "mark-lower", "lodge-east",
    }  # fmt: skip


def test_layers_can_be_hidden():
    _, nodes, _ = built()
    assert {n.layer for n in nodes} >= {"ground", "platform", "hall", "walls", "roof", "court", "range"}
    assert next(n for n in nodes if n.name == "roof").layer == "roof-cover"
    assert next(n for n in nodes if n.name == "rafters").layer == "roof"


def test_primitives_are_whole():
    _, _, meshes = built("zhou-xu", 0)
    palette = load_palette()
    for mesh in meshes.values():
        for part in mesh.primitives:
            assert part.material in palette
            assert part.faces.max() < len(part.positions)
            assert np.isfinite(part.positions).all()
            np.testing.assert_allclose(np.linalg.norm(part.normals, axis=1), 1, atol=1e-3)
            if part.colors is not None:
                assert part.colors.shape == part.positions.shape
                assert part.colors.min() >= 0
                assert part.colors.max() <= 1


def test_same_input_same_bytes():
    plan, nodes, meshes = built()
    again, others = build_ground(plan, 1)
    assert nodes == again
    for name, mesh in meshes.items():
        for one, two in zip(mesh.primitives, others[name].primitives, strict=True):
            assert one.positions.tobytes() == two.positions.tobytes()
            assert one.normals.tobytes() == two.normals.tobytes()


def test_placed_where_the_plan_has_it():
    plan, nodes, _ = built()
    at = {n.name: n for n in nodes}
    unit = 0.231
    for name in ("mark-upper", "mark-lower", "screen"):
        mark = plan.footprints[name]
        x, y, z = at[name].translation
        assert (x, y, z) == pytest.approx((float(mark.x) * unit, float(mark.base) * unit, -float(mark.y) * unit))
    assert at["target"].translation == pytest.approx((0, 0, 300 * unit))
    assert at["mark-upper"].extras["evidence"][0]["clause"]


def test_three_targets_stand_where_the_reading_has_three():
    assert ("target-great" in {n.name for n in built()[1]}) is False
    assert ("target-great" in {n.name for n in built("dashe")[1]}) is True
    assert [next(n.extras["label"] for n in built(r)[1] if n.name == "target") for r in ("zhou-xu", "dashe")] == [
        "侯",
        "干侯",
    ]


@pytest.mark.parametrize("reading", ["zhou-xu", "dashe"])
def test_everything_says_where_it_comes_from(reading):
    _, nodes, _ = built(reading)
    for node in nodes:
        rows = node.extras.get("evidence", [])
        assert rows, node.name
        for row in rows:
            assert {"clause", "speaker", "passage", "chi", "metres", "certainty"} <= set(row)
            assert row["certainty"] in ("stated", "glossed", "inferred", "conjectured")


def test_ladles_stand_in_their_jars():
    _, nodes, _ = built()
    at = {n.name: n for n in nodes}
    for ladle, jar in (("wine-ladle", "wine-jar"), ("dark-wine-ladle", "dark-wine-jar"), ("water-ladle", "water-jar")):
        assert at[ladle].parent == jar


@pytest.mark.parametrize("lod", [0, 1])
def test_the_rim_of_the_ground_is_a_hard_edge(lod):
    """What lies on top is lit from above also where the ground ends, in every reading that differs in its extent."""
    for reading in ("zhou-xu", "xiang-xiang"):
        _, _, meshes = built(reading, lod)
        normals = meshes["court"].primitives[0].normals[:, 1]
        assert ((normals > 0.8) | (np.abs(normals) < 0.3) | (normals < -0.8)).all()


@pytest.mark.parametrize("lod", [0, 1])
def test_woods_stand_far_off(lod):
    """Of few shapes, in a layer of their own, beyond everything that is measured."""
    _, nodes, _ = built("zhou-xu", lod)
    woods = [n for n in nodes if n.layer == "landscape"]
    assert len(woods) >= 10
    assert len({n.mesh for n in woods}) <= 3
    assert min(np.hypot(n.translation[0], n.translation[2] - 40) for n in woods) > 120
    assert all(row["certainty"] == "conjectured" for n in woods for row in n.extras["evidence"])
