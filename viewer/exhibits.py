"""What the contact sheets show: every object of the catalogue, every gesture of the closed table."""

from __future__ import annotations

from collections.abc import Sequence

from layout.errors import GroundError
from viewer.sheets import Exhibit


def catalogue() -> list[tuple[str, Sequence[Exhibit]]]:
    """All objects, by group."""
    raise GroundError("the catalogue of objects is not built yet")


def gestures() -> list[tuple[str, Sequence[Exhibit]]]:
    """All gestures."""
    raise GroundError("the table of gestures is not built yet")
