"""What holds a target up: posts 植, cords 綱 through loops 縜, stays, the bound end of the folded state."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from geometry.range.cloth import Cloth
from geometry.solids import Body, Solid, beam, copies, curve, frame, join, log, placed, tube
from geometry.things.shapes import aligned, helix, ring, sagging


def ropes(cloth: Cloth, ids: Callable[..., tuple[str, ...]], lod: int, state: str) -> list[Solid]:
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
    parts.append(
        Solid(f"{kind}-stays", join(_stays(cloth, ends, sides, lod, state)), "rope", ("target.stay",), "range")
    )
    return parts


def _loops(cloth: Cloth, lod: int, state: str) -> list[Body]:
    """縜: small loops that hold cloth and cord together along the upper and lower edge."""
    # A loop is a 寸 wide inside (縜寸焉): the cord goes through.
    thick = 0.010
    band = ring(cloth.size("target.loop") / 2 + thick / 2, thick, 6 if lod == 0 else 4, 3)
    band = placed(band, frame((0, 0, 0), roll=90))
    bodies = []
    for half, y in ((cloth.upper / 2, cloth.top), (cloth.lower / 2, cloth.bottom)):
        count = round(2 * half / (cloth.strip if lod == 0 else 2.5 * cloth.strip)) + 1
        xs = np.linspace(-half + 0.05, half - 0.05, count)
        if state == "folded" and y == cloth.bottom:
            xs = xs[xs < cloth.lower / 2 - (cloth.lower - cloth.body) / 2 - 0.05]
        bodies.append(copies(band, np.array([frame((float(x), y, cloth.thick / 2)) for x in xs])))
    return bodies


def _room_behind(cloth: Cloth) -> float:
    """How far south of a target pegs may stand, in m: short of the eaves of the gate."""
    size = cloth.size
    y = size(f"{cloth.kind}.y") if size.has(f"{cloth.kind}.y") else size("target.y")
    behind = y - size("court.gate-y")
    # A target that no gate stands behind (shown by itself) has all the room it wants.
    return max(behind - size("lodge.depth") / 2 - 1.2, 0.8) if behind > 0 else math.inf


def _stays(
    cloth: Cloth, ends: dict[str, tuple[np.ndarray, np.ndarray]], sides: int, lod: int, state: str
) -> list[Body]:
    """Lines from the post heads to pegs, lashings where cords meet posts, ties of the strip ends."""
    bodies: list[Body] = []
    room = _room_behind(cloth)
    for name, side in (("post-west", 1.0), ("post-east", -1.0)):
        top, low = ends[name]
        for back in (1.0, -1.0):
            # The target faces north: what lies behind it is the gate.
            peg = np.array([top[0] + side * 1.9, 0.06, 2.6 if back > 0 else -min(2.6, room)])
            bodies.append(
                tube(
                    sagging(top + np.array([0, 0.2, 0]), peg, 0.04, 4), 0.012, sides - 2 if lod == 0 else 3, name="stay"
                )
            )
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
            bodies.append(
                helix(
                    at - along,
                    at + along,
                    cloth.size("target.post-diameter") / 2 * 0.98,
                    3 if lod == 0 else 2,
                    0.014,
                    3,
                )
            )
        # The lower corner of the upper tongue is held out as well, so that it does not flap.
        corner = np.array([side * cloth.upper / 2, cloth.top - cloth.strip + 0.05, 0.0])
        share = (corner[1] - low[1]) / (top[1] - low[1])
        bodies.append(
            tube(sagging(corner, low + (top - low) * share, 0.05, 4), 0.009, 4 if lod == 0 else 3, name="tie")
        )
    return bodies
