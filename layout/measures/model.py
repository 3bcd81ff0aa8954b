"""Nouns of measure: what is found in a text, and the statements that clauses make.

Two products leave this package. `Measure` is a find: a span of text with its exact value (`read_measures`).
`Statement` is a clause understood as an equation about a named thing (`read_statement`), which `layout.evidence`
binds to a dimension: 侯道五十弓 says 侯道 = 50 弓; 倍中以為躬 says 躬 = 2 × 中; 長如笴 says its own length = 笴.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

Kind = Literal["length", "count", "ratio", "offset", "bound", "relation", "definition", "claim", "time", "area"]
Direction = Literal["north", "south", "east", "west", "up", "down", "northwest", "northeast", "southwest", "southeast"]


class Part(msgspec.Struct, frozen=True, gc=False):
    """One component of an offset, in 尺, or None where it is relative to a thing without a length of its own."""

    chi: Fraction | None
    direction: Direction | None = None


class Measure(msgspec.Struct, frozen=True, gc=False):
    """A measure found in a text. Offsets count Unicode code points of the text as given; see docs/json.md."""

    start: int
    end: int
    text: str
    normal: str
    kind: Kind
    value: Fraction | tuple[Fraction, Fraction] | None
    chi: Fraction | None
    unit: str | None
    direction: Direction | None = None
    parts: tuple[Part, ...] = ()
    subject: str | None = None
    relation: str | None = None
    alternatives: tuple[Fraction, ...] = ()
    damage: tuple[str, ...] = ()
    speaker: str | None = None
    passage: str | None = None


# -- expressions of a statement ------------------------------------------------------------------------------


class Quantity(msgspec.Struct, frozen=True, gc=False):
    """A number of units: 五十弓 is (50, 弓). `parts` keeps a compound (一丈五寸 = 1 丈 + 5 寸). Unit None is a bare count."""

    value: Fraction
    unit: str | None
    parts: tuple[tuple[Fraction, str], ...] = ()


class Name(msgspec.Struct, frozen=True, gc=False):
    """Something named whose size is meant: 笴, 堂深, 中."""

    name: str


class Scale(msgspec.Struct, frozen=True, gc=False):
    """`factor` times an expression: 倍中 is 2 × 中, 參分其廣…居一 is ⅓ × 廣, 半上舌 is ½ × 上舌."""

    factor: Fraction
    of: Expression


class Sum(msgspec.Struct, frozen=True, gc=False):
    """The sum of expressions: 尺有握 is 1 尺 + 握."""

    terms: tuple[Expression, ...]


Expression = Quantity | Name | Scale | Sum


class Rate(msgspec.Struct, frozen=True, gc=False):
    """So much for each unit of something: 弓二寸以為侯中 is 2 寸 for each 弓 (of the 侯道)."""

    each: str
    quantity: Expression


class Statement(msgspec.Struct, frozen=True, gc=False):
    """An equation that a clause makes about a named thing.

    `subject` is the thing as the clause names it (侯道, 躬, 旌杠), or "" where the clause leaves it to its context
    (物長如笴 → subject 物, aspect 長; 長如笴 alone → subject ""). `aspect` is 長 廣 厚 深 高 方 博 … or "".
    `relation` says how subject and value stand: equal, at most, at least, short of (不及), beyond, aligned (當).
    `of` is what an offset is measured from (去侯 → 侯, 不及地 → 地, 堂前 → 堂); `more` what the clause says further.
    """

    clause: str
    subject: str
    aspect: str
    value: Expression | Rate
    relation: Literal["equal", "at-most", "at-least", "short-of", "beyond", "aligned"] = "equal"
    direction: Direction | None = None
    more: tuple[Statement, ...] = ()
    of: str = ""
