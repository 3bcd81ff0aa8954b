"""Plain shapes for the sheets of gestures alone: what a hand needs about it that is no object of the catalogue (a lung, a napkin,
the wall against which a bow leans), and cloth and cord in the forms that they take one after another while hands work at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from geometry.finish import to_mesh
from geometry.motion.hangings import (
    BEYOND,
    EYE,
    FAR,
    HIGH,
    NEAR,
    OVER,
    ROPE,
    Part,
    Triple,
    bound,
    cord,
    corner,
    frame,
    let_out,
    post,
    wound,
)
from geometry.scene import Mesh
from geometry.solids import Body, Solid, box, lathe, sheet, tube


def _box(low: Triple, high: Triple, material: str) -> Part:
    x, y, z = zip(low, high, strict=True)
    return box(x, y, z), material


def _roll(radius: float, z: float, half: float = 0.385) -> list[Part]:
    """A rolled mat that lies across, with its bound ends."""
    y = radius
    return [
        (tube(np.array([[-half, y, z], [half, y, z]]), radius, 14, up=(0, 0, 1)), "rush"),
        *((tube(np.array([[s * half, y, z], [s * (half - 0.045), y, z]]), radius * 1.03, 14, up=(0, 0, 1)), "border") for s in (-1, 1)),
        *((tube(np.array([[s * (half + 0.001), y, z], [s * (half + 0.004), y, z]]), radius * 0.45, 10, up=(0, 0, 1)), "rush") for s in (-1, 1)),
    ]  # fmt: skip


def _unrolled(long: float, radius: float) -> list[Part]:
    """A mat laid open from z = 0 as far as `long`, the rest of it still rolled."""
    half = 0.385
    return [
        _box((-half, 0.0, 0.0), (half, 0.012, long), "rush"),
        *(_box((s * half - 0.025, 0.0, 0.0), (s * half + 0.025, 0.014, long), "border") for s in (-1, 1)),
        _box((-half, 0.0, -0.02), (half, 0.014, 0.03), "border"),
        *_roll(radius, long),
    ]


def _napkin() -> list[Part]:
    """A napkin over the left hand: gathered where it lies, its two ends hanging in folds that open downward, one longer."""
    u = np.linspace(-1.0, 1.0, 11)
    rows = []
    for along in np.linspace(-1.0, 1.0, 15):
        over = 0.030
        bend = np.clip(abs(along) / 0.22, 0.0, 1.0)
        drop = max(abs(along) - 0.16, 0.0) / 0.84
        far = np.sign(along) * (0.034 * np.sin(bend * np.pi / 2) + 0.010 * drop)
        low = (0.19 if along > 0 else 0.13) * drop
        wide = 0.040 + 0.030 * drop
        fold = (0.006 + 0.013 * drop) * np.sin(u * 7.0 + along)
        rows.append(
            [
                (wide * a, over * np.cos(bend * 1.2) - low - 0.012 * drop * a * a, far + f)
                for a, f in zip(u, fold, strict=True)
            ]
        )
    return [(sheet(np.array(rows), 0.004), "silk-white")]


def _folded(wide: float, long: float) -> list[Part]:
    """A napkin tucked in the belt: its end hangs in two folds."""
    u = np.linspace(-1.0, 1.0, 9)
    rows = [[(wide * a, -long * s, 0.012 * np.sin(5.5 * a) * (0.4 + s)) for a in u] for s in np.linspace(-0.08, 1.0, 5)]
    return [(sheet(np.array(rows), 0.005, (0, 0, -1)), "silk-white")]


def _disc(material: str) -> Part:
    """What is in the bowl of a ladle, in the frame of the ladle."""
    made = lathe([(0.0, -0.004), (0.030, -0.004), (0.030, 0.0), (0.0, 0.002)], 16)
    return Body(made.vertices + np.array([0.0, 0.031, -0.243]), made.faces), material


def _fall(long: float, material: str, radius: float = 0.006, out: float = 0.0) -> list[Part]:
    """What is poured: a stream from its origin down, that thins; `out` m before it where it comes down, as what falls falls."""
    part = np.linspace(0.0, 1.0, 8)
    path = np.column_stack([0.002 * np.sin(part * 9), -long * part, out * np.sqrt(part)])
    return [(tube(path, radius * np.linspace(1.15, 0.6, 8), 6, up=(0, 0, 1)), material)]


PROPS: Mapping[str, Callable[[], list[Part]]] = {
    "lung": lambda: [_box((-0.035, -0.015, -0.09), (0.035, 0.015, 0.07), "meat"), _box((-0.02, -0.012, 0.07), (0.02, 0.012, 0.11), "sauce")],
    "lung-cut": lambda: [_box((-0.035, -0.015, -0.09), (0.035, 0.015, 0.07), "meat")],
    "lung-tip": lambda: [_box((-0.026, -0.014, -0.045), (0.026, 0.014, 0.030), "meat"), _box((-0.022, -0.013, 0.030), (0.022, 0.013, 0.052), "sauce")],
    "strip": lambda: [_box((-0.016, -0.007, -0.09), (0.016, 0.007, 0.09), "dried-meat")],
    "napkin": _napkin,
    "napkin-folded": partial(_folded, 0.05, 0.26),
    "stick": lambda: [_box((-0.009, -0.009, -0.05), (0.009, 0.009, 0.30), "wood"), _box((-0.018, -0.018, 0.29), (0.018, 0.018, 0.33), "hide-red")],
    "wall": lambda: [_box((-1.2, 0.0, 0.0), (0.35, 1.75, 0.12), "lime"), _box((-1.2, 0.0, -0.01), (0.35, 0.10, 0.13), "timber")],
    "plinth": lambda: [_box((-0.9, 0.0, 0.0), (0.2, 0.693, 0.5), "rammed"), _box((-0.9, 0.62, -0.02), (0.2, 0.70, 0.52), "stone"), *(_box((-1.5, 0.0, 0.20 * n - 0.55), (-0.9, 0.231 * (n + 1), 0.5), "stone") for n in range(3))],
    "table": lambda: [_box((-0.33, 0.62, -0.2), (0.33, 0.69, 0.2), "timber"), _box((-0.30, 0.0, -0.17), (-0.24, 0.62, 0.17), "timber-dark"), _box((0.24, 0.0, -0.17), (0.30, 0.62, 0.17), "timber-dark")],
    "step": lambda: [_box((-0.5, 0.0, 0.0), (0.5, 0.231, 0.5), "stone"), _box((-0.5, 0.0, 0.25), (0.5, 0.462, 0.5), "stone")],
    "mat-roll": lambda: _roll(0.062, 0.0),
    "mat-third": lambda: _unrolled(0.28, 0.058),
    "mat-half": lambda: _unrolled(0.80, 0.048),
    "mat-most": lambda: _unrolled(1.45, 0.036),
    "post": lambda: [post()],
    "untie-frame": lambda: frame(NEAR, FAR, OVER),
    "tie-frame": lambda: frame(0.0, BEYOND, HIGH),
    "cloth-bound": lambda: bound(0.66, 1.08),
    "cloth-one-tie": lambda: bound(0.66),
    "cloth-loose": lambda: let_out(0.16, 0.072),
    "cloth-half": lambda: let_out(0.42, 0.060),
    "cloth-most": lambda: let_out(0.68, 0.038),
    "cloth-open": lambda: let_out(0.80),
    "tie-loose": lambda: [cord([[0.0, 0.03, 0.0], [0.002, 0.0, 0.0], [0.01, -0.14, 0.012], [-0.012, -0.30, 0.0], [0.006, -0.44, -0.006]])],
    "corner-slack": lambda: corner(1.0),
    "corner-drawn": lambda: corner(0.3),
    "corner-taut": lambda: corner(0.0),
    "cord-hanging": lambda: [cord([[-0.49, 0.845, 0.05], [-0.43, 0.78, 0.03], [-0.36, 0.45, 0.0], [-0.29, 0.12, -0.02], [-0.22, 0.012, -0.03], [-0.10, 0.010, -0.09], [0.04, 0.010, -0.05]])],
    "cord-drawn": lambda: [cord([[-0.371, 0.936, 0.015], [-0.26, 0.97, -0.04], [-0.10, 1.045, -0.06], [0.06, 1.05, -0.06], [0.10, 0.97, -0.07], [0.115, 0.62, -0.07], [0.10, 0.34, -0.06]])],
    "cord-round": lambda: [cord([[*EYE], [-0.18, 1.02, 0.012], *wound((0.0, 1.03, 0.0), -0.043, 1.0, 0.012)[5:], [0.06, 1.05, -0.055], [0.10, 0.98, -0.06], [0.11, 0.66, -0.05]])],
    "cord-tied": lambda: [
        cord([[*EYE], [-0.20, 1.0, 0.0], [-0.043, 1.03, 0.0]]),
        cord(wound((0.0, 1.02, 0.0), 0.043, 2.0, 0.015)),
        (tube(np.array([[-0.02, 1.03, -0.052], [0.02, 1.03, -0.052]]), 0.017, 6), ROPE),
        cord([[0.015, 1.03, -0.055], [0.05, 0.98, -0.065], [0.055, 0.84, -0.05]]),
        cord([[-0.012, 1.03, -0.055], [-0.03, 0.97, -0.06], [-0.026, 0.88, -0.05]]),
    ],
    "water-falls": lambda: _fall(0.42, "water", 0.010),
    "wine-falls": lambda: _fall(0.11, "wine", 0.004),
    "wine-poured": lambda: _fall(0.295, "wine", 0.0045, 0.035),
    "ladle-wine": lambda: [_disc("wine")],
    "ladle-water": lambda: [_disc("water")],
}  # fmt: skip
"""Kind → its parts, in its own frame: +Y up, +Z the way it faces. What hangs by a post has it at its origin, and reaches to −X."""


def prop_mesh(kind: str) -> Mesh:
    """The mesh of a kind of `PROPS`."""
    solids = [
        Solid(f"{kind}-{n}", made, material, (), "things", None, {}, 40)
        for n, (made, material) in enumerate(PROPS[kind]())
    ]
    return to_mesh(solids, kind)
