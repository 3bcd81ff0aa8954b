"""The hall as carpentry: heights and widths measured on the meshes, posts that stand and reach, readings that differ."""

from functools import lru_cache

import numpy as np
import pytest

from geometry import hall
from geometry.finish import open_edges, to_mesh
from geometry.hall.frame import measure
from layout.choices import Choices
from layout.errors import GroundError
from layout.evidence import derive

NEAR = 1e-4
READINGS = ["zhou-xu", "xiang-xiang", "ao", "dashe", "kaogong-foot", "wang-zhi-pace"]


@lru_cache(maxsize=16)
def ground(reading="zhou-xu", sets=()):
    return derive(Choices(reading=reading, sets=sets))


def vertices(solids, *names):
    return np.vstack([s.mesh.vertices for s in solids if not names or s.id in names])


@pytest.mark.parametrize("reading", READINGS)
def test_purlins_lie_at_their_heights(reading):
    one = ground(reading)
    floor = one.metres("platform.height")
    for k, (y, height) in enumerate(
        [
            ("hall.eave-purlin-y", "hall.eave-purlin-height"),
            ("hall.lintel-y", "hall.lintel-height"),
            ("hall.ridge-y", "hall.ridge-height"),
        ]
    ):
        low, high = vertices(hall.build_purlin(one, k)).min(axis=0), vertices(hall.build_purlin(one, k)).max(axis=0)
        assert (low[1] + high[1]) / 2 == pytest.approx(floor + one.metres(height), abs=NEAR)
        assert -(low[2] + high[2]) / 2 == pytest.approx(one.metres(y), abs=NEAR)


@pytest.mark.parametrize("reading", READINGS)
def test_pillars_stand_on_the_floor_and_carry_the_lintel(reading):
    one, lines = ground(reading), measure(ground(reading))
    pillar = vertices(hall.build_pillar(one))
    assert pillar[:, 1].min() == pytest.approx(0, abs=NEAR)
    under = vertices(hall.build_purlin(one, 1))[:, 1].min()
    assert lines.floor + pillar[:, 1].max() >= under - NEAR
    assert lines.floor + pillar[:, 1].max() <= under + lines.purlin_radius


@pytest.mark.parametrize("reading", READINGS)
def test_side_walls_keep_the_inner_width(reading):
    one = ground(reading)
    east, west = vertices(hall.build_side_wall(one, True)), vertices(hall.build_side_wall(one, False))
    half, thick = one.metres("hall.inner-width") / 2, one.metres("wall-inner.thickness")
    assert east[:, 0].min() == pytest.approx(half, abs=NEAR)
    assert east[:, 0].max() == pytest.approx(half + thick, abs=NEAR)
    assert west[:, 0].max() == pytest.approx(-half, abs=NEAR)
    assert -east[:, 2].max() == pytest.approx(one.metres("wall.y-south"), abs=NEAR)


def test_rear_wall_ends_the_depth_of_the_hall():
    wall = vertices(hall.build_rear_wall(ground()))
    assert -wall[:, 2].max() == pytest.approx(ground().metres("hall.depth"), abs=NEAR)
    rooms = vertices(hall.build_chamber(ground("xiang-xiang")))
    assert -rooms[:, 2].max() == pytest.approx(ground("xiang-xiang").metres("hall.depth"), abs=0.06)
    assert hall.build_chamber(ground()) == []


@pytest.mark.parametrize("reading", READINGS)
def test_platform_and_stairs(reading):
    one = ground(reading)
    platform = vertices(hall.build_platform(one))
    assert platform[:, 1].max() == pytest.approx(one.metres("platform.height"), abs=NEAR)
    assert platform[:, 2].max() == pytest.approx(0, abs=NEAR)
    assert np.ptp(platform[:, 0]) == pytest.approx(one.metres("platform.width"), abs=NEAR)
    assert np.ptp(platform[:, 2]) == pytest.approx(one.metres("platform.depth"), abs=NEAR)
    steps = vertices(hall.build_stairs(one), "steps")
    assert steps[:, 1].max() == pytest.approx(one.metres("platform.height"), abs=NEAR)
    levels = {round(float(v), 4) for v in steps[:, 1]}
    for k in range(int(one.chi("step.count")) + 1):
        assert round(k * one.metres("step.rise"), 4) in levels


def test_roof_ends_are_the_width_of_the_hall():
    ends = [vertices(hall.build_eaves(ground(), east)) for east in (True, False)]
    assert ends[0][:, 0].max() - ends[1][:, 0].min() == pytest.approx(ground().metres("hall.width"), abs=NEAR)


def test_roof_rises_a_third_of_its_span():
    front, ridge = vertices(hall.build_purlin(ground(), 0)), vertices(hall.build_purlin(ground(), 2))
    rise = ridge[:, 1].mean() - front[:, 1].mean()
    span = 2 * abs(ridge[:, 2].mean() - front[:, 2].mean())
    assert rise / span == pytest.approx(1 / 3, abs=1e-3)
    tiled = ground(sets=("roof=tile",))
    rise = vertices(hall.build_purlin(tiled, 2))[:, 1].mean() - vertices(hall.build_purlin(tiled, 0))[:, 1].mean()
    assert rise / span == pytest.approx(1 / 4, abs=1e-3)
    assert any(s.material == "tile" for s in hall.build_roof(tiled))


@pytest.mark.parametrize("reading", ["zhou-xu", "xiang-xiang", "dashe"])
@pytest.mark.parametrize("lod", [0, 1])
def test_every_part_is_closed(reading, lod):
    one = ground(reading)
    parts = [
        *hall.build_platform(one, lod), *hall.build_stairs(one, lod), *hall.build_frames(one, lod), *hall.build_rafters(one, lod),
        *hall.build_roof(one, lod), *hall.build_rear_wall(one, lod), *hall.build_chamber(one, lod),
        *[s for east in (True, False) for f in (hall.build_eaves, hall.build_side_wall, hall.build_gable) for s in f(one, east, lod)],
    ]  # fmt: skip
    for solid in parts:
        assert open_edges(to_mesh([solid], solid.id)) == 0, solid.id
        assert solid.mesh.volume > 0, solid.id


@pytest.mark.parametrize("reading", READINGS)
def test_timber_stays_under_the_roof_and_on_the_platform(reading):
    one, lines = ground(reading), measure(ground(reading))
    for solid in hall.build_frames(one):
        for x, height, z in np.asarray(solid.mesh.vertices)[::3]:
            assert height >= lines.floor - 0.03
            assert height <= lines.cover(x, -z) + 0.02, f"{solid.id} stands out of the roof at x {x:.2f} y {-z:.2f}"
            assert abs(x) <= lines.platform_x + NEAR
    low = np.vstack([s.mesh.vertices for s in hall.build_frames(one) if s.id == "posts"])[:, 1].min()
    assert low == pytest.approx(lines.floor, abs=0.005)


def test_hipped_only_from_a_lord_upward():
    assert measure(ground("dashe")).hipped
    assert not measure(ground()).hipped
    assert not measure(ground("xiang-xiang")).hipped


def test_contradictions_are_named():
    with pytest.raises(GroundError, match="hall"):
        hall.build_side_wall(ground(sets=("hall.inner-width=89",)), True)
    with pytest.raises(GroundError, match=r"hall\.pillar-gap"):
        measure(ground(sets=("hall.pillar-gap=80",)))
