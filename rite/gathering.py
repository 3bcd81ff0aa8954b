"""取矢: the distances and times of gathering arrows at the target (assets/gathering.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from layout.data import Record, asset, load_toml
from layout.errors import DataError
from layout.evidence.model import Certainty

FILE = "gathering.toml"


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
    distance: dict[str, _Distance]
    time: dict[str, _Time]
    chance: dict[str, _Chance]


@dataclass(frozen=True)
class Gathering:
    """How arrows are gathered: `chi`, distances by name (尺); `ms`, times by name; `overlooked`, the chance of an arrow's being missed."""

    chi: Mapping[str, float]
    ms: Mapping[str, int]
    overlooked: float


DISTANCES = frozenset(
    [
        "together",
        "caller",
        "room",
        "overhead",
        "aside",
        "lying",
        "cloth",
        "ground",
        "apart",
        "plane",
        "reach",
        "waiting",
        "waiting-1",
        "waiting-2",
        "waiting-3",
        "clear",
    ]
)
TIMES = frozenset(("shake", "pull", "take", "next"))


@cache
def load_gathering() -> Gathering:
    """The table. Raises DataError when a row is missing or not known, a length or time not positive, a chance not one."""
    raw = load_toml(asset(FILE), _Table)
    given: tuple[tuple[str, Mapping[str, object], frozenset[str]], ...] = (
        ("distance", raw.distance, DISTANCES),
        ("time", raw.time, TIMES),
        ("chance", raw.chance, frozenset({"overlooked"})),
    )
    for name, rows, wanted in given:
        for key in sorted(wanted - set(rows)):
            raise DataError(f"assets/{FILE}", None, f"{name}.{key}", "is missing")
        for key in sorted(set(rows) - wanted):
            raise DataError(f"assets/{FILE}", None, f"{name}.{key}", f"not used; known: {', '.join(sorted(wanted))}")
    numbers: dict[str, Fraction | int] = {f"distance.{key}": row.value for key, row in raw.distance.items()}
    numbers |= {f"time.{key}": row.value for key, row in raw.time.items()}
    for key, value in numbers.items():
        if value <= 0:
            raise DataError(f"assets/{FILE}", None, key, f"expected more than nothing, got {value}")
    chance = raw.chance["overlooked"].value
    if not 0 <= chance <= 1:
        raise DataError(f"assets/{FILE}", None, "chance.overlooked", f"expected a chance from 0 to 1, got {chance}")
    return Gathering(
        {key: float(row.value) for key, row in raw.distance.items()},
        {key: row.value for key, row in raw.time.items()},
        chance,
    )
