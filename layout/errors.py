"""One base for every error a user can meet, and the helper that suggests the nearest valid name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class ShegongError(Exception):
    """Base of all errors that shegong raises on purpose; its text is one clear message for a person."""


class InputError(ShegongError, ValueError):
    """Something the user gave cannot be used; the command line exits with 2."""


class UnknownNameError(InputError):
    """A name that is in no table; says which names come nearest, or else which there are (`shown`, where given, tells it shorter)."""

    def __init__(self, kind: str, name: str, known: Iterable[str], where: str = "", shown: str = "") -> None:
        known = list(known)
        near = nearest(name, known)
        place = f"{where}: " if where else ""
        if near:
            hint = f"; nearest: {', '.join(near)}"
        elif shown:
            hint = f"; known: {shown}"
        else:
            hint = f"; known: {', '.join(sorted(known)[:12])}{' …' if len(known) > 12 else ''}"
        super().__init__(f"{place}unknown {kind} {name!r}{hint}")
        self.kind, self.name, self.near = kind, name, near


class DataError(InputError):
    """A data file breaks its schema; names file, line and key."""

    def __init__(self, path: str | Path, line: int | None, key: str, problem: str) -> None:
        at = f"{path}:{line}" if line else f"{path}"
        super().__init__(f"{at}: {key}: {problem}" if key else f"{at}: {problem}")
        self.path, self.line, self.key = Path(path), line, key


class GroundError(ShegongError, RuntimeError):
    """The ground cannot be built as described (bad geometry, impossible company, contradiction)."""


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known names most like `name`, best first.

    A name of one or two 漢字 has too few characters for a ratio, so shared characters count as well.
    """
    pool = list(known)
    near = difflib.get_close_matches(name, pool, n=count, cutoff=0.6)
    if not near and not name.isascii():
        shared = [(len(set(name) & set(k)) / max(len(set(name) | set(k)), 1), k) for k in pool]
        near = [k for score, k in sorted(shared, key=lambda s: (-s[0], s[1])) if score >= 0.33][:count]
    return near
