"""The clock of the viewer: which section, which moment, playing or not, how fast. No window is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from geometry.scene import Clip

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
AGAIN = 700
"""Stepping back within so many ms of a beginning goes to the one before, as music players do."""


@dataclass
class Timeline:
    """Time in a rite of several sections, each on its own clock in ms."""

    clips: Sequence[Clip]
    clip: int = 0
    t: float = 0.0
    playing: bool = False
    speed: float = 1.0
    loop: bool = False
    _starts: list[int] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self._starts = [0]
        for clip in self.clips:
            self._starts.append(self._starts[-1] + clip.duration)
        self._step_at: tuple[tuple[int, float], int | None] = ((-1, 0.0), None)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to play."""
        return not self.clips

    @property
    def total(self) -> int:
        """Length of everything, ms."""
        return self._starts[-1]

    @property
    def duration(self) -> int:
        """Length of the present section, ms."""
        return self.clips[self.clip].duration if self.clips else 0

    @property
    def now(self) -> int:
        """Moment in the present section, whole ms."""
        return int(self.t)

    @property
    def overall(self) -> float:
        """Moment from the beginning of everything, ms."""
        return self._starts[self.clip] + self.t if self.clips else 0.0

    @property
    def starts(self) -> list[int]:
        """Where each section begins, from the beginning of everything, ms; the last entry is the end."""
        return self._starts

    def advance(self, seconds: float) -> bool:
        """Let real time pass; returns whether the moment changed. At the end of everything it stops."""
        if not self.playing or self.empty:
            return False
        self.t += seconds * 1000.0 * self.speed
        while self.t >= self.duration:
            if self.loop:
                self.t %= max(self.duration, 1)
                break
            if self.clip + 1 >= len(self.clips):
                self.t, self.playing = float(self.duration), False
                break
            self.t -= self.duration
            self.clip += 1
        return True

    def toggle(self) -> None:
        """Play or pause; at the end it begins again."""
        if not self.empty and not self.playing and self.clip == len(self.clips) - 1 and self.t >= self.duration:
            self.seek(0, 0)
        self.playing = not self.playing and not self.empty

    def seek(self, clip: int, t: float) -> None:
        """Go to a moment of a section, kept within it."""
        if self.empty:
            return
        self.clip = min(max(clip, 0), len(self.clips) - 1)
        self.t = float(min(max(t, 0.0), self.duration))

    def seek_overall(self, ms: float) -> None:
        """Go to a moment from the beginning of everything."""
        if self.empty:
            return
        ms = min(max(ms, 0.0), float(self.total))
        clip = 0
        while clip + 1 < len(self.clips) and ms >= self._starts[clip + 1]:
            clip += 1
        self.seek(clip, ms - self._starts[clip])

    def faster(self, by: int) -> None:
        """The next speed up (+1) or down (−1)."""
        near = min(range(len(SPEEDS)), key=lambda i: abs(SPEEDS[i] - self.speed))
        self.speed = SPEEDS[min(max(near + by, 0), len(SPEEDS) - 1)]

    def section(self, by: int) -> None:
        """The next section (+1), or the beginning of this one and then the one before (−1)."""
        if by < 0 and self.t > AGAIN:
            self.seek(self.clip, 0)
        elif by < 0 and self.clip == 0:
            self.seek(0, 0)
        elif by > 0 and self.clip == len(self.clips) - 1:
            self.seek(self.clip, self.duration)
        else:
            self.seek(self.clip + by, 0)

    def steps(self, clip: int | None = None) -> Sequence[Mapping[str, Any]]:
        """The clauses of a section, with `start` and `end` in ms of it."""
        if self.empty:
            return ()
        found: Sequence[Mapping[str, Any]] = self.clips[self.clip if clip is None else clip].extras.get("steps", ())
        return found

    def cuts(self) -> Sequence[Mapping[str, Any]]:
        """Changes of place within the section: from `start` (ms) on it plays at `venue`."""
        if self.empty:
            return ()
        found: Sequence[Mapping[str, Any]] = self.clips[self.clip].extras.get("cuts", ())
        return found

    def venue(self) -> str:
        """Where the section plays now: school, guest-gate or host-gate."""
        if self.empty:
            return ""
        first = str(self.clips[self.clip].extras.get("venue", ""))
        return next((str(c["venue"]) for c in reversed(self.cuts()) if c["start"] <= self.t), first)

    def step_index(self) -> int | None:
        """Which clause of the section it is now: the last that has begun and not ended; None between clauses."""
        # Asked several times a frame.
        if self._step_at[0] != (self.clip, self.t):
            steps = self.steps()
            last = range(len(steps) - 1, -1, -1)
            found = next((n for n in last if steps[n]["start"] <= self.t < steps[n]["end"]), None)
            self._step_at = ((self.clip, self.t), found)
        return self._step_at[1]

    def step(self) -> Mapping[str, Any] | None:
        """The clause it is now, or None."""
        index = self.step_index()
        return None if index is None else self.steps()[index]

    def step_by(self, by: int) -> None:
        """The beginning of the next clause (+1), or of this one and then the one before (−1), over the sections."""
        if self.empty:
            return
        begins = [(c, s["start"]) for c in range(len(self.clips)) for s in self.steps(c)]
        here = (self.clip, self.t)
        if by > 0:
            after = [b for b in begins if b > (here[0], here[1] + 0.5)]
            self.seek(*(min(after) if after else (len(self.clips) - 1, self.clips[-1].duration)))
        else:
            before = [b for b in begins if b < (here[0], here[1] - AGAIN)]
            self.seek(*(max(before) if before else (0, 0)))

    def seek_step(self, clip: int, index: int) -> None:
        """Go to a clause."""
        steps = self.steps(clip)
        if steps:
            self.seek(clip, steps[min(max(index, 0), len(steps) - 1)]["start"])

    def title(self, clip: int | None = None, lang: str = "zh") -> str:
        """Number and title of a section."""
        if self.empty:
            return ""
        extras = self.clips[self.clip if clip is None else clip].extras
        name = extras.get("title", "") if lang == "zh" else extras.get("english") or extras.get("title", "")
        return f"{extras.get('section', '')} {name}".strip()


def clock(ms: float) -> str:
    """Minutes and seconds, with hours where needed.

    >>> clock(65_400)
    '1:05'
    """
    seconds = int(ms // 1000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
