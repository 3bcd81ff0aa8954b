"""The sheets and what they are written to: read back by other programs, and looked at for what must not be."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise

import pytest

from layout.errors import UnknownNameError
from layout.evidence.schema import load_rules
from layout.plan import Plan
from layout.plan.draw import SHEETS, Drawing, Request, draw
from layout.plan.draw.canvas import plain
from layout.plan.draw.fonts import text_width
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import Circle, Path, Text, View
from layout.plan.draw.moment import Figure, Moment, moment_sheet
from layout.plan.draw.svg import to_svg
from layout.plan.geojson import to_geojson

PlanMaker = Callable[..., Plan]


@pytest.fixture(scope="module")
def sheets(plan: Plan) -> Callable[[str, str], Drawing]:
    @lru_cache(maxsize=32)
    def make(name: str, labels: str = "both") -> Drawing:
        return draw(plan, name, Request(labels, "2026-01-01", "州序"))

    return make


def boxes(drawing: Drawing) -> list[tuple[float, float, float, float, str]]:
    """Left, top, right and bottom of the ink of every line of text, upright or turned by a quarter."""
    found = []
    for item in drawing.items:
        if isinstance(item, Text):
            width = text_width(item.text, item.size)
            back = {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
            up, down = item.size * 0.75, item.size * 0.05
            if item.angle == 90:
                box = (item.x - up, item.y + back - width, item.x + down, item.y + back)
            else:
                box = (item.x - back, item.y - up, item.x - back + width, item.y + down)
            found.append((*box, item.text))
    return found


PEOPLED = ("range", "hall-and-court", "hall-floor")
"""The sheets on which the company has its places; the others are the same for any number of pairs."""


def crossed(path: Path, box: tuple[float, float, float, float, str], rim: float = 0.2) -> bool:
    """Whether a straight line runs through a text."""
    (ax, ay), (bx, by) = path.points
    low, high = 0.0, 1.0
    for start, step, least, most in (
        (ax, bx - ax, box[0] + rim, box[2] - rim),
        (ay, by - ay, box[1] + rim, box[3] - rim),
    ):
        if abs(step) < 1e-9:
            if not least < start < most:
                return False
            continue
        ends = sorted(((least - start) / step, (most - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


@pytest.mark.parametrize("pairs", [3, 40, 200])
@pytest.mark.parametrize("reading", sorted(load_rules().readings))
def test_texts_stay_apart_and_on_the_paper(plan_of: PlanMaker, reading: str, pairs: int) -> None:
    """No name, number or note runs over another, on any sheet, in any language, for few people and many; and what ties a name to
    its place runs through no other name, and through no text of a dimension."""
    plan = plan_of(reading=reading, pairs=pairs)
    # More pairs are more marks, not other words: where hundreds stand the longest names prove it.
    languages = {3: ("zh", "both", "en"), 40: ("zh", "en"), 200: ("both",)}[pairs]
    for name in SHEETS if pairs == 3 else PEOPLED:
        for labels in languages:
            drawing = draw(plan, name, Request(labels, "2026-01-01", reading))
            found = sorted(boxes(drawing))
            for left, top, right, bottom, text in found:
                inside = left > 8 and right < drawing.width - 8 and top > 8 and bottom < drawing.height - 8
                assert inside, (name, labels, text)
            for n, a in enumerate(found):
                for b in found[n + 1 :]:
                    if b[0] >= a[2] - 0.2:
                        break
                    apart = a[1] >= b[3] - 0.2 or b[1] >= a[3] - 0.2
                    assert apart, (name, labels, a[4], b[4])
            for item in drawing.items:
                if isinstance(item, Path) and item.layer == "leaders":
                    assert not [b[4] for b in found if crossed(item, b)], (name, labels, item.id)


@pytest.mark.parametrize("labels", ["zh", "both", "en"])
@pytest.mark.parametrize("name", PEOPLED)
def test_names_keep_off_lines(sheets: Callable[[str, str], Drawing], name: str, labels: str) -> None:
    """No name is crossed by a dimension line, by the steps, or by the edge of the hall."""
    drawing = sheets(name, labels)
    found = boxes(drawing)
    for item in drawing.items:
        strong = isinstance(item, Path) and (item.layer == "dimensions" or item.id.startswith(("stairs", "platform")))
        if not strong:
            continue
        points = [*item.points, item.points[0]] if item.closed else item.points
        for (ax, ay), (bx, by) in pairwise(points):
            if min(abs(ax - bx), abs(ay - by)) > 0.05:
                continue
            for left, top, right, bottom, text in found:
                across = min(ax, bx) < right - 0.15 and max(ax, bx) > left + 0.15
                assert not (across and min(ay, by) < bottom - 0.15 and max(ay, by) > top + 0.15), text


@pytest.mark.parametrize("name", list(SHEETS))
def test_sheet_is_complete(sheets: Callable[[str, str], Drawing], name: str) -> None:
    drawing = sheets(name, "both")
    texts = {i.text for i in drawing.items if isinstance(i, Text)}
    assert {"2026-01-01", "1 尺 = 23.1 cm", "州序"} <= texts
    assert any(t.startswith("1 : ") for t in texts)
    assert any(t.endswith(" 步") for t in texts)
    assert any(t.endswith(" m") for t in texts)
    layers = {i.layer for i in drawing.items}
    assert {"frame", "title", "scale"} <= layers


def test_svg_is_text_with_its_font(sheets: Callable[[str, str], Drawing]) -> None:
    svg = to_svg(sheets("hall-floor", "both"))
    root = ET.fromstring(svg)
    assert root.get("width") == "420mm"
    texts = ["".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "賓席" in texts
    assert "guest's mat" in texts
    assert "@font-face" in svg
    assert svg == to_svg(sheets("hall-floor", "both"))
    data_ids = {e.get("data-id") for e in root.iter()}
    assert {"guest-mat", "pillar-west", "mark-upper-stand"} <= data_ids


def test_languages(plan: Plan) -> None:
    chinese = draw(plan, "hall-floor", Request("zh"))
    words = {i.text for i in chinese.items if isinstance(i, Text) and i.layer in ("names", "key", "legend")}
    assert not any(w.isascii() and w.isalpha() for w in words)
    english = draw(plan, "hall-floor", Request("en"))
    names = {i.text for i in english.items if isinstance(i, Text) and i.layer in ("names", "key")}
    assert "guest's mat" in names
    assert not any("\u4e00" <= c <= "\u9fff" for n in names for c in n)


def test_sheet_is_to_scale(plan: Plan, sheets: Callable[[str, str], Drawing]) -> None:
    drawing = sheets("range", "both")
    mat = next(i for i in drawing.items if isinstance(i, Path) and i.id == "target")
    xs = [p[0] for p in mat.points]
    scale = next(i.text for i in drawing.items if isinstance(i, Text) and i.text.startswith("1 : "))
    paper = max(xs) - min(xs)
    assert paper == pytest.approx(40 * 0.231 * 1000 / int(scale[4:]), abs=0.01)


def test_font_has_every_character(plan: Plan, sheets: Callable[[str, str], Drawing]) -> None:
    from fontTools.ttLib import TTFont

    from layout.plan.draw.fonts import FACE, font_path

    known = TTFont(font_path(), fontNumber=FACE, lazy=True).getBestCmap()
    for name in SHEETS:
        assert {c for c in sheets(name, "both").characters() if ord(c) not in known} == set()


def test_unknown_sheet(plan: Plan) -> None:
    with pytest.raises(UnknownNameError, match="hall-floor"):
        draw(plan, "hall-flor")


def test_pdf_and_picture(sheets: Callable[[str, str], Drawing]) -> None:
    pytest.importorskip("fpdf")
    pdfium = pytest.importorskip("pypdfium2")
    from layout.plan.draw.pdf import to_image, to_pdf

    # In English few characters have to be cut from the font.
    drawing, other = sheets("section", "en"), sheets("range", "en")
    data = to_pdf(drawing, other)
    assert data == to_pdf(drawing, other)
    document = pdfium.PdfDocument(data)
    assert len(document) == 2
    assert [round(v * 25.4 / 72) for v in document[0].get_size()] == [420, 297]
    assert [round(v * 25.4 / 72) for v in document[1].get_size()] == [297, 420]
    text = document[0].get_textpage().get_text_range()
    assert "縱剖圖" in text
    image = to_image(drawing, 60, other.characters())
    assert abs(image.width - 992) <= 1
    assert abs(image.height - 702) <= 1
    ink = sum(image.convert("L").histogram()[:128])
    assert 2_000 < ink < 150_000


def test_dxf_is_in_metres(plan: Plan, sheets: Callable[[str, str], Drawing]) -> None:
    ezdxf = pytest.importorskip("ezdxf")
    from layout.plan.draw.dxf import to_dxf

    text = to_dxf(sheets("range", "both"))
    document = ezdxf.read(io.StringIO(text))
    assert document.header["$INSUNITS"] == 6
    assert not document.audit().errors
    lines = {}
    for line in document.modelspace().query("LWPOLYLINE"):
        if line.has_xdata("SHEGONG"):
            lines[line.get_xdata("SHEGONG")[0].value] = line
    target = lines["target"]
    points = list(target.get_points("xy"))
    assert min(p[0] for p in points) == pytest.approx(-20 * 0.231)
    assert points[0][1] == pytest.approx(-300 * 0.231, abs=0.02)
    assert {"HALL", "MATS", "RANGE", "DIMENSIONS", "NAMES"} <= {layer.dxf.name for layer in document.layers}
    assert any("賓" in t.dxf.text or "侯道" in t.dxf.text for t in document.modelspace().query("TEXT"))


def test_dxf_has_no_time_and_no_chance_of_its_own() -> None:
    """Two runs of the program, at different times and with different hashes, write the same bytes."""
    pytest.importorskip("ezdxf")
    from layout.plan.draw.dxf import to_dxf

    items = (Path(((0, 0), (9, 9)), id="x"), Circle(1, 2, 3), Text(1, 1, "侯"))
    drawing = Drawing("a", "a", 100, 100, items, View(0, 0, 1), 0.231)
    program = (
        "import sys; from layout.plan.draw.dxf import to_dxf; from layout.plan.draw.model import *;"
        f"sys.stdout.write(to_dxf({drawing!r}))"
    )
    # This process has a seed of hashes of its own.
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    other = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
    ).stdout
    assert other.decode().replace("\r\n", "\n") == to_dxf(drawing).replace("\r\n", "\n")


def test_geojson_keeps_the_contract(plan: Plan) -> None:
    shapely = pytest.importorskip("shapely.geometry")
    body = json.loads(to_geojson(plan))
    assert "crs" not in body
    wanted = {"id", "label", "label_en", "kind", "facing", "certainty", "evidence"}
    by_id = {}
    for feature in body["features"]:
        assert wanted <= feature["properties"].keys()
        assert feature["properties"]["evidence"]
        geometry = shapely.shape(feature["geometry"])
        assert geometry.is_valid
        by_id[feature["properties"]["id"]] = (feature["properties"], geometry)
    assert by_id["basin"][1].centroid.x == pytest.approx(45 * 0.231)
    assert by_id["host-mat"][0]["facing"] == 270
    assert by_id["tray-place"][0]["evidence"][0]["passage"].startswith("鄉射禮·經·25")
    assert len(by_id) == len(body["features"])


def test_people_at_a_moment(plan: Plan) -> None:
    people = (
        Figure("guest", "賓", "guest", 0.0, 43.0, 180.0, True),
        Figure("host", "主人", "host", 20.0, 12.0, 0.0, False, ((20.0, -10.0), (20.0, 12.0))),
    )
    moment = Moment("獻賓圖", "The offering", "第6節", "主人阼階上拜送爵", "The host bows.", people)
    drawing = moment_sheet(plan, Request("both"), moment)
    ids = [i.id for i in drawing.items if isinstance(i, Path)]
    assert "guest" in ids
    assert "host-way" in ids
    assert any(isinstance(i, Text) and i.text == "主人" for i in drawing.items)


def crowd(count: int, x: float, y: float, wide: int) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            f"guest-{n}",
            f"眾賓{n}",
            f"guest {n}",
            x + n % wide * 3,
            y - n // wide * 4,
            90.0,
            False,
            ((x, y), (x, y - 9)),
        )
        for n in range(2, count + 2)
    )


def moment_texts(plan: Plan, labels: str, people: tuple[Figure, ...], title: str = "Receiving") -> Drawing:
    return moment_sheet(
        plan, Request(labels), Moment("迎賓圖", title, "第5節 迎賓  60.0 s", "揖眾賓", "He salutes.", people)
    )


@pytest.mark.parametrize("labels", ["zh", "en", "both"])
def test_a_crowd_bears_numbers_and_is_listed_beside(plan: Plan, labels: str) -> None:
    drawing = moment_texts(plan, labels, crowd(90, -60, -20, 10))
    numbers = [i.text for i in drawing.items if isinstance(i, Text) and i.layer == "people"]
    assert sorted(map(int, numbers)) == list(range(1, 91))
    assert any(i.text == "1–90" for i in drawing.items if isinstance(i, Text) and i.layer == "key")
    found = [b for b in boxes(drawing) if b[4].isdigit() or b[4] == "1–90"]
    for a, b in combinations(found, 2):
        assert a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2, (a, b)


def test_people_at_the_gate_are_drawn_large_with_the_gate(plan: Plan) -> None:
    """Most stand at the gate: it is the drawing, and the hall with the one who is there the inset."""
    host = Figure("host", "主人", "host", 30.0, 12.0, 0.0)
    drawing = moment_texts(plan, "both", (*crowd(12, -10, -395, 2), host))
    ids = {i.id for i in drawing.items if isinstance(i, Path)}
    assert {"gate", "lodge-west", "platform", "guest-2", "host"} <= ids
    people = [i for i in drawing.items if isinstance(i, Path) and i.id.startswith("guest-") and i.layer == "people"]
    assert all(p.points[0][0] < 290 for p in people)
    texts = {i.text for i in drawing.items if isinstance(i, Text)}
    assert any(t.startswith("堂與庭  hall and court") for t in texts)


def test_ways_end_where_the_drawing_ends(plan: Plan) -> None:
    caller = Figure("caller", "獲者", "caller", 0.0, -297.0, 0.0, False, ((-30.0, -60.0), (0.0, -297.0)))
    host = Figure("host", "主人", "host", 20.0, 12.0, 0.0)
    guest = Figure("guest", "賓", "guest", 0.0, 43.0, 180.0)
    drawing = moment_texts(plan, "both", (caller, host, guest))
    (frame,) = [
        i for i in drawing.items if isinstance(i, Path) and i.layer == "frame" and i.pen and i.pen.width == 0.13
    ]
    top, bottom = min(p[1] for p in frame.points), max(p[1] for p in frame.points)
    inset = [
        i for i in drawing.items if isinstance(i, Path) and i.id.startswith("caller-way") and i.points[-1][0] > 300
    ]
    assert inset
    assert all(top - 0.01 <= y <= bottom + 0.01 for i in inset for _, y in i.points)


def test_a_long_title_leaves_room_for_the_house(plan: Plan) -> None:
    title = "The third shooting is asked for; arrows are taken by turns, and more besides is done"
    drawing = moment_texts(plan, "en", crowd(3, 0, 10, 3), title)
    words = [b for b in boxes(drawing) if b[4] in (title, "Shegong")]
    assert len(words) == 2
    assert words[0][2] < words[1][0] or words[1][2] < words[0][0]
    shown = [i.text for i in drawing.items if isinstance(i, Text) and i.layer != "title"]
    assert not [t for t in shown if any("\u4e00" <= ch <= "\u9fff" for ch in t)]


@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0])
def test_where_a_man_looks_is_not_in_his_name(plan: Plan, facing: float) -> None:
    drawing = moment_texts(plan, "zh", (Figure("guest", "賓", "guest", -40.0, -30.0, facing),))
    (name,) = [b for b in boxes(drawing) if b[4] == "賓"]
    wedges = [i for i in drawing.items if isinstance(i, Path) and i.layer == "people" and i.pen is None]
    assert wedges
    for x, y in wedges[0].points:
        assert not (name[0] < x < name[2] and name[1] < y < name[3])


@pytest.mark.parametrize("reading", ["zhou-xu", "xiang-xiang"])
def test_chains_of_the_floor_are_whole(plan_of: PlanMaker, reading: str) -> None:
    """Depths add up to that of the hall; between pillars, between marks, rooms have their widths."""
    plan = plan_of(reading=reading)
    g = plan.ground
    drawing = draw(plan, "hall-floor", Request("zh"))
    texts = [i.text for i in drawing.items if isinstance(i, Text) and i.layer == "dimensions"]
    between = plan.footprints["pillar-east"].x - plan.footprints["pillar-west"].x
    assert f"楹間 {plain(between)} 尺" in texts
    assert any(t.endswith(f"{plain(g.chi('mark.gap'))} 尺") for t in texts)
    rest = g.chi("hall.depth") - plan.lines["ridge"].at
    assert rest <= 0 or f"{plain(rest)} 尺" in texts
    for room in (t for t in plan.footprints.values() if t.kind == "room"):
        west, _, east, _ = room.bounds
        assert f"{room.name} {plain(east - west)} 尺" in texts


@pytest.mark.parametrize("labels", ["zh", "en", "both"])
def test_the_eye_is_not_named_on_the_pillar(plan_of: PlanMaker, labels: str) -> None:
    drawing = draw(plan_of(reading="xiang-xiang"), "section", Request(labels))
    names = [b for b in boxes(drawing) if b[4] in ("目", "eye")]
    pillars = [i for i in drawing.items if isinstance(i, Path) and i.id == "pillar-west"]
    assert names
    for path in pillars:
        west, east = min(p[0] for p in path.points), max(p[0] for p in path.points)
        north, south = min(p[1] for p in path.points), max(p[1] for p in path.points)
        assert not [n for n in names if n[0] < east and n[2] > west and n[1] < south and n[3] > north]


def test_chains_of_the_court_reach_holder_rack_and_master(plan: Plan) -> None:
    drawing = draw(plan, "hall-and-court", Request("zh"))
    texts = [i.text for i in drawing.items if isinstance(i, Text) and i.layer == "dimensions"]
    master, holder = plan.places["archery-master-place"], plan.footprints["tally-holder"]
    rack = plan.footprints["arrow-rack"]
    for value in (holder.x - master.x, rack.x - holder.x, holder.y - master.y, -holder.y):
        assert f"{plain(value)} 尺" in texts


def test_labels_find_room() -> None:
    labels = Labels((0, 0, 100, 100))
    found = [labels.place((50 + 2.5 * x, 50 + 2.5 * y), [("司射位", 2.4)]) for x in range(3) for y in range(3)]
    spots = [s for s in found if s is not None]
    assert len(spots) == 9
    assert all(s.clear for s in spots)
    for a, b in combinations(spots, 2):
        apart = a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
        assert apart


def test_rows_that_leave_the_sheet_say_how_many_follow(plan_of: PlanMaker) -> None:
    plan = plan_of(pairs=200)
    drawing = draw(plan, "hall-and-court", Request("en"))
    rest = [int(i.text[3:]) for i in drawing.items if isinstance(i, Text) and i.text.startswith("… +")]
    shown = sum(1 for i in drawing.items if isinstance(i, Path) and i.layer == "places")
    everyone = sum(len(p.spots()) for p in plan.places.values() if p.venue == "school")
    assert rest
    assert 0 < sum(rest) < everyone - shown


def test_numbers_on_drawings() -> None:
    from fractions import Fraction

    assert [plain(Fraction(v)) for v in ("48", "10/3", "2/3", "1/2", "7/2", "6/5", "-9")] == [
        "48",
        "3 1/3",
        "2/3",
        "½",
        "3½",
        "1.2",
        "−9",
    ]


@pytest.mark.parametrize(("sheet", "kind"), [("range", "target"), ("hall-floor", "wall")])
def test_names_keep_off_dark_things(plan: Plan, sheets: Callable[[str, str], Drawing], sheet: str, kind: str) -> None:
    """No name lies on the red line of the target or in the dark of a wall."""
    drawing = sheets(sheet, "both")
    ids = {thing.id for thing in plan.footprints.values() if thing.kind == kind}
    dark = [item for item in drawing.items if isinstance(item, Path) and item.id in ids]
    assert dark
    for path in dark:
        west, east = min(p[0] for p in path.points), max(p[0] for p in path.points)
        north, south = min(p[1] for p in path.points), max(p[1] for p in path.points)
        for left, top, right, bottom, text in boxes(drawing):
            crossing = min(east, right) - max(west, left) > 0.2 and min(south, bottom) - max(north, top) > 0.2
            assert not crossing, (path.id, text)


def test_letters_of_things_are_told_in_the_key(plan: Plan) -> None:
    """In English a thing whose name finds no room bears a letter, on the sheets as among the people of a moment."""
    people = tuple(Figure(f"guest-{n}", f"眾賓{n}", f"guest {n}", 3.0 * n, 40.0, 180.0) for n in range(-4, 8))
    for drawing in (moment_texts(plan, "en", people), draw(plan, "hall-floor", Request("en"))):
        marks = {i.text for i in drawing.items if isinstance(i, Text) and i.layer == "names" and len(i.text) == 1}
        told = {i.text for i in drawing.items if isinstance(i, Text) and i.layer == "key"}
        letters = {m for m in marks if m.isalpha()}
        assert letters
        assert letters <= told
