"""The rhinoceros tally-holder 兕中."""

from __future__ import annotations

import math

import numpy as np

from geometry.solids import Body, Solid, ellipsoid, tube
from geometry.things.carving import BLOCK, Beast, beast
from layout.evidence.model import Ground

_TRUNK = (
    (0.02, 0.36, 0.30), (0.07, 0.80, 0.46), (0.20, 1.0, 0.49), (0.42, 0.94, 0.48), (0.60, 1.0, 0.49), (0.70, 0.86, 0.48),
    (0.77, 0.60, 0.42),
)  # fmt: skip
_HEAD = (
    (0.0, 0.66, 0.40, 0.40), (0.30, 0.66, 0.42, 0.36), (0.56, 0.58, 0.31, 0.28), (0.80, 0.52, 0.28, 0.24), (0.95, 0.50, 0.26, 0.20),
    (1.0, 0.49, 0.15, 0.11),
)  # fmt: skip
_START, _SQUARE = 0.74, 0.68


def build_rhinoceros(ground: Ground, lod: int = 0) -> list[Solid]:
    """兕中: a rhinoceros on folded legs, heavy, its skin in plates edged with red, one horn on the nose; eight holes in its back.

    Frame, dimensions and points as `build_deer`; the height of its head is that of its horn.
    """
    own = beast(ground, lod)
    top = own.head / own.back
    neck = own.limb([(0, 0.58, 0.66), (0, 0.86, 0.74), (0, top * 0.66, 0.80)], [0.70, 0.60, 0.44], 6, 10)
    coat = [own.trunk(_TRUNK, _SQUARE, 17), neck, own.skull(_START, _HEAD)]
    # Haunch and shoulder, then the lower legs laid forward, ending in broad feet.
    coat += own.pair([(0.66, 0.50, 0.14), (0.92, 0.36, 0.24), (0.86, 0.20, 0.30)], [0.40, 0.38, 0.24], 6, 8)
    coat += own.pair(
        [(0.90, 0.17, 0.14), (0.94, 0.16, 0.26), (0.94, 0.15, 0.36), (0.94, 0.13, 0.40)], [0.17, 0.17, 0.21, 0.09], 7, 8
    )
    coat += own.pair([(0.66, 0.50, 0.60), (0.90, 0.36, 0.66), (0.80, 0.20, 0.72)], [0.36, 0.32, 0.22], 6, 8)
    coat += own.pair(
        [(0.82, 0.17, 0.62), (0.84, 0.16, 0.74), (0.80, 0.15, 0.83), (0.80, 0.13, 0.87)], [0.17, 0.17, 0.21, 0.09], 7, 8
    )
    coat += own.pair(
        [(0.26, top * 0.74, 0.775), (0.40, top * 0.82, 0.755), (0.44, top * 0.89, 0.765)], [0.10, 0.19, 0.05], 5, 6
    )
    # The horn stands on the nose and bends back a little.
    horn = own.limb(
        [(0, top * 0.55, 0.945), (0, top * 0.74, 0.962), (0, top * 0.90, 0.948), (0, top, 0.915)],
        [0.24, 0.175, 0.10, 0.03],
        9,
        10,
    )
    tail = own.limb([(0, 0.70, 0.03), (0, 0.52, 0.008), (0, 0.26, 0.012)], [0.10, 0.08, 0.09], 5, 6)
    eyes = [
        ellipsoid((s * own.half * 0.385, own.head * 0.665, own.z(0.838)), (0.003, 0.0048, 0.006), 6, 5)
        for s in (1.0, -1.0)
    ]
    return own.finished(
        "rhinoceros", "lacquer-dark", coat,
        [("plates", "lacquer-line", [*_plates(own), tail, *eyes]), ("horn", "bone", [horn])], horn,
    )  # fmt: skip


def _plates(own: Beast) -> list[Body]:
    """The edges of the plates of skin: raised lines round the body behind shoulder, over the loins and before the rump, one round the neck."""
    if not own.fine:
        return []
    table = np.array(_TRUNK)
    lines = []
    for share in (0.15, 0.33, 0.50, 0.66):
        wide, tall = (float(np.interp(share, table[:, 0], table[:, k])) for k in (1, 2))
        # Beside the block with the holes the line ends at its edge.
        top = 0.30 if abs(share - BLOCK) < 0.17 else 0.50
        for start, end in ((-0.22, top), (1.0 - top, 1.22)):
            angle = np.linspace(start * math.pi, end * math.pi, 11)
            cos, sin = (np.sign(f) * np.abs(f) ** _SQUARE for f in (np.cos(angle), np.sin(angle)))
            y = np.clip(own.back * (0.51 + tall * 1.01 * sin), 0.0, own.back * 1.005)
            path = np.column_stack([own.half * wide * 1.01 * cos, y, own.z(share) + 0.007 * np.sin(angle * 2)])
            keep = np.concatenate([[True], np.linalg.norm(np.diff(path, axis=0), axis=1) > 1e-5])
            lines.append(tube(path[keep], 0.0026, 4, name="plate"))
    return lines
