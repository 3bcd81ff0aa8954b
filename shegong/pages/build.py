"""From the staged rite to a folder of pages: one a section, and an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from layout.files import atomic
from layout.plan.draw.sheet import Request
from shegong.moments import moment_of
from shegong.pages.html import (
    Neighbours,
    Plate,
    clock,
    document,
    names,
    number_words,
    section_page,
    venue_words,
    with_font,
)
from shegong.pages.maps import draw_moment, draw_ways, pens_of
from shegong.pages.served import served_at
from shegong.pages.walks import parts_of, walks_of

if TYPE_CHECKING:
    from layout.plan.model import Plan
    from rite.model import Rite, StagedSection


def write_pages(plan: Plan, rite: Rite, folder: Path, labels: str = "both", reading: str = "") -> Iterator[Path]:
    """Write the page of every staged section, and index.html, into a folder; yields each path when it is there.

    Every page stands by itself: style, font and drawings are inside. The same rite gives the same bytes.
    """
    named = reading or rite.reading
    files = {s.number: file_name(s) for s in rite.sections}
    hall = plan.ground.options.get("hall", "xu")
    pages: dict[str, str] = {}
    for n, section in enumerate(rite.sections):
        around = Neighbours(*(_neighbour(rite.sections, n + step, files) for step in (-1, 1)))
        plates = plates_of(plan, rite, section, labels)
        pages[files[section.number]] = section_page(section, plates, named, around, hall)
    pages["index.html"] = index_page(rite, files, named, hall)
    # One font for all, cut once: it is small beside the drawings, and cutting takes a second.
    characters = {c for page in pages.values() for c in page if c.isprintable()}
    for name, page in pages.items():
        path = folder / name
        with atomic(path) as temporary:
            temporary.write_text(with_font(page, characters), encoding="utf-8")
        yield path


def file_name(section: StagedSection) -> str:
    """section-07.html for the seventh."""
    return f"section-{section.number:02d}.html"


def plates_of(plan: Plan, rite: Rite, section: StagedSection, labels: str = "both") -> list[Plate]:
    """The figures of a section: everybody at its beginning, the ways in parts, everybody at its end."""
    request = Request(labels)
    plates = [_moment_plate(plan, rite, section, request, "beginning", "始", 0)]
    parts = parts_of(walks_of(section))
    for n, part in enumerate(parts, 1):
        at = min(part.end, section.duration)
        moment, served = moment_of(rite, section.number, at, plan), served_at(section, plan, at)
        drawings = draw_ways(plan, request, part.walks, moment, f"ways-{n}", served)
        clauses = f"{part.first}–{part.last}" if part.last > part.first else f"{part.first}"
        caption = f"clauses {clauses}, {clock(part.start)}–{clock(part.end)}"
        numbers = tuple(sorted({w.clause for w in part.walks}))
        plates.append(Plate(f"ways-{n}", f"圖 {n}", caption, tuple(drawings), pens_of(part.walks), numbers))
    plates.append(_moment_plate(plan, rite, section, request, "end", "終", section.duration))
    return plates


def _moment_plate(
    plan: Plan, rite: Rite, section: StagedSection, request: Request, name: str, word: str, t: int
) -> Plate:
    drawings = draw_moment(plan, request, moment_of(rite, section.number, t, plan), name, served_at(section, plan, t))
    caption = f"who stands where at the {name}, {clock(t)}"
    return Plate(name, word, caption, tuple(drawings), {})


def _neighbour(sections: Sequence[StagedSection], n: int, files: dict[int, str]) -> tuple[str, str] | None:
    if not 0 <= n < len(sections):
        return None
    return files[sections[n].number], f"{sections[n].number} {sections[n].title}"


def index_rows(rite: Rite, hall: str = "xu") -> list[tuple[str, ...]]:
    """Number, 漢字, English, place, beginning, length, clauses of every section."""
    rows: list[tuple[str, ...]] = []
    start = 0
    for s in rite.sections:
        place = venue_words(s.venue, hall)[0]
        rows.append((str(s.number), s.title, s.english, place, clock(start), clock(s.duration), str(len(s.steps))))
        start += s.duration
    return rows


def index_page(rite: Rite, files: dict[int, str], reading: str, hall: str = "xu") -> str:
    """The list of all pages."""
    body = [
        '<header><div class="number">儀禮 · 鄉射禮</div><h1>鄉射禮分節</h1>'
        "<p>The district archery rite, section by section</p></header>",
        "<table><tr><th class=figure>節</th><th>題</th><th></th><th>地 place</th>"
        "<th class=figure>始 begins</th><th class=figure>時 lasts</th><th class=figure>句 clauses</th></tr>",
    ]
    for number, title, english, place, start, lasts, clauses in index_rows(rite, hall):
        link = f'<a href="{files[int(number)]}">{escape(title)}</a>'
        cells = f"<td class=figure>{number}</td><td class=title>{link}</td><td>{escape(english)}</td><td>{place}</td>"
        figures = "".join(f"<td class=figure>{v}</td>" for v in (start, lasts, clauses))
        body.append(f"<tr>{cells}{figures}</tr>")
    body += ["</table>", f"<footer>射宮 shegong · {escape(reading)} · h:min:s</footer>"]
    return document("鄉射禮分節 · the district archery rite, section by section", body)


__all__ = ["file_name", "index_page", "index_rows", "names", "number_words", "plates_of", "write_pages"]
