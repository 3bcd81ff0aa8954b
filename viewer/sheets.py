"""Contact sheets: every object, or every gesture, by itself on white with its 漢字, id, measure and scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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

CARD = (360, 400)
COLUMNS = 5
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
    from PIL import Image as Images

    from viewer.offscreen import Studio, bounds, still
    from viewer.presets import fit

    scene = still(exhibit.nodes, exhibit.meshes, exhibit.materials)
    picture = (size[0], size[1] - 92)
    with Studio(scene) as studio:
        low, high = bounds(studio.packed, studio.world(), skip="floor")
        camera = fit(low, high, picture[0] / picture[1])
        image = studio.shoot(camera, size=picture, light="studio", backdrop=(1.0, 1.0, 1.0))
    page = np.full((size[1], size[0], 3), 255, np.uint8)
    page[: picture[1]] = image
    canvas = Canvas(*size)
    extent = np.asarray(high - low)
    y = picture[1] + 8.0
    wide = canvas.text(14, y, letters.drawable(exhibit.label, exhibit.label_en), 22, INK)
    canvas.text(14 + wide + 10, y + 8, letters.shorten(exhibit.label_en, 14, size[0] - wide - 40), 14, GLOSS)
    canvas.text(14, y + 34, exhibit.id, 12, GLOSS)
    canvas.text(14, y + 52, f"{measure(extent)}{'  ' + exhibit.note if exhibit.note else ''}", 12, INK)
    step, words = scale_step(float(extent.max()))
    pixels = step / (2 * camera.half_height * camera.distance) * picture[1]
    canvas.rect(size[0] - 16 - pixels, picture[1] - 16, pixels, 2, INK)
    for x in (size[0] - 16 - pixels, size[0] - 18):
        canvas.rect(x, picture[1] - 20, 2, 6, INK)
    canvas.text(size[0] - 16, picture[1] - 38, words, 11, GLOSS, "right")
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
    """Cards side by side on one page."""
    from PIL import Image as Images

    columns = max(1, min(columns, len(images)))
    rows = -(-len(images) // columns)
    wide, high = images[0].size
    page = Images.new("RGB", (wide * columns, high * rows), "white")
    for n, image in enumerate(images):
        page.paste(image, (n % columns * wide, n // columns * high))
    return page


def write_sheets(
    folder: Path,
    groups: Iterable[tuple[str, Sequence[Exhibit]]],
    tick: Callable[[str], None] | None = None,
    separate: bool = False,
) -> list[Path]:
    """One PNG a group in `folder` (and one a thing when `separate`); returns the paths."""
    out: list[Path] = []
    for name, exhibits in groups:
        images = []
        for exhibit in exhibits:
            images.append(card(exhibit))
            if separate:
                out.append(_save(images[-1], folder / f"{exhibit.id}.png"))
            if tick:
                tick(exhibit.id)
        if images:
            out.append(_save(sheet(images), folder / f"{name}.png"))
    return out


def _save(image: Image, path: Path) -> Path:
    with atomic(path) as temporary:
        image.save(temporary, format="PNG")
    return path
