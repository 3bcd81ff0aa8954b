"""What comes onto the window: a picture stretched to its size, and the interface over it."""

from __future__ import annotations

from viewer import gl
from viewer.gl import GL


class Screen:
    """A picture of the window's size that is composed first and then copied.

    It has no depth: software fills a target without one four times as fast, and stretches five times as fast by a program
    as by the driver's own copying.
    """

    def __init__(self) -> None:
        self.program = gl.Program("screen.vert", "shrunk.frag")
        self._array = gl.vertex_array()
        self._target: gl.Target | None = None

    def begin(self, picture: gl.Target | None, size: tuple[int, int]) -> None:
        """Lay a picture, or nothing, under what will be painted; that target is the current one afterwards."""
        if self._target is None or self._target.size != size:
            self.delete()
            self._target = gl.Target(*size, depth="")
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glDisable(GL.GL_BLEND)
        if picture is not None and picture.size == size:
            picture.copy_to(self._target, GL.GL_COLOR_BUFFER_BIT)
        self._target.bind()
        if picture is None:
            GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        elif picture.size != size:
            assert picture.colour
            picture.colour.bind(0)
            self.program.use(u_colour=0)
            GL.glBindVertexArray(self._array)
            gl.draw_screen()
            GL.glBindVertexArray(0)

    def show(self) -> None:
        """Copy it to the window."""
        assert self._target
        self._target.copy_to(None, GL.GL_COLOR_BUFFER_BIT)

    def delete(self) -> None:
        """Free what the card holds of the picture."""
        if self._target:
            self._target.delete()
            self._target = None
