"""Single choices within a reading, and places away from the school."""

from __future__ import annotations

from dataclasses import replace

from geometry.scene import Clip, Node
from shegong.commands.view import _remembered, _switches
from viewer import panels
from viewer.app import App
from viewer.model import Built, Hooks, Model, Request, Switch
from viewer.settings import Settings
from viewer.timeline import Timeline


def test_a_choice_is_made_in_the_menu_and_replaces_the_one_before(model: Model, hooks: Hooks) -> None:
    switch = Switch(
        "hall", "堂制", "form of the hall", (("xu", "州序", "鄭玄", ""), ("xiang", "鄉庠", "賈公彥", "academy"))
    )
    app = App(model, replace(hooks, switches=(switch,)))
    app.size = (1280.0, 720.0)
    app.do("readings")
    panels.build(app)
    app.do("switch", "hall")
    panels.build(app)
    zone = next(z for z in app.zones if z.action == "choose" and z.arg == ("hall", "xiang"))
    assert (switch.said("xiang", "zh"), switch.said("xiang", "en"), switch.said("xu", "en")) == (
        "鄉庠",
        "academy",
        "州序",
    )
    app.click(zone.x + 30, zone.y + 5)
    assert app.wishes == [("build", Request("zhou-xu", ("hall=xiang",)))]
    app.busy = ""
    app.model = Model(replace(model.built, request=Request("zhou-xu", ("hall=xiang", "ren=8"))))
    app.do("choose", ("hall", "xu"))
    assert app.wishes[-1] == ("build", Request("zhou-xu", ("ren=8", "hall=xu")))


def test_the_menu_offers_what_the_data_offer() -> None:
    found = {s.key: s for s in _switches()}
    assert [w[0] for w in found["hall"].ways] == ["xu", "xiang"]
    assert "word" not in found
    nameless = [(s.key, w[0]) for s in found.values() for w in s.ways if not w[3] and not w[1].endswith(" cm")]
    assert not nameless, "each choice has an English name"
    assert found["marks"].said("lintel", "en") == "under the lintel"
    assert found["ren"].said("8", "en") == "8 尺"


def test_back_to_the_reading_before_and_forth_again(model: Model, hooks: Hooks) -> None:
    app = App(model, hooks)
    app.size = (1280.0, 720.0)
    app.key("Z", True, False)
    assert not app.wishes
    assert app.message
    other = Request("zhou-xu", ("hall=xiang",))
    app.set_model(Model(replace(model.built, request=other)), keep=True)
    app.changed = ["width of the hall: 90 → 150 尺"]
    app.do("readings")
    drawn = [str(item) for item in panels.build(app).items]
    assert any("'90 → 150 尺'" in item for item in drawn), "the numbers stand by themselves"
    zone = next(z for z in app.zones if z.action == "undo")
    app.click(zone.x + 30, zone.y + 5)
    assert app.wishes == [("build", model.built.request)]
    app.busy = ""
    app.set_model(model, keep=True)
    assert app.former == other


def test_the_reading_of_the_last_run_comes_back_with_its_choices() -> None:
    view = "v1;eye=1,2,3;at=0,0,0;reading=zhou-xu;set="
    assert _remembered(Settings()) is None
    assert _remembered(Settings(reading="no-such")) is None
    assert _remembered(Settings(reading="ao")) == Request("ao")
    assert _remembered(Settings(reading="zhou-xu", view=view + "marks=lintel")) == Request("zhou-xu", ("marks=lintel",))
    assert _remembered(Settings(reading="zhou-xu", view=view + "marks=gone")) == Request("zhou-xu")
    assert _remembered(Settings(reading="ao", view=view + "marks=lintel")) == Request("ao")


def test_to_the_next_section_before_it_is_known_which_there_are(model: Model, hooks: Hooks) -> None:
    first, second = model.scene.clips
    one = Model(replace(model.built, scene=replace(model.scene, clips=(first,))))
    app = App(one, replace(hooks, outline=lambda _: ()))
    app.timeline.seek(0, 3000)
    app.do("next-section")
    assert (app.section, app.timeline.now) == (18, 3000)
    assert app.message == app.say("start.sections")
    app.set_outline((first, second))
    assert (app.section, app.timeline.now) == (19, 0)
    assert not app.message
    app.do("previous-section")
    assert app.section == 18


def test_the_camera_goes_along_where_the_rite_goes_on_elsewhere(model: Model, hooks: Hooks) -> None:
    extras = {"section": 36, "venue": "school", "cuts": [{"start": 4000, "venue": "guest-gate"}]}
    clip = Clip("section-36", 10_000, model.scene.clips[0].tracks, extras)
    gate = Node("guest-gate", None, "jar", (-60.0, 0.0, 90.0), layer="court")
    scene = replace(model.scene, nodes=(*model.scene.nodes, gate), clips=(clip,))
    app = App(Model(Built(scene)), hooks)
    assert Timeline((clip,), t=3999.0).venue() == "school"
    app.update(0.1)
    home = app.camera
    app.timeline.seek(0, 4000)
    for _ in range(10):
        app.update(0.1)
    assert app.camera.name == "guest-gate"
    assert app.camera.target[0] < -55
    app.timeline.seek(0, 0)
    for _ in range(10):
        app.update(0.1)
    assert app.camera == home
