"""Writing the model: our writer beside trimesh's exporter and pygltflib on the same still scene, then the animated rite.

Prints processor seconds and sizes of one run on one machine; compare within a run only.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from geometry.export.gltf import write_glb
from geometry.export.report import read_file, report_rows
from geometry.export.still import at_moment, to_trimesh
from layout.choices import Choices, Company
from shegong.build import build_plan, build_rite, build_scene


def timed(what: str, function: Callable[[], Path]) -> None:
    best, path = 1e9, Path()
    for _ in range(3):
        start = time.process_time()
        path = function()
        best = min(best, time.process_time() - start)
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
        growth_with_pairs(folder)
        growth_with_hours(folder)


def growth_with_pairs(folder: Path) -> None:
    """People alone, the second shooting, more and more pairs."""
    print("people only, sections 21 and 22")
    for pairs in (4, 12, 24):
        bigger = build_plan(Choices(), Company(pairs=pairs))
        staged = build_rite(bigger, (21, 22))
        moving = build_scene(bigger, staged, lod=1, only="people")
        label = f"  {pairs} pairs, {staged.duration / 60000:.0f} min"
        timed(label, lambda moving=moving: write_glb(moving, folder / "b.glb"))  # type: ignore[misc]


def growth_with_hours(folder: Path) -> None:
    """More and more of the rite in full detail, up to the whole; then what of each section alone is movement."""
    plan = build_plan(Choices(), Company())
    rite = build_rite(plan)
    scene = build_scene(plan, rite)
    print("in full detail")
    for last in (9, 18, 27, len(scene.clips)):
        part = dataclasses.replace(scene, clips=scene.clips[:last])
        hours = sum(c.duration for c in part.clips) / 3.6e6
        timed(f"  the first {last} sections, {hours:.1f} h", lambda part=part: write_glb(part, folder / "c.glb"))  # type: ignore[misc]
        size = (folder / "c.glb").stat().st_size / 1e6
        movement = movement_of(folder / "c.glb")
        print(f"    {size / hours:.2f} MB an hour; movement {movement:.2f} MB, {movement / hours:.2f} MB an hour")
    for clips in ("sections", "both"):
        timed(f"  the whole, --clips {clips}", lambda clips=clips: write_glb(scene, folder / "d.glb", clips=clips))  # type: ignore[misc]
    print("each section alone: minutes, MB in all, MB an hour of movement")
    for clip in scene.clips:
        alone = write_glb(dataclasses.replace(scene, clips=(clip,)), folder / "e.glb")
        hours, movement = clip.duration / 3.6e6, movement_of(alone)
        size = alone.stat().st_size / 1e6
        print(f"  {clip.extras['section']:2} {hours * 60:6.1f} min {size:6.2f} MB {movement / hours:6.2f} MB/h")


def movement_of(path: Path) -> float:
    """MB of keys, of the channels that tell where they belong, and of the clauses: what comes with the rite and not the ground."""
    rows = {r["part"]: r for r in report_rows(path)}
    document = read_file(path).document
    channels = len(json.dumps(document["animations"], ensure_ascii=False, separators=(",", ":")).encode("utf-8"))
    return ((rows["animation"]["bytes"] or 0) + channels) / 1e6


if __name__ == "__main__":
    main()
