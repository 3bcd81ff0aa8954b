"""Seeded smooth noise, the same on every machine: random values on a lattice, blended, in octaves."""

from __future__ import annotations

import numpy as np

from geometry.solids import Floats


def value_noise(x: Floats, y: Floats, cell: float, seed: int) -> Floats:
    """Noise in 0…1 at points (x, y), whose features are about `cell` across."""
    rng = np.random.default_rng(seed)
    table = rng.random((64, 64))
    u, v = x / cell, y / cell
    i, j = np.floor(u).astype(int), np.floor(v).astype(int)
    s, t = u - i, v - j
    s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
    a, b = table[i % 64, j % 64], table[(i + 1) % 64, j % 64]
    c, d = table[i % 64, (j + 1) % 64], table[(i + 1) % 64, (j + 1) % 64]
    result: Floats = (a * (1 - s) + b * s) * (1 - t) + (c * (1 - s) + d * s) * t
    return result


def fbm(x: Floats, y: Floats, cell: float, seed: int, octaves: int = 4) -> Floats:
    """Octaves of noise, each half as large and half as strong; about 0…1."""
    total = np.zeros_like(x, dtype=np.float64)
    weight = 0.0
    for k in range(octaves):
        share = 0.5**k
        total += share * value_noise(x, y, cell * share, seed + k)
        weight += share
    return total / weight
