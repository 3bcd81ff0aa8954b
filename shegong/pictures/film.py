"""A film of a stretch of the rite, with its subtitles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from layout.errors import InputError
from shegong.pictures.picture import check_layers, moment_of, scene_for, with_caption


def draw_film(path: Path, size: tuple[int, int], given: dict[str, Any]) -> None:
    """Draw and write a film as the options of `shegong render` describe it."""
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

    first = moment_of(given, "begin")
    assert first
    last = moment_of(given, "end")
    if last and (last.section, last.t) <= (first.section, first.t):
        raise InputError("the film ends before it begins: --to must come after --from")
    numbers = tuple(range(first.section, (last or first).section + 1))
    scene, keep = scene_for(given, numbers)
    begin = (clip_at(scene, first), first.t)
    final = clip_at(scene, last or Moment(first.section))
    plan = shots(scene, begin, (final, last.t if last else scene.clips[final].duration), given["fps"], given["speed"])
    check_film(path, len(plan), size)
    hide = tuple(given["hide"])
    check_layers(scene, hide)
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
            return with_caption(captions, wording, shot.clip, shot.t, image) if below else image

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
