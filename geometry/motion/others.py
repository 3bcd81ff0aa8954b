"""Who else is about on the sheet of a gesture: the man who is spoken to, the attendant who pours, the singer beside the zither."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Companion:
    """Another person about: where he is in relation to the actor (尺), which way he faces, what he does and holds (kind, slot, state)."""

    role: str
    ahead: float
    left: float
    turned: float
    kneels: bool = False
    gesture: str = ""
    holds: tuple[tuple[str, str, str], ...] = ()


_POURER = Companion("attendant-1", 1.8, -3.45, -90.0, holds=(("ladle", "right-hand", "pouring"),))
COMPANIONS: Mapping[str, Companion] = {
    "wash-hands": _POURER,
    "wash": _POURER,
    "play": Companion("singer-1", -0.2, 4.0, 0.0, True, "sing"),
}
"""Gesture → who else has a part in it."""

LISTENERS: Mapping[str, tuple[str, str]] = {
    "speak": ("host", "listen"),
    "listen": ("host", "speak"),
    "consent": ("host", "speak"),
    "assent": ("archery-master", "raise-bow-order"),
    "praise-wine": ("host", "consent"),
    "step-back": ("host", "salute"),
}
"""Gesture that names no partner → who stands before the actor on its sheet, and what he does."""
ASKED: Mapping[str, str] = {"reply": "speak", "decline": "speak", "decline-by-rite": "speak"}
"""Gesture that answers → what its partner does just before."""
