"""The hall as a carpenter would have it: nothing floats, every end rests on something, no timber goes through a wall but at a post.

Each member is taken apart from the meshes themselves and the solids are asked where they touch (manifold3d); the usual hall at the finer level, the great ones at the coarser.
"""

from functools import lru_cache
from typing import NamedTuple

import manifold3d
import numpy as np
import pytest

from geometry import hall
from geometry.hall.frame import measure
from layout.choices import Choices
from layout.evidence import derive

READINGS = ["zhou-xu", "xiang-xiang", "dashe"]
"""序 with two slopes, 庠 with chamber and rooms, and a lord's hall with hips."""
TOUCH = 0.003
UPRIGHT = ("posts", "shaft", "block")


class Member(NamedTuple):
    """One piece: the part it belongs to, its material, its least and greatest corner, and its solid."""

    part: str
    material: str
    low: np.ndarray
    high: np.ndarray
    solid: manifold3d.Manifold

    @property
    def name(self) -> str:
        return f"{self.part} at {np.round((self.low + self.high) / 2, 2).tolist()}"

    @property
    def length(self) -> np.ndarray:
        return self.high - self.low


def pieces(part, solids, shift=(0.0, 0.0, 0.0)):
    for solid in solids:
        for body in solid.mesh.split(only_watertight=False):
            points = np.asarray(body.vertices) + np.array(shift)
            mesh = manifold3d.Mesh(points.astype(np.float32), np.asarray(body.faces, np.uint32))
            yield Member(f"{part}/{solid.id}", solid.material, points.min(0), points.max(0), manifold3d.Manifold(mesh))


class Built:
    """All members of the hall of a reading and which of them touch."""

    def __init__(self, reading):
        ground = derive(Choices(reading=reading))
        lod = 0 if reading == "zhou-xu" else 1
        self.lines = lines = measure(ground)
        found = list(pieces("platform", hall.build_platform(ground, lod)))
        for east, sign in ((True, 1.0), (False, -1.0)):
            side = "east" if east else "west"
            found += pieces(
                f"pillar-{side}", hall.build_pillar(ground, lod), (sign * lines.pillar_x, lines.floor, -lines.pillar_y)
            )
            found += pieces(f"eaves-{side}", hall.build_eaves(ground, east, lod))
            found += pieces(f"wall-{side}", hall.build_side_wall(ground, east, lod))
            found += pieces(f"gable-{side}", hall.build_gable(ground, east, lod))
        for k in range(5):
            found += pieces(f"purlin-{k}", hall.build_purlin(ground, k, lod))
        found += pieces("frames", hall.build_frames(ground, lod))
        found += pieces("rafters", hall.build_rafters(ground, lod))
        found += pieces("wall-rear", hall.build_rear_wall(ground, lod))
        found += pieces("chamber", hall.build_chamber(ground, lod))
        found += pieces("roof", [s for s in hall.build_roof(ground, 1) if s.id != "ties"])
        self.members = found
        self.touching = self._touching()

    def _touching(self):
        low, high = np.array([m.low for m in self.members]), np.array([m.high for m in self.members])
        found = [set() for _ in self.members]
        for i, one in enumerate(self.members):
            near = ((low[i] - TOUCH <= high[i + 1 :]) & (high[i] + TOUCH >= low[i + 1 :])).all(axis=1)
            for j in np.flatnonzero(near) + i + 1:
                other = self.members[j]
                if one.part == other.part and one.part in ("rafters/rafters", "platform/hall-edge"):
                    continue
                if one.solid.min_gap(other.solid, 2 * TOUCH) <= TOUCH:
                    found[i].add(int(j))
                    found[int(j)].add(i)
        return found

    def of(self, *parts):
        return [i for i, m in enumerate(self.members) if any(p in m.part for p in parts)]

    def beside(self, i):
        return [self.members[j] for j in self.touching[i]]


def slanting(member):
    """Whether a squared timber rises: it is taller than any beam is deep."""
    return bool(member.length[1] > 0.55)


@lru_cache(maxsize=3)
def built(reading):
    return Built(reading)


@pytest.mark.parametrize("reading", READINGS)
def test_nothing_floats(reading):
    all_ = built(reading)
    seen, todo = {0}, [0]
    while todo:
        fresh = all_.touching[todo.pop()] - seen
        seen |= fresh
        todo += fresh
    assert not [m.name for i, m in enumerate(all_.members) if i not in seen]


@pytest.mark.parametrize("reading", READINGS)
def test_posts_stand_on_something_and_carry_something(reading):
    all_ = built(reading)
    for i in all_.of("frames/posts", "shaft"):
        post, beside = all_.members[i], all_.beside(i)
        assert any(m.low[1] < post.low[1] - 0.01 for m in beside), f"{post.name} has nothing under its foot"
        assert any(m.high[1] > post.high[1] + 0.01 for m in beside), f"{post.name} carries nothing"


@pytest.mark.parametrize("reading", READINGS)
def test_beam_ends_rest_on_posts(reading):
    """Both ends of a beam lie in an upright, or reach beyond one by less than half of what lies behind it."""
    all_ = built(reading)
    for i in all_.of("frames/beams"):
        timber = all_.members[i]
        if slanting(timber):  # a brace, tested below
            continue
        uprights = [m for m in all_.beside(i) if m.part.endswith(UPRIGHT)]
        braces = [m for m in all_.beside(i) if m.part == "frames/beams" and slanting(m)]
        assert len(uprights) >= 2, f"{timber.name} rests on {len(uprights)} uprights"
        south = max(m.high[2] for m in [*uprights, *braces])
        north = min(m.low[2] for m in uprights)
        assert timber.high[2] - south < (south - north) / 2, f"{timber.name}: its south end hangs free"
        assert north - timber.low[2] < 0.6, f"{timber.name}: its north end hangs free"


@pytest.mark.parametrize("reading", READINGS)
def test_braces_meet_post_and_beam(reading):
    all_ = built(reading)
    count = 0
    for i in all_.of("frames/beams"):
        brace = all_.members[i]
        if not slanting(brace):
            continue
        count += 1
        beside = all_.beside(i)
        assert any(m.part.endswith(UPRIGHT) for m in beside), f"{brace.name} meets no post"
        assert any(m.part == "frames/beams" and m.length[2] > 3 for m in beside), f"{brace.name} meets no beam"
    assert count == 4


@pytest.mark.parametrize("reading", READINGS)
def test_purlins_rest_on_every_frame(reading):
    all_ = built(reading)
    for k in range(5):
        (i,) = all_.of(f"purlin-{k}/")
        purlin = all_.members[i]
        carriers = [m for m in all_.beside(i) if m.part.startswith(("frames", "pillar"))]
        for x in all_.lines.frames:
            if abs(x) < purlin.high[0] - 0.3:
                assert any(m.low[0] - 0.05 <= x <= m.high[0] + 0.05 for m in carriers), (
                    f"{purlin.name} hangs free at x = {x:.2f}"
                )


@pytest.mark.parametrize("reading", READINGS)
def test_rafters_lie_on_purlins_and_carry_the_roof(reading):
    all_ = built(reading)
    purlins = all_.of("purlin-", "end-purlins")
    for i in all_.of("rafters/"):
        rafter = all_.members[i]
        crossed = [j for j in purlins if crosses(rafter, all_.members[j])]
        assert crossed or min(rafter.length[0], rafter.length[2]) > 1, f"{rafter.name} crosses no purlin"
        for j in crossed:
            assert j in all_.touching[i], f"{rafter.name} does not lie on {all_.members[j].name}"
        assert any(m.part == "roof/bed" for m in all_.beside(i)), f"{rafter.name} carries no roof"


def crosses(rafter, purlin):
    """Whether a straight rafter goes over the middle line of a purlin, seen from above."""
    along = 0 if purlin.length[0] > purlin.length[2] else 2
    over = 2 - along
    if rafter.length[along] > 0.3 or purlin.length[along] < 1:
        return False
    line, at = (purlin.low[over] + purlin.high[over]) / 2, (rafter.low[along] + rafter.high[along]) / 2
    inside = purlin.low[along] < at < purlin.high[along]
    return bool(inside and rafter.low[over] + 0.1 < line < rafter.high[over] - 0.1)


@pytest.mark.parametrize("reading", READINGS)
def test_no_timber_goes_through_a_wall_but_at_a_post(reading):
    all_ = built(reading)
    for i in all_.of("/panels"):
        panel = all_.members[i]
        for j in all_.touching[i]:
            timber = all_.members[j]
            if (
                timber.material not in ("timber", "timber-dark", "pillar")
                or (panel.solid ^ timber.solid).volume() < 1e-4
            ):
                continue
            thin = 0 if panel.length[0] < panel.length[2] else 2
            # What lies in the plane of the wall is its own frame: sill, rails, posts, the beam over it.
            if timber.low[thin] >= panel.low[thin] - 0.35 and timber.high[thin] <= panel.high[thin] + 0.35:
                continue
            posts = [m for m in all_.beside(j) if m.part.endswith(UPRIGHT) or m.part == "frames/beams"]
            crossing = (panel.low + panel.high) / 2
            at_post = [m for m in posts if m.low[thin] - 0.3 <= crossing[thin] <= m.high[thin] + 0.3]
            walls = [
                m
                for m in all_.beside(j)
                if "/rails" in m.part and m.low[thin] - 0.1 <= crossing[thin] <= m.high[thin] + 0.1
            ]
            assert at_post or walls, f"{timber.name} goes through {panel.name}"


@pytest.mark.parametrize("reading", READINGS)
def test_doors_hang_in_their_jambs(reading):
    all_ = built(reading)
    doors = [i for i in all_.of("/doors") if all_.members[i].length[0] > 0.3]
    for i in doors:
        assert sum("/rails" in m.part for m in all_.beside(i)) >= 2, f"{all_.members[i].name} hangs in the air"
    assert bool(doors) == all_.lines.chamber
