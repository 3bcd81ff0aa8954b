"""The animations of a glTF file: which clips are written, and the channels of each, nothing stored twice."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from geometry.export.buffers import Writer
from geometry.export.extras import jsonable, seconds
from geometry.export.whole import GAP, join_clips
from geometry.scene import Clip, Scene

Clips = Literal["whole", "sections", "both"]


def chosen(scene: Scene, clips: Clips) -> list[Clip]:
    """The clips that are written: all sections joined, each by itself, or both."""
    moving = [c for c in scene.clips if c.tracks]
    if not moving:
        return []
    found = [join_clips(scene)] if clips in ("whole", "both") else []
    return found + (moving if clips in ("sections", "both") else [])


def alike(scene: Scene) -> dict[str, str]:
    """What each node is one of: a joint of a body, a kind of thing."""
    root: dict[str, str] = {}
    kinds = {}
    for node in scene.nodes:
        root[node.name] = root[node.parent] if node.parent is not None else node.name
        kinds[node.name] = node.name[len(root[node.name]) :] or str(node.extras.get("kind", ""))
    return kinds


def animation(
    clip: Clip, writer: Writer, node_index: dict[str, int], kinds: dict[str, str], whole: dict[tuple[str, str], int]
) -> dict[str, Any] | None:
    """The animation of a clip; `whole` the values of every channel in the clip before it that has it: what is said there
    is not said again."""
    if not clip.tracks:
        return None
    end = np.float32(clip.duration / 1000)
    inputs, outputs = [], [0] * len(clip.tracks)
    ended: list[np.ndarray] = []
    # Most channels of a section hold one value: their two times are the same, and their values have often been written.
    held: dict[tuple[bool, bytes], int] = {}
    holds: int | None = None
    for track in clip.tracks:
        if holds is not None and len(track.times) == 1:
            inputs.append(holds)
            ended.append(track.values)
            continue
        times, values = (track.times / 1000).astype(np.float32), track.values
        rest = clip.duration - int(track.times[-1])
        if rest >= GAP:
            # Every channel reaches the end of the clip: some readers loop each channel by its own last key.
            times, values = np.append(times, end), np.concatenate([values, values[-1:]])
        elif rest and len(times) > 1:
            # No room for one key more: the last is the end.
            times[-1] = end
        inputs.append(writer.accessor(times, "times", bounds=True))
        ended.append(values)
        if len(track.times) == 1 and len(times) == 2:
            holds = inputs[-1]
            ended[-1] = track.values
    # One joint of all people after another: they bow alike, and what is alike packs best side by side. Times are the same
    # for the joints of one person.
    for n in sorted(range(len(clip.tracks)), key=lambda n: kinds[clip.tracks[n].node]):
        values, rotation = ended[n], clip.tracks[n].path == "rotation"
        channel = (clip.tracks[n].node, clip.tracks[n].path)
        if len(values) == 1 and inputs[n] == holds:
            one = (rotation, values.tobytes())
            if one not in held:
                held[one] = writer.output(np.concatenate([values, values]), rotation, None)
            outputs[n] = held[one]
        else:
            outputs[n] = writer.output(values, rotation, whole.get(channel))
        whole.setdefault(channel, outputs[n])
    samplers: list[dict[str, Any]] = []
    known: dict[tuple[int, int, bool], int] = {}
    channels = []
    for track, *key in zip(clip.tracks, inputs, outputs, strict=True):
        # Channels that move alike (most of them rest) share a sampler; LINEAR is what a sampler is without a word.
        first, second = key
        number = known.get((first, second, track.step))
        if number is None:
            number = known[first, second, track.step] = len(samplers)
            samplers.append({"input": first, "output": second} | ({"interpolation": "STEP"} if track.step else {}))
        channels.append({"sampler": number, "target": {"node": node_index[track.node], "path": track.path}})
    return {"name": clip.name, "channels": channels, "samplers": samplers, "extras": jsonable(seconds(clip.extras))}
