"""Contact sheets: every object, or every gesture, by itself on white with its 漢字, id, measure and scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Material, Mesh, Node
from layout.files import atomic
from viewer import text as letters
from viewer.canvas import GLOSS, INK, RULE, Canvas, paint, shade

if TYPE_CHECKING:
    from PIL.Image import Image

    from viewer.exhibits import Rehearsal

CARD = (360, 400)
COLUMNS, MOST = 5, 20
FOOT = 92
CHI = 0.231


@dataclass(frozen=True, eq=False)
class Exhibit:
    """One thing to show: its nodes with all that they need, its names, and a line of notes."""

    id: str
    label: str
    label_en: str
    nodes: Sequence[Node]
    meshes: Mapping[str, Mesh]
    materials: Mapping[str, Material]
    note: str = ""


def card(exhibit: Exhibit, size: tuple[int, int] = CARD) -> Image:
    """A card: the thing on white, its names, its extent in 尺 and metres, and a scale bar."""
    from viewer.offscreen import FLOOR, Studio, bounds, still
    from viewer.presets import close

    scene = still(exhibit.nodes, exhibit.meshes, exhibit.materials)
    points = np.concatenate([p.positions for m in exhibit.meshes.values() for p in m.primitives])
    # What hangs wide between two posts has a card of double width, and is looked at from the front.
    wide = np.ptp(points[:, 0]) > 40 * CHI
    if wide and size == CARD:
        size = (2 * CARD[0], CARD[1])
    picture = (size[0], size[1] - FOOT)
    with Studio(scene) as studio:
        low, high = bounds(studio.packed, studio.world(), skip=FLOOR)
        camera = close(points, picture[0] / picture[1], 14.0 if wide else 30.0, -16.0 if wide else -18.0)
        image = studio.shoot(camera, size=picture, light="studio", backdrop=(1.0, 1.0, 1.0))
    extent = np.asarray(high - low)
    lines = (exhibit.id, measure(extent), exhibit.note)
    per_metre = picture[1] / (2 * camera.half_height * camera.distance)
    return _page(image, size, (exhibit.label, exhibit.label_en), lines, float(extent.max()), per_metre)


def gesture_card(rehearsed: Rehearsal, size: tuple[int, int] = CARD) -> Image:
    """A card of a gesture at the moment that shows it best."""
    from viewer.gesture_sheet import LIT, turntable
    from viewer.gesture_views import views_of
    from viewer.offscreen import FLOOR, Studio, bounds, on_floor
    from viewer.presets import fit
    from viewer.quality import FINE

    start = np.array([-0.8, 0.0, 3.8]), np.array([0.8, 2.0, 5.4])
    picture = (size[0], size[1] - FOOT)
    # Only the floor is lit by the open sky here; no need to compute it anew for each.
    with Studio(on_floor(rehearsed.scene, *start), FINE, bake=False) as studio:
        at_rest = studio.world(0, rehearsed.moment)
        low, high = bounds(studio.packed, at_rest, skip=FLOOR)
        # Two are seen from the side, or one would hide the other; all from where their own sheets show them.
        pair = sum(n.extras.get("kind") == "person" for n in rehearsed.scene.nodes) > 1
        bearing = views_of(rehearsed.id, facing=pair).bearings[0]
        world = (turntable((low + high) / 2.0, bearing - LIT) @ at_rest.astype(np.float64)).astype(np.float32)
        low, high = bounds(studio.packed, world, skip=FLOOR)
        camera = fit(low, high, picture[0] / picture[1], bearing=LIT, pitch=-10.0)
        image = studio.shoot(
            camera, 0, rehearsed.moment, picture, light="studio", backdrop=(1.0, 1.0, 1.0), world=world
        )
    per_metre = picture[1] / (2 * camera.half_height * camera.distance)
    lines = (rehearsed.id, rehearsed.note, "")
    return _page(image, size, (rehearsed.label, rehearsed.label_en), lines, float((high - low).max()), per_metre)


def _page(
    image: NDArray[np.uint8],
    size: tuple[int, int],
    names: tuple[str, str],
    lines: Sequence[str],
    largest: float,
    per_metre: float,
) -> Image:
    from PIL import Image as Images

    page = np.full((size[1], size[0], 3), 255, np.uint8)
    page[: image.shape[0]] = image
    canvas = Canvas(*size)
    y = image.shape[0] + 6.0
    wide = canvas.text(14, y, letters.drawable(names[0], names[1]), 22, INK)
    room = size[0] - wide - 40
    large = next((s for s in (14, 13, 12, 11) if letters.shorten(names[1], s, room) == names[1]), 11)
    canvas.text(14 + wide + 10, y + 8, letters.shorten(names[1], large, room), large, GLOSS)
    for n, line in enumerate(lines):
        canvas.text(14, y + 32 + 17 * n, letters.shorten(line, 12, size[0] - 24), 12, GLOSS if n == 0 else INK)
    step, words = scale_step(largest)
    pixels = step * per_metre
    right, foot = size[0] - 16.0, image.shape[0] - 16.0
    canvas.rect(right - pixels, foot, pixels, 2, INK)
    for x in (right - pixels, right - 2):
        canvas.rect(x, foot - 4, 2, 6, INK)
    canvas.text(right, foot - 22, words, 11, GLOSS, "right")
    canvas.rect(0, size[1] - 1, size[0], 1, (*RULE[:3], 0.25))
    canvas.rect(size[0] - 1, 0, 1, size[1], shade("#2A211C", 0.08))
    return Images.fromarray(paint(canvas, page))


def measure(extent: NDArray[np.floating], chi: float = CHI) -> str:
    """Width × height × depth in 尺, the largest in metres as well."""
    numbers = " × ".join(f"{v / chi:.2f}".rstrip("0").rstrip(".") for v in extent)
    return f"{numbers} 尺 ({extent.max():.2f} m)"


def scale_step(largest: float, chi: float = CHI) -> tuple[float, str]:
    """Length of a scale bar in metres and what to write on it: the longest of 1 分 … 10 丈 that is under half the thing."""
    choices = (
        (100, "10 丈"),
        (50, "5 丈"),
        (10, "1 丈"),
        (5, "5 尺"),
        (1, "1 尺"),
        (0.5, "5 寸"),
        (0.1, "1 寸"),
        (0.05, "5 分"),
    )
    for length, words in choices:
        if length * chi <= max(largest * 0.5, 0.05 * chi):
            return length * chi, words
    return 0.01 * chi, "1 分"


def sheet(images: Sequence[Image], columns: int = COLUMNS) -> Image:
    """Cards side by side on one page, as many in a row as `columns` of the usual width hold."""
    from PIL import Image as Images

    most = min(columns * CARD[0], sum(image.width for image in images))
    most = max(most, *(image.width for image in images), 0)
    high = images[0].height
    places: list[tuple[int, int]] = []
    x, row = 0, 0
    for image in images:
        if x + image.width > most:
            x, row = 0, row + 1
        places.append((x, row * high))
        x += image.width
    used = max((left + image.width for (left, _), image in zip(places, images, strict=True)), default=most)
    page = Images.new("RGB", (used, high * (row + 1)), "white")
    for image, place in zip(images, places, strict=True):
        page.paste(image, place)
    return page


def write_sheets(
    folder: Path, groups: Iterable[tuple[str, Iterable[tuple[str, Callable[[], Image]]]]], separate: bool = False
) -> Iterator[Path]:
    """One PNG a group in `folder` (and one a thing when `separate`), told as they are written.

    A group is a name and what makes its cards: (id, function). Large groups go on in further sheets, -2, -3 …
    """
    for name, makers in groups:
        images: list[Image] = []
        number = 1
        for id, make in makers:
            images.append(make())
            if separate:
                yield _save(images[-1], folder / f"{id}.png")
            if len(images) == MOST:
                yield _save(sheet(images), folder / (f"{name}.png" if number == 1 else f"{name}-{number}.png"))
                images, number = [], number + 1
        if images:
            yield _save(sheet(images), folder / (f"{name}.png" if number == 1 else f"{name}-{number}.png"))


def _save(image: Image, path: Path) -> Path:
    with atomic(path) as temporary:
        image.save(temporary, format="PNG")
    return path
