"""Pages of the sections from outside and inside, and the list of pictures that `make gallery` makes."""

from __future__ import annotations

import importlib.util
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from layout.plan.model import Plan
from rite import stage
from rite.model import Rite
from shegong.cli import main
from shegong.pages import write_pages
from shegong.pages.walks import parts_of, walks_of

VOID = {"meta", "br", "img", "link", "path", "circle", "rect"}


class Tree(HTMLParser):
    """Notes what is open, ids, links to them, and whether anything comes from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [str(given["id"])] if "id" in given else []
        if tag == "a":
            self.links.append(str(given["href"]))
        if "src" in given or tag in ("script", "link"):
            self.wrong.append(f"loads something: {tag} {given}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> closes {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return


@pytest.fixture(scope="module")
def staged() -> tuple[Plan, Rite]:
    plan = lay_out(derive(Choices()), Company())
    return plan, stage(plan, sections=(1, 18))


@pytest.fixture(scope="module")
def pages(staged: tuple[Plan, Rite], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    return {p.name: p.read_text(encoding="utf-8") for p in write_pages(*staged, folder)}


def test_one_page_a_section_and_an_index(pages: dict[str, str]) -> None:
    assert list(pages) == ["section-01.html", "section-18.html", "index.html"]


def test_pages_are_whole_and_load_nothing(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        tree = Tree()
        tree.feed(page)
        assert tree.wrong == [], name
        assert tree.open == [], name
        assert len(tree.ids) == len(set(tree.ids)), name
        for link in tree.links:
            file, _, anchor = link.partition("#")
            assert not file or file in pages, (name, link)
            assert not anchor or anchor in tree.ids, (name, link)
        assert "http://" not in page.replace("http://www.w3.org", "")
        assert "https://" not in page


def test_every_clause_gloss_and_note_is_there(staged: tuple[Plan, Rite], pages: dict[str, str]) -> None:
    from html import escape

    for section in staged[1].sections:
        page = pages[f"section-{section.number:02d}.html"]
        at = 0
        for n, step in enumerate(section.steps, 1):
            at = page.index(f'id="clause-{n}"', at)
            item = page[at : page.index("</li>", at)]
            assert escape(step.text) in item
            assert escape(step.gloss) in item
            assert all(escape(text) in item for _, text in step.notes)
            assert ("記</span>" in item) == (step.layer == "記")


def test_plans_at_both_ends_and_all_ways(staged: tuple[Plan, Rite], pages: dict[str, str]) -> None:
    section = staged[1].sections[1]
    page = pages["section-18.html"]
    assert (
        page.index('id="beginning"') < page.index('id="clause-1"') < page.index('id="ways-1"') < page.index('id="end"')
    )
    figures = dict(re.findall(r'<figure id="([a-z0-9-]+)">(.*?)</figure>', page, re.S))
    for n, part in enumerate(parts_of(walks_of(section)), 1):
        for walk in part.walks:
            assert f'data-id="{walk.who}-{walk.clause}"' in figures[f"ways-{n}"]


def test_all_that_is_walked_is_in_the_walks(staged: tuple[Plan, Rite]) -> None:
    """Their lengths add up to what the tally says, but for steps on the spot."""
    from itertools import pairwise
    from math import dist

    from rite.report import walked

    section = staged[1].sections[1]
    found: dict[str, float] = {}
    for walk in walks_of(section):
        found[walk.who] = found.get(walk.who, 0.0) + sum(dist(p, q) for p, q in pairwise(walk.points))
    for who in ("archer-1-upper", "caller", "usher"):
        assert found[who] == pytest.approx(walked(section.people[who]), abs=6.0)
    assert "host" not in found


def test_a_walk_belongs_to_its_clause(staged: tuple[Plan, Rite]) -> None:
    section = staged[1].sections[1]
    first = next(w for w in walks_of(section) if w.who == "caller")
    assert section.steps[first.clause - 1].text == "獲者適侯"


def test_font_holds_every_character(pages: dict[str, str]) -> None:
    import base64
    import io

    from fontTools.ttLib import TTFont

    page = pages["section-18.html"]
    data = re.search(r"base64,([A-Za-z0-9+/=]+)", page)
    assert data is not None
    have = set(TTFont(io.BytesIO(base64.b64decode(data[1]))).getBestCmap())
    body = page[page.index("<body>") :]
    assert {c for c in body if "\u4e00" <= c <= "\u9fff"} - {chr(c) for c in have} == set()


def test_same_rite_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        assert main(["pages", str(tmp_path / name), "--sections", "14"]) == 0
    one, other = ((tmp_path / n / "section-14.html").read_bytes() for n in ("a", "b"))
    assert one == other
    assert "1 section," in capsys.readouterr().out


def test_the_page_tells_what_was_chosen(tmp_path: Path) -> None:
    given = ["--sections", "14", "--set", "hall=xiang", "--say", "侯道七十弓"]
    assert main(["pages", str(tmp_path / "a"), *given]) == 0
    page = (tmp_path / "a" / "section-14.html").read_text(encoding="utf-8")
    assert "zhou-xu  hall=xiang  「侯道七十弓」" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{}/none/pages"], "does not exist"),
        (["{}/file"], "is a file"),
        (["{}/p", "--sections", "40"], "sections run from 1 to 37"),
        (["{}/p", "--sections", "21-18"], "21 comes after 18; write 18-21"),
        (["{}/p", "--reading", "dashe"], "rite"),
    ],
)
def test_refuses_in_one_line(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["pages", *(a.format(tmp_path) for a in arguments)]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "p").exists()


ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def gallery() -> ModuleType:
    """scripts/gallery.py, which is no package."""
    spec = importlib.util.spec_from_file_location("gallery", ROOT / "scripts" / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["gallery"] = module
    spec.loader.exec_module(module)
    return module


def test_every_picture_is_there_and_small(gallery: ModuleType) -> None:
    folder = ROOT / "docs" / "pictures"
    for picture in gallery.PICTURES:
        assert 10_000 < (folder / f"{picture.name}.png").stat().st_size <= gallery.LIMIT, picture.name
    assert sum(p.stat().st_size for p in folder.iterdir()) <= gallery.TOTAL


def test_a_legend_keeps_its_colours(gallery: ModuleType) -> None:
    from PIL import Image

    seeds = np.random.default_rng(1).integers(0, 256, (200, 300, 1)).repeat(3, axis=2) // (1, 2, 3)
    picture = seeds.astype(np.uint8)
    picture[10:30, 10:30] = (227, 200, 140)
    made = gallery.fewer(Image.fromarray(picture)).convert("RGB")
    assert made.getpixel((20, 20)) == (227, 200, 140)
    assert len(made.getcolors(1000)) <= 256


def test_docs_show_only_pictures_that_there_are() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / name).is_file(), (page.name, name)


def test_moments_are_what_they_are_called(gallery: ModuleType, staged: tuple[Plan, Rite]) -> None:
    section = staged[1].sections[1]
    drawn, called = gallery.full_draw(staged[1]), gallery.banner_up(staged[1])
    archer, caller = section.people["archer-1-upper"], section.people["caller"]
    assert any(g.gesture == "draw-shoot" and g.start < drawn < g.end for g in archer.gestures)
    assert any(g.gesture == "call-hit" and g.start < called < g.end for g in caller.gestures)
    # The arrow is still on the string.
    assert min(abs(f.points[0][0] - drawn) for f in section.flights if f.archer == "archer-1-upper") <= 1000
