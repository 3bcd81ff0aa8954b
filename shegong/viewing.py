"""What the window shows, built section by section: the ground in its own process, and what is enacted on it in one beside it.

A process of its own keeps the window smooth while it works, which a thread would not; and two work at once.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layout.choices import Company
from layout.errors import InputError, ShegongError
from shegong.options import choices_of

if TYPE_CHECKING:
    from geometry.scene import Clip, Scene
    from layout.plan.model import Plan
    from rite.model import Rite
    from viewer.model import Built, Progress, Request
    from viewer.taking import Shown


@dataclass(frozen=True)
class Order:
    """Who takes part and how finely things are drawn: what stays the same while the window is open."""

    company: Company = Company()
    lod: int = 0


def order_of(given: Mapping[str, Any], lod: int = 0) -> Order:
    """The order that the options of a command describe."""
    return Order(given["company"], lod)


_one_plan = threading.Lock()


def _plan(request: Request, company: Company) -> Plan:
    # Two threads may ask for the same at once: the one waits for the other.
    with _one_plan:
        return _plan_of(request, company)


@lru_cache(2)
def _plan_of(request: Request, company: Company) -> Plan:
    from shegong.build import build_plan

    return build_plan(choices_of(request.reading, request.sets, request.says), company)


@lru_cache(2)
def _staged(request: Request, company: Company, sections: tuple[int, ...] | None) -> Rite | None:
    from shegong.build import build_rite

    plan = _plan(request, company)
    try:
        return build_rite(plan, sections)
    except ShegongError:
        # A reading without a scored rite still has a ground to walk on.
        return None


def question(name: str, request: Request, order: Order, *more: object) -> tuple[object, ...] | None:
    """Under what an answer is kept in the user's cache; None where it depends on a file that is not the project's own."""
    from layout.evidence.schema import load_rules

    return (name, request, order, *more) if request.reading in load_rules().readings else None


def kept(request: Request, order: Order, sections: Sequence[int] | None) -> Built | None:
    """What `build` would give, where the user's cache holds it."""
    from geometry.scene import Scene
    from viewer import cache

    asked = question("enacted", request, order, sections)
    acted = cache.find(asked, Scene) if asked else None
    return None if acted is None else _joined(_ground(request, order), acted)


def kept_outline(request: Request, order: Order) -> tuple[Clip, ...] | None:
    """What `outline` gave once."""
    from geometry.scene import Clip
    from viewer import cache

    asked = question("outline", request, order)
    return cache.find(asked, tuple[Clip, ...]) if asked else None


def keep_answer(name: str, args: Sequence[Any], answer: Any) -> None:
    """Keep an answer for another day."""
    from viewer import cache

    asked = question(name, *args) if name in KEPT and answer is not None else None
    if not asked or not cache.folder():
        return
    cache.keep(asked, answer)
    if name == "enacted" and not cache.known(place := question("ground", *args[:2])):
        cache.keep(place, _ground(*args[:2]))


def ground(request: Request, order: Order, tick: Progress | None = None) -> Built:
    """The scene of the ground alone, which stands before anyone has come; `tick` hears how far it is."""
    tell = tick or (lambda *_: None)
    tell("text", 0.05)
    found = _ground(request, order)
    tell("figures", 0.55)
    return found


_one_ground = threading.Lock()


def _ground(request: Request, order: Order) -> Built:
    # Two threads may ask for the same at once: the one waits for the other.
    with _one_ground:
        return _ground_of(request, order)


@lru_cache(2)
def _ground_of(request: Request, order: Order) -> Built:
    from viewer import cache
    from viewer.model import Built

    asked = question("ground", request, order)
    found = cache.find(asked, Built) if asked else None
    return found or _built(request, _plan(request, order.company), None, order)


def enacted(request: Request, order: Order, sections: Sequence[int] | None) -> Scene | None:
    """Everyone in some sections (None: all) and what they carry, to be joined with the ground; None where no rite is scored."""
    from geometry.assemble import enacted as act

    rite = _some(request, order, sections)
    return act(_plan(request, order.company), rite, order.lod) if rite else None


def build(
    request: Request,
    order: Order,
    sections: Sequence[int] | None,
    ask: Callable[[], Scene | None] | None = None,
) -> Built:
    """The scene of some sections (None: all) with its derivations. `ask` has another process answer `enacted` while the ground
    is built in this one."""
    from viewer.pack import merge

    if ask is None:
        found, acted = _ground(request, order), enacted(request, order, sections)
    else:
        with ThreadPoolExecutor(1) as threads:
            coming = threads.submit(ask)
            found = _ground(request, order)
            # What the window will make of its meshes need not wait for the people.
            merge(found.scene)
            acted = coming.result()
    return found if acted is None else _joined(found, acted)


def _joined(found: Built, acted: Scene) -> Built:
    from geometry.assemble import joined

    return replace(found, scene=joined(found.scene, acted))


def _built(request: Request, plan: Plan, rite: Rite | None, order: Order) -> Built:
    from shegong.build import build_scene
    from viewer.model import Built

    scene = build_scene(plan, rite, lod=order.lod) if order.lod else build_scene(plan, rite)
    dimensions = plan.ground.dimensions
    return Built(
        scene,
        request,
        {d.id: _why(plan.ground, d) for d in dimensions.values()},
        {key: round(float(d.chi), 4) for key, d in dimensions.items()},
        {key: d.name or key for key, d in dimensions.items()},
        {key: d.name_en or key for key, d in dimensions.items()},
    )


def export(request: Request, order: Order, shown: Shown, folder: str) -> str:
    """Write a model (.glb) of what is shown into a folder, in the finest form; returns its path."""
    from geometry.export.gltf import write_glb
    from geometry.export.still import at_moment
    from viewer.taking import visible

    rite = None if shown.section is None else _some(request, order, (shown.section,))
    plan = _plan(request, order.company)
    from shegong.build import build_scene

    scene = build_scene(plan, rite, lod=order.lod)
    if not (shown.moving and scene.clips):
        scene = at_moment(scene, 0 if scene.clips else None, shown.t)
    scene = visible(scene, shown.hide, shown.cut)
    where = "ground" if shown.section is None else f"section-{shown.section}"
    stem = f"shegong-{Path(request.reading).stem}-{where}" + ("" if shown.moving else f"-{shown.t // 1000}s")
    number, path = 1, Path(folder) / f"{stem}.glb"
    while path.exists():
        number += 1
        path = Path(folder) / f"{stem}-{number}.glb"
    return str(write_glb(scene, path))


def _some(request: Request, order: Order, sections: Sequence[int] | None) -> Rite | None:
    return _staged(request, order.company, None if sections is None else tuple(sections))


def prepare(request: Request, company: Company, sections: Sequence[int] | None) -> None:
    """Lay out and stage what will be asked for, before it is known how finely it is to be drawn."""
    _staged(request, company, None if sections is None else tuple(sections))


def lay_out_early(request: Request, company: Company) -> None:
    """Begin in a thread what the ground needs first, while the window is being opened; what goes wrong is told when it is needed."""

    def run() -> None:
        with suppress(Exception):
            _plan(request, company)

    threading.Thread(target=run, daemon=True).start()


def at_hand(request: Request, company: Company, sections: Sequence[int] | None) -> bool:
    """Whether the user's cache holds what a window will show first."""
    from viewer import cache

    asked = (question("enacted", request, Order(company, lod), sections) for lod in (0, 1))
    return any(cache.known(a) for a in asked if a)


def outline(request: Request, order: Order) -> tuple[Clip, ...]:
    """All sections without their movement: name, length, clauses. Empty where no rite is scored."""
    from geometry.assemble import clip_extras
    from geometry.scene import Clip

    rite = _staged(request, order.company, None)
    if rite is None:
        return ()
    return tuple(Clip(f"section-{s.number}", s.duration, (), clip_extras(s)) for s in rite.sections)


def _why(ground: Any, dimension: Any) -> list[str]:
    """The derivation of a dimension, as `shegong dimensions --why` prints it, without its first lines."""
    from layout.evidence.show import derivation_lines

    return [line.strip() for line in derivation_lines(ground, dimension)[2:]]


class Beside:
    """A process that builds what is asked for; started at the first question, ended with the window."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def begin(self) -> None:
        """Start it, before there is anything to ask: it can read its modules meanwhile."""
        with self._lock:
            self._running()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            # Whoever waited for his turn while the window was closed must not begin anew: nobody would end it.
            raise InputError("the window has been closed")
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from shegong.viewing import serve; serve()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._process

    def ask(self, name: str, *args: Any) -> Any:
        """Call `enacted`, `outline` or `export` there. InputError with its message where it fails."""
        with self._lock:
            process = self._running()
            assert process.stdin
            assert process.stdout
            try:
                pickle.dump((name, args), process.stdin, pickle.HIGHEST_PROTOCOL)
                process.stdin.flush()
                good, answer = pickle.load(process.stdout)
            except (EOFError, OSError, pickle.UnpicklingError) as bad:
                raise InputError(f"the process that builds sections has ended ({type(bad).__name__})") from None
        if not good:
            raise InputError(answer)
        return answer

    def tell(self, name: str, *args: Any) -> None:
        """Have something done there without waiting for it; what goes wrong is told when it is asked for."""

        def run() -> None:
            with suppress(InputError):
                self.ask(name, *args)

        threading.Thread(target=run, daemon=True).start()

    def rest(self) -> None:
        """Let it end by itself, when it has finished what it is about; another question starts another."""
        with self._lock:
            if self._process is not None and self._process.stdin:
                self._process.stdin.close()
                threading.Thread(target=self._process.wait, daemon=True).start()
            self._process = None

    def close(self) -> None:
        """End it, whatever it is doing, and begin no other."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)


ANSWERS: Mapping[str, Callable[..., Any]] = {
    "prepare": prepare,
    "enacted": enacted,
    "outline": outline,
    "export": export,
}


KEPT = ("enacted", "outline")
URGENT = ("prepare", "enacted")
"""What a window waits for before it shows anybody."""


def _watch(parent: int) -> None:
    """End this process, whatever it is doing, when the one that started it has ended without saying so."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def serve() -> None:
    """Answer the questions of `Beside` until there are no more; started by it."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    # What anything else may print must not get between the answers.
    sys.stdout = sys.stderr
    # All that an answer needs is read while nobody has asked yet.
    for name in ("layout.evidence", "layout.plan", "rite", "geometry.assemble", "viewer.model"):
        import_module(name)
    urgent = hasattr(os, "nice")
    while True:
        try:
            name, args = pickle.load(questions)
        except (EOFError, OSError):
            return
        answer: tuple[bool, Any]
        if urgent and name not in URGENT:
            # From then on drawing comes first.
            os.nice(2)
            urgent = False
        try:
            answer = (True, ANSWERS[name](*args))
        except Exception as bad:
            answer = (False, str(bad) if isinstance(bad, ShegongError) else f"{type(bad).__name__}: {bad}")
        try:
            pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
        except OSError:
            # The window was closed meanwhile; what was built may still serve the next one.
            os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
        if urgent and name == URGENT[-1]:
            os.nice(2)
            urgent = False
        if answer[0]:
            keep_answer(name, args, answer[1])
