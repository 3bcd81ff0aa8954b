"""The target 侯: five sewn widths of 中, 躬 and 舌 above and below, cords through loops, two slanting posts.

Local frame: it faces +Z; +X is its own left (west where it faces north), where the lower cord stays untied until the
shooting (不繫左下綱, 中掩束之): state `folded` lays the left end of the lower strip over to the middle and binds it.
The cloth bellies in the wind; its widths and heights are measured along the drawing, not along the belly.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from shapely.geometry import LineString

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, beam, copies, curve, frame, join, log, placed, prism, sheet, tube
from geometry.things.shapes import aligned, helix, ring, sagging
from layout.errors import GroundError, UnknownNameError
from layout.evidence.model import Ground

STATES = ("tied", "folded")
Belly = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Cloth:
    """Measures of one target in metres; `kind` is target, target-great, target-mixed or target-near."""

    def __init__(self, ground: Ground, kind: str = "target") -> None:
        size = Sizes(ground)
        self.kind, self.size = kind, size

        def of(part: str) -> float:
            name = f"{kind}.{part}"
            return size(name) if size.has(name) else size(f"target.{part}")

        self.center, self.body = of("center"), of("body")
        self.upper, self.lower = of("tongue-upper"), of("tongue-lower")
        self.strip, self.bottom = of("strip"), of("bottom")
        self.outer, self.inner = of("bullseye"), of("bullseye-inner")
        self.cord, self.out = size("target.cord-diameter"), of("cord-projection")
        self.thick = size("target.thickness")
        self.top = self.bottom + self.center + 4 * self.strip
        self.widths = round(self.center / self.strip)
        if not 0 < self.center <= self.body <= self.lower <= self.upper:
            raise GroundError(
                f"{kind}: 中 ≤ 躬 ≤ 下舌 ≤ 上舌 is broken ({kind}.center, .body, .tongue-lower, .tongue-upper)"
            )
        if self.outer >= self.center:
            raise GroundError(f"{kind}: the bullseye is wider than 中 ({kind}.bullseye, {kind}.center)")
        if kind == "target":
            self.post_top, self.post_bottom = size("target.post-top-x"), size("target.post-bottom-x")
        else:
            self.post_top, self.post_bottom = self.upper / 2 + self.out, self.lower / 2 + self.out

    def belly(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """How far the cloth leans from its plane at (x, y): nothing at cords and ends, most in the middle."""
        depth = self.size("target.belly")
        high = np.clip((y - self.bottom) / (self.top - self.bottom), 0, 1)
        wide = 1 - np.clip(np.abs(x) / (self.upper / 2), 0, 1) ** 2
        ripple = 0.09 * np.sin(x * 2.3 + 0.6) * np.sin(math.pi * high) + 0.05 * np.sin(x * 5.1 - y * 1.7) * np.sin(
            math.pi * high
        )
        lean: np.ndarray = -depth * (np.sin(math.pi * high) * wide + ripple)
        return lean


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
    pieces += _ropes(cloth, ids, lod, state)
    return pieces


def _ids(ground: Ground, kind: str) -> Callable[..., tuple[str, ...]]:
    def pick(*parts: str) -> tuple[str, ...]:
        size = Sizes(ground)
        names = [f"{kind}.{p}" if size.has(f"{kind}.{p}") else f"target.{p}" for p in parts]
        return tuple(n for n in names if size.has(n))

    return pick


def _strip(cloth: Cloth, x0: float, x1: float, y0: float, y1: float, lod: int, name: str) -> Body:
    """A width of cloth between exact edges, its surface following the belly."""
    step = 0.45 if lod == 0 else 1.2
    xs = np.linspace(x0, x1, max(3, round((x1 - x0) / step) + 1))
    ys = np.linspace(y0, y1, max(2, round((y1 - y0) / step) + 1))
    x, y = np.meshgrid(xs, ys, indexing="ij")
    grid = np.stack([x, y, cloth.belly(x, y) + cloth.thick / 2], axis=-1)
    return sheet(grid, cloth.thick, (0, 0, -1), name, "target.strip")


def _folded(cloth: Cloth, y0: float, y1: float) -> Body:
    """The lower strip with its left end (+X) laid over to the front, toward the middle."""
    fold = cloth.size("target.fold") if cloth.size.has("target.fold") else (cloth.lower - cloth.body) / 2
    half = cloth.lower / 2
    line = half - fold
    radius = 0.035
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
        for face in (1, -1):
            z = cloth.belly(x, y) + face * (cloth.thick * 0.55 + (0.02 if lod else 0.0))
            bodies.append(tube(np.column_stack([x, y, z]), 0.008, 4, flat=0.5, up=(0, 0, 1), name="seam"))
    return bodies


def _bullseye(cloth: Cloth, ids: Callable[..., tuple[str, ...]], lod: int) -> list[Solid]:
    """正 of two colours, or on the targets of the great archery a 鵠 of hide; on the face, in the middle of 中."""
    middle = cloth.bottom + cloth.strip * 2 + cloth.center / 2
    # The coarse cloth cuts corners off the belly: paint then stands a little further out, so as not to sink in.
    rough = 0.0 if lod == 0 else 0.03

    def patch(side: float, proud: float, name: str) -> Body:
        step = 5 if lod == 0 else 3
        xs, ys = np.linspace(-side / 2, side / 2, step), np.linspace(middle - side / 2, middle + side / 2, step)
        x, y = np.meshgrid(xs, ys, indexing="ij")
        grid = np.stack([x, y, cloth.belly(x, y) + cloth.thick / 2 + proud], axis=-1)
        return sheet(grid, proud + cloth.thick / 4, (0, 0, -1), name, f"{cloth.kind}.bullseye")

    if cloth.kind != "target":
        hide = Solid(
            f"{cloth.kind}-bullseye",
            patch(cloth.outer, 0.006 + rough, "bullseye"),
            "target-hide",
            ids("bullseye"),
            "range",
        )
        return [hide]
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


def _ropes(cloth: Cloth, ids: Callable[..., tuple[str, ...]], lod: int, state: str) -> list[Solid]:
    """Posts, cords, loops, stays and pegs."""
    size, kind = cloth.size, cloth.kind
    sides = 6 if lod == 0 else 4
    radius = size("target.post-diameter") / 2
    lean = (cloth.post_top - cloth.post_bottom) / (cloth.top - cloth.bottom)
    rise = size("target.post-rise")
    parts: list[Solid] = []
    ends: dict[str, tuple[np.ndarray, np.ndarray]] = {}
    # West is the target's own left (+X) where it faces north.
    for name, side in ((f"{kind}-post-west", 1.0), (f"{kind}-post-east", -1.0)):

        def point(y: float, side: float = side) -> np.ndarray:
            return np.array([side * (cloth.post_bottom + lean * (y - cloth.bottom)), y, 0.0])

        foot, head = point(-0.02), point(cloth.top + rise)
        bodies = [
            log(foot, head, radius, radius * 0.7, 10 if lod == 0 else 6, name=name, dimension="target.post-diameter")
        ]
        if lod == 0:
            for share in (0.22, 0.41, 0.63, 0.8):
                at = foot + (head - foot) * share
                bodies.append(aligned(placed(ring(radius * (1 - 0.3 * share) * 0.98, 0.012, 10), frame()), at, head))
        parts.append(Solid(name, join(bodies), "post", ids("post-top-x", "post-bottom-x"), "range"))
        ends[name[len(kind) + 1 :]] = (point(cloth.top), point(cloth.bottom))
    r = cloth.cord / 2
    z = cloth.thick + r
    upper = [*sagging(ends["post-east"][0], (-cloth.upper / 2, cloth.top, z), 0.03, 4), (0.0, cloth.top, z),
             *sagging((cloth.upper / 2, cloth.top, z), ends["post-west"][0], 0.03, 4)]  # fmt: skip
    cords = [tube(np.asarray(upper), r, sides, name="cord")]
    parts.append(Solid(f"{kind}-cord-upper", join(cords), "rope", ids("cord-projection", "top"), "range"))
    right = [*sagging(ends["post-east"][1], (-cloth.lower / 2, cloth.bottom, z), 0.02, 4), (0.0, cloth.bottom, z)]
    if state == "tied":
        left = sagging((cloth.lower / 2, cloth.bottom, z), ends["post-west"][1], 0.02, 4)
        parts.append(
            Solid(
                f"{kind}-cord-lower",
                tube(np.asarray([*right, (cloth.lower / 2 - 0.01, cloth.bottom, z)]), r, sides),
                "rope",
                ids("bottom"),
                "range",
            )
        )
        parts.append(
            Solid(
                f"{kind}-cord-left", tube(np.asarray(left), r, sides), "rope", ids("bottom", "cord-projection"), "range"
            )
        )
    else:
        line = cloth.lower / 2 - (size("target.fold") if size.has("target.fold") else (cloth.lower - cloth.body) / 2)
        y = cloth.bottom + cloth.strip / 2
        parts.append(
            Solid(
                f"{kind}-cord-lower",
                tube(np.asarray([*right, (line, cloth.bottom, z)] if line > 0.05 else right), r, sides),
                "rope",
                ids("bottom"),
                "range",
            )
        )
        # The loose end binds the folded cloth at the middle (束之): bands round the strip, a knot, the rest hanging.
        fold = cloth.lower / 2 - line
        wound: list[Body] = []
        for x in (line - fold * 0.92, line - fold * 0.84, line - fold * 0.2):
            low, high, front, back = cloth.bottom - r, cloth.bottom + cloth.strip + r, 0.085, -cloth.thick - r
            band = [
                (x, low, front),
                (x, (low + high) / 2, front + 0.012),
                (x, high, front),
                (x, high, back),
                (x, (low + high) / 2, back - 0.01),
                (x, low, back),
            ]
            wound.append(tube(np.asarray(band), r, sides, closed=True, name="band"))
        knot = line - fold * 0.88
        wound.append(placed(ring(r * 1.6, r * 1.1, 8), frame((knot, y, 0.10), 0, 90)))
        tail = [
            (line - 0.02, y + 0.02, 0.06),
            (line - fold * 0.5, y - 0.03, 0.095),
            (knot, y, 0.12),
            (knot - 0.05, y - 0.24, 0.13),
            (knot - 0.08, 0.12, 0.12),
            (knot - 0.3, 0.03, 0.2),
            (knot - 0.7, 0.03, 0.1),
        ]
        wound.append(tube(curve(tail, 18 if lod == 0 else 8), r, sides))
        parts.append(Solid(f"{kind}-cord-left", join(wound), "rope", ids("fold"), "range"))
    parts.append(Solid(f"{kind}-loops", join(_loops(cloth, lod, state)), "rope", ("target.loop",), "range"))
    parts.append(Solid(f"{kind}-stays", join(_stays(cloth, ends, sides, lod, state)), "rope", (), "range"))
    return parts


def _loops(cloth: Cloth, lod: int, state: str) -> list[Body]:
    """縜: small loops that hold cloth and cord together along the upper and lower edge."""
    across = cloth.size("target.loop") / 2
    band = ring(across * 1.25, 0.006 if lod == 0 else 0.008, 6 if lod == 0 else 4, 3)
    band = placed(band, frame((0, 0, 0), roll=90))
    bodies = []
    for half, y in ((cloth.upper / 2, cloth.top), (cloth.lower / 2, cloth.bottom)):
        count = round(2 * half / (cloth.strip if lod == 0 else 2.5 * cloth.strip)) + 1
        xs = np.linspace(-half + 0.05, half - 0.05, count)
        if state == "folded" and y == cloth.bottom:
            xs = xs[xs < cloth.lower / 2 - (cloth.lower - cloth.body) / 2 - 0.05]
        bodies.append(copies(band, np.array([frame((float(x), y, cloth.thick / 2)) for x in xs])))
    return bodies


def _stays(
    cloth: Cloth, ends: dict[str, tuple[np.ndarray, np.ndarray]], sides: int, lod: int, state: str
) -> list[Body]:
    """Lines from the post heads to pegs, lashings where cords meet posts, ties of the strip ends."""
    bodies: list[Body] = []
    for name, side in (("post-west", 1.0), ("post-east", -1.0)):
        top, low = ends[name]
        for back in (1.0, -1.0):
            peg = np.array([top[0] + side * 1.9, 0.06, back * 2.6])
            bodies.append(tube(sagging(top + np.array([0, 0.2, 0]), peg, 0.04, 4), 0.012, 4, name="stay"))
            bodies.append(
                beam(
                    peg + np.array([-side * 0.03, -0.18, 0]),
                    peg + np.array([side * 0.05, 0.12, 0]),
                    0.05,
                    0.05,
                    name="peg",
                )
            )
        spots = [top, low] if state == "tied" or name == "post-east" else [top]
        for at in spots:
            along = np.array([side * 0.26, 0.94, 0.0]) * 0.10
            bodies.append(helix(at - along, at + along, cloth.size("target.post-diameter") / 2 * 0.98, 3, 0.014, 4))
        # The lower corner of the upper tongue is held out as well, so that it does not flap.
        corner = np.array([side * cloth.upper / 2, cloth.top - cloth.strip + 0.05, 0.0])
        share = (corner[1] - low[1]) / (top[1] - low[1])
        bodies.append(tube(sagging(corner, low + (top - low) * share, 0.05, 4), 0.009, 4, name="tie"))
    return bodies
