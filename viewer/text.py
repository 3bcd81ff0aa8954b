"""Text as bitmaps: the project's own 漢字 face (Noto Sans CJK TC), measured and drawn by Pillow, the same in every picture."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from layout.errors import GroundError

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FACE = "Noto Sans CJK TC"
SPARE = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "C:/Windows/Fonts/msjh.ttc",
)
HELP = "no font with 漢字 was found; install it with: pip install noto-cjk-sans-otc"


@cache
def font_path() -> Path:
    """The font file; GroundError with what to do where there is none."""
    try:
        import noto_cjk_sans_otc

        folder = Path(noto_cjk_sans_otc.__file__).parent
        found = sorted([*folder.glob("*.ttc"), *folder.glob("*.otc"), *folder.glob("*.otf")])
        if found:
            return found[0]
    except ImportError:
        pass
    for name in SPARE:
        if Path(name).exists():
            return Path(name)
    raise GroundError(HELP)


@cache
def _index() -> int:
    """Which face of the collection is the traditional one."""
    from PIL import ImageFont

    for index in range(10):
        try:
            name = ImageFont.truetype(str(font_path()), 16, index=index).getname()[0] or ""
        except OSError:
            break
        if name.endswith("TC"):
            return index
    return 0


@lru_cache(maxsize=64)
def font(size: int) -> FreeTypeFont:
    """The face at a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(font_path()), size, index=_index())


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> float:
    """Pixels that a line of text is wide."""
    return float(font(size).getlength(text))


def line_height(size: int) -> int:
    """Pixels from one line to the next."""
    return round(size * 1.4)


@lru_cache(maxsize=2048)
def bitmap(text: str, size: int) -> NDArray[np.uint8]:
    """Coverage (height, width) of one line of text; its height is `line_height(size)`, the ink begins at the left edge."""
    from PIL import Image, ImageDraw

    wide, high = max(1, int(width(text, size)) + 3), line_height(size)
    image = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(image).text((1, round(high * 0.76)), text, font=font(size), fill=255, anchor="ls")
    return np.asarray(image)


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether the face can draw a character (it would leave a box otherwise)."""
    if character.isspace():
        return True
    box = font(32).getmask("\U0010ffff")
    ours = font(32).getmask(character)
    return ours.size != box.size or bytes(ours) != bytes(box)


def drawable(text: str, instead: str) -> str:
    """`text` where the face has all of it, else `instead` (pinyin, English)."""
    return text if all(has_glyph(c) for c in text) else instead


def wrap(text: str, size: int, most: float) -> list[str]:
    """Lines no wider than `most` pixels: broken at spaces, and between 漢字 anywhere but before closing marks."""
    return list(_wrapped(text, size, most))


@lru_cache(maxsize=512)
def _wrapped(text: str, size: int, most: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0.0
        for word in _words(paragraph):
            wide = width(word, size)
            if line and used + wide > most and word.strip() and word not in "，。；：、！？」』）)]…":
                lines.append(line.rstrip())
                line, used = "", 0.0
                word = word.lstrip()
                wide = width(word, size)
            line, used = line + word, used + wide
        lines.append(line.rstrip())
    return tuple(lines)


def _words(text: str) -> list[str]:
    out: list[str] = []
    for c in text:
        loose = ord(c) >= 0x2E80
        if (
            out
            and not loose
            and not c.isspace()
            and out[-1]
            and ord(out[-1][-1]) < 0x2E80
            and not out[-1][-1].isspace()
        ):
            out[-1] += c
        else:
            out.append(c)
    return out


@lru_cache(maxsize=1024)
def shorten(text: str, size: int, most: float) -> str:
    """`text`, cut with … where it is wider than `most` pixels."""
    if width(text, size) <= most:
        return text
    while text and width(text + "…", size) > most:
        text = text[:-1]
    return text + "…"
