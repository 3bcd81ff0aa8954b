"""Run where `bpy` is installed: python tests/tools/blender_check.py FILE.glb

Opens the file in Blender as a module and checks what a user sees first: axes, size, names, labels, cameras, one action a clip,
and that everyone stands where the file says at five moments from the first to the last. Prints one line a check; exits with 1
when one fails.
"""

from __future__ import annotations

import bisect
import json
import struct
import sys
from pathlib import Path

WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def read(path: Path) -> tuple[dict, bytes]:
    """The document and the buffer of a .glb."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def values(document: dict, buffer: bytes, accessor: int) -> list[tuple[float, ...]]:
    """The rows of a float accessor."""
    record = document["accessors"][accessor]
    width, count = WIDTH[record["type"]], record["count"]
    start = document["bufferViews"][record["bufferView"]].get("byteOffset", 0) + record.get("byteOffset", 0)
    flat = struct.unpack_from(f"<{width * count}f", buffer, start)
    return [flat[n : n + width] for n in range(0, len(flat), width)]


def places(document: dict, buffer: bytes) -> dict[str, tuple[list[float], list[tuple[float, ...]]]]:
    """Times and places of every root that the first clip moves, by name."""
    clip = document["animations"][0]
    roots = set(document["scenes"][0]["nodes"])
    found = {}
    for channel in clip["channels"]:
        target = channel["target"]
        if target["path"] == "translation" and target["node"] in roots:
            sampler = clip["samplers"][channel["sampler"]]
            if sampler.get("interpolation", "LINEAR") == "LINEAR":
                times = [row[0] for row in values(document, buffer, sampler["input"])]
                found[document["nodes"][target["node"]]["name"]] = (times, values(document, buffer, sampler["output"]))
    return found


def at(times: list[float], rows: list[tuple[float, ...]], t: float) -> list[float]:
    """A LINEAR channel at a time."""
    n = min(max(bisect.bisect_right(times, t), 1), len(times) - 1)
    if n == 0:
        return list(rows[0])
    part = min(max((t - times[n - 1]) / (times[n] - times[n - 1]), 0.0), 1.0)
    return [low + (high - low) * part for low, high in zip(rows[n - 1], rows[n], strict=True)]


def main(argv: list[str]) -> int:
    if len(argv) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import bpy
    except ImportError:
        print("bpy (Blender as a module) is not installed here: pip install bpy", file=sys.stderr)
        return 2
    path = Path(argv[0])
    doc, buffer = read(path)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(path))
    failed = 0

    def check(name: str, good: bool, detail: str = "") -> None:
        nonlocal failed
        failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {name} {detail}")

    names = [n["name"] for n in doc["nodes"]]
    objects = bpy.data.objects
    missing = [n for n in names if n not in objects]
    check("every node is an object of the same name", not missing, f"missing: {missing[:5]}" if missing else "")
    target = objects.get("target")
    if target is not None:
        place = target.matrix_world.translation
        factor = doc["asset"]["extras"]["metres_per_chi"]
        # Blender is Z up: north is +Y, so the target lies on −Y.
        check("the target lies south, in metres", place.y < -100 * factor and abs(place.x) < 1, f"{place.y:.2f} m")
    east, west = objects.get("stairs-east"), objects.get("stairs-west")
    if east is not None and west is not None:
        check("east is +X", east.matrix_world.translation.x > west.matrix_world.translation.x)
    people = [n for n in doc["nodes"] if n.get("extras", {}).get("kind") == "person"]
    check(
        "labels arrive as custom properties",
        all(objects[p["name"]].get("label") == p["extras"]["label"] for p in people if p["name"] in objects),
    )
    cameras = [c for c in objects if c.type == "CAMERA"]
    check("cameras arrive", len(cameras) == len(doc.get("cameras", [])), f"{len(cameras)}")
    clips = doc.get("animations", [])
    if clips:
        moving = places(doc, buffer)
        check(
            "everyone who moves has an action",
            all(objects[n].animation_data is not None for n in moving),
            f"{len(moving)} roots",
        )
        end = max(doc["accessors"][s["input"]]["max"][0] for s in clips[0]["samplers"])
        rate = bpy.context.scene.render.fps
        last = max((a.frame_range[1] for a in bpy.data.actions), default=0)
        lasts = f"{last / rate:.1f} s for {end:.1f} s"
        check("the actions last as long as the clip", abs(last - end * rate) <= 2, lasts)
        worst, whose = 0.0, ""
        for part in (0, 0.23, 0.5, 0.77, 1):
            frame = round(part * end * rate)
            bpy.context.scene.frame_set(frame)
            for name, (times, rows) in moving.items():
                x, y, z = at(times, rows, frame / rate)
                is_at = objects[name].matrix_world.translation
                # glTF (x, y, z) is Blender (x, −z, y).
                far = max(abs(is_at.x - x), abs(is_at.y + z), abs(is_at.z - y))
                if far > worst:
                    worst, whose = far, f"{name} at {frame / rate:.1f} s"
        check("everyone is where the file says at five moments", worst < 0.002, f"{worst * 1000:.2f} mm {whose}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
