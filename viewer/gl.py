"""All calls of OpenGL for the project: programs, buffers, textures, framebuffers. Import only when a context is open."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyglet import gl as g

from layout.data import asset
from layout.errors import GroundError

GL = g


def _pointer(array: NDArray[Any]) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)


def _make(function: Any) -> int:
    name = g.GLuint()
    function(1, ctypes.byref(name))
    return int(name.value)


class Program:
    """A vertex and a fragment shader of `assets/shaders`, compiled with defines; uniforms by name."""

    def __init__(self, vertex: str, fragment: str, defines: dict[str, str] | None = None) -> None:
        head = "#version 330 core\n" + "".join(f"#define {k} {v}\n" for k, v in (defines or {}).items())
        common = asset("shaders", "common.glsl").read_text(encoding="utf-8")
        self.id = g.glCreateProgram()
        for kind, name in ((g.GL_VERTEX_SHADER, vertex), (g.GL_FRAGMENT_SHADER, fragment)):
            source = head + common + asset("shaders", name).read_text(encoding="utf-8")
            g.glAttachShader(self.id, _compile(kind, source, name))
        g.glLinkProgram(self.id)
        done = g.GLint()
        g.glGetProgramiv(self.id, g.GL_LINK_STATUS, ctypes.byref(done))
        if not done.value:
            raise GroundError(f"shaders {vertex} and {fragment} do not link: {_log(g.glGetProgramInfoLog, self.id)}")
        self._places: dict[str, int] = {}
        self._held: dict[str, Any] = {}

    def place(self, name: str) -> int:
        """Location of a uniform, −1 where the program does not use it."""
        if name not in self._places:
            self._places[name] = g.glGetUniformLocation(self.id, name.encode())
        return self._places[name]

    def use(self, **values: Any) -> None:
        """Make it current and set uniforms: floats, ints, tuples of up to four, matrices (4, 4) and lists of vectors."""
        g.glUseProgram(self.id)
        for name, value in values.items():
            place = self.place(name)
            if place < 0:
                continue
            # A program keeps its uniforms; most are what they were in the frame before.
            key = value.tobytes() if isinstance(value, np.ndarray) else value
            if self._held.get(name) == key:
                continue
            self._held[name] = key
            if isinstance(value, bool | int):
                g.glUniform1i(place, int(value))
                continue
            if isinstance(value, np.ndarray) and value.dtype.kind == "i":
                g.glUniform2i(place, int(value[0]), int(value[1]))
                continue
            array = np.ascontiguousarray(value, np.float32)
            pointer = array.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
            if array.shape[-2:] == (4, 4):
                g.glUniformMatrix4fv(place, array.size // 16, g.GL_TRUE, pointer)
                continue
            width = 1 if array.ndim == 0 else array.shape[-1]
            setter = (g.glUniform1fv, g.glUniform2fv, g.glUniform3fv, g.glUniform4fv)[width - 1]
            setter(place, max(array.size // width, 1), pointer)


def _log(getter: Any, name: int) -> str:
    text = ctypes.create_string_buffer(2048)
    getter(name, 2048, None, text)
    return " ".join(text.value.decode(errors="replace").split())


def _compile(kind: int, source: str, name: str) -> int:
    shader = g.glCreateShader(kind)
    data = ctypes.create_string_buffer(source.encode())
    pointer = ctypes.cast(ctypes.pointer(ctypes.pointer(data)), ctypes.POINTER(ctypes.POINTER(g.GLchar)))
    g.glShaderSource(shader, 1, pointer, None)
    g.glCompileShader(shader)
    done = g.GLint()
    g.glGetShaderiv(shader, g.GL_COMPILE_STATUS, ctypes.byref(done))
    if not done.value:
        raise GroundError(f"shader {name} does not compile: {_log(g.glGetShaderInfoLog, shader)}")
    return int(shader)


class Buffer:
    """A buffer of vertices, indices or instances."""

    def __init__(self, kind: int = g.GL_ARRAY_BUFFER) -> None:
        self.id = _make(g.glGenBuffers)
        self.kind = kind
        self.bytes = 0

    def bind(self) -> None:
        """Make it the current buffer of its kind."""
        g.glBindBuffer(self.kind, self.id)

    def fill(self, array: NDArray[Any], dynamic: bool = False) -> None:
        """Replace all of its contents; what is still being drawn keeps the old ones."""
        self.bind()
        array = np.ascontiguousarray(array)
        usage = g.GL_STREAM_DRAW if dynamic else g.GL_STATIC_DRAW
        self.bytes = array.nbytes
        g.glBufferData(self.kind, array.nbytes, _pointer(array) if array.nbytes else None, usage)

    def delete(self) -> None:
        """Free it."""
        g.glDeleteBuffers(1, ctypes.byref(g.GLuint(self.id)))


def vertex_array() -> int:
    """A new vertex array object."""
    return _make(g.glGenVertexArrays)


def delete_vertex_array(name: int) -> None:
    """Free a vertex array object."""
    g.glDeleteVertexArrays(1, ctypes.byref(g.GLuint(name)))


def attribute(
    place: int, size: int, kind: int, normal: bool, stride: int, offset: int, instanced: bool = False
) -> None:
    """One attribute of the current vertex array, read from the current array buffer."""
    g.glEnableVertexAttribArray(place)
    g.glVertexAttribPointer(place, size, kind, g.GL_TRUE if normal else g.GL_FALSE, stride, ctypes.c_void_p(offset))
    if instanced:
        g.glVertexAttribDivisor(place, 1)


class Texture:
    """A texture: "colour" (RGBA8), "depth" (24 bit), "compare" (depth for shadow look-ups), "place" (RGBA32F),
    "volume" (3D RGBA8)."""

    def __init__(self, width: int, height: int, use: str = "colour", depth: int = 1) -> None:
        self.id = _make(g.glGenTextures)
        self.size = (width, height, depth)
        self.use = use
        self.kind = g.GL_TEXTURE_3D if use == "volume" else g.GL_TEXTURE_2D
        g.glBindTexture(self.kind, self.id)
        if use == "colour":
            self._allocate(g.GL_RGBA8, g.GL_RGBA, g.GL_UNSIGNED_BYTE)
        elif use == "place":
            self._allocate(g.GL_RGBA32F, g.GL_RGBA, g.GL_FLOAT)
        elif use == "volume":
            g.glPixelStorei(g.GL_UNPACK_ALIGNMENT, 1)
            g.glTexImage3D(self.kind, 0, g.GL_RGBA8, width, height, depth, 0, g.GL_RGBA, g.GL_UNSIGNED_BYTE, None)
        else:
            self._allocate(g.GL_DEPTH_COMPONENT24, g.GL_DEPTH_COMPONENT, g.GL_UNSIGNED_INT)
        smooth = g.GL_NEAREST if use == "depth" else g.GL_LINEAR
        g.glTexParameteri(self.kind, g.GL_TEXTURE_MIN_FILTER, smooth)
        g.glTexParameteri(self.kind, g.GL_TEXTURE_MAG_FILTER, smooth)
        for wrap in (g.GL_TEXTURE_WRAP_S, g.GL_TEXTURE_WRAP_T, g.GL_TEXTURE_WRAP_R):
            g.glTexParameteri(self.kind, wrap, g.GL_CLAMP_TO_EDGE)
        if use == "compare":
            g.glTexParameteri(self.kind, g.GL_TEXTURE_COMPARE_MODE, g.GL_COMPARE_REF_TO_TEXTURE)
            g.glTexParameteri(self.kind, g.GL_TEXTURE_COMPARE_FUNC, g.GL_LEQUAL)

    def _allocate(self, inner: int, outer: int, kind: int) -> None:
        g.glTexImage2D(self.kind, 0, inner, self.size[0], self.size[1], 0, outer, kind, None)

    def upload(self, array: NDArray[np.uint8], x: int = 0, y: int = 0) -> None:
        """Bytes (depth, height, width, 4) of a 3D texture, or (height, width, 4) of a rectangle at (x, y)."""
        array = np.ascontiguousarray(array)
        g.glBindTexture(self.kind, self.id)
        g.glPixelStorei(g.GL_UNPACK_ALIGNMENT, 1)
        if self.use == "volume":
            d, h, w = array.shape[:3]
            g.glTexSubImage3D(self.kind, 0, 0, 0, 0, w, h, d, g.GL_RGBA, g.GL_UNSIGNED_BYTE, _pointer(array))
        else:
            h, w = array.shape[:2]
            g.glTexSubImage2D(self.kind, 0, x, y, w, h, g.GL_RGBA, g.GL_UNSIGNED_BYTE, _pointer(array))

    def bind(self, unit: int) -> None:
        """Bind it to a texture unit."""
        g.glActiveTexture(g.GL_TEXTURE0 + unit)
        g.glBindTexture(self.kind, self.id)

    def delete(self) -> None:
        """Free it."""
        g.glDeleteTextures(1, ctypes.byref(g.GLuint(self.id)))


class Target:
    """A framebuffer of textures (`colour` and/or `depth`, `more` colours by use), or of multisampled storage."""

    def __init__(
        self,
        width: int,
        height: int,
        colour: bool = True,
        depth: str = "depth",
        samples: int = 0,
        more: tuple[str, ...] = (),
    ) -> None:
        self.size = (width, height)
        self.id = _make(g.glGenFramebuffers)
        self.colour: Texture | None = None
        self.depth: Texture | None = None
        self.more: list[Texture] = []
        self.stores: list[int] = []
        self._second = 0
        g.glBindFramebuffer(g.GL_FRAMEBUFFER, self.id)
        if samples:
            for inner, spot in ((g.GL_RGBA8, g.GL_COLOR_ATTACHMENT0), (g.GL_DEPTH_COMPONENT24, g.GL_DEPTH_ATTACHMENT)):
                store = _make(g.glGenRenderbuffers)
                g.glBindRenderbuffer(g.GL_RENDERBUFFER, store)
                g.glRenderbufferStorageMultisample(g.GL_RENDERBUFFER, samples, inner, width, height)
                g.glFramebufferRenderbuffer(g.GL_FRAMEBUFFER, spot, g.GL_RENDERBUFFER, store)
                self.stores.append(store)
        else:
            if colour:
                self.colour = Texture(width, height)
                self._attach(g.GL_COLOR_ATTACHMENT0, self.colour)
            for number, use in enumerate(more, 1):
                self.more.append(Texture(width, height, use))
                self._attach(g.GL_COLOR_ATTACHMENT0 + number, self.more[-1])
            if more:
                spots = [g.GL_COLOR_ATTACHMENT0 + n for n in range(len(more) + 1)]
                g.glDrawBuffers(len(spots), (g.GLenum * len(spots))(*spots))
            if depth:
                self.depth = Texture(width, height, depth)
                self._attach(g.GL_DEPTH_ATTACHMENT, self.depth)
            if not colour:
                g.glDrawBuffer(g.GL_NONE)
                g.glReadBuffer(g.GL_NONE)
        state = g.glCheckFramebufferStatus(g.GL_FRAMEBUFFER)
        if state != g.GL_FRAMEBUFFER_COMPLETE:
            raise GroundError(f"a picture of {width} × {height} cannot be drawn here (framebuffer state {state:#x})")

    def _attach(self, spot: int, texture: Texture) -> None:
        g.glFramebufferTexture2D(g.GL_FRAMEBUFFER, spot, g.GL_TEXTURE_2D, texture.id, 0)

    def only_colour(self) -> int:
        """A second framebuffer on the same colours, so that the depth can be read while one draws into them."""
        if not self._second:
            self._second = _make(g.glGenFramebuffers)
            g.glBindFramebuffer(g.GL_FRAMEBUFFER, self._second)
            assert self.colour
            self._attach(g.GL_COLOR_ATTACHMENT0, self.colour)
        g.glBindFramebuffer(g.GL_FRAMEBUFFER, self._second)
        return self._second

    def bind(self) -> None:
        """Draw into it from now on."""
        g.glBindFramebuffer(g.GL_FRAMEBUFFER, self.id)
        g.glViewport(0, 0, *self.size)

    def copy_to(self, other: Target | None, mask: int, size: tuple[int, int] | None = None) -> None:
        """Copy to another target (None: the screen, then `size`), shrinking smoothly where the sizes differ."""
        w, h = other.size if other else (size or self.size)
        g.glBindFramebuffer(g.GL_READ_FRAMEBUFFER, self.id)
        g.glBindFramebuffer(g.GL_DRAW_FRAMEBUFFER, other.id if other else 0)
        smooth = g.GL_LINEAR if (w, h) != self.size else g.GL_NEAREST
        g.glBlitFramebuffer(0, 0, *self.size, 0, 0, w, h, mask, smooth)

    def read(self) -> NDArray[np.uint8]:
        """Its picture (height, width, 3), first row on top."""
        w, h = self.size
        out = np.empty((h, w, 4), np.uint8)
        g.glBindFramebuffer(g.GL_READ_FRAMEBUFFER, self.id)
        g.glPixelStorei(g.GL_PACK_ALIGNMENT, 1)
        g.glReadPixels(0, 0, w, h, g.GL_RGBA, g.GL_UNSIGNED_BYTE, _pointer(out))
        return np.ascontiguousarray(out[::-1, :, :3])

    def read_depth(self) -> NDArray[np.float32]:
        """Its depth (height, width), first row at the bottom."""
        w, h = self.size
        out = np.empty((h, w), np.float32)
        g.glBindFramebuffer(g.GL_READ_FRAMEBUFFER, self.id)
        g.glPixelStorei(g.GL_PACK_ALIGNMENT, 1)
        g.glReadPixels(0, 0, w, h, g.GL_DEPTH_COMPONENT, g.GL_FLOAT, _pointer(out))
        return out

    def delete(self) -> None:
        """Free it and all that belongs to it."""
        for texture in (self.colour, self.depth, *self.more):
            if texture:
                texture.delete()
        for store in self.stores:
            g.glDeleteRenderbuffers(1, ctypes.byref(g.GLuint(store)))
        g.glDeleteFramebuffers(1, ctypes.byref(g.GLuint(self.id)))
        if self._second:
            g.glDeleteFramebuffers(1, ctypes.byref(g.GLuint(self._second)))


def read_screen(width: int, height: int) -> NDArray[np.uint8]:
    """What was drawn for the window and not yet shown (height, width, 3), first row on top."""
    out = np.empty((height, width, 4), np.uint8)
    g.glBindFramebuffer(g.GL_READ_FRAMEBUFFER, 0)
    g.glReadBuffer(g.GL_BACK)
    g.glPixelStorei(g.GL_PACK_ALIGNMENT, 1)
    g.glReadPixels(0, 0, width, height, g.GL_RGBA, g.GL_UNSIGNED_BYTE, _pointer(out))
    return np.ascontiguousarray(out[::-1, :, :3])


def draw_instances(count: int, offset: int, instances: int) -> None:
    """Draw `count` indices from byte `offset` of the current vertex array, so many times."""
    g.glDrawElementsInstanced(g.GL_TRIANGLES, count, g.GL_UNSIGNED_INT, ctypes.c_void_p(offset), instances)


def draw_faces(count: int) -> None:
    """Draw `count` indices of the current vertex array."""
    g.glDrawElements(g.GL_TRIANGLES, count, g.GL_UNSIGNED_INT, None)


def draw_triangles(count: int) -> None:
    """Draw `count` corners of the current vertex array, three to a triangle."""
    g.glDrawArrays(g.GL_TRIANGLES, 0, count)


def draw_screen() -> None:
    """Draw one triangle over everything."""
    g.glDrawArrays(g.GL_TRIANGLES, 0, 3)
