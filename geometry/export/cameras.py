"""Cameras that every export and picture shares: hall, range, archer's eye, caller, target, plan from above."""

from __future__ import annotations

from geometry.export.gltf import Camera
from geometry.scene import to_world
from layout.plan.model import Plan

# Low morning sun from the south-east: azimuth 132°, elevation 20°.
SUN = (0.70, 0.34, 0.63)


def standard_cameras(plan: Plan) -> tuple[Camera, ...]:
    """The named cameras of a plan; places follow the reading, so that a farther target is still in the picture."""
    ground = plan.ground
    scale = float(ground.metres_per_chi)

    def at(x: float, y: float, z: float) -> tuple[float, float, float]:
        return to_world(x, y, z, scale)

    floor = float(ground.chi("platform.height"))
    target_y = float(ground.chi("target.y"))
    centre = float(ground.chi("target.bottom")) + float(ground.chi("target.height")) / 2
    mark_x, mark_y = float(ground.chi("mark.x-upper")), float(ground.chi("mark.y"))
    screen = (float(ground.chi("screen.x")), float(ground.chi("screen.y")))
    eye = floor + float(ground.chi("body.eye"))
    return (
        Camera("hall", at(75, -98, 25), at(3, 3, 9), 30),
        Camera("range", at(-238, target_y * 2.02, 65), at(-4, target_y * 0.606, 20), 19),
        Camera("archer", at(mark_x, mark_y, eye), at(0, target_y, centre), 40),
        Camera("caller", at(screen[0] - 12, screen[1] - 6, 6), at(0, -20, 8), 35),
        Camera("target", at(-18, target_y + 45, 6.7), at(0.9, target_y, 9.5), 34),
        Camera("plan", at(0, target_y / 2, 620), at(0, target_y / 2 + 1e-3, 0), 36),
    )
