"""Why something lies where it does: its clause, and the own step of every number that its place is measured with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from layout.evidence.model import Dimension, Evidence
from layout.plan.model import Line
from layout.plan.records import PlaceRecord
from layout.plan.resolve import Resolver, passage_of


def place_evidence(resolver: Resolver, record: PlaceRecord, at: tuple[Fraction, Fraction]) -> tuple[Evidence, ...]:
    """Steps for a place at `at` (尺): its clause, further notes, then each spacing and dimension that the resolver used."""
    where = f"x = {_plain(at[0])}, y = {_plain(at[1])} 尺"
    own = Evidence(
        clause=record.clause,
        speaker=record.speaker if record.clause else "modern",
        passage=passage_of(record.clause, record.speaker, record.section),
        certainty=record.certainty,
        working=f"{record.at} → {where}",
        reason=record.reason,
    )
    notes = (
        Evidence(n.clause, n.speaker, passage_of(n.clause, n.speaker, record.section), record.certainty)
        for n in record.notes
    )
    return (_said(own), *notes, *used_evidence(resolver))


def line_evidence(resolver: Resolver, line: Line, own: Evidence, amount: str) -> tuple[Evidence, ...]:
    """Steps for a line of alignment: its own, then those of the dimensions in `amount`."""
    resolver.used.clear()
    resolver.amount(amount, line.id, line.axis)
    return (_said(own), *used_evidence(resolver))


def used_evidence(resolver: Resolver) -> Iterator[Evidence]:
    """One step for each spacing and dimension that the expression at hand drew on."""
    for name in tuple(resolver.used):
        if name in resolver.records.spacings:
            spacing = resolver.records.spacings[name]
            chi = resolver.amount(name)
            working = f"{name} = {spacing.amount}"
            yield _said(Evidence("", spacing.speaker, "", spacing.certainty, working, chi, spacing.reason))
        elif name in resolver.ground.dimensions:
            yield own_step(resolver.ground.dimension(name))


def own_step(dimension: Dimension) -> Evidence:
    """The step of a derivation that gives the dimension its number: the last, not one of its premises.

    Its certainty is that of the whole derivation, which its weakest premise decides.
    """
    working = f"{dimension.name or dimension.id} = {_plain(dimension.chi)} {dimension.unit}".rstrip()
    if not dimension.derivation:
        return _said(Evidence("", "modern", "", dimension.certainty, working, dimension.chi))
    step = dimension.derivation[-1]
    return _said(replace(step, certainty=dimension.certainty, working=step.working or working))


def _said(step: Evidence) -> Evidence:
    """The step with a reason where it has neither clause nor reason: what is left is computation."""
    if step.clause or step.reason:
        return step
    return replace(step, reason=step.passage or f"computed: {step.working}")


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}".rstrip("0").rstrip(".")
