"""Whom the words of a line mean, which conditions hold, who waits for which act."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from layout.errors import InputError
from rite.cast import Cast, Pair
from rite.clock import Signal
from rite.flight import Butt
from rite.gestures import Gesture, load_gait, load_gestures
from rite.lines import Binding, Done, Line, Outcome
from rite.score import Begin, Clause, Direction, ScoreAct, SectionScore
from rite.where import Where
from rite.words import Words
from rite.world import Actor, BowHome, Spot, Thing, World


class State:
    """Everything that staging knows of the moment: people, conditions, what has been done and what is waited for."""

    def __init__(
        self, world: World, where: Where, cast: Cast, words: Words, scores: Mapping[int, SectionScore], seed: int
    ) -> None:
        self.world, self.where, self.cast, self.words, self.scores = world, where, cast, words, scores
        self.gestures: Mapping[str, Gesture] = load_gestures()
        self.gaits = load_gait()
        self.random = random.Random(seed)
        self.outcome = Outcome()
        self.rounds: list[dict[str, object]] = []
        self.shots: dict[str, int] = {}
        self.events: list[tuple[Direction, Clause]] = []
        self.done: list[Done] = []
        self.waiting: list[tuple[Begin, frozenset[str] | None, Signal, set[str]]] = []
        self.ahead: dict[frozenset[str], tuple[ScoreAct, ...]] = {}
        self.event_times: dict[int, list[list[int]]] = {}
        self.sums: dict[int, list[Signal]] = {}
        self.acted: dict[int, dict[str, None]] = {}
        """Who has acted under each clause of the section at hand."""
        self.section: SectionScore | None = None
        self.branches_taken: dict[str, int] = {}
        self.open_lines: list[Signal] = []
        self.meant: dict[str, tuple[float, float]] = {}
        """Where each who gathers arrows is about to stand, or stands."""
        self.meetings: dict[frozenset[frozenset[str]], list[Signal]] = {}
        self.turns: dict[str, list[Signal]] = {}
        self.homes: dict[str, BowHome] = {}
        self.at_bows: dict[str, list[str]] = {}
        self.bow_queue: dict[str, list[Signal]] = {}
        self.mats: dict[str, Spot] = {}
        self.calls: dict[str, int] = {}
        self.seed = seed
        self.butt: Butt | None = None
        self.last_shooter = ""
        self.counted: dict[str, int] = {}
        self.cuts: list[tuple[int, str]] = []
        self.missing: tuple[Thing | None] | None = None
        self.searched = False
        self._outcomes: dict[tuple[str, str], tuple[str, ...]] = {}

    def people(self, word: str, binding: Binding) -> tuple[str, ...]:
        """The people whom a word means under the binding at hand."""
        if word in binding.exchange:
            return binding.exchange[word]
        kind, key = self.words.kind(word) or ("", "")
        pair, nxt, prev = binding.pair, binding.next, binding.previous
        if key == "upper":
            return (pair.upper,) if pair else ()
        if key == "lower":
            return (pair.lower,) if pair else ()
        if key == "pair":
            return pair.members if pair else ()
        if key == "next-pair":
            return nxt.members if nxt else ()
        if key == "previous-pair":
            return prev.members if prev else ()
        if key in ("winner", "loser"):
            if pair is None or self.outcome.winner == "tie":
                return ()
            upper_wins = self.outcome.winner == "upper"
            return (pair.upper,) if upper_wins == (key == "winner") else (pair.lower,)
        if kind == "id":
            return (word,) if word in self.world.actors else ()
        if key in _BY_OUTCOME:
            return self._by_outcome(key)
        found = self.cast.members(key, self.words)
        return tuple(n for n in found if n in self.world.actors)

    def _by_outcome(self, key: str) -> tuple[str, ...]:
        """Groups that only the result of the shooting makes: who drinks, who has won."""
        winner = self.outcome.winner
        if winner == "tie":
            return ()
        found = self._outcomes.get((winner, key))
        if found is None:
            found = self._outcomes[winner, key] = self._of_outcome(winner, key)
        return found

    def _of_outcome(self, winner: str, key: str) -> tuple[str, ...]:
        lost = "lower" if winner == "upper" else "upper"
        cast = self.cast
        nobles: list[str] = []
        for pair in cast.later_pairs:
            name = pair.lower if lost == "lower" else pair.upper
            if name in ("guest", "host") or name.startswith("grandee-"):
                nobles.append(name)
        if key == "noble-loser":
            return tuple(nobles[:1])
        if key == "other-noble-losers":
            return tuple(nobles[1:])
        line = [*cast.three_pairs, *cast.guest_pairs]
        if key == "line-winners":
            return tuple(p.upper if winner == "upper" else p.lower for p in line)
        losers = [p.upper if lost == "upper" else p.lower for p in line]
        if lost == "upper":
            losers += [p.upper for p in cast.grandee_pairs]
        return tuple(losers)

    def losers(self) -> tuple[str, ...]:
        """All who have lost, in the order in which they drink: the three pairs, guest or host and grandees, their partners, guests."""
        winner = self.outcome.winner
        if winner == "tie":
            return ()
        cast = self.cast
        nobles = [p for p in cast.later_pairs if p not in cast.guest_pairs]
        order = [*cast.three_pairs, *nobles, *cast.guest_pairs]
        return tuple(p.lower if winner == "upper" else p.upper for p in order)

    def everyone(self, words: Iterable[str], binding: Binding) -> tuple[str, ...]:
        """All people meant by several words, each once, in order."""
        return tuple(dict.fromkeys(name for word in words for name in self.people(word, binding)))

    def partner(self, act: ScoreAct, line: Line) -> Actor | None:
        """The first person whom an act names, or None."""
        found = self.partners(act, line)
        return found[0] if found else None

    def partners(self, act: ScoreAct, line: Line) -> list[Actor]:
        """All people whom an act names."""
        names = self.everyone([a.word for a in act.all("person")], line.binding)
        return [self.world.actors[n] for n in names]

    def pair_named(self, names: Sequence[str]) -> Pair | None:
        """The pair that two people are, in either order."""
        if len(names) != 2:
            return None
        pair = self.cast.pair_of(names[0])
        return pair if pair and set(pair.members) == set(names) else None

    def holds(self, branch: str) -> bool:
        """Whether a condition of the table of branches is met; remembers that it was asked."""
        result = self._holds(branch)
        if result:
            self.branches_taken[branch] = self.branches_taken.get(branch, 0) + 1
        return result

    def _holds(self, branch: str) -> bool:
        cast, outcome = self.cast, self.outcome
        options = self.where.plan.ground.options
        shoots = any("guest" in p.members and "host" in p.members for p in cast.later_pairs)
        winner = outcome.winner
        table: dict[str, bool] = {
            "grandee": bool(cast.grandees),
            "court-guests": bool(cast.rule("court-guests")),
            "no-court-guests": not cast.rule("court-guests"),
            "no-grandee": not cast.grandees,
            "many-grandees": len(cast.grandees) > 1,
            "one-grandee": len(cast.grandees) == 1,
            "grandee-shoots": bool(cast.grandee_pairs),
            "host-shoots": shoots,
            "host-watches": not shoots,
            "guests-shoot": bool(cast.guest_pairs) or bool(cast.grandee_pairs),
            "upper-wins": winner == "upper",
            "lower-wins": winner == "lower",
            "tie": winner == "tie",
            "not-tie": winner != "tie",
            "xu": options.get("hall", "xu") == "xu",
            "xiang": options.get("hall", "xu") != "xu",
            "music-leader": options.get("music-leader", "no") == "yes",
            "no-music-leader": options.get("music-leader", "no") != "yes",
            "arrows-missing": outcome.arrows_missing,
            "guest-loses": shoots and winner == "lower",
            "host-loses": shoots and winner == "upper",
            "grandee-loses": bool(cast.grandee_pairs) and winner == "upper",
            "partner-loses": bool(cast.grandee_pairs) and winner == "lower",
            "spare-tallies": self.spare_in_hand() > 0,
            "noble-loses": bool(self._by_outcome("noble-loser")),
            "arrows-complete": not outcome.arrows_missing,
        }
        if branch not in table:
            raise InputError(f"the condition {branch!r} is in the table of branches, but nobody answers it")
        return table[branch]

    def spare_in_hand(self) -> int:
        """Tallies still in the scorer's hand."""
        thing = self.world.things.get("tallies-hand")
        return thing.now.count if thing and thing.now.visible and thing.now.holder == "scorer" else 0

    def _matches(self, begin: Begin, who: frozenset[str] | None, mark: Done) -> bool:
        act = begin.act
        assert act is not None
        if act.verb != mark.act.verb or (who is not None and not who & mark.who):
            return False
        have = {(a.kind, a.word) for a in mark.act.args}
        return all((a.kind, a.word) in have for a in act.args)

    def on_act(self, begin: Begin, binding: Binding) -> Signal:
        """A signal for an act: that of the latest time it was done in this section, or of the next time."""
        who = frozenset(self.everyone(begin.who, binding)) if begin.who else None
        for mark in reversed(self.done):
            if self._matches(begin, who, mark) and (who is None or who <= mark.who):
                return mark.start if begin.when == "from" else mark.end
        signal = Signal(f"{' '.join(begin.who)} {begin.act.words() if begin.act else ''} (never done)")
        self.waiting.append((begin, who, signal, set(who or ())))
        return signal

    def _tell(self, mark: Done, when: str) -> None:
        rest = []
        for begin, who, signal, missing in self.waiting:
            if begin.when == when and self._matches(begin, who, mark):
                # Of several who do it each for himself, the first begins it and the last ends it.
                missing -= mark.who
                if when == "from" or not missing:
                    self.world.clock.fire(signal)
                    continue
            rest.append((begin, who, signal, missing))
        self.waiting = rest

    def _next_act(self, begin: Begin, who: frozenset[str] | None) -> Signal:
        signal = Signal("next " + (begin.act.words() if begin.act else ""))
        self.waiting.append((begin, who, signal, set(who or ())))
        return signal


_BY_OUTCOME = {"noble-loser", "other-noble-losers", "line-winners", "line-losers"}
