"""Putting the page together: template, style, program, model, movement by section, text and evidence, in one file."""

from __future__ import annotations

import base64
import gzip
import html
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from geometry.export.extras import jsonable, seconds
from geometry.export.lean import lean
from geometry.scene import Scene
from layout.data import asset, load_toml
from layout.errors import GroundError
from layout.files import atomic
from layout.plan.draw.fonts import subset_font
from layout.plan.model import Plan
from rite.model import Rite
from viewer.light import GRADES
from viewer.pack import node_grades
from viewer.page.acts import gesture_names, pack_acts
from viewer.page.bundle import APP, BundleError, ensure
from viewer.page.look import light, shaders
from viewer.page.model import pack_model
from viewer.page.motion import pack_clip
from viewer.page.views import page_views, page_walk
from viewer.shape import CLOTH_WORDS, PAINTED
from viewer.words import words as labels

# Outlines drawn in the inset: what stands on the ground, not what is carried about.
_OUTLINES = (
    "platform", "stairs", "step", "lodge", "gate", "wall", "pillar", "mat", "mark", "target", "post", "screen", "basin"
)  # fmt: skip


def write_page(
    scene: Scene,
    plan: Plan,
    path: str | Path,
    *,
    plan_svg: str = "",
    lang: str | None = None,
    rite: Rite | None = None,
) -> Path:
    """Write the page. `plan_svg` is shown, with the text, where a browser has no WebGL, and printed; `lang` zh|en (None: the browser's).

    `rite` is what the scene shows: with it the cards tell what people do and hold at the moment.

    Raises GroundError when the bundle is missing and cannot be built, or when the scene is not fit to be written.
    """
    text = page_html(scene, plan, plan_svg=plan_svg, lang=lang, rite=rite)
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return Path(path)


def page_html(
    scene: Scene, plan: Plan, *, plan_svg: str = "", lang: str | None = None, rite: Rite | None = None
) -> str:
    """The whole page as text. The same scene gives the same text."""
    try:
        bundle = ensure().read_text(encoding="utf-8")
    except BundleError as problem:
        raise GroundError(str(problem)) from None
    model, movement = pack_scene(scene)
    data = page_data(scene, plan, lang, rite)
    shown = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    names = json.dumps([jsonable(node.extras) for node in scene.nodes], ensure_ascii=False)
    parts = {
        "style": _font(shown + names + bundle) + (APP / "style.css").read_text(encoding="utf-8"),
        "plan": plan_svg,
        "data": _text(gzip.compress(shown.encode(), 9, mtime=0)),
        "model": _text(model),
        "movement": _chunks("movement", movement),
        "acts": _chunks("acts", [pack_acts(section) for section in rite.sections] if rite else []),
        "text": _plain_text(data["sections"]),
        "bundle": _script(bundle),
    }
    pieces = (APP / "index.html").read_text(encoding="utf-8").split("{{")
    out = [pieces[0]]
    for piece in pieces[1:]:
        key, _, rest = piece.partition("}}")
        out.append(parts[key] + rest)
    return "".join(out)


def pack_scene(scene: Scene) -> tuple[bytes, list[bytes]]:
    """The standing model (gzipped GLB) and the movement of each clip (`viewer.page.motion`)."""
    thin = lean(scene)
    index = {node.name: number for number, node in enumerate(thin.nodes)}
    return pack_model(thin), [pack_clip(clip, index) for clip in thin.clips]


def page_data(scene: Scene, plan: Plan, lang: str | None = None, rite: Rite | None = None) -> dict[str, Any]:
    """All that the page says, as JSON: words, text, views, outlines, light, and every dimension with its derivation."""
    ground = plan.ground
    data = {
        "lang": lang,
        "words": words(),
        "reading": ground.reading,
        "metres_per_chi": float(ground.metres_per_chi),
        "sections": [_section(clip.extras, clip.duration) for clip in scene.clips],
        "views": page_views(scene, plan),
        "walk": page_walk(plan),
        "cover": cover(rite) if rite else None,
        "outline": outline(plan),
        "floors": floors(plan),
        "dimensions": dimensions(plan),
        "gestures": gesture_names(),
        "light": light(scene),
        "shaders": shaders(),
        # Through what the sun shines, as in the window.
        "cloth": {"cloth": CLOTH_WORDS, "painted": PAINTED},
        # How sure each node is, as in the window: its own grade, or that of what it belongs to (4: not judged).
        "sure": node_grades(scene.nodes),
    }
    found: dict[str, Any] = jsonable(data)
    return found


def words() -> dict[str, dict[str, str]]:
    """The words of the interface by language, the same keys in both; for the degrees of certainty those of the window."""
    table = load_toml(asset("page", "words.toml"), dict[str, dict[str, str]])
    for lang, said in table.items():
        shared = labels(lang)
        for grade in (*GRADES, "neutral"):
            said |= {grade: shared[f"certainty.{grade}"], f"{grade}-by": shared[f"certainty.{grade}.by"]}
    return table


def outline(plan: Plan) -> dict[str, Any]:
    """Rings of the standing things in metres (x east, z south of the model) with kinds, and the boxes of ground and hall."""
    scale = float(plan.ground.metres_per_chi)
    rings = [
        {
            "id": name,
            "kind": print_.kind,
            "venue": print_.venue,
            "ring": [[round(float(x) * scale, 2), round(-float(y) * scale, 2)] for x, y in print_.ring],
        }
        for kind in _OUTLINES
        for name, print_ in plan.footprints.items()
        if print_.kind == kind and len(print_.ring) > 2
    ]
    target = float(plan.ground.chi("target.y")) * scale
    depth, width = float(plan.ground.chi("hall.depth")) * scale, float(plan.ground.chi("hall.width")) * scale
    mark = float(plan.ground.chi("mark.y")) * scale
    return {
        "rings": rings,
        "lane": [-mark, -target],
        "boxes": {
            "ground": [-width * 0.62, -depth * 1.55, width * 0.62, -target * 1.08],
            "hall": [-width * 0.55, -depth * 1.12, width * 0.55, width * 0.62],
        },
    }


DRAWN = 700
"""ms before an arrow flies at which its archer is at full draw."""


def cover(rite: Rite) -> dict[str, Any] | None:
    """The moment at which the page opens where its address names none: an archer at full draw in the first shooting."""
    for section in rite.sections:
        loosed = sorted(f.points[0][0] for f in section.flights)
        # He who shows how to shoot does so alone.
        if len({f.archer for f in section.flights}) > 1:
            third = loosed[min(2, len(loosed) - 1)]
            return {"section": section.number, "t": max(third - DRAWN, 0) / 1000}
    return None


def floors(plan: Plan) -> list[list[float]]:
    """Where one walks higher than the court, in metres of the model: west, north, east, south, top."""
    scale = float(plan.ground.metres_per_chi)
    found = []
    for thing in plan.footprints.values():
        if thing.kind in ("platform", "step") and thing.top is not None and thing.venue == "school":
            west, south, east, north = (float(v) for v in thing.bounds)
            box = (west, -north, east, -south, float(thing.top))
            found.append([round(v * scale, 3) for v in box])
    return found


def dimensions(plan: Plan) -> dict[str, Any]:
    """Every dimension of the ground by id, with its derivation down to the clauses, premises first."""
    ground = plan.ground
    rows = {}
    for name, d in ground.dimensions.items():
        rows[name] = {
            "name": d.name,
            "english": d.name_en,
            "value": str(d.chi),
            "unit": d.unit,
            "metres": round(float(d.chi) * float(ground.metres_per_chi), 4) if d.unit == "尺" else None,
            "certainty": d.certainty,
            "why": [
                {k: v for k, v in _step(step).items() if v} | {"certainty": step.certainty} for step in d.derivation
            ],
        }
    return rows


def _step(step: Any) -> dict[str, str]:
    return {
        "clause": step.clause,
        "speaker": step.speaker,
        "passage": step.passage,
        "working": step.working,
        "reason": step.reason,
    }


def _section(extras: Mapping[str, Any], duration: int) -> dict[str, Any]:
    timed = seconds({**extras, "duration": duration})
    return {
        "number": timed.get("section"),
        "title": timed.get("title", ""),
        "english": timed.get("english", ""),
        "venue": timed.get("venue", "school"),
        "cuts": timed.get("cuts", []),
        "duration": timed["duration"],
        "steps": timed.get("steps", []),
    }


def _chunks(name: str, chunks: Iterable[bytes]) -> str:
    """One element a section, which the page reads when it is shown."""
    return "".join(f'<script type="text/plain" id="{name}-{n}">{_text(c)}</script>' for n, c in enumerate(chunks))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _font(text: str) -> str:
    """A face with just the 漢字 and signs of this page: what the reader's own fonts lack is taken from it."""
    data = _face(frozenset(c for c in text if ord(c) > 0x2000))
    return f'@font-face {{ font-family: "Shegong"; src: url(data:font/woff2;base64,{data}) format("woff2"); }}\n'


@lru_cache(maxsize=4)
def _face(characters: frozenset[str]) -> str:
    return base64.b64encode(subset_font(set(characters), "woff2")).decode("ascii")


def _script(text: str) -> str:
    """Text that may stand inside a script element: nothing in it ends the element or opens a comment."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


def _plain_text(sections: list[dict[str, Any]]) -> str:
    """The text for browsers without WebGL and without scripts: what the page shows there and prints."""
    out = []
    for section in sections:
        out.append(f"<h3>{section['number']} {html.escape(section['title'])} · {html.escape(section['english'])}</h3>")
        out.extend(
            f"<p><b>{html.escape(step['text'])}</b><br>{html.escape(step.get('gloss', ''))}</p>"
            for step in section["steps"]
        )
    return "".join(out)
