"""`shegong render`: pictures and films of the ground and the rite, drawn without a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from layout.errors import InputError
from shegong.options import check_output, company_options, ground_options

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from geometry.scene import Scene
    from shegong.build import Moment
    from viewer.overlay import Captions
    from viewer.wording import Wording

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
    out = Path(given["out"])
    _check_together(given)
    given |= _addressed(given)
    given |= {"camera": "range" if given["camera"] is None else given["camera"], "framed": given["camera"] is None}
    if given["catalogue"] or given["gestures"]:
        _sheets(out, given)
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
        _film(path, size, given)
    elif given["contact"]:
        _contact(path, size, given)
    else:
        _picture(path, size, given)


APART = (
    ("catalogue", "gestures"),
    ("catalogue", "contact", "at", "begin", "end", "view_string"),
    ("gestures", "contact", "at", "begin", "end", "view_string"),
    ("contact", "at", "begin", "end", "view_string", "labels", "inset", "caption", "sight"),
    ("view_string", "begin", "end"),
    ("at", "begin"),
)
"""Options that do not go with the first of their row."""
NAMES = {"contact": "sections", "begin": "from", "end": "to", "view_string": "view"}


def _check_together(given: dict[str, Any]) -> None:
    """InputError for options that ask for two different things."""
    for first, *others in APART:
        for other in others:
            if given[first] and given[other]:
                one, two = (NAMES.get(name, name) for name in (first, other))
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


def _moment(given: dict[str, Any], name: str) -> Moment | None:
    """The moment that an option names; InputError with the name of that option."""
    from shegong.build import parse_moment

    text = given[name]
    if text is None:
        return None
    try:
        return parse_moment(text)
    except InputError as bad:
        raise InputError(str(bad).replace("--at", f"--{NAMES.get(name, name)}", 1)) from None


def parse_size(text: str) -> tuple[int, int]:
    """'1280x720' as numbers; InputError otherwise."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) == 2 and all(p.strip().isdigit() for p in parts):
        size = (int(parts[0]), int(parts[1]))
        if min(size) >= 16 and max(size) <= 8192:
            return size
    raise InputError(f"--size {text}: expected WIDTHxHEIGHT, 16 to 8192 pixels a side, such as 1280x720")


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


def _scene(given: dict[str, Any], sections: tuple[int, ...] | None) -> tuple[Scene, Callable[[], None]]:
    """The scene that the options describe (without sections the ground by itself), and what keeps it for the next time."""
    from shegong.scenes import scene_of

    return scene_of(given["choices"], given["company"], sections, 1 if given["fast"] else 0)


def _picture(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    from PIL import Image

    from shegong.build import clip_at, parse_moment
    from viewer.offscreen import Studio, acting
    from viewer.overlay import Captions
    from viewer.presets import camera_of
    from viewer.viewstring import View, parse_view
    from viewer.wording import Wording

    saved: View | None = parse_view(given["view_string"]) if given["view_string"] is not None else None
    moment = _moment(given, "at")
    if saved and saved.section and not moment:
        moment = parse_moment(f"{saved.section}+{saved.seconds}")
    if moment is None and given["camera"] not in _still_cameras():
        # A person's view needs people: the opening of the first shooting, where none is named.
        moment = parse_moment("18")
    scene, keep = _scene(given, (moment.section,) if moment else None)
    clip, t = (clip_at(scene, moment), moment.t) if moment else (0, 0)
    hide = tuple(given["hide"]) + (saved.hide if saved else ())
    _check_layers(scene, hide)
    with Studio(scene, _quality(given), keep=True) as studio:
        world = studio.world(clip, t)
        camera = saved.camera if saved else camera_of(given["camera"], scene, world)
        certainty = given["certainty"] or bool(saved and saved.certainty)
        image = studio.shoot(camera, clip, t, size, hide, given["light"], certainty, world=world)
        if given["sight"]:
            from viewer.overlay import sight

            image = sight(image, scene, world, camera)
        if given["labels"]:
            from viewer.annotate import label_picture

            names = acting(scene, clip, t)
            image = label_picture(
                image,
                studio.packed,
                world,
                camera,
                given["labels"],
                certainty,
                hide,
                names,
                given["caption"],
                given["inset"],
            )
    if given["inset"]:
        from viewer.annotate import inset

        image = inset(image, studio.packed, world, given["labels"] or "zh")
    if given["caption"]:
        image = _caption(Captions(), Wording(scene), clip, t, image)
    _save(Image.fromarray(image), path)
    click.echo(f"{path}: {size[0]} × {size[1]}")
    keep()


PACKING = 3
"""How hard a .png is packed: a tenth larger than at the usual 6, in half the time."""


def _save(image: Picture, path: Path) -> None:
    """Write a picture in one step."""
    from layout.files import atomic

    with atomic(path) as temporary:
        image.save(temporary, format=_format(path), compress_level=PACKING)


def _format(path: Path) -> str:
    """What Pillow calls the format of a file name's ending."""
    ending = path.suffix[1:].upper()
    return "JPEG" if ending == "JPG" else ending


def _still_cameras() -> tuple[str, ...]:
    from viewer.presets import names

    return names()


LAYERS = (
    "people",
    "things",
    "roof",
    "roof-cover",
    "walls",
    "platform",
    "hall",
    "range",
    "court",
    "ground",
    "landscape",
)
"""Layers that the scenes of the ground and the rite have, whether or not the moment of a picture shows any of them."""


def _check_layers(scene: Scene, hide: tuple[str, ...]) -> None:
    from layout.errors import UnknownNameError

    # What another moment would show may be left out of this one: there is nothing to hide then.
    known = list(dict.fromkeys((*(n.layer for n in scene.nodes), *LAYERS)))
    for name in hide:
        if name not in known:
            raise UnknownNameError("layer", name, known)


def _quality(given: dict[str, Any]) -> Any:
    from viewer.quality import FAST, FINE

    return FAST if given["fast"] else FINE


def _caption(captions: Captions, wording: Wording, clip: int, t: int, image: Any) -> Any:
    """The picture with the clause of its moment, where there is one."""
    said = wording.at(clip, t)
    return image if said is None else captions.lay(image, [(said[0], 20), (said[1], 14)])


def _film(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from shegong.build import Moment, clip_at
    from viewer.annotate import room_for_words
    from viewer.film import Shot, check_film, cues, frames_of, shots, write_film, write_subtitles
    from viewer.offscreen import Studio, acting
    from viewer.overlay import Captions, sight
    from viewer.presets import camera_of, people
    from viewer.quality import FAST, FILM
    from viewer.steady import Steady
    from viewer.wording import Wording

    first = _moment(given, "begin")
    assert first
    last = _moment(given, "end")
    if last and (last.section, last.t) <= (first.section, first.t):
        raise InputError("the film ends before it begins: --to must come after --from")
    numbers = tuple(range(first.section, (last or first).section + 1))
    scene, keep = _scene(given, numbers)
    begin = (clip_at(scene, first), first.t)
    final = clip_at(scene, last or Moment(first.section))
    plan = shots(scene, begin, (final, last.t if last else scene.clips[final].duration), given["fps"], given["speed"])
    check_film(path, len(plan), size)
    hide = tuple(given["hide"])
    _check_layers(scene, hide)
    captions, wording = Captions(), Wording(scene)
    # Nobody sees that a shadow is a frame late.
    quality = replace(FAST, shadow_every=2, keep=True) if given["fast"] else FILM
    with Studio(scene, quality, keep=True) as studio:
        camera_of(given["camera"], scene, studio.world(*begin))

        # In a tiny film the clauses are read beside it.
        below = not given["no_subtitles"] and room_for_words(*size)
        labels = None
        if given["labels"]:
            from viewer.annotate import Labels

            labels = Labels(studio.packed, given["labels"], given["certainty"], hide, below, given["inset"])
        follows = given["camera"].partition(":")[0] in people(scene) and not given["camera"].endswith((":eyes", ":eye"))
        ways = [
            Steady(lambda t, n=n: camera_of(given["camera"], scene, studio.world(n, t)), section.duration)  # type: ignore[misc]
            for n, section in enumerate(scene.clips)
        ]

        def take(shot: Shot) -> Any:
            world = studio.world(shot.clip, shot.t)
            camera = ways[shot.clip].at(shot.t) if follows else camera_of(given["camera"], scene, world)
            image = studio.shoot(camera, shot.clip, shot.t, size, hide, given["light"], given["certainty"], world=world)
            if given["sight"]:
                image = sight(image, scene, world, camera)
            if labels:
                image = labels.lay(image, world, camera, acting(scene, shot.clip, shot.t), shot.clip)
            if given["inset"]:
                from viewer.annotate import inset

                image = inset(image, studio.packed, world, given["labels"] or "zh")
            return _caption(captions, wording, shot.clip, shot.t, image) if below else image

        with Progress(
            TextColumn(path.name), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), transient=True
        ) as bar:
            job = bar.add_task("film", total=len(plan))
            count = write_film(
                path, frames_of(take, plan, lambda done, _: bar.update(job, completed=done)), given["fps"], size
            )
    made = [path]
    if not given["no_subtitles"]:
        lines = cues(scene, plan, given["speed"], wording)
        if lines:
            made += write_subtitles(path, lines)
    click.echo(f"{path}: {count} frames, {count / given['fps']:.1f} s")
    for other in made[1:]:
        click.echo(str(other))
    keep()


def _contact(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    from PIL import Image

    from viewer.framing import grid, shown
    from viewer.offscreen import Studio
    from viewer.presets import camera_of
    from viewer.quality import FAST

    scene, _ = _scene(given, tuple(range(1, 38)))
    small = (480, 270) if size == (1280, 720) else size
    images = []
    names: list[tuple[str, str]] = []
    views: list[tuple[int, Any]] = []
    quick = replace(FAST, shadows=False, ink=False)
    with Studio(scene, quick, bake=False) as scout:
        for clip, section in enumerate(scene.clips):
            found = shown(scout, clip, small[0] / small[1]) if given["framed"] else None
            t = section.duration // 2
            views.append(found or (t, camera_of(given["camera"], scene, scout.world(clip, t))))
    with Studio(scene, _quality(given), keep=True) as studio:
        for clip, (t, camera) in enumerate(views):
            extras = scene.clips[clip].extras
            image = studio.shoot(camera, clip, t, small, tuple(given["hide"]), given["light"], given["certainty"])
            names.append(
                (f"{extras.get('section', clip + 1)}  {extras.get('title', '')}", str(extras.get("english", "")))
            )
            images.append(Image.fromarray(image))
    reading = given["choices"].reading
    about = (
        "鄉射禮",
        "The district archery rite",
        f"{len(images)} sections, reading {reading}",
        "shegong render --sections",
    )
    _save(grid(images, names, about), path)
    click.echo(f"{path}: {len(images)} sections")


def _sheets(folder: Path, given: dict[str, Any]) -> None:
    if not folder.is_dir():
        if folder.exists() or not folder.parent.is_dir():
            raise InputError(f"{folder}: expected a folder, or a new one in a folder that exists")
        folder.mkdir()
    from functools import partial

    from shegong.build import build_ground
    from viewer.exhibits import catalogue, gestures
    from viewer.sheets import card, gesture_card, write_sheets

    ground = build_ground(given["choices"])
    groups: Any
    if given["catalogue"]:
        groups = ((name, [(e.id, partial(card, e)) for e in exhibits]) for name, exhibits in catalogue(ground))
    else:
        groups = [("gestures", ((r.id, partial(gesture_card, r)) for r in gestures(ground)))]
        if given["separate"]:
            from viewer.gesture_sheet import write_gestures

            for path in write_gestures(folder, ground):
                click.echo(str(path))
    for path in write_sheets(folder, groups, given["separate"] and given["catalogue"]):
        click.echo(str(path))
