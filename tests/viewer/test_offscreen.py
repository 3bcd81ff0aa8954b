"""Pictures without a window."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from layout.errors import InputError, UnknownNameError
from viewer.camera import Camera
from viewer.offscreen import Studio, picture, render

pytestmark = pytest.mark.gl


def cube(size: float = 1.0, material: str = "red") -> Primitive:
    """A cube on the ground with split normals."""
    points, normals, faces = [], [], []
    for axis in range(3):
        for sign in (-1, 1):
            normal = np.zeros(3)
            normal[axis] = sign
            a, b = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            corners = [normal + u * a + v * b for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            start = len(points)
            points += corners
            normals += [normal] * 4
            quad = [(0, 1, 2), (0, 2, 3)] if sign > 0 else [(0, 2, 1), (0, 3, 2)]
            faces += [tuple(start + i for i in face) for face in quad]
    where = np.array(points) * size / 2 + (0, size / 2, 0)
    return Primitive(where.astype(np.float32), np.array(normals, np.float32), np.array(faces, np.uint32), material)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene(
        {"red": Material("red", (0.7, 0.1, 0.1)), "earth": Material("earth", (0.65, 0.57, 0.45))},
        {"cube": Mesh("cube", (cube(),)), "ground": Mesh("ground", (cube(40.0, "earth"),))},
        (
            Node("ground", mesh="ground", translation=(0, -40, 0), layer="ground"),
            Node("cube", mesh="cube", extras={"certainty": "conjectured"}),
        ),
    )


@pytest.fixture(scope="module")
def studio(scene: Scene) -> Iterator[Studio]:
    with Studio(scene) as made:
        yield made


FRONT = Camera((0.0, 1.2, 5.0), (0.0, 0.5, 0.0), 40.0)


def test_a_picture_shows_the_thing_the_ground_and_the_sky(studio: Studio) -> None:
    image = studio.render(camera=FRONT, size=(160, 90))
    assert image.shape == (90, 160, 3)
    assert image.dtype == np.uint8
    r, g, b = image[50, 80].astype(int)
    assert r > 2 * g
    assert r > 2 * b
    sky = image[2, 5].astype(int)
    assert sky[2] > 150
    assert sky.min() > 100


def test_the_sun_casts_a_shadow_to_the_northwest(studio: Studio) -> None:
    above = Camera((0.0, 30.0, 0.01), (0.0, 0.0, 0.0), 40.0, flat=8.0)
    image = studio.render(camera=above, size=(160, 160)).astype(int).sum(axis=2)
    # 20 pixels a metre: two metres to the northwest lie in shadow, two to the southeast in the sun.
    shadow, lit = image[80 - 25, 80 - 28], image[80 + 28, 80 + 28]
    assert shadow < 0.75 * lit


def test_the_same_picture_twice_is_the_same(scene: Scene) -> None:
    first = render(scene, camera=FRONT, size=(96, 54))
    assert (first == render(scene, camera=FRONT, size=(96, 54))).all()


def test_a_hidden_layer_is_not_drawn(studio: Studio) -> None:
    image = studio.render(camera=FRONT, size=(160, 90), hide=["things"])
    r, g, _ = image[50, 80].astype(int)
    assert r < 2 * g


def test_certainty_colours_replace_the_materials(studio: Studio) -> None:
    image = studio.render(camera=FRONT, size=(160, 90), evidence=True)
    r, g, b = image[50, 80].astype(int)
    assert r > g > b
    ground = image[85, 20].astype(int)
    assert ground.max() - ground.min() < 45


def test_bad_sizes_cameras_and_lights_are_told(studio: Studio) -> None:
    with pytest.raises(InputError, match="expected 16 to"):
        studio.render(camera=FRONT, size=(4, 4))
    with pytest.raises(UnknownNameError, match="nearest: range"):
        studio.render(camera="rnge", size=(64, 64))
    with pytest.raises(UnknownNameError, match="nearest: evening"):
        studio.render(camera=FRONT, size=(64, 64), light="evning")


def test_a_thing_by_itself_stands_whole_in_the_frame_on_white(scene: Scene) -> None:
    image = np.asarray(picture([scene.nodes[1]], scene.meshes, scene.materials, size=(120, 120))).astype(int)
    red = (image[:, :, 0] > 1.6 * image[:, :, 1]) & (image[:, :, 0] > 60)
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    assert 3 < rows[0] < rows[-1] < 117
    assert 3 < columns[0] < columns[-1] < 117
    assert len(columns) > 50
