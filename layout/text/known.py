"""The text of 鄉射禮 itself, known by its words where nothing marks it."""

from __future__ import annotations

from functools import cache

from layout.text.model import Turn
from layout.text.normal import DROPPED, Normal, fold, normalise, refold, without_signs
from layout.text.received import plain_words
from layout.text.variants import GAP

_GRAM = 4
_LEAST = 200
"""Characters of unmarked text below which nobody is named: a phrase quoted by itself may come from anywhere."""


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
    sample = _kinds(fold(GAP.join(pieces)))
    if sum(map(bool, sample)) < 0.4 * max(1, len(sample)):
        return turns
    normal = normal or normalise(text)
    signs, head = normal.signs, _received()[1]
    found: list[Turn] = []
    for start, end, layer in turns:
        if layer not in (None, "經"):
            found.append((start, end, layer))
            continue
        words = refold(without_signs(signs[start:end]))
        kinds = _kinds(words)
        count, both = len(kinds), kinds.count(3)
        own, other = kinds.count(1) + both, kinds.count(2) + both
        if max(own, other) < 0.3 * count or count == 0:
            # A short line that only its misprints keep from being recognised goes with the line before it.
            near = found[-1][2] if found and count < 20 and found[-1][2] in ("經", "記") else layer
            found.append((start, end, near))
        else:
            at = words.find(head, 1)
            if at > 0:
                begin = start + [place for place, sign in enumerate(signs[start:end]) if sign not in DROPPED][at]
                found += [(start, begin, "經"), (begin, end, "記")]
            else:
                found.append((start, end, "記" if other > own else "經"))
    return found


@cache
def _received() -> tuple[dict[str, int], str]:
    """The groups of four characters that stand in 經 (1), in 記 (2) or in both (3); the words with which the 記 begins."""
    texts = plain_words()
    known: dict[str, int] = {}
    for sort, words in enumerate(texts, 1):
        for gram in _grams(words):
            known[gram] = known.get(gram, 0) | sort
    return known, "記" + texts[1][:6]


def _grams(words: str) -> list[str]:
    """Every four characters in a row."""
    return [words[at : at + _GRAM] for at in range(len(words) - _GRAM + 1)]


def _kinds(words: str) -> list[int]:
    """For every four characters in a row where they stand in the received text, or 0."""
    known = _received()[0]
    return [known.get(words[at : at + _GRAM], 0) for at in range(len(words) - _GRAM + 1)]
