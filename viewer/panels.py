"""The interface over the picture: bar, menus, card, clause, time, legend, scale, names, lines. From an `App` to a `Canvas` and zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from viewer import text as letters
from viewer.annotate import draw_legend
from viewer.app import NAMES, ROOFS, App, Zone
from viewer.canvas import FAINT, GLOSS, GOLD, INK, PAPER, PAPER_FULL, RED, RULE, Canvas, shade
from viewer.cards import Row
from viewer.keymap import groups, shown
from viewer.labels import draw_names, place_names
from viewer.light import GRADES, looks
from viewer.presets import names as preset_names
from viewer.ruler import scale_bar
from viewer.timeline import clock
from viewer.trails import projected, sight_lines

BAR, FOOT = 34.0, 40.0
CARD, MENU = 330.0, 320.0
ROW = 26.0
ACTIVE = shade("#C08A3A", 0.30)
MENUS = ("sections", "views", "layers", "certainty", "reading", "measure", "search", "take", "help")


def build(app: App) -> Canvas:
    """Everything over the picture at this moment; sets `app.zones`."""
    width, height = app.size
    canvas = Canvas(width, height)
    zones: list[Zone] = []
    _lines(app, canvas)
    foot = _foot_height(app)
    if app.names_mode != "none" or app.selected is not None:
        _names(app, canvas, foot)
    _ruler(app, canvas)
    if app.interface:
        _scale(app, canvas, foot)
        if app.certainty:
            # At the right, below the menus; the card of what was asked for stands at the left.
            x, y = width - 314.0, height - FOOT - 150.0
            draw_legend(canvas, x, y, app.lang)
            zones.append(Zone(x, y, 300.0, 136.0, ""))
        _bar(app, canvas, zones)
        if app.timeline.clips:
            _time(app, canvas, zones)
            _clause(app, canvas, zones)
        if app.selected is not None:
            _card(app, canvas, zones)
        _menu(app, canvas, zones)
    if app.message or app.busy or app.awaited is not None:
        _message(app, canvas, foot)
    app.zones = zones
    return canvas


def _foot_height(app: App) -> float:
    if not app.interface or not app.timeline.clips:
        return 8.0
    return FOOT + (_clause_height(app) + 8.0)


# Over the ground


def _lines(app: App, canvas: Canvas) -> None:
    scene, camera = app.model.scene, app.camera
    w, h = canvas.width, canvas.height
    if app.paths and app.timeline.clips and not app.through_eyes:
        roles = {scene.nodes[n].name for n in app.acting()}
        if app.selected is not None and scene.nodes[app.selected].name in app.model.people:
            roles.add(scene.nodes[app.selected].name)
        for role in sorted(roles):
            walked, coming = app.model.paths.path(app.clip or 0, role, app.timeline.now)
            for points, fill in ((walked, shade("#A83C28", 0.55)), (coming, shade("#2B4C73", 0.6))):
                lifted = points + np.array([0.0, 0.03, 0.0]) if len(points) else points
                for piece in projected(lifted, camera, w, h):
                    canvas.path(piece, shade("#F0E9DA", 0.5), 3.6)
                    canvas.path(piece, fill, 1.8)
    if app.sights:
        for a, b in sight_lines(scene, app.world):
            for piece in projected(np.array([a, b]), camera, w, h):
                canvas.path(piece, shade("#F0E9DA", 0.7), 3.2)
                canvas.path(piece, RED, 1.3)


def _names(app: App, canvas: Canvas, foot: float) -> None:
    chosen = [n for n in (app.selected, app.hovered) if n is not None]
    if app.names_mode != "none":
        chosen += sorted(app.acting())
    names = app.model.names("both" if app.lang == "zh" and app.names_mode == "all" else app.lang)
    found = names.find(app.world, app.camera, app.hidden(), chosen, people_only=app.names_mode != "all", most=40)
    if app.names_mode == "none":
        found = [n for n in found if n.node in chosen]
    app.wanted = found
    found = [n for n in found if n.node in chosen[:2] or app.in_sight.get(n.node, True)]
    if app.through_eyes:
        found = [n for n in found if n.node != app.model.people.get(app.following)]
    blocked = [(0.0, 0.0, canvas.width, BAR), (0.0, canvas.height - foot, canvas.width, foot)] if app.interface else []
    if app.interface and app.selected is not None:
        blocked.append((8.0, BAR, CARD + 16, 260.0))
    if app.interface and app.panel:
        blocked.append((canvas.width - MENU - 20, BAR, MENU + 20, canvas.height))
    blocked += names.keep_clear(app.camera, canvas.width, canvas.height)
    draw_names(canvas, place_names(found, app.camera, canvas.width, canvas.height, 22, blocked, names.heads(app.world)))


def _ruler(app: App, canvas: Canvas) -> None:
    if not app.points:
        return
    points = np.array([p for p, _ in app.points])
    for piece in projected(points, app.camera, canvas.width, canvas.height):
        canvas.path(piece, PAPER_FULL, 5.0)
        canvas.path(piece, RED, 2.0)
    for (u, v, depth), (_, name) in zip(
        app.camera.project(points, canvas.width / canvas.height), app.points, strict=True
    ):
        if depth > 0:
            x, y = u * canvas.width, (1 - v) * canvas.height
            canvas.dot(x, y, 4.0)
            if name:
                canvas.text(x + 8, y - 10, name, 13, INK)


def _scale(app: App, canvas: Canvas, foot: float) -> None:
    camera = app.camera
    reach = 1.0 if camera.flat is not None else min(camera.distance, 200.0)
    per_pixel = 2 * camera.half_height / canvas.height * reach
    pixels, ticks, words = scale_bar(per_pixel, app.model.scene.metres_per_chi)
    x, y = 18.0, canvas.height - foot - 16.0
    wide = max(pixels, letters.width(words, 12)) + 16
    canvas.rect(x - 8, y - 24, wide, 34, (*PAPER[:3], 0.66))
    canvas.rect(x, y, pixels, 2, INK)
    for k in range(ticks + 1):
        canvas.rect(
            x + pixels * k / ticks - 0.5, y - (5 if k in (0, ticks) else 3), 1, 5 if k in (0, ticks) else 3, INK
        )
    canvas.text(x, y - 23, words, 12, INK)


# Bar and menus


def _button(
    app: App, canvas: Canvas, zones: list[Zone], x: float, y: float, w: float, h: float,
    text: str, action: str, arg: object = None, active: bool = False, size: int = 14,
) -> None:  # fmt: skip
    px, py = app.pointer
    over = x <= px < x + w and y <= py < y + h
    if active or over:
        canvas.rect(x, y, w, h, ACTIVE if active else FAINT)
    canvas.text(x + w / 2, y + (h - letters.line_height(size)) / 2, text, size, INK, "middle")
    zones.append(Zone(x, y, w, h, action, arg))


def _bar(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    width = canvas.width
    canvas.rect(0, 0, width, BAR, PAPER_FULL)
    canvas.rect(0, BAR - 1, width, 1, RULE)
    zones.append(Zone(0, 0, width, BAR, ""))
    x = width - 8.0
    active = {"certainty": app.certainty, "measure": app.measuring}
    for name in reversed(MENUS):
        text = app.say(f"bar.{name}")
        w = letters.width(text, 14) + 20
        x -= w
        on = active.get(name, app.panel == name)
        if name in ("certainty", "measure"):
            _button(app, canvas, zones, x, 0, w, BAR - 1, text, name, active=on)
        else:
            _button(app, canvas, zones, x, 0, w, BAR - 1, text, "panel", name, on)
    title = app.timeline.title(lang=app.lang)
    head = "射宮" if app.lang == "zh" else "Shegong"
    used = canvas.text(14, 5, head, 17, INK)
    where = app.model.built.request.reading
    used += canvas.text(14 + used + 12, 9, where, 12, GLOSS) + 24
    room = x - used - 30
    if title and room > 40:
        text = letters.shorten(title, 15, room)
        canvas.text(14 + used, 6, text, 15, INK)
        zones.append(Zone(14 + used, 0, letters.width(text, 15), BAR, "sections"))


def _menu(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    if not app.panel:
        return
    drawers: dict[str, Callable[[App, Canvas, list[Zone]], None]] = {
        "sections": _sections, "views": _views, "layers": _layers, "reading": _readings,
        "take": _take, "help": _help, "search": _searching,
    }  # fmt: skip
    drawers[app.panel](app, canvas, zones)


def _list(
    app: App, canvas: Canvas, zones: list[Zone], title: str,
    entries: Sequence[tuple[str, str, str, object, bool]], width: float = MENU, top: float = BAR + 8,
) -> float:  # fmt: skip
    """A menu of entries (text, key, action, arg, on) under a title; scrolls where it is longer than the window."""
    x = canvas.width - width - 10
    room = max(int((canvas.height - top - FOOT - 60) / ROW), 3)
    app.scroll_rows = min(app.scroll_rows, max(len(entries) - room, 0))
    shown_rows = entries[app.scroll_rows : app.scroll_rows + room]
    height = 34 + ROW * len(shown_rows) + 8
    canvas.panel(x, top, width, height)
    zones.append(Zone(x, top, width, height, ""))
    canvas.text(x + 14, top + 6, title, 15, INK)
    if len(entries) > room:
        share = room / len(entries)
        at = app.scroll_rows / len(entries)
        canvas.rect(x + width - 5, top + 34 + (height - 42) * at, 3, (height - 42) * share, RULE)
    y = top + 34
    for text, key, action, arg, on in shown_rows:
        px, py = app.pointer
        if on:
            canvas.rect(x + 4, y, width - 10, ROW, ACTIVE)
        elif x <= px < x + width and y <= py < y + ROW and action:
            canvas.rect(x + 4, y, width - 10, ROW, FAINT)
        canvas.text(x + 14, y + 2, letters.shorten(text, 14, width - 40 - letters.width(key, 12)), 14, INK)
        if key:
            canvas.text(x + width - 14, y + 4, key, 12, GLOSS, "right")
        if action:
            zones.append(Zone(x, y, width, ROW, action, arg))
        y += ROW
    return y + 8


def _sections(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    line = app.timeline
    entries = [
        (line.title(n, app.lang), clock(clip.duration), "section", n, n == line.clip)
        for n, clip in enumerate(line.clips)
    ]
    _list(app, canvas, zones, app.say("bar.sections"), entries)


def _views(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    keys = {
        "range": "view-1",
        "hall": "view-2",
        "archers": "view-3",
        "court": "view-4",
        "target": "view-5",
        "caller": "view-6",
    }
    entries: list[tuple[str, str, str, object, bool]] = [
        (app.say(f"view.{n}"), shown(keys.get(n, n)), "preset", n, app.camera.name == n)
        for n in preset_names()
        if n != "marks"
    ]
    for action in ("mode", "follow", "eyes", "go", "cut", "home", "fullscreen"):
        entries.append((app.say(f"action.{action}"), shown(action), action, None, False))
    _list(app, canvas, zones, app.say("bar.views"), entries)


def _layers(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    say = app.say
    entries: list[tuple[str, str, str, object, bool]] = [
        (say(f"layer.{r}"), shown("roof") if r == "roof-shown" else "", "roof", r, app.roof == r) for r in ROOFS
    ]
    entries += [
        (say(f"names.{n}"), shown("names") if n == "none" else "", "names", n, app.names_mode == n) for n in NAMES
    ]
    for action, on in (
        ("certainty", app.certainty), ("paths", app.paths), ("sights", app.sights), ("grid", app.grid),
        ("shadows", app.shadows), ("evening", app.light == "evening"), ("ghost", app.ghost),
        ("interface", not app.interface), ("language", False),
    ):  # fmt: skip
        entries.append((say(f"action.{action}"), shown(action), action, None, on))
    entries += [
        (say(f"layer.{layer}"), "", "layer", layer, layer not in app.hidden_layers)
        for layer in app.model.packed.layers
        if layer not in ("roof", "ghost")
    ]
    _list(app, canvas, zones, say("layer.title"), entries)


def _readings(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    entries: list[tuple[str, str, str, object, bool]] = [
        (c.label if app.lang == "zh" else c.label_en, "", "reading", c, c.request == app.model.built.request)
        for c in app.hooks.choices
    ]
    others: list[tuple[str, str, str, object, bool]] = []
    for switch in app.hooks.switches:
        now = app.chosen(switch.key)
        said = next((name for way, name, _ in switch.ways if way == now), now)
        name = switch.label if app.lang == "zh" else switch.label_en
        others.append((f"{'▾' if app.switch == switch.key else '▸'} {name}", said, "switch", switch.key, False))
        if app.switch == switch.key:
            others += [
                (f"    {name}", held[:14], "choose", (switch.key, way), way == now) for way, name, held in switch.ways
            ]
    if app.changed:
        entries.append((app.say("reading.changed"), shown("ghost"), "ghost", None, app.ghost))
        entries += [("  " + line, "", "", None, False) for line in app.changed]
    _list(app, canvas, zones, app.say("reading.title"), entries + others, 380)


def _take(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    entries: list[tuple[str, str, str, object, bool]] = [
        (app.say("take.picture"), shown("picture"), "picture", None, False),
        (app.say("take.clean"), shown("clean-picture"), "clean-picture", None, False),
        (app.say("take.view"), shown("copy-view"), "copy-view", None, False),
    ]
    if app.hooks.export:
        entries.append((app.say("take.export"), shown("export"), "export", None, False))
    _list(app, canvas, zones, app.say("take.title"), entries)


def _searching(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    entries: list[tuple[str, str, str, object, bool]] = [
        (f"{f.label}  {f.label_en}".strip(), f.id, "found", n, n == app.cursor) for n, f in enumerate(app.results)
    ]
    if app.query and not entries:
        entries = [(app.say("search.none"), "", "", None, False)]
    title = f"/ {app.query}▏" if app.query else app.say("search.prompt")
    _list(app, canvas, zones, title, entries, 380)


def _help(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    rows = groups()
    width = min(canvas.width - 40, 1040.0)
    tall = max(sum(len(keys) for keys in list(rows.values())[k::3]) for k in range(3))
    columns: list[list[tuple[str, str]]] = [[], [], []]
    for name, keys in rows.items():
        block = [("", app.say(f"group.{name}")), *((shown(a), app.say(f"action.{a}")) for a in keys)]
        min(columns, key=len).extend(block)
    tall = max(len(c) for c in columns)
    row = min(22.0, (canvas.height - BAR - 120) / max(tall, 1))
    size = 13 if row >= 18 else 11
    height = tall * row + 84
    x, y = (canvas.width - width) / 2, max(BAR + 8, (canvas.height - height) / 2)
    canvas.rect(x, y, width, height, shade("#F0E9DA", 1.0))
    canvas.rect(x, y + height - 1, width, 1, RULE)
    zones.append(Zone(x, y, width, height, "escape"))
    canvas.text(x + 18, y + 10, app.say("help.title"), 18, INK)
    canvas.text(x + width - 18, y + 14, app.say("help.close"), 12, GLOSS, "right")
    for k, column in enumerate(columns):
        left = x + 18 + k * (width - 24) / 3
        for n, (key, text) in enumerate(column):
            top = y + 42 + n * row
            if not key:
                canvas.text(left, top, text, size + 1, RED)
                continue
            canvas.text(left, top, key, size, GLOSS)
            canvas.text(left + 92, top, letters.shorten(text, size, width / 3 - 120), size, INK)
    canvas.text(x + 18, y + height - 28, letters.shorten(app.say("help.mouse"), 13, width - 36), 13, INK)


# Time


def _time(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    line = app.timeline
    y = canvas.height - FOOT
    canvas.rect(0, y, canvas.width, FOOT, PAPER_FULL)
    zones.append(Zone(0, y, canvas.width, FOOT, ""))
    x = 10.0
    for text, action, w in (
        ("⏮", "previous-section", 30.0), ("◀", "previous-clause", 30.0),
        ("❚❚" if line.playing else "▶", "play", 40.0), ("▶", "next-clause", 30.0), ("⏭", "next-section", 30.0),
    ):  # fmt: skip
        _icon(app, canvas, zones, x, y + 5, w, text, action)
        x += w + 2
    left = x + 10
    right = canvas.width - 330.0
    times = f"{clock(line.t)} / {clock(line.duration)}"
    canvas.text(right + 14, y + 10, times, 14, INK)
    _button(app, canvas, zones, right + 130, y + 5, 26, FOOT - 10, "−", "slower")
    canvas.text(right + 184, y + 10, f"{line.speed:g} ×", 14, INK, "middle")
    _button(app, canvas, zones, right + 212, y + 5, 26, FOOT - 10, "+", "faster")
    _button(
        app,
        canvas,
        zones,
        right + 244,
        y + 5,
        82,
        FOOT - 10,
        app.say("time.loop")[:12],
        "loop",
        active=line.loop,
        size=12,
    )
    # Two tracks: the section with its clauses, and below it the whole rite with its sections.
    wide = max(right - left, 20.0)
    canvas.rect(left, y + 12, wide, 8, FAINT)
    for n, step in enumerate(line.steps()):
        a = left + wide * step["start"] / max(line.duration, 1)
        b = left + wide * step["end"] / max(line.duration, 1)
        fill = shade("#8C7B62", 0.55) if n % 2 else shade("#8C7B62", 0.38)
        canvas.rect(a, y + 12, max(b - a - 0.6, 0.8), 8, fill)
    for cut in line.cuts():
        # Here it goes on at another place.
        canvas.rect(left + wide * cut["start"] / max(line.duration, 1) - 1, y + 9, 2, 14, RED)
    at = left + wide * line.t / max(line.duration, 1)
    canvas.rect(left, y + 12, max(at - left, 0), 8, (*GOLD[:3], 0.75))
    canvas.rect(at - 1.5, y + 7, 3, 18, INK)
    zones.append(Zone(left, y + 4, wide, 20, "scrub", "section"))
    if len(line.clips) > 1:
        canvas.rect(left, y + 29, wide, 3, FAINT)
        here = left + wide * line.overall / max(line.total, 1)
        begin = left + wide * line.starts[line.clip] / max(line.total, 1)
        end = left + wide * line.starts[line.clip + 1] / max(line.total, 1)
        canvas.rect(begin, y + 28, max(end - begin, 2), 5, (*GOLD[:3], 0.5))
        canvas.rect(here - 1, y + 26, 2, 9, INK)
        zones.append(Zone(left, y + 25, wide, 13, "scrub", "all"))


def _icon(app: App, canvas: Canvas, zones: list[Zone], x: float, y: float, w: float, text: str, action: str) -> None:
    h = FOOT - 10
    px, py = app.pointer
    if x <= px < x + w and y <= py < y + h:
        canvas.rect(x, y, w, h, FAINT)
    zones.append(Zone(x, y, w, h, action))
    cx, cy, s = x + w / 2, y + h / 2, 6.0
    if action == "play" and text != "▶":
        canvas.rect(cx - 5, cy - 7, 4, 14, INK)
        canvas.rect(cx + 1, cy - 7, 4, 14, INK)
    elif action == "play":
        canvas.polygon([(cx - 5, cy - 8), (cx + 8, cy), (cx - 5, cy + 8), (cx - 5, cy)], INK)
    else:
        way = 1 if action.startswith("next") else -1
        canvas.polygon(
            [
                (cx - way * s * 0.6, cy - s),
                (cx + way * s * 0.7, cy),
                (cx - way * s * 0.6, cy + s),
                (cx - way * s * 0.6, cy),
            ],
            GLOSS,
        )
        if action.endswith("section"):
            canvas.rect(cx + way * s * 0.9 - 1, cy - s, 2.5, 2 * s, GLOSS)


def _clause_rows(app: App) -> list[tuple[str, int, bool]]:
    step = app.timeline.step()
    if step is None:
        return []
    most = min(app.size[0] - 60, 940.0)
    rows = [(t, 21, True) for t in letters.wrap(str(step.get("text", "")), 21, most)[:2]]
    if step.get("gloss"):
        rows += [(t, 14, False) for t in letters.wrap(str(step["gloss"]), 14, most)[:2]]
    who = [app.model.scene.nodes[app.model.people[w]].extras for w in step.get("who", ()) if w in app.model.people]
    names = [str(e.get("label" if app.lang == "zh" else "label_en") or "") for e in who]
    notes = list(step.get("notes", ()))
    line = ("、" if app.lang == "zh" else ", ").join(dict.fromkeys(n for n in names if n))
    if notes:
        speaker, text = (notes[0][0], notes[0][1]) if not isinstance(notes[0], str) else ("", notes[0])
        line = f"{line}   〔{speaker}〕{text}" if speaker else f"{line}   {text}"
    if line.strip():
        rows.append((letters.shorten(line.strip(), 12, most), 12, False))
    return rows


def _clause_height(app: App) -> float:
    rows = _clause_rows(app)
    return sum(letters.line_height(s) for _, s, _ in rows) + 12.0 if rows else 0.0


def _clause(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    rows = _clause_rows(app)
    if not rows:
        return
    wide = max(max(letters.width(t, s) for t, s, _ in rows) + 40, 220.0)
    tall = _clause_height(app)
    x, y = (canvas.width - wide) / 2, canvas.height - FOOT - tall - 8
    canvas.panel(x, y, wide, tall, (*PAPER[:3], 0.88))
    zones.append(Zone(x, y, wide, tall, "start-clause"))
    y += 5
    for text, size, main in rows:
        canvas.text(canvas.width / 2, y, text, size, INK if main or size == 14 else GLOSS, "middle")
        y += letters.line_height(size)


# The card


def _card(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    if app.selected is None:
        return
    card = app.model.cards.card(app.selected, app.world, app.timeline.step(), app.lang)
    inner = CARD - 28
    lines: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    for row in card.rows:
        lines += _card_lines(row, inner)
    room = canvas.height - BAR - FOOT - 150
    tall = 44.0
    kept: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    app.card_rows = min(app.card_rows, max(len(lines) - 4, 0))
    for entry in lines[app.card_rows :]:
        tall_of = letters.line_height(entry[1]) + (3 if entry[4] is not None else 0)
        if tall + tall_of > room:
            kept.append(("…", 12, GLOSS, 0.0, None))
            tall += 17
            break
        kept.append(entry)
        tall += tall_of
    buttons = ("follow", "eyes", "go") if card.person else ("go",)
    tall += 34
    x, y = 12.0, BAR + 10
    canvas.panel(x, y, CARD, tall)
    zones.append(Zone(x, y, CARD, tall, "", "card"))
    used = canvas.text(x + 14, y + 6, letters.shorten(card.title, 20, inner), 20, INK)
    canvas.text(x + 14 + used + 10, y + 13, letters.shorten(card.gloss, 13, max(inner - used - 34, 10)), 13, GLOSS)
    zones.append(Zone(x + CARD - 30, y, 30, 30, "escape"))
    canvas.text(x + CARD - 20, y + 5, "×", 16, GLOSS, "middle")
    top = y + 40
    for text, size, fill, indent, grade in kept:
        if grade is not None:
            canvas.rect(
                x + 14, top + 4, 12, 12, shade(looks().evidence[GRADES[grade]]), hatch=GRADES[grade] == "conjectured"
            )
        canvas.text(x + 14 + indent, top, text, size, fill)
        top += letters.line_height(size) + (3 if grade is not None else 0)
    left = x + 8
    for name in buttons:
        text = app.say(f"card.{name}")
        w = letters.width(text, 13) + 18
        _button(
            app,
            canvas,
            zones,
            left,
            y + tall - 32,
            w,
            26,
            text,
            name,
            size=13,
            active=name == "follow" and bool(app.following),
        )
        left += w + 4


def _card_lines(row: Row, inner: float) -> list[tuple[str, int, tuple[float, float, float, float], float, int | None]]:
    size = 12 if row.small else 14
    indent = 18.0 if row.grade is not None or row.small else 0.0
    head = f"{row.head}  " if row.head else ""
    out: list[tuple[str, int, tuple[float, float, float, float], float, int | None]] = []
    for n, text in enumerate(letters.wrap(head + row.text, size, inner - indent)):
        out.append((text, size, GLOSS if row.small else INK, indent, row.grade if n == 0 else None))
    return out


def _message(app: App, canvas: Canvas, foot: float) -> None:
    text = app.busy or (app.say("start.section", number=app.awaited) if app.awaited is not None else app.message)
    rows = letters.wrap(text, 14, min(canvas.width - 60, 900.0))[:3]
    wide = max(letters.width(r, 14) for r in rows) + 32
    tall = letters.line_height(14) * len(rows) + 12
    x, y = (canvas.width - wide) / 2, canvas.height - foot - tall - 14
    canvas.panel(x, y, wide, tall)
    for n, row in enumerate(rows):
        canvas.text(canvas.width / 2, y + 4 + n * letters.line_height(14), row, 14, INK, "middle")


def loading(width: float, height: float, text: str, share: float, lang: str = "zh") -> Canvas:
    """What is shown while a scene is being built."""
    canvas = Canvas(width, height)
    canvas.rect(0, 0, width, height, shade("#EDE5D3"))
    canvas.text(width / 2, height / 2 - 70, "射宮" if lang == "zh" else "Shegong", 40, INK, "middle")
    bar = min(360.0, width * 0.6)
    x, y = (width - bar) / 2, height / 2 + 6
    canvas.rect(x, y, bar, 4, FAINT)
    canvas.rect(x, y, bar * min(max(share, 0.0), 1.0), 4, GOLD)
    canvas.text(width / 2, y + 12, text, 14, GLOSS, "middle")
    return canvas
