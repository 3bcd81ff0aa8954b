"""Wine and water: the cup comes to the lips, what is poured begins at the lip from which it is poured."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from geometry.motion.rehearsal import LEAD, rehearse, role_of

LIPS = (0.0, 0.077, 0.095)


@pytest.mark.parametrize(
    ("name", "seconds", "thing", "rim"),
    [
        ("drink-standing", 2.6, "cup-1", (0.0, 0.160, -0.086)),
        ("drink-kneeling", 2.6, "cup-1", (0.0, 0.160, -0.086)),
        ("sip", 1.6, "cup-1", (0.0, 0.160, -0.086)),
        ("drink-penalty", 3.0, "goblet-1", (0.0, 0.162, -0.058)),
    ],
)
def test_the_rim_comes_to_the_lips(
    name: str, seconds: float, thing: str, rim: tuple[float, float, float], seen: Callable[..., tuple],
    trace: Callable[..., np.ndarray],
) -> None:  # fmt: skip
    _, sampler = seen(rehearse(name), 0.231)
    t = np.array([LEAD + round(1000 * seconds)])
    gap = trace(sampler, thing, t, rim)[0] - trace(sampler, f"{role_of(name)}-head", t, LIPS)[0]
    assert np.linalg.norm(gap) < 0.035
    # It is tilted, and does not stand on end.
    up = trace(sampler, thing, t, (0.0, 1.0, 0.0))[0] - trace(sampler, thing, t)[0]
    assert 15.0 < np.degrees(np.arccos(up[1])) < 50.0


@pytest.mark.parametrize("name", ["offer", "offer-wine"])
def test_offered_wine_falls_from_the_lip_to_the_ground_while_the_cup_is_tilted(
    name: str, seen: Callable[..., tuple], trace: Callable[..., np.ndarray]
) -> None:
    _, sampler = seen(rehearse(name), 0.231)
    t = np.array([LEAD + 1400, LEAD + 1900])
    lip = trace(sampler, "cup-1", t, (0.0, 0.155, 0.112))
    assert np.linalg.norm(trace(sampler, "wine-poured", t) - lip, axis=1).max() < 0.03
    if name == "offer-wine":
        assert abs(trace(sampler, "wine-poured", t, (0.0, -0.295, 0.035))[:, 1]).max() < 0.03
    shown = [
        abs(np.linalg.det(sampler.world(0, LEAD + at)[sampler.index["wine-poured"]][:3, :3])) > 1e-6
        for at in (600, 1400, 1900, 2500)
    ]
    assert shown == [False, True, True, False]
