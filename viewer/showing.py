"""From the state of the window to what the renderer draws, what is taken away and what is remembered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.camera import vec
from viewer.keeping import SOON
from viewer.model import GHOST
from viewer.quality import View
from viewer.settings import Settings
from viewer.skygrid import AWAY
from viewer.state import GRID, State
from viewer.taking import Shown
from viewer.viewstring import View as SavedView
from viewer.viewstring import write_view

SHEET = (0.90, 0.87, 0.80)


class Showing(State):
    """What follows from the state for picture, model, citation and settings."""

    def view(self, size: tuple[int, int]) -> View:
        """Everything that the renderer needs for a picture of some pixels."""
        packed = self.model.packed
        hide = self.hidden()
        flat = self.camera.flat is not None
        # From above the ground lies on paper, as a plan does.
        hidden = packed.hidden(hide | set(AWAY) if flat else hide)
        if self.through_eyes and self.following:
            # One does not see one's own face from inside.
            hidden = hidden | self._below(self.following, ("-head", "-cap", "-hair"))
        glow = np.zeros(len(packed.node), np.float32)
        for number, strength in self._glows().items():
            glow[self._family(number)] = strength
        presence = None
        if GHOST in packed.layers and GHOST not in hide:
            presence = np.where(packed.hidden([GHOST]), np.float32(0.5), np.float32(1.0)).astype(np.float32)
        return View(
            self.camera,
            size,
            self.light,
            self.certainty,
            backdrop=SHEET if flat and not self.certainty else None,
            hidden=hidden,
            glow=glow,
            presence=presence,
            grid=GRID if self.grid else 0.0,
            casters=self._casters(hide),
            soon=self._soon,
        )

    def _soon(self) -> NDArray[np.bool_]:
        """Instances that will move in the next while, if time goes on as it does."""
        reach = SOON * max(self.timeline.speed, 1.0) if self.timeline.playing else 0.0
        now = self.timeline.now
        return self.model.stirring.nodes(self.clip or 0, now, now + reach)[self.model.packed.node]

    def _casters(self, hide: set[str]) -> NDArray[np.bool_] | None:
        # A ghost casts no shadow.
        return ~self.model.packed.hidden([GHOST]) if GHOST in self.model.packed.layers else None

    def _glows(self) -> dict[int, float]:
        out = dict.fromkeys(self.acting(), 0.3)
        if self.hovered is not None:
            out[self.hovered] = 0.4
        if self.selected is not None:
            out[self.selected] = 0.75
        return out

    def _family(self, number: int) -> NDArray[np.int64]:
        """Instances of a node and of all below it."""
        cache: dict[int, NDArray[np.int64]] = self.__dict__.setdefault("_families", {})
        if cache.get(-1) is not self.model.packed.node:
            cache.clear()
            cache[-1] = self.model.packed.node
        if number not in cache:
            nodes, index = self.model.scene.nodes, self.model.packed.index
            inside = np.zeros(len(nodes), bool)
            for i, node in enumerate(nodes):
                inside[i] = i == number or (node.parent is not None and inside[index[node.parent]])
            cache[number] = np.flatnonzero(inside[self.model.packed.node])
        return cache[number]

    def _below(self, role: str, endings: tuple[str, ...]) -> NDArray[np.bool_]:
        out = np.zeros(len(self.model.packed.node), bool)
        for ending in endings:
            number = self.model.packed.index.get(role + ending)
            if number is not None:
                out[self._family(number)] = True
        return out

    def shown(self, moving: bool = False) -> Shown:
        """What is to be seen now, for taking it away as a model."""
        cut = None
        if self.camera.cut:
            ahead = self.camera.axes()[2]
            cut = (vec(np.asarray(self.camera.eye) + ahead * self.camera.cut), vec(ahead))
        hide = tuple(sorted(self.hidden() - {GHOST} - set(self._auto)))
        return Shown(self.section, self.timeline.now, hide, None if moving else cut, moving)

    def citation(self) -> str:
        """The view as a string."""
        section = self.timeline.clips[self.timeline.clip].extras.get("section") if self.timeline.clips else None
        request = self.model.built.request
        return write_view(
            SavedView(
                self.camera,
                int(section) if section is not None else None,
                round(self.timeline.t / 1000, 3),
                tuple(sorted(self.hidden() - {GHOST} - set(self._auto))),
                self.certainty,
                self.following + (":eyes" if self.through_eyes else ""),
                request.reading,
                request.sets,
                request.says,
                "" if self.light == "morning" else self.light,
                tuple(
                    name
                    for name, on in (("grid", self.grid), ("sights", self.sights), ("roof", self.roof == "roof-shown"))
                    if on
                ),
                tuple(name for name, on in (("paths", self.paths), ("shadows", self.shadows)) if not on),
                self.names_mode,
                self.model.scene.nodes[self.selected].name if self.selected is not None else "",
            )
        )

    def kept(self) -> Settings:
        """What is to be remembered."""
        return Settings(
            int(self.size[0]),
            int(self.size[1]),
            self.lang,
            self.model.built.request.reading,
            self.citation(),
            self.timeline.speed,
            self.names_mode,
        )
