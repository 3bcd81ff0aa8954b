"""Bows and arrows, turns at the stairs, rounds of shooting, gestures: what the acts use of the stage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rite.clock import Process, Signal
from rite.lines import Outcome
from rite.model import GestureAct, Utterance
from rite.state import State
from rite.world import Actor, BowHome, Thing

ON_EDGE = 0.1
"""From the edge that people keep to on the platform to the arrows that lie on it, 尺: within reach of one who stands below."""


class Equipment(State):
    """Bows, arrows, turns at the stairs, rounds and gestures, as the acts use them."""

    def bow_of(self, person: str) -> Thing | None:
        """Somebody's own bow."""
        return self.world.things.get(f"bow-{person}")

    def arrows_of(self, person: str) -> list[Thing]:
        """Somebody's own four arrows, in the order in which they were made."""
        found = [self.world.things.get(f"arrow-{person}-{n}") for n in (1, 2, 3, 4, 5)]
        return [t for t in found if t is not None]

    def gear_out(self, at: int) -> None:
        """Lay out every bow and arrow where it belongs before the shooting (納射器)."""
        for person, home in self.homes.items():
            bow = self.bow_of(person)
            if bow is not None and not bow.now.visible:
                self.world.lay_thing(bow, at, home.x, home.y, home.z, home.facing, "leaning", 80.0)
            for n, arrow in enumerate(self.arrows_of(person)):
                if not arrow.now.visible:
                    self.lay_arrow(arrow, home, n, at)

    def change_venue(self, place: str) -> None:
        """Note that the section goes on elsewhere, when somebody is set down at a place of another venue."""
        found = self.where.plan.places.get(place)
        here = self.section.settings.get("venue", "school") if self.section else "school"
        now = self.cuts[-1][1] if self.cuts else here
        if found is not None and found.venue != now:
            self.cuts.append((self.world.clock.now, found.venue))

    def take_turn(self, name: str) -> Process:
        """Wait for one's turn at a place where only one can begin at a time (the foot or head of the stairs)."""
        queue = self.turns.setdefault(name, [])
        mine = Signal(f"a turn at {name}")
        queue.append(mine)
        if len(queue) > 1:
            yield mine

    def end_turn(self, name: str) -> None:
        """Let the next have his turn."""
        queue = self.turns[name]
        queue.pop(0)
        if queue:
            self.world.clock.fire(queue[0])

    def come_to_bow(self, a: Actor) -> Process:
        """Wait until one may go to the stand before one's bow, when others have theirs there as well; the two of a pair go together."""
        home = self.homes.get(a.id)
        if home is None or not home.turn:
            return
        pair = self.cast.pair_of(a.id)
        group = pair.members if pair else (a.id,)
        there = self.at_bows.setdefault(home.turn, [])
        while there and there[0] not in group:
            signal = Signal(f"a turn at the bow of {a.id}")
            self.bow_queue.setdefault(home.turn, []).append(signal)
            yield signal
        if a.id not in there:
            there.append(a.id)

    def leave_bow(self, a: Actor) -> None:
        """Let those whose bows lean at the same stand come to them."""
        turn = self.homes[a.id].turn
        there = self.at_bows.get(turn, [])
        if a.id in there:
            there.remove(a.id)
        if not there:
            waiting = self.bow_queue.get(turn, [])
            while waiting:
                self.world.clock.fire(waiting.pop(0))

    def begin_round(self, number: int) -> None:
        """A new round of shooting: nothing is hit yet."""
        if self.outcome.round:
            self.close_round()
        self.outcome = Outcome(number)

    def close_round(self) -> None:
        """Write down how the round ended."""
        o = self.outcome
        row: dict[str, object] = {"round": o.round, "upper": o.upper, "lower": o.lower, "winner": o.winner}
        row["hits"] = dict(sorted(o.hits.items()))
        self.rounds.append(row)

    def overlooked(self, arrows: Sequence[Thing]) -> Thing | None:
        """The arrow that nobody finds at the first gathering of this section (矢不備), or None; the same for all who gather."""
        if self.searched:
            self.outcome.arrows_missing = False
            return None
        if self.missing is None and arrows:
            from rite.acts.gather import overlook

            self.missing = (overlook(list(arrows), self.seed, self.outcome.round),)
            self.outcome.arrows_missing = self.missing[0] is not None
        return self.missing[0] if self.missing else None

    def lay_arrow(self, arrow: Thing, home: BowHome, n: int, at: int) -> None:
        """Lay one of four arrows by its owner's bow, nock to the north; on the edge of the platform, above a bow that leans there
        from below (眾弓倚于堂西 矢在其上, 注 上堂西廉)."""
        x, z = home.x, home.z
        if z < self.where.height / 2 and abs(x) > self.where.edge:
            x, z = math.copysign(self.where.edge - ON_EDGE, x), self.where.height
        self.world.lay_thing(arrow, at, x + 0.12 * (n - 1.5), home.y, z + 0.05, 180.0, "flat")

    def verse(self, start: int, end: int, number: int) -> Utterance:
        """One verse of the 騶虞, sung by the musicians."""
        return Utterance(start, end, "singer-1", f"騶虞 {number}", "song")

    def gesture(
        self,
        a: Actor,
        name: str,
        *,
        partner: str | None = None,
        thing: str | None = None,
        target: tuple[float, float, float] | None = None,
        hand: str | None = None,
        count: int = 1,
        ms: int | None = None,
        options: Mapping[str, str] | None = None,
        **more: str,
    ) -> int:
        """Write a gesture that begins now into somebody's book; returns its length in ms."""
        length = ms if ms is not None else self.gestures[name].duration
        now = self.world.clock.now
        if target is not None:
            target = (round(target[0], 4), round(target[1], 4), round(target[2], 4))
        a.gestures.append(
            GestureAct(now, now + length, name, partner, thing, target, hand, count, {**(options or {}), **more})
        )
        return length

    def contact(self, name: str) -> int:
        """Ms from the start of a gesture to the moment the hand meets."""
        entry = self.gestures[name]
        return entry.contact_ms if entry.contact_ms is not None else entry.duration // 2
