"""Films and their subtitles."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from geometry.scene import Scene
from layout.errors import InputError
from viewer.film import Shot, beside, check_film, cues, frames_of, shots, step_at, write_film, write_subtitles
from viewer.subtitles import Cue, srt, stamp, vtt


def test_frames_cross_sections_in_order(stage: Scene) -> None:
    plan = shots(stage, (0, 9000), (1, 1000), 10)
    assert len(plan) == 20
    assert plan[0] == Shot(0, 9000, 0)
    assert plan[9] == Shot(0, 9900, 900)
    assert plan[10] == Shot(1, 0, 1000)
    assert len(shots(stage, (0, 0), (0, 10_000), 10, 4.0)) == 25


@pytest.mark.parametrize(
    ("last", "fps", "speed"),
    [((0, 0), 10, 1), ((0, 5), 0, 1), ((0, 5), 500, 1), ((0, 5), 10, 0), ((0, 5), math.nan, 1), ((0, 5), 10, math.inf)],
)
def test_impossible_films_are_told(stage: Scene, last: tuple[int, int], fps: float, speed: float) -> None:
    with pytest.raises(InputError):
        shots(stage, (0, 0), last, fps, speed)


def test_clauses_become_cues_on_the_clock_of_the_film(stage: Scene) -> None:
    plan = shots(stage, (0, 2000), (0, 6000), 10, 2.0)
    made = cues(stage, plan, 2.0)
    assert [c.text for c in made] == ["上射揖進1", "上射揖進2"]
    assert made[0].start == 0
    assert made[0].end == pytest.approx(750, abs=60)
    assert made[1].start == 1000
    assert step_at(stage, 0, 1700) is None


def test_subtitle_formats() -> None:
    lines = [Cue(0, 1500, "獲者坐而獲", "He calls <hit> --> & more"), Cue(61_000, 62_000, "乃射")]
    assert srt(lines) == (
        "1\n00:00:00,000 --> 00:00:01,500\n獲者坐而獲\nHe calls <hit> → & more\n\n2\n00:01:01,000 --> 00:01:02,000\n乃射\n\n"
    )
    assert vtt(lines).startswith(
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n獲者坐而獲\nHe calls &lt;hit> → &amp; more\n"
    )
    assert stamp(3_600_000) == "01:00:00,000"


@pytest.mark.parametrize("ending", [".mp4", ".gif", ".webp"])
def test_films_are_written_whole(tmp_path: Path, ending: str) -> None:
    if ending == ".mp4":
        pytest.importorskip("av")
    plan = [Shot(0, n, n * 100) for n in range(6)]
    ticks: list[int] = []

    def take(shot: Shot) -> np.ndarray:
        return np.full((48, 65, 3), 40 * shot.t + 10, np.uint8)

    path = tmp_path / f"film{ending}"
    assert write_film(path, frames_of(take, plan, lambda done, _: ticks.append(done)), 10, (65, 48)) == 6
    assert ticks == [1, 2, 3, 4, 5, 6]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    if ending == ".mp4":
        import av

        with av.open(str(path)) as film:
            frames = [f.to_ndarray(format="rgb24") for f in film.decode(video=0)]
        assert len(frames) == 6
        assert frames[5].shape == (48, 64, 3)
        assert abs(int(frames[5].mean()) - 210) < 6
    else:
        from PIL import Image

        with Image.open(path) as film:
            assert film.n_frames == 6


def test_a_film_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def take(shot: Shot) -> np.ndarray:
        if shot.t == 2:
            raise RuntimeError("no picture")
        return np.zeros((48, 64, 3), np.uint8)

    with pytest.raises(RuntimeError):
        write_film(tmp_path / "film.gif", frames_of(take, [Shot(0, n, n) for n in range(4)]), 10, (64, 48))
    assert list(tmp_path.iterdir()) == []


def test_frames_are_used_in_order_beside_the_drawing() -> None:
    used: list[int] = []
    frames = (np.full((2, 2, 3), n, np.uint8) for n in range(20))
    assert beside(frames, lambda image: used.append(int(image[0, 0, 0]))) == 20
    assert used == list(range(20))


def test_what_fails_beside_fails_the_film_and_drawing_ends() -> None:
    drawn: list[int] = []

    def frames():
        for n in range(1000):
            drawn.append(n)
            yield np.full((2, 2, 3), n % 256, np.uint8)

    def use(image: np.ndarray) -> None:
        raise ValueError("no room on the disk")

    with pytest.raises(ValueError, match="no room"):
        beside(frames(), use)
    assert len(drawn) < 1000


def test_films_that_memory_cannot_hold_are_refused_before_drawing() -> None:
    check_film("a.gif", 500, (1280, 720))
    with pytest.raises(InputError, match="too many for"):
        check_film("a.webp", 27_905, (1280, 720))
    pytest.importorskip("av")
    check_film("a.mp4", 27_905, (1280, 720))
    with pytest.raises(InputError, match="at least 32x32"):
        check_film("a.mp4", 25, (20, 40))


def test_subtitles_lie_beside_the_film(tmp_path: Path) -> None:
    made = write_subtitles(tmp_path / "film.mp4", [Cue(0, 1000, "乃射")])
    assert sorted(p.name for p in made) == ["film.srt", "film.vtt"]
    # Nor does a film of the same name in another format write over them.
    made += write_subtitles(tmp_path / "film.gif", [Cue(0, 2000, "乃射")])
    made += write_subtitles(tmp_path / "film.webp", [Cue(0, 3000, "乃射")])
    assert len({p.name for p in made}) == 6
    assert "02,000" in (tmp_path / "film.gif.srt").read_text(encoding="utf-8")
    assert "乃射" in (tmp_path / "film.vtt").read_text(encoding="utf-8")
