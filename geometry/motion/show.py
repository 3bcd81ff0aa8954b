"""Gestures as scenes of their own: what the sheets of gestures draw, and what a teacher may export."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from geometry.animate import animate, cast_of
from geometry.catalogue import CATALOGUE, mesh
from geometry.figure.tree import people_nodes
from geometry.finish import to_mesh
from geometry.motion.bows import bow_meshes, bow_nodes, draw_names
from geometry.motion.props import PROPS, prop_mesh
from geometry.motion.rehearsal import LEAD, rehearse
from geometry.motion.tallies import tally_count, tally_nodes
from geometry.motion.vessels import VESSELS, vessel_nodes
from geometry.palette import load_palette
from geometry.scene import Mesh, Node, Scene
from geometry.solids import Body, Solid
from layout.evidence.model import Ground
from rite.gestures import gesture

ARMED = ("ring-and-guard", "remove-ring-and-guard")
"""Gestures about ring and arm-guard, and the colour in which their sheets show the ring."""
WHITE_SHOES = ("shoe-left", "shoe-right")
"""Those that go with a pale skirt (白屨), one by one."""
SHOE_ASIDE = 0.065
"""How far each shoe of a pair stands from their middle, in m."""
_WHITE = {"shoe": "shoe-white", "shoe-edge": "silk-black"}
SIGNAL = {"dress-bone": (0.95, 0.95, 0.90)}


def gesture_scene(name: str, ground: Ground, lod: str = "court", south: float = 0.0) -> Scene:
    """A scene with one clip in which the gesture is made once, facing south (+Z), the person at the origin.

    Extras of the clip: id, 漢字, English, source, certainty. Raises UnknownNameError for a gesture not in the table.
    """
    entry = gesture(name)
    section = rehearse(entry.id, x=0.0, y=south)
    unit = float(ground.metres_per_chi)
    people = cast_of([section], 1, unit)
    nodes, meshes, figure_materials = people_nodes(list(people), 1, unit, lod)
    for id, thing in section.things.items():
        nodes += thing_nodes(id, thing.kind, ground, meshes)
    extras = {
        "gesture": entry.id,
        "label": "・".join(entry.hanzi),
        "label_en": entry.english,
        "source": entry.source,
        "certainty": entry.certainty,
        "seconds": entry.seconds,
    }
    clip = animate(section, people, unit)
    clip = type(clip)(entry.id, clip.duration, clip.tracks, extras)
    materials = {**load_palette(), **figure_materials}
    if entry.id in ARMED:
        # A small thing in the colour of skin: on its own sheet it is to be found.
        materials |= {name: replace(materials[name], rgb=rgb) for name, rgb in SIGNAL.items()}
    return Scene(materials, meshes, tuple(nodes), (clip,), extras, unit)


def thing_nodes(id: str, kind: str, ground: Ground, meshes: dict[str, Mesh]) -> list[Node]:
    """The nodes of a thing on a sheet; its meshes are added to `meshes`."""
    if kind == "bow":
        made = bow_meshes(ground)
        meshes |= {m.id: m for m in made.values()}
        return bow_nodes(id, {variant: f"bow-{variant}" for variant in draw_names()})
    if kind in VESSELS:
        empty, wine = f"{kind}-empty", f"{kind}-wine"
        if empty not in meshes:
            solids = CATALOGUE[kind](ground, 0)
            meshes[empty] = to_mesh([part for part in solids if part.material != "wine"], empty)
            meshes[wine] = to_mesh([part for part in solids if part.material == "wine"], wine)
        return vessel_nodes(id, empty, wine)
    if kind in WHITE_SHOES:
        meshes.setdefault(kind, to_mesh([_single(part, kind) for part in CATALOGUE["shoes"](ground, 0)], kind))
        return [Node(id, None, kind)]
    if kind in PROPS:
        meshes.setdefault(kind, prop_mesh(kind))
        return [Node(id, None, kind)]
    if kind not in CATALOGUE:
        return [Node(id)]
    if kind not in meshes:
        meshes[kind] = mesh(kind, ground)
    if kind == "tally" and tally_count(id) > 1:
        return tally_nodes(id, kind)
    return [Node(id, None, kind)]


def _single(part: Solid, kind: str) -> Solid:
    """What a part of a pair of shoes has of the left or of the right one, in the middle of its own place, in the colours of white ones."""
    side = 1.0 if kind == WHITE_SHOES[0] else -1.0
    points = np.asarray(part.mesh.vertices)
    faces = part.mesh.faces[(points[part.mesh.faces][:, :, 0] * side > 0).all(axis=1)]
    one = Body(points - np.array([side * SHOE_ASIDE, 0.0, 0.0]), faces)
    return replace(part, mesh=one, material=_WHITE.get(part.material, part.material))


def moments(name: str, count: int = 5) -> list[int]:
    """Moments (ms) of the scene of a gesture that show it: at rest, through its phases, at rest again."""
    entry = gesture(name)
    ends = [LEAD + round(1000 * sum(p.seconds for p in entry.phases[: k + 1])) for k in range(len(entry.phases))]
    # The ends of phases are the poses; evenly chosen among them when there are more than fit.
    wanted = [LEAD // 2, *ends]
    if len(wanted) > count:
        step = (len(wanted) - 1) / (count - 1)
        return [wanted[round(k * step)] for k in range(count)]
    while len(wanted) < count:
        gaps = [b - a for a, b in itertools.pairwise(wanted)]
        at = gaps.index(max(gaps))
        wanted.insert(at + 1, (wanted[at] + wanted[at + 1]) // 2)
    return wanted
