"""What keys, buttons and menu entries do: one method for each, named after it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from viewer import movement
from viewer.camera import vec
from viewer.model import GHOST, Choice, Request
from viewer.pointing import Pointing
from viewer.state import NAMES, PANELS, ROOFS
from viewer.timeline import AGAIN

LEVEL = -5.0
"""Degrees below the horizon to which the eye is raised when one begins to walk."""


class Actions(Pointing):
    """Does what is asked for, and tells what went wrong."""

    def _view(self, name: str) -> None:
        # Who asks for a view from above does not go on walking.
        self.mode = "orbit"
        self.fly_to(self._camera(name))

    def _do_preset(self, arg: object) -> None:
        self._view(str(arg))

    def _do_play(self, _: object) -> None:
        self.timeline.toggle()

    def _do_next_clause(self, _: object) -> None:
        self.timeline.step_by(1)

    def _do_previous_clause(self, _: object) -> None:
        self.timeline.step_by(-1)

    def _do_next_section(self, _: object) -> None:
        self._by_section(1)

    def _do_previous_section(self, _: object) -> None:
        self._by_section(-1)

    def _by_section(self, by: int) -> None:
        line = self.timeline
        beyond = line.clip + 1 >= len(line.clips) if by > 0 else line.clip == 0 and line.t <= AGAIN
        if beyond and self.hooks.outline and not self.outline:
            # Which section is next is not known yet: it is gone to when it is.
            self.onward += by
            self.tell(self.say("start.sections"), 60)
        else:
            line.section(by)

    def _do_section(self, arg: object) -> None:
        if isinstance(arg, int):
            self.timeline.seek(arg, 0)

    def _do_clause(self, arg: object) -> None:
        if isinstance(arg, int):
            self.timeline.seek_step(self.timeline.clip, arg)

    def _do_start_clause(self, _: object) -> None:
        index = self.timeline.step_index()
        if index is not None:
            self.timeline.seek_step(self.timeline.clip, index)

    def _do_start(self, _: object) -> None:
        self.timeline.seek(self.timeline.clip, 0)

    def _do_faster(self, _: object) -> None:
        self.timeline.faster(1)

    def _do_slower(self, _: object) -> None:
        self.timeline.faster(-1)

    def _do_loop(self, _: object) -> None:
        self.timeline.loop = not self.timeline.loop

    def _do_home(self, _: object) -> None:
        self.mode = "orbit"
        self.fly_to(self.home)

    def _do_mode(self, _: object) -> None:
        modes = ("orbit", "walk", "fly")
        self.mode = modes[(modes.index(self.mode) + 1) % len(modes)]
        if self.mode != "orbit" and self.camera.flat is not None:
            self.fly_to(self.home)
        elif self.mode == "walk" and self.camera.pitch < LEVEL:
            # Who looked down from above looks ahead when he stands there.
            self.camera = self.camera.look(0.0, LEVEL - self.camera.pitch)
        self.tell(self.say(f"move.{self.mode}"), 2)

    def _do_plan(self, _: object) -> None:
        self._view("plan" if self.camera.flat is None else "hall")

    def _do_cut(self, _: object) -> None:
        cut = 0.0 if self.camera.cut else self.camera.distance
        self.camera = replace(self.camera, cut=cut)

    def _do_cut_deeper(self, _: object) -> None:
        self.camera = replace(self.camera, cut=max(self.camera.cut, 0.0) + 0.5)

    def _do_cut_shallower(self, _: object) -> None:
        self.camera = replace(self.camera, cut=max(self.camera.cut - 0.5, 0.0))

    def _person(self) -> str:
        if self.selected is not None:
            name = self.model.scene.nodes[self.selected].name
            if name in self.model.people:
                return name
        acting = sorted(self.acting())
        return self.model.scene.nodes[acting[0]].name if acting else ""

    def _name(self, role: str) -> str:
        extras = self.model.scene.nodes[self.model.people[role]].extras
        return str(extras.get("label" if self.lang == "zh" else "label_en") or role)

    def _do_follow(self, _: object) -> None:
        role = self._person()
        if self.following and not self.through_eyes and role in (self.following, ""):
            self.alone()
            return
        if role:
            self.alone()
            before, self.mode, self.following = self.camera, "orbit", role
            self.companion = self.beside(role)
            self._flight = (before, before, 0.0)
            self.tell(self.say("move.follow", name=self._name(role)), 2)

    def _do_eyes(self, _: object) -> None:
        role = self._person()
        if self.through_eyes and role in (self.following, ""):
            self.alone()
            return
        if role:
            self.alone()
            self.following, self.through_eyes, self.gaze, self._flight = role, True, (0.0, 0.0), None
            self.tell(self.say("move.eyes", name=self._name(role)), 2)

    def _do_go(self, _: object) -> None:
        if self.selected is not None:
            self._go(self.selected)

    def _go(self, number: int) -> None:
        matrix = np.asarray(self.world[number], float)
        if self.model.scene.nodes[number].name in self.model.people:
            feet = matrix[:3, 3]
            self.fly_to(self.beside(self.model.scene.nodes[number].name).stance.camera(feet))
            return
        family = self._family(number)
        if not len(family):
            self.fly_to(movement.approach(self.camera, vec(matrix[:3, 3])))
            return
        low, high = movement.box_of(self.model.packed, self.world, family)
        self.fly_to(movement.frame_box(self.camera, low, high))

    def _do_next_person(self, _: object) -> None:
        shown = [n for n in self.model.people.values() if np.abs(self.world[n][:3, :3]).max() > 1e-4]
        if shown:
            at = shown.index(self.selected) if self.selected in shown else -1
            self.selected = shown[(at + (-1 if self.running else 1)) % len(shown)]

    def _do_select(self, arg: object) -> None:
        if isinstance(arg, int):
            self.selected = arg

    def _do_roof(self, arg: object) -> None:
        self.roof = str(arg) if arg in ROOFS else ROOFS[(ROOFS.index(self.roof) + 1) % len(ROOFS)]
        self._auto, self._auto_due = frozenset(), 0.0
        self.tell(self.say(f"layer.{self.roof}"), 2)

    def _do_layer(self, arg: object) -> None:
        self.hidden_layers ^= {str(arg)}

    def _do_names(self, arg: object) -> None:
        self.names_mode = str(arg) if arg in NAMES else NAMES[(NAMES.index(self.names_mode) + 1) % len(NAMES)]
        self.tell(self.say(f"names.{self.names_mode}"), 2)

    def _do_certainty(self, _: object) -> None:
        self.certainty = not self.certainty

    def _do_grid(self, _: object) -> None:
        self.grid = not self.grid

    def _do_paths(self, _: object) -> None:
        self.paths = not self.paths

    def _do_sights(self, _: object) -> None:
        self.sights = not self.sights

    def _do_evening(self, _: object) -> None:
        self.light = "evening" if self.light == "morning" else "morning"

    def _do_shadows(self, _: object) -> None:
        self.shadows = not self.shadows

    def _do_interface(self, _: object) -> None:
        self.interface = not self.interface

    def _do_language(self, _: object) -> None:
        self.lang = "en" if self.lang == "zh" else "zh"

    def _do_ghost(self, _: object) -> None:
        if GHOST not in self.model.packed.layers:
            self.tell(self.say("reading.alone"))
            return
        self.ghost = not self.ghost

    def _toggle(self, panel: str) -> None:
        self.panel = None if self.panel == panel else panel
        self.scroll_rows = 0

    def _do_sections(self, _: object) -> None:
        self._toggle("sections")

    def _do_readings(self, _: object) -> None:
        self._toggle("reading")

    def _do_help(self, _: object) -> None:
        self._toggle("help")

    def _do_panel(self, arg: object) -> None:
        if arg in PANELS:
            self.do("search") if arg == "search" else self._toggle(str(arg))

    def _do_search(self, _: object) -> None:
        self._toggle("search")
        self.query, self.results, self.cursor = "", [], 0

    def _do_found(self, arg: object) -> None:
        if isinstance(arg, int) and arg < len(self.results):
            found = self.results[arg]
            self.panel = None
            if found.clip is not None:
                self.timeline.seek(found.clip, 0)
            elif found.node is not None:
                self.selected = found.node
                self._go(found.node)

    def _do_escape(self, _: object) -> None:
        if self.panel:
            self.panel = None
        elif self.measuring:
            self.measuring, self.points = False, []
            self.tell("", 0)
        elif self.following:
            self.alone()
        elif self.points:
            self.points = []
        else:
            self.selected = None

    def _do_measure(self, _: object) -> None:
        self.measuring = not self.measuring
        self.points = []
        if self.measuring:
            self.tell(self.say("measure.first"), 30)
        else:
            self.message = ""

    def _do_picture(self, _: object) -> None:
        self.wishes.append(("picture", True))

    def _do_clean_picture(self, _: object) -> None:
        self.wishes.append(("picture", False))

    def _do_copy_view(self, _: object) -> None:
        text = self.citation()
        self.wishes.append(("copy", text))
        self.tell(self.say("take.copied", text=text))

    def _do_export(self, _: object) -> None:
        self._export(moving=False)

    def _do_export_moving(self, _: object) -> None:
        self._export(moving=True)

    def _export(self, moving: bool) -> None:
        if self.hooks.export:
            self.tell(self.say("take.exporting"), 60)
            self.wishes.append(("export", self.shown(moving)))

    def _do_fullscreen(self, _: object) -> None:
        self.wishes.append(("fullscreen", None))

    def _do_quit(self, _: object) -> None:
        self.quit = True

    def request_of(self, action: str, arg: object) -> Request | None:
        """The reading that an entry of the menu asks for."""
        if action == "reading" and isinstance(arg, Choice | Request):
            return arg.request if isinstance(arg, Choice) else arg
        if action == "choose" and isinstance(arg, tuple):
            # One choice other than it is, the reading kept: (key, what).
            key, way = arg
            request = self.model.built.request
            others = tuple(s for s in request.sets if s.partition("=")[0].strip() != key)
            return replace(request, sets=(*others, f"{key}={way}"))
        if action == "undo":
            return self.former
        return None

    def _do_reading(self, arg: object) -> None:
        self._build("reading", arg)

    def _build(self, action: str, arg: object) -> None:
        request = self.request_of(action, arg)
        if request and not self.busy:
            self.busy = self.say("reading.building")
            self.wishes.append(("build", request))

    def _do_undo(self, arg: object) -> None:
        """To the reading before, and from there to this one again: what differs is seen to and fro."""
        if self.former is None:
            self.tell(self.say("reading.first"))
        self._build("undo", arg)

    def _do_switch(self, arg: object) -> None:
        """Show or fold what can be chosen at a switch."""
        self.switch = "" if self.switch == arg else str(arg)

    def _do_choose(self, arg: object) -> None:
        self._build("choose", arg)
