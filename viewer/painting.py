"""How the instances of a view are painted: uniforms, and the programs that draw each part of the picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer.camera import Camera
from viewer.gl import GL
from viewer.instances import Batch, Frame, batch
from viewer.light import colour, linear, looks
from viewer.pack import Bools
from viewer.quality import View
from viewer.shading import Shading
from viewer.shadow import Cascade, cascades
from viewer.sight import Sight, floor_of, paved

SOFT = 2.0
"""Reach of the soft edges of shadows of a fine picture, in texels of the map."""
GLINT = 12.0
"""Metres beyond which nothing glints in a picture that moves."""


class Painting(Shading):
    """Paints chosen instances, and the backdrop, into a target."""

    def _paint(self, into: gl.Target, now: Frame, sight: Sight, chosen: Bools, view: View, *extra: str) -> None:
        """Paint the chosen instances over what is in a target; `extra` are features of all programs."""
        rows = batch(self.packed, now, chosen, sight.level, self.base)
        into.bind()
        GL.glEnable(GL.GL_DEPTH_TEST)
        self.instances.fill(rows.rows, dynamic=True)
        if self._sky_texture:
            self._sky_texture.bind(1)
        if self.quality.fine and view.presence is None:
            # Light and shadow cost most here: first it is found what is in front, and only that is lit.
            GL.glColorMask(False, False, False, False)
            self._program("depth").use(u_view_projection=sight.matrix)
            self._draw_rows(rows)
            GL.glColorMask(True, True, True, True)
            GL.glDepthFunc(GL.GL_LEQUAL)
        uniforms = {**sight.common, **self._sky_uniforms(), **self._shadow_uniforms(view), **self._extra_uniforms(view)}
        features = [*(name for name, wanted in self._features(view).items() if wanted), *extra]
        for name, more, side, some in self._passes(view, rows, self._distances(now, chosen, sight, view.camera)):
            self._program(name, *features, *more).use(**uniforms)
            self._draw_rows(rows, some, side)

    @staticmethod
    def _prepare(into: gl.Target, clear: bool = False) -> None:
        """Make a target ready for painting."""
        into.bind()
        GL.glColorMask(True, True, True, True)
        GL.glDepthMask(True)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDisable(GL.GL_BLEND)
        GL.glDisable(GL.GL_SCISSOR_TEST)
        if clear:
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_COLOR_BUFFER_BIT)

    def _far(self, now: Frame, view: View, sight: Sight) -> gl.Target | None:
        """The backdrop at half size. Far things bear it, and while the camera rests they stay as they are."""
        if self.quality.fine:
            return None
        width, height = sight.size
        # Along the horizon it is soft: there it may be coarser while the camera moves, and then it is not worth finding out
        # what of it the ground hides.
        name, part = ("draft backdrop", 6) if view.draft else ("backdrop", 2)
        small = self._target(name, max(width // part, 1), max(height // 2, 1), depth="")
        stamp = (
            view.draft,
            sight.matrix.tobytes(),
            view.light,
            view.evidence,
            view.backdrop,
            sight.common["u_exposure"],
        )
        if stamp != self._backdrop_for:
            self._backdrop_for = stamp
            small.bind()
            GL.glDisable(GL.GL_DEPTH_TEST)
            # Two rows more, since it will be stretched.
            foot = 0 if view.draft else max(int(self._paved(now, view, sight) * small.size[1]) - 2, 0)
            GL.glEnable(GL.GL_SCISSOR_TEST)
            GL.glScissor(0, foot, small.size[0], small.size[1] - foot)
            self._draw_backdrop(view, sight.common, sight.matrix, None)
            GL.glDisable(GL.GL_SCISSOR_TEST)
        return small

    def _paved(self, now: Frame, view: View, sight: Sight) -> float:
        """How much of the picture, from its foot, the ground hides for certain."""
        if self._floor is None or not sight.seen[self._floor]:
            return 0.0
        shape = self.packed.shapes[self.packed.first_shape[self._floor]]
        world = now.rows[self._floor, :12].reshape(3, 4)
        turned = np.abs(world[:, :3] - np.eye(3)).max() > 1e-5
        return 0.0 if turned else paved(view.camera, sight.matrix, shape.low + world[:, 3], shape.high + world[:, 3])

    @cached_property
    def _floor(self) -> int | None:
        return floor_of(self.packed)

    def _features(self, view: View) -> dict[str, bool]:
        return {
            "SHADOWS": self.quality.shadows,
            "EVIDENCE": view.evidence,
            "GHOST": view.presence is not None,
            "GRID": view.grid > 0,
        }

    def _place_maps(self, now: Frame, view: View, seeing: Sight) -> list[Cascade]:
        """Where the shadow maps lie."""
        casting = self._casting(now, view)
        aspect, to_sun = seeing.size[0] / seeing.size[1], looks().lamp(view.light).to_sun()
        count, size = (2 if self.quality.two_maps else 1), self.quality.map_size
        return cascades(view.camera, aspect, to_sun, now.centre[casting], now.radius[casting], size, count)

    def _distances(self, now: Frame, chosen: Bools, sight: Sight, camera: Camera) -> NDArray[np.float64]:
        """How near the nearest instance of each shape is."""
        out = np.full(len(self.packed.shapes), np.inf)
        gap = np.linalg.norm(now.centre[chosen] - np.asarray(camera.eye, np.float32), axis=1) + now.radius[chosen] * 0.5
        np.minimum.at(out, (self.packed.first_shape + sight.level)[chosen], gap)
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
        if quick and view.draft:
            # While the camera moves, only what is near glints.
            glossy &= away[shapes] < GLINT
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
        out["u_shadow_soft"] = SOFT
        return out
