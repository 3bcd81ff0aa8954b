"""Joining the clips of all sections to one clip on one clock."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Floats, Scene, Track

Times = NDArray[np.int64]
_ZERO: Times = np.zeros(1, dtype=np.int64)
GAP = 10
"""Between two keys, in ms. A float32 tells 3.9 ms from 3.9 ms after nine hours, 7.8 ms after eighteen: of 10 ms more than 5 remain."""
_HALF_TURN = 0.01
"""Product of neighbouring quaternions below which they are so nearly half a turn apart that a reader may turn either way."""


def join_clips(scene: Scene, name: str = "rite") -> Clip:
    """One clip that plays all clips of the scene in order, each beginning where the one before has ended.

    A channel that a section leaves alone is at rest there. Between sections a channel jumps (a change of place is a cut):
    the old value is held to the last 10 ms, since two keys may not share a moment.
    """
    offsets = [0, *np.cumsum([c.duration for c in scene.clips]).tolist()]
    by_channel: dict[tuple[str, str], dict[int, Track]] = {}
    for number, clip in enumerate(scene.clips):
        for track in clip.tracks:
            by_channel.setdefault((track.node, track.path), {})[number] = track
    rest = {node.name: node for node in scene.nodes}
    tracks = []
    for (node, path), parts in by_channel.items():
        still = np.array([getattr(rest[node], path)], dtype=np.float64)
        joined = _joined(parts, offsets, still)
        if joined is not None:
            times, values, step = joined
            tracks.append(Track(node, path, times, values, step))  # type: ignore[arg-type]
    sections = [
        dict(clip.extras) | {"start": start, "end": start + clip.duration}
        for clip, start in zip(scene.clips, offsets, strict=False)
    ]
    return Clip(name, int(offsets[-1]), tuple(tracks), {"sections": sections})


def _joined(parts: dict[int, Track], offsets: list[int], still: Floats) -> tuple[Times, Floats, bool] | None:
    """One channel over all sections; None where it never leaves its rest."""
    step = all(t.step for t in parts.values())
    times: list[Times] = []
    values: list[Floats] = []
    end, last = 0, still[0].tolist()
    edges = np.array(offsets, dtype=np.int64) - GAP
    for number in range(len(offsets) - 1):
        part = parts.get(number)
        if part is None and number and number - 1 not in parts:
            continue  # at rest, as in the section before
        start = offsets[number]
        own, ours = (part.times, part.values) if part is not None else (_ZERO, still)
        # Lists: for three or four numbers they are many times quicker than arrays.
        first = ours[0].tolist()
        if len(own) == 1 and first == last and times:
            continue  # it stays as it was
        if part is not None and part.step and not step:
            own, ours = _as_linear(own, ours)
        own = own + start
        if times:
            product = 1.0
            if len(first) == 4:
                product = last[0] * first[0] + last[1] * first[1] + last[2] * first[2] + last[3] * first[3]
            if product < 0:
                ours, first, product = -ours, [-x for x in first], -product
            if end == start and last == first:
                own, ours = own[1:], ours[1:]
            elif product < _HALF_TURN and not step:
                _close(times, values, edges[number : number + 1] - GAP, step)
                times.append(edges[number : number + 1])
                values.append(_middle(values[-1][-1:], ours[:1]))
            else:
                _close(times, values, edges[number : number + 1], step)
        if len(own):
            times.append(own)
            values.append(ours)
        end, last = int(times[-1][-1]), values[-1][-1].tolist()
    when, what = _without_held(np.concatenate(times), np.concatenate(values))
    if len(when) == 1 and (np.array_equal(what, still) or (what.shape[1] == 4 and np.array_equal(what, -still))):
        return None
    return when, what, step


def _close(times: list[Times], values: list[Floats], at: Times, step: bool) -> None:
    """Let the keys of the last section end at the one time of `at`, just before the next begins with another value.

    A key beyond the edge gives way to one on the way to it, so that the pace does not change.
    """
    own, ours = times[-1], values[-1]
    last, edge = int(own[-1]), int(at[0])
    if last <= edge:
        if step or edge - last < GAP:
            return
        between = ours[-1:]
    else:
        kept = int(np.searchsorted(own, edge - GAP, side="right"))
        if kept == 0:
            times[-1], values[-1] = own[:1], ours[:1]
            return
        before = int(own[kept - 1])
        part = 1.0 if step else (edge - before) / (last - before)
        between = ours[kept - 1 : kept] + (ours[-1:] - ours[kept - 1 : kept]) * part
        if between.shape[1] == 4:
            between = between / np.linalg.norm(between)
        times[-1], values[-1] = own[:kept], ours[:kept]
    times.append(at)
    values.append(between)


def _middle(a: Floats, b: Floats) -> Floats:
    """The turn halfway between two of like sign that are half a turn apart (their product may be a hair below nought)."""
    between = a + b
    middle: Floats = between / np.linalg.norm(between)
    return middle


def _without_held(times: Times, values: Floats) -> tuple[Times, Floats]:
    """Without the keys between the first and the last of a held value; a channel that never changes keeps one."""
    if len(times) == 1:
        return times, values
    # Column by column: numpy's own reduction along so short an axis is many times slower.
    same = values[1:, 0] == values[:-1, 0]
    for column in range(1, values.shape[1]):
        same &= values[1:, column] == values[:-1, column]
    if same.all():
        return times[:1], values[:1]
    needless = np.zeros(len(times), dtype=np.bool_)
    needless[1:-1] = same[:-1] & same[1:]
    if same[-1]:
        needless[-1] = True
    return times[~needless], values[~needless]


def _as_linear(times: Times, values: Floats) -> tuple[Times, Floats]:
    """A STEP track as LINEAR keys: each value is held until 10 ms before the next."""
    edges = times[1:] - GAP
    room = edges - times[:-1] >= GAP
    when = np.concatenate([times, edges[room]])
    order = np.argsort(when, kind="stable")
    return when[order], np.concatenate([values, values[:-1][room]])[order]
