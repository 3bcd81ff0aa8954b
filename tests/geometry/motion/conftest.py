"""A small staged section that uses everything: one walks, climbs stairs, salutes, kneels, bows, takes a cup, rises; one shoots."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from geometry.animate import animate, cast_of
from geometry.figure.tree import people_nodes
from geometry.motion.bows import bow_nodes, draw_names
from geometry.motion.vessels import VESSELS, vessel_nodes
from geometry.sampler import Sampler
from geometry.scene import Clip, Node, Scene
from rite.gestures import gesture, load_gait
from rite.model import DressKey, GestureAct, PersonActs, PostureKey, RootKey, StagedSection, ThingActs, ThingKey
from rite.walk import Path

RISERS = ((6.0, -1.4, 1.0), (6.0, -0.4, 2.0), (6.0, 0.8, 3.0))


def walker(role: str = "host", shift: float = 0.0) -> tuple[PersonActs, dict[str, ThingActs], int]:
    """Walks 30 尺, turns, climbs three risers, salutes, kneels, bows twice, takes a cup, rises and drinks."""
    gait = load_gait()
    path = Path(-12.0 + shift, -14.0, 0.0, 90.0)
    path.walk([(6.0 + shift, -14.0), (6.0 + shift, -2.6)], float(gait["w3"].step), gait["w3"].rate)
    path.stairs([(x + shift, y, z) for x, y, z in RISERS], "right", "stairs-up", path.facing)
    path.walk([(6.0 + shift, 6.0)], float(gait["w2"].step), gait["w2"].rate)
    acts: list[GestureAct] = []
    t = path.t + 300
    place = (path.x, path.y + 1.9, path.z)
    cup = f"cup-{role}"
    contact = 0
    for name in ("salute", "kneel", "bow-twice", "take", "rise", "drink-standing", "kneel", "set-down", "rise"):
        entry = gesture(name)
        wants = name in ("take", "set-down")
        acts.append(GestureAct(t, t + entry.duration, name, None, cup if wants else None, place if wants else None))
        if name == "take":
            contact = t + (entry.contact_ms or 0)
        if name == "set-down":
            left = t + (entry.contact_ms or 0)
        t += entry.duration + 100
    path.wait(t - path.t)
    path.turn(180.0)
    root = (*path.keys, RootKey(path.t + 200, path.x, path.y, path.z, path.facing))
    dress = (DressKey(0, "chaofu"),)
    ground = ThingKey(0, None, "", *place, 0.0)
    things = {
        cup: ThingActs(
            cup, "cup", (ground, ThingKey(contact, role, "both-hands"), ThingKey(left, None, "", *place, 0.0))
        )
    }
    done = PersonActs(role, root, tuple(path.feet), tuple(acts), (PostureKey(0, "stand"),), dress)
    return done, things, path.t + 200


@pytest.fixture(scope="session")
def demo() -> StagedSection:
    acts, things, duration = walker()
    return StagedSection(6, "demo", "試", "a trial", "host-place", duration, (), {"host": acts}, things)


View = tuple[Scene, Sampler]


def view(section: StagedSection, metres_per_chi: float = 0.231) -> View:
    """The scene of a section and its sampler."""
    cast = cast_of([section], 1, metres_per_chi)
    nodes, meshes, materials = people_nodes(list(section.people), 1, metres_per_chi)
    for id, thing in section.things.items():
        if thing.kind == "bow":
            nodes += bow_nodes(id, dict.fromkeys(draw_names(), "bow"))
        elif thing.kind in VESSELS:
            nodes += vessel_nodes(id, "", "")
        else:
            nodes.append(Node(id))
    clip: Clip = animate(section, cast, metres_per_chi)
    scene = Scene(materials, meshes, tuple(nodes), (clip,))
    return scene, Sampler(scene)


@pytest.fixture(scope="session")
def demo_view(demo: StagedSection) -> View:
    return view(demo)


@pytest.fixture(scope="session")
def seen() -> Callable[[StagedSection, float], View]:
    return view


@pytest.fixture(scope="session")
def walk_of() -> Callable[[str, float], tuple[PersonActs, dict[str, ThingActs], int]]:
    return walker


def course(
    sampler: Sampler, node: str, times: NDArray[np.int64], local: tuple[float, float, float] = (0, 0, 0)
) -> NDArray[np.float64]:
    """World positions of a point of a node at times (n,): (n, 3)."""
    k = sampler.index[node]
    point = np.array([*local, 1.0])
    return np.array([(sampler.world(0, int(t))[k] @ point)[:3] for t in times])


@pytest.fixture(scope="session")
def trace() -> Callable[..., NDArray[np.float64]]:
    return course
