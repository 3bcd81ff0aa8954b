"""The viewer without its window: takes keys, mouse and time, keeps what is shown. Nothing here draws or needs OpenGL."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Vec3
from layout.errors import ShegongError
from viewer import movement, presets
from viewer.annotate import seen_names
from viewer.camera import Camera, blend, vec
from viewer.keymap import HELD, action_of
from viewer.labels import Name
from viewer.model import GHOST, Choice, Hooks, Model, Request
from viewer.picking import Hit, owner, snap
from viewer.quality import View
from viewer.ruler import distance
from viewer.search import Found, Index
from viewer.settings import Settings
from viewer.taking import Shown
from viewer.timeline import Timeline
from viewer.viewstring import View as SavedView
from viewer.viewstring import parse_view, write_view
from viewer.words import words

ROOFS = ("roof-shown", "roof-hidden", "roof-walls", "roof-auto")
NAMES = ("none", "people", "all")
PANELS = ("sections", "views", "layers", "reading", "take", "help", "search")
GRID = 1.386
FLIGHT = 0.6
LOOKS = 1
MESSAGE = 5.0


@dataclass(frozen=True)
class Zone:
    """A part of the interface that can be clicked: its rectangle and what it does."""

    x: float
    y: float
    w: float
    h: float
    action: str
    arg: object = None

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


class App:
    """What is shown and what keys and mouse do to it. Positions are logical pixels from the upper left corner."""

    def __init__(self, model: Model, hooks: Hooks, settings: Settings | None = None, view: str = "") -> None:
        self.hooks = hooks
        self.settings = settings or Settings()
        self.lang = self.settings.lang
        self.size: tuple[float, float] = (float(self.settings.width), float(self.settings.height))
        self.mode = "orbit"
        self.light = "morning"
        self.shadows = True
        self.interface = True
        self.certainty = False
        self.grid = False
        self.paths = True
        self.sights = False
        self.ghost = True
        self.roof = "roof-auto"
        self.names_mode = self.settings.names if self.settings.names in NAMES else "people"
        self.hidden_layers: set[str] = set()
        self.panel: str | None = None
        self.query = ""
        self.results: list[Found] = []
        self.cursor = 0
        self.scroll_rows = 0
        self.card_rows = 0
        self.switch = ""
        self.venue = ""
        self.selected: int | None = None
        self.hovered: int | None = None
        self.following: str = ""
        self.through_eyes = False
        self.measuring = False
        self.points: list[tuple[Vec3, str]] = []
        self.message = ""
        self.message_left = 0.0
        self.busy = ""
        self.changed: list[str] = []
        self.pointer: tuple[float, float] = (-1.0, -1.0)
        self.held: set[str] = set()
        self.running = False
        self.news = False
        """Something changed by itself that is to be seen though nobody touched anything."""
        self.quit = False
        self.wishes: list[tuple[str, object]] = []
        self.zones: list[Zone] = []
        self.wanted: list[Name] = []
        self.in_sight: dict[int, bool] = {}
        self._looked = 0
        self._auto: frozenset[str] = frozenset()
        self._auto_due = 0.0
        self._flight: tuple[Camera, Camera, float] | None = None
        self._hover_due = False
        self._dragging = False
        self._scrub = False
        self._wanted_view: SavedView | None = None
        self._offset: NDArray[np.float64] | None = None
        self.camera = presets.FIXED["hall"]
        self.model = model
        self.outline: tuple[Clip, ...] = ()
        self.awaited: int | None = None
        self.timeline = Timeline(model.scene.clips)
        self.set_model(model)
        self.timeline.speed = self.settings.speed
        saved = view or (self.settings.view if not view else "")
        if saved:
            try:
                self.restore(parse_view(saved))
            except ShegongError as bad:
                if view:
                    raise
                self.tell(str(bad))

    # The scene

    def set_model(self, model: Model, keep: bool = False) -> None:
        """Show another scene; `keep` leaves moment, choice and camera as they are."""
        old = self.timeline
        name = self.model.scene.nodes[self.selected].name if keep and self.selected is not None else ""
        if self.model.built.request != model.built.request:
            # Other readings have clauses of other lengths.
            self.outline = ()
        self.model = model
        self.awaited = None
        self._set_timeline(self.outline or model.scene.clips, old if keep else None)
        self.selected = model.packed.index.get(name) if name else None
        self.hovered = None
        self.points = []
        self.wanted, self.in_sight = [], {}
        self.world = model.world(self.clip or 0, self.timeline.now)
        if not keep:
            self.home = self._camera("hall")
            self.camera = self.home

    def _set_timeline(self, clips: Sequence[Clip], old: Timeline | None) -> None:
        self.timeline = Timeline(clips)
        if self.outline:
            self.model.index = Index(self.model.scene, self.outline)
        if old:
            numbers = [c.extras.get("section") for c in clips]
            here = old.clips[old.clip].extras.get("section") if old.clips else None
            if here in numbers:
                self.timeline.seek(numbers.index(here), old.t)
            self.timeline.speed, self.timeline.playing, self.timeline.loop = old.speed, old.playing, old.loop

    def set_outline(self, clips: Sequence[Clip]) -> None:
        """All sections of the rite, though only some of them are built: the moment stays."""
        if clips:
            self.outline = tuple(clips)
            self._set_timeline(self.outline, self.timeline)

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

    def go_back(self) -> None:
        """To the section that is built, where the one entered cannot be."""
        names = [c.name for c in self.timeline.clips]
        found = [names.index(c.name) for c in self.model.scene.clips if c.name in names]
        if found:
            self.timeline.seek(found[0], 0)
        self.awaited, self.timeline.playing = None, False

    @property
    def section(self) -> int | None:
        """Number of the section where one is."""
        if not self.timeline.clips:
            return None
        number = self.timeline.clips[self.timeline.clip].extras.get("section")
        return None if number is None else int(number)

    @property
    def clip(self) -> int | None:
        """Which clip of the scene the present section is; None while it has not been built."""
        if self.timeline.clips is self.model.scene.clips or not self.timeline.clips:
            return self.timeline.clip
        name = self.timeline.clips[self.timeline.clip].name
        return next((n for n, c in enumerate(self.model.scene.clips) if c.name == name), None)

    def _camera(self, name: str) -> Camera:
        return presets.camera_of(name, self.model.scene, self.world)

    def say(self, key: str, **values: object) -> str:
        """Words of the interface in the language chosen."""
        return words(self.lang).fill(key, **values) if values else words(self.lang)[key]

    def tell(self, text: str, seconds: float = MESSAGE) -> None:
        """Put a line on the message plate."""
        self.message, self.message_left, self.news = text, seconds, True

    # Time

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
            self._leave_eyes()
            self.camera = movement.held(self, moving, seconds)
        if self.mode == "walk" and not self.through_eyes and not self._flight:
            self.camera = movement.on_floor(self, seconds)
        self._follow()
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
        for _ in range(min(LOOKS, len(self.wanted))):
            self._looked = (self._looked + 1) % len(self.wanted)
            name = self.wanted[self._looked]
            seen = bool(
                seen_names(self.model.packed, self.world, self.camera, [name], self.hidden(), self.model.picker)
            )
            self.news |= self.in_sight.get(name.node, True) != seen
            self.in_sight[name.node] = seen

    def fly_to(self, camera: Camera) -> None:
        """Move the camera there smoothly."""
        self._leave_eyes()
        self._flight = (self.camera, camera, 0.0)

    def _follow(self) -> None:
        number = self.model.people.get(self.following)
        if number is None:
            self.following, self.through_eyes = "", False
            return
        matrix = self.world[number]
        if np.abs(matrix[:3, :3]).max() < 1e-4:
            return
        if self.through_eyes:
            head = self.model.head(self.following)
            self.camera = presets.eyes(matrix, None if head is None else self.world[head])
            return
        spot = np.asarray(matrix[:3, 3], float)
        if self._offset is not None:
            shift = spot - self._offset
            self.camera = replace(self.camera.shifted(shift), name="")
            if self._flight:
                a, b, done = self._flight
                self._flight = (a.shifted(shift), b.shifted(shift), done)
        self._offset = spot

    def following_point(self) -> Vec3 | None:
        """The middle of the person followed."""
        number = self.model.people.get(self.following)
        if number is None:
            return None
        return vec(np.asarray(self.world[number][:3, 3], float) + np.array([0.0, 1.0, 0.0]))

    def _leave_eyes(self) -> None:
        if self.through_eyes:
            self.through_eyes, self.following, self._offset = False, "", None
            self.camera = replace(self.camera, fov=45.0)

    # What is hidden, what glows

    def hidden(self) -> set[str]:
        """Layers that are not drawn now."""
        out = set(self.hidden_layers) | set(self._auto)
        if self.roof in ("roof-hidden", "roof-walls"):
            out.add("roof")
        if self.roof == "roof-walls":
            out.add("walls")
        if not self.ghost:
            out.add(GHOST)
        return out

    def acting(self) -> set[int]:
        """Nodes of the people who act in the present clause."""
        step = self.timeline.step()
        return {self.model.people[w] for w in (step.get("who", ()) if step else ()) if w in self.model.people}

    def view(self, size: tuple[int, int]) -> View:
        """Everything that the renderer needs for a picture of some pixels."""
        packed = self.model.packed
        hide = self.hidden()
        hidden = packed.hidden(hide)
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
            hidden=hidden,
            glow=glow,
            presence=presence,
            grid=GRID if self.grid else 0.0,
            casters=self._casters(hide),
        )

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

    # Pointing

    def hit(self, x: float, y: float) -> Hit | None:
        """What lies under a point of the picture."""
        width, height = self.size
        origin, way = self.camera.ray(x / width, 1 - y / height, width / height)
        hidden = self.model.packed.hidden(self.hidden() | {GHOST})
        return self.model.picker.pick(self.world, origin, way, hidden, self.camera.planes()[0])

    def _owner_at(self, x: float, y: float) -> int | None:
        found = self.hit(x, y)
        return None if found is None else self.owner(found.node)

    def owner(self, number: int) -> int:
        """The named thing or person that a node belongs to."""
        return owner(self.model.scene.nodes, self.model.packed.index.__getitem__, number)

    def zone_at(self, x: float, y: float) -> Zone | None:
        """The topmost part of the interface at a point."""
        return next((z for z in reversed(self.zones) if z.holds(x, y)), None)

    # Mouse

    def motion(self, x: float, y: float) -> None:
        """The pointer moved."""
        self.pointer = (x, y)
        if self.zone_at(x, y):
            self.hovered, self._hover_due = None, False
        else:
            self._hover_due = True

    def press(self, x: float, y: float, button: str = "left") -> None:
        """A button went down."""
        self.pointer, self._dragging = (x, y), False
        zone = self.zone_at(x, y)
        self._scrub = bool(zone and zone.action == "scrub" and button == "left")
        self._scrub_track = zone.arg if zone else None
        self._on_panel = zone is not None
        if self._scrub and zone:
            self._scrub_to(zone, x)
        self._pivot = None if zone or self.mode != "orbit" else self._pivot_at(x, y)

    _on_panel = False
    _scrub_track: object = None
    _pivot: Vec3 | None = None

    def _pivot_at(self, x: float, y: float) -> Vec3 | None:
        found = self.hit(x, y)
        return found.point if found and found.distance < 400 else None

    def _scrub_to(self, zone: Zone, x: float) -> None:
        share = min(max((x - zone.x) / max(zone.w, 1), 0.0), 1.0)
        if zone.arg == "section":
            self.timeline.seek(self.timeline.clip, share * self.timeline.duration)
        else:
            self.timeline.seek_overall(share * self.timeline.total)

    def drag(self, x: float, y: float, dx: float, dy: float, button: str = "left", shift: bool = False) -> None:
        """The pointer moved with a button down; dy grows downward."""
        self._dragging = self._dragging or math.hypot(x - self.pointer[0], y - self.pointer[1]) > 3
        if self._scrub:
            zone = next((z for z in self.zones if z.action == "scrub" and z.arg == self._scrub_track), None)
            if zone:
                self._scrub_to(zone, x)
            return
        if self._on_panel or not self._dragging:
            return
        self._flight = None
        self._leave_eyes()
        self.camera = movement.dragged(self, dx, dy, button, shift, self._pivot)

    def release(self, x: float, y: float, button: str = "left") -> None:
        """A button went up: a click, where the pointer stayed."""
        clicked = not self._dragging and not self._scrub
        self._dragging = self._scrub = False
        if clicked and button == "left":
            self.click(x, y)

    def click(self, x: float, y: float) -> None:
        """Ask what is there, or press a button of the interface."""
        zone = self.zone_at(x, y)
        if zone:
            if zone.action and zone.action != "scrub":
                self.do(zone.action, zone.arg)
            return
        if self.panel in ("search", "help"):
            self.panel = None
        found = self.hit(x, y)
        if self.measuring:
            self._measure(found)
            return
        number = None if found is None else self.owner(found.node)
        self.selected, self.card_rows = number, 0

    def double(self, x: float, y: float) -> None:
        """Go to what is there."""
        if self.zone_at(x, y) or self.measuring:
            return
        found = self.hit(x, y)
        if found:
            self.fly_to(movement.approach(self.camera, found.point))

    def wheel(self, x: float, y: float, amount: float) -> None:
        """The wheel turned: nearer to what is under the pointer (amount > 0) or away from it."""
        zone = self.zone_at(x, y)
        if zone and zone.arg == "card":
            self.card_rows = max(0, self.card_rows - round(amount * 2))
            return
        if zone:
            self.scroll_rows = max(0, self.scroll_rows - round(amount * 3))
            return
        self._flight = None
        self._leave_eyes()
        if self.mode != "orbit" and self.camera.flat is None:
            self.camera = replace(self.camera, fov=min(max(self.camera.fov * 0.92**amount, 12.0), 100.0))
            return
        self.camera = self.camera.zoom(0.86**amount, self._pivot_at(x, y))

    # Keys

    def key(self, name: str, ctrl: bool = False, shift: bool = False) -> bool:
        """A key went down; returns whether it meant something."""
        self.running = shift
        name = name.lower().lstrip("_")
        if self.panel == "search" and name in ("return", "enter", "up", "down", "escape", "backspace"):
            self._search_key(name)
            return True
        if self.panel == "search" and not ctrl:
            return True
        action = action_of(name, ctrl, shift)
        if action is None:
            return False
        if action in HELD and not ctrl:
            self.held.add(action)
            self._flight = None
        else:
            self.do(action)
        return True

    def key_up(self, name: str, shift: bool = False) -> None:
        """A key went up."""
        self.running = shift
        action = action_of(name)
        if action:
            self.held.discard(action)

    def typed(self, text: str) -> None:
        """Characters typed (an input method may bring several at once)."""
        if self.panel != "search":
            return
        if text == "/" and not self.query:
            return
        self.query += "".join(c for c in text if c.isprintable())
        self._search()

    def _search_key(self, name: str) -> None:
        if name == "escape":
            self.panel = None
        elif name == "backspace":
            self.query = self.query[:-1]
            self._search()
        elif name in ("up", "down"):
            self.cursor = min(max(self.cursor + (1 if name == "down" else -1), 0), max(len(self.results) - 1, 0))
        elif self.results:
            self.do("found", self.cursor)

    def _search(self) -> None:
        self.results = self.model.index.find(self.query)
        self.cursor = 0

    # Actions

    def do(self, action: str, arg: object = None) -> None:
        """Do what a key, a button or a menu entry means. An error in it is told, and the window lives on."""
        method: Callable[[object], None] | None = getattr(self, "_do_" + action.replace("-", "_"), None)
        try:
            if action.startswith("view-"):
                self._view(("range", "hall", "archers", "court", "target", "caller")[int(action[5:]) - 1])
            elif method:
                method(arg)
        except ShegongError as bad:
            self.tell(str(bad))

    def _view(self, name: str) -> None:
        self.following, self._offset = "", None
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
        self.timeline.section(1)

    def _do_previous_section(self, _: object) -> None:
        self.timeline.section(-1)

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
        self.following, self._offset, self.mode = "", None, "orbit"
        self.fly_to(self.home)

    def _do_mode(self, _: object) -> None:
        modes = ("orbit", "walk", "fly")
        self.mode = modes[(modes.index(self.mode) + 1) % len(modes)]
        if self.mode != "orbit" and self.camera.flat is not None:
            self.fly_to(self.home)
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
        if self.following and not self.through_eyes:
            self.following, self._offset = "", None
            return
        role = self._person()
        if role:
            self._leave_eyes()
            self.following, self._offset = role, None
            self._flight = (self.camera, self._before_walls(presets.behind(self.world[self.model.people[role]])), 0.0)
            self.tell(self.say("move.follow", name=self._name(role)), 2)

    def _before_walls(self, camera: Camera) -> Camera:
        """The camera drawn nearer, where a wall or pillar stands between it and what it looks at."""
        aim, eye = np.asarray(camera.target, float), np.asarray(camera.eye, float)
        reach = float(np.linalg.norm(eye - aim))
        packed = self.model.packed
        loose = packed.hidden([*self.hidden(), GHOST, "people", "things"])
        found = self.model.picker.pick(self.world, aim, (eye - aim) / max(reach, 1e-6), loose, 0.3, reach)
        if found is None:
            return camera
        return replace(camera, eye=vec(aim + (eye - aim) * max(found.distance - 0.3, 0.6) / reach))

    def _do_eyes(self, _: object) -> None:
        if self.through_eyes:
            self._leave_eyes()
            return
        role = self._person()
        if role:
            self.following, self.through_eyes, self._flight = role, True, None
            self.tell(self.say("move.eyes", name=self._name(role)), 2)

    def _do_go(self, _: object) -> None:
        if self.selected is not None:
            self._go(self.selected)

    def _go(self, number: int) -> None:
        matrix = np.asarray(self.world[number], float)
        if self.model.scene.nodes[number].name in self.model.people:
            self.fly_to(presets.portrait(matrix))
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
        elif self.following:
            self._leave_eyes()
            self.following, self._offset = "", None
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

    def _measure(self, found: Hit | None) -> None:
        if found is None:
            return
        # Snapping reaches 12 pixels around the pointer, whatever the distance.
        per_pixel = 2 * self.camera.half_height / self.size[1] * (1 if self.camera.flat is not None else found.distance)
        point, snapped = snap(found, 12 * per_pixel)
        node = self.model.scene.nodes[self.owner(found.node)]
        name = str(node.extras.get("label" if self.lang == "zh" else "label_en") or "") if snapped else ""
        if len(self.points) >= 2:
            self.points = []
        self.points.append((point, name))
        if len(self.points) == 1:
            self.tell(self.say("measure.second"), 30)
        else:
            told = distance(self.points[0][0], self.points[1][0], self.model.scene.metres_per_chi).told()
            self.tell(self.say("measure.result", **told) + "    " + self.say("measure.level", **told), 60)

    # Taking away, reading otherwise, leaving: the window and the command fulfil these wishes.

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

    def shown(self, moving: bool = False) -> Shown:
        """What is to be seen now, for taking it away as a model."""
        cut = None
        if self.camera.cut:
            ahead = self.camera.axes()[2]
            cut = (vec(np.asarray(self.camera.eye) + ahead * self.camera.cut), vec(ahead))
        hide = tuple(sorted(self.hidden() - {GHOST} - set(self._auto)))
        return Shown(self.section, self.timeline.now, hide, None if moving else cut, moving)

    def _do_fullscreen(self, _: object) -> None:
        self.wishes.append(("fullscreen", None))

    def _do_quit(self, _: object) -> None:
        self.quit = True

    def _do_reading(self, arg: object) -> None:
        if isinstance(arg, Choice | Request) and not self.busy:
            request = arg.request if isinstance(arg, Choice) else arg
            self.busy = self.say("reading.building")
            self.wishes.append(("build", request))

    def _do_switch(self, arg: object) -> None:
        """Show or fold what can be chosen at a switch."""
        self.switch = "" if self.switch == arg else str(arg)

    def _do_choose(self, arg: object) -> None:
        """One choice other than it is, the reading kept: (key, what)."""
        if isinstance(arg, tuple):
            key, way = arg
            request = self.model.built.request
            others = tuple(s for s in request.sets if s.partition("=")[0].strip() != key)
            self._do_reading(replace(request, sets=(*others, f"{key}={way}")))

    def chosen(self, key: str) -> str:
        """What holds at a switch now."""
        return str(self.model.scene.extras.get("choices", {}).get(key, ""))

    # Views

    def citation(self) -> str:
        """The view as a string."""
        section = self.timeline.clips[self.timeline.clip].extras.get("section") if self.timeline.clips else None
        request = self.model.built.request
        return write_view(
            SavedView(
                self.camera,
                int(section) if section is not None else None,
                round(self.timeline.t / 1000, 1),
                tuple(sorted(self.hidden() - {GHOST} - set(self._auto))),
                self.certainty,
                self.following if not self.through_eyes else "",
                request.reading,
                request.sets,
                request.says,
                "" if self.light == "morning" else self.light,
            )
        )

    def restore(self, saved: SavedView) -> None:
        """Show a view again. Its reading is the business of the command that builds the scene."""
        self._flight, self._offset, self.through_eyes = None, None, False
        self.camera = saved.camera
        self._wanted_view = saved
        if saved.section is not None:
            numbers = [c.extras.get("section") for c in self.timeline.clips]
            if saved.section in numbers:
                self.timeline.seek(numbers.index(saved.section), saved.seconds * 1000)
        hide = set(saved.hide)
        if "roof" in hide:
            self.roof = "roof-walls" if "walls" in hide else "roof-hidden"
        self.hidden_layers = hide - ({"roof", "walls"} if self.roof == "roof-walls" else {"roof"})
        self.certainty = saved.certainty
        self.light = saved.light or "morning"
        self.venue = self.timeline.venue()
        self.following = saved.follow if saved.follow in self.model.people else ""
        self.world = self.model.world(self.clip or 0, self.timeline.now)

    def arrive(self) -> None:
        """The people have come to a ground that was shown without them: go to the moment that was asked for."""
        saved, self._wanted_view = self._wanted_view, None
        if saved is None or saved.section is None:
            return
        numbers = [c.extras.get("section") for c in self.timeline.clips]
        if saved.section in numbers:
            self.timeline.seek(numbers.index(saved.section), saved.seconds * 1000)
            self.venue = self.timeline.venue()
        if saved.follow in self.model.people:
            self.following = saved.follow

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
