"""Every kind of thing: its names, its builder, the dimensions it shows. One shared mesh a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geometry import range as the_range
from geometry import things
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


def _holder(ground: Ground, lod: int) -> list[Solid]:
    """The holder that the reading has: a deer for a plain officer, a rhinoceros for a grandee."""
    beast = ground.options.get("tally-holder", "deer")
    return (things.build_rhinoceros if beast == "rhinoceros" else things.build_deer)(ground, lod)


def _mat(length: str = "mat.length", layers: int = 1) -> Build:
    return lambda ground, lod: things.build_mat(ground, lod, length, layers)


def _bow(draw: float) -> Build:
    return lambda ground, lod: things.build_bow(ground, lod, draw)


def _dark_jar(ground: Ground, lod: int) -> list[Solid]:
    return things.build_wine_jar(ground, lod, "water")


_TARGET = ("center", "body", "tongue-upper", "tongue-lower", "height", "bottom", "bullseye")
_MAT = ("mat.length", "mat.width", "mat.border")
_BOW = ("bow.length", "bow.breadth", "bow.grip")
_JAR = ("wine-jar.height", "wine-jar.mouth", "wine-jar.belly")
_STAND = ("meat-stand.length", "meat-stand.width", "meat-stand.height")
_HOLDER = ("tally-holder.length", "tally-holder.head", "tally-holder.hole")

_ALL: tuple[Builder, ...] = (
    # hall and court
    Builder("pillar", "楹", "pillar", build_pillar, ("hall.pillar-diameter", "pillar.base-size", "hall.lintel-height")),
    Builder("stairs", "階", "flight of stairs", build_stairs, ("step.count", "step.rise", "step.tread", "stairs.width")),
    Builder("gate", "門塾", "gate with lodges", _gate, ("gate.width", "gate.height", "lodge.depth", "lodge.width")),
    Builder("stele", "碑", "stele", build_stele, ("stele.height", "stele.width")),
    # range
    Builder("target", "侯", "target, lower left cord tied", _target("target"), tuple(f"target.{part}" for part in _TARGET)),
    Builder("target-folded", "侯 (中掩束之)", "target, its left end folded over and bound", _target("target", "folded"), ("target.fold", "target.center", "target.height")),
    Builder("target-great", "大侯", "great target", _target("target-great"), tuple(f"target-great.{part}" for part in _TARGET)),
    Builder("target-mixed", "參侯", "mixed target", _target("target-mixed"), tuple(f"target-mixed.{part}" for part in _TARGET)),
    Builder("target-near", "干侯", "near target", _target("target-near"), tuple(f"target-near.{part}" for part in _TARGET)),
    Builder("screen", "乏", "caller's screen", the_range.build_screen, ("screen.width", "screen.height")),
    Builder("mark", "物", "standing mark", the_range.build_mark, ("mark.length", "mark.width")),
    Builder("banner", "旌", "caller's banner", the_range.build_banner, ("banner.pole", "banner.sleeve")),
    # bows and arrows
    Builder("bow", "弓", "bow, strung", _bow(0.0), _BOW),
    Builder("bow-draw-1", "弓 (引)", "bow, a third drawn", _bow(0.3), _BOW),
    Builder("bow-draw-2", "弓 (引)", "bow, two thirds drawn", _bow(0.6), _BOW),
    Builder("bow-drawn", "弓 (滿)", "bow at full draw", _bow(1.0), (*_BOW, "arrow.length")),
    Builder("bow-slack", "弛弓", "bow, unstrung", things.build_bow_slack, _BOW),
    Builder("arrow", "矢", "arrow", things.build_arrow, ("arrow.length", "arrow.feather", "arrow.head", "arrow.diameter")),
    Builder("four-arrows", "乘矢", "a set of four arrows", things.build_four_arrows, ("arrow.length", "arrow.count")),
    Builder("thumb-ring", "決", "thumb-ring", things.build_thumb_ring, ("thumb-ring.diameter", "thumb-ring.height")),
    Builder("arm-guard", "遂 (拾)", "arm-guard", things.build_arm_guard, ("arm-guard.length", "arm-guard.width")),
    Builder("switch", "扑", "switch", things.build_switch, ("switch.length", "switch.grip")),
    Builder("arrow-rack", "楅", "arrow-rack", things.build_arrow_rack, ("arrow-rack.length", "arrow-rack.width", "arrow-rack.height")),
    Builder("tally-holder", "中", "tally-holder of the reading", _holder, _HOLDER),
    Builder("tally-holder-deer", "鹿中", "tally-holder, deer", things.build_deer, _HOLDER),
    Builder("tally-holder-rhinoceros", "兕中", "tally-holder, rhinoceros", things.build_rhinoceros, _HOLDER),
    Builder("tally", "算", "tally", things.build_tally, ("tally.length", "tally.grip", "tally.count")),
    Builder("tallies", "八算", "eight tallies", things.build_tallies, ("tally.length", "tally.per-pair")),
    # mats, stands, baskets
    Builder("mat", "席", "mat", _mat(), _MAT),
    Builder("mat-double", "重席", "mat of two layers", _mat(layers=2), _MAT),
    Builder("mat-long", "筵 (常)", "long mat", _mat("mat-long.length"), ("mat-long.length", "mat.width", "mat.border")),
    Builder("wine-stand", "斯禁", "stand of the wine jars", things.build_wine_stand, ("wine-stand.length", "wine-stand.width", "wine-stand.height")),
    Builder("basket", "篚", "basket", things.build_basket, ("basket.length", "basket.width", "basket.height", "basket.foot")),
    Builder("meat-stand", "俎", "meat-stand with its joints", things.build_meat_stand, _STAND),
    Builder("meat-stand-empty", "俎 (虛)", "meat-stand, empty", things.build_meat_stand_empty, _STAND),
    # vessels
    Builder("wine-jar", "壺 (酒)", "jar of wine", things.build_wine_jar, _JAR),
    Builder("dark-wine-jar", "壺 (玄酒)", "jar of dark wine", _dark_jar, _JAR),
    Builder("jar-cover", "冪", "cover of a jar", things.build_jar_cover, ("wine-jar.mouth",)),
    Builder("ladle", "勺", "ladle", things.build_ladle, ("ladle.length", "ladle.bowl")),
    Builder("water-jar", "罍", "water jar", things.build_water_jar, ("water-jar.height", "water-jar.belly", "water-jar.mouth")),
    Builder("basin", "洗", "basin", things.build_basin, ("basin.height", "basin.mouth", "basin.foot")),
    Builder("cup", "爵", "cup", things.build_cup, ("cup.height", "cup.mouth")),
    Builder("goblet", "觶", "goblet", things.build_goblet, ("goblet.height", "goblet.mouth", "goblet.depth")),
    Builder("cup-stand", "豐", "stand of the penalty cup", things.build_cup_stand, ("cup-stand.height", "cup-stand.mouth", "cup-stand.foot")),
    Builder("splint-dish", "籩", "splint-dish with strips of dried meat", things.build_splint_dish, ("splint-dish.height", "splint-dish.mouth", "strip.length", "strip.count")),
    Builder("stem-dish", "豆", "stem-dish with meat sauce", things.build_stem_dish, ("stem-dish.height", "stem-dish.mouth")),
    Builder("dishes", "薦", "dishes set before a guest", things.build_dishes, ("splint-dish.height", "stem-dish.height", "dishes.gap")),
    Builder("meat", "俎", "meat-stand with its joints", things.build_meat_stand, _STAND),
    # music
    Builder("chimes", "縣 (磬)", "hanging chimes", things.build_chimes, ("chimes.count", "chime-rack.width", "chime-rack.height")),
    Builder("chime-stone", "磬", "chime stone of 黃鍾", things.build_chime_stone, ("chime-stone.upper", "chime-stone.lower", "chime-stone.breadth", "chime-stone.angle")),
    Builder("mallet", "椎", "mallet of the chimes", things.build_mallet),
    Builder("zither", "瑟", "zither", things.build_zither, ("zither.length", "zither.width", "zither.strings")),
    Builder("mouth-organ", "笙", "mouth-organ", things.build_mouth_organ, ("mouth-organ.length", "mouth-organ.pipes")),
    Builder("drum", "鼓", "drum", things.build_drum, ("drum.height", "drum.diameter", "drum.length")),
    Builder("shoes", "屨", "shoes", things.build_shoes, ("body.foot",)),
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
                    "name": assumptions()[name].name or name,
                    "chi": str(size.chi(name)),
                    "metres": round(size(name), 4),
                    "certainty": assumptions()[name].certainty,
                }
            )
    return {"id": kind, "name": about.name, "name_en": about.name_en, "dimensions": rows}
