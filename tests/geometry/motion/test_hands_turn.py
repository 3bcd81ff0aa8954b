"""Which way palms look: down at 0, toward the middle of the body at 90, up at 180, as poses.toml says."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.motion import quat
from geometry.motion.poses import apply, blank
from geometry.motion.solve import INDEX, solve


@pytest.mark.parametrize("side", ["left", "right"])
def test_palms_turn_toward_the_middle_with_the_thumb_above(side: str) -> None:
    row = apply("hold-cup", blank("stand"), "stand").row
    rows = np.repeat(row[None], 3, axis=0)
    rows[:, INDEX[f"{side}_palm"]] = (0.0, 90.0, 180.0)
    hand = solve(rows).hand[side]
    sign = 1.0 if side == "left" else -1.0
    palm = quat.rotate(hand, np.broadcast_to([0.0, -1.0, 0.0], (3, 3)))
    thumb = quat.rotate(hand, np.broadcast_to([-sign, 0.0, 0.0], (3, 3)))
    assert palm[0][1] < -0.8
    assert sign * palm[1][0] < -0.6
    assert thumb[1][1] > 0.8
    assert palm[2][1] > 0.8
