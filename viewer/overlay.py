"""What a command lays over pictures: captions, made once for all frames that show them, and lines of sight."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from viewer.annotate import caption, scale_of
from viewer.camera import Camera
from viewer.canvas import Canvas, paint, shade
from viewer.trails import projected, sight_lines

Picture = NDArray[np.uint8]
RED = shade("#A83C28")
HALO = shade("#F7F2E6", 0.75)


class Captions:
    """Captions for many pictures of one size: the plate of each text is painted once, then laid on."""

    def __init__(self, most: int = 8) -> None:
        self._most = most
        self._known: dict[tuple[object, ...], tuple[slice, slice, NDArray[np.uint16], NDArray[np.uint16]] | None] = {}

    def lay(self, image: Picture, lines: Iterable[tuple[str, int]]) -> Picture:
        """The picture (height, width, 3) with lines of text (text, size) at its foot; the same as `annotate.caption`, within 2 of 255."""
        key = (image.shape, tuple(lines))
        if key not in self._known:
            if len(self._known) >= self._most:
                self._known.pop(next(iter(self._known)))
            self._known[key] = self._plate(image.shape, key[1])
        plate = self._known[key]
        if plate is None:
            return image
        rows, columns, ink, clear = plate
        out = image.copy()
        part = out[rows, columns]
        part[...] = ink + (part * clear + 127) // 255
        return out

    def _plate(
        self, shape: tuple[int, ...], lines: Iterable[tuple[str, int]]
    ) -> tuple[slice, slice, NDArray[np.uint16], NDArray[np.uint16]] | None:
        """Where it lies, its colour, and what it lets through (0 to 255): what it makes of black and of white tells both."""
        lines = list(lines)
        dark = caption(np.zeros(shape, np.uint8), lines)
        light = caption(np.full(shape, 255, np.uint8), lines)
        clear: NDArray[np.int16] = light.astype(np.int16) - dark.astype(np.int16)
        covered: NDArray[np.bool_] = np.asarray((clear < 255).max(axis=2))
        if not covered.any():
            return None
        rows, columns = np.flatnonzero(covered.max(axis=1)), np.flatnonzero(covered.max(axis=0))
        where = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
        return *where, dark[where].astype(np.uint16), np.maximum(clear[where], 0).astype(np.uint16)


def sight(image: Picture, scene: Scene, world: NDArray[np.floating], camera: Camera) -> Picture:
    """The picture with the lines of sight from the eyes on the upper mark to the middle of each target."""
    scale = scale_of(image.shape[0])
    canvas = Canvas(image.shape[1] / scale, image.shape[0] / scale)
    lines = sight_lines(scene, world)
    # Two men stand beside each other: the lines of one are enough.
    eyes = [eye for eye, _ in lines]
    for eye, aim in lines:
        if eye != eyes[0]:
            continue
        for piece in projected(np.array([eye, aim]), camera, canvas.width, canvas.height):
            canvas.path(piece, HALO, 3.2)
            canvas.path(piece, RED, 1.3)
            canvas.disc(*piece[-1], 3.4, HALO)
            canvas.disc(*piece[-1], 2.4, RED)
            canvas.disc(*piece[0], 2.4, RED)
    return paint(canvas, image, scale)
