"""What lies under the pointer, measuring, names, search: all without a window."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from geometry.scene import Node, Scene
from layout.data import ASSETS
from viewer.anchors import crosses, cuts
from viewer.camera import Camera
from viewer.labels import Name, owns
from viewer.model import Model
from viewer.nameable import Names
from viewer.pack import grade_of, node_grades, pack, rest_matrices
from viewer.picking import Picker, owner, snap
from viewer.placing import place_names
from viewer.quantities import quantity, told_measure
from viewer.ruler import distance, scale_bar
from viewer.search import Index, pinyin, plain
from viewer.text import drawable, has_glyph, shorten, width, wrap

DOWN = np.array([0.0, -1.0, 0.0])


def test_a_ray_meets_the_nearest_thing(model: Model) -> None:
    hit = model.picker.pick(model.rest, np.array([0.0, 50.0, -5.0]), DOWN)
    assert hit is not None
    assert model.scene.nodes[hit.node].name == "roof"
    assert hit.point[1] == pytest.approx(4.6, abs=1e-4)
    assert hit.normal == pytest.approx((0, 1, 0), abs=1e-6)


def test_what_is_hidden_lets_the_ray_pass(model: Model) -> None:
    hidden = model.packed.hidden(["roof"])
    hit = model.picker.pick(model.rest, np.array([0.0, 50.0, -5.0]), DOWN, hidden)
    assert hit is not None
    assert model.scene.nodes[hit.node].name == "platform"


def test_a_ray_into_the_sky_meets_nothing(model: Model) -> None:
    assert model.picker.pick(model.rest, np.array([0.0, 50.0, 0.0]), -DOWN) is None


def test_picking_agrees_with_trying_every_triangle(stage: Scene) -> None:
    packed, world = pack(stage), rest_matrices(stage.nodes).astype(float)
    picker, rng = Picker(packed), np.random.default_rng(7)
    triangles, owners = [], []
    for i, number in enumerate(packed.node):
        shape = packed.shapes[packed.first_shape[i]]
        points = shape.vertices["position"] @ world[number][:3, :3].T + world[number][:3, 3]
        for face in np.concatenate([shape.faces, shape.faces_double]):
            triangles.append(points[face])
            owners.append(int(number))
    corners = np.array(triangles)
    for _ in range(60):
        origin = rng.uniform((-20, 0.5, -15), (20, 12, 40))
        way = rng.normal(size=3)
        way /= np.linalg.norm(way)
        a, ab, ac = corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        side = np.cross(way, ac)
        size = np.einsum("ni,ni->n", ab, side)
        with np.errstate(all="ignore"):
            u = np.einsum("ni,ni->n", origin - a, side) / size
            turned = np.cross(origin - a, ab)
            v, t = turned @ way / size, np.einsum("ni,ni->n", ac, turned) / size
            good = (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 1e-6)
        hit = picker.pick(world, origin, way, None, 1e-6)
        if not good.any():
            assert hit is None
        else:
            assert hit is not None
            assert hit.distance == pytest.approx(t[good].min(), abs=1e-5)


def test_pointing_at_a_part_means_the_person(model: Model) -> None:
    head = model.packed.index["guest-head"]
    found = owner(model.scene.nodes, model.packed.index.__getitem__, head)
    assert model.scene.nodes[found].name == "guest"


def test_measuring_snaps_to_corners_and_tells_chi_bu_and_metres(model: Model) -> None:
    hit = model.picker.pick(model.rest, np.array([9.98, 50.0, -0.03]), DOWN, model.packed.hidden(["roof"]))
    assert hit is not None
    point, snapped = snap(hit, 0.1)
    assert snapped
    assert point == pytest.approx((10, 0.7, 0), abs=1e-5)
    assert snap(hit, 0.001) == (hit.point, False)
    told = distance((0, 0, 0), (0, 0, 69.3), 0.231).told()
    assert (told["chi"], told["bu"], told["metres"]) == ("300", "50", "69.30")
    assert distance((0, 0, 0), (3, 4, 0), 0.231).level == pytest.approx(3)


def test_the_scale_bar_says_bu_and_metres() -> None:
    pixels, ticks, words = scale_bar(0.01, 0.231)
    assert words == "1 步 = 6 尺 = 1.39 m"
    assert ticks == 6
    assert pixels == pytest.approx(138.6)
    assert scale_bar(1.0, 0.231)[0] <= 220


def test_no_stroke_goes_through_a_plate_or_under_what_will_lie_there() -> None:
    camera = Camera((0, 0, 20), (0, 0, 0), 40)
    # One above the other, so that the stroke from each would go through the plate of the next.
    column = [Name(n, (0.02 * n, 0.9 * n - 3.0, 0.0), f"名{n}", "a name of some length", 1.0, False) for n in range(8)]
    foot = (0.0, 620.0, 1280.0, 100.0)
    placed = place_names(column, camera, 1280, 720, covered=[foot])
    assert 4 <= len(placed) < 8
    for p in placed:
        start = (min(max(p.anchor[0], p.x + 5), p.x + p.w - 5), p.y if p.anchor[1] < p.y else p.y + p.h)
        assert p.anchor[1] <= 620
        for q in placed:
            assert q is p or not cuts(start, p.anchor, (q.x, q.y, q.x + q.w, q.y + q.h))
    assert not crosses((0, 0), (4, 0), (1, 1), (1, 3))
    assert crosses((0, 0), (4, 4), (0, 4), (4, 0))


def test_a_name_belongs_to_a_point_on_its_thing(model: Model) -> None:
    names = Names(model.packed, model.rest, "zh")
    picker = Picker(model.packed)
    nodes, index = model.packed.scene.nodes, model.packed.index
    looked = 0
    for name in names.find(model.rest, Camera((6, 12, 22), (0, 1, 0), 60)):
        if name.person:
            continue
        way = np.array(name.point) - (6, 12, 22)
        far = float(np.linalg.norm(way))
        hit = picker.pick(model.rest, np.array([6.0, 12.0, 22.0]), way / far, None, 0.05, far + 0.05)
        looked += hit is not None and owns(nodes, index, name.node, hit.node)
    assert looked >= 3


def test_certainty_is_that_of_the_principal_measure(stage: Scene) -> None:
    grades = dict(zip((n.name for n in stage.nodes), node_grades(stage.nodes), strict=True))
    assert (grades["platform"], grades["hall"], grades["roof"], grades["wall"]) == (0, 1, 2, 3)
    assert grades["target"] == 1
    assert grades["court"] == 4
    assert grade_of({"evidence": [{"certainty": "conjectured", "clause": "x"}, {"certainty": "stated"}]}) == 3
    assert grade_of({}) is None


def test_the_measure_on_a_plate_is_the_result_not_the_premise(stage: Scene) -> None:
    target = stage.node("target").extras
    assert told_measure(target, "target", "zh") == "廣 10 尺 = 2.31 m"
    assert told_measure(target, "target", "en") == "width 10 尺 = 2.31 m"
    assert told_measure({"evidence": [{"dimension": "x", "chi": "0", "metres": 0.0}]}, "x", "zh") == ""
    small = {"evidence": [{"dimension": "cup.height", "chi": "7/10", "metres": 0.1617}]}
    assert told_measure(small, "cup", "en") == "height 7 寸 = 0.16 m"


def test_what_another_thing_measures_is_not_told_of_this_one() -> None:
    steps = [{"dimension": "hall.width", "chi": "90", "metres": 20.79}]
    assert told_measure({"evidence": steps}, "hall", "zh") == "廣 90 尺 = 20.79 m"
    assert told_measure({"evidence": steps}, "eaves-east", "zh") == ""
    steps.append({"dimension": "wall-inner.thickness", "chi": "3/2", "metres": 0.3465})
    assert told_measure({"evidence": steps}, "gable-east", "zh") == "厚 1.5 尺 = 0.35 m"


def test_a_measure_of_each_target_has_its_word() -> None:
    for which in ("target", "target-near", "target-mixed", "target-great"):
        assert quantity(f"{which}.bottom", which, "zh") == "去地"
        assert quantity(f"{which}.post-top-x", which, "en") == "from the middle"


def test_names_keep_off_faces_and_off_each_other(model: Model) -> None:
    names = Names(model.packed, model.rest, "zh")
    camera = Camera((0, 3, 22), (0, 1, 0), 50)
    placed = place_names(names.find(model.rest, camera), camera, 1280, 720, heads=names.heads(model.rest))
    assert {p.name.main for p in placed} >= {"賓", "上射", "堂"}
    for i, a in enumerate(placed):
        assert a.x >= 0
        assert a.x + a.w <= 1280
        for b in placed[i + 1 :]:
            assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
    heads = camera.project(names.heads(model.rest), 16 / 9)
    for u, v, _ in heads:
        x, y = u * 1280, (1 - v) * 720 + 4
        assert not any(p.x < x < p.x + p.w and p.y < y < p.y + p.h for p in placed)


def test_a_thing_scaled_away_has_no_name(model: Model) -> None:
    names = Names(model.packed, model.rest, "en")
    world = model.rest.copy()
    world[model.packed.index["guest"]][:3, :3] = 0
    world[model.packed.index["guest-head"]][:3, :3] = 0
    found = names.find(world, Camera((0, 3, 22), (0, 1, 0), 50))
    assert "guest" not in {n.main for n in found}


@pytest.mark.parametrize(
    ("query", "first"),
    [("侯", "target"), ("hou", "target"), ("Target", "target"), ("water jar", "water-jar"), ("shàngshè", "archer-1-upper"), ("archer-1", "archer-1-upper"), ("初射", "section-18")],
)  # fmt: skip
def test_search_takes_characters_english_pinyin_and_ids(stage: Scene, query: str, first: str) -> None:
    assert Index(stage).find(query)[0].id == first


def test_every_section_is_found_by_pinyin() -> None:
    titles = re.findall(
        r"(?m)^§ \d+ (\S+) \|", "".join(p.read_text("utf-8") for p in (ASSETS / "rite").glob("*.score"))
    )
    assert len(titles) == 37
    for name in ("司正・司馬", "兕中", "玄酒", "北墉", *titles):
        assert not re.search(r"[\u4e00-\u9fff]", pinyin(name)), f"{name}: {pinyin(name)}"


def test_search_finds_nothing_for_nonsense(stage: Scene) -> None:
    assert Index(stage).find("qqqq") == []
    assert Index(stage).find("  ") == []
    assert pinyin("獲者適侯") == "huozhe適hou"
    assert plain("Sī-shè ’x") == "sishex"


def test_text_is_drawn_wrapped_and_cut() -> None:
    assert has_glyph("鵠")
    assert has_glyph("A")
    assert not has_glyph("\U0010fffe")
    assert drawable("侯", "target") == "侯"
    assert drawable("\U0010fffe", "target") == "target"
    lines = wrap("司射適堂西,袒決遂。The archery-master goes west", 16, 120)
    assert all(width(line, 16) <= 140 for line in lines)
    assert "".join(lines).replace(" ", "") == "司射適堂西,袒決遂。Thearchery-mastergoeswest"
    assert not any(line.startswith("。") for line in lines)
    assert shorten("上射揖進", 16, 40).endswith("…")


def test_what_is_counted_has_no_length() -> None:
    from viewer.labels import result_line

    steps: list[dict[str, object]] = [
        {"dimension": "step.count", "chi": "1", "metres": 0.231},
        {"dimension": "step.count", "chi": "3", "metres": None},
    ]
    assert result_line(steps) == "3"
    assert told_measure({"evidence": steps}, "x", "zh") == ""
    assert result_line(steps[:1]) == "1 尺 = 0.23 m"


def test_things_of_one_name_are_told_apart_by_whose_they_are(stage: Scene) -> None:
    dishes = [
        Node(name, extras={"id": name, "label": "薦", "label_en": "dishes"})
        for name in ("guest-dishes", "guest-relish", "archer-1-upper-dishes")
    ]
    index = Index(replace(stage, nodes=(*stage.nodes, *dishes)))
    found = index.find("guest")
    assert [f.id for f in found] == ["guest", "guest-dishes"], "people first; what looks alike only once"
    assert (found[1].whose, found[1].whose_en) == ("賓", "guest")
    assert [f.id for f in index.find("dishes")] == ["guest-dishes", "archer-1-upper-dishes"]
    assert index.find("guest-relish")[0].id == "guest-relish"


@pytest.mark.parametrize("query", ["shang she", "shàngshè", "shang4she4", "上射", "archer-1", "Upper"])
def test_a_person_is_found_with_tones_as_accents_numbers_or_not_at_all(stage: Scene, query: str) -> None:
    assert Index(stage).find(query)[0].id == "archer-1-upper"
