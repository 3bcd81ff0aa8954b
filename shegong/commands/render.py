"""`shegong render`: pictures and films of the ground and the rite, drawn without a window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from layout.errors import InputError
from shegong.options import check_output, company_options, ground_options

PICTURES = (".png", ".jpg", ".webp")
FILMS = (".mp4", ".gif", ".webp")


@click.command(
    "render",
    epilog="Examples: shegong render out.png --at 18+60 --camera hall --labels both; "
    "shegong render out.mp4 --from 18 --to 18+90 --camera archers",
)
@click.argument("out", metavar="OUT")
@click.option("--at", metavar="SECTION[+SECONDS]", help="the moment (default: the empty ground)")
@click.option(
    "--camera",
    show_default="range; with --sections, whoever acts",
    metavar="NAME|ROLE[:eyes|:behind]",
    help="range, hall, archers, court, target, caller, plan, a gate, a thing or a person",
)
@click.option("--size", default="1280x720", show_default=True, metavar="WxH", help="pixels")
@click.option("--labels", type=click.Choice(["zh", "en", "both"]), help="write names on it")
@click.option("--certainty", is_flag=True, help="colour everything by how sure it is")
@click.option("--light", default="morning", show_default=True, metavar="NAME", help="morning, evening, noon")
@click.option("--hide", multiple=True, metavar="LAYER", help="leave out a layer: roof, walls, people …")
@click.option("--inset", is_flag=True, help="a small plan in the corner, with everyone on it")
@click.option("--caption", is_flag=True, help="write the clause at the foot")
@click.option("--sight", is_flag=True, help="draw the lines of sight from the mark to the targets")
@click.option("--fast", is_flag=True, help="plainer and quicker")
@click.option("--from", "begin", metavar="SECTION[+SECONDS]", help="beginning of a film")
@click.option("--to", "end", metavar="SECTION[+SECONDS]", help="end of a film (default: end of its section)")
@click.option("--fps", type=float, default=25.0, show_default=True, help="frames a second of a film")
@click.option("--speed", type=float, default=1.0, show_default=True, help="how much faster than life")
@click.option("--no-subtitles", is_flag=True, help="a film without clauses, burnt in or beside it")
@click.option(
    "--view",
    "view_string",
    metavar="STRING",
    help="camera, moment and looks from a view copied in the window, or the page's address",
)
@click.option("--catalogue", is_flag=True, help="OUT is a folder: a sheet of every object")
@click.option("--gestures", is_flag=True, help="OUT is a folder: a sheet of every gesture")
@click.option("--sections", "contact", is_flag=True, help="a contact sheet of all sections")
@click.option("--separate", is_flag=True, help="with --catalogue, --gestures: one picture a thing as well")
@ground_options
@company_options
def command(**given: Any) -> None:
    """Draw OUT: a picture (.png .jpg .webp), a film (.mp4 .gif .webp with --from), or sheets in a folder."""
    from shegong.pictures.film import draw_film
    from shegong.pictures.picture import draw_picture, parse_size
    from shegong.pictures.sheets import draw_contact, draw_sheets

    out = Path(given["out"])
    _check_together(given)
    given |= _addressed(given)
    given |= {"camera": "range" if given["camera"] is None else given["camera"], "framed": given["camera"] is None}
    if given["catalogue"] or given["gestures"]:
        draw_sheets(out, given)
        return
    film = bool(given["begin"] or given["end"]) or out.suffix.lower() in (".mp4", ".gif")
    if film and out.suffix.lower() in PICTURES and out.suffix.lower() not in FILMS:
        option = "--from" if given["begin"] else "--to"
        raise InputError(f"{out}: {option} is for films ({', '.join(FILMS)}); the moment of a picture is --at")
    path = check_output(out, FILMS if film else PICTURES)
    size = parse_size(given["size"])
    if not given["contact"]:
        given = _readable(size, given)
    from viewer.light import looks

    looks().lamp(given["light"])
    if film and not given["begin"]:
        raise InputError(f"{path}: a film needs a beginning: --from SECTION[+SECONDS]")
    if film:
        draw_film(path, size, given)
    elif given["contact"]:
        draw_contact(path, size, given)
    else:
        draw_picture(path, size, given)


APART = (
    ("catalogue", "gestures"),
    ("catalogue", "contact", "at", "begin", "end", "view_string"),
    ("gestures", "contact", "at", "begin", "end", "view_string"),
    ("contact", "at", "begin", "end", "view_string", "labels", "inset", "caption", "sight"),
    ("view_string", "begin", "end"),
    ("at", "begin"),
)
"""Options that do not go with the first of their row."""


def _check_together(given: dict[str, Any]) -> None:
    """InputError for options that ask for two different things."""
    from shegong.pictures.picture import OPTIONS

    for first, *others in APART:
        for other in others:
            if given[first] and given[other]:
                one, two = (OPTIONS.get(name, name) for name in (first, other))
                raise InputError(f"--{one} and --{two} ask for different things: give one of them")
    if given["separate"] and not (given["catalogue"] or given["gestures"]):
        raise InputError("--separate goes with --catalogue or --gestures")


def _addressed(given: dict[str, Any]) -> dict[str, Any]:
    """What an address of the page given as --view asks for, as far as no option says something else."""
    from viewer.address import is_address, options_of

    if not given["view_string"] or not is_address(given["view_string"]):
        return {}
    found = {"view_string": None} | options_of(given["view_string"])
    kept = {name: given[name] for name in found if name != "view_string" and given[name]}
    return found | kept | ({"view_string": None} if given["camera"] else {})


def _readable(size: tuple[int, int], given: dict[str, Any]) -> dict[str, Any]:
    """The options without words where they could not be read; says so where words were asked for."""
    from viewer.annotate import LEAST, room_for_words

    asked = [f"--{name}" for name in ("labels", "inset", "caption") if given[name]]
    if room_for_words(*size):
        return given
    if asked:
        least = "x".join(map(str, LEAST))
        click.echo(f"{' '.join(asked)}: left out, too small to be read below {least} pixels", err=True)
    return given | {"labels": None, "inset": False, "caption": False}
