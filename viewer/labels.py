"""Names on the picture: what is named, where its plate goes so that no face, no target and no other plate is covered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer import text as letters
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, PAPER, RULE, Canvas
from viewer.pack import Packed

LARGE, SMALL = 17, 12
FIRST = ("hall", "target", "screen", "platform", "stairs-east", "stairs-west", "arrow-rack", "basin", "tally-holder")
QUIET_KINDS = ("arrow", "tally", "ornament", "surroundings", "landscape")
HEAD = 1.72


@dataclass(frozen=True)
class Name:
    """A name to be written: node index, point (3,) it belongs to, lines of text, how much it matters (larger first)."""

    node: int
    point: tuple[float, float, float]
    main: str
    gloss: str
    weight: float
    person: bool


@dataclass(frozen=True)
class Placed:
    """A plate at (x, y) of w × h logical pixels for a name whose point is at `anchor`."""

    name: Name
    x: float
    y: float
    w: float
    h: float
    anchor: tuple[float, float]


def title(extras: Mapping[str, Any], lang: str, fallback: str = "") -> tuple[str, str]:
    """Main line and gloss of what a node is called; `lang` zh, en or both."""
    zh, en = str(extras.get("label") or ""), str(extras.get("label_en") or "")
    zh = letters.drawable(zh, en or fallback)
    if lang == "zh" or not en:
        return (zh or en or fallback, "")
    if lang == "en":
        return (en, "")
    return (zh or en, en if zh else "")


def measure_line(extras: Mapping[str, Any]) -> str:
    """The first measure of a node's evidence, in 尺 and metres; empty where it has none."""
    for entry in extras.get("evidence") or ():
        chi, metres = entry.get("chi"), entry.get("metres")
        if chi is not None and metres is not None:
            return f"{_number(chi)} 尺 = {float(metres):.2f} m"
    return ""


def _number(chi: Any) -> str:
    if isinstance(chi, str) and "/" in chi:
        top, _, bottom = chi.partition("/")
        return f"{int(top) / int(bottom):.4g}"
    return f"{float(chi):.4g}"


def find_names(
    packed: Packed,
    world: NDArray[np.floating],
    camera: Camera,
    lang: str,
    hide: Iterable[str] = (),
    chosen: Iterable[int] = (),
) -> list[Name]:
    """All that could be named in a view, most important first. `chosen` nodes come before everything."""
    nodes = packed.scene.nodes
    hide, chosen = set(hide), set(chosen)
    tops = _tops(packed, world)
    eye = np.asarray(camera.eye)
    out = []
    for i, node in enumerate(nodes):
        if not node.extras.get("label") or node.layer in hide or i not in tops:
            continue
        person = node.extras.get("kind") == "person"
        kind = str(node.extras.get("kind", ""))
        point, size = tops[i]
        if person:
            point = np.asarray(world[i][:3, 3], float) + np.array([0, max(size, HEAD), 0])
        away = float(np.linalg.norm(point - eye)) if camera.flat is None else camera.flat
        seen = size / max(away, 0.1)
        if i not in chosen and (kind in QUIET_KINDS or seen < (0.012 if person else 0.02)):
            continue
        weight = seen + 0.05 * person
        key = str(node.extras.get("id", node.name))
        if key in FIRST:
            weight += 2.0 - 0.1 * FIRST.index(key)
        if i in chosen:
            weight += 10.0
        main, gloss = title(node.extras, lang, node.name)
        if lang == "both" and not person:
            gloss = " · ".join(x for x in (gloss, measure_line(node.extras)) if x)
        elif lang == "zh" and not person:
            gloss = measure_line(node.extras)
        out.append(Name(i, (float(point[0]), float(point[1]), float(point[2])), main, gloss, weight, person))
    return sorted(out, key=lambda n: (-n.weight, n.node))


def _tops(packed: Packed, world: NDArray[np.floating]) -> dict[int, tuple[NDArray[np.float64], float]]:
    """For each node that is shown: middle of its top, and its height or width, gathered from all below it."""
    nodes, index = packed.scene.nodes, packed.index
    low: dict[int, NDArray[np.float64]] = {}
    high: dict[int, NDArray[np.float64]] = {}
    for k, number in enumerate(packed.node):
        matrix = np.asarray(world[number], float)
        shape = packed.shapes[packed.first_shape[k]]
        half = np.abs(matrix[:3, :3]) @ ((shape.high - shape.low) * 0.5)
        if half.max() < 1e-4:
            continue
        middle = matrix[:3, :3] @ shape.centre + matrix[:3, 3]
        at: int | None = int(number)
        while at is not None:
            low[at] = np.minimum(low[at], middle - half) if at in low else middle - half
            high[at] = np.maximum(high[at], middle + half) if at in high else middle + half
            parent = nodes[at].parent
            at = index[parent] if parent is not None else None
    out = {}
    for i, top in high.items():
        middle = (low[i] + top) / 2
        out[i] = (np.array([middle[0], top[1], middle[2]]), float((top - low[i]).max()))
    return out


def place_names(
    names: Sequence[Name],
    camera: Camera,
    width: float,
    height: float,
    most: int = 26,
    blocked: Sequence[tuple[float, float, float, float]] = (),
) -> list[Placed]:
    """Plates for as many names as there is room for. `blocked` are rectangles (x, y, w, h) that must stay free."""
    if not names:
        return []
    spots = camera.project(np.array([n.point for n in names]), width / height)
    busy = list(blocked)
    # Heads stay free: a plate over a face is worse than none.
    for name, (u, v, depth) in zip(names, spots, strict=True):
        if name.person and depth > 0:
            pixels = height / 2 / camera.half_height / (depth if camera.flat is None else 1.0)
            busy.append((u * width - 0.16 * pixels, (1 - v) * height, 0.32 * pixels, 0.42 * pixels))
    out: list[Placed] = []
    for name, (u, v, depth) in zip(names, spots, strict=True):
        if len(out) >= most:
            break
        if depth <= 0.2 or not (0.01 < u < 0.99 and 0.01 < v < 0.99):
            continue
        x, y = u * width, (1 - v) * height
        wide = max(letters.width(name.main, LARGE), letters.width(name.gloss, SMALL) if name.gloss else 0) + 14
        tall = 26.0 + (17.0 if name.gloss else 0.0)
        for dx, dy in ((0, -16), (0.32, -20), (-0.32, -20), (0, -44), (0.45, -58), (-0.45, -58), (0, -84)):
            left, top = x - wide / 2 + dx * wide, y - tall + dy
            box = (left, top, wide, tall)
            inside = left > 4 and top > 4 and left + wide < width - 4 and top + tall < height - 4
            if inside and not any(_meet(box, other) for other in busy):
                busy.append((left - 3, top - 3, wide + 6, tall + 6))
                out.append(Placed(name, left, top, wide, tall, (x, y)))
                break
    return out


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def draw_names(canvas: Canvas, placed: Sequence[Placed]) -> None:
    """Leaders first, then the plates."""
    for p in placed:
        foot = (min(max(p.anchor[0], p.x + 5), p.x + p.w - 5), p.y + p.h)
        canvas.line(foot, p.anchor, INK, 1.0)
        canvas.dot(*p.anchor, 2.6)
    for p in placed:
        canvas.rect(p.x, p.y, p.w, p.h, PAPER)
        canvas.rect(p.x, p.y + p.h - 1, p.w, 1, RULE)
        canvas.text(p.x + p.w / 2, p.y + 0.5, p.name.main, LARGE, INK, "middle")
        if p.name.gloss:
            canvas.text(p.x + p.w / 2, p.y + 23.5, p.name.gloss, SMALL, GLOSS, "middle")
