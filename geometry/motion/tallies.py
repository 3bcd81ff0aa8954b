"""Tallies by number: a bundle is a node without mesh, and below it one stick for each that it may come to hold, shown in turn."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geometry.figure.tree import HIDE, SHOW
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes
from geometry.scene import Node, Track
from rite.acts.counting import COUNTED
from rite.model import ThingActs

COUNTS: Mapping[str, int] = {"tallies-spare": 80, "tallies-holder": 8, "tallies-hand": 8, "tallies-upper": 40, "tallies-lower": 40, "tallies-won": 40}  # fmt: skip
"""How many sticks each bundle may hold."""
STRAIGHT = (0.0, 0.0, 0.0, 1.0)
ACROSS = (0.0, 0.7071068, 0.0, 0.7071068)
"""A stick as it is laid down, east and west before the scorer; and a quarter turned."""


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
    if id == "tallies-spare":
        # One pile beside the holder, tips to the south as its bundle faces: the next ten pairs lie on the first.
        return (0.042 * place - 0.19 + 0.013 * half, 0.012 * heap, 0.0)
    # The heaps of either side go away from the scorer, who kneels close by.
    return (0.038 * place - 0.176 + 0.013 * half, 0.0, 0.40 * heap)


def counted_stick(k: int, number: int) -> tuple[tuple[float, float, float], bool]:
    """Where the k-th stick of a pile of so many lies when it has been counted, in m, and whether crosswise (north and south): ten pairs
    lengthwise a heap (十純則縮而委之 每委異之), pairs left over crosswise nearer to the scorer (有餘純則橫於下), an odd one lengthwise below
    these (奇則又縮諸純下)."""
    heaps, rest = divmod(number // 2, 10)
    odd = 0.36 if number % 2 else 0.0
    if k < 20 * heaps:
        x, _, _ = stick("tallies-upper", k)
        return (x, 0.0, odd + 0.036 * rest + 0.40 * (heaps - 1 - k // 20)), False
    if k < 20 * heaps + 2 * rest:
        pair, half = divmod(k - 20 * heaps, 2)
        return (0.0, 0.0, odd - 0.16 + 0.036 * (rest - 1 - pair) + 0.013 * half), True
    return (0.0, 0.0, 0.0), False


def counted_tracks(thing: ThingActs) -> list[Track]:
    """STEP places and turns of the sticks that lie otherwise once the pile has been counted."""
    keys = [
        k
        for k, before in zip(thing.keys, (None, *thing.keys), strict=False)
        if before is None or before.state != k.state
    ]
    if not any(k.state == COUNTED for k in keys):
        return []
    t = np.array([round(k.t / 10) * 10 for k in keys], dtype=np.int64)
    tracks = []
    for n in range(max(k.count for k in keys if k.state == COUNTED)):
        plain = stick(thing.id, n)
        lies = [counted_stick(n, k.count) if k.state == COUNTED and n < k.count else (plain, False) for k in keys]
        if any(place != plain or across for place, across in lies):
            tracks.append(Track(f"{thing.id}-{n + 1}", "translation", t, np.array([p for p, _ in lies]), True))
            tracks.append(
                Track(
                    f"{thing.id}-{n + 1}", "rotation", t, np.array([ACROSS if a else STRAIGHT for _, a in lies]), True
                )
            )
    return tracks


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
    return tracks + counted_tracks(thing)
