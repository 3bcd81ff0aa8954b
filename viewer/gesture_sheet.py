"""Sheets of gestures: each at five moments from the front and from the side, with its 漢字, English and source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from geometry.motion.show import gesture_scene, moments
from geometry.scene import Material, Mesh, Node, Primitive, Scene
from layout.evidence.model import Ground
from layout.files import atomic
from rite.gestures import gesture, load_gestures
from viewer import text as letters
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, Canvas, paint

if TYPE_CHECKING:
    from PIL.Image import Image

TILE = (230, 280)
HEAD = 54
FRONT = Camera((1.15, 1.35, 6.2), (0.0, 0.92, 0.12), 34.0)
TWO = Camera((5.4, 2.0, 4.6), (0.0, 0.85, 0.45), 40.0)
SIDE_TWO = Camera((7.0, 1.25, 0.6), (0.0, 0.9, 0.48), 36.0)
SIDE = Camera((6.3, 1.25, 0.9), (0.0, 0.92, 0.12), 34.0)


def gesture_sheet(name: str, ground: Ground, count: int = 5) -> Image:
    """One gesture: a row from the front, a row from the side. Raises UnknownNameError for a gesture not in the table."""
    from PIL import Image as Images

    from viewer.offscreen import Studio
    from viewer.quality import FILM

    entry = gesture(name)
    wide, high = TILE
    page = np.full((HEAD + 2 * high, wide * count, 3), 255, np.uint8)
    scene = _with_floor(gesture_scene(name, ground))
    with Studio(scene, FILM, bake=False) as studio:
        for row, camera in enumerate((TWO, SIDE_TWO) if "partner" in entry.needs else (FRONT, SIDE)):
            for column, t in enumerate(moments(name, count)):
                image = studio.shoot(camera, 0, t, size=TILE, light="studio", backdrop=(1.0, 1.0, 1.0))
                page[HEAD + row * high : HEAD + (row + 1) * high, column * wide : (column + 1) * wide] = image
    canvas = Canvas(page.shape[1], page.shape[0])
    words = " ".join(entry.hanzi[:4])
    end = canvas.text(10, 4, letters.drawable(words, entry.english), 22, INK)
    canvas.text(10 + end + 12, 12, f"{entry.english} · {entry.seconds:g} s · {entry.certainty}", 14, GLOSS)
    canvas.text(10, 34, letters.shorten(f"{entry.id} · {entry.source}", 12, page.shape[1] - 20), 12, GLOSS)
    return Images.fromarray(paint(canvas, page))


def write_gestures(folder: Path, ground: Ground, names: Iterable[str] = ()) -> Iterator[Path]:
    """A PNG for each gesture (all of the table by default) in a folder, told as they are written."""
    chosen: Sequence[str] = list(names) or list(load_gestures())
    for name in chosen:
        path = folder / f"{gesture(name).id}.png"
        image = gesture_sheet(name, ground)
        with atomic(path) as temporary:
            image.save(temporary, format="PNG")
        yield path


def _with_floor(scene: Scene) -> Scene:
    reach = 40.0
    points = np.array(
        [[-reach, 0, -reach], [-reach, 0, reach], [reach, 0, reach], [reach, 0, -reach]], dtype=np.float32
    )
    up = np.tile(np.array([0, 1, 0], dtype=np.float32), (4, 1))
    plane = Primitive(points, up, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.uint32), "sheet-floor")
    return Scene(
        {**scene.materials, "sheet-floor": Material("sheet-floor", (0.93, 0.91, 0.87))},
        {**scene.meshes, "sheet-floor": Mesh("sheet-floor", (plane,))},
        (Node("sheet-floor", None, "sheet-floor"), *scene.nodes),
        scene.clips,
        scene.extras,
        scene.metres_per_chi,
    )
