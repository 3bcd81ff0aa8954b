"""The leaner scene stays within its tolerances of the full one, and is really leaner."""

from __future__ import annotations

import dataclasses

import numpy as np

from geometry.export.check import check_scene
from geometry.export.lean import GRID, PLACE, lean
from geometry.sampler import Sampler
from geometry.scene import Track
from support.scene import sample_scene


def test_places_stay_within_the_tolerance():
    scene = sample_scene()
    times = np.arange(0, 4000, 40, dtype=np.int64)
    wave = np.column_stack([times / 1000, 0.002 * np.sin(times / 300), np.sin(times / 900)])
    first = scene.clips[0]
    tracks = tuple(
        Track("guest", "translation", times, wave) if (t.node, t.path) == ("guest", "translation") else t
        for t in first.tracks
    )
    full = dataclasses.replace(scene, clips=(dataclasses.replace(first, tracks=tracks), *scene.clips[1:]))
    lighter = lean(full)
    check_scene(lighter)
    before = sum(len(t.times) for t in full.clips[0].tracks)
    after = sum(len(t.times) for t in lighter.clips[0].tracks)
    assert after < before / 2
    ours, theirs = Sampler(full), Sampler(lighter)
    for t in range(0, 3960, 7):
        a, b = ours.world(0, t)[1, :3, 3], theirs.world(0, t)[1, :3, 3]
        assert np.abs(a - b).max() <= PLACE + 1 / GRID


def test_steps_are_left_alone():
    scene = sample_scene()
    for old, new in zip(scene.clips[0].tracks, lean(scene).clips[0].tracks, strict=True):
        if old.step:
            assert old is new
