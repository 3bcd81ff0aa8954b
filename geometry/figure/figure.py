"""A person's parts: which meshes stand at which joint, dressed by role and varied by seed.

Meshes are shared: a part is one mesh for all people of the same colours. `build_figure` names them by slot (joint) and variant;
`people_nodes` hangs them in the tree of the contract.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from geometry.figure import feet, garments, hands, head, trunk
from geometry.figure.measure import COURT, FAR, HEIGHT, NEAR, Quality
from geometry.figure.shape import Shell, coloured, drawn
from geometry.scene import Material, Mesh, Primitive
from layout.errors import UnknownNameError
from rite.dress import load_bodies, load_dress

QUALITIES = {"near": NEAR, "court": COURT, "far": FAR}
SHADES = (-0.05, 0.0, 0.05)
CLOTH = ("jacket", "edge", "silk", "skirt", "apron", "belt", "under")

JOINED = {"bag": "joined", "half": "joined-half"}
"""Forms of a sleeve, and those that they have when the hands are joined within."""


@dataclass(frozen=True)
class Person:
    """One body in one outfit: what of it is drawn by seed is already decided."""

    id: str
    outfit: str
    scale: float
    """His height in relation to 1.68 m."""
    beard: int
    hair: str
    flesh: str
    skirt: str
    shade: int
    stoop: float
    under: str
    blind: bool


@dataclass(frozen=True, eq=False)
class FigureMeshes:
    """Meshes of one person: `slots` joint → variant → mesh id (in `meshes`), best quality as asked."""

    person: Person
    slots: Mapping[str, Mapping[str, str]]
    meshes: Mapping[str, Mesh] = field(default_factory=dict)


def person(role: str, outfit: str = "", seed: int = 1, metres_per_chi: float = 0.231) -> Person:
    """The body of a role: height of the reading's 中人 ± 4 %, age, beard, skirt. Raises UnknownNameError for a strange outfit."""
    dress, bodies = load_dress(), load_bodies()
    wear = dress.wear(role)
    outfit = outfit or wear.outfit
    if outfit not in dress.outfits:
        raise UnknownNameError("outfit", outfit, dress.outfits)
    # The name and the seed alone decide: who else takes part changes nobody's face.
    rng = np.random.default_rng([seed, zlib.crc32(role.encode())])
    ages = bodies.ages_of(role)
    age = bodies.ages[ages[int(rng.integers(len(ages)))]]
    tall = 1.0 + bodies.spread * float(rng.uniform(-1, 1))
    worn = dress.outfits[outfit]
    flesh = ("skin", "skin-dark", "skin-pale", "skin")[int(rng.integers(4))]
    beard = age.beards[int(rng.integers(len(age.beards)))]
    return Person(
        id=role,
        outfit=outfit,
        scale=round(float(bodies.height) * metres_per_chi * tall / HEIGHT, 4),
        beard=0 if beard == 1 and rng.random() < 0.15 else beard,
        hair=age.hair[int(rng.integers(len(age.hair)))],
        flesh=flesh,
        skirt=worn.skirt[int(rng.integers(len(worn.skirt)))],
        shade=int(rng.integers(len(SHADES))),
        stoop=age.stoop,
        under=wear.under,
        blind=wear.blind,
    )


@cache
def figure_materials() -> dict[str, Material]:
    """Every material that figures use, `dress-…`: the colours of the dress table, cloth in three shades."""
    table: dict[str, Material] = {}
    for name, digits in load_dress().colours.items():
        rgb = tuple(int(digits[k : k + 2], 16) / 255 for k in (1, 3, 5))
        cloth = name.startswith(CLOTH)
        for shade in range(len(SHADES)) if cloth else (1,):
            tone = tuple(min(1.0, c * (1 + SHADES[shade])) for c in rgb)
            key = f"dress-{name}" if shade == 1 else f"dress-{name}-{shade}"
            table[key] = Material(key, (tone[0], tone[1], tone[2]), 0.92, 0.0, cloth)
    return table


OVER_HAND = 0.115
"""How far below its place an arm-guard is while it is drawn on over the hand, in m."""


def build_figure(who: Person, lod: str = "court", bare: bool = True) -> FigureMeshes:
    """All parts of a person in one quality: near, court (≤ 1,500 triangles shown at a time, 1,620 stripped for shooting) or far (≤ 650); court meshes carry the far
    ones as their `lod`. `bare`: with the parts of one who bares his left arm."""
    if lod not in QUALITIES:
        raise UnknownNameError("level of detail", lod, QUALITIES)
    worn = load_dress().outfits[who.outfit]

    def cloth(name: str) -> str:
        return name if who.shade == 1 or not name.startswith(CLOTH) else f"{name}-{who.shade}"

    jacket, edge, belt, silk = cloth(worn.jacket), cloth(worn.edge), cloth(worn.belt), cloth("silk")
    skirt = cloth(who.skirt)
    apron = cloth(worn.apron) if worn.apron else ""
    under = who.under
    lining = "lining"
    toe = f"{worn.shoes}-toe"
    slots: dict[str, dict[str, str]] = {}
    meshes: dict[str, Mesh] = {}

    def add(slot: str, variant: str, part: str, *args: str | float | int | bool) -> None:
        mesh = _part(lod, part, args)
        slots.setdefault(slot, {})[variant] = mesh.id
        meshes[mesh.id] = mesh

    for kind in garments.SKIRTS:
        short = 0.7 if "servant" in who.outfit else 1.0
        add("skirt", kind, "skirt", kind, skirt, apron, "apron-edge", belt, short)
    for kind in garments.JACKETS:
        add("hips", kind, "jacket", kind, jacket, edge, belt)
    add("torso", "dressed", "torso", jacket, edge, silk)
    add("head", "head", "head", who.flesh, who.hair, who.beard, who.blind)
    add("mouth", "open", "mouth")
    for side in ("left", "right"):
        add(f"upper-{side}", "tube", "upper-tube", jacket)
        for form, deep in (("bag", 1.0), ("half", trunk.SHALLOW)):
            add(f"upper-{side}", form, "upper-bag", jacket, round(worn.sleeve * deep, 2))
            add(f"fore-{side}", form, "fore-bag", side, jacket, edge, lining, round(worn.sleeve * deep, 2))
            add(
                f"fore-{side}", JOINED[form], "fore-bag", side, jacket, edge, lining, round(worn.sleeve * deep, 2), True
            )
        add(f"fore-{side}", "tube", "fore-tube", jacket, edge, lining, worn.sleeve)
        add(f"fore-{side}", "short", "fore-short", jacket, edge, lining, who.flesh, worn.sleeve)
        add(f"fore-{side}", "draw", "fore-short", jacket, edge, lining, who.flesh, worn.sleeve, True)
        for shape in hands.SHAPES:
            add(f"hand-{side}", shape, "hand", side, who.flesh, "", shape)
        add(f"foot-{side}", "shoe", "foot", side, worn.shoes, silk, 0.115, toe)
        add(f"foot-{side}", "sock", "foot", side, "sock", "sock", 0.115, "")
        # On stairs the hem is held up and the legs are seen.
        add(f"foot-{side}", "step", "foot", side, worn.shoes, silk, 0.22, toe)
        # Higher still where he stands and lifts it.
        add(f"foot-{side}", "lift", "foot", side, worn.shoes, silk, 0.34, toe)
        add(f"foot-{side}", "sock-lift", "foot", side, "sock", "sock", 0.34, "")
    if bare:
        add("torso", "bare", "torso-bare", jacket, edge, under or who.flesh)
        add("tail", "bare", "tail", jacket)
        add("upper-left", "bare", "upper-bare", under or who.flesh)
        add("fore-left", "bare", "fore-bare", under or who.flesh, "")
        add("fore-left", "guard", "fore-bare", under or who.flesh, "hide")
        add("fore-left", "guard-low", "fore-bare", under or who.flesh, "hide", OVER_HAND)
        for shape in hands.SHAPES:
            add("hand-right", f"ring-{shape}", "hand", "right", who.flesh, "bone", shape)
    return FigureMeshes(who, slots, meshes)


@cache
def _part(lod: str, part: str, args: tuple[str | float | int | bool, ...]) -> Mesh:
    id = "-".join(["figure", part, *(_slug(a) for a in args)])
    coarse = (_part("far", part, args),) if lod in ("near", "court") else ()
    # The shape is made once, of numbered colours; each mesh is the shape with its own.
    colours = {f"{n}:": a for n, a in enumerate(args) if isinstance(a, str) and a and a not in _WORDS}
    shape = tuple(f"{n}:" if f"{n}:" in colours else a for n, a in enumerate(args))
    return coloured(_shape(lod, part, shape), colours, id, coarse)


_WORDS = ("left", "right", *garments.SKIRTS, *garments.JACKETS, *hands.SHAPES)


@cache
def _shape(lod: str, part: str, args: tuple[str | float | int | bool, ...]) -> tuple[tuple[str, Primitive], ...]:
    return drawn(_shells(part, args, QUALITIES[lod]))


def _slug(value: str | float | int | bool) -> str:
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, float):
        return f"{round(value * 100):d}"
    return str(value) or "0"


def _shells(part: str, args: tuple[str | float | int | bool, ...], q: Quality) -> list[Shell]:
    s = [str(a) for a in args]
    if part == "skirt":
        shells = garments.skirt(s[0], s[1], q)
        if s[2]:
            shells += garments.apron(s[0], s[2], s[3], q)
        shells += garments.belt_ends(s[0], s[4], q, 2.9 * 0.231 * float(args[5]))
        return [garments.raised(s[0], shell) for shell in shells]
    if part == "jacket":
        return garments.jacket_skirt(s[0], s[1], s[2], s[3], q)
    if part == "torso":
        return trunk.torso(s[0], s[1], s[2], q)
    if part == "torso-bare":
        return trunk.torso_bare(s[0], s[1], s[2], q)
    if part == "tail":
        return garments.empty_sleeve(s[0], q)
    if part == "head":
        return head.head(s[0], s[1], int(args[2]), bool(args[3]), q) + head.cap("cap", "cap-edge", "belt-black", q)
    if part == "mouth":
        return head.open_mouth(q)
    if part == "upper-tube":
        return trunk.upper_tube(s[0], q)
    if part == "upper-bag":
        return trunk.upper_bag(s[0], float(args[1]), q)
    if part == "upper-bare":
        return trunk.upper_bare(s[0], q)
    if part == "fore-bag":
        return _of_side(s[0], trunk.fore_bag(s[1], s[2], s[3], float(args[4]), q, len(args) > 5))
    if part == "fore-tube":
        return trunk.fore_tube(s[0], s[1], s[2], float(args[3]), q)
    if part == "fore-short":
        return trunk.fore_short(s[0], s[1], s[2], s[3], float(args[4]), q, len(args) > 5)
    if part == "fore-bare":
        return trunk.fore_bare(s[0], s[1], q, float(args[2]) if len(args) > 2 else 0.0)
    if part == "hand":
        return _of_side(s[0], hands.hand(s[1], s[2], s[3], q))
    if part == "foot":
        return feet.foot(s[1], s[2], q, float(args[3]), s[4])
    raise UnknownNameError("part", part, ("skirt", "jacket", "torso", "head", "hand", "foot"))


def _of_side(side: str, shells: list[Shell]) -> list[Shell]:
    return shells if side == "left" else [x.mirrored() for x in shells]


SKIN = ("head", "mouth", "hand-left", "hand-right")
"""Slots that no change of clothes touches."""
SELDOM = ("tail", "mouth")
"""Slots of which nothing is shown most of the time: the empty sleeve of a bared arm, an open mouth."""


def wardrobe(role: str, seed: int = 1, metres_per_chi: float = 0.231, lod: str = "court") -> FigureMeshes:
    """All parts of a role in every outfit that the dress table gives him: those of outfits that he wears in single sections
    only are further variants, `VARIANT-OUTFIT`, of the same slots."""
    figure = build_figure(person(role, "", seed, metres_per_chi), lod)
    slots = {slot: dict(choices) for slot, choices in figure.slots.items()}
    meshes = dict(figure.meshes)
    others = sorted(set(load_dress().wear(role).sections.values()) - {figure.person.outfit})
    for outfit in others:
        other = build_figure(person(role, outfit, seed, metres_per_chi), lod)
        for slot, choices in other.slots.items():
            if slot not in SKIN:
                slots[slot] |= {f"{variant}-{outfit}": mesh for variant, mesh in choices.items()}
        meshes |= other.meshes
    return FigureMeshes(figure.person, slots, meshes)


def shown_triangles(figure: FigureMeshes, variants: Mapping[str, str], slots: Iterable[str] = ()) -> int:
    """How many triangles are drawn when each slot shows the variant given (its first otherwise)."""
    total = 0
    for slot in slots or figure.slots:
        choices = figure.slots[slot]
        if slot in SELDOM and slot not in variants:
            continue
        mesh = figure.meshes[choices[variants.get(slot, next(iter(choices)))]]
        total += sum(len(p.faces) for p in mesh.primitives)
    return total
