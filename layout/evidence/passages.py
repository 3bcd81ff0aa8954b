"""Where a quoted clause stands: from the work and speaker that a data file names to the reference of the very passage."""

from __future__ import annotations

from functools import cache

from layout.text import load_text
from layout.text.model import Passage

LAYERS = ("經", "記", "注", "疏", "按")
_STOPS = {ord(c): None for c in "，。：；、！？「」『』《》〈〉（）()…　 \n"}


@cache
def _plain() -> tuple[tuple[Passage, str], ...]:
    text = load_text()
    return tuple((p, p.text.translate(_STOPS)) for p in (*text.passages, *text.witnesses))


def split_ref(ref: str) -> tuple[str, str | None]:
    """The work and the speaker that a short reference names: 大射儀·經·注 → (大射儀, 注)."""
    parts = ref.split("·")
    layer = next((p for p in reversed(parts) if p in LAYERS), None)
    return "·".join(p for p in parts if p not in LAYERS), layer


@cache
def locate(clause: str, ref: str = "") -> str | None:
    """The reference of the first passage of a work and speaker that holds a clause; None where none does.

    Punctuation does not count, the orthography of the text does. Without `ref` every passage is searched.
    """
    work, layer = split_ref(ref) if ref else ("", None)
    wanted = clause.translate(_STOPS)
    for passage, plain in _plain():
        if wanted in plain and passage.ref.startswith(work) and layer in (None, passage.layer):
            return passage.ref
    return None


@cache
def layer_of(ref: str) -> str | None:
    """Who speaks in the passage of a reference; None for no passage."""
    return next((p.layer for p, _ in _plain() if p.ref == ref), None)
