"""When each node of a scene moves: what will stir within a while, and what stands still until then. Pure numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Scene

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Spans = tuple[Ints, Ints, Ints]


class Stirring:
    """Spans of time in which the tracks of a scene change something."""

    def __init__(self, scene: Scene) -> None:
        self._clips = scene.clips
        self._index = {node.name: i for i, node in enumerate(scene.nodes)}
        self._parent = [-1 if n.parent is None else self._index[n.parent] for n in scene.nodes]
        self._spans: dict[int, Spans] = {}

    def nodes(self, clip: int, begin: float, end: float) -> Bools:
        """Which nodes (n,) move between two moments of a clip (ms), by themselves or with what is above them."""
        out = np.zeros(len(self._parent), bool)
        if clip >= len(self._clips):
            return out
        if clip not in self._spans:
            self._spans[clip] = _spans(self._clips[clip], self._index)
        node, first, last = self._spans[clip]
        out[node[(first <= end) & (last >= begin)]] = True
        for i, parent in enumerate(self._parent):
            if parent >= 0 and out[parent]:
                out[i] = True
        return out


def _spans(clip: Clip, index: dict[str, int]) -> Spans:
    nodes, firsts, lasts = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for track in clip.tracks:
        if track.node not in index or len(track.times) < 2:
            continue
        changes = np.flatnonzero(np.abs(np.diff(track.values, axis=0)).max(axis=1) > 1e-7)
        nodes.append(np.full(len(changes), index[track.node], np.int64))
        firsts.append(np.asarray(track.times[changes + (1 if track.step else 0)], np.int64))
        lasts.append(np.asarray(track.times[changes + 1], np.int64))
    return np.concatenate(nodes), np.concatenate(firsts), np.concatenate(lasts)
