"""The movement of a section packed for the page: quantised, as differences, one small chunk a section, decoded when it is shown.

A chunk is raw deflate over blocks of unsigned LEB128 numbers (signed ones in zigzag), each block headed by its byte length
as uint32, little-endian: nodes (differences), kinds, time table, value tables. `app/motion.js` reads it. Kinds:
0 translation, 1 rotation, 2 scale, 3 shown or hidden; +4 STEP. Units: 10 ms, 1/512 m, 1/1024 of a quaternion part.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Floats, Track

TICK = 10
"""Milliseconds of one unit of time."""
PLACE_UNITS = 512
"""Units of a metre, and of a scale of 1."""
TURN_UNITS = 1024
"""Units of a quaternion part."""
_KIND = {"translation": 0, "rotation": 1, "scale": 2}
_SHOWN = 3
_STEP = 4

Ints = NDArray[np.int64]


def pack_clip(clip: Clip, index: Mapping[str, int]) -> bytes:
    """The tracks of a clip as a chunk; `index` gives the number of each node. Tracks that differ in nothing share their tables."""
    tracks = sorted(clip.tracks, key=lambda t: (t.path, t.step, index[t.node]))
    times = _Table()
    values = _Table()
    nodes, kinds = [], []
    when, what = [], []
    for track in tracks:
        kind, numbers = _values(track)
        nodes.append(index[track.node])
        kinds.append(kind | (_STEP if track.step else 0))
        when.append(times.add(_times(track)))
        what.append(values.add(numbers))
    blocks = [
        _signed(_differences(np.array(nodes, dtype=np.int64))),
        bytes(kinds),
        _unsigned(np.array(when, dtype=np.int64)),
        _unsigned(np.array(what, dtype=np.int64)),
        _unsigned(np.array([len(row) for row in times.rows], dtype=np.int64)),
        _unsigned(_joined(times.rows)),
        _unsigned(np.array([len(row) for row in values.rows], dtype=np.int64)),
        _unsigned(_joined(values.rows)),
    ]
    raw = b"".join(struct.pack("<I", len(block)) + block for block in blocks)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return packer.compress(raw) + packer.flush()


class _Table:
    """Rows of numbers, equal rows stored once."""

    def __init__(self) -> None:
        self.rows: list[Ints] = []
        self._known: dict[bytes, int] = {}

    def add(self, row: Ints) -> int:
        key = row.tobytes()
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]


def _times(track: Track) -> Ints:
    """Differences of the key times, the first from 0. Two keys may fall on one tick: the later one holds from then on."""
    ticks: Ints = np.rint(track.times / TICK).astype(np.int64)
    return _differences(ticks)


def _values(track: Track) -> tuple[int, Ints]:
    """Kind and numbers of a track: parts one after the other, each as zigzag differences."""
    if track.path == "rotation":
        return _KIND["rotation"], _turns(track.values)
    units: Ints = np.rint(track.values * PLACE_UNITS).astype(np.int64)
    if track.path == "scale" and np.isin(units, (0, PLACE_UNITS)).all() and (units == units[:, :1]).all():
        return _SHOWN, units[:, 0] // PLACE_UNITS
    return _KIND[track.path], _zigzag(np.diff(units, axis=0, prepend=0).T.ravel())


def _turns(values: Floats) -> Ints:
    """Unit quaternions without their largest part: which it is (0–3) for every key, then the other three by differences."""
    rows = np.arange(len(values))
    largest = np.argmax(np.abs(values), axis=1)
    signed = values * np.where(values[rows, largest] < 0, -1.0, 1.0)[:, None]
    others = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])[largest]
    units: Ints = np.rint(np.take_along_axis(signed, others, axis=1) * TURN_UNITS).astype(np.int64)
    return np.concatenate([largest, _zigzag(np.diff(units, axis=0, prepend=0).T.ravel())])


def _differences(numbers: Ints) -> Ints:
    steps: Ints = np.concatenate([numbers[:1], numbers[1:] - numbers[:-1]])
    return steps


def _zigzag(numbers: Ints) -> Ints:
    return np.where(numbers < 0, -2 * numbers - 1, 2 * numbers)


def _joined(rows: list[Ints]) -> Ints:
    return np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)


def _signed(numbers: Ints) -> bytes:
    return _unsigned(_zigzag(numbers))


def _unsigned(numbers: Ints) -> bytes:
    """LEB128: seven bits a byte, low ones first, the high bit set on all but the last."""
    parts = [numbers >> shift for shift in range(0, 35, 7)]
    used = np.stack([np.ones(len(numbers), dtype=bool), *(p > 0 for p in parts[1:])], axis=1)
    data = np.stack([p & 0x7F for p in parts], axis=1).astype(np.uint8)
    data[:, :-1] |= (used[:, 1:].astype(np.uint8)) << 7
    return bytes(data[used].tobytes())
