"""Putting the scene together: the ground, everyone on it, everything they carry, and the movement of each section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from geometry.animate import animate, cast_of
from geometry.catalogue import CATALOGUE, mesh
from geometry.figure.figure import Person
from geometry.figure.tree import people_nodes
from geometry.finish import to_mesh
from geometry.ground import build_ground
from geometry.motion.bows import bow_nodes, draw_names, draw_of
from geometry.motion.equipment import equipped
from geometry.motion.ladles import ladles_of
from geometry.motion.tallies import tally_nodes
from geometry.motion.vessels import VESSELS, vessel_nodes
from geometry.palette import load_palette
from geometry.range import lower_tracks
from geometry.scene import Clip, Material, Mesh, Node, Scene, Track
from geometry.sizes import evidence
from geometry.things.bow import build_bow, build_bow_slack
from layout.plan.model import Plan
from rite.labels import person_label, thing_label
from rite.model import Rite, StagedSection

_FIXED = ("target-cord",)
"""Kinds that the score handles but that stay where they are built: a cord is tied and untied, not carried."""


def assemble(plan: Plan, rite: Rite | None = None, *, lod: int = 0, only: str | None = None) -> Scene:
    """The scene of a plan; with a rite everyone in it and one clip a section.

    `lod` 0 is full detail, 1 the coarse form for drawing in software; `only` people (with what they carry) or ground.
    """
    if only == "people":
        if rite is None:
            return _scene(plan, load_palette(), {}, [])
        acted = enacted(plan, rite, lod)
        here = {node.name for node in acted.nodes}
        clips = (replace(c, tracks=tuple(t for t in c.tracks if t.node in here)) for c in acted.clips)
        return replace(acted, clips=tuple(clips))
    still, meshes = build_ground(plan, lod)
    ground = _scene(plan, load_palette(), meshes, still)
    return ground if rite is None or only == "ground" else joined(ground, enacted(plan, rite, lod))


def enacted(plan: Plan, rite: Rite, lod: int = 0) -> Scene:
    """Everyone in a rite, what they carry, and one clip a section, with the tracks of what moves of the ground: no whole scene
    before it is `joined` with one of the ground."""
    ladles = ladles_of(plan)
    rite = replace(rite, sections=tuple(equipped(section, ladles) for section in rite.sections))
    unit = float(plan.ground.metres_per_chi)
    people = cast_of(rite.sections, rite.seed, unit)
    nodes, meshes, materials = people_nodes(
        list(people),
        seed=rite.seed,
        metres_per_chi=unit,
        lod="court" if lod == 0 else "far",
        labels={name: person_label(name) for name in people},
    )
    nodes, meshes = list(nodes), dict(meshes)
    moved = _moved(rite)
    for name, kind in sorted(moved.items()):
        nodes.extend(thing_nodes(name, kind, plan, lod, meshes))
    actors = [*people, *sorted(moved)]
    clips = tuple(_clip(section, people, actors, unit) for section in rite.sections)
    nodes, clips = _pruned(nodes, clips)
    return _scene(plan, load_palette() | materials, meshes, nodes, clips)


def joined(ground: Scene, acted: Scene) -> Scene:
    """The scene of a ground and of what is enacted on it; what is carried no longer stands where it was laid."""
    still, clips = _pruned(_without(ground.nodes, {node.name for node in acted.nodes}), acted.clips)
    nodes = (*still, *acted.nodes)
    used = {node.mesh for node in nodes}
    # A kind of which some are carried and some stand has one mesh.
    meshes = dict(ground.meshes) | {key: mesh for key, mesh in acted.meshes.items() if key not in ground.meshes}
    return replace(
        acted,
        materials={**ground.materials, **acted.materials},
        meshes={key: mesh for key, mesh in meshes.items() if key in used},
        nodes=nodes,
        clips=clips,
    )


def _scene(
    plan: Plan,
    materials: Mapping[str, Material],
    meshes: Mapping[str, Mesh],
    nodes: Iterable[Node],
    clips: tuple[Clip, ...] = (),
) -> Scene:
    nodes = tuple(nodes)
    used = {node.mesh for node in nodes}
    return Scene(
        materials=dict(materials),
        meshes={key: mesh for key, mesh in meshes.items() if key in used},
        nodes=nodes,
        clips=clips,
        extras=_extras(plan),
        metres_per_chi=float(plan.ground.metres_per_chi),
    )


def _moved(rite: Rite) -> dict[str, str]:
    """Things that the rite moves, with their kinds; the ground leaves them out."""
    return {
        name: acts.kind for section in rite.sections for name, acts in section.things.items() if acts.kind not in _FIXED
    }


def _without(nodes: Iterable[Node], names: set[str]) -> list[Node]:
    """The nodes less some and all that hangs below them."""
    gone = set(names)
    kept = []
    for node in nodes:
        if node.name in gone or node.parent in gone:
            gone.add(node.name)
        else:
            kept.append(node)
    return kept


def thing_nodes(name: str, kind: str, plan: Plan, lod: int, meshes: dict[str, Mesh]) -> list[Node]:
    """The nodes of one carried thing; all things of a kind share their meshes."""
    label, english = thing_label(name, kind)
    if kind == "tally-holder" and name in plan.footprints:
        # Which beast it is, the reading decides.
        label, english = plan.footprints[name].name, plan.footprints[name].name_en
    extras: dict[str, Any] = {"id": name, "label": label, "label_en": english, "kind": kind}
    if kind == "bow":
        return bow_nodes(name, _bow_meshes(plan, lod, meshes), extras | _proof(plan, "bow"))
    if kind not in CATALOGUE:
        # What has no shape of its own (a song, a prayer) is still a named place in the tree.
        return [Node(name, extras=extras)]
    if kind in VESSELS:
        empty, wine = _vessel_meshes(kind, plan, lod, meshes)
        return vessel_nodes(name, empty, wine, extras | _proof(plan, kind))
    if kind not in meshes:
        meshes[kind] = mesh(kind, plan.ground, lod)
    if kind == "tally":
        return tally_nodes(name, kind, extras | _proof(plan, kind))
    return [Node(name, mesh=kind, extras=extras | _proof(plan, kind))]


def _bow_meshes(plan: Plan, lod: int, meshes: dict[str, Mesh]) -> dict[str, str]:
    """Variants of the bow from rest to full draw, and slack: variant → mesh id."""
    found = {}
    for variant in draw_names():
        key = f"bow-{variant}"
        if key not in meshes:
            draw = draw_of(variant)
            solids = build_bow_slack(plan.ground, lod) if draw < 0 else build_bow(plan.ground, lod, draw)
            meshes[key] = to_mesh(solids, key)
        found[variant] = key
    return found


def _vessel_meshes(kind: str, plan: Plan, lod: int, meshes: dict[str, Mesh]) -> tuple[str, str]:
    """The mesh of a vessel without its wine, and that of the wine: their ids."""
    empty, wine = f"{kind}-empty", f"{kind}-wine"
    if empty not in meshes:
        solids = CATALOGUE[kind](plan.ground, lod)
        meshes[empty] = to_mesh([solid for solid in solids if solid.material != "wine"], empty)
        meshes[wine] = to_mesh([solid for solid in solids if solid.material == "wine"], wine)
    return empty, wine


def _proof(plan: Plan, kind: str) -> dict[str, Any]:
    rows = evidence(plan.ground, CATALOGUE[kind].dimensions)
    return {"evidence": rows} if rows else {}


def _clip(section: StagedSection, people: Mapping[str, Person], actors: Iterable[str], unit: float) -> Clip:
    """The clip of a section; whoever and whatever has no part in it is hidden, and the target hangs tied or folded."""
    clip = animate(section, people, unit)
    fixed = [name for name, acts in section.things.items() if acts.kind in _FIXED]
    present = set(section.people) | set(section.things)
    start = np.zeros(1, dtype=np.int64)
    absent = tuple(Track(name, "scale", start, np.zeros((1, 3)), True) for name in actors if name not in present)
    tracks = [track for track in clip.tracks if track.node not in fixed]
    for name in fixed:
        if section.things[name].kind == "target-cord":
            tracks.extend(lower_tracks(section.things[name]))
    return replace(clip, name=f"section-{section.number}", tracks=(*tracks, *absent), extras=clip_extras(section))


def _pruned(nodes: list[Node], clips: tuple[Clip, ...]) -> tuple[list[Node], tuple[Clip, ...]]:
    """Without the variants of sleeves, skirts, hands and bows that are hidden at rest and shown by no clip."""
    parents = {node.parent for node in nodes}
    shown = {t.node for clip in clips for t in clip.tracks if t.path == "scale" and t.values.max() > 0}
    gone = {
        node.name for node in nodes if node.name not in parents and max(node.scale) == 0.0 and node.name not in shown
    }
    if not gone:
        return nodes, clips
    kept = tuple(replace(clip, tracks=tuple(t for t in clip.tracks if t.node not in gone)) for clip in clips)
    return [node for node in nodes if node.name not in gone], kept


def clip_extras(section: StagedSection) -> dict[str, Any]:
    """What a clip says of itself: its section, and each clause with gloss, time, actors and the notes that decide it (ms)."""
    return {
        "section": section.number,
        "title": section.title,
        "english": section.english,
        "venue": section.venue,
        "cuts": [{"start": at, "venue": venue} for at, venue in section.cuts],
        "steps": [
            {
                "text": step.text,
                "gloss": step.gloss,
                "start": step.start,
                "end": step.end,
                "who": list(step.who),
                "layer": step.layer,
                "certainty": step.certainty,
                "notes": [list(note) for note in step.notes],
            }
            for step in section.steps
        ],
    }


@cache
def version() -> str:
    """The version of the package as it is installed; its one source is pyproject.toml."""
    from importlib.metadata import version as installed

    return installed("shegong")


def _extras(plan: Plan) -> dict[str, Any]:
    ground, company = plan.ground, plan.company
    return {
        "reading": ground.reading,
        "choices": dict(ground.options),
        "restated": list(ground.restated),
        "metres_per_chi": float(ground.metres_per_chi),
        "company": {"guests": company.guests, "grandees": company.grandees, "pairs": company.pairs},
        "seed": company.seed,
        "version": version(),
    }
