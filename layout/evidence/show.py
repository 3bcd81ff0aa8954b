"""Dimensions, readings and switches as rows for listing: the JSON of docs/json.md and the lines of a derivation."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from layout.errors import UnknownNameError
from layout.evidence.formula import number
from layout.evidence.ground import DerivedGround
from layout.evidence.model import Dimension, Evidence
from layout.evidence.resolve import chain, complete
from layout.evidence.schema import OptionRecord, Rules


def select(ground: DerivedGround, names: Sequence[str]) -> list[Dimension]:
    """The dimensions that names ask for: an id, a 漢字 name, a family (target), or a pattern (*.length); all when empty.

    Raises UnknownNameError with the nearest for a name that fits none.
    """
    if not names:
        return list(ground.dimensions.values())
    found: dict[str, Dimension] = {}
    for name in names:
        fits = [
            d
            for d in ground.dimensions.values()
            if name in (d.id, d.name, d.id.split(".")[0]) or fnmatch.fnmatchcase(d.id, name)
        ]
        if not fits:
            known = [*ground.dimensions, *dict.fromkeys(d.name for d in ground.dimensions.values())]
            raise UnknownNameError("dimension", name, known)
        found.update((d.id, d) for d in fits)
    return list(found.values())


def evidence_row(step: Evidence) -> dict[str, Any]:
    """One step of a derivation."""
    return {
        "clause": step.clause,
        "speaker": step.speaker,
        "passage": step.passage,
        "certainty": step.certainty,
        "working": step.working,
        "chi": None if step.chi is None else str(step.chi),
        "reason": step.reason,
    }


def dimension_row(ground: DerivedGround, d: Dimension) -> dict[str, Any]:
    """A dimension as docs/json.md has it; `chi` and `metres` are null for what is no length, `value` is always exact."""
    length = d.unit == "尺"
    return {
        "id": d.id,
        "name": d.name,
        "english": d.name_en,
        "chi": str(d.chi) if length else None,
        "chi_float": float(d.chi) if length else None,
        "metres": round(ground.metres(d.id), 6) if length else None,
        "value": str(d.chi),
        "unit": d.unit,
        "certainty": d.certainty,
        "needs": list(d.needs),
        "derivation": [evidence_row(step) for step in d.derivation],
    }


def size(d: Dimension) -> str:
    """A dimension's value for a person: 10/3 尺, 80."""
    return f"{number(d.chi)} {d.unit}".rstrip()


def derivation_lines(ground: DerivedGround, d: Dimension) -> list[str]:
    """A dimension with its derivation down to the clauses, premises first."""
    head = f"{d.id}  {d.name}  {size(d)}"
    if d.unit == "尺":
        head += f" = {ground.metres(d.id):.4f} m"
    lines = [f"{head}  [{d.certainty}]", f"    {d.name_en}"]
    for step in d.derivation:
        words = f"「{step.clause}」" if step.clause else ""
        who = " · ".join(dict.fromkeys(w for w in (step.speaker, step.passage) if w))
        lines.append(f"  ∵ {words}{step.working}  [{step.certainty}]")
        if who or step.reason:
            lines.append("      " + "; ".join(w for w in (who, step.reason) if w))
    return lines


def option_row(option: OptionRecord, chosen: str) -> dict[str, Any]:
    """A switch with what is chosen, who holds it, and its alternatives."""
    held = next((c for c in option.choice if c.id == chosen), None)
    return {
        "key": option.key,
        "name": option.name,
        "english": option.english,
        "dispute": option.dispute,
        "chosen": chosen,
        "chosen_name": held.name if held else chosen,
        "chosen_english": held.english if held else "",
        "held": held.held if held else "given by the user",
        "effect": option.effect or (held.effect if held else ""),
        "modelled": not option.noted,
        "noted": option.noted,
        "alternatives": [
            {"id": c.id, "name": c.name, "english": c.english, "held": c.held, "effect": c.effect}
            for c in option.choice
        ],
    }


def option_rows(rules: Rules, options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every switch under a reading, in the order of the disputes."""
    rows = [option_row(option, options[key]) for key, option in rules.options.items()]
    return sorted(rows, key=lambda r: (r["dispute"][0], int(r["dispute"][1:] or 0)))


def reading_rows(rules: Rules) -> Iterable[dict[str, Any]]:
    """The named readings: what each inherits and what it states differently."""
    from layout.choices import Choices

    for name, reading in rules.readings.items():
        chosen: dict[str, str] = {}
        for _, inherited in chain(rules, Choices(reading=name)):
            chosen.update(inherited.choose)
        defaults, options = complete(rules, {}), complete(rules, chosen)
        yield {
            "id": name,
            "name": reading.name,
            "english": reading.english,
            "base": reading.base,
            "about": reading.about,
            "states": {**reading.choose, **reading.set, **({"say": list(reading.say)} if reading.say else {})},
            "differs": {k: v for k, v in options.items() if v != defaults[k]},
        }
