"""What stands still as one coarse body: enough to tell how much sky each place sees, at a fraction of the triangles. Pure numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.instances import Frame
from viewer.pack import Bools, Floats32, Ints, Packed

CELL = 0.3
"""Metres within which corners become one; places ask for the sky about a metre apart."""

Faces = NDArray[np.uint32]


def massing(packed: Packed, now: Frame, chosen: Bools, level: Ints) -> tuple[Floats32, Faces, Faces]:
    """Corners (n, 3) in the world of the chosen instances, each at its `level` of detail, and triangles (m, 3) of which one
    side is seen, and of which both are.

    Corners that lie in one cell are one of them; what has become a line or lies there twice is left out.
    """
    corners: list[Floats32] = [np.zeros((0, 3), np.float32)]
    sides: tuple[list[Ints], list[Ints]] = ([np.zeros((0, 3), np.int64)], [np.zeros((0, 3), np.int64)])
    count = 0
    for i in np.flatnonzero(chosen):
        shape = packed.shapes[packed.first_shape[i] + level[i]]
        matrix = now.rows[i, :12].reshape(3, 4)
        corners.append(shape.vertices["position"] @ matrix[:, :3].T + matrix[:, 3])
        for side, faces in zip(sides, (shape.faces, shape.faces_double), strict=True):
            side.append(faces.reshape(-1, 3).astype(np.int64) + count)
        count += len(shape.vertices)
    points = np.concatenate(corners).astype(np.float32)
    if not count:
        none = np.zeros((0, 3), np.uint32)
        return points, none, none
    cell = np.rint(points / CELL).astype(np.int64)
    cell -= cell.min(axis=0)
    wide, high = cell[:, 0].max() + 1, cell[:, 1].max() + 1
    key = (cell[:, 2] * high + cell[:, 1]) * wide + cell[:, 0]
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    one, both = (_thinned(place.ravel()[np.concatenate(side)], len(first)) for side in sides)
    return points[first], one, both


def _thinned(faces: Ints, count: int) -> Faces:
    """Triangles (m, 3) without those that have become lines, and each once; which way it turns is kept."""
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    # The least corner comes first.
    turned = np.take_along_axis(faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    _, once = np.unique((turned[:, 0] * count + turned[:, 1]) * count + turned[:, 2], return_index=True)
    return np.asarray(faces[np.sort(once)], np.uint32)
