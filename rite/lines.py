"""What a line of the score is while it is staged, and the registry of what its acts do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rite.cast import Pair
from rite.clock import Process, Signal
from rite.score import Direction, ScoreAct
from rite.words import ActWord
from rite.world import Actor


@dataclass(frozen=True)
class Binding:
    """What the variables of the score mean while a passage is staged."""

    pair: Pair | None = None
    next: Pair | None = None
    previous: Pair | None = None
    exchange: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    verbs: Mapping[str, str] = field(default_factory=dict)
    step: int | None = None
    """The clause of the section under which all this is done."""


@dataclass(eq=False)
class Done:
    """An act that somebody has begun: for lines that begin from it or after it."""

    who: frozenset[str]
    act: ScoreAct
    start: Signal
    end: Signal


@dataclass
class Line:
    """One line while it is staged."""

    direction: Direction
    binding: Binding
    clause: str
    file: str
    faced: dict[str, bool] = field(default_factory=dict)
    index: dict[str, int] = field(default_factory=dict)
    rest: tuple[ScoreAct, ...] = ()


Handler = Callable[[Any, Actor, ScoreAct, ActWord, Line], Process]
PairHandler = Callable[[Any, Sequence[Actor], ScoreAct, ActWord, Line], Process]
HANDLERS: dict[str, Handler] = {}
TOGETHER: dict[str, PairHandler] = {}


def handler(*kinds: str) -> Callable[[Handler], Handler]:
    """Register what an act of these kinds does for one person."""

    def register(function: Handler) -> Handler:
        for kind in kinds:
            HANDLERS[kind] = function
        return function

    return register


def together(*kinds: str) -> Callable[[PairHandler], PairHandler]:
    """Register what an act of these kinds does for all who do it, as one."""

    def register(function: PairHandler) -> PairHandler:
        for kind in kinds:
            TOGETHER[kind] = function
        return function

    return register


@dataclass
class Outcome:
    """How the shooting stands: the round, hits by side and by archer, the tallies laid."""

    round: int = 0
    hits: dict[str, int] = field(default_factory=dict)
    upper: int = 0
    lower: int = 0
    arrows_missing: bool = False

    @property
    def winner(self) -> str:
        """upper, lower or tie."""
        return "upper" if self.upper > self.lower else "lower" if self.lower > self.upper else "tie"
