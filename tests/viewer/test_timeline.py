"""The clock: playing, stepping, seeking."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.scene import Clip
from viewer.timeline import SPEEDS, Timeline, clock


def make(*durations: int) -> Timeline:
    steps = [{"text": str(n), "start": n * 1000, "end": n * 1000 + 800, "who": []} for n in range(4)]
    return Timeline(
        [
            Clip(f"section-{n}", d, (), {"section": n, "title": "節", "english": "section", "steps": steps})
            for n, d in enumerate(durations, 1)
        ]
    )


def test_playing_runs_on_into_the_next_section_and_stops_at_the_end() -> None:
    line = make(5000, 6000)
    line.toggle()
    line.advance(4.5)
    assert (line.clip, line.now) == (0, 4500)
    line.advance(1.0)
    assert (line.clip, line.now) == (1, 500)
    line.advance(100)
    assert (line.clip, line.now, line.playing) == (1, 6000, False)
    line.toggle()
    assert (line.clip, line.now, line.playing) == (0, 0, True)


def test_a_looped_section_begins_again() -> None:
    line = make(5000, 6000)
    line.loop = True
    line.toggle()
    line.advance(7)
    assert (line.clip, line.now) == (0, 2000)


def test_speed_has_steps_and_ends() -> None:
    line = make(5000)
    line.toggle()
    line.faster(1)
    line.advance(1)
    assert line.now == 2000
    for _ in range(20):
        line.faster(1)
    assert line.speed == SPEEDS[-1] == 64
    for _ in range(20):
        line.faster(-1)
    assert line.speed == SPEEDS[0] == 0.25


@given(st.floats(-5e4, 5e4))
def test_seeking_overall_and_back_is_the_same_moment(ms: float) -> None:
    line = make(5000, 6000, 7000)
    line.seek_overall(ms)
    assert line.overall == pytest.approx(min(max(ms, 0), 18_000))
    assert 0 <= line.t <= line.duration


def test_steps_by_clause_cross_sections() -> None:
    line = make(5000, 6000)
    line.step_by(1)
    assert line.now == 1000
    assert line.step_index() == 1
    line.seek(0, 3500)
    line.step_by(1)
    assert (line.clip, line.now) == (1, 0)
    line.step_by(-1)
    assert (line.clip, line.now) == (0, 3000)
    line.seek(0, 2900)
    assert line.step() is None
    line.step_by(-1)
    assert line.now == 2000


def test_back_goes_to_the_beginning_first_then_to_the_section_before() -> None:
    line = make(5000, 6000)
    line.seek(1, 3000)
    line.section(-1)
    assert (line.clip, line.now) == (1, 0)
    line.section(-1)
    assert (line.clip, line.now) == (0, 0)
    line.section(1)
    line.section(1)
    assert (line.clip, line.now) == (1, 6000)


def test_nothing_to_play_is_no_error() -> None:
    line = Timeline(())
    line.toggle()
    line.advance(1)
    line.step_by(1)
    line.section(1) if line.clips else None
    line.seek_overall(5)
    assert (line.playing, line.total, line.title()) == (False, 0, "")
    assert line.step() is None


def test_titles_and_clock() -> None:
    line = make(5000)
    assert line.title() == "1 節"
    assert line.title(lang="en") == "1 section"
    assert [clock(t) for t in (0, 59_999, 61_000, 3_661_000)] == ["0:00", "0:59", "1:01", "1:01:01"]
    assert np.isclose(line.overall, 0)
