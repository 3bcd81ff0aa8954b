"""Movement and model as the page carries them: small, and read back within their grain."""

from __future__ import annotations

import gzip
import json
import struct
import zlib

import numpy as np

from geometry.export.lean import lean
from geometry.scene import Clip, Track
from support.scene import sample_scene
from viewer.page.model import pack_model
from viewer.page.motion import PLACE_UNITS, TICK, TURN_UNITS, pack_clip


def blocks(data: bytes) -> list[bytes]:
    raw = zlib.decompress(data, -15)
    out = []
    while raw:
        size = struct.unpack("<I", raw[:4])[0]
        out.append(raw[4 : 4 + size])
        raw = raw[4 + size :]
    return out


def numbers(block: bytes) -> list[int]:
    out, value, shift = [], 0, 0
    for byte in block:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            out.append(value)
            value = shift = 0
    return out


def unzigzag(v: int) -> int:
    return -(v + 1) // 2 if v & 1 else v // 2


def test_places_and_times_come_back_within_their_grain():
    times = np.array([0, 120, 4330])
    values = np.array([[0.0, 1.5, -70.123], [3.0, 1.25, -69.0], [3.0, 1.25, 12.345]])
    packed = pack_clip(Clip("section-1", 5000, (Track("a", "translation", times, values),)), {"a": 300})
    nodes, kinds, _, _, _, times_row, sizes, row = blocks(packed)
    assert [unzigzag(n) for n in numbers(nodes)] == [300]
    assert list(kinds) == [0]
    assert (np.cumsum(numbers(times_row)) * TICK).tolist() == [0, 120, 4330]
    assert numbers(sizes) == [9]
    read = np.cumsum(np.array([unzigzag(v) for v in numbers(row)]).reshape(3, 3), axis=1).T / PLACE_UNITS
    assert np.abs(read - values).max() <= 0.5 / PLACE_UNITS + 1e-9


def test_turns_come_back_within_a_quarter_of_a_degree():
    rng = np.random.default_rng(1)
    turns = rng.normal(size=(40, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    track = Track("a", "rotation", np.arange(40) * 100, turns)
    row = numbers(blocks(pack_clip(Clip("c", 5000, (track,)), {"a": 0}))[7])
    largest = row[:40]
    parts = np.cumsum(np.array([unzigzag(v) for v in row[40:]]).reshape(3, 40), axis=1).T / TURN_UNITS
    for k in range(40):
        read = np.insert(parts[k], largest[k], np.sqrt(max(0.0, 1 - float(parts[k] @ parts[k]))))
        assert np.degrees(2 * np.arccos(min(1.0, abs(float(read @ turns[k]))))) < 0.25


def test_what_is_shown_or_hidden_takes_one_number_a_key():
    shown = Track("a", "scale", np.array([0, 500]), np.array([[0.0, 0, 0], [1, 1, 1]]), step=True)
    kinds, row = (blocks(pack_clip(Clip("c", 900, (shown,)), {"a": 0}))[n] for n in (1, 7))
    assert list(kinds) == [3 | 4]
    assert numbers(row) == [0, 1]


def test_equal_tables_are_stored_once():
    times, values = np.array([0, 100]), np.array([[0.0, 0, 0], [1, 2, 3]])
    tracks = tuple(Track(n, "translation", times, values) for n in "abc")
    sizes = numbers(blocks(pack_clip(Clip("c", 100, tracks), {"a": 0, "b": 1, "c": 2}))[4])
    assert sizes == [2]


def test_model_is_a_glb_with_short_normals_and_no_movement():
    data = gzip.decompress(pack_model(lean(sample_scene())))
    magic, version, length, size, kind = struct.unpack("<IIIII", data[:20])
    assert (magic, version, length, kind) == (0x46546C67, 2, len(data), 0x4E4F534A)
    document = json.loads(data[20 : 20 + size])
    assert "animations" not in document
    normal = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]]
    assert (normal["componentType"], normal["normalized"]) == (5120, True)
    view = document["bufferViews"][normal["bufferView"]]
    at = 28 + size + view["byteOffset"] + normal["byteOffset"]
    rows = np.frombuffer(data[at : at + normal["count"] * 4], dtype=np.int8).reshape(-1, 4)
    assert np.abs(np.linalg.norm(rows[:, :3] / 127, axis=1) - 1).max() < 0.02


def test_packing_is_the_same_every_time():
    scene = lean(sample_scene())
    index = {n.name: i for i, n in enumerate(scene.nodes)}
    assert [pack_clip(c, index) for c in scene.clips] == [pack_clip(c, index) for c in scene.clips]
    assert pack_model(scene) == pack_model(scene)
