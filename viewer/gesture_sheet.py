"""Sheets of gestures: each at five moments from the front and from the side, with its 漢字, English and source.

Every sheet is framed by what moves in it (viewer/gesture_frame.py). Where the body leaves its place or turns, the prints of its feet
before it moved stay on the floor, with an arrow to where it came to stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from layout.evidence.model import Ground
from layout.files import atomic
from rite.gestures import gesture, load_gestures
from viewer import text as letters
from viewer.canvas import GLOSS, INK, Canvas, paint
from viewer.gesture_floor import on_sheet_floor
from viewer.gesture_frame import LIT as LIT
from viewer.gesture_frame import TILE as TILE
from viewer.gesture_frame import Row, layout
from viewer.gesture_frame import turntable as turntable
from viewer.stout import stout

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from viewer.offscreen import Studio

HEAD = 54
BACKDROP = (0.98, 0.96, 0.93)
"""What is seen beyond the floor: of its own colour in this light, sRGB."""
RULE = (140, 128, 112)
"""Colour of the line about an enlargement."""


def gesture_sheet(name: str, ground: Ground, count: int = 0) -> Image:
    """One gesture: a row from the front, a row from the side, of `count` moments (0: five, or as many as it needs). Raises
    UnknownNameError for a gesture not in the table."""
    from PIL import Image as Images

    from viewer.offscreen import Studio
    from viewer.quality import FILM

    entry = gesture(name)
    laid = layout(name, ground, count)
    wide, times = laid.wide, laid.times
    page = np.full((HEAD + sum(row.high for row in laid.rows), wide * len(times), 3), 255, np.uint8)
    top = HEAD
    scene = on_sheet_floor(stout(laid.scene), times)
    with Studio(scene, replace(FILM, grain=2, fine=True), bake=False) as studio:
        for row in laid.rows:
            _draw(page[top : top + row.high], studio, row, times, wide)
            top += row.high
    canvas = Canvas(page.shape[1], page.shape[0])
    words = " ".join(entry.hanzi[:4])
    end = canvas.text(10, 4, letters.drawable(words, entry.english), 22, INK)
    canvas.text(10 + end + 12, 12, f"{entry.english} · {entry.seconds:g} s · {entry.certainty}", 14, GLOSS)
    canvas.text(10, 34, letters.shorten(f"{entry.id} · {entry.source}", 12, page.shape[1] - 20), 12, GLOSS)
    return Images.fromarray(paint(canvas, page))


def _draw(strip: NDArray[np.uint8], studio: Studio, row: Row, times: Sequence[int], wide: int) -> None:
    """The pictures of a row, into a strip (high, wide × moments, 3) of the sheet, with their enlargements."""
    worlds = [(row.turn @ studio.world(0, t).astype(np.float64)).astype(np.float32) for t in times]
    for column, (t, world) in enumerate(zip(times, worlds, strict=True)):
        picture = strip[:, column * wide : (column + 1) * wide]
        picture[:] = studio.shoot(
            row.camera, 0, t, size=(wide, row.high), light="studio", backdrop=BACKDROP, world=world
        )
        # The lowest row of a picture bears ink of what lies outside it.
        picture[-1] = picture[-2]
        if row.near:
            _frame(picture)
    for column, (box, camera) in enumerate(zip(row.boxes, row.nearer, strict=True)):
        image = studio.shoot(
            camera, 0, times[column], (box.wide, box.high), light="studio", backdrop=BACKDROP, world=worlds[column]
        )
        _frame(image)
        left = column * wide + box.left
        strip[box.top : box.top + box.high, left : left + box.wide] = image


def _frame(picture: NDArray[np.uint8]) -> None:
    """A line about a picture (high, wide, 3) that shows a part enlarged."""
    for edge in (picture[:2], picture[-2:], picture[:, :2], picture[:, -2:]):
        edge[:] = RULE


def write_gestures(folder: Path, ground: Ground, names: Iterable[str] = ()) -> Iterator[Path]:
    """A PNG for each gesture (all of the table by default) in a folder, told as they are written."""
    chosen: Sequence[str] = list(names) or list(load_gestures())
    for name in chosen:
        path = folder / f"{gesture(name).id}.png"
        image = gesture_sheet(name, ground)
        with atomic(path) as temporary:
            image.save(temporary, format="PNG")
        yield path
