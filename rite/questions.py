"""More questions to the staged rite: words spoken, what is in whose hands, what holds throughout or at every doing of a thing.

Moments besides start, middle and end of a clause:

- `every`: at all times inside it;
- `speaking`: whenever he begins to speak in it (and he must);
- `doing GESTURE`: half-way through each such gesture of his in it (and there must be one).

Kinds besides those of `rite.facts`: `says` (WORDS, or WORDS and how often), `speaks`, `silent`, `did` (GESTURE and how often), `toward`
(faces somebody or something), `carries` (KIND and how many, `in belt`, `in left-hand` …, `along`), `bears` (the same of a thing), `amount` (of a bundle).
`any pupil` (or attendant, musician) is whichever of them it holds of.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from layout.errors import InputError
from layout.text import fold
from rite.facts import Facts, thing_at
from rite.model import Utterance

GROUPS: dict[str, tuple[str, ...]] = {
    "any pupil": ("pupil-",),
    "any attendant": ("attendant-",),
    "any musician": ("zither-", "singer-"),
}
"""Whoever of them it holds of: the text names none."""


class Questions(Facts):
    """`Facts`, with more moments and kinds."""

    def check(
        self, number: int, clause: str, moment: str, who: str, kind: str, expected: str, tolerance: str = ""
    ) -> str:
        """What is wrong with a fact: an empty string when it holds. InputError for a kind that is not known."""
        if who in GROUPS:
            people = [p for p in self.section(number).people if p.startswith(GROUPS[who])]
            problems = [self.check(number, clause, moment, p, kind, expected, tolerance) for p in people]
            return "" if "" in problems else f"{who}: {'; '.join(sorted(set(problems)))}"
        span = self.span(number, clause)
        if kind in ("says", "speaks", "silent"):
            return self._spoken(number, who, kind, expected, span)
        if kind == "did":
            gesture, wanted = expected.split(" ")
            got = sum(g.count for p, g in self.gestures(number, *span) if p == who and g.gesture == gesture)
            return "" if got == int(wanted) else f"{who}: {gesture} {got} times, not {wanted}"
        if moment in ("start", "middle", "end") or kind in ("count", "passes", "turns"):
            return super().check(number, clause, moment, who, kind, expected, tolerance)
        allowed = float(tolerance) if tolerance.strip() else 0.0
        times = self._moments(number, who, moment, span)
        if not times:
            return f"{who} is never {moment}"
        found = [p for p in (self._at(number, t, who, kind, expected, allowed, span) for t in times) if p]
        return found[0] if found else ""

    def _moments(self, number: int, who: str, moment: str, span: tuple[int, int]) -> Sequence[int]:
        start, end = span
        if moment == "every":
            count = max(2, min(400, (end - start) // 250))
            return [start + (end - start) * n // count for n in range(count + 1)]
        if moment == "speaking":
            return [u.start for u in self.words(number, who, span)]
        name = moment.removeprefix("doing ")
        return [(g.start + g.end) // 2 for p, g in self.gestures(number, *span) if p == who and g.gesture == name]

    def words(self, number: int, who: str, span: tuple[int, int]) -> list[Utterance]:
        """What somebody begins to say or call in a span."""
        return [
            u
            for u in self.section(number).utterances
            if u.who == who and span[0] <= u.start < span[1] and u.kind in ("speech", "call")
        ]

    def _spoken(self, number: int, who: str, kind: str, expected: str, span: tuple[int, int]) -> str:
        said = [fold(u.text) for u in self.words(number, who, span)]
        told = "; ".join(said) or "nothing"
        if kind == "silent":
            return f"{who} says {told}" if said else ""
        if kind == "speaks":
            return "" if said else f"{who} says nothing"
        words, _, wanted = expected.partition(" ")
        got = sum(fold(words) in s for s in said)
        return "" if (got == int(wanted) if wanted else got) else f"{who} says {told}, not {expected}"

    def _at(
        self, number: int, t: int, who: str, kind: str, expected: str, allowed: float, span: tuple[int, int]
    ) -> str:
        section = self.section(number)
        if kind == "toward":
            here, there = self.spot(number, who, t), self.spot(number, expected, t, planned=True)
            way = math.degrees(math.atan2(there.x - here.x, there.y - here.y))
            off = abs(((here.facing or 0.0) - way + 180) % 360 - 180)
            return "" if off <= allowed else f"{who} looks {off:.0f} degrees past {expected}"
        if kind in ("carries", "bears"):
            found = re.fullmatch(r"(\S+) (\d+)( along)?(?: in (\S+))?", expected)
            if not found:
                raise InputError(f"{kind} {expected!r}: expected KIND NUMBER [along] [in WHERE]")
            keys = [thing_at(thing, t) for thing in section.things.values() if thing.kind == found[1]]
            held = [k for k in keys if k.holder == who and k.visible]
            if found[3]:
                held = [k for k in held if k.state == "along"]
            if found[4]:
                held = [k for k in held if k.slot == found[4]]
            return "" if len(held) == int(found[2]) else f"{who} {kind} {len(held)} {found[1]}, not {expected}"
        if kind == "amount":
            key = thing_at(section.things[who], t)
            got = key.count if key.visible else 0
            return "" if got == int(expected) else f"{who}: {got}, not {expected}"
        return super()._at(number, t, who, kind, expected, allowed, span)
