"""The renderer: draws a packed scene with sun, soft shadow, sky light, tone curve and ink. OpenGL 3.3, instanced.

One draw per shape, one dynamic buffer of instances, nothing of pyglet but its context.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer import gl, skygrid
from viewer.camera import Camera
from viewer.context import is_software
from viewer.gl import GL
from viewer.instances import WIDTH, Batch, Frame, batch, frame, in_view, levels, sizes
from viewer.light import colour, linear, looks
from viewer.pack import Bools, Packed
from viewer.quality import FAST, Quality, View
from viewer.shadow import Cascade, cascades
from viewer.shape import VERTEX


class Renderer:
    """A packed scene on the card. Call with an open context; `draw` returns the target that holds the picture.

    `like` is a renderer whose programs may be used again.
    """

    def __init__(self, packed: Packed, quality: Quality = FAST, like: Renderer | None = None) -> None:
        self.packed = packed
        self.quality = quality
        self._software = is_software()
        self._targets: dict[str, gl.Target] = {}
        # The programs of a renderer that goes are good for the one that comes; compiling them takes longest.
        self._programs: dict[tuple[str, ...], gl.Program] = like._programs if like else {}
        self._empty = gl.vertex_array()
        self.instances = gl.Buffer()
        self.base = np.concatenate([[0], np.cumsum(packed.capacity)[:-1]]).astype(np.int64)
        self.vertices = gl.Buffer()
        self.lights = gl.Buffer()
        self.indices = gl.Buffer(GL.GL_ELEMENT_ARRAY_BUFFER)
        self._upload()
        self._glossy = np.array([s.glossy for s in packed.shapes], bool)
        self.sky = skygrid.open_sky()
        self._sky_texture: gl.Texture | None = None
        self._maps_for: bytes = b""
        self._cast_for: bytes = b""
        self._cast_age = 0
        self._backdrop_for: tuple[object, ...] = ()
        self.maps: list[Cascade] = []
        self._baked = np.zeros(len(packed.shapes), bool)
        self.set_sky(self.sky)

    # Setting up

    def _upload(self) -> None:
        shapes = self.packed.shapes
        starts = np.cumsum([0] + [len(s.vertices) for s in shapes])
        parts, self._ranges = [], []
        at = 0
        for shape, start in zip(shapes, starts, strict=False):
            spans = []
            for faces in (shape.faces, shape.faces_double):
                parts.append((faces + np.uint32(start)).ravel())
                spans.append((int(faces.size), at * 4))
                at += faces.size
            self._ranges.append(spans)
        self.vertices.fill(np.concatenate([s.vertices for s in shapes]) if shapes else np.zeros(1, VERTEX))
        self._starts = starts
        self.lights.fill(np.zeros((max(int(starts[-1]), 1), 4), np.uint8))
        self._arrays = []
        for number in range(len(shapes)):
            name = gl.vertex_array()
            GL.glBindVertexArray(name)
            self.vertices.bind()
            stride = VERTEX.itemsize
            gl.attribute(0, 3, GL.GL_FLOAT, False, stride, 0)
            gl.attribute(1, 4, GL.GL_SHORT, True, stride, 12)
            gl.attribute(2, 4, GL.GL_UNSIGNED_BYTE, True, stride, 20)
            gl.attribute(3, 4, GL.GL_UNSIGNED_BYTE, True, stride, 24)
            self.lights.bind()
            gl.attribute(8, 4, GL.GL_UNSIGNED_BYTE, True, 4, 0)
            self.instances.bind()
            for row in range(4):
                offset = int(self.base[number]) * WIDTH * 4 + row * 16
                gl.attribute(4 + row, 4, GL.GL_FLOAT, False, WIDTH * 4, offset, instanced=True)
            self.indices.bind()
            self._arrays.append(name)
        GL.glBindVertexArray(self._empty)
        self.indices.fill(np.concatenate(parts).astype(np.uint32) if parts else np.zeros(3, np.uint32))
        GL.glBindVertexArray(0)

    def set_sky(self, grid: skygrid.SkyGrid) -> None:
        """Use a grid of sky visibility."""
        if self._sky_texture:
            self._sky_texture.delete()
        depth, height, width = grid.values.shape[:3]
        self._sky_texture = gl.Texture(width, height, "volume", depth)
        self._sky_texture.upload(grid.values)
        self.sky = grid

    def bake_light(self, world: NDArray[np.floating]) -> None:
        """Compute the light from everywhere on all that stands still and stands alone of its kind, corner by corner."""
        for _ in self.baking_light(world):
            pass

    def baking_light(self, world: NDArray[np.floating]) -> Iterator[None]:
        """The same in slices."""
        packed, hemi = self.packed, looks().hemi
        lights = np.zeros((max(int(self._starts[-1]), 1), 4), np.uint8)
        baked = np.zeros(len(packed.shapes), bool)
        alone = np.bincount(packed.first_shape, minlength=len(packed.shapes)) == 1
        for i in np.flatnonzero(~packed.moving & alone[packed.first_shape]):
            matrix = np.asarray(world[packed.node[i]], np.float32)
            for number in range(packed.first_shape[i], packed.first_shape[i] + packed.levels[i]):
                vertices = packed.shapes[number].vertices
                points = vertices["position"] @ matrix[:3, :3].T + matrix[:3, 3]
                normals = (vertices["normal"][:, :3] / np.float32(32767)) @ matrix[:3, :3].T
                normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6)
                light = skygrid.ambient(self.sky, points, normals, self._reach(), hemi.low, hemi.high, hemi.strength)
                span = slice(int(self._starts[number]), int(self._starts[number]) + len(vertices))
                lights[span, :3] = np.clip(np.rint(light * 255.0), 0, 255)
                baked[number] = True
            yield
        GL.glBindVertexArray(0)
        self.lights.fill(lights)
        self._baked = baked

    def _reach(self) -> float:
        """How far before a surface the grid of sky is asked: half of a cell."""
        return min(float((self.sky.size / np.array(self.sky.values.shape[2::-1])).max()) * 0.55, 0.5)

    def bake_sky(
        self, world: NDArray[np.floating], hidden: Bools | None = None, count: int = skygrid.DIRECTIONS
    ) -> None:
        """Compute how much sky each place sees, from all that does not move and is not hidden."""
        for _ in self.baking_sky(world, hidden, count):
            pass

    def baking_sky(
        self, world: NDArray[np.floating], hidden: Bools | None = None, count: int = skygrid.DIRECTIONS
    ) -> Iterator[None]:
        """The same in slices of some milliseconds, between which other things may be drawn."""
        now = frame(self.packed, world, hidden)
        away = self.packed.hidden(skygrid.AWAY)
        still = now.shown & ~self.packed.moving & ~away
        shaping = still & (now.radius < 90.0)
        if not shaping.any():
            shaping = now.shown
        if not shaping.any():
            return
        low = (now.centre - now.radius[:, None] * 0.6)[shaping].min(axis=0)
        high = (now.centre + now.radius[:, None] * 0.6)[shaping].max(axis=0)
        tight = self._bounds(now, shaping)
        low, high = np.maximum(low, tight[0]), np.minimum(high, tight[1])
        low[1] = max(low[1], -1.0)
        high[1] = min(high[1], low[1] + 14.0)
        target = self._target("sky", 288, 288, colour=False, depth="depth")
        rows = batch(self.packed, now, still if still.any() else now.shown, self._coarsest(), self.base)

        def depth_of(matrix: NDArray[np.float64]) -> NDArray[np.float32]:
            self._depth_pass(target, matrix, rows)
            return target.read_depth()

        self.set_sky((yield from skygrid.baking(low, high, depth_of, count)))
        if not self.quality.fine:
            yield from self.baking_light(world)

    def _bounds(self, now: Frame, chosen: Bools) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        for i in np.flatnonzero(chosen):
            shape = self.packed.shapes[self.packed.first_shape[i]]
            matrix = now.rows[i, :12].reshape(3, 4)
            half = np.abs(matrix[:, :3]) @ ((shape.high - shape.low) * 0.5)
            low, high = np.minimum(low, now.centre[i] - half), np.maximum(high, now.centre[i] + half)
        return low, high

    def _coarsest(self) -> NDArray[np.int64]:
        return np.asarray(np.minimum(self.packed.levels - 1, 1))

    def _forms(self, size: NDArray[np.float32]) -> NDArray[np.int64]:
        return np.maximum(levels(self.packed, size), self._coarsest())

    def _target(self, name: str, width: int, height: int, **how: object) -> gl.Target:
        found = self._targets.get(name)
        if found is None or found.size != (width, height):
            if found:
                found.delete()
            found = self._targets[name] = gl.Target(width, height, **how)  # type: ignore[arg-type]
        return found

    def _program(self, name: str, *features: str) -> gl.Program:
        fine = self.quality.fine
        reach = f"{self._reach():.4f}"
        key = (name, str(self.quality.two_maps), str(fine), reach, *features)
        if key not in self._programs:
            defines = {"CASCADES": "2" if self.quality.two_maps else "1", "GRID_REACH": reach}
            defines |= {"FINE": "1"} if fine else {}
            defines |= dict.fromkeys(features, "1")
            files = {n: f"{n}.vert" for n in ("scene", "plain", "depth")}
            self._programs[key] = gl.Program(files.get(name, "screen.vert"), f"{name}.frag", defines)
        return self._programs[key]

    # Drawing

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
            picture = self._draw_ink(plain, view, matrix, common)
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

    def _draw_rows(self, rows: Batch, shapes: NDArray[np.int64] | None = None, only: int | None = None) -> None:
        for side, cull in ((0, True), (1, False)):
            if only is not None and side != only:
                continue
            (GL.glEnable if cull else GL.glDisable)(GL.GL_CULL_FACE)
            for shape in rows.shapes if shapes is None else shapes:
                count, offset = self._ranges[shape][side]
                if count:
                    GL.glBindVertexArray(self._arrays[shape])
                    gl.draw_instances(count, offset, int(rows.counts[shape]))
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glBindVertexArray(0)

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

    def _draw_shadows(self, now: Frame, camera: Camera, aspect: float, to_sun: NDArray[np.float64], view: View) -> None:
        size = self.quality.map_size
        count = 2 if self.quality.two_maps else 1
        casting = now.shown if view.casters is None else now.shown & view.casters
        self.maps = cascades(camera, aspect, to_sun, now.centre[casting], now.radius[casting], size, count)
        target = self._target("shadow", size * count, size, colour=False, depth="compare")
        still = casting & ~self.packed.moving
        stamp = b"".join(m.matrix.tobytes() for m in self.maps) + still.tobytes()
        # What stands still is drawn into a map of its own and copied; only who moves is drawn anew.
        store = self._target("shadow still", size * count, size, colour=False, depth="depth")
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDepthMask(True)
        fresh = stamp != self._maps_for
        if fresh:
            self._maps_for = stamp
            store.bind()
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
            self._cast(now, still, size)
        moving = casting & self.packed.moving
        self._cast_age += 1
        if not fresh and self._cast_age < self.quality.shadow_every:
            return
        moment = now.rows[moving, :12].tobytes()
        if not fresh and moment == self._cast_for:
            return
        self._cast_for, self._cast_age = moment, 0
        store.copy_to(target, GL.GL_DEPTH_BUFFER_BIT)
        target.bind()
        self._cast(now, moving, size)

    def _cast(self, now: Frame, chosen: Bools, size: int) -> None:
        for i, cascade in enumerate(self.maps):
            some = chosen & in_view(cascade.matrix, now.centre, now.radius)
            if not some.any():
                continue
            # A shadow needs no finer form than its map shows; nor what it shows as less than a dot.
            size_here = now.radius / np.float32(cascade.texel)
            some &= size_here > (0.2 if self.quality.fine else 0.7)
            rows = batch(self.packed, now, some, None if self.quality.fine else self._forms(size_here), self.base)
            GL.glViewport(i * size, 0, size, size)
            GL.glEnable(GL.GL_DEPTH_CLAMP)
            GL.glEnable(GL.GL_POLYGON_OFFSET_FILL)
            GL.glPolygonOffset(1.1, 2.0)
            self._program("depth").use(u_view_projection=cascade.matrix)
            self.instances.fill(rows.rows, dynamic=True)
            self._draw_rows(rows)
            GL.glDisable(GL.GL_POLYGON_OFFSET_FILL)
            GL.glDisable(GL.GL_DEPTH_CLAMP)

    def _depth_pass(self, target: gl.Target, matrix: NDArray[np.float64], rows: Batch) -> None:
        target.bind()
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glDepthMask(True)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._program("depth").use(u_view_projection=matrix)
        self.instances.fill(rows.rows, dynamic=True)
        self._draw_rows(rows)

    def _draw_backdrop(
        self, view: View, common: dict[str, object], matrix: NDArray[np.float64], small: gl.Target | None
    ) -> None:
        """Sky and far land behind everything: drawn here, or taken from `small` where it was drawn before."""
        sky = looks().sky
        backdrop = (*view.backdrop, 1.0) if view.backdrop else (0.0, 0.0, 0.0, 0.0)
        if view.camera.flat is not None and not view.backdrop:
            backdrop = (0.76, 0.72, 0.60, 1.0) if not view.evidence else (0.86, 0.86, 0.86, 1.0)
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
            self._program("shrunk").use(u_colour=0)
        gl.draw_screen()
        GL.glDepthMask(True)

    def _draw_ink(
        self, source: gl.Target, view: View, matrix: NDArray[np.float64], common: dict[str, object]
    ) -> gl.Target:
        quick = not (self.quality.fine or self.quality.smooth or view.camera.flat is not None)
        if quick:
            self._draw_lines(source, view)
            return source
        ink = looks().ink
        out = self._target("ink", *source.size, depth="")
        out.bind()
        GL.glDisable(GL.GL_DEPTH_TEST)
        assert source.colour
        assert source.depth
        source.colour.bind(0)
        source.depth.bind(2)
        camera = view.camera
        aspect = source.size[0] / source.size[1]
        grain = self.quality.grain
        self._program("ink", *(("SMOOTH",) if self.quality.smooth else ())).use(
            **common,
            u_colour=0,
            u_depth=2,
            u_pixel=np.array([grain, grain]),
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

    def _draw_lines(self, source: gl.Target, view: View) -> None:
        """Ink laid straight over the picture."""
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
        GL.glBindVertexArray(self._empty)
        gl.draw_screen()
        GL.glBindVertexArray(0)
        GL.glDisable(GL.GL_BLEND)

    def delete(self) -> None:
        """Free all that the card holds."""
        for target in self._targets.values():
            target.delete()
        self._targets.clear()
        if self._sky_texture:
            self._sky_texture.delete()
            self._sky_texture = None
        for name in (*self._arrays, self._empty):
            gl.delete_vertex_array(name)
        for buffer in (self.instances, self.vertices, self.lights, self.indices):
            buffer.delete()
