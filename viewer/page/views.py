"""Places to look from, and the walk through the ground, as the page takes them."""

from __future__ import annotations

import math
from typing import Any

from geometry.sampler import Sampler
from geometry.scene import Scene, to_world
from layout.plan.model import Plan
from viewer.camera import Camera
from viewer.presets import camera_of

PRESETS = ("range", "hall", "court", "archers", "target", "caller")


def page_views(scene: Scene, plan: Plan) -> dict[str, dict[str, Any]]:
    """Views by name: `eye`, `target` in metres, vertical `fov` in degrees; one more for each gate at which a section is acted."""
    world = Sampler(scene).world(None, 0)
    views = {name: _view(camera_of(name, scene, world)) for name in PRESETS}
    ground = plan.ground
    eye = float(ground.chi("platform.height")) + float(ground.chi("body.eye"))
    mark = _world(plan, float(ground.chi("mark.x-upper")), float(ground.chi("mark.y")), eye)
    target_y = float(ground.chi("target.y"))
    middle = float(ground.chi("target.bottom")) + float(ground.chi("target.height")) / 2
    views["archer"] = {"eye": mark, "target": _world(plan, 0, target_y, middle), "fov": 30}
    over = _world(plan, 0, target_y * 0.49, 0)
    views["plan"] = {"eye": [over[0], 175.0, over[2] + 0.05], "target": over, "fov": 36}
    # A tall picture looks along the lane, from behind the target to the hall.
    scale = float(ground.metres_per_chi)
    high, back = _world(plan, 0, target_y, 0)[2] * 0.28, 24 / scale
    views["range-tall"] = {
        "eye": _world(plan, -32, target_y - back, high / scale),
        "target": _world(plan, 0, target_y * 0.36, 0),
        "fov": 30,
    }
    for venue, (x, y) in _gates(plan).items():
        spot = _world(plan, x, y, 0)
        views[venue] = {
            "eye": [round(spot[0] - 7.4, 3), 2.3, round(spot[2] + 10.6, 3)],
            "target": [round(spot[0] + 0.5, 3), 1.35, round(spot[2] + 1.6, 3)],
            "fov": 36,
        }
    return views


def page_walk(plan: Plan) -> list[dict[str, Any]]:
    """Stops of the walk through the ground, in order: `name` (a word of the page), `eye`, `target` in metres, `fov`."""
    ground = plan.ground
    eye = float(ground.chi("body.eye"))
    floor = float(ground.chi("platform.height"))
    target_y = float(ground.chi("target.y"))
    mark_y = float(ground.chi("mark.y"))
    stairs = float(ground.chi("stairs.x"))
    screen = (float(ground.chi("screen.x")), float(ground.chi("screen.y")))
    south = min(target_y - 16, float(ground.chi("court.gate-y")) + 12)
    stops = [
        ("gate", (14, south, eye), (0, target_y / 2, 8)),
        ("target", (9, target_y + 40, eye), (0, target_y, 10)),
        ("screen", (screen[0] + 22, screen[1] + 26, eye), (screen[0], screen[1], 4)),
        ("lane", (2, target_y * 0.42, eye), (0, 20, 9)),
        ("court", (16, -62, eye), (0, 20, 8)),
        ("stairs", (-stairs, -16, eye), (-stairs, 16, floor + 4)),
        ("floor", (-stairs + 2, 6, floor + eye), (6, 42, floor + 3)),
        ("marks", (-9, mark_y + 12, floor + eye), (2, mark_y - 14, floor + 4)),
        ("shot", (-3, mark_y + 1, floor + eye), (0, target_y, 10)),
    ]
    return [
        {"name": name, "eye": _world(plan, *at), "target": _world(plan, *to), "fov": 40 if name != "shot" else 26}
        for name, at, to in stops
    ]


def _gates(plan: Plan) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for outline in plan.footprints.values():
        if outline.venue != "school":
            xs, ys = zip(*outline.ring, strict=True)
            found[outline.venue] = (float(sum(xs)) / len(xs), float(sum(ys)) / len(ys))
    return found


def _view(camera: Camera) -> dict[str, Any]:
    return {
        "eye": [round(float(v), 3) for v in camera.eye],
        "target": [round(float(v), 3) for v in camera.target],
        "fov": round(math.degrees(2 * math.atan(camera.half_height)), 2),
    }


def _world(plan: Plan, x: float, y: float, z: float) -> list[float]:
    return [round(v, 3) for v in to_world(x, y, z, float(plan.ground.metres_per_chi))]
