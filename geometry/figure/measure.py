"""The measures of a figure 1.68 m tall, in metres; every person is this body scaled to his height.

Proportions after the 中人 of the commentators: foot 尺二寸, grip 四寸, arms spread 八尺 with the sleeves' owner a little less tall.
"""

from __future__ import annotations

from dataclasses import dataclass

HEIGHT = 1.68
CHI = 0.231

WAIST = 1.02
"""Height of the pivot between hips and torso."""
HIP_BELOW_WAIST = WAIST - 0.52 * HEIGHT
HIP_HALF = 0.095
THIGH = (0.52 - 0.285) * HEIGHT
SHIN = 0.285 * HEIGHT - 0.075
ANKLE = 0.075

SHOULDER_HALF = 0.170
SHOULDER_UP = 0.31
"""Above the waist pivot."""
UPPER = 0.285
FORE = 0.245
NECK_UP = 0.405
NECK_FORWARD = 0.012
HAND = 0.09
"""From the wrist to the middle of the grip."""

FOOT_HALF = 0.092
"""Half the distance of the feet when he stands."""
FOOT_LONG = 1.2 * CHI


@dataclass(frozen=True)
class Quality:
    """How many sides the parts have."""

    name: str
    skirt: int
    torso: int
    arm: int
    head: int
    fine: bool


NEAR = Quality("near", 24, 16, 10, 14, True)
COURT = Quality("court", 16, 12, 8, 12, True)
FAR = Quality("far", 8, 8, 6, 8, False)
