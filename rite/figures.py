"""Files of figures that no text gives: distances (尺, exact), times (ms) and chances (0 to 1), each with its reason and certainty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from layout.data import Record, asset, line_of, load_toml
from layout.errors import DataError, nearest
from layout.evidence.model import Certainty


class _Row(Record, frozen=True):
    english: str
    reason: str
    certainty: Certainty


class _Distance(_Row, frozen=True):
    value: Fraction


class _Time(_Row, frozen=True):
    value: int


class _Chance(_Row, frozen=True):
    value: float


class _Table(Record, frozen=True):
    distance: dict[str, _Distance] = {}
    time: dict[str, _Time] = {}
    chance: dict[str, _Chance] = {}


@dataclass(frozen=True)
class Figures:
    """The figures of one file: `chi`, distances by name (尺); `ms`, times by name; `chance`, chances by name."""

    chi: Mapping[str, float]
    ms: Mapping[str, int]
    chance: Mapping[str, float]


def load_figures(path: Path, **wanted: frozenset[str]) -> Figures:
    """The figures of a file, of which those that are used are `wanted`: names by kind (distance, time, chance).

    Raises DataError, with line and key, when a row is missing or not known, a length or time not positive, a chance not one.
    """
    raw = load_toml(path, _Table)
    text, file = path.read_text(encoding="utf-8"), f"assets/{path.name}"
    given: dict[str, Mapping[str, _Distance | _Time | _Chance]] = {
        "distance": raw.distance,
        "time": raw.time,
        "chance": raw.chance,
    }

    def wrong(keys: list[str | int], name: str, problem: str) -> DataError:
        return DataError(file, line_of(text, keys), name, problem)

    for kind, rows in given.items():
        used = wanted.get(kind, frozenset())
        for key in sorted(set(rows) - used):
            near = nearest(key, used - set(rows)) or sorted(used)
            raise wrong([kind, key], f"{kind}.{key}", f"not used; known: {', '.join(near)}")
        for key in sorted(used - set(rows)):
            # The line after whose row it would come.
            last = list(rows)[-1] if rows else ""
            raise wrong([kind, last], f"{kind}.{key}", "is missing")
        for key, row in rows.items():
            if kind == "chance":
                if not 0 <= row.value <= 1:
                    problem = f"expected a chance from 0 to 1, got {row.value}"
                    raise wrong([kind, key, "value"], f"{kind}.{key}", problem)
            elif row.value <= 0:
                raise wrong([kind, key, "value"], f"{kind}.{key}", f"expected more than nothing, got {row.value}")
    return Figures(
        {key: float(row.value) for key, row in raw.distance.items()},
        {key: row.value for key, row in raw.time.items()},
        {key: row.value for key, row in raw.chance.items()},
    )


@cache
def load_manners() -> Figures:
    """assets/manners.toml: how far and how long in what the acts do, where no measure of text, place or gesture says it."""
    return load_figures(asset("manners.toml"), distance=frozenset({"before-him"}), time=frozenset({"breath"}))
