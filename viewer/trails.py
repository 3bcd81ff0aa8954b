"""Lines over the picture that follow from the scene: paths walked, sight lines, the dimension line of the range."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Scene, Vec3
from viewer.camera import Camera, vec

BEHIND, AHEAD, EVERY = 15_000, 10_000, 300
EYE = 1.5
TARGETS = ("target", "target-great", "target-mixed", "target-near")
MARKS = ("mark-upper", "mark-lower")


class Paths:
    """Where each person walks in a section, from the keys of his root."""

    def __init__(self, scene: Scene) -> None:
        self._roots = {n.name for n in scene.nodes if n.extras.get("kind") == "person"}
        self._clips = scene.clips
        self._kept: dict[int, dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]]] = {}

    def _tracks(self, clip: int) -> dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]]:
        if clip not in self._kept:
            found: Clip = self._clips[clip]
            self._kept[clip] = {
                t.node: (t.times, np.asarray(t.values))
                for t in found.tracks
                if t.path == "translation" and t.node in self._roots
            }
        return self._kept[clip]

    def path(self, clip: int, role: str, t: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Points (n, 3) walked in the last seconds and (m, 3) about to be walked; both empty for one who stands."""
        empty = np.zeros((0, 3))
        if clip >= len(self._clips) or role not in self._tracks(clip):
            return empty, empty
        times, values = self._tracks(clip)[role]
        out = []
        for begin, end in ((t - BEHIND, t), (t, t + AHEAD)):
            at = np.arange(max(begin, 0), min(end, self._clips[clip].duration) + 1, EVERY)
            if len(at) < 2:
                out.append(empty)
                continue
            points = np.column_stack([np.interp(at, times, values[:, k]) for k in range(3)])
            moved = float(np.ptp(points, axis=0).max())
            out.append(points if moved > 0.15 else empty)
        return out[0], out[1]


def projected(
    points: NDArray[np.floating], camera: Camera, width: float, height: float
) -> list[list[tuple[float, float]]]:
    """A line (n, 3) as pieces on the picture; what lies behind the eye is cut off."""
    if len(points) < 2:
        return []
    spots = camera.project(points, width / height)
    if (spots[:, 2] > 0.15).all():
        return [list(zip((spots[:, 0] * width).tolist(), ((1 - spots[:, 1]) * height).tolist(), strict=True))]
    pieces: list[list[tuple[float, float]]] = [[]]
    for k in range(len(points)):
        u, v, depth = spots[k]
        if depth > 0.15:
            if not pieces[-1] and k and spots[k - 1][2] <= 0.15:
                pieces[-1].append(_cut(points[k], points[k - 1], spots[k][2], spots[k - 1][2], camera, width, height))
            pieces[-1].append((u * width, (1 - v) * height))
        elif pieces[-1]:
            pieces[-1].append(_cut(points[k - 1], points[k], spots[k - 1][2], depth, camera, width, height))
            pieces.append([])
    return [p for p in pieces if len(p) > 1]


def _cut(
    seen: NDArray[np.floating],
    lost: NDArray[np.floating],
    near: float,
    far: float,
    camera: Camera,
    width: float,
    height: float,
) -> tuple[float, float]:
    share = (near - 0.16) / max(near - far, 1e-9)
    u, v, _ = camera.project(np.asarray(seen + (lost - seen) * share)[None], width / height)[0]
    return (u * width, (1 - v) * height)


def sight_lines(scene: Scene, world: NDArray[np.floating]) -> list[tuple[Vec3, Vec3]]:
    """From the eye above each standing mark to the middle of each target's bullseye (of the target, where it has none)."""
    spots = {n.name: i for i, n in enumerate(scene.nodes) if n.name.removesuffix("-bullseye") in (*TARGETS, *MARKS)}
    out = []
    for mark in MARKS:
        for target in TARGETS:
            if mark in spots and target in spots:
                eye = np.asarray(world[spots[mark]][:3, 3], float) + np.array([0.0, EYE, 0.0])
                out.append((vec(eye), vec(_aim(scene, world, spots.get(f"{target}-bullseye", spots[target])))))
    return out


def _aim(scene: Scene, world: NDArray[np.floating], number: int) -> NDArray[np.float64]:
    """The middle (3,) of what a node shows; at the height of a target's where it shows nothing."""
    matrix, mesh = np.asarray(world[number], float), scene.nodes[number].mesh
    if mesh is None:
        low = matrix[1, 3] < 0.6
        return np.asarray(matrix[:3, 3] + np.array([0.0, 2.2 if low else 0.0, 0.0]))
    points = np.concatenate([part.positions for part in scene.meshes[mesh].primitives]).astype(float)
    return np.asarray(matrix[:3, :3] @ ((points.min(axis=0) + points.max(axis=0)) / 2) + matrix[:3, 3])
