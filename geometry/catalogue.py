"""Every kind of thing: its names, its builder, the dimensions it shows. One shared mesh a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geometry import range as the_range
from geometry.court import build_gate, build_stele
from geometry.finish import to_mesh
from geometry.hall import build_pillar, build_stairs
from geometry.scene import Mesh
from geometry.sizes import Sizes, assumptions
from geometry.solids import Point, Solid
from layout.errors import UnknownNameError
from layout.evidence.model import Ground

Build = Callable[[Ground, int], list[Solid]]


@dataclass(frozen=True)
class Builder:
    """A kind of thing: 漢字, English, how it is built, and the dimensions that its sheet shows."""

    kind: str
    name: str
    name_en: str
    build: Build
    dimensions: tuple[str, ...] = ()

    def __call__(self, ground: Ground, lod: int = 0) -> list[Solid]:
        return self.build(ground, lod)


def _gate(ground: Ground, lod: int) -> list[Solid]:
    return [part for parts in build_gate(ground, lod).values() for part in parts]


def _target(kind: str, state: str = "tied") -> Build:
    return lambda ground, lod: the_range.build_target(ground, lod, kind, state)


_ALL: tuple[Builder, ...] = (
    Builder("pillar", "楹", "pillar", build_pillar, ("hall.pillar-diameter", "pillar.base-size", "hall.lintel-height")),
    Builder("stairs", "階", "flight of stairs", build_stairs, ("step.count", "step.rise", "step.tread", "stairs.width")),
    Builder("gate", "門塾", "gate with lodges", _gate, ("gate.width", "gate.height", "lodge.depth", "lodge.width")),
    Builder("stele", "碑", "stele", build_stele, ("stele.height",)),
    Builder("target", "侯", "target, lower left cord tied", _target("target"), ("target.center", "target.body", "target.tongue-upper", "target.tongue-lower", "target.height", "target.bottom", "target.bullseye")),
    Builder("target-folded", "侯 (中掩束之)", "target, left end folded over and bound", _target("target", "folded"), ("target.fold",)),
    Builder("target-great", "大侯", "great target", _target("target-great"), ("target-great.center", "target-great.tongue-upper", "target-great.bottom", "target-great.bullseye")),
    Builder("target-mixed", "參侯", "mixed target", _target("target-mixed"), ("target-mixed.center", "target-mixed.tongue-upper", "target-mixed.bottom", "target-mixed.bullseye")),
    Builder("target-near", "干侯", "near target", _target("target-near"), ("target-near.center", "target-near.tongue-upper", "target-near.bottom", "target-near.bullseye")),
    Builder("screen", "乏", "caller's screen", the_range.build_screen, ("screen.width", "screen.height")),
    Builder("mark", "物", "standing mark", the_range.build_mark, ("mark.length", "mark.width")),
    Builder("banner", "旌", "caller's banner", the_range.build_banner, ("banner.pole", "banner.sleeve")),
)  # fmt: skip

CATALOGUE: dict[str, Builder] = {builder.kind: builder for builder in _ALL}


def builder(kind: str) -> Builder:
    """The builder of a kind; UnknownNameError with the nearest otherwise."""
    try:
        return CATALOGUE[kind]
    except KeyError:
        raise UnknownNameError("kind of thing", kind, CATALOGUE) from None


def mesh(kind: str, ground: Ground, lod: int = 0, id: str | None = None) -> Mesh:
    """The drawable mesh of a kind."""
    return to_mesh(builder(kind)(ground, lod), id or kind)


def grips(kind: str, ground: Ground) -> dict[str, Point]:
    """Named places for hands on a thing, in its own frame (metres)."""
    found: dict[str, Point] = {}
    for solid in builder(kind)(ground, 1):
        found.update(solid.points)
    return found


def describe(kind: str, ground: Ground) -> dict[str, Any]:
    """What a sheet of the catalogue says of a kind: id, names, and its dimensions with 尺, metres and certainty."""
    about, size = builder(kind), Sizes(ground)
    rows = []
    for name in about.dimensions:
        if name in ground.dimensions:
            one = ground.dimension(name)
            rows.append(
                {
                    "id": name,
                    "name": one.name,
                    "chi": str(one.chi),
                    "metres": round(size(name), 4) if one.unit else None,
                    "certainty": one.certainty,
                }
            )
        elif size.has(name):
            rows.append(
                {
                    "id": name,
                    "name": name,
                    "chi": str(size.chi(name)),
                    "metres": round(size(name), 4),
                    "certainty": assumptions()[name].certainty,
                }
            )
    return {"id": kind, "name": about.name, "name_en": about.name_en, "dimensions": rows}
