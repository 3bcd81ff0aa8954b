"""The HTML of a section's page: heading, plan at the beginning, clauses, ways, plan at the end. Nothing is loaded from outside."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from layout.data import asset
from layout.evidence.model import CERTAINTIES, Certainty
from layout.measures.numerals import to_words
from layout.plan.draw.canvas import CERTAINTY_PENS
from layout.plan.draw.fonts import FAMILY, subset_font
from layout.plan.draw.furniture import CERTAINTY_NAMES
from layout.plan.draw.model import Drawing, Pen
from layout.plan.draw.svg import elements
from rite.labels import person_label

if TYPE_CHECKING:
    from rite.model import StagedSection, Step

LAYERS = {"經": "classic", "記": "record"}
SPEAKERS = {"注": "鄭玄注", "疏": "賈公彥疏", "記": "記", "按": "按", "敖": "敖繼公"}
VENUES = {
    "school": ("州序", "the school of the ward"),
    "school-xiang": ("鄉庠", "the school of the district"),
    "guest-gate": ("賓門外", "before the guest's gate"),
    "host-gate": ("主人門外", "before the host's gate"),
}


@dataclass(frozen=True)
class Plate:
    """A figure of a page: its anchor, what stands over it, the drawings side by side, and the line of each who walks."""

    id: str
    heading: str
    caption: str
    drawings: tuple[Drawing, ...]
    pens: Mapping[str, Pen]
    clauses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Neighbours:
    """The pages before and after, as (file, title), where there are any."""

    before: tuple[str, str] | None = None
    after: tuple[str, str] | None = None


def section_page(
    section: StagedSection,
    plates: Sequence[Plate],
    reading: str,
    neighbours: Neighbours = Neighbours(),
    hall: str = "xu",
) -> str:
    """The page of a section, still without its font: `with_font` puts that in. `hall` names the school (xu, xiang)."""
    opening = [p for p in plates if p.id == "beginning"]
    ways = [p for p in plates if p.id.startswith("ways")]
    closing = [p for p in plates if p.id == "end"]
    plate_of = {n: p for p in ways for n in p.clauses}
    body = [
        _nav(neighbours),
        _header(section, reading, hall),
        *(_figure(p) for p in opening),
        _heading("分節", "the clauses"),
        _key(),
        '<ol class="clauses">',
        *(_clause(n, step, plate_of.get(n)) for n, step in enumerate(section.steps, 1)),
        "</ol>",
    ]
    if ways:
        words = (
            "ways; the small number at each is that of its clause, a ring marks where it begins; "
            "two small rings are dishes 薦, a small table a meat-stand 俎, a red dot a cup"
        )
        body += [_heading("行禮圖", words), *(_figure(p) for p in ways)]
    body += [*(_figure(p) for p in closing), _footer(reading)]
    return document(f"§ {section.number} {section.title} · {section.english}", body)


def document(title: str, body: Iterable[str]) -> str:
    """A page of the given parts, with the style sheet inside."""
    css = asset("page", "sections.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="zh-Hant">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n/*font*/\n{css}</style></head>",
            "<body>",
            *(line for line in body if line),
            "</body></html>",
            "",
        ]
    )


def with_font(page: str, characters: Iterable[str]) -> str:
    """The page with a font of the given characters inside. Pages that name the same characters share one cut."""
    font = base64.b64encode(subset_font(characters, "woff2")).decode("ascii")
    face = f'@font-face{{font-family:"{FAMILY}";src:url(data:font/woff2;base64,{font}) format("woff2")}}'
    return page.replace("/*font*/", face, 1)


def clock(ms: float) -> str:
    """Minutes and seconds, with hours where there are any.

    >>> clock(63_400), clock(3_723_400)
    ('1:03', '1:02:03')
    """
    minutes, seconds = divmod(int(ms / 1000 + 0.5), 60)
    if minutes < 60:
        return f"{minutes}:{seconds:02d}"
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"


def number_words(section: int) -> str:
    """第十八節 for 18."""
    return f"第{to_words(section)}節"


def names(people: Sequence[str], at_most: int = 6) -> str:
    """漢字 of people; a long list is cut, and their number told."""
    words = [person_label(p)[0] for p in people[:at_most]]
    more = f" 等 {len(people)} 人" if len(people) > at_most else ""
    return "、".join(words) + more


def swatch(pen: Pen, wide: float = 9.0) -> str:
    """A short line as drawn on the plan."""
    dash = f' stroke-dasharray="{" ".join(f"{d:g}" for d in pen.dash)}"' if pen.dash else ""
    line = f'<path d="M0 1H{wide:g}" stroke="{pen.colour}" stroke-width="{pen.width * 1.6:.2f}"{dash}/>'
    return f'<svg width="{wide:g}mm" height="2mm" viewBox="0 0 {wide:g} 2">{line}</svg>'


def certainty(grade: Certainty, english: bool = False) -> str:
    """The mark of a degree of certainty: its line as on the plans, and its name."""
    chinese, words = CERTAINTY_NAMES[grade]
    return f'<span class="sure">{swatch(CERTAINTY_PENS[grade], 6.0)}{chinese}{f" {words}" if english else ""}</span>'


def _nav(neighbours: Neighbours) -> str:
    def link(to: tuple[str, str] | None, before: str, after: str) -> str:
        return f'<a href="{escape(to[0])}">{before}{escape(to[1])}{after}</a>' if to else "<span></span>"

    middle = '<a href="index.html">鄉射禮三十七節</a>'
    return f"<nav>{link(neighbours.before, '← ', '')}{middle}{link(neighbours.after, '', ' →')}</nav>"


def venue_words(venue: str, hall: str) -> tuple[str, str]:
    """漢字 and English of a place; the school is named by its hall: 州序, or 鄉庠 when it has a chamber."""
    return VENUES.get(f"{venue}-{hall}") or VENUES.get(venue) or (venue, "")


def _header(section: StagedSection, reading: str, hall: str) -> str:
    acting = sorted({who for step in section.steps for who in step.who})
    where = dict.fromkeys((section.venue, *(venue for _, venue in section.cuts)))
    place = "；".join(" ".join(venue_words(v, hall)) for v in where)
    layers = [sum(step.layer == layer for step in section.steps) for layer in LAYERS]
    counted = f"經 {layers[0]} 句" + (f"，記 {layers[1]} 句" if layers[1] else "")
    facts = [
        ("地 place", place, ""),
        ("時 lasts", clock(section.duration), ""),
        ("文 clauses", counted, ""),
        ("說 reading", escape(reading), ""),
        ("人 acting", escape(names(acting, 60)), ' class="wide"'),
    ]
    rows = "".join(f"<dt>{name}</dt><dd{kind}>{value}</dd>" for name, value, kind in facts)
    return (
        f'<header><div class="number">儀禮 · 鄉射禮 · {number_words(section.number)} § {section.number}</div>'
        f"<h1>{escape(section.title)}</h1><p>{escape(section.english)}</p>"
        f'<dl class="facts">{rows}</dl></header>'
    )


def _heading(chinese: str, english: str) -> str:
    return f"<h2>{chinese}<span>{english}</span></h2>"


def _key() -> str:
    return f'<div class="key">{"".join(certainty(grade, True) for grade in CERTAINTIES)}</div>'


def _said(move: str) -> str:
    """A direction as the score has it: a facing is an act by itself (西面, not 面 西面)."""
    return re.sub(r"面 (?=[東西南北]+面)", "", move)


def _clause(number: int, step: Step, plate: Plate | None) -> str:
    kind = LAYERS.get(step.layer, "record")
    layer = '<span class="layer">記</span>' if kind == "record" else ""
    notes = "".join(
        f'<p class="notes"><i>{escape(SPEAKERS.get(speaker, speaker))}</i>{escape(text)}</p>'
        for speaker, text in step.notes
    )
    moves = f'<p class="moves">{escape(" ‖ ".join(_said(m) for m in step.moves))}</p>' if step.moves else ""
    link = f' <a href="#{plate.id}">{plate.heading}</a>' if plate else ""
    side = [f"<div><time>{clock(step.start)}–{clock(step.end)}</time>{link}</div>"]
    if step.who:
        side.append(f"<div>{escape(names(step.who))}</div>")
    if step.certainty != "stated":
        side.append(f"<div>{certainty(step.certainty)}</div>")
    return (
        f'<li id="clause-{number}" class="{kind}"><div class="n">{number}{swatch(CERTAINTY_PENS[step.certainty], 5.0)}</div><div>'
        f'<div class="classic">{layer}{escape(step.text)}</div><p class="gloss">{escape(step.gloss)}</p>{notes}{moves}</div>'
        f'<div class="side">{"".join(side)}</div></li>'
    )


def _figure(plate: Plate) -> str:
    who = "".join(f'<span class="who">{swatch(pen)}{person_label(p)[0]}</span>' for p, pen in plate.pens.items())
    pictures = "".join(inline(d) for d in plate.drawings)
    return (
        f'<figure id="{plate.id}"><figcaption><b>{plate.heading}</b><span class="when">{plate.caption}</span>{who}</figcaption>'
        f"<div>{pictures}</div></figure>"
    )


def inline(drawing: Drawing) -> str:
    """A drawing as an element of the page, as wide as it is on paper."""
    w, h = f"{drawing.width:.2f}", f"{drawing.height:.2f}"
    label = escape(drawing.title, quote=True)
    head = f'<svg role="img" aria-label="{label}" style="width:{w}mm" viewBox="0 0 {w} {h}">'
    # A hundredth of a millimetre is finer than any printer.
    return head + re.sub(r"(\d\.\d\d)\d+", r"\1", "".join(elements(drawing.items))) + "</svg>"


def _footer(reading: str) -> str:
    return f"<footer>射宮 shegong · 《儀禮·鄉射禮》 · {escape(reading)}</footer>"
