"""A camera that goes with somebody turns round slowly where he turns at once, and stays where he stays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from viewer.camera import Camera
from viewer.steady import REACH, Steady


def behind(t: int) -> Camera:
    """Behind one who turns about within half a second at 5 s."""
    turn = math.pi * min(max((t - 4750) / 500, 0.0), 1.0)
    return Camera((3 * math.sin(turn), 2.0, 3 * math.cos(turn)), (0.0, 1.0, 0.0), 50.0)


def test_a_turn_is_evened_out() -> None:
    steady = Steady(behind, 10_000)
    eyes = np.array([steady.at(t).eye for t in range(0, 10_000, 40)])
    plain = np.array([behind(t).eye for t in range(0, 10_000, 40)])
    pace = np.linalg.norm(np.diff(eyes, axis=0), axis=1).max()
    assert pace < 0.3 * np.linalg.norm(np.diff(plain, axis=0), axis=1).max()
    # No step of its own: the pace itself changes little by little.
    assert np.abs(np.diff(eyes, 2, axis=0)).max() < 0.02
    for t in (0, 4750 - REACH - 250, 5250 + REACH + 250, 10_000):
        assert steady.at(t).eye == pytest.approx(behind(t).eye, abs=1e-6)
    assert steady.at(5000).fov == 50.0


def test_each_moment_is_looked_up_once() -> None:
    asked: list[int] = []
    steady = Steady(lambda t: asked.append(t) or behind(t), 2000)
    for t in range(0, 2000, 40):
        steady.at(t)
    assert len(asked) == len(set(asked))
    assert min(asked) == 0
    assert max(asked) == 2000
