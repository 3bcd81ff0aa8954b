"""What is in a file: nodes, triangles, clips, sizes, and how much of it carries evidence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from geometry.scene import Scene


def triangles(scene: Scene) -> Counter[str]:
    """Triangles drawn, by layer."""
    count: Counter[str] = Counter()
    for node in scene.nodes:
        if node.mesh is not None:
            count[node.layer] += sum(len(p.faces) for p in scene.meshes[node.mesh].primitives)
    return count


def report_rows(scene: Scene, path: Path | None = None) -> list[tuple[str, str]]:
    """Lines of the report, each a name and a value."""
    by_layer = triangles(scene)
    people = [n for n in scene.nodes if n.extras.get("kind") == "person"]
    measured = [n for n in scene.nodes if n.mesh and n.layer != "people" and n.parent is None]
    proven = [n for n in measured if n.extras.get("evidence")]
    keys = sum(len(t.times) for c in scene.clips for t in c.tracks)
    rows = [
        ("nodes", str(len(scene.nodes))),
        ("people", str(len(people))),
        ("meshes", str(len({n.mesh for n in scene.nodes if n.mesh}))),
        ("triangles", f"{sum(by_layer.values())} ({', '.join(f'{k} {v}' for k, v in sorted(by_layer.items()))})"),
        ("clips", f"{len(scene.clips)} ({sum(c.duration for c in scene.clips) / 1000:.1f} s, {keys} keys)"),
        ("evidence", f"{len(proven)} of {len(measured)} things carry their evidence"),
    ]
    if path is not None:
        rows.append(("size", f"{path.stat().st_size} bytes"))
    lacking = [n.name for n in measured if not n.extras.get("evidence")]
    if lacking:
        rows.append(("without evidence", ", ".join(lacking[:20]) + (" …" if len(lacking) > 20 else "")))
    return rows
