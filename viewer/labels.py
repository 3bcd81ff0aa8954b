"""What things are called, and whether what is named can be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node
from viewer import text as letters
from viewer.camera import Camera
from viewer.quantities import chi_words


@dataclass(frozen=True)
class Name:
    """A name to be written: node index, point (3,) it belongs to, lines of text, how much it matters (larger first)."""

    node: int
    point: tuple[float, float, float]
    main: str
    gloss: str
    weight: float
    person: bool


def title(extras: Mapping[str, Any], lang: str, fallback: str = "") -> tuple[str, str]:
    """Main line and gloss of what a node is called; `lang` zh, en or both."""
    zh, en = str(extras.get("label") or ""), str(extras.get("label_en") or "")
    zh = letters.drawable(zh, en or fallback)
    if lang == "zh" or not en:
        return (zh or en or fallback, "")
    if lang == "en":
        return (en, "")
    return (zh or en, en if zh else "")


def counted(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Whether what steps of evidence come to is a number of things, not a length."""
    return bool(steps) and steps[-1].get("chi") is not None and steps[-1].get("metres") is None


def result_line(steps: Sequence[Mapping[str, Any]]) -> str:
    """What steps of evidence come to: the last of them that comes to anything."""
    if counted(steps):
        return _number(steps[-1]["chi"])
    return next((line for line in map(entry_line, reversed(steps)) if line), "")


def entry_line(entry: Mapping[str, Any]) -> str:
    """What one step of evidence comes to, in 尺 and metres; empty for nothing and nought."""
    chi, metres = entry.get("chi"), entry.get("metres")
    if chi is None or metres is None or abs(float(metres)) < 1e-6:
        return ""
    return f"{chi_words(chi)} = {float(metres):.2f} m"


def _number(chi: Any) -> str:
    if isinstance(chi, str) and "/" in chi:
        top, _, bottom = chi.partition("/")
        return f"{int(top) / int(bottom):.4g}"
    return f"{float(chi):.4g}"


def owns(nodes: Sequence[Node], index: Mapping[str, int], node: int, hit: int) -> bool:
    """Whether a node hit is the named one or lies below it."""
    at: int | None = hit
    while at is not None:
        if at == node:
            return True
        parent = nodes[at].parent
        at = index[parent] if parent is not None else None
    return False


def in_sight(
    names: Sequence[Name],
    camera: Camera,
    pick: Callable[[NDArray[np.floating], NDArray[np.floating], float], int | None],
    owns: Callable[[int, int], bool],
) -> list[Name]:
    """Those names whose point is not behind something else. `pick(origin, way, reach)` gives the node hit before `reach`;
    `owns(node, hit)` whether the hit is a part of the named thing itself."""
    out = []
    for name in names:
        origin = np.asarray(camera.eye, float)
        if camera.flat is not None:
            out.append(name)
            continue
        way = np.asarray(name.point) - origin
        reach = float(np.linalg.norm(way))
        if reach < 1e-6:
            continue
        # The point of a person floats above his head; that of a thing lies on it.
        found = pick(origin, way / reach, reach - (0.25 if name.person else 0.06))
        if found is None or owns(name.node, found):
            out.append(name)
    return out
