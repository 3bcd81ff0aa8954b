"""Thinning and rounding of keys: within what is promised, the same each time, and the same for the same gesture."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.motion.reduce import GRID, PLACE, TURN, Channel, on_grid, thin, thin_rounded
from geometry.sampler import slerp

TIMES = np.arange(0, 12_000, 160, dtype=np.int64)


def wave(seed: int) -> np.ndarray:
    """A place that swings, rests for a third of the time, and swings again in the same way."""
    rng = np.random.default_rng(seed)
    part = np.clip((TIMES % 6000) / 4000, 0, 1)[:, None]
    return rng.normal(size=3) * np.sin(np.pi * part) ** 2 + rng.normal(size=3)


def turns(seed: int) -> np.ndarray:
    half = wave(seed)[:, 0] * 0.7
    axis = np.array([0.6, 0.0, 0.8])
    return np.column_stack([np.sin(half)[:, None] * axis, np.cos(half)])


def drawn(values: np.ndarray, index: np.ndarray) -> np.ndarray:
    """What a reader draws at all moments from the samples of `index`."""
    after = np.clip(np.searchsorted(index, np.arange(len(values)), side="left"), 1, len(index) - 1)
    a, b = index[after - 1], index[after]
    part = np.clip((TIMES - TIMES[a]) / (TIMES[b] - TIMES[a]), 0, 1)
    if values.shape[1] == 4:
        return slerp(values[a], values[b], part)
    return values[a] + (values[b] - values[a]) * part[:, None]


def test_all_that_is_left_out_lies_on_the_way():
    channels = [Channel(TIMES, wave(n), loose) for n, loose in enumerate((1.0, 2.0, 1.0))]
    for channel, index in zip(channels, thin(channels), strict=True):
        assert index[0] == 0
        assert (np.diff(index) > 0).all()
        assert len(index) < len(TIMES)
        assert np.abs(drawn(channel.values, index) - channel.values).max() <= PLACE * channel.loose + 1e-9
    (index,) = thin([Channel(TIMES, turns(3))])
    off = np.abs(np.einsum("ij,ij->i", drawn(turns(3), index), turns(3)))
    assert len(index) < len(TIMES)
    assert np.degrees(2 * np.arccos(np.clip(off, 0, 1))).max() <= TURN + 1e-6


def test_no_key_more_can_go():
    (index,) = thin([Channel(TIMES, wave(5))])
    for n in range(1, len(index) - 1):
        without = np.delete(index, n)
        assert np.abs(drawn(wave(5), without) - wave(5)).max() > PLACE


def test_same_gesture_is_thinned_alike_whenever_it_is_made():
    ((index, values),) = thin_rounded([Channel(TIMES[:75], wave(7)[:75])])
    half = int(np.searchsorted(TIMES, 6000))
    first = [int(n) for n in index if 0 < TIMES[n] < 4000]
    ((again, same),) = thin_rounded([Channel(TIMES[: 75 - 5], wave(7)[5:75])])
    assert [n - 5 for n in index if n >= half] == [n for n in again if n + 5 >= half]
    assert np.array_equal(values[-1], same[-1])
    assert first


def test_who_stands_still_has_one_key():
    still = np.tile([[0.1, 0.2, 0.3]], (len(TIMES), 1))
    (index,) = thin([Channel(TIMES, still)])
    assert index.tolist() == [0]


@pytest.mark.parametrize("grid", [512, GRID])
def test_places_are_rounded_to_the_grid(grid):
    ((index, values),) = thin_rounded([Channel(TIMES, wave(11), grid=grid)])
    assert np.abs(values - wave(11)[index]).max() <= 0.5 / grid + 1e-12
    assert np.array_equal(values * grid, np.round(values * grid))


def test_rounded_turns_are_unit_near_and_know_no_rounding_twice():
    q = np.random.default_rng(2).normal(size=(500, 4))
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    rounded = on_grid(q, True)
    assert np.linalg.norm(rounded, axis=1) == pytest.approx(1.0, abs=1e-12)
    assert np.degrees(2 * np.arccos(np.clip(np.einsum("ij,ij->i", q, rounded), -1, 1))).max() < 0.04
    assert np.array_equal(on_grid(np.array([[0.0, 0.0, 0.0, 1.0]]), True), [[0.0, 0.0, 0.0, 1.0]])
    written = np.round(rounded * 32767)
    lesser = np.sort(np.abs(written), axis=1)[:, :3]
    assert np.array_equal(lesser / 8, np.round(lesser / 8))
