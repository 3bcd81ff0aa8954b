"""What is in a written file: sizes by part, nodes, triangles, clips, cameras, and how much of it carries evidence.

Everything is read from the file itself, ours or another's, so that the report tells what a reader will find.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from geometry.scene import Scene
from layout.errors import InputError

_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_GLB = 0x46546C67
_JSON_PARTS = {
    "asset": "asset",
    "nodes": "nodes",
    "animations": "channels",
    "accessors": "accessors",
    "bufferViews": "accessors",
    "meshes": "meshes",
    "materials": "materials",
}


class Row(TypedDict):
    """A line of the report: the part, how many there are, the bytes that it takes (None where it has none of its own)."""

    part: str
    count: int
    bytes: int | None
    detail: str


@dataclass
class GltfFile:
    """A glTF file as it lies on the disk: its document, and the bytes of its files."""

    path: Path
    document: dict[str, Any]
    size: int
    beside: tuple[Path, ...] = ()
    _sizes: list[int] = field(default_factory=list)

    def accessor_bytes(self, index: int) -> int:
        """Bytes of one accessor's values."""
        if not self._sizes:
            self._sizes = [
                a["count"] * _WIDTHS[a["type"]] * _BYTES[a["componentType"]] for a in self.items("accessors")
            ]
        return self._sizes[index]

    def items(self, key: str) -> list[dict[str, Any]]:
        """A top-level list of the document."""
        found: list[dict[str, Any]] = self.document.get(key, [])
        return found


def read_file(path: str | Path) -> GltfFile:
    """Read a .glb or .gltf. InputError, naming the file, where it is none."""
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as bad:
        raise InputError(f"{path}: {bad.strerror}") from None
    text = data
    if data[:4] == b"glTF":
        try:
            _, version, total = struct.unpack_from("<III", data)
            length, kind = struct.unpack_from("<II", data, 12)
        except struct.error:
            raise InputError(f"{path}: ends before its first chunk") from None
        if version != 2 or kind != 0x4E4F534A:
            raise InputError(f"{path}: expected a binary glTF 2.0 file that begins with a JSON chunk")
        if total != len(data):
            raise InputError(f"{path}: says that it has {total} bytes and has {len(data)}: it was cut off or added to")
        text = data[20 : 20 + length]
    try:
        document = json.loads(text)
        good = isinstance(document, dict) and document["asset"]["version"].startswith("2")
    except (ValueError, KeyError, TypeError, AttributeError):
        good = False
    if not good:
        raise InputError(f"{path}: not a glTF 2.0 file")
    uris = [b["uri"] for b in (*document.get("buffers", []), *document.get("images", [])) if "uri" in b]
    beside = tuple(path.parent / u for u in uris if not u.startswith("data:"))
    lost = [p.name for p in beside if not p.exists()]
    if lost:
        raise InputError(f"{path}: {', '.join(lost)} should lie beside it")
    return GltfFile(path, document, len(data) + sum(p.stat().st_size for p in beside), beside)


def report_rows(path: str | Path) -> list[Row]:
    """The report of a file, part by part."""
    file = read_file(path)
    try:
        return _rows(file)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as bad:
        # Another program's file may promise what it does not hold.
        raise InputError(f"{path}: its parts do not fit together ({type(bad).__name__}: {bad})") from None


def _rows(file: GltfFile) -> list[Row]:
    rows = [
        _row("file", 1 + len(file.beside), file.size, ", ".join([file.path.name, *(p.name for p in file.beside)])),
        _packed(file),
        *_geometry(file),
        *_movement(file),
        *_texts(file),
        _row("images", len(file.items("images")), _image_bytes(file), ""),
        *_views(file),
        *_asset(file),
        *evidence_rows(file),
    ]
    known = sum(r["bytes"] or 0 for r in rows[1:])
    rows.append(_row("other", 1, file.size - known, "headers and padding"))
    return rows


def still_rows(scene: Scene, path: Path) -> list[Row]:
    """The report of a still scene in a format of shapes alone (OBJ, STL, PLY)."""
    shown = [n for n in scene.nodes if n.mesh is not None]
    drawn: Counter[str] = Counter()
    for node in shown:
        drawn[node.layer] += sum(len(p.faces) for p in scene.meshes[str(node.mesh)].primitives)
    people = sum(n.extras.get("kind") == "person" for n in scene.nodes)
    return [
        _row("file", 1, path.stat().st_size, path.name),
        _row("objects", len(shown), None, f"{people} people"),
        _row("triangles", sum(drawn.values()), None, _listed(drawn)),
    ]


def _row(part: str, count: int, size: int | None = None, detail: str = "") -> Row:
    return {"part": part, "count": count, "bytes": size, "detail": detail}


def _packed(file: GltfFile) -> Row:
    """How small the file gets on its way through the net; of what moves for hours, what an hour takes."""
    packed = sum(len(zlib.compress(p.read_bytes(), 6)) for p in (file.path, *file.beside))
    hours = max((_length_of(file, a) for a in file.items("animations")), default=0.0) / 3600
    rate = (
        f"; an hour takes {size_text(round(file.size / hours))}, {size_text(round(packed / hours))} packed"
        if hours >= 1
        else ""
    )
    return _row("gzip", 1, None, f"packs to {size_text(packed)}{rate}")


def _length_of(file: GltfFile, animation: dict[str, Any]) -> float:
    """Seconds that an animation lasts."""
    inputs = (file.items("accessors")[s["input"]] for s in animation["samplers"])
    return max((float(a.get("max", [0.0])[0]) for a in inputs), default=0.0)


def _geometry(file: GltfFile) -> list[Row]:
    """Nodes, meshes and triangles; a mesh that is shown often is stored once."""
    nodes, meshes = file.items("nodes"), file.items("meshes")
    layers = _layers(nodes)
    people = sum(n.get("extras", {}).get("kind") == "person" for n in nodes)
    stored: set[int] = set()
    shape_bytes: Counter[str] = Counter()
    faces = [sum(_triangles(file, p) for p in m["primitives"]) for m in meshes]
    drawn: Counter[str] = Counter()
    for number, node in enumerate(nodes):
        if "mesh" not in node:
            continue
        drawn[layers[number]] += faces[node["mesh"]]
        for part in meshes[node["mesh"]]["primitives"]:
            for accessor in {*part["attributes"].values(), *([part["indices"]] if "indices" in part else [])} - stored:
                stored.add(accessor)
                shape_bytes[layers[number]] += file.accessor_bytes(accessor)
    return [
        _row("nodes", len(nodes), None, f"{people} people"),
        _row("triangles", sum(drawn.values()), None, _listed(drawn)),
        _row("meshes", len(meshes), sum(shape_bytes.values()), _sized(shape_bytes)),
        _row("materials", len(file.items("materials"))),
    ]


def _triangles(file: GltfFile, part: dict[str, Any]) -> int:
    if part.get("mode", 4) != 4:
        return 0
    counted = part["indices"] if "indices" in part else part["attributes"]["POSITION"]
    return int(file.items("accessors")[counted]["count"]) // 3


def _layers(nodes: list[dict[str, Any]]) -> list[str]:
    """The layer of each node: its own, or that of the nearest above it that has one."""
    above: dict[int, int] = {child: n for n, node in enumerate(nodes) for child in node.get("children", ())}
    found: list[str] = []
    for number in range(len(nodes)):
        at: int | None = number
        layer = ""
        while at is not None and not layer:
            layer = nodes[at].get("extras", {}).get("layer", "")
            at = above.get(at)
        found.append(layer or "unnamed")
    return found


def _movement(file: GltfFile) -> list[Row]:
    """Each animation with its length, and the bytes of times and values that all of them share."""
    rows: list[Row] = []
    accessors = file.items("accessors")
    used: dict[str, set[int]] = {"times": set(), "turns": set(), "places": set()}
    for animation in file.items("animations"):
        keys, end = 0, _length_of(file, animation)
        paths = {c["sampler"]: c["target"]["path"] for c in animation["channels"]}
        for number, sampler in enumerate(animation["samplers"]):
            used["times"].add(sampler["input"])
            used["turns" if paths.get(number) == "rotation" else "places"].add(sampler["output"])
            keys += accessors[sampler["input"]]["count"]
        detail = f"{end:.1f} s, {len(animation['channels']):,} channels, {keys:,} keys{_title(animation)}"
        rows.append(_row(f"clip {animation.get('name', len(rows))}", 1, None, detail))
    sizes = {kind: _covered(file, found) for kind, found in used.items()}
    total = sum(sizes.values())
    return [_row("animation", len(rows), total, _sized(Counter(sizes))), *rows]


def _covered(file: GltfFile, numbers: set[int]) -> int:
    """Bytes that lie under accessors, those under several counted once: the clip of a section may be a part of the whole."""
    total = 0
    ends: dict[int, int] = {}
    accessors = file.items("accessors")
    for view, start, number in sorted(
        (accessors[n].get("bufferView", -1), accessors[n].get("byteOffset", 0), n) for n in numbers
    ):
        end = start + file.accessor_bytes(number)
        total += max(0, end - max(start, ends.get(view, 0)))
        ends[view] = max(end, ends.get(view, 0))
    return total


def _title(animation: dict[str, Any]) -> str:
    """Of what an animation is: the title of its section, or how many sections it goes through."""
    extras = animation.get("extras", {})
    if "sections" in extras:
        number = len(extras["sections"])
        return f"; {number} section{'' if number == 1 else 's'}"
    titles = [extras[k] for k in ("title", "english") if extras.get(k)]
    return f"; {' '.join(titles)}" if titles else ""


def _texts(file: GltfFile) -> list[Row]:
    """The JSON by part; extras (names, evidence, clauses) apart from what a reader needs to draw."""
    document = dict(file.document)
    nodes = [{k: v for k, v in n.items() if k != "extras"} for n in file.items("nodes")]
    clips = [{k: v for k, v in a.items() if k != "extras"} for a in file.items("animations")]
    extras = [n["extras"] for n in file.items("nodes") if "extras" in n]
    clauses = [a["extras"] for a in file.items("animations") if "extras" in a]
    sizes: Counter[str] = Counter()
    for key, value in (document | {"nodes": nodes, "animations": clips}).items():
        sizes[_JSON_PARTS.get(key, "the rest")] += _length(value)
    said = Counter({"names and evidence of nodes": _length(extras), "clauses of clips": _length(clauses)})
    steps = sum(len(s.get("steps", ())) for c in clauses for s in c.get("sections", (c,)))
    return [
        _row("JSON", 1, sum(sizes.values()), _sized(sizes)),
        _row("extras", len(extras) + len(clauses), sum(said.values()), f"{_sized(said)}; {steps} clauses"),
    ]


def _length(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")) if value else 0


def _image_bytes(file: GltfFile) -> int:
    views = file.items("bufferViews")
    return sum(views[i["bufferView"]]["byteLength"] for i in file.items("images") if "bufferView" in i)


def _views(file: GltfFile) -> list[Row]:
    names = ", ".join(c.get("name", "") for c in file.items("cameras"))
    lights = file.document.get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])
    return [
        _row("cameras", len(file.items("cameras")), None, names),
        _row("lights", len(lights), None, ", ".join(n.get("name", "") for n in lights)),
    ]


def _asset(file: GltfFile) -> list[Row]:
    extras = file.document["asset"].get("extras", {})
    told = [f"reading {extras['reading']}"] if "reading" in extras else []
    told += [f"「{c}」" for c in extras.get("restated", ())]
    told += [f"1 尺 = {extras['metres_per_chi']} m"] if "metres_per_chi" in extras else []
    told += [f"needs {e}" for e in file.document.get("extensionsRequired", ())]
    return [_row("asset", 1, None, ", ".join([file.document["asset"].get("generator", ""), *told]))]


def evidence_rows(file: GltfFile) -> list[Row]:
    """How many of the things that stand on the ground carry their evidence, by certainty, and which do not."""
    roots = {n for scene in file.items("scenes") for n in scene.get("nodes", ())}
    nodes = file.items("nodes")
    things = [n for number, n in enumerate(nodes) if number in roots and "mesh" in n and not _person(n)]
    proven = [n for n in things if n.get("extras", {}).get("evidence")]
    grades = Counter(e["certainty"] for n in proven for e in n["extras"]["evidence"] if "certainty" in e)
    rows = [_row("evidence", len(proven), None, f"of {len(things)} things; {_listed(grades)}")]
    lacking = [n.get("name", "") for n in things if not n.get("extras", {}).get("evidence")]
    if lacking:
        rows.append(_row("no evidence", len(lacking), None, ", ".join(lacking)))
    return rows


def _person(node: dict[str, Any]) -> bool:
    extras = node.get("extras", {})
    return bool(extras.get("kind") == "person" or extras.get("layer") == "people")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.most_common() if count)


def _sized(sizes: Counter[str]) -> str:
    return ", ".join(f"{name} {size_text(size)}" for name, size in sizes.most_common() if size)


def size_text(size: int) -> str:
    """A number of bytes as people say it: 812 B, 103.8 kB, 1.71 MB."""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1e3:.1f} kB" if size < 1e6 else f"{size / 1e6:.2f} MB"


def told(rows: Sequence[Row]) -> list[dict[str, str]]:
    """The report for a reader: counts and sizes as people say them, and what share of the file each part takes."""
    whole = rows[0]["bytes"] or 1
    return [
        {
            "part": row["part"],
            "count": f"{row['count']:,}",
            "size": "" if row["bytes"] is None else size_text(row["bytes"]),
            "share": "" if row["bytes"] is None else f"{row['bytes'] / whole:.0%}",
            "what": row["detail"],
        }
        for row in rows
        if row["count"] or row["bytes"]
    ]
