"""What is taken away as a model, and as a string: what is shown, neither more nor less."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from layout.errors import InputError
from shegong import viewing
from viewer.app import App
from viewer.cards import graded
from viewer.model import Hooks, Model, Request
from viewer.taking import Shown, visible
from viewer.viewstring import parse_view
from viewer.words import words


@pytest.fixture
def app(model: Model, hooks: Hooks) -> App:
    return App(model, hooks)


def shapes(scene: object) -> set[str]:
    return {n.name for n in scene.nodes if n.mesh}  # type: ignore[attr-defined]


def test_hidden_layers_lose_their_forms_and_keep_their_places(model: Model) -> None:
    scene = visible(model.scene, ["roof", "walls"])
    assert shapes(model.scene) - shapes(scene) == {"roof", "wall"}
    assert [n.name for n in scene.nodes] == [n.name for n in model.scene.nodes]
    assert "roof" not in scene.meshes
    assert "platform" in scene.meshes


def test_what_lies_before_the_cut_is_left_out(model: Model) -> None:
    # Looking north from the court, the cut 20 m south of the hall: the target behind one's back goes.
    scene = visible(model.scene, cut=((0.0, 0.0, 20.0), (0.0, 0.0, -1.0)))
    assert "target" not in shapes(scene)
    assert {"court", "platform", "jar"} <= shapes(scene)


def test_the_app_tells_what_is_shown(app: App) -> None:
    app.timeline.seek(0, 3300)
    app.do("roof", "roof-walls")
    app.camera = replace(app.camera, cut=4.0)
    shown = app.shown()
    assert (shown.t, shown.hide, shown.moving) == (3300, ("roof", "walls"), False)
    point, way = shown.cut or ((0, 0, 0), (0, 0, 0))
    assert np.linalg.norm(np.subtract(point, app.camera.eye)) == pytest.approx(4.0)
    assert np.linalg.norm(way) == pytest.approx(1.0)
    assert app.shown(moving=True).cut is None
    app.hooks = replace(app.hooks, export=lambda *_: "")
    app.do("export-moving")
    assert app.wishes[-1] == ("export", app.shown(moving=True))


def test_a_model_is_written_of_the_ground_without_its_roof(tmp_path: Path) -> None:
    from geometry.export.report import read_file

    (tmp_path / "shegong-zhou-xu-ground-0s.glb").touch()
    name = viewing.export(Request(), viewing.Order(lod=1), Shown(hide=("roof",)), str(tmp_path))
    assert Path(name).name == "shegong-zhou-xu-ground-0s-2.glb", "nothing is written over"
    meshes = {n["name"] for n in read_file(name).document["nodes"] if "mesh" in n}
    assert "platform" in meshes
    assert "roof" not in meshes


def test_the_evening_is_part_of_a_view(app: App) -> None:
    app.do("evening")
    text = app.citation()
    assert ";light=evening" in text
    app.do("evening")
    assert "light" not in app.citation()
    app.restore(parse_view(text))
    assert app.light == "evening"
    with pytest.raises(InputError, match="moonlight"):
        parse_view(text.replace("evening", "moonlight"))


def test_grades_in_a_derivation_are_in_the_language_of_the_interface() -> None:
    assert graded("∵ 「侯道五十弓」 [stated]", words("zh")).endswith("[明文]")
    assert graded("[conjectured]", words("en")) == "[conjectured]"


def test_what_a_section_cuts_away_has_no_name(app: App) -> None:
    names = app.model.names("zh")
    camera = replace(app.camera, eye=(0.0, 3.0, 30.0), target=(0.0, 3.0, 0.0))
    shown = {n.main for n in names.find(app.world, camera)}
    cut = {n.main for n in names.find(app.world, replace(camera, cut=26.0))}
    assert {"賓", "上射"} <= shown
    assert "堂" in cut
    assert not {"賓", "上射"} & cut
