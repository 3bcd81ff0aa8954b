"""A moment of the staged rite as the plan draws it."""

from __future__ import annotations

import pytest

from layout.errors import InputError
from rite.model import PersonActs, PostureKey, Rite, RootKey, StagedSection, Step, ThingActs, ThingKey
from shegong.moments import moment_of


@pytest.fixture(scope="module")
def rite() -> Rite:
    guest = PersonActs(
        "guest",
        (RootKey(0, 0.0, 0.0, 0.0, 350.0), RootKey(1000, 0.0, 0.0, 0.0, 350.0), RootKey(3000, 4.0, 8.0, 0.0, 370.0)),
        postures=(PostureKey(0, "stand"), PostureKey(3000, "kneel")),
    )
    host = PersonActs("host", (RootKey(0, 9.0, 9.0, 3.0, 0.0),), postures=(PostureKey(0, "hidden"),))
    steps = (
        Step("主人降", "The host goes down.", 0, 900, ("host",)),
        Step("賓降", "The guest goes down.", 1000, 3000, ("guest",)),
    )
    things = {
        "arrow-rack": ThingActs(
            "arrow-rack", "arrow-rack", (ThingKey(0, visible=False), ThingKey(2000, x=0.0, y=-48.0))
        )
    }
    section = StagedSection(
        6, "section-6", "獻賓", "The offering", "school", 4000, steps, {"guest": guest, "host": host}, things
    )
    return Rite("zhou-xu", 1, (section,))


def test_where_everybody_is(rite: Rite) -> None:
    moment = moment_of(rite, 6, 2000)
    (guest,) = moment.figures
    assert (guest.x, guest.y, guest.facing) == (2.0, 4.0, 360.0)
    assert not guest.kneels
    assert guest.way == ((0.0, 0.0), (2.0, 4.0))
    assert (moment.clause, moment.gloss) == ("賓降", "The guest goes down.")
    assert moment_of(rite, 6, 4000).figures[0].kneels
    assert moment_of(rite, 6, 500).figures[0].way == ()


def test_what_is_set_up(rite: Rite) -> None:
    assert "arrow-rack" in moment_of(rite, 6, 1000).absent
    assert "arrow-rack" not in moment_of(rite, 6, 2500).absent
    assert "cup-stand" in moment_of(rite, 6, 2500).absent


def test_moments_that_are_not(rite: Rite) -> None:
    with pytest.raises(InputError, match="there are 6"):
        moment_of(rite, 7, 0)
    with pytest.raises(InputError, match=r"lasts 4\.0 s"):
        moment_of(rite, 6, 5000)
