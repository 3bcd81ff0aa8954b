"""What is kept while the camera rests: the same picture as without, and anew whenever it does not hold any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.scene import Clip, Node, Scene, Track
from viewer.context import off_screen
from viewer.keeping import HASTE, PATIENCE, Keeper, shadow_boxes
from viewer.model import Model
from viewer.offscreen import sampler
from viewer.pack import pack
from viewer.presets import FIXED
from viewer.quality import FAST, View
from viewer.stirring import Stirring

SHOWN = np.ones(3, bool)
NONE = np.zeros(3, bool)


def rows(shift: float = 0.0) -> np.ndarray:
    out = np.zeros((3, 16), np.float32)
    out[0, 3] = shift
    return out


def never() -> np.ndarray:
    return NONE


def rested(soon: Callable[[], np.ndarray] = never) -> Keeper:
    keeper = Keeper(SHOWN.copy())
    assert [keeper.way("here", rows(), SHOWN, soon, SHOWN) for _ in range(3)] == ["whole", "anew", "kept"]
    return keeper


def test_nothing_is_kept_while_the_camera_moves() -> None:
    keeper = Keeper(SHOWN.copy())
    assert {keeper.way(step, rows(), SHOWN, never, SHOWN) for step in range(4)} == {"whole"}


def test_what_was_kept_goes_when_something_in_it_moves_appears_or_goes() -> None:
    keeper = rested()
    for _ in range(HASTE):
        assert keeper.way("here", rows(), SHOWN, never, SHOWN) == "kept"
    assert keeper.way("here", rows(0.01), SHOWN, never, SHOWN) == "anew"
    assert not keeper.live.any()
    assert rested().way("here", rows(), np.array([True, True, False]), never, SHOWN) == "anew"
    assert rested().way("there", rows(), SHOWN, never, SHOWN) == "whole"


def test_what_is_known_to_move_may_move() -> None:
    keeper = rested(lambda: np.array([True, False, False]))
    assert keeper.way("here", rows(0.5), SHOWN, never, SHOWN) == "kept"
    glowing = rows(0.5)
    glowing[1, 13] = 0.4
    assert keeper.way("here", glowing, SHOWN, never, SHOWN) == "kept", "who is pointed at is drawn over it"


def test_where_it_never_holds_all_that_moves_is_drawn_anew_for_a_while() -> None:
    keeper = rested()
    moving = np.array([True, True, False])
    assert keeper.way("here", rows(1.0), SHOWN, never, moving) == "anew"
    assert keeper.live.tolist() == moving.tolist()
    ways = [keeper.way("here", rows(1.0), SHOWN, never, moving) for _ in range(PATIENCE)]
    assert ways[:-1] == ["kept"] * (PATIENCE - 1)
    assert ways[-1] == "anew"
    assert not keeper.live.any()


def test_stirring_knows_when_a_node_and_what_it_bears_move() -> None:
    times = np.array([0, 1000, 2000, 3000])
    walk = Track("man", "translation", times, np.array([[0.0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 0]]))
    shown = Track("cup", "scale", np.array([0, 5000]), np.array([[0.0, 0, 0], [1, 1, 1]]), step=True)
    scene = Scene({}, {}, (Node("man"), Node("hat", "man"), Node("cup")), (Clip("c", 6000, (walk, shown)),))
    stirring = Stirring(scene)
    assert stirring.nodes(0, 0, 900).tolist() == [False, False, False]
    assert stirring.nodes(0, 1500, 1500).tolist() == [True, True, False]
    assert stirring.nodes(0, 2500, 4900).tolist() == [False, False, False]
    assert stirring.nodes(0, 2500, 5000).tolist() == [False, False, True]
    assert not stirring.nodes(3, 0, 9000).any()


def test_shadows_fall_away_from_the_sun_down_to_the_ground() -> None:
    low, high = np.array([[0, 1, 0]], np.float32), np.array([[1, 2, 1]], np.float32)
    corners = shadow_boxes(low, high, np.array([0.6, 0.5, 0.0])).reshape(-1, 3)
    assert corners[:, 1].min() < 0
    assert corners[:, 0].min() == pytest.approx(-2.05 * 0.6 / 0.5, abs=1e-4)
    assert corners[:, 0].max() == 1
    assert corners[:, 2].min() == 0
    assert corners[:, 2].max() == 1
    assert shadow_boxes(low[:0], high[:0], np.array([0, 1, 0])).shape == (0, 8, 3)


@pytest.mark.parametrize(
    ("shadows", "evidence", "smooth"),
    [(False, False, False), (True, False, False), (True, True, False), (True, False, True)],
)
def test_a_picture_with_what_was_kept_is_the_same_as_one_drawn_whole(
    model: Model, shadows: bool, evidence: bool, smooth: bool
) -> None:
    off_screen()
    from viewer.renderer import Renderer

    scene = model.scene
    packed, moments = pack(scene), sampler(scene)
    quality = replace(FAST, shadows=shadows, map_size=512, smooth=smooth)
    plain, keeping = Renderer(packed, quality), Renderer(packed, replace(quality, keep=True))
    view = View(FIXED["court"], (480, 270), evidence=evidence)
    try:
        pictures = []
        for t in (0, 40, 80, 700, 740, 3000):
            world = moments.world(0, t)
            whole = plain.draw(world, view).read().astype(int)
            kept = keeping.draw(world, view).read()
            gap = np.abs(whole - kept)
            assert gap.mean() < 0.02
            assert (gap.max(axis=2) > 24).sum() < 40
            pictures.append(whole)
        # The walker walks, so there is something to see; and most of it was kept.
        assert np.abs(pictures[0] - pictures[-1]).max() > 60
        assert (keeping.keeper.live == packed.moving).all()
        assert not packed.moving.all()
        lit = np.zeros(len(packed.node), np.float32)
        lit[[scene.nodes[n].name == "platform" for n in packed.node]] = 0.75
        # Lit when what is kept is drawn, and no longer afterwards.
        keeping.keeper.forget(rested=True)
        shining, whole = (r.draw(world, replace(view, glow=lit)).read().astype(int) for r in (keeping, plain))
        assert np.abs(whole - shining).mean() < 0.02
        dull = keeping.draw(world, view).read().astype(int)
        assert np.abs(shining - dull).max() > 20
        assert np.abs(dull - pictures[-1]).mean() < 0.02
        assert (np.abs(dull - pictures[-1]).max(axis=2) > 24).sum() < 40
        roofless = replace(view, hidden=packed.hidden(["roof"]))
        whole, kept = (r.draw(world, roofless).read().astype(int) for r in (plain, keeping))
        assert np.abs(whole - kept).mean() < 0.02 < np.abs(whole - pictures[-1]).mean()
    finally:
        plain.delete()
        keeping.delete()
