"""The ground while the rite is staged: where everybody and everything is, and the keys that are written down of it."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from layout.errors import GroundError
from rite.clock import Clock, Process, Signal
from rite.meeting import Stretch, stretches
from rite.model import (
    DressKey,
    Flight,
    Footfall,
    GestureAct,
    PersonActs,
    Posture,
    PostureKey,
    RootKey,
    ThingActs,
    ThingKey,
    Utterance,
)
from rite.route import Block
from rite.standing import Standing, in_rows
from rite.throng import Floats
from rite.walk import Motion

BODY = 1.8
"""Least distance between the middles of two people, 尺 (42 cm): shoulders do not touch."""

CELL = 8.0
"""The squares in which people are looked for, 尺."""


SET_DOWN = {"dishes", "meat", "cup", "goblet"}
"""What is set down before people and must not be stepped on, by kind."""

BESIDE = 0.7
"""Half the side of the square round it that a walker's middle keeps out of, 尺."""


@dataclass(frozen=True)
class Spot:
    """A point to stand at: where, how high, facing which way (None: as one came)."""

    x: float
    y: float
    z: float
    facing: float | None = None
    id: str = ""
    inferred: bool = False


@dataclass(frozen=True)
class BowHome:
    """Where somebody's bow leans and his arrows lie when he has put them down, and where he stands to reach them."""

    x: float
    y: float
    z: float
    facing: float
    stand: Spot
    turn: str = ""
    """The stand that he shares with others, who take it in turn; empty for one who has a stand of his own."""


@dataclass(eq=False)
class Actor:
    """One person while the rite is staged, and what is written down of him in the section at hand."""

    id: str
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    posture: Posture = "hidden"
    outfit: str = ""
    states: frozenset[str] = frozenset()
    station: Spot | None = None
    hands: dict[str, str] = field(default_factory=dict)
    """What he holds: thing → slot."""
    via: list[Spot] = field(default_factory=list)
    legs: list[tuple[float, float]] = field(default_factory=list)
    """The points, the goal last, by way of which the walk leads that he is about to begin."""
    busy: bool = False
    queue: list[Signal] = field(default_factory=list)
    root: list[RootKey] = field(default_factory=list)
    feet: list[Footfall] = field(default_factory=list)
    gestures: list[GestureAct] = field(default_factory=list)
    postures: list[PostureKey] = field(default_factory=list)
    dress: list[DressKey] = field(default_factory=list)
    moving_until: int = 0
    walks: int = 0
    """How many movements have been written down: tells one from the next."""
    way: list[Stretch] = field(default_factory=list)
    """The stretches of the movement he is on."""
    rows: Floats | None = None
    """The same as an array, when somebody has asked for it."""
    reach: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The box (x0, y0, x1, y1) of the movement he is on, with the room of a body around it."""
    between: bool = False
    """He may step between dishes, where a crowded row leaves no room beside them."""
    idle: bool = False

    @property
    def here(self) -> tuple[float, float]:
        """Where he stands, in plan."""
        return (self.x, self.y)


@dataclass(eq=False)
class Thing:
    """One thing while the rite is staged: with its holder, or lying somewhere."""

    id: str
    kind: str
    now: ThingKey = ThingKey(0, visible=False)
    keys: list[ThingKey] = field(default_factory=list)
    owner: str = ""


class World:
    """People and things on one ground, the clock, and the book of the section being staged."""

    def __init__(self, blocks: Mapping[str, Sequence[Block]], floor: float) -> None:
        self.clock = Clock()
        self.actors: dict[str, Actor] = {}
        self.things: dict[str, Thing] = {}
        self.blocks = blocks
        self.floor = floor
        self.utterances: list[Utterance] = []
        self.flights: list[Flight] = []
        self._grid: dict[tuple[int, int], dict[str, Actor]] = {}
        self._cell: dict[str, tuple[int, int]] = {}
        self._moving: dict[str, Actor] = {}
        self._ends: list[tuple[int, str]] = []
        self._grown: dict[tuple[str, float], list[Block]] = {}
        self._low: list[Thing] = []
        self._laid: tuple[list[Block], list[Block]] | None = None
        self.standing = Standing(self.actors, floor / 2)

    def blocks_for(self, level: str, room: float) -> list[Block]:
        """What stands on a level (hall, court), grown by the room that a walker needs."""
        found = self._grown.get((level, room))
        if found is None:
            found = self._grown[level, room] = [b.grown(room) for b in self.blocks[level]]
        return found

    def set_down(self, hall: bool) -> Sequence[Block]:
        """Dishes, meat-stands and cups that stand on the hall (or in the court) just now, with the room that a foot needs, rows of
        them joined: the same list until one is set down or taken up."""
        if self._laid is None:
            if not self._low:
                self._low = [t for t in self.things.values() if t.kind in SET_DOWN]
            levels: tuple[list[Block], list[Block]] = ([], [])
            for k in (t.now for t in self._low):
                if stands(k):
                    levels[k.z > self.floor / 2].append(Block(k.x - BESIDE, k.y - BESIDE, k.x + BESIDE, k.y + BESIDE))
            self._laid = (in_rows(levels[False], BESIDE), in_rows(levels[True], BESIDE))
        return self._laid[hall]

    # -- the book of a section -----------------------------------------------------------------------------------------

    def open_section(self) -> None:
        """Begin a new book at zero: everybody and everything as they are."""
        self.clock = Clock()
        self.utterances, self.flights = [], []
        self._moving.clear()
        self._ends.clear()
        self.standing.clear()
        self._laid = None
        for a in self.actors.values():
            a.facing %= 360.0
            a.root = [RootKey(0, a.x, a.y, a.z, a.facing)]
            a.feet, a.gestures = [], []
            a.postures = [PostureKey(0, a.posture)]
            a.dress = [DressKey(0, a.outfit, a.states)]
            a.moving_until, a.busy = 0, False
            a.queue.clear()
            a.via.clear()
        for t in self.things.values():
            t.now = replace(t.now, t=0)
            t.keys = [t.now]

    def close_section(self, duration: int) -> tuple[dict[str, PersonActs], dict[str, ThingActs]]:
        """What happened, as acts of people and things."""
        people: dict[str, PersonActs] = {}
        for a in self.actors.values():
            if a.root[-1].t < duration:
                a.root.append(RootKey(duration, a.x, a.y, a.z, a.root[-1].facing))
            people[a.id] = PersonActs(
                a.id, tuple(a.root), tuple(a.feet), tuple(a.gestures), tuple(a.postures), tuple(a.dress)
            )
        return people, {t.id: ThingActs(t.id, t.kind, tuple(t.keys)) for t in self.things.values()}

    # -- people --------------------------------------------------------------------------------------------------------

    def put_person(self, a: Actor, spot: Spot) -> None:
        """Set somebody down somewhere, without walking."""
        a.x, a.y, a.z = spot.x, spot.y, spot.z
        if spot.facing is not None:
            a.facing = spot.facing
        self._place(a)

    def jump(self, a: Actor, spot: Spot) -> None:
        """A cut: hidden for an instant, and somewhere else (marked by a hidden posture key)."""
        t = self.clock.now
        last = a.root[-1]
        if last.t < t:
            a.root.append(RootKey(t, last.x, last.y, last.z, last.facing))
        self.posture(a, "hidden", t)
        self.put_person(a, spot)
        a.root.append(RootKey(t + 1, a.x, a.y, a.z, a.facing))

    def _place(self, a: Actor) -> None:
        cell = (math.floor(a.x / CELL), math.floor(a.y / CELL))
        old = self._cell.get(a.id)
        if old != cell:
            if old is not None:
                del self._grid[old][a.id]
            self._grid.setdefault(cell, {})[a.id] = a
            self._cell[a.id] = cell
        self.standing.stirred(a)

    def people_near(self, x0: float, y0: float, x1: float, y1: float) -> list[Actor]:
        """Everybody who stands (or will stand, after the walk he is on) inside a box."""
        grid, found = self._grid, []
        south, north = math.floor(y0 / CELL), math.floor(y1 / CELL) + 1
        for i in range(math.floor(x0 / CELL), math.floor(x1 / CELL) + 1):
            for j in range(south, north):
                cell = grid.get((i, j))
                if cell:
                    for a in cell.values():
                        if x0 <= a.x <= x1 and y0 <= a.y <= y1 and a.posture != "hidden":
                            found.append(a)
        return found

    def acquire(self, actors: Sequence[Actor]) -> Process:
        """Wait until none of them is busy, and take them all."""
        while True:
            busy = [a for a in actors if a.busy and not a.idle]
            if not busy:
                break
            signal = Signal(f"{busy[0].id} is busy")
            busy[0].queue.append(signal)
            yield signal
        for a in actors:
            a.busy = True

    def release(self, actors: Iterable[Actor]) -> None:
        """Let them go; the next who waits for one of them may try."""
        for a in actors:
            a.busy = False
            # All who wait try again, in the order in which they came.
            for signal in a.queue:
                self.clock.fire(signal)
            a.queue.clear()

    def commit(self, a: Actor, motion: Motion) -> None:
        """Write a movement that begins now into somebody's book; he is at its end from now on, as far as others plan."""
        t = self.clock.now
        last = a.root[-1]
        if last.t < t:
            a.root.append(RootKey(t, last.x, last.y, last.z, last.facing))
        for key in motion.keys[1:]:
            at = t + key.t
            if at <= a.root[-1].t:
                continue
            a.root.append(RootKey(at, key.x, key.y, key.z, key.facing))
        for f in motion.feet:
            a.feet.append(Footfall(f.foot, t + f.lift, t + f.land, f.x, f.y, f.z, f.facing))
        end = motion.keys[-1]
        a.x, a.y, a.z, a.facing = end.x, end.y, end.z, end.facing
        a.moving_until = t + motion.end
        a.walks += 1
        a.reach = box_of(last.x, last.y, motion.keys)
        begun = len(a.root) - 1
        while begun > 0 and a.root[begun].t > t:
            begun -= 1
        a.way, a.rows = stretches([(k.t, k.x, k.y) for k in a.root[begun:]]), None
        self._moving[a.id] = a
        heapq.heappush(self._ends, (a.moving_until, a.id))
        self._place(a)

    def movers(self) -> Iterable[Actor]:
        """Everybody who is on a walk just now."""
        now, ends = self.clock.now, self._ends
        while ends and ends[0][0] <= now:
            name = heapq.heappop(ends)[1]
            if name in self._moving and self._moving[name].moving_until <= now:
                del self._moving[name]
        return self._moving.values()

    def posture(self, a: Actor, posture: Posture, at: int | None = None) -> None:
        """From `at` (now) on he stands, kneels, sits or is hidden."""
        seen = "hidden" in (posture, a.posture)
        a.posture = posture
        if seen:
            self.standing.stirred(a)
        t = self.clock.now if at is None else at
        if a.postures and a.postures[-1].t == t:
            a.postures[-1] = PostureKey(t, posture)
        else:
            a.postures.append(PostureKey(t, posture))

    def wear(self, a: Actor, at: int, add: Iterable[str] = (), drop: Iterable[str] = ()) -> None:
        """Change what he wears from `at` on."""
        a.states = (a.states | frozenset(add)) - frozenset(drop)
        a.dress.append(DressKey(at, a.outfit, a.states))

    def say(self, a: Actor, start: int, end: int, text: str, kind: str = "speech") -> None:
        """Write down words."""
        self.utterances.append(Utterance(start, end, a.id, text, kind))  # type: ignore[arg-type]

    # -- things --------------------------------------------------------------------------------------------------------

    def thing_key(self, thing: Thing, key: ThingKey) -> None:
        """From `key.t` on the thing is as the key says; hands are kept in step."""
        old = thing.now
        if old.holder in self.actors:
            self.actors[old.holder].hands.pop(thing.id, None)
        thing.now = key
        if thing.kind in SET_DOWN and (stands(old) or stands(key)):
            self._laid = None
        if thing.keys and thing.keys[-1].t == key.t:
            thing.keys[-1] = key
        else:
            if thing.keys and key.t < thing.keys[-1].t:
                raise GroundError(f"{thing.id}: moved at {key.t} ms after it was moved at {thing.keys[-1].t} ms")
            thing.keys.append(key)
        if key.holder in self.actors:
            self.actors[key.holder].hands[thing.id] = key.slot

    def give_thing(self, thing: Thing, holder: str, slot: str, at: int, **change: object) -> None:
        """Put a thing into somebody's hand (or another thing) at a time."""
        state = str(change.get("state", thing.now.state))
        self.thing_key(thing, ThingKey(at, holder, slot, state=state, count=thing.now.count))

    def lay_thing(
        self,
        thing: Thing,
        at: int,
        x: float,
        y: float,
        z: float,
        facing: float = 0.0,
        lie: str = "flat",
        pitch: float = 0.0,
    ) -> None:
        """Lay a thing down at a point."""
        key = ThingKey(
            at, None, "", _r(x), _r(y), _r(z), _r(facing), lie, _r(pitch), True, thing.now.state, thing.now.count
        )
        self.thing_key(thing, key)

    def hide_thing(self, thing: Thing, at: int) -> None:
        """Take a thing out of sight."""
        self.thing_key(thing, replace(thing.now, t=at, holder=None, slot="", visible=False))

    def held(self, a: Actor) -> list[Thing]:
        """What somebody holds."""
        return [self.things[t] for t in a.hands]

    def where(self, thing: Thing) -> tuple[float, float, float]:
        """Where a thing is just now (its holder's place when it is held)."""
        now = thing.now
        if now.holder in self.actors:
            a = self.actors[now.holder]
            return (a.x, a.y, a.z)
        if now.holder in self.things:
            return self.where(self.things[now.holder])
        return (now.x, now.y, now.z)


def stands(key: ThingKey) -> bool:
    """Whether a thing is seen and in nobody's hands."""
    return key.visible and key.holder is None


def box_of(x: float, y: float, keys: Iterable[RootKey]) -> tuple[float, float, float, float]:
    """The box of a movement from (x, y) over its keys, with the room of half a body on every side."""
    x0 = x1 = x
    y0 = y1 = y
    for k in keys:
        if k.x < x0:
            x0 = k.x
        elif k.x > x1:
            x1 = k.x
        if k.y < y0:
            y0 = k.y
        elif k.y > y1:
            y1 = k.y
    room = BODY / 2
    return (x0 - room, y0 - room, x1 + room, y1 + room)


def _r(value: float) -> float:
    return round(value, 4) + 0.0
