"""The cache of what was built: it gives back what it was given or nothing, and never stands in anyone's way."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from geometry.scene import Clip
from viewer import cache
from viewer.model import Built, Model, Request


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setenv("SHEGONG_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_scene_comes_back_as_it_was(kept: Path, model: Model) -> None:
    stage = model.built
    asked = ("build", Request(), 18)
    assert cache.find(asked, Built) is None
    assert cache.keep(asked, stage)
    found = cache.find(asked, Built)
    assert found is not None
    assert found.request == stage.request
    assert found.scene.nodes[0].extras == stage.scene.nodes[0].extras
    for a, b in zip(stage.scene.clips[0].tracks, found.scene.clips[0].tracks, strict=True):
        assert (a.node, a.path, a.step) == (b.node, b.path, b.step)
        assert a.values.dtype == b.values.dtype
        assert np.array_equal(a.times, b.times)
        assert np.array_equal(a.values, b.values)
    assert cache.find(("build", Request("ao"), 18), Built) is None
    assert (kept.stat().st_mode & 0o077) == 0, "what one has looked at is nobody else's business"


def test_what_is_damaged_is_missing_and_goes(kept: Path) -> None:
    cache.keep("x", (Clip("a", 5, ()),))
    (entry,) = kept.glob("*.kept")
    whole = entry.read_bytes()
    for bad in (whole[:-3], b"", b"other\n" + whole[9:], whole[:9] + b"\n" + b"\x00" * 20):
        entry.write_bytes(bad)
        assert cache.find("x", tuple[Clip, ...]) is None
        assert not entry.exists()
    cache.keep("x", {"name": 5})
    assert cache.find("x", tuple[Clip, ...]) is None, "of another kind"


def test_other_data_or_code_asks_for_something_else(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.keep("x", 5)
    assert cache.find("x", int) == 5
    monkeypatch.setattr(cache, "stamp", lambda: "another version")
    assert cache.find("x", int) is None


def test_the_folder_stays_small(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    monkeypatch.setattr(cache, "MOST", 3000)
    for n in range(6):
        cache.keep(n, rng.bytes(900))
        for age, path in enumerate(sorted(kept.glob("*.kept"), key=lambda p: p.stat().st_mtime_ns)):
            os.utime(path, ns=(age, age))
    assert sum(p.stat().st_size for p in kept.glob("*.kept")) <= 3000
    assert cache.find(5, bytes) is not None
    assert cache.find(0, bytes) is None


def test_without_a_folder_nothing_is_kept_and_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEGONG_CACHE", "off")
    assert cache.folder() is None
    assert not cache.keep("x", 5)
    assert cache.find("x", int) is None
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SHEGONG_CACHE", str(tmp_path / "file" / "below"))
    assert not cache.keep("x", 5)
    assert cache.find("x", int) is None


def test_a_reading_from_a_file_is_not_kept() -> None:
    from shegong.viewing import Order, question

    assert question("enacted", Request("zhou-xu"), Order(), (18,))
    assert question("enacted", Request("/home/me/mine.toml"), Order(), (18,)) is None


def test_what_was_kept_is_what_is_built(kept: Path) -> None:
    """The ground alone, which is quick: its meshes, nodes and derivations come back the same."""
    from shegong.viewing import Order, _ground_of, ground, keep_answer
    from shegong.viewing import kept as find

    order = Order(lod=1)
    built = ground(Request(), order)
    assert find(Request(), order, (18,)) is None
    keep_answer("enacted", (Request(), order, (18,)), replace(built.scene, nodes=(), meshes={}))
    assert len(list(kept.glob("*.kept"))) == 2
    _ground_of.cache_clear()
    found = find(Request(), order, (18,))
    assert found is not None
    assert found.scene is not built.scene
    assert found.scene.nodes == built.scene.nodes
    assert found.scene.materials == built.scene.materials
    assert dict(found.why) == {k: list(v) for k, v in built.why.items()}
    assert found.measures == built.measures
    mesh = next(iter(built.scene.meshes))
    assert np.array_equal(
        found.scene.meshes[mesh].primitives[0].positions, built.scene.meshes[mesh].primitives[0].positions
    )
    assert found.scene.metres_per_chi == built.scene.metres_per_chi
