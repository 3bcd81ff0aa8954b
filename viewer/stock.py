"""What a renderer keeps on the card: vertices, instances, programs, targets, and the light that is computed beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer import gl, skygrid
from viewer.context import is_software
from viewer.gl import GL
from viewer.instances import WIDTH, Batch, Frame, frame, levels
from viewer.light import looks
from viewer.massing import massing
from viewer.pack import LAND, Bools, Packed
from viewer.quality import FAST, Quality
from viewer.shadow import Cascade
from viewer.shape import VERTEX


class Stock:
    """A packed scene on the card, not yet drawn."""

    def __init__(self, packed: Packed, quality: Quality = FAST, like: Stock | None = None) -> None:
        self.packed = packed
        self.quality = quality
        self._software = is_software()
        self._targets: dict[str, gl.Target] = {}
        # The programs of a renderer that goes are good for the one that comes; compiling them takes longest.
        self._programs: dict[tuple[str, ...], gl.Program] = like._programs if like else {}
        self._empty = gl.vertex_array()
        self._tiles = gl.vertex_array()
        self._screen = gl.Buffer()
        GL.glBindVertexArray(self._tiles)
        self._screen.bind()
        gl.attribute(0, 2, GL.GL_FLOAT, False, 8, 0)
        GL.glBindVertexArray(0)
        # The ground itself has no edges to ink; what stands on it has.
        ground = [name in LAND for name in packed.layers]
        self._land = np.array([ground[i] for i in packed.layer], bool).reshape(-1) & (packed.radius > 40.0)
        self.instances = gl.Buffer()
        self.base = np.concatenate([[0], np.cumsum(packed.capacity)[:-1]]).astype(np.int64)
        self.vertices = gl.Buffer()
        self.lights = gl.Buffer()
        self.indices = gl.Buffer(GL.GL_ELEMENT_ARRAY_BUFFER)
        self._upload()
        self._glossy = np.array([s.glossy for s in packed.shapes], bool)
        self.sky = skygrid.open_sky()
        self._sky_texture: gl.Texture | None = None
        self._sky_age = 0
        self._maps_for: bytes = b""
        self._cast_for: bytes = b""
        self._cast_age = 0
        self._backdrop_for: tuple[object, ...] = ()
        self.maps: list[Cascade] = []
        self._baked = np.zeros(len(packed.shapes), bool)
        self.set_sky(self.sky)

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
        self._reach_word = f"{self._reach():.4f}"
        self._sky_age += 1

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
            first = int(packed.first_shape[i])
            for number in (
                *range(first, first + packed.levels[i]),
                *([first + packed.draft[i]] if packed.draft[i] > 0 else []),
            ):
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
        self._sky_age += 1

    def _reach(self) -> float:
        """How far before a surface the grid of sky is asked: half of a cell."""
        return min(float((self.sky.size / np.array(self.sky.values.shape[2::-1])).max()) * 0.55, 0.5)

    def form(self, world: NDArray[np.floating], hidden: Bools | None = None) -> str:
        """Digest of everything that takes light from the sky: what stands still, where, and its shape."""
        still = ~self.packed.moving if hidden is None else ~self.packed.moving & ~hidden
        told = hashlib.sha256(np.rint(np.asarray(world)[self.packed.node[still]] * 1e4).astype(np.int32).tobytes())
        told.update(self.packed.first_shape[still].tobytes())
        for number in np.unique(self.packed.first_shape[still]):
            told.update(self.packed.shapes[number].vertices["position"].tobytes())
        return told.hexdigest()

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
        some = still if still.any() else now.shown
        points, one, both = massing(self.packed, now, some, self._coarsest())
        body, corners, sides, ones = gl.vertex_array(), gl.Buffer(), gl.Buffer(GL.GL_ELEMENT_ARRAY_BUFFER), gl.Buffer()
        GL.glBindVertexArray(body)
        corners.fill(points)
        gl.attribute(0, 3, GL.GL_FLOAT, False, 12, 0)
        ones.fill(np.eye(4, dtype=np.float32)[:3])
        for row in range(3):
            gl.attribute(4 + row, 4, GL.GL_FLOAT, False, 48, row * 16, instanced=True)
        sides.fill(np.concatenate([one, both]))

        def depth_of(matrix: NDArray[np.float64]) -> NDArray[np.float32]:
            target.bind()
            GL.glEnable(GL.GL_DEPTH_TEST)
            GL.glDepthFunc(GL.GL_LEQUAL)
            GL.glDepthMask(True)
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
            self._program("depth").use(u_view_projection=matrix)
            GL.glBindVertexArray(body)
            GL.glEnable(GL.GL_CULL_FACE)
            gl.draw_instances(one.size, 0, 1)
            GL.glDisable(GL.GL_CULL_FACE)
            gl.draw_instances(both.size, one.nbytes, 1)
            GL.glBindVertexArray(0)
            return target.read_depth()

        try:
            grid = yield from skygrid.baking(low, high, depth_of, count)
        finally:
            gl.delete_vertex_array(body)
            for buffer in (corners, sides, ones):
                buffer.delete()
        self.set_sky(grid)
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

    def target(self, name: str) -> gl.Target:
        """A target that has been drawn into; KeyError where none of that name has."""
        return self._targets[name]

    def _target(self, name: str, width: int, height: int, **how: object) -> gl.Target:
        found = self._targets.get(name)
        if found is None or found.size != (width, height):
            if found:
                found.delete()
            found = self._targets[name] = gl.Target(width, height, **how)  # type: ignore[arg-type]
        return found

    def _program(self, name: str, *features: str) -> gl.Program:
        fine = self.quality.fine
        reach = self._reach_word
        key = (name, str(self.quality.two_maps), str(fine), reach, *features)
        if key not in self._programs:
            defines = {"CASCADES": "2" if self.quality.two_maps else "1", "GRID_REACH": reach}
            defines |= {"FINE": "1"} if fine else {}
            # Four points to a pixel share the looks at the shadow map among them.
            defines |= {"QUARTERS": "1"} if fine and self.quality.grain == 2 else {}
            defines |= {name: value or "1" for name, _, value in (f.partition("=") for f in features)}
            files = {n: f"{n}.vert" for n in ("scene", "plain", "depth")} | dict.fromkeys(
                ("line", "kept", "soften"), "tiles.vert"
            )
            self._programs[key] = gl.Program(files.get(name, "screen.vert"), f"{name}.frag", defines)
        return self._programs[key]

    def _draw_rows(self, rows: Batch, shapes: NDArray[np.int64] | None = None, only: int | None = None) -> None:
        drawn = (rows.shapes if shapes is None else shapes).tolist()
        counts = rows.counts.tolist()
        for side, cull in ((0, True), (1, False)):
            if only is not None and side != only:
                continue
            (GL.glEnable if cull else GL.glDisable)(GL.GL_CULL_FACE)
            for shape in drawn:
                count, offset = self._ranges[shape][side]
                if count:
                    GL.glBindVertexArray(self._arrays[shape])
                    gl.draw_instances(count, offset, counts[shape])
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glBindVertexArray(0)

    def delete(self) -> None:
        """Free all that the card holds."""
        for target in self._targets.values():
            target.delete()
        self._targets.clear()
        if self._sky_texture:
            self._sky_texture.delete()
            self._sky_texture = None
        for name in (*self._arrays, self._empty, self._tiles):
            gl.delete_vertex_array(name)
        for buffer in (self.instances, self.vertices, self.lights, self.indices, self._screen):
            buffer.delete()
