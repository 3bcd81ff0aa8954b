"""The standing model for the page: a GLB without movement, normals in bytes, compressed."""

from __future__ import annotations

import dataclasses
import gzip
import json
import struct
from typing import Any

import numpy as np

from geometry.export.gltf import to_gltf
from geometry.scene import Scene

_ROW = 12
"""Bytes of a normal as three floats."""


def pack_model(scene: Scene) -> bytes:
    """The scene without its clips as a gzipped GLB; the same scene gives the same bytes. GroundError when it is not fit."""
    document, buffer = to_gltf(dataclasses.replace(scene, clips=()))
    document, buffer = _short_normals(document, buffer)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    buffer += b"\0" * (-len(buffer) % 4)
    head = struct.pack("<IIIII", 0x46546C67, 2, 28 + len(text) + len(buffer), len(text), 0x4E4F534A)
    data = head + text + struct.pack("<II", len(buffer), 0x004E4942) + buffer
    # mtime 0: no clock in the bytes.
    return gzip.compress(data, 9, mtime=0)


def _short_normals(document: dict[str, Any], buffer: bytes) -> tuple[dict[str, Any], bytes]:
    """Normals as normalised bytes (KHR_mesh_quantization): a quarter of the size, and a third of a degree is not seen."""
    found = {p["attributes"]["NORMAL"] for m in document.get("meshes", ()) for p in m["primitives"]}
    if not found:
        return document, buffer
    accessors = [dict(a) for a in document["accessors"]]
    views = [dict(v) for v in document["bufferViews"]]
    short = {accessors[n]["bufferView"] for n in found}
    for n in found:
        accessors[n] |= {
            "componentType": 5120,
            "normalized": True,
            "byteOffset": accessors[n]["byteOffset"] // _ROW * 4,
        }
    out = bytearray()
    for number, view in enumerate(views):
        data = buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        if number in short:
            normals = np.frombuffer(data, dtype="<f4").reshape(-1, 3)
            rows = np.zeros((len(normals), 4), dtype=np.int8)
            rows[:, :3] = np.rint(normals * 127)
            data = rows.tobytes()
            view["byteStride"] = 4
        out.extend(b"\0" * (-len(out) % 4))
        view |= {"byteOffset": len(out), "byteLength": len(data)}
        out.extend(data)
    quantised = {"extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"]}
    return document | quantised | {
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(out)}],
    }, bytes(out)
