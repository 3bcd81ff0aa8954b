"""Shapes: closed, outward, exact; broken outlines refused with names."""

import math

import numpy as np
import pytest

from geometry.finish import primitive, to_mesh, triangles
from geometry.solids import (
    Solid,
    beam,
    bevelled,
    box,
    copies,
    curve,
    ellipsoid,
    frame,
    join,
    lathe,
    loft,
    mirrored,
    outline,
    placed,
    prism,
    sheet,
    tube,
)
from layout.errors import GroundError

SHAPES = {
    "box": box((0, 1), (0, 2), (0, 3)),
    "bevelled": bevelled((0, 1), (0, 1), (0, 1), 0.1),
    "prism-y": prism([(0, 0), (2, 0), (2, 1), (0, 1)], 0, 1),
    "prism-x": prism([(0, 0), (2, 0), (2, 1), (0, 1)], 0, 1, axis="x"),
    "prism-z": prism([(0, 0), (2, 0), (2, 1), (0, 1)], 0, 1, axis="z"),
    "lathe": lathe([(0, 0), (1, 0), (1, 1), (0.8, 1), (0.8, 0.2), (0, 0.2)], 12),
    "torus": lathe([(1, 0), (1.2, 0.1), (1, 0.2)], 12),
    "tube": tube(curve([(0, 0, 0), (1, 1, 0), (2, 0, 1)], 9), 0.1),
    "hoop": tube([(1, 0, 0), (0, 0, 1), (-1, 0, 0), (0, 0, -1)], 0.1, closed=True),
    "beam": beam((0, 0, 0), (3, 1, 2), 0.2, 0.3),
    "post": beam((0, 0, 0), (0, 3, 0), 0.2, 0.3),
    "sheet": sheet(
        np.stack([*np.meshgrid([0.0, 1, 2], [0.0, 1, 2], indexing="ij"), np.zeros((3, 3))], axis=-1)[..., [0, 2, 1]],
        0.1,
    ),
    "ball": ellipsoid((0, 0, 0), (1, 2, 3), 12, 7),
    "loft": loft(
        [
            [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0.5, 0, 1.5), (0, 0, 1)],
            [(0, 1, 0), (1, 1, 0), (1, 1, 1), (0.5, 1, 1.5), (0, 1, 1)],
        ]
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_closed_and_outward(name):
    mesh = SHAPES[name]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 0


def test_volumes():
    assert SHAPES["box"].volume == pytest.approx(6)
    assert SHAPES["prism-x"].volume == pytest.approx(2)
    assert prism(
        outline([(0, 0), (4, 0), (4, 4), (0, 4)], "frame", holes=[[(1, 1), (2, 1), (2, 2), (1, 2)]]), 0, 2
    ).volume == pytest.approx(30)


def test_mirrored_and_copied_stay_outward():
    assert mirrored(SHAPES["loft"]).volume > 0
    many = copies(SHAPES["box"], np.array([frame((5 * k, 0, 0), 30 * k) for k in range(4)]))
    assert many.volume == pytest.approx(24)
    assert many.is_watertight
    assert join([SHAPES["box"], SHAPES["beam"]]).is_watertight
    assert placed(SHAPES["tube"], frame((1, 2, 3), 10, 20, 30, 2.0)).volume == pytest.approx(8 * SHAPES["tube"].volume)


def test_widths_of_a_turned_body_are_exact():
    size = np.ptp(lathe([(0, 0), (0.35, 0), (0.35, 0.7), (0, 0.7)], 20).vertices, axis=0)
    assert size == pytest.approx([0.7, 0.7, 0.7])


def test_bow_tie_is_refused_by_name():
    with pytest.raises(GroundError, match=r"saddle \(rack.saddle\).*simple polygon"):
        prism([(0, 0), (1, 1), (1, 0), (0, 1)], 0, 1, name="saddle", dimension="rack.saddle")


@pytest.mark.parametrize(
    "make",
    [
        lambda: box((1, 0), (0, 1), (0, 1), "chest", "chest.length"),
        lambda: prism([(0, 0), (1, 0), (1, 1)], 1, 1, name="chest", dimension="chest.length"),
        lambda: lathe([(0, 0), (-1, 0), (0, 1)], 8, "chest", "chest.length"),
        lambda: tube([(0, 0, 0), (0, 0, 0)], 1, name="chest", dimension="chest.length"),
        lambda: lathe([(0, 0), (math.nan, 0), (0, 1)], 8, "chest", "chest.length"),
        lambda: beam((0, 0, 0), (0, 0, 1), 0, 1, name="chest", dimension="chest.length"),
    ],
)
def test_impossible_bodies_name_thing_and_dimension(make):
    with pytest.raises(GroundError, match=r"chest \(chest\.length\)"):
        make()


def test_box_has_hard_edges_and_a_ball_is_smooth():
    assert len(primitive(Solid("b", SHAPES["box"], "wood")).positions) == 24
    ball = ellipsoid((0, 0, 0), (1, 1, 1), 16, 9)
    smooth = primitive(Solid("s", ball, "wood", crease=60))
    assert len(smooth.positions) == len(ball.vertices)
    outward = smooth.positions / np.linalg.norm(smooth.positions, axis=1)[:, None]
    assert (np.einsum("ij,ij->i", outward, smooth.normals) > 0.98).all()


def test_materials_become_primitives():
    mesh = to_mesh(
        [Solid("a", SHAPES["box"], "wood"), Solid("b", SHAPES["beam"], "bronze"), Solid("c", SHAPES["ball"], "wood")],
        "x",
    )
    assert [p.material for p in mesh.primitives] == ["wood", "bronze"]
    assert triangles(mesh) == 12 + 12 + len(SHAPES["ball"].faces)
    with pytest.raises(GroundError, match="no parts"):
        to_mesh([], "nothing")
