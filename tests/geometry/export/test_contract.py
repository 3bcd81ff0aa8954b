"""What the contract promises of the file, on the real scene of a short section (14 立司正)."""

from __future__ import annotations

import itertools
import json
import re
import struct

import numpy as np
import pytest
import trimesh

from geometry.assemble import assemble
from geometry.export.cameras import SUN, standard_cameras
from geometry.export.gltf import linear, write_glb
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


@pytest.fixture(scope="module")
def array(path, document):
    """The values of an accessor as they lie in the file, (count, width); integers of a normalised one divided by their greatest."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    buffer = data[28 + length :]

    def values(number: int) -> np.ndarray:
        accessor = document["accessors"][number]
        view = document["bufferViews"][accessor["bufferView"]]
        kind = np.dtype({5126: np.float32, 5122: np.int16, 5123: np.uint16, 5125: np.uint32}[accessor["componentType"]])
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        start = view["byteOffset"] + accessor["byteOffset"]
        found = np.frombuffer(buffer, kind, accessor["count"] * width, start).reshape(-1, width)
        return found / np.iinfo(kind).max if accessor.get("normalized") else found

    return values


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


# -- every other line of the contract, read from the file itself ------------------------------------------------


def test_names_are_ascii_and_unique_and_every_root_tells_what_it_is(document):
    names = [n["name"] for n in document["nodes"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in names)
    apart = ("compass", "camera-", "light-")
    for number in document["scenes"][0]["nodes"]:
        node = document["nodes"][number]
        if not node["name"].startswith(apart):
            assert node["extras"]["id"] == node["name"]
            assert re.search(r"[\u3400-\u9fff]", node["extras"]["label"]), node["name"]
            assert node["extras"]["label_en"].isascii()


def test_same_input_gives_the_same_file_again(path, plan, tmp_path):
    scene = assemble(plan, stage(plan, sections=(SECTION,)), lod=1)
    options = {"clips": "both", "cameras": standard_cameras(plan), "sun": SUN}
    assert write_glb(scene, tmp_path / "again.glb", **options).read_bytes() == path.read_bytes()


def test_evidence_quotes_a_clause_or_gives_a_reason(document):
    rows = [row for n in document["nodes"] for row in n.get("extras", {}).get("evidence", ())]
    assert len(rows) > 100
    for row in rows:
        assert set(row) >= {"clause", "speaker", "passage", "chi", "metres", "certainty"}
        assert row["certainty"] in ("stated", "glossed", "inferred", "conjectured")
        assert row["clause"] or row["reason"]


def test_origin_is_the_middle_of_the_south_edge_of_the_hall_at_court_level(path, plan):
    file = trimesh.load_scene(path)
    corners = []
    for name in file.graph.nodes_geometry:
        turn, shape = file.graph[name]
        above, at = file.graph.transforms.parents.get(name), name
        while above is not None and at != "platform":
            at, above = above, file.graph.transforms.parents.get(above)
        if at == "platform":
            corners.append(trimesh.transform_points(file.geometry[shape].bounds, turn))
    low, high = np.min(np.vstack(corners), axis=0), np.max(np.vstack(corners), axis=0)
    unit = float(plan.ground.metres_per_chi)
    wide, deep, tall = (float(plan.ground.chi(f"platform.{k}")) * unit for k in ("width", "depth", "height"))
    assert low == pytest.approx([-wide / 2, 0, -deep], abs=1e-3)
    assert high == pytest.approx([wide / 2, tall, 0], abs=1e-3)


def test_keys_of_the_file_are_such_as_no_reader_misreads(document, array):
    for animation in document["animations"]:
        steps = animation["extras"].get("sections", [animation["extras"]])[-1]["steps"]
        end = max(document["accessors"][s["input"]]["max"][0] for s in animation["samplers"])
        assert end >= np.float32(steps[-1]["end"])
        moved = [(c["target"]["node"], c["target"]["path"]) for c in animation["channels"]]
        assert len(set(moved)) == len(moved)
        for channel in animation["channels"]:
            sampler, path = animation["samplers"][channel["sampler"]], channel["target"]["path"]
            times, values = array(sampler["input"])[:, 0], array(sampler["output"])
            assert len(times) == len(values)
            assert times[0] == 0
            assert len(times) == 1 or (
                times[-1] == np.float32(end) and np.diff(times.astype(np.float64)).min() >= 0.005
            )
            assert np.isfinite(values).all()
            assert "matrix" not in document["nodes"][channel["target"]["node"]]
            if path == "rotation":
                assert np.abs(np.linalg.norm(values, axis=1) - 1).max() < 1e-4
                assert (np.einsum("ij,ij->i", values[1:], values[:-1]) > 0).all()
            if path == "scale":
                assert values.min() >= 0


def test_what_is_carried_comes_and_goes_by_steps_of_scale(document, array):
    (animation,) = (a for a in document["animations"] if a["name"] == "rite")
    shown = 0
    for channel in animation["channels"]:
        node = document["nodes"][channel["target"]["node"]]
        kind = node.get("extras", {}).get("kind")
        if channel["target"]["path"] != "scale" or kind in (None, "person"):
            continue
        sampler = animation["samplers"][channel["sampler"]]
        assert sampler["interpolation"] == "STEP"
        assert set(array(sampler["output"]).ravel().tolist()) <= {0.0, 1.0}
        shown += 1
    assert shown


def test_sheets_are_seen_from_both_sides_and_bodies_from_without(document):
    sheets = ("cloth", "silk", "hide", "feather", "rush", "border", "cover", "leaf", "grass", "dress-")
    for material in document["materials"]:
        if material.get("doubleSided"):
            assert any(word in material["name"] for word in sheets), material["name"]


def test_colours_of_the_palette_stand_in_linear_light(document, scene):
    for material in document["materials"]:
        colour = material["pbrMetallicRoughness"]["baseColorFactor"]
        assert colour == pytest.approx([*(linear(c) for c in scene.materials[material["name"]].rgb), 1], abs=1e-5)


def test_hard_edges_have_normals_of_their_own(document, array):
    (platform,) = (n for n in document["nodes"] if n["name"] == "platform")
    split = 0
    for part in document["meshes"][platform["mesh"]]["primitives"]:
        corners, normals = array(part["attributes"]["POSITION"]), array(part["attributes"]["NORMAL"])
        assert np.abs(np.linalg.norm(normals, axis=1) - 1).max() < 1e-3
        at: dict[bytes, list[np.ndarray]] = {}
        for corner, normal in zip(corners, normals, strict=True):
            at.setdefault(corner.tobytes(), []).append(normal)
        split += sum(min(a @ b for a, b in itertools.combinations(n, 2)) < 0.1 for n in at.values() if len(n) > 1)
    assert split >= 8


def test_keys_have_few_digits_so_that_they_pack_small(document, array):
    """Places to 1/1024 m; of a turn the three lesser numbers to eight steps of 16 bits. Else the file packs to half its size only."""
    places, turns = [], []
    for animation in document["animations"]:
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            if channel["target"]["path"] == "translation":
                places.append(array(sampler["output"]).astype(np.float64).ravel() * 1024)
            elif channel["target"]["path"] == "rotation":
                turns.append(np.sort(np.abs(array(sampler["output"]) * 32767), axis=1)[:, :3].ravel() / 8)
    for values in (np.concatenate(places), np.concatenate(turns)):
        # The few keys made where two sections meet lie between.
        assert np.mean(np.abs(values - np.round(values)) < 1e-3) > 0.97
