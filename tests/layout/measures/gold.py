"""The hand-checked tables of tests/data/gold, and what of them is found. Run as a script it prints the table of docs/measures.md."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from layout.measures.model import Measure
from layout.measures.scan import read_measures

DATA = Path(__file__).parents[2] / "data"
SEEDS = ("000", "001", "003")
NOT_SCORED = {"placement", "vague offset", "rank count"}


@dataclass(frozen=True)
class Row:
    """A row of measures.tsv: where, the words, their kind (older names), the exact value or the parts."""

    seed: str
    start: int
    words: str
    kind: str
    value: str
    parts: str

    @property
    def end(self) -> int:
        return self.start + len(self.words)

    @property
    def is_count(self) -> bool:
        return self.kind in ("count", "time")

    @property
    def scored(self) -> bool:
        return self.kind not in NOT_SCORED and bool(self.value or self.parts)

    def found_in(self, measure: Measure) -> bool:
        """Whether a measure that overlaps the row has its value (or its parts)."""
        if self.parts and not self.value:
            named = {"north": "N", "west": "W"}
            made = ";".join(f"{named[p.direction]} {p.chi}" for p in measure.parts if p.direction in named)
            return made == self.parts
        return self.value in (str(measure.chi), str(measure.value))


@dataclass
class Score:
    """What was found of one seed."""

    seed: str
    finds: int = 0
    measures: int = 0
    counts: int = 0
    missed: list[Row] = field(default_factory=list)
    missed_counts: list[Row] = field(default_factory=list)
    extra: list[Measure] = field(default_factory=list)
    trapped: list[Measure] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return 1 - len(self.extra) / self.finds if self.finds else 1.0


def seed(number: str) -> str:
    """The text of a seed."""
    return next((DATA / "seeds").glob(f"{number}_*")).read_text(encoding="utf-8")


def table(name: str) -> Iterator[list[str]]:
    """The rows of a gold table without its header."""
    with (DATA / "gold" / name).open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        yield from (row for row in rows if row)


def gold_rows() -> list[Row]:
    """All rows of measures.tsv."""
    made = []
    for cells in table("measures.tsv"):
        cells = cells + [""] * (15 - len(cells))
        made.append(Row(cells[0], int(cells[1]), cells[3], cells[6], cells[12] or cells[13], cells[14]))
    return made


def score(number: str) -> Score:
    """Read one seed and hold the finds against the tables, in the part of the seed that was checked by hand."""
    rows = [row for row in gold_rows() if row.seed == number]
    traps = [(int(cells[1]), cells[3]) for cells in table("not-measures.tsv") if cells[0] == number]
    last = max([row.end for row in rows] + [at for at, _ in traps]) + 1
    found = [m for m in read_measures(seed(number)) if m.start < last]
    made = Score(number, len(found))
    known: set[int] = set()
    for row in rows:
        here = [m for m in found if m.start < row.end and m.end > row.start]
        known |= {m.start for m in here}
        if not row.scored:
            continue
        right = any(row.found_in(m) for m in here)
        if row.is_count:
            made.counts += 1
            made.missed_counts += [] if right else [row]
        else:
            made.measures += 1
            made.missed += [] if right else [row]
    made.extra = [m for m in found if m.start not in known]
    made.trapped = [m for m in made.extra if any(m.start <= at < m.end for at, _ in traps)]
    return made


def main() -> None:
    """Print the table."""
    print("| seed | measures | missed | counts | missed | finds | beyond the table | traps | precision |")
    print("|---|---|---|---|---|---|---|---|---|")
    for number in SEEDS:
        s = score(number)
        print(
            f"| {number} | {s.measures} | {len(s.missed)} | {s.counts} | {len(s.missed_counts)} | {s.finds} "
            f"| {len(s.extra)} | {len(s.trapped)} | {s.precision:.1%} |"
        )
    for number in SEEDS:
        s = score(number)
        for row in s.missed + s.missed_counts:
            print(f"missed: {number} {row.start} {row.words}")
        for measure in s.extra:
            print(f"beyond: {number} {measure.start} {measure.text} {measure.kind}")


if __name__ == "__main__":
    main()
