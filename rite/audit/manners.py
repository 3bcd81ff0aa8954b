"""Rules of manners: whose stairs, facings as stated, side by side, who goes first, on which side one passes."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from layout.plan.model import Plan
from rite.audit.motion import always_hidden
from rite.audit.rules import Book, rule
from rite.cast import Cast
from rite.model import PersonActs, Rite, StagedSection
from rite.report import place_at
from rite.staging import words_of

_STILL = {
    "揖", "坐", "興", "立", "俟", "告", "曰", "請", "命", "作", "對", "辭", "禮辭", "許", "許諾", "視", "奠", "取", "袒", "襲", "決遂",
    "說決拾", "再拜", "答再拜", "拜", "答拜", "壹拜", "揚弓", "揖弓", "不挾", "搢三挾一", "負侯", "聽", "洗", "盥", "實", "酌", "面",
    "疑立", "安坐", "偃旌", "卒觶", "卒爵", "立飲", "飲", "撫矢而乘之", "委矢於楅", "倚", "設", "委", "去扑", "搢扑",
}  # fmt: skip


@rule
def own_stairs(rite: Rite, plan: Plan, book: Book) -> None:
    """The host uses the east stairs, everybody else the west."""
    for section in rite.sections:
        for person in section.people.values():
            if always_hidden(person):
                continue
            climbing = False
            for a, b in itertools.pairwise(person.root):
                if abs(a.z - b.z) < 1e-6:
                    climbing = False
                    continue
                if climbing:
                    continue
                climbing = True
                book.cases += 1
                east = b.x > 0
                if east != (person.id == "host"):
                    book.add(
                        person.id, section.number, a.t, (a.x, a.y, a.z), f"uses the {'east' if east else 'west'} stairs"
                    )


def stated_facing(move: str) -> str | None:
    """The facing in which a direction leaves its people, when it says one and nothing after it turns them."""
    acts = [part.split() for part in move.split(" · ")]
    found = None
    for tokens in acts:
        hit = [t for t in tokens if re.fullmatch(r"[東南西北]{1,2}面", t)]
        if hit:
            found = hit[-1]
        elif not set(tokens) & _STILL:
            found = None
    return found


@rule
def facing_as_stated(rite: Rite, plan: Plan, book: Book) -> None:
    """At the end of a clause everybody faces as its directions say."""
    facings = words_of(plan).sides.facing
    for section in rite.sections:
        for step in section.steps:
            single = len(step.who) == 1 or (len(step.moves) == 1)
            if not single or not step.moves:
                continue
            want = stated_facing(step.moves[-1] if len(step.who) == 1 else step.moves[0])
            if want is None or "‖" in step.moves[-1]:
                continue
            for name in step.who:
                book.cases += 1
                x, y, z, facing = place_at(section.people[name], step.end)
                off = abs((facing - facings[want] + 180) % 360 - 180)
                if off > 3:
                    book.add(name, section.number, step.end, (x, y, z), f"{step.text}: faces {facing:.0f}°, not {want}")


@rule
def side_by_side(rite: Rite, plan: Plan, book: Book) -> None:
    """Two who walk side by side stay near each other and do not change sides, and arrive together."""
    cast = Cast(plan.company)
    for section in rite.sections:
        for step in section.steps:
            if not any("並行" in m and not m.startswith("後耦") for m in step.moves):
                continue
            pair = cast.pair_of(step.who[0]) if step.who else None
            if pair is None or not set(pair.members) <= set(step.who):
                continue
            a, b = section.people[pair.upper], section.people[pair.lower]
            before: tuple[tuple[float, float], tuple[float, float]] | None = None
            for t in range(step.start, step.end + 1, 500):
                pa, pb = place_at(a, t), place_at(b, t)
                here = (pa[:2], pb[:2])
                moving = (
                    before is not None and math.dist(before[0], here[0]) > 0.3 and math.dist(before[1], here[1]) > 0.3
                )
                before = here
                # Only while both walk the same way: at the rack they part to its two sides.
                if not moving or abs((pa[3] - pb[3] + 180) % 360 - 180) > 15:
                    continue
                book.cases += 1
                far = math.dist(*here)
                if not 1.7 < far < 9.5:
                    x, y, z, _ = pa
                    book.add(" ".join(pair.members), section.number, t, (x, y, z), f"{step.text}: {far:.1f} 尺 apart")
                    break


@rule
def who_goes_first(rite: Rite, plan: Plan, book: Book) -> None:
    """On the stairs the upper archer is three risers ahead of the lower, one step empty between them (a cup's loser goes last up,
    first down)."""
    cast = Cast(plan.company)
    for section in rite.sections:
        if section.number in (24, 29):
            continue
        for pair in cast.three_pairs:
            a, b = section.people[pair.upper], section.people[pair.lower]
            for first, second in zip(_climbs(a), _climbs(b), strict=False):
                book.cases += 1
                if first[2] == second[2] and second[0] < first[1] - 3500:
                    x, y, z, _ = place_at(b, second[0])
                    book.add(
                        pair.lower,
                        section.number,
                        second[0],
                        (x, y, z),
                        "starts before the upper has taken his three steps",
                    )


def _climbs(person: PersonActs) -> list[tuple[int, int, int]]:
    """(start, end, +1 or −1) of every climb."""
    found: list[tuple[int, int, int]] = []
    for a, b in itertools.pairwise(person.root):
        if abs(b.z - a.z) < 1e-6:
            continue
        sign = 1 if b.z > a.z else -1
        if found and found[-1][2] == sign and found[-1][1] == a.t:
            found[-1] = (found[-1][0], b.t, sign)
        else:
            found.append((a.t, b.t, sign))
    return found


@rule
def passing_left(rite: Rite, plan: Plan, book: Book) -> None:
    """Those who pass 相左 have each other on the left: marshal and archery-master, and every pair that salutes another on its way."""
    cast = Cast(plan.company)
    for section in rite.sections:
        for a_name, b_name, start, end, what in passings(section, cast):
            side = pass_side(section.people[a_name], section.people[b_name], start, end)
            if side is None:
                continue
            book.cases += 1
            if side != "left":
                x, y, z, _ = place_at(section.people[a_name], start)
                book.add(f"{a_name} {b_name}", section.number, start, (x, y, z), f"{what}: passes on the {side}")


def passings(section: StagedSection, cast: Cast) -> Iterator[tuple[str, str, int, int, str]]:
    """Who passes whom 相左 in a section, from when to when, and at which clause."""
    for step in section.steps:
        if any("相左 司" in move for move in step.moves):
            yield "archery-master", "usher", step.start, step.end, step.text
            yield "usher", "archery-master", step.start, step.end, step.text
    for name in cast.archers if section.number in SHOOTING else ():
        own = cast.pair_of(name)
        for g in section.people[name].gestures:
            other = cast.pair_of(g.partner) if g.partner and g.gesture == "salute" else None
            if other is not None and other != own:
                yield name, g.partner or "", g.start - ABEAM, g.start + ABEAM, "相左相揖"


SHOOTING = range(18, 31)
"""In these sections pairs who salute another pair pass it."""
ABEAM = 8000
"""So long before and after their salute, ms, two pairs go by each other."""


def pass_side(a: PersonActs, b: PersonActs, start: int, end: int) -> str | None:
    """On which side of a mover somebody goes by (nearest time abeam, neither of them only turning); None when they do not pass."""
    best: tuple[float, str] | None = None
    previous: float | None = None
    turned = math.inf
    for t in range(start, end + 1, 200):
        ax, ay, _, facing = place_at(a, t)
        if abs(facing - turned) > 1.0:
            previous = None
        turned = facing
        bx, by, _, _ = place_at(b, t)
        angle = math.radians(facing)
        forward = (bx - ax) * math.sin(angle) + (by - ay) * math.cos(angle)
        right = (bx - ax) * math.cos(angle) - (by - ay) * math.sin(angle)
        far = math.hypot(bx - ax, by - ay)
        if previous is not None and previous >= 0 > forward and far < 20 and (best is None or far < best[0]):
            best = (far, "right" if right > 0 else "left")
        previous = forward
    return None if best is None else best[1]


@rule
def answered(rite: Rite, plan: Plan, book: Book) -> None:
    """A bow that names a partner has an answer from him in the same section, except where the text excuses him."""
    for section in rite.sections:
        made: dict[tuple[str, str], int] = {}
        for person in section.people.values():
            for g in person.gestures:
                if g.gesture.startswith("bow") and g.gesture != "bow-flat" and g.partner:
                    for other in g.options.get("to", g.partner).split():
                        made[person.id, other] = made.get((person.id, other), 0) + 1
        for a, b in made:
            book.cases += 1
            if (b, a) not in made and section.number not in EXCUSED:
                x, y, z, _ = place_at(section.people[a], 0)
                book.add(a, section.number, 0, (x, y, z), f"bows to {b}, who does not answer")


EXCUSED = {13, 35, 36, 37}
"""Sections in which the text itself leaves a bow unanswered (賓不答拜, 主人不見, 不拜)."""
