"""Cups that are filled and drained: a cup in the scene holds no wine, and below it hangs its wine, shown by STEP scale while it is full."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geometry.figure.tree import HIDE, SHOW
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes
from geometry.scene import Node, Track
from rite.model import ThingActs

VESSELS = ("cup", "goblet")
"""Kinds that are filled and drained."""
FULL = "full"
"""The state of a key in which there is wine in the vessel."""


def vessel_nodes(id: str, empty: str, wine: str, extras: Mapping[str, object] | None = None) -> list[Node]:
    """The nodes of one vessel: mesh `empty`, and `ID-wine` below it with the mesh `wine`, hidden until it is filled."""
    return [Node(id, None, empty, extras=dict(extras or {})), Node(f"{id}-wine", id, wine, scale=HIDE)]


def vessel_tracks(thing: ThingActs) -> list[Track]:
    """The STEP scale of the wine of one vessel: there from a key with the state `full` until the next of another state."""
    times: list[int] = []
    full: list[bool] = []
    for key in thing.keys:
        at = max(round(key.t / 10) * 10, 0)
        if times and at <= times[-1]:
            full[-1] = key.state == FULL
        else:
            times.append(at)
            full.append(key.state == FULL)
    if not any(full):
        return []
    if times[0] > 0:
        times.insert(0, 0)
        full.insert(0, full[0])
    t, on = np.array(times, dtype=np.int64), np.array(full)
    index = changes(on)
    values: Floats = np.where(on[index][:, None], np.array(SHOW), np.array(HIDE))
    return [Track(f"{thing.id}-wine", "scale", t[index], values, True)]
