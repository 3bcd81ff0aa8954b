"""`stage(plan)`: the whole rite of one reading and company, from the score files to acts on one clock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

import rite.acts  # noqa: F401  (registers the handlers)
from layout.data import Record, asset, load_toml
from layout.errors import InputError
from layout.plan.model import Plan
from rite.acts.talk import unbroken
from rite.cast import Cast
from rite.dress import load_dress
from rite.engine import Stage
from rite.model import Posture, Rite, StagedSection, ThingKey
from rite.parse import load_score
from rite.score import SectionScore
from rite.where import Where, blocks_of
from rite.words import Words, load_words
from rite.world import Actor, BowHome, Spot, Thing, World

ROUNDS = {18: 1, 21: 2, 22: 2, 27: 3}
"""Sections in which a round of shooting begins: the first is called only, the second counted, the third to music."""

SCORED_READINGS = "鄉射"


class PersonOpening(Record, frozen=True):
    """Where somebody (or a group) is when the rite begins at a section."""

    who: str
    at: str
    posture: Posture = "stand"
    facing: float | None = None
    reason: str = ""


class ThingOpening(Record, frozen=True):
    """Where a thing is then: at a place, or in the hands of a person."""

    thing: str
    at: str = ""
    holder: str = ""
    slot: str = "both-hands"
    offset: list[float] = msgspec.field(default_factory=lambda: [0.0, 0.0])
    state: str = ""
    lie: str = "standing"
    reason: str = ""


class Opening(Record, frozen=True):
    """The state of the ground at the beginning of a section that no scored section leads up to; `clear`: what was there is put away."""

    section: int
    reason: str = ""
    clear: bool = False
    people: list[PersonOpening] = []
    things: list[ThingOpening] = []


class OpeningTable(Record, frozen=True):
    """assets/rite/openings.toml."""

    opening: list[Opening]


class StockThing(Record, frozen=True):
    """A thing that the rite uses: id, kind of builder, owner where it has one."""

    id: str
    kind: str
    owner: str = ""


class StockTable(Record, frozen=True):
    """assets/rite/stock.toml."""

    thing: list[StockThing]


def words_of(plan: Plan) -> Words:
    """The closed tables with the place words of a plan."""
    found: dict[str, str] = {}
    for place in plan.places.values():
        for word in (place.name, *place.words):
            found.setdefault(word, place.id)
    for foot in plan.footprints.values():
        found.setdefault(foot.name, foot.id)
    return load_words(tuple(found.items()))


def score_files() -> list[Path]:
    """The score files of the package, in order."""
    return sorted(asset("rite").glob("[0-9]*.score"))


@cache
def load_scores(words_key: tuple[tuple[str, str], ...]) -> Mapping[int, SectionScore]:
    """All scored sections by number."""
    words = load_words(words_key)
    found: dict[int, SectionScore] = {}
    for path in score_files():
        for section in load_score(path, words):
            if section.number in found:
                other = found[section.number].file
                raise InputError(f"assets/rite/{path.name}: § {section.number} is scored in {other} already")
            found[section.number] = section
    return dict(sorted(found.items()))


def scores_of(plan: Plan) -> Mapping[int, SectionScore]:
    """All scored sections, read with the place words of a plan."""
    found: dict[str, str] = {}
    for place in plan.places.values():
        for word in (place.name, *place.words):
            found.setdefault(word, place.id)
    for foot in plan.footprints.values():
        found.setdefault(foot.name, foot.id)
    return load_scores(tuple(found.items()))


def stage(plan: Plan, sections: Iterable[int] | None = None, seed: int | None = None) -> Rite:
    """Stage the rite on a plan for its company.

    `sections` chooses what is returned (all before are staged all the same: the rite goes on from where it was); `seed`
    replaces the company's. Sections without a score are skipped and listed in `Rite.score["unscored"]`. Raises InputError for
    a reading without a scored rite, ScoreError for a score that cannot be staged.
    """
    return stage_with(plan, scores_of(plan), sections, seed)


def stage_scores(plan: Plan, others: Mapping[int, SectionScore]) -> Rite:
    """Stage with some sections replaced (or added), up to the last of these; returns these sections only."""
    scores = dict(sorted({**scores_of(plan), **others}.items()))
    return stage_with(plan, scores, others.keys(), None)


def stage_with(
    plan: Plan, scores: Mapping[int, SectionScore], sections: Iterable[int] | None, seed: int | None
) -> Rite:
    """Stage the given scores alone, in their order; the rite begins at the first of them with its opening."""
    ground = plan.ground
    if ground.options.get("rite", "xiangshe") not in ("xiangshe", "") or ground.reading.startswith("dashe"):
        raise InputError(f"the reading {ground.reading} has no scored rite: it serves ground, plan and checks")
    seed = plan.company.seed if seed is None else seed
    wanted = None if sections is None else sorted(set(sections))
    words = words_of(plan)
    if wanted is not None:
        for number in wanted:
            if not 1 <= number <= 37:
                raise InputError(f"section {number}: the rite has sections 1 to 37")
    cast = Cast(plan.company)
    where = Where(plan, cast, words)
    world = World(blocks_of(plan), where.height)
    director = Stage(world, where, cast, words, scores, seed)
    _people(director)
    _things(director)
    staged: list[StagedSection] = []
    previous: int | None = None
    last = max(wanted) if wanted else 37
    for number, score in scores.items():
        if number > last:
            break
        if "cut" in score.settings:
            _clear(director)
        if previous is None or previous != number - 1 or "cut" in score.settings:
            _open(director, number)
        _exchange_things(director, score)
        for name, actor in world.actors.items():
            actor.outfit = load_dress().wear(name).in_section(number)
        if number in ROUNDS and director.outcome.round != ROUNDS[number]:
            director.begin_round(ROUNDS[number])
        steps, duration = director.run_section(score, ROUNDS.get(number, 0))
        people, things = world.close_section(duration)
        venue = score.settings.get("venue", "school")
        if wanted is None or number in wanted:
            staged.append(
                StagedSection(
                    number,
                    f"section-{number}",
                    score.title,
                    score.english,
                    venue,
                    duration,
                    tuple(steps),
                    people,
                    things,
                    tuple(world.flights),
                    unbroken(world.utterances, people),
                    tuple(director.cuts),
                )
            )
        previous = number
    if director.outcome.round:
        director.close_round()
    unscored = [n for n in range(1, 38) if n not in scores]
    score_summary: dict[str, object] = {
        "rounds": [dict(r) for r in director.rounds],
        "branches": dict(sorted(director.branches_taken.items())),
        "unscored": unscored,
        "pairs": [list(p.members) for p in cast.pairs],
    }
    return Rite(ground.reading, seed, tuple(staged), score_summary)


# -- the ground at the beginning ---------------------------------------------------------------------------------------


def _people(director: Stage) -> None:
    dress = load_dress()
    for name in director.cast.people:
        director.world.actors[name] = Actor(name, outfit=dress.wear(name).outfit)
        mat = director.where.plan.places.get(f"{name}-mat-seat")
        if mat is not None:
            facing = None if mat.facing is None else float(mat.facing)
            director.mats[name] = Spot(float(mat.x), float(mat.y), float(mat.level), facing, mat.id)
    director.where.mats = director.mats


def _things(director: Stage) -> None:
    world, cast = director.world, director.cast
    for item in load_toml(asset("rite", "stock.toml"), StockTable).thing:
        world.things[item.id] = Thing(item.id, item.kind, ThingKey(0, visible=False), owner=item.owner)
    served = [*cast.guests, *cast.grandees[1:], *cast.members("musicians", director.words)]
    for name in [*served, *cast.members("pipers", director.words)]:
        world.things[f"{name}-dishes"] = Thing(f"{name}-dishes", "dishes", ThingKey(0, visible=False))
    for name in (*cast.rule("seated"), "usher"):
        world.things[f"{name}-relish"] = Thing(f"{name}-relish", "dishes", ThingKey(0, visible=False))
    for name in cast.grandees[1:]:
        world.things[f"{name}-meat"] = Thing(f"{name}-meat", "meat", ThingKey(0, visible=False))
    archers = [*cast.archers, "archery-master", "usher"]
    for name in archers:
        world.things[f"bow-{name}"] = Thing(
            f"bow-{name}", "bow", ThingKey(0, visible=False, state="strung"), owner=name
        )
        if name == "usher":
            continue
        for n in range(1, 6 if name == "archery-master" else 5):
            ident = f"arrow-{name}-{n}"
            world.things[ident] = Thing(ident, "arrow", ThingKey(0, visible=False), owner=name)
    number = max(80, 8 * len(cast.pairs))
    for bundle in ("spare", "holder", "hand", "upper", "lower", "won"):
        ident = f"tallies-{bundle}"
        world.things[ident] = Thing(
            ident, "tally", ThingKey(0, visible=False, count=number if bundle == "spare" else 0)
        )
    director.homes = bow_homes(director.where, world, cast)
    director.where.homes = director.homes


def bow_homes(where: Where, world: World, cast: Cast) -> dict[str, BowHome]:
    """Where everybody's bow leans: along the platform's west side, guest and grandees on the west wall, the host on the east."""
    plan = where.plan
    ring = plan.footprints["platform"].ring
    west = float(min(x for x, _ in ring))
    depth = float(max(y for _, y in ring))
    homes: dict[str, BowHome] = {}
    line = ["usher", *(n for p in cast.three_pairs for n in p.members), *cast.rule("shooting-guests")]
    outside = plan.places["wall-west-outside"]
    others = [n for n in ("guest", *cast.rule("shooting-grandees")) if n in cast.archers]
    north = float(outside.y) + 2.4 * (len(others) + 1)
    south = [2.0 + 2.4 * n for n in range(9)]
    slots = south + [north + 2.4 * n for n in range(int((depth - north) // 2.4))]
    if len(line) <= len(slots):
        for name, y in zip(line, slots, strict=False):
            homes[name] = _by_the_edge(west, y, y)
    else:
        # More bows than stands: north of the wall's corner they lean close, and their owners come to them in turn, pair by pair.
        groups = [
            *((name,) for name in line[: len(line) - 2 * len(cast.guest_pairs)]),
            *(p.members for p in cast.guest_pairs),
        ]
        while groups and len(homes) + len(groups[0]) <= len(south):
            for name in groups.pop(0):
                homes[name] = _by_the_edge(west, south[len(homes)], south[len(homes)])
        turns = (len(slots) - len(south)) // 2
        layers = -(-len(groups) // turns)
        apart = min(0.4, 1.9 / layers)
        for n, group in enumerate(groups):
            turn, layer = n % turns, n // turns
            for m, name in enumerate(group):
                y = slots[len(south) + 2 * turn + m]
                homes[name] = _by_the_edge(west, y, y + apart * (layer - (layers - 1) / 2), f"bows-{turn}")
    lean = plan.places["bows-guest-place"]
    for n, name in enumerate(others):
        at_x, at_y = lean.nth(n)
        stand = Spot(float(outside.x), float(outside.y) + 2.4 * n, 0.0, 90.0, "own-bow")
        middle = float(plan.footprints["wall-west"].y)
        homes[name] = BowHome(float(at_x), middle + float(at_y - lean.y), float(lean.level), 90.0, stand)
    if "host" in cast.archers:
        outside, lean = plan.places["wall-east-outside"], plan.places["bows-host-place"]
        stand = Spot(float(outside.x), float(outside.y), 0.0, 270.0, "own-bow")
        homes["host"] = BowHome(float(lean.x), float(lean.y), float(lean.level), 270.0, stand)
    at = where.spot("west-of-stairs-west", world)
    homes["archery-master"] = BowHome(at.x - 1.0, -0.3, 0.0, 0.0, Spot(at.x, at.y, 0.0, 0.0, "own-bow"))
    return homes


def _by_the_edge(west: float, y: float, bow: float, turn: str = "") -> BowHome:
    """A bow that leans on the platform's west edge, and where its owner stands."""
    return BowHome(west - 0.25, bow, 0.0, 90.0, Spot(west - 2.2, y, 0.0, 90.0, "own-bow"), turn)


@cache
def _openings() -> Sequence[Opening]:
    return sorted(load_toml(asset("rite", "openings.toml"), OpeningTable).opening, key=lambda o: o.section)


def _clear(director: Stage) -> None:
    """A cut (@ cut): a new place or day. Nobody is on the scene but those whom the opening of the section names."""
    for actor in director.world.actors.values():
        actor.posture = "hidden"
        actor.station = None


def _exchange_things(director: Stage, score: SectionScore) -> None:
    """@ like A B: the A of this section is another of its kind, which stood as B until now; alike, so that nothing is seen."""
    names = score.settings.get("like", "").split()
    if not names:
        return
    world = director.world
    for name in names:
        if name not in world.things:
            raise InputError(f"{score.file}: @ like: unknown thing {name!r}")
        if world.things[name].now.holder in world.actors:
            raise InputError(f"{score.file}: @ like: {name} is in somebody's hands")
    one, two = (world.things[n] for n in names)
    one.now, two.now = two.now, one.now


def _open(director: Stage, number: int) -> None:
    """Put people and things where the opening for this section says."""
    fitting = [o for o in _openings() if o.section <= number]
    if not fitting:
        raise InputError(
            f"§ {number}: no opening says where people are when the rite begins there (assets/rite/openings.toml)"
        )
    opening = fitting[-1]
    world, where = director.world, director.where
    if opening.clear:
        for old in world.things.values():
            old.now = ThingKey(0, visible=False)
        for actor in world.actors.values():
            actor.hands.clear()
    for item in opening.people:
        kind, key = director.words.kind(item.who) or ("", item.who)
        members = director.cast.members(key if kind == "person" else item.who, director.words)
        for n, name in enumerate(members):
            actor = world.actors[name]
            spot = _spot_of(director, item.at, actor, n)
            if spot is None:
                continue
            world.put_person(actor, spot)
            if item.facing is not None:
                actor.facing = item.facing
            actor.posture = item.posture
            actor.station = spot
    for row in opening.things:
        thing = world.things.get(row.thing)
        if thing is None:
            raise InputError(f"assets/rite/openings.toml: unknown thing {row.thing!r}")
        if row.holder:
            thing.now = ThingKey(0, row.holder, row.slot, state=row.state)
            world.actors[row.holder].hands[thing.id] = row.slot
            continue
        at = where.spot(row.at, world)
        foot = where.plan.footprints.get(at.id)
        z = float(foot.top) if foot is not None and foot.top is not None else at.z
        thing.now = ThingKey(
            0, None, "", round(at.x + row.offset[0], 4), round(at.y + row.offset[1], 4), z, state=row.state, lie=row.lie
        )
    if number >= 17:
        director.gear_out(0)


def _spot_of(director: Stage, word: str, actor: Actor, index: int) -> Spot | None:
    if word == "own-mat":
        return director.mats.get(actor.id)
    place = director.where.place(word)
    if place is not None and place.row is None and index:
        raise InputError(f"assets/rite/openings.toml: {word} has no row for a group")
    return director.where.spot(word, director.world, actor)


def section_numbers(text: str) -> list[int]:
    """The numbers of "18", "18-21" or "14,18-20". Raises InputError.

    >>> section_numbers("14,18-20")
    [14, 18, 19, 20]
    """
    found: list[int] = []
    for part in text.split(","):
        span = re.fullmatch(r"\s*(\d+)(?:\s*-\s*(\d+))?\s*", part)
        if not span or (span[2] and int(span[2]) < int(span[1])):
            raise InputError(f"sections {text!r}: expected 18, 18-21 or 14,18-20")
        found.extend(range(int(span[1]), int(span[2] or span[1]) + 1))
    return found
