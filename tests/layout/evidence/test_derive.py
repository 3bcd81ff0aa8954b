"""The dimensions of the default reading, against the values that the tradition states and the project has fixed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from layout.choices import Choices
from layout.errors import UnknownNameError
from layout.evidence import CERTAINTIES, derive
from layout.evidence.formula import number

FIXED = {
    "body.height": "7", "body.arm-span": "8", "body.foot": "6/5", "body.grip": "2/5", "foot.cm": "231/10",
    "hall.width": "90", "hall.inner-width": "60", "hall.depth": "48", "hall.bay": "12", "hall.lintel-y": "12",
    "hall.ridge-y": "24", "hall.pillar-gap": "24", "hall.eave-purlin-height": "15", "platform.height": "3",
    "step.count": "3", "step.rise": "1", "stairs.width": "8", "stairs.x": "20", "wall.thickness": "3",
    "wall.height": "9", "court.gate-y": "-360", "basin.y": "-48", "basin.x": "45", "music-below.y": "-9",
    "lane.length": "300", "target.y": "-300", "screen.north": "100", "screen.west": "30", "screen.x": "-30",
    "screen.y": "-200", "mark.y": "24", "mark.x-upper": "-3", "mark.x-lower": "3", "mark.gap": "6",
    "mark.length": "3", "mark.width": "6/5", "target.center": "10", "target.body": "20", "target.tongue-upper": "40",
    "target.tongue-lower": "30", "target.strip": "2", "target.height": "18", "target.bottom": "6/5",
    "target.top": "96/5", "target.bullseye": "10/3", "target.bullseye-inner": "2", "target.loop": "1/10",
    "target.cord-projection": "8", "target.post-top-x": "28", "target.post-bottom-x": "23", "target.cloth": "160",
    "cloth.width": "11/5", "cloth.seam": "1/10", "cloth.net": "2", "target.fold": "5",
    "target-great.lane": "540", "target-great.center": "18", "target-great.bullseye": "6", "target-great.cloth": "360",
    "target-great.bottom": "338/15", "target-great.top": "728/15", "target-mixed.lane": "420",
    "target-mixed.center": "14", "target-mixed.bottom": "158/15", "target-mixed.cloth": "252",
    "target-mixed.bullseye": "14/3", "target-near.bullseye": "10/3", "target-near.cloth": "160",
    "target-great.screen-north": "60", "target-great.screen-west": "60", "screen.width": "7", "screen.height": "7",
    "banner.pole": "21", "banner.sleeve": "16", "basin.height": "3", "basin.mouth": "3/2", "wine-stand.length": "4",
    "wine-stand.width": "12/5", "wine-stand.height": "1/2", "basket.length": "3", "basket.width": "1",
    "basket.height": "3/5", "basket.foot": "3/10", "ladle.length": "12/5", "meat-stand.length": "12/5",
    "meat-stand.width": "6/5", "meat-stand.height": "1", "stem-dish.height": "1", "stem-dish.mouth": "6/5",
    "cup-stand.mouth": "6/5", "arrow-rack.length": "3", "arrow-rack.width": "3/10", "arrow-rack.height": "3/20",
    "tally-holder.length": "6/5", "tally-holder.head": "7/10", "tally-holder.hole": "2/5", "tally.length": "7/5",
    "tally.count": "80", "tally.per-pair": "8", "switch.length": "3", "switch.grip": "1", "bow.length": "6",
    "arrow.length": "3", "arrow.feather": "3/5", "arrow.head": "1/5", "zither.length": "36/5", "zither.width": "9/5",
    "mouth-organ.length": "4", "chimes.count": "16", "strip.length": "6/5", "mat-long.length": "16", "mat.width": "10/3",
}  # fmt: skip


@pytest.fixture(scope="module")
def ground():
    return derive()


@pytest.mark.parametrize("name", FIXED)
def test_default_value(ground, name):
    assert ground.chi(name) == Fraction(FIXED[name])


def test_exact_and_one_conversion(ground):
    assert all(isinstance(d.chi, Fraction) for d in ground.dimensions.values())
    assert ground.metres_per_chi == Fraction(231, 1000)
    assert ground.metres("lane.length") == float(Fraction(300) * Fraction(231, 1000)) == 69.3


def test_every_dimension_has_evidence(ground):
    for d in ground.dimensions.values():
        assert d.derivation, d.id
        assert all(s.clause or s.passage or s.reason or s.speaker for s in d.derivation), d.id
        for step in d.derivation:
            if not step.clause:
                assert step.reason or step.passage, (d.id, step)


def test_certainty_is_the_weakest_premise(ground):
    rank = CERTAINTIES.index
    for d in ground.dimensions.values():
        for need in d.needs:
            assert rank(d.certainty) >= rank(ground.dimension(need).certainty), (d.id, need)
    assert ground.dimension("lane.length").certainty == "glossed"  # 侯道五十弓 is stated, but 弓 = 6 尺 is 鄭玄's
    assert ground.dimension("platform.height").certainty == "stated"
    assert ground.dimension("basin.y").certainty == "conjectured"  # 南北以堂深 is stated, the depth is not


def test_premises_come_first(ground):
    clauses = [s.clause for s in ground.dimension("target.tongue-lower").derivation]
    order = ["弓之下制六尺", "侯道五十弓", "弓二寸以為侯中", "倍中以為躬", "倍躬以為左右舌", "下舌半上舌"]
    assert [c for c in clauses if c in order] == order


def test_numbers_are_read_from_the_clause_not_typed(ground):
    step = ground.dimension("lane.length").derivation[-1]
    assert (step.clause, step.speaker, step.passage) == ("侯道五十弓", "記", "鄉射禮·記·侯道五十弓")
    assert step.working == "侯道 = 50 弓 × 6 尺 = 300 尺"


def test_absolute_figures_agree(ground):
    said = {s.clause: s.reason for s in ground.dimension("target.cloth").derivation}
    assert said["中十尺"] == said["上个五尋"] == said["凡鄉侯用布十六丈"] == "agrees"


def test_lookup_by_name_and_the_nearest(ground):
    assert ground.dimension("侯道").id == "lane.length"
    with pytest.raises(UnknownNameError, match=r"lane\.length"):
        ground.chi("lane.lenght")
    with pytest.raises(UnknownNameError, match="chamber"):
        ground.option("chambre")


def test_same_input_same_ground():
    assert derive(Choices(sets=("ren=8",))).dimensions == derive(Choices(sets=("ren=8",))).dimensions


@pytest.mark.parametrize(
    ("value", "words"),
    [(Fraction(48), "48"), (Fraction(5, 2), "2.5"), (Fraction(10, 3), "10/3"), (Fraction(-1, 8), "-0.125")],
)
def test_numbers_for_a_person(value, words):
    assert number(value) == words
