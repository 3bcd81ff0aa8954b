"""Plain shapes for the sheets of gestures alone: what a hand needs about it that is no object of the catalogue (a lung, a napkin,
the wall against which a bow leans)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geometry.scene import Mesh, Primitive

Box = tuple[tuple[float, float, float], tuple[float, float, float], str]
"""Lowest and highest corner in m, and a material of the palette."""

PROPS: Mapping[str, tuple[Box, ...]] = {
    "lung": (((-0.035, -0.015, -0.09), (0.035, 0.015, 0.07), "meat"), ((-0.02, -0.012, 0.07), (0.02, 0.012, 0.11), "sauce")),
    "lung-tip": (((-0.02, -0.012, -0.025), (0.02, 0.012, 0.025), "sauce"),),
    "strip": (((-0.014, -0.006, -0.08), (0.014, 0.006, 0.08), "dried-meat"),),
    "napkin": (((-0.10, -0.30, -0.006), (0.10, 0.02, 0.006), "silk-white"),),
    "stick": (((-0.009, -0.009, -0.05), (0.009, 0.009, 0.30), "wood"), ((-0.018, -0.018, 0.29), (0.018, 0.018, 0.33), "hide-red")),
    "mallet": (((-0.008, -0.008, -0.05), (0.008, 0.008, 0.27), "wood"), ((-0.025, -0.055, 0.25), (0.025, 0.055, 0.31), "bronze")),
    "wall": (((-1.1, 0.0, 0.0), (1.1, 1.75, 0.12), "lime"), ((-1.1, 0.0, -0.01), (1.1, 0.10, 0.13), "timber")),
    "table": (((-0.33, 0.62, -0.2), (0.33, 0.69, 0.2), "timber"), ((-0.30, 0.0, -0.17), (-0.24, 0.62, 0.17), "timber-dark"), ((0.24, 0.0, -0.17), (0.30, 0.62, 0.17), "timber-dark")),
    "step": (((-0.5, 0.0, 0.0), (0.5, 0.231, 0.5), "stone"), ((-0.5, 0.0, 0.25), (0.5, 0.462, 0.5), "stone")),
    "mat-roll": (((-0.385, 0.0, -0.06), (0.385, 0.12, 0.06), "rush"), ((-0.39, 0.005, -0.055), (-0.35, 0.115, 0.055), "border"), ((0.35, 0.005, -0.055), (0.39, 0.115, 0.055), "border")),
    "post": (((-0.04, 0.0, -0.04), (0.04, 1.5, 0.04), "post"),),
    "cloth-roll": (((-0.07, 0.35, -0.07), (0.07, 1.3, 0.07), "target-cloth"), ((-0.076, 1.02, -0.076), (0.076, 1.06, 0.076), "rope"), ((-0.076, 0.6, -0.076), (0.076, 0.64, 0.076), "rope")),
    "cloth-open": (((-0.06, 0.35, -0.01), (0.75, 1.3, 0.01), "target-cloth"),),
    "cloth-corner": (((0.25, 0.95, -0.008), (0.85, 1.45, 0.008), "target-cloth"),),
    "cord-loose": (((-0.008, -0.42, -0.008), (0.008, 0.03, 0.008), "rope"),),
    "cord-tied": (((0.0, 1.03, -0.012), (0.3, 1.06, 0.012), "rope"), ((-0.052, 1.0, -0.052), (0.052, 1.09, 0.052), "rope")),
}  # fmt: skip
"""Kind → its boxes, in its own frame."""


def prop_mesh(kind: str) -> Mesh:
    """The mesh of a kind of `PROPS`."""
    return Mesh(kind, tuple(_box(*box) for box in PROPS[kind]))


def _box(low: tuple[float, float, float], high: tuple[float, float, float], material: str) -> Primitive:
    points: list[np.ndarray] = []
    normals: list[np.ndarray] = []
    faces: list[list[int]] = []
    middle, half = (np.array(high) + np.array(low)) / 2, (np.array(high) - np.array(low)) / 2
    for axis in range(3):
        for sign in (1.0, -1.0):
            normal, u, v = (np.roll([1.0, 0.0, 0.0], axis + k) for k in range(3))
            first = len(points)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                points.append(middle + half * (normal * sign + u * a + v * b))
                normals.append(normal * sign)
            order = (0, 1, 2, 3) if sign > 0 else (3, 2, 1, 0)
            faces += [[first + order[0], first + order[1], first + order[2]], [first + order[0], first + order[2], first + order[3]]]  # fmt: skip
    return Primitive(
        np.array(points, dtype=np.float32), np.array(normals, dtype=np.float32), np.array(faces, dtype=np.uint32), material
    )  # fmt: skip
