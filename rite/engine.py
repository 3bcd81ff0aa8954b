"""Staging: clauses in order, lines side by side, references, branches and events, each act by its handler.

A line is a process on the clock. A clause begins when the lines before it have ended (except those that go on, 續); a line
marked ‖ begins with the clause before, or from or after an act that it names. One person does one line at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from layout.evidence.model import Certainty
from rite.acting import Acting
from rite.cast import Pair
from rite.clock import Process, Signal
from rite.lines import HANDLERS, TOGETHER, Binding, Done, Line, Outcome, handler, together
from rite.model import Step
from rite.parse import ScoreError
from rite.score import Begin, Clause, Direction, SectionScore


class Stage(Acting):
    """Everything that the handlers work with."""

    def run_section(self, section: SectionScore, number_of_round: int) -> tuple[list[Step], int]:
        """Stage one section; returns its steps and its length in ms. ScoreError when it cannot go on."""
        self.section = section
        self.world.open_section()
        self.done, self.waiting, self.ahead, self.open_lines = [], [], {}, []
        self.meetings, self.turns = {}, {}
        self.at_bows, self.bow_queue = {}, {}
        self.cuts = []
        self.missing, self.searched = None, False
        self.event_times, self.sums, self.acted = {}, {}, {}
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
            raise self._for_ever(section, stuck)
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
            steps.append(self._step(n, clause, start, max(end, start), binding))
        return steps, duration

    def _for_ever(self, section: SectionScore, stuck: list[str]) -> ScoreError:
        """What a section waits for that nobody ever does: the line that waits, or, where none names an act, all that is left."""
        inside = {d.line: clause for clause in section.clauses for d, _ in clause.directions()}
        for begin, _, _, missing in self.waiting:
            act = begin.act
            if act is None or act.line not in inside:
                continue
            mark = {"from": "自", "after": "畢"}.get(begin.when, "")
            left = (
                f" (still to do it: {', '.join(sorted(missing))})" if missing and len(begin.who) != len(missing) else ""
            )
            words = " ".join((mark, *begin.who, act.words())).strip()
            problem = f"waits for ever: nobody does what it waits for, {words}{left}"
            return ScoreError(section.file, act.line, inside[act.line].text, problem)
        return ScoreError(section.file, 1, section.title, "the score waits for ever: " + "; ".join(stuck[:4]))

    def _step(self, n: int, clause: Clause, start: int, end: int, binding: Binding) -> Step:
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
        # Those too who act in a passage that the clause refers to (如 …).
        who.update(self.acted.get(n, {}))
        number = self.section.number if self.section else 0
        ref = f"鄉射禮·{clause.layer}·{number}·{clause.text}"
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


__all__ = ["HANDLERS", "TOGETHER", "Binding", "Done", "Line", "Outcome", "Stage", "handler", "together"]
