"""Run where `bpy` is installed: python tests/tools/blender_check.py FILE.glb

Opens the file in Blender as a module and checks what a user sees first: axes, size, names, one action a clip, and that people stand
where the file says at its first and last moment. Prints one line a check; exits with 1 when one fails.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path


def document(path: Path) -> dict:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + length])


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
    doc = document(path)
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
    check("every node is an object of the same name", not missing, f"missing: {missing[:5]}")
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
        "labels arrive as custom properties", all("label" in objects[p["name"]] for p in people if p["name"] in objects)
    )
    clips = doc.get("animations", [])
    for person in people[:3]:
        data = objects[person["name"]].animation_data
        check(f"{person['name']} is animated", data is not None or not clips)
    if clips:
        end = max(doc["accessors"][s["input"]]["max"][0] for s in clips[0]["samplers"])
        rate = bpy.context.scene.render.fps
        last = max((a.frame_range[1] for a in bpy.data.actions), default=0)
        check(
            "the actions last as long as the clip", abs(last - end * rate) <= 2, f"{last / rate:.1f} s for {end:.1f} s"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
