"""Screens of two pixels a point, and machines that cannot draw: decided without a window."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from layout.errors import GroundError
from viewer import context, panels
from viewer import text as letters
from viewer.app import App
from viewer.canvas import INK, Canvas, Words, paint
from viewer.model import Hooks, Model
from viewer.settings import Settings


@pytest.fixture
def canvas() -> Canvas:
    made = Canvas(200, 100)
    made.rect(10, 20, 30, 40, INK)
    made.text(60.4, 30.2, "射宮", 17, INK)
    made.path([(100, 10), (150, 10), (150, 60)], INK, 2.0)
    return made


@pytest.mark.gl
def test_corners_for_two_pixels_a_point_lie_twice_as_far(canvas: Canvas) -> None:
    context.off_screen()
    from viewer.glcanvas import Painter

    painter = Painter()
    one, faces, _ = painter.corners(canvas, 1.0)
    two, _, counts = painter.corners(canvas, 2.0)
    painter.delete()
    assert len(one) == len(two) == 4 * 4 == counts.sum()
    assert faces.max() == 15
    assert len(faces) == 4 * 2 * 3
    assert np.allclose(two["place"][:4], 2 * one["place"][:4])
    assert np.allclose(two["place"][8:], 2 * one["place"][8:])
    # Words are set anew at twice the size, on whole pixels: not one enlarged from the other.
    wide, tall = np.ptp(two["place"][4:8], axis=0)
    assert (tall, wide) == letters.bitmap("射宮", 34).shape
    assert (two["place"][4:8] == np.rint(two["place"][4:8])).all()
    assert two["place"][4, 0] == 121


def test_a_picture_of_two_pixels_a_point_has_the_same_plates(canvas: Canvas) -> None:
    one, two = (paint(canvas, np.full((100 * k, 200 * k, 3), 255, np.uint8), k) for k in (1, 2))
    dark = [(image < 128).all(axis=2) for image in (one, two)]
    assert dark[0][25:55, 15:35].all()
    assert dark[1][50:110, 30:70].all()
    assert dark[1].sum() == pytest.approx(4 * dark[0].sum(), rel=0.12)


def test_pointing_asks_points_and_drawing_asks_pixels(model: Model, hooks: Hooks) -> None:
    app = App(model, hooks, Settings(640, 360, "zh"))
    app.size = (640.0, 360.0)
    panels.build(app)
    assert app.view((1280, 720)).size == (1280, 720)
    # A place of the picture is hit by points, whatever the pixels are.
    u, v, _ = app.camera.project(np.array([[4.0, 0.7, 6.0]]), 640 / 360)[0]
    hit = app.hit(u * 640, (1 - v) * 360)
    assert hit is not None
    assert model.scene.nodes[app.owner(hit.node)].name == "guest"
    big = App(model, hooks, Settings(1280, 720, "zh"))
    big.size = (1280.0, 720.0)
    sizes = [{i.size for i in panels.build(a).items if isinstance(i, Words)} for a in (app, big)]
    assert sizes[0] <= sizes[1] | {11}, "letters are as large in a small window"


def test_an_old_opengl_is_told_with_its_version() -> None:
    info = SimpleNamespace(get_version=lambda: (2, 1))
    window = SimpleNamespace(context=SimpleNamespace(get_info=lambda: info))
    with pytest.raises(context.NoGraphicsError, match=r"this machine offers OpenGL 2\.1.*apt-get install"):
        context.adopt(window)


def test_no_font_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "noto_cjk_sans_otc", None)
    monkeypatch.setattr(letters, "SPARE", ("/nowhere/font.ttc",))
    with pytest.raises(GroundError, match="pip install noto-cjk-sans-otc"):
        letters.font_path.__wrapped__()
