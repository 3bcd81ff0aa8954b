"""Clauses with the punctuation of the received text: staged clauses are 漢字 alone, a reader wants to see where they pause."""

from __future__ import annotations

from collections.abc import Iterable

from layout.errors import UnknownNameError
from layout.text.normal import Normal, fold, normalise
from layout.text.received import Text

OPENING = "「『《〈（"
"""Marks that belong to what follows; all others close what is before them."""


def pointed(text: Text, section: int, clauses: Iterable[tuple[str, str]]) -> list[str]:
    """Clauses (layer, 漢字) of a section in their order, with the marks that stand in the received text beside their characters.

    The characters stay as they are given. A clause that the text does not have comes back as it was.
    """
    source = "".join(p.text for p in text.passages if p.layer == "經" and p.section == section)
    classic = normalise(source)
    words = fold(classic.text)
    at = 0
    out = []
    for layer, clause in clauses:
        wanted = fold(clause)
        if layer == "經":
            found = words.find(wanted, at) if wanted else -1
            if found >= 0:
                at = found + len(wanted)
                clause = _with_marks(clause, source, classic, found)
        else:
            clause = _from_elsewhere(text, clause, wanted)
        out.append(clause)
    return out


def _from_elsewhere(text: Text, clause: str, wanted: str) -> str:
    """A clause of the 記 or of a note."""
    try:
        passage = text.find(clause)
    except UnknownNameError:
        return clause
    normal = normalise(passage.text)
    found = fold(normal.text).find(wanted)
    return _with_marks(clause, passage.text, normal, found) if wanted and found >= 0 else clause


def _with_marks(clause: str, source: str, normal: Normal, first: int) -> str:
    """The characters of a clause with the marks around those of the source from number `first` on."""
    offsets, ends = normal.offsets, normal.ends
    if first + len(clause) > len(offsets):
        return clause
    out = []
    for n, sign in enumerate(clause, first):
        before = source[ends[n - 1] if n else 0 : offsets[n]]
        after = source[ends[n] : offsets[n + 1] if n + 1 < len(offsets) else len(source)]
        out += [mark for mark in before if mark in OPENING]
        out.append(sign)
        out += [mark for mark in after if mark not in OPENING and not mark.isspace()]
    return "".join(out)
