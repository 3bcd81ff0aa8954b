"""Staging: clauses in order, lines side by side, references, branches and events, each act by its handler.

A line is a process on the clock. A clause begins when the lines before it have ended (except those that go on, 續); a line
marked ‖ begins with the clause before, or from or after an act that it names. One person does one line at a time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from layout.errors import InputError, nearest
from layout.evidence.model import Certainty
from rite.cast import Cast, Pair
from rite.clock import Process, Signal
from rite.flight import Butt
from rite.gestures import Gesture, load_gait, load_gestures
from rite.model import GestureAct, Step, Utterance
from rite.parse import ScoreError
from rite.score import Arg, Begin, Branch, Clause, Direction, Reference, ScoreAct, SectionScore
from rite.where import Where
from rite.words import ActWord, Words
from rite.world import Actor, BowHome, Spot, Thing, World


@dataclass(frozen=True)
class Binding:
    """What the variables of the score mean while a passage is staged."""

    pair: Pair | None = None
    next: Pair | None = None
    previous: Pair | None = None
    exchange: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    verbs: Mapping[str, str] = field(default_factory=dict)


@dataclass(eq=False)
class Done:
    """An act that somebody has begun: for lines that begin from it or after it."""

    who: frozenset[str]
    act: ScoreAct
    start: Signal
    end: Signal


@dataclass
class Line:
    """One line while it is staged."""

    direction: Direction
    binding: Binding
    clause: str
    file: str
    faced: dict[str, bool] = field(default_factory=dict)
    index: dict[str, int] = field(default_factory=dict)
    rest: tuple[ScoreAct, ...] = ()


Handler = Callable[["Stage", Actor, ScoreAct, ActWord, Line], Process]
PairHandler = Callable[["Stage", Sequence[Actor], ScoreAct, ActWord, Line], Process]
HANDLERS: dict[str, Handler] = {}
TOGETHER: dict[str, PairHandler] = {}


def handler(*kinds: str) -> Callable[[Handler], Handler]:
    """Register what an act of these kinds does for one person."""

    def register(function: Handler) -> Handler:
        for kind in kinds:
            HANDLERS[kind] = function
        return function

    return register


def together(*kinds: str) -> Callable[[PairHandler], PairHandler]:
    """Register what an act of these kinds does for all who do it, as one."""

    def register(function: PairHandler) -> PairHandler:
        for kind in kinds:
            TOGETHER[kind] = function
        return function

    return register


@dataclass
class Outcome:
    """How the shooting stands: the round, hits by side and by archer, the tallies laid."""

    round: int = 0
    hits: dict[str, int] = field(default_factory=dict)
    upper: int = 0
    lower: int = 0
    arrows_missing: bool = False

    @property
    def winner(self) -> str:
        """upper, lower or tie."""
        return "upper" if self.upper > self.lower else "lower" if self.lower > self.upper else "tie"


class Stage:
    """Everything that the handlers work with."""

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
        self.section: SectionScore | None = None
        self.branches_taken: dict[str, int] = {}
        self.open_lines: list[Signal] = []
        self.meetings: dict[frozenset[frozenset[str]], list[Signal]] = {}
        self.turns: dict[str, list[Signal]] = {}
        self.homes: dict[str, BowHome] = {}
        self.mats: dict[str, Spot] = {}
        self.calls: dict[str, int] = {}
        self.seed = seed
        self.butt: Butt | None = None
        self.last_shooter = ""
        self.counted: dict[str, int] = {}
        self.cuts: list[tuple[int, str]] = []
        self.missing: tuple[Thing | None] | None = None
        self.searched = False

    # -- words to people -----------------------------------------------------------------------------------------------

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

    # -- conditions ----------------------------------------------------------------------------------------------------

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

    # -- sections and clauses ------------------------------------------------------------------------------------------

    def run_section(self, section: SectionScore, number_of_round: int) -> tuple[list[Step], int]:
        """Stage one section; returns its steps and its length in ms. ScoreError when it cannot go on."""
        self.section = section
        self.world.open_section()
        self.done, self.waiting, self.ahead, self.open_lines = [], [], {}, []
        self.meetings, self.turns = {}, {}
        self.cuts = []
        self.missing, self.searched = None, False
        self.event_times, self.sums = {}, {}
        self.events = [
            (d, clause)
            for clause in section.clauses
            for d, under in clause.directions()
            if d.event and all(self._holds(u) for u in under)
        ]
        pairs = self.cast.three_pairs
        binding = Binding(pairs[0], pairs[1], None)
        times: dict[int, tuple[int, int]] = {}
        self.world.clock.start(self._clauses(section.clauses, binding, section, times), f"§{section.number}")
        stuck = self.world.clock.run()
        if stuck:
            raise ScoreError(section.file, 1, section.title, "the score waits for ever: " + "; ".join(stuck[:4]))
        ends = [a.moving_until for a in self.world.actors.values()]
        ends += [g.end for a in self.world.actors.values() for g in a.gestures[-1:]]
        ends += [t.keys[-1].t for t in self.world.things.values()]
        ends += [u.end for u in self.world.utterances]
        duration = max([self.world.clock.now, *ends])
        steps = []
        for n, clause in enumerate(section.clauses):
            start, end = times.get(n, (0, 0))
            events = [t for d, c in self.events if c is clause for t in self.event_times.get(d.line, [])[:1]]
            if events and all(d.event for d, _ in clause.directions()):
                # What happens at every shot is timed by its first time.
                start, end = min(e[0] for e in events), max(e[1] for e in events)
            end = max([end, *(s.at for s in self.sums.get(n, []) if s.at is not None)])
            steps.append(self._step(clause, start, max(end, start), binding, section))
        return steps, duration

    def _step(self, clause: Clause, start: int, end: int, binding: Binding, section: SectionScore) -> Step:
        who: dict[str, None] = {}
        moves: list[str] = []
        certainty: Certainty = "stated"
        notes = list(clause.notes)
        acted = self._active(clause.items)
        for d, under in clause.directions():
            if not acted or not all(self._holds(u) for u in under):
                continue
            who.update(dict.fromkeys(self.everyone(d.subjects, binding)))
            moves.append(d.text())
            if d.certainty != "stated":
                certainty = d.certainty
            if d.reason:
                notes.append(("按", d.reason))
        ref = f"鄉射禮·{clause.layer}·{section.number}·{clause.text}"
        return Step(
            clause.text,
            clause.gloss,
            start,
            end,
            tuple(who),
            tuple(moves),
            clause.layer,
            tuple(notes),
            certainty,
            ref,
        )

    def _clauses(
        self,
        clauses: Sequence[Clause],
        binding: Binding,
        section: SectionScore,
        times: dict[int, tuple[int, int]],
        chain: tuple[str, Signal] | None = None,
    ) -> Process:
        clock = self.world.clock
        waiting: list[Signal] = []
        begun = Signal("section begins")
        clock.fire(begun)
        previous = begun
        # Lines that begin from or after an act wait for it from the outset, wherever their clause stands.
        early: dict[int, tuple[Signal, Signal]] = {}
        for clause in clauses:
            for d in self._active(clause.items):
                if _sums_up(d) and clauses is not section.clauses:
                    continue
                if d.begin.when in ("from", "after") and not d.event and self._takes_part(d, binding):
                    first = Signal("line begins")
                    done = clock.start(
                        self._line(d, clause, binding, section, previous, first), f"{section.file}:{d.line} {d.text()}"
                    )
                    self.open_lines.append(done)
                    early[d.line] = (first, done)
        yield None
        for n, clause in enumerate(clauses):
            directions = self._active(clause.items)
            plain = [d for d in directions if d.begin.when == "clause" and not d.event]
            if plain or not directions:
                yield list(waiting)
                waiting = []
            elif all(d.event for d in directions):
                # A clause of events alone happened in the shooting before it.
                yield list(waiting)
                waiting = []
            started = Signal("clause begins")
            ends: list[Signal] = []
            tails: list[tuple[bool, Signal]] = []
            firsts: list[Signal] = []
            last: Signal | None = None
            for d in directions:
                if d.event:
                    continue
                if not self._takes_part(d, binding):
                    continue
                if _sums_up(d) and clauses is not section.clauses:
                    continue
                if d.line in early:
                    first, done = early[d.line]
                else:
                    first = Signal("line begins")
                    done = clock.start(
                        self._line(d, clause, binding, section, previous, first, last or previous),
                        f"{section.file}:{d.line} {d.text()}",
                    )
                    self.open_lines.append(done)
                last = done
                if not _sums_up(d):
                    firsts.append(first)
                if not d.goes_on:
                    ends.append(done)
                    waiting.append(done)
                elif _sums_up(d) and section is self.section:
                    # 續 ‖ 畢 …: 無: the clause sums up what goes on until then.
                    self.sums.setdefault(n, []).append(done)
                elif not _sums_up(d):
                    tails.append((d.begin.when == "clause", done))
            # A clause whose lines all go on (續) lasts as long as they do, though the next does not wait for it.
            own = [s for plainly, s in tails if plainly] or [s for _, s in tails]
            clock.start(self._note_times(n, firsts, ends or own, started, times), f"§{section.number} {clause.text}")
            previous = started
            if not firsts:
                clock.fire(started)
                previous = started
            yield None
        yield list(waiting)

    def _takes_part(self, d: Direction, binding: Binding) -> bool:
        """Whether a line has anybody to act in it (and, under 唯, one of those who are meant)."""
        if not d.subjects:
            return True
        names = set(self.everyone(d.subjects, binding))
        return bool(names) and (not binding.only or bool(names & set(binding.only)))

    def _note_times(
        self, n: int, firsts: list[Signal], ends: list[Signal], started: Signal, times: dict[int, tuple[int, int]]
    ) -> Process:
        clock = self.world.clock
        if not firsts:
            times[n] = (clock.now, clock.now)
            return
        yield firsts[0]
        clock.fire(started)
        yield list(firsts)
        begin = min((f.at for f in firsts if f.at is not None), default=clock.now)
        times[n] = (begin, max(clock.now, begin))
        yield list(ends)
        times[n] = (begin, max([begin, *(s.at for s in (*firsts, *ends) if s.at is not None)]))

    def _active(self, items: Sequence[Direction | Branch]) -> list[Direction]:
        found: list[Direction] = []
        asked = self.section.settings.get("若") if self.section else None
        if asked and not self.holds(self.words.branch(asked)):
            return found
        for item in items:
            if isinstance(item, Branch):
                if self.holds(item.condition):
                    found.extend(self._active(item.items))
            else:
                found.append(item)
        return found

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _line(
        self,
        d: Direction,
        clause: Clause,
        binding: Binding,
        section: SectionScore,
        previous: Signal,
        first: Signal,
        after: Signal | None = None,
    ) -> Process:
        clock = self.world.clock
        if d.begin.when == "with":
            yield previous
        elif d.begin.when == "then":
            yield after
        elif d.begin.when in ("from", "after"):
            who = frozenset(self.everyone(d.begin.who, binding)) if d.begin.who else None
            begin = d.begin
            if begin.act is not None and begin.act.verb in binding.verbs:
                begin = replace(begin, act=replace(begin.act, verb=binding.verbs[begin.act.verb]))
            yield self._next_act(begin, who)
        if d.reference:
            clock.fire(first)
            yield from self._reference(d, clause, binding, section)
            return
        names = self.everyone(d.subjects, binding)
        if not names:
            clock.fire(first)
            return
        line = Line(d, binding, clause.text, section.file)
        acts = d.acts
        key = frozenset(names)
        if d.begin.when in ("from", "after") and len(names) > 1:
            self.ahead[key] = acts
        elif key in self.ahead:
            acts = self._not_yet_done(key, acts)
        line.index = {name: n for n, name in enumerate(names)}
        pair = self.pair_named(names)
        if pair is not None or any(self.entry(a).kind in TOGETHER for a in acts):
            # Lines above this one in its clause come first.
            yield None
            yield from self._in_step([self.world.actors[n] for n in names], acts, line, first)
        else:
            ends = []
            for n in names:
                own = replace(line, faced={}, index=line.index)
                ends.append(
                    clock.start(self._alone(self.world.actors[n], acts, own, first), f"{section.file}:{d.line} {n}")
                )
            yield ends

    def _not_yet_done(self, key: frozenset[str], acts: tuple[ScoreAct, ...]) -> tuple[ScoreAct, ...]:
        """What is left of a line of people who have done its first acts ahead of their time."""
        done = self.ahead.pop(key)
        n = 0
        while n < min(len(done), len(acts)) and done[n].words() == acts[n].words():
            n += 1
        if n == len(acts) and n < len(done):
            self.ahead[key] = done[n:]
        return acts[n:]

    def entry(self, act: ScoreAct) -> ActWord:
        """The table's entry of an act."""
        return self.words.acts[act.verb]

    def fail(self, line: Line, act: ScoreAct, problem: str) -> ScoreError:
        """An error at an act of a line."""
        return ScoreError(line.file, act.line or line.direction.line, line.clause, problem)

    def _alone(self, a: Actor, acts: Sequence[ScoreAct], line: Line, first: Signal) -> Process:
        place = line.index.get(a.id, 0)
        if len(line.index) > 8 and place:
            # A crowd sets out in file, one after the other.
            yield 1200 * place
        yield from self.world.acquire([a])
        self.world.clock.fire(first)
        try:
            for n, act in enumerate(acts):
                line.rest = tuple(acts[n + 1 :])
                yield from self.perform([a], act, line)
        finally:
            self.world.release([a])

    def _in_step(self, actors: list[Actor], acts: Sequence[ScoreAct], line: Line, first: Signal) -> Process:
        yield from self.world.acquire(actors)
        self.world.clock.fire(first)
        try:
            for n, act in enumerate(acts):
                line.rest = tuple(acts[n + 1 :])
                yield from self.perform(actors, act, line)
        finally:
            self.world.release(actors)

    def _focus(self, binding: Binding) -> str:
        """Before whose mat the cup is handed over: his who drinks there."""
        names = binding.exchange.get("尊飲者") or self._by_outcome("noble-loser")
        return names[0] if names else ""

    def perform(self, actors: Sequence[Actor], act: ScoreAct, line: Line) -> Process:
        """Let people do one act; those who wait for it are told."""
        clock = self.world.clock
        if act.verb in line.binding.verbs:
            act = replace(act, verb=line.binding.verbs[act.verb])
        entry = self.entry(act)
        if act.all("person") and not self.partners(act, line) and entry.kind not in ("ascend", "descend", "abreast"):
            return
        mark = Done(frozenset(a.id for a in actors), act, Signal("act"), Signal("act"))
        self.where.focus = self._focus(line.binding)
        self.done.append(mark)
        clock.fire(mark.start)
        self._tell(mark, "from")
        if entry.kind in TOGETHER:
            yield from TOGETHER[entry.kind](self, actors, act, entry, line)
        elif entry.kind not in HANDLERS:
            raise self.fail(line, act, f"the engine has no act of kind {entry.kind!r} ({act.verb})")
        elif len(actors) == 1:
            yield from self._posed(actors[0], act, entry, line)
        else:
            yield [clock.start(self._posed(a, act, entry, line), f"{a.id} {act.words()}") for a in actors]
        clock.fire(mark.end)
        self._tell(mark, "after")

    def _posed(self, a: Actor, act: ScoreAct, entry: ActWord, line: Line) -> Process:
        if entry.posture and entry.kind not in ("kneel", "bow") and a.posture != entry.posture:
            raise self.fail(line, act, f"{act.verb} is done {_POSTURE[entry.posture]}; {a.id} {_IS[a.posture]} here")
        return HANDLERS[entry.kind](self, a, act, entry, line)

    # -- waiting for acts ----------------------------------------------------------------------------------------------

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

    # -- references ----------------------------------------------------------------------------------------------------

    def _reference(self, d: Direction, clause: Clause, binding: Binding, section: SectionScore) -> Process:
        ref = d.reference
        assert ref is not None
        source = section if ref.section is None else self.scores.get(ref.section)
        if source is None:
            raise ScoreError(section.file, d.line, clause.text, f"如 §{ref.section}: that section is not scored")
        clauses = self.passage(source, ref.first, ref.last, section, d, clause)
        for a, b in ref.omit:
            gone = self.passage(source, a, b, section, d, clause)
            clauses = [c for c in clauses if c not in gone]
        clauses = self._exchanged(clauses, ref)
        each = [b for _, b in ref.exchange if b == "每耦"]
        clock = self.world.clock
        if any(b == "每人" for _, b in ref.exchange):
            yield from self._each_person(d, clauses, binding, section, source)
            return
        groups = self._pairs_of(d.subjects, binding) if d.subjects else []
        if each or (d.subjects and groups):
            for n, pair in enumerate(groups):
                before = len(self.open_lines)
                nxt = groups[n + 1] if n + 1 < len(groups) else None
                prev = groups[n - 1] if n else None
                inner = self._bind(ref, binding, pair, nxt, prev)
                end = clock.start(
                    self._clauses(clauses, inner, source, {}), f"{section.file}:{d.line} {d.text()} ({pair.upper})"
                )
                if ref.chain and nxt is not None:
                    chain = ScoreAct(ref.chain)
                    begin = Begin("after", (), chain)
                    signal = self._next_act(begin, frozenset(pair.members))
                    clock.start(self._either(end, signal, before), "chain")
                    self.open_lines.append(end)
                    yield signal
                else:
                    yield end
            yield [s for s in self.open_lines if s.name.startswith(f"{section.file}:{d.line} {d.text()} (")]
            return
        inner = self._bind(ref, binding, binding.pair, binding.next, binding.previous)
        if d.subjects:
            inner = replace(inner, only=self.everyone(d.subjects, binding))
        yield clock.start(self._clauses(clauses, inner, source, {}), f"{section.file}:{d.line} {d.text()}")

    def _each_person(
        self, d: Direction, clauses: Sequence[Clause], binding: Binding, section: SectionScore, source: SectionScore
    ) -> Process:
        """A passage done by each person of a group in turn (每人), by two and two when the one before (前人) is in it as well; 繼 ACT
        lets the next begin when one has done the act."""
        ref, clock = d.reference, self.world.clock
        assert ref is not None
        names = self.everyone(d.subjects, binding)
        ends: list[Signal] = []
        follows = any(b == "前人" for _, b in ref.exchange)
        for n, name in enumerate(names):
            if follows and not n:
                continue
            exchange = dict(binding.exchange)
            for a, b in ref.exchange:
                own = {"每人": (name,), "前人": (names[n - 1],), "無": ()}
                exchange[a] = own[b] if b in own else self.people(b, binding)
            inner = replace(binding, exchange=exchange)
            passage = self._places_of(clauses, ref, binding, name)
            end = clock.start(self._clauses(passage, inner, source, {}), f"{section.file}:{d.line} {d.text()} ({name})")
            ends.append(end)
            self.open_lines.append(end)
            if ref.chain and n + 1 < len(names):
                signal = self._next_act(Begin("after", (), ScoreAct(ref.chain)), frozenset((name,)))
                clock.start(self._either(end, signal, len(self.open_lines)), "chain")
                yield signal
            else:
                yield end
        yield ends

    def _places_of(self, clauses: Sequence[Clause], ref: Reference, binding: Binding, name: str) -> Sequence[Clause]:
        """A passage with the places at the mat of the one who did it first moved to the mat of the one who does it now."""
        first = next((self.people(a, binding) for a, b in ref.exchange if b == "每人"), ())
        words: dict[str, str] = {}
        for key, place in list(self.words.places.items()):
            if not first or first[0] == name or not place.at.startswith(f"{first[0]}-mat"):
                continue
            for word in place.words:
                moved = f"{word}-{name}"
                at = place.at.replace(first[0], name, 1)
                self.words.places[f"{key}-{name}"] = msgspec.structs.replace(place, at=at, words=[moved])
                self.words.kinds[moved] = ("place", f"{key}-{name}")
                words[word] = moved
        return [_exchange(c, words, self.words) for c in clauses] if words else clauses

    def _exchanged(self, clauses: Sequence[Clause], ref: Reference) -> list[Clause]:
        """A passage with its things, places and facings exchanged; people are exchanged by the binding."""
        words: dict[str, str] = {}
        for a, b in ref.exchange:
            kind = self.words.kind(a)
            if kind and kind[0] in ("thing", "place", "facing") and b != "無":
                words[a] = b
        return [_exchange(c, words, self.words) for c in clauses] if words else list(clauses)

    def _either(self, end: Signal, signal: Signal, before: int) -> Process:
        """Lets the next begin at the latest when all lines of this passage have ended, those that go on included."""
        yield end
        yield [s for s in self.open_lines[before:] if not s.fired and s is not end]
        self.world.clock.fire(signal)

    def _next_act(self, begin: Begin, who: frozenset[str] | None) -> Signal:
        signal = Signal("next " + (begin.act.words() if begin.act else ""))
        self.waiting.append((begin, who, signal, set(who or ())))
        return signal

    def _pairs_of(self, subjects: Sequence[str], binding: Binding) -> list[Pair]:
        names = self.everyone(subjects, binding)
        pairs: dict[Pair, None] = {}
        for name in names:
            pair = self.cast.pair_of(name)
            if pair:
                pairs[pair] = None
        return list(pairs)

    def _bind(
        self,
        ref: Reference,
        binding: Binding,
        pair: Pair | None,
        nxt: Pair | None,
        prev: Pair | None,
    ) -> Binding:
        exchange = dict(binding.exchange)
        verbs = dict(binding.verbs)
        for a, b in ref.exchange:
            if a in self.words.acts and b in self.words.acts:
                verbs[a] = b
            elif b == "無":
                exchange[a] = ()
            elif b == "每耦":
                exchange[a] = pair.members if pair else ()
            else:
                exchange[a] = self.people(b, Binding(pair, nxt, prev, binding.exchange))
        only = self.everyone(ref.only, binding) if ref.only else binding.only
        return Binding(pair, nxt, prev, exchange, only, verbs)

    def passage(
        self, source: SectionScore, first: str, last: str, section: SectionScore, d: Direction, clause: Clause
    ) -> list[Clause]:
        """The clauses from `first` to `last` (each named by its beginning, the last also by its end)."""
        texts = [c.text for c in source.clauses]
        begin = next((n for n, t in enumerate(texts) if t == first), None)
        if begin is None:
            begin = next((n for n, t in enumerate(texts) if t.startswith(first)), None)
        end = None
        if begin is not None:
            after = range(begin, len(texts))
            end = next((n for n in after if texts[n] == last), None)
            if end is None:
                end = next((n for n in after if texts[n].endswith(last) or texts[n].startswith(last)), None)
        if begin is None or end is None:
            missing = first if begin is None else last
            near = nearest(missing, texts)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise ScoreError(
                section.file, d.line, clause.text, f"no clause {missing!r} in § {source.number} {source.title}{hint}"
            )
        return list(source.clauses[begin : end + 1])

    # -- events --------------------------------------------------------------------------------------------------------

    def fire_event(self, names: Sequence[str], pair: Pair | None) -> list[Signal]:
        """Run the event lines that stand for any of `names` (每發, 每發 中侯中 …); returns their ends."""
        ends = []
        assert self.section is not None
        for d, clause in self.events:
            if d.event not in names:
                continue
            span = [self.world.clock.now, self.world.clock.now]
            self.event_times.setdefault(d.line, []).append(span)
            plain = replace(d, event="", begin=Begin())
            first = Signal("event")
            binding = Binding(pair)
            begun = Signal("now")
            self.world.clock.fire(begun)
            ends.append(
                self.world.clock.start(
                    self._event_line(plain, clause, binding, begun, first, span),
                    f"{self.section.file}:{d.line} {d.text()}",
                )
            )
        return ends

    def _event_line(
        self, d: Direction, clause: Clause, binding: Binding, begun: Signal, first: Signal, span: list[int]
    ) -> Process:
        assert self.section is not None
        yield from self._line(d, clause, binding, self.section, begun, first)
        span[1] = self.world.clock.now

    # -- things of the shooting ----------------------------------------------------------------------------------------

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
        """Lay one of four arrows by its owner's bow, nock to the north."""
        self.world.lay_thing(arrow, at, home.x + 0.12 * (n - 1.5), home.y, home.z + 0.05, 180.0, "flat")

    def verse(self, start: int, end: int, number: int) -> Utterance:
        """One verse of the 騶虞, sung by the musicians."""
        return Utterance(start, end, "singer-1", f"騶虞 {number}", "song")

    # -- the body ------------------------------------------------------------------------------------------------------

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


def _sums_up(d: Direction) -> bool:
    """續 ‖ 畢 …: 無: no act, only that the clause lasts until then."""
    return d.goes_on and bool(d.acts) and d.acts[0].verb == "無"


_BY_OUTCOME = {"noble-loser", "other-noble-losers", "line-winners", "line-losers"}
_POSTURE = {"stand": "standing", "kneel": "kneeling"}
_IS = {"stand": "stands", "kneel": "kneels", "sit": "sits", "hidden": "is not on the scene"}


def _exchange(clause: Clause, words: Mapping[str, str], table: Words) -> Clause:
    """A clause in which things, places and facings are replaced, all at the same time."""

    def act(a: ScoreAct) -> ScoreAct:
        args = []
        for arg in a.args:
            new = words.get(arg.word) if arg.kind in ("thing", "place", "facing") else None
            kind = table.kind(new) if new else None
            args.append(Arg(arg.kind, new, kind[1]) if new and kind else arg)
        return replace(a, args=tuple(args))

    def item(i: Direction | Branch) -> Direction | Branch:
        if isinstance(i, Branch):
            return replace(i, items=tuple(item(x) for x in i.items))
        begin = replace(i.begin, act=act(i.begin.act)) if i.begin.act else i.begin
        ref = i.reference
        if ref is not None:
            ref = replace(ref, exchange=tuple((a, words.get(b, b)) for a, b in ref.exchange))
        return replace(i, acts=tuple(act(a) for a in i.acts), begin=begin, reference=ref)

    return replace(clause, items=tuple(item(i) for i in clause.items))
