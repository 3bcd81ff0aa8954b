"""How the camera moves: dragging, held keys, walking on floor and stairs, going to things, what stands in the way."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Vec3
from viewer.camera import Camera, vec
from viewer.pack import Packed

if TYPE_CHECKING:
    from viewer.state import State

EYE = 1.56
WALK, RUN, FLY = 1.6, 5.0, 9.0
STEP = 0.55
FLOORS = ("ground", "platform", "court", "hall", "range")
COVERS = ("roof", "walls")
TOUCH = 0.9
"""Metres before the eye within which a roof or wall fills the picture."""


def dragged(app: State, dx: float, dy: float, button: str, shift: bool, pivot: Vec3 | None) -> Camera:
    """The camera after a drag of some pixels (dy grows downward)."""
    camera, (width, height) = app.camera, app.size
    reach = camera.distance if pivot is None else math.dist(camera.eye, pivot)
    per_pixel = 2 * camera.half_height / height * (1.0 if camera.flat is not None else min(reach, 300.0))
    if camera.flat is not None or button in ("right", "middle") or shift:
        moved = camera.pan(-dx * per_pixel, dy * per_pixel)
        return moved if moved.eye[1] > 0.12 or camera.flat is not None else camera.pan(-dx * per_pixel, 0.0)
    if app.mode == "orbit":
        about = app.following_point() if app.following else pivot
        return camera.orbit(dx / width * 220.0, dy / height * 130.0, about)
    return camera.look(-dx / width * 120.0, dy / height * 75.0)


def held(app: State, actions: Iterable[str], seconds: float) -> Camera:
    """The camera after keys were held for some time."""
    actions = set(actions)
    camera = app.camera
    ahead = ("forward" in actions) - ("back" in actions)
    aside = ("right" in actions) - ("left" in actions)
    up = ("up" in actions) - ("down" in actions)
    if camera.flat is not None:
        pace = camera.flat * 0.6 * seconds
        return camera.pan(aside * pace, ahead * pace)
    pace = (RUN if app.running else WALK) if app.mode == "walk" else FLY * (3.0 if app.running else 1.0)
    pace *= seconds
    if app.mode == "fly":
        way = camera.forward() * ahead * pace + camera.axes()[0] * aside * pace + np.array([0.0, up * pace, 0.0])
        moved = camera.shifted(way)
        return moved if moved.eye[1] > 0.2 else camera
    moved = camera.walk(ahead * pace, aside * pace, 0.0 if app.mode == "walk" else up * pace)
    return moved if moved.eye[1] > 0.2 else camera


def on_floor(app: State, seconds: float) -> Camera:
    """The camera at the height of the eyes above the floor below it; steps are climbed, walls of platforms are not fallen through."""
    camera = app.camera
    floor = floor_below(app, camera.eye)
    want = (floor if floor is not None else 0.0) + EYE
    gap = want - camera.eye[1]
    shift = gap if abs(gap) < 0.002 else gap * min(1.0, seconds * 9.0)
    return camera.shifted((0.0, shift, 0.0))


def floor_below(app: State, eye: Vec3) -> float | None:
    """Height of the floor under the eye, no higher than a step above the feet; None where there is none."""
    packed = app.model.packed
    others = ~packed.hidden(FLOORS)
    origin = np.array([eye[0], eye[1] - EYE + STEP, eye[2]])
    found = app.model.picker.pick(app.world, origin, np.array([0.0, -1.0, 0.0]), others, 0.0, 60.0)
    return None if found is None else found.point[1]


def in_the_way(app: State) -> frozenset[str]:
    """Roof or walls that stand between the eye and what was chosen, or that the eye is inside of."""
    packed = app.model.packed
    if not set(COVERS) & set(packed.layers) or app.camera.flat is not None:
        return frozenset({"roof"} & set(packed.layers)) if app.camera.flat is not None else frozenset()
    number = app.selected
    if number is None and app.following and not app.through_eyes:
        number = app.model.people.get(app.following)
    if app.through_eyes:
        return frozenset()
    if number is None:
        return _against(app)
    aim = np.asarray(app.world[number][:3, 3], float) + np.array([0.0, 1.0, 0.0])
    layer = app.model.scene.nodes[number].layer
    eye = np.asarray(app.camera.eye, float)
    gap = float(np.linalg.norm(aim - eye))
    if gap < 0.5 or layer in COVERS:
        return frozenset()
    out = set()
    for cover in COVERS:
        if cover in packed.layers:
            found = app.model.picker.pick(app.world, eye, (aim - eye) / gap, ~packed.hidden([cover]), 0.0, gap - 0.6)
            if found is not None:
                out.add(cover)
    return frozenset(out)


def _against(app: State) -> frozenset[str]:
    """Roof or walls into which the eye has come, or which it nearly touches: one who walks stands before them, others see through."""
    if app.mode == "walk":
        return frozenset()
    packed, camera = app.model.packed, app.camera
    eye, ahead = np.asarray(camera.eye, float), camera.forward()
    out = set()
    for cover in COVERS:
        if cover in packed.layers and app.model.picker.pick(app.world, eye, ahead, ~packed.hidden([cover]), 0.0, TOUCH):
            out.add(cover)
    return frozenset(out)


def approach(camera: Camera, point: Vec3, share: float = 0.38) -> Camera:
    """The camera nearer to a point, which comes into the middle."""
    eye, aim = np.asarray(camera.eye), np.asarray(point)
    if camera.flat is not None:
        shift = aim - np.asarray(camera.target)
        shift[1] = 0.0
        return replace(camera.shifted(shift), flat=max(camera.flat * 0.6, 2.0))
    reach = max(float(np.linalg.norm(eye - aim)) * share, 2.2)
    way = (eye - aim) / max(float(np.linalg.norm(eye - aim)), 1e-6)
    place = aim + way * reach
    place[1] = max(place[1], 0.4)
    return replace(camera, eye=vec(place), target=vec(aim), cut=0.0, name="")


def framed(camera: Camera, height: float, top: float, foot: float) -> Camera:
    """The camera so that what it shows lies between a bar on top and what stands at the foot, both in pixels."""
    room = max(height - top - foot, height * 0.6)
    grow, shift = height / room, (foot - top) / 2
    if camera.flat is not None:
        flat = camera.flat * grow
        return replace(camera.shifted((0.0, 0.0, shift / height * flat)), flat=flat, name=camera.name)
    fov = 2 * math.degrees(math.atan(camera.half_height * grow * 16.0 / 9.0))
    wider = replace(camera, fov=fov)
    return replace(wider.look(0.0, -math.degrees(math.atan(2 * shift / height * wider.half_height))), name=camera.name)


def frame_box(camera: Camera, low: NDArray[np.floating], high: NDArray[np.floating]) -> Camera:
    """The camera so near that a box fills about half of the height, seen from the side it was seen from."""
    middle = (np.asarray(low) + high) / 2
    radius = max(float(np.linalg.norm(np.asarray(high) - low)) / 2, 0.3)
    if camera.flat is not None:
        shift = middle - np.asarray(camera.target)
        shift[1] = 0.0
        return replace(camera.shifted(shift), flat=radius * 4)
    way = np.asarray(camera.eye) - middle
    way[1] = max(way[1], 0.25 * float(np.hypot(way[0], way[2])) * 0.6)
    way /= max(float(np.linalg.norm(way)), 1e-6)
    return replace(
        camera, eye=vec(middle + way * radius / camera.half_height * 1.25), target=vec(middle), cut=0.0, name=""
    )


def box_of(
    packed: Packed, world: NDArray[np.floating], instances: NDArray[np.integer]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lowest and highest corner (3,) of some instances."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for i in instances:
        shape = packed.shapes[packed.first_shape[i]]
        matrix = np.asarray(world[packed.node[i]], float)
        half = np.abs(matrix[:3, :3]) @ ((shape.high - shape.low) * 0.5)
        middle = matrix[:3, :3] @ shape.centre + matrix[:3, 3]
        low, high = np.minimum(low, middle - half), np.maximum(high, middle + half)
    return low, high
