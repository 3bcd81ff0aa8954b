"""Pictures and films without a window: CPU time of the first picture and of each frame of a film of 1280 × 720.

python benchmarks/film.py [--frames 50] [--size 1280x720]

Prints what a picture costs from a cold start, step by step, then frames of a film: drawn, captioned and encoded. CPU seconds
of all threads, beside wall seconds: on a quiet machine with n cores the wall time of a frame is between its CPU time / n and
the longest of its serial parts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))


class Watch:
    """Notes CPU and wall time between marks."""

    def __init__(self) -> None:
        self.last = (time.process_time(), time.perf_counter())

    def mark(self, name: str, count: int = 1) -> None:
        """Print what has passed since the last mark, for each of `count`."""
        now = (time.process_time(), time.perf_counter())
        cpu, wall = ((n - w) / count for n, w in zip(now, self.last, strict=True))
        print(f"{name:34s} {cpu * 1000:8.1f} ms CPU {wall * 1000:8.1f} ms wall", flush=True)
        self.last = (time.process_time(), time.perf_counter())


def main() -> int:
    """Run it."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--frames", type=int, default=50)
    reader.add_argument("--size", default="1280x720")
    given = reader.parse_args()
    watch = Watch()
    from shegong.build import build_plan, build_rite, build_scene
    from shegong.pictures.picture import parse_size

    size = parse_size(given.size)
    plan = build_plan()
    watch.mark("text to plan")
    still = build_scene(plan)
    watch.mark("the empty ground")
    from viewer.film import Shot, beside, frames_of, shots, step_at, write_film
    from viewer.offscreen import Studio
    from viewer.overlay import Captions
    from viewer.presets import camera_of
    from viewer.quality import FAST, FILM, FINE

    for name, quality in (("fast", FAST), ("fine", FINE)):
        with Studio(still, quality) as studio:
            studio.shoot(camera_of("range", still, studio.world()), size=size)
        watch.mark(f"context, upload, first picture: {name}")
    scene = build_scene(plan, build_rite(plan, (18,)))
    watch.mark("the first shooting, staged and built")
    for camera in ("archers", "range", "archer-1-upper:behind"):
        with Studio(scene, FILM) as studio:
            captions = Captions()

            def take(shot: Shot, studio: Studio = studio, camera: str = camera, captions: Captions = captions) -> Any:
                world = studio.world(shot.clip, shot.t)
                image = studio.shoot(camera_of(camera, scene, world), shot.clip, shot.t, size, world=world)
                step = step_at(scene, shot.clip, shot.t) or {}
                return captions.lay(image, [(str(step.get("text", "")), 20), (str(step.get("gloss", "")), 14)])

            plan_of = shots(scene, (0, 355_000), (0, 355_000 + given.frames * 40), 25)
            take(plan_of[0])
            watch.mark(f"{camera}: studio and first frame")
            beside(frames_of(take, plan_of), lambda image: None)
            watch.mark(f"{camera}: a frame, drawn", len(plan_of))
            with tempfile.TemporaryDirectory() as folder:
                write_film(Path(folder) / "film.mp4", frames_of(take, plan_of), 25, size)
            watch.mark(f"{camera}: a frame, drawn and encoded", len(plan_of))
    command(given.size)
    return 0


RUN = "import sys; from shegong.cli import main; sys.exit(main())"


def command(size: str) -> None:
    """The command itself, from its start to its end: with an empty cache, and again."""
    with tempfile.TemporaryDirectory() as folder:
        where = {**os.environ, "SHEGONG_CACHE": f"{folder}/cache"}
        for more in (["--fast"], []):
            for how in ("first", "again"):
                before, begun = os.times(), time.perf_counter()
                line = [sys.executable, "-c", RUN, "render", f"{folder}/picture.png", "--size", size, *more]
                subprocess.run(line, env=where, check=True, stdout=subprocess.DEVNULL)
                after, wall = os.times(), time.perf_counter() - begun
                cpu = after.children_user + after.children_system - before.children_user - before.children_system
                print(
                    f"render {' '.join(more)}, {how}".ljust(34), f"{cpu * 1000:8.1f} ms CPU {wall * 1000:8.1f} ms wall"
                )


if __name__ == "__main__":
    sys.exit(main())
