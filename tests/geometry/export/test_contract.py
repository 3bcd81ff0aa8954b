"""What the contract promises of the file, on the real scene of a short section (14 立司正)."""

from __future__ import annotations

import itertools
import json
import struct

import numpy as np
import pytest

from geometry.assemble import assemble
from geometry.export.cameras import SUN, standard_cameras
from geometry.export.gltf import write_glb
from geometry.export.report import report_rows
from geometry.sampler import Sampler
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage
from support.scene import angles_between, world_frames

SECTION = 14


@pytest.fixture(scope="module")
def plan():
    return lay_out(derive(Choices(says=("侯道五十弓",))), Company())


@pytest.fixture(scope="module")
def rite(plan):
    return stage(plan, sections=(SECTION,))


@pytest.fixture(scope="module")
def scene(plan, rite):
    return assemble(plan, rite, lod=1)


@pytest.fixture(scope="module")
def path(scene, plan, tmp_path_factory):
    out = tmp_path_factory.mktemp("contract") / "rite.glb"
    return write_glb(scene, out, clips="both", cameras=standard_cameras(plan), sun=SUN)


@pytest.fixture(scope="module")
def document(path):
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


@pytest.mark.node
def test_no_error_and_no_warning(path, node_json):
    (report,) = node_json("validate.mjs", path)
    assert report["issues"]["numErrors"] == report["issues"]["numWarnings"] == 0


@pytest.mark.node
def test_three_js_agrees_at_fifty_random_times(scene, path, node_json):
    rng = np.random.default_rng(7)
    times = sorted({int(t) for t in rng.integers(0, scene.clips[0].duration, 50)})
    result = node_json("world.mjs", path, f"section-{SECTION}", *(str(t / 1000) for t in times))
    sampler, frames = Sampler(scene), world_frames(result, scene)
    for t in times:
        ours, theirs = sampler.world(0, t), frames[str(t / 1000)]
        assert np.abs(theirs[:, :3, 3] - ours[:, :3, 3]).max() <= 1e-3
        scale = np.linalg.norm(ours[:, :3, :3], axis=1)
        seen = scale.min(axis=1) > 1e-6
        turned = [m[seen, :3, :3] / scale[seen][:, None, :] for m in (theirs, ours)]
        assert angles_between(*turned).max() <= 0.1


def test_asset_names_reading_choices_and_what_was_restated(document):
    extras = document["asset"]["extras"]
    assert set(extras) >= {"reading", "choices", "restated", "metres_per_chi", "seed", "version"}
    assert extras["reading"] == "zhou-xu"
    assert extras["restated"] == ["侯道五十弓"]
    assert extras["metres_per_chi"] == 0.231
    assert document["asset"]["copyright"].startswith("MIT")
    assert "extensionsRequired" not in document


def test_every_person_is_one_root_with_named_limbs(document, rite):
    by_name = {n["name"]: n for n in document["nodes"]}
    for role in rite.sections[0].people:
        root = by_name[role]
        assert root["extras"]["role"] == role
        assert root["extras"]["kind"] == "person"
        assert root["extras"]["label"]
        for limb in ("foot-left", "foot-right", "hand-left", "hand-right", "head"):
            assert f"{role}-{limb}" in by_name


def test_root_is_the_point_between_the_feet_and_looks_where_the_person_faces(scene, rite, plan):
    unit = float(plan.ground.metres_per_chi)
    sampler = Sampler(scene)
    section = rite.sections[0]
    for role, acts in section.people.items():
        key = acts.root[-1]
        world = sampler.world(0, section.duration)[sampler.index[role]]
        assert world[:3, 3] == pytest.approx([key.x * unit, key.z * unit, -key.y * unit], abs=0.02)
        ahead = world[:3, 2] / np.linalg.norm(world[:3, 2])
        turn = np.radians(key.facing)
        assert ahead == pytest.approx([np.sin(turn), 0, -np.cos(turn)], abs=0.05)


def test_animations_carry_their_clauses_in_order(document, rite):
    names = [a["name"] for a in document["animations"]]
    assert names == ["rite", f"section-{SECTION}"]
    steps = document["animations"][1]["extras"]["steps"]
    said = "".join(s["text"] for s in steps if s["layer"] == "經")
    assert said == "".join(s.text for s in rite.sections[0].steps if s.layer == "經")
    assert all(a["start"] <= b["start"] for a, b in itertools.pairwise(steps))
    assert document["animations"][0]["extras"]["sections"][0]["section"] == SECTION


def test_only_bronze_is_metal(document):
    for material in document["materials"]:
        metal = material["pbrMetallicRoughness"]["metallicFactor"]
        assert metal == 0 or "bronze" in material["name"], material["name"]


def test_cameras_and_sun_come_when_asked_for(document):
    assert {"hall", "range", "archer", "caller", "plan"} <= {c["name"] for c in document["cameras"]}
    assert document["extensionsUsed"] == ["KHR_lights_punctual"]


def test_report_counts_what_is_there(scene, path):
    rows = {r["part"]: r for r in report_rows(path)}
    people = sum(n.extras.get("kind") == "person" for n in scene.nodes)
    assert rows["nodes"]["detail"] == f"{people} people"
    assert rows["evidence"]["detail"].startswith(f"of {rows['evidence']['count']} things")
    assert "no evidence" not in rows
    assert rows["cameras"]["count"] == 6
    assert rows["lights"]["detail"] == "sun"


def test_keys_are_sparse(scene, tmp_path):
    """Forty people for half an hour would take at most 1.5 MB of movement; at 30 frames a second they take 234 MB."""
    rows = {r["part"]: r for r in report_rows(write_glb(scene, tmp_path / "a.glb"))}
    people = sum(n.extras.get("kind") == "person" for n in scene.nodes)
    assert rows["animation"]["bytes"] / people / (scene.clips[0].duration / 1000) < 1.5e6 / 40 / 1800
