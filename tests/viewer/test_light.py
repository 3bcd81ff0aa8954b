"""Light, sky grid, shadow maps and instances: the numbers behind the pictures."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.scene import Scene
from viewer.camera import Camera
from viewer.instances import SIGNS, batch, boxes, frame, in_view, levels, sizes, spread, strips, touched
from viewer.light import GRADES, colour, looks
from viewer.model import Model
from viewer.pack import make_shape, moving_nodes, pack, rest_matrices
from viewer.shadow import cascades
from viewer.skygrid import SkyGrid, ambient, bake, light_matrix, open_sky


def test_the_sun_stands_in_the_south_east() -> None:
    assert looks().lamp("morning").to_sun() == pytest.approx((0.70, 0.34, 0.63), abs=0.01)
    assert looks().lamp("evening").to_sun() == pytest.approx((-0.54, 0.44, 0.72), abs=0.01)
    assert colour("#FF0080") == pytest.approx((1, 0, 128 / 255))
    assert set(GRADES) < set(looks().evidence)


def test_the_sampler_and_the_rest_pose_agree(model: Model, stage: Scene) -> None:
    assert rest_matrices(stage.nodes) == pytest.approx(model.world(0, 0), abs=1e-5)


def test_only_what_has_a_track_moves(stage: Scene) -> None:
    moved = {n.name for n, m in zip(stage.nodes, moving_nodes(stage), strict=True) if m}
    assert moved == {"archer-1-upper", "archer-1-upper-body", "archer-1-upper-head", "archer-1-upper-hand-right"}


def test_welding_loses_no_triangle(stage: Scene) -> None:
    shape = make_shape(stage.meshes["jar"], stage.materials)
    assert len(shape.vertices) == 24
    part = stage.meshes["jar"].primitives[0]
    corners = shape.vertices["position"][shape.faces]
    assert np.allclose(corners, part.positions[part.faces])
    assert shape.glossy
    target = make_shape(stage.meshes["target"], stage.materials)
    assert len(target.faces) == 0
    assert len(target.faces_double) == 12
    assert (target.vertices["surface"][:, 1] == 255).all()


def test_instances_behind_the_eye_and_scaled_away_are_not_drawn(model: Model) -> None:
    packed = model.packed
    now = frame(packed, model.rest)
    camera = Camera((0, 3, 22), (0, 1, 0), 50)
    seen = in_view(camera.matrix(16 / 9), now.centre, now.radius)
    names = {packed.scene.nodes[n].name for n in packed.node[seen]}
    assert "guest-body" in names
    assert "target" not in names
    world = model.rest.copy()
    world[packed.index["jar"]][:3, :3] = 0
    assert not frame(packed, world).shown[list(packed.node).index(packed.index["jar"])]


def test_rows_go_to_the_region_of_their_shape_and_level(model: Model) -> None:
    packed = model.packed
    base = np.concatenate([[0], np.cumsum(packed.capacity)[:-1]])
    now = frame(packed, model.rest)
    level = levels(packed, sizes(now, np.array([0, 2, 60.0]), 360.0, False))
    rows = batch(packed, now, now.shown, level, base)
    assert rows.counts.sum() == now.shown.sum()
    bodies = [i for i, n in enumerate(packed.node) if packed.scene.nodes[n].name.endswith("-body")]
    shape = packed.first_shape[bodies[0]] + level[bodies[0]]
    assert packed.shapes[shape].id == "body-far"
    assert rows.counts[shape] == 2
    assert rows.rows[base[shape], 3] == pytest.approx(now.rows[bodies[0], 3])


def test_shadow_maps_hold_what_is_seen() -> None:
    to_sun = looks().lamp("morning").to_sun()
    camera = Camera((0, 3, 22), (0, 1, 0), 50)
    centre, radius = np.array([[0.0, 1, 0], [5.0, 1, 10]]), np.array([2.0, 2.0])
    for count in (1, 2):
        maps = cascades(camera, 16 / 9, to_sun, centre, radius, 1024, count)
        assert len(maps) == count
        clip = (maps[-1].matrix @ np.array([[0, 1, 0, 1.0], [5, 1, 10, 1.0]]).T).T
        assert (np.abs(clip[:, :3]) <= 1).all()
    assert maps[0].texel <= maps[1].texel
    # A point nearer to the sun comes first.
    here, there = (maps[1].matrix @ np.append(p, 1.0) for p in (centre[0], centre[0] + to_sun))
    assert there[2] < here[2]
    moved = cascades(camera.pan(0.002, 0), 16 / 9, to_sun, centre, radius, 1024, 1)
    assert moved[0].matrix == pytest.approx(cascades(camera, 16 / 9, to_sun, centre, radius, 1024, 1)[0].matrix)


def test_nothing_to_cast_is_no_map() -> None:
    assert (
        cascades(Camera((0, 3, 22), (0, 1, 0)), 1.5, np.array([0, 1.0, 0]), np.zeros((0, 3)), np.zeros(0), 64, 2) == []
    )


def test_under_a_roof_there_is_less_sky_and_it_comes_from_the_open_side() -> None:
    """A roof over the half x < 0 at height 3: depth maps of one plane, made by hand."""

    def depth_of(matrix: np.ndarray) -> np.ndarray:
        u, v = np.meshgrid((np.arange(64) + 0.5) / 32 - 1, (np.arange(64) + 0.5) / 32 - 1)
        ways = np.linalg.inv(matrix)
        near = np.stack([u, v, -np.ones_like(u), np.ones_like(u)], -1) @ ways.T
        far = np.stack([u, v, np.ones_like(u), np.ones_like(u)], -1) @ ways.T
        share = (3.0 - near[..., 1]) / (far[..., 1] - near[..., 1])
        x = near[..., 0] + share * (far[..., 0] - near[..., 0])
        return np.where((x < 0) & (share > 0) & (share < 1), share, 1.0).astype(np.float32)

    grid = bake(np.array([-6.0, 0, -6]), np.array([6.0, 4, 6]), depth_of, 24)
    assert grid.at((4.5, 1.0, 0.0)) > 0.8
    assert grid.at((-4.5, 1.0, 0.0)) < 0.45
    assert grid.at((1e6, 0, 0)) == 1.0
    up = np.array([[0.0, 1.0, 0.0]])
    args = (0.3, [0.35, 0.26, 0.15], [0.34, 0.46, 0.65], 0.62)
    dark, bright = (ambient(grid, np.array([[x, 1.0, 0.0]]), up, *args).sum() for x in (-4.5, 4.5))
    assert dark < 0.86 * bright
    spot = np.array([[-2.5, 1.0, 0.0]])
    toward, away = (ambient(grid, spot, np.array([[s, 0.0, 0.0]]), *args).sum() for s in (1.0, -1.0))
    assert toward > 1.2 * away


def test_open_sky_is_open_everywhere() -> None:
    grid: SkyGrid = open_sky()
    assert grid.at((3, 2, 1)) == 1.0
    matrix = light_matrix(np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0, -1]), np.array([1.0, 2, 1]))
    assert (matrix @ np.array([0, 2, 0, 1.0]))[2] == pytest.approx(-1)
    assert (matrix @ np.array([0, 0, 0, 1.0]))[2] == pytest.approx(1)


def test_packing_an_empty_scene_is_no_error() -> None:
    packed = pack(Scene({}, {}, ()))
    assert len(packed.node) == 0


def test_ink_is_looked_for_only_where_something_stands() -> None:
    camera = Camera((0.0, 2.0, 10.0), (0.0, 2.0, 0.0), 40.0)
    size, matrix = (640, 360), camera.matrix(640 / 360)

    def box(x: float, y: float, z: float, half: float) -> np.ndarray:
        return (np.array([[[x, y, z]]]) + SIGNS * half).astype(np.float32)

    def tiles(corners: np.ndarray) -> np.ndarray:
        return np.asarray(strips(touched(matrix, corners, size), size))

    corners = tiles(box(0, 2, 0, 0.5))
    (ax, ay), (bx, by) = (corners[1::3] - corners[::3]).T, (corners[2::3] - corners[::3]).T
    area = np.abs(ax * by - ay * bx).sum() / 2
    # Of the 4 of the whole screen; the box is drawn about 62 pixels wide, on tiles of 32.
    assert 4 * 50**2 / (640 * 360) < area < 4 * 160**2 / (640 * 360)
    assert (np.abs(corners) < 0.5).all()
    # One that stands around the eye may be anywhere.
    corners = tiles(box(0, 2, 10, 3.0))
    assert corners.min(axis=0).tolist() == [-1.0, -1.0]
    assert (corners.max(axis=0) >= 1.0).all()
    assert tiles(np.zeros((0, 8, 3), np.float32)).shape == (0, 2)


def test_no_tile_is_missed_where_small_things_are_taken_for_balls(model: Model) -> None:
    now = frame(model.packed, model.rest)
    for eye in ((0.0, 2.0, 30.0), (40.0, 9.0, 60.0), (0.0, 1.6, 3.0)):
        matrix, size = Camera(eye, (0.0, 2.0, 0.0), 40.0).matrix(640 / 360), (640, 360)
        exact = touched(matrix, boxes(model.packed, now, now.shown), size)
        assert not (exact & ~spread(model.packed, now, now.shown, matrix, size)).any()


def test_boxes_turn_with_their_things(model: Model) -> None:
    now = frame(model.packed, model.rest)
    roof = model.packed.node == model.packed.index["roof"]
    corners = boxes(model.packed, now, roof)[0]
    assert np.allclose(corners.min(axis=0), (-11, 4.2, -11), atol=1e-4)
    assert np.allclose(corners.max(axis=0), (11, 4.6, 1), atol=1e-4)
