"""The text of 鄉射禮 itself, known by its words where nothing marks it."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

import numpy as np
from numpy.typing import NDArray

from layout.text.model import Turn
from layout.text.normal import Normal, fold, normalise, refold
from layout.text.received import load_text
from layout.text.variants import GAP

_GRAM = 4
_LEAST = 200
"""Characters of unmarked text below which nobody is named: a phrase quoted by itself may come from anywhere."""
_HASHES = 1 << 20
_SEEDS = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F)


def known_words(text: str, turns: list[Turn], normal: Normal | None) -> list[Turn]:
    """Where classic and record of 鄉射禮 itself stand without marks, tell them apart by their words.

    Every four characters in a row are looked up among those of the received text; a turn belongs where most of its
    own are found.
    """
    open_turns = [turn for turn in turns if turn[2] in (None, "經")]
    if sum(end - start for start, end, _ in open_turns) < _LEAST:
        return turns
    pieces = [text[start : min(end, start + 24)] for start, end, _ in open_turns[:: max(1, len(open_turns) // 24)]]
    start, end, _ = max(open_turns, key=lambda turn: turn[1] - turn[0])
    pieces += [text[at : min(end, at + 24)] for at in range(start, end, max(24, (end - start) // 24))]
    sample = _hits(fold(GAP.join(pieces)))
    if len(sample[0]) == 0 or (sample[0] | sample[1]).mean() < 0.4:
        return turns
    normal = normal or normalise(text)
    words = refold(normal.text)
    classic, record = (np.concatenate([[0], np.cumsum(hit)]) for hit in _hits(words))
    size = len(classic) - 1
    firsts = np.minimum(np.searchsorted(normal.offsets, [turn[0] for turn in turns]), size)
    lasts = np.clip(np.searchsorted(normal.offsets, [turn[1] for turn in turns]) - _GRAM + 1, firsts, size)
    in_classic = (classic[lasts] - classic[firsts]).tolist()
    in_record = (record[lasts] - record[firsts]).tolist()
    counts = (lasts - firsts).tolist()
    heads = [int(normal.offsets[found.start()]) for found in re.finditer(_received()[2], words)]
    found: list[Turn] = []
    for (start, end, layer), count, own, other in zip(turns, counts, in_classic, in_record, strict=True):
        if layer not in (None, "經"):
            found.append((start, end, layer))
        elif max(own, other) < 0.3 * count or count == 0:
            # A short line that only its misprints keep from being recognised goes with the line before it.
            near = found[-1][2] if found and count < 20 and found[-1][2] in ("經", "記") else layer
            found.append((start, end, near))
        else:
            index = bisect_left(heads, start)
            if index < len(heads) and start < heads[index] < end:
                found += [(start, heads[index], "經"), (heads[index], end, "記")]
            else:
                found.append((start, end, "記" if other > own else "經"))
    return found


@cache
def _received() -> tuple[NDArray[np.bool_], NDArray[np.bool_], str]:
    """Which groups of four characters stand in 經 and in 記, by their hashes; and the words with which the 記 begins."""
    received = load_text()
    texts = received.words("經"), received.words("記")
    marks = []
    for words in texts:
        known = np.zeros(_HASHES, np.bool_)
        known[_hash(words)] = True
        marks.append(known)
    return marks[0], marks[1], "記" + texts[1][:6]


def _hash(words: str) -> NDArray[np.uint32]:
    codes = np.frombuffer(words.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    count = max(0, len(codes) - _GRAM + 1)
    value = np.zeros(count, np.uint32)
    for place, seed in enumerate(_SEEDS):
        value ^= codes[place : place + count] * np.uint32(seed)
    return value >> np.uint32(12)


def _hits(words: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    value = _hash(words)
    classic, record, _ = _received()
    return classic[value], record[value]
