"""What is seen on the sheet of a gesture: points of everyone and everything, moment by moment."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.sampler import Sampler
from geometry.scene import Mesh, Scene

LARGE = ("target", "wall", "plinth")
"""What may run over the edge of a picture: it is framed no farther than REACH from the people, in m, and no higher than TALL."""
REACH, TALL = 1.5, 2.2
GONE = 4.5
"""What is farther than this from all people, in m, is not followed: an arrow that flies off."""
_WAYS = np.array([v for v in itertools.product((-1, 0, 1), repeat=3) if v > (0, 0, 0)], dtype=np.float64)


Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Seen:
    """Points (n, 3) of one part of what is seen at one moment, the `t`-th: of whom or what; `large` of what may run over the edge."""

    t: int
    of: str
    points: Floats
    large: bool


def seen(scene: Scene, times: Sequence[int], tall: float = TALL, whole: bool = False) -> Iterator[Seen]:
    """Everything that is seen at these moments, near the people, part by part: as a few of its points, or all (`whole`)."""
    sampler = Sampler(scene)
    whose = _whose(scene)
    corners: dict[str, Floats] = {}
    worlds = [sampler.world(0, t).astype(np.float64) for t in times]

    def placed(world: Floats, n: int) -> Floats:
        mesh = scene.nodes[n].mesh or ""
        if mesh not in corners:
            corners[mesh] = _corners(scene.meshes[mesh], whole)
        points: Floats = corners[mesh] @ world[n, :3, :3].T + world[n, :3, 3]
        return points

    bodies = [
        Seen(k, who, placed(world, n), False)
        for k, world in enumerate(worlds)
        for n, who in whose.items()
        if _shown(scene, world, n)
    ]
    yield from bodies
    body = np.vstack([s.points for s in bodies])
    low, top = body.min(axis=0) - REACH, body.max(axis=0) + REACH
    top[1] = tall
    for k, world in enumerate(worlds):
        for n, node in enumerate(scene.nodes):
            if n in whose or not _shown(scene, world, n):
                continue
            points = placed(world, n)
            large = node.mesh in LARGE
            if large:
                points = np.clip(points, low, top)
            elif np.abs(np.clip(points.mean(axis=0), low, top) - points.mean(axis=0))[[0, 2]].max() > GONE - REACH:
                continue
            yield Seen(k, node.name, points, large)


def _whose(scene: Scene) -> dict[int, str]:
    """The nodes of people, by number, and whose they are."""
    found: dict[int, str] = {}
    known: dict[str, str] = {}
    for n, node in enumerate(scene.nodes):
        if node.layer == "people":
            known[node.name] = found[n] = known.get(node.parent or "", node.name)
    return found


def _shown(scene: Scene, world: Floats, n: int) -> bool:
    return scene.nodes[n].mesh is not None and bool(np.abs(world[n, :3, :3]).max() >= 1e-4)


def _corners(mesh: Mesh, whole: bool) -> Floats:
    points = np.vstack([p.positions for p in mesh.primitives]).astype(np.float64)
    if whole:
        return points
    # A few points on the skin frame a part more closely than the corners of its box; the farthest on thirteen ways are among them.
    along = points @ _WAYS.T
    far = np.unique(np.concatenate([along.argmax(axis=0), along.argmin(axis=0)]))
    return np.vstack([points[:: max(len(points) // 60, 1)], points[far]])
