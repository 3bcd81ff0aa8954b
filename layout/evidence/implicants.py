"""Which choices bring a failure about: the shortest conditions under which a whole slice of combinations fails."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

MOST = 40
"""How many conditions are listed at most."""


def failing_choices(mask: NDArray[np.bool_], longest: int = 2) -> tuple[list[dict[int, int]], bool]:
    """Conditions {axis: choice} each of which makes every combination fail, the shortest first.

    `mask` says for every combination whether it fails. All conditions of up to `longest` choices are found; what they leave
    is covered by conditions that name no choice without need. The flag is false where the list was cut off at `MOST`. The
    condition {} means that every combination fails.
    """
    alive = [n for n in range(mask.ndim) if mask.shape[n] > 1 and (mask != mask.take([0], axis=n)).any()]
    other = tuple(n for n in range(mask.ndim) if n not in alive)
    small = np.asarray(mask.any(axis=other)).reshape([mask.shape[n] for n in alive])
    if small.all():
        return [{}], True
    left = small.copy()
    found: list[dict[int, int]] = []
    for length in range(1, min(longest, len(alive)) + 1):
        for axes in itertools.combinations(range(len(alive)), length):
            rest = tuple(n for n in range(small.ndim) if n not in axes)
            for values in np.argwhere(np.asarray(small.all(axis=rest))):
                one = dict(zip(axes, (int(v) for v in values), strict=True))
                if any(f.items() <= one.items() for f in found):
                    continue
                if len(found) > MOST:
                    break
                found.append(one)
                left[_slice(one, small.ndim)] = False
    while len(found) < MOST and left.any():
        first = np.unravel_index(int(left.argmax()), left.shape)
        one = {n: int(v) for n, v in enumerate(first)}
        for axis in reversed(range(small.ndim)):
            shorter = {n: v for n, v in one.items() if n != axis}
            if small[_slice(shorter, small.ndim)].all():
                one = shorter
        found.append(one)
        left[_slice(one, small.ndim)] = False
    return [{alive[n]: v for n, v in one.items()} for one in found[:MOST]], not left.any() and len(found) <= MOST


def _slice(one: dict[int, int], ndim: int) -> tuple[int | slice, ...]:
    return tuple(one.get(n, slice(None)) for n in range(ndim))
