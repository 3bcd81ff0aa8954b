"""The window itself, on a screen in memory, with real events of keys and mouse; and pictures compared with goldens."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from geometry.scene import Scene
from viewer.offscreen import Studio

pytestmark = pytest.mark.gl
HERE = Path(__file__).parent

DRIVER = """
import sys, time
from dataclasses import replace
sys.path[:0] = [{here!r}]
from conftest import make_stage
from viewer.model import Built, Choice, Hooks, Request
from viewer.window import Window
from layout.errors import InputError
import numpy as np
from PIL import Image

def build(request, tick):
    tick("ground", 0.5)
    if request.reading == "broken":
        raise InputError("this reading has no ground")
    return Built(make_stage(), request, {{}}, {{"lane": 300.0 if request.reading == "zhou-xu" else 420.0}}, {{"lane": "侯道"}})

def ground(request, tick):
    return Built(replace(make_stage(), clips=()), request)

w = Window(Hooks(build, (Choice(Request("zhou-xu"), "州序", "xu"), Choice(Request("seventy"), "七十", "70"), Choice(Request("broken"), "壞", "broken")), ground=ground), Request(), "zh")
w.window.set_size(800, 500)
key = w.pyglet.window.key

def spin(n=3, dt=0.05):
    for _ in range(n):
        w._dirty = True
        w.step(dt)

def until(what, seconds=20):
    end = time.time() + seconds
    while not what():
        assert time.time() < end, "waited too long"
        spin(1, 0.02)
        time.sleep(0.005)

def press(symbol, modifiers=0):
    w.window.dispatch_event("on_key_press", symbol, modifiers)
    w.window.dispatch_event("on_key_release", symbol, modifiers)
    spin(1)

def click(x, y):
    h = w.window.get_size()[1]
    w.window.dispatch_event("on_mouse_motion", x, h - y, 0, 0)
    w.window.dispatch_event("on_mouse_press", x, h - y, 1, 0)
    w.window.dispatch_event("on_mouse_release", x, h - y, 1, 0)
    spin(1)

spin(2)
until(lambda: w.app is not None)
app = w.app
until(lambda: app.section is not None)
spin(2)
out = {out!r}
{body}
w.closed = True
w._leave()
print("DONE")
"""


def drive(display: str, tmp_path: Path, body: str) -> str:
    """Run a script against a window of its own; returns what it printed."""
    script = DRIVER.format(here=str(HERE), out=str(tmp_path), body=body)
    env = {**os.environ, "DISPLAY": display, "SHEGONG_CONFIG": str(tmp_path / "config")}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=env, cwd=tmp_path, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip().endswith("DONE")
    return done.stdout


def near(image: np.ndarray, path: Path, tolerance: float = 4.0) -> None:
    """Compare with a golden picture; SHEGONG_GOLDEN=write makes it anew."""
    if os.environ.get("SHEGONG_GOLDEN") == "write":
        Image.fromarray(image).quantize(128).save(path, optimize=True)
    with Image.open(path) as kept:
        wanted = np.asarray(kept.convert("RGB")).astype(int)
    assert wanted.shape == image.shape
    gap = np.abs(wanted - image.astype(int)).mean()
    if gap > tolerance:
        Image.fromarray(image).save(path.with_suffix(".new.png"))
    assert gap <= tolerance, f"{path.name}: mean difference {gap:.1f}"


def test_keys_mouse_and_menus_in_a_real_window(display: str, tmp_path: Path, golden: Path) -> None:
    drive(
        display,
        tmp_path,
        """
Image.fromarray(w.grab()).save(out + "/first.png")
t = app.timeline.t
press(key.SPACE); spin(4, 0.1); press(key.SPACE)
assert app.timeline.t > t + 200, app.timeline.t
press(key.SLASH); w.window.dispatch_event("on_text", "h"); w.window.dispatch_event("on_text", "ou"); spin(2)
assert app.results[0].id == "target"
press(key.ENTER); spin(4, 0.25)
assert app.model.scene.nodes[app.selected].name == "target"
press(key.K); press(key.HOME); spin(4, 0.25)
Image.fromarray(w.grab()).save(out + "/certainty.png")
press(key.K); press(key.ESCAPE); press(key.F1)
assert app.panel == "help"
Image.fromarray(w.grab()).save(out + "/help.png")
press(key.ESCAPE); press(key.ESCAPE)
assert not w.closed, "Escape never closes the window"
camera = app.camera
h = w.window.get_size()[1]
w.window.dispatch_event("on_mouse_press", 300.5, h - 300.25, 1, 0)
for n in range(6):
    w.window.dispatch_event("on_mouse_drag", 300.5 + 10 * n, h - 300.25, 10.0, 0.0, 1, 0); spin(1)
w.window.dispatch_event("on_mouse_release", 360.5, h - 300.25, 1, 0); spin(1)
assert app.camera.azimuth != camera.azimuth
distance = app.camera.eye
w.window.dispatch_event("on_mouse_scroll", 300.0, h - 300.0, 0.0, 3.0); spin(1)
assert app.camera.eye != distance
app.hooks = w.hooks = replace(w.hooks, export=lambda request, shown: f"{request.reading}-{shown.t}.glb")
app.timeline.seek(0, 1500); app.do("export")
until(lambda: "zhou-xu-1500.glb" in app.message)
press(key.F12)
import os
assert any(n.endswith(".png") and n.startswith("shegong-section-18") for n in os.listdir(out)), os.listdir(out)
""",
    )
    for name in ("first", "certainty", "help"):
        with Image.open(tmp_path / f"{name}.png") as image:
            near(np.asarray(image), golden / f"window-{name}.png", 7.0)


def test_the_window_survives_errors_resizing_and_other_readings(display: str, tmp_path: Path) -> None:
    drive(
        display,
        tmp_path,
        """
whole = app.model.world
def broken(clip, t):
    raise RuntimeError("no world")
app.model.world = broken
spin(3)
app.model.world = whole
spin(1)
assert "no world" in app.message, app.message
for size in ((500, 340), (900, 650), (640, 400)):
    w.window.set_size(*size); spin(3)
    assert w.grab().shape[:2] == (w.window.get_framebuffer_size()[1], w.window.get_framebuffer_size()[0])
camera = app.camera
app.do("reading", app.hooks.choices[1]); spin(1)
until(lambda: not app.busy)
assert app.changed == ["侯道: 300 → 420 尺"], app.changed
assert app.camera == camera
app.do("reading", app.hooks.choices[2]); spin(1)
until(lambda: not app.busy)
assert "this reading has no ground" in app.message
assert app.model.built.request.reading == "seventy"
press(key.Z)
assert app.lang == "en"
drawn = w.frames
for _ in range(5):
    w.step(0.05)
w.step(8); w.step(8)
until(lambda: not w._coming and not w._asked and not w.pace.moving)
spin(2)
drawn = w.frames
for _ in range(5):
    w.step(0.05)
assert w.frames == drawn, "nothing is drawn anew where nothing changes"
""",
    )
    import json

    kept = json.loads((tmp_path / "config" / "window.json").read_text(encoding="utf-8"))
    assert kept["lang"] == "en"
    assert kept["reading"] == "seventy"


def test_sections_are_built_when_they_are_entered(display: str, tmp_path: Path) -> None:
    drive(
        display,
        tmp_path,
        """
from geometry.scene import Clip
whole = make_stage(5)
asked = []
def section(request, number):
    asked.append(number)
    if number == 22:
        raise RuntimeError("this one is missing")
    return Built(replace(whole, clips=tuple(c for c in whole.clips if c.extras["section"] == number)), request)
def outline(request):
    return [Clip(c.name, c.duration, (), c.extras) for c in whole.clips]
app.timeline.seek(0, 3300); app.selected = app.model.packed.index["guest"]
camera = app.camera
w.hooks = replace(w.hooks, section=section, outline=outline)
w._start_outline(app.model.built.request)
until(lambda: len(app.timeline.clips) == 5)
assert app.timeline.clip == 0 and app.timeline.t == 3300
until(lambda: asked == [19])
until(lambda: not w._asked)
app.timeline.seek(3, 2500)
spin(1)
assert app.awaited == 21
until(lambda: app.awaited is None)
assert asked[:2] == [19, 21] and app.clip == 0 and app.timeline.t == 2500, (asked, app.clip, app.timeline.t)
assert app.camera == camera and app.model.scene.nodes[app.selected].name == "guest"
app.timeline.seek(2, 0); app.timeline.playing = True
until(lambda: app.clip is not None and app.timeline.clip == 2)
until(lambda: w._built.get((app.model.built.request, 21)) is not None)
app.timeline.playing = False
app.timeline.seek(4, 0); spin(2)
until(lambda: "this one is missing" in app.message)
assert app.awaited is None and app.timeline.clip == 2 and app.clip == 0
""",
    )


def test_closing_while_it_loads_is_no_error(display: str, tmp_path: Path) -> None:
    script = f"""
import sys, time
sys.path[:0] = [{str(HERE)!r}]
from conftest import make_stage
from viewer.model import Built, Hooks, Request
from viewer.window import Window
def build(request, tick):
    time.sleep(60)
    return Built(make_stage(), request)
w = Window(Hooks(build), Request())
w.step(0.02); w.window.dispatch_event("on_close"); w.run(); print("CLOSED")
"""
    env = {**os.environ, "DISPLAY": display, "SHEGONG_CONFIG": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, timeout=60)
    assert done.stdout.strip() == "CLOSED", done.stderr[-1500:]
    assert done.returncode == 0


@pytest.fixture(scope="module")
def studio(stage: Scene) -> Iterator[Studio]:
    """One studio for all pictures: what light falls where is computed once."""
    with Studio(stage) as made:
        yield made


@pytest.mark.parametrize(
    "name", ["hall", "range", "plan", "archer-1-upper", "archer-1-upper:eyes", "archer-1-upper:behind"]
)
def test_pictures_are_as_they_were(studio: Studio, golden: Path, name: str) -> None:
    image = studio.render(0, 3000, name, (320, 180), labels="zh" if name == "hall" else None)
    near(image, golden / f"picture-{name.replace(':', '-')}.png")


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("evening", {"light": "evening"}),
        ("certainty", {"labels": "en", "evidence": True}),
        ("no-roof", {"hide": ["roof"]}),
    ],
)
def test_light_and_certainty_are_as_they_were(studio: Studio, golden: Path, name: str, how: dict[str, Any]) -> None:
    near(studio.render(0, 3000, "hall", (320, 180), **how), golden / f"picture-{name}.png")


def test_a_reading_under_the_pointer_is_built_ahead_and_only_once(display: str, tmp_path: Path) -> None:
    drive(
        display,
        tmp_path,
        """
asked = []
def section(request, number):
    asked.append((request.reading, number))
    return build(request, lambda *_: None)
w.hooks = replace(w.hooks, section=section)
press(key.R); spin(2)
zone = next(z for z in app.zones if z.action == "reading" and z.arg.request.reading == "seventy")
h = w.window.get_size()[1]
w.window.dispatch_event("on_mouse_motion", zone.x + 20, h - zone.y - 10, 0, 0)
until(lambda: asked == [("seventy", 18)])
assert not app.busy and app.model.built.request.reading == "zhou-xu", "nothing is shown of it before it is asked for"
click(zone.x + 20, zone.y + 10)
until(lambda: app.model.built.request.reading == "seventy" and not app.busy)
assert asked == [("seventy", 18)]
before = app.camera
app.camera = app.camera.orbit(3, 0); drawn = w.frames
w.step(0.02)
assert w.frames == drawn + 1 and w.pace.moving, "a camera that was moved is drawn at once, coarsely"
until(lambda: not w.pace.moving)
app.camera = before; spin(2)
""",
    )
