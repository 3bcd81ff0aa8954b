"""From what a user asks for (a reading, --set, --say) to the choices, numbers and restated clauses in force."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import msgspec

from layout.choices import Choices
from layout.data import load_toml
from layout.errors import InputError, UnknownNameError
from layout.evidence.clauses import keys, statements
from layout.evidence.schema import ReadingRecord, Rules, check_reading
from layout.measures.model import Statement
from layout.measures.units import foot_metres


@dataclass
class Asked:
    """What is in force: an alternative for each option, given values by dimension, restated clauses by dimension."""

    options: dict[str, str] = field(default_factory=dict)
    sets: dict[str, str] = field(default_factory=dict)
    says: dict[str, Statement] = field(default_factory=dict)
    restated: list[str] = field(default_factory=list)
    scored: bool = True


def chain(rules: Rules, choices: Choices) -> list[tuple[str, ReadingRecord]]:
    """The readings that a reading inherits from, the farthest first, itself last.

    Raises UnknownNameError for an unknown reading, InputError for readings that inherit in a circle.
    """
    own: dict[str, ReadingRecord] = {}
    if choices.reading_file is not None:
        path = Path(choices.reading_file)
        record = load_toml(path, ReadingRecord)
        check_reading(choices.reading, record, rules, path)
        if record.base is None and choices.reading not in rules.readings:
            record = msgspec.structs.replace(record, base="zhou-xu")
        own[choices.reading] = record
    found: list[tuple[str, ReadingRecord]] = []
    name: str | None = choices.reading
    while name is not None:
        first = not found
        if first and name in own:
            record = own[name]
        elif name in rules.readings:
            record = rules.readings[name]
        else:
            raise UnknownNameError("reading", name, rules.readings)
        if any(record is r for _, r in found):
            raise InputError(f"reading {name!r} inherits from itself: {' ← '.join(n for n, _ in found)}")
        found.append((name, record))
        name = record.base
    return found[::-1]


LONGEST = 80
"""Characters of a clause that a user may restate; the longest that the text has is far shorter."""
_WAYS = {"north": "北", "south": "南", "east": "東", "west": "西"}


def resolve(rules: Rules, choices: Choices) -> Asked:
    """Everything that a reading and the user's changes decide; the later wins, a restated clause outranks all."""
    asked = Asked()
    chosen: dict[str, str] = {}
    for _, reading in chain(rules, choices):
        for key, value in reading.choose.items():
            _choose(rules, chosen, asked, key, value)
        asked.sets.update(reading.set)
        for clause in reading.say:
            _say(rules, asked, clause)
        if reading.rite is not None:
            asked.scored = reading.rite
    called = {**{r.name: r.id for r in rules.dimensions.values()}, **says_table(rules)}
    for text in choices.sets:
        key, sign, value = text.partition("=")
        key, value = key.strip(), value.strip()
        if not sign or not key or not value:
            raise InputError(f"--set {text!r}: expected KEY=VALUE, for example hall=xiang or hall.depth=四丈")
        if key in rules.options:
            _choose(rules, chosen, asked, key, value)
        elif key in rules.dimensions:
            asked.sets[key] = _centimetres(value) if key == "foot.cm" else value
        elif key in called:
            asked.sets[called[key]] = value
        else:
            raise UnknownNameError("option or dimension", key, [*rules.options, *rules.dimensions, *called])
    for clause in choices.says:
        _say(rules, asked, clause)
    asked.options = complete(rules, chosen)
    return asked


def complete(rules: Rules, chosen: dict[str, str]) -> dict[str, str]:
    """Every option with its alternative: the chosen ones, and for the rest the default that the others call for."""
    done = dict(chosen)
    for key, option in rules.options.items():
        if key in done:
            continue
        done[key] = option.default
        for follow in option.follows:
            if all(done.get(k, rules.options[k].default) == v for k, v in follow.choices.items()):
                done[key] = follow.choose
                break
    return {key: done[key] for key in rules.options}


def _choose(rules: Rules, chosen: dict[str, str], asked: Asked, key: str, value: str) -> None:
    option = rules.options[key]
    ids = [c.id for c in option.choice]
    if value in ids:
        chosen[key] = value
        if option.number:
            asked.sets.pop(option.number, None)
        return
    named = [c.id for c in option.choice if c.name == value]
    if named:
        chosen[key] = named[0]
        return
    if option.number and re.match(r"\s*[\d一二三四五六七八九十百半]", value):
        same = [c.id for c in option.choice if _plain(c.id) is not None and _plain(c.id) == _plain(value)]
        if same:
            chosen[key] = same[0]
            asked.sets.pop(option.number, None)
        else:
            chosen[key] = value
            asked.sets[option.number] = _centimetres(value) if key == "foot" else value
        return
    raise UnknownNameError(f"choice of {key}", value, ids)


def _centimetres(value: str) -> str:
    return str(foot_metres(value) * 100)


def _plain(text: str) -> Fraction | None:
    """A number, also with 尺 or cm behind it, for recognising a choice written otherwise (22.50cm, 8尺)."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?(?:/\d+)?)\s*(?:尺|chi|cm)?", text.strip())
    return Fraction(found[1]) if found else None


def _say(rules: Rules, asked: Asked, clause: str) -> None:
    clause = clause.strip()
    if len(clause) > LONGEST:
        raise InputError(f"--say {clause[:12]!r}…: {len(clause)} characters; a clause has at most {LONGEST}")
    try:
        found = statements(clause)
    except InputError as bad:
        raise InputError(f"--say {clause!r} cannot be read ({bad}); {_what(rules)}") from None
    for statement in found:
        target = bind(rules, statement)
        if target is None:
            raise InputError(f"--say {clause!r} binds to nothing ({statement.subject or 'no subject'}); {_what(rules)}")
        if statement.relation not in ("equal", "aligned", *_relations(rules, target)):
            raise InputError(
                f"--say {clause!r} sets a bound ({statement.relation}), not a measure; say how much it is, as in 侯道七十弓"
            )
        asked.says.pop(target, None)
        asked.says[target] = statement
    if clause in asked.restated:
        asked.restated.remove(clause)
    asked.restated.append(clause)


def says_table(rules: Rules) -> dict[str, str]:
    """The words by which a clause can be about a dimension, the first that claims a word (units come last)."""
    table: dict[str, str] = {}
    for record in rules.dimensions.values():
        for word in record.says:
            table.setdefault(word, record.id)
    return table


def _relations(rules: Rules, name: str) -> set[str]:
    """The relations in which the text itself states a dimension (下綱不及地武 gives the height by what it falls short of)."""
    record = rules.dimensions[name]
    quoted = record.read or record.clause
    return {s.relation for s in statements(quoted)} if quoted and not record.formula else set()


def bind(rules: Rules, statement: Statement) -> str | None:
    """The dimension that a restated clause is about, None when no dimension goes by its subject."""
    table = says_table(rules)
    found = [k for k in keys(statement) if k != statement.aspect or not statement.subject]
    if statement.of == "地":
        found = [f"{k}去地" for k in found]
    elif statement.of and not statement.subject:
        found = [f"去{statement.of}{_WAYS.get(statement.direction or '', '')}"]
    elif statement.relation == "aligned":
        found = [*(f"{k}當" for k in found), *(k for k in found if not statement.subject)]
    elif statement.direction is not None:
        way = _WAYS.get(statement.direction, "")
        plain = (k for k in found if k.endswith(way) or way not in ("東", "西"))
        found = [*(k + way for k in found), *plain]
    return next((table[k] for k in found if k in table), None)


def _what(rules: Rules) -> str:
    words = [r.says[0] for r in rules.dimensions.values() if r.says]
    return f"what can be restated: {' '.join(words)}"
