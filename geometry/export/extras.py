"""What the extras of a glTF file hold: values as JSON has them, times in seconds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from layout.errors import GroundError


def jsonable(value: Any) -> Any:
    """A value that JSON holds: a Fraction becomes its text ("158/15"), so that no evidence is lost or rounded."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        return {k if type(k) is str else str(k): jsonable(v) for k, v in value.items()}
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(k): jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted(jsonable(v) for v in value)
    if isinstance(value, np.generic):
        return jsonable(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        raise GroundError(f"a number of the evidence is {value}; JSON has no such number")
    return value


def seconds(extras: Any) -> Any:
    """Extras with their `start`, `end` and `duration` turned from ms to seconds, as the contract promises outside."""
    if isinstance(extras, Mapping):
        timed = ("start", "end", "duration")
        return {k: v / 1000 if k in timed and isinstance(v, int) else seconds(v) for k, v in extras.items()}
    if isinstance(extras, (list, tuple)):
        return [seconds(v) for v in extras]
    return extras
