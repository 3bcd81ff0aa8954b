"""Nouns of the staged rite: acts of people and things on one clock.

Produced by `rite.stage(...)` from the score; read by the audit (exactly as they stand), by `geometry` (which solves joints
to them), by drawings (paths) and by the command line. Times are whole milliseconds from the beginning of the section;
positions are 尺 in plan coordinates (x east, y north, z up), facings degrees clockwise from north and *unwrapped*
(a turn from 350 to 370 is 20 degrees to the right). Everything is linear between keys: what the audit checks is what is drawn.

`RootKey` and `Footfall`, of which there are millions in a large company, are `msgspec` structs; to change one, use
`msgspec.structs.replace`. The other nouns are dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from layout.evidence.model import Certainty

Foot = Literal["left", "right"]
Posture = Literal["stand", "kneel", "sit", "hidden"]


class RootKey(msgspec.Struct, frozen=True, gc=False):
    """Where the point between a person's feet is at a time, and which way he faces."""

    t: int
    x: float
    y: float
    z: float
    facing: float


class Footfall(msgspec.Struct, frozen=True, gc=False):
    """One step: the foot leaves the floor at `lift` and stands from `land` on at (x, y, z), toes along `facing`."""

    foot: Foot
    lift: int
    land: int
    x: float
    y: float
    z: float
    facing: float


@dataclass(frozen=True)
class GestureAct:
    """A gesture of the closed table from `start` to `end`.

    `partner` is a person, `thing` a thing id, `target` the point (x, y, z) that the hand must meet (where the thing is taken
    from or set down), `hand` left|right|both where it matters, `count` repeats (再拜 = 2). `options` carries what else the
    gesture's table entry declares (bow side, arrow number …).
    """

    start: int
    end: int
    gesture: str
    partner: str | None = None
    thing: str | None = None
    target: tuple[float, float, float] | None = None
    hand: str | None = None
    count: int = 1
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PostureKey:
    """From `t` on the person stands, kneels, sits or is hidden (not on stage)."""

    t: int
    posture: Posture


@dataclass(frozen=True)
class DressKey:
    """From `t` on the person wears `outfit` (id of the dress table) with `states` (bare-left, ring, guard, shoes-off, cap …)."""

    t: int
    outfit: str
    states: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PersonActs:
    """All that one person does in one section. `root` has a key at 0 and at the end of the section."""

    id: str
    root: tuple[RootKey, ...]
    footfalls: tuple[Footfall, ...] = ()
    gestures: tuple[GestureAct, ...] = ()
    postures: tuple[PostureKey, ...] = ()
    dress: tuple[DressKey, ...] = ()


@dataclass(frozen=True)
class ThingKey:
    """From `t` on the thing is with a holder, or lies at a point.

    `holder` is "person-id" with `slot` left-hand|right-hand|both-hands|belt|back|string|shoulder-left …, or another thing
    (an arrow in a rack, a tally in the holder) with `slot` its place there, or None: then x, y, z, facing say where it lies,
    `lie` how (flat, standing, leaning, stuck) and `pitch` its inclination in degrees. `count` for a thing that is a bundle.
    `visible` False hides it.
    """

    t: int
    holder: str | None = None
    slot: str = ""
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    facing: float = 0.0
    lie: str = "flat"
    pitch: float = 0.0
    visible: bool = True
    state: str = ""
    count: int = 1


@dataclass(frozen=True)
class ThingActs:
    """The course of one thing: `kind` names its builder (cup, bow, arrow …). `state` of a key: full, empty, strung, slack …"""

    id: str
    kind: str
    keys: tuple[ThingKey, ...]


@dataclass(frozen=True)
class Flight:
    """An arrow's way from the bow: points (t, x, y, z, pitch) and what it struck."""

    arrow: str
    archer: str
    shot: int
    points: tuple[tuple[int, float, float, float, float], ...]
    facing: float
    landed: Literal["target-center", "target-cloth", "cord", "post", "ground", "screen"]
    counts: bool


@dataclass(frozen=True)
class Utterance:
    """Words spoken or called, or music: who, when, what."""

    start: int
    end: int
    who: str
    text: str
    kind: Literal["speech", "call", "song", "music"] = "speech"


@dataclass(frozen=True)
class Step:
    """A clause of the score on the clock. `layer` 經 or 記; `moves` the directions in words; `notes` the evidence (speaker, text)."""

    text: str
    gloss: str
    start: int
    end: int
    who: tuple[str, ...]
    moves: tuple[str, ...] = ()
    layer: str = "經"
    notes: tuple[tuple[str, str], ...] = ()
    certainty: Certainty = "stated"
    ref: str = ""


@dataclass(frozen=True)
class StagedSection:
    """One 節 staged: its steps and what every person and thing does meanwhile."""

    number: int
    id: str
    title: str
    english: str
    venue: str
    duration: int
    steps: tuple[Step, ...]
    people: Mapping[str, PersonActs]
    things: Mapping[str, ThingActs]
    flights: tuple[Flight, ...] = ()
    utterances: tuple[Utterance, ...] = ()
    cuts: tuple[tuple[int, str], ...] = ()
    """Changes of place within the section: from a time (ms) on it goes on at another venue."""

    def venue_at(self, t: int) -> str:
        """Where the section plays at a time."""
        return next((venue for at, venue in reversed(self.cuts) if at <= t), self.venue)


@dataclass(frozen=True)
class Rite:
    """The staged rite of one reading and company: sections in order, each from its own zero."""

    reading: str
    seed: int
    sections: tuple[StagedSection, ...]
    score: Mapping[str, object] = field(default_factory=dict)

    @property
    def duration(self) -> int:
        """Length of all sections, in ms."""
        return sum(s.duration for s in self.sections)
