"""Writing glTF 2.0 from our own scene: named nodes with TRS, shared accessors, sparse animation, evidence in extras.

No extension is required by the file; KHR_lights_punctual appears only when a sun is asked for. The same scene gives the same bytes.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import numpy as np

from geometry.export.check import check_scene
from geometry.export.whole import GAP, join_clips
from geometry.scene import Clip, Material, Mesh, Scene
from layout.errors import GroundError
from layout.files import atomic

Clips = Literal["whole", "sections", "both"]

_FLOAT, _SHORT, _USHORT, _UINT = 5126, 5122, 5123, 5125
_ARRAY, _ELEMENT = 34962, 34963
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
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


@dataclass
class _View:
    """A buffer view in the making: chunks of bytes, one stride, one target."""

    stride: int | None
    target: int | None
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0

    def add(self, data: bytes) -> int:
        pad = -self.size % 4
        self.chunks.append(b"\0" * pad + data)
        offset = self.size + pad
        self.size = offset + len(data)
        return offset


class _Writer:
    """Collects accessors; equal content is stored once."""

    def __init__(self) -> None:
        self.views: dict[str, _View] = {}
        self.accessors: list[dict[str, Any]] = []
        self._known: dict[tuple[Any, ...], int] = {}
        self._data: list[bytes] = []

    def accessor(
        self, array: np.ndarray, view: str, *, target: int | None = None, bounds: bool = False, normalized: bool = False
    ) -> int:
        array = np.ascontiguousarray(array)
        component = {"f": _FLOAT, "h": _SHORT, "H": _USHORT, "I": _UINT}[array.dtype.char]
        width = 1 if array.ndim == 1 else array.shape[1]
        data = array.tobytes()
        key = (view, component, width, normalized, bounds, data)
        known = self._known.get(key)
        if known is not None:
            return known
        stride = array.dtype.itemsize * width if target == _ARRAY else None
        slot = self.views.setdefault(view, _View(stride, target))
        record: dict[str, Any] = {
            "bufferView": view,
            "byteOffset": slot.add(data),
            "componentType": component,
            "count": len(array),
            "type": _TYPES[width],
        }
        if normalized:
            record["normalized"] = True
        if bounds:
            # A reader compares with the stored float32, so the bounds are those, printed exactly.
            low, high = array.min(axis=0), array.max(axis=0)
            record["min"] = [float(v) for v in np.atleast_1d(low)]
            record["max"] = [float(v) for v in np.atleast_1d(high)]
        return self._add(record, key)

    def _add(self, record: dict[str, Any], key: tuple[Any, ...]) -> int:
        self.accessors.append(record)
        self._data.append(key[-1])
        self._known[key] = len(self.accessors) - 1
        return len(self.accessors) - 1

    def output(self, values: np.ndarray, rotation: bool, whole: int | None) -> int:
        """The values of a channel. Where another accessor, `whole`, holds them somewhere, they are not stored a second time."""
        array = _short(values) if rotation else values.astype(np.float32)
        view = "rotations" if rotation else "keys"
        if whole is not None and len(array) > 2:
            size = array.dtype.itemsize * array.shape[1]
            # A turn and its negative are the same.
            for data in (array.tobytes(), (-array).tobytes()) if rotation else (array.tobytes(),):
                at = self._data[whole].find(data)
                while at >= 0 and at % size:
                    at = self._data[whole].find(data, at + 1)
                if at >= 0:
                    record = self.accessors[whole]
                    record = record | {"byteOffset": record["byteOffset"] + at, "count": len(array)}
                    key = (view, whole, at, data)
                    known = self._known.get(key)
                    return self._add(record, key) if known is None else known
        return self.accessor(array, view, normalized=rotation)

    def finish(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]], bytes]:
        """Accessors, buffer views and the buffer."""
        buffer = bytearray()
        views: list[dict[str, Any]] = []
        number: dict[str, int] = {}
        for name, view in self.views.items():
            buffer.extend(b"\0" * (-len(buffer) % 4))
            data = b"".join(view.chunks)
            record: dict[str, Any] = {"buffer": 0, "byteOffset": len(buffer), "byteLength": len(data)}
            if view.stride:
                record["byteStride"] = view.stride
            if view.target:
                record["target"] = view.target
            number[name] = len(views)
            views.append(record)
            buffer.extend(data)
        accessors = [a | {"bufferView": number[a["bufferView"]]} for a in self.accessors]
        return accessors, views, bytes(buffer)


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
    writer = _Writer()
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
    order = _alike(scene)
    whole: dict[tuple[str, str], int] = {}
    animations = [a for a in (_animation(c, writer, node_index, order, whole) for c in _chosen(scene, clips)) if a]
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


def jsonable(value: Any) -> Any:
    """A value that JSON holds: a Fraction becomes its text ("158/15"), so that no evidence is lost or rounded."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {k if type(k) is str else str(k): jsonable(v) for k, v in value.items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(k): jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted(jsonable(v) for v in value)
    if isinstance(value, np.generic):
        return jsonable(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        raise GroundError(f"a number of the evidence is {value}; JSON has no such number")
    return value


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


def _mesh(mesh: Mesh, writer: _Writer, material_index: dict[str, int]) -> dict[str, Any]:
    primitives = []
    for part in mesh.primitives:
        attributes = {
            "POSITION": writer.accessor(_grid(part.positions, _FINE), "positions", target=_ARRAY, bounds=True),
            "NORMAL": writer.accessor(_unit(part.normals), "normals", target=_ARRAY),
        }
        if part.colors is not None:
            colors = np.ones((len(part.colors), 4), dtype=np.uint16)
            srgb = np.clip(np.asarray(part.colors, dtype=np.float64), 0, 1)
            light = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
            colors[:, :3], colors[:, 3] = np.round(light * 65535), 65535
            attributes["COLOR_0"] = writer.accessor(colors, "colors", target=_ARRAY, normalized=True)
        small = len(part.positions) < 65535
        faces = part.faces.reshape(-1).astype(np.uint16 if small else np.uint32)
        indices = writer.accessor(faces, "indices16" if small else "indices32", target=_ELEMENT)
        primitives.append({"attributes": attributes, "indices": indices, "material": material_index[part.material]})
    return {"name": mesh.id, "primitives": primitives}


def _unit(normals: np.ndarray) -> np.ndarray:
    exact = normals.astype(np.float64)
    return _grid(exact / np.linalg.norm(exact, axis=1, keepdims=True), _EVEN)


def _grid(values: np.ndarray, grid: int) -> np.ndarray:
    """Values rounded to 1/grid as float32: a power of two leaves their low bits empty, and the file packs to half the size."""
    rounded: np.ndarray = (np.round(values.astype(np.float64) * grid) / grid + 0.0).astype(np.float32)
    return rounded


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


def _chosen(scene: Scene, clips: Clips) -> list[Clip]:
    moving = [c for c in scene.clips if c.tracks]
    if not moving:
        return []
    chosen = [join_clips(scene)] if clips in ("whole", "both") else []
    return chosen + (moving if clips in ("sections", "both") else [])


def _alike(scene: Scene) -> dict[str, str]:
    """What each node is one of: a joint of a body, a kind of thing."""
    root: dict[str, str] = {}
    kinds = {}
    for node in scene.nodes:
        root[node.name] = root[node.parent] if node.parent is not None else node.name
        kinds[node.name] = node.name[len(root[node.name]) :] or str(node.extras.get("kind", ""))
    return kinds


def _animation(
    clip: Clip, writer: _Writer, node_index: dict[str, int], kinds: dict[str, str], whole: dict[tuple[str, str], int]
) -> dict[str, Any] | None:
    """The animation of a clip; `whole` the values of every channel in the clip before it that has it: what is said there
    is not said again."""
    if not clip.tracks:
        return None
    end = np.float32(clip.duration / 1000)
    inputs, outputs = [], [0] * len(clip.tracks)
    ended: list[np.ndarray] = []
    # Most channels of a section hold one value: their two times are the same, and their values have often been written.
    held: dict[tuple[bool, bytes], int] = {}
    holds: int | None = None
    for track in clip.tracks:
        if holds is not None and len(track.times) == 1:
            inputs.append(holds)
            ended.append(track.values)
            continue
        times, values = (track.times / 1000).astype(np.float32), track.values
        rest = clip.duration - int(track.times[-1])
        if rest >= GAP:
            # Every channel reaches the end of the clip: some readers loop each channel by its own last key.
            times, values = np.append(times, end), np.concatenate([values, values[-1:]])
        elif rest and len(times) > 1:
            # No room for one key more: the last is the end.
            times[-1] = end
        inputs.append(writer.accessor(times, "times", bounds=True))
        ended.append(values)
        if len(track.times) == 1 and len(times) == 2:
            holds = inputs[-1]
            ended[-1] = track.values
    # One joint of all people after another: they bow alike, and what is alike packs best side by side. Times are the same
    # for the joints of one person.
    for n in sorted(range(len(clip.tracks)), key=lambda n: kinds[clip.tracks[n].node]):
        values, rotation = ended[n], clip.tracks[n].path == "rotation"
        channel = (clip.tracks[n].node, clip.tracks[n].path)
        if len(values) == 1 and inputs[n] == holds:
            one = (rotation, values.tobytes())
            if one not in held:
                held[one] = writer.output(np.concatenate([values, values]), rotation, None)
            outputs[n] = held[one]
        else:
            outputs[n] = writer.output(values, rotation, whole.get(channel))
        whole.setdefault(channel, outputs[n])
    samplers: list[dict[str, Any]] = []
    known: dict[tuple[int, int, bool], int] = {}
    channels = []
    for track, *key in zip(clip.tracks, inputs, outputs, strict=True):
        # Channels that move alike (most of them rest) share a sampler; LINEAR is what a sampler is without a word.
        first, second = key
        number = known.get((first, second, track.step))
        if number is None:
            number = known[first, second, track.step] = len(samplers)
            samplers.append({"input": first, "output": second} | ({"interpolation": "STEP"} if track.step else {}))
        channels.append({"sampler": number, "target": {"node": node_index[track.node], "path": track.path}})
    return {"name": clip.name, "channels": channels, "samplers": samplers, "extras": jsonable(seconds(clip.extras))}


def seconds(extras: Any) -> Any:
    """Extras with their `start`, `end` and `duration` turned from ms to seconds, as the contract promises outside."""
    if isinstance(extras, Mapping):
        timed = ("start", "end", "duration")
        return {k: v / 1000 if k in timed and isinstance(v, int) else seconds(v) for k, v in extras.items()}
    if isinstance(extras, (list, tuple)):
        return [seconds(v) for v in extras]
    return extras


def _short(values: np.ndarray) -> np.ndarray:
    """Unit quaternions as normalised 16-bit integers; neighbours keep the same sign."""
    short: np.ndarray = np.round(np.clip(values, -1, 1) * 32767).astype(np.int16)
    return short


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
