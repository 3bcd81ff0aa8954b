"""Failures that people met with neighbouring tools, each a test here; named after the kind of fault."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import math
import os
import resource
import signal
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import trimesh

from geometry.export.animation import Clips
from geometry.export.extras import jsonable
from geometry.export.gltf import to_gltf, write_glb, write_gltf
from geometry.export.report import read_file, report_rows
from geometry.export.still import at_moment, to_trimesh, write_still
from geometry.ground import build_ground
from geometry.palette import load_palette
from geometry.scene import Clip, Scene, Track
from geometry.solids import outline, prism
from layout.choices import Choices, Company
from layout.errors import GroundError
from layout.evidence import derive
from layout.plan import lay_out
from layout.plan.checks.model import Report
from layout.plan.checks.room import check_things
from layout.plan.shapes import placed, rectangle
from shegong.cli import main
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
            assert row["clause"] or row["reason"], (node.name, row)


def test_count_of_the_evidence_has_no_metres(ground_scene):
    rows = [r for n in ground_scene.nodes for r in n.extras.get("evidence", ()) if r.get("dimension") == "step.count"]
    assert {(r["chi"], r["metres"]) for r in rows if "等" in r["clause"] or r["chi"] == "3"} >= {("3", None)}


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


WRITERS = {"glb": write_glb, "gltf": write_gltf, "obj": write_still, "stl": write_still, "ply": write_still}


@pytest.fixture
def full_disk(monkeypatch) -> Iterator[None]:
    """No file of this process may grow beyond 500 bytes: writing fails midway, as on a full disk."""
    # A module first imported meanwhile would leave its compiled form cut short for every process after.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("ending", WRITERS)
def test_full_disk_leaves_no_half_file(tmp_path, full_disk, ending):
    scene = at_moment(sample_scene(), 0, 3000)
    kept = tmp_path / f"a.{ending}"
    kept.write_bytes(b"old")
    with pytest.raises(OSError, match=r"too large|No space"):
        WRITERS[ending](scene, kept)
    assert os.listdir(tmp_path) == [kept.name]
    assert kept.read_bytes() == b"old"


@pytest.fixture
def quick(monkeypatch, plan, ground_scene):
    """The command without the work of building."""
    monkeypatch.setattr("shegong.build.build_plan", lambda *_: plan)
    monkeypatch.setattr("shegong.build.build_scene", lambda *_, **__: ground_scene)


def test_full_disk_is_one_line_of_the_command(tmp_path, quick, full_disk, capsys):
    assert main(["export", str(tmp_path / "a.glb"), "--only", "ground"]) == 2
    error = capsys.readouterr().err
    assert "a.glb" in error
    assert error.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_closed_pipe_leaves_the_whole_file(tmp_path, quick, monkeypatch, capfd):
    """The reader of what the command prints has gone: the file is there, whole, and it is no error."""
    reader, writer = os.pipe()
    os.close(reader)
    gone = os.fdopen(writer, "w", buffering=1)
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", gone)
        assert main(["export", str(tmp_path / "a.glb"), "--only", "ground", "--report"]) == 0
    with contextlib.suppress(BrokenPipeError):
        gone.close()
    assert capfd.readouterr().err == ""
    assert os.listdir(tmp_path) == ["a.glb"]
    assert read_file(tmp_path / "a.glb").size == (tmp_path / "a.glb").stat().st_size


@pytest.mark.parametrize("ending", ["obj", "stl", "ply"])
def test_still_formats_are_read_back_with_the_same_bounds(tmp_path, ending):
    scene = at_moment(sample_scene(), 0, 3000)
    path = write_still(scene, tmp_path / f"a.{ending}")
    mesh = trimesh.load_mesh(path)
    ours = to_trimesh(scene)
    low = np.min([m.bounds[0] for m in ours.values()], axis=0)
    high = np.max([m.bounds[1] for m in ours.values()], axis=0)
    assert np.allclose(mesh.bounds, [low, high], atol=1e-4)
    assert len(mesh.faces) == sum(len(m.faces) for m in ours.values())
    assert mesh.area == pytest.approx(sum(m.area for m in ours.values()), rel=1e-4)


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


# -- names, outlines, neighbours ------------------------------------------------------------------------------


def test_labels_beyond_the_basic_plane_arrive_whole(tmp_path):
    scene = sample_scene()
    named = dataclasses.replace(scene.nodes[0], extras={"label": "𥜗个侯"})
    path = write_glb(dataclasses.replace(scene, nodes=(named, *scene.nodes[1:])), tmp_path / "a.glb")
    assert read_file(path).document["nodes"][0]["extras"]["label"] == "𥜗个侯"
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    assert length % 4 == 0
    assert data[20 : 20 + length].rstrip(b" ").endswith(b"}")


def test_two_of_one_label_are_both_there_and_named_alike_each_time(tmp_path):
    scene = sample_scene()
    twins = [dataclasses.replace(scene.nodes[0], name=f"pair-{n}", extras={"label": "耦"}) for n in (1, 2)]
    scene = dataclasses.replace(scene, nodes=(*scene.nodes, *twins))
    found = []
    for name in ("a.glb", "b.glb"):
        nodes = read_file(write_glb(scene, tmp_path / name)).document["nodes"]
        found.append([n["name"] for n in nodes])
        assert sum(n.get("extras", {}).get("label") == "耦" for n in nodes) == 2
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0])


def test_compass_tells_where_north_is(tmp_path):
    document = read_file(write_glb(sample_scene(), tmp_path / "a.glb")).document
    (compass,) = (n for n in document["nodes"] if n["name"] == "compass")
    assert compass["extras"]["north"] == [0, 0, -1]
    assert compass["extras"]["east"] == [1, 0, 0]
    east, north = np.array(compass["extras"]["east"]), np.array(compass["extras"]["north"])
    assert np.cross(east, north).tolist() == [0, 1, 0]


SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
HOLE = [(1, 1), (2, 1), (2, 2), (1, 2)]


@pytest.mark.parametrize("ring", [SQUARE, SQUARE[::-1]])
@pytest.mark.parametrize("hole", [HOLE, HOLE[::-1]])
def test_rings_may_run_either_way(ring, hole):
    body = prism(outline(ring, "hall", "hall.width", [hole]), 0, 2)
    assert body.volume == pytest.approx(30)
    assert body.is_watertight


@pytest.mark.parametrize("hole", [[(0, 2), (1, 1), (1, 3)], [(0, 1), (1, 1), (1, 2), (0, 2)]])
def test_hole_that_touches_the_outline_is_refused_by_name(hole):
    with pytest.raises(GroundError, match=r"hall \(hall.width\)"):
        outline(SQUARE, "hall", "hall.width", [hole])


def test_neighbours_that_touch_do_not_overlap(plan):
    """Three bays of a tenth beside a wall at three tenths: 0.1 * 3 is no 0.3 in floats."""
    tenth, size = Fraction(1, 10), (Fraction(1, 10), Fraction(2))
    mat = plan.footprints["guest-mat"]

    def at(name, x):
        ring = placed(rectangle(*size), x, Fraction(0), Fraction(0))
        return dataclasses.replace(mat, id=name, x=x, y=Fraction(0), ring=ring)

    row = {f"bay-{n}": at(f"bay-{n}", tenth * n + tenth / 2) for n in range(3)}
    row["wall-east"] = at("wall-east", Fraction(3, 10) + tenth / 2)
    report = Report()
    check_things(dataclasses.replace(plan, footprints=row), report)
    assert report.total["things-apart"] == 6
    assert report.violations == []
    row["wall-east"] = at("wall-east", Fraction(3, 10) + tenth / 2 - Fraction(1, 1000))
    check_things(dataclasses.replace(plan, footprints=row), report)
    assert [v.who for v in report.violations] == [("bay-2", "wall-east")]


# -- the report, and options that contradict one another ------------------------------------------------------


@pytest.mark.parametrize("ending", ["glb", "gltf"])
def test_report_accounts_for_every_byte(tmp_path, ending):
    path = WRITERS[ending](sample_scene(), tmp_path / f"a.{ending}")
    rows = {r["part"]: r for r in report_rows(path)}
    size = sum(p.stat().st_size for p in tmp_path.iterdir())
    assert rows["file"]["bytes"] == size
    assert sum(r["bytes"] or 0 for n, r in rows.items() if n != "file") == size
    assert 0 <= rows["other"]["bytes"] < 600
    assert rows["triangles"]["count"] == 4 * 12
    assert rows["nodes"]["detail"] == "1 people"
    assert rows["evidence"]["count"] == 1
    assert rows["no evidence"]["detail"] == "cup"
    assert rows["clip rite"]["detail"].startswith("6.5 s, 4 channels")
    assert rows["meshes"]["bytes"] > 0
    assert rows["animation"]["bytes"] > 0


def test_report_for_a_reader_says_sizes_shares_and_titles(tmp_path, capsys):
    path = write_glb(sample_scene(), tmp_path / "a.glb", clips="both")
    assert main(["inspect", str(path)]) == 0
    lines = {line.split("│")[0].strip(): line for line in capsys.readouterr().out.splitlines()}
    assert "100%" in lines["file"]
    assert "kB" in lines["file"]
    assert "packs to" in lines["gzip"]
    assert "2 sections" in lines["clip rite"]
    assert str(sample_scene().clips[0].extras["title"]) in lines["clip section-18"]
    assert "images" not in lines


def test_inspect_reads_files_and_refuses_what_is_none(tmp_path, capsys):
    path = write_glb(sample_scene(), tmp_path / "a.glb")
    assert main(["inspect", str(path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "part": "file",
        "count": 1,
        "bytes": path.stat().st_size,
        "detail": "a.glb",
    }
    data = path.read_bytes()
    separate = write_gltf(sample_scene(), tmp_path / "b.gltf")
    (tmp_path / "b.bin").unlink()
    for name, content in (("cut.glb", data[:-8]), ("head.glb", data[:15]), ("c.gltf", b"{}"), ("d.glb", b"no")):
        (tmp_path / name).write_bytes(content)
        assert main(["inspect", str(tmp_path / name)]) == 2
    for n, part in enumerate(
        ('"nodes":5', '"meshes":[{}]', '"nodes":[7]', '"animations":[{"channels":[{}],"samplers":[]}]')
    ):
        (tmp_path / f"odd-{n}.gltf").write_text(f'{{"asset":{{"version":"2.0"}},{part}}}')
        assert main(["inspect", str(tmp_path / f"odd-{n}.gltf")]) == 2
    for path in (separate, tmp_path / "none.glb"):
        assert main(["inspect", str(path)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 10
    assert all(line.startswith("shegong: ") for line in errors)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("a.glb", ["--at", "18", "--sections", "18-19"], "leave out --sections"),
        ("a.obj", ["--sections", "18"], "use --at"),
        ("a.glb", ["--still", "--clips", "both"], "no clips"),
        ("a.obj", ["--only", "people"], "add --at"),
        ("a.stl", ["--at", "18", "--cameras"], "neither cameras nor lights"),
        ("a.ply", ["--at", "18", "--sun"], "neither cameras nor lights"),
        ("a.glb", ["--only", "ground", "--sections", "18"], "leave out --sections 18"),
        ("a.glb", ["--only", "ground", "--clips", "both"], "leave out --clips both"),
        ("a.obj", ["--only", "ground", "--at", "18+4"], "leave out --at 18+4"),
    ],
)
def test_contradictions_are_refused(tmp_path, capsys, name, options, message):
    assert main(["export", str(tmp_path / name), *options]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_every_known_failure_has_its_test():
    """The list of failures met elsewhere names a test for each, and the test is there."""
    here = Path(__file__).parent
    rows = [line.split("\t") for line in (here / "cases.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    assert len(rows) == len({row[0] for row in rows}) == 17
    for case, area, _fault, where in rows:
        assert area in ("gltf", "anim", "plan"), case
        for place in where.split(", "):
            file, _, test = place.partition("::")
            assert f"def {test}(" in (here.parents[1] / file).read_text(encoding="utf-8"), (case, place)


# -- late in a long rite, and where something turns about between two sections --------------------------------


def _late_scene(turn: float = math.pi) -> Scene:
    """Ten hours of rest, then a section that begins with the guest turned about by `turn`."""
    scene = sample_scene()
    end = (0.0, math.sin(turn / 2), 0.0, math.cos(turn / 2))
    before = np.array([[0.0, 0.0, 0.0, 1.0], [0.0, 0.0998334, 0.0, 0.9950042], [0.0, 0.0, 0.0, 1.0]])
    clips = [
        Clip(f"section-{n}", 11_999_987, (Track("guest", "rotation", np.array([0, 11_999_960, 11_999_980]), before),))
        for n in (1, 2, 3)
    ]
    after = Clip("section-4", 4000, (Track("guest", "rotation", np.array([0, 40]), np.array([end, end])),))
    return dataclasses.replace(scene, clips=(*clips, after))


def _keys(scene: Scene, clips: Clips) -> Iterator[tuple[np.ndarray, np.ndarray, bool]]:
    document, buffer = to_gltf(scene, clips=clips)

    def array(number: int) -> np.ndarray:
        accessor = document["accessors"][number]
        view = document["bufferViews"][accessor["bufferView"]]
        kind = {5126: np.float32, 5122: np.int16}[accessor["componentType"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        start = view["byteOffset"] + accessor["byteOffset"]
        return np.frombuffer(buffer, kind, accessor["count"] * width, start).reshape(-1, width).astype(np.float64)

    for animation in document["animations"]:
        for sampler in animation["samplers"]:
            yield array(sampler["input"])[:, 0], array(sampler["output"]), sampler.get("interpolation") == "STEP"


def _stored(clips: Clips, scene: Scene) -> tuple[int, list[np.ndarray]]:
    """Bytes of the values of all keys, and the values of every channel of the section clips."""
    document, buffer = to_gltf(scene, clips=clips)
    sizes = [v["byteLength"] for v in document["bufferViews"] if "target" not in v]
    found = []
    for animation in document["animations"]:
        for channel in animation["channels"] if animation["name"] != "rite" else ():
            accessor = document["accessors"][animation["samplers"][channel["sampler"]]["output"]]
            view = document["bufferViews"][accessor["bufferView"]]
            kind, width = (np.int16, 4) if accessor["type"] == "VEC4" else (np.float32, 3)
            start = view["byteOffset"] + accessor["byteOffset"]
            rows = np.frombuffer(buffer, kind, accessor["count"] * width, start).reshape(-1, width).astype(np.float64)
            found.append(rows * np.sign(rows[0][3] or 1) if width == 4 else rows)
    return sum(sizes), found


def test_clips_of_sections_share_the_keys_of_the_whole(tmp_path):
    """What the whole clip says is stored once, also where a turn stands there with the other sign."""
    walk = np.column_stack([np.arange(20) * 0.25, np.zeros(20), np.sin(np.arange(20))])
    half = np.linspace(0.2, 3.0, 20)
    turn = np.column_stack([np.zeros(20), np.sin(half), np.zeros(20), np.cos(half)])
    times = np.arange(20) * 100
    clips = tuple(
        Clip(
            f"section-{n}",
            4000,
            (Track("guest", "translation", times, walk * n + n), Track("guest", "rotation", times, turn * (-1) ** n)),
            {"section": n, "steps": []},
        )
        for n in (1, 2, 3)
    )
    scene = dataclasses.replace(sample_scene(), clips=clips)
    (whole, _), (apart, alone), (both, shared) = (_stored(c, scene) for c in ("whole", "sections", "both"))
    assert both - whole < apart / 2
    assert len(alone) == len(shared) == 6
    for a, b in zip(alone, shared, strict=True):
        assert np.array_equal(a, b)
    report = {r["part"]: r for r in report_rows(write_glb(scene, tmp_path / "both.glb", clips="both"))}
    assert report["animation"]["bytes"] == both
    assert 0 <= report["other"]["bytes"] < 600


@pytest.mark.parametrize("clips", ["whole", "sections"])
def test_keys_stay_five_ms_apart_after_float32_rounding_late_in_the_rite(clips):
    for times, _, _ in _keys(_late_scene(), clips):
        assert len(times) == 1 or np.diff(times).min() >= 0.005
    for times, _, _ in _keys(sample_scene(), clips):
        assert len(times) == 1 or np.diff(times).min() >= 0.005


@pytest.mark.parametrize("turn", [math.pi, -math.pi, math.pi - 1e-4, math.pi + 1e-4])
def test_half_turn_between_sections_goes_through_a_middle_key(turn):
    turned = 0.0
    for _, values, step in _keys(_late_scene(turn), "whole"):
        if values.shape[1] == 4 and not step:
            unit = values / np.linalg.norm(values, axis=1, keepdims=True)
            dots = np.einsum("ij,ij->i", unit[1:], unit[:-1])
            assert dots.min() > 0.5
            turned += float(np.degrees(2 * np.arccos(np.clip(dots, -1, 1))).max())
    assert turned == pytest.approx(90, abs=1)


def test_quarter_turns_to_either_side_meet_in_the_middle():
    """Their product is nought but for rounding, and may come out below it: the key on the way keeps the sign of both."""
    half = math.sqrt(0.5)
    for a, b in itertools.product(itertools.product((half, -half, 0.7071067811865476), repeat=2), repeat=2):
        scene = sample_scene()
        clips = tuple(
            Clip(
                f"section-{n}", 4000, (Track("guest", "rotation", np.zeros(1, np.int64), np.array([[0.0, y, 0.0, w]])),)
            )
            for n, (y, w) in enumerate((a, b), 1)
        )
        for _, values, step in _keys(dataclasses.replace(scene, clips=clips), "whole"):
            if values.shape[1] == 4 and not step:
                assert (np.einsum("ij,ij->i", values[1:], values[:-1]) > 0).all()


@pytest.mark.parametrize("key", ["hall.width", "lane.length"])
def test_absurd_size_is_refused_by_name_before_anything_is_built(tmp_path, capsys, key):
    assert main(["export", str(tmp_path / "a.glb"), "--set", f"{key}=9999999"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"shegong: {key} (")
    assert "expected at most" in error
    assert error.count("\n") == 1
    assert os.listdir(tmp_path) == []
