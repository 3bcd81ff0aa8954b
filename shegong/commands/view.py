"""`shegong view`: the window in which the ground is walked."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from shegong.options import company_options, ground_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from geometry.scene import Clip, Scene
    from shegong.viewing import Beside
    from viewer.model import Built, Choice, Hooks, Progress, Request, Switch
    from viewer.settings import Settings
    from viewer.taking import Shown


@click.command("view", epilog="Example: shegong view --sections 18-21 --lang en; in the window ? shows all keys.")
@click.option("--sections", metavar="18-21", help="only these sections of the rite (default: all)")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="language of the interface (remembered)")
@click.option("--view", "view_string", metavar="STRING", help="a view copied with Ctrl+C in the window")
@ground_options
@company_options
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Open the window: walk the ground, play the rite, ask anything of anything."""
    from layout.errors import InputError
    from shegong.build import parse_sections
    from shegong.viewing import Beside

    sections = parse_sections(given["sections"])
    # Matrices here are small; threads that wait for large ones would take the cores from drawing.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # It has the longer way to go than the window: it sets out first.
    beside = Beside()
    beside.begin()
    from viewer.model import Request
    from viewer.settings import load_settings
    from viewer.viewstring import parse_view

    saved = parse_view(given["view_string"]) if given["view_string"] is not None else None
    if saved and saved.section is not None and not 1 <= saved.section <= 37:
        raise InputError(f"--view: t={saved.section}: sections run from 1 to 37")
    source = ctx.get_parameter_source("reading")
    choices = given["choices"]
    request = Request(choices.reading_file or choices.reading, choices.sets, choices.says)
    if saved and saved.reading:
        request = Request(saved.reading, saved.sets, saved.says)
    elif source is not None and source.name == "DEFAULT" and not choices.sets and not choices.says:
        request = _remembered(load_settings()) or request
    kept_view = given["view_string"] or load_settings().view
    hooks = _hooks(given, sections, kept_view, request, beside)
    from viewer.window import Window

    Window(hooks, request, given["lang"], given["view_string"] or "").run()


def _remembered(settings: Settings) -> Request | None:
    """The reading of the last run, with the single choices within it where they can still be made."""
    from layout.errors import ShegongError
    from layout.evidence.resolve import resolve
    from layout.evidence.schema import load_rules
    from shegong.options import choices_of
    from viewer.model import Request
    from viewer.viewstring import parse_view

    rules = load_rules()
    if settings.reading not in rules.readings:
        return None
    with suppress(ShegongError):
        saved = parse_view(settings.view)
        if saved.reading == settings.reading:
            resolve(rules, choices_of(saved.reading, saved.sets, saved.says))
            return Request(saved.reading, saved.sets, saved.says)
    return Request(settings.reading)


OPENING = 18
"""The section that is shown first, where nothing else is asked for: the first shooting."""


def _hooks(
    given: dict[str, Any],
    sections: tuple[int, ...] | None,
    view: str,
    request: Request | None = None,
    beside: Beside | None = None,
) -> Hooks:
    """What the window asks for; what `request` needs first is begun at once."""
    from layout.errors import ShegongError
    from shegong import viewing
    from viewer.context import is_software
    from viewer.model import Hooks
    from viewer.viewstring import parse_view

    first = OPENING
    if view:
        with suppress(ShegongError):
            first = parse_view(view).section or OPENING
    beside, whole = beside or viewing.Beside(), viewing.Beside()
    if request and not viewing.at_hand(request, given["company"], sections or (first,)):
        beside.tell("prepare", request, given["company"], sections or (first,))
        viewing.lay_out_early(request, given["company"])

    def order() -> viewing.Order:
        # Drawing in software there is time for the coarse forms only.
        return viewing.order_of(given, 1 if is_software() else 0)

    def ground(request: Request, tick: Progress) -> Built:
        return viewing.ground(request, order(), tick)

    def build(request: Request, _: Progress) -> Built:
        return section(request, first)

    def ready(request: Request) -> Built | None:
        return viewing.kept(request, order(), sections or (first,))

    def section(request: Request, number: int) -> Built:
        asked = (request, order(), sections or (number,))

        def acted() -> Scene | None:
            found: Scene | None = beside.ask("enacted", *asked)
            return found

        return viewing.kept(*asked) or viewing.build(*asked, acted)

    def outline(request: Request) -> Sequence[Clip]:
        known = viewing.kept_outline(request, order())
        if known:
            return known
        # The whole rite takes long: whoever enters a section meanwhile need not wait for it.
        try:
            found: Sequence[Clip] = whole.ask("outline", request, order())
            return found
        finally:
            whole.rest()

    def close() -> None:
        beside.close()
        whole.close()

    def export(request: Request, shown: Shown) -> str:
        found: str = beside.ask("export", request, viewing.order_of(given), shown, os.getcwd())
        return found

    return Hooks(build, _choices(), export, section, None if sections else outline, close, _switches(), ground, ready)


def _choices() -> list[Choice]:
    """The readings and the single choices that the menu offers."""
    from layout.evidence.schema import load_rules
    from viewer.model import Choice, Request

    return [Choice(Request(name), r.name, r.english or name) for name, r in load_rules().readings.items()]


def _switches() -> list[Switch]:
    """The single choices, with their alternatives; what only names a thing and changes nothing is left out."""
    from layout.evidence.schema import load_rules
    from viewer.model import Switch

    return [
        Switch(o.key, o.name, o.english, tuple((c.id, c.name, c.held, c.english) for c in o.choice))
        for o in load_rules().options.values()
        if not o.noted and len(o.choice) > 1
    ]
