"""Where a word of the score is: places of the plan, places of the score's own table, points beside people and things."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from layout.errors import UnknownNameError
from layout.plan.model import Place, Plan
from rite.cast import Cast
from rite.route import Block
from rite.score import Arg
from rite.words import Words
from rite.world import Actor, BowHome, Spot, World

BESIDE = 4.0
"""The customary distance of X之東 and the like, 尺: beyond arm's length, near enough to be said to be beside him."""

WAY = 3.9
"""So far, 尺, those who stand in a row keep from a point through which others walk."""
WAYS = ("path-west-turn",)
"""Corners of the ways (由 …) beside which long rows stand."""

FOOT_OF_STAIRS = 1.4
"""So far before the lowest tread, in 尺, one stands who is about to climb: near enough to step on it."""
_SKIP = {"platform", "roof", "gate", "lane", "mark", "path", "line", "purlin", "stairs", "cord", "eaves"}
"""Kinds of footprint that do not stand in anybody's way."""


@dataclass(frozen=True)
class Stairs:
    """One flight: its middle line, the treads from foot to hall, the spots at its foot and head."""

    id: str
    x: float
    treads: tuple[tuple[float, float, float], ...]
    foot: Spot
    head: Spot


class Where:
    """Resolves the place words of a score on one plan."""

    def __init__(self, plan: Plan, cast: Cast, words: Words) -> None:
        self.plan, self.cast, self.words = plan, cast, words
        self.height = float(plan.ground.chi("platform.height"))
        self._ranks = _ranks(cast)
        self._firsts = {n for (row, name), n in self._ranks.items() if row == "archers" and _is_first(cast, name)}
        self._cache: dict[tuple[str, int], Spot] = {}
        self._rows: dict[str, list[tuple[float, float]]] = {}
        self._looked: dict[str, int] = {}
        self._ways = [(float(p.x), float(p.y)) for n in WAYS if (p := plan.places.get(n)) is not None]
        self.stairs = {name: self._flight(name) for name in ("stairs-west", "stairs-east")}
        self.half = float(plan.ground.chi("hall.inner-width")) / 2
        self.depth = float(plan.ground.chi("hall.depth"))
        self.homes: Mapping[str, BowHome] = {}
        self.mats: Mapping[str, Spot] = {}
        self.focus = ""
        self.wall_y = float(plan.ground.chi("wall.y-south"))
        ring = plan.footprints["platform"].ring
        self.edge = max(float(x) for x, _ in ring) - 0.6
        self.back = max(float(y) for _, y in ring) - 0.6

    def _flight(self, name: str) -> Stairs:
        chi = self.plan.ground.chi
        x = float(chi("stairs.x")) * (1 if name == "stairs-east" else -1)
        count, rise, tread = int(chi("step.count")), float(chi("step.rise")), float(chi("step.tread"))
        south = -count * tread
        treads = [(x, south + (n + 0.5) * tread, (n + 1) * rise) for n in range(count)]
        # The topmost tread lies level with the hall; one more step takes the body off the edge.
        treads.append((x, 1.0, self.height))
        foot = Spot(x, south - FOOT_OF_STAIRS, 0.0, 0.0, f"{name}-foot")
        return Stairs(name, x, tuple(treads), foot, Spot(x, 1.0, self.height, 0.0, f"{name}-edge"))

    def place(self, word: str) -> Place | None:
        """The place of the plan behind a word, or None."""
        found = self.words.kinds.get(word)
        if found and found[0] == "place" and found[1] in self.plan.places:
            return self.plan.places[found[1]]
        if word in self.plan.places:
            return self.plan.places[word]
        for place in self.plan.places.values():
            if word == place.name or word in place.words:
                return place
        return None

    def spot(self, word: str, world: World, who: Actor | None = None, index: int | None = None) -> Spot:
        """The point that a word names, for one who is the `index`-th of his line. UnknownNameError when no table has it."""
        table = ("place", word) if word in self.words.places else self.words.kinds.get(word)
        if table and table[0] == "place" and table[1] in self.words.places:
            entry = self.words.places[table[1]]
            if entry.at == "pillar-way":
                inside = self.plan.ground.options.get("path", "inside") == "inside"
                if inside:
                    return self.spot("inside-pillar-west-turn", world, who, 0)
                # Far enough before the pillar for two who walk side by side.
                before = self.spot("outside-pillar-west", world, who, 0)
                return Spot(before.x, before.y - 1.6, before.z, None, "pillar-way")
            if entry.at.startswith("own-"):
                return self._own(entry.at, word, world, who)
            base = self.spot(entry.at, world, who, index)
            facing = base.facing if entry.facing is None else entry.facing
            dx, dy = entry.offset
            return Spot(base.x + dx, base.y + dy, base.z, facing, table[1])
        place = self.place(word)
        if place is not None:
            rank = self.rank(place, who) if index is None else index
            key = (place.id, rank)
            if key not in self._cache:
                x, y = self._nth(place, rank)
                facing = None if place.facing is None else float(place.facing)
                self._cache[key] = Spot(float(x), float(y), float(place.level), facing, place.id)
            return self._cache[key]
        found = self.words.beside(word)
        if found:
            base = self.base(found[0], world)
            dx, dy = self.words.sides.beside[found[1]]
            return Spot(base.x + dx * BESIDE, base.y + dy * BESIDE, base.z, None, word, True)
        if table and table[0] in ("person", "thing"):
            return self.base(word, world)
        for foot in self.plan.footprints.values():
            if word in (foot.id, foot.name):
                return Spot(float(foot.x), float(foot.y), float(foot.base), float(foot.facing), foot.id)
        known = [w for w, k in self.words.kinds.items() if k[0] == "place"]
        raise UnknownNameError("place", word, known)

    def _nth(self, place: Place, rank: int) -> tuple[float, float]:
        """The rank-th point of a row; a long row leaves out the points through which people walk (由)."""
        found = self._rows.setdefault(place.id, [])
        if place.row is None or place.venue != "school" or float(place.level) > 0:
            at = place.nth(rank)
            return float(at[0]), float(at[1])
        n = self._looked.get(place.id, 0)
        while len(found) <= rank:
            torn = place.limit is not None and (n + 1) % place.limit == 0 and len(found) in self._firsts
            x, y = (float(v) for v in place.nth(n))
            n += 1
            # The two of a pair stand in one rank: the last place of a rank is left empty rather than tear them apart.
            if not (torn and place.id.startswith("archers-place")) and all(
                math.dist((x, y), way) >= WAY for way in self._ways
            ):
                found.append((x, y))
        self._looked[place.id] = n
        return found[rank]

    def _own(self, what: str, word: str, world: World, who: Actor | None) -> Spot:
        """Places that everybody has for himself: own-bow, own-mat, own-station, own-side (the west or east of the hall)."""
        if what == "own-drinker":
            mat = self.plan.places.get(f"{self.focus}-mat-front")
            if mat is None:
                raise UnknownNameError("place (nobody of rank drinks)", word, [])
            return Spot(
                float(mat.x), float(mat.y), float(mat.level), None if mat.facing is None else float(mat.facing), mat.id
            )
        if who is None:
            raise UnknownNameError("place of nobody", word, [])
        if what == "own-mat-side":
            side = "east" if who.id.startswith("grandee-") else "north" if who.id == "host" else "west"
            mat = self.plan.places.get(f"{who.id}-mat-{side}")
            if mat is None:
                raise UnknownNameError(f"place ({who.id} has no mat)", word, [])
            return Spot(float(mat.x), float(mat.y), float(mat.level), None, mat.id)
        if what == "own-partner":
            pair = self.cast.pair_of(who.id)
            if pair is None:
                raise UnknownNameError(f"place ({who.id} has no partner)", word, [])
            other = world.actors[pair.upper if who.id == pair.lower else pair.lower]
            return Spot(other.x + 2.6, other.y, other.z, 90.0, "own-partner")
        table: dict[str, Spot | None] = {
            "own-bow": self.homes[who.id].stand if who.id in self.homes else None,
            "own-mat": self.mats.get(who.id),
            "own-station": who.station,
        }
        spot = table.get(what)
        if spot is None:
            raise UnknownNameError(f"place ({who.id} has none)", word, [k for k, v in table.items() if v])
        return spot

    def base(self, word: str, world: World) -> Spot:
        """Where a person or thing is at the moment (a group: its first)."""
        kind, key = self.words.kind(word) or ("", "")
        if kind == "thing" and key in world.things:
            x, y, z = world.where(world.things[key])
            return Spot(x, y, z, None, key)
        if kind in ("person", "id"):
            members = self.cast.members(key, self.words) or ((key,) if key in world.actors else ())
            if members:
                a = world.actors[members[0]]
                return Spot(a.x, a.y, a.z, a.facing, a.id)
            if key in world.things:
                x, y, z = world.where(world.things[key])
                return Spot(x, y, z, None, key)
        return self.spot(word, world)

    def rank(self, place: Place, who: Actor | None) -> int:
        """The place in a row that is somebody's own."""
        if who is None or place.row is None:
            return 0
        group = "archers" if place.id.startswith("archers-place") or place.id == "gear-west" else ""
        ranks = self._ranks
        if group and (group, who.id) in ranks:
            return ranks[(group, who.id)]
        return ranks.get((place.id, who.id), ranks.get(("", who.id), 0))

    def flight(self, word: str, who: Actor) -> Stairs:
        """The stairs that a word names; 其階 are his own."""
        if word in ("其階", "own-stairs"):
            return self.stairs["stairs-east" if who.id == "host" else "stairs-west"]
        names = {"西階": "stairs-west", "阼階": "stairs-east", "東階": "stairs-east"}
        key = names.get(word) or (self.words.kinds.get(word) or ("", word))[1]
        for name, stairs in self.stairs.items():
            if key.startswith(name):
                return stairs
        raise UnknownNameError("stairs", word, [*names, "其階"])

    def on_hall(self, point: tuple[float, float]) -> bool:
        """Whether a point is on the floor of the platform, inside the walls or beside them, with room for the shoulders."""
        side, y = abs(point[0]), point[1]
        if y < self.wall_y - 0.6:
            return side < self.edge and y > 0.3
        inside = side < self.half - 0.6 and y < self.depth - 0.6
        return inside or (self.half + 2.0 < side < self.edge and y < self.back)

    def in_court(self, point: tuple[float, float]) -> bool:
        """Whether a point is on open ground (the blocks say what stands there)."""
        return abs(point[0]) < 800 and -1200 < point[1] < 400


def facing_of(arg: Arg, words: Words) -> float:
    """Degrees of a facing word."""
    return words.sides.facing[arg.word]


def blocks_of(plan: Plan) -> dict[str, list[Block]]:
    """What stands in the way in the court and on the hall, as rectangles."""
    height = float(plan.ground.chi("platform.height"))
    found: dict[str, list[Block]] = {"court": [], "hall": []}
    for foot in plan.footprints.values():
        if foot.venue != "school" or foot.kind in _SKIP:
            continue
        ring = [(float(x), float(y)) for x, y in foot.ring]
        xs, ys = [p[0] for p in ring], [p[1] for p in ring]
        if max(xs) - min(xs) > 120 or max(ys) - min(ys) > 120:
            continue
        base = float(foot.base)
        if base > height + 4:
            continue
        if foot.kind == "screen":
            # A shelter open to the south: only its north wall is in the way.
            ys = [max(ys) - 0.8, max(ys)]
        level = "hall" if base >= height - 0.5 and _inside_hall(plan, xs, ys) else "court"
        found[level].append(Block(min(xs), min(ys), max(xs), max(ys), foot.id))
    platform = plan.footprints.get("platform")
    if platform is not None:
        xs = [float(x) for x, _ in platform.ring]
        ys = [float(y) for _, y in platform.ring]
        found["court"].append(Block(min(xs), min(ys), max(xs), max(ys), "platform"))
    for name in ("stairs-west", "stairs-east"):
        stairs = plan.footprints.get(name)
        if stairs is not None:
            xs = [float(x) for x, _ in stairs.ring]
            ys = [float(y) for _, y in stairs.ring]
            found["court"].append(Block(min(xs), min(ys), max(xs), max(ys) + 1, name))
    return found


def _inside_hall(plan: Plan, xs: list[float], ys: list[float]) -> bool:
    half = float(plan.ground.chi("hall.inner-width")) / 2
    depth = float(plan.ground.chi("hall.depth"))
    return max(abs(v) for v in xs) <= half + 4 and min(ys) >= -0.5 and max(ys) <= depth + 4


def _ranks(cast: Cast) -> Mapping[tuple[str, str], int]:
    """Which place in a row is whose: (row, person) → index."""
    table: dict[tuple[str, str], int] = {}
    line = [*(n for p in cast.three_pairs for n in p.members), *cast.rule("shooting-guests")]
    for n, name in enumerate(line):
        table[("archers", name)] = n
    for n, name in enumerate(("guest-2", "guest-3", "guest-4")):
        table[("", name)] = n
    for n, name in enumerate(g for g in cast.guests if int(g[6:]) > 4):
        table[("", name)] = n
    for n, name in enumerate(cast.guests):
        table[("guests-court-place", name)] = n
        table[("guests-first-place", name)] = n
        table[("gate-inside-west", name)] = table[("gate-outside-west", name)] = n + 1
    boys = [*(n for p in cast.three_pairs for n in p.members), "caller", "scorer", *(f"pupil-{n}" for n in range(1, 5))]
    for n, name in enumerate([*boys, *(f"leader-{n}" for n in range(1, 5))]):
        table[("pupils-place", name)] = n
    for n, name in enumerate(["archery-master", *(f"attendant-{n}" for n in range(1, 5))]):
        table[("attendants-place", name)] = n
    for kind in ("pupil", "attendant", "leader", "piper", "grandee"):
        for n in range(1, 50):
            table[("", f"{kind}-{n}")] = n - 1
    for n, name in enumerate(("zither-1", "zither-2", "singer-1", "singer-2")):
        table[("", name)] = n
    return table


def _is_first(cast: Cast, name: str) -> bool:
    """Whether somebody stands in the line of archers before the other of his pair."""
    pair = cast.pair_of(name)
    return pair is not None and name == pair.upper and pair in (*cast.three_pairs, *cast.guest_pairs)


def distance(a: Actor, spot: Spot) -> float:
    """How far a person stands from a spot, 尺."""
    return math.hypot(a.x - spot.x, a.y - spot.y)
