"""Nouns of the score: sections, clauses, directions and acts as the files state them, before any company is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from layout.evidence.model import Certainty

ArgKind = Literal["person", "place", "thing", "facing", "side", "number", "speech", "act", "beside"]


@dataclass(frozen=True)
class Arg:
    """One word that an act carries: its kind, the word as written, and the id where the tables give one."""

    kind: ArgKind
    word: str
    id: str = ""


@dataclass(frozen=True)
class ScoreAct:
    """One act of a direction: the verb of the closed table and its words."""

    verb: str
    args: tuple[Arg, ...] = ()
    line: int = 0

    def all(self, kind: ArgKind) -> list[Arg]:
        """Its words of one kind."""
        return [a for a in self.args if a.kind == kind]

    def first(self, kind: ArgKind) -> Arg | None:
        """Its first word of one kind, or None."""
        return next((a for a in self.args if a.kind == kind), None)

    def words(self) -> str:
        """The act as the score writes it."""
        return " ".join([self.verb, *(f"「{a.word}」" if a.kind == "speech" else a.word for a in self.args)])


@dataclass(frozen=True)
class Begin:
    """When a line begins: with its clause ("clause"), with the clause before ("with"), from ("from") or after ("after") an act,
    after the line above ("then")."""

    when: Literal["clause", "with", "from", "after", "then"] = "clause"
    who: tuple[str, ...] = ()
    act: ScoreAct | None = None


@dataclass(frozen=True)
class Reference:
    """如: the directions of an earlier passage, named by its first and last clause, with exchanges and omissions."""

    section: int | None
    first: str
    last: str
    exchange: tuple[tuple[str, str], ...] = ()
    omit: tuple[tuple[str, str], ...] = ()
    only: tuple[str, ...] = ()
    chain: str = ""


@dataclass(frozen=True)
class Direction:
    """One line of the score: who does which acts, beginning when; or a reference; or an event line."""

    subjects: tuple[str, ...]
    acts: tuple[ScoreAct, ...]
    line: int
    begin: Begin = Begin()
    event: str = ""
    reference: Reference | None = None
    goes_on: bool = False
    certainty: Certainty = "stated"
    reason: str = ""

    def text(self) -> str:
        """The direction in the words of the score."""
        head = " ".join(self.subjects)
        if self.reference:
            ref = self.reference
            span = ref.first if ref.first == ref.last else f"{ref.first} … {ref.last}"
            return f"{head + ': ' if head else ''}如 {span}"
        return " ".join(x for x in (head, " · ".join(a.words() for a in self.acts)) if x)


@dataclass(frozen=True)
class Branch:
    """若 …: directions that hold only under a condition of the table of branches."""

    condition: str
    items: tuple[Direction | Branch, ...]
    line: int


@dataclass(frozen=True)
class Clause:
    """A clause of the classic (layer 經) or of the record (記) with its directions, gloss and notes (speaker, text)."""

    text: str
    gloss: str
    line: int
    layer: str = "經"
    notes: tuple[tuple[str, str], ...] = ()
    items: tuple[Direction | Branch, ...] = ()

    def directions(self) -> Iterator[tuple[Direction, tuple[str, ...]]]:
        """Every direction with the conditions under which it stands."""
        yield from _walk(self.items, ())


def _walk(items: tuple[Direction | Branch, ...], under: tuple[str, ...]) -> Iterator[tuple[Direction, tuple[str, ...]]]:
    for item in items:
        if isinstance(item, Branch):
            yield from _walk(item.items, (*under, item.condition))
        else:
            yield item, under


@dataclass(frozen=True)
class SectionScore:
    """One 節 as scored: number, titles, clauses, the file that it was read from."""

    number: int
    title: str
    english: str
    clauses: tuple[Clause, ...]
    file: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)

    def text(self, layer: str = "經") -> str:
        """The clauses of one layer, joined."""
        return "".join(c.text for c in self.clauses if c.layer == layer)
