"""Cameras: where the eye is, what it looks at, how wide. Plain numbers and numpy; no window is needed.

The frame is that of the scene: metres, x east, y up, z south. Angles are degrees; azimuth is the compass bearing of the
line of sight (0 north, 90 east), as facings are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Vec3

Matrix = NDArray[np.float64]


@lru_cache(16)
def _frame(
    eye: Vec3, target: Vec3
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Right, up, forward and the matrix from world to eye; asked many times a frame."""
    away = np.subtract(target, eye).astype(float)
    ahead = away / max(float(np.linalg.norm(away)), 1e-9)
    up = np.array([0.0, 1.0, 0.0])
    # Straight down has no bearing of its own: north is up there, as on a plan.
    if abs(ahead[1]) > 0.99999:
        up = np.array([0.0, 0.0, -1.0])
    right = np.cross(ahead, up)
    right /= np.linalg.norm(right)
    up = np.cross(right, ahead)
    out = np.eye(4)
    out[0, :3], out[1, :3], out[2, :3] = right, up, -ahead
    out[:3, 3] = -out[:3, :3] @ np.asarray(eye)
    for array in (right, up, ahead, out):
        array.flags.writeable = False
    return right, up, ahead, out


@dataclass(frozen=True)
class Camera:
    """An eye at `eye` looking at `target`.

    `fov` is the horizontal field of view of a 16:9 picture in degrees (other shapes keep its height). With `flat` set
    the view has no perspective and is `flat` metres high: the plan from above. `cut` hides all that is nearer than so many
    metres in front of the eye (a section).
    """

    eye: Vec3
    target: Vec3
    fov: float = 45.0
    flat: float | None = None
    cut: float = 0.0
    name: str = ""

    @property
    def distance(self) -> float:
        """Metres from the eye to the target."""
        return math.dist(self.eye, self.target)

    @property
    def azimuth(self) -> float:
        """Compass bearing of the line of sight."""
        dx, _, dz = (t - e for t, e in zip(self.target, self.eye, strict=True))
        return math.degrees(math.atan2(dx, -dz)) % 360.0

    @property
    def pitch(self) -> float:
        """How far the line of sight rises above the horizon."""
        dx, dy, dz = (t - e for t, e in zip(self.target, self.eye, strict=True))
        return math.degrees(math.atan2(dy, math.hypot(dx, dz)))

    @property
    def half_height(self) -> float:
        """Half of the height of the view at distance 1 (or in metres, when flat)."""
        if self.flat is not None:
            return self.flat / 2.0
        return math.tan(math.radians(self.fov) / 2.0) * 9.0 / 16.0

    def forward(self) -> NDArray[np.float64]:
        """Unit vector (3,) of the line of sight."""
        away = np.subtract(self.target, self.eye).astype(float)
        return np.asarray(away / max(float(np.linalg.norm(away)), 1e-9))

    def axes(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Unit vectors right, up, forward; not to be written to."""
        right, up, ahead, _ = _frame(self.eye, self.target)
        return right, up, ahead

    def view(self) -> Matrix:
        """World to eye, (4, 4); the eye looks along −z. Not to be written to."""
        return _frame(self.eye, self.target)[3]

    def planes(self, far: float = 2500.0) -> tuple[float, float]:
        """Near and far distance of the picture."""
        # A nearer near plane costs precision far away; who stands far from what he looks at needs none.
        near = min(max(0.012 * self.distance, 0.1), 1.0) if self.flat is None else 0.5
        return (max(near, self.cut), max(far, self.cut + 10.0))

    def projection(self, aspect: float, far: float = 2500.0) -> Matrix:
        """Eye to clip space, (4, 4)."""
        near, far = self.planes(far)
        high = self.half_height
        wide = high * aspect
        if self.flat is not None:
            return np.array(
                [
                    [1 / wide, 0, 0, 0],
                    [0, 1 / high, 0, 0],
                    [0, 0, -2 / (far - near), -(far + near) / (far - near)],
                    [0, 0, 0, 1],
                ]
            )
        return np.array(
            [
                [1 / wide, 0, 0, 0],
                [0, 1 / high, 0, 0],
                [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
                [0, 0, -1, 0],
            ]
        )

    def matrix(self, aspect: float) -> Matrix:
        """World to clip space, (4, 4)."""
        return self.projection(aspect) @ self.view()

    def ray(self, u: float, v: float, aspect: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Origin and unit direction of the ray through (u, v), both 0–1 from the lower left corner."""
        right, up, ahead = self.axes()
        x, y = (2 * u - 1) * self.half_height * aspect, (2 * v - 1) * self.half_height
        eye = np.asarray(self.eye, float)
        if self.flat is not None:
            return eye + right * x + up * y, ahead
        way = ahead + right * x + up * y
        return eye, way / np.linalg.norm(way)

    def project(self, points: NDArray[np.floating], aspect: float) -> NDArray[np.float64]:
        """Points (n, 3) to (n, 3): u, v (0–1 from the lower left) and distance along the line of sight (≤ 0: behind)."""
        view = self.view()
        local = np.asarray(points, float).reshape(-1, 3) @ view[:3, :3].T + view[:3, 3]
        depth = -local[:, 2]
        scale = np.ones_like(depth) if self.flat is not None else np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        u = local[:, 0] / scale / (self.half_height * aspect) * 0.5 + 0.5
        v = local[:, 1] / scale / self.half_height * 0.5 + 0.5
        return np.column_stack([u, v, depth])

    # Moves: each returns another camera.

    def orbit(self, turn: float, tilt: float, about: Vec3 | None = None) -> Camera:
        """Turned round `about` (default: the target) by degrees; the eye stays above the ground and below the zenith."""
        pivot = np.asarray(about if about is not None else self.target, float)
        tilt = max(-88.0, min(88.0, self.pitch - tilt)) - self.pitch
        right, _, _ = self.axes()
        turned = rotation((0.0, 1.0, 0.0), -turn) @ rotation(tuple(right), tilt)
        eye = pivot + turned @ (np.asarray(self.eye) - pivot)
        target = pivot + turned @ (np.asarray(self.target) - pivot)
        if eye[1] < 0.15:
            lift = 0.15 - eye[1]
            eye[1] += lift
        return replace(self, eye=vec(eye), target=vec(target), name="")

    def look(self, turn: float, tilt: float) -> Camera:
        """The head turned in place."""
        bearing = math.radians(self.azimuth + turn)
        pitch = math.radians(max(-86.0, min(86.0, self.pitch + tilt)))
        reach = max(self.distance, 1.0)
        way = (math.cos(pitch) * math.sin(bearing), math.sin(pitch), -math.cos(pitch) * math.cos(bearing))
        return replace(self, target=vec(np.asarray(self.eye) + reach * np.asarray(way)), name="")

    def pan(self, right: float, up: float) -> Camera:
        """Shifted sideways and upward in the plane of the picture, metres."""
        x, y, _ = self.axes()
        return self.shifted(x * right + y * up)

    def shifted(self, by: NDArray[np.floating] | Vec3) -> Camera:
        """Shifted by metres of the scene."""
        by = np.asarray(by, float)
        return replace(self, eye=vec(np.asarray(self.eye) + by), target=vec(np.asarray(self.target) + by), name="")

    def zoom(self, factor: float, about: Vec3 | None = None) -> Camera:
        """Nearer (factor < 1) or farther, toward `about` (what is under the pointer)."""
        pivot = np.asarray(about if about is not None else self.target, float)
        if self.flat is not None:
            high = min(max(self.flat * factor, 0.5), 600.0)
            factor = high / self.flat
            flat_shift = (pivot - np.asarray(self.target)) * (1 - factor)
            flat_shift[1] = 0.0
            return replace(self.shifted(flat_shift), flat=high)
        reach = math.dist(self.eye, vec(pivot))
        factor = min(max(reach * factor, 0.35), 900.0) / max(reach, 1e-6)
        eye = pivot + (np.asarray(self.eye) - pivot) * factor
        target = pivot + (np.asarray(self.target) - pivot) * factor
        eye[1] = max(eye[1], 0.12)
        return replace(self, eye=vec(eye), target=vec(target), name="")

    def walk(self, ahead: float, aside: float, up: float = 0.0) -> Camera:
        """Moved level with the ground: `ahead` along the bearing, `aside` to the right."""
        bearing = math.radians(self.azimuth)
        sin, cos = math.sin(bearing), math.cos(bearing)
        return self.shifted((ahead * sin + aside * cos, up, -ahead * cos + aside * sin))


def vec(values: NDArray[np.floating] | tuple[float, ...]) -> Vec3:
    """Three floats as a tuple."""
    x, y, z = (float(v) for v in values)
    return (x, y, z)


def rotation(axis: tuple[float, ...], degrees: float) -> Matrix:
    """Rotation (3, 3) about a unit axis."""
    x, y, z = axis
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + s * skew + (1 - c) * (skew @ skew))


def blend(a: Camera, b: Camera, t: float) -> Camera:
    """Between two cameras, eased; t 0–1. A flat view and a deep one do not blend: it changes over halfway."""
    t = min(max(t, 0.0), 1.0)
    if t >= 1.0 or (a.flat is None) != (b.flat is None):
        return b if t >= 0.5 else a
    s = t * t * (3 - 2 * t)
    eye = np.asarray(a.eye) * (1 - s) + np.asarray(b.eye) * s
    target = np.asarray(a.target) * (1 - s) + np.asarray(b.target) * s
    flat = None if a.flat is None or b.flat is None else a.flat * (1 - s) + b.flat * s
    return replace(b, eye=vec(eye), target=vec(target), fov=a.fov * (1 - s) + b.fov * s, flat=flat)
