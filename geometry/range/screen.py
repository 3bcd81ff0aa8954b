"""The caller's screen 乏 (容): hide laced to a frame of poles, a front and two wings; and the standing marks 物."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from geometry.sizes import Sizes
from geometry.solids import Body, Solid, box, join, log, sheet, tube
from geometry.things.shapes import helix
from layout.evidence.model import Ground


def build_screen(ground: Ground, lod: int = 0) -> list[Solid]:
    """The screen faces +Z (toward the archers); behind it, between the wings, the caller is safe. Width and height over all."""
    size = Sizes(ground)
    wide, high = size("screen.width"), size("screen.height")
    r = size("screen.pole") / 2
    deep = min(size("screen.depth"), wide * 0.6)
    outer, inner = wide / 2 - r, wide * 0.29
    posts = [(-outer, -deep + r), (-inner, -r), (inner, -r), (outer, -deep + r)]
    sides = 8
    poles: list[Body] = []
    hides: list[Body] = []
    laces: list[Body] = []
    tones = []
    rng = np.random.default_rng(3)
    for x, z in posts:
        poles.append(log((x, 0.0, z), (x, high, z), r, r * 0.92, sides, name="screen", dimension="screen.height"))
    for (x0, z0), (x1, z1) in pairwise(posts):
        a, b = np.array([x0, 0.0, z0]), np.array([x1, 0.0, z1])
        along = (b - a) / np.linalg.norm(b - a)
        for level in (0.16, high - 0.10):
            lift = np.array([0.0, level, 0.0])
            start = a + lift + along * r * (0.5 if abs(a[0]) > inner * 1.1 else -1.5)
            end = b + lift + along * r * (-0.5 if abs(b[0]) > inner * 1.1 else 1.5)
            poles.append(log(start, end, r * 0.75, sides=sides, name="screen"))
        hide, spots = _hide(a + along * r * 1.9, b - along * r * 1.9, 0.16, high - 0.10, lod)
        hides.append(hide)
        tones.append(_patches(hide, rng))
        if lod == 0:
            laces += _lacing(spots, a, b, r)
        else:
            low = np.array([0.0, 0.16, 0.0])
            laces.append(tube([a + low + along * 0.1, b + low - along * 0.1], r * 0.9, 4))
    dims = ("screen.width", "screen.height")
    return [
        Solid("frame", join(poles), "bamboo-dark", dims, "range"),
        Solid("hide", join(hides), "hide", dims, "range", np.vstack(tones), crease=60),
        Solid("lacing", join(laces), "rope", (), "range"),
    ]


def _hide(a: np.ndarray, b: np.ndarray, low: float, high: float, lod: int) -> tuple[Body, np.ndarray]:
    """A stretched skin: its edges draw in between the laces, its middle hollows a little."""
    rows, columns = (10, 8) if lod == 0 else (5, 4)
    u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows), indexing="ij")
    span = b - a
    inset = 0.055
    side = inset * (0.5 + 0.6 * (4 * v * (1 - v)) ** 1.0) / np.linalg.norm(span)
    s = side + (1 - 2 * side) * u
    edge = inset * (0.6 + 0.6 * (4 * u * (1 - u)))
    y = low + edge + (high - low - 2 * edge) * v
    grid = a[None, None] + span[None, None] * s[..., None]
    grid[..., 1] = y
    normal = np.cross(span, (0, 1.0, 0))
    normal = normal / np.linalg.norm(normal)
    grid = (
        grid
        + normal * (0.045 * np.sin(np.pi * u) * np.sin(np.pi * v) + 0.008 * np.sin(u * 9) * np.sin(v * 11))[..., None]
    )
    rim = np.concatenate([grid[0], grid[-1], grid[1:-1, 0], grid[1:-1, -1]])
    return sheet(grid, 0.008, tuple(-normal), "screen", "screen.width"), rim


def _patches(mesh: Body, rng: np.random.Generator) -> np.ndarray:
    """Several skins are joined: the tone differs by patch, darker toward the ground."""
    points = np.asarray(mesh.vertices)
    cell = np.floor(points[:, 0] / 0.55).astype(int) * 7 + np.floor(points[:, 1] / 0.62).astype(int)
    tone = 0.9 + 0.1 * np.sin(cell * 2.399) + rng.normal(0, 0.012, len(points))
    tone -= 0.12 * np.exp(-points[:, 1] / 0.25)
    shade: np.ndarray = np.clip(tone, 0.6, 1)[:, None] * np.array([1.0, 0.97, 0.93])
    return shade


def _lacing(rim: np.ndarray, a: np.ndarray, b: np.ndarray, r: float) -> list[Body]:
    """A thong from each point of the rim round the nearest pole."""
    bodies = []
    for point in rim:
        near = [np.array([p[0], point[1], p[2]]) for p in (a, b)]
        along = (b - a) / np.linalg.norm(b - a)
        foot = a + along * float(np.dot(point - a, along))
        near += [np.array([foot[0], level, foot[2]]) for level in (0.16,)]
        near += [np.array([foot[0], max(point[1], 0.2) if point[1] > 1.0 else 99.0, foot[2]])]
        target = min(near, key=lambda q: float(np.linalg.norm(q - point)) if np.linalg.norm(q - point) > 1e-6 else 99.0)
        if np.linalg.norm(target - point) > 0.22 or np.linalg.norm(target - point) < 1e-3:
            continue
        bodies.append(
            tube([point, target + (point - target) / np.linalg.norm(point - target) * r * 0.4], 0.006, 3, name="lacing")
        )
    for pole in (a, b):
        for level in (0.16, 1.0):
            bodies.append(
                helix(
                    pole + np.array([0, level - 0.03, 0]), pole + np.array([0, level + 0.03, 0]), r * 1.02, 2, 0.007, 3
                )
            )
    return bodies


def build_mark(ground: Ground, lod: int = 0) -> list[Solid]:
    """A standing mark 物: two painted strokes crossing, the long one along Z (縱), the short across (橫, 距隨)."""
    size = Sizes(ground)
    long, short, line = size("mark.length") / 2, size("mark.width") / 2, size("mark.line") / 2
    colour = (
        "ink"
        if ground.options.get("mark-colour", ground.options.get("mark-color", "red")) in ("ink", "black", "mo")
        else "cinnabar-mark"
    )
    bodies = [
        box((-line, line), (0.0, 0.0020), (-long, long), "mark", "mark.length"),
        box((-short, -line), (0.0, 0.0020), (-line, line), "mark", "mark.width"),
        box((line, short), (0.0, 0.0020), (-line, line), "mark", "mark.width"),
    ]
    return [Solid("strokes", join(bodies), colour, ("mark.length", "mark.width"), "hall")]
