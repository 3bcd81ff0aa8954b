"""What the contact sheets show: every object of the catalogue, every gesture of the closed table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geometry.scene import Node, Scene
from layout.evidence.model import Ground
from viewer.sheets import Exhibit

GROUPS = (
    ("ground", ("pillar", "stairs", "gate", "stele")),
    ("range", ("target", "screen", "banner")),
    ("archery", ("bow", "arrow", "thumb", "arm", "rack", "tall", "switch")),
    ("vessels", ("jar", "basin", "basket", "cup", "goblet", "ladle", "stand", "dish", "meat", "mat")),
    ("music", ("chime", "mallet", "zither", "organ", "drum")),
)


def group_of(kind: str) -> str:
    """The sheet that a kind of thing belongs on."""
    return next((name for name, words in GROUPS if any(word in kind for word in words)), "other")


def catalogue(ground: Ground) -> list[tuple[str, Sequence[Exhibit]]]:
    """All objects, by group; their measures are those of the ground."""
    from geometry.catalogue import CATALOGUE, describe, mesh
    from geometry.palette import load_palette

    materials = load_palette()
    groups: dict[str, list[Exhibit]] = {}
    for kind in CATALOGUE:
        about = describe(kind, ground)
        measures = [f"{d['name']} {_short(d['chi'])} 尺" for d in about["dimensions"] if d["metres"] is not None][:2]
        node = Node(kind, mesh=kind)
        groups.setdefault(group_of(kind), []).append(
            Exhibit(
                kind,
                about["name"],
                about["name_en"],
                (node,),
                {kind: mesh(kind, ground)},
                materials,
                " · ".join(measures),
            )
        )
    return list(groups.items())


def _short(chi: str) -> str:
    top, _, bottom = chi.partition("/")
    return f"{int(top) / int(bottom or 1):.3g}"


@dataclass(frozen=True, eq=False)
class Rehearsal:
    """A gesture as a scene of its own, with the moment (ms) that shows it best."""

    id: str
    label: str
    label_en: str
    scene: Scene
    moment: int
    note: str


def gestures(ground: Ground) -> Iterator[Rehearsal]:
    """All gestures, each made once by who makes it in the rite."""
    from rite.gestures import load_gestures

    for name in load_gestures():
        yield rehearsal(name, ground)


def rehearsal(name: str, ground: Ground) -> Rehearsal:
    """One gesture as a scene. Raises UnknownNameError for a gesture that is not in the table."""
    from geometry.animate import animate, cast_of, outfits_of, variants
    from geometry.figure.tree import people_nodes
    from geometry.motion.rehearsal import LEAD, rehearse
    from geometry.motion.show import thing_nodes
    from geometry.palette import load_palette
    from rite.gestures import gesture
    from viewer.gesture_views import load_views

    entry = gesture(name)
    section = rehearse(entry.id)
    unit = float(ground.metres_per_chi)
    people = cast_of([section], 1, unit)
    clip = animate(section, people, unit)
    roles = outfits_of([section])
    roles = {role: roles.get(role, "") for role in section.people}
    nodes, meshes, materials = people_nodes(roles, 1, unit, only=variants([section], people, unit))
    materials = {**load_palette(), **materials}
    for thing in section.things.values():
        nodes += thing_nodes(thing.id, thing.kind, ground, meshes)
    names = {n.name for n in nodes}
    tracks = tuple(t for t in clip.tracks if t.node in names)
    clip = type(clip)(clip.name, clip.duration, tracks, clip.extras)
    seen = load_views().get(entry.id)
    best = round(1000 * seen.moment) if seen is not None and seen.moment is not None else None
    moment = LEAD + (best or entry.contact_ms or round(entry.duration * 0.62))
    scene = Scene(materials, meshes, tuple(nodes), (clip,), {}, unit)
    return Rehearsal(
        entry.id, entry.hanzi[0], entry.english, scene, moment, f"{entry.duration / 1000:.1f} s · {entry.certainty}"
    )
