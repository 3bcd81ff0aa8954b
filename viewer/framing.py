"""A view of whoever acts: from where most of them is seen, rather from the front, found by looking from many sides."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from viewer import text as letters
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, Canvas, paint
from viewer.offscreen import Studio
from viewer.presets import fit, people

if TYPE_CHECKING:
    from PIL.Image import Image

World = NDArray[np.floating]
BEARINGS = tuple(range(0, 360, 30))
"""Compass bearings of the line of sight, in degrees."""
PITCHES = (-7.0, -17.0)
FOV = 36.0
APART = 14.0
"""Metres from the first who acts beyond which others are not taken into the picture."""
ROOM = 1.7
"""Metres that are left around them."""
HEIGHTS = (0.45, 1.05, 1.5)
"""Heights at which it is looked whether somebody is hidden; of one who kneels the upper ones lie above him."""
BODY = 0.5
"""Metres by which a body stands before its own middle."""
SMALL = (192, 108)
"""Pixels of the pictures in which it is looked."""
FRONT, NORTH, BEFORE = 0.22, 0.05, 0.9
"""What it is worth, beside all people's being seen (1), that they are seen from the front, that the hall lies behind them, and what it
costs that something else fills the picture."""
CLOSE = 0.6
"""Share of the way to the nearest of them up to which a thing stands before them."""


def telling(steps: Sequence[Mapping[str, Any]], duration: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Moments (ms) that may show what a section is about, and who acts then: clauses with people, those nearest to its middle first."""
    peopled = [step for step in steps if step.get("who")]
    for step in sorted(peopled, key=lambda s: abs((s["start"] + s["end"]) / 2 - duration / 2)):
        yield round(step["start"] + (step["end"] - step["start"]) * 0.6), tuple(step["who"])


def shown(studio: Studio, clip: int, aspect: float) -> tuple[int, Camera] | None:
    """A moment of a clip (ms) and the view of whoever acts then; None where nobody does. `studio` is one that draws quickly."""
    section = studio.scene.clips[clip]
    for t, who in telling(section.extras.get("steps", ()), section.duration):
        camera = framed(studio, clip, t, who, aspect)
        if camera is not None:
            return t, camera
    return None


def views(spots: NDArray[np.float64], aspect: float) -> Iterator[Camera]:
    """Cameras all round that see all of the people at `spots` (n, 3)."""
    low = spots.min(axis=0) - np.array([ROOM, 0.1, ROOM])
    high = spots.max(axis=0) + np.array([ROOM, 2.0, ROOM])
    for pitch in PITCHES:
        for bearing in BEARINGS:
            yield fit(low, high, aspect, bearing, pitch, FOV)


def framed(studio: Studio, clip: int, t: int, who: Sequence[str], aspect: float) -> Camera | None:
    """The best view of some people at a moment; None where none of them is there."""
    scene, world = studio.scene, studio.world(clip, t)
    matrices = _there(scene, world, who)
    if not len(matrices):
        return None
    spots = matrices[:, :3, 3]
    near = np.linalg.norm(spots - spots[0], axis=1) < APART
    matrices, spots = matrices[near], spots[near]
    best, most = None, -math.inf
    for camera in views(spots, aspect):
        if camera.eye[1] < 0.4:
            continue
        score = _worth(studio, camera, clip, t, matrices, world)
        if score > most:
            best, most = camera, score
    return best


def _there(scene: Scene, world: World, who: Sequence[str]) -> NDArray[np.float64]:
    known = people(scene)
    found = [np.asarray(world[known[name]], float) for name in who if name in known]
    shown = [m for m in found if np.abs(m[:3, :3]).max() > 1e-4]
    return np.array(shown).reshape(-1, 4, 4)


def _worth(studio: Studio, camera: Camera, clip: int, t: int, matrices: NDArray[np.float64], world: World) -> float:
    """How much of the people is seen, and whether from the front; with the hall behind them rather than the open country."""
    points = np.concatenate([matrices[:, :3, 3] + (0.0, height, 0.0) for height in HEIGHTS])
    seen = seen_points(studio, camera, clip, t, points, world).mean()
    away = np.asarray(camera.eye) - matrices[:, :3, 3]
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    front = float((matrices[:, :3, 2] * away).sum(axis=1).mean())
    look = np.asarray(camera.target) - np.asarray(camera.eye)
    north = -float(look[2]) / max(float(np.linalg.norm(look)), 1e-6)
    # What stands large before them, foliage or a roof, spoils the picture even where it hides nobody.
    nearest = float(np.linalg.norm(np.asarray(camera.eye) - matrices[:, :3, 3], axis=1).min())
    before = float((_away(studio, camera) < CLOSE * nearest)[SMALL[1] // 4 :].mean())
    return float(seen) + FRONT * front + NORTH * north - BEFORE * before


def seen_points(
    studio: Studio, camera: Camera, clip: int, t: int, points: NDArray[np.float64], world: World
) -> NDArray[np.bool_]:
    """Which of some points (n, 3) within bodies are seen: nothing stands before them but the body itself."""
    studio.shoot(camera, clip, t, SMALL, ink=False, world=np.asarray(world, np.float32))
    away = _away(studio, camera)
    clip_points = np.column_stack([points, np.ones(len(points))]) @ camera.matrix(SMALL[0] / SMALL[1]).T
    flat = clip_points[:, :3] / np.maximum(clip_points[:, 3:], 1e-6)
    x, y = (((flat[:, i] + 1) / 2 * SMALL[i]).astype(int) for i in (0, 1))
    inside = (x >= 0) & (x < SMALL[0]) & (y >= 0) & (y < SMALL[1]) & (clip_points[:, 3] > 0)
    there = away[np.clip(y, 0, SMALL[1] - 1), np.clip(x, 0, SMALL[0] - 1)]
    return np.asarray(inside & (there > clip_points[:, 3] - BODY))


def _away(studio: Studio, camera: Camera) -> NDArray[np.float64]:
    """How far (in metres along the line of sight) what was shot last is, pixel by pixel, the first row at the bottom."""
    near, far = camera.planes()
    return np.asarray(1.0 / (1.0 / near - studio.depth().astype(float) * (1.0 / near - 1.0 / far)))


GAP, HEAD = 10, 46
"""Pixels between pictures of a page, and of the strip below each that bears its names."""
SHEET = (240, 233, 218)


def grid(
    images: Sequence[Image], names: Sequence[tuple[str, str]], about: Sequence[str] = (), columns: int = 5
) -> Image:
    """Pictures of one size side by side on one page, below each its two names (漢字, English); what the page is `about` stands
    where the last row leaves room."""
    from PIL import Image as Images

    columns = max(1, min(columns, len(images)))
    wide, high = images[0].size
    rows = -(-len(images) // columns)
    page = Images.new("RGB", (columns * (wide + GAP) + GAP, rows * (high + HEAD + GAP) + GAP), SHEET)
    canvas = Canvas(*page.size)
    for n in range(rows * columns):
        x, y = GAP + n % columns * (wide + GAP), GAP + n // columns * (high + HEAD + GAP)
        if n < len(images):
            page.paste(images[n], (x, y))
            canvas.text(x + 4, y + high + 1, letters.shorten(names[n][0], 19, wide - 8), 19, INK)
            canvas.text(x + 4, y + high + 25, letters.shorten(names[n][1], 14, wide - 8), 14, GLOSS)
        elif n == len(images):
            room = (columns - n % columns) * (wide + GAP) - GAP
            for row, line in enumerate(about):
                size = 26 if row == 0 else 17
                canvas.text(
                    x + 16, y + 12 + row * 34, letters.shorten(line, size, room - 32), size, GLOSS if row else INK
                )
    return Images.fromarray(paint(canvas, np.asarray(page)))
