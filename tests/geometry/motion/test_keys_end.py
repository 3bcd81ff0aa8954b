"""No key lies after the end of a clip, whatever millisecond the section ends at; who moves to the last has one there."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from geometry.motion.body import GRID, sample_times
from geometry.motion.carry import snap
from geometry.motion.feet import Root
from geometry.motion.poses import blank
from geometry.motion.timeline import Timeline
from rite.model import PersonActs


@given(st.integers(0, 10**8))
def test_rounding_up_carries_no_key_past_the_end(t: int) -> None:
    assert t - GRID < snap(t) <= t
    assert snap(t) % GRID == 0


@given(st.integers(1000, 2000))
def test_last_sample_of_one_who_turns_to_the_end_is_the_end(duration: int) -> None:
    """A key a few ms before it would be moved there, and he would turn more slowly than he does."""
    times = np.array([0, 400, duration])
    root = Root(times, np.zeros((3, 3)), np.array([0.0, 0.0, 90.0]))
    found = sample_times(PersonActs("host", ()), Timeline([0], [blank("stand")], [], []), root, duration)
    assert found[-1] == duration
    assert np.diff(found).min() >= 5


def test_a_turn_to_the_very_end_lasts_to_the_very_end() -> None:
    """A section need not end on the grid of keys: its last sample lies at its end, not a few ms before."""
    from geometry.motion.body import sample_times
    from geometry.motion.feet import root_of
    from geometry.motion.timeline import Timeline
    from rite.model import PersonActs, RootKey

    acts = PersonActs("host", (RootKey(0, 0.0, 0.0, 0.0, 0.0), RootKey(1000, 0.0, 0.0, 0.0, 0.0), RootKey(2003, 0.0, 0.0, 0.0, 90.0)))  # fmt: skip
    times = sample_times(acts, Timeline([0], [], [], []), root_of(acts, 0.231), 2003)
    assert times[-1] == 2003
    assert (times[1:] - times[:-1]).min() >= 5
