"""A sheet as it is put together: paper, frame, view and the column of notes at its right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from layout.errors import InputError
from layout.evidence.schema import load_rules
from layout.plan.draw import furniture
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.fonts import text_width
from layout.plan.draw.labels import Labels
from layout.plan.draw.model import GREY, INK, Drawing, Item, Text, View
from layout.plan.model import Plan

COLUMN = 112.0


@dataclass(frozen=True)
class Request:
    """What the user asks of a drawing: language of names (zh, en, both), date and name of the reading in full."""

    labels: str = "both"
    date: str = ""
    reading: str = ""


class Sheet:
    """An A3 sheet with a drawing area left of a column of notes; `canvas` draws, `finish` gives the drawing."""

    def __init__(
        self,
        plan: Plan,
        request: Request,
        name: str,
        title: tuple[str, str],
        number: int,
        extent: tuple[float, float, float, float],
        portrait: bool = False,
        column: float = COLUMN,
        below: float = 0.0,
        wide: bool = False,
        is_plan: bool = True,
    ) -> None:
        self.plan, self.request, self.name, self.title, self.number = plan, request, name, title, number
        self.width, self.height = (297.0, 420.0) if portrait else (420.0, 297.0)
        m = furniture.MARGIN
        self.column_x = self.width - m - column
        self.column = column - 4
        self.mpc = float(plan.ground.metres_per_chi)
        west, south, east, north = extent
        right = self.width - m - 3 if wide else self.column_x - 5
        box = (m + 3, m + 3, right, self.height - m - 3 - below)
        self.notes_top = box[3] + 4 if wide else m + 3
        self.is_plan = is_plan
        room = (box[2] - box[0], box[3] - box[1])
        self.scale = furniture.fit_scale(east - west, north - south, *room, self.mpc)
        if self.scale > furniture.SCALES[-1]:
            raise InputError(
                f"--sheet {name}: {max(east - west, north - south):.0f} 尺 of ground fit on A3 only at 1 : {self.scale}; "
                f"a drawing smaller than 1 : {furniture.SCALES[-1]} shows nothing (a .geojson has no scale)"
            )
        mm = self.mpc * 1000 / self.scale
        x = box[0] + (room[0] - (east - west) * mm) / 2 - west * mm
        y = box[1] + (room[1] - (north - south) * mm) / 2 + north * mm
        self.box = box
        self.canvas = Canvas(View(x, y, mm), self.mpc, Labels(box), request.labels)
        self.notes: list[Item] = []
        self.grid = 0

    def names(self, chinese: str, english: str, size: float = 2.5) -> list[tuple[str, float, str]]:
        """The lines of a label in the language asked for."""
        lines = []
        if self.request.labels in ("zh", "both"):
            lines.append((chinese, size, INK))
        if self.request.labels in ("en", "both"):
            lines.append((english, size * 0.7, GREY) if lines else (english, size * 0.82, INK))
        return lines

    def finish(
        self,
        key: Sequence[tuple[str, str]] = (),
        heading: tuple[str, str] = ("名目", "names"),
        legend: bool = True,
        room: float = 0.0,
        offset: float = 0.0,
        facings: bool = True,
    ) -> Drawing:
        """The drawing with frame, title block, scale bar, north arrow (in plans), legend and key."""
        bottom = self.height - furniture.MARGIN
        left, top = self.column_x, self.notes_top
        used = 0.0
        if legend:
            items, used = furniture.legend(left, top, self.request.labels, facings)
            self.notes += items
        bar_y = bottom - 30 - 14
        self.notes += furniture.scale_bar(
            left + 2,
            bar_y,
            self.canvas.view.mm,
            self.mpc,
            self.column - 26,
            2 * float(self.plan.ground.chi("body.step")),
            self.request.labels,
        )
        if self.grid:
            count = {1: "一", 10: "十"}.get(self.grid, str(self.grid))
            words = {"zh": f"方格{count}步", "en": f"grid of {self.grid} bu"}.get(
                self.request.labels, f"方格{count}步  grid of {self.grid} 步"
            )
            self.notes.append(Text(left + 2, bar_y + 11.6, words, 1.9, "start", GREY, "scale"))
        self.notes += (
            furniture.north_arrow(left + self.column - 7, bar_y + 4.5, "N" if self.request.labels == "en" else "北")
            if self.is_plan
            else []
        )
        if key:
            y = top + used + 4 + offset
            text = {"zh": heading[0] if heading[0] != "名目" else "名目與所據", "en": heading[1]}.get(
                self.request.labels, f"{heading[0]}  {heading[1]}"
            )
            items, _ = furniture.key(key, left, y, self.column, (room or bar_y - 6) - y, text, self.request.labels)
            self.notes += items
        self.notes += furniture.title_block(
            self.title_text(), left - 3, bottom, self.width - furniture.MARGIN - left + 3, self.request.labels
        )
        items = [*self.canvas.items, *self.canvas.top, *furniture.frame(self.width, self.height), *self.notes]
        title = f"{self.title[0]} {self.title[1]}"
        return Drawing(
            self.name, title, self.width, self.height, tuple(items), self.canvas.view, self.mpc, self.subject()
        )

    def title_text(self) -> furniture.Title:
        """The words of the title block."""
        ground = self.plan.ground
        foot = f"{float(ground.metres_per_chi) * 100:.2f}".rstrip("0").rstrip(".")
        head, other = self.title if self.request.labels != "en" else self.title[::-1]
        return furniture.Title(
            head,
            other,
            self.request.reading or ground.reading,
            options_text(self.plan),
            f"1 : {self.scale}",
            f"1 尺 = {foot} cm",
            {"zh": f"圖 {self.number}", "en": f"sheet {self.number}"}.get(
                self.request.labels, f"圖 {self.number}  sheet {self.number}"
            ),
            self.request.date or "—",
        )

    def subject(self) -> str:
        """One line for a file's description."""
        return f"鄉射禮, reading {self.plan.ground.reading}; {options_text(self.plan)}"

    def note(self, x: float, y: float, text: str, size: float = 2.1, colour: str = "#6B6157") -> None:
        """A line of text on paper."""
        self.canvas.top.append(Text(x, y, text, size, "start", colour, "notes"))
        self.canvas.labels.block((x, y - size, x + text_width(text, size), y + size * 0.3))


SHOWN = ("hall", "marks", "path", "rooms", "lane-origin", "screen-origin", "walls")
"""The choices that shape a plan most, named whatever they are."""


def options_text(plan: Plan) -> str:
    """What was restated, every choice that is not the usual one, every measure set, and the main choices, in one line."""
    ground = plan.ground
    known = load_rules().options
    other = [k for k, v in ground.options.items() if k not in SHOWN and k in known and v != known[k].default]
    parts = [f"{key}={ground.options[key]}" for key in (*other, *SHOWN) if key in ground.options]
    measures = [f"{key}={value}" for key, value in getattr(ground, "sets", {}).items()]
    return "  ".join([*(f"「{c}」" for c in ground.restated), *measures, *parts])
