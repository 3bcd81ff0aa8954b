"""Measures and claims as rows of the JSON interface: exact numbers as strings such as "158/15"."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from layout.measures.model import Measure

if TYPE_CHECKING:
    from layout.measures.claims import Claim


def exact(number: Fraction | None) -> str | None:
    """A fraction as its string; None stays None."""
    return None if number is None else str(number)


def measure_row(measure: Measure, file: str) -> dict[str, Any]:
    """The row of `shegong measures --format json`; keys and their meaning: docs/measures.md."""
    value = measure.value
    return {
        "file": file,
        "start": measure.start,
        "end": measure.end,
        "text": measure.text,
        "normal": measure.normal,
        "kind": measure.kind,
        "value": [exact(v) for v in value] if isinstance(value, tuple) else exact(value),
        "chi": exact(measure.chi),
        "unit": measure.unit,
        "direction": measure.direction,
        "parts": [{"chi": exact(p.chi), "direction": p.direction} for p in measure.parts],
        "subject": measure.subject,
        "relation": measure.relation,
        "alternatives": [exact(a) for a in measure.alternatives],
        "damage": list(measure.damage),
        "speaker": measure.speaker,
        "passage": measure.passage,
    }


def json_rows(measures: Iterable[Measure], file: str) -> bytes:
    """The rows of `measure_row` as JSON, one to a line, with commas between them."""
    # A measure has the keys of its row in their order; only the file stands before them.
    encode = msgspec.json.Encoder(enc_hook=str).encode
    head = b'{"file":' + encode(file) + b","
    return b",\n".join([head + encode(measure)[1:] for measure in measures])


def claim_row(claim: Claim) -> dict[str, Any]:
    """The row of `shegong check --format json`."""
    return {
        "id": claim.id,
        "speaker": claim.speaker,
        "passage": claim.passage,
        "text": claim.text,
        "working": claim.working,
        "computed": exact(claim.computed),
        "stated": exact(claim.stated),
        "verdict": claim.verdict,
    }
