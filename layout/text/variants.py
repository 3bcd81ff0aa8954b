"""The tables of `assets/text/variants.tsv` and `simplified.tsv`, as lookup arrays over code points."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from layout.data import asset
from layout.errors import DataError

POINTS = 0x32400
"""The tables reach to the last plane of 漢字; whatever lies above is kept as it is."""
GAP = "〓"

# Classes of a code point, by what normalising does with it.
KEEP, SOFT, PAUSE, STOP, MISSING = 0, 1, 2, 3, 4

_PAUSES = ",;:、，；：·‧・﹑﹐﹔﹕－—–-~～…/／|｜\\"
_STOPS = ".!?。！？．﹒﹖﹗「」『』“”‘’\"'＂＇《》〈〉〔〕【】［］[]()（）{}｛｝<>＜＞〖〗﹙﹚○◎△▲☆★※*＊#＃§=＝+＋_＿`^&＆@＠%％$＄"
_SOFTS = "\n\r\t\v\f \u00a0\u3000¶\u0085\u2028\u2029\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u00ad"


@dataclass(frozen=True)
class Tables:
    """Arrays indexed by code point, and the short lists that need a context.

    `traditional`, `simplified`: what a code point becomes (uint32; 0 where it is dropped) in a text of that script;
    `classes`: KEEP SOFT PAUSE STOP MISSING (uint8); `script`: 1 for forms that only simplified texts have, 2 for forms
    that only traditional texts have (uint8); `search`: the fold for comparing (uint32).
    """

    traditional: NDArray[np.uint32]
    simplified: NDArray[np.uint32]
    classes: NDArray[np.uint8]
    script: NDArray[np.uint8]
    search: NDArray[np.uint32]
    phrases: dict[str, str]
    pinyin: dict[str, str]
    parts: dict[str, str]


def _rows(path: Path) -> Iterator[tuple[int, str, str, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line and not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != 3:
                raise DataError(f"assets/text/{path.name}", number, cells[0], "expected three cells separated by tabs")
            yield number, cells[0], cells[1], cells[2]


@cache
def tables() -> Tables:
    """Read both data files once. Raises DataError with file and line when a row is malformed."""
    base = np.arange(POINTS, dtype=np.uint32)
    classes = np.zeros(POINTS, np.uint8)
    script = np.zeros(POINTS, np.uint8)
    _compatibility(base)
    for signs, strength in ((_SOFTS, SOFT), (_PAUSES, PAUSE), (_STOPS, STOP)):
        classes[[ord(c) for c in signs]] = strength
    classes[:32] = SOFT
    classes[0x7F:0xA0] = SOFT
    classes[0xFE00:0xFE10] = SOFT

    sure: dict[str, str] = {}
    maybe: dict[str, str] = {}
    for number, kind, old, new in _rows(asset("text", "simplified.tsv")):
        if kind not in ("sure", "maybe") or len(old) != len(new):
            raise DataError(
                "assets/text/simplified.tsv", number, kind, "expected sure or maybe, and two cells of equal length"
            )
        (sure if kind == "sure" else maybe).update(zip(old, new, strict=True))

    fold: dict[str, str] = {}
    search: dict[str, str] = {}
    keep: set[str] = set()
    pairs: dict[str, dict[str, str]] = {"phrase": {}, "pinyin": {}, "parts": {}}
    for number, kind, old, new in _rows(asset("text", "variants.tsv")):
        same_length = kind in ("fold", "phrase", "search")
        if same_length and len(old) != len(new):
            raise DataError("assets/text/variants.tsv", number, kind, f"{len(old)} characters against {len(new)}")
        if kind == "fold":
            fold.update(zip(old, new, strict=True))
        elif kind == "search":
            search.update(zip(old, new, strict=True))
        elif kind == "keep":
            keep.update(old)
        elif kind == "gap":
            for c in old:
                base[ord(c)] = ord(GAP)
                classes[ord(c)] = MISSING
        elif kind in pairs:
            if kind == "phrase" and len(old) != 2:
                raise DataError("assets/text/variants.tsv", number, kind, f"expected two characters, got {old!r}")
            pairs[kind][unicodedata.normalize("NFC", old)] = new
        else:
            raise DataError("assets/text/variants.tsv", number, kind, "unknown kind of row")

    traditional, simplified = base.copy(), base
    # What a simplified form turns into may itself be a variant (众 → 衆 → 眾).
    for c, t in sure.items():
        if c in keep:
            continue
        script[ord(c)] = 1
        script[ord(t)] = 2
        traditional[ord(c)] = simplified[ord(c)] = ord(fold.get(t, t))
    for c, t in maybe.items():
        if c not in keep:
            simplified[ord(c)] = ord(fold.get(t, t))
    for table in (traditional, simplified):
        for c, t in fold.items():
            table[ord(c)] = ord(t)
        table[:] = table[table]  # a compatibility form may lead to a variant (旣 → 既)
        table[(classes == SOFT) | (classes == PAUSE) | (classes == STOP)] = 0
    finder = np.arange(POINTS, dtype=np.uint32)
    for c, t in search.items():
        finder[ord(c)] = ord(t)
    return Tables(
        traditional,
        simplified,
        classes,
        script,
        finder,
        pairs["phrase"],
        pairs["pinyin"],
        pairs["parts"],
    )


def _compatibility(table: NDArray[np.uint32]) -> None:
    """Full-width letters and digits, compatibility and radical forms to the plain code points."""
    for start, end in ((0xFF10, 0xFF1A), (0xFF21, 0xFF3B), (0xFF41, 0xFF5B)):
        table[start:end] = np.arange(start, end) - 0xFEE0
    for start, end in ((0x2F00, 0x2FD6), (0xF900, 0xFAFF), (0x2F800, 0x2FA1E)):
        for point in range(start, end):
            plain = unicodedata.normalize("NFKC", chr(point))
            if len(plain) == 1:
                table[point] = ord(plain)
