"""Clauses one after the other, lines side by side, references and acts: the processes of staging."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rite.clock import Process, Signal
from rite.lines import HANDLERS, TOGETHER, Binding, Done, Line
from rite.parse import ScoreError
from rite.passages import Passages
from rite.score import Begin, Branch, Clause, Direction, ScoreAct, SectionScore
from rite.words import ActWord
from rite.world import Actor


class Acting(Passages):
    """Clauses in order, lines side by side, acts by their handlers, references."""

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
        whole = clauses is section.clauses
        for n, clause in enumerate(clauses):
            under = replace(binding, step=n) if whole else binding
            for d in self._active(clause.items):
                if _only_timed(d) and not whole:
                    continue
                if d.begin.when in ("from", "after") and not d.event and self._takes_part(d, binding):
                    first = Signal("line begins")
                    done = clock.start(
                        self._line(d, clause, under, section, previous, first), f"{section.file}:{d.line} {d.text()}"
                    )
                    self.open_lines.append(done)
                    early[d.line] = (first, done)
        yield None
        for n, clause in enumerate(clauses):
            directions = self._active(clause.items)
            under = replace(binding, step=n) if whole else binding
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
                if _only_timed(d) and not whole:
                    continue
                if d.line in early:
                    first, done = early[d.line]
                else:
                    first = Signal("line begins")
                    done = clock.start(
                        self._line(d, clause, under, section, previous, first, last or previous),
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
        if line.binding.step is not None:
            self.acted.setdefault(line.binding.step, {}).update(dict.fromkeys(a.id for a in actors))
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

    def _either(self, end: Signal, signal: Signal, before: int) -> Process:
        """Lets the next begin at the latest when all lines of this passage have ended, those that go on included."""
        yield end
        yield [s for s in self.open_lines[before:] if not s.fired and s is not end]
        self.world.clock.fire(signal)


def _sums_up(d: Direction) -> bool:
    """續 ‖ 畢 …: 無: no act, only that the clause lasts until then."""
    return d.goes_on and bool(d.acts) and d.acts[0].verb == "無"


def _only_timed(d: Direction) -> bool:
    """‖ 畢 …: 無, ‖ 自 …: 無: it times the clause it stands in, and is nothing to those that refer to it."""
    return d.begin.when in ("from", "after") and bool(d.acts) and d.acts[0].verb == "無"


_POSTURE = {"stand": "standing", "kneel": "kneeling"}
_IS = {"stand": "stands", "kneel": "kneels", "sit": "sits", "hidden": "is not on the scene"}
