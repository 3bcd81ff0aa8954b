"""The scene that a picture needs: as an earlier run has built it, or built now and kept for the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from layout.choices import Choices, Company

if TYPE_CHECKING:
    from geometry.scene import Scene

FEW = 2
"""Sections of a scene that is kept; one of more is too large to be worth it."""


def scene_of(
    choices: Choices, company: Company, sections: tuple[int, ...] | None, lod: int
) -> tuple[Scene, Callable[[], None]]:
    """The scene of some sections (None: the ground by itself), and what keeps it for another day: to be called when there is time."""
    from geometry.scene import Scene
    from viewer import cache

    # A reading of one's own lies in a file that may change from one day to the next.
    asked = None if choices.reading_file or len(sections or ()) > FEW else ("scene", choices, company, sections, lod)
    found = cache.find(asked, Scene) if asked else None
    if found is not None:
        return found, lambda: None
    from shegong.build import build_plan, build_rite, build_scene

    plan = build_plan(choices, company)
    scene = build_scene(plan, build_rite(plan, sections) if sections is not None else None, lod=lod)

    def keep() -> None:
        if asked and cache.folder():
            cache.keep(asked, scene)

    return scene, keep
