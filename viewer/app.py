"""The viewer without its window: takes keys, mouse and time, keeps what is shown. Nothing here draws or needs OpenGL."""

from __future__ import annotations

from collections.abc import Sequence

from viewer import movement, presets
from viewer.actions import Actions
from viewer.annotate import seen_names
from viewer.camera import blend
from viewer.keymap import HELD
from viewer.labels import Name
from viewer.state import FLIGHT, NAMES, PANELS, ROOFS, Zone

__all__ = ["NAMES", "PANELS", "ROOFS", "App", "Zone"]

REST = 2
"""Frames after which it is looked whether one more of the names is hidden."""
AT_REST, AT_ONCE = 10, 16
"""Names looked at in a frame when the camera has come to rest, and of those that have not been looked at yet."""


class App(Actions):
    """What is shown and what keys, mouse and time do to it."""

    def update(self, seconds: float) -> None:
        """Let real time pass: the rite, the flight of the camera, held keys, messages."""
        seconds = min(max(seconds, 0.0), 0.25)
        if self.clip is not None:
            self.timeline.advance(seconds)
        clip = self.clip
        if clip is not None:
            self.awaited = None
            self.world = self.model.world(clip, self.timeline.now)
            self._go_along()
        elif self.awaited != self.section:
            # Time waits until the section that was entered has been built.
            self.awaited = self.section
            self.wishes.append(("section", self.section))
        if self.message_left > 0:
            self.message_left -= seconds
            if self.message_left <= 0:
                self.message, self.news = "", True
        if self._flight:
            a, b, done = self._flight
            done += seconds / FLIGHT
            self.camera = blend(a, b, done)
            self._flight = None if done >= 1 else (a, b, done)
        moving = self.held & set(HELD)
        if moving:
            if self.through_eyes:
                self.alone()
            self.camera = movement.held(self, moving, seconds)
        if self.mode == "walk" and not self.through_eyes and not self._flight:
            self.camera = movement.on_floor(self, seconds)
        self._follow(seconds)
        self._auto_due -= seconds
        if self._auto_due <= 0:
            self._auto_due = 0.25
            before, self._auto = self._auto, movement.in_the_way(self) if self.roof == "roof-auto" else frozenset()
            self.news |= before != self._auto
        self._look()
        if self._hover_due:
            self._hover_due = False
            self.hovered, self.news = self._owner_at(*self.pointer), True

    def _look(self) -> None:
        """Find out, a few names a frame, which named things are hidden behind others."""
        rests, self._looked_from = self.camera == self._looked_from, self.camera
        stale = [n for n in self.wanted if self.in_sight.get(n.node, (True, None))[1] != self.camera] if rests else []
        # Looking costs more than drawing a name: one in some frames is enough to follow people.
        self._resting = (self._resting + 1) % REST
        if stale:
            self._judge(stale[:AT_REST])
        elif self.wanted and not self._resting:
            self._looked = (self._looked + 1) % len(self.wanted)
            self._judge([self.wanted[self._looked]])

    def _judge(self, names: list[Name]) -> None:
        found = seen_names(self.model.packed, self.world, self.camera, names, self.hidden(), self.model.picker)
        seen = {n.node for n in found}
        for name in names:
            before, _ = self.in_sight.get(name.node, (True, None))
            self.in_sight[name.node] = (name.node in seen, self.camera)
            self.news |= before != (name.node in seen)

    def visible(self, names: list[Name], always: Sequence[int] = ()) -> list[Name]:
        """Those names whose things are to be seen, as far as that is known; nobody is named before it has been looked."""
        self.wanted = names
        new = [n for n in names if n.node not in self.in_sight]
        self._judge(new[:AT_ONCE])
        return [n for n in names if n.node in always or self.in_sight.get(n.node, (False, None))[0]]

    def _go_along(self) -> None:
        """Where the rite goes on at another place, the camera goes there too; not where somebody is followed."""
        now = self.timeline.venue()
        if now == self.venue:
            return
        before, self.venue = self.venue, now
        away = now in presets.GATES and now in self.model.packed.index
        if self.following or not (away or before in presets.GATES):
            return
        self.fly_to(self._camera(now) if away else self.home)
