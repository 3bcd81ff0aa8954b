"""The scene of a picture is kept for another day, and is then the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from layout.choices import Choices, Company
from shegong.scenes import scene_of


def test_a_scene_that_was_kept_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shegong.build as build

    monkeypatch.setenv("SHEGONG_CACHE", str(tmp_path / "cache"))
    asked = (Choices(), Company(), None, 1)
    made, keep = scene_of(*asked)
    assert not (tmp_path / "cache").exists()
    keep()
    # Nothing is built any more.
    monkeypatch.setattr(build, "build_plan", None)
    found, again = scene_of(*asked)
    again()
    assert found is not made
    assert [(n.name, n.parent, n.mesh, n.layer, tuple(n.translation)) for n in found.nodes] == [
        (n.name, n.parent, n.mesh, n.layer, tuple(n.translation)) for n in made.nodes
    ]
    assert found.materials == made.materials
    for name, mesh in made.meshes.items():
        for old, new in zip(mesh.primitives, found.meshes[name].primitives, strict=True):
            assert np.array_equal(old.positions, new.positions)
            assert np.array_equal(old.faces, new.faces)
    # Another question is another scene; one of many sections is not kept at all, nor that of a file of one's own.
    with pytest.raises(TypeError):
        scene_of(Choices(), Company(guests=8), None, 1)
    assert len(list((tmp_path / "cache").iterdir())) == 1


@pytest.mark.parametrize(
    ("choices", "sections"), [(Choices(reading_file="mine.toml"), None), (Choices(), (18, 19, 20))]
)
def test_what_may_change_or_is_large_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choices: Choices, sections: tuple[int, ...] | None
) -> None:
    import shegong.build as build

    monkeypatch.setenv("SHEGONG_CACHE", str(tmp_path / "cache"))
    for name in ("build_plan", "build_rite", "build_scene"):
        monkeypatch.setattr(build, name, lambda *_, **__: None)
    _, keep = scene_of(choices, Company(), sections, 1)
    keep()
    assert not (tmp_path / "cache").exists()
