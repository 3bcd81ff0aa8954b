"""Every length that the text or its commentators give a thing is measured on a mesh, or a reason says why it is not one of a thing.

`test_things.TRUE` measures what is the extent of a part along an axis; here stands what needs more than that.
"""

import runpy
from fnmatch import fnmatch
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from geometry import court, hall
from geometry.catalogue import CATALOGUE
from geometry.ground import build_ground
from geometry.motion.tallies import tally_nodes
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out

NEAR = 1e-4
TRUE = runpy.run_path(str(Path(__file__).with_name("test_things.py")))["TRUE"]
READINGS = ("zhou-xu", "dashe")

REASONS = {
    "unit.*": "a unit of measure",
    "foot.*": "the length of the foot itself",
    "cloth.width": "as woven; a twentieth goes into the seams and is not seen",
    "cloth.seam": "turned in, not seen",
    "body.*": "a measure of a man; figures have tests of their own",
    "ladder-*": "the halls of other ranks; each is the hall of a reading of that rank",
    "hall.vault": "cannot be the ridge over this depth; noted, not modelled (docs/objects.md)",
    "lane.origin": "a point from which is measured",
    "music-below.*": "a place of people",
    "target-*.lane": "the length of a lane: the target stands at its end",
    "target-*.screen-*": "a place of the plan; nodes stand where the plan has them (test_ground)",
}
"""Dimensions, by pattern, that are of no thing, and why."""


@lru_cache(maxsize=4)
def ground(reading="zhou-xu"):
    return derive(Choices(reading=reading))


@lru_cache(maxsize=2)
def placed(reading):
    nodes, _ = build_ground(lay_out(ground(reading), Company()), 1)
    return {n.name: n.translation for n in nodes}


@lru_cache(maxsize=64)
def solids(kind, reading="zhou-xu", lod=0):
    return {s.id: s.mesh for s in CATALOGUE[kind](ground(reading), lod)}


def points(meshes, *starts):
    return np.vstack([np.asarray(m.vertices) for name, m in meshes.items() if name.startswith(starts)])


def over(meshes, axis, *starts):
    return float(np.ptp(points(meshes, *starts)[:, axis]))


def ends(mesh):
    """The middles of both ends of a round rod: they are its last two points."""
    return np.asarray(mesh.vertices)[-2:]


def corners(name):
    """The six corners of a chime stone: 股 outer and inner end, inner bend, 鼓 inner and outer end, outer bend."""
    return np.asarray(solids("chime-stone")["stone"].vertices)[:6]


def edge(a, b):
    return float(np.linalg.norm(corners("stone")[a] - corners("stone")[b]))


def bend():
    a, top, b = (corners("stone")[k] for k in (0, 5, 4))
    u, v = (a - top) / np.linalg.norm(a - top), (b - top) / np.linalg.norm(b - top)
    return float(np.degrees(np.arccos(u @ v))) / 90


def east_west(make):
    """Least and greatest x of two parts that face each other: the inner faces (greatest of west, least of east) and the outer ones."""
    east, west = (np.vstack([s.mesh.vertices for s in make(ground(), side)])[:, 0] for side in (True, False))
    return float(west.min()), float(west.max()), float(east.min()), float(east.max())


def wall(axis):
    parts = court.build_wall_run(ground(), 6.0)
    body = next(s.mesh for s in parts if s.id == "wall")
    return float(np.ptp(body.vertices[:, axis])) if axis == 2 else max(float(s.mesh.bounds[1][1]) for s in parts)


def roof_pitch():
    front, ridge = (np.asarray(hall.build_purlin(ground(), k)[0].mesh.vertices).mean(axis=0) for k in (0, 2))
    return float((ridge[1] - front[1]) / (2 * abs(ridge[2] - front[2])))


def steps():
    return solids("stairs")["steps"].split()


def strips():
    """Lengths of the strips of dried meat."""
    found = [np.linalg.norm(np.subtract(*ends(s))) for s in solids("splint-dish")["strips"].split(only_watertight=True)]
    return [float(v) for v in found]


def post_foot():
    """How far from the axis the middle line of a post is at the height of the lower cord."""
    (x0, y0, _), (x1, y1, _) = ends(solids("target", lod=1)["target-post-west"])
    return float(abs(x0 + (x1 - x0) * (ground().metres("target.bottom") - y0) / (y1 - y0)))


def loop_width():
    band = solids("target")["target-loops"].split()[0]
    at = np.asarray(band.vertices) - np.asarray(band.vertices).mean(axis=0)
    return 2 * float(np.sqrt((at[:, 1:] ** 2).sum(axis=1)).min())


def sewn(kind):
    """Metres of cloth: the lengths of all its pieces, added."""
    target = solids(kind, "dashe")
    whole = [n for n in target if "-center-" in n]
    return sum(over(target, 1, n) for n in whole) + sum(
        over(target, 0, f"{kind}-{p}") for p in ("body-upper", "body-lower", "tongue-upper", "tongue-lower")
    )


def at(reading, name, axis):
    x, y, z = placed(reading)[name]
    return (x, -z, y)[axis]


MORE = {
    "hall.width": lambda: east_west(hall.build_eaves)[3] - east_west(hall.build_eaves)[0],
    "hall.eaves-x": lambda: east_west(hall.build_eaves)[3],
    "hall.inner-width": lambda: east_west(hall.build_side_wall)[2] - east_west(hall.build_side_wall)[1],
    "hall.wall-x": lambda: east_west(hall.build_side_wall)[2],
    "hall.roof-pitch": roof_pitch,
    "platform.width": lambda: float(np.ptp(np.vstack([s.mesh.vertices for s in hall.build_platform(ground())])[:, 0])),
    "step.count": lambda: len(steps()),
    "step.rise": lambda: min(float(np.ptp(s.vertices[:, 1])) for s in steps()),
    "wall.thickness": lambda: wall(2),
    "wall.height": lambda: wall(1),
    "basin.x": lambda: at("zhou-xu", "basin", 0),
    "target.y": lambda: at("zhou-xu", "target", 1),
    "lane.length": lambda: -at("zhou-xu", "target", 1),
    "screen.x": lambda: at("zhou-xu", "screen", 0),
    "screen.y": lambda: at("zhou-xu", "screen", 1),
    "screen.north": lambda: at("zhou-xu", "screen", 1) - at("zhou-xu", "target", 1),
    "screen.west": lambda: -at("zhou-xu", "screen", 0),
    "mark.x-upper": lambda: at("zhou-xu", "mark-upper", 0),
    "mark.x-lower": lambda: at("zhou-xu", "mark-lower", 0),
    "mark.gap": lambda: at("zhou-xu", "mark-lower", 0) - at("zhou-xu", "mark-upper", 0),
    "target-great.y": lambda: at("dashe", "target-great", 1),
    "target-mixed.y": lambda: at("dashe", "target-mixed", 1),
    "target-near.y": lambda: at("dashe", "target", 1),
    "target.bottom": lambda: float(
        points(solids("target"), "target-center", "target-body", "target-tongue")[:, 1].min()
    ),
    "target.top": lambda: float(points(solids("target"), "target-center", "target-body", "target-tongue")[:, 1].max()),
    "target.bullseye-bottom": lambda: float(points(solids("target"), "bullseye")[:, 1].min()),
    "target.bullseye-top": lambda: float(points(solids("target"), "bullseye")[:, 1].max()),
    "target.tongue-upper-both": lambda: (
        over(solids("target"), 0, "target-tongue-upper") - over(solids("target"), 0, "target-body-upper")
    ),
    "target.tongue-upper-out": lambda: (
        (over(solids("target"), 0, "target-tongue-upper") - over(solids("target"), 0, "target-body-upper")) / 2
    ),
    "target.cloth": lambda: sewn("target-near"),
    "target.loop": loop_width,
    "target.cord-projection": lambda: (
        float(np.abs(ends(solids("target")["target-cord-upper"])[:, 0]).min())
        - over(solids("target"), 0, "target-tongue-upper") / 2
    ),
    "target.post-bottom-x": post_foot,
    "target.fold": lambda: float(
        points(solids("target"), "target-tongue-lower")[:, 0].max()
        - points(solids("target-folded"), "target-tongue-lower")[:, 0].max()
    ),
    "cloth.net": lambda: over(solids("target"), 0, "target-center-1"),
    "strip.length": lambda: max(strips()),
    "strip.count": lambda: sum(v > max(strips()) * 0.9 for v in strips()),
    "tally.count": lambda: sum(n.mesh is not None for n in tally_nodes("tallies-spare", "tally")),
    "arrow.count": lambda: len(solids("four-arrows")["head"].split()),
    "chimes.count": lambda: len(solids("chimes")["stones"].split()),
    "chime-stone.upper": lambda: edge(0, 5),
    "chime-stone.lower": lambda: edge(4, 5),
    "chime-stone.breadth": lambda: edge(0, 1),
    "chime-stone.lower-breadth": lambda: edge(3, 4),
    "chime-stone.thickness": lambda: over(solids("chime-stone"), 2, "stone"),
    "chime-stone.angle": bend,
}
"""Dimension → what is measured (metres; bare numbers as they are)."""


def _of_three(kind):
    """What is measured on one of the three targets of the great archery."""
    own = "" if kind == "target-near" else f"{kind}-"

    def part(axis, *names):
        return lambda: over(solids(kind, "dashe"), axis, *(f"{kind}-{n}" for n in names))

    cloth = ("center", "body", "tongue")
    return {
        f"{kind}.center": part(1, "center"),
        f"{kind}.body": part(0, "body-lower"),
        f"{kind}.tongue-upper": part(0, "tongue-upper"),
        f"{kind}.tongue-lower": part(0, "tongue-lower"),
        f"{kind}.tongue-upper-both": lambda: part(0, "tongue-upper")() - part(0, "body-upper")(),
        f"{kind}.height": part(1, *cloth),
        f"{kind}.bullseye": lambda: over(solids(kind, "dashe"), 0, f"{own}bullseye" if own else kind + "-bullseye"),
        f"{kind}.bottom": lambda: float(points(solids(kind, "dashe"), *(f"{kind}-{n}" for n in cloth))[:, 1].min()),
        f"{kind}.top": lambda: float(points(solids(kind, "dashe"), *(f"{kind}-{n}" for n in cloth))[:, 1].max()),
        f"{kind}.cloth": lambda: sewn(kind),
    }


for _kind in ("target-near", "target-mixed", "target-great"):
    MORE |= _of_three(_kind)


@pytest.mark.parametrize("name", MORE)
def test_measured(name):
    reading = "dashe" if name.startswith("target-") else "zhou-xu"
    one = ground(reading).dimension(name)
    wanted = ground(reading).metres(name) if one.unit else float(one.chi)
    assert MORE[name]() == pytest.approx(wanted, abs=NEAR)


@pytest.mark.parametrize("reading", READINGS)
def test_no_stated_length_goes_unmeasured(reading):
    measured = {dimension for _, dimension, _, _ in TRUE} | set(MORE)
    missing = [
        f"{name} {one.name}"
        for name, one in ground(reading).dimensions.items()
        if one.certainty in ("stated", "glossed")
        and name not in measured
        and not any(fnmatch(name, p) for p in REASONS)
    ]
    assert not missing


def test_reasons_and_measures_do_not_meet():
    """A reason covers something that exists, and nothing that is measured as well."""
    names = {name for reading in READINGS for name in ground(reading).dimensions}
    measured = {dimension for _, dimension, _, _ in TRUE} | set(MORE)
    for pattern in REASONS:
        covered = {n for n in names if fnmatch(n, pattern)}
        assert covered, pattern
        assert not covered & measured - {"body.foot"}, pattern


def test_the_widths_of_a_target_lie_side_by_side():
    for one, other in combinations([n for n in solids("target") if n.startswith("target-center-")], 2):
        a, b = (np.asarray(solids("target")[n].vertices)[:, 0] for n in (one, other))
        assert min(a.max(), b.max()) - max(a.min(), b.min()) < NEAR
