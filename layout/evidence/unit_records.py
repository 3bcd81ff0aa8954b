"""The units of length as dimensions: unit.ren for 仞, with a switch wherever definitions differ, and the length of the 尺."""

from __future__ import annotations

from layout.evidence.schema import Choice, DimensionRecord, OptionRecord, When
from layout.measures.units import Units, unit_table

_UNIT_DISPUTES = {"bow-length": "B2", "bu": "B2", "ren": "C11", "cloth-width": "C3"}


def unit_records() -> list[tuple[DimensionRecord, OptionRecord | None]]:
    """Every unit of length of `assets/units.toml` as a dimension (unit.ren), with a switch where definitions differ; and
    the length of the 尺 itself (foot.cm)."""
    made: list[tuple[DimensionRecord, OptionRecord | None]] = []
    units = Units()
    for unit in unit_table().unit:
        if unit.kind != "length" or unit.name in ("尺", "寸", "分", "釐", "豪", "丈", "引"):
            continue
        rivals = units.rivals(unit.name)
        first = rivals[0]
        rows = [
            When(gloss=d.clause, formula=str(d.chi), ref=d.authority, reason=d.authority, choices={unit.id: d.key})
            for d in rivals[1:]
        ]
        record = DimensionRecord(
            id=f"unit.{unit.id}",
            name=unit.name,
            english=f"the {unit.id} as a measure",
            gloss=first.clause,
            formula=str(first.chi),
            ref=first.authority,
            reason=first.authority,
            says=[unit.name, *unit.other],
            when=rows,
        )
        switch = None
        if rows:
            notes = {r.clause: r.note for r in unit.readings}
            choice = [
                Choice(id=d.key, name=d.clause, english=_english(d.key), held=d.authority, effect=notes[d.clause])
                for d in rivals
            ]
            switch = OptionRecord(
                key=unit.id,
                name=f"{unit.name}之長",
                english=f"length of the {unit.name}",
                dispute=_UNIT_DISPUTES.get(unit.id, "E"),
                default=first.key,
                choice=choice,
                number=record.id,
            )
        made.append((record, switch))
    feet = unit_table().foot
    rows = [When(assume=str(f.cm), source=f.authority, certainty="inferred", choices={"foot": f.key}) for f in feet[1:]]
    record = DimensionRecord(
        id="foot.cm",
        name="尺長",
        english="length of the 尺 in centimetres",
        unit="cm",
        assume=str(feet[0].cm),
        source=feet[0].authority,
        certainty="inferred",
        reason="the clauses count in 尺; how long a 尺 is, only measured pieces can tell",
        when=rows,
    )
    choice = [Choice(id=f.key, name=f"{f.cm} cm", held=f.authority) for f in feet]
    switch = OptionRecord(
        key="foot",
        name="尺長",
        english="length of the 尺 in centimetres",
        dispute="E",
        default=feet[0].key,
        choice=choice,
        number="foot.cm",
        effect="every metre; no number of 尺",
    )
    made.append((record, switch))
    return made


def _english(key: str) -> str:
    """A size of a unit in English, from the key of its definition."""
    return f"{key} 尺" if key.replace(".", "").isdigit() else key.replace("half-bu", "half a 步")
