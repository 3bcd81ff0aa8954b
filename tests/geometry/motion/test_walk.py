"""Feet: planted while they carry weight, tread by tread on stairs, never below the floor; keys as the contract wants them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.motion.feet import HANGS
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.model import PostureKey, RootKey, StagedSection

UNIT = 0.231
View = tuple[Scene, Sampler]
Trace = Callable[..., np.ndarray]


@pytest.mark.parametrize("side", ["left", "right"])
def test_feet_do_not_slide(demo: StagedSection, demo_view: View, trace: Trace, side: str) -> None:
    sampler = demo_view[1]
    steps = sorted((f for f in demo.people["host"].footfalls if f.foot == side), key=lambda f: f.lift)
    kneels = [g.start for g in demo.people["host"].gestures if g.gesture in ("kneel", "rise")]
    worst = 0.0
    checked = 0
    for step, after in itertools.pairwise(steps):
        start, end = step.land + 15, after.lift - 15
        if end - start < 40 or any(start <= k <= end for k in kneels):
            continue
        where = trace(sampler, f"host-foot-{side}", np.linspace(start, end, 7).astype(int))
        worst = max(worst, float(np.ptp(where, axis=0).max()))
        # On a tread before a further riser the heels hang over its edge.
        back = HANGS if step.z in (1.0, 2.0) else 0.0
        at = np.array([step.x * UNIT, step.z * UNIT, -step.y * UNIT + back])
        assert np.abs(where - at).max() < 0.01
        checked += 1
    assert checked > 10
    assert worst < 0.01


@pytest.mark.parametrize("side", ["left", "right"])
def test_feet_stay_above_the_floor(demo: StagedSection, demo_view: View, trace: Trace, side: str) -> None:
    times = np.arange(0, demo.duration, 45)
    feet = trace(demo_view[1], f"host-foot-{side}", times)
    treads = [f.z * UNIT for f in demo.people["host"].footfalls]
    assert feet[:, 1].min() > min(treads) - 0.005
    assert feet[:, 1].max() < max(treads) + 0.25


def test_stairs_are_climbed_tread_by_tread(demo: StagedSection, demo_view: View, trace: Trace) -> None:
    steps = [f for f in demo.people["host"].footfalls if f.z in (1.0, 2.0)]
    assert [f.foot for f in steps] == ["right", "left", "right", "left"]
    for f in steps:
        where = trace(demo_view[1], f"host-foot-{f.foot}", np.array([f.land + 10]))[0]
        assert where[1] == pytest.approx(f.z * UNIT, abs=0.006)
    # The foot is up before it passes over the edge of the tread.
    first = steps[0]
    rising = trace(demo_view[1], "host-foot-right", np.linspace(first.lift, first.land, 9).astype(int))
    far = np.abs(rising[:, 2] - rising[0, 2]) / abs(rising[-1, 2] - rising[0, 2])
    assert rising[far > 0.45][0, 1] > rising[-1, 1] - 0.03


def test_hem_and_waist_stay_with_the_body(demo: StagedSection, demo_view: View, trace: Trace) -> None:
    times = np.arange(0, demo.duration, 200)
    waist = trace(demo_view[1], "host-hips", times)
    root = trace(demo_view[1], "host", times)
    assert np.hypot(*(waist - root)[:, [0, 2]].T).max() < 0.32
    height = (waist - root)[:, 1]
    assert 0.34 < height.min() < 0.42
    assert 0.94 < height.max() < 1.06


def test_keys_follow_the_contract(demo_view: View) -> None:
    clip = demo_view[0].clips[0]
    names = {n.name for n in demo_view[0].nodes}
    seen = set()
    for track in clip.tracks:
        assert track.node in names
        assert (track.node, track.path) not in seen
        seen.add((track.node, track.path))
        assert track.times[0] == 0
        assert (np.diff(track.times) >= 5).all()
        assert track.times[-1] <= clip.duration
        assert len(track.times) == len(track.values)
        if track.path == "rotation":
            assert np.allclose(np.linalg.norm(track.values, axis=1), 1.0, atol=1e-6)
            assert (np.einsum("ij,ij->i", track.values[1:], track.values[:-1]) > 0).all()
        if track.path == "scale" and track.step:
            assert set(np.unique(np.round(track.values[:, 0], 6))) <= {0.0, 1.0, round(float(track.values.max()), 6)}
    assert ("host", "translation") in seen


def test_one_variant_of_each_part_is_shown(demo: StagedSection, demo_view: View) -> None:
    scene, sampler = demo_view
    for t in range(0, demo.duration, 700):
        world = sampler.world(0, t)
        size = np.abs(np.linalg.det(world[:, :3, :3]))
        for slot in ("skirt", "hips", "torso", "upper-left", "fore-left", "upper-right", "fore-right", "foot-left"):
            shown = [
                n.name
                for k, n in enumerate(scene.nodes)
                if n.name.startswith(f"host-{slot}-") and n.mesh and size[k] > 1e-6
            ]
            assert len(shown) == 1, (t, slot, shown)


def test_same_input_same_keys(demo: StagedSection, demo_view: View, seen: Callable[..., View]) -> None:
    again = seen(demo, 0.231)[0].clips[0]
    for a, b in zip(demo_view[0].clips[0].tracks, again.tracks, strict=True):
        assert a.node == b.node
        assert a.values.tobytes() == b.values.tobytes()
        assert a.times.tobytes() == b.times.tobytes()


def test_nobody_is_seen_on_a_change_of_place(demo: StagedSection, seen: Callable[..., View], trace: Trace) -> None:
    """A cut: hidden, moved, shown; the feet come along."""
    acts = demo.people["host"]
    keys = (
        RootKey(0, 0.0, 0.0, 0.0, 180.0),
        RootKey(3000, 0.0, 0.0, 0.0, 180.0),
        RootKey(3001, -400.0, 90.0, 0.0, 0.0),
        RootKey(9000, -400.0, 90.0, 0.0, 0.0),
    )
    postures = (PostureKey(0, "stand"), PostureKey(3000, "hidden"), PostureKey(3002, "stand"))
    moved = replace(acts, root=keys, footfalls=(), gestures=(), postures=postures)
    section = replace(demo, people={"host": moved}, things={}, duration=9000)
    _, sampler = seen(section, UNIT)
    root = sampler.index["host"]
    for t in range(2990, 3060, 1):
        world = sampler.world(0, t)[root]
        far = min(abs(world[0, 3] - x * UNIT) for x in (0.0, -400.0))
        assert far < 0.01 or abs(np.linalg.det(world[:3, :3])) < 1e-9, t
    for t in (1000, 8000):
        feet = [trace(sampler, f"host-foot-{side}", np.array([t]))[0] for side in ("left", "right")]
        middle = (feet[0] + feet[1]) / 2
        assert np.abs(middle - sampler.world(0, t)[root][:3, 3]).max() < 0.01
        assert np.linalg.norm(feet[0] - feet[1]) < 0.2
