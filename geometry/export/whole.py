"""Joining the clips of all sections to one clip on one clock."""

from __future__ import annotations

import numpy as np

from geometry.export.check import LEAST_GAP
from geometry.scene import Clip, Scene, Track


def join_clips(scene: Scene, name: str = "rite") -> Clip:
    """One clip that plays all clips of the scene in order, each beginning where the one before has ended.

    A channel that a section leaves alone is at rest there. Between sections a channel jumps (a change of place is a cut):
    the old value is held to the last 5 ms, since two keys may not share a moment.
    """
    offsets = np.cumsum([0, *(c.duration for c in scene.clips)])
    total = int(offsets[-1])
    by_channel: dict[tuple[str, str], dict[int, Track]] = {}
    for number, clip in enumerate(scene.clips):
        for track in clip.tracks:
            by_channel.setdefault((track.node, track.path), {})[number] = track
    rest = {node.name: node for node in scene.nodes}
    tracks = []
    for (node, path), parts in by_channel.items():
        step = all(t.step for t in parts.values())
        still = np.array(getattr(rest[node], path), dtype=np.float64)
        times: list[int] = []
        values: list[np.ndarray] = []
        for number in range(len(scene.clips)):
            start = int(offsets[number])
            part = parts.get(number)
            part_times = part.times if part is not None else np.zeros(1, dtype=np.int64)
            part_values = part.values if part is not None else still[None, :]
            if part is not None and part.step and not step:
                part_times, part_values = _as_linear(part_times, part_values)
            _close(times, values, start, step, np.asarray(part_values[0]))
            for t, value in zip(part_times, part_values, strict=True):
                _add(times, values, start + int(t), np.asarray(value), path)
        if len(values) > 1 and all(np.array_equal(v, values[0]) for v in values):
            times, values = times[:1], values[:1]
        if len(values) == 1 and np.allclose(values[0], still, atol=0):
            continue
        tracks.append(Track(node, path, np.array(times, dtype=np.int64), np.array(values), step))  # type: ignore[arg-type]
    return Clip(
        name,
        total,
        tuple(tracks),
        {
            "sections": [
                dict(c.extras) | {"start": int(o), "end": int(o) + c.duration}
                for c, o in zip(scene.clips, offsets, strict=False)
            ]
        },
    )


def _close(times: list[int], values: list[np.ndarray], start: int, step: bool, following: np.ndarray) -> None:
    """End a section at `start`: hold the last value until just before, unless the next section begins with it."""
    if not times or (times[-1] == start and _same(values[-1], following)):
        return
    edge = start - LEAST_GAP
    if times[-1] > edge:
        # The key at the very end gives way to one on the way to it, so that the pace does not change.
        t, value = times.pop(), values.pop()
        while len(times) > 1 and times[-1] > edge - LEAST_GAP:
            times.pop()
            values.pop()
        if not times:
            times.append(t)
            values.append(value)
            return
        part = 1.0 if step else (edge - times[-1]) / (t - times[-1])
        between = values[-1] + (value - values[-1]) * part
        times.append(edge)
        values.append(between / np.linalg.norm(between) if len(between) == 4 else between)
    elif not step and edge - times[-1] >= LEAST_GAP:
        times.append(edge)
        values.append(values[-1])


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.array_equal(a, b) or (len(a) == 4 and np.array_equal(a, -b)))


def _add(times: list[int], values: list[np.ndarray], t: int, value: np.ndarray, path: str) -> None:
    if path == "rotation" and values and float(values[-1] @ value) < 0:
        value = -value
    if times and t == times[-1] and np.array_equal(values[-1], value):
        return
    # A held value needs no key between its first and its last.
    if len(values) > 1 and np.array_equal(values[-1], value) and np.array_equal(values[-2], value):
        times[-1] = t
        return
    times.append(t)
    values.append(value)


def _as_linear(times: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A STEP track as LINEAR keys: each value is held until 5 ms before the next."""
    out_t, out_v = [int(times[0])], [values[0]]
    for n in range(1, len(times)):
        edge = int(times[n]) - LEAST_GAP
        if edge - out_t[-1] >= LEAST_GAP:
            out_t.append(edge)
            out_v.append(values[n - 1])
        out_t.append(int(times[n]))
        out_v.append(values[n])
    return np.array(out_t, dtype=np.int64), np.array(out_v)
