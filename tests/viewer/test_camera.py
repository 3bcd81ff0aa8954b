"""Cameras and how they move."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.camera import Camera, blend
from viewer.movement import approach, frame_box

FRONT = Camera((0.0, 2.0, 10.0), (0.0, 1.0, 0.0), 50.0)
angles = st.floats(-170, 170)


def test_the_target_is_in_the_middle_and_east_is_right_when_looking_north() -> None:
    u, v, depth = FRONT.project(np.array([[0.0, 1.0, 0.0]]), 16 / 9)[0]
    assert (u, v) == pytest.approx((0.5, 0.5))
    assert depth == pytest.approx(math.dist(FRONT.eye, FRONT.target))
    east = FRONT.project(np.array([[2.0, 1.0, 0.0]]), 16 / 9)[0]
    assert east[0] > 0.5
    assert FRONT.azimuth == pytest.approx(0.0)


def test_bearing_is_that_of_the_compass() -> None:
    for bearing, target in ((90, (5.0, 2.0, 10.0)), (180, (0.0, 2.0, 20.0)), (270, (-5.0, 2.0, 10.0))):
        assert Camera(FRONT.eye, target).azimuth == pytest.approx(bearing)


@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98), st.floats(1, 80), st.floats(0.6, 2.4))
def test_a_ray_goes_through_what_is_projected_there(u: float, v: float, reach: float, aspect: float) -> None:
    for camera in (FRONT, replace(FRONT, flat=12.0)):
        origin, way = camera.ray(u, v, aspect)
        seen = camera.project((origin + way * reach)[None], aspect)[0]
        assert seen[:2] == pytest.approx((u, v), abs=1e-6)


@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98), st.floats(1, 80))
def test_the_clip_matrix_agrees_with_project(u: float, v: float, reach: float) -> None:
    origin, way = FRONT.ray(u, v, 1.5)
    clip = FRONT.matrix(1.5) @ np.append(origin + way * reach, 1.0)
    assert clip[:2] / clip[3] == pytest.approx((2 * u - 1, 2 * v - 1), abs=1e-6)
    assert -1 <= clip[2] / clip[3] <= 1


@given(angles, st.floats(-60, 60))
def test_orbiting_keeps_the_distance_to_what_it_turns_about(turn: float, tilt: float) -> None:
    moved = FRONT.orbit(turn, tilt)
    if moved.eye[1] > 0.2:
        assert moved.distance == pytest.approx(FRONT.distance, rel=1e-6)
    assert moved.eye[1] > 0
    assert abs(moved.pitch) <= 88.01


def test_dragging_to_the_right_turns_the_scene_to_the_right() -> None:
    moved = FRONT.orbit(20, 0)
    near = moved.project(np.array([[0.0, 1.0, 3.0]]), 1.5)[0]
    assert near[0] > 0.5


@given(angles, st.floats(-40, 40))
def test_turning_the_head_moves_no_foot(turn: float, tilt: float) -> None:
    assert FRONT.look(turn, tilt).eye == FRONT.eye


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    pivot = (2.0, 0.0, 1.0)
    before = FRONT.project(np.array([pivot]), 1.5)[0]
    after = FRONT.zoom(0.5, pivot).project(np.array([pivot]), 1.5)[0]
    assert after[:2] == pytest.approx(before[:2], abs=1e-6)
    flat = replace(FRONT, eye=(0.0, 50.0, 0.0), target=(0.0, 0.0, 0.0), flat=40.0)
    spot = np.array([[5.0, 0.0, 3.0]])
    assert flat.zoom(0.5, (5.0, 0.0, 3.0)).project(spot, 1.5)[0][:2] == pytest.approx(flat.project(spot, 1.5)[0][:2])


def test_one_is_never_lost_by_zooming() -> None:
    camera = FRONT
    for _ in range(200):
        camera = camera.zoom(1.3)
    assert camera.distance <= 901
    for _ in range(400):
        camera = camera.zoom(0.8)
    assert camera.distance >= 0.3
    assert camera.eye[1] > 0


def test_from_straight_above_north_is_up() -> None:
    plan = Camera((0.0, 100.0, 0.0), (0.0, 0.0, 0.0), flat=50.0)
    north = plan.project(np.array([[0.0, 0.0, -10.0]]), 1.0)[0]
    east = plan.project(np.array([[10.0, 0.0, 0.0]]), 1.0)[0]
    assert north[1] > 0.5
    assert east[0] > 0.5


def test_blending_begins_and_ends_where_it_should() -> None:
    other = Camera((5.0, 3.0, 4.0), (1.0, 0.0, 0.0), 30.0)
    assert blend(FRONT, other, 0).eye == pytest.approx(FRONT.eye)
    assert blend(FRONT, other, 1) == other
    flat = replace(other, flat=10.0)
    assert blend(FRONT, flat, 0.4) == FRONT
    assert blend(FRONT, flat, 0.6) == flat


def test_going_to_a_thing_brings_it_into_the_middle() -> None:
    near = approach(FRONT, (3.0, 0.5, 2.0))
    assert near.target == (3.0, 0.5, 2.0)
    assert near.distance < math.dist(FRONT.eye, (3.0, 0.5, 2.0))
    framed = frame_box(FRONT, np.array([-1.0, 0, -1]), np.array([1.0, 2, 1]))
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (0, 2) for z in (-1, 1)], float)
    seen = framed.project(corners, 16 / 9)
    assert (seen[:, :2] > 0).all()
    assert (seen[:, :2] < 1).all()
