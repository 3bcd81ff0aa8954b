"""A drawing as PDF with its font embedded, and as a picture made from that PDF."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from layout.errors import InputError
from layout.plan.draw.fonts import FAMILY, subset_font, text_width
from layout.plan.draw.model import Circle, Drawing, Path, Pen, Text

if TYPE_CHECKING:
    from PIL.Image import Image

POINTS_PER_MM = 72 / 25.4
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""A drawing has no time of its own: the same plan gives the same bytes. Its date stands in the title block."""


def to_pdf(*drawings: Drawing, characters: Iterable[str] = ()) -> bytes:
    """Drawings as the pages of a PDF, in true size. InputError where fpdf2 is not installed."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise InputError("a PDF needs fpdf2: pip install 'shegong[pdf]'") from None
    pdf: Any = FPDF(unit="mm", format=(drawings[0].width, drawings[0].height))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.set_creation_date(EPOCH)
    pdf.set_title(drawings[0].title)
    pdf.set_subject(drawings[0].subject)
    pdf.set_creator("shegong")
    pdf.set_producer("shegong")
    with tempfile.TemporaryDirectory() as folder:
        font = FilePath(folder) / "sheet.otf"
        font.write_bytes(subset_font({*characters, *(c for d in drawings for c in d.characters())}))
        pdf.add_font(FAMILY, fname=str(font))
    for drawing in drawings:
        pdf.add_page(format=(drawing.width, drawing.height))
        _draw(pdf, drawing)
    return bytes(pdf.output())


def to_image(drawing: Drawing, dpi: float = 150, characters: Iterable[str] = ()) -> Image:
    """The drawing as a picture of so many dots to the inch. InputError where pypdfium2 is not installed."""
    try:
        import pypdfium2  # type: ignore[import-untyped]
    except ImportError:
        raise InputError("a PNG needs pypdfium2: pip install 'shegong[pdf]'") from None
    with pypdfium2.PdfDocument(to_pdf(drawing, characters=characters)) as document:
        image: Image = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    return image


def _draw(pdf: Any, drawing: Drawing) -> None:
    height = drawing.height * POINTS_PER_MM
    pen: Pen | None = None
    for item in drawing.items:
        if isinstance(item, Text):
            _text(pdf, item)
            continue
        if item.pen is not None and item.pen != pen:
            pen = item.pen
            pdf.set_line_width(pen.width)
            pdf.set_draw_color(pen.colour)
            _dash(pdf, pen)
        style = ("F" if item.fill else "") + ("S" if item.pen else "")
        if not style:
            continue
        if item.fill:
            pdf.set_fill_color(item.fill)
        if isinstance(item, Circle):
            pdf._out(_circle(item, height) + {"FS": " B", "F": " f", "S": " S"}[style])
        else:
            pdf._out(_path(item, height) + _paint(item, style))


def _paint(item: Path, style: str) -> str:
    even = "*" if item.holes else ""
    return {"FS": f" B{even}", "F": f" f{even}", "S": " S"}[style]


def _dash(pdf: Any, pen: Pen) -> None:
    marks = " ".join(f"{d * POINTS_PER_MM:.3f}" for d in pen.dash)
    pdf._out(f"[{marks}] 0 d 1 j")


def _point(x: float, y: float, height: float) -> str:
    return f"{x * POINTS_PER_MM:.3f} {height - y * POINTS_PER_MM:.3f}"


def _path(item: Path, height: float) -> str:
    parts = []
    for ring in (item.points, *item.holes):
        parts.append(f"{_point(*ring[0], height)} m")
        parts += [f"{_point(*p, height)} l" for p in ring[1:]]
        if item.closed:
            parts.append("h")
    return " ".join(parts)


def _circle(item: Circle, height: float) -> str:
    k = 4 / 3 * (math.sqrt(2) - 1) * item.r
    x, y, r = item.x, item.y, item.r
    parts = [f"{_point(x + r, y, height)} m"]
    corners = (
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    )
    parts += [" ".join(_point(*p, height) for p in curve) + " c" for curve in corners]
    return " ".join(parts) + " h"


def _text(pdf: Any, item: Text) -> None:
    width = text_width(item.text, item.size)
    back = {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
    pdf.set_font(FAMILY, size=item.size * POINTS_PER_MM)
    a = math.radians(item.angle)
    x, y = item.x - back * math.cos(a), item.y + back * math.sin(a)
    if item.halo:
        # White letters a little fatter behind: what the outline of a halo does in SVG.
        with pdf.local_context(
            text_mode="STROKE", line_width=0.7, draw_color="#FFFFFF", dash_pattern={"dash": 0, "gap": 0, "phase": 0}
        ):
            _put(pdf, item, x, y)
    pdf.set_text_color(item.colour)
    _put(pdf, item, x, y)


def _put(pdf: Any, item: Text, x: float, y: float) -> None:
    if item.angle:
        with pdf.rotation(item.angle, x, y):
            pdf.text(x, y, item.text)
    else:
        pdf.text(x, y, item.text)
