"""What must hold before a scene is written: every fault names the object, and nothing is written when there is one."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Clip, Mesh, Scene, Track
from layout.errors import GroundError

NODE_NAME = re.compile(r"^[A-Za-z0-9_-]+$")
LEAST_GAP = 5


def check_scene(scene: Scene) -> None:
    """Raise GroundError naming the first object that other programs could not read.

    Covers what a validator of the finished file does not see as well: quaternion signs, late first keys, clip ends.
    """
    names: set[str] = set()
    for node in scene.nodes:
        if not NODE_NAME.match(node.name):
            raise GroundError(f"node {node.name!r}: a name may hold only ASCII letters, digits, '_' and '-'")
        if node.name in names:
            raise GroundError(f"node {node.name!r} stands twice in the scene")
        if node.parent is not None and node.parent not in names:
            raise GroundError(f"node {node.name!r}: its parent {node.parent!r} does not stand before it")
        if node.mesh is not None and node.mesh not in scene.meshes:
            raise GroundError(f"node {node.name!r}: no mesh {node.mesh!r}")
        if not all(map(math.isfinite, (*node.translation, *node.rotation, *node.scale))):
            raise GroundError(f"node {node.name!r}: its place is not finite ({_source(node.extras)})")
        if abs(math.hypot(*node.rotation) - 1) > 1e-6:
            raise GroundError(f"node {node.name!r}: its rotation is no unit quaternion")
        if min(node.scale) < 0:
            raise GroundError(f"node {node.name!r}: nothing is mirrored with a negative scale")
        names.add(node.name)
    users = {node.mesh: node.name for node in reversed(scene.nodes) if node.mesh}
    for key, name in users.items():
        check_mesh(scene.meshes[key], scene, name)
    for clip in scene.clips:
        check_clip(clip, names)


def check_mesh(mesh: Mesh, scene: Scene, user: str) -> None:
    """Raise GroundError when a mesh is empty, not finite, has normals that are not unit, or faces outside its vertices."""
    if not mesh.primitives:
        raise GroundError(f"{mesh.id} (shown by {user}): no triangles ({_source(scene.node(user).extras)})")
    for part in mesh.primitives:
        fault = ""
        if part.material not in scene.materials:
            fault = "no such material in the palette"
        elif len(part.faces) == 0 or len(part.positions) == 0:
            fault = "no triangles"
        elif not np.isfinite(part.positions).all():
            fault = "a vertex is not a finite number"
        elif int(part.faces.max()) >= len(part.positions):
            fault = "a face names a vertex that is not there"
        elif part.normals.shape != part.positions.shape or not _unit(part.normals):
            fault = "a normal is not of unit length"
        if fault:
            source = _source(scene.node(user).extras)
            raise GroundError(f"{mesh.id}, {part.material} (shown by {user}; {source}): {fault}")


def _unit(normals: NDArray[np.floating]) -> bool:
    squared = np.einsum("ij,ij->i", normals, normals)
    return bool((np.abs(squared - 1) < 2e-3).all())


def check_clip(clip: Clip, names: set[str]) -> None:
    """Raise GroundError when a track could jump, flip, start late or outlast its clip."""
    seen: set[tuple[str, str]] = set()
    for track in clip.tracks:
        fault = ""
        if track.node not in names:
            fault = "no such node"
        elif (track.node, track.path) in seen:
            fault = "two tracks for one channel"
        elif len(track.times) == 0 or len(track.times) != len(track.values):
            fault = f"{len(track.times)} times for {len(track.values)} values"
        if fault:
            raise GroundError(f"clip {clip.name}, {track.node}.{track.path}: {fault}")
        seen.add((track.node, track.path))
    for track in _suspects(clip):
        check_track(track, f"clip {clip.name}, {track.node}.{track.path}", clip.duration)


def _suspects(clip: Clip) -> list[Track]:
    """The tracks that cannot be passed at one glance over all of them; each is then looked at by itself."""
    found: list[Track] = []
    for rotation in (False, True):
        tracks = [t for t in clip.tracks if (t.path == "rotation") == rotation]
        if not tracks:
            continue
        sizes = np.array([len(t.times) for t in tracks])
        first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        times = np.concatenate([t.times for t in tracks])
        values = np.concatenate([t.values for t in tracks])
        bad = times > clip.duration
        # One sum tells whether there is anything to look for.
        if not math.isfinite(float(values.sum())):
            bad |= ~np.isfinite(values).all(axis=1)
        bad[first] |= times[first] != 0
        inner = np.ones(len(times), dtype=np.bool_)
        inner[first] = False
        after = np.flatnonzero(inner)
        bad[after] |= times[after] - times[after - 1] < LEAST_GAP
        if rotation:
            bad |= np.abs(np.einsum("ij,ij->i", values, values) - 1) > 1e-4
            bad[after] |= np.einsum("ij,ij->i", values[after], values[after - 1]) < 0
        else:
            scales = np.repeat([t.path == "scale" for t in tracks], sizes)
            bad |= scales & ((values[:, 0] < 0) | (values[:, 1] < 0) | (values[:, 2] < 0))
        found.extend(tracks[n] for n in np.flatnonzero(np.logical_or.reduceat(bad, first)))
    return found


def check_track(track: Track, where: str, duration: int) -> None:
    """Raise GroundError on a track whose times or values a reader would misread."""
    if len(track.times) == 0 or len(track.times) != len(track.values):
        raise GroundError(f"{where}: {len(track.times)} times for {len(track.values)} values")
    if track.times[0] != 0:
        raise GroundError(f"{where}: the first key is at {track.times[0]} ms, not at 0")
    if len(track.times) > 1 and int(np.diff(track.times).min()) < LEAST_GAP:
        raise GroundError(f"{where}: two keys lie less than {LEAST_GAP} ms apart")
    if track.times[-1] > duration:
        raise GroundError(f"{where}: a key at {track.times[-1]} ms lies after the end of the clip, {duration} ms")
    if not np.isfinite(track.values).all():
        raise GroundError(f"{where}: a value is not a finite number")
    if track.path == "rotation":
        if not np.allclose(np.linalg.norm(track.values, axis=1), 1.0, atol=1e-4):
            raise GroundError(f"{where}: a rotation is no unit quaternion")
        if len(track.values) > 1 and not track.step:
            dots = np.einsum("ij,ij->i", track.values[1:], track.values[:-1])
            if float(dots.min()) < 0:
                at = int(track.times[int(dots.argmin())])
                raise GroundError(f"{where}: the rotation flips sign after {at} ms")
    if track.path == "scale" and float(track.values.min()) < 0:
        raise GroundError(f"{where}: a negative scale")


def _source(extras: object) -> str:
    """Where a node's measures come from, for an error message."""
    evidence = extras.get("evidence") if isinstance(extras, dict) else None
    if evidence:
        return "from " + "; ".join(str(e.get("clause", "")) for e in evidence[:2])
    return "no evidence recorded"
