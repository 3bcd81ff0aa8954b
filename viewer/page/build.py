"""Putting the page together: template, style, bundle, model (GLB, gzip, base64), clock and evidence, in one file."""

from __future__ import annotations

import base64
import gzip
import html
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from geometry.export.cameras import standard_cameras
from geometry.export.gltf import jsonable, seconds, write_glb
from geometry.export.lean import lean
from geometry.scene import Scene
from layout.data import asset, load_toml
from layout.errors import GroundError
from layout.files import atomic
from layout.plan.draw.fonts import subset_font
from layout.plan.model import Plan
from viewer.page.bundle import APP, BundleError, ensure

# Outlines drawn in the inset: what stands on the ground, not what is carried about.
_OUTLINES = {"platform", "stairs", "wall", "target", "screen", "gate", "lodge", "basin", "pillar", "mark"}


def write_page(scene: Scene, plan: Plan, path: str | Path, *, plan_svg: str = "", lang: str | None = None) -> Path:
    """Write the page. `plan_svg` is shown, with the text, where a browser has no WebGL; `lang` zh|en (None: the browser's).

    Raises GroundError when the bundle is missing and cannot be built, or when the scene is not fit to be written.
    """
    text = page_html(scene, plan, plan_svg=plan_svg, lang=lang)
    with atomic(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return Path(path)


def page_html(scene: Scene, plan: Plan, *, plan_svg: str = "", lang: str | None = None) -> str:
    """The whole page as text. The same scene gives the same text."""
    try:
        bundle = ensure().read_text(encoding="utf-8")
    except BundleError as problem:
        raise GroundError(str(problem)) from None
    sections = [_section(c.extras, c.duration) for c in scene.clips]
    data = {
        "lang": lang,
        "words": words(),
        "reading": plan.ground.reading,
        "metres_per_chi": float(plan.ground.metres_per_chi),
        "sections": sections,
        "views": {c.name: {"eye": c.eye, "target": c.target, "fov": c.fov} for c in standard_cameras(plan)},
        "outline": outline(plan),
    }
    shown = json.dumps([data, [node.extras.get("label") for node in scene.nodes]], default=str, ensure_ascii=False)
    evidence = json.dumps([jsonable(node.extras.get("evidence")) for node in scene.nodes], ensure_ascii=False)
    parts = {
        "style": _font(shown + evidence) + (APP / "style.css").read_text(encoding="utf-8"),
        "plan": plan_svg,
        "text": _plain_text(sections),
        "data": _script(json.dumps(jsonable(data), ensure_ascii=False, separators=(",", ":"))),
        "model": _model(scene),
        "bundle": _script(bundle),
    }
    pieces = (APP / "index.html").read_text(encoding="utf-8").split("{{")
    out = [pieces[0]]
    for piece in pieces[1:]:
        key, _, rest = piece.partition("}}")
        out.append(parts[key] + rest)
    return "".join(out)


def words() -> dict[str, dict[str, str]]:
    """The words of the interface by language, the same keys in both."""
    return load_toml(asset("page", "words.toml"), dict[str, dict[str, str]])


def outline(plan: Plan) -> dict[str, Any]:
    """Rings of the standing things in metres (x east, z south of the model) and the box that holds hall and range."""
    scale = float(plan.ground.metres_per_chi)
    rings = [
        [[round(float(x) * scale, 3), round(-float(y) * scale, 3)] for x, y in print_.ring]
        for print_ in plan.footprints.values()
        if print_.kind in _OUTLINES and print_.venue == "school" and len(print_.ring) > 2
    ]
    target = float(plan.ground.chi("target.y")) * scale
    depth, width = float(plan.ground.chi("hall.depth")) * scale, float(plan.ground.chi("hall.width")) * scale
    return {"rings": rings, "box": [-width * 0.7, -depth * 1.15, width * 0.7, -target * 1.06]}


def _section(extras: Mapping[str, Any], duration: int) -> dict[str, Any]:
    timed = seconds({**extras, "duration": duration})
    return {
        "number": timed.get("section"),
        "title": timed.get("title", ""),
        "english": timed.get("english", ""),
        "duration": timed["duration"],
        "steps": timed.get("steps", []),
    }


def _model(scene: Scene) -> str:
    with tempfile.TemporaryDirectory() as folder:
        data = write_glb(lean(scene), Path(folder) / "model.glb", clips="sections").read_bytes()
    # mtime 0: the same model gives the same bytes.
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")


def _font(text: str) -> str:
    """A face with just the 漢字 of this page: what the reader's own fonts lack is taken from it."""
    characters = {c for c in text if ord(c) > 0x2000}
    data = base64.b64encode(subset_font(characters, "woff2")).decode("ascii")
    return f'@font-face {{ font-family: "Shegong"; src: url(data:font/woff2;base64,{data}) format("woff2"); }}\n'


def _script(text: str) -> str:
    """Text that may stand inside a script element: nothing in it ends the element or opens a comment."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


def _plain_text(sections: list[dict[str, Any]]) -> str:
    out = []
    for section in sections:
        out.append(f"<h3>{section['number']} {html.escape(section['title'])} · {html.escape(section['english'])}</h3>")
        out.extend(
            f"<p><b>{html.escape(step['text'])}</b><br>{html.escape(step.get('gloss', ''))}</p>"
            for step in section["steps"]
        )
    return "".join(out)
