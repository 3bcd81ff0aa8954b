"""Names go along with the camera between two placings, and what is hidden is not named."""

from __future__ import annotations

import numpy as np
import pytest

from viewer import panels
from viewer.app import App
from viewer.canvas import Words
from viewer.model import Hooks, Model
from viewer.placing import OFFSETS, place_names
from viewer.settings import Settings


@pytest.fixture
def app(model: Model, hooks: Hooks) -> App:
    made = App(model, hooks, Settings(1280, 720, "zh"))
    made.names_mode = "all"
    panels.build(made)
    return made


def test_names_are_shifted_as_far_as_their_points_go(app: App) -> None:
    names = panels.names(app)
    assert len(names.points) > 2
    assert len(names.owners) == len(names.canvas.items)
    assert np.abs(names.shift(app.camera)).max() < 1e-6
    moved = app.camera.orbit(3.0, 1.0)
    u, v, _ = moved.project(names.points, 1280 / 720).T
    assert np.allclose(names.spots + names.shift(moved), np.column_stack([u * 1280, (1 - v) * 720]))


def test_a_name_whose_point_comes_behind_the_eye_leaves_the_picture(app: App) -> None:
    names = panels.names(app)
    away = app.camera.look(180.0, 0.0)
    assert (np.abs(names.shift(away)).max(axis=1) > 1280).all()


def test_each_name_has_its_own_things(app: App) -> None:
    names = panels.names(app)
    for word, owner in zip(names.canvas.items, names.owners, strict=True):
        if isinstance(word, Words):
            # Its plate lies over, under or beside its point, not farther than a plate may.
            x, y = names.spots[owner]
            assert abs(word.x - x) < 220
            assert abs(word.y - y) < 130


def test_a_name_stays_on_its_side_while_there_is_room(app: App) -> None:
    found = app.model.names("zh").find(app.world, app.camera)
    first = place_names(found, app.camera, 1280, 720)
    other = {p.name.node: 3 for p in first}
    again = place_names(found, app.camera, 1280, 720, before=other)
    assert any(p.way == 3 for p in again)
    assert all(0 <= p.way < len(OFFSETS) for p in again)
    kept = place_names(found, app.camera, 1280, 720, before={p.name.node: p.way for p in again})
    assert [p.way for p in kept] == [p.way for p in again]


def test_nothing_is_named_through_a_wall_when_the_camera_has_leapt(app: App) -> None:
    # From behind the north wall neither guest nor archer is to be seen, and nobody has looked from there before.
    app.roof = "roof-shown"
    app.camera = app.camera.__class__((0.0, 1.6, -14.0), (0.0, 1.2, 8.0))
    app.in_sight.clear()
    written = {i.text for i in panels.names(app).canvas.items if isinstance(i, Words)}
    assert "上射" not in written
    assert "賓" not in written


def test_a_camera_come_to_rest_looks_at_all_names_anew(app: App) -> None:
    app.roof = "roof-shown"
    app.camera = app.camera.__class__((0.0, 1.6, -14.0), (0.0, 1.2, 8.0))
    guest = app.model.packed.index["guest"]
    app.in_sight = dict.fromkeys((n.node for n in app.wanted), (True, app.model and app.home))
    assert app.in_sight[guest][0]
    for _ in range(3):
        app.update(0.0)
    assert not app.in_sight[guest][0]


def test_the_scale_makes_way_for_a_long_message(app: App) -> None:
    def scales() -> int:
        return sum(isinstance(i, Words) and "步" in i.text for i in panels.build(app).items)

    app.size = (640.0, 400.0)
    panels.build(app)
    assert scales() == 1
    app.tell("copied: " + "v1;eye=18.600,6.400,26.000;at=1.435,1.306,0.252;" * 3, 9)
    panels.build(app)
    assert scales() == 0
