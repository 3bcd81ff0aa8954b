"""The buffer of a glTF file: accessors over few views, equal content stored once, numbers rounded so that they pack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

_FLOAT, _SHORT, _USHORT, _UINT = 5126, 5122, 5123, 5125
ARRAY, ELEMENT = 34962, 34963
"""Targets of buffer views: vertices, and the indices of faces."""
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}


@dataclass
class View:
    """A buffer view in the making: chunks of bytes, one stride, one target."""

    stride: int | None
    target: int | None
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0

    def add(self, data: bytes) -> int:
        """Append bytes at the next multiple of four; where they begin in the view."""
        pad = -self.size % 4
        self.chunks.append(b"\0" * pad + data)
        offset = self.size + pad
        self.size = offset + len(data)
        return offset


class Writer:
    """Collects accessors; equal content is stored once."""

    def __init__(self) -> None:
        self.views: dict[str, View] = {}
        self.accessors: list[dict[str, Any]] = []
        self._known: dict[tuple[Any, ...], int] = {}
        self._data: list[bytes] = []

    def accessor(
        self, array: np.ndarray, view: str, *, target: int | None = None, bounds: bool = False, normalized: bool = False
    ) -> int:
        """The number of the accessor that holds an array (n,) or (n, width); `bounds` writes its least and greatest values."""
        array = np.ascontiguousarray(array)
        component = {"f": _FLOAT, "h": _SHORT, "H": _USHORT, "I": _UINT}[array.dtype.char]
        width = 1 if array.ndim == 1 else array.shape[1]
        data = array.tobytes()
        key = (view, component, width, normalized, bounds, data)
        known = self._known.get(key)
        if known is not None:
            return known
        stride = array.dtype.itemsize * width if target == ARRAY else None
        slot = self.views.setdefault(view, View(stride, target))
        record: dict[str, Any] = {
            "bufferView": view,
            "byteOffset": slot.add(data),
            "componentType": component,
            "count": len(array),
            "type": _TYPES[width],
        }
        if normalized:
            record["normalized"] = True
        if bounds:
            # A reader compares with the stored float32, so the bounds are those, printed exactly.
            low, high = array.min(axis=0), array.max(axis=0)
            record["min"] = [float(v) for v in np.atleast_1d(low)]
            record["max"] = [float(v) for v in np.atleast_1d(high)]
        return self._add(record, key)

    def _add(self, record: dict[str, Any], key: tuple[Any, ...]) -> int:
        self.accessors.append(record)
        self._data.append(key[-1])
        self._known[key] = len(self.accessors) - 1
        return len(self.accessors) - 1

    def output(self, values: np.ndarray, rotation: bool, whole: int | None) -> int:
        """The values of a channel. Where another accessor, `whole`, holds them somewhere, they are not stored a second time."""
        array = short(values) if rotation else values.astype(np.float32)
        view = "rotations" if rotation else "keys"
        if whole is not None and len(array) > 2:
            size = array.dtype.itemsize * array.shape[1]
            # A turn and its negative are the same.
            for data in (array.tobytes(), (-array).tobytes()) if rotation else (array.tobytes(),):
                at = self._data[whole].find(data)
                while at >= 0 and at % size:
                    at = self._data[whole].find(data, at + 1)
                if at >= 0:
                    record = self.accessors[whole]
                    record = record | {"byteOffset": record["byteOffset"] + at, "count": len(array)}
                    key = (view, whole, at, data)
                    known = self._known.get(key)
                    return self._add(record, key) if known is None else known
        return self.accessor(array, view, normalized=rotation)

    def finish(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]], bytes]:
        """Accessors, buffer views and the buffer."""
        buffer = bytearray()
        views: list[dict[str, Any]] = []
        number: dict[str, int] = {}
        for name, view in self.views.items():
            buffer.extend(b"\0" * (-len(buffer) % 4))
            data = b"".join(view.chunks)
            record: dict[str, Any] = {"buffer": 0, "byteOffset": len(buffer), "byteLength": len(data)}
            if view.stride:
                record["byteStride"] = view.stride
            if view.target:
                record["target"] = view.target
            number[name] = len(views)
            views.append(record)
            buffer.extend(data)
        accessors = [a | {"bufferView": number[a["bufferView"]]} for a in self.accessors]
        return accessors, views, bytes(buffer)


def on_grid(values: np.ndarray, grid: int) -> np.ndarray:
    """Values rounded to 1/grid as float32: a power of two leaves their low bits empty, and the file packs to half the size."""
    rounded: np.ndarray = (np.round(values.astype(np.float64) * grid) / grid + 0.0).astype(np.float32)
    return rounded


def short(values: np.ndarray) -> np.ndarray:
    """Unit quaternions as normalised 16-bit integers."""
    turned: np.ndarray = np.round(np.clip(values, -1, 1) * 32767).astype(np.int16)
    return turned
