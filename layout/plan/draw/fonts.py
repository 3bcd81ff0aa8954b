"""The typeface of the drawings: Noto Sans CJK TC, measured and cut down to the characters that are shown."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

FAMILY = "Shegong Sans CJK"
FACE = 3
"""Traditional Chinese among the faces of the collection."""
ASCENT, DESCENT = 0.88, 0.12
"""Of the em, above and below the baseline."""


def font_path() -> Path:
    """The font collection of the noto-cjk-sans-otc package."""
    import noto_cjk_sans_otc

    return Path(str(noto_cjk_sans_otc.__file__)).with_name("NotoSansCJK-Regular.ttc")


@lru_cache(maxsize=1)
def _metrics() -> tuple[dict[int, str], Any]:
    from fontTools.ttLib import TTFont

    font = TTFont(font_path(), fontNumber=FACE, lazy=True)
    return font.getBestCmap(), font["hmtx"].metrics


@lru_cache(maxsize=4096)
def _advance(character: str) -> float:
    cmap, metrics = _metrics()
    glyph = cmap.get(ord(character))
    return float(metrics[glyph][0]) / 1000 if glyph else 1.0


@lru_cache(maxsize=8192)
def text_width(text: str, size: float) -> float:
    """Width of a line of text in the unit of `size`."""
    return sum(_advance(c) for c in text) * size


@lru_cache(maxsize=16)
def _cut(characters: str, flavor: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [1, 2, 4, 6]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "vhea", "vmtx", "VORG"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    font = TTFont(font_path(), fontNumber=FACE, lazy=True, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=characters)
    cutter.subset(font)
    font.flavor = flavor or None
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def subset_font(characters: Iterable[str], flavor: str = "") -> bytes:
    """An OpenType font of just these characters; `flavor` woff or woff2 packs it for a page."""
    return _cut("".join(sorted({*characters, " "})), flavor)
