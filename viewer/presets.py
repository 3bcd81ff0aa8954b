"""Named cameras: those of the whole ground, and those that follow from where things and people are in a scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from layout.errors import UnknownNameError
from viewer.camera import Camera, vec

World = NDArray[np.floating]

FIXED: dict[str, Camera] = {
    "range": Camera((-66.0, 14.5, 112.0), (-1.6, 3.0, 38.6), 39.0, name="range"),
    "hall": Camera((18.6, 6.4, 26.0), (1.4, 1.7, 0.2), 47.0, name="hall"),
    "archers": Camera((-1.25, 2.02, -9.7), (0.1, 1.74, -0.85), 57.0, name="archers"),
    "court": Camera((-14.0, 5.2, 26.0), (0.0, 1.2, 4.0), 46.0, name="court"),
}
OF_SCENE = ("target", "caller", "archers", "plan", "marks")
EYES = 1.56
GATES = ("guest-gate", "host-gate")
"""Places of the rite away from the school, seen by cameras of their own."""


def names() -> tuple[str, ...]:
    """Presets that every scene has."""
    return tuple(dict.fromkeys((*FIXED, *OF_SCENE)))


def place(scene: Scene, world: World, name: str) -> NDArray[np.float64] | None:
    """World position (3,) of the node of a name, or None."""
    for i, node in enumerate(scene.nodes):
        if node.name == name:
            return np.asarray(world[i][:3, 3], float)
    return None


def people(scene: Scene) -> dict[str, int]:
    """Index of the root node of each person."""
    return {n.name: i for i, n in enumerate(scene.nodes) if n.extras.get("kind") == "person"}


def camera_of(name: str, scene: Scene, world: World) -> Camera:
    """The camera of a preset or of a role; UnknownNameError with the nearest names otherwise."""
    made = _of_scene(name, scene, world)
    if made is not None:
        return made
    if name in FIXED:
        return FIXED[name]
    role, _, how = name.partition(":")
    found = people(scene)
    if role in found:
        matrix = world[found[role]]
        if how in ("", "front"):
            return portrait(matrix)
        if how in ("eyes", "eye"):
            return eyes(matrix)
        if how in ("behind", "follow"):
            return behind(matrix)
        raise UnknownNameError("view of a person", how, ("front", "eyes", "behind"))
    spot = place(scene, world, role)
    if spot is not None:
        return Camera(vec(spot + np.array([-2.6, 1.9, 3.4])), vec(spot), 40.0, name=name)
    presets = names()
    shown = f"{', '.join(presets)}; a person, such as archer-1-upper; a thing, such as target"
    raise UnknownNameError("camera", name, (*presets, *found), shown=shown)


def _of_scene(name: str, scene: Scene, world: World) -> Camera | None:
    makers: dict[str, Callable[[], Camera | None]] = {
        "target": lambda: _at_target(scene, world),
        "caller": lambda: _at_screen(scene, world),
        "archers": lambda: _at_marks(scene, world),
        "marks": lambda: _at_marks(scene, world),
        "plan": lambda: plan(scene, world),
        "guest-gate": lambda: _at_gate(scene, world, "guest-gate"),
        "host-gate": lambda: _at_gate(scene, world, "host-gate"),
    }
    return makers[name]() if name in makers else None


def _at_target(scene: Scene, world: World) -> Camera:
    spot = place(scene, world, "target")
    if spot is None:
        spot = np.array([0.0, 0.0, 69.3])
    return Camera(
        vec(spot + np.array([-4.3, 1.55 - spot[1], -10.5])),
        vec(spot + np.array([0.2, 2.2 - spot[1], 0.0])),
        58.0,
        name="target",
    )


def _at_gate(scene: Scene, world: World, name: str) -> Camera | None:
    spot = place(scene, world, name)
    if spot is None:
        return None
    return Camera(vec(spot + np.array([-6.2, 2.9, 8.6])), vec(spot + np.array([0.4, 1.0, 1.2])), 52.0, name=name)


def _at_screen(scene: Scene, world: World) -> Camera:
    spot = place(scene, world, "screen")
    if spot is None:
        spot = np.array([-6.9, 0.0, 46.2])
    return Camera(
        vec(spot + np.array([-5.6, 2.3 - spot[1], 5.4])),
        vec(spot + np.array([1.4, 1.0 - spot[1], -1.2])),
        52.0,
        name="caller",
    )


def _at_marks(scene: Scene, world: World) -> Camera:
    left, right = place(scene, world, "mark-upper"), place(scene, world, "mark-lower")
    if left is None or right is None:
        return FIXED["archers"]
    middle = (left + right) / 2
    return Camera(
        vec(middle + np.array([-1.3, 1.36, -3.9])),
        vec(middle + np.array([0.1, 1.06, 4.9])),
        57.0,
        name="archers",
    )


def plan(scene: Scene, world: World, margin: float = 6.0) -> Camera:
    """Straight down on hall, court and range; north is up."""
    spots = [place(scene, world, n) for n in ("hall", "target", "screen", "gate", "platform")]
    found = [s for s in spots if s is not None] or [np.array([0.0, 0.0, 69.3])]
    south = max(float(s[2]) for s in found) + margin
    north = -19.0
    # Some room at both ends: a bar may lie over the one, a clause over the other.
    middle, reach = (south + north) / 2, (south - north) * 1.16
    return Camera((0.0, 160.0, middle), (0.0, 0.0, middle), 40.0, flat=reach, name="plan")


def portrait(matrix: World) -> Camera:
    """A person from three metres, from the front and a little aside, at the height of the eyes."""
    spot, ahead, side = _frame(matrix)
    eye = spot + ahead * 3.1 + side * 1.5 + np.array([0.0, 1.5, 0.0])
    return Camera(vec(eye), vec(spot + np.array([0.0, 0.92, 0.0])), 56.0)


def behind(matrix: World) -> Camera:
    """Over a person's shoulder: what he walks toward."""
    spot, ahead, side = _frame(matrix)
    eye = spot - ahead * 3.6 - side * 0.9 + np.array([0.0, 2.25, 0.0])
    return Camera(vec(eye), vec(spot + ahead * 5.0 + np.array([0.0, 1.0, 0.0])), 58.0)


def eyes(matrix: World, head: World | None = None) -> Camera:
    """Through a person's eyes; `head` is the matrix of the head node where known."""
    spot, ahead, _ = _frame(matrix)
    eye = spot + np.array([0.0, EYES, 0.0]) + ahead * 0.14
    if head is not None:
        eye = np.asarray(head[:3, 3], float) + ahead * 0.16 + np.array([0.0, 0.08, 0.0])
        way = np.asarray(head[:3, 2], float)
        way = way / max(float(np.linalg.norm(way)), 1e-6)
        return Camera(vec(eye), vec(eye + way * 20.0), 66.0)
    return Camera(vec(eye), vec(eye + ahead * 20.0 - np.array([0.0, 0.8, 0.0])), 66.0)


def _frame(matrix: World) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    spot = np.asarray(matrix[:3, 3], float)
    ahead = np.asarray(matrix[:3, 2], float)
    length = math.hypot(ahead[0], ahead[2])
    ahead = np.array([ahead[0] / length, 0.0, ahead[2] / length]) if length > 1e-6 else np.array([0.0, 0.0, 1.0])
    return spot, ahead, np.array([-ahead[2], 0.0, ahead[0]])


def fit(
    low: NDArray[np.floating],
    high: NDArray[np.floating],
    aspect: float = 1.0,
    bearing: float = 30.0,
    pitch: float = -18.0,
    fov: float = 28.0,
) -> Camera:
    """A camera that sees the whole of a box, its line of sight on compass `bearing`, looking down by −`pitch` degrees."""
    middle = (np.asarray(low, float) + high) / 2
    a, p = math.radians(bearing), math.radians(pitch)
    way = np.array([math.cos(p) * math.sin(a), math.sin(p), -math.cos(p) * math.cos(a)])
    probe = Camera(vec(middle - way), vec(middle), fov)
    right, up, ahead = probe.axes()
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    local = (corners - middle) @ np.stack([right, up, ahead]).T
    half = probe.half_height
    need = np.maximum(np.abs(local[:, 0]) / (half * aspect), np.abs(local[:, 1]) / half) * 1.12 - local[:, 2]
    return Camera(vec(middle - way * max(float(need.max()), 0.2)), vec(middle), fov)


def close(points: NDArray[np.floating], aspect: float, bearing: float, pitch: float, fov: float = 28.0) -> Camera:
    """A camera that comes as near as it can with all `points` (n, 3) in the picture, what they cover in its middle."""
    a, p = math.radians(bearing), math.radians(pitch)
    way = np.array([math.cos(p) * math.sin(a), math.sin(p), -math.cos(p) * math.cos(a)])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
    away = 0.2
    for _ in range(4):
        camera = Camera(vec(middle - way * away), vec(middle), fov)
        right, up, ahead = camera.axes()
        local = (points - middle) @ np.stack([right, up, ahead]).T
        half = camera.half_height
        # Where the sides of the picture cut the plane through the middle, for each point and side.
        wide, tall = half * aspect / 1.14, half / 1.14
        east, west = local[:, 0] / wide - local[:, 2], -local[:, 0] / wide - local[:, 2]
        top, low = local[:, 1] / tall - local[:, 2], -local[:, 1] / tall - local[:, 2]
        middle = middle + right * (east.max() - west.max()) * wide / 2 + up * (top.max() - low.max()) * tall / 2
        away = max(float((east.max() + west.max()) / 2), float((top.max() + low.max()) / 2), 0.05)
    return Camera(vec(middle - way * away), vec(middle), fov)


def known(scene: Scene) -> Iterable[str]:
    """All names that `camera_of` takes for a scene: presets and roles."""
    return (*names(), *people(scene))
