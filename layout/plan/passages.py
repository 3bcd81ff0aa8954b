"""The list of passages: every clause of 經 and 記 that speaks of a place, and the station of the plan that it means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from layout.data import Record, asset, load_toml
from layout.plan.model import Footprint, Place, Plan
from layout.text import load_text

SPEAKS_OF_PLACE = re.compile(
    "階|堂|庭|位|席|序|洗|楅|門|侯|乏|[東西南北]面|[東西南北]上|楹|物|于中|中[之西東南]|其[東西南北]|之[東西南北]|篚|尊"
    "|縣|豐|俎|薦|右个|左个|下綱|西方|東方|楣|棟|壁|迎|送"
)
_CLAUSES = re.compile("[，。；：、「」！？《》‧]")


class PassageRule(Record, frozen=True, kw_only=True):
    """What a general expression means: pattern on the clause (in some sections), ids of places, why there is no one station."""

    clause: str
    places: list[str] = []
    sections: list[int] = []
    reason: str = ""


class PassageFile(Record, frozen=True, kw_only=True):
    """assets/places/passages.toml."""

    passage: list[PassageRule]


@dataclass(frozen=True)
class PassageRow:
    """A clause that speaks of a place: layer, section, its words, ids of the stations, and a reason where none is fixed."""

    layer: str
    section: int | None
    clause: str
    places: tuple[str, ...]
    reason: str


@lru_cache(maxsize=1)
def passage_rules() -> tuple[PassageRule, ...]:
    """The rules in their order."""
    return tuple(load_toml(asset("places", "passages.toml"), PassageFile).passage)


def passage_rows(plan: Plan) -> list[PassageRow]:
    """All clauses with a place, in the order of the text. A row without places and without reason is a gap."""
    items: list[Place | Footprint] = [*plan.places.values()]
    items += [f for f in plan.footprints.values() if f.kind != "step"]
    claims = [
        (step.clause, _section(step.passage), item.id)
        for item in items
        if "-mat-" not in item.id
        for step in item.evidence[:3]
        if step.clause and step.chi is None and step.speaker in ("經", "記")
    ]
    names = sorted(((w, i.id) for i in items for w in _words(i)), key=lambda n: (-len(n[0]), n[0], n[1]))
    rows: list[PassageRow] = []
    for passage in load_text().passages:
        if passage.layer not in ("經", "記"):
            continue
        for piece in _CLAUSES.split(passage.text):
            clause = re.sub(r"[^\u3400-\u9fff]", "", piece)
            if clause and SPEAKS_OF_PLACE.search(clause):
                places, reason = _stations(clause, passage.section, claims, names)
                rows.append(PassageRow(passage.layer, passage.section, clause, places, reason))
    return rows


def passage_table(plan: Plan) -> str:
    """The list as a Markdown document, section by section."""
    text = load_text()
    titles = {s.number: f"{s.number} {s.title}: {s.english}" for s in text.sections}
    lines = [
        "# Every passage with a place, and its station",
        "",
        "Each clause of 經 and 記 that speaks of a place, with the stations of the plan that it means (ids of `assets/places`),",
        "or the reason why it fixes none. Written by `shegong plan docs/passages.md --passages`.",
    ]
    last: int | None = -1
    for row in passage_rows(plan):
        if row.section != last:
            last = row.section
            title = titles.get(last, "記, outside the sections") if last is not None else "記, outside the sections"
            lines += ["", f"## {title}", "", "| | clause | stations | note |", "|---|---|---|---|"]
        stations = "<br>".join(f"{_name(plan, p)} `{p}`" for p in row.places)
        lines.append(f"| {row.layer} | {row.clause} | {stations} | {row.reason} |")
    return "\n".join(lines) + "\n"


def _name(plan: Plan, key: str) -> str:
    return (plan.places[key] if key in plan.places else plan.footprints[key]).name


def _words(item: Place | Footprint) -> list[str]:
    return [
        w for w in (item.name, *item.words) if len(w) > 1 or w in ("洗", "楅", "乏", "侯", "縣", "豐", "室", "戶", "牖")
    ]


def _section(ref: str) -> int | None:
    """The section in a reference such as 鄉射禮·經·18·司馬…"""
    parts = ref.split("·")
    return int(parts[2]) if len(parts) > 2 and parts[2].isdigit() else None


def _stations(
    clause: str, section: int | None, claims: list[tuple[str, int | None, str]], names: list[tuple[str, str]]
) -> tuple[tuple[str, ...], str]:
    found = [
        key
        for claim, where, key in claims
        if claim == clause or (where in (None, section) and (claim in clause or (len(clause) > 2 and clause in claim)))
    ]
    rest = clause
    for word, key in names:
        if len(word) > 1 and word in rest:
            found.append(key)
            rest = rest.replace(word, "　")
    if found:
        return tuple(dict.fromkeys(found)), ""
    for rule in passage_rules():
        if re.search(rule.clause, clause) and (not rule.sections or section in rule.sections):
            return tuple(rule.places), rule.reason
    return (), ""
