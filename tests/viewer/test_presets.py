"""Views with a name: composed for the first reading, and fitted to grounds that are larger."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from viewer.app import App
from viewer.model import Hooks, Model
from viewer.pack import rest_matrices
from viewer.presets import FIXED, INSIDE, camera_of


def block(name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> Mesh:
    """A tetrahedron that fills a box well enough for its bounds."""
    a, b = np.asarray(low), np.asarray(high)
    points = np.array([a, [b[0], a[1], b[2]], [a[0], b[1], b[2]], [b[0], b[1], a[2]]], np.float32)
    faces = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]], np.uint32)
    return Mesh(name, (Primitive(points, np.zeros_like(points), faces, "clay"),))


def ground(east: float = 10.5, lanes: tuple[float, ...] = (69.3,), chamber: bool = False) -> Scene:
    """A hall whose roof reaches `east`, its marks, and targets so far south."""
    roof, cloth = block("roof", (-east, 4, -1.15 * east), (east, 8, 1)), block("cloth", (-4, 4.5, 0), (4, 5, 0.1))
    nodes = [Node("roof", mesh="roof", layer="roof-cover")]
    nodes += [
        Node(f"target{n or ''}-tongue-upper", mesh="cloth", translation=(0.0, 0.0, z), layer="range")
        for n, z in enumerate(lanes)
    ]
    nodes += [Node(f"mark-{n}", translation=(x, 0.7, -5.5), layer="hall") for n, x in (("upper", -0.7), ("lower", 0.7))]
    meshes = {"roof": roof, "cloth": cloth}
    if chamber:
        meshes["chamber"] = block("chamber", (-7, 0.7, -11.3), (7, 6, -8.3))
        nodes.append(Node("chamber", mesh="chamber", layer="walls"))
    return Scene(materials={"clay": Material("clay", (0.5, 0.5, 0.5))}, meshes=meshes, nodes=tuple(nodes))


def across(scene: Scene, name: str, meshes: tuple[str, ...] = ("roof", "cloth")) -> np.ndarray:
    """Where in the view the corners of roof and targets lie, -1 to 1 from side to side; and before the eye."""
    camera = camera_of(name, scene, rest_matrices(scene.nodes))
    world = rest_matrices(scene.nodes)
    points = np.concatenate(
        [
            scene.meshes[n.mesh].primitives[0].positions @ world[i][:3, :3].T + world[i][:3, 3]
            for i, n in enumerate(scene.nodes)
            if n.mesh in meshes
        ]
    )
    clip = np.c_[points, np.ones(len(points))] @ camera.matrix(16 / 9).T
    assert (clip[:, 3] > 0).all()
    return np.asarray(clip[:, :2] / clip[:, 3:])


@pytest.mark.parametrize("name", ["range", "hall", "court"])
def test_the_first_reading_is_seen_as_composed(name: str) -> None:
    scene = ground()
    assert camera_of(name, scene, rest_matrices(scene.nodes)) == FIXED[name]


@pytest.mark.parametrize(
    ("east", "lanes"), [(10.5, (69.3,)), (17.5, (69.3,)), (24.5, (69.3, 97.0, 124.7)), (10.5, (63.8,)), (10.5, (41.6,))]
)
def test_the_view_of_the_range_holds_hall_and_all_targets(east: float, lanes: tuple[float, ...]) -> None:
    assert np.abs(across(ground(east, lanes), "range")).max() <= INSIDE + 0.03


@pytest.mark.parametrize("east", [17.5, 24.5])
def test_the_view_of_the_hall_holds_a_wider_roof(east: float) -> None:
    scene = ground(east)
    camera = camera_of("hall", scene, rest_matrices(scene.nodes))
    points = across(scene, "hall", ("roof",))
    assert np.abs(points[:, 0]).max() < 1.0
    # And not from the woods.
    assert np.hypot(camera.eye[0], camera.eye[2]) < 1.7 * np.hypot(FIXED["hall"].eye[0], FIXED["hall"].eye[2])


def test_nobody_looks_from_within_a_chamber() -> None:
    free, built = ground(), ground(chamber=True)
    world = rest_matrices(built.nodes)
    assert camera_of("archers", free, rest_matrices(free.nodes)).eye[2] == pytest.approx(-9.4)
    assert camera_of("archers", built, world).eye[2] == pytest.approx(-7.95)


def test_the_plan_holds_the_hall_from_behind() -> None:
    scene = ground(24.5, (69.3, 97.0, 124.7))
    camera = camera_of("plan", scene, rest_matrices(scene.nodes))
    assert camera.flat is not None
    assert camera.target[2] - camera.flat / 2 < -1.15 * 24.5


def test_the_window_does_not_go_back_from_a_wide_hall_twice(model: Model, hooks: Hooks) -> None:
    wide = Model(replace(model.built, measures={"platform.width": 180.0}))
    assert App(wide, hooks)._camera("hall") == App(model, hooks)._camera("hall")
