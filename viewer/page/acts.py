"""What people do, hold and say in a section, as the page's cards tell it: small JSON, packed, unpacked when it is shown."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from typing import Any

from rite.gestures import load_gestures
from rite.model import Footfall, StagedSection, ThingActs

PAUSE = 900
"""Steps that follow one another within this time (ms) are one walk."""
FEWEST = 3
"""Fewer steps than these are no walk: the feet are only set right."""


def gesture_names() -> dict[str, tuple[str, str]]:
    """Each gesture by id: its commonest word, and English in the third person."""
    return {name: (g.hanzi[0], g.english) for name, g in load_gestures().items()}


def acts(section: StagedSection) -> dict[str, Any]:
    """What a section's people do (times in ms from its beginning).

    `people`: by id `gestures` [start, end, gesture, partner, thing], `walks` [start, end], `postures` [from, posture];
    `held`: [start, end, thing, holder, slot]; `said`: [start, end, who, words, kind].
    """
    people = {}
    for name, person in section.people.items():
        rows: dict[str, Any] = {
            "gestures": [[g.start, g.end, g.gesture, g.partner, g.thing] for g in person.gestures],
            "walks": walks(person.footfalls),
            "postures": [[k.t, k.posture] for k in person.postures if k.t or k.posture != "stand"],
        }
        people[name] = {key: value for key, value in rows.items() if value}
    held = [row for thing in section.things.values() for row in holdings(thing, section.duration)]
    said = [[u.start, u.end, u.who, u.text, u.kind] for u in section.utterances]
    return {"people": people, "held": held, "said": said}


def walks(steps: Iterable[Footfall]) -> list[list[int]]:
    """From when to when somebody walks: steps one soon after the other."""
    out: list[list[int]] = []
    for step in sorted(steps, key=lambda s: s.lift):
        if out and step.lift - out[-1][1] <= PAUSE:
            out[-1][1] = max(out[-1][1], step.land)
            out[-1][2] += 1
        else:
            out.append([step.lift, step.land, 1])
    return [[start, end] for start, end, count in out if count >= FEWEST]


def holdings(thing: ThingActs, duration: int) -> list[list[Any]]:
    """Who or what holds a thing from when to when."""
    rows: list[list[Any]] = []
    ends = [key.t for key in thing.keys[1:]] + [duration + 1]
    for key, end in zip(thing.keys, ends, strict=True):
        if key.holder is None or not key.visible:
            continue
        if rows and rows[-1][1] == key.t and rows[-1][3:] == [key.holder, key.slot]:
            rows[-1][1] = end
        else:
            rows.append([key.t, end, thing.id, key.holder, key.slot])
    return rows


def pack_acts(section: StagedSection) -> bytes:
    """The acts of a section as raw deflate over JSON; the same section gives the same bytes."""
    text = json.dumps(acts(section), ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return packer.compress(text.encode()) + packer.flush()
