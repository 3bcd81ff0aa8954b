"""Who does what, when and where: score, staging, shooting, timeline. Knows places and gestures by name, no meshes."""

from __future__ import annotations

from collections.abc import Iterable

from layout.plan.model import Plan
from rite.model import Rite


def stage(plan: Plan, sections: Iterable[int] | None = None, seed: int | None = None) -> Rite:
    """Stage the rite on a plan: see `rite.staging.stage`. The score is read only when it is called for."""
    from rite.staging import stage as run

    return run(plan, sections, seed)


__all__ = ["stage"]
