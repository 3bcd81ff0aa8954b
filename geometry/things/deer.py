"""The deer tally-holder 鹿中."""

from __future__ import annotations

import math

import numpy as np

from geometry.solids import Body, Solid, curve, ellipsoid, tube
from geometry.things.carving import Beast, beast
from layout.evidence.model import Ground

_TRUNK = (
    (0.02, 0.26, 0.19), (0.08, 0.53, 0.38), (0.22, 0.79, 0.49), (0.42, 0.74, 0.47), (0.58, 0.77, 0.49), (0.70, 0.64, 0.47),
    (0.78, 0.34, 0.32),
)  # fmt: skip
_HEAD = (
    (0.0, 0.90, 0.21, 0.22),
    (0.22, 0.915, 0.29, 0.25),
    (0.49, 0.885, 0.24, 0.22),
    (0.78, 0.84, 0.16, 0.155),
    (1.0, 0.815, 0.125, 0.115),
)
_START = 0.765


def build_deer(ground: Ground, lod: int = 0) -> list[Solid]:
    """鹿中: a deer lying with its forelegs folded (前足跪), antlers, spots; eight holes in its back for the sticks.

    It faces +Z; its length over all, the height of its head (to the crown) and of its back are dimensions. Points: hole-1 … hole-8, belly.
    """
    own = beast(ground, lod)
    crown = own.head / own.back
    neck = own.limb(
        [(0, 0.62, 0.72), (0, 1.02, 0.795), (0, crown * 0.80, 0.82), (0, crown * 0.90, 0.82)],
        [0.40, 0.31, 0.22, 0.20],
        9,
        10,
    )
    skull = own.skull(_START, _HEAD)
    coat = [own.trunk(_TRUNK, 0.8, 14), neck, skull]
    # Hind legs folded beside the flanks, forelegs bent under the breast.
    coat += own.pair([(0.52, 0.55, 0.16), (0.80, 0.40, 0.28), (0.84, 0.16, 0.36)], [0.30, 0.28, 0.12], 6, 8)
    coat += own.pair([(0.84, 0.15, 0.37), (0.86, 0.17, 0.22), (0.84, 0.13, 0.10)], [0.11, 0.075, 0.06], 5, 6)
    coat += own.pair([(0.44, 0.52, 0.66), (0.56, 0.24, 0.76), (0.54, 0.26, 0.80)], [0.22, 0.14, 0.10], 6, 7)
    coat += own.pair([(0.54, 0.22, 0.81), (0.52, 0.13, 0.70), (0.50, 0.11, 0.60)], [0.10, 0.065, 0.045], 4, 6)
    coat += own.pair(
        [(0.19, crown * 0.95, 0.775), (0.48, crown * 1.03, 0.735), (0.72, crown * 1.02, 0.715)],
        [0.10, 0.22, 0.05],
        5,
        6,
    )
    tail = own.limb([(0, 0.62, 0.03), (0, 0.58, 0.005), (0, 0.40, 0.014)], [0.21, 0.17, 0.07], 4, 6)
    return own.finished(
        "deer", "lacquer", coat,
        [("tail", "fur-light", [tail]), ("antlers", "bone", _antlers(own)), ("spots", "fur-light", _spots(own))], skull,
    )  # fmt: skip


def _antlers(own: Beast) -> list[Body]:
    """Two beams with three tines each."""
    horn: list[Body] = []
    crown, reach = own.head, own.long * (1 - _START)
    for s in (1.0, -1.0):
        stem = curve(
            [
                (s * own.long * 0.028, crown * 0.965, own.z(0.795)),
                (s * own.long * 0.07, crown * 1.20, own.z(0.75)),
                (s * own.long * 0.15, crown * 1.42, own.z(0.74)),
                (s * own.long * 0.15, crown * 1.62, own.z(0.76)),
            ],
            9 if own.fine else 5,
        )
        horn.append(tube(stem, np.linspace(0.0075, 0.003, len(stem)), 6 if own.fine else 4, name="antler"))
        for share, dy, dz in ((0.30, 0.16, 0.10), (0.55, 0.15, 0.10), (0.78, 0.13, 0.09)):
            root = stem[int(share * (len(stem) - 1))]
            tine = curve(
                [
                    root,
                    root + np.array([s * 0.006, crown * dy * 0.5, reach * dz * 0.7]),
                    root + np.array([s * 0.004, crown * dy, reach * dz]),
                ],
                4 if own.fine else 3,
            )
            horn.append(tube(tine, np.linspace(0.0055, 0.002, len(tine)), 5 if own.fine else 3, name="tine"))
    return horn


def _spots(own: Beast) -> list[Body]:
    """Eyes, and on the flanks the dapples of the coat."""
    found = [
        ellipsoid((s * own.long * 0.052, own.head * 0.925, own.z(0.842)), (0.004, 0.0065, 0.008), 7, 5)
        for s in (1.0, -1.0)
    ]
    if not own.fine:
        return found
    rng, table = np.random.default_rng(2), np.array(_TRUNK)
    for s in (1.0, -1.0):
        for k in range(9):
            t = 0.14 + 0.055 * k
            wide = own.half * float(np.interp(t, table[:, 0], table[:, 1]))
            turn = 0.55 + 0.35 * (k % 2) - 0.2 + 0.1 * float(rng.random())
            spot = (s * wide * math.cos(turn) ** 0.8, own.back * (0.51 + 0.46 * math.sin(turn) ** 0.8), own.z(t))
            found.append(ellipsoid(spot, (0.0035, 0.005, 0.0055), 5, 4))
    return found
