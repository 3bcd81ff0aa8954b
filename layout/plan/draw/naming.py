"""Names of places and things on a plan, arrowheads of places, and the rows that the key must tell."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from layout.plan.draw.canvas import Canvas
from layout.plan.draw.fonts import text_width
from layout.plan.draw.model import INK
from layout.plan.draw.sheet import Sheet
from layout.plan.model import Footprint, Place, Plan

TRIES = 6
"""How often the names of places change their turns until all of them find room."""


def labelled(plan: Plan) -> list[Place]:
    """The places that get a name: one for each point, the first of the data; ends of mats are left to their mats."""
    seen: set[tuple[float, float]] = set()
    found: list[Place] = []
    mats = {t.id for t in plan.footprints.values() if t.kind == "mat"}
    for place in plan.places.values():
        point = (round(float(place.x), 1), round(float(place.y), 1))
        if not place.drawn or place.venue != "school" or point in seen or any(place.id.startswith(m) for m in mats):
            continue
        seen.add(point)
        found.append(place)
    return found


def draw_pointers(
    sheet: Sheet, places: Sequence[Place], extent: tuple[float, float, float, float], size: float = 1.2
) -> None:
    """An arrowhead for every place, and lighter ones for those who follow in a row of the company."""
    c = sheet.canvas
    for place in places:
        facing = None if place.facing is None else float(place.facing)
        for x, y in reversed(place.spots()[1:]):
            if extent[0] <= x <= extent[2] and extent[1] <= y <= extent[3]:
                c.pointer(x, y, facing, place.certainty, size * 0.62)
        c.pointer(float(place.x), float(place.y), facing, place.certainty, size, place.id)
    for place in places:
        name_rest(c, place, extent)


def name_rest(c: Canvas, place: Place, extent: tuple[float, float, float, float]) -> None:
    """How many of a row stand beyond the edge of the drawing, written where the row leaves it: … +12."""
    west, south, east, north = extent
    beyond = [(x, y) for x, y in place.spots()[1:] if not (west <= x <= east and south <= y <= north)]
    if beyond:
        x, y = (sum(values) / len(beyond) for values in zip(*beyond, strict=True))
        c.name(min(max(x, west), east), min(max(y, south), north), [(f"… +{len(beyond)}", 2.2, INK)], "places", 0.6)


def write_names(sheet: Sheet, things: Sequence[Footprint], size: float) -> list[tuple[str, str]]:
    """The names of things: inside them where they fit, else beside; returns rows for the key.

    In two languages the English goes along only where it fits inside, otherwise it stands in the key. In English a name that finds
    no room close by is a letter, explained in the key.
    """
    c = sheet.canvas
    rows: list[tuple[str, str]] = []
    letters = iter(ascii_lowercase)
    width_of_letter = text_width("m", size)
    for thing in things:
        west, south, east, north = (float(v) for v in thing.bounds)
        (ax, ay), (bx, by) = c.view(west, north), c.view(east, south)
        lines = sheet.names(thing.name, thing.name_en, size)
        wide, high = bx - ax, by - ay
        half = (wide / 2, high / 2)
        if thing.kind == "mat":
            # Inside its border.
            border = 2 * (0.3 + 0.35 * (thing.layers - 1)) * c.view.mm
            wide, high = wide - border, high - border
        if thing.kind == "gate":
            # On either side of the line of its door leaves.
            high /= 2
            by = ay + high
        width, height = extent_of(lines)
        if (width > wide - 0.8 or height > high - 0.4) and sheet.request.labels == "both":
            rows.append((thing.name, thing.name_en))
            lines = lines[:1]
            width, height = extent_of(lines)
        # A wall is too dark to bear its name; the stand is full of its jars.
        bears = thing.kind != "wall" and thing.id != "wine-stand"
        if bears and width < wide - 0.6 and height < high - 0.2:
            base = (ay + by) / 2 - height / 2
            for text, s, colour in lines:
                base += s * 1.12
                c.write(((ax + bx) / 2, base - s * 0.24), text, s, "middle", colour, "names", 0, True)
        elif high > 3 * wide and high > 12 and (width < high - 2 or not lines[0][0].isascii()):
            stack(c, ax - 1.9 if thing.x > 0 else bx + 1.9, (ay + wide + 0.7, by - wide - 0.7), lines[0][0], size)
        elif thing.kind == "target":
            c.name((float(thing.x) + east) / 2, south, lines, "names", 0.8, thing.id, "below")
        else:
            x, y = float(thing.x), float(thing.y)
            english = sheet.request.labels == "en"
            if not c.name(x, y, lines, "names", 0.8, thing.id, half=half, beside=english) and english:
                mark = next(letters)
                rows.append((mark, thing.name_en))
                if width_of_letter < wide and lines[0][1] * 0.8 < high and bears:
                    c.write(((ax + bx) / 2, (ay + by) / 2 + 0.3 * size), mark, size, "middle", INK, "names", 0, True)
                else:
                    c.name(x, y, [(mark, size, INK)], "names", 0.6, thing.id, half=half)
    return rows


def extent_of(lines: Sequence[tuple[str, float, str]]) -> tuple[float, float]:
    """Width and height of the lines of a name."""
    return max(text_width(t, s) for t, s, _ in lines), sum(s for _, s, _ in lines) * 1.12


def stack(c: Canvas, x: float, ends: tuple[float, float], text: str, size: float) -> None:
    """A name along an upright thing, where there is most room between its ends: 漢字 one below the other, else turned.

    A name that is longer than the thing is set smaller.
    """
    length = text_width(text, size) if text.isascii() else len(text) * size * 1.1
    if length > ends[1] - ends[0]:
        size, length = size * (ends[1] - ends[0]) / length, ends[1] - ends[0]
    spare = max(0.0, ends[1] - ends[0] - length)

    def cost(part: float) -> float:
        middle = ends[0] + length / 2 + spare * part
        box = (x - size / 2, middle - length / 2 - 0.6, x + size / 2, middle + length / 2 + 0.6)
        return c.labels.crowding(box) + abs(part - 0.28)

    y = ends[0] + length / 2 + spare * min((n / 24 for n in range(25)), key=cost)
    if text.isascii():
        c.write((x + size * 0.35, y), text, size, "middle", INK, "names", 90, True)
        return
    top = y - length / 2
    for n, sign in enumerate(text):
        c.write((x, top + (n + 0.85) * size * 1.1), sign, size, "middle", INK, "names", 0, True)


def name_places(sheet: Sheet, places: Sequence[Place], size: float = 2.0) -> list[tuple[str, str]]:
    """Names of places beside their marks (numbers where names are to be in English), and the rows of the key.

    The key explains the names in English; where names are in 漢字 alone it gives the clause that sets each place.
    """
    english = sheet.request.labels == "en"
    marks = {place.id: str(n) if english else place.name for n, place in enumerate(places, 1)}
    order = list(places)
    c, start = sheet.canvas, sheet.canvas.mark()
    for _ in range(TRIES):
        taken = [c.name(float(p.x), float(p.y), [(marks[p.id], size, INK)], "names", 1.5, p.id) for p in order]
        if all(taken):
            break
        # Whoever found no room goes first at the next try.
        late = {p.id for p, clear in zip(order, taken, strict=True) if not clear}
        order = [p for p in order if p.id in late] + [p for p in order if p.id not in late]
        c.reset(start)
    else:
        for p in order:
            c.name(float(p.x), float(p.y), [(marks[p.id], size, INK)], "names", 1.5, p.id)
    rows: list[tuple[str, str]] = []
    for place in places:
        if sheet.request.labels != "zh":
            rows.append((marks[place.id], place.name_en))
        elif place.evidence and place.evidence[0].clause:
            rows.append((marks[place.id], place.evidence[0].clause))
    return rows
