"""What is taken away from the window as a model: the scene as it is shown, without what is hidden or lies before the cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from geometry.scene import Scene, Vec3, in_layers
from viewer.pack import rest_matrices


@dataclass(frozen=True)
class Shown:
    """What is to be taken away: section and ms (None: the ground alone), hidden layers, the cut as a point and the way one
    looks (what lies wholly on this side of it is left out), and whether the whole section is to move."""

    section: int | None = None
    t: int = 0
    hide: tuple[str, ...] = ()
    cut: tuple[Vec3, Vec3] | None = None
    moving: bool = False


def visible(scene: Scene, hide: Iterable[str] = (), cut: tuple[Vec3, Vec3] | None = None) -> Scene:
    """The scene without the forms of hidden layers and of what lies wholly before the cut; the tree of nodes stays."""
    away = set(hide)
    world = rest_matrices(scene.nodes)
    nodes = []
    for node, matrix in zip(scene.nodes, world, strict=True):
        gone = in_layers(node.layer, away)
        if node.mesh is not None and not gone and cut is not None:
            point, way = np.asarray(cut[0]), np.asarray(cut[1])
            parts = [p.positions for p in scene.meshes[node.mesh].primitives if len(p.positions)]
            if parts:
                places = np.concatenate(parts) @ matrix[:3, :3].T + matrix[:3, 3]
                gone = bool(((places - point) @ way < 0).all())
        nodes.append(replace(node, mesh=None) if gone and node.mesh is not None else node)
    used = {n.mesh for n in nodes}
    return replace(scene, nodes=tuple(nodes), meshes={k: m for k, m in scene.meshes.items() if k in used})
