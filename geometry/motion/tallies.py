"""Tallies by number: a bundle is a node without mesh, and below it one stick for each that it may come to hold, shown in turn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geometry.figure.tree import HIDE, SHOW
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes
from geometry.scene import Node, Track
from rite.model import ThingActs

COUNTS: Mapping[str, int] = {"tallies-spare": 80, "tallies-holder": 8, "tallies-hand": 8, "tallies-upper": 40, "tallies-lower": 40, "tallies-won": 40}  # fmt: skip
"""How many sticks each bundle may hold."""


def tally_count(id: str) -> int:
    """How many sticks a thing of this id may hold: 1 for a single tally."""
    return COUNTS.get(id, 1)


def tally_nodes(id: str, mesh: str, extras: Mapping[str, object] | None = None) -> list[Node]:
    """The nodes of a tally, or of a bundle: `ID` and below it `ID-1` … `ID-n`, hidden until they are counted."""
    count = tally_count(id)
    if count == 1:
        return [Node(id, None, mesh, extras=dict(extras or {}))]
    nodes = [Node(id, None, None, extras=dict(extras or {}))]
    for k in range(count):
        x, y, z = stick(id, k)
        nodes.append(Node(f"{id}-{k + 1}", id, mesh, (x, y, z), scale=HIDE))
    return nodes


def stick(id: str, k: int) -> tuple[float, float, float]:
    """Where the k-th stick (from 0) of a bundle lies in its frame, in m: heaps by pairs, ten pairs a heap (十純則異之); eight in
    the fist; eight in the holes of the holder."""
    if id == "tallies-holder":
        # The bundle stands: its own +Z is up, +Y toward the tail, and the holes lie in two rows of four.
        return ((-0.012, 0.012)[k // 4], 0.048 - 0.022 * (k % 4) - 0.02, 0.0)
    if id in ("tallies-hand", "tallies-won"):
        return (0.009 * (k % 3 - 1), 0.009 * (k // 3 % 3 - 1), 0.006 * (k % 2) - 0.004 * (k // 9))
    pair, half = divmod(k, 2)
    heap, place = divmod(pair, 10)
    return (0.042 * place - 0.19 + 0.013 * half, 0.0, -0.40 * heap)


def tally_tracks(thing: ThingActs) -> list[Track]:
    """STEP scales of the sticks of a bundle, as its count goes up and down."""
    most = tally_count(thing.id)
    if most == 1:
        return []
    times: list[int] = []
    counts: list[int] = []
    for key in thing.keys:
        at = round(key.t / 10) * 10
        if times and at <= times[-1]:
            counts[-1] = key.count
        else:
            times.append(at)
            counts.append(key.count)
    if times[0] > 0:
        times.insert(0, 0)
        counts.insert(0, counts[0])
    t, n = np.array(times, dtype=np.int64), np.array(counts)
    tracks = []
    for k in range(min(most, int(n.max(initial=0)))):
        on = n > k
        index = changes(on)
        values: Floats = np.where(on[index][:, None], np.array(SHOW), np.array(HIDE))
        tracks.append(Track(f"{thing.id}-{k + 1}", "scale", t[index], values, True))
    return tracks
