"""Whose mouth is open when: syllable by syllable of what is said and sung, unbroken in a call (諾 聲不絕)."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from geometry.figure.tree import HIDE, SHOW
from geometry.scene import Track
from rite.model import StagedSection

CALLING = ("assent", "call-hit", "sing")
"""Gestures in which one calls or sings, though no words are set to them."""
LEAST = 60
"""ms at least for which a mouth stays open, or closed."""
OPEN = {"speech": 0.55, "song": 0.72, "call": 0.94}
"""Share of a syllable for which the mouth is open."""
SHARE = (0.12, 0.88)
"""From which to which share of such a gesture the mouth is open."""

Spans = list[tuple[int, int]]


def mouths(section: StagedSection) -> Mapping[str, Spans]:
    """Role → spans (start, end) in ms during which the mouth is open, in order and apart."""
    found: dict[str, Spans] = {}
    for said in section.utterances:
        if said.kind not in OPEN:
            continue
        # A call is one breath for each note.
        count = 1 if said.kind == "call" else max(len(re.findall(r"[㐀-鿿]", said.text)), 1)
        step = (said.end - said.start) / count
        for n in range(count):
            start = said.start + n * step
            found.setdefault(said.who, []).append((round(start), round(start + OPEN[said.kind] * step)))
    for id, acts in section.people.items():
        for act in acts.gestures:
            if act.gesture in CALLING and not _within(act.start, act.end, found.get(id, [])):
                first, last = (round(act.start + share * (act.end - act.start)) for share in SHARE)
                found.setdefault(id, []).append((first, last))
    return {id: _apart(sorted(spans), section.duration) for id, spans in sorted(found.items()) if id in section.people}


def _within(start: int, end: int, spans: Spans) -> bool:
    return any(a < end and b > start for a, b in spans)


def _apart(spans: Spans, duration: int) -> Spans:
    """Spans in order, those run together that would leave no time to close the mouth."""
    kept: Spans = []
    for start, end in spans:
        start, end = max(start, LEAST), min(end, duration)
        if end - start < LEAST:
            continue
        if kept and start - kept[-1][1] < LEAST:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return kept


def mouth_track(id: str, spans: Spans) -> Track:
    """STEP scale of the open mouth of one person: shown while it is open."""
    times, values = [0], [HIDE]
    for start, end in spans:
        times += [start, end]
        values += [SHOW, HIDE]
    return Track(f"{id}-mouth-open", "scale", np.array(times, dtype=np.int64), np.array(values, dtype=np.float64), True)
