"""Failures that people met with neighbouring tools, each a test here; named after the kind of fault."""

from __future__ import annotations

import dataclasses
import errno
import json
import math
import os

import numpy as np
import pytest
import trimesh

from geometry.export.gltf import jsonable, to_gltf, write_glb
from geometry.export.still import at_moment, to_trimesh, write_still
from geometry.ground import build_ground
from geometry.palette import load_palette
from geometry.scene import Scene
from layout.choices import Choices, Company
from layout.errors import GroundError
from layout.evidence import derive
from layout.plan import lay_out
from support.scene import sample_scene


@pytest.fixture(scope="module")
def plan():
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="module")
def ground_scene(plan):
    nodes, meshes = build_ground(plan, 1)
    return Scene(load_palette(), meshes, tuple(nodes), (), {"metres_per_chi": 0.231})


def test_file_is_in_metres_not_in_chi(plan, ground_scene, tmp_path):
    path = write_glb(ground_scene, tmp_path / "ground.glb")
    scene = trimesh.load_scene(path)
    target, _ = scene.graph["target"]
    chi = float(-plan.ground.chi("target.y"))
    assert target[2, 3] == pytest.approx(chi * 0.231, abs=1e-3)


def test_east_is_right_of_one_who_faces_north(ground_scene, tmp_path):
    scene = trimesh.load_scene(write_glb(ground_scene, tmp_path / "ground.glb"))
    east, west = scene.graph["stairs-east"][0][:3, 3], scene.graph["stairs-west"][0][:3, 3]
    north = np.array([0.0, 0.0, -1.0])
    right = np.cross(north, [0.0, 1.0, 0.0])
    assert right @ (east - west) > 5


def test_reload_gives_the_same_bounds_and_names(ground_scene, tmp_path):
    scene = trimesh.load_scene(write_glb(ground_scene, tmp_path / "ground.glb"))
    ours = to_trimesh(ground_scene)
    low = np.min([m.bounds[0] for m in ours.values()], axis=0)
    high = np.max([m.bounds[1] for m in ours.values()], axis=0)
    assert np.allclose(scene.bounds, [low, high], atol=1e-3)
    assert {n.name for n in ground_scene.nodes} <= set(scene.graph.nodes)


@pytest.mark.node
def test_validator_accepts_the_whole_ground(ground_scene, tmp_path, node_json):
    (report,) = node_json("validate.mjs", write_glb(ground_scene, tmp_path / "ground.glb"))
    assert report["issues"]["messages"] == []


def test_every_measured_thing_has_its_evidence(ground_scene):
    proven = [n for n in ground_scene.nodes if n.extras.get("evidence")]
    assert {"target", "screen", "platform", "stairs-west", "basin"} <= {n.name for n in proven}
    for node in proven:
        for row in node.extras["evidence"]:
            assert set(row) >= {"clause", "speaker", "passage", "chi", "metres", "certainty"}
            assert row["certainty"] in ("stated", "glossed", "inferred", "conjectured")


def test_first_key_holds_the_pose_at_the_start_and_the_last_ends_the_clip():
    document, buffer = to_gltf(sample_scene(), clips="sections")
    for animation, end in zip(document["animations"], (4.0, 2.5), strict=True):
        for sampler in animation["samplers"]:
            times = document["accessors"][sampler["input"]]
            assert times["min"] == [0.0]
            assert times["max"] == [pytest.approx(end, abs=1e-6)]
    assert buffer


def test_times_increase_strictly_as_float32():
    document, buffer = to_gltf(sample_scene())
    for sampler in document["animations"][0]["samplers"]:
        accessor = document["accessors"][sampler["input"]]
        view = document["bufferViews"][accessor["bufferView"]]
        times = np.frombuffer(buffer, np.float32, accessor["count"], view["byteOffset"] + accessor["byteOffset"])
        assert (np.diff(times) > 0).all()


def test_steps_of_the_rite_are_named_in_the_file():
    document, _ = to_gltf(sample_scene())
    assert document["animations"][0]["extras"]["sections"][0]["steps"][0]["text"] == "上耦揖進"


def test_nan_in_the_evidence_is_refused():
    scene = sample_scene()
    node = dataclasses.replace(scene.nodes[0], extras={"evidence": [{"clause": "中十尺", "metres": math.nan}]})
    with pytest.raises(GroundError, match="nan"):
        to_gltf(dataclasses.replace(scene, nodes=(node, *scene.nodes[1:])))


def test_json_holds_every_kind_of_value():
    assert (
        json.dumps(jsonable({"a": (1, np.float32(0.5), {"z", "b"}), "b": None}))
        == '{"a": [1, 0.5, ["b", "z"]], "b": null}'
    )


def test_full_disk_leaves_no_half_file(tmp_path, monkeypatch):
    class Full:
        @staticmethod
        def pack(*args):
            raise OSError(errno.ENOSPC, "No space left on device")

    kept = tmp_path / "a.glb"
    kept.write_bytes(b"old")
    monkeypatch.setattr("geometry.export.gltf.struct", Full)
    with pytest.raises(OSError, match="No space"):
        write_glb(sample_scene(), kept)
    assert os.listdir(tmp_path) == ["a.glb"]
    assert kept.read_bytes() == b"old"


@pytest.mark.parametrize("ending", ["obj", "stl", "ply"])
def test_still_formats_are_read_back_with_the_same_bounds(tmp_path, ending):
    scene = at_moment(sample_scene(), 0, 3000)
    path = write_still(scene, tmp_path / f"a.{ending}")
    mesh = trimesh.load_mesh(path)
    ours = to_trimesh(scene)
    low = np.min([m.bounds[0] for m in ours.values()], axis=0)
    high = np.max([m.bounds[1] for m in ours.values()], axis=0)
    assert np.allclose(mesh.bounds, [low, high], atol=1e-4)


def test_still_scene_leaves_out_what_is_hidden():
    hidden = at_moment(sample_scene(), 0, 500)
    shown = at_moment(sample_scene(), 0, 2500)
    assert "cup" not in [n.name for n in hidden.nodes]
    assert "cup" in [n.name for n in shown.nodes]


def test_objects_of_an_obj_keep_their_names(tmp_path):
    text = write_still(at_moment(sample_scene(), 0, 3000), tmp_path / "a.obj").read_text()
    assert [line[2:] for line in text.splitlines() if line.startswith("o ")] == [
        "target",
        "guest-head",
        "guest-hand-left",
        "cup",
    ]
