"""A drawing as SVG: text stays text, the font travels with it."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from layout.plan.draw.fonts import FAMILY, subset_font
from layout.plan.draw.model import Circle, Drawing, Item, Pen, Text


def to_svg(drawing: Drawing, characters: Iterable[str] = ()) -> str:
    """The drawing as one self-contained SVG document, in millimetres.

    `characters` go into its font beside its own: sheets written together share one font and are written faster.
    """
    w, h = _n(drawing.width), _n(drawing.height)
    font = base64.b64encode(subset_font({*drawing.characters(), *characters}, "woff")).decode("ascii")
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">',
        f"<title>{escape(drawing.title)}</title>",
        f"<desc>{escape(drawing.subject)}</desc>" if drawing.subject else "",
        "<style>",
        f'@font-face{{font-family:"{FAMILY}";src:url(data:font/woff;base64,{font}) format("woff")}}',
        f'text{{font-family:"{FAMILY}","Noto Sans CJK TC","Source Han Sans TC","PingFang TC",serif;white-space:pre}}',
        ".halo{paint-order:stroke;stroke:#fff;stroke-width:.7;stroke-linejoin:round}",
        "</style>",
        f'<rect width="{w}" height="{h}" fill="#fff"/>',
    ]
    out += elements(drawing.items)
    out.append("</svg>")
    return "\n".join(line for line in out if line) + "\n"


def elements(items: Iterable[Item]) -> list[str]:
    """The items as SVG elements, those of one layer in a group; the page around them brings font and paper."""
    out: list[str] = []
    layer = ""
    for item in items:
        if item.layer != layer:
            if layer:
                out.append("</g>")
            layer = item.layer
            out.append(f"<g class={quoteattr(layer)}>")
        out.append(_element(item))
    if layer:
        out.append("</g>")
    return out


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


def _pen(pen: Pen | None) -> str:
    if pen is None:
        return ""
    dash = f' stroke-dasharray="{" ".join(_n(d) for d in pen.dash)}"' if pen.dash else ""
    return f' stroke="{pen.colour}" stroke-width="{_n(pen.width)}"{dash} stroke-linejoin="round"'


def _element(item: Item) -> str:
    name = f" data-id={quoteattr(item.id)}" if item.id else ""
    if isinstance(item, Text):
        turn = f' transform="rotate({_n(-item.angle)} {_n(item.x)} {_n(item.y)})"' if item.angle else ""
        anchor = f' text-anchor="{item.anchor}"' if item.anchor != "start" else ""
        halo = ' class="halo"' if item.halo else ""
        at = f'x="{_n(item.x)}" y="{_n(item.y)}" font-size="{_n(item.size)}" fill="{item.colour}"'
        return f"<text {at}{anchor}{turn}{halo}{name}>{escape(item.text)}</text>"
    fill = item.fill or "none"
    if isinstance(item, Circle):
        return f'<circle cx="{_n(item.x)}" cy="{_n(item.y)}" r="{_n(item.r)}" fill="{fill}"{_pen(item.pen)}{name}/>'
    rings = (item.points, *item.holes)
    d = "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ring) + ("Z" if item.closed else "") for ring in rings)
    rule = ' fill-rule="evenodd"' if item.holes else ""
    return f'<path d="{d}" fill="{fill}"{rule}{_pen(item.pen)}{name}/>'
