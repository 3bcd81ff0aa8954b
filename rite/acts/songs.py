"""合樂: zithers, voices and mouth-organs together, each by his own gesture, for the length of a song."""

from __future__ import annotations

import re

from rite.acts.talk import SONG_SYLLABLE
from rite.clock import Process
from rite.engine import Line, Stage, handler
from rite.score import ScoreAct
from rite.words import ActWord
from rite.world import Actor

_PARTS = {"zither": ("play-zither", "瑟"), "singer": ("sing", ""), "piper": ("blow", "笙")}
"""Gesture of each part, and what is heard of it beside the words."""


@handler("song-together")
def song_together(stage: Stage, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
    """合樂「words」: 1.2 s a syllable; the words are heard from the first singer, each kind of instrument from its first player."""
    words = act.first("speech")
    text = words.word if words else ""
    ms = len(re.findall(r"[㐀-鿿]", text)) * SONG_SYLLABLE
    part, _, number = a.id.rpartition("-")
    if part not in _PARTS:
        raise stage.fail(line, act, f"{a.id} neither plays nor sings")
    gesture, sound = _PARTS[part]
    now = stage.world.clock.now
    stage.gesture(a, gesture, ms=ms)
    if number == "1":
        stage.world.say(a, now, now + ms, sound or text, "music" if sound else "song")
    yield ms
