"""The scene: one noun between builders, poser and everything that shows or exports (window, pictures, glTF, page).

Units are metres in the glTF frame: +X east, +Y up, +Z south, origin in the middle of the hall's south edge at court level.
`to_world(x, y, z)` converts 尺 of the plan. Rotations are unit quaternions (x, y, z, w). A figure or thing of facing f (degrees
clockwise from north) is turned by `facing_quaternion(f)`, which brings its local +Z to that direction.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
Path = Literal["translation", "rotation", "scale"]

IDENTITY: Quat = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Material:
    """A colour in sRGB (0–1) with its roughness; `id` is its name in assets/palette.toml. Metal only for bronze."""

    id: str
    rgb: tuple[float, float, float]
    roughness: float = 0.9
    metallic: float = 0.0
    double_sided: bool = False


@dataclass(frozen=True, eq=False)
class Primitive:
    """Triangles of one material. `positions`, `normals` float32 (n, 3), hard edges already split; `faces` uint32 (m, 3).

    `colors` (n, 3) sRGB floats multiply the material where given (jitter, layers of earth, ambient darkening).
    """

    positions: NDArray[np.float32]
    normals: NDArray[np.float32]
    faces: NDArray[np.uint32]
    material: str
    colors: NDArray[np.float32] | None = None


@dataclass(frozen=True, eq=False)
class Mesh:
    """A shape shared by all nodes that show it: one mesh per kind. `lod` holds coarser forms, best first."""

    id: str
    primitives: tuple[Primitive, ...]
    lod: tuple[Mesh, ...] = ()


@dataclass(frozen=True)
class Node:
    """A named place in the tree. `parent` None is the root. `extras` goes to the glTF as it is (JSON values only).

    `layer` groups what can be hidden together: ground, platform, hall, walls, roof, court, range, things, people, and landscape,
    the woods far off, which shade nothing and stand on no plan. The thatch is a part of the roof that can go alone,
    `roof-cover`: `in_layers` knows that it goes with the roof.
    """

    name: str
    parent: str | None = None
    mesh: str | None = None
    translation: Vec3 = (0.0, 0.0, 0.0)
    rotation: Quat = IDENTITY
    scale: Vec3 = (1.0, 1.0, 1.0)
    layer: str = "things"
    extras: Mapping[str, Any] = field(default_factory=dict)


def in_layers(layer: str, layers: Container[str]) -> bool:
    """Whether a layer is among some, by itself or as a part of one: `roof-cover` is where `roof` is.

    >>> in_layers("roof-cover", {"roof"}), in_layers("roof", {"roof-cover"})
    (True, False)
    """
    return layer in layers or layer.partition("-")[0] in layers


@dataclass(frozen=True, eq=False)
class Track:
    """Keys of one channel: `times` int64 ms, strictly increasing, ≥ 5 ms apart, first 0; `values` (n, 3) or (n, 4).

    STEP where a thing is shown, hidden or handed over; LINEAR (slerp) elsewhere. Neighbouring quaternions have dot > 0.
    """

    node: str
    path: Path
    times: NDArray[np.int64]
    values: Floats
    step: bool = False


@dataclass(frozen=True, eq=False)
class Clip:
    """One section (or still of none) on the clock: tracks, duration in ms, extras (section number, title, steps)."""

    name: str
    duration: int
    tracks: tuple[Track, ...]
    extras: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Scene:
    """Everything: materials and meshes by id, nodes (parents before children), one clip a section, in order."""

    materials: Mapping[str, Material]
    meshes: Mapping[str, Mesh]
    nodes: tuple[Node, ...]
    clips: tuple[Clip, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    metres_per_chi: float = 0.231

    def node(self, name: str) -> Node:
        """The node of a name; KeyError otherwise."""
        for node in self.nodes:
            if node.name == name:
                return node
        raise KeyError(name)


def to_world(x: float, y: float, z: float, metres_per_chi: float) -> Vec3:
    """Plan coordinates in 尺 (x east, y north, z up) to metres of the scene (x east, y up, z south)."""
    return (float(x) * metres_per_chi, float(z) * metres_per_chi, -float(y) * metres_per_chi)


def facing_quaternion(facing: float) -> Quat:
    """Rotation about the vertical that turns local +Z (south at rest) to a facing in degrees clockwise from north.

    >>> [round(v, 6) for v in facing_quaternion(180)]
    [0.0, 0.0, 0.0, 1.0]
    """
    half = math.radians(180.0 - facing) / 2.0
    return (0.0, math.sin(half), 0.0, math.cos(half))
