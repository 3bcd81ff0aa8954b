"""The scene put together: every track has its node, nobody twice, what is hidden everywhere is left out, the target is tied when it is."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.assemble import assemble
from geometry.budget import section_triangles
from geometry.export.check import check_scene
from geometry.sampler import Sampler
from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from rite import stage


@pytest.fixture(scope="module")
def plan():
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="module")
def rite(plan):
    return stage(plan, sections=(15, 16))


@pytest.fixture(scope="module")
def scene(plan, rite):
    return assemble(plan, rite, lod=1)


def test_scene_is_fit_to_be_written(scene):
    check_scene(scene)


def test_the_budget_counts_no_less_than_is_drawn(scene, plan, rite):
    size = np.array([sum(len(p.faces) for p in scene.meshes[n.mesh].primitives) if n.mesh else 0 for n in scene.nodes])
    sampler, counted = Sampler(scene), section_triangles(plan, rite, 1)
    for number, clip in enumerate(scene.clips):
        shown = [
            np.abs(sampler.world(number, t)[:, :3, :3]).max(axis=(1, 2)) > 1e-6
            for t in (0, clip.duration // 2, clip.duration)
        ]
        most = max(int(size[s].sum()) for s in shown)
        bound = sum(counted[clip.extras["section"]].values())
        assert 0.9 * bound <= most <= bound


def test_people_stand_where_the_rite_puts_them(scene, rite, plan):
    unit = float(plan.ground.metres_per_chi)
    for number, section in enumerate(rite.sections):
        world = Sampler(scene).world(number, section.duration)
        index = {node.name: n for n, node in enumerate(scene.nodes)}
        for name, acts in section.people.items():
            if acts.postures and acts.postures[-1].posture == "hidden":
                continue
            last = acts.root[-1]
            ours = world[index[name]][:3, 3]
            assert np.abs(ours - np.array([last.x, last.z, -last.y]) * unit).max() < 0.02, name


def test_target_is_tied_when_the_marshal_has_it_tied(scene):
    sampler = Sampler(scene)
    index = {node.name: n for n, node in enumerate(scene.nodes)}

    def shown(name, clip, t):
        return bool(np.abs(sampler.world(clip, t)[index[name]][:3, :3]).max() > 0.5)

    assert shown("target-lower-folded", 0, 0)
    assert not shown("target-lower", 0, 0)
    end = scene.clips[1].duration
    assert shown("target-lower", 1, end)
    assert not shown("target-lower-folded", 1, end)


def test_every_part_of_a_figure_is_seen_somewhere(scene):
    parents = {node.parent for node in scene.nodes}
    tracked = {t.node for c in scene.clips for t in c.tracks if t.path == "scale" and t.values.max() > 0}
    for node in scene.nodes:
        if node.name not in parents and max(node.scale) == 0:
            assert node.name in tracked


def test_people_only_and_ground_only(plan, rite):
    people = assemble(plan, rite, lod=1, only="people")
    ground = assemble(plan, None, lod=1, only="ground")
    check_scene(people)
    assert "platform" not in [n.name for n in people.nodes]
    assert not any(n.extras.get("kind") == "person" for n in ground.nodes)


def test_clauses_stand_in_the_clips(scene):
    steps = scene.clips[0].extras["steps"]
    assert scene.clips[0].extras["section"] == 15
    assert all(s["text"] and s["end"] >= s["start"] for s in steps)
