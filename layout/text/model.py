"""Nouns of the text: a passage with who speaks, and a text made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Layer = Literal["經", "記", "注", "疏", "按", "譯", "題"]
"""Who speaks: the classic, its record, 鄭玄's note, 賈公彥's subcommentary, an editor, a modern translation, a heading."""


@dataclass(frozen=True)
class Passage:
    """A run of text by one speaker.

    `ref` is stable: 鄉射禮·經·18·司馬命獲者執旌以負侯 (title·layer·section·first clause; 鄉射禮·記·侯道五十弓 without a
    section), for 注 the ref of what it explains with ·注 appended. `text` carries the original punctuation, `section` is
    1–37 (None outside sections), `start` the offset of `text` in the file that it was read from, in code points.
    `on` is the ref of what a note explains; `order` the place of a passage of the 記 in the record itself (1 …).
    """

    ref: str
    layer: Layer
    section: int | None
    text: str
    start: int = 0
    on: str | None = None
    order: int | None = None


@dataclass(frozen=True)
class Section:
    """One of the 37 節 of the rite: number, 漢字 title, English title, place (school, guest-gate, host-gate)."""

    number: int
    title: str
    english: str
    place: str


Turn = tuple[int, int, Layer | None]
"""Start, end (code points) and layer of a run of text; None where nothing tells who speaks."""
