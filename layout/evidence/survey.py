"""All combinations of the open choices at once: the range of every dimension, what decides it, which checks break.

Each dimension is one exact table (`layout.evidence.exact`) with an axis for each choice that reaches it; numpy does the
whole table in one step. Where a table would be too large, the choices that span it are gone through in chunks.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from layout.choices import Choices
from layout.errors import GroundError, InputError, UnknownNameError
from layout.evidence.checks import Constraint, constraints
from layout.evidence.compiled import Compiled, Rule, compile_said, compile_set, compiled, words_to_expr
from layout.evidence.derive import row_in_force
from layout.evidence.exact import FUNCTIONS, Table, choose, compare
from layout.evidence.formula import evaluate, names_in
from layout.evidence.implicants import failing_choices
from layout.evidence.ranges import Axis, Range, Running, Survey, Violation
from layout.evidence.resolve import resolve

CHUNK = 1_000_000
"""Cells that one table may have before the survey goes through it in chunks."""
KEEP = 20_000_000
"""Combinations up to which the failures of a check are kept one by one, to say which choices bring them about."""


def survey(
    choices: Choices | None = None,
    over: Sequence[str] | None = None,
    vary: Sequence[str] = (),
    chunk: int = CHUNK,
    progress: Callable[[int, int], None] | None = None,
) -> Survey:
    """Survey the combinations of all choices that bear on a dimension or a check.

    `choices` fixes what is set or said in it; `over` names the options to leave open (all by default; the others stand as
    the reading has them); `vary` adds values of dimensions (hall.depth=30..60/6, hall.depth=30,48). `progress(done,
    total)` is called after each chunk. Raises UnknownNameError and InputError for names and values that cannot be used.
    """
    work = _Work(choices or Choices(), over, vary, chunk)
    return work.run(progress)


class _Work:
    def __init__(self, choices: Choices, over: Sequence[str] | None, vary: Sequence[str], chunk: int) -> None:
        self.data: Compiled = compiled()
        asked = resolve(self.data.rules, choices)
        self.options = asked.options
        self.given: dict[str, Rule] = {}
        for name, value in asked.sets.items():
            self.given[name] = compile_set(value, self.data.rules.dimensions[name])
        for name, statement in asked.says.items():
            record = self.data.rules.dimensions[name]
            row = row_in_force(record, asked.options)
            self.given[name] = compile_said(statement, record, row, self.data.words)
        self.constraints = constraints()
        fixed = {s.partition("=")[0].strip() for s in choices.sets}
        self.axes = (*self._open(over, fixed), *(self._varied(v) for v in vary))
        self.number = {axis.key: n for n, axis in enumerate(self.axes)}
        self.chunk = chunk
        self.slices: dict[int, slice] = {}
        self.done: dict[str, Table] = {}
        self.doing: set[str] = set()
        self.cells = 0

    def _open(self, over: Sequence[str] | None, fixed: set[str]) -> Iterator[Axis]:
        rules = self.data.rules
        for key in over or ():
            if key not in rules.options:
                raise UnknownNameError("option", key, rules.options)
        used = {k for known in self.data.known.values() for rule in known.rules for k in rule.choices}
        used |= {k for c in self.constraints for k in c.record.choices}
        for key, option in rules.options.items():
            if len(option.choice) < 2 or key in fixed or (option.number in self.given):
                continue
            if key in (over if over is not None else used):
                yield Axis(key, tuple(c.id for c in option.choice))

    def _varied(self, text: str) -> Axis:
        key, sign, values = text.partition("=")
        key = key.strip()
        if key not in self.data.known:
            raise UnknownNameError("dimension", key, self.data.known)
        found = re.fullmatch(r"\s*([\d./]+)\s*\.\.\s*([\d./]+)\s*/\s*([\d./]+)\s*", values)
        try:
            if found:
                low, high, step = (Fraction(g) for g in found.groups())
                if step <= 0 or high < low or (high - low) / step > 10**6:
                    raise ValueError
                numbers = tuple(low + step * n for n in range(math.floor((high - low) / step) + 1))
            else:
                numbers = tuple(evaluate(words_to_expr(v), self._plain) for v in values.split(",") if sign)
            if not numbers:
                raise ValueError
        except (ValueError, ZeroDivisionError):
            raise InputError(
                f"--vary {text!r}: expected ID=FROM..TO/STEP or ID=VALUE,VALUE such as hall.depth=30..60/6"
            ) from None
        return Axis(key, tuple(str(n) for n in numbers), numbers)

    def _plain(self, name: str) -> Fraction:
        raise InputError(f"{name} cannot stand in --vary; give plain 尺")

    # -- which choices reach a dimension ------------------------------------------------------------------------

    def reach(self) -> dict[str, set[int]]:
        """The axes that each dimension depends on."""
        found: dict[str, set[int]] = {}

        def walk(name: str, path: tuple[str, ...]) -> set[int]:
            if name in found:
                return found[name]
            if name in path:
                raise GroundError(
                    f"{' ← '.join((*path[path.index(name) :], name))}: these define one another in a circle"
                )
            if name in self.number:
                mine = {self.number[name]}
            else:
                mine = set()
                for rule in self.rules(name):
                    mine |= {self.number[k] for k in rule.choices if k in self.number}
                    for need in names_in(rule.expr):
                        mine |= walk(need, (*path, name))
            found[name] = mine
            return mine

        for name in self.data.known:
            walk(name, ())
        return found

    def rules(self, name: str) -> list[Rule]:
        """The rules that can come into force for a dimension, the special ones first."""
        if name in self.given:
            return [Rule(**{**self.given[name].__dict__, "choices": {}})]
        made: list[Rule] = []
        for rule in self.data.known[name].rules:
            if all(k in self.number or self.options.get(k) == v for k, v in rule.choices.items()):
                made.append(rule)
                if not any(k in self.number for k in rule.choices):
                    break
        return made

    # -- tables ---------------------------------------------------------------------------------------------------

    def table(self, name: str) -> Table:
        """The exact table of a dimension over the choices that reach it, within the chunk at hand."""
        if name in self.done:
            return self.done[name]
        axis = self.number.get(name)
        if axis is not None:
            values = list(self.axes[axis].values or ())[self.slices.get(axis, slice(None))]
            made = Table.along(axis, values)
        else:
            *special, plain = self.rules(name)
            made = self.value(plain)
            for rule in reversed(special):
                axes, mask = self.mask(rule.choices)
                made = choose(axes, mask, self.value(rule), made)
        self.cells += made.num.size
        self.done[name] = made
        return made

    def value(self, rule: Rule) -> Table:
        made = evaluate(rule.expr, self.table, FUNCTIONS)
        return made if isinstance(made, Table) else Table.of(made)

    def mask(self, wanted: Mapping[str, str]) -> tuple[tuple[int, ...], NDArray[np.bool_]]:
        """Where all of the wanted choices hold, over the open ones among them."""
        keys = sorted((self.number[k], v) for k, v in wanted.items() if k in self.number)
        mask: NDArray[np.bool_] = np.ones((), bool)
        for axis, value in keys:
            line = np.array([n == value for n in self.axes[axis].names])[self.slices.get(axis, slice(None))]
            mask = np.asarray(mask[..., None] & line)
        return tuple(a for a, _ in keys), mask

    # -- the run ----------------------------------------------------------------------------------------------------

    def run(self, progress: Callable[[int, int], None] | None) -> Survey:
        reach = self.reach()
        sizes = [len(a.names) for a in self.axes]
        spans = list(reach.values())
        applying = [c for c in self.constraints if self._applies(c)]
        spans += [self._span(c, reach) for c in applying]
        cut = self._cut(spans, sizes)
        ranges: dict[str, Running] = {n: Running(sorted(reach[n]), sizes) for n in self.data.known}
        fails: dict[str, NDArray[np.bool_]] = {}
        axes_of = {c.record.id: tuple(sorted(self._span(c, reach))) for c in applying}
        counts = dict.fromkeys(axes_of, 0)
        for name, axes in axes_of.items():
            if math.prod(sizes[a] for a in axes) <= KEEP:
                fails[name] = np.zeros([sizes[a] for a in axes], bool)
        chunks = list(itertools.product(*(range(0, sizes[a], step) for a, step in cut.items())))
        before: dict[int, slice] = {}
        for done, index in enumerate(chunks, 1):
            self.slices = {a: slice(i, min(i + cut[a], sizes[a])) for a, i in zip(cut, index, strict=True)}
            turned = {a for a in cut if self.slices[a] != before.get(a)}
            # the last axis turns fastest: what a slower axis has gone through with this slice need not be gone through again
            self.done = {n: t for n, t in self.done.items() if not turned & reach[n]}
            for name, running in ranges.items():
                if _fresh(reach[name], cut, index, done):
                    running.add(self.table(name), self.slices)
            for c in applying:
                if _fresh(set(axes_of[c.record.id]), cut, index, done):
                    counts[c.record.id] += self._fail(c, axes_of[c.record.id], fails.get(c.record.id))
            before = self.slices
            if progress is not None:
                progress(done, len(chunks))
        total = math.prod(sizes)
        return Survey(
            combinations=total,
            axes=self.axes,
            dimensions={n: r.result(self.axes) for n, r in ranges.items()},
            violations=dict(self._violations(counts, fails, axes_of, sizes, total)),
            cells=self.cells,
        )

    def _applies(self, c: Constraint) -> bool:
        return all(k in self.number or self.options.get(k) == v for k, v in c.record.choices.items())

    def _span(self, c: Constraint, reach: Mapping[str, set[int]]) -> set[int]:
        span = {self.number[k] for k in c.record.choices if k in self.number}
        for need in (*names_in(c.computed), *names_in(c.bound)):
            span |= reach[need]
        return span

    def _cut(self, spans: Sequence[set[int]], sizes: Sequence[int]) -> dict[int, int]:
        """The axes to go through piece by piece, and how many choices make a piece, so that no table outgrows a chunk."""
        cut: dict[int, int] = {}

        def size(span: set[int]) -> int:
            return math.prod(cut.get(a, sizes[a]) for a in span)

        while True:
            widest = max(spans, key=size, default=set())
            if size(widest) <= self.chunk:
                return cut
            axis = max((a for a in widest if a not in cut), key=lambda a: (sizes[a], -a))
            cut[axis] = max(1, self.chunk * sizes[axis] // size(widest))

    def _fail(self, c: Constraint, axes: tuple[int, ...], into: NDArray[np.bool_] | None) -> int:
        computed, bound = (
            t if isinstance(t, Table) else Table.of(t)
            for t in (evaluate(c.computed, self.table, FUNCTIONS), evaluate(c.bound, self.table, FUNCTIONS))
        )
        found, sign = compare(computed, bound)
        good = {"<": sign < 0, "<=": sign <= 0, "=": sign == 0, ">=": sign >= 0, ">": sign > 0}[c.record.relation]
        mask_axes, mask = self.mask(c.record.choices)
        whole = _over(axes, found, ~good) & _over(axes, mask_axes, mask)
        if into is not None:
            into[tuple(self.slices.get(a, slice(None)) for a in axes)] |= whole
        spans = [range(*self.slices[a].indices(10**9)) if a in self.slices else self.axes[a].names for a in axes]
        broadcast = math.prod(len(s) for s, n in zip(spans, whole.shape, strict=True) if n == 1)
        return int(whole.sum()) * broadcast

    def _violations(
        self,
        counts: Mapping[str, int],
        fails: Mapping[str, NDArray[np.bool_]],
        axes_of: Mapping[str, tuple[int, ...]],
        sizes: Sequence[int],
        total: int,
    ) -> Iterator[tuple[str, Violation]]:
        for name, hits in counts.items():
            if not hits:
                continue
            axes = axes_of[name]
            count = hits * (total // math.prod(sizes[a] for a in axes))
            found, complete = failing_choices(fails[name]) if name in fails else ([], False)
            named = [{self.axes[axes[n]].key: self.axes[axes[n]].names[v] for n, v in one.items()} for one in found]
            verdict = next(c.record.otherwise for c in self.constraints if c.record.id == name)
            yield name, Violation(count, count / total, named, complete, verdict)


def _fresh(reach: set[int], cut: Mapping[int, int], index: tuple[int, ...], done: int) -> bool:
    """Whether a chunk shows something new to what depends on `reach`: the axes beyond it stand at their beginning."""
    return done == 1 or all(i == 0 or a in reach for a, i in zip(cut, index, strict=True))


def _over(axes: tuple[int, ...], mine: tuple[int, ...], mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    sizes = dict(zip(mine, mask.shape, strict=True))
    return np.asarray(mask.reshape([sizes.get(a, 1) for a in axes]))


__all__ = ["Axis", "Range", "Survey", "Violation", "survey"]
