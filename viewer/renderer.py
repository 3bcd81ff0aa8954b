"""The renderer: draws a packed scene with sun, soft shadow, sky light, tone curve and ink. OpenGL 3.3, instanced.

One draw per shape, one dynamic buffer of instances, nothing of pyglet but its context.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer.camera import Camera
from viewer.gl import GL
from viewer.instances import Batch, Frame, batch, frame, in_view, levels, sizes
from viewer.light import colour, linear, looks
from viewer.pack import Bools
from viewer.quality import View
from viewer.shading import Shading


class Renderer(Shading):
    """A packed scene on the card. Call with an open context; `draw` returns the target that holds the picture.

    `like` is a renderer whose programs may be used again.
    """

    def draw(self, world: NDArray[np.floating], view: View) -> gl.Target:
        """Draw one moment; `world` (n_nodes, 4, 4). The target returned has `view.size` pixels."""
        quality, camera = self.quality, view.camera
        width, height = (max(1, s * quality.grain) for s in view.size)
        now = frame(self.packed, world, view.hidden, view.glow, view.presence)
        lamp = looks().lamp(view.light)
        shadows = quality.shadows
        if shadows:
            self._draw_shadows(now, camera, width / height, lamp.to_sun(), view)
        matrix = camera.matrix(width / height)
        pixels = height / 2.0 / camera.half_height
        seen = now.shown & in_view(matrix, now.centre, now.radius)
        eye, flat = np.asarray(camera.eye), camera.flat is not None
        size = sizes(now, eye, pixels, flat)
        level = levels(self.packed, size)
        # What is smaller than a pixel only flickers.
        seen &= size > (0.3 if quality.fine else 0.8)
        rows = batch(self.packed, now, seen, level, self.base)
        plain = self._target("scene", width, height)
        into = self._target("samples", width, height, samples=quality.samples) if quality.samples else plain
        into.bind()
        GL.glColorMask(True, True, True, True)
        GL.glDepthMask(True)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDisable(GL.GL_BLEND)
        GL.glDisable(GL.GL_SCISSOR_TEST)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_COLOR_BUFFER_BIT)
        common = self._common(view, matrix)
        small = None
        if not self.quality.fine:
            # Far things bear being drawn at half size, and while the camera rests they stay as they are.
            small = self._target("backdrop", max(width // 2, 1), max(height // 2, 1), depth="")
            stamp = (matrix.tobytes(), view.light, view.evidence, view.backdrop, common["u_exposure"])
            if stamp != self._backdrop_for:
                self._backdrop_for = stamp
                small.bind()
                GL.glDisable(GL.GL_DEPTH_TEST)
                self._draw_backdrop(view, common, matrix, None)
                into.bind()
                GL.glEnable(GL.GL_DEPTH_TEST)
        self.instances.fill(rows.rows, dynamic=True)
        if self._sky_texture:
            self._sky_texture.bind(1)
        uniforms = {**common, **self._sky_uniforms(), **self._shadow_uniforms(view), **self._extra_uniforms(view)}
        features = [name for name, wanted in self._features(view).items() if wanted]
        for name, extra, side, some in self._passes(view, rows, self._distances(now, seen, camera)):
            self._program(name, *features, *extra).use(**uniforms)
            self._draw_rows(rows, some, side)
        self._draw_backdrop(view, common, matrix, small)
        if quality.samples:
            into.copy_to(plain, GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
        picture = plain
        if quality.ink and view.ink:
            picture = self._draw_ink(plain, view, matrix, common, now, seen)
        if quality.grain > 1:
            small = self._target("small", *view.size, depth="")
            picture.copy_to(small, GL.GL_COLOR_BUFFER_BIT)
            picture = small
        return picture

    def _features(self, view: View) -> dict[str, bool]:
        return {
            "SHADOWS": self.quality.shadows,
            "EVIDENCE": view.evidence,
            "GHOST": view.presence is not None,
            "GRID": view.grid > 0,
        }

    def _distances(self, now: Frame, seen: Bools, camera: Camera) -> NDArray[np.float64]:
        """How near the nearest instance of each shape is."""
        out = np.full(len(self.packed.shapes), np.inf)
        gap = np.linalg.norm(now.centre[seen] - np.asarray(camera.eye, np.float32), axis=1) + now.radius[seen] * 0.5
        first = self.packed.first_shape[seen]
        np.minimum.at(out, first, gap)
        for step in range(1, int(self.packed.levels.max(initial=1))):
            more = self.packed.levels[seen] > step
            np.minimum.at(out, first[more] + step, gap[more])
        return out

    def _passes(
        self, view: View, rows: Batch, away: NDArray[np.float64]
    ) -> Iterator[tuple[str, tuple[str, ...], int, NDArray[np.int64]]]:
        """Program, its extra features, side (0 one-sided, 1 two-sided materials) and shapes of each part of the picture.

        Software rendering pays for every branch of a shader, taken or not: so what shines, what is cloth and what is
        neither have programs of their own.
        """
        quick = not (
            self.quality.fine or self.quality.two_maps or view.evidence or view.grid or view.presence is not None
        )
        # What is near comes first, so that what it hides costs no light.
        shapes = rows.shapes[np.argsort(away[rows.shapes], kind="stable")]
        glossy = self._glossy[shapes] & (not view.evidence)
        plain, shining = shapes[~glossy], shapes[glossy]
        parts: list[tuple[str, tuple[str, ...], int, NDArray[np.int64]]]
        still, other = plain[self._baked[plain]], plain[~self._baked[plain]]
        parts = [("plain", ("BAKED",), 0, still), ("plain", (), 0, other)]
        parts += [("plain", ("TWOSIDED", "BAKED"), 1, still), ("plain", ("TWOSIDED",), 1, other)]
        if not quick:
            parts = [("scene", (), 0, plain), ("scene", (), 1, plain)]
        parts += [("scene", ("GLOSSY",), side, shining) for side in (0, 1)]
        yield from (part for part in parts if len(part[3]))

    def _extra_uniforms(self, view: View) -> dict[str, object]:
        return {"u_hatch": 9.0 * self.quality.grain, "u_grid": (max(view.grid, 1e-3), 0.0, 1.0, 0.0)}

    def _common(self, view: View, matrix: NDArray[np.float64]) -> dict[str, object]:
        table = looks()
        lamp = table.lamp(view.light)
        # The eye opens for where one is and for what one looks at.
        sky = 0.6 * self.sky.at(view.camera.eye) + 0.4 * self.sky.at(view.camera.target)
        inside = min(max((0.62 - sky) / 0.4, 0.0), 1.0)
        return {
            "u_view_projection": matrix,
            "u_eye": view.camera.eye,
            "u_to_sun": lamp.to_sun(),
            "u_sun": (1.02, 0.97, 0.92) if view.evidence else lamp.sun,
            "u_hemi_low": (0.30, 0.29, 0.28) if view.evidence else table.hemi.low,
            "u_hemi_high": (0.47, 0.47, 0.47) if view.evidence else table.hemi.high,
            "u_hemi": table.hemi.strength,
            "u_haze": (*table.haze.colour, 0.0 if view.backdrop or view.evidence else table.haze.most),
            "u_haze_range": (table.haze.start, table.haze.over),
            "u_exposure": lamp.exposure * (1 - inside) + lamp.inside * inside,
            "u_evidence": int(view.evidence),
        }

    def _sky_uniforms(self) -> dict[str, object]:
        return {"u_sky_grid": 1, "u_grid_origin": self.sky.origin, "u_grid_size": self.sky.size}

    def _shadow_uniforms(self, view: View) -> dict[str, object]:
        names = ("stated", "glossed", "inferred", "conjectured", "neutral")
        grades = [linear(colour(looks().evidence[n])) for n in names]
        out: dict[str, object] = {"u_grades": grades, "u_ghost_phase": 0.0}
        if not self.maps:
            return out
        half = np.array([[0.5, 0, 0, 0.5], [0, 0.5, 0, 0.5], [0, 0, 0.5, 0.5], [0, 0, 0, 1]])
        matrices = [half @ m.matrix for m in self.maps]
        wide = len(self.maps)
        size = self.quality.map_size
        self._targets["shadow"].depth.bind(0)  # type: ignore[union-attr]
        out["u_shadow"] = np.array([matrices[0], matrices[-1]])
        out["u_shadow_map"] = 0
        out["u_shadow_texel"] = (1.0 / size / wide, 1.0 / size, self.maps[0].texel, self.maps[-1].texel)
        return out
