"""Coarser forms for pictures of a moving camera: fewer triangles, the same body and colours."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from viewer.coarse import WORTH, coarser
from viewer.pack import pack
from viewer.shape import make_shape

CLAY = {"clay": Material("clay", (0.7, 0.5, 0.4)), "ink": Material("ink", (0.1, 0.1, 0.1))}


def ball(rows: int, size: tuple[float, float, float] = (1.0, 1.0, 1.0), material: str = "clay") -> Mesh:
    """A ball of so many rows of quadrangles, with the outward normals."""
    v, u = np.meshgrid(np.linspace(0, np.pi, rows + 1), np.linspace(0, 2 * np.pi, 2 * rows + 1), indexing="ij")
    points = np.stack([np.sin(v) * np.cos(u), np.cos(v), np.sin(v) * np.sin(u)], axis=2).reshape(-1, 3)
    wide = 2 * rows + 1
    faces = [
        face
        for i in range(rows)
        for j in range(2 * rows)
        for a in (i * wide + j,)
        for face in ((a, a + 1, a + wide), (a + 1, a + wide + 1, a + wide))
    ]
    parts = (
        Primitive((points * size).astype(np.float32), points.astype(np.float32), np.array(faces, np.uint32), material),
    )
    return Mesh("ball", parts)


@pytest.mark.parametrize("size", [(1.0, 1.0, 1.0), (1.0, 0.02, 0.05)])
def test_a_coarser_form_has_the_same_body(size: tuple[float, float, float]) -> None:
    shape = make_shape(ball(14, size), CLAY)
    found = coarser(shape)
    assert found is not None
    assert len(found.faces) * 2 <= len(shape.faces)
    points = found.vertices["position"]
    assert (points >= shape.low - 1e-5).all()
    assert (points <= shape.high + 1e-5).all()
    # It reaches nearly as far on every side, and what is thin does not vanish.
    used = points[np.unique(found.faces)]
    assert (np.ptp(used, axis=0) > 0.45 * (shape.high - shape.low)).all()
    lengths = np.linalg.norm(found.vertices["normal"][:, :3] / 32767.0, axis=1)
    assert np.allclose(lengths, 1.0, atol=1e-3)


def test_its_sides_look_outward() -> None:
    found = coarser(make_shape(ball(14), CLAY))
    assert found is not None
    a, b, c = (found.vertices["position"][found.faces[:, k]].astype(float) for k in range(3))
    outward = np.einsum("ni,ni->n", np.cross(b - a, c - a), a + b + c)
    middle = np.sign(np.median(outward))
    assert (outward * middle > -1e-6).mean() > 0.97


def test_what_is_simple_already_has_none() -> None:
    assert coarser(make_shape(ball(4), CLAY)) is None
    assert WORTH > 4 * 8 * 2


def test_colours_do_not_run_together() -> None:
    two = Mesh("two", (ball(10).primitives[0], ball(10, (0.9, 0.9, 0.9), "ink").primitives[0]))
    found = coarser(make_shape(two, CLAY))
    assert found is not None
    assert len(np.unique(found.vertices["colour"], axis=0)) == 2


def test_only_small_things_have_one_and_know_where_it_is() -> None:
    meshes = {"ball": ball(18), "hill": ball(18, (30.0, 30.0, 30.0))}
    nodes = (Node("a", mesh="ball"), Node("b", mesh="ball", translation=(3, 0, 0)), Node("hill", mesh="hill"))
    packed = pack(Scene(CLAY, meshes, nodes))
    by_name = {packed.scene.nodes[n].name: k for k, n in enumerate(packed.node)}
    assert packed.draft[by_name["hill"]] == -1
    form = packed.shapes[packed.first_shape[by_name["a"]] + packed.draft[by_name["a"]]]
    assert form.id == "ball-coarse"
    assert packed.draft[by_name["a"]] == packed.draft[by_name["b"]]
    assert packed.capacity[packed.first_shape[by_name["a"]] + packed.draft[by_name["a"]]] == 2


def test_a_mesh_is_merged_once_for_each_set_of_materials() -> None:
    mesh = ball(6)
    first = make_shape(mesh, CLAY)
    assert make_shape(mesh, dict(CLAY)) is first
    other = make_shape(mesh, {"clay": Material("clay", (0.1, 0.2, 0.9))})
    assert (other.vertices["colour"] != first.vertices["colour"]).any()
    assert make_shape(mesh, CLAY).vertices["colour"].tolist() == first.vertices["colour"].tolist()


def test_corners_alike_in_everything_become_one() -> None:
    part = ball(9).primitives[0]
    twice = Primitive(
        np.concatenate([part.positions, part.positions]),
        np.concatenate([part.normals, part.normals]),
        np.concatenate([part.faces, part.faces + np.uint32(len(part.positions))]),
        "clay",
    )
    shape = make_shape(Mesh("twice", (twice,)), CLAY)
    assert len(shape.vertices) == len(make_shape(Mesh("once", (part,)), CLAY).vertices)
    assert len({v.tobytes() for v in shape.vertices}) == len(shape.vertices)
    assert np.allclose(shape.vertices["position"][shape.faces], twice.positions[twice.faces])
