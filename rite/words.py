"""The closed tables of words from which the score is written: people, things, acts, places, sides, branches."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

import msgspec

from layout.data import Record, asset, load_toml
from layout.errors import DataError, UnknownNameError
from rite.gestures import gesture_words, load_gestures


class PersonWord(Record, frozen=True):
    """A person's words in the score."""

    words: list[str]
    english: str


class GroupWord(Record, frozen=True):
    """A group: listed members, or a rule that depends on the company."""

    words: list[str]
    english: str
    members: list[str] = []
    rule: str = ""
    pair: bool = False


class PeopleTable(Record, frozen=True):
    """assets/rite/words/people.toml."""

    person: dict[str, PersonWord]
    group: dict[str, GroupWord]
    variable: dict[str, PersonWord]


class ThingWord(Record, frozen=True):
    """A thing's words, its builder's kind, and where a person has it."""

    words: list[str]
    english: str
    kind: str
    slot: str = "both-hands"
    own: bool = False


class ThingsTable(Record, frozen=True):
    """assets/rite/words/things.toml."""

    thing: dict[str, ThingWord]


class ActWord(Record, frozen=True):
    """One act of the closed table (see the head of assets/rite/words/acts.toml)."""

    english: str
    kind: str
    gesture: str = ""
    takes: list[str] = []
    needs: list[str] = []
    posture: str = ""
    count: int = 1
    seconds: float = 0.0
    states: list[str] = []
    towards: str = ""
    gait: str = ""
    side: str = ""


class ActsTable(Record, frozen=True):
    """assets/rite/words/acts.toml."""

    act: dict[str, ActWord]


class SidesTable(Record, frozen=True):
    """assets/rite/words/sides.toml."""

    facing: dict[str, float]
    side: dict[str, str]
    beside: dict[str, list[float]]
    number: dict[str, int]


class BranchWord(Record, frozen=True):
    """A condition that the score may ask."""

    words: list[str]
    english: str
    ask: str


class BranchTable(Record, frozen=True):
    """assets/rite/words/branches.toml."""

    branch: dict[str, BranchWord]


class PlaceWord(Record, frozen=True):
    """A word for a place: another place of the plan (`at`), moved by `offset` (尺, east and north), or a point of the ground."""

    words: list[str]
    english: str = ""
    at: str = ""
    offset: list[float] = msgspec.field(default_factory=lambda: [0.0, 0.0])
    facing: float | None = None
    reason: str = ""
    sections: list[int] = []


class PlacesTable(Record, frozen=True):
    """assets/rite/words/places.toml."""

    place: dict[str, PlaceWord]


@dataclass(frozen=True)
class Words:
    """All tables, and every word with its kind and id. Words are unique over all tables."""

    people: PeopleTable
    things: dict[str, ThingWord]
    acts: dict[str, ActWord]
    sides: SidesTable
    branches: dict[str, BranchWord]
    places: dict[str, PlaceWord]
    kinds: dict[str, tuple[str, str]] = field(default_factory=dict)

    def kind(self, word: str) -> tuple[str, str] | None:
        """(kind, id) of a word: person, thing, act, facing, side, number, place; None when no table has it."""
        found = self.kinds.get(word)
        if found:
            return found
        if re.fullmatch(r"[a-z][a-z0-9-]*", word):
            return ("id", word)
        split = self.beside(word)
        return ("place", word) if split else None

    def beside(self, word: str) -> tuple[str, str] | None:
        """X之東 → (X, 東) when X is a word of the tables."""
        base, mark, side = word.rpartition("之")
        if mark and side in self.sides.beside and (base in self.kinds or re.fullmatch(r"[a-z][a-z0-9-]*", base)):
            return base, side
        return None

    def branch(self, words: str) -> str:
        """The id of a condition called by its 漢字."""
        for key, word in self.branches.items():
            if words in word.words:
                return key
        raise UnknownNameError("condition", words, [w for b in self.branches.values() for w in b.words])

    def english(self, word: str) -> str:
        """A word in English, or the word itself."""
        kind, key = self.kinds.get(word, ("", ""))
        if kind == "person":
            table = self.people
            entry = table.person.get(key) or table.variable.get(key) or table.group.get(key)
            return entry.english if entry else word
        if kind == "thing":
            return self.things[key].english
        if kind == "act":
            return self.acts[key].english
        if kind == "facing":
            degrees = self.sides.facing[word]
            names = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
            return "face " + names[round(degrees / 45) % 8]
        if kind == "place" and key in self.places:
            return self.places[key].english or word
        return word

    def slot(self, thing: str) -> str:
        """The customary slot of a thing word's id."""
        return self.things[thing].slot if thing in self.things else "both-hands"

    def all_words(self) -> Iterable[str]:
        """Every word, for suggesting the nearest."""
        return self.kinds.keys()


_EFFECTS = {"take": "take", "set": "put", "give": "give", "receive": "receive", "fill": "fill", "empty": "drink"}


def _all_acts(table: dict[str, ActWord]) -> dict[str, ActWord]:
    """The table of acts, each with its gesture, and every further word of the gesture table as an act of its own."""
    gestures, named = load_gestures(), gesture_words()
    found: dict[str, ActWord] = {}
    for verb, entry in table.items():
        gesture = entry.gesture or named.get(verb, "")
        if gesture and gesture not in gestures:
            raise DataError("assets/rite/words/acts.toml", None, f"act.{verb}", f"no gesture {gesture!r}")
        found[verb] = msgspec.structs.replace(entry, gesture=gesture)
    for verb, gesture in named.items():
        if verb in found:
            continue
        shape = gestures[gesture]
        takes = ["person", "thing", "place", "side", "number", "speech"]
        kind = _EFFECTS.get(shape.effect, "gesture")
        needs = ["thing", "person"] if kind == "give" else ["thing"] if kind in ("take", "put") else []
        if kind in ("fill", "drink"):
            needs = []
        found[verb] = ActWord(english=shape.english, kind=kind, gesture=gesture, takes=takes, needs=needs)
    return found


@cache
def load_words(extra_places: tuple[tuple[str, str], ...] = ()) -> Words:
    """Read the tables; `extra_places` are (word, place id) of the plan. DataError when a word stands in two tables."""
    folder = ("rite", "words")
    people = load_toml(asset(*folder, "people.toml"), PeopleTable)
    things = load_toml(asset(*folder, "things.toml"), ThingsTable).thing
    acts = _all_acts(load_toml(asset(*folder, "acts.toml"), ActsTable).act)
    sides = load_toml(asset(*folder, "sides.toml"), SidesTable)
    branches = load_toml(asset(*folder, "branches.toml"), BranchTable).branch
    places = load_toml(asset(*folder, "places.toml"), PlacesTable).place
    kinds: dict[str, tuple[str, str]] = {}

    def add(word: str, kind: str, key: str, table: str) -> None:
        if word in kinds:
            raise DataError(f"assets/rite/words/{table}.toml", None, word, f"is already a {kinds[word][0]} word")
        kinds[word] = (kind, key)

    named: dict[str, PersonWord | GroupWord] = {**people.person, **people.group, **people.variable}
    for name, entry in named.items():
        for word in entry.words:
            add(word, "person", name, "people")
    for name, thing in things.items():
        for word in thing.words:
            add(word, "thing", name, "things")
    for word in sides.number:
        if word not in kinds:
            add(word, "number", word, "sides")
    for verb in acts:
        if verb not in kinds:  # 取俎 or 薦 may be a thing as well: then the thing's table goes first
            add(verb, "act", verb, "acts")
    for word in sides.facing:
        add(word, "facing", word, "sides")
    for word in sides.side:
        add(word, "side", word, "sides")
    for name, place in places.items():
        for word in place.words:
            add(word, "place", name, "places")
    for word, key in extra_places:
        # What the score's own table says of a place goes before the plan's word for it.
        kinds.setdefault(word, ("place", key))
    return Words(people, things, acts, sides, branches, places, kinds)
