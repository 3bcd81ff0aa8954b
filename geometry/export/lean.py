"""A leaner scene for sending: fewer keys, and values that pack well, within tolerances that the eye does not see."""

from __future__ import annotations

import dataclasses

import numpy as np

from geometry.motion.reduce import Channel, thin
from geometry.scene import Scene, Track

PLACE = 0.006
"""How far a place may lie from the full movement, in m: people are looked at from metres away."""
TURN = 1.5
"""The same for rotations, in degrees."""
GRID = 512
"""Places are rounded to 1/GRID m: a power of two leaves the low bits of a float empty, which packs to half the size."""


def lean(scene: Scene, place: float = PLACE, turn: float = TURN) -> Scene:
    """The scene with the smooth tracks of its clips thinned to the tolerances and their places rounded; steps stay as they are."""
    clips = []
    for clip in scene.clips:
        smooth = [n for n, track in enumerate(clip.tracks) if not track.step]
        kept = thin([Channel(clip.tracks[n].times, clip.tracks[n].values) for n in smooth], place, turn)
        tracks = list(clip.tracks)
        for n, index in zip(smooth, kept, strict=True):
            old = tracks[n]
            values = old.values[index]
            if old.path == "translation":
                values = np.round(values * GRID) / GRID
            tracks[n] = Track(old.node, old.path, old.times[index], values, False)
        clips.append(dataclasses.replace(clip, tracks=tuple(tracks)))
    return dataclasses.replace(scene, clips=tuple(clips))
