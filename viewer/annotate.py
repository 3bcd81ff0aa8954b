"""Pictures with words: names, the legend of certainty, a caption. The same plates as in the window."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from viewer import presets
from viewer import text as letters
from viewer.camera import Camera
from viewer.canvas import GLOSS, INK, PAPER, PAPER_FULL, Canvas, paint, shade
from viewer.labels import Name, in_sight, owns
from viewer.light import GRADES, looks
from viewer.nameable import TARGETS, Names
from viewer.pack import Packed
from viewer.picking import Picker
from viewer.placing import draw_names, place_names
from viewer.trails import MARKS
from viewer.words import words

LANE_INK = shade("#A83C28")
LASTING = 12
"""Frames for which it holds whether a name is hidden."""
LEAST = (240, 160)
"""Width and height in pixels of the smallest picture that words are written on."""
LEGEND = (316.0, 166.0)
"""Width and height of the legend of certainty."""
BRIEF = (162.0, 126.0)
"""The same in a small picture."""


def scale_of(height: int) -> float:
    """Pixels per logical pixel of a picture: plates keep their share of it, and stay legible in small ones."""
    return max(0.85, height / 720.0)


def room_for_words(width: int, height: int) -> bool:
    """Whether a picture of so many pixels has room for words that can be read."""
    return width >= LEAST[0] and height >= LEAST[1]


def label_picture(
    image: NDArray[np.uint8],
    packed: Packed,
    world: NDArray[np.floating],
    camera: Camera,
    lang: str,
    evidence: bool = False,
    hide: Iterable[str] = (),
    chosen: Iterable[str] = (),
    caption: bool = False,
    plan: bool = False,
) -> NDArray[np.uint8]:
    """The picture with names on it, and with the legend where it is coloured by certainty; see `Labels`."""
    return Labels(packed, lang, evidence, tuple(hide), caption, plan).lay(image, world, camera, chosen)


class Labels:
    """Names for the pictures of one scene, one after the other. No name is set where a `caption` or the small `plan` will come.

    What hides a name is looked for `LASTING` frames apart, so that a name does not come and go with every passer-by.
    """

    def __init__(
        self,
        packed: Packed,
        lang: str,
        evidence: bool = False,
        hide: tuple[str, ...] = (),
        caption: bool = False,
        plan: bool = False,
    ) -> None:
        self.packed, self.lang, self.evidence, self.hide = packed, lang, evidence, hide
        self.caption, self.plan = caption, plan
        self._picker = Picker(packed)
        self._table: Names | None = None
        self._judged: dict[int, bool] = {}
        self._for: object = None
        self._age = 0

    def lay(
        self,
        image: NDArray[np.uint8],
        world: NDArray[np.floating],
        camera: Camera,
        chosen: Iterable[str] = (),
        stage: object = None,
    ) -> NDArray[np.uint8]:
        """The picture with names on it. `chosen` people or things (node names) are named before all others: those who act.

        While `stage` (the section) stays the same, what was found for one picture is used for the next ones.
        """
        scale = scale_of(image.shape[0])
        canvas = Canvas(image.shape[1] / scale, image.shape[0] / scale)
        legend = LEGEND if canvas.width >= 700 else BRIEF
        covered = [(14.0, canvas.height - legend[1] - 14.0, *legend)] if self.evidence else []
        if self.caption:
            foot = foot_of(canvas)
            covered.append((canvas.width * 0.08, canvas.height - foot, canvas.width * 0.84, foot))
        if self.plan:
            _, low, high = _inset_frame(self.packed, world)
            covered.append(_inset_box(canvas, low, high))
        if self._table is None or stage is None or stage != self._for:
            self._table, self._for, self._age = Names(self.packed, world, self.lang), stage, 0
        table = self._table
        first = [self.packed.index[name] for name in chosen if name in self.packed.index]
        names = self._seen(world, camera, table.find(world, camera, self.hide, first))
        wide, tall = canvas.width, canvas.height
        plates = place_names(
            names, camera, wide, tall, 26, table.keep_clear(camera, wide, tall), table.heads(world), covered
        )
        draw_names(canvas, plates)
        if self.evidence:
            lang = "en" if self.lang == "en" else "zh"
            draw_legend(canvas, 14.0, canvas.height - legend[1] - 14.0, lang, legend is BRIEF)
        return paint(canvas, image, scale)

    def _seen(self, world: NDArray[np.floating], camera: Camera, names: list[Name]) -> list[Name]:
        if self._age % LASTING == 0:
            self._judged.clear()
        self._age += 1
        new = [name for name in names if name.node not in self._judged]
        seen = {n.node for n in seen_names(self.packed, world, camera, new, self.hide, self._picker)}
        self._judged |= {name.node: name.node in seen for name in new}
        return [name for name in names if self._judged[name.node]]


def seen_names(
    packed: Packed,
    world: NDArray[np.floating],
    camera: Camera,
    names: list[Name],
    hide: Iterable[str] = (),
    picker: Picker | None = None,
) -> list[Name]:
    """Those names whose things are not hidden behind others in a view."""
    if not names:
        return []
    nodes, index = packed.scene.nodes, packed.index
    moment = (picker or Picker(packed)).at(world, packed.hidden(hide))

    def pick(origin: NDArray[np.floating], way: NDArray[np.floating], reach: float) -> int | None:
        hit = moment.pick(origin, way, 0.05, reach)
        return None if hit is None else hit.node

    return in_sight(names, camera, pick, lambda node, hit: owns(nodes, index, node, hit))


def draw_legend(canvas: Canvas, x: float, y: float, lang: str, brief: bool = False) -> None:
    """The four degrees of certainty and who stands for them, and the grey of what is not judged: people and land.
    A `brief` one names the degrees alone."""
    say = words(lang)
    canvas.panel(x, y, *(BRIEF if brief else LEGEND))
    for row, grade in enumerate((*GRADES, "neutral")):
        top = y + (7 + row * 23 if brief else 10 + row * 30)
        canvas.rect(x + 12, top + 2, 28, 19, shade(looks().evidence[grade]), hatch=grade == "conjectured")
        wide = canvas.text(x + 50, top, say[f"certainty.{grade}"], 15, INK)
        if brief:
            continue
        canvas.text(x + 50 + max(wide + 10, 92), top + 3, say[f"certainty.{grade}.by"], 12, GLOSS)


def caption(image: NDArray[np.uint8], lines: Iterable[tuple[str, int]], bottom: float = 22.0) -> NDArray[np.uint8]:
    """The picture with lines of text (text, size) on a plate at the foot: subtitles, captions."""
    scale = scale_of(image.shape[0])
    canvas = Canvas(image.shape[1] / scale, image.shape[0] / scale)
    rows: list[tuple[str, int]] = []
    for text, size in lines:
        more = [(line, size) for line in letters.wrap(text, size, canvas.width * 0.8)] if text else []
        # In a small picture the clause alone, rather than nothing but words.
        if not rows or sum(letters.line_height(s) for _, s in rows + more) < canvas.height * 0.4:
            rows += more
    if not rows:
        return image
    wide = max(letters.width(t, s) for t, s in rows) + 36
    tall = sum(letters.line_height(s) for _, s in rows) + 14
    x, y = (canvas.width - wide) / 2, canvas.height - bottom - tall
    canvas.panel(x, y, wide, tall, (*PAPER_FULL[:3], 0.84))
    y += 5
    for n, (text, size) in enumerate(rows):
        canvas.text(canvas.width / 2, y, text, size, INK if n == 0 or size > 15 else GLOSS, "middle")
        y += letters.line_height(size)
    return paint(canvas, image, scale)


def foot_of(canvas: Canvas) -> float:
    """Height of the strip at the foot in which captions stand, in logical pixels: of more lines in a narrow picture."""
    if canvas.width >= 900:
        return FOOT
    clause, gloss = (math.ceil(of / canvas.width / 0.8) for of in (600.0, 1300.0))
    return min(36.0 + 27.0 * clause + 19.0 * gloss, canvas.height * 0.5)


def inset(image: NDArray[np.uint8], packed: Packed, world: NDArray[np.floating], lang: str = "zh") -> NDArray[np.uint8]:
    """A picture (height, width, 3) with a plan in its upper right corner: hall, marks, lane and targets with their names,
    and everyone as a point with a stroke to where he looks.

    North is up; it reaches from behind the hall to behind the target, or around the people where all are away from there.
    """
    scale = scale_of(image.shape[0])
    canvas = Canvas(image.shape[1] / scale, image.shape[0] / scale)
    away, low, high = _inset_frame(packed, world)
    # At a gate away from the school: its walls, and nobody's house in between.
    layers = {"court": 0.5} if away else OUTLINED
    left, top, wide, tall = _inset_box(canvas, low, high)
    per_metre = wide / (high[0] - low[0])
    canvas.panel(left, top, wide, tall, (*PAPER[:3], 0.92))

    def at(point: NDArray[np.floating]) -> tuple[float, float]:
        x, y = (np.asarray(point) - low) * per_metre
        return left + float(x), top + float(y)

    scene = packed.scene
    for i, number in enumerate(packed.node):
        node = scene.nodes[number]
        if node.layer not in layers or node.name.startswith("ghost-"):
            continue
        shape, m = packed.shapes[packed.first_shape[i]], np.asarray(world[number], float)
        middle = (m[:3, :3] @ shape.centre + m[:3, 3])[[0, 2]]
        half = (np.abs(m[:3, :3]) @ ((shape.high - shape.low) * 0.5))[[0, 2]]
        a, b = np.maximum(middle - half, low), np.minimum(middle + half, high)
        if (b > a).all():
            (x, y), (x2, y2) = at(a), at(b)
            canvas.rect(x, y, max(x2 - x, 1.0), max(y2 - y, 1.0), (*GLOSS[:3], layers[node.layer]))
    if not away:
        _lane(canvas, packed, world, at, "en" if lang == "en" else "zh")
    for i in _shown(packed, world):
        point, way = np.asarray(world[i][:3, 3], float)[[0, 2]], np.asarray(world[i][:3, 2], float)[[0, 2]]
        if ((point >= low) & (point <= high)).all():
            x, y = at(point)
            canvas.line((x, y), (x + float(way[0]) * 4.5, y + float(way[1]) * 4.5), INK, 1.0)
            canvas.disc(x, y, 1.8, INK)
    canvas.text(left + wide - 8, top + 2, "北" if wide > 40 else "N", 11, GLOSS, "right")
    return paint(canvas, image, scale)


def _lane(
    canvas: Canvas,
    packed: Packed,
    world: NDArray[np.floating],
    at: Callable[[NDArray[np.floating]], tuple[float, float]],
    lang: str,
) -> None:
    """The lane from the marks to the last target, dashed, and the names of hall and targets (the screen where there is one)."""
    index, nodes = packed.index, packed.scene.nodes

    def spot(name: str) -> NDArray[np.float64]:
        return np.asarray(world[index[name]][:3, 3], float)[[0, 2]]

    targets = sorted((float(spot(name)[1]), name) for name in TARGETS if name in index)
    marks = [spot(name) for name in MARKS if name in index]
    if targets and marks:
        (x, y), (x2, y2) = at(np.mean(marks, axis=0)), at(spot(targets[-1][1]))
        for start in np.arange(y, y2, 7.0).tolist():
            canvas.line(_along(x, y, x2, y2, start), _along(x, y, x2, y2, min(start + 4.0, y2)), LANE_INK, 1.2)
    screens = ["screen"] if len(targets) == 1 else []
    for name in ("hall", *screens, *(name for _, name in targets)):
        if name not in index:
            continue
        extras = nodes[index[name]].extras
        said = str(extras.get("label_en" if lang == "en" else "label") or "")
        said = said.removeprefix("the ").partition(" ")[0] if lang == "en" else letters.drawable(said, "")
        x, y = at(spot(name))
        # Beside the lane: the hall's before its edge, a target's above its posts.
        side = "right" if name in ("hall", "screen") else "left"
        x += -5.0 if side == "right" else 6.0
        canvas.text(x, y + {"hall": 2.0, "screen": -15.0}.get(name, -26.0), said, 11, INK, side)


def _along(x: float, y: float, x2: float, y2: float, down: float) -> tuple[float, float]:
    return x + (x2 - x) * (down - y) / max(y2 - y, 1e-9), down


def _shown(packed: Packed, world: NDArray[np.floating]) -> list[int]:
    return [i for i in presets.people(packed.scene).values() if np.abs(world[i][:3, :3]).max() > 1e-4]


def _inset_frame(packed: Packed, world: NDArray[np.floating]) -> tuple[bool, NDArray[np.float64], NDArray[np.float64]]:
    """Whether all people are away from the school, and the corners (east, south) of what the small plan shows, in metres."""
    people = np.array([np.asarray(world[i][:3, 3], float)[[0, 2]] for i in _shown(packed, world)]).reshape(-1, 2)
    # From behind the hall to behind the last target, and as wide as the hall.
    west, north, east = presets.hall_reach(packed.scene, world)
    low = np.array([min(-16.0, west - 2.0), min(-16.0, north - 2.0)])
    high = np.array([max(16.0, east + 2.0), presets.farthest(packed.scene, world) + 8.0])
    if len(people) and not ((people >= low) & (people <= high)).all(axis=1).any():
        return True, people.min(axis=0) - 9.0, people.max(axis=0) + 9.0
    return False, low, high


def _inset_box(
    canvas: Canvas, low: NDArray[np.floating], high: NDArray[np.floating]
) -> tuple[float, float, float, float]:
    """Left, top, width and height of the small plan in logical pixels."""
    across, down = (float(v) for v in np.asarray(high) - low)
    per_metre = min(canvas.height * 0.46 / down, canvas.width * 0.16 / across)
    return canvas.width - across * per_metre - 14.0, 14.0, across * per_metre, down * per_metre


FOOT = 96.0
"""Height of that strip in a wide picture."""
OUTLINED = {"platform": 0.22, "walls": 0.5, "range": 0.7}
"""Layers that the small plan shows, and how strongly."""
