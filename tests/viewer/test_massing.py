"""The coarse body that tells how much sky each place sees."""

from __future__ import annotations

import numpy as np

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from viewer.instances import frame
from viewer.massing import CELL, massing
from viewer.pack import pack, rest_matrices


def plate(side: float, parts: int, double: bool = False) -> Scene:
    """A level square of `side` metres in parts × parts squares, two metres up."""
    at = np.linspace(0, side, parts + 1)
    x, z = (v.ravel() for v in np.meshgrid(at, at))
    points = np.stack([x, np.zeros_like(x), z], axis=1).astype(np.float32)
    corner = (np.arange(parts)[:, None] * (parts + 1) + np.arange(parts)).ravel()
    a, b, c, d = corner, corner + parts + 1, corner + 1, corner + parts + 2
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([c, b, d], axis=1)]).astype(np.uint32)
    part = Primitive(points, np.tile(np.array([0, 1, 0], np.float32), (len(points), 1)), faces, "clay")
    return Scene(
        materials={"clay": Material("clay", (0.5, 0.5, 0.5), double_sided=double)},
        meshes={"plate": Mesh("plate", (part,))},
        nodes=(Node("plate", mesh="plate", translation=(0.0, 2.0, 0.0)),),
    )


def body(scene: Scene) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Its corners and triangles."""
    packed = pack(scene)
    now = frame(packed, rest_matrices(scene.nodes))
    return massing(packed, now, now.shown, np.zeros(len(now.shown), np.int64))


def area(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Sum of the vectors of area of triangles."""
    a, b, c = (points[faces[:, k]].astype(float) for k in range(3))
    return np.asarray(np.cross(b - a, c - a).sum(axis=0) / 2)


def test_a_fine_mesh_becomes_coarse_and_stays_in_place() -> None:
    points, one, both = body(plate(6.0, 200))
    assert len(both) == 0
    assert 100 < len(one) < 2 * (6.0 / CELL + 1) ** 2 < 80_000
    assert np.allclose(points[:, 1], 2.0)
    # It covers what it covered, and looks up as it did.
    assert np.allclose(area(points, one), (0, 36.0, 0), atol=1.5)


def test_what_is_coarse_stays_as_it_is() -> None:
    points, one, _ = body(plate(6.0, 3))
    assert len(one) == 18
    assert np.allclose(area(points, one), (0, 36.0, 0))


def test_what_is_seen_from_both_sides_stays_so() -> None:
    _, one, both = body(plate(6.0, 3, double=True))
    assert (len(one), len(both)) == (0, 18)


def test_nothing_is_nothing() -> None:
    packed = pack(plate(6.0, 3))
    now = frame(packed, rest_matrices(packed.scene.nodes))
    points, one, both = massing(packed, now, np.zeros(1, bool), np.zeros(1, np.int64))
    assert (len(points), len(one), len(both)) == (0, 0, 0)
