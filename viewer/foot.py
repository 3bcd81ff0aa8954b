"""The foot of the window: the clause, and the tracks of time."""

from __future__ import annotations

from viewer import text as letters
from viewer.app import App, Zone
from viewer.canvas import FAINT, GLOSS, GOLD, INK, PAPER, PAPER_FULL, RED, Canvas, shade
from viewer.plates import FOOT, button
from viewer.timeline import clock


def time_tracks(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """Buttons and the two tracks at the foot."""
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
    # A narrow window keeps its track and gives up what has a key as well.
    narrow = canvas.width < 760
    right = canvas.width - (128.0 if narrow else 330.0)
    times = f"{clock(line.t)} / {clock(line.duration)}"
    canvas.text(right + 14, y + 10, times, 14, INK)
    if not narrow:
        _pace(app, canvas, zones, right, y)
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


def _pace(app: App, canvas: Canvas, zones: list[Zone], right: float, y: float) -> None:
    """Speed, and the section again and again."""
    line = app.timeline
    button(app, canvas, zones, right + 130, y + 5, 26, FOOT - 10, "−", "slower")
    canvas.text(right + 184, y + 10, f"{line.speed:g} ×", 14, INK, "middle")
    button(app, canvas, zones, right + 212, y + 5, 26, FOOT - 10, "+", "faster")
    button(
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


def clause_height(app: App) -> float:
    """Pixels that the plate of the clause takes."""
    rows = _clause_rows(app)
    return sum(letters.line_height(s) for _, s, _ in rows) + 12.0 if rows else 0.0


def clause(app: App, canvas: Canvas, zones: list[Zone]) -> None:
    """The present clause, what it means, who acts, and the note that decides it."""
    rows = _clause_rows(app)
    if not rows:
        return
    wide = max(max(letters.width(t, s) for t, s, _ in rows) + 40, 220.0)
    tall = clause_height(app)
    x, y = (canvas.width - wide) / 2, canvas.height - FOOT - tall - 8
    canvas.panel(x, y, wide, tall, (*PAPER[:3], 0.88))
    zones.append(Zone(x, y, wide, tall, "start-clause"))
    y += 5
    for text, size, main in rows:
        canvas.text(canvas.width / 2, y, text, size, INK if main or size == 14 else GLOSS, "middle")
        y += letters.line_height(size)
