"""The data files of the plan: their schema, read once. See assets/places/README in the header of spacings.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from layout.data import Record, asset, load_toml
from layout.errors import DataError, InputError, nearest
from layout.evidence.model import Certainty
from layout.plan.model import Venue

Side = Literal["", "東上", "西上", "南上", "北上"]


class When(Record, frozen=True, kw_only=True):
    """What changes when an option of the reading has a value (or one of several)."""

    option: str
    value: str | list[str] = msgspec.field(name="is")
    name: str = ""
    english: str = ""
    at: str = ""
    facing: str = ""
    row: Side = ""
    clause: str = ""
    speaker: str = ""
    reason: str = ""
    certainty: Certainty | None = None
    absent: bool = False


class Note(Record, frozen=True, kw_only=True):
    """A further clause that speaks for a place."""

    clause: str
    speaker: str = "注"


class Spacing(Record, frozen=True, kw_only=True):
    """A magnitude that the text leaves out: amount (words or arithmetic), reason, authority."""

    id: str
    name: str = ""
    amount: str
    reason: str
    speaker: str = "modern"
    certainty: Certainty = "conjectured"


class LineRecord(Record, frozen=True, kw_only=True):
    """A line of the ground: `x` or `y` as arithmetic over dimensions."""

    id: str
    name: str
    english: str
    x: str = ""
    y: str = ""
    words: list[str] = []
    clause: str = ""
    speaker: str = "經"
    section: int | None = None
    certainty: Certainty = "stated"
    reason: str = ""


class PlaceRecord(Record, frozen=True, kw_only=True):
    """A place: where (`at`, in the language of places), how one faces there, how a row is counted, and who says so."""

    id: str
    name: str
    english: str
    at: str
    facing: str = ""
    row: Side = ""
    step: str = ""
    limit: str = ""
    rank: str = ""
    count: str = ""
    words: list[str] = []
    venue: Venue = "school"
    clause: str = ""
    speaker: str = "經"
    section: int | None = None
    certainty: Certainty = "stated"
    reason: str = ""
    notes: list[Note] = []
    when: list[When] = []
    drawn: bool = True


class Overflow(Record, frozen=True, kw_only=True):
    """Where a row of things goes on when it has come to a line: the records of the second row."""

    line: str
    at: str
    facing: str
    row: Side
    clause: str = ""


class ThingRecord(PlaceRecord, frozen=True, kw_only=True):
    """A thing with an outline: `size` is across, along the way it faces, and height, each an amount.

    `shape` rect (default), disc (across = diameter), cross, screen or line. `count` makes a row of things: a number or
    guests-on-hall, grandees; their ids carry {n} counting from `first`. `axis` is what 當 takes from it unasked.
    """

    kind: str
    size: list[str]
    shape: Literal["rect", "disc", "cross", "screen"] = "rect"
    base: str = ""
    layers: int = 1
    axis: Literal["", "x", "y"] = ""
    first: int = 1
    overflow: list[Overflow] = []


class MomentRecord(Record, frozen=True, kw_only=True):
    """Who stands where at the same time: ids of places; *-mat-seat takes every place whose id ends so."""

    id: str
    name: str
    english: str
    people: list[str]


class PlaceFile(Record, frozen=True, kw_only=True):
    """One file of assets/places."""

    spacing: list[Spacing] = []
    line: list[LineRecord] = []
    place: list[PlaceRecord] = []
    thing: list[ThingRecord] = []
    moment: list[MomentRecord] = []


@dataclass(frozen=True)
class Records:
    """All records of assets/places, and for each id the file and line it stands on."""

    spacings: dict[str, Spacing]
    lines: dict[str, LineRecord]
    places: dict[str, PlaceRecord]
    things: dict[str, ThingRecord]
    names: dict[str, str]
    origin: dict[str, tuple[Path, int | None]]
    moments: dict[str, MomentRecord]

    def error(self, key: str, field: str, problem: str) -> DataError:
        """A DataError that names the file and line of the record `key`."""
        path, line = self.origin[key]
        return DataError("assets/places/" + path.name, line, f"{key}.{field}", problem)


R = TypeVar("R", bound="Spacing | LineRecord | PlaceRecord")


@lru_cache(maxsize=4)
def load_records(folder: Path | None = None) -> Records:
    """Read every file of assets/places (or of `folder`), in order of their names.

    Raises DataError for a broken file, an id used twice, or a word that would name two places.
    """
    folder = folder or asset("places")
    found = Records({}, {}, {}, {}, {}, {}, {})
    for path in sorted(folder.glob("*.toml")):
        if path.name == "passages.toml":
            continue
        text = path.read_text(encoding="utf-8")
        file = load_toml(path, PlaceFile)
        _collect(found, found.spacings, file.spacing, "spacing", path, text)
        _collect(found, found.lines, file.line, "line", path, text)
        _collect(found, found.things, file.thing, "thing", path, text)
        _collect(found, found.places, file.place, "place", path, text)
        found.moments.update((m.id, m) for m in file.moment)
    return found


def _collect(found: Records, into: dict[str, R], records: list[R], table: str, path: Path, text: str) -> None:
    heads = [n for n, line in enumerate(text.splitlines(), 1) if line.startswith(f"[[{table}]]")]
    for number, record in enumerate(records):
        line = heads[number] if number < len(heads) else None
        if record.id in found.origin:
            other = found.origin[record.id]
            raise DataError(
                "assets/places/" + path.name,
                line,
                f"{table}[{number}].id",
                f"{record.id!r} is used twice, also in {other[0].name}:{other[1]}",
            )
        found.origin[record.id] = (path, line)
        into[record.id] = record
        words = [record.id, *([record.name] if record.name else []), *getattr(record, "words", [])]
        for word in words:
            if found.names.get(word, record.id) != record.id:
                raise found.error(record.id, "words", f"{word!r} already names {found.names[word]!r}")
            found.names[word] = record.id


FACINGS = {"北": 0, "東北": 45, "東": 90, "東南": 135, "南": 180, "西南": 225, "西": 270, "西北": 315}


def facing_of(words: str) -> int:
    """Degrees of 北面, 東北面 …; InputError for other words.

    >>> facing_of("東南面")
    135
    """
    if not words.endswith("面") or words[:-1] not in FACINGS:
        near = nearest(words, [f"{w}面" for w in FACINGS])
        raise InputError(f"unknown facing {words!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
    return FACINGS[words[:-1]]
