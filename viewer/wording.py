"""What is written under pictures and films: the clause of a moment as the received text points it, and its gloss."""

from __future__ import annotations

from typing import Any

from geometry.scene import Scene


class Wording:
    """The clauses of a scene, for any number of pictures: each section is pointed once, when it is asked for."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._pointed: dict[int, list[str]] = {}

    def at(self, clip: int, t: int) -> tuple[str, str] | None:
        """Clause and gloss at `t` ms of a clip: of the last step that has begun and not ended; None where there is none."""
        number = step_number(self._scene, clip, t)
        if number is None:
            return None
        step = self._scene.clips[clip].extras["steps"][number]
        return self._clauses(clip)[number], str(step.get("gloss", ""))

    def _clauses(self, clip: int) -> list[str]:
        if clip not in self._pointed:
            extras = self._scene.clips[clip].extras
            said = [(str(s.get("layer", "經")), str(s.get("text", ""))) for s in extras.get("steps", ())]
            self._pointed[clip] = _point(extras.get("section"), said)
        return self._pointed[clip]


def _point(section: Any, said: list[tuple[str, str]]) -> list[str]:
    if not isinstance(section, int):
        return [clause for _, clause in said]
    from layout.text import load_text
    from layout.text.pointed import pointed

    return pointed(load_text(), section, said)


def step_number(scene: Scene, clip: int, t: int) -> int | None:
    """Which step of a clip a moment belongs to: the last that has begun and not ended (times of steps are ms of the section)."""
    if not scene.clips:
        return None
    found = None
    for number, step in enumerate(scene.clips[clip].extras.get("steps", ())):
        if step["start"] <= t < step["end"]:
            found = number
    return found
