"""Writing glTF 2.0 from our own scene: named nodes with TRS, shared accessors, sparse animation, evidence in extras.

No extension is required by the file; KHR_lights_punctual appears only when a sun is asked for. The same scene gives the same bytes.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from geometry.export.animation import Clips, alike, animation, chosen
from geometry.export.buffers import ARRAY, ELEMENT, Writer, on_grid
from geometry.export.check import check_scene
from geometry.export.extras import jsonable
from geometry.scene import Material, Mesh, Scene
from layout.files import atomic

_FINE, _EVEN = 8192, 2048
"""The grids of corners, 1/8192 m, and of normals, which stay of unit length within 0.0005."""
COPYRIGHT = "MIT License, the shegong project"
COMPASS = {
    "name": "compass",
    "extras": {"label": "方位", "label_en": "compass", "north": [0, 0, -1], "east": [1, 0, 0]},
}
"""An empty node at the origin that tells a reader the directions, whatever axes his program turns the file to."""


@dataclass(frozen=True)
class Camera:
    """A perspective camera for the file: where it stands, what it looks at (metres), vertical field of view in degrees."""

    name: str
    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    fov: float = 35.0


def to_gltf(
    scene: Scene,
    *,
    clips: Clips = "whole",
    cameras: Sequence[Camera] = (),
    sun: tuple[float, float, float] | None = None,
) -> tuple[dict[str, Any], bytes]:
    """The glTF document and its binary buffer.

    `clips`: one animation `rite` over all sections, one a section (`section-18`), or both. `sun` is the direction of its light
    (metres frame). Raises GroundError naming the object when the scene is not fit to be written.
    """
    check_scene(scene)
    writer = Writer()
    shown = {n.mesh for n in scene.nodes}
    used = [m for m in scene.meshes if m in shown]
    names = sorted({p.material for m in used for p in scene.meshes[m].primitives}, key=list(scene.materials).index)
    material_index = {m: n for n, m in enumerate(names)}
    mesh_index = {m: n for n, m in enumerate(used)}
    node_index = {n.name: i for i, n in enumerate(scene.nodes)}
    document: dict[str, Any] = {
        "asset": {
            "version": "2.0",
            "generator": f"shegong {scene.extras.get('version', '')}".strip(),
            "copyright": COPYRIGHT,
            "extras": jsonable(scene.extras),
        },
        "scene": 0,
        "scenes": [{"name": "shegong", "nodes": [i for i, n in enumerate(scene.nodes) if n.parent is None]}],
        "nodes": _nodes(scene, node_index, mesh_index),
        "meshes": [_mesh(scene.meshes[m], writer, material_index) for m in used],
        "materials": [_material(scene.materials[m]) for m in names],
    }
    kinds = alike(scene)
    whole: dict[tuple[str, str], int] = {}
    animations = [a for a in (animation(c, writer, node_index, kinds, whole) for c in chosen(scene, clips)) if a]
    if animations:
        document["animations"] = animations
    _append_root(document, COMPASS)
    _add_cameras(document, cameras)
    if sun is not None:
        _add_sun(document, sun)
    for key in ("meshes", "materials"):
        if not document[key]:
            del document[key]
    accessors, views, buffer = writer.finish()
    if accessors:
        document |= {"accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(buffer)}]}
    return document, buffer


def write_glb(scene: Scene, path: str | Path, **options: Any) -> Path:
    """Write one binary file (.glb). Options as for `to_gltf`. Atomic: nothing is left behind when it fails."""
    document, buffer = to_gltf(scene, **options)
    # The JSON chunk is padded with spaces and its length counted in bytes, since labels are raw UTF-8.
    text = _dump(document)
    text += b" " * (-len(text) % 4)
    buffer += b"\0" * (-len(buffer) % 4)
    total = 12 + 8 + len(text) + (8 + len(buffer) if buffer else 0)
    with atomic(path) as temporary, open(temporary, "wb") as out:
        out.write(struct.pack("<III", 0x46546C67, 2, total))
        out.write(struct.pack("<II", len(text), 0x4E4F534A) + text)
        if buffer:
            out.write(struct.pack("<II", len(buffer), 0x004E4942) + buffer)
    return Path(path)


def write_gltf(scene: Scene, path: str | Path, **options: Any) -> Path:
    """Write a .gltf with its buffer in a .bin file beside it. Atomic, as `write_glb`."""
    path = Path(path)
    document, buffer = to_gltf(scene, **options)
    if not buffer:
        with atomic(path) as temporary:
            temporary.write_bytes(_dump(document))
        return path
    beside = path.with_suffix(".bin")
    document["buffers"][0]["uri"] = beside.name
    # Both are complete before either takes its name.
    with atomic(path) as temporary, atomic(beside) as binary:
        binary.write_bytes(buffer)
        temporary.write_bytes(_dump(document))
    return path


def linear(srgb: float) -> float:
    """A colour component from sRGB to linear light, both 0–1."""
    return srgb / 12.92 if srgb <= 0.04045 else ((srgb + 0.055) / 1.055) ** 2.4


def _dump(document: dict[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def _round(values: Sequence[float], digits: int = 7) -> list[float]:
    return [round(float(v), digits) + 0.0 for v in values]


def _nodes(scene: Scene, node_index: dict[str, int], mesh_index: dict[str, int]) -> list[dict[str, Any]]:
    children: dict[str, list[int]] = {}
    for node in scene.nodes:
        if node.parent is not None:
            children.setdefault(node.parent, []).append(node_index[node.name])
    animated = {(t.node, t.path) for c in scene.clips for t in c.tracks}
    records = []
    for node in scene.nodes:
        record: dict[str, Any] = {"name": node.name}
        if node.mesh is not None:
            record["mesh"] = mesh_index[node.mesh]
        for path, rest in (("translation", (0, 0, 0)), ("rotation", (0, 0, 0, 1)), ("scale", (1, 1, 1))):
            value = getattr(node, path)
            if tuple(value) != rest or (node.name, path) in animated:
                record[path] = _round(value)
        if node.name in children:
            record["children"] = children[node.name]
        extras = jsonable(node.extras)
        if node.parent is None or node.mesh is not None:
            # Whoever hides the roof of the model takes its cover away too.
            extras.setdefault("layer", node.layer.removesuffix("-cover"))
        if extras:
            record["extras"] = extras
        records.append(record)
    return records


def _mesh(mesh: Mesh, writer: Writer, material_index: dict[str, int]) -> dict[str, Any]:
    primitives = []
    for part in mesh.primitives:
        attributes = {
            "POSITION": writer.accessor(on_grid(part.positions, _FINE), "positions", target=ARRAY, bounds=True),
            "NORMAL": writer.accessor(_unit(part.normals), "normals", target=ARRAY),
        }
        if part.colors is not None:
            colors = np.ones((len(part.colors), 4), dtype=np.uint16)
            srgb = np.clip(np.asarray(part.colors, dtype=np.float64), 0, 1)
            light = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
            colors[:, :3], colors[:, 3] = np.round(light * 65535), 65535
            attributes["COLOR_0"] = writer.accessor(colors, "colors", target=ARRAY, normalized=True)
        small = len(part.positions) < 65535
        faces = part.faces.reshape(-1).astype(np.uint16 if small else np.uint32)
        indices = writer.accessor(faces, "indices16" if small else "indices32", target=ELEMENT)
        primitives.append({"attributes": attributes, "indices": indices, "material": material_index[part.material]})
    return {"name": mesh.id, "primitives": primitives}


def _unit(normals: np.ndarray) -> np.ndarray:
    exact = normals.astype(np.float64)
    return on_grid(exact / np.linalg.norm(exact, axis=1, keepdims=True), _EVEN)


def _material(material: Material) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": material.id,
        "pbrMetallicRoughness": {
            "baseColorFactor": [*_round([linear(c) for c in material.rgb], 5), 1.0],
            "metallicFactor": float(material.metallic),
            "roughnessFactor": float(material.roughness),
        },
    }
    if material.double_sided:
        record["doubleSided"] = True
    return record


def _add_cameras(document: dict[str, Any], cameras: Sequence[Camera]) -> None:
    for camera in cameras:
        document.setdefault("cameras", []).append(
            {
                "name": camera.name,
                "type": "perspective",
                "perspective": {"yfov": math.radians(camera.fov), "znear": 0.05, "zfar": 1000.0, "aspectRatio": 16 / 9},
            }
        )
        record = {
            "name": f"camera-{camera.name}",
            "camera": len(document["cameras"]) - 1,
            "translation": _round(camera.eye),
            "rotation": _round(look_at(camera.eye, camera.target)),
        }
        _append_root(document, record)


def _add_sun(document: dict[str, Any], towards: tuple[float, float, float]) -> None:
    document["extensionsUsed"] = ["KHR_lights_punctual"]
    light = {"name": "sun", "type": "directional", "color": [1.0, 0.88, 0.74], "intensity": 3.5}
    document["extensions"] = {"KHR_lights_punctual": {"lights": [light]}}
    record = {
        "name": "light-sun",
        "rotation": _round(look_at(towards, (0.0, 0.0, 0.0))),
        "extensions": {"KHR_lights_punctual": {"light": 0}},
    }
    _append_root(document, record)


def _append_root(document: dict[str, Any], record: dict[str, Any]) -> None:
    document["nodes"].append(dict(record))
    document["scenes"][0]["nodes"].append(len(document["nodes"]) - 1)


def look_at(eye: Sequence[float], target: Sequence[float]) -> tuple[float, float, float, float]:
    """The rotation (x, y, z, w) that turns local −Z from `eye` to `target`, Y kept upward."""
    back = np.asarray(eye, dtype=np.float64) - np.asarray(target, dtype=np.float64)
    back /= np.linalg.norm(back)
    up = np.array([0.0, 1.0, 0.0]) if abs(back[1]) < 0.999 else np.array([0.0, 0.0, -1.0])
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    matrix = np.column_stack([right, np.cross(back, right), back])
    from scipy.spatial.transform import Rotation

    x, y, z, w = Rotation.from_matrix(matrix).as_quat()
    return (float(x), float(y), float(z), float(w))
