"""From what the user asks for to ground, plan, rite and scene: the one way that commands and programs build them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layout.choices import Choices, Company
from layout.errors import InputError

if TYPE_CHECKING:
    from geometry.scene import Scene
    from layout.evidence.model import Ground
    from layout.plan.model import Plan
    from rite.model import Rite


@dataclass(frozen=True)
class Moment:
    """A moment of the rite: section number and ms from its beginning."""

    section: int
    t: int = 0


def parse_sections(text: str | None) -> tuple[int, ...] | None:
    """Section numbers from "18-21", "3,5,18-20" (None: all). InputError when a number is not 1–37."""
    if text is None:
        return None
    numbers: list[int] = []
    for piece in text.split(","):
        found = re.fullmatch(r"\s*(\d+)\s*(?:[-–]\s*(\d+)\s*)?", piece)
        if not found:
            raise InputError(f"--sections {text!r}: expected numbers and ranges such as 18-21 or 3,5,18-20")
        first, last = int(found[1]), int(found[2] or found[1])
        if first > last:
            raise InputError(f"--sections {text!r}: {first} comes after {last}; write {last}-{first}")
        if not 1 <= first <= last <= 37:
            raise InputError(f"--sections {text!r}: sections run from 1 to 37")
        numbers.extend(n for n in range(first, last + 1) if n not in numbers)
    return tuple(sorted(numbers))


def parse_moment(text: str) -> Moment:
    """A moment from "18" or "18+42.5" (section, seconds). InputError otherwise."""
    found = re.fullmatch(r"\s*(\d+)\s*(?:\+\s*(\d+(?:\.\d+)?)\s*)?", text)
    if not found or not 1 <= int(found[1]) <= 37:
        raise InputError(f"--at {text!r}: expected SECTION or SECTION+SECONDS, such as 18+42.5 (sections 1 to 37)")
    return Moment(int(found[1]), round(float(found[2] or 0) * 1000))


def build_ground(choices: Choices | None = None) -> Ground:
    """All dimensions under a reading."""
    from layout.evidence import derive

    return derive(choices or Choices())


def build_plan(choices: Choices | None = None, company: Company | None = None) -> Plan:
    """The ground laid out for a company."""
    from layout.plan import lay_out

    return lay_out(build_ground(choices), company or Company())


def build_rite(plan: Plan, sections: Sequence[int] | None = None) -> Rite:
    """The rite staged on a plan: all scored sections, or those asked for."""
    from rite import stage

    return stage(plan, sections=sections, seed=plan.company.seed)


def build_scene(plan: Plan, rite: Rite | None = None, *, lod: int = 0, only: str | None = None) -> Scene:
    """The scene of a plan with, where a rite is given, everyone in it moving."""
    from geometry.assemble import assemble

    return assemble(plan, rite, lod=lod, only=only)


def clip_at(scene: Scene, moment: Moment) -> int:
    """Index of the clip of a section; InputError naming the sections that there are."""
    numbers = [int(c.extras.get("section", -1)) for c in scene.clips]
    if moment.section not in numbers:
        raise InputError(
            f"section {moment.section} is not in this scene; it has {', '.join(map(str, numbers)) or 'none'}"
        )
    index = numbers.index(moment.section)
    if moment.t > scene.clips[index].duration:
        raise InputError(
            f"section {moment.section} lasts {scene.clips[index].duration / 1000:.1f} s; {moment.t / 1000:.1f} s is after its end"
        )
    return index
