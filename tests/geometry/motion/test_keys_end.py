"""No key lies after the end of a clip, whatever millisecond the section ends at."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from geometry.motion.body import GRID
from geometry.motion.carry import snap


@given(st.integers(0, 10**8))
def test_rounding_up_carries_no_key_past_the_end(t: int) -> None:
    assert t - GRID < snap(t) <= t
    assert snap(t) % GRID == 0
