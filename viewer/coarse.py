"""A coarser form of a shape, for pictures of a moving camera: neighbouring corners become one. Pure numpy."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from viewer.shape import VERTEX, Shape

WORTH = 140
"""Triangles of a shape for which no coarser form is worth having."""
CELLS = 7
"""Cells along the longest side of a shape; the corners in one of them come together."""
LEAST = 2
"""Cells along any other side: what is thin stays a body."""


_known: WeakKeyDictionary[Shape, Shape | None] = WeakKeyDictionary()


def coarser(shape: Shape) -> Shape | None:
    """The same shape of far fewer triangles; None where there would not be fewer than half as many. Found once for each."""
    if shape not in _known:
        _known[shape] = _coarser(shape)
    return _known[shape]


def _coarser(shape: Shape) -> Shape | None:
    count = len(shape.faces) + len(shape.faces_double)
    if count < WORTH:
        return None
    points = shape.vertices["position"].astype(float)
    size = np.maximum(shape.high - shape.low, 1e-6).astype(float)
    cells = np.clip(np.rint(CELLS * size / size.max()), LEAST, CELLS)
    where = np.clip((points - shape.low) / size * cells, 0, cells - 1e-6).astype(np.int64)
    cell = (where[:, 0] * (CELLS + 1) + where[:, 1]) * (CELLS + 1) + where[:, 2]
    _, place = np.unique(cell, return_inverse=True)
    normals = shape.vertices["normal"][:, :3].astype(float) / 32767.0
    # Corners of one place differ where sides or colours meet.
    main = np.abs(normals).argmax(axis=1)
    side = main * 2 + (normals[np.arange(len(main)), main] > 0)
    hue = shape.vertices["colour"].astype(np.int64) >> 6
    cloth = shape.vertices["surface"][:, :2].astype(np.int64) >> 7
    key = place.ravel() * 6 + side
    for more in (*hue.T, *cloth.T):
        key = key * 4 + more
    _, first, new = np.unique(key, return_index=True, return_inverse=True)
    spot = place.ravel()[first]
    new = new.ravel()
    vertices = np.zeros(len(first), VERTEX)
    for name in ("colour", "surface"):
        vertices[name] = shape.vertices[name][first]
    vertices["position"] = _means(points, place.ravel())[spot]
    turned = _means(normals, new)
    turned /= np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), 1e-6)
    vertices["normal"][:, :3] = np.rint(turned * 32767.0)
    single, double = _faces(shape.faces, new, spot), _faces(shape.faces_double, new, spot)
    if (len(single) + len(double)) * 2 > count:
        return None
    return Shape(f"{shape.id}-coarse", vertices, single, double, shape.low, shape.high, shape.glossy)


def _means(values: NDArray[np.float64], group: NDArray[np.integer]) -> NDArray[np.float64]:
    count = np.bincount(group)[:, None]
    return np.stack([np.bincount(group, values[:, k]) for k in range(values.shape[1])], axis=1) / count


def _faces(faces: NDArray[np.uint32], new: NDArray[np.integer], spot: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Triangles between other corners: none without area, none twice."""
    out = new[faces].astype(np.uint32)
    places = spot[out].reshape(-1, 3)
    good = (places[:, 0] != places[:, 1]) & (places[:, 1] != places[:, 2]) & (places[:, 2] != places[:, 0])
    out, places = out[good], places[good]
    if not len(out):
        return np.zeros((0, 3), np.uint32)
    # Beginning with the least place, so that the same triangle looks the same; the other way round is another side.
    turn = places.argmin(axis=1)[:, None]
    a, b, c = np.take_along_axis(places, (np.arange(3) + turn) % 3, axis=1).T
    many = int(spot.max()) + 1
    _, once = np.unique((a * many + b) * many + c, return_index=True)
    return np.asarray(out[np.sort(once)], np.uint32)
