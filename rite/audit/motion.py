"""Rules of movement: continuity, speed, ground, solids, collisions, feet."""

from __future__ import annotations

import itertools
import math
import operator
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from layout.plan.model import Plan
from rite.audit.rules import Book, rule
from rite.model import PersonActs, Rite, RootKey, StagedSection
from rite.report import posture_at
from rite.route import Block
from rite.where import blocks_of

COURT_SPEED = 6.0
HALL_SPEED = 2.3
TURN_SPEED = 185.0
SPACE = 1.75
"""Least distance between two people, 尺: shoulder to shoulder without touching (continuous, not sampled)."""
TOUCH = 1.2


def hidden(person: PersonActs, t: int) -> bool:
    """Whether somebody is off the scene at a time."""
    return posture_at(person, t) == "hidden"


def always_hidden(person: PersonActs) -> bool:
    """Whether somebody is off the scene all through a section."""
    return all(p.posture == "hidden" for p in person.postures)


def where(key: RootKey) -> tuple[float, float, float]:
    """The point of a key."""
    return (key.x, key.y, key.z)


def each(rite: Rite) -> Iterator[tuple[StagedSection, PersonActs]]:
    """Everybody who is on the scene, section by section."""
    for section in rite.sections:
        for person in section.people.values():
            if not always_hidden(person):
                yield section, person


@rule
def continuity(rite: Rite, plan: Plan, book: Book) -> None:
    """A section begins where the one before ended: place and facing of everybody, place and holder of everything."""
    for a, b in itertools.pairwise(rite.sections):
        if b.number != a.number + 1 or b.venue != a.venue:
            # A change of place is a cut: people are hidden, moved and shown.
            continue
        for name, before in a.people.items():
            after = b.people[name]
            if always_hidden(before) or always_hidden(after):
                continue
            book.cases += 1
            end, start = before.root[-1], after.root[0]
            far = math.dist(where(end), where(start))
            turn = abs((end.facing - start.facing + 180) % 360 - 180)
            if far > 0.01 or turn > 0.5:
                book.add(name, b.number, 0, where(start), f"moved {far:.1f} 尺, {turn:.0f}° between sections")
        for name, thing in a.things.items():
            book.cases += 1
            last, first = thing.keys[-1], b.things[name].keys[0]
            if (last.holder, last.slot, last.visible) != (first.holder, first.slot, first.visible):
                book.add(name, b.number, 0, (first.x, first.y, first.z), "holder changed between sections")


@rule
def order_of_time(rite: Rite, plan: Plan, book: Book) -> None:
    """Keys of a person go forward in time, and nothing happens after the section's end."""
    for section, person in each(rite):
        book.cases += len(person.root)
        for a, b in itertools.pairwise(person.root):
            if b.t <= a.t:
                book.add(person.id, section.number, b.t, where(b), f"{b.t} ms after {a.t} ms")
        last = max([person.root[-1].t, *(f.land for f in person.footfalls), *(g.end for g in person.gestures)])
        if last > section.duration:
            book.add(person.id, section.number, last, where(person.root[-1]), "goes on after the section has ended")


@rule
def speed(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody walks faster than the rite allows (堂上不趨), or turns faster than a body can."""
    for section, person in each(rite):
        for a, b in itertools.pairwise(person.root):
            dt = (b.t - a.t) / 1000
            if dt <= 0 or hidden(person, a.t):
                continue
            book.cases += 1
            rate = math.hypot(b.x - a.x, b.y - a.y) / dt
            limit = HALL_SPEED if min(a.z, b.z) > 2.5 else COURT_SPEED
            if rate > limit:
                book.add(person.id, section.number, a.t, where(a), f"{rate:.1f} 尺/s, limit {limit}")
            turn = abs(b.facing - a.facing) / dt
            if turn > TURN_SPEED:
                book.add(person.id, section.number, a.t, where(a), f"turns {turn:.0f}°/s")


@rule
def ground(rite: Rite, plan: Plan, book: Book) -> None:
    """Everybody is on the floor of the hall, on stairs, or on open ground at court level."""
    chi = plan.ground.chi
    height = float(chi("platform.height"))
    half = float(chi("hall.inner-width")) / 2
    depth = float(chi("hall.depth"))
    stairs_x, width = float(chi("stairs.x")), float(chi("stairs.width"))
    foot = float(plan.footprints["stairs-west"].bounds[1])
    platform = plan.footprints["platform"]
    px = [float(x) for x, _ in platform.ring]
    py = [float(y) for _, y in platform.ring]
    for section, person in each(rite):
        if section.venue != "school":
            continue
        for a, b in itertools.pairwise(person.root):
            if hidden(person, a.t):
                continue
            book.cases += 1
            on_stairs = min(abs(k - s) for k in (b.x,) for s in (stairs_x, -stairs_x)) <= width / 2
            if abs(a.z - b.z) > 1e-6 and not on_stairs:
                book.add(person.id, section.number, b.t, where(b), f"climbs {b.z - a.z:+.1f} 尺 away from the stairs")
            elif b.z > height - 0.1:
                side = abs(b.x)
                walled = b.y > float(chi("wall.y-south"))
                within = side < half - 0.5 or half + 1.8 < side < max(px) if walled else side < max(px)
                if not within or not -1.0 < b.y < max(depth, max(py)):
                    book.add(person.id, section.number, b.t, where(b), "not on the floor of the hall")
            elif b.z > 0.1:
                if not on_stairs or not foot - 1 < b.y < 1:
                    book.add(person.id, section.number, b.t, where(b), f"stands {b.z:.1f} 尺 up, off the stairs")
            elif min(px) < b.x < max(px) and min(py) < b.y < max(py):
                book.add(person.id, section.number, b.t, where(b), "inside the platform")


@rule
def solids(rite: Rite, plan: Plan, book: Book) -> None:
    """No way leads through a pillar, mat, vessel, rack or anything else that stands on the ground."""
    blocks = blocks_of(plan)
    height = float(plan.ground.chi("platform.height"))
    grid = {level: _grid_of(items) for level, items in blocks.items()}
    for section, person in each(rite):
        if section.venue != "school":
            continue
        for a, b in itertools.pairwise(person.root):
            if abs(a.z - b.z) > 1e-6 or (a.x, a.y) == (b.x, b.y) or 0.1 < a.z < height - 0.1 or hidden(person, a.t):
                continue
            book.cases += 1
            level = "hall" if a.z > height / 2 else "court"
            for block in _near(grid[level], a, b):
                if block.id.endswith("-mat") and person.id in block.id:
                    continue
                if (section.number, person.id, block.id) == (37, "usher", "guest-mat"):
                    continue  # on the day of 息司正 he is the guest
                if block.cuts((a.x, a.y), (b.x, b.y)):
                    book.add(person.id, section.number, a.t, where(a), f"walks through {block.id}")


def _grid_of(blocks: list[Block]) -> dict[tuple[int, int], list[Block]]:
    found: dict[tuple[int, int], list[Block]] = defaultdict(list)
    for block in blocks:
        shrunk = block.grown(-0.05)
        for i in range(math.floor(block.x0 / 16), math.floor(block.x1 / 16) + 1):
            for j in range(math.floor(block.y0 / 16), math.floor(block.y1 / 16) + 1):
                found[(i, j)].append(shrunk)
    return found


def _near(grid: dict[tuple[int, int], list[Block]], a: RootKey, b: RootKey) -> list[Block]:
    seen: dict[str, Block] = {}
    for i in range(math.floor(min(a.x, b.x) / 16), math.floor(max(a.x, b.x) / 16) + 1):
        for j in range(math.floor(min(a.y, b.y) / 16), math.floor(max(a.y, b.y) / 16) + 1):
            for block in grid.get((i, j), ()):
                seen[block.id] = block
    return list(seen.values())


# -- collisions --------------------------------------------------------------------------------------------------------


def gap(a0: RootKey, a1: RootKey, b0: RootKey, b1: RootKey) -> tuple[float, int]:
    """Least distance of two linear movements while both last, and when; infinite when they never do."""
    start, end = max(a0.t, b0.t), min(a1.t, b1.t)
    if start >= end:
        return math.inf, start
    pa, pb = _lerp(a0, a1, start), _lerp(a0, a1, end)
    qa, qb = _lerp(b0, b1, start), _lerp(b0, b1, end)
    x0, y0 = pa[0] - qa[0], pa[1] - qa[1]
    dx, dy = pb[0] - qb[0] - x0, pb[1] - qb[1] - y0
    square = dx * dx + dy * dy
    part = 0.0 if square < 1e-12 else min(1.0, max(0.0, -(x0 * dx + y0 * dy) / square))
    return math.hypot(x0 + dx * part, y0 + dy * part), round(start + (end - start) * part)


def _lerp(a: RootKey, b: RootKey, t: int) -> tuple[float, float]:
    part = 0.0 if b.t == a.t else (t - a.t) / (b.t - a.t)
    return a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part


class Leg(NamedTuple):
    """Somebody between two of his keys: when, the box round the way with half the room that two need, and whether he moves."""

    start: int
    end: int
    who: str
    west: float
    south: float
    east: float
    north: float
    moves: bool
    a: RootKey
    b: RootKey


def _legs(person: PersonActs) -> Iterator[Leg]:
    pad = SPACE / 2
    for a, b in itertools.pairwise(person.root):
        if not hidden(person, a.t):
            west, east = (a.x, b.x) if a.x < b.x else (b.x, a.x)
            south, north = (a.y, b.y) if a.y < b.y else (b.y, a.y)
            moves = a.x != b.x or a.y != b.y
            yield Leg(a.t, b.t, person.id, west - pad, south - pad, east + pad, north + pad, moves, a, b)


CELL = 12
"""The squares, 尺, in which people are looked for who may touch."""


@rule
def collisions(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody comes nearer to another than their shoulders allow, at any instant; one who guides or hands over may touch."""
    for section in rite.sections:
        cells: dict[tuple[int, int, bool], list[Leg]] = defaultdict(list)
        for person in section.people.values():
            if always_hidden(person):
                continue
            for leg in _legs(person):
                up = leg.a.z > 1.5
                for i in range(math.floor(leg.west / CELL), math.floor(leg.east / CELL) + 1):
                    for j in range(math.floor(leg.south / CELL), math.floor(leg.north / CELL) + 1):
                        cells[(i, j, up)].append(leg)
        worst: dict[tuple[str, str], tuple[float, int, RootKey]] = {}
        for legs in cells.values():
            legs.sort(key=operator.itemgetter(0))
            # Who stands meets nobody who stands: the two kinds are kept apart.
            standing: list[Leg] = []
            moving: list[Leg] = []
            for leg in legs:
                start, _, who, west, south, east, north, moves, a, b = leg
                moving = [o for o in moving if o[1] > start]
                standing = [o for o in standing if o[1] > start]
                book.cases += len(moving) + len(standing)
                for other in (*moving, *standing) if moves else moving:
                    if other[3] >= east or other[5] <= west or other[4] >= north or other[6] <= south:
                        continue
                    if other[2] == who:
                        continue
                    near, at = gap(a, b, other[8], other[9])
                    if near < SPACE:
                        names = (who, other[2]) if who < other[2] else (other[2], who)
                        if names not in worst or near < worst[names][0]:
                            worst[names] = (near, at, a)
                (moving if moves else standing).append(leg)
        for (a_name, b_name), (near, at, key) in sorted(worst.items()):
            if near > TOUCH and _contact(section, a_name, b_name, at):
                continue
            book.add(f"{a_name} {b_name}", section.number, at, where(key), f"{near:.2f} 尺 apart")


def _contact(section: StagedSection, a: str, b: str, at: int) -> bool:
    """Whether two hand something over or one guides the other about that time."""
    for one, other in ((a, b), (b, a)):
        for g in section.people[one].gestures:
            if g.partner == other and g.start - 6000 <= at <= g.end + 6000 and g.thing is not None:
                return True
    return {a.split("-")[0], b.split("-")[0]} & {"leader"} != set()


# -- feet and posture --------------------------------------------------------------------------------------------------


@rule
def feet(rite: Rite, plan: Plan, book: Book) -> None:
    """Every footfall comes down near the body, at the height of the floor there, and no foot moves while it is moving already."""
    for section, person in each(rite):
        last: dict[str, int] = {}
        keys, n = person.root, 0
        for f in sorted(person.footfalls, key=operator.attrgetter("land")):
            book.cases += 1
            while n + 1 < len(keys) and keys[n + 1].t <= f.land:
                n += 1
            far = _to_line(f.x, f.y, keys[n], keys[min(n + 1, len(keys) - 1)])
            if far > 3.5:
                book.add(
                    person.id, section.number, f.land, (f.x, f.y, f.z), f"{f.foot} foot {far:.1f} 尺 from the body"
                )
            if f.lift < last.get(f.foot, -1):
                book.add(person.id, section.number, f.lift, (f.x, f.y, f.z), f"{f.foot} foot lifted before it stood")
            last[f.foot] = f.land


def _to_line(x: float, y: float, a: RootKey, b: RootKey) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    part = 0.0 if square < 1e-12 else min(1.0, max(0.0, ((x - a.x) * dx + (y - a.y) * dy) / square))
    return math.hypot(x - a.x - dx * part, y - a.y - dy * part)


@rule
def kneeling_still(rite: Rite, plan: Plan, book: Book) -> None:
    """Nobody moves from his spot while he kneels or sits."""
    for section, person in each(rite):
        spans: list[tuple[int, int]] = []
        ends = [*(p.t for p in person.postures[1:]), section.duration]
        for p, until in zip(person.postures, ends, strict=True):
            if p.posture in ("kneel", "sit"):
                spans.append((p.t, until))
        for start, end in spans:
            book.cases += 1
            for a, b in itertools.pairwise(person.root):
                if a.t < end - 1 and b.t > start + 1 and math.hypot(b.x - a.x, b.y - a.y) > 0.05:
                    book.add(person.id, section.number, max(a.t, start), where(a), "slides on his knees")
                    break
