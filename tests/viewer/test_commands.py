"""`shegong render` and `shegong view` on the small stage: what is written, and what is told when it cannot be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import shegong.build
from geometry.scene import Scene
from shegong.cli import main


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, stage: Scene) -> list[object]:
    """The stage in place of the real scene; returns what sections were asked for."""
    asked: list[object] = []

    def build_rite(plan: object, sections: object = None) -> object:
        asked.append(sections)
        return plan

    monkeypatch.setattr(shegong.build, "build_plan", lambda *_: object())
    monkeypatch.setattr(shegong.build, "build_rite", build_rite)
    monkeypatch.setattr(shegong.build, "build_scene", lambda *_, **__: stage)
    return asked


@pytest.mark.gl
def test_a_picture_of_a_moment_with_names_and_clause(small: list[object], tmp_path: Path) -> None:
    plain, told = tmp_path / "a.png", tmp_path / "b.png"
    size = ["--size", "240x160", "--camera", "hall"]
    assert main(["render", str(plain), "--at", "18+4", *size]) == 0
    assert main(["render", str(told), "--at", "18+4", *size, "--labels", "both", "--caption", "--certainty"]) == 0
    a, b = (np.asarray(Image.open(p).convert("RGB")).astype(int) for p in (plain, told))
    assert a.shape == b.shape == (160, 240, 3)
    assert np.abs(a - b).mean() > 5
    assert small == [(18,), (18,)]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.png", "b.png"]


def test_names_keep_clear_of_caption_and_plan(stage: Scene) -> None:
    from viewer.annotate import FOOT, label_picture
    from viewer.camera import Camera
    from viewer.pack import pack, rest_matrices

    packed, world = pack(stage), rest_matrices(stage.nodes)
    camera = Camera((4.0, 6.0, 12.0), (4.0, 4.5, 0.0), 40.0)
    blank = np.full((720, 1280, 3), 90, np.uint8)
    free = label_picture(blank, packed, world, camera, "zh")
    kept = label_picture(blank, packed, world, camera, "zh", caption=True, plan=True)
    foot = slice(720 - round(FOOT), 720), slice(110, 1170)
    # Neither a plate nor the point at the end of its stroke lies there.
    assert (free[foot] > 180).sum() > 2000
    assert not (kept[foot] != 90).any()
    assert (kept > 180).sum() > 1500


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["a.png", "--sections", "--at", "18"], "--sections and --at"),
        (["a.mp4", "--from", "18", "--at", "19"], "--at and --from"),
        (["a.png", "--catalogue", "--gestures"], "--catalogue and --gestures"),
        (["a.png", "--separate"], "--separate goes with"),
        (["a.mp4", "--from", "18", "--to", "18+x"], "--to '18+x'"),
        (["a.mp4", "--from", "19", "--to", "18"], "--to must come after"),
        (["a.mp4", "--at", "18"], "a film needs a beginning: --from"),
        (["a.png", "--from", "18"], "--from is for films"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    more: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(tmp_path / more[0]), *more[1:]]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.gl
def test_a_plan_in_the_corner_shows_who_is_where(small: list[object], tmp_path: Path) -> None:
    plain, told = tmp_path / "a.png", tmp_path / "b.png"
    size = ["--size", "400x240", "--camera", "hall", "--fast", "--at", "18+4"]
    assert main(["render", str(plain), *size]) == 0
    assert main(["render", str(told), *size, "--inset"]) == 0
    a, b = (np.asarray(Image.open(p).convert("RGB")).astype(int) for p in (plain, told))
    changed = np.abs(a - b).max(axis=2) > 20
    assert changed[:120, 300:].any()
    assert not changed[150:].any()
    assert not changed[:, :250].any()


@pytest.mark.gl
def test_words_that_could_not_be_read_are_left_out(
    small: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, told = tmp_path / "a.png", tmp_path / "b.png"
    size = ["--size", "64x64", "--fast", "--at", "18+4"]
    assert main(["render", str(plain), *size]) == 0
    assert capsys.readouterr().err == ""
    assert main(["render", str(told), *size, "--labels", "both", "--inset", "--caption"]) == 0
    assert "--labels --inset --caption: left out, too small to be read below 240x160" in capsys.readouterr().err
    assert plain.read_bytes() == told.read_bytes()


@pytest.mark.gl
def test_a_view_string_decides_camera_and_moment(small: list[object], tmp_path: Path) -> None:
    out = tmp_path / "a.jpg"
    view = "v1;eye=0,3,20;at=0,1,0;fov=50;t=19+2;hide=roof"
    assert main(["render", str(out), "--view", view, "--size", "64x64", "--fast"]) == 0
    assert small == [(19,)]
    assert Image.open(out).size == (64, 64)


def test_a_layer_that_the_moment_does_not_show_may_be_hidden(stage: Scene) -> None:
    from dataclasses import replace

    from layout.errors import UnknownNameError
    from shegong.pictures.picture import check_layers

    ground = replace(stage, nodes=tuple(n for n in stage.nodes if n.layer not in ("people", "things")))
    check_layers(ground, ("people", "things", "roof-cover"))
    with pytest.raises(UnknownNameError, match="peple"):
        check_layers(ground, ("peple",))


@pytest.mark.gl
def test_an_address_of_the_page_is_a_view(small: list[object], tmp_path: Path) -> None:
    one, two = tmp_path / "a.png", tmp_path / "b.png"
    rest = ["--size", "240x160", "--fast"]
    assert (
        main(["render", str(one), "--view", "file:///x/p.html#section=18&t=2&view=hall&on=certainty.plan&new=1", *rest])
        == 0
    )
    assert main(["render", str(two), "--at", "18+2", "--camera", "hall", "--certainty", "--inset", *rest]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert main(["render", str(two), "--view", "#section=19&view=0,3,20,0,1,0,50", *rest]) == 0
    assert main(["render", str(one), "--view", "v1;eye=0,3,20;at=0,1,0;fov=50;t=19+0", *rest]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert main(["render", str(one), "--view", "#section=19&view=0,x", *rest]) == 2


@pytest.mark.gl
def test_a_film_with_its_subtitles(small: list[object], tmp_path: Path) -> None:
    out = tmp_path / "film.gif"
    args = ["--from", "18+9", "--to", "19+1", "--fps", "5", "--size", "64x48", "--camera", "archer-1-upper:behind"]
    assert main(["render", str(out), *args]) == 0
    assert small == [(18, 19)]
    with Image.open(out) as film:
        assert 2 <= film.n_frames <= 10
    assert sorted(p.name for p in tmp_path.iterdir()) == ["film.gif", "film.gif.srt", "film.gif.vtt"]
    assert "上射揖進0" in (tmp_path / "film.gif.srt").read_text(encoding="utf-8")


@pytest.mark.gl
def test_a_contact_sheet_of_all_sections(small: list[object], tmp_path: Path) -> None:
    from viewer.framing import GAP, HEAD

    out = tmp_path / "all.png"
    assert main(["render", str(out), "--sections", "--size", "120x70", "--fast"]) == 0
    assert Image.open(out).size == (2 * (120 + GAP) + GAP, 70 + HEAD + 2 * GAP)


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["a.bmp"], "unknown file ending '.bmp'; expected .png, .jpg, .webp"),
        (["nowhere/a.png"], "does not exist"),
        (["a.png", "--size", "10x10"], "--size 10x10"),
        (["a.png", "--size", "wide"], "--size wide"),
        (["a.png", "--light", "evning"], "nearest: evening"),
        (["a.png", "--camera", "hal"], "nearest: hall"),
        (["a.png", "--light", "dusk"], "known: evening, morning, noon"),
        (["a.png", "--camera", "上射"], "known: range, "),
        # An empty word, as of a variable that is not set in a script, is not passed over.
        (["a.png", "--camera", ""], "unknown camera ''"),
        (["a.png", "--at", ""], "--at ''"),
        (["a.png", "--view", ""], "--view ''"),
        (["a.png", "--at", "18", "--hide", "rof"], "nearest: roof"),
        (["a.png", "--at", "18+999"], "after its end"),
        (["a.png", "--at", "7"], "section 7 is not in this scene"),
        (["a.png", "--view", "v1;eye=1,2,3"], "at= is missing"),
        (["a.mp4"], "a film needs a beginning"),
        (["a.gif", "--from", "18+5", "--to", "18+4"], "ends before it begins"),
        (["a.gif", "--from", "18", "--fps", "0"], "--fps 0"),
        (["missing/sheets", "--catalogue"], "expected a folder"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(
    args: list[str],
    what: str,
    small: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", *args]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert what in told[0]
    assert list(tmp_path.iterdir()) == []


def test_help_needs_neither_screen_nor_opengl(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    for name in ("view", "render"):
        assert main([name, "--help"]) == 0
        assert "Example" in capsys.readouterr().out


def test_the_window_without_a_display_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("SHEGONG_CONFIG", str(tmp_path))
    assert main(["view"]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith("shegong: no display")
    assert len(told.splitlines()) == 1


def test_no_opengl_is_one_message(
    small: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from viewer import context, offscreen

    def none() -> None:
        raise context.NoGraphicsError(context.no_graphics(RuntimeError("libEGL.so not found")))

    monkeypatch.setattr(offscreen, "off_screen", none)
    assert main(["render", str(tmp_path / "a.png")]) == 2
    told = capsys.readouterr().err.strip()
    assert "no OpenGL 3.3 here (libEGL.so not found)" in told
    assert "apt-get install" in told
    assert list(tmp_path.iterdir()) == []
