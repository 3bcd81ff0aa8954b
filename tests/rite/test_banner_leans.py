"""倚旌于侯中: the banner rests on the target; it does not go through it or stand on nothing."""

from __future__ import annotations

import math

from support.rites import staged


def test_a_leaning_banner_does_not_pass_through_the_target() -> None:
    """Where its pole comes to the plane of the cloth it is at the upper edge, and it stands on the side of those who shoot."""
    rite, plan = staged()
    target = plan.footprints["target"]
    assert target.top is not None
    leaning = [k for s in rite.sections for k in s.things["banner"].keys if k.lie == "leaning" and k.holder is None]
    assert leaning
    for key in leaning:
        before = key.y - float(target.y)
        assert before > 0
        assert abs(math.cos(math.radians(key.facing)) + 1.0) < 1e-9
        height = key.z + before * math.tan(math.radians(key.pitch))
        assert abs(height - float(target.top)) < 0.05
