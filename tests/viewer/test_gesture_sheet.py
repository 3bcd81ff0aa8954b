"""A sheet of one gesture: two rows of five moments, its names above, figures to be seen in each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from geometry.motion import show
from geometry.motion.bows import bow_meshes
from geometry.motion.rehearsal import LEAD
from geometry.motion.scenery import HANDLED, SCENERY
from geometry.motion.show import gesture_scene, moments
from geometry.sampler import Sampler
from layout.choices import Choices
from layout.errors import UnknownNameError
from layout.evidence import derive
from layout.evidence.model import Ground
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
            # Far off the floor is plain: its bend, too near, was darkened in a speckled band.
            assert np.ptp(tile[2:90, 2:30]) <= 4


def test_views_are_of_gestures() -> None:
    from viewer.gesture_views import load_views, views_of

    table = load_views()
    assert set(table) - {"one", "low", "two"} <= set(load_gestures())
    assert views_of("salute", facing=False) == table["one"]
    assert views_of("salute", facing=True) == table["two"]
    assert views_of("bow", facing=False, low=True) == table["low"]
    assert views_of("drum", facing=False) == table["drum"]


ABOUT = [name for name in load_gestures() if name in {*HANDLED, *SCENERY, "play", "play-zither", "back-to-target", "assent", "raise-banner", "call-hit", "blow", "hand-zither"}]  # fmt: skip
"""Gestures with things about, that an edge could cut."""


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    """The ground, with bows built once for all sheets."""
    with pytest.MonkeyPatch.context() as patch:
        known = derive(Choices())
        once = cache(lambda: bow_meshes(known))
        patch.setattr(show, "bow_meshes", lambda _: once())
        yield known


@pytest.mark.parametrize("name", ABOUT)
def test_nothing_that_a_gesture_is_about_is_cut_by_the_edge(name: str, ground: Ground) -> None:
    from viewer.gesture_frame import layout, turned_by
    from viewer.gesture_inset import on_picture
    from viewer.gesture_seen import seen

    laid = layout(name, ground)
    parts = [part for part in seen(laid.scene, laid.times, whole=True) if not part.large]
    assert {part.t for part in parts} == set(range(len(laid.times)))
    everything = np.vstack([part.points for part in parts])
    for row in laid.rows:
        if row.near:
            continue
        flat = on_picture(row.camera, turned_by(everything, row.turn), laid.wide, row.high)
        assert flat.min() > 0.0
        assert (flat < (laid.wide, row.high)).all()
        assert len(row.boxes) == len(row.nearer)
        for box in row.boxes:
            assert box.left >= 0
            assert box.top >= 0
            assert box.left + box.wide <= laid.wide
            assert box.top + box.high <= row.high


@pytest.mark.parametrize("name", ["call-hit", "take-banner", "lean-banner", "assent"])
def test_an_enlargement_hides_nobody_and_shows_both_hands(name: str, ground: Ground) -> None:
    from geometry.motion.rehearsal import role_of
    from viewer.gesture_frame import layout, turned_by
    from viewer.gesture_inset import on_picture
    from viewer.gesture_seen import seen

    laid = layout(name, ground)
    sampler, who = Sampler(laid.scene), role_of(name)
    parts = [part for part in seen(laid.scene, laid.times, whole=True) if part.of == who]
    hands = [sampler.index[f"{who}-hand-{side}"] for side in ("left", "right")]
    for row in laid.rows:
        for k, (box, nearer) in enumerate(zip(row.boxes, row.nearer, strict=True)):
            body = turned_by(np.vstack([part.points for part in parts if part.t == k]), row.turn)
            x, y = on_picture(row.camera, body, laid.wide, row.high).T
            inside = (x > box.left) & (x < box.left + box.wide) & (y > box.top) & (y < box.top + box.high)
            assert not inside.any()
            at = turned_by(sampler.world(0, laid.times[k])[hands, :3, 3].astype(float), row.turn)
            flat = on_picture(nearer, at, box.wide, box.high)
            assert (flat > 0).all()
            assert (flat < (box.wide, box.high)).all()


def test_a_sheet_draws_the_switch_stouter_and_nobody_coarser(ground: Ground) -> None:
    from viewer.stout import STOUT, stout

    scene = gesture_scene("switch-take", ground)
    drawn = stout(scene)
    old, new = (np.vstack([p.positions for p in s.meshes["switch"].primitives]) for s in (scene, drawn))
    assert np.ptp(new, axis=0) == pytest.approx(np.ptp(old, axis=0) * (STOUT["switch"], 1.0, STOUT["switch"]), rel=1e-4)
    assert any(mesh.lod for mesh in scene.meshes.values())
    assert not any(mesh.lod for mesh in drawn.meshes.values())
