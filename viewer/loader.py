"""What the window shows and how it comes there: scenes built beside the drawing, made ready in slices, changed in one frame."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from typing import Any

from geometry.scene import Scene
from layout.errors import InputError, ShegongError
from viewer import cache, context
from viewer.app import App
from viewer.model import GHOST, Built, Hooks, Model, Request, changes, with_ghost
from viewer.quality import FAST, Quality
from viewer.settings import Settings, load_settings
from viewer.skygrid import SkyGrid
from viewer.viewstring import parse_view
from viewer.words import words

KEPT = 3
"""Sections kept ready."""
LINGER = 0.25
"""Seconds for which the pointer rests upon a reading before it is built ahead."""
SLICE = 0.012
"""Seconds of a frame that may go into what is being made ready."""


class Loader:
    """Everything of the window that waits for others: threads bring news, and `_hear` takes it in the drawing thread."""

    def __init__(self, hooks: Hooks, request: Request, lang: str | None, view: str) -> None:
        self.hooks = hooks
        self.request = request
        self.settings: Settings = load_settings()
        if lang:
            self.settings.lang = lang
        self.view_string = view
        self.app: App | None = None
        self.renderer: Any = None
        self.window: Any = None
        self.zoom = 1.0
        """Pixels of the window for each of the interface, where the system does not see to that itself."""
        self.closed = False
        self.failed: ShegongError | None = None
        self._before: Scene | None = None
        self._news: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._progress = (words(self.settings.lang)["start.loading"], 0.0)
        self._warm: Any = None
        self._warming: Iterator[Any] = iter(())
        self._skies: dict[tuple[Any, ...], Any] = {}
        self._built: dict[tuple[Request, int], Model] = {}
        self._lock = threading.Lock()
        self._foreseen: dict[tuple[Request, int | None], Future[Built]] = {}
        self._eyed: tuple[Request | None, float] = (None, 0.0)
        self._asked: set[tuple[Request, int]] = set()
        self._refused: set[tuple[Request, int]] = set()
        self._coming: tuple[Model, Iterator[Any], Callable[[], None]] | None = None
        self._dirty = self._stale = True

    def _size(self) -> tuple[float, float]:
        """Logical pixels of the window: those that the interface is laid out in."""
        wide, high = self.window.get_size()
        return wide / self.zoom, high / self.zoom

    # Asking: in threads

    def _aside(self, kind: str, work: Callable[[], Any], trouble: str = "trouble", mark: Any = None) -> None:
        """Do something slow in a thread; what comes of it is news of a kind, and so is what goes wrong."""

        def run() -> None:
            try:
                self._news.put((kind, work()))
            except Exception as bad:
                told = bad if isinstance(bad, ShegongError) else InputError(f"{type(bad).__name__}: {bad}")
                self._news.put((trouble, told if mark is None else (mark, told)))

        threading.Thread(target=run, daemon=True).start()

    def _start(self, request: Request, before: Model | None = None) -> None:
        """Build what is shown first, or another reading at the section where one is; the window stays alive meanwhile."""
        if before is None:
            self._aside("model", lambda: (self._first(request), [], False), "failed")
            return
        number = self.app.section if self.app else None

        def other() -> tuple[Model, list[str], bool]:
            built = self._reading(request, number)
            told = changes(before.built, built, self.app.lang if self.app else self.settings.lang)
            still = tuple(n for n in before.scene.nodes if not n.name.startswith("ghost-"))
            self._before = replace(before.scene, nodes=still)
            return self._model(replace(built, scene=with_ghost(built.scene, self._before))), told, True

        self._aside("model", other, "failed")

    def _reading(self, request: Request, number: int | None) -> Built:
        """Another reading at a section; one that is on its way already is waited for."""
        with self._lock:
            coming = self._foreseen.get((request, number))
            mine = coming is None
            if coming is None:
                coming = self._foreseen[request, number] = Future()
                while len(self._foreseen) > KEPT:
                    del self._foreseen[next(iter(self._foreseen))]
        if mine:
            try:
                ask = self.hooks.section
                found = ask(request, number) if ask and number is not None else self.hooks.build(request, self._tick)
                coming.set_result(found)
            except BaseException as bad:
                with self._lock:
                    self._foreseen.pop((request, number), None)
                coming.set_exception(bad)
        return coming.result()

    def _foresee(self) -> None:
        """What the pointer rests upon in the menu of readings is built ahead: most likely it will be asked for."""
        app = self.app
        zone = app.zone_at(*app.pointer) if app and app.panel == "reading" else None
        request = app.request_of(zone.action, zone.arg) if app and zone else None
        now = time.perf_counter()
        if request != self._eyed[0]:
            self._eyed = (request, now)
        if app is None or request is None or now - self._eyed[1] < LINGER or app.busy or self._asked or self._coming:
            return
        number = app.section
        if self.hooks.section is None or number is None or request == app.model.built.request:
            return
        with self._lock:
            if (request, number) in self._foreseen:
                return
        self._aside("foreseen", lambda: self._reading(request, number), "unseen")

    def _hear_foreseen(self, what: Built) -> None:
        """It is there; nothing is shown of it before it is asked for."""

    def _hear_unseen(self, what: Exception) -> None:
        """What cannot be built is told when it is asked for."""

    def _first(self, request: Request) -> Model:
        """What is shown first: everything, where it is at hand; else the ground, and the people come from the process beside."""
        self._tick("text", 0.02)
        at_hand = self.hooks.ready(request) if self.hooks.ready else None
        if at_hand:
            return self._model(at_hand)
        if self.hooks.ground is None:
            return self._model(self.hooks.build(request, self._tick))
        self._aside("people", lambda: (request, self._model(self.hooks.build(request, self._tick))))
        return self._model(self.hooks.ground(request, self._tick))

    def _model(self, built: Built) -> Model:
        self._tick("figures", 0.9)
        made = Model(built)
        made.names(self.settings.lang)
        return made

    def _start_outline(self, request: Request) -> None:
        """Learn of all sections. What goes wrong there leaves those that are shown."""
        ask = self.hooks.outline
        if ask is not None:
            self._aside("outline", lambda: (request, tuple(ask(request))))

    def _start_section(self, number: int) -> None:
        """Show a section that has been built, or build it; twice at once is never asked for."""
        assert self.app
        request, ask, before = self.app.model.built.request, self.hooks.section, self._before
        if ask is None or (request, number) in self._asked or (request, number) in self._built:
            return
        self._asked.add((request, number))

        def section() -> tuple[Request, int, Model]:
            built = ask(request, number)
            if before is not None:
                built = replace(built, scene=with_ghost(built.scene, before))
            return request, number, self._model(built)

        self._aside("section", section, "missing", (request, number))

    def _ahead(self) -> None:
        """While one section is shown, the next is made ready; and one that is waited for is shown as soon as it is there."""
        assert self.app
        app = self.app
        if not app.outline or self._coming:
            return
        request = app.model.built.request
        if app.awaited is not None:
            found = self._built.get((request, app.awaited))
            if found:
                self._show(found, True)
            return
        following = app.timeline.clip + 1
        if app.clip is not None and following < len(app.outline) and not self._asked and not app.busy:
            number = int(app.outline[following].extras["section"])
            if (request, number) not in self._built and (request, number) not in self._refused:
                self._start_section(number)

    def _tick(self, what: str, share: float) -> None:
        self._progress = (words(self.settings.lang)[f"start.{what}"], max(share, self._progress[1]))
        # Where there is a picture already, it need not be drawn again for this.
        self._dirty |= self.app is None

    # Hearing: in the thread that draws

    def _hear(self) -> None:
        # What is put off to the next turn must not keep this one from ending.
        for _ in range(self._news.qsize()):
            kind, what = self._news.get()
            self._dirty = self._stale = True
            getattr(self, f"_hear_{kind}")(what)
        if self._coming:
            self._slice()
        elif self.app is None:
            # Nothing is there yet: the time for making programs ready.
            self._warm = next(self._warming, self._warm)

    def _hear_failed(self, bad: ShegongError) -> None:
        if self.app is None:
            self.failed, self.closed = bad, True
            return
        self.app.busy = ""
        self.app.tell(self.app.say("reading.failed", why=str(bad)), 15)

    def _hear_trouble(self, bad: Exception) -> None:
        self._tell_error(bad)

    def _hear_missing(self, what: tuple[tuple[Request, int], Exception]) -> None:
        asked, bad = what
        self._asked.discard(asked)
        self._refused.add(asked)
        if self.app and self.app.awaited == asked[1]:
            self.app.go_back()
            self._tell_error(bad)

    def _hear_saved(self, path: str) -> None:
        if self.app:
            self.app.tell(self.app.say("take.saved", path=path), 8)

    def _hear_outline(self, what: tuple[Request, tuple[Any, ...]]) -> None:
        if self.app and what[0] == self.app.model.built.request:
            self.app.set_outline(what[1])

    def _hear_section(self, what: tuple[Request, int, Model]) -> None:
        request, number, made = what
        self._asked.discard((request, number))
        self._keep(request, number, made)

    def _hear_people(self, what: tuple[Request, Model]) -> None:
        request, made = what
        if self.app is None:
            # The ground is still on its way.
            self._news.put(("people", what))
            return
        if request != self.app.model.built.request or self.app.section is not None:
            return
        if not made.scene.clips:
            return
        app = self.app

        def then() -> None:
            app.arrive()
            if app.section is not None:
                self._keep(request, app.section, made)
            self._start_outline(request)
            app.tell("", 0)

        self._show(made, True, then)

    def _hear_model(self, what: tuple[Model, list[str], bool]) -> None:
        model, told, keep = what

        def then() -> None:
            assert self.app
            self._built.clear()
            if self.app.section is not None:
                self._keep(model.built.request, self.app.section, model)
            if not keep and model.scene.clips:
                self.app.arrive()
            if keep:
                self.app.busy, self.app.changed = "", told
                self.app.tell("   ".join(told[:3]) or self.app.say("reading.nothing"), 12)
            if keep or not self.hooks.ground or model.scene.clips:
                self._start_outline(model.built.request)
            else:
                self.app.tell(self.app.say("start.people"), 60)

        self._show(model, keep, then)

    def _keep(self, request: Request, number: int, model: Model) -> None:
        self._built[(request, number)] = model
        while len(self._built) > KEPT:
            del self._built[next(iter(self._built))]

    # Showing

    def _show(self, model: Model, keep: bool, then: Callable[[], None] = lambda: None) -> None:
        """Change to another scene: made ready in slices while the old one is still drawn, and at once where there is none."""
        if self._coming:
            self._finish()
        self._coming = (model, self._prepared(model, keep), then)
        if self.app is None:
            self._finish()

    def _slice(self) -> None:
        """Some milliseconds of what is being made ready; more of them while nothing moves."""
        end = time.perf_counter() + (SLICE if self._busy() else SLICE * 3)
        while self._coming and time.perf_counter() < end:
            _, work, then = self._coming
            try:
                next(work)
            except StopIteration:
                self._coming = None
                then()
                self._dirty = self._stale = True

    def _busy(self) -> bool:
        """Whether anything moves."""
        app = self.app
        return bool(app and (app.timeline.playing or app.held or app._flight))

    def _finish(self) -> None:
        while self._coming:
            self._slice()

    def _prepared(self, model: Model, keep: bool) -> Iterator[None]:
        from viewer.renderer import Renderer

        old = self.renderer
        made = Renderer(model.packed, self.quality(), old or self._warm)
        yield
        key = (model.built.request, self._taken_away())
        if key not in self._skies and keep and old:
            # The light of before will do for the first moment; `_sky` computes the right one while this is looked at.
            made.set_sky(old.sky)
            yield
            yield from made.baking_light(model.rest)
        else:
            yield from self._lighting(made, model, key)
        if self.app is None:
            self.app = App(model, self.hooks, self.settings, self.view_string)
        else:
            self.app.set_model(model, keep)
        self.app.size = self._size()
        self.renderer = made
        for gone in (old, self._warm):
            if gone:
                gone.delete()
        self._warm = None

    def _lighting(self, renderer: Any, model: Model, key: tuple[Any, ...]) -> Iterator[None]:
        """The light of a scene in slices: as it was computed before, in this run or in another, or computed now."""
        hidden = model.packed.hidden((*key[1], GHOST))
        question = ("sky", self._ways(), renderer.form(model.rest, hidden))
        known = self._skies.get(key) or cache.find(question, SkyGrid)
        yield
        if known is None:
            yield from renderer.baking_sky(model.rest, hidden, self._ways())
            cache.keep(question, renderer.sky)
        else:
            renderer.set_sky(known)
            yield
            yield from renderer.baking_light(model.rest)
        self._skies[key] = renderer.sky

    @staticmethod
    def quality() -> Quality:
        """How well to draw here: with hardware there is time for more."""
        if context.is_software():
            return replace(FAST, map_size=1536, shadow_every=2, keep=True)
        return replace(FAST, samples=4, two_maps=True)

    @staticmethod
    def _ways() -> int:
        return 16 if context.is_software() else 24

    def _taken_away(self) -> tuple[str, ...]:
        """What is hidden for good, and so lets the sky in."""
        app = self.app
        if app is None:
            # The light of the first picture is that of the view which is asked for.
            with suppress(ShegongError):
                saved = parse_view(self.view_string or self.settings.view)
                return tuple(sorted({"roof", "walls", "hall"} & set(saved.hide)))
            return ()
        return tuple(sorted(layer for layer in app.hidden() - set(app._auto) if layer in ("roof", "walls", "hall")))

    def _sky(self) -> None:
        """The grid of sky light, computed anew where roof or walls are taken away for good, and kept."""
        app, renderer = self.app, self.renderer
        assert app
        key = (app.model.built.request, self._taken_away())
        if self._coming:
            return
        if key not in self._skies:
            self._coming = (app.model, self._lighting(renderer, app.model, key), lambda: None)
        elif self._skies[key] is not renderer.sky:
            renderer.set_sky(self._skies[key])
            renderer.bake_light(app.model.rest)

    def _tell_error(self, bad: BaseException) -> None:
        text = str(bad) if isinstance(bad, ShegongError) else f"{type(bad).__name__}: {bad}"
        if self.app:
            self.app.tell(self.app.say("message.error", why=text), 10)
        else:
            self._progress = (text, 1.0)
