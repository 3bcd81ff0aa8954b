"""Pictures of a moving camera leave nothing behind: at rest the picture is what it would have been without them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from viewer.context import off_screen
from viewer.model import Model
from viewer.presets import FIXED
from viewer.quality import FAST, View

pytestmark = pytest.mark.gl


def test_after_drafts_the_picture_is_whole(model: Model) -> None:
    off_screen()
    from viewer.renderer import Renderer

    size, quality = (320, 180), replace(FAST, map_size=512, keep=True)
    view = View(FIXED["hall"], size, soon=lambda: np.zeros(len(model.packed.node), bool))
    alone = Renderer(model.packed, quality)
    wanted = [alone.draw(model.rest, view).read() for _ in range(2)][-1].astype(int)
    renderer = Renderer(model.packed, quality, alone)
    for turn in (40.0, 20.0, 0.0):
        camera = view.camera.orbit(turn, 0.0) if turn else view.camera
        draft = renderer.draw(model.rest, replace(view, camera=camera, size=(160, 90), draft=True))
        assert draft.size == (160, 90)
    found = renderer.draw(model.rest, view).read().astype(int)
    assert np.abs(found - wanted).mean() < 0.5
    assert np.abs(found[:40] - wanted[:40]).max() < 12, "the sky is that of this camera"
    alone.delete()
    renderer.delete()


def test_a_preset_is_composed_for_what_the_interface_leaves_free() -> None:
    from viewer.movement import framed

    for name, camera in FIXED.items():
        there = framed(camera, 720.0, 34.0, 84.0)
        assert there.eye == camera.eye
        assert there.name == name
        u, v, _ = there.project(np.array([camera.target]), 16 / 9)[0]
        assert u == pytest.approx(0.5, abs=0.01)
        assert 1 - v == pytest.approx((34 + (720 - 118) / 2) / 720, abs=0.01)
        assert there.half_height == pytest.approx(camera.half_height * 720 / 602)
    above = replace(FIXED["hall"], eye=(0.0, 160.0, 30.0), target=(0.0, 0.0, 30.0), flat=100.0)
    there = framed(above, 720.0, 34.0, 84.0)
    _, v, _ = there.project(np.array([above.target]), 16 / 9)[0]
    assert 1 - v == pytest.approx((34 + 602 / 2) / 720, abs=0.01)


def test_the_interface_is_larger_on_a_dense_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import SimpleNamespace

    from viewer.context import zoom

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("SHEGONG_SCALE", raising=False)
    screen = SimpleNamespace(width=3840, get_dpi=lambda: 192)
    assert zoom(screen) == 2.0
    monkeypatch.setattr(screen, "get_dpi", lambda: 97)
    assert zoom(screen) == 1.0
    for told, wanted in (("1.5", 1.5), ("much", 1.0), ("99", 4.0), ("nan", 1.0), ("-3", 1.0)):
        monkeypatch.setenv("SHEGONG_SCALE", told)
        assert zoom(screen) == wanted
    screen.width = 800
    monkeypatch.setenv("SHEGONG_SCALE", "3")
    assert zoom(screen) == 1.25
    monkeypatch.delenv("SHEGONG_SCALE")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert zoom(screen) == 1.0, "the system sees to it"


def test_in_a_small_window_nothing_lies_on_anything_else(model: Model) -> None:
    from viewer import panels
    from viewer.app import App
    from viewer.canvas import Words
    from viewer.model import Hooks
    from viewer.settings import Settings
    from viewer.text import line_height, width

    app = App(model, Hooks(lambda *_: model.built), Settings(lang="en"))
    for size in ((640.0, 400.0), (900.0, 600.0), (1280.0, 720.0), (1920.0, 1080.0)):
        app.size = size
        for panel in (None, "help"):
            app.panel = panel
            words = [w for w in panels.interface(app).items if isinstance(w, Words)]
            boxes = [(w.x, w.y + 2, width(w.text, w.size), line_height(w.size) - 6, w.text) for w in words]
            assert all(x >= 0 and x + wide <= size[0] and y + tall <= size[1] for x, y, wide, tall, _ in boxes)
            bar = (
                [b for b in boxes if b[1] < 34]
                if panel is None
                else [b for b in boxes if b[1] > 34 and b[1] < size[1] - 120]
            )
            for n, (x, y, wide, tall, text) in enumerate(bar):
                for x2, y2, wide2, tall2, other in bar[n + 1 :]:
                    apart = x + wide <= x2 or x2 + wide2 <= x or y + tall <= y2 or y2 + tall2 <= y
                    assert apart, (size, panel, text, other)


def test_sky_is_not_drawn_where_the_ground_hides_it() -> None:
    from viewer.camera import Camera
    from viewer.sight import paved

    low, high = np.array([-70, -1.5, -40], np.float32), np.array([70, 0.3, 130], np.float32)

    def share(camera: Camera) -> float:
        return paved(camera, camera.matrix(16 / 9), low, high)

    court = Camera((-14.0, 5.2, 26.0), (0.0, 1.2, 4.0), 46.0)
    down = Camera((0.0, 20.0, 40.0), (0.0, 0.0, 30.0), 46.0)
    assert 0.3 < share(court) < 0.7
    assert share(down) == 1.0
    assert share(Camera((0.0, 5.0, 40.0), (0.0, 30.0, 30.0), 46.0)) == 0.0, "looking up"
    assert share(Camera((0.0, 5.0, 200.0), (0.0, 4.0, 190.0), 46.0)) == 0.0, "beyond its rim"
    assert share(replace(down, cut=6.0)) == 0.0, "what lies before a section is not there"


def test_the_floor_is_what_fills_its_rectangle() -> None:
    from geometry.scene import Material, Mesh, Node, Primitive, Scene
    from viewer.pack import pack
    from viewer.sight import floor_of

    def lying(name: str, corners: int, radius: float) -> Mesh:
        turn = np.arange(corners) * 2 * np.pi / corners
        points = np.column_stack([np.cos(turn), np.zeros(corners), -np.sin(turn)]) * radius
        faces = [[0, k, k + 1] for k in range(1, corners - 1)]
        up = np.tile([[0.0, 1.0, 0.0]], (corners, 1))
        if corners == 4:
            points = points @ np.array([[1, 0, -1], [0, 1, 0], [1, 0, 1]]) * np.sqrt(0.5)
        part = Primitive(points.astype(np.float32), up.astype(np.float32), np.array(faces, np.uint32), "earth")
        return Mesh(name, (part,))

    meshes = {"disc": lying("disc", 24, 40.0), "square": lying("square", 4, 30.0)}
    nodes = tuple(Node(name, mesh=name, layer="ground") for name in meshes)
    packed = pack(Scene({"earth": Material("earth", (0.7, 0.6, 0.5))}, meshes, nodes))
    number = floor_of(packed)
    assert number is not None
    assert nodes[packed.node[number]].name == "square"
    assert floor_of(pack(Scene({}, {"disc": meshes["disc"]}, nodes[:1]))) is None
