"""World matrices of every node at any moment: the one clock that window, pictures, audit of exports and page tests share.

All keys of a clip are packed into one array sorted by channel and time, so that one `searchsorted` finds every channel's place
and one batch interpolates them all; parents are applied depth by depth. No Python loop runs over nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Floats, Scene, Track

_PATHS = {"translation": 0, "rotation": 1, "scale": 2}


@dataclass(frozen=True, eq=False)
class _Packed:
    """The tracks of one clip: `keys` = channel × span + time, values padded to four columns."""

    node: NDArray[np.int64]
    path: NDArray[np.int64]
    step: NDArray[np.bool_]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    keys: NDArray[np.int64]
    times: NDArray[np.int64]
    values: Floats
    span: int


class Sampler:
    """Samples a scene: `world(clip, t)` gives float32 matrices (n_nodes, 4, 4), column vectors, in the order of `scene.nodes`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.index = {node.name: n for n, node in enumerate(scene.nodes)}
        count = len(scene.nodes)
        self._rest = (
            np.array([n.translation for n in scene.nodes], dtype=np.float64).reshape(count, 3),
            np.array([n.rotation for n in scene.nodes], dtype=np.float64).reshape(count, 4),
            np.array([n.scale for n in scene.nodes], dtype=np.float64).reshape(count, 3),
        )
        parent = np.array([self.index[n.parent] if n.parent is not None else -1 for n in scene.nodes], dtype=np.int64)
        depth = np.zeros(count, dtype=np.int64)
        for n in range(count):
            if parent[n] >= n:
                raise ValueError(f"node {scene.nodes[n].name} stands before its parent {scene.nodes[n].parent}")
            if parent[n] >= 0:
                depth[n] = depth[parent[n]] + 1
        self._levels = [
            (np.flatnonzero(depth == d), parent[depth == d]) for d in range(1, int(depth.max(initial=0)) + 1)
        ]
        self._packed: dict[int, _Packed] = {}

    def local(self, clip: int | None, t: int) -> tuple[Floats, Floats, Floats]:
        """Translations (n, 3), unit quaternions (n, 4) and scales (n, 3) of all nodes at `t` ms of a clip (None: at rest)."""
        translation, rotation, scale = (a.copy() for a in self._rest)
        if clip is None or not self.scene.clips[clip].tracks:
            return translation, rotation, scale
        packed = self._packed.get(clip)
        if packed is None:
            packed = self._packed[clip] = _pack(self.scene.clips[clip], self.index)
        t = max(0, min(int(t), packed.span - 1))
        at = np.searchsorted(packed.keys, np.arange(len(packed.node)) * packed.span + t, side="right") - 1
        at = np.clip(at, packed.first, packed.last)
        following = np.minimum(at + 1, packed.last)
        gap = packed.times[following] - packed.times[at]
        part = np.where((gap > 0) & ~packed.step, (t - packed.times[at]) / np.maximum(gap, 1), 0.0)
        part = np.clip(part, 0.0, 1.0)
        low, high = packed.values[at], packed.values[following]
        turning = packed.path == _PATHS["rotation"]
        value = low + (high - low) * part[:, None]
        value[turning] = slerp(low[turning], high[turning], part[turning])
        for number, target in enumerate((translation, rotation, scale)):
            which = packed.path == number
            target[packed.node[which]] = value[which, : target.shape[1]]
        return translation, rotation, scale

    def world(self, clip: int | None, t: int) -> NDArray[np.float32]:
        """World matrices (n_nodes, 4, 4) float32 at `t` ms of a clip; times outside the clip hold its first or last key."""
        matrices = compose(*self.local(clip, t))
        for nodes, parents in self._levels:
            matrices[nodes] = matrices[parents] @ matrices[nodes]
        return matrices.astype(np.float32)


def compose(translation: Floats, rotation: Floats, scale: Floats) -> Floats:
    """Matrices (n, 4, 4) from translation (n, 3), unit quaternion (n, 4; x y z w) and scale (n, 3)."""
    x, y, z, w = rotation.T
    m = np.zeros((len(translation), 4, 4))
    m[:, 0, 0], m[:, 0, 1], m[:, 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    m[:, 1, 0], m[:, 1, 1], m[:, 1, 2] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    m[:, 2, 0], m[:, 2, 1], m[:, 2, 2] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
    m[:, :3, :3] *= scale[:, None, :]
    m[:, :3, 3] = translation
    m[:, 3, 3] = 1.0
    return m


def slerp(low: Floats, high: Floats, part: Floats) -> Floats:
    """Spherical interpolation of unit quaternions (n, 4) by fractions (n,), the short way; linear where they nearly agree."""
    dot = np.einsum("ij,ij->i", low, high)
    high = np.where(dot[:, None] < 0, -high, high)
    angle = np.arccos(np.clip(np.abs(dot), 0.0, 1.0))
    sine = np.sin(angle)
    near = sine < 1e-6
    safe = np.where(near, 1.0, sine)
    a = np.where(near, 1 - part, np.sin((1 - part) * angle) / safe)
    b = np.where(near, part, np.sin(part * angle) / safe)
    value = low * a[:, None] + high * b[:, None]
    length = np.linalg.norm(value, axis=1, keepdims=True)
    result: Floats = value / np.where(length > 0, length, 1.0)
    return result


def _pack(clip: Clip, index: dict[str, int]) -> _Packed:
    tracks: tuple[Track, ...] = clip.tracks
    span = max(max(int(t.times[-1]) for t in tracks), clip.duration) + 1
    sizes = np.array([len(t.times) for t in tracks])
    last = np.cumsum(sizes) - 1
    first = last - sizes + 1
    times = np.concatenate([t.times for t in tracks]).astype(np.int64)
    channel = np.repeat(np.arange(len(tracks)), sizes)
    values = np.zeros((len(times), 4))
    for track, start in zip(tracks, first, strict=True):
        values[start : start + len(track.times), : track.values.shape[1]] = track.values
    return _Packed(
        node=np.array([index[t.node] for t in tracks], dtype=np.int64),
        path=np.array([_PATHS[t.path] for t in tracks], dtype=np.int64),
        step=np.array([t.step for t in tracks], dtype=np.bool_),
        first=first,
        last=last,
        keys=channel * span + times,
        times=times,
        values=values,
        span=span,
    )
