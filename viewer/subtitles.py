"""Subtitles: SubRip and WebVTT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cue:
    """A clause and its gloss from `start` to `end` ms of the film."""

    start: int
    end: int
    text: str
    gloss: str = ""


def stamp(ms: int, mark: str = ",") -> str:
    """A time as both formats write it.

    >>> stamp(3_723_004)
    '01:02:03,004'
    """
    seconds, ms = divmod(int(ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}{mark}{ms:03d}"


def _lines(cue: Cue) -> str:
    # A blank line ends a cue and "-->" is an arrow of the format: neither may stand inside one.
    rows = [line.replace("-->", "→") for part in (cue.text, cue.gloss) for line in part.split("\n") if line.strip()]
    return "\n".join(rows)


def srt(cues: Sequence[Cue]) -> str:
    """SubRip."""
    return "".join(f"{n}\n{stamp(c.start)} --> {stamp(c.end)}\n{_lines(c)}\n\n" for n, c in enumerate(cues, 1))


def vtt(cues: Sequence[Cue]) -> str:
    """WebVTT."""
    return "WEBVTT\n\n" + "".join(
        f"{stamp(c.start, '.')} --> {stamp(c.end, '.')}\n{_escape(_lines(c))}\n\n" for c in cues
    )


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
