"""What is worn changes when the acts say so: the left arm bared, ring and guard, shoes off, another outfit in another section."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import animate, cast_of
from geometry.motion.rehearsal import rehearse
from geometry.sampler import Sampler
from geometry.scene import Scene
from rite.dress import BARE, GUARD, RING, SHOES_OFF, load_dress
from rite.model import DressKey, PostureKey, StagedSection

View = tuple[Scene, Sampler]


def dressed(section: StagedSection, role: str, keys: tuple[DressKey, ...]) -> StagedSection:
    return replace(section, people={**section.people, role: replace(section.people[role], dress=keys)})


def shown(view: View, role: str, slot: str, t: int) -> list[str]:
    scene, sampler = view
    world = sampler.world(0, t)
    names = [n.name for k, n in enumerate(scene.nodes) if n.mesh and abs(np.linalg.det(world[k][:3, :3])) > 1e-6]
    return [n.removeprefix(f"{role}-{slot}-") for n in names if n.startswith(f"{role}-{slot}-")]


def test_left_arm_is_bared_and_covered(seen: Callable[..., View]) -> None:
    section = rehearse("bare-arm")
    bare = frozenset({BARE, RING, GUARD})
    keys = (DressKey(0, "xuanduan-pupil"), DressKey(4500, "xuanduan-pupil", bare))
    view = seen(dressed(section, "archer-1-upper", keys), 0.231)
    assert shown(view, "archer-1-upper", "torso", 1000) == ["dressed"]
    assert shown(view, "archer-1-upper", "tail", 1000) == []
    assert shown(view, "archer-1-upper", "torso", 6000) == ["bare"]
    assert shown(view, "archer-1-upper", "fore-left", 6000) == ["guard"]
    assert shown(view, "archer-1-upper", "upper-left", 6000) == ["bare"]
    assert shown(view, "archer-1-upper", "tail", 6000) == ["bare"]
    # Nobody bares the right arm.
    assert shown(view, "archer-1-upper", "upper-right", 6000) in (["tube"], ["bag"])
    assert shown(view, "archer-1-upper", "hand-right", 6000)[0].startswith("ring")


def test_shoes_come_off(seen: Callable[..., View]) -> None:
    section = rehearse("shoes-off")
    keys = (DressKey(0, "chaofu-brocade"), DressKey(5500, "chaofu-brocade", frozenset({SHOES_OFF})))
    view = seen(dressed(section, "guest", keys), 0.231)
    # One foot after the other.
    for t, left, right in ((900, "shoe", "shoe"), (5000, "sock", "shoe"), (10000, "sock", "sock")):
        assert shown(view, "guest", "foot-left", t) == [left]
        assert shown(view, "guest", "foot-right", t) == [right]


def test_the_hem_is_held_up_and_the_legs_are_seen(seen: Callable[..., View]) -> None:
    view = seen(rehearse("lift-hem"), 0.231)
    assert shown(view, "guest", "skirt", 200) == ["stand"]
    assert shown(view, "guest", "skirt", 1200) == ["up"]
    assert shown(view, "guest", "foot-left", 1200) == ["lift"]


def test_another_outfit_in_another_section(seen: Callable[..., View]) -> None:
    section = rehearse("salute", role="host")
    assert load_dress().wear("host").in_section(1) == "xuanduan"
    view = seen(dressed(section, "host", (DressKey(0, "xuanduan"),)), 0.231)
    assert shown(view, "host", "skirt", 600) == ["stand-xuanduan"]
    assert shown(view, "host", "torso", 600) == ["dressed-xuanduan"]
    assert shown(seen(section, 0.231), "host", "torso", 600) == ["dressed"]


def test_hidden_people_are_not_seen(seen: Callable[..., View]) -> None:
    section = rehearse("salute")
    acts = replace(section.people["guest"], postures=(PostureKey(0, "hidden"), PostureKey(1500, "stand")))
    scene, sampler = seen(replace(section, people={"guest": acts}), 0.231)
    root = sampler.index["guest"]
    assert abs(np.linalg.det(sampler.world(0, 1000)[root][:3, :3])) < 1e-9
    assert abs(np.linalg.det(sampler.world(0, 2000)[root][:3, :3])) > 0.5
    assert scene.clips[0].duration == section.duration


def test_keys_stay_few(walk_of: Callable[..., tuple]) -> None:
    """Under 600 bytes a second for one who walks, climbs, bows and carries without a pause, none for one who stands: that is
    3 MB an hour for forty people of whom four are busy at any time, as in the shootings."""
    people, things, duration = {}, {}, 0
    for n in range(10):
        acts, own, length = walk_of(f"guest-{n + 2}", 3.0 * n)
        people[acts.id] = acts
        things |= own
        duration = max(duration, length)
    for n in range(30):
        one = rehearse("salute", role=f"attendant-{n + 1}", x=-20.0 - 2 * n).people[f"attendant-{n + 1}"]
        people[one.id] = replace(one, gestures=())
    section = StagedSection(6, "many", "眾", "many", "host-place", duration, (), people, things)
    clip = animate(section, cast_of([section]))

    def size(kept: Callable[[str], bool]) -> int:
        return sum(len(t.times) * (4 + (8 if t.path == "rotation" else 12)) for t in clip.tracks if kept(t.node))

    assert size(lambda node: not node.startswith("attendant")) / 10 / (duration / 1000) < 600
    assert size(lambda node: node.startswith("attendant")) / 30 < 600


@pytest.mark.parametrize("role", ["zither-1", "singer-2"])
def test_musicians_are_blind(role: str) -> None:
    assert load_dress().wear(role).blind
    assert not load_dress().wear("host").blind
