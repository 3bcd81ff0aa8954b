"""`lay_out`: from a ground and a company to the plan, every place and footprint exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import msgspec

from layout.choices import Company
from layout.errors import GroundError
from layout.evidence.model import Evidence, Ground
from layout.measures.numerals import to_words
from layout.plan import shapes
from layout.plan.evidence import line_evidence, place_evidence
from layout.plan.mats import mat_places
from layout.plan.model import Footprint, Line, Place, Plan
from layout.plan.numbers import attendance
from layout.plan.records import PlaceRecord, Records, ThingRecord, load_records
from layout.plan.resolve import HEADS, Anchor, Resolver, passage_of, step_between

ELDER_GUESTS = 3
"""眾賓之長三人: guest-2 … guest-4 have mats on the hall (經, section 9)."""


def lay_out(ground: Ground, company: Company = Company(), records: Records | None = None) -> Plan:
    """Lay out the ground of one reading for one company.

    Raises DataError for a place that cannot be read or is left open, GroundError where the company does not fit.
    """
    records = records or load_records()
    layout = _Layout(Resolver(ground, company, records))
    return layout.plan()


class _Layout:
    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.records = resolver.records
        self.floor: list[Footprint] = []
        self.mats: list[Footprint] = []

    def plan(self) -> Plan:
        resolver = self.resolver
        footprints: dict[str, Footprint] = {}
        for thing in self.records.things.values():
            record = resolver.applied(thing)
            if record is None:
                continue
            for footprint in self.row(record) if record.count else [self.footprint(record)]:
                footprints[footprint.id] = footprint
                if footprint.kind == "mat" and not record.count:
                    self.mats.append(footprint)
                if footprint.kind == "stairs":
                    footprints.update((step.id, step) for step in self.steps(footprint))
                if footprint.kind in ("platform", "stairs"):
                    self.floor = [f for f in footprints.values() if f.kind in ("platform", "step")]
        places: dict[str, Place] = {}
        for item in self.records.places.values():
            place = resolver.applied(item)
            if place is not None:
                places[place.id] = self.place(place)
        for footprint in footprints.values():
            if footprint.kind == "mat":
                places.update((p.id, p) for p in mat_places(footprint, resolver))
        return Plan(resolver.ground, resolver.company, places, footprints, self.lines())

    def lines(self) -> dict[str, Line]:
        found: dict[str, Line] = {}
        for record in self.records.lines.values():
            anchor = self.resolver.anchor(record.id)
            axis = "x" if record.x else "y"
            at = anchor.x if record.x else anchor.y
            assert at is not None
            passage = passage_of(record.clause, record.speaker, record.section)
            why = Evidence(
                record.clause, record.speaker, passage, record.certainty, f"{axis} = {record.x or record.y}", at
            )
            line = Line(record.id, record.name, record.english, axis, at, tuple(record.words), record.certainty)
            found[record.id] = replace(line, evidence=line_evidence(self.resolver, line, why, record.x or record.y))
        return found

    def level(self, x: Fraction, y: Fraction) -> Fraction:
        for thing in self.floor:
            west, south, east, north = thing.bounds
            if west <= x <= east and south <= y <= north:
                assert thing.top is not None
                return thing.top
        return Fraction(0)

    def place(self, record: PlaceRecord) -> Place:
        resolver = self.resolver
        resolver.used.clear()
        x, y = resolver.expression(record.at, record.id)
        used = dict(resolver.used)
        step = resolver.amount(record.step, record.id, "step") if record.step else None
        limit = resolver.amount(record.limit, record.id, "limit") if record.limit else None
        rank = resolver.amount(record.rank, record.id, "rank") if record.rank else None
        count = resolver.amount(record.count, record.id, "count") if record.count else Fraction(1)
        resolver.used = used
        return Place(
            id=record.id,
            name=record.name,
            name_en=record.english,
            x=x,
            y=y,
            level=self.level(x, y) if record.venue == "school" else Fraction(0),
            facing=resolver.facing(record.facing, record.id),
            row=HEADS[record.row] if record.row else None,
            step=step,
            words=tuple(record.words),
            venue=record.venue,
            certainty=record.certainty,
            evidence=place_evidence(resolver, record, (x, y)),
            limit=None if limit is None else int(limit),
            rank=rank,
            expression=record.at,
            drawn=record.drawn,
            count=int(count),
        )

    def footprint(self, record: ThingRecord, at: tuple[Fraction, Fraction] | None = None) -> Footprint:
        resolver = self.resolver
        resolver.used.clear()
        x, y = at or resolver.expression(record.at, record.id)
        used = dict(resolver.used)
        key = record.id if record.id in self.records.origin else ""
        across, along, height = (resolver.amount(s, key, "size") for s in record.size)
        facing = resolver.facing(record.facing, record.id) or Fraction(0)
        base = resolver.amount(record.base, key, "base") if record.base else self.level(x, y)
        resolver.used = used
        outline = {
            "rect": lambda: shapes.rectangle(across, along),
            "disc": lambda: shapes.disc(across),
            "cross": lambda: shapes.cross(across, along, Fraction(1, 10)),
            "screen": lambda: shapes.folded_screen(across, along, Fraction(1, 5)),
        }[record.shape]()
        return Footprint(
            id=record.id,
            kind=record.kind,
            name=record.name,
            name_en=record.english,
            x=x,
            y=y,
            facing=facing,
            ring=shapes.placed(outline, x, y, facing),
            base=base,
            top=base + height * record.layers,
            venue=record.venue,
            certainty=record.certainty,
            evidence=place_evidence(resolver, record, (x, y)),
            words=tuple(record.words),
            layers=record.layers,
            axis=record.axis or None,
            expression=record.at,
        )

    def steps(self, flight: Footprint) -> Iterator[Footprint]:
        """The steps of a flight that goes up northward, the lowest first."""
        ground = self.resolver.ground
        count, rise, tread = int(ground.chi("step.count")), ground.chi("step.rise"), ground.chi("step.tread")
        south = flight.y - count * tread / 2
        west, _, east, _ = flight.bounds
        for number in range(1, count + 1):
            y = south + (number - Fraction(1, 2)) * tread
            yield replace(
                flight,
                id=f"{flight.id}-step-{number}",
                kind="step",
                name=f"{flight.name}第{to_words(number)}等",
                name_en=f"step {number} of the {flight.name_en}",
                y=y,
                ring=((west, y - tread / 2), (east, y - tread / 2), (east, y + tread / 2), (west, y + tread / 2)),
                top=min(number * rise, flight.top or number * rise),
                words=(),
                axis=None,
            )

    def row(self, record: ThingRecord) -> Iterator[Footprint]:
        """The things of a row: as many as the company needs, going on along a wall when the first row is full."""
        resolver = self.resolver
        counts = {
            "guests-on-hall": min(ELDER_GUESTS, attendance(resolver.company)["guests"]),
            "grandees": resolver.company.grandees,
        }
        count = (
            counts[record.count] if record.count in counts else int(resolver.amount(record.count, record.id, "count"))
        )
        rows = [record]
        for more in record.overflow:
            changed = msgspec.structs.replace(record, at=more.at, facing=more.facing, row=more.row)
            rows.append(msgspec.structs.replace(changed, clause=more.clause or record.clause))
        limits = [*(more.line for more in record.overflow), ""]
        number, index = 0, 0
        while number < count:
            if not rows:
                raise GroundError(
                    f"{record.english.replace(' {n}', '')}: room for {number} on the hall, {count} asked for; "
                    "fewer of them, or a wider or deeper hall (--set hall.width=…, --set hall.depth=…)"
                )
            current = rows[0]
            name = record.first + number
            item = msgspec.structs.replace(
                current,
                id=current.id.replace("{n}", str(name)),
                name=current.name.replace("{n}", to_words(name)),
                english=current.english.replace("{n}", str(name)),
            )
            resolver.used.clear()
            first = resolver.expression(current.at, record.id)
            step = resolver.amount(current.step, record.id, "step")
            footprint = self.footprint(item, step_between(HEADS[current.row], first, step, index))
            footprint = replace(footprint, evidence=place_evidence(resolver, current, (footprint.x, footprint.y)))
            if not self.fits(footprint, limits[0]) or any(_overlap(footprint, m) for m in self.mats):
                rows.pop(0)
                limits.pop(0)
                index = 0
                continue
            resolver.put(item.id, Anchor(footprint.x, footprint.y, footprint.facing))
            self.mats.append(footprint)
            yield footprint
            number, index = number + 1, index + 1

    def fits(self, footprint: Footprint, line: str) -> bool:
        """Whether a mat of a row still lies inside the walls, and before the line at which the row must turn."""
        west, south, east, north = footprint.bounds
        ground = self.resolver.ground
        wall = ground.chi("hall.inner-width") / 2
        if not (
            -wall <= west
            and east <= wall
            and ground.chi("hall.lintel-y") <= south
            and north <= ground.chi("hall.depth")
        ):
            return False
        if not line:
            # A second row must leave the walls' ends and the marks free.
            return south >= ground.chi("mark.y") - ground.chi("mark.length") / 2
        limit = self.resolver.anchor(line)
        return limit.x is None or (west >= limit.x if limit.x < 0 else east <= limit.x)


def _overlap(a: Footprint, b: Footprint) -> bool:
    aw, as_, ae, an = a.bounds
    bw, bs, be, bn = b.bounds
    return aw < be and bw < ae and as_ < bn and bs < an
