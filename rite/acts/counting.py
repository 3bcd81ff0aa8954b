"""Tallies: laying them down hit by hit, counting them by pairs and tens, announcing the result.

The eighty tallies are bundles: in the holder, in the scorer's hand, spare beside the holder, right and left pile, and the
difference that is carried up. Their numbers always make eighty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rite.acts.body import toward
from rite.acts.talk import speech_ms
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.model import ThingKey
from rite.score import ScoreAct
from rite.words import ActWord
from rite.world import Actor

BUNDLES = ("tallies-spare", "tallies-holder", "tallies-hand", "tallies-upper", "tallies-lower", "tallies-won")
COUNTED = "counted"
"""State of a pile that has been counted: tens of pairs lengthwise, pairs left over crosswise below, an odd one lengthwise below these."""
_SPOTS = {
    "tallies-spare": "tallies-spare-place",
    "tallies-upper": "tallies-upper-place",
    "tallies-lower": "tallies-lower-place",
}


def count(stage: Stage, bundle: str) -> int:
    """How many tallies a bundle has."""
    now = stage.world.things[bundle].now
    return now.count if now.visible else 0


def set_count(stage: Stage, bundle: str, number: int, at: int) -> None:
    """Make a bundle have so many from a time on; it is where it belongs."""
    thing = stage.world.things[bundle]
    key = ThingKey(at, visible=number > 0, count=number)
    if bundle == "tallies-holder":
        key = replace(key, holder="tally-holder", slot="holes")
    elif bundle in ("tallies-hand", "tallies-won"):
        holder = "scorer"
        key = replace(
            key, holder=holder if number > 0 else None, slot="left-hand" if bundle == "tallies-hand" else "right-hand"
        )
    elif bundle == "tallies-spare" and thing.now.holder in stage.world.actors:
        key = replace(key, holder=thing.now.holder, slot=thing.now.slot)
    else:
        spot = stage.where.spot(_SPOTS[bundle], stage.world)
        laid = thing.now.state if number and number < thing.now.count else ""
        way = 180.0 if bundle == "tallies-spare" else 90.0  # 橫委其餘于中西南末
        key = replace(key, x=spot.x, y=spot.y, z=0.0, facing=way, state=laid)
    stage.world.thing_key(thing, key)


def move(stage: Stage, source: str, goal: str, number: int, at: int) -> int:
    """Move tallies from one bundle to another (as many as there are); returns how many."""
    number = min(number, count(stage, source))
    if number <= 0:
        return 0
    set_count(stage, source, count(stage, source) - number, at)
    set_count(stage, goal, count(stage, goal) + number, at)
    return number


@handler("fill-holder")
def fill_holder(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """實八算: eight of the spare tallies into the holder."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "fill-holder", thing="tallies-holder")
    at = now + stage.contact("fill-holder")
    move(stage, "tallies-spare", "tallies-holder", 8 - count(stage, "tallies-holder"), at)
    yield ms


@handler("take-eight")
def take_eight(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取八算: the eight of the holder in the hand."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "take-tallies", thing="tallies-holder")
    move(stage, "tallies-holder", "tallies-hand", 8, now + stage.contact("take-tallies"))
    yield ms


@handler("put-tally")
def put_tally(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """釋算: one tally for the hit: of the upper archer to the right (south), of the lower to the left (north)."""
    pair = stage.cast.pair_of(stage.last_shooter)
    upper = pair is None or stage.last_shooter == pair.upper
    goal = "tallies-upper" if upper else "tallies-lower"
    now = stage.world.clock.now
    ms = stage.gesture(a, "lay-tally", thing=goal, side="right" if upper else "left")
    at = now + stage.contact("lay-tally")
    if move(stage, "tallies-hand", goal, 1, at) == 0 and move(stage, "tallies-spare", goal, 1, at) == 0:
        move(stage, "tallies-holder", goal, 1, at)
    yield ms


@handler("return-tallies")
def return_tallies(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """反委餘算: what is left in the hand goes back to the spare ones."""
    now = stage.world.clock.now
    ms = stage.gesture(a, entry.gesture, thing="tallies-spare")
    move(stage, "tallies-hand", "tallies-spare", 10_000, now + ms // 2)
    yield ms


@handler("gather-tallies")
def gather(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """兼斂算: all tallies together again, beside the holder."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "gather-tallies", thing="tallies-upper")
    at = now + stage.contact("gather-tallies")
    for bundle in ("tallies-upper", "tallies-lower", "tallies-won", "tallies-hand"):
        move(stage, bundle, "tallies-spare", 10_000, at)
    yield ms


@handler("count-tallies")
def count_tallies(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """數獲: the right side pair by pair into the left hand, ten pairs laid lengthwise, odd pairs crosswise; the left taken up
    together and laid down pair by pair."""
    bundle = "tallies-upper" if entry.side == "upper" else "tallies-lower"
    number = count(stage, bundle)
    pairs = number // 2
    each = stage.gestures["count-tallies"].duration
    if entry.side == "lower":
        yield stage.gesture(a, "gather-tallies", thing=bundle)
    for n in range(pairs + number % 2):
        yield stage.gesture(a, "count-tallies", thing=bundle, number=str(n + 1))
    if number == 0:
        yield each
    else:
        # 有餘純則橫於下 奇則又縮諸純下: they lie otherwise now.
        thing = stage.world.things[bundle]
        stage.world.thing_key(thing, replace(thing.now, t=stage.world.clock.now, state=COUNTED))
    stage.counted[entry.side] = number


@handler("take-won")
def take_won(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """取賢獲: the winner's surplus in the hand; with even sides one from either."""
    upper, lower = count(stage, "tallies-upper"), count(stage, "tallies-lower")
    now = stage.world.clock.now
    ms = stage.gesture(a, "take-tallies", thing="tallies-won")
    at = now + stage.contact("take-tallies")
    if upper == lower:
        if upper:
            move(stage, "tallies-upper", "tallies-won", 1, at)
            move(stage, "tallies-lower", "tallies-won", 1, at + 1)
    else:
        move(stage, "tallies-upper" if upper > lower else "tallies-lower", "tallies-won", abs(upper - lower), at)
    yield ms


@handler("announce")
def announce(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """告: 右賢於左若干純若干奇, 左賢於右 …, or 左右鈞."""
    partner = stage.partner(act, line)
    yield from toward(stage, a, line, partner)
    text = result_words(stage.outcome.upper, stage.outcome.lower)
    ms = max(stage.gestures["speak"].duration, speech_ms(text) + 400)
    now = stage.world.clock.now
    stage.gesture(a, "speak", partner=partner.id if partner else None, ms=ms)
    stage.world.say(a, now, now + ms, text)
    yield ms


def result_words(upper: int, lower: int) -> str:
    """The result in the words of the classic.

    >>> result_words(9, 4)
    '右賢於左二純一奇'
    >>> result_words(3, 3)
    '左右鈞'
    """
    if upper == lower:
        return "左右鈞"
    pairs, odd = divmod(abs(upper - lower), 2)
    head = "右賢於左" if upper > lower else "左賢於右"
    return head + "".join(_parts(pairs, odd))


def _parts(pairs: int, odd: int) -> Iterator[str]:
    if pairs:
        yield f"{numeral(pairs)}純"
    if odd:
        yield "一奇"


def numeral(number: int) -> str:
    """A number in characters.

    >>> numeral(24)
    '二十四'
    """
    digits = "〇一二三四五六七八九"
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    text = f"{digits[hundreds]}百" if hundreds else ""
    if tens:
        text += ("" if tens == 1 and not hundreds else digits[tens]) + "十"
    elif hundreds and ones:
        text += "有"
    return text + (digits[ones] if ones or not number else "")
