"""The OpenGL context: off-screen by EGL where no window is wanted. One clear message where there is none.

pyglet must hear "headless" before anything else of it is imported; so nothing else in the project imports pyglet at the top.
"""

from __future__ import annotations

import math
import os
import sys
from typing import Any

from layout.errors import GroundError

PACKAGES = "libgl1 libegl1 libgl1-mesa-dri libegl-mesa0 libglx-mesa0"
NO_DISPLAY = (
    "no display: the window needs a screen ({}). Pictures and films need none: shegong render OUT.png; "
    "a page for a browser: shegong page OUT.html; a screen in memory: xvfb-run -a shegong view"
)
_kept: list[Any] = []


class NoGraphicsError(GroundError):
    """There is no OpenGL 3.3 or no display; the message says what to do."""


def off_screen() -> Any:
    """A hidden context, made once for the process; an open window's context serves as well. NoGraphicsError otherwise."""
    if _kept:
        _kept[0].switch_to()
        return _kept[0]
    import pyglet

    if "pyglet.window" not in sys.modules:
        pyglet.options.headless = True
    _quiet(pyglet)
    try:
        from pyglet.gl import Config
        from pyglet.window import Window

        config = Config(
            major_version=3,
            minor_version=3,
            red_size=8,
            green_size=8,
            blue_size=8,
            alpha_size=8,
            depth_size=24,
            double_buffer=False,
        )
        window = Window(16, 16, visible=False, config=config)
    except Exception as bad:
        raise NoGraphicsError(no_graphics(bad)) from None
    _check(window)
    _kept.append(window)
    return window


def adopt(window: Any) -> None:
    """Let `off_screen` use the context of an open window (one process, one context)."""
    _check(window)
    _kept[:] = [window]


def release() -> None:
    """Forget the context kept."""
    _kept.clear()


def on_screen() -> Any:
    """pyglet, ready for a window on a screen; NoGraphicsError without a display."""
    import pyglet

    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        raise NoGraphicsError(NO_DISPLAY.format("DISPLAY is not set"))
    pyglet.options.headless = False
    _quiet(pyglet)
    return pyglet


def zoom(screen: Any) -> float:
    """Pixels of a window for each of its interface, in quarters: SHEGONG_SCALE, or how dense the screen is said to be.

    On macOS the system sees to it itself.
    """
    own = os.environ.get("SHEGONG_SCALE", "")
    try:
        wanted = float(own) if own else 1.0 if sys.platform == "darwin" else float(screen.get_dpi()) / 96.0
    except (AttributeError, TypeError, ValueError):
        return 1.0
    if not math.isfinite(wanted):
        return 1.0
    # No window may be laid out larger than its screen.
    return max(1.0, min(round(min(max(wanted, 1.0), 4.0) * 4) / 4, float(screen.width) / 640.0))


def _quiet(pyglet: Any) -> None:
    # Checking for errors after each call costs more than the calls.
    pyglet.options.debug_gl = False
    pyglet.options.shadow_window = False


def no_graphics(bad: BaseException) -> str:
    """The one message for a machine that cannot draw."""
    if type(bad).__name__ == "NoSuchDisplayException":
        return NO_DISPLAY.format(f"DISPLAY is {os.environ.get('DISPLAY', '')!r}, where nothing answers")
    detail = " ".join(str(bad).split())[:160] or type(bad).__name__
    return (
        f"no OpenGL 3.3 here ({detail}). On Debian or Ubuntu: sudo apt-get install {PACKAGES}. "
        "Plans and models need none: shegong plan, shegong export"
    )


def _check(window: Any) -> None:
    version = window.context.get_info().get_version()
    if tuple(version)[:2] < (3, 3):
        raise NoGraphicsError(no_graphics(RuntimeError(f"this machine offers OpenGL {version[0]}.{version[1]}")))


def is_software() -> bool:
    """Whether the current context draws without hardware (llvmpipe, softpipe, SwiftShader)."""
    if not _kept:
        return False
    name = str(_kept[0].context.get_info().get_renderer()).lower()
    return any(word in name for word in ("llvmpipe", "softpipe", "swiftshader", "software"))
