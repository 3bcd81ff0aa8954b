"""How coarsely a moving picture is drawn: only while it moves, and only as coarsely as needed."""

from __future__ import annotations

from viewer.camera import Camera
from viewer.pace import CALM, LONG, REST, SHARES, SHORT, Pace

HERE = Camera((0.0, 2.0, 9.0), (0.0, 1.0, 0.0))
THERE = Camera((1.0, 2.0, 9.0), (0.0, 1.0, 0.0))


def test_the_first_picture_and_a_camera_at_rest_are_drawn_whole() -> None:
    pace = Pace(2)
    assert pace.share(HERE, 0.0) == 1.0
    assert pace.share(THERE, 1.0) == SHARES[2]
    assert pace.moving
    assert not pace.due(1.0 + REST / 2)
    assert pace.due(1.01 + REST)
    assert pace.share(THERE, 1.01 + REST) == 1.0
    assert not pace.due(2.0)


def test_long_frames_make_it_coarser_and_many_short_ones_finer() -> None:
    pace = Pace(0)
    pace.share(HERE, 0.0)
    now = 1.0
    for step in range(1, len(SHARES) + 2):
        now += 0.05
        pace.share(THERE if step % 2 else HERE, now)
        pace.took(LONG + 1, now)
        assert pace.step == min(step, len(SHARES) - 1)
    for step in range(CALM + 1):
        now += 0.02
        pace.share(THERE if step % 2 else HERE, now)
        pace.took(SHORT - 1, now)
    assert pace.step == len(SHARES) - 2


def test_frames_at_rest_tell_nothing_about_moving_ones() -> None:
    pace = Pace(0)
    pace.share(HERE, 0.0)
    pace.took(500.0, 0.0)
    assert pace.step == 0


def test_with_a_fast_card_everything_is_drawn_whole() -> None:
    pace = Pace(0)
    pace.share(HERE, 0.0)
    assert pace.share(THERE, 1.0) == 1.0
    assert not pace.due(9.0)
