"""Draws the pictures of README and docs by the product's own commands: python scripts/gallery.py [--only NAME] [--out docs/pictures] [--catalogue].

The moments are found in the staged rite (the second arrow drawn, a hit called, the first cup drunk), so that they still
show what they should when the rite takes another course.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from rite.model import GestureAct, Rite, StagedSection
from shegong.build import build_plan, build_rite
from shegong.cli import main as shegong
from shegong.pages.build import index_rows

ROOT = Path(__file__).parent.parent
LIMIT, TOTAL = 300_000, 2_500_000
"""Bytes: of one picture, and of all."""
SHEET = 360_000
"""Bytes of a sheet of the catalogue: names and measures on it must stay legible."""
DATE = "2026"
EXAMPLE = 14
TABLE = "| § | 節 | | 地 | begins | lasts | clauses |"


@dataclass(frozen=True)
class Picture:
    """A file of docs/pictures: the command that makes it, given the rite in which its moment is sought."""

    name: str
    command: Callable[[Rite], list[str]]
    sections: tuple[int, ...] = ()
    width: int = 1600


def full_draw(rite: Rite) -> int:
    """Just before the upper archer of the first pair looses his second arrow, ms of section 18."""
    section = _section(rite, 18)
    loosed = sorted(f.points[0][0] for f in section.flights if f.archer == "archer-1-upper")
    return loosed[1] - 700


def banner_up(rite: Rite) -> int:
    """The caller holds the banner up at a hit, ms of section 18."""
    return _middle(_gestures(_section(rite, 18), "caller", "call-hit")[0], 0.5)


def cup_drunk(rite: Rite) -> int:
    """The first loser has the goblet at his lips, ms of section 24."""
    section = _section(rite, 24)
    drinks = [g for p in section.people for g in _gestures(section, p, "drink-penalty")]
    return _middle(min(drinks, key=lambda g: g.start), 0.6)


def view(eye: str, at: str, fov: float, section: int, t: int, *more: str, size: str = "1280x720") -> list[str]:
    """A picture from a point of its own."""
    moment = f"t={section}+{t / 1000:.2f}"
    return ["render", "--view", f"v1;eye={eye};at={at};fov={fov:g};{moment}", "--size", size, *more]


DASHE = "v1;eye=-4.5,3.4,-2;at=-0.2,3.9,60;fov=15.5"
"""From the west of the hall over the three targets, one behind the other."""

SIGHT = "v1;eye=-27,9,10;at=0.5,4.9,86;fov=33"
"""From beside the hall: the lines of sight from the mark, over each target to the bullseye of the next."""

PICTURES = (
    Picture(
        "range",
        lambda r: view("-47,11.5,106", "-3.7,4.9,41.8", 34, 18, banner_up(r), "--light", "evening", size="1410x600"),
        (18,),
    ),
    Picture("full-draw", lambda r: view("-3.8,1.8,-7.9", "0.1,1.88,-4.4", 48, 18, full_draw(r)), (18,)),
    Picture("caller", lambda r: view("-3.4,1.9,54.0", "-5.3,2.25,46.4", 58, 18, banner_up(r)), (18,)),
    Picture("cup", lambda r: view("-5.3,1.95,-3.9", "-2.6,1.85,-1.4", 46, 24, cup_drunk(r)), (24,)),
    Picture("target", lambda r: view("-4.1,1.55,58.8", "0.2,2.2,69.3", 58, 18, banner_up(r)), (18,)),
    Picture(
        "certainty",
        lambda r: view("18.6,6.4,26", "1.4,1.7,0.2", 47, 18, full_draw(r), "--certainty", "--labels", "zh"),
        (18,),
    ),
    Picture("plan", lambda r: ["plan", "--sheet", "hall-and-court", "--dpi", "96", "--date", DATE]),
    Picture("dashe", lambda r: ["render", "--reading", "dashe", "--view", DASHE, "--size", "1280x720"]),
    Picture("sight", lambda r: ["render", "--reading", "dashe", "--view", SIGHT, "--size", "1410x600", "--sight"]),
    Picture(
        "plan-great-shooting",
        lambda r: ["plan", "--sheet", "great-shooting", "--reading", "dashe", "--dpi", "96", "--date", DATE],
    ),
    Picture("plan-hall-floor", lambda r: ["plan", "--sheet", "hall-floor", "--dpi", "96", "--date", DATE]),
    Picture(
        "plan-moment",
        lambda r: ["plan", "--at", f"18+{full_draw(r) / 1000:.2f}", "--dpi", "96", "--date", DATE],
        (18,),
    ),
)


def _section(rite: Rite, number: int) -> StagedSection:
    return next(s for s in rite.sections if s.number == number)


def _gestures(section: StagedSection, who: str, name: str) -> list[GestureAct]:
    return [g for g in section.people[who].gestures if g.gesture == name]


def _middle(gesture: GestureAct, share: float) -> int:
    return round(gesture.start + (gesture.end - gesture.start) * share)


OWN = 16
"""Colours of a picture that are kept as they are: those of a legend fill little of it, but must be what they stand for."""


def fewer(image: Image.Image) -> Image.Image:
    """The picture with 256 colours, among them the even ones that the rest would have drawn toward themselves."""
    rough = image.quantize(256 - OWN, Image.Quantize.MEDIANCUT, kmeans=8)
    table = np.array((rough.getpalette() or [])[: 3 * (256 - OWN)], int).reshape(-1, 3)
    pixels = np.asarray(image).reshape(-1, 3)
    known, count = np.unique(pixels, axis=0, return_counts=True)
    own: list[NDArray[np.int64]] = []
    for colour in known[np.argsort(-count, kind="stable")[:400]].astype(int):
        if np.abs(np.concatenate([table, *[[c] for c in own]]) - colour).max(axis=1).min() > 10 and len(own) < OWN:
            own.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette(np.concatenate([table, *[[c] for c in own]]).astype(np.uint8).ravel().tolist())
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def pack(source: Path, target: Path, width: int, limit: int = LIMIT) -> int:
    """Write a picture as it is where it is small, else with 256 colours, and narrower if it must be, below the limit."""
    image = Image.open(source).convert("RGB")
    while True:
        small = image if image.width <= width else image.resize((width, round(image.height * width / image.width)), 3)
        for packed in (small, fewer(small)):
            packed.save(target, optimize=True)
            if target.stat().st_size <= limit:
                return target.stat().st_size
        width = round(small.width * 0.92)


def run(out: Path, only: list[str]) -> int:
    """Draw the pictures; 1 where one fails or all together are too large."""
    chosen = [p for p in PICTURES if not only or p.name in only]
    out.mkdir(parents=True, exist_ok=True)
    plan = build_plan()
    rite = build_rite(plan, sorted({s for p in chosen for s in p.sections}) or (18,))
    for picture in chosen:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"{picture.name}.png"
            head, *rest = picture.command(rite)
            if shegong([head, str(made), *rest]) != 0:
                return 1
            size = pack(made, out / f"{picture.name}.png", picture.width)
        print(f"{picture.name}.png  {size / 1000:.0f} kB", flush=True)
    total = sum(p.stat().st_size for p in out.glob("*.png"))
    print(f"{out}: {total / 1e6:.2f} MB")
    return 0 if total <= TOTAL else 1


def catalogue(out: Path) -> int:
    """The sheets of all objects; 1 where they cannot be drawn."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        if shegong(["render", folder, "--catalogue"]) != 0:
            return 1
        for made in sorted(Path(folder).glob("*.png")):
            size = pack(made, out / made.name, Image.open(made).width, SHEET)
            print(f"{out.name}/{made.name}  {size / 1000:.0f} kB", flush=True)
    return 0


def sections(pages: Path, docs: Path) -> int:
    """A page for each section in a folder outside the repository; in docs an example and the list, 1 where it fails."""
    pages.mkdir(parents=True, exist_ok=True)
    if shegong(["pages", str(pages)]) != 0:
        return 1
    with tempfile.TemporaryDirectory() as folder:
        if shegong(["pages", folder, "--sections", str(EXAMPLE)]) != 0:
            return 1
        page = (Path(folder) / f"section-{EXAMPLE:02d}.html").read_text(encoding="utf-8")
    # Alone, it has no neighbours to lead to.
    (docs / f"section-{EXAMPLE:02d}.html").write_text(re.sub("<nav>.*?</nav>\n", "", page), encoding="utf-8")
    rows = index_rows(build_rite(build_plan()))
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    head = (docs / "README.md").read_text(encoding="utf-8").split(TABLE)[0]
    (docs / "README.md").write_text(
        head + TABLE + "\n|---|---|---|---|---|---|---|\n" + "\n".join(lines) + "\n", encoding="utf-8"
    )
    return 0


def main() -> int:
    """The command line."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures", help="folder of the pictures")
    reader.add_argument("--only", action="append", default=[], choices=[p.name for p in PICTURES], metavar="NAME")
    reader.add_argument("--catalogue", action="store_true", help="draw the sheets of the objects instead")
    reader.add_argument("--pages", type=Path, metavar="DIR", help="write the pages of the sections instead")
    given = reader.parse_args()
    if given.pages is not None:
        return sections(given.pages, ROOT / "docs" / "sections")
    if given.catalogue:
        return catalogue(given.out / "catalogue")
    return run(given.out, given.only)


if __name__ == "__main__":
    sys.exit(main())
