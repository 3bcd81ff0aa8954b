"""What is drawn over the ground itself at every frame: paths, sight lines, names, the ruler, the scale."""

from __future__ import annotations

import numpy as np

from viewer import text as letters
from viewer.app import App
from viewer.canvas import INK, PAPER, PAPER_FULL, RED, Canvas, shade
from viewer.nameplates import NamePlates
from viewer.placing import place_names
from viewer.plates import BAR
from viewer.ruler import scale_bar
from viewer.trails import projected, sight_lines


def lines(app: App, canvas: Canvas) -> None:
    """Paths walked and to be walked, and sight lines."""
    scene, camera = app.model.scene, app.camera
    w, h = canvas.width, canvas.height
    if app.paths and app.timeline.clips and not app.through_eyes:
        roles = {scene.nodes[n].name for n in app.acting()}
        if app.selected is not None and scene.nodes[app.selected].name in app.model.people:
            roles.add(scene.nodes[app.selected].name)
        for role in sorted(roles):
            walked, coming = app.model.paths.path(app.clip or 0, role, app.timeline.now)
            for points, fill in ((walked, shade("#A83C28", 0.55)), (coming, shade("#2B4C73", 0.6))):
                lifted = points + np.array([0.0, 0.03, 0.0]) if len(points) else points
                for piece in projected(lifted, camera, w, h):
                    canvas.path(piece, shade("#F0E9DA", 0.5), 3.6)
                    canvas.path(piece, fill, 1.8)
    if app.sights:
        for a, b in sight_lines(scene, app.world):
            for piece in projected(np.array([a, b]), camera, w, h):
                canvas.path(piece, shade("#F0E9DA", 0.7), 3.2)
                canvas.path(piece, RED, 1.3)


def name_plates(app: App, foot: float, before: NamePlates | None = None) -> NamePlates:
    """Names of who and what is seen, with their leaders; where those `before` are, if there is still room there."""
    width, height = app.size
    asked = [n for n in (app.selected, app.hovered) if n is not None]
    chosen = list(asked)
    if app.names_mode != "none":
        chosen += sorted(app.acting())
    names = app.model.names("both" if app.lang == "zh" and app.names_mode == "all" else app.lang)
    found = names.find(app.world, app.camera, app.hidden(), chosen, people_only=app.names_mode != "all", most=40)
    if app.names_mode == "none":
        found = [n for n in found if n.node in chosen]
    found = app.visible(found, asked)
    if app.through_eyes:
        found = [n for n in found if n.node != app.model.people.get(app.following)]
    blocked = [(0.0, 0.0, width, BAR), (0.0, height - foot, width, foot)] if app.interface else []
    # A name half under a plate is worse than none.
    blocked += [(z.x - 4, z.y - 4, z.w + 8, z.h + 8) for z in app.zones if z.w > 100 and z.h > 40]
    if app.told:
        blocked.append(app.told)
    blocked += names.keep_clear(app.camera, width, height)
    heads, ways = names.heads(app.world), before.ways if before else None
    return NamePlates.of(place_names(found, app.camera, width, height, 22, blocked, heads, before=ways), width, height)


def ruler(app: App, canvas: Canvas) -> None:
    """What is being measured."""
    if not app.points:
        return
    points = np.array([p for p, _ in app.points])
    for piece in projected(points, app.camera, canvas.width, canvas.height):
        canvas.path(piece, PAPER_FULL, 5.0)
        canvas.path(piece, RED, 2.0)
    for (u, v, depth), (_, name) in zip(
        app.camera.project(points, canvas.width / canvas.height), app.points, strict=True
    ):
        if depth > 0:
            x, y = u * canvas.width, (1 - v) * canvas.height
            canvas.dot(x, y, 4.0)
            if name:
                canvas.rect(x + 7, y - 22, letters.width(name, 13) + 10, letters.line_height(13), PAPER)
                canvas.text(x + 12, y - 22, name, 13, INK)


def scale(app: App, canvas: Canvas, foot: float) -> None:
    """A scale of so many 尺 or 步."""
    camera = app.camera
    reach = 1.0 if camera.flat is not None else min(camera.distance, 200.0)
    per_pixel = 2 * camera.half_height / canvas.height * reach
    pixels, ticks, words = scale_bar(per_pixel, app.model.scene.metres_per_chi)
    x, y = 18.0, canvas.height - foot - 16.0
    wide = max(pixels, letters.width(words, 12)) + 16
    plates = [(z.x, z.y, z.w, z.h) for z in app.zones if z.w < canvas.width * 0.9] + ([app.told] if app.told else [])
    if any(left < x + wide and top < y + 12 and top + tall > y - 26 for left, top, _, tall in plates):
        # A card or a long message lies there.
        return
    canvas.rect(x - 8, y - 24, wide, 34, (*PAPER[:3], 0.66))
    canvas.rect(x, y, pixels, 2, INK)
    for k in range(ticks + 1):
        canvas.rect(
            x + pixels * k / ticks - 0.5, y - (5 if k in (0, ticks) else 3), 1, 5 if k in (0, ticks) else 3, INK
        )
    canvas.text(x, y - 23, words, 12, INK)
