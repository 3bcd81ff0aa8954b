"""A scene made ready for the window: packed, sampled, indexed; and how another one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Mesh, Node, Scene
from viewer.cards import Cards
from viewer.nameable import Names
from viewer.offscreen import sampler
from viewer.pack import Packed, pack, rest_matrices
from viewer.picking import Picker
from viewer.search import Index
from viewer.stirring import Stirring
from viewer.taking import Shown
from viewer.trails import Paths

Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Request:
    """Which ground and rite are wanted."""

    reading: str = "zhou-xu"
    sets: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Built:
    """What the command gives the window: a scene, the derivation of each dimension in lines, its measures (id → 尺) and
    their names in 漢字 and English, for telling what changed."""

    scene: Scene
    request: Request = Request()
    why: Mapping[str, Sequence[str]] = field(default_factory=dict)
    measures: Mapping[str, float] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    names_en: Mapping[str, str] = field(default_factory=dict)

    def named(self, key: str, lang: str) -> str:
        """What a dimension is called."""
        return (self.names if lang == "zh" else self.names_en).get(key) or self.names.get(key) or key


@dataclass(frozen=True, eq=False)
class Choice:
    """An entry of the menu of readings: a request, and how it is written."""

    request: Request
    label: str
    label_en: str


@dataclass(frozen=True)
class Switch:
    """A single choice within a reading: its key, how it is written, and what can be chosen: (id, name, who holds it, English name)."""

    key: str
    label: str
    label_en: str
    ways: tuple[tuple[str, str, str, str], ...]

    def said(self, way: str, lang: str) -> str:
        """How a choice is written; itself where it is none of the ways."""
        for key, name, _, english in self.ways:
            if key == way:
                return name if lang == "zh" or not english else english
        return way


@dataclass(frozen=True, eq=False)
class Hooks:
    """What the window asks of the command that opened it. All of them may be slow and run in threads.

    `build` gives what is shown first. Where that is not all of the rite, `outline` gives all sections without their movement
    (name, length, clauses), and `section` the scene of one of them, when it is entered; `section` also builds another reading
    at the section where one is. `ground` gives what can be shown before that: the ground
    without people; `ready` what `build` would give, where that is at hand from another day. `export` writes a model of what is
    shown and gives its path. `close` ends what works beside the window.
    """

    build: Callable[[Request, Progress], Built]
    choices: Sequence[Choice] = ()
    export: Callable[[Request, Shown], str] | None = None
    section: Callable[[Request, int], Built] | None = None
    outline: Callable[[Request], Sequence[Clip]] | None = None
    close: Callable[[], None] | None = None
    switches: Sequence[Switch] = ()
    ground: Callable[[Request, Progress], Built] | None = None
    ready: Callable[[Request], Built | None] | None = None


class Model:
    """A scene with all that the window needs of it; made away from the drawing thread."""

    def __init__(self, built: Built, lang: str = "zh") -> None:
        self.built = built
        self.scene = built.scene
        self.packed: Packed = pack(self.scene)
        self.sampler = sampler(self.scene)
        self.picker = Picker(self.packed)
        self.index = Index(self.scene)
        self.cards = Cards(self.scene, built.why, built.names, built.names_en)
        self.paths = Paths(self.scene)
        self.stirring = Stirring(self.scene)
        self.rest = self.world(0, 0)
        self._names: dict[str, Names] = {}
        self.people = {n.name: i for i, n in enumerate(self.scene.nodes) if n.extras.get("kind") == "person"}

    def world(self, clip: int, t: int) -> NDArray[np.float32]:
        """World matrices of all nodes at a moment."""
        if self.sampler is None:
            return rest_matrices(self.scene.nodes)
        return np.asarray(self.sampler.world(clip, t), np.float32)

    def names(self, lang: str) -> Names:
        """All that can be named, in a language (zh, en)."""
        if lang not in self._names:
            self._names[lang] = Names(self.packed, self.rest, lang)
        return self._names[lang]

    def head(self, role: str) -> int | None:
        """Index of the head of a person."""
        return self.packed.index.get(f"{role}-head")


def changes(old: Built, new: Built, lang: str = "zh", most: int = 14) -> list[str]:
    """What differs between two readings in numbers: `name: before → after 尺`."""
    out = []
    for key, now in new.measures.items():
        before = old.measures.get(key)
        if before is not None and abs(before - now) > 1e-6:
            out.append(
                (
                    abs(before - now) / max(abs(before), abs(now)),
                    f"{new.named(key, lang)}: {before:.4g} → {now:.4g} 尺",
                )
            )
    return [text for _, text in sorted(out, key=lambda c: (-c[0], c[1]))[:most]]


GHOST = "ghost"


def with_ghost(new: Scene, old: Scene) -> Scene:
    """The new scene with those still things of the old one that were elsewhere or otherwise, on the layer "ghost"."""
    moved = {t.node for c in old.clips for t in c.tracks}
    present = {n.name: n for n in new.nodes}
    meshes: dict[str, Mesh] = dict(new.meshes)
    extra: list[Node] = []
    world = rest_matrices(old.nodes)
    now = {n.name: m for n, m in zip(new.nodes, rest_matrices(new.nodes), strict=True)}
    kin = {n.name: n.parent for n in old.nodes}
    for node, matrix in zip(old.nodes, world, strict=True):
        if node.mesh is None or node.layer in ("ground", "landscape", "backdrop", "people", GHOST):
            continue
        at: str | None = node.name
        while at is not None and at not in moved:
            at = kin[at]
        if at is not None:
            continue
        twin = present.get(node.name)
        same = (
            twin is not None
            and twin.mesh is not None
            and np.allclose(now[node.name], matrix, atol=1e-4)
            and _alike(new.meshes[twin.mesh], old.meshes[node.mesh])
        )
        if same:
            continue
        key = f"ghost-{node.mesh}"
        meshes[key] = replace(old.meshes[node.mesh], id=key)
        shift, turn, size = _parts(matrix)
        extra.append(Node(f"ghost-{node.name}", None, key, shift, turn, size, GHOST))
    return replace(new, meshes=meshes, nodes=(*new.nodes, *extra))


def _alike(a: Mesh, b: Mesh) -> bool:
    return len(a.primitives) == len(b.primitives) and all(
        p.positions.shape == q.positions.shape and np.allclose(p.positions, q.positions, atol=1e-4)
        for p, q in zip(a.primitives, b.primitives, strict=True)
    )


def _parts(
    matrix: NDArray[np.floating],
) -> tuple[tuple[float, float, float], tuple[float, float, float, float], tuple[float, float, float]]:
    """Translation, rotation and scale of a matrix without shear."""
    from scipy.spatial.transform import Rotation

    m = np.asarray(matrix, float)
    size = np.linalg.norm(m[:3, :3], axis=0)
    turn = Rotation.from_matrix(m[:3, :3] / np.maximum(size, 1e-9)).as_quat()
    x, y, z, w = (float(v) for v in turn)
    a, b, c = (float(v) for v in m[:3, 3])
    d, e, f = (float(v) for v in size)
    return (a, b, c), (x, y, z, w), (d, e, f)
