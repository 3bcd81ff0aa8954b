"""What a user asks for: a reading with what he changes in it, and the company that takes part."""

from __future__ import annotations

from dataclasses import dataclass

from layout.errors import InputError


@dataclass(frozen=True)
class Choices:
    """A named reading, single choices set by key, and clauses restated; later ones win."""

    reading: str = "zhou-xu"
    sets: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    reading_file: str | None = None


LIMITS: tuple[tuple[str, int, int | None], ...] = (
    ("guests", 3, 2000),
    ("grandees", 0, 100),
    ("pairs", 0, 1000),
    ("seed", 0, None),
)
"""Least and greatest of each number of a company; an unbounded one would only exhaust the memory."""


@dataclass(frozen=True)
class Company:
    """Who takes part.

    `guests` counts the 眾賓 beside the chief guest (7: guest-2 … guest-8); `pairs` the pairs that shoot after the
    三耦 (4: guest with host, grandee-1 with guest-5, guest-2 with guest-3, guest-4 with guest-6).
    """

    guests: int = 7
    grandees: int = 1
    pairs: int = 4
    host_shoots: bool = True
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least, most in LIMITS:
            given = getattr(self, name)
            if given < least:
                raise InputError(f"--{name} {given}: expected at least {least}")
            if most is not None and given > most:
                raise InputError(f"--{name} {given}: expected at most {most}, as many as the ground was tried with")
