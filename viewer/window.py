"""The window: pyglet's events in, pictures out. All that can be decided without it lives in `viewer.app` and `viewer.panels`."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer import context, panels
from viewer.annotate import LEGEND, draw_legend, seen_names
from viewer.app import App
from viewer.camera import Camera
from viewer.canvas import Canvas, paint
from viewer.loader import Loader
from viewer.model import Hooks, Request
from viewer.nameplates import NamePlates
from viewer.pace import Pace
from viewer.placing import draw_names, place_names
from viewer.settings import save_settings
from viewer.taking import Shown
from viewer.text import font_path

LEAST = (640, 400)
BUTTONS = {1: "left", 2: "middle", 4: "right"}
DOUBLE = 0.35
DESTROYED = 17
"""X11's DestroyNotify."""
NAMES_PACE, NAMES_MOVING = 0.06, 0.12
"""Seconds after which names are placed anew: while the camera rests, and while it moves and they go along with it."""
PLATES = 0.1
"""Seconds after which the plates of the interface are made anew, though nobody touched anything."""


class Window(Loader):
    """`shegong view`. `run()` returns when the window is closed; `step()` is one turn of its loop, for tests."""

    def __init__(self, hooks: Hooks, request: Request, lang: str | None = None, view: str = "") -> None:
        super().__init__(hooks, request, lang, view)
        self.pyglet = context.on_screen()
        font_path()
        self._last_click = (0.0, -9.0, -9.0)
        self._plates, self._plates_until = Canvas(1, 1), 0.0
        self._ground, self._ground_until, self._stale_ground = Canvas(1, 1), 0.0, True
        self._names, self._names_until = NamePlates(Canvas(1, 1)), 0.0
        self._ground_for: Camera | None = None
        self._moved: Any = None
        self.frames = 0
        self.frame_ms = 0.0
        self._open()
        self.pace = Pace(2 if context.is_software() else 0)
        from viewer.warming import warming

        self._warming = warming(self.quality())
        self._start(request)

    # Opening

    def _open(self) -> None:
        gl_config = self.pyglet.gl.Config(
            major_version=3, minor_version=3, double_buffer=True, depth_size=0, red_size=8, green_size=8, blue_size=8
        )
        try:
            screen = self.pyglet.display.get_display().get_default_screen()
            self.zoom = context.zoom(screen)
            self.window = self.pyglet.window.Window(
                min(round(self.settings.width * self.zoom), screen.width),
                min(round(self.settings.height * self.zoom), screen.height),
                caption="射宮 shegong",
                resizable=True,
                config=gl_config,
                vsync=False,
            )
        except Exception as bad:
            raise context.NoGraphicsError(context.no_graphics(bad)) from None
        context.adopt(self.window)
        self.window.set_minimum_size(*(round(v * self.zoom) for v in LEAST))
        from viewer.glcanvas import Painter
        from viewer.screen import Screen

        self.painter, self.screen = Painter(), Screen()
        handlers = {
            name: self._guarded(getattr(self, name))
            for name in (
                "on_key_press", "on_key_release", "on_text", "on_mouse_motion", "on_mouse_press", "on_mouse_release",
                "on_mouse_drag", "on_mouse_scroll", "on_resize", "on_close", "on_expose", "on_mouse_leave", "on_deactivate",
            )
        }  # fmt: skip
        self.window.push_handlers(**handlers)
        # A window that somebody else destroys is closed too; pyglet has no event for it, and would go on for ever.
        table = getattr(self.window, "_event_handlers", None)
        if sys.platform.startswith("linux") and isinstance(table, dict):
            table[DESTROYED] = lambda _: handlers["on_close"]()

    def _guarded(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        # An error in a handler would end pyglet's loop, and with it the window.
        @functools.wraps(handler)
        def safe(*args: Any) -> Any:
            try:
                self._dirty = True
                # Turning the camera with the mouse changes nothing of the interface.
                turns = handler.__name__ == "on_mouse_drag" and self.app is not None and self.app.turning
                self._stale |= not turns
                return handler(*args)
            except Exception as bad:
                self._tell_error(bad)
                return True

        return safe

    # The loop

    def run(self) -> None:
        """Show the window until it is closed. Raises what made the first scene impossible."""
        last = time.perf_counter()
        while not self.closed:
            now = time.perf_counter()
            self.step(now - last)
            last = now
            rest = (1 / 60 if self._busy() or self._coming else 1 / 30) - (time.perf_counter() - now)
            if rest > 0:
                time.sleep(rest)
        self._leave()
        if self.failed:
            raise self.failed

    def step(self, seconds: float) -> None:
        """One turn: events, time, news from the builder, a frame where anything changed."""
        self.pyglet.clock.tick(poll=True)
        self.window.switch_to()
        self.window.dispatch_events()
        # Who closed it before there was anyone to hear it told pyglet.
        self.closed = self.closed or bool(self.window.has_exit)
        if self.closed:
            return
        self._hear()
        app = self.app
        try:
            if app:
                moving = self._busy() or bool(app.held)
                app.update(seconds)
                if app.news:
                    app.news, self._dirty, self._stale = False, True, True
                self._fulfil()
                self._ahead()
                self._foresee()
                if app.quit:
                    self.closed = True
                    return
                if moving or self._dirty or app.camera != self._ground_for or self.pace.due(time.perf_counter()):
                    self._dirty = False
                    self.draw()
            elif self._dirty:
                self._dirty = False
                self.draw()
        except Exception as bad:
            self._tell_error(bad)

    def grab(self) -> NDArray[np.uint8]:
        """The window as it looks now (height, width, 3), interface and all."""
        self._finish()
        if self.app:
            self._sky()
            self._finish()
        self._stale = True
        self.draw(flip=False)
        from viewer import gl

        return gl.read_screen(*(int(v) for v in self.window.get_framebuffer_size()))

    def draw(self, flip: bool = True) -> None:
        """One frame, and onto the screen."""
        size = [max(1, int(v)) for v in self.window.get_framebuffer_size()]
        wide, high = self._size()
        if wide < 2 or high < 2:
            return
        scale = size[0] / wide
        begun = time.perf_counter()
        picture = None
        if self.app is None:
            self._ground = panels.loading(wide, high, *self._progress, lang=self.settings.lang)
            self._plates, self._names = Canvas(wide, high), NamePlates(Canvas(wide, high))
        else:
            app = self.app
            app.size = (wide, high)
            self._sky()
            self.renderer.quality = replace(self.renderer.quality, shadows=app.shadows)
            share = self.pace.share(app.camera, begun) if flip else 1.0
            view = app.view((max(1, round(size[0] * share)), max(1, round(size[1] * share))))
            picture = self.renderer.draw(app.world, replace(view, draft=share < 1))
            if self._stale or begun > self._plates_until:
                # Bar, menus and plates hardly change; what people do to them is shown at once.
                self._stale_ground |= self._stale
                self._plates, self._stale, self._plates_until = panels.interface(app), False, begun + PLATES
            self._follow_ground(app, begun)
        self.screen.begin(picture, (size[0], size[1]))
        self.painter.paint(self._ground, (size[0], size[1]), scale, keep=True)
        self.painter.paint(self._names.canvas, (size[0], size[1]), scale, keep=True, moved=self._moved)
        self.painter.paint(self._plates, (size[0], size[1]), scale, keep=True)
        self.frame_ms = (time.perf_counter() - begun) * 1000
        if flip:
            self.window.flip()
            self.pace.took((time.perf_counter() - begun) * 1000, begun)
        self.frames += 1

    def _follow_ground(self, app: App, now: float) -> None:
        """Lines and names over the ground, as far as they have changed."""
        moves = self._ground_for != app.camera
        if not (moves or self._stale_ground or now > self._ground_until):
            return
        # While the camera rests, names may follow people at half the pace.
        self._ground, self._ground_for, self._ground_until = panels.over_ground(app), app.camera, now + NAMES_PACE
        gone = self._names.canvas.width != app.size[0] or self._names.canvas.height != app.size[1]
        if self._stale_ground or gone or not moves or now > self._names_until:
            self._names = panels.names(app, self._names if moves and not gone else None)
            self._names_until, self._moved = now + NAMES_MOVING, None
        else:
            self._moved = (self._names.owners, self._names.shift(app.camera))
        self._stale_ground = False

    # What the app wished for

    def _fulfil(self) -> None:
        assert self.app
        app = self.app
        wishes, app.wishes = app.wishes, []
        for kind, what in wishes:
            if kind == "picture":
                self._take(bool(what))
            elif kind == "copy":
                self.window.set_clipboard_text(str(what))
            elif kind == "fullscreen":
                self.window.set_fullscreen(not self.window.fullscreen)
            elif kind == "section" and isinstance(what, int):
                self._start_section(what)
            elif kind == "export" and isinstance(what, Shown):
                self._export(what)
            elif kind == "build" and isinstance(what, Request):
                self._start(what, app.model)

    def _export(self, shown: Shown) -> None:
        """Write a model of what is shown, away from the drawing."""
        assert self.app
        ask, request = self.hooks.export, self.app.model.built.request
        if ask:
            self._aside("saved", lambda: ask(request, shown))

    def _take(self, names: bool) -> None:
        """Save what is shown, better drawn than on the screen, with or without names."""
        from PIL import Image

        assert self.app
        app = self.app
        size = tuple(int(v) for v in self.window.get_framebuffer_size())
        target = self.renderer.draw(app.world, app.view((size[0], size[1])))
        image = target.read()
        if names:
            wide, high = self._size()
            canvas = Canvas(wide, high)
            lang = "both" if app.lang == "zh" else "en"
            chosen = [app.selected] if app.selected is not None else []
            table = app.model.names(lang)
            found = table.find(app.world, app.camera, app.hidden(), chosen)
            found = seen_names(app.model.packed, app.world, app.camera, found, app.hidden())
            draw_names(
                canvas,
                place_names(
                    found, app.camera, wide, high, 26, table.keep_clear(app.camera, wide, high), table.heads(app.world)
                ),
            )
            if app.certainty:
                draw_legend(canvas, 14.0, high - LEGEND[1] - 14.0, app.lang)
            image = paint(canvas, image, size[0] / wide)
        path = free_name(Path.cwd(), app.timeline.clips[app.timeline.clip].name if app.timeline.clips else "ground")
        Image.fromarray(image).save(path)
        app.tell(app.say("take.saved", path=path))

    # pyglet's events. Mouse places come from the lower left and may be floats.

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """A place of the pointer in logical pixels from the upper left."""
        # The lowest row of pixels is the 0th of pyglet and the last of ours.
        return x / self.zoom, self._size()[1] - (y + 1) / self.zoom

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Keys go to the app; pyglet would close the window on Escape, so that is always ours."""
        key = self.pyglet.window.key
        name = key.symbol_string(symbol)
        if self.app is None:
            if name == "ESCAPE":
                self.closed = True
            return True
        ctrl = bool(modifiers & (key.MOD_CTRL | key.MOD_COMMAND))
        self.app.key(name, ctrl, bool(modifiers & key.MOD_SHIFT))
        return True

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A held key let go."""
        if self.app:
            self.app.key_up(self.pyglet.window.key.symbol_string(symbol), bool(modifiers & 1))

    def on_text(self, text: str) -> None:
        """Characters for the search."""
        if self.app:
            self.app.typed(text)

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moved."""
        if self.app:
            self.app.motion(*self._at(x, y))

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went down."""
        if self.app:
            self.app.press(*self._at(x, y), BUTTONS.get(button, "left"))

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button went up; twice within a moment at one place is a double click."""
        if not self.app:
            return
        x, top = self._at(x, y)
        now, (then, px, py) = time.perf_counter(), self._last_click
        twice = now - then < DOUBLE and abs(px - x) + abs(py - top) < 6 and button == 1
        self._last_click = (0.0 if twice else now, x, top)
        if twice:
            self.app.double(x, top)
        self.app.release(x, top, BUTTONS.get(button, "left"))

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """The pointer moved with a button down."""
        if self.app:
            button = next((name for bit, name in BUTTONS.items() if buttons & bit), "left")
            self.app.drag(
                *self._at(x, y),
                dx / self.zoom,
                -dy / self.zoom,
                button,
                bool(modifiers & self.pyglet.window.key.MOD_SHIFT),
            )

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """The wheel turned."""
        if self.app:
            self.app.wheel(*self._at(x, y), scroll_y)

    def on_mouse_leave(self, x: float, y: float) -> None:
        """The pointer left: nothing is under it."""
        if self.app:
            self.app.pointer, self.app.hovered = (-1.0, -1.0), None

    def on_deactivate(self) -> None:
        """Keys let go while another window has the keyboard would be held for ever."""
        if self.app:
            self.app.held.clear()

    def on_resize(self, width: int, height: int) -> bool:
        """pyglet's own handler would set a projection that nobody uses."""
        if self.app:
            self.app.size = (width / self.zoom, height / self.zoom)
        return True

    def on_expose(self) -> None:
        """Something that covered the window went away."""

    def on_close(self) -> bool:
        """The window's own button."""
        self.closed = True
        return True

    def _leave(self) -> None:
        if self.app:
            save_settings(self.app.kept())
        if self.hooks.close:
            self.hooks.close()
        context.release()
        self.window.close()


def free_name(folder: Path, stem: str) -> Path:
    """A file name in a folder that nothing has yet: shegong-section-18-1.png, -2 …"""
    number = 1
    while (folder / f"shegong-{stem}-{number}.png").exists():
        number += 1
    return folder / f"shegong-{stem}-{number}.png"
