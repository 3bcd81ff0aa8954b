"""The sampler against plain interpolation, one channel at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from geometry.sampler import Sampler, slerp
from geometry.scene import Clip, Node, Scene, Track, facing_quaternion, to_world


def _scene(*tracks: Track, duration: int = 1000) -> Scene:
    nodes = (Node("a", translation=(1.0, 0, 0)), Node("b", parent="a", translation=(0, 2.0, 0)))
    return Scene({}, {}, nodes, (Clip("c", duration, tracks),))


def test_child_follows_its_parent():
    track = Track("a", "rotation", np.array([0, 1000]), np.array([[0, 0, 0, 1], [0, 0, 1, 0.0]]))
    world = Sampler(_scene(track)).world(0, 500)
    # A quarter turn about z carries the child from above its parent to its left.
    assert world[1, :3, 3] == pytest.approx([-1, 0, 0], abs=1e-6)


def test_step_holds_and_linear_moves():
    step = Track("a", "translation", np.array([0, 600]), np.array([[0, 0, 0], [6, 0, 0.0]]), step=True)
    moving = Track("b", "translation", np.array([0, 600]), np.array([[0, 0, 0], [6, 0, 0.0]]))
    translation, _, _ = Sampler(_scene(step, moving)).local(0, 599)
    assert translation[0, 0] == 0
    assert translation[1, 0] == pytest.approx(5.99)
    translation, _, _ = Sampler(_scene(step, moving)).local(0, 600)
    assert translation[0, 0] == translation[1, 0] == 6


@given(st.integers(-500, 2000))
def test_time_outside_the_clip_holds_first_and_last(t):
    track = Track("a", "translation", np.array([0, 100, 700]), np.array([[0, 0, 0], [3, 0, 0], [5, 0, 0.0]]))
    translation, _, _ = Sampler(_scene(track)).local(0, t)
    assert translation[0, 0] == pytest.approx(np.interp(t, [0, 100, 700], [0, 3, 5]))


@given(st.lists(st.floats(-1, 1), min_size=8, max_size=8), st.floats(0, 1))
def test_slerp_agrees_with_scipy(numbers, part):
    a, b = np.array(numbers[:4]), np.array(numbers[4:])
    if np.linalg.norm(a) < 0.1 or np.linalg.norm(b) < 0.1:
        return
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    if abs(float(a @ b)) < 1e-3:
        return  # half a turn apart: both ways round are right
    mine = slerp(a[None], b[None], np.array([part]))[0]
    theirs = Slerp([0, 1], Rotation.from_quat([a, b]))(part).as_quat()
    assert abs(float(mine @ theirs)) == pytest.approx(1, abs=1e-6)


def test_parent_must_stand_first():
    with pytest.raises(ValueError, match="before its parent"):
        Sampler(Scene({}, {}, (Node("child", parent="root"), Node("root"))))


@pytest.mark.parametrize(
    ("facing", "direction"), [(0, (0, 0, -1)), (90, (1, 0, 0)), (180, (0, 0, 1)), (270, (-1, 0, 0))]
)
def test_east_is_to_the_right_of_one_who_faces_north(facing, direction):
    turned = Rotation.from_quat(facing_quaternion(facing)).apply([0, 0, 1])
    assert turned == pytest.approx(direction, abs=1e-9)
    assert to_world(10, 20, 3, 0.231) == pytest.approx((2.31, 0.693, -4.62))
