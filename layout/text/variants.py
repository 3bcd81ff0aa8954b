"""The tables of `assets/text/variants.tsv` and `simplified.tsv`, as lookups by code point for `str.translate`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from layout.data import asset
from layout.errors import DataError

GAP = "〓"

# Classes of a code point, by what normalising does with it.
KEEP, SOFT, PAUSE, STOP, MISSING = 0, 1, 2, 3, 4

_PAUSES = ",;:、，；：·‧・﹑﹐﹔﹕－—–-~～…/／|｜\\"
_STOPS = ".!?。！？．﹒﹖﹗「」『』“”‘’\"'＂＇《》〈〉〔〕【】［］[]()（）{}｛｝<>＜＞〖〗﹙﹚○◎△▲☆★※*＊#＃§=＝+＋_＿`^&＆@＠%％$＄"
_SOFTS = "\n\r\t\v\f \u00a0\u3000¶\u0085\u2028\u2029\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u00ad"


class Folding(dict[int, int]):
    """What code points become in a text of one script; filled as they are asked for.

    A sign that is dropped becomes its class (SOFT, PAUSE, STOP), so that a translated text is as long as its source.
    """

    def __init__(self, own: dict[int, int], classes: dict[int, int]) -> None:
        super().__init__()
        self._own, self._classes = own, classes

    def __missing__(self, point: int) -> int:
        sort = self._classes.get(point, KEEP)
        # A compatibility form may lead to a variant (旣 → 既).
        value = sort if sort in (SOFT, PAUSE, STOP) else self._once(self._once(point))
        self[point] = value
        return value

    def _once(self, point: int) -> int:
        known = self._own.get(point)
        return compatible(point) if known is None else known


class Same(dict[int, int]):
    """A lookup in which what is not listed stays as it is."""

    def __missing__(self, point: int) -> int:
        self[point] = point
        return point


@dataclass(frozen=True)
class Tables:
    """Lookups by code point, and the short lists that need a context.

    `traditional`, `simplified`: what a code point becomes in a text of that script; `classes`: SOFT PAUSE STOP MISSING
    of the signs that are no plain characters; `only_simplified`, `only_traditional`: forms that only such texts have;
    `search`: the fold for comparing.
    """

    traditional: Folding
    simplified: Folding
    classes: dict[int, int]
    only_simplified: str
    only_traditional: str
    search: Same
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
    base: dict[int, int] = {}
    classes: dict[int, int] = {}
    for signs, strength in ((_SOFTS, SOFT), (_PAUSES, PAUSE), (_STOPS, STOP)):
        classes |= dict.fromkeys(map(ord, signs), strength)
    for start, end in ((0, 32), (0x7F, 0xA0), (0xFE00, 0xFE10), (0xE0100, 0xE01F0)):
        classes |= dict.fromkeys(range(start, end), SOFT)

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

    # What a simplified form turns into may itself be a variant (众 → 衆 → 眾).
    sure = {c: t for c, t in sure.items() if c not in keep}
    folded = {ord(c): ord(t) for c, t in fold.items()}
    traditional = base | {ord(c): ord(fold.get(t, t)) for c, t in sure.items()}
    simplified = traditional | {ord(c): ord(fold.get(t, t)) for c, t in maybe.items() if c not in keep}
    theirs = dict.fromkeys(sure.values())
    return Tables(
        Folding(traditional | folded, classes),
        Folding(simplified | folded, classes),
        classes,
        "".join(c for c in sure if c not in theirs),
        "".join(theirs),
        Same({ord(c): ord(t) for c, t in search.items()}),
        pairs["phrase"],
        pairs["pinyin"],
        pairs["parts"],
    )


COMPATIBLE = ((0x2F00, 0x2FD6), (0xF900, 0xFAFF), (0x2F800, 0x2FA1E))


def compatible(point: int) -> int:
    """The plain code point of a full-width letter or digit, of a compatibility or a radical form; any other is itself."""
    if point < 0x2F00:
        return point
    if any(start <= point < end for start, end in ((0xFF10, 0xFF1A), (0xFF21, 0xFF3B), (0xFF41, 0xFF5B))):
        return point - 0xFEE0
    if any(start <= point < end for start, end in COMPATIBLE):
        plain = unicodedata.normalize("NFKC", chr(point))
        return ord(plain) if len(plain) == 1 else point
    return point
