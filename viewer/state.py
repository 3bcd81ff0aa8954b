"""What the window shows, without a window: scene, moment, camera, what is hidden, chosen, told. Nothing here draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from geometry.scene import Clip, Vec3
from layout.errors import ShegongError
from viewer import movement, presets
from viewer.camera import Camera
from viewer.companion import Companion, Stance, middle_of
from viewer.labels import Name
from viewer.model import GHOST, Hooks, Model, Request
from viewer.search import Found, Index
from viewer.settings import Settings
from viewer.timeline import Timeline
from viewer.viewstring import View as SavedView
from viewer.viewstring import parse_view
from viewer.words import words

ROOFS = ("roof-shown", "roof-hidden", "roof-walls", "roof-auto")
NAMES = ("none", "people", "all")
PANELS = ("sections", "views", "layers", "reading", "take", "help", "search")
GRID = 1.386
FLIGHT = 0.6
TOP, CLEAR = 34.0, 84.0
"""Pixels of the picture that lie under the bar, and under time and most of the clause."""
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


class State:
    """Scene, moment, camera and everything that can be switched. Positions are logical pixels from the upper left corner."""

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
        self.cursor = self.shown_cursor = 0
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
        self.former: Request | None = None
        """The reading before this one."""
        self.onward = 0
        """By how many sections to go, as soon as all of them are known."""
        self.pointer: tuple[float, float] = (-1.0, -1.0)
        self.held: set[str] = set()
        self.running = False
        self.news = False
        """Something changed by itself that is to be seen though nobody touched anything."""
        self.quit = False
        self.wishes: list[tuple[str, object]] = []
        self.zones: list[Zone] = []
        self.told: tuple[float, float, float, float] | None = None
        self.wanted: list[Name] = []
        self.in_sight: dict[int, tuple[bool, Camera]] = {}
        """Of things with names whether they were to be seen, and from where."""
        self._looked = self._resting = 0
        self._looked_from: Camera | None = None
        self._auto: frozenset[str] = frozenset()
        self._auto_due = 0.0
        self._flight: tuple[Camera, Camera, float] | None = None
        self._hover_due = False
        self._dragging = False
        self._scrub = False
        self._wanted_view: SavedView | None = None
        self.companion: Companion | None = None
        self.gaze = (0.0, 0.0)
        """Degrees to the side and up by which one looks past where the person does through whose eyes one sees."""
        self._seen: Camera | None = None
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

    def set_model(self, model: Model, keep: bool = False) -> None:
        """Show another scene; `keep` leaves moment, choice and camera as they are."""
        old = self.timeline
        name = self.model.scene.nodes[self.selected].name if keep and self.selected is not None else ""
        if self.model.built.request != model.built.request:
            # Other readings have clauses of other lengths.
            self.outline, self.former = (), self.model.built.request
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
            if self.onward:
                by, self.onward = self.onward, 0
                self.timeline.section(by)
                self.tell("", 0)

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
        """The camera of a preset, composed for what the interface leaves free of the picture."""
        camera = presets.camera_of(name, self.model.scene, self.world)
        return movement.framed(camera, self.size[1], TOP, CLEAR)

    def say(self, key: str, **values: object) -> str:
        """Words of the interface in the language chosen."""
        return words(self.lang).fill(key, **values) if values else words(self.lang)[key]

    def tell(self, text: str, seconds: float = MESSAGE) -> None:
        """Put a line on the message plate."""
        self.message, self.message_left, self.news = text, seconds, True

    def fly_to(self, camera: Camera) -> None:
        """Move the camera there smoothly."""
        self.alone()
        self._flight = (self.camera, camera, 0.0)

    def alone(self) -> None:
        """Go with nobody any more; the camera stays where it is."""
        if self.through_eyes:
            self.camera = replace(self.camera, fov=45.0)
        self.following, self.companion = "", None
        self.through_eyes, self.gaze, self._seen = False, (0.0, 0.0), None

    def following_point(self) -> Vec3 | None:
        """The middle of the person followed."""
        number = self.model.people.get(self.following)
        if number is None:
            return None
        return middle_of(self.world[number][:3, 3])

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

    def restore(self, saved: SavedView) -> None:
        """Show a view again. Its reading is the business of the command that builds the scene."""
        self._flight, self.companion, self.through_eyes = None, None, False
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
        self.grid, self.sights = "grid" in saved.show, "sights" in saved.show
        self.paths, self.shadows = "paths" not in saved.drop, "shadows" not in saved.drop
        if "roof" in saved.show:
            self.roof = "roof-shown"
        self.names_mode = saved.names if saved.names in NAMES else self.names_mode
        self.selected = self.model.packed.index.get(saved.chosen) if saved.chosen else None
        self.venue = self.timeline.venue()
        self.world = self.model.world(self.clip or 0, self.timeline.now)
        self._go_with(saved.follow)

    def _go_with(self, who: str) -> None:
        """Follow somebody with the camera as it is (`ROLE`), or see through his eyes (`ROLE:eyes`), where he is."""
        role, _, how = who.partition(":")
        self.alone()
        if role not in self.model.people or self.camera.flat is not None:
            return
        self.following, self.through_eyes = role, how == "eyes"
        matrix, head = self.world[self.model.people[role]], self.model.head(role)
        self.companion = Companion(role, Stance.of(self.camera, matrix[:3, 3]), chosen=True)
        if self.through_eyes:
            # Where he looks now, and how far past that the view looks.
            self._seen = presets.eyes(matrix, None if head is None else self.world[head])
            turn = (self.camera.azimuth - self._seen.azimuth + 180.0) % 360.0 - 180.0
            self.gaze = (turn, self.camera.pitch - self._seen.pitch)

    def arrive(self) -> None:
        """The people have come to a ground that was shown without them: go to the moment that was asked for."""
        saved, self._wanted_view = self._wanted_view, None
        if saved is None or saved.section is None:
            return
        numbers = [c.extras.get("section") for c in self.timeline.clips]
        if saved.section in numbers:
            self.timeline.seek(numbers.index(saved.section), saved.seconds * 1000)
            self.venue = self.timeline.venue()
        self.world = self.model.world(self.clip or 0, self.timeline.now)
        self.selected = self.model.packed.index.get(saved.chosen, self.selected) if saved.chosen else self.selected
        self._go_with(saved.follow)

    def chosen(self, key: str) -> str:
        """What holds at a switch now."""
        return str(self.model.scene.extras.get("choices", {}).get(key, ""))

    def do(self, action: str, arg: object = None) -> None:
        """Do what a key, a button or a menu entry means. An error in it is told, and the window lives on."""
        method: Callable[[object], None] | None = getattr(self, "_do_" + action.replace("-", "_"), None)
        try:
            if action.startswith("view-"):
                self.do("preset", ("range", "hall", "archers", "court", "target", "caller")[int(action[5:]) - 1])
            elif method:
                method(arg)
        except ShegongError as bad:
            self.tell(str(bad))
