"""What the window costs: start, a frame with everyone in motion, another reading, the next section, memory.

    xvfb-run -a -s "-screen 0 1400x900x24" python benchmarks/window.py [--frames 30]

It opens the window of `shegong view` with the default company at 1280 × 720. CPU times mean something on a busy machine as well;
times by the clock do not. "own" is the work of Python, numpy and uploading: a frame whose draws and copies of pixels, also those to the screen, are left out.
"Camera at rest" and "camera moving" tell apart what can be kept and what cannot. "Playing" is the rite as it goes on, in which few walk
at any one time; "everyone" has every part of everybody on the ground move at every frame, and counts all of them as moving.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

BEGUN = time.perf_counter(), time.process_time()
HERE = Path(__file__).resolve().parent
# A benchmark beside this one may bear the name of a package; packages come first.
sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != HERE]
# As `shegong view` does.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ["SHEGONG_CONFIG"] = tempfile.mkdtemp()
if "--kept" not in sys.argv:
    os.environ["SHEGONG_CACHE"] = "off"


class Watch:
    """Turns the window's loop and keeps the longest turn of the drawing thread, in CPU ms."""

    def __init__(self, window: Any) -> None:
        self.window = window
        self.longest = 0.0

    def until(self, what: Callable[[], Any]) -> tuple[float, float]:
        """Turn until something holds; seconds by the clock and the longest turn since."""
        begun, self.longest = time.perf_counter(), 0.0
        while not what():
            if self.window.failed or time.perf_counter() - begun > 300:
                raise SystemExit(str(self.window.failed or "waited too long"))
            cpu = time.thread_time()
            self.window.step(0.02)
            self.longest = max(self.longest, (time.thread_time() - cpu) * 1000)
            time.sleep(0.01)
        return time.perf_counter() - begun, self.longest


Cost = tuple[float, float, float]


def frames(window: Any, count: int, moving: bool = False) -> Cost:
    """CPU ms of all threads and of the drawing thread for a frame, and ms by the clock: the best mean of six in a row.

    Shadows come at every other frame, names and plates at some.
    """
    from viewer import gl

    every, own, clock = [], [], []
    for _ in range(count):
        gl.GL.glFinish()
        begun, cpu, mine = time.perf_counter(), time.process_time(), time.thread_time()
        if moving:
            window.app.camera = window.app.camera.orbit(0.2, 0.0)
        window.step(0.04)
        gl.GL.glFinish()
        clock.append(time.perf_counter() - begun)
        every.append(time.process_time() - cpu)
        own.append(time.thread_time() - mine)
    best = [min(sum(x[n : n + 6]) / 6 for n in range(count - 5)) * 1000 for x in (every, own, clock)]
    return best[0], best[1], best[2]


@contextmanager
def everyone(app: Any) -> Iterator[None]:
    """While this lasts, all that ever moves is moved a little at every frame."""
    import numpy as np

    model = app.model
    world, soon = model.world, type(app)._soon
    movers = np.unique(model.packed.node[model.packed.moving])
    beat = itertools.count()

    def stirred(clip: int, t: int) -> Any:
        out = np.array(world(clip, t))
        out[movers, :3, 3] += np.float32(0.02) * np.sin(np.float32(next(beat)) + movers[:, None]).astype(np.float32)
        return out

    model.world, app._soon = stirred, lambda: model.packed.moving
    try:
        yield
    finally:
        del model.world
        app._soon = soon.__get__(app)


def without_drawing(gl: Any, window: Any, measure: Callable[[], Cost]) -> Cost:
    """A measurement while nothing is drawn and no pixels are copied; the driver would do that in the thread that calls it."""
    names = ("draw_instances", "draw_screen", "draw_triangles", "draw_faces")
    kept = [getattr(gl, name) for name in names]
    copy, gl.Target.copy_to = gl.Target.copy_to, lambda *_: None
    window.window.flip = lambda: None
    for name in names:
        setattr(gl, name, lambda *_: None)
    try:
        return measure()
    finally:
        gl.Target.copy_to = copy
        del window.window.flip
        for name, function in zip(names, kept, strict=True):
            setattr(gl, name, function)


def memory() -> list[float]:
    """Proportional share of memory (MB) of the window and of what works beside it."""
    me = os.getpid()
    beside = Path(f"/proc/{me}/task/{me}/children").read_text().split()
    out = []
    for number in (me, *beside):
        lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
        out.append(next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0) / 1024)
    return out


def main() -> None:
    """Open, measure, print, close."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--frames", type=int, default=60)
    options.add_argument("--kept", action="store_true", help="use what an earlier run has built")
    given = options.parse_args()
    from shegong.viewing import Beside

    beside = Beside()
    beside.begin()
    from layout.choices import Company
    from shegong.commands.view import _hooks
    from viewer.model import Request

    hooks = _hooks({"company": Company()}, None, "", Request(), beside)
    from viewer.window import Window

    window: Any = Window(hooks, Request())
    window.window.set_size(1280, 720)
    watch = Watch(window)

    def told(what: str) -> None:
        clock, cpu = time.perf_counter() - BEGUN[0], time.process_time() - BEGUN[1]
        print(f"{what:34s} {clock:6.1f} s by the clock, {cpu:5.1f} s CPU of the window's process", flush=True)

    watch.until(lambda: window.app is not None)
    window.step(0.02)
    told("ground shown")
    watch.until(lambda: window.app.section is not None)
    told("people shown")
    watch.until(lambda: len(window.app.outline) > 1)
    app = window.app
    app.timeline.seek(app.timeline.clip, 300_000)
    app.timeline.playing = True
    watch.until(lambda: not window._asked)
    from viewer import gl as card

    gl: Any = card
    print(f"{'1280 × 720':46s} frames/s      ms   ms CPU   in the drawing thread   our own", flush=True)
    home = app.camera
    for who, shadows, moving in itertools.product(("playing", "everyone"), (False, True), (False, True)):
        app.shadows, app.camera = shadows, home
        app.timeline.seek(app.timeline.clip, 300_000)
        with everyone(app) if who == "everyone" else nullcontext():
            every, drawing, clock = frames(window, given.frames, moving)
            own = without_drawing(gl, window, partial(frames, window, given.frames, moving))[1]
        name = f"{who}, {'with' if shadows else 'without'} shadows, camera {'moving' if moving else 'at rest'}"
        print(f"{name:46s} {1000 / clock:8.0f} {clock:7.1f} {every:8.1f} {drawing:23.1f} {own:9.1f}", flush=True)
    app.timeline.playing = False
    before = app.model
    app.do("reading", Request("zhou-xu", ("ren=8",)))
    window.step(0.02)
    clock, longest = watch.until(lambda: app.model is not before)
    print(f"{'another reading':34s} {clock:6.1f} s by the clock, the longest frame {longest:.0f} ms CPU")
    clock, longest = watch.until(lambda: not app.busy and not window._coming)
    print(f"{'the light of its sky':34s} {clock:6.1f} s more, the longest frame {longest:.0f} ms CPU")
    watch.until(lambda: len(app.outline) > 1 and not window._asked)
    number = int(app.outline[app.timeline.clip + 1].extras["section"])
    app.timeline.seek(app.timeline.clip + 1, 1000)
    clock, longest = watch.until(lambda: app.section == number and app.clip is not None and not window._coming)
    print(f"{'next section':34s} {clock:6.1f} s by the clock, the longest frame {longest:.0f} ms CPU")
    print(f"{'memory, all processes':34s} {' + '.join(f'{m:.0f}' for m in memory())} MB")
    window.closed = True
    window._leave()


if __name__ == "__main__":
    main()
