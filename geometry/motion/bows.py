"""Bows that bend: a bow in the scene is a node without mesh, and below it one node for each step of its draw.

`ID` carries the bow; `ID-rest`, `ID-draw-1` … `ID-draw-9` and `ID-slack` hold the meshes, shown in turn by STEP scale, so that the
string is never more than half a step (under 3 cm) from the drawing hand.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from geometry.figure.tree import HIDE, SHOW
from geometry.finish import to_mesh
from geometry.motion.body import Body
from geometry.motion.quat import Floats
from geometry.motion.reduce import changes
from geometry.scene import Mesh, Node, Track
from geometry.things.bow import build_bow, build_bow_slack
from layout.evidence.model import Ground
from rite.model import StagedSection, ThingActs

STEPS = 9
BRACE, FULL = 0.165, 0.693
"""From the grip to the string of a bow at rest and fully drawn, in m."""


def draw_names() -> list[str]:
    """The variants of a bow: rest, draw-1 … draw-9, slack."""
    return ["rest", *(f"draw-{n}" for n in range(1, STEPS + 1)), "slack"]


def draw_of(variant: str) -> float:
    """The draw (0 at rest … 1) for which a variant is shaped; −1 for the slack bow."""
    if variant == "slack":
        return -1.0
    return 0.0 if variant == "rest" else int(variant.removeprefix("draw-")) / STEPS


def bow_meshes(ground: Ground, lod: int = 0) -> dict[str, Mesh]:
    """The mesh of every variant of a bow, by variant."""
    meshes = {}
    for variant in draw_names():
        draw = draw_of(variant)
        parts = build_bow_slack(ground, lod) if draw < 0 else build_bow(ground, lod, draw)
        meshes[variant] = to_mesh(parts, f"bow-{variant}")
    return meshes


def bow_nodes(id: str, meshes: Mapping[str, str], extras: Mapping[str, object] | None = None) -> list[Node]:
    """The nodes of one bow; `meshes` variant → mesh id (`rest` at least)."""
    nodes = [Node(id, None, None, extras=dict(extras or {}))]
    for variant in draw_names():
        if variant in meshes:
            nodes.append(Node(f"{id}-{variant}", id, meshes[variant], scale=SHOW if variant == "rest" else HIDE))
    return nodes


def bow_tracks(section: StagedSection, thing: ThingActs, bodies: Mapping[str, Body]) -> list[Track]:
    """STEP scales of the variants of one bow: drawn by its holder's shots, slack by its state."""
    moments: list[tuple[int, int]] = []
    for n, key in enumerate(thing.keys):
        end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else section.duration
        slack = STEPS + 1 if key.state in ("slack", "unstrung") else 0
        moments.append((key.t, slack))
        body = bodies.get(key.holder or "")
        if body is None or slack:
            continue
        for start, loose in body.draws:
            if not key.t <= start < end:
                continue
            moments += _drawn(body, start, min(loose, end))
    if all(step == 0 for _, step in moments):
        return []
    moments.sort(key=lambda m: m[0])
    times: list[int] = []
    steps: list[int] = []
    for t, step in moments:
        at = round(t / 10) * 10
        if times and at <= times[-1]:
            steps[-1] = step
        else:
            times.append(at)
            steps.append(step)
    if times[0] > 0:
        times.insert(0, 0)
        steps.insert(0, steps[0])
    t_, s_ = np.array(times, dtype=np.int64), np.array(steps)
    tracks = []
    names = draw_names()
    for step in sorted({0, *steps}):
        on = s_ == step
        index = changes(on)
        values: Floats = np.where(on[index][:, None], np.array(SHOW), np.array(HIDE))
        tracks.append(Track(f"{thing.id}-{names[step]}", "scale", t_[index], values, True))
    return tracks


def _drawn(body: Body, start: int, loose: int) -> list[tuple[int, int]]:
    """The moments of one shot at which the bow takes its next step, back to rest when it is loosed."""
    t = np.arange(start, loose, 20)
    gap = np.zeros(len(t))
    apart = np.linalg.norm(body.grip["left"] - body.grip["right"], axis=1) * body.person.scale
    gap = np.interp(t, body.times, apart)
    nocked = np.interp(t, body.times, body.pose[:, -1]) > 0.5
    # Only from the moment at which the bow is up and both hands part.
    share = np.clip((gap - BRACE) / (FULL - BRACE), 0.0, 1.0) * nocked
    step = np.rint(share * STEPS).astype(int)
    last = len(t) - np.argmax(step[::-1] == 0) - 1 if (step == 0).any() else 0
    step[: last + 1] = 0
    index = changes(step)
    return [(int(t[k]), int(step[k])) for k in index] + [(loose, 0)]


__all__ = ["STEPS", "bow_nodes", "bow_tracks", "draw_names", "draw_of"]
