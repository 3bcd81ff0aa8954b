"""What people wear by role and moment (assets/dress.toml) and how their bodies differ (assets/people.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache

import msgspec

from layout.data import Record, asset, load_toml
from layout.errors import DataError, UnknownNameError
from layout.evidence.model import Certainty

BARE, RING, GUARD, SHOES_OFF = "bare-left", "ring", "guard", "shoes-off"


class Outfit(Record, frozen=True):
    """A set of clothes: colour names of its parts (`skirt` lists those among which the seed picks; no apron: ""), the width of
    its `sleeve` in relation to the usual 袂 of 2.2 尺."""

    hanzi: str
    english: str
    jacket: str
    edge: str
    skirt: tuple[str, ...]
    apron: str
    belt: str
    shoes: str
    sleeve: float
    source: str
    certainty: Certainty


class State(Record, frozen=True):
    """A change made on an outfit during the rite."""

    hanzi: str
    english: str
    source: str


class _Role(Record, frozen=True):
    match: str
    outfit: str
    sections: dict[str, str] = msgspec.field(default_factory=dict)
    under: str = ""
    blind: bool = False


class _Dress(Record, frozen=True):
    colour: dict[str, str]
    outfit: dict[str, Outfit]
    state: dict[str, State]
    role: tuple[_Role, ...]


@dataclass(frozen=True)
class Wear:
    """What one role wears: `outfit` by default, others in the `sections` named; `under` the colour of the under-robe that a
    grandee shows where others bare their flesh; `blind` for the musicians."""

    outfit: str
    sections: Mapping[int, str]
    under: str
    blind: bool

    def in_section(self, number: int) -> str:
        """The outfit worn in a section."""
        return self.sections.get(number, self.outfit)


@dataclass(frozen=True)
class DressTable:
    """All outfits, states and colours (sRGB "#RRGGBB"), and who wears what."""

    outfits: Mapping[str, Outfit]
    states: Mapping[str, State]
    colours: Mapping[str, str]
    roles: tuple[tuple[str, Wear], ...]

    def wear(self, role: str) -> Wear:
        """What a role wears; the first pattern of the table that fits. Raises UnknownNameError when none fits."""
        for pattern, wear in self.roles:
            if fnmatchcase(role, pattern):
                return wear
        raise UnknownNameError("role", role, [pattern for pattern, _ in self.roles])


@cache
def load_dress() -> DressTable:
    """The dress table. Raises DataError when it names an outfit or a colour that it does not define."""
    path = asset("dress.toml")
    raw = load_toml(path, _Dress)
    for key, outfit in raw.outfit.items():
        for name in (outfit.jacket, outfit.edge, *outfit.skirt, outfit.apron, outfit.belt, outfit.shoes):
            if name and name not in raw.colour:
                raise DataError("assets/dress.toml", None, f"outfit.{key}", f"unknown colour {name}")
    roles = []
    for row in raw.role:
        for name in (row.outfit, *row.sections.values()):
            if name not in raw.outfit:
                raise DataError("assets/dress.toml", None, f"role {row.match}", f"unknown outfit {name}")
        sections = {int(k): v for k, v in row.sections.items()}
        roles.append((row.match, Wear(row.outfit, sections, row.under, row.blind)))
    return DressTable(raw.outfit, raw.state, raw.colour, tuple(roles))


class Age(Record, frozen=True):
    """What an age looks like: kinds of beard (0–3), colours of hair, stoop in degrees."""

    beards: tuple[int, ...]
    hair: tuple[str, ...]
    stoop: float


class _Body(Record, frozen=True):
    height: Fraction
    unit: str
    reason: str
    certainty: Certainty
    spread: float
    brightness: float


class _Ages(Record, frozen=True):
    match: str
    ages: tuple[str, ...]


class _People(Record, frozen=True):
    body: _Body
    age: dict[str, Age]
    role: tuple[_Ages, ...]


@dataclass(frozen=True)
class Bodies:
    """Usual height in 尺 and its `spread` (±), `brightness` jitter (±), ages and who is of which."""

    height: Fraction
    spread: float
    brightness: float
    ages: Mapping[str, Age]
    roles: tuple[tuple[str, tuple[str, ...]], ...]

    def ages_of(self, role: str) -> tuple[str, ...]:
        """The ages among which the seed picks for a role."""
        for pattern, ages in self.roles:
            if fnmatchcase(role, pattern):
                return ages
        raise UnknownNameError("role", role, [pattern for pattern, _ in self.roles])


@cache
def load_bodies() -> Bodies:
    """The table of bodies. Raises DataError when it names an age that it does not define."""
    raw = load_toml(asset("people.toml"), _People)
    for row in raw.role:
        for name in row.ages:
            if name not in raw.age:
                raise DataError("assets/people.toml", None, f"role {row.match}", f"unknown age {name}")
    roles = tuple((row.match, row.ages) for row in raw.role)
    return Bodies(raw.body.height, raw.body.spread, raw.body.brightness, raw.age, roles)
