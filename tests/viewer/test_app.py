"""The viewer without its window: keys, mouse, menus, moving, asking, reading otherwise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from layout.errors import InputError
from viewer import panels
from viewer.app import App
from viewer.canvas import Words
from viewer.keymap import action_of, bindings, caps, groups, shown
from viewer.model import Hooks, Model, Request, changes, with_ghost
from viewer.settings import Settings, load_settings, save_settings
from viewer.viewstring import parse_view, write_view
from viewer.words import words


@pytest.fixture
def app(model: Model, hooks: Hooks) -> App:
    made = App(model, hooks, Settings(1280, 720, "zh"))
    panels.build(made)
    return made


def click(app: App, action: str, arg: object = None) -> None:
    """Press the button of an action with the mouse."""
    panels.build(app)
    zone = next(z for z in app.zones if z.action == action and (arg is None or z.arg == arg))
    x, y = zone.x + zone.w / 2, zone.y + zone.h / 2
    app.press(x, y)
    app.release(x, y)
    panels.build(app)


def texts(app: App) -> str:
    """All words on the screen."""
    return "\n".join(i.text for i in panels.build(app).items if isinstance(i, Words))


def point_at(app: App, name: str, up: float = 0.8) -> tuple[float, float]:
    """Where on the screen a node is."""
    number = app.model.packed.index[name]
    spot = np.asarray(app.world[number][:3, 3], float) + np.array([0, up, 0])
    u, v, depth = app.camera.project(spot[None], app.size[0] / app.size[1])[0]
    assert depth > 0
    return u * app.size[0], (1 - v) * app.size[1]


def test_every_key_has_a_meaning_and_every_action_words() -> None:
    zh, en = words("zh"), words("en")
    assert set(zh) == set(en)
    assert all(zh.values())
    for keys in groups().values():
        for action in keys:
            assert f"action.{action}" in zh
            assert shown(action)
    assert len(bindings()) == sum(len(names.split()) for keys in groups().values() for names in keys.values())


def test_every_action_is_done_without_an_error(app: App) -> None:
    for keys in groups().values():
        for action in keys:
            if action not in ("forward", "back", "left", "right", "up", "down"):
                assert action.startswith("view-") or hasattr(app, "_do_" + action.replace("-", "_")), action
                app.do(action)
                app.update(0.05)
                panels.build(app)
    assert app.quit


def test_space_plays_and_the_people_move(app: App) -> None:
    app.key("SPACE")
    for _ in range(20):
        app.update(0.1)
    number = app.model.packed.index["archer-1-upper"]
    assert app.world[number][2, 3] == pytest.approx(9.0, abs=0.02)
    app.key("SPACE")
    app.update(0.1)
    assert app.world[number][2, 3] == pytest.approx(9.0, abs=0.02)


def test_a_click_asks_and_the_card_answers(app: App) -> None:
    x, y = point_at(app, "guest")
    app.press(x, y)
    app.release(x, y)
    assert app.selected == app.model.packed.index["guest"]
    said = texts(app)
    assert "賓" in said
    assert "面向" in said
    assert "爵" in said, "he has the cup in his hand"
    app.do("select", app.model.packed.index["target"])
    said = texts(app)
    for part in ("10 尺 = 2.31 m", "弓二寸以為侯中", "注文", "侯中"):
        assert part in said
    app.key("ESCAPE")
    assert app.selected is None


def test_dragging_is_not_clicking(app: App) -> None:
    x, y = point_at(app, "guest")
    before = app.camera
    app.press(x, y)
    app.drag(x + 40, y + 5, 40, 5)
    app.release(x + 40, y + 5)
    assert app.selected is None
    assert app.camera.azimuth != pytest.approx(before.azimuth)


def test_the_interface_takes_the_click_before_the_scene(app: App) -> None:
    app.do("panel", "layers")
    panels.build(app)
    zone = next(z for z in app.zones if z.action == "certainty" and z.y > 40)
    app.press(zone.x + 5, zone.y + 5)
    app.release(zone.x + 5, zone.y + 5)
    assert app.certainty
    assert app.selected is None
    assert "明文" in texts(app)


def test_all_menus_open_by_mouse_and_close_by_escape(app: App) -> None:
    for name in ("sections", "views", "layers", "reading", "search", "take", "help"):
        click(app, "panel", name)
        assert app.panel == name
        app.key("ESCAPE")
        assert app.panel is None


def test_scrubbing_seeks_at_once(app: App) -> None:
    panels.build(app)
    zone = next(z for z in app.zones if z.action == "scrub" and z.arg == "section")
    app.press(zone.x + zone.w * 0.5, zone.y + 3)
    assert app.timeline.now == pytest.approx(5000, abs=20)
    app.drag(zone.x + zone.w * 0.25, zone.y + 90, -50, 80)
    assert app.timeline.now == pytest.approx(2500, abs=20)
    app.release(zone.x, zone.y)
    whole = next(z for z in app.zones if z.action == "scrub" and z.arg == "all")
    app.press(whole.x + whole.w * 0.75, whole.y + 3)
    assert (app.timeline.clip, app.timeline.now) == (1, pytest.approx(5000, abs=40))


def test_the_clause_is_shown_with_gloss_people_and_note(app: App) -> None:
    app.timeline.seek(0, 2100)
    app.update(0)
    said = texts(app)
    for part in ("上射揖進1", "goes forward, 1", "賓", "〔注〕揖者以進退為節"):
        assert part in said
    assert app.acting() == {app.model.packed.index["guest"]}
    app.timeline.seek(0, 1900)
    assert "上射揖進" not in texts(app)


def test_a_section_is_chosen_from_the_list(app: App) -> None:
    click(app, "panel", "sections")
    click(app, "section", 1)
    assert (app.timeline.clip, app.timeline.now) == (1, 0)


def test_following_keeps_the_distance_and_eyes_see_from_his_head(app: App) -> None:
    number = app.model.packed.index["archer-1-upper"]
    app.selected = number
    app.do("follow")
    for _ in range(20):
        app.update(0.05)
    first = np.asarray(app.camera.eye) - app.world[number][:3, 3]
    app.do("play")
    for _ in range(20):
        app.update(0.1)
    assert np.asarray(app.camera.eye) - app.world[number][:3, 3] == pytest.approx(first, abs=0.02)
    app.do("follow")
    app.do("eyes")
    app.update(0)
    assert app.through_eyes
    assert math.dist(app.camera.eye, app.world[app.model.packed.index["archer-1-upper-head"]][:3, 3]) < 0.3
    hidden = app.view((640, 360)).hidden
    assert hidden is not None
    assert hidden[app._family(app.model.packed.index["archer-1-upper-head"])].all()
    app.key("ESCAPE")
    assert not app.through_eyes


def test_walking_climbs_the_platform_and_keeps_the_eyes_above_the_floor(app: App) -> None:
    from dataclasses import replace

    app.do("mode")
    assert app.mode == "walk"
    app.camera = replace(app.camera, eye=(0.0, 1.56, 4.0), target=(0.0, 1.56, -10.0))
    for _ in range(30):
        app.update(0.05)
    assert app.camera.eye[1] == pytest.approx(1.56, abs=0.01)
    app.camera = replace(app.camera, eye=(0.0, 2.0, -2.0), target=(0.0, 2.0, -12.0))
    for _ in range(60):
        app.update(0.05)
    assert app.camera.eye[1] == pytest.approx(0.7 + 1.56, abs=0.01)
    app.key("W")
    z = app.camera.eye[2]
    app.update(0.2)
    assert app.camera.eye[2] < z
    app.key_up("W")
    z = app.camera.eye[2]
    app.update(0.2)
    assert app.camera.eye[2] == pytest.approx(z)


def test_home_brings_one_back_from_anywhere(app: App) -> None:
    app.wheel(640, 10, -60)
    app.do("mode")
    app.do("plan")
    app.key("HOME")
    for _ in range(20):
        app.update(0.1)
    assert app.camera == app.home
    assert app.mode == "orbit"


def test_roof_and_walls_hide_by_key_and_by_themselves(app: App) -> None:
    from dataclasses import replace

    assert app.hidden() == set()
    app.camera = replace(app.camera, eye=(0.0, 30.0, -5.0), target=(0.0, 1.0, -5.5))
    app.selected = app.model.packed.index["platform"]
    app.update(0.3)
    assert "roof" in app.hidden()
    app.key("H")
    assert app.roof == "roof-shown"
    app.update(0.3)
    assert "roof" not in app.hidden()
    app.key("H")
    app.key("H")
    assert app.hidden() >= {"roof", "walls"}


def test_measuring_by_two_clicks(app: App) -> None:
    app.key("M")
    for name in ("guest", "water-jar"):
        x, y = point_at(app, "guest" if name == "guest" else "jar", 0.3)
        app.press(x, y)
        app.release(x, y)
    assert len(app.points) == 2
    assert "步" in app.message
    assert "公尺" in app.message
    app.key("ESCAPE")
    assert not app.points


def test_search_by_typing(app: App) -> None:
    app.key("SLASH")
    app.typed("/")
    for letter in "hou":
        app.key(letter.upper())
        app.typed(letter)
    assert app.results[0].id == "target"
    assert app.timeline.playing is False, "letters go to the search, not to their actions"
    app.key("RETURN")
    assert app.selected == app.model.packed.index["target"]
    for _ in range(20):
        app.update(0.1)
    x, y = point_at(app, "target", 2.0)
    assert 0 < x < 1280
    assert 0 < y < 720


def test_a_view_is_copied_and_restored(app: App, model: Model, hooks: Hooks) -> None:
    app.timeline.seek(1, 4200)
    app.do("certainty")
    app.do("roof", "roof-hidden")
    app.camera = app.camera.orbit(33, 5)
    text = app.citation()
    other = App(model, hooks, Settings(), text)
    assert other.camera.eye == pytest.approx(app.camera.eye, abs=0.01)
    assert (other.timeline.clip, other.timeline.now) == (1, 4200)
    assert other.certainty
    assert "roof" in other.hidden()
    assert other.citation() == text
    assert write_view(parse_view(text)) == text


@pytest.mark.parametrize(
    ("text", "what"),
    [("x", "begins with v1"), ("v1;eye=1,2,3", "at= is missing"), ("v1;eye=1,2;at=0,0,0", "three numbers"), ("v1;eyes=1,2,3", "nearest: eye"), ("v1;eye=nan,0,0;at=0,0,0", "three numbers")],
)  # fmt: skip
def test_a_broken_view_is_told(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        parse_view(text)


def test_reading_otherwise_keeps_the_view_and_shows_the_ghost(app: App, hooks: Hooks) -> None:
    click(app, "panel", "reading")
    click(app, "reading", hooks.choices[1])
    assert app.wishes[-1] == ("build", hooks.choices[1].request)
    assert app.busy
    built = hooks.build(hooks.choices[1].request, lambda *_: None)
    assert changes(app.model.built, built) == ["侯道: 300 → 420 尺"]
    ghosted = with_ghost(built.scene, app.model.scene)
    assert [n.name for n in ghosted.nodes if n.layer == "ghost"] == ["ghost-target"]
    camera, moment = app.camera, app.timeline.now
    from dataclasses import replace

    app.set_model(Model(replace(built, scene=ghosted)), keep=True)
    app.busy = ""
    assert (app.camera, app.timeline.now) == (camera, moment)
    presence = app.view((64, 64)).presence
    assert presence is not None
    assert sorted(set(presence.tolist())) == [0.5, 1.0]
    app.do("ghost")
    assert app.view((64, 64)).presence is None


def test_paths_and_sight_lines_are_drawn(app: App) -> None:
    app.timeline.seek(0, 4100)
    app.update(0)
    app.do("paths")
    without = len(panels.build(app).items)
    app.do("paths")
    assert len(panels.build(app).items) > without
    before = len(panels.build(app).items)
    app.do("sights")
    assert len(panels.build(app).items) > before


def test_picking_uses_the_size_of_the_window_and_drawing_that_of_the_framebuffer(app: App) -> None:
    x, y = point_at(app, "guest")
    assert app._owner_at(x, y) == app.model.packed.index["guest"]
    assert app.view((2560, 1440)).size == (2560, 1440)
    app.size = (900.0, 700.0)
    x, y = point_at(app, "guest")
    assert app._owner_at(x, y) == app.model.packed.index["guest"]


def test_everything_fits_in_a_small_window(app: App) -> None:
    app.selected = app.model.packed.index["target"]
    for size in ((480.0, 320.0), (800.0, 600.0), (3000.0, 400.0)):
        app.size = size
        for panel in (None, "help", "sections", "layers"):
            app.panel = panel
            assert panels.build(app).items


def test_english_everywhere(app: App) -> None:
    app.do("language")
    app.do("panel", "help")
    said = texts(app)
    assert "Keys and mouse" in said
    assert "play, pause" in said
    assert app.kept().lang == "en"


def test_settings_are_kept_and_nonsense_is_forgotten(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "deep" / "window.json"
    kept = Settings(900, 700, "en", "zhou-xu", "v1;x", 4.0)
    assert save_settings(kept, path)
    assert load_settings(path) == kept
    path.write_text('{"width": "wide", "lang": "fr", "speed": 1e9, "height": 20, "odd": 1}', encoding="utf-8")
    assert load_settings(path) == Settings(1280, 320, "zh", speed=64.0)
    path.write_text("no json", encoding="utf-8")
    assert load_settings(path) == Settings()
    assert not save_settings(kept, path / "below-a-file" / "x.json")


def test_keys_with_modifiers() -> None:
    assert action_of("F12") == "picture"
    assert action_of("F12", shift=True) == "clean-picture"
    assert action_of("C", ctrl=True) == "copy-view"
    assert action_of("C") == "go"
    assert action_of("_1") == "view-1"
    assert action_of("SLASH", shift=True) == "help"
    assert action_of("SEMICOLON", ctrl=True) is None


def test_a_request_is_what_it_says() -> None:
    assert Request("zhou-xu") == Request("zhou-xu", (), ())
    assert Request("zhou-xu", ("hall=xiang",)) != Request("zhou-xu")


@pytest.mark.parametrize("size", [(1280, 720), (960, 600)])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_help_names_every_key_and_has_room_for_all_of_them(app: App, size: tuple[int, int], lang: str) -> None:
    app.size, app.lang = size, lang
    app.do("help")
    shown = texts(app)
    for keys in groups().values():
        for action in keys:
            assert app.say(f"action.{action}") in shown
            assert all(cap in shown for cap in caps(action))
    assert ". period" in shown
    plate = next(z for z in app.zones if z.action == "escape" and z.w > 600)
    assert plate.y >= 34
    assert plate.y + plate.h <= size[1]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_in_the_smallest_window_the_help_is_read_whole_with_the_wheel(app: App, lang: str) -> None:
    app.size, app.lang = (640, 400), lang
    app.do("help")
    shown = texts(app)
    plate = next(z for z in app.zones if z.action == "escape" and z.w > 500)
    for _ in range(20):
        app.wheel(plate.x + 50, plate.y + 100, -1)
        shown += texts(app)
    for keys in groups().values():
        for action in keys:
            assert app.say(f"action.{action}") in shown.splitlines()
            assert all(cap in shown for cap in caps(action))
    assert "…" not in texts(app).replace(app.timeline.title(lang=lang), "")


def test_what_is_given_up_is_asked_for_no_longer(app: App) -> None:
    app.key("M")
    assert app.message == app.say("measure.first")
    app.key("ESCAPE")
    assert (app.measuring, app.message) == (False, "")
    app.key("BACKSLASH")
    assert app.message == app.say("reading.alone")
    assert app.ghost


def test_a_looped_section_is_shown_from_its_beginning_again(app: App) -> None:
    app.do("loop")
    app.timeline.playing = True
    app.timeline.seek(0, 9_900)
    app.update(0.05)
    walker = app.model.people["archer-1-upper"]
    assert app.world[walker][2, 3] == pytest.approx(5.0, abs=0.1)
    app.update(0.25)
    assert app.timeline.clip == 0
    assert app.timeline.t == pytest.approx(200, abs=1)
    assert app.world[walker][2, 3] == pytest.approx(10.0, abs=0.2)
    assert "0:00 / 0:10" in texts(app)


def test_a_message_lies_beside_an_open_menu(app: App) -> None:
    app.size = (1280, 720)
    app.tell("some words " * 20, 5)
    app.do("readings")
    panels.build(app)
    menu = next(z for z in app.zones if z.w == 460 and z.h > 60)
    assert app.told
    assert app.told[0] + app.told[2] <= menu.x
