"""Names on the picture: what is named, where its plate goes so that no face, no target and no other plate is covered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node
from viewer import text as letters
from viewer.anchors import Box, Point, cuts, free, nearest_on
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, PAPER, RULE, Canvas
from viewer.pack import LAND, Packed
from viewer.quantities import chi_words, told_measure

LARGE, SMALL = 17, 12
TARGETS = ("target", "target-great", "target-mixed", "target-near")
FIRST = ("hall", "target", "screen", "platform", "stairs-east", "stairs-west", "arrow-rack", "basin", "tally-holder")
MARKING = ("target", "screen")
"""Kinds that are named from farther off than others: by them one knows which range it is."""
QUIET_KINDS = ("arrow", "tally", "ornament", "surroundings", "landscape")
HEAD = 1.72
ABOVE = ((0, -16), (0.32, -20), (-0.32, -20), (0, -44), (0.45, -58), (-0.45, -58), (0, -84))
ASIDE = ((0.6, -10), (-0.6, -10), (0.6, -34), (-0.6, -34))
BELOW = ((0, 72), (0.35, 72), (-0.35, 72))
OFFSETS = np.array((*ABOVE, *ASIDE, *BELOW))
"""Where a plate may lie: share of its width to the side, pixels down from where it would stand on the point itself."""


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


class Names:
    """All that could be named in a scene. Made once; `find` then costs little enough for every frame."""

    def __init__(self, packed: Packed, world: NDArray[np.floating], lang: str) -> None:
        nodes = packed.scene.nodes
        heads = {n.name: i for i, n in enumerate(nodes) if n.name.endswith("-head")}
        tops = _tops(packed, world)
        surfaces = _Surfaces(packed, world)
        shapes = {int(n): packed.shapes[f] for n, f in zip(packed.node, packed.first_shape, strict=True)}
        rows = []
        for i, node in enumerate(nodes):
            kind = str(node.extras.get("kind", ""))
            person = kind == "person"
            if not (node.extras.get("label") or node.extras.get("label_en")):
                continue
            if i not in tops and not person:
                shape = shapes.get(i)
                if shape is None:
                    continue
                # Not on stage at this moment, but it may come.
                rise = np.array([0.0, float(shape.high[1]), 0.0])
                tops[i] = (np.asarray(world[i][:3, 3], float) + rise, float((shape.high - shape.low).max()))
            point, size = tops.get(i, (np.asarray(world[i][:3, 3], float), 1.7))
            if not person and kind not in QUIET_KINDS and node.layer not in LAND:
                point = surfaces.near(i, point)
            anchor, rise = i, point - np.asarray(world[i][:3, 3], float)
            # In the frame of the thing, where it has one: what is turned over takes its point with it.
            frame = np.asarray(world[i][:3, :3], float)
            turned = not person and abs(float(np.linalg.det(frame))) > 1e-9
            if turned:
                rise = np.linalg.solve(frame, rise)
            if person:
                # The head goes down when someone kneels or bows, and the name with it.
                anchor = heads.get(f"{node.name}-head", i)
                rise = np.array([0.0, 0.28 if anchor != i else HEAD, 0.0])
                size = 1.7
            main, gloss = title(node.extras, lang, node.name)
            measured = "" if person else told_measure(node.extras, node.name, lang)
            if lang == "en":
                gloss = measured
            elif measured:
                gloss = " · ".join(x for x in (gloss, measured) if x)
            key = str(node.extras.get("id", node.name))
            whole = _labelled_above(nodes, packed.index, i)
            # A part as large as the whole says nothing that the whole does not say.
            quiet = kind in QUIET_KINDS or node.layer in LAND
            part = whole is not None and key not in FIRST and not person
            marked = kind in MARKING
            quiet |= part and whole in tops and size > 0.6 * tops[whole][1]
            bonus = 2.0 - 0.1 * FIRST.index(key) if key in FIRST else 0.05 * person
            rows.append(
                (i, anchor, rise, size, bonus, person, bool(quiet), node.layer, main, gloss, part, turned, marked)
            )
        self.node = np.array([r[0] for r in rows], np.int64)
        self.anchor = np.array([r[1] for r in rows], np.int64)
        self.rise = np.array([r[2] for r in rows], float).reshape(-1, 3)
        self.size = np.array([r[3] for r in rows], float)
        self.bonus = np.array([r[4] for r in rows], float)
        self.person = np.array([r[5] for r in rows], bool)
        self.quiet = np.array([r[6] for r in rows], bool)
        self.layer = np.array([r[7] for r in rows], dtype=object)
        self.words = [(r[8], r[9]) for r in rows]
        self.part = np.array([r[10] for r in rows], bool)
        self._turned = np.array([r[11] for r in rows], bool)
        self._least = np.where(self.part, 0.12, np.where([r[12] for r in rows], 0.008, 0.02)) if rows else np.zeros(0)
        self._clear = _boxes(packed, world, [i for i, n in enumerate(nodes) if n.name in TARGETS])

    def keep_clear(self, camera: Camera, width: float, height: float) -> list[tuple[float, float, float, float]]:
        """Rectangles (x, y, w, h) of the picture that no plate may cover: the targets."""
        out = []
        for low, high in self._clear:
            corners = np.array(
                [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
            )
            u, v, depth = camera.project(corners, width / height).T
            if (depth > 0.2).all():
                x, y = u * width, (1 - v) * height
                wide, tall = float(np.ptp(x)), float(np.ptp(y))
                # One that fills the picture leaves no other room.
                if wide * tall < 0.25 * width * height:
                    out.append((float(x.min()), float(y.min()), wide, tall))
        return out

    def heads(self, world: NDArray[np.floating]) -> NDArray[np.float64]:
        """Tops of the heads (n, 3) of all people on stage."""
        matrices = np.asarray(world, float)[self.anchor[self.person]]
        shown = np.abs(matrices[:, :3, :3]).max(axis=(1, 2)) > 1e-4 if len(matrices) else np.zeros(0, bool)
        return np.asarray((matrices[:, :3, 3] + self.rise[self.person])[shown])

    def find(
        self,
        world: NDArray[np.floating],
        camera: Camera,
        hide: Iterable[str] = (),
        chosen: Iterable[int] = (),
        people_only: bool = False,
        most: int = 60,
    ) -> list[Name]:
        """What is worth naming in a view, most important first. `chosen` nodes come before everything."""
        if not len(self.node):
            return []
        matrices = np.asarray(world)[self.anchor]
        turned = np.einsum("nij,nj->ni", matrices[:, :3, :3].astype(float), self.rise)
        points = matrices[:, :3, 3] + np.where(self._turned[:, None], turned, self.rise)
        shown = np.abs(matrices[:, :3, :3]).max(axis=(1, 2)) > 1e-4
        away = np.linalg.norm(points - np.asarray(camera.eye), axis=1)
        if camera.flat is not None:
            away = np.full(len(points), camera.flat)
        seen = self.size / np.maximum(away, 0.1)
        picked = np.isin(self.node, list(chosen))
        keep = shown & ~np.isin(self.layer, list(hide))
        if camera.cut > 0:
            # What lies before the section is not there to be named.
            keep &= (points - np.asarray(camera.eye)) @ np.asarray(camera.axes()[2]) > camera.cut
        least = np.where(self.person, 0.012 if camera.flat is None else 0.004, self._least)
        keep &= picked | (~self.quiet & (seen >= least))
        if people_only:
            keep &= self.person | picked
        weight = np.minimum(seen, 1.0) + self.bonus + 10.0 * picked
        kept = np.flatnonzero(keep)
        order = kept[np.lexsort((self.node[kept], -weight[kept]))][:most]
        rows = zip(order.tolist(), points[order].tolist(), weight[order].tolist(), strict=True)
        return [
            Name(int(self.node[k]), (x, y, z), main, gloss, much, bool(self.person[k]))
            for k, (x, y, z), much in rows
            for main, gloss in (self.words[k],)
        ]


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


def _labelled_above(nodes: Sequence[Node], index: Mapping[str, int], number: int) -> int | None:
    """The nearest node above that has a name of its own."""
    parent = nodes[number].parent
    while parent is not None:
        at = index[parent]
        if nodes[at].extras.get("label"):
            return at
        parent = nodes[at].parent
    return None


def _boxes(
    packed: Packed, world: NDArray[np.floating], chosen: Sequence[int]
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Boxes (low, high) around nodes with all that is below them, as far as it is cloth or wood of some size."""
    out = []
    for number in chosen:
        low, high = np.full(3, np.inf), np.full(3, -np.inf)
        for k, node in enumerate(packed.node):
            name = packed.scene.nodes[node].name
            if (
                not owns(packed.scene.nodes, packed.index, number, int(node))
                or "post" in name
                or "stay" in name
                or "cord" in name
            ):
                continue
            shape = packed.shapes[packed.first_shape[k]]
            matrix = np.asarray(world[node], float)
            half = np.abs(matrix[:3, :3]) @ ((shape.high - shape.low) * 0.5)
            middle = matrix[:3, :3] @ shape.centre + matrix[:3, 3]
            if half.max() > 1e-4:
                low, high = np.minimum(low, middle - half), np.maximum(high, middle + half)
        if np.isfinite(low).all():
            out.append((low, high))
    return out


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


MANY = 400
"""Triangles that are all looked at; of more only the nearest."""


class _Surfaces:
    """What things show, in the world, to find where on them a name belongs."""

    def __init__(self, packed: Packed, world: NDArray[np.floating]) -> None:
        self._packed, self._world = packed, world
        self._below: dict[int, list[int]] = {}
        nodes, index = packed.scene.nodes, packed.index
        for k, number in enumerate(packed.node):
            if np.abs(np.asarray(world[number])[:3, :3]).max() < 1e-4:
                continue
            at: int | None = int(number)
            while at is not None:
                self._below.setdefault(at, []).append(k)
                parent = nodes[at].parent
                at = index[parent] if parent is not None else None

    def near(self, node: int, point: NDArray[np.floating]) -> NDArray[np.float64]:
        """The point (3,) on a node, or on what is below it, that is nearest to a point; that point where it shows nothing."""
        found: list[tuple[float, int, NDArray[np.float64]]] = []
        for k in self._nearest(node, point):
            shape = self._packed.shapes[self._packed.first_shape[k]]
            matrix = np.asarray(self._world[self._packed.node[k]], float)
            spots = shape.vertices["position"].astype(float) @ matrix[:3, :3].T + matrix[:3, 3]
            faces = np.concatenate([shape.faces, shape.faces_double])
            if len(faces) > MANY:
                # Those with a corner near the point: among so many they are small.
                gaps = np.linalg.norm(spots - point, axis=1)
                faces = faces[(gaps <= np.partition(gaps, MANY // 2)[MANY // 2])[faces].any(axis=1)]
            spot = nearest_on(spots[faces], point)
            found.append((float(np.linalg.norm(spot - point)), len(found), spot))
        return min(found)[2] if found else np.asarray(point, float)

    def _nearest(self, node: int, point: NDArray[np.floating]) -> list[int]:
        """Of what is below a node the few whose boxes are nearest to a point."""
        gaps = []
        for k in self._below.get(node, ()):
            shape = self._packed.shapes[self._packed.first_shape[k]]
            matrix = np.asarray(self._world[self._packed.node[k]], float)
            half = np.abs(matrix[:3, :3]) @ ((shape.high - shape.low) * 0.5)
            middle = matrix[:3, :3] @ shape.centre + matrix[:3, 3]
            gaps.append((float(np.linalg.norm(np.maximum(np.abs(point - middle) - half, 0.0))), k))
        return [k for _, k in sorted(gaps)[:3]]


def place_names(
    names: Sequence[Name],
    camera: Camera,
    width: float,
    height: float,
    most: int = 26,
    blocked: Sequence[tuple[float, float, float, float]] = (),
    heads: NDArray[np.floating] | None = None,
    covered: Sequence[tuple[float, float, float, float]] = (),
) -> list[Placed]:
    """Plates for as many names as there is room for; no stroke from a plate to its thing goes through another plate.

    `blocked` are rectangles (x, y, w, h) that must stay free; so are the heads of people, whose tops are `heads` (n, 3).
    On `covered` ones something else will lie: no stroke may go there, and what is under them is not named.
    """
    if not names:
        return []
    spots = camera.project(np.array([n.point for n in names]), width / height)
    blocked = [*blocked, *covered]
    hiding: list[Box] = [(x, y, x + w, y + h) for x, y, w, h in covered]
    busy = np.zeros((len(blocked) + (0 if heads is None else len(heads)), 4))
    count = len(blocked)
    busy[:count] = np.reshape(np.array(blocked, float), (-1, 4))
    if heads is not None and len(heads):
        # Heads stay free: a plate over a face is worse than none.
        tops = camera.project(heads, width / height)
        near = (tops[:, 2] > 0) & (tops[:, 2] < (90 if camera.flat is None else 1e9))
        u, v, depth = tops[near].T
        pixels = height / 2 / camera.half_height / (depth if camera.flat is None else np.ones_like(depth))
        found = np.column_stack([u * width - 0.16 * pixels, (1 - v) * height, 0.32 * pixels, 0.42 * pixels])
        busy[count : count + len(found)] = found
        count += len(found)
    u, v, depth = spots.T
    within = np.flatnonzero((depth > 0.2) & (u > 0.01) & (u < 0.99) & (v > 0.01) & (v < 0.99))
    x, y = u * width, (1 - v) * height
    sizes = np.array([_size(n) for n in names])
    lefts = (x - sizes[:, 0] / 2)[:, None] + OFFSETS[:, 0] * sizes[:, :1]
    tops = (y - sizes[:, 1])[:, None] + OFFSETS[:, 1]
    rights, lows = lefts + sizes[:, :1], tops + sizes[:, 1:]
    inside = (lefts > 4) & (tops > 4) & (rights < width - 4) & (lows < height - 4)
    # What is taken beforehand is looked at for all at once; what the names take of each other, one by one.
    edges = busy[:count].T.copy()
    edges[2:] += edges[:2]
    clash = (lefts[:, :, None] < edges[2]) & (edges[0] < rights[:, :, None])
    clash &= (tops[:, :, None] < edges[3]) & (edges[1] < lows[:, :, None])
    # Under a person's head is the person.
    inside[np.array([n.person for n in names])[:, None] & (OFFSETS[:, 1] > 0)] = False
    roomy = (inside & ~clash.any(axis=2)).tolist()
    places = np.stack([lefts, tops, rights, lows], axis=2).tolist()
    out: list[Placed] = []
    taken: list[Box] = []
    strokes: list[tuple[Point, Point]] = []
    for n in within.tolist():
        if len(out) >= most:
            break
        spot = (float(x[n]), float(y[n]))
        for room, plate in zip(roomy[n], places[n], strict=True):
            if not room:
                continue
            left, top, right, low = plate
            stroke = (_foot(left, top, right, low, spot), spot)
            if any(cuts(*stroke, t) for t in hiding) or not free(plate, stroke, taken, strokes):
                continue
            taken.append((left - 3, top - 3, right + 3, low + 3))
            strokes.append(stroke)
            wide, tall = sizes[n].tolist()
            out.append(Placed(names[n], left, top, wide, tall, spot))
            break
    return out


def _foot(left: float, top: float, right: float, low: float, spot: Point) -> Point:
    """Where the stroke to a point leaves a plate: at its lower edge, at the upper one where the point is above."""
    return (min(max(spot[0], left + 5), right - 5), top if spot[1] < top else low)


def _size(name: Name) -> tuple[float, float]:
    """Width and height of the plate of a name."""
    wide = max(letters.width(name.main, LARGE), letters.width(name.gloss, SMALL) if name.gloss else 0.0) + 14
    return wide, 43.0 if name.gloss else 26.0


def draw_names(canvas: Canvas, placed: Sequence[Placed]) -> None:
    """Leaders first, then the plates."""
    for p in placed:
        canvas.line(_foot(p.x, p.y, p.x + p.w, p.y + p.h, p.anchor), p.anchor, INK, 1.0)
        canvas.dot(*p.anchor, 2.6)
    for p in placed:
        canvas.rect(p.x, p.y, p.w, p.h, PAPER)
        canvas.rect(p.x, p.y + p.h - 1, p.w, 1, RULE)
        canvas.text(p.x + p.w / 2, p.y + 0.5, p.name.main, LARGE, INK, "middle")
        if p.name.gloss:
            canvas.text(p.x + p.w / 2, p.y + 23.5, p.name.gloss, SMALL, GLOSS, "middle")
