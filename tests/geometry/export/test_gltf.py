"""The written file, read by programs that are not ours and by our own checks of what those do not see."""

from __future__ import annotations

import dataclasses
import json
import struct
from pathlib import Path

import numpy as np
import pytest

from geometry.export.check import check_scene
from geometry.export.gltf import Camera, linear, to_gltf, write_glb, write_gltf
from geometry.export.whole import join_clips
from geometry.sampler import Sampler
from geometry.scene import Clip, Mesh, Track
from layout.errors import GroundError
from support.scene import angle_between, sample_scene, world_frames


def read_glb(path: Path) -> tuple[dict, bytes]:
    data = path.read_bytes()
    magic, version, total = struct.unpack_from("<III", data)
    assert (magic, version, total) == (0x46546C67, 2, len(data))
    length, kind = struct.unpack_from("<II", data, 12)
    assert kind == 0x4E4F534A
    return json.loads(data[20 : 20 + length]), data[28 + length :]


@pytest.mark.node
@pytest.mark.parametrize("clips", ["whole", "sections", "both"])
def test_validator_finds_no_error_and_no_warning(tmp_path, node_json, clips):
    path = write_glb(
        sample_scene(),
        tmp_path / "a.glb",
        clips=clips,
        cameras=[Camera("hall", (5, 3, 5), (0, 1, 0))],
        sun=(0.7, 0.3, 0.6),
    )
    separate = write_gltf(sample_scene(), tmp_path / "b.gltf", clips=clips)
    for report in node_json("validate.mjs", path, separate):
        assert report["issues"]["messages"] == []


@pytest.mark.node
def test_three_js_gives_the_matrices_of_our_sampler(tmp_path, node_json):
    scene = sample_scene()
    path = write_glb(scene, tmp_path / "a.glb", clips="both")
    rng = np.random.default_rng(1)
    sampler = Sampler(scene)
    for number, clip in enumerate(scene.clips):
        times = sorted(int(t) for t in rng.integers(0, clip.duration, 25))
        result = node_json("world.mjs", path, clip.name, *(str(t / 1000) for t in times))
        assert result["duration"] == pytest.approx(clip.duration / 1000, abs=1e-3)
        frames = world_frames(result, scene)
        for t in times:
            ours = sampler.world(number, t)
            for n, theirs in enumerate(frames[str(t / 1000)]):
                assert np.abs(theirs[:3, 3] - ours[n, :3, 3]).max() <= 1e-3
                scale = np.linalg.norm(ours[n, :3, :3], axis=0)
                assert np.allclose(np.linalg.norm(theirs[:3, :3], axis=0), scale, atol=1e-3)
                if scale.min() > 0:
                    assert angle_between(theirs[:3, :3] / scale, ours[n, :3, :3] / scale) <= 0.1


@pytest.mark.node
def test_whole_clip_plays_the_sections_one_after_the_other(tmp_path, node_json):
    scene = sample_scene()
    path = write_glb(scene, tmp_path / "a.glb")
    times = [0.5, 2.0, 3.9, 4.5, 6.0]
    result = node_json("world.mjs", path, "rite", *map(str, times))
    sampler, frames = Sampler(scene), world_frames(result, scene)
    for t in times:
        clip, local = (0, t) if t < 4 else (1, t - 4)
        ours = sampler.world(clip, round(local * 1000))
        for n, node in enumerate(scene.nodes):
            assert np.abs(frames[str(t)][n] - ours[n]).max() < 2e-3, (t, node.name)


def test_label_is_raw_utf8_and_chunk_length_counts_bytes(tmp_path):
    document, _ = read_glb(write_glb(sample_scene(), tmp_path / "a.glb"))
    assert document["nodes"][0]["extras"]["label"] == "侯"
    assert "侯".encode() in (tmp_path / "a.glb").read_bytes()


def test_fraction_in_evidence_is_kept_as_text(tmp_path):
    document, _ = read_glb(write_glb(sample_scene(), tmp_path / "a.glb"))
    assert document["nodes"][0]["extras"]["evidence"][0]["chi"] == "10"


def test_nodes_have_trs_and_never_a_matrix():
    document, _ = to_gltf(sample_scene())
    assert all("matrix" not in node for node in document["nodes"])


def test_bounds_are_those_of_the_stored_float32():
    document, buffer = to_gltf(sample_scene())
    for accessor in document["accessors"]:
        if "min" not in accessor:
            continue
        view = document["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        start = view["byteOffset"] + accessor["byteOffset"]
        values = np.frombuffer(buffer, np.float32, accessor["count"] * width, start).reshape(-1, width)
        assert values.min(axis=0).tolist() == accessor["min"]
        assert values.max(axis=0).tolist() == accessor["max"]


def test_one_mesh_shown_many_times_is_stored_once():
    document, _ = to_gltf(sample_scene())
    assert len(document["meshes"]) == 1
    assert sum("mesh" in n for n in document["nodes"]) == 4


def test_same_scene_gives_same_bytes(tmp_path):
    assert (
        write_glb(sample_scene(), tmp_path / "a.glb").read_bytes()
        == write_glb(sample_scene(), tmp_path / "b.glb").read_bytes()
    )


def test_things_are_hidden_by_step_scale_without_extension():
    document, _ = to_gltf(sample_scene(), clips="sections")
    assert "extensionsRequired" not in document
    section = document["animations"][0]
    cup = next(n for n, node in enumerate(document["nodes"]) if node["name"] == "cup")
    channel = next(c for c in section["channels"] if c["target"] == {"node": cup, "path": "scale"})
    assert section["samplers"][channel["sampler"]]["interpolation"] == "STEP"


def test_clip_extras_carry_section_and_steps_in_seconds():
    document, _ = to_gltf(sample_scene())
    (whole,) = document["animations"]
    assert whole["name"] == "rite"
    sections = whole["extras"]["sections"]
    assert [(s["section"], s["start"], s["end"]) for s in sections] == [(18, 0.0, 4.0), (19, 4.0, 6.5)]
    assert sections[0]["steps"] == [{"text": "上耦揖進", "start": 0.0, "end": 4.0}]


def test_joined_clip_keeps_every_rule_of_a_track():
    scene = sample_scene()
    whole = join_clips(scene)
    assert whole.duration == 6500
    check_scene(dataclasses.replace(scene, clips=(whole,)))


def test_colours_are_converted_to_linear():
    document, _ = to_gltf(sample_scene())
    red = document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"][0]
    assert red == pytest.approx(0.60383, abs=1e-4)
    assert linear(1.0) == pytest.approx(1.0)


# -- bad geometry is refused before writing, and named -------------------------------------------------------


def _with_positions(scene, positions):
    part = dataclasses.replace(scene.meshes["box"].primitives[0], positions=positions)
    return dataclasses.replace(scene, meshes={"box": Mesh("box", (part,))})


def test_nan_vertex_is_refused_naming_object_and_clause(tmp_path):
    scene = sample_scene()
    positions = scene.meshes["box"].primitives[0].positions.copy()
    positions[3, 1] = np.nan
    with pytest.raises(GroundError, match=r"target.*中十尺.*not a finite number"):
        write_glb(_with_positions(scene, positions), tmp_path / "a.glb")
    assert list(tmp_path.iterdir()) == []


def test_zero_normal_is_refused():
    scene = sample_scene()
    normals = scene.meshes["box"].primitives[0].normals.copy()
    normals[0] = 0
    part = dataclasses.replace(scene.meshes["box"].primitives[0], normals=normals)
    with pytest.raises(GroundError, match="unit length"):
        to_gltf(dataclasses.replace(scene, meshes={"box": Mesh("box", (part,))}))


def test_mesh_without_triangles_is_refused():
    scene = sample_scene()
    part = dataclasses.replace(scene.meshes["box"].primitives[0], faces=np.zeros((0, 3), dtype=np.uint32))
    with pytest.raises(GroundError, match="no triangles"):
        to_gltf(dataclasses.replace(scene, meshes={"box": Mesh("box", (part,))}))


def test_node_named_twice_is_refused():
    scene = sample_scene()
    with pytest.raises(GroundError, match="'cup' stands twice"):
        to_gltf(dataclasses.replace(scene, nodes=(*scene.nodes, scene.nodes[-1])))


def test_non_ascii_node_name_is_refused():
    scene = sample_scene()
    with pytest.raises(GroundError, match="ASCII"):
        to_gltf(dataclasses.replace(scene, nodes=(dataclasses.replace(scene.nodes[0], name="侯"), *scene.nodes[1:])))


@pytest.mark.parametrize(
    ("times", "values", "path", "problem"),
    [
        ([5, 100], [[0, 0, 0], [1, 1, 1]], "translation", "first key"),
        ([-40, 100], [[0, 0, 0], [1, 1, 1]], "translation", "first key"),
        ([0, 3], [[0, 0, 0], [1, 1, 1]], "translation", "less than 5 ms"),
        ([0, 9000], [[0, 0, 0], [1, 1, 1]], "translation", "after the end"),
        ([0, 10], [[0, 0, 0], [np.inf, 1, 1]], "translation", "not a finite"),
        ([0, 10], [[0, 0, 0, 1], [0, 0, 0, 2]], "rotation", "unit quaternion"),
        ([0, 10], [[0, 0, 0, 1], [0, 0.1, 0, -0.99498744]], "rotation", "flips sign"),
        ([0, 10], [[1, 1, 1], [-1, 1, 1]], "scale", "negative scale"),
    ],
)
def test_track_that_readers_misread_is_refused(times, values, path, problem):
    scene = sample_scene()
    track = Track("guest", path, np.array(times), np.array(values, dtype=float))
    with pytest.raises(GroundError, match=problem):
        to_gltf(dataclasses.replace(scene, clips=(Clip("section-1", 4000, (track,)),)))
