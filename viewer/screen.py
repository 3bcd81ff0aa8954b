"""What comes onto the window: a picture stretched to its size; the interface is painted over it."""

from __future__ import annotations

from viewer import gl
from viewer.gl import GL


class Screen:
    """Lays pictures onto the window itself, which has no depth: software fills what has none four times as fast, and stretches
    five times as fast by a program as by the driver's own copying."""

    def __init__(self) -> None:
        self.program = gl.Program("screen.vert", "shrunk.frag")
        self._array = gl.vertex_array()

    def begin(self, picture: gl.Target | None, size: tuple[int, int]) -> None:
        """Lay a picture, or nothing, under what will be painted; the window is drawn to afterwards."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glDisable(GL.GL_BLEND)
        if picture is not None and picture.size == size:
            picture.copy_to(None, GL.GL_COLOR_BUFFER_BIT, size)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, 0)
        GL.glViewport(0, 0, *size)
        if picture is None:
            GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        elif picture.size != size:
            assert picture.colour
            picture.colour.bind(0)
            self.program.use(u_colour=0)
            GL.glBindVertexArray(self._array)
            gl.draw_screen()
            GL.glBindVertexArray(0)
