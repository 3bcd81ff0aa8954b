"""The plan as GeoJSON: metres, x east, y north, every feature with its evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from layout.evidence.model import Evidence
from layout.plan.model import Footprint, Line, Place, Plan


def to_geojson(plan: Plan) -> str:
    """A FeatureCollection: footprints as polygons, places as points, lines of alignment as line strings.

    `properties`: id, label, label_en, kind, facing, certainty, evidence (a list of clause, speaker, passage, certainty,
    working, chi, reason); places add words, row, expression, level; footprints base and top in metres.
    """
    features = [_footprint(plan, f) for f in plan.footprints.values()]
    features += [_place(plan, p) for p in plan.places.values()]
    features += [_line(plan, item) for item in plan.lines.values()]
    body: dict[str, Any] = {"type": "FeatureCollection", "features": features}
    body["properties"] = {
        "reading": plan.ground.reading,
        "choices": plan.ground.options,
        "restated": list(plan.ground.restated),
        "metres_per_chi": float(plan.ground.metres_per_chi),
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def _metres(plan: Plan, value: Fraction) -> float:
    return round(float(value * plan.ground.metres_per_chi), 6)


def _evidence(steps: tuple[Evidence, ...]) -> list[dict[str, Any]]:
    rows = []
    for step in steps:
        row: Mapping[str, Any] = {
            "clause": step.clause,
            "speaker": step.speaker,
            "passage": step.passage,
            "certainty": step.certainty,
            "working": step.working,
            "chi": None if step.chi is None else str(step.chi),
            "reason": step.reason,
        }
        rows.append({k: v for k, v in row.items() if v or k in ("clause", "speaker")})
    return rows


def _properties(item: Footprint | Place | Line, kind: str, facing: Fraction | None) -> dict[str, Any]:
    return {
        "id": item.id,
        "label": item.name,
        "label_en": item.name_en,
        "kind": kind,
        "facing": None if facing is None else float(facing),
        "certainty": item.certainty,
        "evidence": _evidence(item.evidence),
    }


def _feature(geometry: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": properties["id"],
        "geometry": {"type": geometry, "coordinates": coordinates},
        "properties": properties,
    }


def _footprint(plan: Plan, thing: Footprint) -> dict[str, Any]:
    rings = [[[_metres(plan, x), _metres(plan, y)] for x, y in (*ring, ring[0])] for ring in (thing.ring, *thing.holes)]
    properties = _properties(thing, thing.kind, thing.facing)
    properties |= {"base": _metres(plan, thing.base), "top": None if thing.top is None else _metres(plan, thing.top)}
    properties |= {"venue": thing.venue, "expression": thing.expression}
    return _feature("Polygon", rings, properties)


def _place(plan: Plan, place: Place) -> dict[str, Any]:
    properties = _properties(place, "place", place.facing)
    properties |= {"words": list(place.words), "row": place.row, "level": _metres(plan, place.level)}
    properties |= {"venue": place.venue, "expression": place.expression}
    return _feature("Point", [_metres(plan, place.x), _metres(plan, place.y)], properties)


def _line(plan: Plan, line: Line) -> dict[str, Any]:
    """A line of alignment, drawn from the platform's rear to its front, or over its width."""
    platform = plan.footprints["platform"]
    west, south, east, north = platform.bounds
    ends = ((line.at, south), (line.at, north)) if line.axis == "x" else ((west, line.at), (east, line.at))
    points = [[_metres(plan, x), _metres(plan, y)] for x, y in ends]
    return _feature("LineString", points, _properties(line, "line", None))
