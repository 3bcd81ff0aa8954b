"""How many triangles a section draws at most: counted from meshes and acts, without posing anybody.

Each person counts with the dearest form of every slot, each thing from the moment at which it is first seen, so that the figure
is an upper bound of what any moment of the section draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from geometry.catalogue import CATALOGUE, mesh
from geometry.figure.figure import wardrobe
from geometry.finish import triangles
from geometry.ground import build_ground
from geometry.motion.equipment import equipped
from geometry.scene import Mesh, Node
from layout.plan.model import Plan
from rite.model import PersonActs, Rite, StagedSection

FULL, COARSE = 300_000, 110_000
"""Triangles that a scene may draw with everyone in it: at full detail, and for drawing in software."""
GROUND_FULL, GROUND_COARSE = 180_000, 60_000
"""The same for the ground and what stands still on it."""
_FOR_SHOOTING = ("bare", "guard", "ring")


def drawn(nodes: Iterable[Node], meshes: dict[str, Mesh], without: Iterable[str] = ()) -> Counter[str]:
    """Triangles by mesh of the nodes that are shown; what is hidden, or named in `without`, is left out with all below it."""
    gone, count = set(without), Counter[str]()
    for node in nodes:
        if node.name in gone or node.parent in gone or max(node.scale) == 0.0:
            gone.add(node.name)
        elif node.mesh is not None:
            count[node.mesh] += triangles(meshes[node.mesh])
    return count


def person_triangles(role: str, seed: int, metres_per_chi: float, lod: int, stripped: bool = True) -> int:
    """The most that a person can show at once: the dearest variant of each slot. Bare arm, arm-guard and ring count only for one
    who strips for shooting (袒決遂)."""
    figure = wardrobe(role, seed, metres_per_chi, "court" if lod == 0 else "far")
    most = 0
    for choices in figure.slots.values():
        worn = [m for variant, m in choices.items() if stripped or not variant.startswith(_FOR_SHOOTING)]
        most += max((triangles(figure.meshes[m]) for m in worn), default=0)
    return most


def _strips(acts: PersonActs) -> bool:
    return any(key.states for key in acts.dress)


def section_triangles(
    plan: Plan, rite: Rite, lod: int = 0, still: tuple[list[Node], dict[str, Mesh]] | None = None
) -> dict[int, Counter[str]]:
    """Section → triangles by kind (`people`, `ground`, and each kind of thing): an upper bound for any moment of the section.
    `still` is the built ground where it is at hand."""
    unit = float(plan.ground.metres_per_chi)
    sections = [equipped(section) for section in rite.sections]
    moved = {name for section in sections for name, acts in section.things.items() if acts.kind != "target-cord"}
    ground = sum(drawn(*(still or build_ground(plan, lod)), moved).values())
    roles = dict.fromkeys(role for section in sections for role in section.people)
    each = {
        (role, bare): person_triangles(role, rite.seed, unit, lod, bare) for role in roles for bare in (False, True)
    }
    sizes: dict[str, int] = {}
    found: dict[int, Counter[str]] = {}
    for section in sections:
        count = Counter(ground=ground, people=sum(each[role, _strips(acts)] for role, acts in section.people.items()))
        for kind, number in _shown(section).items():
            if kind not in sizes:
                sizes[kind] = triangles(mesh(kind, plan.ground, lod)) if kind in CATALOGUE else 0
            count[kind] += sizes[kind] * number
        found[section.number] = count
    return found


def _shown(section: StagedSection) -> Counter[str]:
    """How many of each kind are ever seen in a section; a bundle counts with the most that it holds."""
    count = Counter[str]()
    for acts in section.things.values():
        most = max((key.count for key in acts.keys if key.visible), default=0)
        if most and acts.kind != "target-cord":
            count[acts.kind] += most if acts.kind == "tally" else 1
    return count
