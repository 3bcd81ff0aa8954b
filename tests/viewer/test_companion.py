"""The camera that goes with somebody: he is seen, near the middle of what is free, from a side that may be changed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from viewer import panels
from viewer.accompanying import GAZE
from viewer.app import App
from viewer.companion import PATIENCE, Companion, Stance, best_stance, hidden
from viewer.model import Hooks, Model
from viewer.viewstring import parse_view

BEFORE_THE_WALL = np.array([0.0, 0.7, -8.7])


@pytest.fixture
def app(model: Model, hooks: Hooks) -> App:
    app = App(model, hooks)
    app.update(0)
    return app


def follow(app: App, role: str = "archer-1-upper") -> int:
    number: int = app.model.packed.index[role]
    app.selected = number
    app.do("follow")
    for _ in range(12):
        app.update(0.1)
    return number


def spot(app: App, number: int) -> tuple[float, float]:
    """Where the middle of a person is in the window, in pixels from the upper left."""
    point = np.asarray(app.world[number][:3, 3], float) + np.array([0.0, 0.92, 0.0])
    u, v, depth = app.camera.project(point, app.size[0] / app.size[1])[0]
    assert depth > 0
    return u * app.size[0], (1 - v) * app.size[1]


def test_who_is_followed_stands_in_the_middle_of_what_the_interface_leaves_free(app: App) -> None:
    number = follow(app)
    panels.build(app)
    x, y = spot(app, number)
    clause = min(z.y for z in app.zones if z.action == "start-clause")
    assert abs(x - 640) < 30
    assert abs(y - (34 + clause) / 2) < 30
    # In a narrow window the card at the left would cover him there.
    app.size = (640, 480)
    for _ in range(30):
        app.update(0.1)
    x, _ = spot(app, number)
    assert 342 + 100 < x < 560


def test_he_stays_there_while_he_walks_and_when_time_jumps(app: App) -> None:
    number = follow(app)
    first = spot(app, number)
    app.do("play")
    app.update(0.25)
    app.timeline.seek(0, 8000)
    app.update(0.01)
    assert spot(app, number) == pytest.approx(first, abs=1.0)


def test_a_side_is_chosen_from_which_nothing_hides_him(app: App) -> None:
    app.roof = "roof-shown"
    blocked = app.blocked("guest")
    # He faces a wall half a metre before him: the best side, his front, is behind it.
    front = Stance(180.0 + 35.0, -12.0, 5.6)
    assert hidden(front.camera(BEFORE_THE_WALL), BEFORE_THE_WALL, blocked) == 1.0
    found = best_stance(BEFORE_THE_WALL, 0.0, blocked)
    assert hidden(found.camera(BEFORE_THE_WALL), BEFORE_THE_WALL, blocked) == 0.0


def test_the_camera_goes_to_another_side_when_he_stays_hidden_and_goes_there_smoothly(app: App) -> None:
    companion = Companion("guest", Stance(215.0, -12.0, 5.6))
    app.roof = "roof-shown"
    before = companion.camera(BEFORE_THE_WALL)
    for _ in range(PATIENCE):
        assert companion.stance == companion.goal
        companion.look(0.5, BEFORE_THE_WALL, 0.0, lambda: app.blocked("guest"))
    assert companion.goal != companion.stance
    companion.advance(1 / 60)
    step = math.dist(companion.camera(BEFORE_THE_WALL).eye, before.eye)
    assert 0 < step < 1.2
    for _ in range(100):
        companion.advance(0.1)
    assert companion.stance == companion.goal
    assert hidden(companion.camera(BEFORE_THE_WALL), BEFORE_THE_WALL, app.blocked("guest")) == 0.0


def test_a_side_chosen_by_hand_is_kept_and_the_drag_turns_about_him(app: App) -> None:
    number = follow(app)
    before = app.camera
    app.press(700, 300)
    app.drag(760, 300, 60, 0)
    app.release(760, 300)
    app.update(0.02)
    assert app.following
    assert spot(app, number)[0] == pytest.approx(640, abs=30)
    assert abs(app.camera.azimuth - before.azimuth) > 5
    turned = app.camera.azimuth
    app.wheel(900, 400, 2)
    app.do("play")
    for _ in range(10):
        app.update(0.1)
    assert app.camera.azimuth == pytest.approx(turned)
    assert app.companion
    assert app.companion.chosen
    assert app.companion.stance.reach < 5.5


def test_another_person_is_followed_at_once_and_the_same_key_leaves_him(app: App) -> None:
    follow(app)
    follow(app, "guest")
    assert app.following == "guest"
    app.do("follow")
    assert not app.following


def test_going_to_a_thing_leaves_who_was_followed(app: App) -> None:
    follow(app)
    app.selected = app.model.packed.index["jar"]
    app.do("go")
    for _ in range(10):
        app.update(0.1)
    assert not app.following


def test_through_his_eyes_one_may_look_about_and_no_farther_than_a_head_turns(app: App) -> None:
    app.selected = app.model.packed.index["archer-1-upper"]
    app.do("eyes")
    app.update(0.1)
    ahead = app.camera
    app.press(600, 300)
    app.drag(500, 300, -100, 0)
    app.update(0.1)
    assert app.through_eyes
    assert app.camera.eye == ahead.eye
    assert 5 < (app.camera.azimuth - ahead.azimuth) % 360 < 20
    for _ in range(40):
        app.drag(400, 300, -400, 0)
    assert app.gaze[0] == GAZE[0]
    app.release(400, 300)
    app.wheel(600, 300, 3)
    app.update(0.1)
    assert app.camera.fov < ahead.fov


@pytest.mark.parametrize("how", ["follow", "eyes"])
def test_a_copied_view_goes_on_with_whom_it_went(model: Model, hooks: Hooks, how: str) -> None:
    app = App(model, hooks)
    app.timeline.seek(0, 3217)
    app.selected = app.model.packed.index["archer-1-upper"]
    app.do(how)
    for _ in range(30):
        app.update(0.1)
    app.press(600, 300)
    app.drag(530, 330, -70, 30)
    app.release(530, 330)
    app.grid, app.paths, app.names_mode = True, False, "all"
    app.update(0.02)
    again = App(model, hooks, view=app.citation())
    again.update(0)
    for one, other in ((again.camera.eye, app.camera.eye), (again.camera.target, app.camera.target)):
        assert one == pytest.approx(other, abs=0.03)
    assert (again.timeline.now, again.following, again.through_eyes) == (3217, "archer-1-upper", how == "eyes")
    assert (again.grid, again.paths, again.names_mode, again.selected) == (True, False, "all", app.selected)
    assert parse_view(again.citation()).follow == parse_view(app.citation()).follow


def test_a_wall_or_roof_into_which_the_eye_comes_goes_by_itself_but_not_before_one_who_walks(app: App) -> None:
    from viewer.movement import in_the_way

    app.camera = replace(app.camera, eye=(0.0, 2.0, -8.9), target=(0.0, 2.0, -20.0))
    assert in_the_way(app) == {"walls"}
    app.mode = "walk"
    assert in_the_way(app) == set()
    app.mode = "orbit"
    app.camera = replace(app.camera, eye=(0.0, 4.35, -5.0), target=(0.0, 0.0, -5.1))
    assert in_the_way(app) == {"roof"}
    app.camera = replace(app.camera, eye=(0.0, 2.0, 8.0), target=(0.0, 2.0, -20.0))
    assert in_the_way(app) == set()
