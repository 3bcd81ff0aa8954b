"""What can be named in a scene, and which of it is worth naming in a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Node
from viewer.camera import Camera
from viewer.labels import Name, owns, title
from viewer.pack import LAND, Packed
from viewer.quantities import told_measure
from viewer.surfaces import Surfaces, tops

TARGETS = ("target", "target-great", "target-mixed", "target-near")
FIRST = ("hall", "target", "screen", "platform", "stairs-east", "stairs-west", "arrow-rack", "basin", "tally-holder")
MARKING = ("target", "screen")
"""Kinds that are named from farther off than others: by them one knows which range it is."""
QUIET_KINDS = ("arrow", "tally", "ornament", "surroundings", "landscape")
HEAD = 1.72


class Names:
    """All that could be named in a scene. Made once; `find` then costs little enough for every frame."""

    def __init__(self, packed: Packed, world: NDArray[np.floating], lang: str) -> None:
        nodes = packed.scene.nodes
        heads = {n.name: i for i, n in enumerate(nodes) if n.name.endswith("-head")}
        highest = tops(packed, world)
        surfaces = Surfaces(packed, world)
        shapes = {int(n): packed.shapes[f] for n, f in zip(packed.node, packed.first_shape, strict=True)}
        rows = []
        for i, node in enumerate(nodes):
            kind = str(node.extras.get("kind", ""))
            person = kind == "person"
            if not (node.extras.get("label") or node.extras.get("label_en")):
                continue
            if i not in highest and not person:
                shape = shapes.get(i)
                if shape is None:
                    continue
                # Not on stage at this moment, but it may come.
                rise = np.array([0.0, float(shape.high[1]), 0.0])
                highest[i] = (np.asarray(world[i][:3, 3], float) + rise, float((shape.high - shape.low).max()))
            point, size = highest.get(i, (np.asarray(world[i][:3, 3], float), 1.7))
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
            quiet |= part and whole in highest and size > 0.6 * highest[whole][1]
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
