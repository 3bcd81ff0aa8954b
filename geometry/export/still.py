"""A scene frozen at a moment, and its files for programs without animation (OBJ, STL, PLY through trimesh)."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from geometry.export.check import check_scene
from geometry.sampler import Sampler
from geometry.scene import Floats, Quat, Scene, Vec3
from layout.files import atomic


def at_moment(scene: Scene, clip: int | None, t: int) -> Scene:
    """The scene without clips, every node where it is at `t` ms of a clip; what is hidden then is left out."""
    translation, rotation, scale = Sampler(scene).local(clip, t)
    shown: dict[str, bool] = {}
    nodes = []
    for n, node in enumerate(scene.nodes):
        visible = bool(scale[n].min() > 1e-6) and (node.parent is None or shown[node.parent])
        shown[node.name] = visible
        if visible:
            nodes.append(
                dataclasses.replace(
                    node,
                    translation=_three(translation[n]),
                    rotation=_four(rotation[n] / np.linalg.norm(rotation[n])),
                    scale=_three(scale[n]),
                )
            )
    return dataclasses.replace(scene, nodes=tuple(nodes), clips=())


def _three(values: Floats) -> Vec3:
    x, y, z = values.tolist()
    return (x, y, z)


def _four(values: Floats) -> Quat:
    x, y, z, w = values.tolist()
    return (x, y, z, w)


def to_trimesh(scene: Scene) -> dict[str, object]:
    """A trimesh.Trimesh in world coordinates for every node that shows something, by node name (vertices in float64 metres)."""
    import trimesh

    world = Sampler(scene).world(None, 0).astype(np.float64)
    found: dict[str, object] = {}
    for n, node in enumerate(scene.nodes):
        if node.mesh is None:
            continue
        parts = [
            trimesh.Trimesh(p.positions.astype(np.float64), p.faces.astype(np.int64), process=False)
            for p in scene.meshes[node.mesh].primitives
        ]
        mesh = trimesh.util.concatenate(parts) if len(parts) > 1 else parts[0]
        mesh.apply_transform(world[n])
        found[node.name] = mesh
    return found


def write_still(scene: Scene, path: str | Path) -> Path:
    """Write .obj (one object a node, named), .stl or .ply (one mesh). Atomic."""
    import trimesh

    path = Path(path)
    check_scene(scene)
    meshes = to_trimesh(scene)
    kind = path.suffix.lower().lstrip(".")
    if kind == "obj":
        data: bytes | str = _obj(meshes)
    else:
        data = trimesh.util.concatenate(list(meshes.values())).export(file_type=kind)
    with atomic(path) as temporary:
        temporary.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return path


def _obj(meshes: dict[str, object]) -> str:
    """trimesh merges all objects of a scene into one; a named object a node keeps what is what."""
    lines = ["# shegong: metres, +Y up, east = +X, south = +Z"]
    offset = 1
    for name, mesh in meshes.items():
        lines.append(f"o {name}")
        lines.extend(f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in mesh.vertices)  # type: ignore[attr-defined]
        lines.extend(f"f {a + offset} {b + offset} {c + offset}" for a, b, c in mesh.faces)  # type: ignore[attr-defined]
        offset += len(mesh.vertices)  # type: ignore[attr-defined]
    return "\n".join(lines) + "\n"
