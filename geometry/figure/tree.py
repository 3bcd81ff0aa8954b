"""The tree of nodes of a person: joints, and below each the variants of the part that sits there.

`ROLE` is the root (floor, between the feet, +Z the way he faces); below it `ROLE-hips` with torso, head, arms and hands, `ROLE-skirt`,
and the feet. Where a joint shows one of several meshes in turn (standing and kneeling skirt, sleeve of a raised and of a
hanging arm, bare arm), each is a node `ROLE-joint-variant`, shown and hidden by STEP scale.
"""

from __future__ import annotations

from collections.abc import Mapping

from geometry.figure.figure import FigureMeshes, Person, build_figure, figure_materials, person, wardrobe
from geometry.figure.measure import FOOT_HALF, FORE, NECK_FORWARD, NECK_UP, SHOULDER_HALF, SHOULDER_UP, UPPER, WAIST
from geometry.scene import IDENTITY, Material, Mesh, Node, Vec3

SHOW: Vec3 = (1.0, 1.0, 1.0)
HIDE: Vec3 = (0.0, 0.0, 0.0)

JOINTS: Mapping[str, tuple[str, Vec3]] = {
    "hips": ("", (0.0, WAIST, 0.0)),
    "torso": ("hips", (0.0, 0.0, 0.0)),
    "head": ("torso", (0.0, NECK_UP, NECK_FORWARD)),
    "upper-left": ("torso", (SHOULDER_HALF, SHOULDER_UP, 0.0)),
    "fore-left": ("upper-left", (0.0, 0.0, UPPER)),
    "hand-left": ("fore-left", (0.0, 0.0, FORE)),
    "upper-right": ("torso", (-SHOULDER_HALF, SHOULDER_UP, 0.0)),
    "fore-right": ("upper-right", (0.0, 0.0, UPPER)),
    "hand-right": ("fore-right", (0.0, 0.0, FORE)),
    "skirt": ("", (0.0, 0.0, 0.0)),
    "foot-left": ("", (FOOT_HALF, 0.0, 0.0)),
    "foot-right": ("", (-FOOT_HALF, 0.0, 0.0)),
}
"""Joint → parent joint ("" the root) and where it sits in its frame, in metres of a body 1.68 m tall."""
SLOT_JOINT = {"tail": "hips", "mouth": "head"}
"""Slots that hang at a joint of another name."""


def figure_nodes(figure: FigureMeshes, label: str = "", label_en: str = "", only: Mapping[str, set[str]] | None = None) -> list[Node]:  # fmt: skip
    """The nodes of one person, parents first. `only`: the variants of each slot that are ever shown, "" where none is at times (all by default)."""
    who = figure.person
    extras = {"id": who.id, "role": who.id, "kind": "person", "label": label or who.id, "label_en": label_en or who.id}
    s = who.scale
    nodes = [Node(who.id, None, None, scale=(s, s, s), layer="people", extras=extras)]
    slots = {slot: _wanted(slot, choices, only) for slot, choices in figure.slots.items()}
    # What is hidden at times needs a node of its own.
    hidden = {slot for slot, seen in (only or {}).items() if "" in seen}
    for joint, (parent, at) in JOINTS.items():
        above = f"{who.id}-{parent}" if parent else who.id
        choices = slots.get(joint, {})
        mesh = next(iter(choices.values())) if len(choices) == 1 and joint not in hidden else None
        nodes.append(Node(f"{who.id}-{joint}", above, mesh, at, IDENTITY, layer="people"))
    for slot, choices in slots.items():
        joint = SLOT_JOINT.get(slot, slot)
        if len(choices) == 1 and joint == slot and slot not in hidden:
            continue
        for k, (variant, mesh) in enumerate(choices.items()):
            shown = SHOW if k == 0 and slot not in SLOT_JOINT else HIDE
            nodes.append(Node(f"{who.id}-{slot}-{variant}", f"{who.id}-{joint}", mesh, scale=shown, layer="people"))
    return nodes


def _wanted(slot: str, choices: Mapping[str, str], only: Mapping[str, set[str]] | None) -> dict[str, str]:
    if only is None:
        return dict(choices)
    kept = {v: m for v, m in choices.items() if v in only.get(slot, set())}
    if not kept and slot not in SLOT_JOINT:
        first = next(iter(choices))
        kept = {first: choices[first]}
    return kept


def people(
    roles: Mapping[str, str] | tuple[str, ...] | list[str], seed: int = 1, metres_per_chi: float = 0.231
) -> dict[str, Person]:  # fmt: skip
    """The persons of roles (or of role → outfit), in the order given."""
    pairs = roles.items() if isinstance(roles, Mapping) else ((role, "") for role in roles)
    return {role: person(role, outfit, seed, metres_per_chi) for role, outfit in pairs}


def people_nodes(
    roles: Mapping[str, str] | tuple[str, ...] | list[str], seed: int = 1, metres_per_chi: float = 0.231, lod: str = "court",
    labels: Mapping[str, tuple[str, str]] | None = None, only: Mapping[str, Mapping[str, set[str]]] | None = None,
) -> tuple[list[Node], dict[str, Mesh], dict[str, Material]]:  # fmt: skip
    """Nodes, meshes and materials of all roles. `labels` role → (漢字, English); `only` role → slot → variants that occur
    (see `geometry.animate.variants`), to leave out what nobody ever sees."""
    nodes: list[Node] = []
    meshes: dict[str, Mesh] = {}
    for role, outfit in roles.items() if isinstance(roles, Mapping) else ((role, "") for role in roles):
        figure = (
            build_figure(person(role, outfit, seed, metres_per_chi), lod)
            if outfit
            else wardrobe(role, seed, metres_per_chi, lod)
        )
        zh, en = (labels or {}).get(role, ("", ""))
        own = figure_nodes(figure, zh, en, None if only is None else {k: set(v) for k, v in only.get(role, {}).items()})
        nodes += own
        for node in own:
            if node.mesh is not None and node.mesh not in meshes:
                meshes[node.mesh] = figure.meshes[node.mesh]
    return nodes, meshes, figure_materials()
