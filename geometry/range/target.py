"""The target 侯: five sewn widths of 中, 躬 and 舌 above and below, cords through loops, two slanting posts.

Local frame: it faces +Z; +X is its own left (west where it faces north), where the lower cord stays untied until the
shooting (不繫左下綱, 中掩束之): state `folded` lays the left end of the lower strip over to the middle and binds it.
The cloth bellies in the wind; its widths and heights are measured along the drawing, not along the belly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from shapely.geometry import LineString

from geometry.range.cloth import Cloth
from geometry.range.painted import BEASTS, painted
from geometry.range.ropes import ropes
from geometry.sizes import Sizes
from geometry.solids import Body, Solid, join, prism, sheet, tube
from layout.errors import UnknownNameError
from layout.evidence.model import Ground

STATES = ("tied", "folded")

STEPS = (0.45, 1.2)
"""Metres between the points of the cloth: finely, and coarsely."""


def build_target(ground: Ground, lod: int = 0, kind: str = "target", state: str = "tied") -> list[Solid]:
    """The whole built target; see the module for frame and states."""
    if state not in STATES:
        raise UnknownNameError("state of the target", state, STATES)
    cloth = Cloth(ground, kind)
    ids = _ids(ground, kind)
    half_c, half_b = cloth.center / 2, cloth.body / 2
    low1, low2 = cloth.bottom + cloth.strip, cloth.bottom + 2 * cloth.strip
    high1, high2 = cloth.top - 2 * cloth.strip, cloth.top - cloth.strip
    pieces: list[Solid] = []

    def piece(name: str, x: float, y0: float, y1: float, dims: tuple[str, ...]) -> None:
        pieces.append(Solid(name, _strip(cloth, -x, x, y0, y1, lod, name), "target-cloth", dims, "range"))

    width = cloth.center / cloth.widths
    for k in range(cloth.widths):
        x = -half_c + width * k
        pieces.append(
            Solid(
                f"{kind}-center-{k + 1}",
                _strip(cloth, x, x + width, low2, high1, lod, f"{kind}-center"),
                "target-cloth",
                ids("center", "strip"),
                "range",
            )
        )
    piece(f"{kind}-body-lower", half_b, low1, low2, ids("body", "strip"))
    piece(f"{kind}-body-upper", half_b, high1, high2, ids("body", "strip"))
    piece(f"{kind}-tongue-upper", cloth.upper / 2, high2, cloth.top, ids("tongue-upper", "strip"))
    if state == "tied":
        piece(f"{kind}-tongue-lower", cloth.lower / 2, cloth.bottom, low1, ids("tongue-lower", "strip"))
    else:
        pieces.append(
            Solid(
                f"{kind}-tongue-lower",
                _folded(cloth, cloth.bottom, low1),
                "target-cloth",
                ids("tongue-lower", "fold"),
                "range",
            )
        )
    pieces.append(Solid(f"{kind}-seams", join(_seams(cloth, lod, state)), "seam", ids("strip"), "range"))
    pieces += _bullseye(cloth, ids, lod)
    pieces += ropes(cloth, ids, lod, state)
    return pieces


def _ids(ground: Ground, kind: str) -> Callable[..., tuple[str, ...]]:
    def pick(*parts: str) -> tuple[str, ...]:
        size = Sizes(ground)
        names = [f"{kind}.{p}" if size.has(f"{kind}.{p}") else f"target.{p}" for p in parts]
        return tuple(n for n in names if size.has(n))

    return pick


def _lines(y0: float, y1: float, step: float, least: int) -> np.ndarray:
    return np.linspace(y0, y1, max(least, round((y1 - y0) / step) + 1))


class _Drawn:
    """中 as it is drawn, flat between the points of its widths; the belly itself would leave the cloth between them, through
    its back."""

    def __init__(self, cloth: Cloth, lod: int) -> None:
        step = STEPS[lod > 0]
        half, width = cloth.center / 2, cloth.center / cloth.widths
        ends = [-half + width * k for k in range(cloth.widths + 1)]
        self.across = np.unique(np.concatenate([_lines(a, b, step, 3) for a, b in pairwise(ends)]).round(9))
        self.up = _lines(cloth.bottom + 2 * cloth.strip, cloth.top - 2 * cloth.strip, step, 2)
        self.belly = cloth.belly(*np.meshgrid(self.across, self.up, indexing="ij"))

    def lean(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """How far the cloth leans at (x, y), as `Cloth.belly`."""
        i = np.clip(np.searchsorted(self.across, x, "right") - 1, 0, len(self.across) - 2)
        j = np.clip(np.searchsorted(self.up, y, "right") - 1, 0, len(self.up) - 2)
        u = (x - self.across[i]) / (self.across[i + 1] - self.across[i])
        v = (y - self.up[j]) / (self.up[j + 1] - self.up[j])
        low = self.belly[i, j] * (1 - u) + self.belly[i + 1, j] * u
        high = self.belly[i, j + 1] * (1 - u) + self.belly[i + 1, j + 1] * u
        found: np.ndarray = low * (1 - v) + high * v
        return found

    def square(self, side: float, middle: float) -> np.ndarray:
        """Points (m, n, 3) of a square on the cloth, those of the cloth among them."""

        def own(points: np.ndarray, at: float) -> np.ndarray:
            inside = points[np.abs(points - at) < side / 2 - 1e-6]
            return np.concatenate([[at - side / 2], inside, [at + side / 2]])

        x, y = np.meshgrid(own(self.across, 0.0), own(self.up, middle), indexing="ij")
        return np.stack([x, y, self.lean(x, y)], axis=-1)


def _strip(cloth: Cloth, x0: float, x1: float, y0: float, y1: float, lod: int, name: str) -> Body:
    """A width of cloth between exact edges, its surface following the belly."""
    step = STEPS[lod > 0]
    xs, ys = _lines(x0, x1, step, 3), _lines(y0, y1, step, 2)
    x, y = np.meshgrid(xs, ys, indexing="ij")
    grid = np.stack([x, y, cloth.belly(x, y) + cloth.thick / 2], axis=-1)
    return sheet(grid, cloth.thick, (0, 0, -1), name, "target.strip")


def _folded(cloth: Cloth, y0: float, y1: float) -> Body:
    """The lower strip with its left end (+X) laid over to the front, toward the middle."""
    fold = cloth.size("target.fold") if cloth.size.has("target.fold") else (cloth.lower - cloth.body) / 2
    half = cloth.lower / 2
    radius = 0.035
    # The outside of the bend is the new end of the strip.
    line = half - fold - radius - cloth.thick / 2
    bend = [(line + radius * math.sin(t), radius - radius * math.cos(t)) for t in np.linspace(0, math.pi, 7)]
    path = [(-half, 0.0), *bend, (line - fold * 0.5, 2 * radius - 0.02), (line - fold, 2 * radius - 0.045)]
    ribbon = LineString(path).buffer(cloth.thick / 2, cap_style="flat", join_style="mitre")
    return prism(ribbon, y0, y1, axis="y", name="target-tongue-lower", dimension="target.fold")


def _seams(cloth: Cloth, lod: int, state: str) -> list[Body]:
    """Thread along every seam, on the face."""
    half = cloth.center / 2
    low1, low2 = cloth.bottom + cloth.strip, cloth.bottom + 2 * cloth.strip
    high1, high2 = cloth.top - 2 * cloth.strip, cloth.top - cloth.strip
    lines: list[tuple[float, float, float, float]] = []
    width = cloth.center / cloth.widths
    lines += [(-half + width * k, low2, -half + width * k, high1) for k in range(1, cloth.widths)]
    lines += [(-half, low2, half, low2), (-half, high1, half, high1)]
    lines += [(-cloth.body / 2, high2, cloth.body / 2, high2), (-cloth.body / 2, low1, cloth.body / 2, low1)]
    bodies: list[Body] = []
    for x0, y0, x1, y1 in lines:
        # Its points are those of the cloth, so that the thread neither sinks in nor stands off.
        count = max(2, round(max(abs(x1 - x0), abs(y1 - y0)) / (0.45 if lod == 0 else 1.2)) + 1)
        x, y = np.linspace(x0, x1, count), np.linspace(y0, y1, count)
        for face in (1, -1) if lod == 0 else (1,):
            z = cloth.belly(x, y) + face * (cloth.thick * 0.55 + (0.02 if lod else 0.0))
            bodies.append(
                tube(
                    np.column_stack([x, y, z]),
                    0.009 if lod == 0 else 0.016,
                    4 if lod == 0 else 3,
                    flat=0.5,
                    up=(0, 0, 1),
                    name="seam",
                )
            )
    return bodies


def _bullseye(cloth: Cloth, ids: Callable[..., tuple[str, ...]], lod: int) -> list[Solid]:
    """正 of two colours, or on the targets of the great archery a 鵠 of hide; on the face, in the middle of 中."""
    middle = (cloth.bottom + cloth.top) / 2
    # The coarse cloth cuts corners off the belly: paint stands a little further out there, to be told apart from afar.
    rough = 0.0 if lod == 0 else 0.012
    drawn = _Drawn(cloth, lod)

    def patch(side: float, proud: float, name: str) -> Body:
        grid = drawn.square(side, middle) + np.array([0.0, 0.0, cloth.thick / 2 + proud])
        # It ends inside the cloth: from behind nothing of it is seen.
        return sheet(grid, proud + cloth.thick / 4, (0, 0, -1), name, f"{cloth.kind}.bullseye")

    paint = cloth.paint
    if paint == "hide" or cloth.kind not in ("target", "target-near"):
        hide = patch(cloth.outer, 0.006 + rough, "bullseye")
        return [Solid(f"{cloth.kind}-bullseye", hide, "target-hide", ids("bullseye"), "range")]
    if paint == "beasts":
        # 凡畫者丹質: painted targets have a red ground; on it the two beasts of the rank.
        parts = [Solid("bullseye", patch(cloth.outer, 0.004 + rough, "bullseye"), "red", ids("bullseye"), "range")]
        for beast, above in zip(BEASTS[cloth.rank == "shi"], (True, False), strict=True):
            body = painted(
                cloth, beast, middle + cloth.outer * (0.235 if above else -0.235), 0.010 + 1.5 * rough, drawn.lean
            )
            parts.append(Solid(f"bullseye-{beast}", body, "ink", ids("bullseye"), "range"))
        return parts
    return [
        Solid("bullseye", patch(cloth.outer, 0.004 + rough, "bullseye"), "green", ids("bullseye"), "range"),
        Solid(
            "bullseye-inner",
            patch(cloth.inner, 0.008 + 1.5 * rough, "bullseye-inner"),
            "red",
            ids("bullseye-inner"),
            "range",
        ),
    ]
