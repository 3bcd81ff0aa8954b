"""Paints a `Canvas` with OpenGL: one atlas of words, one buffer of triangles, one draw."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer import text as letters
from viewer.canvas import Canvas, Rgba, Strip, Words
from viewer.gl import GL

ATLAS = 2048
CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
NOTHING = (0.0,) * 8
KEPT = 3
"""Canvases that are remembered as corners."""
VERTEX = np.dtype([("place", "<f4", 2), ("uv", "<f4", 2), ("fill", "u1", 4), ("hatch", "<f4")])

Painted = tuple[NDArray[np.void], NDArray[np.uint32], NDArray[np.int64]]


class Painter:
    """Keeps the atlas of words; `paint` draws a canvas over what is in the current framebuffer."""

    def __init__(self) -> None:
        self.program = gl.Program("canvas.vert", "canvas.frag")
        self.buffer = gl.Buffer()
        self.faces = gl.Buffer(GL.GL_ELEMENT_ARRAY_BUFFER)
        self._kept: list[tuple[Canvas, tuple[float, int], Painted]] = []
        self._age = 0
        self.array = gl.vertex_array()
        GL.glBindVertexArray(self.array)
        self.buffer.bind()
        stride = VERTEX.itemsize
        gl.attribute(0, 2, GL.GL_FLOAT, False, stride, 0)
        gl.attribute(1, 2, GL.GL_FLOAT, False, stride, 8)
        gl.attribute(2, 4, GL.GL_UNSIGNED_BYTE, True, stride, 16)
        gl.attribute(3, 1, GL.GL_FLOAT, False, stride, 20)
        GL.glBindVertexArray(0)
        self.atlas = gl.Texture(ATLAS, ATLAS)
        self._places: dict[tuple[str, int], tuple[int, int, int, int]] = {}
        self._clear()

    def _clear(self) -> None:
        self._places.clear()
        self._age += 1
        self._shelf = (0, 4, 0)
        # The first pixels are white: plates and lines are drawn with them.
        white = np.zeros((4, ATLAS, 4), np.uint8)
        white[:, :4] = 255
        self.atlas.upload(white)

    def _word(self, text: str, size: int) -> tuple[int, int, int, int] | None:
        """Rectangle (x, y, w, h) of a line of text in the atlas; None where the atlas is full."""
        key = (text, size)
        found = self._places.get(key)
        if found:
            return found
        mask = letters.bitmap(text, size)[:, :ATLAS]
        high, wide = mask.shape
        x, y, row = self._shelf
        if x + wide + 1 > ATLAS:
            x, y, row = 0, y + row + 1, 0
        if y + high + 1 > ATLAS:
            return None
        pixels = np.full((high, wide, 4), 255, np.uint8)
        pixels[:, :, 3] = mask
        self.atlas.upload(pixels, x, y)
        self._shelf = (x + wide + 1, y, max(row, high))
        self._places[key] = (x, y, wide, high)
        return self._places[key]

    def corners(self, canvas: Canvas, scale: float) -> Painted:
        """Corners of a canvas, its triangles, and how many corners each thing on it has; words not yet in the atlas are added.
        A full atlas is begun anew."""
        for _ in range(2):
            found = self._corners(canvas, scale)
            if found is not None:
                return found
            self._clear()
        return np.zeros(0, VERTEX), np.zeros(0, np.uint32), np.zeros(0, np.int64)

    def _corners(self, canvas: Canvas, scale: float) -> Painted | None:
        # Plain lists of numbers, made into arrays once: a frame has thousands of corners.
        places: list[float] = []
        counts: list[int] = []
        fills: list[bytes] = []
        hatched: list[int] = []
        words: list[int] = []
        looked: list[tuple[int, int, int, int]] = []
        begins: list[tuple[int, int]] = []
        for item in canvas.items:
            if isinstance(item, Words):
                spot = self._word(item.text, max(6, round(item.size * scale)))
                if spot is None:
                    return None
                # Whole pixels of the screen: words stay crisp.
                begins.append((math.floor(item.x * scale + 0.5), math.floor(item.y * scale + 0.5)))
                places += NOTHING
                words.append(len(counts))
                looked.append(spot)
                counts.append(4)
                fills.append(_bytes(item.fill))
            elif isinstance(item, Strip):
                quads = item.quads()
                places += quads.ravel().tolist()
                counts += [4] * len(quads)
                fills += [_bytes(item.fill)] * len(quads)
            else:
                if item.hatch:
                    hatched.append(len(counts))
                places += chain.from_iterable(item.points)
                counts.append(len(item.points))
                fills.append(_bytes(item.fill))
        size = np.array(counts, np.int64)
        starts = np.cumsum(size) - size
        out = np.zeros(int(size.sum()), VERTEX)
        out["place"] = np.array(places, np.float32).reshape(-1, 2) * np.float32(scale)
        out["uv"] = 1.5 / ATLAS
        out["fill"] = np.repeat(np.frombuffer(b"".join(fills), np.uint8).reshape(-1, 4), size, axis=0)
        for number in hatched:
            out["hatch"][starts[number] : starts[number] + size[number]] = 1.0
        if words:
            here = starts[words][:, None] + np.arange(4)
            spots = np.array(looked, np.float32)
            out["uv"][here] = (spots[:, None, :2] + spots[:, None, 2:] * CORNERS) / np.float32(ATLAS)
            out["place"][here] = np.array(begins, np.float32)[:, None, :] + spots[:, None, 2:] * CORNERS
        return out, _fans(size, starts), size

    def paint(
        self,
        canvas: Canvas,
        size: tuple[int, int],
        scale: float,
        keep: bool = False,
        moved: tuple[NDArray[np.int64], NDArray[np.float64]] | None = None,
    ) -> None:
        """Draw a canvas on `size` pixels of the current framebuffer. `keep`: the same canvas will come again.

        `moved` shifts parts of a canvas that has no strips: to which part each thing belongs, and how far (n, 2) each goes."""
        found = next((k for k in self._kept if k[0] is canvas and k[1] == (scale, self._age)), None)
        if found:
            data, faces, counts = found[2]
            # The one that was asked for last goes last.
            self._kept = [*(k for k in self._kept if k is not found), found]
        else:
            data, faces, counts = self.corners(canvas, scale)
            if keep:
                self._kept = [*self._kept[1 - KEPT :], (canvas, (scale, self._age), (data, faces, counts))]
        if not len(data):
            return
        if moved is not None:
            owners, shift = moved
            data = data.copy()
            # By whole pixels, so that words stay crisp.
            data["place"] += np.floor(shift * scale + 0.5).astype(np.float32)[np.repeat(owners, counts)]
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
        GL.glBindVertexArray(self.array)
        self.buffer.fill(data, dynamic=True)
        self.faces.fill(faces, dynamic=True)
        self.program.use(u_atlas=0, u_screen=(float(size[0]), float(size[1])))
        self.atlas.bind(0)
        gl.draw_faces(len(faces))
        GL.glBindVertexArray(0)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        """Free what the card holds."""
        self.atlas.delete()
        self.buffer.delete()
        self.faces.delete()
        gl.delete_vertex_array(self.array)


@lru_cache(512)
def _bytes(fill: Rgba) -> bytes:
    return bytes(max(0, min(255, round(255 * c))) for c in fill)


def _fans(size: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Triangles of polygons of so many corners, in their order."""
    count = size - 2
    first = np.cumsum(count) - count
    out = np.zeros((int(count.sum()), 3), np.uint32)
    for corners in np.unique(size):
        some = size == corners
        fan = np.arange(corners - 2)
        fan = np.stack([np.zeros_like(fan), fan + 1, fan + 2], axis=1)
        rows = first[some][:, None] + np.arange(corners - 2)
        out[rows] = starts[some][:, None, None] + fan
    return out.ravel()
