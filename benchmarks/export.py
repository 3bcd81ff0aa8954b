"""Writing the model: our writer beside trimesh's exporter and pygltflib on the same still scene, then the animated rite.

Prints seconds and sizes of one run on one machine; compare within a run only.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from geometry.export.gltf import write_glb
from geometry.export.still import at_moment, to_trimesh
from layout.choices import Choices, Company
from shegong.build import build_plan, build_rite, build_scene


def timed(what: str, function: Callable[[], Path]) -> None:
    best, path = 1e9, Path()
    for _ in range(3):
        start = time.perf_counter()
        path = function()
        best = min(best, time.perf_counter() - start)
    data = path.read_bytes()
    print(f"{what:44} {best:7.2f} s {len(data) / 1e6:8.2f} MB {len(gzip.compress(data, 6)) / 1e6:8.2f} MB gzipped")


def with_trimesh(scene: Any, path: Path) -> Path:
    import trimesh

    out = trimesh.Scene()
    for name, mesh in to_trimesh(scene).items():
        out.add_geometry(mesh, node_name=name, geom_name=name)
    out.export(path)
    return path


def with_pygltflib(source: Path, path: Path) -> Path:
    import pygltflib

    pygltflib.GLTF2().load(source).save(path)
    return path


def main() -> None:
    plan = build_plan(Choices(), Company())
    rite = build_rite(plan, (18,))
    scene = build_scene(plan, rite, lod=1)
    still = at_moment(scene, 0, 120_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("still scene of section 18")
        timed("  ours", lambda: write_glb(still, folder / "ours.glb"))
        timed("  trimesh", lambda: with_trimesh(still, folder / "trimesh.glb"))
        timed(
            "  pygltflib, reading ours and writing it", lambda: with_pygltflib(folder / "ours.glb", folder / "py.glb")
        )
        print("animated")
        timed(f"  section 18, {rite.duration / 60000:.0f} min", lambda: write_glb(scene, folder / "a.glb"))
        for pairs in (4, 12, 24):
            bigger = build_plan(Choices(), Company(pairs=pairs))
            staged = build_rite(bigger, (21, 22))
            moving = build_scene(bigger, staged, lod=1, only="people")
            label = f"  people only, 21–22, {pairs} pairs, {staged.duration / 60000:.0f} min"
            timed(label, lambda moving=moving: write_glb(moving, folder / "b.glb"))  # type: ignore[misc]


if __name__ == "__main__":
    main()
