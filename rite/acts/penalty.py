"""飲不勝者: the goblet that the losers empty one after the other at the stand."""

from __future__ import annotations

from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import Arg, ScoreAct
from rite.words import ActWord
from rite.world import Actor

_CUP, _STAND = Arg("thing", "罰觶", "goblet-penalty"), Arg("thing", "豐", "cup-stand")
_STEPS: tuple[tuple[str, tuple[Arg, ...]], ...] = (
    ("適", (Arg("place", "豐南"),)),
    ("面", (Arg("facing", "北面"),)),
    ("坐", ()),
    ("取", (_CUP,)),
    ("興", ()),
    ("適", (Arg("place", "尊前"),)),
    ("面", (Arg("facing", "北面"),)),
    ("實", (_CUP,)),
    ("適", (Arg("place", "豐北"),)),
    ("面", (Arg("facing", "南面"),)),
    ("坐", ()),
    ("奠", (_CUP, _STAND)),
    ("興", ()),
)
"""坐取觶 實之 反奠于豐上."""


def next_drinker(stage: Stage) -> str:
    """Who is the next to drink of those who have lost; empty when all have drunk."""
    drunk = {a.id for a in stage.world.actors.values() if any(g.gesture.startswith("drink-") for g in a.gestures)}
    return next((name for name in stage.losers() if name not in drunk), "")


@handler("refill")
def refill(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """更酌: fill the goblet for the next who drinks at the stand. Where a noble is next it is washed for him first, and not filled
    here; after the last it stays empty."""
    name = next_drinker(stage)
    if not name or name in ("guest", "host") or name.startswith("grandee-"):
        yield 0
        return
    steps = [ScoreAct(verb, args, act.line) for verb, args in _STEPS]
    after = line.rest
    for n, step in enumerate(steps):
        line.rest = (*steps[n + 1 :], *after)
        yield from stage.perform([a], step, line)
