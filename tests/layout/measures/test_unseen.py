"""Measures of texts on which the reader was not built, in the forms in which texts come.

Each row of tests/data/gold/unseen*.tsv has a passage of the classics and its commentaries, what is to be found in it
(words=value, or words=kind:value; lengths in 尺, a range as low-high), and the traps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import opencc
import pytest

from layout.measures.model import Measure
from layout.measures.scan import read_measures

GOLD = Path(__file__).parents[2] / "data" / "gold"
TABLES = sorted(path for path in GOLD.glob("unseen*.tsv") if "claims" not in path.name)


@dataclass(frozen=True)
class Row:
    """A passage with what it says."""

    source: str
    text: str
    finds: tuple[tuple[str, str, str], ...]
    traps: tuple[str, ...]


def rows() -> Iterator[Row]:
    lines = [line for table in TABLES for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    for line in lines:
        source, text, finds, traps = line.split("\t")
        said = []
        for item in filter(None, finds.split(";")):
            words, _, worth = item.partition("=")
            kind, _, value = worth.rpartition(":")
            said.append((words, kind, value))
        yield Row(source, text, tuple(said), tuple(filter(None, traps.split("|"))))


def bare(text: str) -> str:
    return re.sub("[，。、]", "", text)


def columns(text: str) -> str:
    """As printed in columns: a line mark after every nine characters."""
    plain = bare(text)
    return "¶\n".join(plain[at : at + 9] for at in range(0, len(plain), 9))


def worth(measure: Measure) -> set[str]:
    value = measure.value
    said = "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return {said, str(measure.chi)}


def places(row: Row, text: str, write: Callable[[str], str]) -> Iterator[tuple[str, str, str, int, int]]:
    """Where each phrase of a row stands, but for where it is part of a longer one."""
    spans = [(words, m.start(), m.end()) for words, _, _ in row.finds for m in re.finditer(write(words), text)]
    for words, kind, value in row.finds:
        for found in re.finditer(re.escape(write(words)), text):
            inside = any(
                len(other) > len(words) and start <= found.start() and found.end() <= end for other, start, end in spans
            )
            if not inside:
                yield words, kind, value, found.start(), found.end()


def missed(form: Callable[[str], str], write: Callable[[str], str]) -> tuple[list[str], list[str], int]:
    """Phrases whose value is not found, traps fallen into, and the number of phrases."""
    lost: list[str] = []
    trapped: list[str] = []
    total = 0
    for row in rows():
        text = form(row.text)
        measures = read_measures(text)
        for words, kind, value, start, end in places(row, text, write):
            total += 1
            hits = [m for m in measures if m.start < end and m.end > start and value in worth(m)]
            if not hits or (kind and not any(m.kind == kind for m in hits)):
                lost.append(f"{row.source} {words} {value}")
        for trap in row.traps:
            for found in re.finditer(re.escape(write(trap)), text):
                if any(m.start < found.end() and m.end > found.start() for m in measures):
                    trapped.append(f"{row.source} {trap}")
    return lost, trapped, total


SIMPLIFIED = opencc.OpenCC("t2s").convert


@pytest.mark.parametrize(
    ("form", "write", "least"),
    [
        pytest.param(str, str, 0.99, id="punctuated"),
        pytest.param(SIMPLIFIED, SIMPLIFIED, 0.985, id="simplified"),
        pytest.param(bare, bare, 0.97, id="unpunctuated"),
    ],
)
def test_unseen_texts(form: Callable[[str], str], write: Callable[[str], str], least: float) -> None:
    lost, trapped, total = missed(form, write)
    assert total >= 1600
    assert not trapped
    assert 1 - len(lost) / total >= least, lost


def test_unseen_texts_in_columns() -> None:
    """Line marks inside a measure change nothing: what is found is what the unpunctuated text has."""
    for row in rows():
        plain = [(m.normal, m.kind, m.value, m.chi) for m in read_measures(bare(row.text))]
        assert [(m.normal, m.kind, m.value, m.chi) for m in read_measures(columns(row.text))] == plain, row.source
