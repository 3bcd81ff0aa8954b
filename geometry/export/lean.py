"""A leaner scene for sending: fewer keys, and values that pack well, within tolerances that the eye does not see."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
from numpy.typing import NDArray

from geometry.motion.reduce import Channel, thin
from geometry.scene import Clip, Mesh, Primitive, Scene, Track

PLACE = 0.006
"""How far a place may lie from the full movement, in m: people are looked at from metres away."""
TURN = 1.5
"""The same for rotations, in degrees."""
FOOT_PLACE, FOOT_TURN = 0.02, 6.0
"""The same for feet: the skirts hide all but the tips of the shoes."""
GRID = 512
"""Places are rounded to 1/GRID m: a power of two leaves the low bits of a float empty, which packs to half the size."""
FINE_GRID = 2048
"""The grid of the corners of shapes."""
_FOOT = re.compile(r"-foot-(left|right)$")


def lean(scene: Scene, place: float = PLACE, turn: float = TURN) -> Scene:
    """The scene with shapes rounded and the smooth tracks of its clips thinned to the tolerances; steps stay as they are."""
    clips = tuple(_lean_clip(clip, place, turn) for clip in scene.clips)
    meshes = {name: _lean_mesh(mesh) for name, mesh in scene.meshes.items()}
    return dataclasses.replace(scene, meshes=meshes, clips=clips)


def _lean_clip(clip: Clip, place: float, turn: float) -> Clip:
    tracks = list(clip.tracks)
    smooth = [n for n, track in enumerate(tracks) if not track.step]
    feet = [n for n in smooth if _FOOT.search(tracks[n].node)]
    others = sorted(set(smooth) - set(feet))
    for which, far, wide in ((others, place, turn), (feet, max(place, FOOT_PLACE), max(turn, FOOT_TURN))):
        kept = thin([Channel(tracks[n].times, tracks[n].values) for n in which], far, wide)
        for n, index in zip(which, kept, strict=True):
            old = tracks[n]
            values = old.values[index]
            if old.path == "translation":
                values = _rounded(values, GRID)
            tracks[n] = Track(old.node, old.path, old.times[index], values, False)
    return dataclasses.replace(clip, tracks=tuple(tracks))


def _lean_mesh(mesh: Mesh) -> Mesh:
    return dataclasses.replace(mesh, primitives=tuple(_lean_primitive(p) for p in mesh.primitives))


def _lean_primitive(part: Primitive) -> Primitive:
    positions = _rounded(part.positions, FINE_GRID).astype(np.float32)
    colors = None if part.colors is None else _rounded(part.colors, 255).astype(np.float32)
    return dataclasses.replace(part, positions=positions, colors=colors)


def _rounded(values: NDArray[np.floating], grid: int) -> NDArray[np.float64]:
    rounded: NDArray[np.float64] = np.round(np.asarray(values, dtype=np.float64) * grid) / grid
    return rounded
