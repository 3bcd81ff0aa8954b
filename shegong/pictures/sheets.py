"""Sheets of many pictures: all sections of the rite, every object, every gesture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from layout.errors import InputError
from shegong.pictures.picture import quality_of, save, scene_for


def draw_contact(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    """A small picture of each section, all on one sheet."""
    from PIL import Image

    from viewer.framing import grid, shown
    from viewer.offscreen import Studio
    from viewer.presets import camera_of
    from viewer.quality import FAST

    scene, _ = scene_for(given, tuple(range(1, 38)))
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
    with Studio(scene, quality_of(given), keep=True) as studio:
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
    save(grid(images, names, about), path)
    click.echo(f"{path}: {len(images)} sections")


def draw_sheets(folder: Path, given: dict[str, Any]) -> None:
    """The sheets of all objects or of all gestures, into a folder."""
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
