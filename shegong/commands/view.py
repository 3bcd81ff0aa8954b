"""`shegong view`: the window in which the ground is walked."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from shegong.options import choices_of, company_of, company_options, ground_options

if TYPE_CHECKING:
    from viewer.model import Built, Choice, Hooks, Progress, Request


@click.command("view", epilog="Example: shegong view --sections 18-21 --lang en; in the window ? shows all keys.")
@click.option("--sections", metavar="18-21", help="only these sections of the rite (default: all)")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="language of the interface (remembered)")
@click.option("--view", "view_string", metavar="STRING", help="a view copied with Ctrl+C in the window")
@ground_options
@company_options
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    """Open the window: walk the ground, play the rite, ask anything of anything."""
    from shegong.build import parse_sections
    from viewer.model import Request
    from viewer.settings import load_settings
    from viewer.viewstring import parse_view

    sections = parse_sections(given["sections"])
    saved = parse_view(given["view_string"]) if given["view_string"] else None
    source = ctx.get_parameter_source("reading")
    choices = choices_of(given["reading"], given["sets"], given["says"])
    request = Request(choices.reading_file or choices.reading, choices.sets, choices.says)
    if saved and saved.reading:
        request = Request(saved.reading, saved.sets, saved.says)
    elif source is not None and source.name == "DEFAULT" and not choices.sets and not choices.says:
        kept = load_settings().reading
        if kept and kept in [c.request.reading for c in _choices()]:
            request = Request(kept)
    from viewer.window import Window

    kept_view = given["view_string"] or load_settings().view
    Window(_hooks(given, sections, kept_view), request, given["lang"], given["view_string"] or "").run()


OPENING = 18
"""The section that is shown first, where nothing else is asked for: the first shooting."""


def _hooks(given: dict[str, Any], sections: tuple[int, ...] | None, view: str) -> Hooks:
    from layout.errors import ShegongError
    from viewer.model import Hooks
    from viewer.viewstring import parse_view

    first = OPENING
    if view:
        with suppress(ShegongError):
            first = parse_view(view).section or OPENING

    def build(request: Request, tick: Progress) -> Built:
        return build_scene_for(request, tick, given, sections or (first,))

    def complete(request: Request, tick: Progress) -> Built:
        return build_scene_for(request, tick, given, None)

    def export(request: Request) -> str:
        from pathlib import Path

        from geometry.export.gltf import write_glb

        built = build_scene_for(request, lambda *_: None, given, sections)
        path = Path.cwd() / f"shegong-{request.reading}.glb"
        write_glb(built.scene, path)
        return str(path)

    return Hooks(build, _choices(), export, None if sections else complete)


def build_scene_for(request: Request, tick: Progress, given: dict[str, Any], sections: tuple[int, ...] | None) -> Built:
    """The scene of a request with its derivations, telling how far it is."""
    from layout.errors import ShegongError
    from shegong.build import build_plan, build_rite, build_scene
    from viewer.model import Built

    choices = choices_of(request.reading, request.sets, request.says)
    company = company_of(given["guests"], given["grandees"], given["pairs"], given["seed"], given["host_shoots"])
    tick("text", 0.05)
    plan = build_plan(choices, company)
    tick("rite", 0.25)
    try:
        rite = build_rite(plan, sections)
    except ShegongError:
        # A reading without a scored rite still has a ground to walk on.
        rite = None
    tick("figures", 0.5)
    scene = build_scene(plan, rite)
    dimensions = plan.ground.dimensions
    return Built(
        scene,
        request,
        _why(plan.ground),
        {key: round(float(d.chi), 4) for key, d in dimensions.items()},
        {key: d.name or key for key, d in dimensions.items()},
    )


def _why(ground: Any) -> dict[str, list[str]]:
    """The derivation of each dimension, as `shegong dimensions --why` prints it, without its first lines."""
    from layout.evidence.show import derivation_lines

    return {d.id: [line.strip() for line in derivation_lines(ground, d)[2:]] for d in ground.dimensions.values()}


def _choices() -> list[Choice]:
    """The readings and the single choices that the menu offers."""
    from layout.evidence.schema import load_rules
    from viewer.model import Choice, Request

    return [Choice(Request(name), r.name, r.english or name) for name, r in load_rules().readings.items()]
