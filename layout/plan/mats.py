"""The places that every mat has: in front of it, its two ends, beside them. 席前 席末, 升席自西方, 降席自南方."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from layout.evidence.model import Evidence
from layout.plan.model import Footprint, Place, toward
from layout.plan.resolve import Resolver

DIRECTIONS = {(0, 1): ("north", "北"), (1, 0): ("east", "東"), (0, -1): ("south", "南"), (-1, 0): ("west", "西")}


def mat_places(mat: Footprint, resolver: Resolver) -> Iterator[Place]:
    """Middle, front, both ends on the mat, the places beside the ends where one steps off it, and those of the dishes.

    Ids are MAT-seat, MAT-front, MAT-west-end (席末 of a mat that faces south), MAT-west (降席西) and so on; MAT-dishes
    (薦, close before the mat), MAT-meat (俎, before the dishes), MAT-dishes-west … (薦西 薦東, where cups are set down).
    Beside an end one stands a little before the mat, so as not to tread on the next one. Who hands something over at
    its front stands clear of the dishes: before a mat that faces south on its left (the host turns 西北面 to the
    guest), before the host's on its right (the guest turns 東南面).
    """
    reach = resolver.amount("arm-reach")
    fx, fy = toward(mat.facing)
    west, south, east, north = mat.bounds
    deep = (north - south if fy else east - west) / 2
    long = (east - west if fy else north - south) / 2
    left = 1 if fy else -1
    aside = resolver.amount("dishes-aside") * left
    front = (mat.x + fx * (deep + reach) + fy * -aside, mat.y + fy * (deep + reach) + fx * aside)
    owner = mat.id.removesuffix("-mat")
    yield _place(mat, f"{mat.id}-seat", "", "seat on the", (mat.x, mat.y), mat.facing, "就席", (f"{owner}-place",))
    back = (mat.facing + 180) % 360
    yield _place(
        mat, f"{mat.id}-front", "之前", "before the", front, back, "席前", (f"{mat.name}前", f"{mat.name[:-1]}之席前")
    )
    dish, meat = resolver.amount("dishes-gap"), resolver.amount("meat-gap")
    food = (("dishes", "薦", "dishes before the", "薦", dish), ("meat", "俎", "meat stand before the", "折俎", meat))
    for what, chinese, words, clause, gap in food:
        at = (mat.x + fx * (deep + gap), mat.y + fy * (deep + gap))
        yield _place(mat, f"{mat.id}-{what}", f"之{chinese}", words, at, mat.facing, clause, ())
    for dx, dy in ((fy, -fx), (-fy, fx)):
        english, chinese = DIRECTIONS[(int(dx), int(dy))]
        out = resolver.amount("cup-aside")
        at = (mat.x + fx * (deep + dish) + dx * out, mat.y + fy * (deep + dish) + dy * out)
        own = (f"薦{chinese}",) if mat.id == "guest-mat" else ()
        yield _place(
            mat,
            f"{mat.id}-dishes-{english}",
            f"之薦{chinese}",
            f"{english} of the dishes before the",
            at,
            mat.facing,
            "薦",
            own,
        )
    room = resolver.amount("shoulder-room") / 2
    wall = resolver.ground.chi("hall.inner-width") / 2 - room
    for dx, dy in ((fy, -fx), (-fy, fx)):
        english, chinese = DIRECTIONS[(int(dx), int(dy))]
        end = (mat.x + dx * (long - room), mat.y + dy * (long - room))
        off = (mat.x + dx * (long + room / 2) + fx * (deep + room), mat.y + dy * (long + room / 2) + fy * (deep + room))
        off = (max(-wall, min(wall, off[0])), off[1])
        # The tail is the end by which one mounts (升由下): of a south-facing mat (東上) the west, of the host's, which
        # faces west, the north (主人升席自北方; 曲禮 東鄉西鄉 以南方為上; 賈 on 主人降席自南方 has him taste there).
        tail = (f"{mat.name}末",) if (chinese == "西" and fy) or (chinese == "北" and fx) else ()
        yield _place(
            mat, f"{mat.id}-{english}-end", f"{chinese}端", f"{english} end of the", end, mat.facing, "席末", tail
        )
        yield _place(
            mat,
            f"{mat.id}-{english}",
            f"之{chinese}",
            f"{english} of the",
            off,
            mat.facing,
            "降席",
            (f"{mat.name}{chinese}",),
        )


def _place(
    mat: Footprint,
    key: str,
    suffix: str,
    english: str,
    at: tuple[Fraction, Fraction],
    facing: Fraction,
    clause: str,
    words: tuple[str, ...],
) -> Place:
    why = Evidence(clause, "經", "鄉射禮·經", "inferred", f"{mat.name}{suffix or '上'}", None, "follows the mat")
    name = f"{mat.name}{suffix or '上'}"
    return Place(
        id=key,
        name=name,
        name_en=f"{english} {mat.name_en}",
        x=at[0],
        y=at[1],
        level=mat.base,
        facing=facing,
        words=tuple(w for w in words if w != name),
        venue=mat.venue,
        certainty="inferred",
        evidence=(why, *mat.evidence),
        expression=name,
    )
