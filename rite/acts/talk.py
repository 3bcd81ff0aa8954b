"""Speaking and calling: words, unbroken assent, music."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rite.acts.body import toward
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.model import PersonActs, Utterance
from rite.score import ScoreAct
from rite.words import ActWord
from rite.world import Actor

SYLLABLE = 1000 / 2.2
BREATH = 600
SONG_SYLLABLE = 1200
ASSENT, HALT = "諾", 1500
"""The unbroken call of assent, and how long (ms) he who calls it may stand still on his way."""
BUTT = (-3.75, 1.7)
"""Where the butt of a banner lies that one who kneels lays down: so far before him (behind him) and to his right, in 尺."""


def speech_ms(text: str) -> int:
    """How long words take: 2.2 syllables a second, a breath of .6 s at every stop."""
    words = re.findall(r"[㐀-鿿]", text)
    stops = len(re.findall(r"[，。！？：；]", text))
    return round(len(words) * SYLLABLE + stops * BREATH)


@handler("say")
def say(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """告 請 命 辭 對 …: turn to the partner unless a facing is stated, and speak."""
    partner = stage.partner(act, line)
    yield from toward(stage, a, line, partner)
    words = act.first("speech")
    least = stage.gestures[entry.gesture].duration
    ms = max(least, speech_ms(words.word) + 400) if words else least
    now = stage.world.clock.now
    stage.gesture(a, entry.gesture, partner=partner.id if partner else None, ms=ms)
    if words:
        stage.world.say(a, now, now + ms, words.word)
    yield ms


@handler("match")
def match(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """比耦: to each of the row his own words: the first to upper archers, the second to lower ones and to grandees' partners (注
    命大夫之耦曰子與某子射 其命眾耦如三耦)."""
    to_upper, to_lower = (arg.word for arg in act.all("speech"))
    for one in stage.partners(act, line):
        pair = stage.cast.pair_of(one.id)
        upper = pair is not None and pair.upper == one.id and pair not in stage.cast.grandee_pairs
        words = to_upper if upper else to_lower
        now = stage.world.clock.now
        ms = max(stage.gestures[entry.gesture].duration, speech_ms(words) + 400)
        stage.gesture(a, entry.gesture, partner=one.id, ms=ms)
        stage.world.say(a, now, now + ms, words)
        yield ms


@handler("long-call")
def long_call(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """聲不絕: an unbroken 諾 from here to the end of the next walk."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "assent")
    stage.world.say(a, now, now + ms, ASSENT, "call")
    yield ms


def unbroken(said: Sequence[Utterance], people: Mapping[str, PersonActs]) -> tuple[Utterance, ...]:
    """The utterances of a section, each called assent drawn out to the last step of the walk that follows it (聲不絕以至于乏)."""
    found = []
    for words in said:
        if words.kind == "call" and words.text == ASSENT and words.who in people:
            end = words.end
            for step in people[words.who].footfalls:
                if words.start <= step.lift <= end + HALT:
                    end = max(end, step.land)
            words = replace(words, end=end)
        found.append(words)
    return tuple(found)


@handler("call-hit")
def call_hit(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """唱獲: 獲 on 宮 with the banner up, on 商 with the banner down, kneeling."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "call-hit", thing="banner")
    banner = stage.world.things["banner"]
    if banner.now.holder != a.id:
        stage.world.give_thing(banner, a.id, "both-hands", now)
    stage.world.thing_key(banner, replace(banner.now, t=now + 100, state="raised"))
    stage.world.thing_key(banner, replace(banner.now, t=now + ms // 2, state="lowered"))
    stage.world.say(a, now, now + ms // 2, "獲（宮）", "call")
    stage.world.say(a, now + ms // 2, now + ms, "獲（商）", "call")
    yield ms


@handler("lay-banner")
def lay_banner(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """偃旌: lay the banner down along his right side, its feathers before him, as his hands hold it."""
    now = stage.world.clock.now
    ms = stage.gesture(a, "lower-banner", thing="banner")
    angle = math.radians(a.facing)
    ahead, right = BUTT
    at = (
        a.x + ahead * math.sin(angle) + right * math.cos(angle),
        a.y + ahead * math.cos(angle) - right * math.sin(angle),
    )
    stage.world.lay_thing(stage.world.things["banner"], now + stage.contact("lower-banner"), *at, 0.1, a.facing % 360.0)
    yield ms


@handler("music")
def music(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """鼓瑟 歌 吹笙 擊磬 奏: play or sing; the number (or the words at 1.2 s a syllable) gives the length."""
    words = act.first("speech")
    number = act.first("number")
    text = words.word if words else ""
    if number is not None:
        seconds = stage.words.sides.number[number.word] * 28
    else:
        seconds = max(8, round(len(re.findall(r"[㐀-鿿]", text)) * SONG_SYLLABLE / 1000))
    now = stage.world.clock.now
    ms = seconds * 1000
    stage.gesture(a, entry.gesture, ms=ms)
    stage.world.say(a, now, now + ms, text or act.verb, "song" if act.verb == "歌" else "music")
    yield ms
