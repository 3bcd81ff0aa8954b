"""Named cameras: those of the whole ground, and those that follow from where things and people are in a scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node, Scene
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
        "range": lambda: _of_range(scene, world),
        "hall": lambda: _of_hall("hall", scene, world),
        "court": lambda: _of_hall("court", scene, world),
        "target": lambda: _at_target(scene, world),
        "caller": lambda: _at_screen(scene, world),
        "archers": lambda: _at_marks(scene, world),
        "marks": lambda: _at_marks(scene, world),
        "plan": lambda: plan(scene, world),
        "guest-gate": lambda: _at_gate(scene, world, "guest-gate"),
        "host-gate": lambda: _at_gate(scene, world, "host-gate"),
    }
    return makers[name]() if name in makers else None


LANE = 69.3
"""How far south of the hall the target stands for which the view of the range is composed, in metres."""


def farthest(scene: Scene, world: World) -> float:
    """How far south of the hall's edge the last target stands, in metres; as in the first reading where there is none."""
    south = [
        float(world[i][2, 3]) for i, n in enumerate(scene.nodes) if n.layer == "range" and n.name.startswith("target")
    ]
    return max(south, default=LANE)


def _of_range(scene: Scene, world: World) -> Camera:
    """From behind the target, aside and above, over the whole lane to the hall, however long the one and wide the other."""
    composed = FIXED["range"]
    longer = max(farthest(scene, world) / LANE, 0.2)
    spots = _landmarks(scene, world)
    if abs(longer - 1.0) < 0.01 and np.abs(_spread(composed, spots)).max() < INSIDE:
        return composed
    # Not quite as far away as the lane is longer: the ground has an end behind one's back.
    nearer = longer**0.6 if longer > 1.0 else longer
    eye = np.asarray(composed.eye) * nearer
    eye[0] = max(eye[0], -RIM)
    camera = Camera(vec(eye), vec(np.asarray(composed.target) * longer), composed.fov, name="range")
    return _holding("range", camera, spots)


def _holding(
    name: str, camera: Camera, spots: NDArray[np.floating], within: NDArray[np.floating] | None = None
) -> Camera:
    """The camera turned, and as wide as it must be, to hold some points (n, 3) between two places of the picture: its sides."""
    low, high = (-INSIDE, INSIDE) if within is None else (float(v) for v in within)
    for _ in range(24):
        west, east = _spread(camera, spots)
        # Turned until as much is left free on either side.
        aside = math.atan((west + east - low - high) / 2 * math.tan(math.radians(camera.fov / 2)))
        camera = camera.look(math.degrees(aside), 0.0)
        west, east = _spread(camera, spots)
        if (west + 0.02 > low and east - 0.02 < high) or camera.fov > WIDEST:
            break
        camera = replace(camera, fov=camera.fov * 1.03)
    return replace(
        camera,
        eye=vec(np.round(camera.eye, 2)),
        target=vec(np.round(camera.target, 2)),
        fov=round(camera.fov, 2),
        name=name,
    )


WIDEST = 68.0
"""Degrees beyond which a view is not widened: what stands at its sides would be drawn out."""
RIM = 67.0
"""How far west one may stand and still be on the ground, in metres."""
INSIDE = 0.95
"""Share of half a picture within which hall and targets lie in the view of the range."""


def hall_reach(scene: Scene, world: World) -> tuple[float, float, float]:
    """How far west, north and east the roof of the hall reaches, in metres of the scene; 0 where there is none."""
    roof = _boxes(scene, world, lambda node: node.name == "roof")
    return float(roof[:, 0].min(initial=0.0)), float(roof[:, 2].min(initial=0.0)), float(roof[:, 0].max(initial=0.0))


def _landmarks(scene: Scene, world: World) -> NDArray[np.float64]:
    """Corners (n, 3) of the boxes around the hall and the targets."""
    return _boxes(
        scene,
        world,
        lambda node: (
            node.name in ("roof", "platform") or (node.layer == "range" and node.name.endswith("-tongue-upper"))
        ),
    )


def _boxes(scene: Scene, world: World, wanted: Callable[[Node], bool]) -> NDArray[np.float64]:
    """Corners (n, 3) in the world of the boxes around the meshes of some nodes."""
    out = [np.zeros((0, 3))]
    for i, node in enumerate(scene.nodes):
        mesh = scene.meshes.get(node.mesh or "")
        if mesh and wanted(node):
            points = np.concatenate([p.positions for p in mesh.primitives])
            ends = np.stack([points.min(axis=0), points.max(axis=0)])
            corners = ends[np.array([[k & 1, k >> 1 & 1, k >> 2 & 1] for k in range(8)]), np.arange(3)]
            out.append(corners @ world[i][:3, :3].T + world[i][:3, 3])
    return np.concatenate(out)


def _spread(camera: Camera, spots: NDArray[np.floating]) -> NDArray[np.float64]:
    """Where in a 16:9 picture the westmost and the eastmost of some points (n, 3) lie; -1 and 1 are its sides."""
    if not len(spots):
        return np.zeros(2)
    clip = np.c_[spots, np.ones(len(spots))] @ camera.matrix(16 / 9).T
    across = clip[:, 0] / np.maximum(clip[:, 3], 1e-6)
    return np.array([across.min(), across.max()])


HALL = 10.5
"""How far east the roof reaches for which the views of the hall are composed, in metres."""


def _of_hall(name: str, scene: Scene, world: World) -> Camera:
    """The hall from the court; where it is wider, from somewhat farther off, and with a wider view: trees stand behind one."""
    composed = FIXED[name]
    roof = _boxes(scene, world, lambda node: node.name == "roof")
    wider = float(roof[:, 0].max(initial=0.0)) / HALL
    if wider < 1.01:
        return composed
    scale = np.array([wider, 1.0, wider]) ** 0.4 * (1.0, wider**0.4, 1.0)
    camera = replace(
        composed, eye=vec(np.asarray(composed.eye) * scale), target=vec(np.asarray(composed.target) * scale)
    )
    return _holding(name, camera, roof, _spread(composed, np.array([[-HALL, 4.0, 1.0], [HALL, 4.0, 1.0]])))


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
    back = -3.9
    chamber = _boxes(scene, world, lambda node: node.name == "chamber")[:, 2]
    if len(chamber):
        # Where a chamber is behind the marks one stands before its wall.
        back = max(back, float(chamber.max()) + 0.35 - float(middle[2]))
    return Camera(
        vec(middle + np.array([-1.3, 1.36, back])),
        vec(middle + np.array([0.1, 1.06, 8.8 + back])),
        57.0,
        name="archers",
    )


def plan(scene: Scene, world: World, margin: float = 6.0) -> Camera:
    """Straight down on hall, court and range; north is up."""
    spots = [place(scene, world, n) for n in ("hall", "target", "screen", "gate", "platform")]
    found = [s for s in spots if s is not None] or [np.array([0.0, 0.0, 69.3])]
    south = max(float(s[2]) for s in found) + margin
    behind = _boxes(scene, world, lambda node: node.name == "roof")[:, 2]
    north = min(-19.0, float(behind.min(initial=0.0)) - 4.0)
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
