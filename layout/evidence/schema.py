"""Schemas of the data files under `assets/dimensions` and `assets/readings`, and how they are loaded and cross-checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from layout.data import Record, asset, load_toml
from layout.errors import DataError, nearest
from layout.evidence.formula import Expr, parse_formula
from layout.evidence.model import Certainty
from layout.measures.model import Direction


class Row(Record, frozen=True, kw_only=True):
    """One way of knowing a dimension: exactly one of clause (+ optional formula), gloss, formula, assume.

    `clause`/`gloss` is read by the grammar unless a `formula` says what it means (當棟: the grammar gives no number);
    `ref` is its passage (title·layer). `read` is the part of the quoted words
    that carries the measure (弓長六尺 of 弓長六尺謂之下制), `subject` or `direction` picks the statement when the clause makes several; `of` is the thing that a
    rate counts in (弓二寸 of lane.length); `names` maps words of the clause to dimensions; `elided` is a unit that the
    text leaves out (大侯九十 [步]), `plus` what is added to a part of something (下舌半上舌: half of what projects, and the body); `foot = "kaogong"` marks a clause measured with the foot of the 考工記.
    `assume` is an exact number or classical words; `reason`, `source`, `certainty` belong to it.
    """

    clause: str | None = None
    gloss: str | None = None
    ref: str = ""
    read: str | None = None
    subject: str | None = None
    direction: Direction | None = None
    formula: str | None = None
    assume: str | None = None
    of: str | None = None
    names: dict[str, str] = msgspec.field(default_factory=dict)
    elided: str | None = None
    plus: str | None = None
    foot: str | None = None
    reason: str = ""
    source: str = ""
    certainty: Certainty | None = None


class When(Row, frozen=True, kw_only=True):
    """A row that holds only under some choices: `if = {hall = "xiang"}`."""

    choices: dict[str, str]


class DimensionRecord(Row, frozen=True, kw_only=True):
    """A named dimension. `says` are the words by which a restated clause binds to it, `words` further names in its family.

    `also` lists further statements that must agree with it (中十尺), `when` what holds under other choices.
    """

    id: str
    name: str
    english: str
    unit: str = "尺"
    says: list[str] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)
    also: list[Row] = msgspec.field(default_factory=list)
    when: list[When] = msgspec.field(default_factory=list)


class DimensionFile(Record, frozen=True, kw_only=True):
    """A file of `assets/dimensions`."""

    dimension: list[DimensionRecord]


class Choice(Record, frozen=True, kw_only=True):
    """An alternative of a switch: its name in 漢字 and in English, who holds it and what it does."""

    id: str
    name: str
    english: str = ""
    held: str = ""
    effect: str = ""


class Follow(Record, frozen=True, kw_only=True):
    """A default that depends on another choice."""

    choices: dict[str, str]
    choose: str


class OptionRecord(Record, frozen=True, kw_only=True):
    """A switch: key, alternatives, default; `noted` says why it has no effect on the model, `number` the dimension it sets."""

    key: str
    name: str
    english: str
    dispute: str
    default: str
    choice: list[Choice]
    follows: list[Follow] = msgspec.field(default_factory=list)
    effect: str = ""
    noted: str = ""
    number: str | None = None


class OptionFile(Record, frozen=True, kw_only=True):
    """`assets/readings/options.toml`."""

    option: list[OptionRecord]


class ReadingRecord(Record, frozen=True, kw_only=True):
    """A named reading: what it inherits and what it states differently."""

    name: str
    english: str = ""
    base: str | None = None
    about: str = ""
    rite: bool | None = None
    choose: dict[str, str] = msgspec.field(default_factory=dict)
    set: dict[str, str] = msgspec.field(default_factory=dict)
    say: list[str] = msgspec.field(default_factory=list)


@dataclass(frozen=True)
class Rules:
    """Everything that the data files say, checked: dimensions, options, readings, and where each record stands."""

    dimensions: dict[str, DimensionRecord]
    options: dict[str, OptionRecord]
    readings: dict[str, ReadingRecord]
    files: dict[str, tuple[Path, int | None]] = field(default_factory=dict)


def load_rules(folder: str | Path | None = None) -> Rules:
    """All data files of `folder` (default: the project's own `assets`), checked against their schemas and each other.

    Raises DataError with file, line and key: unknown names, doubled ids, a row with no or two sources, a bad formula.
    """
    return _load(str(folder) if folder else str(asset()))


@cache
def _load(folder: str) -> Rules:
    root = Path(folder)
    dimensions: dict[str, DimensionRecord] = {}
    files: dict[str, tuple[Path, int | None]] = {}
    for path in sorted((root / "dimensions").glob("*.toml")):
        lines = id_lines(path)
        for record in load_toml(path, DimensionFile).dimension:
            at = (path, lines.get(record.id))
            if record.id in dimensions:
                raise DataError(path, at[1], "id", f"{record.id} is defined twice (also in {files[record.id][0].name})")
            dimensions[record.id] = record
            files[record.id] = at
    option_path = root / "readings" / "options.toml"
    options = {o.key: o for o in load_toml(option_path, OptionFile).option}
    from layout.evidence.unit_records import unit_records  # it makes records of this module

    for record, switch in unit_records():
        dimensions[record.id] = record
        files[record.id] = (asset("units.toml"), None)
        if switch is not None:
            options.setdefault(switch.key, switch)
    readings = {
        path.stem: load_toml(path, ReadingRecord)
        for path in sorted((root / "readings").glob("*.toml"))
        if path.stem != "options"
    }
    rules = Rules(dimensions, options, readings, files)
    lines = id_lines(option_path, "key")
    for option in options.values():
        _check_option(option, rules, option_path, lines.get(option.key))
    for record in dimensions.values():
        _check_dimension(record, rules)
    for name, reading in readings.items():
        check_reading(name, reading, rules, root / "readings" / f"{name}.toml")
    return rules


def id_lines(path: Path, wanted: str = "id") -> dict[str, int]:
    """Line of the `id = "…"` (or another key) of every record of a file."""
    found: dict[str, int] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return found
    for n, line in enumerate(text.splitlines(), 1):
        key, _, value = line.partition("=")
        if key.strip() == wanted:
            found.setdefault(value.strip().strip('"'), n)
    return found


def formulas_of(row: Row) -> Expr | None:
    """The parsed formula of a row, None when it has none."""
    return parse_formula(row.formula) if row.formula else None


def _check_dimension(record: DimensionRecord, rules: Rules) -> None:
    path, line = rules.files[record.id]
    from layout.evidence.formula import names_in  # local: keeps the schema importable from the formula's tests

    rows: list[tuple[str, Row]] = [("", record)]
    rows += [(f"when[{n}].", w) for n, w in enumerate(record.when)]
    rows += [(f"also[{n}].", a) for n, a in enumerate(record.also)]
    for prefix, row in rows:
        sources = [k for k in ("clause", "gloss", "assume") if getattr(row, k)]
        if len(sources) > 1:
            raise DataError(path, line, f"{record.id}.{prefix}{sources[1]}", f"stands beside {sources[0]}; give one")
        if not sources and not row.formula:
            raise DataError(path, line, f"{record.id}.{prefix}clause", "give one of clause, gloss, formula, assume")
        if row.read and row.read not in (row.clause or row.gloss or ""):
            raise DataError(path, line, f"{record.id}.{prefix}read", f"{row.read!r} is no part of the quoted words")
        if not (row.clause or row.gloss or row.reason or row.source):
            raise DataError(
                path, line, f"{record.id}.{prefix}reason", "say why: without a clause a reason or source is needed"
            )
        if row.formula:
            try:
                needs = list(names_in(parse_formula(row.formula)))
            except ValueError as bad:
                raise DataError(path, line, f"{record.id}.{prefix}formula", str(bad)) from None
        else:
            needs = []
        needs += [*row.names.values(), *(n for n in (row.of, row.plus) if n)]
        for need in needs:
            if need not in rules.dimensions:
                raise DataError(
                    path, line, f"{record.id}.{prefix}formula", unknown_name("dimension", need, rules.dimensions)
                )
        if isinstance(row, When):
            for key, choice in row.choices.items():
                _check_choice(rules, key, choice, path, line, f"{record.id}.{prefix}choices")


def _check_option(option: OptionRecord, rules: Rules, path: Path, line: int | None) -> None:
    ids = [c.id for c in option.choice]
    for choose in (option.default, *(f.choose for f in option.follows)):
        if choose not in ids:
            raise DataError(path, line, f"{option.key}.default", unknown_name("choice", choose, ids))
    for follow in option.follows:
        for key, choice in follow.choices.items():
            _check_choice(rules, key, choice, path, line, f"{option.key}.follows")
    if option.number and option.number not in rules.dimensions:
        raise DataError(path, line, f"{option.key}.number", unknown_name("dimension", option.number, rules.dimensions))


def check_reading(name: str, reading: ReadingRecord, rules: Rules, path: Path) -> None:
    """Raise DataError where a reading names an option, choice, base or dimension that does not exist."""
    if reading.base is not None and reading.base not in rules.readings:
        raise DataError(path, _line(path, "base"), "base", unknown_name("reading", reading.base, rules.readings))
    for key, choice in reading.choose.items():
        _check_choice(rules, key, choice, path, _line(path, key), f"choose.{key}")
    for key in reading.set:
        if key not in rules.dimensions:
            raise DataError(path, _line(path, key), f"set.{key}", unknown_name("dimension", key, rules.dimensions))


def _line(path: Path, key: str) -> int | None:
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.split("=")[0].strip().strip('"') == key:
            return n
    return None


def _check_choice(rules: Rules, key: str, choice: str, path: Path, line: int | None, label: str) -> None:
    if key not in rules.options:
        raise DataError(path, line, label, unknown_name("option", key, rules.options))
    ids = [c.id for c in rules.options[key].choice]
    if choice not in ids and not rules.options[key].number:
        raise DataError(path, line, label, unknown_name(f"choice of {key}", choice, ids))


def unknown_name(kind: str, name: str, known: object) -> str:
    names = [str(k) for k in known]  # type: ignore[attr-defined]
    near = nearest(name, names)
    return f"unknown {kind} {name!r}" + (
        f"; nearest: {', '.join(near)}" if near else f"; known: {', '.join(names[:12])}"
    )
