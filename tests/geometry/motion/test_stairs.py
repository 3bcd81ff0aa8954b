"""On stairs: hem and toes stay clear of the treads, whoever climbs and whichever way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry.animate import cast_of, posed
from geometry.figure.figure import wardrobe
from geometry.motion import quat
from geometry.motion.body import Body
from geometry.motion.feet import stair_spans
from geometry.motion.pierce import skin
from rite.gestures import load_gait
from rite.model import DressKey, PersonActs, PostureKey, StagedSection
from rite.walk import Path

UNIT = 0.231
TREADS = ((6.0, -2.5, 1.0), (6.0, -1.5, 2.0), (6.0, -0.5, 3.0))


def up_and_down() -> tuple[PersonActs, int]:
    """Up three risers, three paces on, round, and down again."""
    gait = load_gait()["w2"]
    path = Path(6.0, -5.0, 0.0, 0.0)
    path.stairs(TREADS, "right", "stairs-up", 0.0)
    path.walk([(6.0, 4.0)], float(gait.step), gait.rate)
    path.turn(180.0)
    path.walk([(6.0, -0.5)], float(gait.step), gait.rate)
    path.stairs([*TREADS[1::-1], (6.0, -5.0, 0.0)], "right", "stairs-down", path.facing)
    path.wait(1000)
    dress, posture = (DressKey(0, "chaofu-brocade"),), (PostureKey(0, "stand"),)
    return PersonActs("guest", tuple(path.keys), tuple(path.feet), (), posture, dress), path.t


def stairs_high(z: np.ndarray) -> np.ndarray:
    """Height of the stairs, in m, at distances south (m): edges at 3, 2 and 1 尺."""
    return np.select([-z < -3 * UNIT, -z < -2 * UNIT, -z < -1 * UNIT], [0.0, UNIT, 2 * UNIT], 3 * UNIT)


def seen(body: Body, slot: str, joint: str, k: int) -> np.ndarray:
    """World points of what a joint shows at a sample."""
    points = skin(wardrobe("guest"), slot, str(body.shown[slot][k]))
    scale = body.scale["skirt"][k] if joint == "skirt" else np.ones(3)
    turn = np.broadcast_to(body.rotation[joint][k], (len(points), 4))
    local = quat.rotate(turn, points * scale) + body.translation[joint][k]
    yaw = np.broadcast_to(quat.about(1, np.array(180.0 - body.facing[k])), (len(points), 4))
    return quat.rotate(yaw, local * body.person.scale) + body.place[k]


@pytest.fixture(scope="module", params=[0.93, 1.0, 1.05])
def climber(request: pytest.FixtureRequest) -> Body:
    acts, duration = up_and_down()
    section = StagedSection(0, "stairs", "階", "stairs", "", duration, (), {"guest": acts}, {})
    people = {id: replace(who, scale=who.scale * request.param) for id, who in cast_of([section]).items()}
    return posed(section, people, UNIT)["guest"]


def test_the_hem_clears_the_treads(climber: Body) -> None:
    worst = 0.0
    for k in range(len(climber.times)):
        points = seen(climber, "skirt", "skirt", k)
        worst = max(worst, float((stairs_high(points[:, 2]) - points[:, 1]).max()))
    assert worst < 0.025
    assert {"up", "down", "stand"} <= set(climber.shown["skirt"].tolist())


@pytest.mark.parametrize("side", ["left", "right"])
def test_toes_stay_out_of_the_risers(climber: Body, side: str) -> None:
    for k in range(len(climber.times)):
        points = seen(climber, f"foot-{side}", f"foot-{side}", k)
        assert (stairs_high(points[:, 2]) - points[:, 1]).max() < 0.03, climber.times[k]


def test_spans_of_stairs() -> None:
    acts, duration = up_and_down()
    rising, falling = stair_spans(acts.footfalls, 0.0)
    assert len(rising) == len(falling) == 1
    assert rising[0][0] < rising[0][1] < falling[0][0] < falling[0][1] <= duration
    assert stair_spans([], 0.0) == ([], [])
