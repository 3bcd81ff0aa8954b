"""The bar on top and the menus that open from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from viewer import text as letters
from viewer.app import NAMES, ROOFS, App, Zone
from viewer.canvas import FAINT, GLOSS, INK, PAPER_FULL, RULE, SOLID, Canvas
from viewer.helping import help_sheet
from viewer.keymap import shown
from viewer.plates import ACTIVE, BAR, FOOT, MENU, READINGS, ROW, button
from viewer.presets import GATES
from viewer.presets import names as preset_names
from viewer.search import Found
from viewer.timeline import clock

MENUS = ("sections", "views", "layers", "certainty", "reading", "measure", "search", "take", "help")


def bar(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """The bar on top."""
    width = canvas.width
    canvas.rect(0, 0, width, BAR, PAPER_FULL)
    canvas.rect(0, BAR - 1, width, 1, RULE)
    zones.append(Zone(0, 0, width, BAR, ""))
    head = "射宮" if app.lang == "zh" else "Shegong"
    texts = {name: app.say(f"bar.{name}") for name in MENUS}
    # In a narrow window the words stand closer, then become smaller; the name of the house goes before they do.
    size, gap = next(
        (
            (s, g)
            for s, g in ((14, 20.0), (13, 12.0))
            if _wide(texts.values(), s, g) + letters.width(head, 17) + 36 < width
        ),
        (12, max(4.0, (width - 16 - _wide(texts.values(), 12, 0.0)) / len(MENUS))),
    )
    x = width - 8.0
    active = {"certainty": app.certainty, "measure": app.measuring}
    for name in reversed(MENUS):
        text = texts[name]
        w = letters.width(text, size) + min(gap, 20.0)
        x -= w
        on = active.get(name, app.panel == name)
        if name in ("certainty", "measure"):
            button(app, canvas, zones, x, 0, w, BAR - 1, text, name, active=on, size=size)
        else:
            button(app, canvas, zones, x, 0, w, BAR - 1, text, "panel", name, on, size)
    title = app.timeline.title(lang=app.lang)
    if x < letters.width(head, 17) + 24:
        return
    used = canvas.text(14, 5, head, 17, INK)
    where = letters.shorten(_reading(app), 12, 240)
    if letters.width(where, 12) + used + 40 > x:
        return
    used += canvas.text(14 + used + 12, 9, where, 12, GLOSS) + 24
    room = x - used - 30
    if title and room > 40:
        text = letters.shorten(title, 15, room)
        canvas.text(14 + used, 6, text, 15, INK)
        zones.append(Zone(14 + used, 0, letters.width(text, 15), BAR, "sections"))


def _wide(texts: Iterable[str], size: int, gap: float) -> float:
    return sum(letters.width(t, size) + gap for t in texts) + 8


def _reading(app: App) -> str:
    """What the present reading is called, with the choices that differ from it."""
    request = app.model.built.request
    name = next((c.label for c in app.hooks.choices if c.request.reading == request.reading), request.reading)
    name = name if app.lang == "zh" else request.reading
    return " ".join((name, *(f"{s}" for s in (*request.sets, *request.says))))


def menu(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """The menu that is open."""
    if not app.panel:
        return
    drawers: dict[str, Callable[[App, Canvas, list[Zone]], None]] = {
        "sections": _sections, "views": _views, "layers": _layers, "reading": _readings,
        "take": _take, "help": help_sheet, "search": _searching,
    }  # fmt: skip
    drawers[app.panel](app, canvas, zones)


def _list(
    app: App, canvas: Canvas, zones: list[Zone], title: str,
    entries: Sequence[tuple[str, str, str, object, bool]], width: float = MENU, top: float = BAR + 8,
) -> float:  # fmt: skip
    """A menu of entries (text, key, action, arg, on) under a title; scrolls where it is longer than the window."""
    width = min(width, canvas.width - 20)
    x = canvas.width - width - 10
    room = _room(canvas, top)
    app.scroll_rows = min(app.scroll_rows, max(len(entries) - room, 0))
    shown_rows = entries[app.scroll_rows : app.scroll_rows + room]
    height = 34 + ROW * len(shown_rows) + 8
    canvas.panel(x, top, width, height, SOLID)
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


def _room(canvas: Canvas, top: float) -> int:
    """Rows of a menu for which there is room."""
    return max(int((canvas.height - top - FOOT - 60) / ROW), 3)


def _sections(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    line = app.timeline
    entries: list[tuple[str, str, str, object, bool]] = [
        (line.title(n, app.lang), clock(clip.duration), "section", n, n == line.clip)
        for n, clip in enumerate(line.clips)
    ]
    if app.hooks.outline and not app.outline:
        entries.append((app.say("start.sections"), "", "", None, False))
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
    for n in GATES:
        number = app.model.packed.index.get(n)
        if number is not None:
            extras = app.model.scene.nodes[number].extras
            name = str(extras.get("label" if app.lang == "zh" else "label_en") or n)
            entries.append((name, "", "preset", n, app.camera.name == n))
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
        (
            c.label if app.lang == "zh" else c.label_en.split(";")[0],
            c.request.reading,
            "reading",
            c,
            c.request == app.model.built.request,
        )
        for c in app.hooks.choices
    ]
    others: list[tuple[str, str, str, object, bool]] = []
    for switch in app.hooks.switches:
        now = app.chosen(switch.key)
        said = letters.shorten(switch.said(now, app.lang), 12, 190)
        name = switch.label if app.lang == "zh" else switch.label_en
        others.append((f"{'−' if app.switch == switch.key else '+'}  {name}", said, "switch", switch.key, False))
        if app.switch == switch.key:
            others += [
                (
                    f"      {switch.said(way, app.lang)}",
                    letters.shorten(held, 12, 190),
                    "choose",
                    (switch.key, way),
                    way == now,
                )
                for way, _, held, _ in switch.ways
            ]
    if app.changed:
        entries.append((app.say("reading.changed"), shown("ghost"), "ghost", None, app.ghost))
        # The numbers stand at the right, where nothing is cut off.
        told = (line.rpartition(": ") for line in app.changed)
        entries += [("  " + name, numbers, "", None, False) for name, _, numbers in told]
    if app.former is not None:
        entries.append((app.say("action.undo"), shown("undo"), "undo", None, False))
    _list(app, canvas, zones, app.say("reading.title"), entries + others, READINGS)


def _take(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    entries: list[tuple[str, str, str, object, bool]] = [
        (app.say("take.picture"), shown("picture"), "picture", None, False),
        (app.say("take.clean"), shown("clean-picture"), "clean-picture", None, False),
        (app.say("take.view"), shown("copy-view"), "copy-view", None, False),
    ]
    if app.hooks.export:
        entries.append((app.say("take.export"), shown("export"), "export", None, False))
        if app.timeline.clips:
            entries.append((app.say("take.moving"), "", "export-moving", None, False))
    _list(app, canvas, zones, app.say("take.title"), entries)


def _searching(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    entries: list[tuple[str, str, str, object, bool]] = [
        (_found(f, app.lang), f.id, "found", n, n == app.cursor) for n, f in enumerate(app.results)
    ]
    if app.cursor != app.shown_cursor:
        # The keys may have led out of what is shown.
        app.shown_cursor, room = app.cursor, _room(canvas, BAR + 8)
        app.scroll_rows = min(max(app.scroll_rows, app.cursor - room + 1), app.cursor)
    if app.query and not entries:
        entries = [(app.say("search.none"), "", "", None, False)]
    title = f"/ {app.query}▏" if app.query else app.say("search.prompt")
    _list(app, canvas, zones, title, entries, READINGS)


def _found(found: Found, lang: str) -> str:
    whose = found.whose if lang == "zh" else found.whose_en
    name = f"{found.label}  {found.label_en}".strip()
    return f"{name} — {whose}" if whose else name
