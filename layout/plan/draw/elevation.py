"""A target in elevation, as it is seen from the hall: east, its right, is on the left hand. Every strip, seam, cord and loop."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from layout.errors import GroundError
from layout.evidence.model import Ground
from layout.plan.draw.canvas import Canvas
from layout.plan.draw.model import GREY, INK, RED, Pen

CLOTH = "#E4DAC4"
HIDE = "#C9A97F"
SEAM = Pen(0.1, GREY, (0.8, 0.5))
EDGE = Pen(0.3, INK)
CORD = Pen(0.45, "#8A6F42")
POST = Pen(0.25, INK)


@dataclass(frozen=True)
class Panel:
    """One strip group of a target: name, width, lower and upper edge above the ground, number of strips of cloth."""

    name: str
    name_en: str
    width: Fraction
    low: Fraction
    high: Fraction
    strips: int


@dataclass(frozen=True)
class TargetShape:
    """A target with all that hangs on it, in 尺."""

    panels: tuple[Panel, ...]
    bullseye: Fraction
    inner: Fraction
    bottom: Fraction
    top: Fraction
    post_top: Fraction
    post_bottom: Fraction
    post: Fraction
    loop: Fraction
    strip: Fraction
    cloth: Fraction

    @property
    def low_middle(self) -> bool:
        """Whether the middle is too low to hold the bullseye (劉敞's five strips)."""
        centre = next(p for p in self.panels if p.name == "中")
        return centre.high - centre.low <= self.bullseye

    @property
    def middle(self) -> Fraction:
        """Height of the middle of the bullseye."""
        centre = next(p for p in self.panels if p.name == "中")
        return (centre.low + centre.high) / 2


def target_shape(ground: Ground, prefix: str = "target") -> TargetShape:
    """The shape of a target by the prefix of its dimensions (target, target-mixed, target-great)."""
    chi = ground.chi
    strip, center = chi("target.strip"), chi(f"{prefix}.center")
    low = chi(f"{prefix}.bottom")
    # Not the middle's width: of a target no higher than 中 is wide (劉敞) what its other strips leave is the middle.
    middle = chi(f"{prefix}.height") - 4 * strip
    if middle <= 0:
        raise GroundError(f"{prefix}.height: four strips of {prefix}.body and tongues leave no room for the middle")
    panels: list[Panel] = []
    rows = (
        ("下舌", "lower tongue", chi(f"{prefix}.tongue-lower"), strip),
        ("下躬", "lower body", chi(f"{prefix}.body"), strip),
        ("中", "centre", center, middle),
        ("上躬", "upper body", chi(f"{prefix}.body"), strip),
        ("上舌", "upper tongue", chi(f"{prefix}.tongue-upper"), strip),
    )
    for name, english, width, height in rows:
        strips = -(-height // strip)
        panels.append(Panel(name, english, width, low, low + height, int(strips)))
        low += height
    own = "target" if prefix == "target" else prefix
    return TargetShape(
        tuple(panels),
        chi(f"{own}.bullseye"),
        chi("target.bullseye-inner") if prefix == "target" else Fraction(0),
        panels[0].low,
        panels[-1].high,
        chi(f"{own}.post-top-x"),
        chi(f"{own}.post-bottom-x"),
        chi("target.post-diameter"),
        chi("target.loop"),
        strip,
        chi(f"{own}.cloth"),
    )


def draw_target(c: Canvas, shape: TargetShape, x: float = 0.0, hide: bool = False, loops: bool = True) -> None:
    """Posts, cords with their loops, cloth with its seams, and the bullseye, about a middle line at `x`."""
    top, bottom = float(shape.top), float(shape.bottom)
    half = float(shape.post) / 2
    rise = top + 1.2
    for sign in (-1, 1):
        lean = (float(shape.post_top) - float(shape.post_bottom)) / (top - bottom)
        foot = float(shape.post_bottom) - lean * bottom
        head = foot + lean * rise
        ring = [
            (x + sign * (foot - half), 0),
            (x + sign * (foot + half), 0),
            (x + sign * (head + half), rise),
            (x + sign * (head - half), rise),
        ]
        c.area(ring, POST, "#A58A5A", "posts", "target-post")
        for height, end in ((top, float(shape.panels[-1].width) / 2), (bottom, float(shape.panels[0].width) / 2)):
            at = foot + lean * height
            c.line(((x + sign * end, height), (x + sign * at, height)), CORD, "cords", "target-cord")
    for panel in shape.panels:
        w, low, high = float(panel.width) / 2, float(panel.low), float(panel.high)
        c.rect(x - w, low, x + w, high, EDGE, CLOTH, "cloth", f"target-{panel.name_en.replace(' ', '-')}")
        for n in range(1, panel.strips):
            y = low + n * (high - low) / panel.strips
            c.line(((x - w, y), (x + w, y)), SEAM, "seams")
    if loops:
        _loops(c, shape, x)
    b = float(shape.bullseye) / 2
    m = float(shape.middle)
    c.rect(x - b, m - b, x + b, m + b, Pen(0.25, INK), HIDE if hide else "#C98A72", "bullseye", "bullseye")
    if shape.inner:
        i = float(shape.inner) / 2
        c.rect(x - i, m - i, x + i, m + i, Pen(0.2, INK), "#A83C28", "bullseye", "bullseye-inner")
        c.circle(x, m, i * 0.35, None, "#2A211C", "bullseye")


def _loops(c: Canvas, shape: TargetShape, x: float) -> None:
    """The loops (縜) by which the cloth hangs on its cords, one to each strip's width along the edge."""
    size = float(shape.loop)
    pen = Pen(0.12, RED)
    for panel, height, up in ((shape.panels[-1], shape.top, 1), (shape.panels[0], shape.bottom, -1)):
        w = float(panel.width) / 2
        count = int(panel.width / shape.strip)
        for n in range(count + 1):
            at = x - w + n * 2 * w / count
            c.line(((at, float(height)), (at, float(height) + up * size)), pen, "loops", "target-loop")
    for panel, height, up in ((shape.panels[-1], shape.top, 1), (shape.panels[0], shape.bottom, -1)):
        w = float(panel.width) / 2
        c.line(((x - w, float(height) + up * size), (x + w, float(height) + up * size)), CORD, "cords", "target-cord")
