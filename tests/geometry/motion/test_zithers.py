"""左瑟: the zither goes to its player's left before he bows over it, and comes back after the cup."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from geometry.figure.measure import HAND
from geometry.motion.rehearsal import LEAD, rehearse
from geometry.motion.zithers import LAID, LIFTED, zithers_aside
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.gestures import gesture
from rite.model import GestureAct, PersonActs, PostureKey, RootKey, StagedSection, ThingActs, ThingKey

PLAYER = "zither-1"


def section(*gestures: GestureAct) -> StagedSection:
    acts = PersonActs(PLAYER, (RootKey(0, 0.0, 0.0, 3.0, 0.0),), (), gestures, (PostureKey(0, "sit"),))
    zither = ThingActs("zither-prop-1", "zither", (ThingKey(0, None, "", 0.0, 1.5, 3.0, 0.0),))
    return StagedSection(13, "x", "", "", "", 60000, (), {PLAYER: acts}, {zither.id: zither})


def test_it_is_laid_on_his_left_and_brought_back() -> None:
    made = zithers_aside(
        section(GestureAct(1000, 3600, "zither-aside"), GestureAct(20000, 22600, "hand-over", thing="cup"))
    )
    keys = made.things["zither-prop-1"].keys
    assert [k.holder for k in keys] == [None, PLAYER, None, PLAYER, None]
    # Facing north his left is west.
    assert keys[2].x < -1.0
    assert keys[2].facing == 90.0
    assert math.dist((keys[4].x, keys[4].y), (0.0, 1.5)) < 1e-9
    assert [g.gesture for g in made.people[PLAYER].gestures] == ["zither-aside", "hand-over", "zither-aside"]
    assert [k.t for k in keys] == sorted({k.t for k in keys})


def test_it_stays_where_it_is_when_nothing_is_handed_back_or_nobody_moves_it() -> None:
    aside = zithers_aside(section(GestureAct(1000, 3600, "zither-aside")))
    assert aside.things["zither-prop-1"].keys[-1].x < -1.0
    idle = section(GestureAct(1000, 5000, "play-zither"))
    assert zithers_aside(idle) == idle


def test_both_hands_are_on_it_from_the_lap_to_the_floor(
    seen: Callable[..., tuple[Scene, Sampler]], trace: Callable[..., np.ndarray]
) -> None:
    _, sampler = seen(rehearse("zither-aside"), 0.231)
    span = gesture("zither-aside").duration
    for share in np.linspace(LIFTED + 0.01, LAID - 0.01, 9):
        t = np.array([LEAD + round(span * share / 10) * 10])
        zither = sampler.world(0, int(t[0]))[sampler.index["zither-prop-1"]].astype(float)
        assert (zither @ np.array([0.83, 0.0, 0.0, 1.0]))[1] < 0.12, "its far end stays near the floor"
        for side, edge in (("left", -0.208), ("right", 0.208)):
            hand = trace(sampler, f"zither-1-hand-{side}", t, (0.0, 0.0, HAND))[0]
            x, y, z = (np.linalg.inv(zither) @ np.array([*hand, 1.0]))[:3]
            assert -0.83 < x < -0.5
            assert abs(y - 0.05) < 0.06
            assert abs(z - edge) < 0.06
