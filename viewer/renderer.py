"""The renderer: draws a packed scene with sun, soft shadow, sky light, tone curve and ink. OpenGL 3.3, instanced.

One draw per shape, one dynamic buffer of instances, nothing of pyglet but its context. While the camera rests, what stands
still is drawn once and kept.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer import gl
from viewer.gl import GL
from viewer.instances import Frame, boxes, frame, strips, touched
from viewer.keeping import Keeper, shadow_boxes
from viewer.light import looks
from viewer.pack import Bools, Packed
from viewer.painting import Painting
from viewer.quality import FAST, Quality, View
from viewer.shadow import Cascade
from viewer.sight import Sight, sight
from viewer.stock import Stock

BOTH = GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT

MAPS_PACE = 8
"""Frames after which it is looked whether the shadow maps still lie where they should."""

DRAFT_PACE = 12
"""The same while the camera moves."""

COARSE = 1.2
"""Radius in pixels below which nothing is drawn then."""


class Renderer(Painting):
    """A packed scene on the card. Call with an open context; `draw` returns the target that holds the picture.

    `like` is a renderer whose programs may be used again.
    """

    def __init__(self, packed: Packed, quality: Quality = FAST, like: Stock | None = None) -> None:
        super().__init__(packed, quality, like)
        self.keeper = Keeper(packed.moving.copy())
        self._still_tiles: Bools = np.zeros((0, 0), bool)
        self._shadow_tiles: Bools = self._still_tiles
        self._stamped: tuple[object, bytes] = (None, b"")
        self._frames = self._drafts = 0

    def draw(self, world: NDArray[np.floating], view: View) -> gl.Target:
        """Draw one moment; `world` (n_nodes, 4, 4). The target returned has `view.size` pixels."""
        quality, camera = self.quality, view.camera
        size = (max(1, view.size[0] * quality.grain), max(1, view.size[1] * quality.grain))
        now = frame(self.packed, world, view.hidden, view.glow, view.presence)
        matrix = camera.matrix(size[0] / size[1])
        least = 0.3 if quality.fine else COARSE if view.draft else 0.8
        seeing = sight(self.packed, now, view, size, matrix, self._common(view, matrix), least)
        if view.draft:
            self.keeper.forget(rested=True)
        elif self._may_keep(view):
            stamp = self._stamp(now, view, seeing)
            way = self.keeper.way(stamp, now.rows, now.shown, view.soon, self.packed.moving)
            if way != "whole":
                return self._draw_kept(now, view, seeing, fresh=way == "anew")
        return self._draw_whole(now, view, seeing)

    def _draw_whole(self, now: Frame, view: View, seeing: Sight) -> gl.Target:
        quality, (width, height) = self.quality, seeing.size
        if quality.shadows:
            self._draw_shadows(now, self._maps(now, view, seeing), view)
        plain = self._target("draft" if view.draft else "scene", width, height)
        into = self._target("samples", width, height, samples=quality.samples) if quality.samples else plain
        self._prepare(into, clear=True)
        small = self._far(now, view, seeing)
        self._paint(into, now, seeing, seeing.seen, view)
        self._draw_backdrop(view, seeing.common, seeing.matrix, small)
        if quality.samples:
            into.copy_to(plain, BOTH)
        picture = plain
        if quality.ink and view.ink:
            picture = self._draw_ink(plain, view, seeing.matrix, seeing.common, now, seeing.seen)
        if picture.size != view.size:
            small = self._target("small", *view.size, depth="")
            picture.copy_to(small, GL.GL_COLOR_BUFFER_BIT)
            picture = small
        return picture

    def _maps(self, now: Frame, view: View, seeing: Sight) -> list[Cascade]:
        """Where the shadow maps lie. Through frames of a moving camera they stay for a while: it costs most to draw them."""
        self._drafts = self._drafts + 1 if view.draft else 0
        if view.draft and self.maps and self._drafts % DRAFT_PACE != 1:
            return self.maps
        return self._place_maps(now, view, seeing)

    # What is kept while the camera rests

    def _may_keep(self, view: View) -> bool:
        q = self.quality
        return q.keep and view.camera.flat is None and not (q.fine or q.two_maps or q.samples or q.grain > 1)

    def _stamp(self, now: Frame, view: View, seeing: Sight) -> object:
        """All that decides the whole of a picture."""
        looked = (view.light, view.evidence, view.backdrop, view.grid, view.presence is None, view.ink)
        casters = None if view.casters is None else view.casters.tobytes()
        exposure = seeing.common["u_exposure"]
        stamp = (self.quality, seeing.size, seeing.matrix.tobytes(), looked, casters, exposure, self._sky_age)
        if not self.quality.shadows:
            return stamp
        # Where the maps lie follows, in large steps, from where everyone is: it is enough to look now and then.
        self._frames += 1
        if stamp == self._stamped[0] and self._frames % MAPS_PACE:
            return self._stamped
        self._stamped = (stamp, b"".join(m.matrix.tobytes() for m in self._place_maps(now, view, seeing)))
        return self._stamped

    def _draw_kept(self, now: Frame, view: View, seeing: Sight, fresh: bool) -> gl.Target:
        """A picture of what stands still, made anew or as it was kept, and what moves drawn over it.

        Where something moves, or throws a shadow, tiles of the picture are first put back as they were without ink.
        """
        width, height = seeing.size
        shadows, ink, live = self.quality.shadows, self.quality.ink and view.ink, self.keeper.live
        more = ("colour", "colour", "place") if shadows else ()
        still = self._target("still with shadows" if shadows else "still", width, height, more=more)
        inked = self._target("still with ink", width, height)
        picture = self._target("scene", width, height)
        if fresh:
            if shadows:
                self.maps = self._place_maps(now, view, seeing)
                self._cast_still(now, view, live)
            self._draw_still(now, view, seeing, still, inked, ink)
        if shadows:
            cast = self._cast_live(now, view, live, fresh)
            if cast is not None:
                low, high = (f(boxes(self.packed, now, cast), axis=1) for f in (np.min, np.max))
                fallen = shadow_boxes(low, high, looks().lamp(view.light).to_sun())
                self._shadow_tiles = touched(seeing.matrix, fallen, seeing.size)
        moves = seeing.seen & (live | (now.rows[:, 13] > 0))
        own = touched(seeing.matrix, boxes(self.packed, now, moves), seeing.size)
        disturbed = own | self._shadow_tiles if shadows else own
        inked.copy_to(picture, BOTH)
        self._prepare(picture)
        self._put_back(still, strips(disturbed, seeing.size), view)
        self._paint(picture, now, seeing, moves, view)
        if ink:
            self._draw_lines(picture, view, strips(disturbed & (own | self._still_tiles), seeing.size))
        if ink and self.quality.smooth:
            return self._softened(inked, picture, fresh, strips(disturbed, seeing.size))
        return picture

    def _softened(self, inked: gl.Target, picture: gl.Target, fresh: bool, where: NDArray[np.float32]) -> gl.Target:
        """The picture with soft edges: as kept, and softened anew in the tiles where something has changed."""
        kept = self._target("still softened", *picture.size, depth="")
        out = self._target("softened", *picture.size, depth="")
        if fresh:
            self._soften(inked, kept)
        kept.copy_to(out, GL.GL_COLOR_BUFFER_BIT)
        self._soften(picture, out, where)
        return out

    def _draw_still(self, now: Frame, view: View, seeing: Sight, still: gl.Target, inked: gl.Target, ink: bool) -> None:
        features = ("KEPT",) if still.more else ()
        chosen = seeing.seen & ~self.keeper.live
        # What is lit up is drawn over it; in here it would stay so when something else is.
        now = replace(now, rows=now.rows.copy())
        now.rows[:, 13] = 0.0
        self._prepare(still, clear=True)
        small = self._far(now, view, seeing)
        self._paint(still, now, seeing, chosen, view, *features)
        self._draw_backdrop(view, seeing.common, seeing.matrix, small, *features)
        still.copy_to(inked, BOTH)
        self._still_tiles = touched(seeing.matrix, boxes(self.packed, now, chosen & ~self._land), seeing.size)
        if ink:
            self._draw_lines(inked, view, strips(self._still_tiles, seeing.size))

    def _put_back(self, still: gl.Target, where: NDArray[np.float32], view: View) -> None:
        """Tiles of the kept picture without ink, under the shadows as they fall now."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        if still.more:
            for unit, texture in enumerate(still.more, 3):
                texture.bind(unit)
            self._program("kept", "SHADOWS").use(u_bright=3, u_dark=4, u_place=5, **self._shadow_uniforms(view))
        else:
            assert still.colour
            still.colour.bind(3)
            self._program("kept").use(u_colour=3)
        self._draw_tiles(where)
