"""The two states of a target in the course of the rite: left end folded and bound, then tied (不繫左下綱 … 繫左下綱)."""

from __future__ import annotations

import numpy as np

from geometry.scene import Track
from rite.model import ThingActs


def lower_tracks(acts: ThingActs, target: str = "target") -> tuple[Track, Track]:
    """STEP scales of the nodes `TARGET-lower` and `TARGET-lower-folded` for one section, from the acts of its left cord.

    The strip counts as tied from the key whose state is `tied`; before that, and where nothing is said, it is folded.
    """
    times: list[int] = []
    tied: list[float] = []
    for key in acts.keys:
        value = 1.0 if key.state == "tied" else 0.0
        at = int(key.t)
        if times and at - times[-1] < 5:
            tied[-1] = value
        elif not tied or tied[-1] != value:
            times.append(at if times else 0)
            tied.append(value)
    when = np.asarray(times or [0], dtype=np.int64)
    shown = np.repeat(np.asarray(tied or [0.0])[:, None], 3, axis=1)
    return (
        Track(f"{target}-lower", "scale", when, shown, True),
        Track(f"{target}-lower-folded", "scale", when.copy(), 1.0 - shown, True),
    )
