"""Paints a `Canvas` with OpenGL: one atlas of words, one buffer of triangles, one draw."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer import text as letters
from viewer.canvas import Canvas, Rgba, Words
from viewer.gl import GL

ATLAS = 2048
VERTEX = np.dtype([("place", "<f4", 2), ("uv", "<f4", 2), ("fill", "u1", 4), ("hatch", "<f4")])


class Painter:
    """Keeps the atlas of words; `paint` draws a canvas over what is in the current framebuffer."""

    def __init__(self) -> None:
        self.program = gl.Program("canvas.vert", "canvas.frag")
        self.buffer = gl.Buffer()
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

    def triangles(self, canvas: Canvas, scale: float) -> NDArray[np.void]:
        """Corners of all triangles; words not yet in the atlas are added. A full atlas is begun anew."""
        for _ in range(2):
            rows = self._rows(canvas, scale)
            if rows is not None:
                return np.array(rows, VERTEX)
            self._clear()
        return np.zeros(0, VERTEX)

    def _rows(self, canvas: Canvas, scale: float) -> list[tuple[object, ...]] | None:
        rows: list[tuple[object, ...]] = []
        white = (1.5 / ATLAS, 1.5 / ATLAS)
        for item in canvas.items:
            fill = _bytes(item.fill)
            if isinstance(item, Words):
                place = self._word(item.text, max(6, round(item.size * scale)))
                if place is None:
                    return None
                x, y, w, h = place
                # Whole pixels of the screen: words stay crisp.
                left, top = math.floor(item.x * scale + 0.5), math.floor(item.y * scale + 0.5)
                u, v, s, t = x / ATLAS, y / ATLAS, (x + w) / ATLAS, (y + h) / ATLAS
                a = ((left, top), (u, v), fill, 0.0)
                b = ((left + w, top), (s, v), fill, 0.0)
                c = ((left + w, top + h), (s, t), fill, 0.0)
                d = ((left, top + h), (u, t), fill, 0.0)
                rows += (a, b, c, a, c, d)
                continue
            hatch = 1.0 if item.hatch else 0.0
            corners = [((px * scale, py * scale), white, fill, hatch) for px, py in item.points]
            for k in range(1, len(corners) - 1):
                rows += (corners[0], corners[k], corners[k + 1])
        return rows

    def paint(self, canvas: Canvas, size: tuple[int, int], scale: float) -> None:
        """Draw a canvas on `size` pixels of the current framebuffer."""
        data = self.triangles(canvas, scale)
        if not len(data):
            return
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
        self.buffer.fill(data, dynamic=True)
        self.program.use(u_atlas=0, u_screen=(float(size[0]), float(size[1])))
        self.atlas.bind(0)
        GL.glBindVertexArray(self.array)
        GL.glDrawArrays(GL.GL_TRIANGLES, 0, len(data))
        GL.glBindVertexArray(0)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        """Free what the card holds."""
        self.atlas.delete()
        self.buffer.delete()
        gl.delete_vertex_array(self.array)


def _bytes(fill: Rgba) -> tuple[int, int, int, int]:
    r, g, b, a = (max(0, min(255, round(255 * c))) for c in fill)
    return (r, g, b, a)
