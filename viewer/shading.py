"""What lies before and after the picture itself: shadow maps, backdrop, ink."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer.gl import GL
from viewer.instances import Frame, batch, in_view, levels, spread, strips
from viewer.light import colour, looks
from viewer.pack import Bools
from viewer.quality import View
from viewer.shadow import Cascade
from viewer.skygrid import AWAY
from viewer.stock import Stock

SCREEN = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
"""A triangle over everything."""


class Shading(Stock):
    """Shadows, backdrop and ink of a renderer."""

    def _casting(self, now: Frame, view: View) -> Bools:
        """What casts shadows: not the land far off, for whose sake the maps would have to be coarser."""
        near = now.shown & ~self.packed.hidden(AWAY)
        return near if view.casters is None else near & view.casters

    def _draw_shadows(self, now: Frame, maps: list[Cascade], view: View) -> None:
        """The shadow maps of a moment; what stands still is drawn into a map of its own, and that only once."""
        self.maps = maps
        if self.quality.fine:
            # A single picture: nothing is there to be kept.
            target = self._shadow_target("shadow", "compare")
            GL.glEnable(GL.GL_DEPTH_TEST)
            GL.glDepthFunc(GL.GL_LEQUAL)
            GL.glDepthMask(True)
            target.bind()
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
            self._cast(now, self._casting(now, view))
            return
        live = self.packed.moving
        stamp = b"".join(m.matrix.tobytes() for m in maps) + (self._casting(now, view) & ~live).tobytes()
        fresh = stamp != self._maps_for
        if fresh:
            self._cast_still(now, view, live)
            self._maps_for = stamp
        self._cast_live(now, view, live, fresh)

    def _shadow_target(self, name: str, depth: str) -> gl.Target:
        size = self.quality.map_size
        return self._target(name, size * (2 if self.quality.two_maps else 1), size, colour=False, depth=depth)

    def _cast_still(self, now: Frame, view: View, live: Bools) -> None:
        """What is not live into a map of its own, and that into the map that is asked."""
        store, target = self._shadow_target("shadow still", "depth"), self._shadow_target("shadow", "compare")
        self._maps_for = b""
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDepthMask(True)
        store.bind()
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._cast(now, self._casting(now, view) & ~live)
        store.copy_to(target, GL.GL_DEPTH_BUFFER_BIT)

    def _cast_live(self, now: Frame, view: View, live: Bools, fresh: bool) -> Bools | None:
        """What is live into the map, over what stands still; None where the map holds as it is."""
        store, target = self._shadow_target("shadow still", "depth"), self._shadow_target("shadow", "compare")
        moving = self._casting(now, view) & live
        self._cast_age += 1
        if not fresh and self._cast_age < self.quality.shadow_every * (2 if view.draft else 1):
            return None
        moment = now.rows[moving, :12].tobytes()
        if not fresh and moment == self._cast_for:
            return None
        self._cast_for, self._cast_age = moment, 0
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDepthMask(True)
        store.copy_to(target, GL.GL_DEPTH_BUFFER_BIT)
        target.bind()
        self._cast(now, moving)
        return moving

    def _cast(self, now: Frame, chosen: Bools) -> None:
        size = self.quality.map_size
        for i, cascade in enumerate(self.maps):
            some = chosen & in_view(cascade.matrix, now.centre, now.radius)
            if not some.any():
                continue
            # A shadow needs no finer form than its map shows; nor what it shows as less than a dot.
            size_here = now.radius / np.float32(cascade.texel)
            some &= size_here > (0.2 if self.quality.fine else 0.7)
            rows = batch(
                self.packed,
                now,
                some,
                levels(self.packed, size_here) if self.quality.fine else self._forms(size_here),
                self.base,
            )
            GL.glViewport(i * size, 0, size, size)
            GL.glEnable(GL.GL_DEPTH_CLAMP)
            GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
            GL.glPolygonOffset(1.1, 2.0)
            self._program("depth").use(u_view_projection=cascade.matrix)
            self.instances.fill(rows.rows, dynamic=True)
            self._draw_rows(rows)
            GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
            GL.glDisable(GL.GL_DEPTH_CLAMP)

    def _draw_backdrop(
        self,
        view: View,
        common: dict[str, object],
        matrix: NDArray[np.float64],
        small: gl.Target | None,
        *features: str,
    ) -> None:
        """Sky and far land behind everything: drawn here, or taken from `small` where it was drawn before."""
        sky = looks().sky
        backdrop = (*view.backdrop, 1.0) if view.backdrop else (0.0, 0.0, 0.0, 0.0)
        if view.camera.flat is not None and view.evidence and not view.backdrop:
            backdrop = (0.86, 0.86, 0.86, 1.0)
        uniforms = {
            **common,
            "u_inverse": np.linalg.inv(matrix),
            "u_horizon": colour(sky.horizon),
            "u_middle": colour(sky.middle),
            "u_zenith": colour(sky.zenith),
            "u_backdrop": backdrop,
        }
        GL.glDepthMask(False)
        GL.glBindVertexArray(self._empty)
        if small is None:
            self._program("sky").use(**uniforms)
        else:
            assert small.colour
            small.colour.bind(0)
            self._program("shrunk", *features).use(u_colour=0)
        gl.draw_screen()
        GL.glDepthMask(True)

    def _draw_ink(
        self,
        source: gl.Target,
        view: View,
        matrix: NDArray[np.float64],
        common: dict[str, object],
        now: Frame,
        seen: Bools,
    ) -> gl.Target:
        quick = not (self.quality.fine or view.camera.flat is not None)
        if quick:
            some = seen & ~self._land
            if view.draft:
                # Lines of woods far off are not missed while the camera moves.
                some &= ~self.packed.hidden(AWAY)
            where = strips(spread(self.packed, now, some, matrix, source.size), source.size)
            self._draw_lines(source, view, where)
            if not self.quality.smooth:
                return source
            out = self._target("softened", *source.size, depth="")
            self._soften(source, out)
            return out
        ink = looks().ink
        # What was drawn larger is shrunk in the same step.
        out = self._target("ink", *view.size, depth="")
        out.bind()
        GL.glDisable(GL.GL_DEPTH_TEST)
        assert source.colour
        assert source.depth
        source.colour.bind(0)
        source.depth.bind(2)
        camera = view.camera
        aspect = source.size[0] / source.size[1]
        self._program("ink", f"GRAIN={self.quality.grain}").use(
            u_colour=0,
            u_depth=2,
            u_pixel=np.array([self.quality.grain, self.quality.grain]),
            u_size=np.array(source.size),
            u_planes=camera.planes(),
            u_ink=(*colour(ink.colour), ink.near),
            u_ink_far=(ink.far, ink.fade),
            u_flat=int(camera.flat is not None),
            u_focal=(camera.half_height * aspect, camera.half_height),
        )
        GL.glBindVertexArray(self._empty)
        gl.draw_screen()
        GL.glBindVertexArray(0)
        return out

    def _draw_lines(self, source: gl.Target, view: View, where: NDArray[np.float32]) -> None:
        """Ink laid straight over the picture, over those parts (triangles) where there is anything but ground and sky."""
        ink, camera, height = looks().ink, view.camera, source.size[1]
        near, far = camera.planes()
        source.only_colour()
        assert source.depth
        source.depth.bind(2)
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
        self._program("line", *(("QUADS",) if self._software else ())).use(
            u_depth=2,
            u_pixel=np.array([1, 1]),
            u_line=(1 / near, 1 / near - 1 / far, 2 * camera.half_height / height, 0.004),
            u_ink=(*colour(ink.colour), ink.near),
            u_ink_far=(ink.far, ink.fade),
        )
        self._draw_tiles(where)
        GL.glDisable(GL.GL_BLEND)

    def _soften(self, source: gl.Target, out: gl.Target, where: NDArray[np.float32] | None = None) -> None:
        """A picture with soft edges into another target: all of it, or some parts (triangles)."""
        out.bind()
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDisable(GL.GL_BLEND)
        assert source.colour
        source.colour.bind(0)
        self._program("soften").use(u_colour=0, u_size=np.array(source.size))
        self._draw_tiles(SCREEN if where is None else where)

    def _draw_tiles(self, where: NDArray[np.float32]) -> None:
        self._screen.fill(where, dynamic=True)
        GL.glBindVertexArray(self._tiles)
        gl.draw_triangles(len(where))
        GL.glBindVertexArray(0)
