"""The closed table of gestures (assets/gestures): what the rite may ask a body to do, and how people walk.

Durations are judgements of tempo; what each gesture is comes from the classic and its commentators, quoted in the table. How a
gesture looks (its poses) is the business of `geometry.motion`; here a pose is only a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from layout.data import Record, asset, load_toml
from layout.errors import DataError, UnknownNameError
from layout.evidence.model import Certainty

FILES = ("greeting", "wine", "archery", "calling", "music", "dressing")

Hands = Literal["free", "one", "any", "bow"]
Lead = Literal["none", "left-foot", "right-foot", "left-knee", "right-knee"]
Body = Literal["stand", "kneel", "sit"]


class Phase(Record, frozen=True):
    """A stretch of a gesture: `seconds` long, at whose end the body is in `pose` (or `bow`, while he holds a bow)."""

    seconds: float
    pose: str
    bow: str = ""


class _Entry(Record, frozen=True):
    hanzi: tuple[str, ...]
    english: str
    source: str
    certainty: Certainty
    phases: tuple[Phase, ...]
    before: tuple[Body, ...] = ("stand",)
    after: Literal["same", "stand", "kneel", "sit"] = "same"
    needs: tuple[Literal["partner", "thing", "target"], ...] = ()
    hands: Hands = "any"
    lead: Lead = "none"
    contact: float | None = None
    effect: str = ""


class _Gait(Record, frozen=True):
    hanzi: str
    english: str
    step: Fraction
    rate: float
    where: str
    lift: float
    torso: float
    source: str
    certainty: Certainty


@dataclass(frozen=True)
class Gesture:
    """One gesture: `hanzi` the words that name it, `phases` in order, `before` the postures in which it may begin and
    `after` the one in which it ends, what it `needs` named, and `contact`, the seconds from the start at which the hand meets
    the thing, its place or the partner's hand, with its `effect` there (take, set, give, receive, fill, empty …)."""

    id: str
    hanzi: tuple[str, ...]
    english: str
    source: str
    certainty: Certainty
    phases: tuple[Phase, ...]
    before: tuple[Body, ...]
    after: str
    needs: tuple[str, ...]
    hands: Hands
    lead: Lead
    contact: float | None
    effect: str

    @property
    def seconds(self) -> float:
        """Its whole length in seconds at the usual tempo."""
        return round(sum(p.seconds for p in self.phases), 3)

    @property
    def duration(self) -> int:
        """Its whole length in ms."""
        return round(self.seconds * 1000)

    @property
    def contact_ms(self) -> int | None:
        """When the hand meets, in ms from the start; None where nothing is met."""
        return None if self.contact is None else round(self.contact * 1000)

    def after_posture(self, before: str) -> str:
        """The posture in which it leaves a body that began in `before`."""
        return before if self.after == "same" else self.after


@dataclass(frozen=True)
class Gait:
    """A manner of walking: `step` in 尺 (0: given by the stairs or the turn), `rate` in steps a minute, `lift` the height in
    metres to which a foot rises, `torso` the lean in degrees, `where` it is used."""

    id: str
    hanzi: str
    english: str
    step: Fraction
    rate: float
    where: str
    lift: float
    torso: float
    source: str
    certainty: Certainty

    @property
    def speed(self) -> float:
        """尺 a second."""
        return float(self.step) * self.rate / 60.0


@cache
def load_gestures() -> Mapping[str, Gesture]:
    """The table by id, in the order of its files. Raises DataError on a bad file, a doubled id or a doubled word."""
    table: dict[str, Gesture] = {}
    words: dict[str, str] = {}
    for name in FILES:
        path = asset("gestures", f"{name}.toml")
        for key, entry in load_toml(path, dict[str, _Entry]).items():
            if key in table:
                raise DataError(f"assets/gestures/{name}.toml", None, key, "this gesture is in the table already")
            for word in entry.hanzi:
                if word in words:
                    problem = f"the word {word} already names {words[word]}"
                    raise DataError(f"assets/gestures/{name}.toml", None, f"{key}.hanzi", problem)
                words[word] = key
            table[key] = Gesture(
                id=key,
                hanzi=entry.hanzi,
                english=entry.english,
                source=entry.source,
                certainty=entry.certainty,
                phases=entry.phases,
                before=entry.before,
                after=entry.after,
                needs=entry.needs,
                hands=entry.hands,
                lead=entry.lead,
                contact=entry.contact,
                effect=entry.effect,
            )
    return table


@cache
def gesture_words() -> Mapping[str, str]:
    """Each word of the score → id of the gesture that it names."""
    return {word: g.id for g in load_gestures().values() for word in g.hanzi}


def gesture(name: str) -> Gesture:
    """The gesture of an id or of one of its words. Raises UnknownNameError naming the nearest."""
    table = load_gestures()
    found = table.get(name) or table.get(gesture_words().get(name, ""))
    if found is None:
        raise UnknownNameError("gesture", name, [*table, *gesture_words()])
    return found


@cache
def load_gait() -> Mapping[str, Gait]:
    """The manners of walking by id: w1 … w7, stairs-up, stairs-down, turn-square, turn-round, step-back."""
    rows = load_toml(asset("gestures", "gait.toml"), dict[str, _Gait])
    return {
        key: Gait(
            id=key,
            hanzi=row.hanzi,
            english=row.english,
            step=row.step,
            rate=row.rate,
            where=row.where,
            lift=row.lift,
            torso=row.torso,
            source=row.source,
            certainty=row.certainty,
        )
        for key, row in rows.items()
    }
