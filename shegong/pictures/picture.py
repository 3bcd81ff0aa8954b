"""One picture of the ground or of a moment of the rite; and what films and contact sheets have in common with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from layout.errors import InputError

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from geometry.scene import Scene
    from shegong.build import Moment
    from viewer.overlay import Captions
    from viewer.wording import Wording

OPTIONS = {"contact": "sections", "begin": "from", "end": "to", "view_string": "view"}
"""What options are called whose names in the program are others."""


def parse_size(text: str) -> tuple[int, int]:
    """'1280x720' as numbers; InputError otherwise."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) == 2 and all(p.strip().isdigit() for p in parts):
        size = (int(parts[0]), int(parts[1]))
        if min(size) >= 16 and max(size) <= 8192:
            return size
    raise InputError(f"--size {text}: expected WIDTHxHEIGHT, 16 to 8192 pixels a side, such as 1280x720")


def moment_of(given: dict[str, Any], name: str) -> Moment | None:
    """The moment that an option names; InputError with the name of that option."""
    from shegong.build import parse_moment

    text = given[name]
    if text is None:
        return None
    try:
        return parse_moment(text)
    except InputError as bad:
        raise InputError(str(bad).replace("--at", f"--{OPTIONS.get(name, name)}", 1)) from None


def scene_for(given: dict[str, Any], sections: tuple[int, ...] | None) -> tuple[Scene, Callable[[], None]]:
    """The scene that the options describe (without sections the ground by itself), and what keeps it for the next time."""
    from shegong.scenes import scene_of

    return scene_of(given["choices"], given["company"], sections, 1 if given["fast"] else 0)


def draw_picture(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    """Draw and write one picture as the options of `shegong render` describe it."""
    from PIL import Image

    from shegong.build import clip_at, parse_moment
    from viewer.offscreen import Studio, acting
    from viewer.overlay import Captions
    from viewer.presets import camera_of
    from viewer.viewstring import View, parse_view
    from viewer.wording import Wording

    saved: View | None = parse_view(given["view_string"]) if given["view_string"] is not None else None
    moment = moment_of(given, "at")
    if saved and saved.section and not moment:
        moment = parse_moment(f"{saved.section}+{saved.seconds}")
    if moment is None and given["camera"] not in _still_cameras():
        # A person's view needs people: the opening of the first shooting, where none is named.
        moment = parse_moment("18")
    scene, keep = scene_for(given, (moment.section,) if moment else None)
    clip, t = (clip_at(scene, moment), moment.t) if moment else (0, 0)
    hide = tuple(given["hide"]) + (saved.hide if saved else ())
    check_layers(scene, hide)
    with Studio(scene, quality_of(given), keep=True) as studio:
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
        image = with_caption(Captions(), Wording(scene), clip, t, image)
    save(Image.fromarray(image), path)
    click.echo(f"{path}: {size[0]} × {size[1]}")
    keep()


PACKING = 3
"""How hard a .png is packed: a tenth larger than at the usual 6, in half the time."""


def save(image: Picture, path: Path) -> None:
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


def check_layers(scene: Scene, hide: tuple[str, ...]) -> None:
    """UnknownNameError for a layer that no scene has."""
    from layout.errors import UnknownNameError

    # What another moment would show may be left out of this one: there is nothing to hide then.
    known = list(dict.fromkeys((*(n.layer for n in scene.nodes), *LAYERS)))
    for name in hide:
        if name not in known:
            raise UnknownNameError("layer", name, known)


def quality_of(given: dict[str, Any]) -> Any:
    """How well to draw."""
    from viewer.quality import FAST, FINE

    return FAST if given["fast"] else FINE


def with_caption(captions: Captions, wording: Wording, clip: int, t: int, image: Any) -> Any:
    """The picture with the clause of its moment, where there is one."""
    said = wording.at(clip, t)
    return image if said is None else captions.lay(image, [(said[0], 20), (said[1], 14)])
