"""A sheet of one gesture: two rows of five moments, its names above, figures to be seen in each."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.motion.rehearsal import LEAD
from geometry.motion.show import gesture_scene, moments
from layout.choices import Choices
from layout.errors import UnknownNameError
from layout.evidence import derive
from rite.gestures import gesture, load_gestures


@pytest.mark.parametrize("name", list(load_gestures()))
def test_moments_lie_within_the_gesture(name: str) -> None:
    times = moments(name)
    assert len(times) == 5
    assert times == sorted(times)
    assert times[0] < LEAD
    assert times[-1] <= LEAD + gesture(name).duration + LEAD


def test_unknown_gesture() -> None:
    with pytest.raises(UnknownNameError, match="salute"):
        gesture_scene("salut", derive(Choices()))


def test_scene_of_a_gesture_is_complete() -> None:
    scene = gesture_scene("揖", derive(Choices()))
    names = {n.name for n in scene.nodes}
    assert {t.node for t in scene.clips[0].tracks} <= names
    assert scene.extras["label"] == "揖"
    assert scene.extras["source"]


@pytest.mark.gl
def test_sheet_shows_the_figure_ten_times() -> None:
    from viewer.gesture_sheet import HEAD, TILE, gesture_sheet

    image = np.asarray(gesture_sheet("salute", derive(Choices())).convert("L"), dtype=float)
    assert image.shape == (HEAD + 2 * TILE[1], 5 * TILE[0])
    for row in range(2):
        for column in range(5):
            tile = image[HEAD + row * TILE[1] : HEAD + (row + 1) * TILE[1], column * TILE[0] : (column + 1) * TILE[0]]
            assert 0.04 < (tile < 110).mean() < 0.5


def test_views_are_of_gestures() -> None:
    from viewer.gesture_views import load_views, views_of

    table = load_views()
    assert set(table) - {"one", "low", "two"} <= set(load_gestures())
    assert views_of("salute", facing=False) == table["one"]
    assert views_of("salute", facing=True) == table["two"]
    assert views_of("bow", facing=False, low=True) == table["low"]
    assert views_of("drum", facing=False) == table["drum"]
