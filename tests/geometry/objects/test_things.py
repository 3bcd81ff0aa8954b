"""Every kind of thing in the catalogue: closed parts, known materials, and true to its dimensions, measured on the mesh."""

from functools import lru_cache

import numpy as np
import pytest

from geometry.catalogue import CATALOGUE, builder, describe, grips
from geometry.palette import load_palette
from geometry.things import bow_shape
from layout.choices import Choices
from layout.errors import InputError, UnknownNameError
from layout.evidence import derive

NEAR = 1e-4  # a tenth of a millimetre


@lru_cache(maxsize=16)
def ground(reading="zhou-xu", sets=()):
    return derive(Choices(reading=reading, sets=sets))


@lru_cache(maxsize=256)
def parts(kind, lod=0, sets=()):
    return CATALOGUE[kind](ground(sets=sets), lod)


def points(kind, *names, lod=0, sets=()):
    chosen = [s for s in parts(kind, lod, sets) if not names or any(s.id == n or s.id.startswith(n) for n in names)]
    assert chosen, f"{kind} has no part {names}"
    return np.vstack([s.mesh.vertices for s in chosen])


def extent(kind, axis, *names, lod=0, sets=()):
    return float(np.ptp(points(kind, *names, lod=lod, sets=sets)[:, axis]))


X, Y, Z = 0, 1, 2
TRUE = [
    # kind, dimension, axis, parts
    ("mat", "mat.length", X, ()), ("mat", "mat.width", Z, ()), ("mat-long", "mat-long.length", X, ()),
    ("mat", "mat.thickness", Y, ()),
    ("wine-stand", "wine-stand.length", X, ()), ("wine-stand", "wine-stand.width", Z, ()),
    ("wine-stand", "wine-stand.height", Y, ()),
    ("basket", "basket.length", X, ()), ("basket", "basket.width", Z, ()),
    ("meat-stand", "meat-stand.length", X, ("board",)), ("meat-stand", "meat-stand.width", Z, ("board",)),
    ("meat-stand-empty", "meat-stand.height", Y, ()),
    ("stem-dish", "stem-dish.height", Y, ("dish",)), ("stem-dish", "stem-dish.mouth", X, ("dish",)),
    ("splint-dish", "splint-dish.height", Y, ("dish",)), ("splint-dish", "splint-dish.mouth", Z, ("dish",)),
    ("wine-jar", "wine-jar.height", Y, ("jar",)), ("wine-jar", "wine-jar.belly", X, ("jar",)),
    ("water-jar", "water-jar.height", Y, ("jar",)), ("water-jar", "water-jar.belly", Z, ("jar",)),
    ("basin", "basin.height", Y, ("basin",)), ("basin", "basin.foot", X, ("basin",)),
    ("goblet", "goblet.height", Y, ("goblet",)), ("goblet", "goblet.mouth", X, ("goblet",)),
    ("cup", "cup.height", Y, ()),
    ("cup-stand", "cup-stand.height", Y, ("stand",)), ("cup-stand", "cup-stand.foot", X, ("stand",)),
    ("ladle", "ladle.length", Z, ()), ("ladle", "ladle.bowl", X, ("bowl",)),
    ("arrow-rack", "arrow-rack.length", X, ()), ("arrow-rack", "arrow-rack.width", Z, ("snakes",)),
    ("arrow-rack", "arrow-rack.height", Y, ("snakes",)),
    ("tally-holder-deer", "tally-holder.length", Z, ("deer", "tail")),
    ("tally-holder-deer", "tally-holder.width", X, ("deer", "tail")),
    ("tally-holder-deer", "tally-holder.hole", Z, ("holes",)),
    ("tally-holder-rhinoceros", "tally-holder.length", Z, ()),
    ("tally-holder-rhinoceros", "tally-holder.head", Y, ()),
    ("tally", "tally.length", Z, ()), ("tally", "tally.grip", Z, ("grip",)), ("tally", "tally.width", Y, ()),
    ("switch", "switch.length", Y, ()), ("switch", "switch.grip", Y, ("grip",)),
    ("bow", "bow.length", Y, ()), ("bow", "bow.breadth", X, ("limb",)), ("bow", "bow.grip", Y, ("grip",)),
    ("arrow", "arrow.length", Z, ("shaft",)), ("arrow", "arrow.head", Z, ("head",)),
    ("arrow", "arrow.feather", Z, ("feathers",)),
    ("thumb-ring", "thumb-ring.height", Y, ("ring",)), ("thumb-ring", "thumb-ring.diameter", X, ("ring",)),
    ("arm-guard", "arm-guard.length", Y, ("cuff",)), ("shoes", "body.foot", Z, ()),
    ("zither", "zither.length", X, ()), ("zither", "zither.width", Z, ()),
    ("mouth-organ", "mouth-organ.length", Y, ()),
    ("chimes", "chime-rack.width", X, ()),
    ("drum", "drum.diameter", X, ("shell",)), ("drum", "drum.length", Z, ("shell",)), ("drum", "drum.height", Y, ("post",)),
    ("screen", "screen.width", X, ("frame",)), ("screen", "screen.height", Y, ("frame",)),
    ("mark", "mark.length", Z, ()), ("mark", "mark.width", X, ()),
    ("banner", "banner.pole", Y, ()), ("banner", "banner.sleeve", Y, ("sleeve",)),
    ("target", "target.center", X, ("target-center",)), ("target", "target.center", Y, ("target-center",)),
    ("target", "target.body", X, ("target-body-lower",)), ("target", "target.body", X, ("target-body-upper",)),
    ("target", "target.tongue-upper", X, ("target-tongue-upper",)), ("target", "target.strip", Y, ("target-tongue-upper",)),
    ("target", "target.tongue-lower", X, ("target-tongue-lower",)),
    ("target", "target.height", Y, ("target-center", "target-body", "target-tongue")),
    ("target", "target.bullseye", X, ("bullseye",)), ("target", "target.bullseye-inner", Y, ("bullseye-inner",)),
    ("target-great", "target-great.center", X, ("target-great-center",)),
    ("target-great", "target-great.bullseye", Y, ("target-great-bullseye",)),
    ("target-mixed", "target-mixed.tongue-upper", X, ("target-mixed-tongue-upper",)),
    ("pillar", "hall.pillar-diameter", X, ("shaft",)), ("pillar", "pillar.base-size", X, ("base",)),
    ("stairs", "stairs.width", X, ("steps",)), ("stairs", "platform.height", Y, ("steps",)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "dimension", "axis", "names"), TRUE)
def test_true_to_its_dimension(kind, dimension, axis, names):
    assert extent(kind, axis, *names) == pytest.approx(ground().metres(dimension), abs=NEAR)


@pytest.mark.parametrize(("kind", "dimension", "axis", "names"), [t for t in TRUE if t[0] not in ("shoes",)])
def test_true_when_coarse(kind, dimension, axis, names):
    slack = NEAR if kind not in ("tally", "switch", "banner", "bow") else 2e-3
    assert extent(kind, axis, *names, lod=1) == pytest.approx(ground().metres(dimension), abs=slack)


@pytest.mark.parametrize("lod", [0, 1])
@pytest.mark.parametrize("kind", CATALOGUE)
def test_closed_outward_and_of_known_material(kind, lod):
    palette = load_palette()
    for solid in parts(kind, lod):
        assert solid.mesh.is_watertight, f"{kind}: {solid.id} is open"
        assert solid.mesh.volume > 0, f"{kind}: {solid.id} is inside out"
        assert solid.material in palette
        assert solid.dimensions or solid.id
        if solid.colors is not None:
            assert len(solid.colors) == len(solid.mesh.vertices)


@pytest.mark.parametrize("kind", CATALOGUE)
def test_stands_on_the_ground(kind):
    carried = kind.startswith("bow") or kind in (
        "arrow",
        "thumb-ring",
        "jar-cover",
        "chime-stone",
        "arm-guard",
        "four-arrows",
    )
    low = points(kind)[:, 1].min()
    if not carried:
        assert -0.2 - NEAR <= low <= 0.004  # posts and pegs of the target go into the earth


@pytest.mark.parametrize("kind", CATALOGUE)
def test_described(kind):
    about = describe(kind, ground())
    assert about["name"]
    assert about["name_en"]
    assert len(about["dimensions"]) == len(CATALOGUE[kind].dimensions)
    assert all(row["certainty"] for row in about["dimensions"])


def test_coarse_forms_are_coarser():
    for kind in CATALOGUE:
        fine = sum(len(s.mesh.faces) for s in parts(kind, 0))
        coarse = sum(len(s.mesh.faces) for s in parts(kind, 1))
        assert coarse <= fine, kind
        assert coarse < 8000, kind
        assert fine < 24_000, kind


def test_target_bottom_and_top():
    cloth = points("target", "target-center", "target-body", "target-tongue")
    assert cloth[:, 1].min() == pytest.approx(ground().metres("target.bottom"), abs=NEAR)
    assert cloth[:, 1].max() == pytest.approx(ground().metres("target.top"), abs=NEAR)
    widths = [s for s in parts("target") if s.id.startswith("target-center-")]
    assert len(widths) == 5
    great = [s for s in CATALOGUE["target-great"](ground("dashe"), 0) if s.id.startswith("target-great-center-")]
    assert len(great) == 9


def test_folded_target_lays_its_left_end_over():
    tied, folded = points("target", "target-tongue-lower"), points("target-folded", "target-tongue-lower")
    fold = ground().metres("target.fold")
    assert tied[:, 0].max() - folded[:, 0].max() == pytest.approx(fold, abs=0.05)
    assert folded[:, 0].min() == pytest.approx(tied[:, 0].min(), abs=NEAR)


def test_string_keeps_its_length_while_drawn():
    length, full = ground().metres("bow.length"), ground().metres("arrow.length")

    def string(draw):
        shape = bow_shape(draw, length, full, 60)
        y, z = shape.tip
        return 2 * np.hypot(y, z - shape.nock) if draw > 0 else 2 * y

    assert string(0) == pytest.approx(length)
    for draw in (0.2, 0.5, 1.0):
        assert string(draw) == pytest.approx(length, abs=2e-3)
    assert bow_shape(1.0, length, full).nock == pytest.approx(-full)
    assert bow_shape(1.0, length, full).tip[0] < bow_shape(0.0, length, full).tip[0]
    with pytest.raises(InputError, match="draw"):
        bow_shape(3, length, full)


def test_grips():
    assert "grip" in grips("bow", ground())
    assert "nock" in grips("bow-drawn", ground())
    assert {f"hole-{k}" for k in range(1, 9)} <= set(grips("tally-holder", ground()))
    assert grips("switch", ground())["grip"][1] == pytest.approx(ground().metres("switch.grip") / 2)


def test_reading_picks_the_beast():
    deer = {s.id for s in CATALOGUE["tally-holder"](ground(), 1)}
    rhino = {s.id for s in CATALOGUE["tally-holder"](ground("xiang-xiang"), 1)}
    assert "deer" in deer
    assert "rhinoceros" in rhino


def test_sixteen_stones_of_the_right_angle():
    stones = next(s for s in parts("chimes") if s.id == "stones").mesh.split(only_watertight=True)
    assert len(stones) == 16
    ring = np.asarray(next(iter(parts("chime-stone"))).mesh.vertices)
    long = sorted({round(float(v), 5) for v in ring[:, 0]})
    assert long[0] < 0 < long[-1]


def test_unknown_kind_suggests():
    with pytest.raises(UnknownNameError, match="goblet"):
        builder("goblets")


def test_restated_text_changes_the_mesh():
    sets = ("mat=yan",)
    assert extent("mat", X, sets=sets) == pytest.approx(9 * 0.231, abs=NEAR)


def test_target_is_tied_when_the_rite_ties_it():
    from geometry.range import lower_tracks
    from rite.model import ThingActs, ThingKey

    def key(t, state):
        return ThingKey(
            t=t,
            holder=None,
            slot="",
            x=0.0,
            y=0.0,
            z=0.0,
            facing=0.0,
            lie="flat",
            pitch=0.0,
            visible=True,
            state=state,
            count=1,
        )

    tied, folded = lower_tracks(
        ThingActs("target-cord-left", "target-cord", (key(0, "loose"), key(900, "loose"), key(5000, "tied")))
    )
    assert tied.times.tolist() == [0, 5000]
    assert tied.values[:, 0].tolist() == [0, 1]
    assert folded.values[:, 0].tolist() == [1, 0]
    assert tied.step
    assert folded.node == "target-lower-folded"
